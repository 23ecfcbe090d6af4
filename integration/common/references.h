// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What results must be: sequential computations on the CPU, by other algorithms
// than the kernels' where there are any, and checks by the definition.

#ifndef INTEGRATION_COMMON_REFERENCES_H
#define INTEGRATION_COMMON_REFERENCES_H

#include "graph.h"
#include "options.h"

#include <climits>
#include <functional>
#include <limits>
#include <queue>

namespace references {

// ---- maximal independent set: 1 in the set, 2 not ----

/// The set of the rule "smaller keys first", by one pass over the vertices in
/// the order of their keys; equal keys by the vertex number.
inline std::vector<int> independentSet(const graphs::Graph &graph, const std::vector<int> &keys) {
  std::vector<int> order(graph.vertices);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&keys](int a, int b) {
    return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
  });
  std::vector<int> status(graph.vertices, 0);
  for (int v : order) {
    if (status[v] != 0)
      continue;
    status[v] = 1;
    for (int e = graph.row[v]; e < graph.row[v + 1]; e++)
      status[graph.col[e]] = 2;
  }
  return status;
}

/// No two neighbours are in the set, and nobody outside could still join.
inline bool isMaximalIndependentSet(const graphs::Graph &graph, const std::vector<int> &status) {
  for (int v = 0; v < graph.vertices; v++) {
    int neighbours_in_set = 0;
    for (int e = graph.row[v]; e < graph.row[v + 1]; e++)
      neighbours_in_set += status[graph.col[e]] == 1;
    if (status[v] != 1 && status[v] != 2)
      return false;
    if ((status[v] == 1) != (neighbours_in_set == 0))
      return false;
  }
  return true;
}

// ---- colouring ----

/// The colouring of the rule "largest keys first", one vertex after another: a
/// vertex comes one round after the last of the neighbours ahead of it.
inline std::vector<int> coloring(const graphs::Graph &graph, const std::vector<int> &keys) {
  std::vector<int> order(graph.vertices);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&keys](int a, int b) {
    return keys[a] != keys[b] ? keys[a] > keys[b] : a > b;
  });
  std::vector<int> color(graph.vertices, -1);
  for (int v : order) {
    int last = -1;
    for (int e = graph.row[v]; e < graph.row[v + 1]; e++)
      last = std::max(last, color[graph.col[e]]);
    color[v] = last + 1;
  }
  return color;
}

/// Every vertex has a colour and no neighbour of the same one.
inline bool isColoring(const graphs::Graph &graph, const std::vector<int> &color) {
  for (int v = 0; v < graph.vertices; v++) {
    if (color[v] < 0)
      return false;
    for (int e = graph.row[v]; e < graph.row[v + 1]; e++)
      if (color[graph.col[e]] == color[v])
        return false;
  }
  return true;
}

// ---- shortest paths; rows hold the arcs that begin in a vertex ----

/// Dijkstra's algorithm; the largest Number means "not reached".
template <typename Number>
std::vector<Number> shortestPaths(const graphs::Graph &graph, int source) {
  std::vector<Number> distance(graph.vertices, std::numeric_limits<Number>::max());
  if (graph.vertices == 0)
    return distance;
  typedef std::pair<Number, int> Entry; // (distance, vertex)
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> open;
  distance[source] = 0;
  open.push({0, source});
  while (!open.empty()) {
    Entry top = open.top();
    open.pop();
    int v = top.second;
    for (int e = graph.row[v]; e < graph.row[v + 1] && top.first == distance[v]; e++) {
      Number through = top.first + (Number)graph.weight[e];
      if (through < distance[graph.col[e]]) {
        distance[graph.col[e]] = through;
        open.push({through, graph.col[e]});
      }
    }
  }
  return distance;
}

/// The source is at 0, no arc could shorten a path, and every other reached
/// vertex has an arc that explains its distance. With `unit` arcs have length 1.
template <typename Number>
bool areShortest(const graphs::Graph &graph, int source, const std::vector<Number> &distance,
                 bool unit = false) {
  const Number far = std::numeric_limits<Number>::max();
  std::vector<char> explained(graph.vertices, 0);
  for (int v = 0; v < graph.vertices; v++) {
    if (v == source ? distance[v] == 0 : distance[v] == far)
      explained[v] = 1;
    for (int e = graph.row[v]; e < graph.row[v + 1] && distance[v] != far; e++) {
      Number through = distance[v] + (unit ? 1 : (Number)graph.weight[e]);
      if (through < distance[graph.col[e]])
        return false;
      if (through == distance[graph.col[e]])
        explained[graph.col[e]] = 1;
    }
  }
  return std::find(explained.begin(), explained.end(), 0) == explained.end();
}

/// Fills in the report of distances from the source; a vertex without a path has the greatest number.
template <typename Number>
void judge(app::Report &report, const graphs::Graph &graph, int source, const std::vector<Number> &distance,
           const std::vector<Number> &wanted, bool unit = false) {
  report.matches = distance == wanted;
  report.valid = areShortest(graph, source, distance, unit);
  report.result = graph.vertices - std::count(distance.begin(), distance.end(), std::numeric_limits<Number>::max());
}

// ---- betweenness centrality ----

/// Shortest paths from one vertex by number of arcs, in double precision.
struct Search {
  std::vector<int> dist, order;
  std::vector<double> paths;

  Search(const graphs::Graph &graph, int source)
      : dist(graph.vertices, -1), paths(graph.vertices, 0) {
    dist[source] = 0;
    paths[source] = 1;
    order.push_back(source);
    for (size_t i = 0; i < order.size(); i++)
      for (int e = graph.row[order[i]]; e < graph.row[order[i] + 1]; e++) {
        int v = order[i], w = graph.col[e];
        if (dist[w] < 0) {
          dist[w] = dist[v] + 1;
          order.push_back(w);
        }
        if (dist[w] == dist[v] + 1)
          paths[w] += paths[v];
      }
  }
};

struct Betweenness {
  std::vector<double> centrality;
  double pairs = 0; // sum over all pairs of the number of vertices between them
  double mostPaths = 0;
  int deepest = 0, sources;
  double tolerance;

  /// Of the shortest paths from the first `count` vertices.
  Betweenness(const graphs::Graph &graph, int count)
      : centrality(graph.vertices, 0), sources(count) {
    for (int source = 0; source < count; source++) {
      Search search(graph, source);
      std::vector<double> delta(graph.vertices, 0);
      for (size_t i = search.order.size(); i-- > 1;) {
        int v = search.order[i];
        for (int e = graph.row[v]; e < graph.row[v + 1]; e++) {
          int w = graph.col[e];
          if (search.dist[w] == search.dist[v] + 1)
            delta[v] += search.paths[v] / search.paths[w] * (1 + delta[w]);
        }
        centrality[v] += delta[v];
        pairs += search.dist[v] - 1;
        mostPaths = std::max(mostPaths, search.paths[v]);
        deepest = std::max(deepest, search.dist[v]);
      }
    }
    // All terms are positive, so each rounding to float changes a value by at most
    // 2^-24 of itself; there are at most degree + 8 of them on each level (the
    // division counts as 2.5 units, as in OpenCL), and one for each source.
    int degree = 0;
    for (int v = 0; v < graph.vertices; v++)
      degree = std::max(degree, graph.degree(v));
    tolerance = std::ldexp((deepest + 1.0) * (degree + 8) + count, -24);
  }

  /// Whether an int counts the paths.
  bool countable() const { return mostPaths <= INT_MAX; }

  bool near(const std::vector<float> &values, const std::vector<double> &wanted) const {
    for (size_t v = 0; v < values.size(); v++)
      if (!(std::fabs(values[v] - wanted[v]) <= tolerance * wanted[v]))
        return false;
    return true;
  }

  bool matches(const std::vector<float> &values) const { return near(values, centrality); }

  /// All values together are the number of vertices between all pairs. On small
  /// graphs also each value by the definition: for each pair the share of its
  /// shortest paths that pass the vertex.
  bool isValid(const graphs::Graph &graph, const std::vector<float> &values) const {
    double sum = 0;
    for (float value : values)
      sum += value;
    if (!(std::fabs(sum - pairs) <= tolerance * pairs))
      return false;
    int n = graph.vertices;
    if (n > 200)
      return true;
    std::vector<Search> from;
    for (int v = 0; v < n; v++)
      from.emplace_back(graph, v);
    std::vector<double> result(n, 0);
    for (int s = 0; s < sources; s++)
      for (int t = 0; t < n; t++)
        for (int v = 0; v < n && t != s && from[s].dist[t] >= 0; v++)
          if (v != s && v != t && from[s].dist[v] >= 0 && from[v].dist[t] >= 0 &&
              from[s].dist[v] + from[v].dist[t] == from[s].dist[t])
            result[v] += from[s].paths[v] * from[v].paths[t] / from[s].paths[t];
    return near(values, result);
  }
};

/// Arcs on the shortest way to each vertex, INT_MAX where there is none: a queue of vertices.
inline std::vector<int> levels(const graphs::Graph &graph, int source) {
  std::vector<int> depth(graph.vertices, INT_MAX), queue{source};
  depth[source] = 0;
  for (size_t i = 0; i < queue.size(); i++)
    for (int e = graph.row[queue[i]]; e < graph.row[queue[i] + 1]; e++)
      if (depth[graph.col[e]] == INT_MAX) {
        depth[graph.col[e]] = depth[queue[i]] + 1;
        queue.push_back(graph.col[e]);
      }
  return depth;
}

} // namespace references

#endif // INTEGRATION_COMMON_REFERENCES_H
