// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef GRAPH_TYPES_H
#define GRAPH_TYPES_H
typedef struct {
  int nodes;
  int edges;
} CSR;
#endif
