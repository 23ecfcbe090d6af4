/* memset, memcpy and memmove: of scalars, of their bits, of arrays in device memory.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --host-flag=-O2 -- 3
*/
#include "setup.h"
#include <math.h>

struct found {
  int sum, most;
  float mean;
  unsigned char seen[4];
};

static cl_kernel add_k;
static cl_mem data;
static const size_t global = 64;

static void add(int v) {
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void copied(void) {
  int sums[3][4], all = 0;
  unsigned left = 0;
  struct found f, last;
  memset(sums, 5, sizeof sums); /* nothing of this is left behind the loop */
  for (int t = 0; t < 5; t++) {
    memset(sums, 0, sizeof sums);
    memset(&f, 0xff, sizeof f);
    sums[t % 3][t & 3] += t + 1;
    f.most = f.sum - (int)f.seen[0];
    memcpy(&last, &f, sizeof f);
    add(sums[1][1] * 10 + f.most + last.seen[3]);
    all = all * 7 + sums[0][0] + sums[2][2] + last.most;
  }
  for (int i = 0; i < 12; i++)
    left = left * 3 + (unsigned)sums[i / 4][i % 4];
  printf("copied %u %d %d %d %d %d\n", left, all, sums[1][0], f.most, last.sum, last.seen[0]);
}

static void bits(int start) {
  float x = 1.5f, least = 0;
  double wide = 0;
  unsigned u = 0;
  unsigned long long w = 0;
  int trips = 0, got = start;
  do {
    u = 0x3f800000u + (unsigned)got * 4096u;
    memcpy(&x, &u, sizeof x);
    w = 0x4000000000000000ull + ((unsigned long long)u << 8);
    memcpy(&wide, &w, 8);
    least = x * 0.75f;
    memcpy(&got, &least, sizeof got);
    add(got >> 20);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 8, sizeof got, &got, 0, NULL, NULL);
  } while (++trips < 20 && x < 1.75f && wide < 100);
  printf("bits %.9g %.17g %u %d %d\n", x, wide, u, got, trips);
}

static void moved(void) {
  int last[6] = {1, 2, 3, 4, 5, 6}, history[6];
  for (int t = 0; t < 6; t++) {
    memmove(last + 1, last, 5 * sizeof *last);
    last[0] = t * 3;
    add(last[4]);
    memcpy(history, last, sizeof last);
  }
  printf("moved %d %d %d %d\n", last[1], last[5], history[0], history[3]);
}

static void large(void) { /* of as many elements as the buffer */
  int host[64], copy[64], sum = 0;
  memset(host, 0, sizeof host);
  for (int t = 0; t < 4; t++) {
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof host, host, 0, NULL, NULL);
    memcpy(copy, host, sizeof host);
    memset(host + 8, 0, 16 * sizeof *host);
    sum += copy[9] + host[9] + host[30 + t];
    clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, sizeof host, host, 0, NULL, NULL);
    add(copy[20] % 5 + 1);
  }
  printf("large %d %d %d\n", sum, copy[12], host[40]);
}

int main(int argc, char **argv) {
  int from = argc > 1 ? atoi(argv[1]) : 1;
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  data = ints(64, 1);
  clSetKernelArg(add_k, 0, sizeof data, &data);
  copied();
  bits(from);
  moved();
  large();
  { /* in a condition, of what a callee gives */
    int a = 5, b = 0;
    for (int t = 0; t < 3 && memcpy(&b, &a, sizeof b); t++) {
      add(b);
      a += b;
    }
    printf("last %d %d\n", a, b);
  }
  show("data", data);
  return 0;
}
