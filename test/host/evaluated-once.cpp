/* Arguments of algorithms are evaluated once, also where elements are part of them; names
   of elements and of a second variable of that name are told apart.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
*/
#include "setup.h"
#include <algorithm>
#include <array>

static const size_t items = 64;
static cl_kernel map;

static void run(cl_mem in, cl_mem out, int v) {
  clSetKernelArg(map, 0, sizeof in, &in);
  clSetKernelArg(map, 1, sizeof out, &out);
  clSetKernelArg(map, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, map, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static void fills(cl_mem a, cl_mem b, int n) {
  int x[3] = {1, 2, 3};
  for (int i = 0; i < n; ++i) {
    std::fill(x, x + 3, x[0] + 1);
    run(a, b, x[2]);
    std::swap(a, b);
  }
  printf("%d %d %d\n", x[0], x[1], x[2]);
}

static void member(cl_mem a, cl_mem b, int n) {
  std::array<int, 3> x = {1, 2, 3};
  for (int i = 0; i < n; ++i) {
    x.fill(x[0] + x[1]);
    run(a, b, x[2]);
    std::swap(a, b);
  }
  printf("%d %d %d\n", x[0], x[1], x[2]);
}

static int *last(int *h, int &calls) {
  ++calls;
  return h + 4;
}
static void ends(cl_mem a, cl_mem b, int n) {
  int h[4], calls = 0, sum = 0;
  for (int i = 0; i < n; ++i) {
    run(a, b, i);
    clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof h, h, 0, nullptr, nullptr);
    sum += *std::max_element(h, last(h, calls));
    std::swap(a, b);
  }
  printf("%d calls, %d\n", calls, sum);
}

static int twice(int v) { return v = v * 2 + 1; }
static int more(int v, int k) {
  for (int j = 0; j < k; j++)
    v = v + twice(v + j);
  return v;
}
static void names(cl_mem a, cl_mem b, int n) {
  int v[4] = {1, 2, 3, 4}, s = 0;
  for (int i = 0; i < n; i++) {
    s = s % 1000 * 3 + more(v[i % 4] % 1000 + s % 1000, 2);
    v[1] += s;
    v[2] ^= v[1];
    v[3] -= i;
    v[0] += v[3];
    run(i % 2 ? a : b, i % 2 ? b : a, s);
  }
  printf("%d %d %d %d %d\n", s, v[0], v[1], v[2], v[3]);
}

int main() {
  start("steps.cl", "");
  map = clCreateKernel(program, "map", nullptr);
  cl_mem a = ints(64, 1), b = ints(64, 2);
  fills(a, b, 7);
  member(a, b, 5);
  ends(a, b, 7);
  names(a, b, 7);
  show("a", a);
  show("b", b);
  return 0;
}
