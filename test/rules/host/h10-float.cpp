// H10: host floating point moves only where its result stays what it was.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/h10-float.cl %s --host-flag=-I%S/../../host/Inputs
// RUN: %{check} --entries 3 -- ""
// RUN: %{check} --expect-fallback "relaxed" -- -cl-fast-relaxed-math
// RUN: %{check} --expect-fallback "relaxed" -- -cl-unsafe-math-optimizations
#include "setup.h"
#include <cmath>

static cl_kernel damp;
static cl_mem data, first;
static size_t global = 64;

static float step(float k) {
  float now;
  clSetKernelArg(damp, 1, sizeof k, &k);
  clEnqueueNDRangeKernel(queue, damp, 1, NULL, &global, NULL, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, first, CL_TRUE, 0, sizeof now, &now, 0, NULL, NULL);
  return now;
}

static void converge(float tolerance) { // exit test, sums in double, contraction
  float before = 1e30f, now;
  double sum = 0;
  int trips = 0;
  do {
    now = step(0.8125f);
    float change = std::fabs(before - now);
    sum += (double)now * now + sum * 1e-9;
    before = now;
    trips++;
    if (change < tolerance)
      break;
  } while (trips < 60);
  printf("%d %a %a\n", trips, now, sum);
}

static void divide(int n) {
  float a = 1, b = 3;
  double d = 7;
  for (int i = 0; i < n; i++) {
    a = (a + 1) / b;
    d /= 3.1;
    b = b * 1.1f + a * a - (float)d;
    step(a / (b + i));
    if (a != a || -a > 0)
      break;
  }
  printf("%a %a %a\n", a, b, d);
}

static void as_bits(int n) { // a float read as an integer
  unsigned bits = 0;
  int size = 0;
  for (int i = 0; i < n && (bits & 0x7fffffff) < 0x7f000000; i++) {
    step(1.5f);
    clEnqueueReadBuffer(queue, first, CL_TRUE, 0, sizeof bits, &bits, 0, NULL, NULL);
    size += (int)(2.75 * i) + (i < 2.5f) + (unsigned char)(float)i;
  }
  printf("%x %d\n", bits, size);
}

int main(int argc, char **argv) {
  cl_int err;
  float ones[64];
  for (int i = 0; i < 64; i++)
    ones[i] = 1.0f + i;
  start("h10-float.cl", argc > 1 ? argv[1] : "");
  damp = clCreateKernel(program, "damp", &err);
  data = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof ones, ones, &err);
  first = clCreateBuffer(context, 0, 4, NULL, &err);
  clSetKernelArg(damp, 0, sizeof data, &data);
  clSetKernelArg(damp, 2, sizeof first, &first);
  converge(1e-3f);
  divide(7);
  as_bits(6);
  show("data", data);
  return 0;
}
