// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a graph file as the applications do and prints its arcs.

#include "graph_files.h"

int main(int argc, char **argv) {
  graphs::Graph graph;
  std::string error;
  bool directed = argc > 2 && std::string(argv[2]) == "directed";
  if (!graphs::readGraph(argc > 1 ? argv[1] : "", 1, directed, graph, error)) {
    printf("%s\n", error.c_str());
    return 2;
  }
  printf("%d vertices\n", graph.vertices);
  for (int v = 0; v < graph.vertices; v++)
    for (int e = graph.row[v]; e < graph.row[v + 1]; e++)
      printf("%d -> %d: %d\n", v, graph.col[e], graph.weight[e]);
  return 0;
}
