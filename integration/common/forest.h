// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minimum spanning forests: undirected edges of a graph, a reference and a check.

#ifndef INTEGRATION_COMMON_FOREST_H
#define INTEGRATION_COMMON_FOREST_H

#include "graph.h"
#include "options.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace forests {

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
inline std::vector<int> kruskal(int n, const Edges &edges) {
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
inline bool isMinimum(int n, const Edges &edges, const std::vector<int> &chosen) {
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

/// Fills in the report of the chosen edges.
inline void judge(app::Report &report, const graphs::Graph &graph, const Edges &edges, const std::vector<int> &chosen) {
  report.matches = chosen == kruskal(graph.vertices, edges);
  // Paths are long where the graph is.
  report.valid = graph.vertices > 100000 || isMinimum(graph.vertices, edges, chosen);
  for (size_t e = 0; e < chosen.size(); e++)
    report.result += chosen[e] ? edges.length[e] : 0;
}

} // namespace forests

#endif // INTEGRATION_COMMON_FOREST_H
