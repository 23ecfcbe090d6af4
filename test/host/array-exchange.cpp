// Host arrays that a loop exchanges by their pointers: parameters, members, by std::swap and by hand.
// REQUIRES: device
// RUN: %run-check %S/array-exchange.cl %s --host-flag=-I%S/Inputs --entries any
// RUN: %long env PERSISTIFY_FAULT=numbers-stay not %run-check %S/array-exchange.cl %s --host-flag=-I%S/Inputs --entries any
#include "setup.h"
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

static cl_mem floats(const float *data, size_t n) {
  cl_int err;
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof *data, const_cast<float *>(data), &err);
  need(err, "buffer");
  return b;
}

// As a solver does that tests on the host whether it is done.
static int solve(const float *a, const float *b, float *x0, float *x1, float *norm, int n) {
  cl_kernel jacobi = kernel_named("jacobi");
  cl_mem A = floats(a, n * n), B = floats(b, n), X0 = floats(x0, n), X1 = floats(x1, n), N = floats(norm, n);
  cl_mem args[] = {A, B, X0, X1, N};
  for (cl_uint i = 0; i < 5; i++)
    clSetKernelArg(jacobi, i, sizeof(cl_mem), &args[i]);
  clSetKernelArg(jacobi, 5, sizeof n, &n);
  const size_t global = n;
  int rounds = 0;
  while (true) {
    need(clEnqueueNDRangeKernel(queue, jacobi, 1, nullptr, &global, nullptr, 0, nullptr, nullptr), "launch");
    need(clEnqueueReadBuffer(queue, X1, CL_TRUE, 0, n * sizeof(float), x1, 0, nullptr, nullptr), "x1");
    need(clEnqueueReadBuffer(queue, N, CL_TRUE, 0, n * sizeof(float), norm, 0, nullptr, nullptr), "norm");
    float most = 0;
    for (int i = 0; i < n; i++)
      most = std::max(most, norm[i] / (1 + x0[i] * x0[i]));
    rounds++;
    std::swap(x0, x1);
    if (most < 0.01f || rounds >= 40)
      break;
    need(clEnqueueWriteBuffer(queue, X0, CL_TRUE, 0, n * sizeof(float), x0, 0, nullptr, nullptr), "x0");
  }
  printf("rounds %d: %.4f %.4f, %.4f\n", rounds, x0[0], x0[n - 1], x1[0]);
  return rounds;
}

struct Field {
  int *now, *next;
  unsigned n;
  void run(cl_kernel k, cl_mem from, cl_mem to, int times) {
    const size_t global = n;
    for (int i = 0; i < times; i++) {
      clEnqueueWriteBuffer(queue, from, CL_FALSE, 0, n * sizeof(int), now, 0, nullptr, nullptr);
      clSetKernelArg(k, 2, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
      clEnqueueReadBuffer(queue, to, CL_TRUE, 0, n * sizeof(int), next, 0, nullptr, nullptr);
      next[i] += now[0];
      int *t = now;
      now = next;
      next = t;
    }
  }
};

// Three in turn, one of them only in some trips.
static void turns(cl_kernel k, cl_mem from, cl_mem to, int *a, int *b, int *c, unsigned n) {
  const size_t global = n;
  for (int i = 1; i < 8; i++) {
    clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, n * sizeof(int), a, 0, nullptr, nullptr);
    clSetKernelArg(k, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    clEnqueueReadBuffer(queue, to, CL_TRUE, 0, n * sizeof(int), b, 0, nullptr, nullptr);
    if (i % 3 == 0)
      std::swap(b, c);
    int *t = a;
    a = b;
    b = t;
    a[1] += i;
  }
  printf("turns %d %d %d\n", a[0], b[1], c[2]);
}

int main() {
  start("array-exchange.cl", "");
  const int n = 16;
  std::vector<float> a(n * n, 1), b(n), x(n), y(n), norm(n);
  for (int i = 0; i < n; i++) {
    a[i * n + i] = 40;
    b[i] = float(3 * i + 1);
  }
  solve(a.data(), b.data(), x.data(), y.data(), norm.data(), n);
  std::fill(y.begin(), y.end(), 2.f);
  solve(a.data(), b.data(), x.data(), y.data(), norm.data(), n);
  cl_kernel shift = kernel_named("shift");
  cl_mem from = ints(32, 0), to = ints(32, 0);
  clSetKernelArg(shift, 0, sizeof from, &from);
  clSetKernelArg(shift, 1, sizeof to, &to);
  int p[32], q[32], r[32];
  for (int i = 0; i < 32; i++)
    p[i] = i, q[i] = 100 + i, r[i] = 1000 * i;
  Field f = {p, q, 32};
  f.run(shift, from, to, 5);
  printf("field %d %d, now is %s\n", f.now[3], f.next[4], f.now == p ? "p" : "q");
  turns(shift, from, to, p, q, r, 32);
  unsigned sum = 0;
  for (int i = 0; i < 32; i++)
    sum = sum * 31 + p[i] * 7 + q[i] * 5 + r[i];
  printf("sum %u\n", sum);
  return 0;
}
