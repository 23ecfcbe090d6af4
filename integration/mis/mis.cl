// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maximal independent set in rounds. In each round the undecided vertices whose
// key is smaller than that of all undecided neighbours join the set, and their
// neighbours leave. Equal keys are told apart by the vertex number.

#define UNDECIDED 0
#define IN_SET 1
#define INACTIVE 2
#define NOBODY (-1)

bool goes_before(__global const int *key, int a, int b) {
  return key[a] < key[b] || (key[a] == key[b] && a < b);
}

// Finds the undecided neighbour that goes first; raises the flag while anybody
// is undecided.
__kernel void find_first(__global const int *row, __global const int *col,
                         __global const int *key, __global const int *status,
                         __global int *first, __global int *undecided,
                         const int n) {
  int v = get_global_id(0);
  if (v < n && status[v] == UNDECIDED) {
    int best = NOBODY;
    *undecided = 1;
    for (int e = row[v]; e < row[v + 1]; e++) {
      int u = col[e];
      if (status[u] == UNDECIDED && (best == NOBODY || goes_before(key, u, best)))
        best = u;
    }
    first[v] = best;
  }
}

// Vertices that go before all their neighbours join the set.
__kernel void join_set(__global const int *row, __global const int *col,
                       __global const int *key, __global const int *status,
                       __global const int *first, __global int *next_status,
                       const int n) {
  int v = get_global_id(0);
  if (v >= n || status[v] != UNDECIDED)
    return;
  int rival = first[v];
  if (rival == NOBODY || goes_before(key, v, rival)) {
    next_status[v] = IN_SET;
    for (int e = row[v]; e < row[v + 1]; e++)
      if (status[col[e]] == UNDECIDED)
        next_status[col[e]] = INACTIVE;
  }
}

// Makes the decisions of this round visible to the next one.
__kernel void update_status(__global int *status, __global const int *next_status,
                            const int n) {
  int v = get_global_id(0);
  if (v < n)
    status[v] = next_status[v];
}
