// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single-source shortest paths in a single launch, as large as the device is assumed to be. The C++ API, with
// exceptions.

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <CL/opencl.hpp>

#include <climits>
#include <cstdio>
#include <vector>

static cl::Buffer toDevice(const cl::Context &context, std::vector<int> data) {
  if (data.empty())
    data.push_back(0);
  return cl::Buffer(context, data.begin(), data.end(), /*readOnly=*/false);
}

class Paths {
public:
  Paths(const app::Setup &setup, const graphs::Graph &graph, int source)
      : context(setup.context, true), queue(setup.queue, true), kernel(cl::Program(setup.program, true), "paths"),
        device(setup.device, true) {
    const size_t n = graph.vertices;
    std::vector<int> start(n, INT_MAX), lists(2 * n, 0);
    start[source] = 0;
    lists[0] = source;
    const std::vector<int> data[] = {graph.row,  graph.col, graph.weight, start, std::vector<int>(n, -1),
                                     lists,      {1, 0, 0}, {0},          {0},   {0}};
    cl_uint index = 0;
    for (const std::vector<int> &one : data) {
      buffers.push_back(toDevice(context, one));
      kernel.setArg(index++, buffers.back());
    }
    kernel.setArg(index, graph.vertices);
  }

  /// Seconds.
  double run(size_t wg) {
    const cl::NDRange local(wg), global(wg * groups());
    const double start = app::now();
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.finish();
    return app::now() - start;
  }

  void get(std::vector<int> &distance, int &rounds) {
    queue.enqueueReadBuffer(buffers[3], CL_TRUE, 0, distance.size() * sizeof(int), distance.data());
    queue.enqueueReadBuffer(buffers[9], CL_TRUE, 0, sizeof(int), &rounds);
  }

private:
  /// Those that are assumed to run at the same time.
  size_t groups() const {
    const size_t units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    return device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU ? 2 * units : units;
  }

  cl::Context context;
  cl::CommandQueue queue;
  cl::Kernel kernel;
  cl::Device device;
  std::vector<cl::Buffer> buffers;
};

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  graphs::Graph graph = app::loadGraph(options, /*directed=*/true);
  const int source = app::sourceVertex(options, graph);
  app::Setup setup;
  if (!setup.openFile(options.device, options.kernelFile, "sssp_single.cl", argv[0], nullptr))
    return 2;

  app::Report report("sssp_single", app::deviceName(setup.device), graph, "reached");
  std::vector<int> distance(graph.vertices);
  try {
    for (long i = 0; i < options.repeat; i++) {
      Paths paths(setup, graph, source);
      report.seconds.push_back(paths.run((size_t)options.wg));
      paths.get(distance, report.iterations);
    }
  } catch (const cl::Error &error) {
    fprintf(stderr, "sssp_single: %s: error %d\n", error.what(), error.err());
    return 2;
  }
  setup.close();

  references::judge(report, graph, source, distance, references::shortestPaths<int>(graph, source));
  return app::finish(report, options, distance);
}
