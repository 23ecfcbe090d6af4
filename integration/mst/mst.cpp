// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minimum spanning forest with OpenCL, after Boruvka: rounds of five kernels,
// and within each round pointer jumping until all components have a root.

#include "forest.h"
#include "graph.h"
#include "opencl_util.h"
#include "options.h"

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define OCL(expr)                                                              \
  do {                                                                         \
    cl_int _err = (expr);                                                      \
    if (_err == CL_SUCCESS)                                                    \
      break;                                                                   \
    fprintf(stderr, "mst: '%s' returned %d\n", #expr, (int)_err);              \
    abort();                                                                   \
  } while (0)

#define OCL_NEW(expr)                                                          \
  ({                                                                           \
    cl_int _err = CL_INVALID_VALUE;                                            \
    decltype(expr) _made = (expr);                                             \
    if (_err != CL_SUCCESS) {                                                  \
      fprintf(stderr, "mst: '%s' returned %d\n", #expr, (int)_err);            \
      abort();                                                                 \
    }                                                                          \
    _made;                                                                     \
  })

static cl_mem array(cl_context context, const std::vector<int> &values) {
  size_t bytes = sizeof(int) * values.size();
  if (bytes == 0)
    return OCL_NEW(clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), NULL, &_err));
  return OCL_NEW(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                (void *)values.data(), &_err));
}

static int spanningForest(const app::Setup &cl, const graphs::Graph &graph, const forests::Edges &edges,
                          size_t wg, std::vector<int> &chosen, double *seconds) {
  int n = graph.vertices, m = (int)edges.a.size();
  cl_mem row = array(cl.context, graph.row), col = array(cl.context, graph.col);
  cl_mem length = array(cl.context, graph.weight), number = array(cl.context, edges.number);
  cl_mem endA = array(cl.context, edges.a), endB = array(cl.context, edges.b);
  std::vector<int> zeros(n), unused(m);
  cl_mem component = array(cl.context, zeros), bestLength = array(cl.context, zeros);
  cl_mem bestEdge = array(cl.context, zeros), forest = array(cl.context, unused);
  cl_mem parents[2] = {array(cl.context, zeros), array(cl.context, zeros)};
  cl_mem flag = array(cl.context, std::vector<int>(1));

  cl_kernel init = OCL_NEW(clCreateKernel(cl.program, "init", &_err));
  cl_kernel clear = OCL_NEW(clCreateKernel(cl.program, "clear_best", &_err));
  cl_kernel lightest = OCL_NEW(clCreateKernel(cl.program, "lightest", &_err));
  cl_kernel elect = OCL_NEW(clCreateKernel(cl.program, "elect", &_err));
  cl_kernel join = OCL_NEW(clCreateKernel(cl.program, "join", &_err));
  cl_kernel jump = OCL_NEW(clCreateKernel(cl.program, "jump", &_err));
  cl_kernel rename = OCL_NEW(clCreateKernel(cl.program, "rename", &_err));

  int arg = 0;
  OCL(clSetKernelArg(init, arg++, sizeof(cl_mem), &component));
  OCL(clSetKernelArg(init, arg++, sizeof(cl_mem), &forest));
  OCL(clSetKernelArg(init, arg++, sizeof(int), &n));
  OCL(clSetKernelArg(init, arg++, sizeof(int), &m));
  arg = 0;
  OCL(clSetKernelArg(clear, arg++, sizeof(cl_mem), &bestLength));
  OCL(clSetKernelArg(clear, arg++, sizeof(cl_mem), &bestEdge));
  OCL(clSetKernelArg(clear, arg++, sizeof(int), &n));
  arg = 0;
  OCL(clSetKernelArg(lightest, arg++, sizeof(cl_mem), &row));
  OCL(clSetKernelArg(lightest, arg++, sizeof(cl_mem), &col));
  OCL(clSetKernelArg(lightest, arg++, sizeof(cl_mem), &length));
  OCL(clSetKernelArg(lightest, arg++, sizeof(cl_mem), &component));
  OCL(clSetKernelArg(lightest, arg++, sizeof(cl_mem), &bestLength));
  OCL(clSetKernelArg(lightest, arg++, sizeof(int), &n));
  arg = 0;
  OCL(clSetKernelArg(elect, arg++, sizeof(cl_mem), &row));
  OCL(clSetKernelArg(elect, arg++, sizeof(cl_mem), &col));
  OCL(clSetKernelArg(elect, arg++, sizeof(cl_mem), &length));
  OCL(clSetKernelArg(elect, arg++, sizeof(cl_mem), &number));
  OCL(clSetKernelArg(elect, arg++, sizeof(cl_mem), &component));
  OCL(clSetKernelArg(elect, arg++, sizeof(cl_mem), &bestLength));
  OCL(clSetKernelArg(elect, arg++, sizeof(cl_mem), &bestEdge));
  OCL(clSetKernelArg(elect, arg++, sizeof(int), &n));

  size_t items = ((size_t)n + wg - 1) / wg * wg;
  size_t allItems = ((size_t)std::max(n, m) + wg - 1) / wg * wg;
  app::makeResident(cl.queue, {row, col, length});
  double start = app::now();
  OCL(clEnqueueNDRangeKernel(cl.queue, init, 1, NULL, &allItems, &wg, 0, NULL, NULL));

  int rounds = 0, joined;
  do {
    int zero = 0, now = 0, moved;
    OCL(clEnqueueNDRangeKernel(cl.queue, clear, 1, NULL, &items, &wg, 0, NULL, NULL));
    OCL(clEnqueueNDRangeKernel(cl.queue, lightest, 1, NULL, &items, &wg, 0, NULL, NULL));
    OCL(clEnqueueNDRangeKernel(cl.queue, elect, 1, NULL, &items, &wg, 0, NULL, NULL));

    OCL(clEnqueueWriteBuffer(cl.queue, flag, CL_TRUE, 0, sizeof(int), &zero, 0, NULL, NULL));
    arg = 0;
    OCL(clSetKernelArg(join, arg++, sizeof(cl_mem), &endA));
    OCL(clSetKernelArg(join, arg++, sizeof(cl_mem), &endB));
    OCL(clSetKernelArg(join, arg++, sizeof(cl_mem), &component));
    OCL(clSetKernelArg(join, arg++, sizeof(cl_mem), &bestEdge));
    OCL(clSetKernelArg(join, arg++, sizeof(cl_mem), &parents[0]));
    OCL(clSetKernelArg(join, arg++, sizeof(cl_mem), &forest));
    OCL(clSetKernelArg(join, arg++, sizeof(cl_mem), &flag));
    OCL(clSetKernelArg(join, arg++, sizeof(int), &n));
    OCL(clEnqueueNDRangeKernel(cl.queue, join, 1, NULL, &items, &wg, 0, NULL, NULL));
    OCL(clEnqueueReadBuffer(cl.queue, flag, CL_TRUE, 0, sizeof(int), &joined, 0, NULL, NULL));

    if (joined) {
      do {
        OCL(clEnqueueWriteBuffer(cl.queue, flag, CL_TRUE, 0, sizeof(int), &zero, 0, NULL, NULL));
        arg = 0;
        OCL(clSetKernelArg(jump, arg++, sizeof(cl_mem), &parents[now]));
        OCL(clSetKernelArg(jump, arg++, sizeof(cl_mem), &parents[1 - now]));
        OCL(clSetKernelArg(jump, arg++, sizeof(cl_mem), &flag));
        OCL(clSetKernelArg(jump, arg++, sizeof(int), &n));
        OCL(clEnqueueNDRangeKernel(cl.queue, jump, 1, NULL, &items, &wg, 0, NULL, NULL));
        OCL(clEnqueueReadBuffer(cl.queue, flag, CL_TRUE, 0, sizeof(int), &moved, 0, NULL, NULL));
        now ^= 1;
      } while (moved);
      arg = 0;
      OCL(clSetKernelArg(rename, arg++, sizeof(cl_mem), &component));
      OCL(clSetKernelArg(rename, arg++, sizeof(cl_mem), &parents[now]));
      OCL(clSetKernelArg(rename, arg++, sizeof(int), &n));
      OCL(clEnqueueNDRangeKernel(cl.queue, rename, 1, NULL, &items, &wg, 0, NULL, NULL));
    }
    rounds++;
  } while (joined);
  OCL(clFinish(cl.queue));
  *seconds = app::now() - start;

  chosen.assign(m, 0);
  if (m > 0)
    OCL(clEnqueueReadBuffer(cl.queue, forest, CL_TRUE, 0, sizeof(int) * m, chosen.data(), 0, NULL, NULL));
  for (cl_kernel kernel : {init, clear, lightest, elect, join, jump, rename})
    clReleaseKernel(kernel);
  for (cl_mem mem : {row, col, length, number, endA, endB, component, bestLength, bestEdge, forest,
                     parents[0], parents[1], flag})
    clReleaseMemObject(mem);
  return rounds;
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  graphs::Graph graph = app::loadGraph(options, /*directed=*/false);
  if (graph.vertices == 0) {
    fprintf(stderr, "mst: the graph is empty\n");
    return 2;
  }
  forests::Edges edges(graph);
  app::Setup setup;
  if (!setup.openFile(options.device, options.kernelFile, "mst.cl", argv[0], ""))
    return 2;

  app::Report report("mst", app::deviceName(setup.device), graph, "total length");
  std::vector<int> chosen;
  for (long i = 0; i < options.repeat; i++) {
    double seconds = 0;
    report.iterations = spanningForest(setup, graph, edges, (size_t)options.wg, chosen, &seconds);
    report.seconds.push_back(seconds);
  }
  setup.close();

  forests::judge(report, graph, edges, chosen);
  return app::finish(report, options, chosen);
}
