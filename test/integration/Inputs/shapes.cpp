// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shapes SHAPE...: one line for each generated graph, with the figures by which
// the inputs of the sources are known.

#include "graph.h"

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    graphs::Graph graph;
    if (!graphs::makeGraph(argv[i], 1, false, true, graph)) {
      printf("%s: no such shape\n", argv[i]);
      continue;
    }
    int most = 0, levels = -1;
    for (int v = 0; v < graph.vertices; v++)
      most = std::max(most, graph.degree(v));
    // Levels of a search from vertex 0: less than the diameter, and about it.
    std::vector<int> level(graph.vertices, -1), order{0};
    level[0] = 0;
    for (size_t k = 0; k < order.size(); k++)
      for (int e = graph.row[order[k]]; e < graph.row[order[k] + 1]; e++)
        if (level[graph.col[e]] < 0) {
          level[graph.col[e]] = levels = level[order[k]] + 1;
          order.push_back(graph.col[e]);
        }
    std::vector<int> weight = graph.weight;
    std::sort(weight.begin(), weight.end());
    printf("%s: vertices %d arcs/vertex %.1f most %d levels %d lengths %d..%d median %d\n", argv[i], graph.vertices,
           (double)graph.arcs() / graph.vertices, most, levels, weight.front(), weight.back(),
           weight[weight.size() / 2]);
  }
  return 0;
}
