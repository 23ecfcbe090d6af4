// Containers filled from others, in front, or as often as nobody knows: a length that is not known is not guessed.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17
// RUN: %{check} --entries 2 --allow-kernel add -- 4
// RUN: %long env PERSISTIFY_FAULT=one-trip-sure not %{check} --entries 2 --allow-kernel add -- 4
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs -std=c++17 2>&1 | FileCheck %s
#include "setup.h"
#include <vector>

struct Grid {
  int size;
  cl_mem mem;
};

static cl_kernel k;

static void add(const Grid &g, int by) {
  size_t items = g.size;
  clSetKernelArg(k, 0, sizeof g.mem, &g.mem);
  clSetKernelArg(k, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static void list(const std::vector<Grid> &all) {
  for (const Grid &g : all)
    show("grid", g.mem);
}

int main(int argc, char **argv) {
  const int trips = atoi(argv[argc - 1]);
  start("steps.cl", "");
  k = kernel_named("add");

  std::vector<int> sizes;
  int n = 8;
  for (int depth = 0; depth < 3; ++depth, n *= 2)
    sizes.insert(sizes.begin(), n);
  std::vector<Grid> grids;
  for (int s : sizes)
    grids.push_back({s, ints(64, 0)});
  for (int t = 0; t < trips; ++t)
    for (size_t l = 0; l < grids.size(); ++l)
      add(grids[l], 1 + t);
  list(grids);

  std::vector<Grid> down;
  for (const Grid &g : grids)
    down.insert(down.end(), g);
  down.emplace(down.begin() + 1, Grid{16, ints(64, 0)});
  for (int t = 0; t < trips; ++t)
    for (int l = 3; l >= 0; --l)
      add(down[l], 2);
  list(down);

  // As many as the program is told.
  std::vector<int> told(trips - 1, 8);
  std::vector<Grid> named;
  for (int s : told)
    named.push_back({s, ints(64, 0)});
  for (int t = 0; t < trips; ++t) // CHECK: number of elements of 'named' is not known before the loop runs [PST1045]
    add(named[t % 2], 3);
  list(named);
}
