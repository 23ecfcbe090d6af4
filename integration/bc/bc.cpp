// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Betweenness centrality with OpenCL: for each source a search forward, level
// by level, and a sweep back.

#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <CL/cl.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

static void check(cl_int status, const char *what) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + ": " + std::to_string(status));
}

class Betweenness {
public:
  Betweenness(const app::Setup &setup, const graphs::Graph &graph, size_t wg)
      : context(setup.context), queue(setup.queue), n(graph.vertices) {
    local = wg;
    global = (n + wg - 1) / wg * wg;
    clearVertices = kernel(setup.program, "clear_vertices");
    clearMatrix = kernel(setup.program, "clear_matrix");
    expand = kernel(setup.program, "expand");
    collect = kernel(setup.program, "collect");
    addUp = kernel(setup.program, "add_up");
    row = buffer(sizeof(cl_int) * (n + 1), graph.row.data());
    col = buffer(sizeof(cl_int) * graph.col.size(), graph.col.data());
    dist = buffer(sizeof(cl_int) * n, nullptr);
    paths = buffer(sizeof(cl_int) * n, nullptr);
    pred = buffer(sizeof(cl_int) * n * n, nullptr);
    delta = buffer(sizeof(cl_float) * n, nullptr);
    more = buffer(sizeof(cl_int), nullptr);
    std::vector<float> zeros(n, 0.0f);
    centrality = buffer(sizeof(cl_float) * n, zeros.data());
    bindArguments();
  }

  ~Betweenness() {
    for (cl_kernel k : {clearVertices, clearMatrix, expand, collect, addUp})
      clReleaseKernel(k);
    for (cl_mem m : {row, col, dist, paths, pred, delta, more, centrality})
      clReleaseMemObject(m);
  }

  /// Adds the shortest paths from the first `sources` vertices. Gives the
  /// number of levels searched.
  int run(int sources) {
    int levels = 0;
    for (int source = 0; source < sources; source++) {
      clear(source);
      int deepest = forward();
      backward(deepest);
      check(clSetKernelArg(addUp, 3, sizeof(cl_int), &source), "argument");
      launch(addUp);
      levels += deepest;
    }
    check(clFinish(queue), "clFinish");
    return levels;
  }

  std::vector<float> result() {
    std::vector<float> values(n);
    check(clEnqueueReadBuffer(queue, centrality, CL_TRUE, 0, sizeof(cl_float) * n,
                              values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return values;
  }

private:
  static cl_kernel kernel(cl_program program, const char *name) {
    cl_int status;
    cl_kernel made = clCreateKernel(program, name, &status);
    check(status, name);
    return made;
  }

  cl_mem buffer(size_t bytes, const void *data) {
    cl_int status;
    if (bytes == 0) { // OpenCL has no empty buffers.
      bytes = sizeof(cl_int);
      data = nullptr;
    }
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0),
                                 bytes, const_cast<void *>(data), &status);
    check(status, "clCreateBuffer");
    return made;
  }

  void set(cl_kernel kernel, cl_uint index, cl_mem value) {
    check(clSetKernelArg(kernel, index, sizeof(cl_mem), &value), "clSetKernelArg");
  }

  void bindArguments() {
    set(clearVertices, 0, dist);
    set(clearVertices, 1, paths);
    set(clearVertices, 2, delta);
    check(clSetKernelArg(clearVertices, 4, sizeof(cl_int), &n), "clSetKernelArg");
    set(clearMatrix, 0, pred);
    check(clSetKernelArg(clearMatrix, 1, sizeof(cl_int), &n), "clSetKernelArg");
    for (cl_kernel k : {expand, collect}) {
      set(k, 0, row);
      set(k, 1, col);
      set(k, 2, dist);
      set(k, 3, paths);
      set(k, 4, pred);
      check(clSetKernelArg(k, 7, sizeof(cl_int), &n), "clSetKernelArg");
    }
    set(expand, 5, more);
    set(collect, 5, delta);
    set(addUp, 0, dist);
    set(addUp, 1, delta);
    set(addUp, 2, centrality);
    check(clSetKernelArg(addUp, 4, sizeof(cl_int), &n), "clSetKernelArg");
  }

  void launch(cl_kernel kernel) {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }

  void clear(int source) {
    check(clSetKernelArg(clearVertices, 3, sizeof(cl_int), &source), "clSetKernelArg");
    launch(clearVertices);
    size_t square[2] = {global, (size_t)n};
    size_t line[2] = {local, 1};
    check(clEnqueueNDRangeKernel(queue, clearMatrix, 2, nullptr, square, line, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }

  int forward() {
    int level = 0;
    for (cl_int found = 1; found; level++) {
      found = 0;
      check(clEnqueueWriteBuffer(queue, more, CL_TRUE, 0, sizeof(found), &found, 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
      check(clSetKernelArg(expand, 6, sizeof(cl_int), &level), "clSetKernelArg");
      launch(expand);
      check(clEnqueueReadBuffer(queue, more, CL_TRUE, 0, sizeof(found), &found, 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
    }
    return level;
  }

  void backward(int deepest) {
    for (int level = deepest - 2; level >= 0; level--) {
      check(clSetKernelArg(collect, 6, sizeof(cl_int), &level), "clSetKernelArg");
      launch(collect);
    }
  }

  cl_context context;
  cl_command_queue queue;
  cl_int n;
  size_t global, local;
  cl_kernel clearVertices, clearMatrix, expand, collect, addUp;
  cl_mem row, col, dist, paths, pred, delta, more, centrality;
};

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  graphs::Graph graph = app::loadGraph(options, /*directed=*/true);
  int n = graph.vertices;
  if (n == 0 || n > 30000) {
    fprintf(stderr, "bc: 1 to 30000 vertices, please (a matrix of them is kept)\n");
    return 2;
  }
  int sources = options.sources < 0 || options.sources > n ? n : (int)options.sources;
  references::Betweenness expected(graph, sources);
  if (!expected.countable()) {
    fprintf(stderr, "bc: more shortest paths between two vertices than an int counts\n");
    return 2;
  }
  app::Setup setup;
  if (!setup.openFile(options.device, options.kernelFile, "bc.cl", argv[0], ""))
    return 2;

  app::Report report("bc", app::deviceName(setup.device), graph, "most between");
  std::vector<float> centrality;
  try {
    for (long i = 0; i < options.repeat; i++) {
      Betweenness betweenness(setup, graph, (size_t)options.wg);
      double start = app::now();
      report.iterations = betweenness.run(sources);
      report.seconds.push_back(app::now() - start);
      centrality = betweenness.result();
    }
  } catch (const std::exception &failure) {
    fprintf(stderr, "bc: %s\n", failure.what());
    return 2;
  }
  setup.close();

  for (int v = 0; v < n; v++)
    if (centrality[v] > centrality[report.result])
      report.result = v;
  report.matches = expected.matches(centrality);
  report.valid = expected.isValid(graph, centrality);
  return app::finish(report, options, centrality);
}
