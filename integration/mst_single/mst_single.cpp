// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minimum spanning forest in a single launch, as large as the device is assumed to be. A check macro that
// throws, buffers in a map by the names of the kernel's parameters.

#include "forest.h"
#include "graph.h"
#include "opencl_util.h"
#include "options.h"

#include <CL/cl.h>

#include <cstdio>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#define CL_OK(call)                                                                                \
  do {                                                                                             \
    const cl_int status_ = (call);                                                                 \
    if (status_ != CL_SUCCESS)                                                                     \
      throw std::runtime_error(std::string(#call) + ": error " + std::to_string(status_));         \
  } while (0)

static const char *const parameters[] = {"row",       "col",    "length",  "number",    "end_a",  "end_b", "component",
                                         "best_length", "best_edge", "parent", "shorter", "in_forest", "joined", "moved",
                                         "flag"};

static cl_mem onDevice(cl_context context, const std::vector<int> &values) {
  cl_int status;
  const int none = 0;
  cl_mem mem = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                              sizeof(int) * (values.empty() ? 1 : values.size()),
                              (void *)(values.empty() ? &none : values.data()), &status);
  CL_OK(status);
  return mem;
}

static void spanningForest(const app::Setup &cl, const graphs::Graph &graph, const forests::Edges &edges, size_t wg,
                           std::vector<int> &chosen, int &rounds, double &seconds) {
  cl_uint units = 1;
  cl_device_type type = 0;
  CL_OK(clGetDeviceInfo(cl.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr));
  CL_OK(clGetDeviceInfo(cl.device, CL_DEVICE_TYPE, sizeof type, &type, nullptr));
  const size_t groups = type & CL_DEVICE_TYPE_GPU ? 2 * (size_t)units : units; // resident, one hopes

  const std::vector<int> zeros(graph.vertices), one(1);
  std::vector<int> own(graph.vertices);
  std::iota(own.begin(), own.end(), 0);
  std::map<std::string, cl_mem> mem;
  for (const char *name : parameters)
    mem[name] = nullptr;
  mem["row"] = onDevice(cl.context, graph.row);
  mem["col"] = onDevice(cl.context, graph.col);
  mem["length"] = onDevice(cl.context, graph.weight);
  mem["number"] = onDevice(cl.context, edges.number);
  mem["end_a"] = onDevice(cl.context, edges.a);
  mem["end_b"] = onDevice(cl.context, edges.b);
  mem["component"] = onDevice(cl.context, own);
  mem["in_forest"] = onDevice(cl.context, std::vector<int>(edges.a.size()));
  mem["joined"] = onDevice(cl.context, one);
  mem["moved"] = onDevice(cl.context, one);
  mem["flag"] = onDevice(cl.context, std::vector<int>(groups));
  for (auto &[name, buffer] : mem)
    if (!buffer)
      buffer = onDevice(cl.context, zeros);

  cl_int status;
  cl_kernel forest = clCreateKernel(cl.program, "forest", &status);
  CL_OK(status);
  cl_uint index = 0;
  for (const char *name : parameters)
    CL_OK(clSetKernelArg(forest, index++, sizeof(cl_mem), &mem[name]));
  CL_OK(clSetKernelArg(forest, index, sizeof(int), &graph.vertices));

  const size_t global = groups * wg;
  const double start = app::now();
  CL_OK(clEnqueueNDRangeKernel(cl.queue, forest, 1, nullptr, &global, &wg, 0, nullptr, nullptr));
  CL_OK(clFinish(cl.queue));
  seconds = app::now() - start;

  chosen.assign(edges.a.size(), 0);
  if (!chosen.empty())
    CL_OK(clEnqueueReadBuffer(cl.queue, mem["in_forest"], CL_TRUE, 0, sizeof(int) * chosen.size(), chosen.data(), 0,
                              nullptr, nullptr));
  CL_OK(clEnqueueReadBuffer(cl.queue, mem["joined"], CL_TRUE, 0, sizeof(int), &rounds, 0, nullptr, nullptr));
  clReleaseKernel(forest);
  for (auto &[name, buffer] : mem)
    clReleaseMemObject(buffer);
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  graphs::Graph graph = app::loadGraph(options, /*directed=*/false);
  if (graph.vertices == 0) {
    fprintf(stderr, "mst_single: the graph is empty\n");
    return 2;
  }
  forests::Edges edges(graph);
  app::Setup setup;
  if (!setup.openFile(options.device, options.kernelFile, "mst_single.cl", argv[0], ""))
    return 2;

  app::Report report("mst_single", app::deviceName(setup.device), graph, "total length");
  std::vector<int> chosen;
  try {
    for (long i = 0; i < options.repeat; i++) {
      double seconds = 0;
      spanningForest(setup, graph, edges, (size_t)options.wg, chosen, report.iterations, seconds);
      report.seconds.push_back(seconds);
    }
  } catch (const std::exception &error) {
    fprintf(stderr, "mst_single: %s\n", error.what());
    return 2;
  }
  setup.close();

  forests::judge(report, graph, edges, chosen);
  return app::finish(report, options, chosen);
}
