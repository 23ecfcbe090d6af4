// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single-source shortest paths with OpenCL, with two work lists that change
// places. Errors are returned by a macro.

#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <CL/cl.h>

#include <climits>
#include <cstdio>
#include <utility>
#include <vector>

#define GROUP 64

#define TRY(call)                                                              \
  do {                                                                         \
    if (cl_int code = (call)) {                                                \
      fprintf(stderr, "sssp_worklist: line %d: error %d\n", __LINE__, code);   \
      return code;                                                             \
    }                                                                          \
  } while (false)

/// Allocates `count` numbers, filled from `data` unless it is null.
static cl_int make(const app::Setup &setup, size_t count, const int *data, cl_mem *mem) {
  cl_int status;
  *mem = clCreateBuffer(setup.context, CL_MEM_READ_WRITE, (count > 0 ? count : 1) * sizeof(int), nullptr, &status);
  if (status == CL_SUCCESS && data && count > 0)
    status = clEnqueueWriteBuffer(setup.queue, *mem, CL_TRUE, 0, count * sizeof(int), data, 0, nullptr, nullptr);
  return status;
}

static cl_int shortestPaths(const app::Setup &setup, const graphs::Graph &graph, int source,
                            std::vector<int> &distance, int *rounds, double *seconds) {
  const cl_command_queue queue = setup.queue;
  const size_t n = (size_t)graph.vertices;
  cl_mem row, col, length, dist, stamp, in, out, out_count;
  distance.assign(n, INT_MAX);
  distance[source] = 0;
  const std::vector<int> unseen(n, -1);
  TRY(make(setup, n + 1, graph.row.data(), &row));
  TRY(make(setup, graph.col.size(), graph.col.data(), &col));
  TRY(make(setup, graph.col.size(), graph.weight.data(), &length));
  TRY(make(setup, n, distance.data(), &dist));
  TRY(make(setup, n, unseen.data(), &stamp));
  TRY(make(setup, n, nullptr, &in));
  TRY(make(setup, n, nullptr, &out));
  TRY(make(setup, 1, nullptr, &out_count));
  TRY(clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, sizeof(int), &source, 0, nullptr, nullptr));

  cl_int status;
  cl_kernel relax = clCreateKernel(setup.program, "relax", &status);
  TRY(status);
  TRY(clSetKernelArg(relax, 0, sizeof(cl_mem), &row));
  TRY(clSetKernelArg(relax, 1, sizeof(cl_mem), &col));
  TRY(clSetKernelArg(relax, 2, sizeof(cl_mem), &length));
  TRY(clSetKernelArg(relax, 3, sizeof(cl_mem), &dist));
  TRY(clSetKernelArg(relax, 4, sizeof(cl_mem), &stamp));
  TRY(clSetKernelArg(relax, 8, sizeof(cl_mem), &out_count));

  const double start = app::now();
  int count = 1;
  for (*rounds = 0; count > 0; ++*rounds) {
    const size_t local = GROUP;
    const size_t global = ((size_t)count + local - 1) / local * local;
    const int none = 0;
    TRY(clEnqueueWriteBuffer(queue, out_count, CL_FALSE, 0, sizeof(int), &none, 0, nullptr, nullptr));
    TRY(clSetKernelArg(relax, 5, sizeof(cl_mem), &in));
    TRY(clSetKernelArg(relax, 6, sizeof(int), &count));
    TRY(clSetKernelArg(relax, 7, sizeof(cl_mem), &out));
    TRY(clSetKernelArg(relax, 9, sizeof(int), rounds));
    TRY(clEnqueueNDRangeKernel(queue, relax, 1, nullptr, &global, &local, 0, nullptr, nullptr));
    TRY(clEnqueueReadBuffer(queue, out_count, CL_TRUE, 0, sizeof(int), &count, 0, nullptr, nullptr));
    std::swap(in, out);
  }
  *seconds = app::now() - start;

  TRY(clEnqueueReadBuffer(queue, dist, CL_TRUE, 0, n * sizeof(int), distance.data(), 0, nullptr, nullptr));
  clReleaseKernel(relax);
  for (cl_mem mem : {row, col, length, dist, stamp, in, out, out_count})
    clReleaseMemObject(mem);
  return CL_SUCCESS;
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  graphs::Graph graph = app::loadGraph(options, /*directed=*/true);
  int source = app::sourceVertex(options, graph);
  app::Setup setup;
  if (!setup.openFile(options.device, options.kernelFile, "sssp_worklist.cl", argv[0], "-DGROUP=64"))
    return 2;

  app::Report report("sssp_worklist", app::deviceName(setup.device), graph, "reached");
  std::vector<int> distance;
  for (long i = 0; i < options.repeat; i++) {
    double seconds = 0;
    if (shortestPaths(setup, graph, source, distance, &report.iterations, &seconds) != CL_SUCCESS)
      return 2;
    report.seconds.push_back(seconds);
  }
  setup.close();

  references::judge(report, graph, source, distance, references::shortestPaths<int>(graph, source));
  return app::finish(report, options, distance);
}
