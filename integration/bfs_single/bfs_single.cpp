// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth-first search in a single launch. The kernel has a barrier between its groups, so the host
// launches as many as it takes the device to run at the same time. Plain functions, errors end the program.

#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <CL/cl.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void must(cl_int status, const char *what) {
  if (status == CL_SUCCESS)
    return;
  fprintf(stderr, "bfs_single: %s: error %d\n", what, status);
  exit(2);
}

static cl_mem buffer(const app::Setup &setup, size_t count, const int *data) {
  cl_int status;
  cl_mem mem = clCreateBuffer(setup.context, CL_MEM_READ_WRITE | (count ? CL_MEM_COPY_HOST_PTR : 0),
                              (count ? count : 1) * sizeof(int), (void *)(count ? data : NULL), &status);
  must(status, "clCreateBuffer");
  return mem;
}

/// Groups that are assumed to run at the same time.
static size_t assumedGroups(cl_device_id device) {
  cl_uint units = 1;
  cl_device_type type = CL_DEVICE_TYPE_CPU;
  must(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL), "clGetDeviceInfo");
  must(clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL), "clGetDeviceInfo");
  return type & CL_DEVICE_TYPE_GPU ? 2 * units : units;
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  graphs::Graph graph = app::loadGraph(options, /*directed=*/true);
  int source = app::sourceVertex(options, graph);
  app::Setup setup;
  if (!setup.openFile(options.device, options.kernelFile, "bfs_single.cl", argv[0], NULL))
    return 2;

  app::Report report("bfs_single", app::deviceName(setup.device), graph, "reached");

  cl_int status;
  cl_kernel search = clCreateKernel(setup.program, "search", &status);
  must(status, "clCreateKernel");
  std::vector<int> depth;
  for (long i = 0; i < options.repeat; i++) {
    depth.assign(graph.vertices, INT_MAX);
    depth[source] = 0;
    const int zero = 0;
    cl_mem args[] = {buffer(setup, graph.row.size(), graph.row.data()),
                     buffer(setup, graph.col.size(), graph.col.data()), buffer(setup, depth.size(), depth.data()),
                     buffer(setup, 1, &zero), buffer(setup, 1, &zero)};
    for (cl_uint a = 0; a < 5; a++)
      must(clSetKernelArg(search, a, sizeof(cl_mem), &args[a]), "clSetKernelArg");
    must(clSetKernelArg(search, 5, sizeof(int), &graph.vertices), "clSetKernelArg");

    const size_t local = (size_t)options.wg, global = assumedGroups(setup.device) * local;
    double start = app::now();
    status = clEnqueueNDRangeKernel(setup.queue, search, 1, NULL, &global, &local, 0, NULL, NULL);
    must(status, "clEnqueueNDRangeKernel");
    must(clFinish(setup.queue), "clFinish");
    report.seconds.push_back(app::now() - start);

    int deepest = 0;
    must(clEnqueueReadBuffer(setup.queue, args[3], CL_TRUE, 0, sizeof(int), &deepest, 0, NULL, NULL),
         "clEnqueueReadBuffer");
    must(clEnqueueReadBuffer(setup.queue, args[2], CL_TRUE, 0, depth.size() * sizeof(int), depth.data(), 0, NULL, NULL),
         "clEnqueueReadBuffer");
    report.iterations = deepest + 1;
    for (cl_mem mem : args)
      clReleaseMemObject(mem);
  }
  clReleaseKernel(search);
  setup.close();

  references::judge(report, graph, source, depth, references::levels(graph, source), /*unit=*/true);
  return app::finish(report, options, depth);
}
