// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graph colouring with OpenCL: two kernels per colour until every vertex has
// one.

#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static void checkError(cl_int err, const char *what) {
  if (err != CL_SUCCESS) {
    fprintf(stderr, "color: %s failed with %d\n", what, err);
    exit(2);
  }
}

static cl_mem createBuffer(cl_context context, size_t count, const int *data) {
  cl_int err;
  // OpenCL has no empty buffers.
  size_t bytes = sizeof(int) * (count > 0 ? count : 1);
  cl_mem_flags flags = CL_MEM_READ_WRITE;
  if (data && count > 0)
    flags |= CL_MEM_COPY_HOST_PTR;
  else
    data = NULL;
  cl_mem buffer = clCreateBuffer(context, flags, bytes, (void *)data, &err);
  checkError(err, "clCreateBuffer");
  return buffer;
}

/// Colours the graph on the device; returns the number of rounds.
static int colorGraph(cl_context context, cl_command_queue queue,
                      cl_program program, const graphs::Graph &graph,
                      const std::vector<int> &keys, size_t wg,
                      std::vector<int> &color, double *seconds) {
  int n = graph.vertices;
  cl_int err;
  color.assign(n, -1);

  cl_mem row_d = createBuffer(context, graph.row.size(), graph.row.data());
  cl_mem col_d = createBuffer(context, graph.col.size(), graph.col.data());
  cl_mem key_d = createBuffer(context, n, keys.data());
  cl_mem color_d = createBuffer(context, n, color.data());
  cl_mem largest_d = createBuffer(context, n, NULL);
  cl_mem flag_d = createBuffer(context, 1, NULL);

  cl_kernel kernel1 = clCreateKernel(program, "largest_neighbour", &err);
  checkError(err, "clCreateKernel");
  cl_kernel kernel2 = clCreateKernel(program, "take_color", &err);
  checkError(err, "clCreateKernel");

  err = clSetKernelArg(kernel1, 0, sizeof(cl_mem), &row_d);
  err |= clSetKernelArg(kernel1, 1, sizeof(cl_mem), &col_d);
  err |= clSetKernelArg(kernel1, 2, sizeof(cl_mem), &key_d);
  err |= clSetKernelArg(kernel1, 3, sizeof(cl_mem), &color_d);
  err |= clSetKernelArg(kernel1, 4, sizeof(cl_mem), &largest_d);
  err |= clSetKernelArg(kernel1, 5, sizeof(cl_mem), &flag_d);
  err |= clSetKernelArg(kernel1, 6, sizeof(cl_int), &n);
  checkError(err, "clSetKernelArg");

  err = clSetKernelArg(kernel2, 0, sizeof(cl_mem), &key_d);
  err |= clSetKernelArg(kernel2, 1, sizeof(cl_mem), &largest_d);
  err |= clSetKernelArg(kernel2, 2, sizeof(cl_mem), &color_d);
  err |= clSetKernelArg(kernel2, 4, sizeof(cl_int), &n);
  checkError(err, "clSetKernelArg");

  size_t local_size[1] = {wg};
  size_t global_size[1] = {(n + wg - 1) / wg * wg};

  app::makeResident(queue, {row_d, col_d, key_d, color_d, largest_d, flag_d});
  double start = app::now();
  cl_int uncolored = n > 0 ? 1 : 0;
  cl_int round;
  for (round = 0; uncolored != 0; ++round) {
    uncolored = 0;
    err = clEnqueueWriteBuffer(queue, flag_d, CL_TRUE, 0, sizeof(cl_int),
                               &uncolored, 0, NULL, NULL);
    checkError(err, "clEnqueueWriteBuffer");

    err = clEnqueueNDRangeKernel(queue, kernel1, 1, NULL, global_size,
                                 local_size, 0, NULL, NULL);
    checkError(err, "clEnqueueNDRangeKernel");
    err = clFinish(queue);
    checkError(err, "clFinish");

    // The colour of this round.
    err = clSetKernelArg(kernel2, 3, sizeof(cl_int), &round);
    checkError(err, "clSetKernelArg");
    err = clEnqueueNDRangeKernel(queue, kernel2, 1, NULL, global_size,
                                 local_size, 0, NULL, NULL);
    checkError(err, "clEnqueueNDRangeKernel");
    err = clFinish(queue);
    checkError(err, "clFinish");

    err = clEnqueueReadBuffer(queue, flag_d, CL_TRUE, 0, sizeof(cl_int),
                              &uncolored, 0, NULL, NULL);
    checkError(err, "clEnqueueReadBuffer");
  }
  *seconds = app::now() - start;

  if (n > 0) {
    err = clEnqueueReadBuffer(queue, color_d, CL_TRUE, 0, sizeof(int) * n,
                              color.data(), 0, NULL, NULL);
    checkError(err, "clEnqueueReadBuffer");
  }

  clReleaseKernel(kernel1);
  clReleaseKernel(kernel2);
  clReleaseMemObject(row_d);
  clReleaseMemObject(col_d);
  clReleaseMemObject(key_d);
  clReleaseMemObject(color_d);
  clReleaseMemObject(largest_d);
  clReleaseMemObject(flag_d);
  return round;
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  graphs::Graph graph = app::loadGraph(options, /*directed=*/false);
  const std::vector<int> keys = app::loadKeys(options, graph);
  std::string source;
  if (!app::loadSource(options.kernelFile, "color.cl", argv[0], &source))
    return 2;

  cl_platform_id platform;
  cl_device_id device;
  if (!app::pickDevice(options.device, &platform, &device)) {
    fprintf(stderr, "no OpenCL device '%s'\n", options.device.c_str());
    return 2;
  }

  cl_int err;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  checkError(err, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
  checkError(err, "clCreateCommandQueue");
  const char *text = source.c_str();
  cl_program program =
      clCreateProgramWithSource(context, 1, &text, NULL, &err);
  checkError(err, "clCreateProgramWithSource");
  err = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
  if (err != CL_SUCCESS)
    app::printBuildLog(program, device);
  checkError(err, "clBuildProgram");

  app::Report report("color", app::deviceName(device), graph, "colours");

  std::vector<int> color;
  for (long i = 0; i < options.repeat; i++) {
    double seconds = 0;
    report.iterations = colorGraph(context, queue, program, graph, keys,
                                   (size_t)options.wg, color, &seconds);
    report.seconds.push_back(seconds);
  }

  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);

  report.matches = color == references::coloring(graph, keys);
  report.valid = references::isColoring(graph, color);
  for (int c : color)
    report.result = std::max(report.result, (long long)c + 1);
  return app::finish(report, options, color);
}
