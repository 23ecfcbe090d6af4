// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maximal independent set of an undirected graph with OpenCL: three kernels per
// round until no vertex is undecided.

#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <CL/cl.h>

#include <cstdio>
#include <string>
#include <vector>

enum Status { UNDECIDED = 0, IN_SET = 1, INACTIVE = 2 };

#define CHECK(call)                                                            \
  do {                                                                         \
    err = (call);                                                              \
    if (err != CL_SUCCESS) {                                                   \
      fprintf(stderr, "%s:%d: OpenCL error %d in %s\n", __FILE__, __LINE__,    \
              err, #call);                                                     \
      goto cleanup;                                                            \
    }                                                                          \
  } while (0)

#define CHECK_NEW(object, call)                                                \
  do {                                                                         \
    object = (call);                                                           \
    CHECK(err);                                                                \
  } while (0)

/// Runs the algorithm on the device. Gives the number of rounds, or -1 when an
/// OpenCL call failed.
static int independentSet(cl_context context, cl_command_queue queue,
                          cl_program program, const graphs::Graph &graph,
                          const std::vector<int> &keys, size_t local,
                          std::vector<int> &status, double *seconds) {
  const int n = graph.vertices;
  const size_t global = ((size_t)n + local - 1) / local * local;
  // OpenCL has no empty buffers.
  const size_t vertex_bytes = sizeof(int) * (size_t)(n > 0 ? n : 1);
  const size_t row_bytes = sizeof(int) * ((size_t)n + 1);
  const size_t arcs = graph.col.size();
  const size_t arc_bytes = sizeof(int) * (arcs > 0 ? arcs : 1);
  cl_int err = CL_SUCCESS;
  cl_kernel find_first = nullptr, join_set = nullptr, update_status = nullptr;
  cl_mem d_row = nullptr, d_col = nullptr, d_key = nullptr, d_status = nullptr,
         d_next = nullptr, d_first = nullptr, d_undecided = nullptr;
  int undecided = 0;
  int rounds = 0;
  double start = 0;

  CHECK_NEW(find_first, clCreateKernel(program, "find_first", &err));
  CHECK_NEW(join_set, clCreateKernel(program, "join_set", &err));
  CHECK_NEW(update_status, clCreateKernel(program, "update_status", &err));

  CHECK_NEW(d_row, clCreateBuffer(context, CL_MEM_READ_ONLY, row_bytes, nullptr, &err));
  CHECK_NEW(d_col, clCreateBuffer(context, CL_MEM_READ_ONLY, arc_bytes, nullptr, &err));
  CHECK_NEW(d_key, clCreateBuffer(context, CL_MEM_READ_ONLY, vertex_bytes, nullptr, &err));
  CHECK_NEW(d_status, clCreateBuffer(context, CL_MEM_READ_WRITE, vertex_bytes, nullptr, &err));
  CHECK_NEW(d_next, clCreateBuffer(context, CL_MEM_READ_WRITE, vertex_bytes, nullptr, &err));
  CHECK_NEW(d_first, clCreateBuffer(context, CL_MEM_READ_WRITE, vertex_bytes, nullptr, &err));
  CHECK_NEW(d_undecided, clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), nullptr, &err));

  CHECK(clEnqueueWriteBuffer(queue, d_row, CL_TRUE, 0, row_bytes, graph.row.data(), 0, nullptr, nullptr));
  if (arcs > 0)
    CHECK(clEnqueueWriteBuffer(queue, d_col, CL_TRUE, 0, arc_bytes, graph.col.data(), 0, nullptr, nullptr));
  status.assign(n, UNDECIDED);
  if (n > 0) {
    CHECK(clEnqueueWriteBuffer(queue, d_key, CL_TRUE, 0, vertex_bytes, keys.data(), 0, nullptr, nullptr));
    CHECK(clEnqueueWriteBuffer(queue, d_status, CL_TRUE, 0, vertex_bytes, status.data(), 0, nullptr, nullptr));
    CHECK(clEnqueueWriteBuffer(queue, d_next, CL_TRUE, 0, vertex_bytes, status.data(), 0, nullptr, nullptr));
  }

  CHECK(clSetKernelArg(find_first, 0, sizeof(cl_mem), &d_row));
  CHECK(clSetKernelArg(find_first, 1, sizeof(cl_mem), &d_col));
  CHECK(clSetKernelArg(find_first, 2, sizeof(cl_mem), &d_key));
  CHECK(clSetKernelArg(find_first, 3, sizeof(cl_mem), &d_status));
  CHECK(clSetKernelArg(find_first, 4, sizeof(cl_mem), &d_first));
  CHECK(clSetKernelArg(find_first, 5, sizeof(cl_mem), &d_undecided));
  CHECK(clSetKernelArg(find_first, 6, sizeof(int), &n));

  CHECK(clSetKernelArg(join_set, 0, sizeof(cl_mem), &d_row));
  CHECK(clSetKernelArg(join_set, 1, sizeof(cl_mem), &d_col));
  CHECK(clSetKernelArg(join_set, 2, sizeof(cl_mem), &d_key));
  CHECK(clSetKernelArg(join_set, 3, sizeof(cl_mem), &d_status));
  CHECK(clSetKernelArg(join_set, 4, sizeof(cl_mem), &d_first));
  CHECK(clSetKernelArg(join_set, 5, sizeof(cl_mem), &d_next));
  CHECK(clSetKernelArg(join_set, 6, sizeof(int), &n));

  CHECK(clSetKernelArg(update_status, 0, sizeof(cl_mem), &d_status));
  CHECK(clSetKernelArg(update_status, 1, sizeof(cl_mem), &d_next));
  CHECK(clSetKernelArg(update_status, 2, sizeof(int), &n));

  CHECK(clFinish(queue));
  start = app::now();
  undecided = n > 0;
  while (undecided) {
    undecided = 0;
    CHECK(clEnqueueWriteBuffer(queue, d_undecided, CL_TRUE, 0, sizeof(int), &undecided, 0, nullptr, nullptr));
    CHECK(clEnqueueNDRangeKernel(queue, find_first, 1, nullptr, &global, &local, 0, nullptr, nullptr));
    CHECK(clEnqueueNDRangeKernel(queue, join_set, 1, nullptr, &global, &local, 0, nullptr, nullptr));
    CHECK(clEnqueueNDRangeKernel(queue, update_status, 1, nullptr, &global, &local, 0, nullptr, nullptr));
    CHECK(clEnqueueReadBuffer(queue, d_undecided, CL_TRUE, 0, sizeof(int), &undecided, 0, nullptr, nullptr));
    rounds++;
  }
  *seconds = app::now() - start;

  if (n > 0)
    CHECK(clEnqueueReadBuffer(queue, d_status, CL_TRUE, 0, vertex_bytes, status.data(), 0, nullptr, nullptr));

cleanup:
  if (d_undecided)
    clReleaseMemObject(d_undecided);
  if (d_first)
    clReleaseMemObject(d_first);
  if (d_next)
    clReleaseMemObject(d_next);
  if (d_status)
    clReleaseMemObject(d_status);
  if (d_key)
    clReleaseMemObject(d_key);
  if (d_col)
    clReleaseMemObject(d_col);
  if (d_row)
    clReleaseMemObject(d_row);
  if (update_status)
    clReleaseKernel(update_status);
  if (join_set)
    clReleaseKernel(join_set);
  if (find_first)
    clReleaseKernel(find_first);
  return err == CL_SUCCESS ? rounds : -1;
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  graphs::Graph graph = app::loadGraph(options, /*directed=*/false);
  const std::vector<int> keys = app::loadKeys(options, graph);
  std::string source;
  if (!app::loadSource(options.kernelFile, "mis.cl", argv[0], &source))
    return 2;

  app::Report report("mis", "", graph, "set size");

  cl_int err = CL_SUCCESS;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  const char *text = source.c_str();
  const size_t length = source.size();
  std::vector<int> status;
  bool ran = false;

  if (!app::pickDevice(options.device, &platform, &device)) {
    fprintf(stderr, "no OpenCL device '%s'\n", options.device.c_str());
    return 2;
  }
  report.device = app::deviceName(device);
  CHECK_NEW(context, clCreateContext(nullptr, 1, &device, nullptr, nullptr, &err));
  CHECK_NEW(queue, clCreateCommandQueue(context, device, 0, &err));
  CHECK_NEW(program, clCreateProgramWithSource(context, 1, &text, &length, &err));
  err = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  if (err != CL_SUCCESS) {
    app::printBuildLog(program, device);
    goto cleanup;
  }

  for (long i = 0; i < options.repeat; i++) {
    double seconds = 0;
    report.iterations = independentSet(context, queue, program, graph, keys,
                                       (size_t)options.wg, status, &seconds);
    if (report.iterations < 0)
      goto cleanup;
    report.seconds.push_back(seconds);
  }
  ran = true;

cleanup:
  if (program)
    clReleaseProgram(program);
  if (queue)
    clReleaseCommandQueue(queue);
  if (context)
    clReleaseContext(context);
  if (!ran)
    return 2;

  report.matches = status == references::independentSet(graph, keys);
  report.valid = references::isMaximalIndependentSet(graph, status);
  for (int s : status)
    report.result += s == IN_SET;
  return app::finish(report, options, status);
}
