// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "gpu.hpp"
#include <cstdio>
#include <vector>
#include <queue>
#include <utility>
static std::queue<int> queue;
static void ok(bool good) { if (!good) std::puts("not ok"); }
int main() {
  int n = 200, rounds = 30;
  std::vector<int> v(n), w(n), got(n);
  for (int i = 0; i < n; i++) v[i] = i * i % 777;
  gpu::start("k.cl");
  cl_mem a = gpu::make(n * sizeof(int), v.data()), b = gpu::make(n * sizeof(int), w.data());
  for (int r = 0; r < rounds; ++r) {
    gpu::go("blur", n, a, b, n, r);
    if (r % 3 == 0)
      gpu::go("bump", n, b, n);
    std::swap(a, b);
  }
  gpu::fetch(a, got.data(), n * sizeof(int));
  for (int r = 0; r < rounds; ++r) {
    for (int i = 0; i < n; i++) w[i] = v[i] / 2 + v[(i + 1) % n] / 2 + r;
    if (r % 3 == 0) for (int i = 0; i < n; i++) w[i] += i & 3;
    v.swap(w);
  }
  ok(v == got);
  queue.push(n);
  std::printf("%s\n", v == got ? "same" : "DIFFERENT");
  return v != got;
}
