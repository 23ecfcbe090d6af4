// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minimum spanning forest with OpenCL, after Boruvka: rounds of five kernels,
// and within each round pointer jumping until all components have a root.

#include "graph.h"
#include "opencl_util.h"
#include "options.h"

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
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

/// The same length and number for an edge from both of its ends.
struct Edges {
  std::vector<int> number; // of each arc
  std::vector<int> a, b, length;

  explicit Edges(graphs::Graph &graph) : number(graph.col.size()) {
    for (int v = 0; v < graph.vertices; v++)
      for (int e = graph.row[v]; e < graph.row[v + 1]; e++) {
        int u = graph.col[e];
        if (u > v) {
          number[e] = (int)a.size();
          a.push_back(v);
          b.push_back(u);
          length.push_back(graph.weight[e]);
          continue;
        }
        auto first = graph.col.begin() + graph.row[u], last = graph.col.begin() + graph.row[u + 1];
        size_t twin = std::lower_bound(first, last, v) - graph.col.begin();
        number[e] = number[twin];
        graph.weight[e] = graph.weight[twin];
      }
  }
};

static cl_mem array(cl_context context, const std::vector<int> &values) {
  size_t bytes = sizeof(int) * values.size();
  if (bytes == 0)
    return OCL_NEW(clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), NULL, &_err));
  return OCL_NEW(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                (void *)values.data(), &_err));
}

static int spanningForest(const app::Setup &cl, const graphs::Graph &graph, const Edges &edges,
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

struct Union {
  std::vector<int> parent;
  explicit Union(int n) : parent(n) { std::iota(parent.begin(), parent.end(), 0); }
  int root(int v) {
    while (parent[v] != v)
      v = parent[v] = parent[parent[v]];
    return v;
  }
  bool join(int a, int b) {
    a = root(a), b = root(b);
    parent[a] = b;
    return a != b;
  }
};

/// Kruskal's algorithm; edges of equal length by number, so that there is one
/// forest only.
static std::vector<int> reference(int n, const Edges &edges) {
  std::vector<int> order(edges.a.size()), chosen(edges.a.size(), 0);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&edges](int x, int y) { return edges.length[x] < edges.length[y]; });
  Union sets(n);
  for (int e : order)
    chosen[e] = sets.join(edges.a[e], edges.b[e]);
  return chosen;
}

/// The chosen edges have no cycle, join all that the graph joins, and no other
/// edge is shorter than the longest on the path between its ends.
static bool isMinimumForest(int n, const Edges &edges, const std::vector<int> &chosen) {
  Union forest(n);
  std::vector<std::vector<std::pair<int, int>>> next(n); // (vertex, length)
  for (size_t e = 0; e < chosen.size(); e++)
    if (chosen[e]) {
      if (!forest.join(edges.a[e], edges.b[e]))
        return false;
      next[edges.a[e]].push_back({edges.b[e], edges.length[e]});
      next[edges.b[e]].push_back({edges.a[e], edges.length[e]});
    }
  std::vector<int> depth(n, -1), up(n, 0), above(n, -1);
  for (int start = 0; start < n; start++) {
    if (depth[start] >= 0)
      continue;
    std::vector<int> open{start};
    depth[start] = 0;
    while (!open.empty()) {
      int v = open.back();
      open.pop_back();
      for (const auto &arc : next[v])
        if (depth[arc.first] < 0) {
          depth[arc.first] = depth[v] + 1;
          above[arc.first] = v;
          up[arc.first] = arc.second;
          open.push_back(arc.first);
        }
    }
  }
  for (size_t e = 0; e < chosen.size(); e++) {
    int a = edges.a[e], b = edges.b[e], longest = 0;
    if (forest.root(a) != forest.root(b))
      return false;
    while (a != b) {
      int &deeper = depth[a] >= depth[b] ? a : b;
      longest = std::max(longest, up[deeper]);
      deeper = above[deeper];
    }
    if (edges.length[e] < longest)
      return false;
  }
  return true;
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  graphs::Graph graph = app::loadGraph(options, /*directed=*/false);
  if (graph.vertices == 0) {
    fprintf(stderr, "mst: the graph is empty\n");
    return 2;
  }
  Edges edges(graph);
  std::string source;
  app::Setup setup;
  if (!app::loadSource(options.kernelFile, "mst.cl", argv[0], &source) ||
      !setup.open(options.device, source, ""))
    return 2;

  app::Report report;
  report.program = "mst";
  report.device = app::deviceName(setup.device);
  report.vertices = graph.vertices;
  report.arcs = graph.arcs();
  report.resultName = "total length";
  std::vector<int> chosen;
  for (long i = 0; i < options.repeat; i++) {
    double seconds = 0;
    report.iterations = spanningForest(setup, graph, edges, (size_t)options.wg, chosen, &seconds);
    report.seconds.push_back(seconds);
  }
  setup.close();

  report.matches = chosen == reference(graph.vertices, edges);
  // Paths are long where the graph is.
  report.valid = graph.vertices > 100000 || isMinimumForest(graph.vertices, edges, chosen);
  for (size_t e = 0; e < chosen.size(); e++)
    report.result += chosen[e] ? edges.length[e] : 0;
  app::print(report, options);
  if (!app::writeResult(options.outputFile, chosen))
    return 2;
  return report.matches && report.valid ? 0 : 1;
}
