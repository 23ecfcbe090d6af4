// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single-source shortest paths with OpenCL, in the form of linear algebra:
// y = min(x, A x), compare y with x, copy y to x, until nothing changes.

#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <CL/cl.h>

#include <climits>
#include <cstdio>
#include <string>
#include <vector>

/// Computes all distances from `source`. Row v of the graph holds the arcs that
/// end in v. Returns an OpenCL status.
static cl_int shortestPaths(cl_context context, cl_command_queue queue,
                            cl_program program, const graphs::Graph &graph,
                            int source, size_t local, std::vector<int> &distance,
                            int *iterations, double *seconds) {
  cl_int err;
  int n = graph.vertices;
  int changed;
  int rounds = 0;
  *iterations = 0;
  *seconds = 0;
  distance.assign(n, INT_MAX);
  if (n == 0)
    return CL_SUCCESS;

  size_t vertex_bytes = sizeof(int) * n;
  size_t arc_bytes = sizeof(int) * (graph.col.empty() ? 1 : graph.col.size());
  size_t global = (n + local - 1) / local * local;

  cl_kernel init = clCreateKernel(program, "init_distance", &err);
  if (err)
    return err;
  cl_kernel spmv = clCreateKernel(program, "spmv_min_plus", &err);
  if (err)
    return err;
  cl_kernel diff = clCreateKernel(program, "vector_diff", &err);
  if (err)
    return err;
  cl_kernel assign = clCreateKernel(program, "vector_assign", &err);
  if (err)
    return err;

  cl_mem d_row = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(int) * (n + 1), NULL, &err);
  if (err)
    return err;
  cl_mem d_col = clCreateBuffer(context, CL_MEM_READ_ONLY, arc_bytes, NULL, &err);
  if (err)
    return err;
  cl_mem d_length = clCreateBuffer(context, CL_MEM_READ_ONLY, arc_bytes, NULL, &err);
  if (err)
    return err;
  cl_mem d_x = clCreateBuffer(context, CL_MEM_READ_WRITE, vertex_bytes, NULL, &err);
  if (err)
    return err;
  cl_mem d_y = clCreateBuffer(context, CL_MEM_READ_WRITE, vertex_bytes, NULL, &err);
  if (err)
    return err;
  cl_mem d_changed = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), NULL, &err);
  if (err)
    return err;

  err = clEnqueueWriteBuffer(queue, d_row, CL_TRUE, 0, sizeof(int) * (n + 1), graph.row.data(), 0, NULL, NULL);
  if (err)
    return err;
  if (!graph.col.empty()) {
    err = clEnqueueWriteBuffer(queue, d_col, CL_TRUE, 0, arc_bytes, graph.col.data(), 0, NULL, NULL);
    if (err)
      return err;
    err = clEnqueueWriteBuffer(queue, d_length, CL_TRUE, 0, arc_bytes, graph.weight.data(), 0, NULL, NULL);
    if (err)
      return err;
  }

  clSetKernelArg(init, 0, sizeof(cl_mem), &d_x);
  clSetKernelArg(init, 1, sizeof(int), &source);
  clSetKernelArg(init, 2, sizeof(int), &n);

  clSetKernelArg(spmv, 0, sizeof(cl_mem), &d_row);
  clSetKernelArg(spmv, 1, sizeof(cl_mem), &d_col);
  clSetKernelArg(spmv, 2, sizeof(cl_mem), &d_length);
  clSetKernelArg(spmv, 3, sizeof(cl_mem), &d_x);
  clSetKernelArg(spmv, 4, sizeof(cl_mem), &d_y);
  clSetKernelArg(spmv, 5, sizeof(int), &n);

  clSetKernelArg(diff, 0, sizeof(cl_mem), &d_x);
  clSetKernelArg(diff, 1, sizeof(cl_mem), &d_y);
  clSetKernelArg(diff, 2, sizeof(cl_mem), &d_changed);
  clSetKernelArg(diff, 3, sizeof(int), &n);

  clSetKernelArg(assign, 0, sizeof(cl_mem), &d_x);
  clSetKernelArg(assign, 1, sizeof(cl_mem), &d_y);
  clSetKernelArg(assign, 2, sizeof(int), &n);

  err = clEnqueueNDRangeKernel(queue, init, 1, NULL, &global, &local, 0, NULL, NULL);
  if (err)
    return err;
  clFinish(queue);

  double start = app::now();
  do {
    changed = 0;
    err = clEnqueueWriteBuffer(queue, d_changed, CL_TRUE, 0, sizeof(int), &changed, 0, NULL, NULL);
    if (err)
      return err;

    err = clEnqueueNDRangeKernel(queue, spmv, 1, NULL, &global, &local, 0, NULL, NULL);
    if (err)
      return err;

    err = clEnqueueNDRangeKernel(queue, diff, 1, NULL, &global, &local, 0, NULL, NULL);
    if (err)
      return err;

    err = clEnqueueNDRangeKernel(queue, assign, 1, NULL, &global, &local, 0, NULL, NULL);
    if (err)
      return err;

    err = clEnqueueReadBuffer(queue, d_changed, CL_TRUE, 0, sizeof(int), &changed, 0, NULL, NULL);
    if (err)
      return err;
    rounds++;
  } while (changed);
  *seconds = app::now() - start;
  *iterations = rounds;

  err = clEnqueueReadBuffer(queue, d_x, CL_TRUE, 0, vertex_bytes, distance.data(), 0, NULL, NULL);

  clReleaseMemObject(d_row);
  clReleaseMemObject(d_col);
  clReleaseMemObject(d_length);
  clReleaseMemObject(d_x);
  clReleaseMemObject(d_y);
  clReleaseMemObject(d_changed);
  clReleaseKernel(init);
  clReleaseKernel(spmv);
  clReleaseKernel(diff);
  clReleaseKernel(assign);
  return err;
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  const graphs::Graph forward = app::loadGraph(options, /*directed=*/true);
  // Row v holds the arcs that end in v.
  const graphs::Graph graph = graphs::transpose(forward);
  int source = graph.vertices > 0 ? app::sourceVertex(options, graph) : 0;
  std::string text;
  if (!app::loadSource(options.kernelFile, "sssp.cl", argv[0], &text))
    return 2;

  cl_platform_id platform;
  cl_device_id device;
  if (!app::pickDevice(options.device, &platform, &device)) {
    fprintf(stderr, "no OpenCL device '%s'\n", options.device.c_str());
    return 2;
  }

  cl_int err;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  if (err) {
    fprintf(stderr, "sssp: clCreateContext: %d\n", err);
    return 2;
  }
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
  if (err) {
    fprintf(stderr, "sssp: clCreateCommandQueue: %d\n", err);
    return 2;
  }
  const char *lines = text.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &lines, NULL, &err);
  if (err) {
    fprintf(stderr, "sssp: clCreateProgramWithSource: %d\n", err);
    return 2;
  }
  err = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
  if (err) {
    app::printBuildLog(program, device);
    return 2;
  }

  app::Report report("sssp", app::deviceName(device), graph, "reached");

  std::vector<int> distance;
  for (long i = 0; i < options.repeat; i++) {
    double seconds;
    err = shortestPaths(context, queue, program, graph, source,
                        (size_t)options.wg, distance, &report.iterations,
                        &seconds);
    if (err) {
      fprintf(stderr, "sssp: OpenCL error %d\n", err);
      return 2;
    }
    report.seconds.push_back(seconds);
  }

  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);

  references::judge(report, forward, source, distance, references::shortestPaths<int>(forward, source));
  return app::finish(report, options, distance);
}
