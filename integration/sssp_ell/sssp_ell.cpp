// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single-source shortest paths with OpenCL on a graph in ELL layout, with
// kernel functors of the C++ API and two vectors that change places.

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>

#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <iostream>
#include <string>
#include <utility>
#include <vector>

const cl_uint nothing = CL_UINT_MAX;

/// Row v holds the arcs that end in v.
struct EllMatrix {
  cl_uint rows = 0, width = 0;
  std::vector<cl_uint> column, length;

  explicit EllMatrix(const graphs::Graph &graph) : rows((cl_uint)graph.vertices) {
    for (int v = 0; v < graph.vertices; ++v)
      width = std::max(width, (cl_uint)graph.degree(v));
    column.assign((size_t)rows * width + 1, nothing);
    length.assign((size_t)rows * width + 1, 0);
    for (int v = 0; v < graph.vertices; ++v)
      for (int i = 0; i < graph.degree(v); ++i) {
        column[(size_t)i * rows + v] = (cl_uint)graph.col[graph.row[v] + i];
        length[(size_t)i * rows + v] = (cl_uint)graph.weight[graph.row[v] + i];
      }
  }
};

static int shortestPaths(cl::Context &context, cl::CommandQueue &queue, cl::Program &program,
                         const EllMatrix &matrix, size_t local, std::vector<cl_uint> &distance) {
  cl::Buffer column(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                    matrix.column.size() * sizeof(cl_uint), (void *)matrix.column.data());
  cl::Buffer length(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                    matrix.length.size() * sizeof(cl_uint), (void *)matrix.length.data());
  cl::Buffer from(context, CL_MEM_READ_WRITE, distance.size() * sizeof(cl_uint));
  cl::Buffer to(context, CL_MEM_READ_WRITE, distance.size() * sizeof(cl_uint));
  cl::Buffer differs(context, CL_MEM_READ_WRITE, sizeof(cl_uchar));
  queue.enqueueWriteBuffer(from, CL_TRUE, 0, distance.size() * sizeof(cl_uint), distance.data());

  cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer, cl::Buffer, cl_uint, cl_uint> minPlus(
      program, "min_plus");
  cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer, cl_uint> compare(program, "compare");
  const cl::EnqueueArgs range(queue, cl::NDRange((matrix.rows + local - 1) / local * local),
                              cl::NDRange(local));

  int rounds = 0;
  bool changed = true;
  while (changed) {
    cl_uchar flag = 0;
    queue.enqueueWriteBuffer(differs, CL_TRUE, 0, sizeof(flag), &flag);
    minPlus(range, column, length, from, to, matrix.width, matrix.rows);
    compare(range, from, to, differs, matrix.rows);
    queue.enqueueReadBuffer(differs, CL_TRUE, 0, sizeof(flag), &flag);
    changed = flag != 0;
    std::swap(from, to);
    ++rounds;
  }

  queue.enqueueReadBuffer(from, CL_TRUE, 0, distance.size() * sizeof(cl_uint), distance.data());
  return rounds;
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  const graphs::Graph graph = app::loadGraph(options, /*directed=*/true);
  const int source = app::sourceVertex(options, graph);
  const EllMatrix matrix(graphs::transpose(graph));
  std::string text;
  if (!app::loadSource(options.kernelFile, "sssp_ell.cl", argv[0], &text))
    return 2;

  app::Report report("sssp_ell", "", graph, "reached");
  std::vector<cl_uint> distance;
  try {
    cl_platform_id platform;
    cl_device_id id;
    if (!app::pickDevice(options.device, &platform, &id)) {
      std::cerr << "no OpenCL device '" << options.device << "'\n";
      return 2;
    }
    report.device = app::deviceName(id);
    cl::Device device(id, true);
    cl::Context context(device);
    cl::CommandQueue queue(context, device);
    cl::Program program(context, text, true);
    for (long i = 0; i < options.repeat; ++i) {
      distance.assign(graph.vertices, nothing);
      distance[source] = 0;
      const double start = app::now();
      report.iterations = shortestPaths(context, queue, program, matrix, (size_t)options.wg, distance);
      report.seconds.push_back(app::now() - start);
    }
  } catch (const cl::Error &error) {
    std::cerr << "sssp_ell: " << error.what() << ": " << error.err() << "\n";
    return 2;
  }

  references::judge(report, graph, source, distance, references::shortestPaths<cl_uint>(graph, source));
  return app::finish(report, options, distance);
}
