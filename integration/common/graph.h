// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs in compressed sparse row form and seeded generators of the shapes the
// applications are run on. The same seed gives the same graph everywhere: no
// distribution of the standard library is used.

#ifndef INTEGRATION_COMMON_GRAPH_H
#define INTEGRATION_COMMON_GRAPH_H

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace graphs {

/// Splitmix64: tiny, seedable, good enough for inputs.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    state += 0x9e3779b97f4a7c15ull;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

  /// A number in [0, bound).
  uint64_t below(uint64_t bound) { return bound ? next() % bound : 0; }

  /// A number in [0, 1).
  double uniform() { return (double)(next() >> 11) * (1.0 / 9007199254740992.0); }

private:
  uint64_t state;
};

/// CSR: the neighbours of v are col[row[v]] .. col[row[v + 1] - 1], the weight
/// of that arc stands at the same place in weight.
struct Graph {
  int vertices = 0;
  std::vector<int> row{0};
  std::vector<int> col;
  std::vector<int> weight;

  int arcs() const { return (int)col.size(); }
  int degree(int v) const { return row[v + 1] - row[v]; }
};

struct Edge {
  int from, to;
};

struct Arc {
  int from, to, length;
  bool operator<(const Arc &other) const {
    return from != other.from ? from < other.from
           : to != other.to   ? to < other.to
                              : length < other.length;
  }
};

/// A list of undirected edges over `vertices` vertices.
struct EdgeList {
  int vertices = 0;
  std::vector<Edge> edges;
};

/// 5-point grid (the shape of ecology1).
inline EdgeList grid(int width, int height) {
  EdgeList list;
  list.vertices = width * height;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int v = y * width + x;
      if (x + 1 < width)
        list.edges.push_back({v, v + 1});
      if (y + 1 < height)
        list.edges.push_back({v, v + width});
    }
  return list;
}

/// Irregular grid, average degree about 3.8 (the shape of G3_circuit): a
/// grid that lost some edges and gained a few short diagonal ones.
inline EdgeList irregularGrid(int width, int height, Random &random) {
  EdgeList list = grid(width, height);
  std::vector<Edge> kept;
  for (const Edge &edge : list.edges)
    if (random.below(100) >= 12)
      kept.push_back(edge);
  for (int y = 0; y + 1 < height; y++)
    for (int x = 0; x + 1 < width; x++)
      if (random.below(100) < 14) {
        int dx = 1 + (int)random.below(std::min(3, width - 1 - x));
        int dy = 1 + (int)random.below(std::min(3, height - 1 - y));
        kept.push_back({y * width + x, (y + dy) * width + x + dx});
      }
  list.edges = std::move(kept);
  return list;
}

/// Road network: a random spanning tree of a grid plus a share of its other
/// edges; about 2.8 arcs per vertex and a large diameter.
inline EdgeList road(int vertices, Random &random) {
  EdgeList list;
  list.vertices = vertices;
  int width = std::max(1, (int)std::sqrt((double)vertices));
  std::vector<Edge> all;
  for (int v = 0; v < vertices; v++) {
    if (v % width + 1 < width && v + 1 < vertices)
      all.push_back({v, v + 1});
    if (v + width < vertices)
      all.push_back({v, v + width});
  }
  for (size_t i = all.size(); i > 1; i--)
    std::swap(all[i - 1], all[random.below(i)]);
  std::vector<int> parent(vertices);
  std::iota(parent.begin(), parent.end(), 0);
  auto root = [&parent](int v) {
    while (parent[v] != v)
      v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const Edge &edge : all) {
    int a = root(edge.from), b = root(edge.to);
    if (a != b)
      parent[a] = b;
    if (a != b || random.below(100) < 38)
      list.edges.push_back(edge);
  }
  return list;
}

/// `degree` random targets per vertex (the shape of r4-2e23).
inline EdgeList randomGraph(int vertices, int degree, Random &random) {
  EdgeList list;
  list.vertices = vertices;
  for (int v = 0; v < vertices; v++)
    for (int d = 0; d < degree; d++)
      list.edges.push_back({v, (int)random.below(vertices)});
  return list;
}

/// Arcs between random vertices, repeated ones allowed (the shape of 1k_128k).
inline EdgeList uniformArcs(int vertices, int arcs, Random &random) {
  EdgeList list;
  list.vertices = vertices;
  for (int i = 0; i < arcs && vertices > 0; i++) {
    int from = (int)random.below(vertices);
    list.edges.push_back({from, (int)random.below(vertices)});
  }
  return list;
}

/// R-MAT with 2^scale vertices: a power law of degrees.
inline EdgeList rmat(int scale, int degree, Random &random) {
  EdgeList list;
  list.vertices = 1 << scale;
  uint64_t count = (uint64_t)list.vertices * degree;
  for (uint64_t i = 0; i < count; i++) {
    int from = 0, to = 0;
    for (int bit = 0; bit < scale; bit++) {
      uint64_t dice = random.below(100);
      from = from << 1 | (dice >= 67);
      to = to << 1 | (dice >= 45 && (dice < 67 || dice >= 89));
    }
    list.edges.push_back({from, to});
  }
  return list;
}

/// Preferential attachment, about 3.3 edges for each vertex and never more than
/// `most` at one (the shape of coAuthorsDBLP).
inline EdgeList powerLaw(int vertices, int most, Random &random) {
  EdgeList list;
  list.vertices = vertices;
  std::vector<int> degree(vertices, 0);
  for (int v = 1; v < vertices; v++)
    for (int i = 0, count = 3 + (random.below(100) < 27); i < count; i++) {
      // The end of an edge is a vertex in proportion to its degree.
      int u = (int)random.below(v);
      if (!list.edges.empty() && random.below(100) < 70) {
        const Edge &edge = list.edges[random.below(list.edges.size())];
        u = random.below(2) ? edge.from : edge.to;
      }
      if (u == v || degree[u] >= most || degree[v] >= most)
        continue;
      degree[u]++;
      degree[v]++;
      list.edges.push_back({v, u});
    }
  return list;
}

/// New random names for all vertices.
inline void shuffleLabels(EdgeList &list, Random &random) {
  std::vector<int> name(list.vertices);
  std::iota(name.begin(), name.end(), 0);
  for (size_t i = name.size(); i > 1; i--)
    std::swap(name[i - 1], name[random.below(i)]);
  for (Edge &edge : list.edges)
    edge = {name[edge.from], name[edge.to]};
}

/// Arc lengths as in a road network: 1..368885, median near 1447.
inline int roadWeight(Random &random) {
  double normal = -6.0;
  for (int i = 0; i < 12; i++)
    normal += random.uniform();
  double length = 1447.0 * std::exp(1.2 * normal);
  return (int)std::min(368885.0, std::max(1.0, length));
}

/// Builds the CSR form without self-loops. Of repeated arcs, unless they are
/// `repeated`, the shortest stays.
inline Graph toCsr(int vertices, std::vector<Arc> arcs, bool repeated) {
  Graph graph;
  graph.vertices = vertices;
  std::sort(arcs.begin(), arcs.end());
  graph.row.assign((size_t)vertices + 1, 0);
  for (size_t i = 0; i < arcs.size(); i++) {
    const Arc &arc = arcs[i];
    bool again = i > 0 && arc.from == arcs[i - 1].from && arc.to == arcs[i - 1].to;
    if (arc.from == arc.to || (again && !repeated))
      continue;
    graph.row[arc.from + 1]++;
    graph.col.push_back(arc.to);
    graph.weight.push_back(arc.length);
  }
  for (int v = 0; v < vertices; v++)
    graph.row[v + 1] += graph.row[v];
  return graph;
}

/// The same with random lengths. With `directed` only the arcs from -> to
/// exist, else both directions.
inline Graph toCsr(const EdgeList &list, bool directed, bool repeated, Random &random) {
  std::vector<Arc> arcs;
  arcs.reserve(list.edges.size() * 2);
  for (const Edge &edge : list.edges) {
    arcs.push_back({edge.from, edge.to, 0});
    if (!directed)
      arcs.push_back({edge.to, edge.from, 0});
  }
  Graph graph = toCsr(list.vertices, std::move(arcs), repeated);
  for (int &length : graph.weight)
    length = roadWeight(random);
  return graph;
}

/// Every arc turned round.
inline Graph transpose(const Graph &graph) {
  std::vector<Arc> arcs;
  arcs.reserve(graph.col.size());
  for (int v = 0; v < graph.vertices; v++)
    for (int e = graph.row[v]; e < graph.row[v + 1]; e++)
      arcs.push_back({graph.col[e], v, graph.weight[e]});
  return toCsr(graph.vertices, std::move(arcs), true);
}

/// Reads "A", "AxB" after the colon of a shape. Missing numbers keep defaults.
inline bool parseSize(const std::string &text, long &first, long &second) {
  if (text.empty())
    return true;
  char *end = nullptr;
  first = std::strtol(text.c_str(), &end, 10);
  if (end == text.c_str() || first < 0)
    return false;
  if (*end == '\0')
    return true;
  if (*end != 'x')
    return false;
  const char *rest = end + 1;
  second = std::strtol(rest, &end, 10);
  return end != rest && *end == '\0' && second >= 0;
}

inline const char *shapeHelp() {
  return "grid:WxH irregular:WxH road:N random:NxDEGREE rmat:SCALE[xDEGREE]\n"
         "                    arcs:NxM power:N path:N star:N complete:N isolated:N empty single";
}

/// Makes the graph that `shape` names. Returns false when it names none. With
/// `directed` the random shapes keep the direction of their arcs.
inline bool makeGraph(const std::string &shape, uint64_t seed, bool shuffle,
                      bool directed, Graph &graph) {
  size_t colon = shape.find(':');
  std::string kind = shape.substr(0, colon);
  std::string size = colon == std::string::npos ? "" : shape.substr(colon + 1);
  Random random(seed);
  EdgeList list;
  long a = -1, b = -1;
  if (!parseSize(size, a, b))
    return false;
  auto bounded = [&](long fallback_a, long fallback_b) {
    if (a < 0)
      a = fallback_a;
    if (b < 0)
      b = fallback_b;
    return a <= (1 << 28) && b <= (1 << 28) && (uint64_t)a * b <= (1u << 30);
  };
  if (kind == "grid" || kind == "irregular") {
    if (!bounded(100, a < 0 ? 100 : a))
      return false;
    list = kind == "grid" ? grid((int)a, (int)b)
                          : irregularGrid((int)a, (int)b, random);
  } else if (kind == "road") {
    if (!bounded(5000, 1))
      return false;
    list = road((int)a, random);
  } else if (kind == "random") {
    if (!bounded(2000, 4))
      return false;
    list = randomGraph((int)a, (int)b, random);
  } else if (kind == "rmat") {
    if (!bounded(10, 8) || a > 26)
      return false;
    list = rmat((int)a, (int)b, random);
  } else if (kind == "power") {
    if (!bounded(1000, 1))
      return false;
    list = powerLaw((int)a, 336, random);
  } else if (kind == "arcs") {
    if (a < 0 || b < 0 || a > (1 << 28) || b > (1 << 28))
      return false;
    list = uniformArcs((int)a, (int)b, random);
  } else if (kind == "path" || kind == "star" || kind == "isolated" ||
             kind == "complete") {
    if (!bounded(10, 1) || (kind == "complete" && a > 20000))
      return false;
    list.vertices = (int)a;
    for (int v = 1; v < (int)a && kind == "path"; v++)
      list.edges.push_back({v - 1, v});
    for (int v = 1; v < (int)a && kind == "star"; v++)
      list.edges.push_back({0, v});
    for (int v = 1; v < (int)a && kind == "complete"; v++)
      for (int u = 0; u < v; u++)
        list.edges.push_back({u, v});
  } else if (kind == "empty") {
    list.vertices = 0;
  } else if (kind == "single") {
    list.vertices = 1;
  } else {
    return false;
  }
  if (shuffle)
    shuffleLabels(list, random);
  bool arcs = kind == "arcs" || kind == "random" || kind == "rmat";
  graph = toCsr(list, directed && arcs, kind == "arcs", random);
  return true;
}

/// Keys that decide who goes first: random ones, equal ones, or the vertex.
inline bool makeKeys(const std::string &kind, int vertices, uint64_t seed,
                     std::vector<int> &keys) {
  Random random(seed ^ 0x6b657973ull);
  keys.resize(vertices);
  for (int v = 0; v < vertices; v++) {
    if (kind == "random")
      keys[v] = (int)random.below(INT_MAX);
    else if (kind == "few")
      keys[v] = (int)random.below(4);
    else if (kind == "equal")
      keys[v] = 7;
    else if (kind == "id")
      keys[v] = v;
    else
      return false;
  }
  return kind == "random" || kind == "few" || kind == "equal" || kind == "id";
}

} // namespace graphs

#endif // INTEGRATION_COMMON_GRAPH_H
