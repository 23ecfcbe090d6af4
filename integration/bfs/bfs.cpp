// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth-first search with OpenCL, over all vertices or over lists. Procedural,
// with the state in a struct and errors counted.

#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <CL/cl.h>

#include <climits>
#include <cstdio>
#include <vector>

struct Bfs {
  app::Setup *cl;
  cl_kernel kernel;
  cl_mem row, col, depth;
  cl_mem flag;    // changed, or the length of the next list
  cl_mem list[2]; // this level's vertices and the next one's
  int n;
  size_t wg;
  int errors;
};

static void expect(Bfs *bfs, cl_int status, const char *what) {
  if (status != CL_SUCCESS) {
    fprintf(stderr, "bfs: %s: error %d\n", what, status);
    bfs->errors++;
  }
}

static cl_mem newBuffer(Bfs *bfs, size_t count, const int *data) {
  cl_int status;
  cl_mem mem = clCreateBuffer(bfs->cl->context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0),
                              (count ? count : 1) * sizeof(int), (void *)(count ? data : NULL), &status);
  expect(bfs, status, "clCreateBuffer");
  return mem;
}

static void setInt(Bfs *bfs, cl_uint index, int value) {
  expect(bfs, clSetKernelArg(bfs->kernel, index, sizeof(int), &value), "clSetKernelArg");
}

static void setMem(Bfs *bfs, cl_uint index, cl_mem value) {
  expect(bfs, clSetKernelArg(bfs->kernel, index, sizeof(cl_mem), &value), "clSetKernelArg");
}

static void writeFlag(Bfs *bfs, int value) {
  expect(bfs, clEnqueueWriteBuffer(bfs->cl->queue, bfs->flag, CL_TRUE, 0, sizeof(int), &value, 0, NULL, NULL),
         "clEnqueueWriteBuffer");
}

static int readFlag(Bfs *bfs) {
  int value = 0;
  expect(bfs, clEnqueueReadBuffer(bfs->cl->queue, bfs->flag, CL_TRUE, 0, sizeof(int), &value, 0, NULL, NULL),
         "clEnqueueReadBuffer");
  return value;
}

static void launch(Bfs *bfs, size_t items) {
  size_t global = (items + bfs->wg - 1) / bfs->wg * bfs->wg;
  expect(bfs, clEnqueueNDRangeKernel(bfs->cl->queue, bfs->kernel, 1, NULL, &global, &bfs->wg, 0, NULL, NULL),
         "clEnqueueNDRangeKernel");
}

static int byLevels(Bfs *bfs) {
  int level = 0;
  setMem(bfs, 0, bfs->row);
  setMem(bfs, 1, bfs->col);
  setMem(bfs, 2, bfs->depth);
  setMem(bfs, 3, bfs->flag);
  setInt(bfs, 5, bfs->n);
  for (;;) {
    writeFlag(bfs, 0);
    setInt(bfs, 4, level);
    launch(bfs, bfs->n);
    level++;
    if (!readFlag(bfs) || bfs->errors)
      break;
  }
  return level;
}

static int byLists(Bfs *bfs, int source) {
  int level = 0, count = 1, now = 0;
  expect(bfs, clEnqueueWriteBuffer(bfs->cl->queue, bfs->list[0], CL_TRUE, 0, sizeof(int), &source, 0, NULL, NULL),
         "clEnqueueWriteBuffer");
  setMem(bfs, 0, bfs->row);
  setMem(bfs, 1, bfs->col);
  setMem(bfs, 2, bfs->depth);
  setMem(bfs, 6, bfs->flag);
  while (count > 0 && !bfs->errors) {
    writeFlag(bfs, 0);
    setMem(bfs, 3, bfs->list[now]);
    setInt(bfs, 4, count);
    setMem(bfs, 5, bfs->list[1 - now]);
    setInt(bfs, 7, level++);
    launch(bfs, count);
    count = readFlag(bfs);
    now = 1 - now;
  }
  return level;
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  bool lists = app::chooseForm(options, {"level", "worklist"}) == "worklist";
  graphs::Graph graph = app::loadGraph(options, /*directed=*/true);
  int source = app::sourceVertex(options, graph);
  app::Setup setup;
  if (!setup.openFile(options.device, options.kernelFile, "bfs.cl", argv[0], NULL))
    return 2;

  app::Report report(lists ? "bfs worklist" : "bfs", app::deviceName(setup.device), graph, "reached");

  Bfs bfs = {};
  bfs.cl = &setup;
  bfs.n = graph.vertices;
  bfs.wg = (size_t)options.wg;
  std::vector<int> depth;
  for (long i = 0; i < options.repeat; i++) {
    cl_int status;
    depth.assign(graph.vertices, INT_MAX);
    depth[source] = 0;
    bfs.kernel = clCreateKernel(setup.program, lists ? "visit_list" : "visit_level", &status);
    expect(&bfs, status, "clCreateKernel");
    bfs.row = newBuffer(&bfs, graph.row.size(), graph.row.data());
    bfs.col = newBuffer(&bfs, graph.col.size(), graph.col.data());
    bfs.depth = newBuffer(&bfs, depth.size(), depth.data());
    bfs.flag = newBuffer(&bfs, 1, NULL);
    bfs.list[0] = newBuffer(&bfs, bfs.n, NULL);
    bfs.list[1] = newBuffer(&bfs, bfs.n, NULL);
    if (bfs.errors)
      return 2;

    double start = app::now();
    report.iterations = lists ? byLists(&bfs, source) : byLevels(&bfs);
    report.seconds.push_back(app::now() - start);

    expect(&bfs, clEnqueueReadBuffer(setup.queue, bfs.depth, CL_TRUE, 0, depth.size() * sizeof(int), depth.data(), 0, NULL, NULL),
           "clEnqueueReadBuffer");
    if (bfs.errors)
      return 2;
    clReleaseKernel(bfs.kernel);
    cl_mem all[] = {bfs.row, bfs.col, bfs.depth, bfs.flag, bfs.list[0], bfs.list[1]};
    for (cl_mem mem : all)
      clReleaseMemObject(mem);
  }
  setup.close();

  references::judge(report, graph, source, depth, references::levels(graph, source), /*unit=*/true);
  return app::finish(report, options, depth);
}
