// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ocl.h"
#include <iostream>
#include <queue>
#include <vector>

static std::queue<int> queue; // the factors still to come
static const int kernels = 2;

int main() {
  const int n = 257;
  std::vector<int> x(n), y(n), got(n);
  for (int i = 0; i < n; ++i)
    x[i] = (i * 91) % 503;
  for (int i = 0; i < 5; ++i)
    queue.push(i + kernels);
  ocl_start("k.cl");
  cl_mem a = ocl_buffer(n * sizeof(int), x.data()), b = ocl_buffer(n * sizeof(int), y.data());
  for (int step = 0; step < 20; ++step) {
    cl_mem from = step % 2 ? b : a, to = step % 2 ? a : b;
    ocl_mem_arg(OCL_BLUR, 0, from);
    ocl_mem_arg(OCL_BLUR, 1, to);
    ocl_int_arg(OCL_BLUR, 2, n);
    ocl_int_arg(OCL_BLUR, 3, step);
    ocl_launch(OCL_BLUR, n);
    ocl_mem_arg(OCL_BUMP, 0, to);
    ocl_int_arg(OCL_BUMP, 1, n);
    ocl_launch(OCL_BUMP, n);
  }
  ocl_download(a, got.data(), n * sizeof(int));
  for (int step = 0; step < 20; ++step) {
    for (int i = 0; i < n; ++i)
      y[i] = x[i] / 2 + x[(i + 1) % n] / 2 + step + (i & 3);
    x.swap(y);
  }
  int sum = 0;
  for (; !queue.empty(); queue.pop())
    sum += queue.front();
  std::cout << (got == x ? "same" : "DIFFERENT") << ' ' << sum << '\n';
  return got != x;
}
