/* Host arrays that are transferred in bulk, summed up, indexed, and filled.
   REQUIRES: device
   Arrays behind pointers whose size only the device computes cost a launch more.
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 11..20 --allow-kernel add=11
*/
#include "setup.h"

static cl_kernel add_k, map_k, total_k;
static cl_mem data, other, sums;
static size_t global = 64;

static void add(int v) {
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}
/* With the arguments that a loop left. */
static void once_more(void) { clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL); }
static void sum_hash(const char *name, const int *a, int n) {
  unsigned sum = 0;
  int i;
  for (i = 0; i < n; i++)
    sum = sum * 31u + (unsigned)a[i];
  printf("%s %u\n", name, sum);
}

/* Partial sums behind a pointer, added in double, against a tolerance. */
static void partial(int n) {
  int *h = (int *)malloc(n * sizeof *h), trips = 0;
  double mean = 0;
  do {
    double sum = 0;
    int i;
    add(trips);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, n * sizeof *h, h, 0, NULL, NULL);
    for (i = 0; i < n; i++)
      sum += h[i];
    mean = sum / n;
    trips++;
  } while (mean < 100.5 && trips < 50);
  printf("partial %d %.17g\n", trips, mean);
  sum_hash("partial", h, n);
  free(h);
}

/* A table of constants, one element a trip. */
static void table(void) {
  static const int steps[8] = {1, 2, 4, 8, 16, 32, 64, 128};
  int *copy = (int *)malloc(sizeof steps), i;
  memcpy(copy, steps, sizeof steps);
  for (i = 0; i < 8; i++) {
    clSetKernelArg(add_k, 1, sizeof(int), &copy[i]);
    clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  free(copy);
}

/* A read that only the last trip's caller looks at. */
static void live_out(void) {
  int all[64], i;
  for (i = 0; i < 6; i++) {
    add(i);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof all, all, 0, NULL, NULL);
  }
  sum_hash("live out", all, 64);
}

/* Reads on some trips only: the array keeps what the last one gave. */
static void sometimes(int *to, int every) {
  int i;
  for (i = 0; i < 10; i++) {
    add(3);
    if (i % every == 1)
      clEnqueueReadBuffer(queue, data, CL_TRUE, 16, 40 * sizeof(int), to + 4, 0, NULL, NULL);
  }
  sum_hash("sometimes", to, 64);
}

/* Uploads of an array that the loop leaves alone. */
static void upload(const int *from, size_t n) {
  int i;
  for (i = 0; i < 5; i++) {
    clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, n * sizeof *from, from, 0, NULL, NULL);
    add(i);
  }
}

/* One element written a trip, and read on the next. */
static void history(int n) {
  int *log = (int *)calloc(n + 1, sizeof *log), i;
  for (i = 0; i < n; i++) {
    int got = 0;
    add(i);
    clEnqueueReadBuffer(queue, data, CL_TRUE, i % 7 * sizeof(int), sizeof got, &got, 0, NULL, NULL);
    log[i + 1] = log[i] + got;
  }
  sum_hash("history", log, n + 1);
  free(log);
}

/* Sizes that shrink from trip to trip; a maximum and its place. */
static void shrinking(int n) {
  int *h = (int *)malloc(n * sizeof *h), best = -1, where = -1;
  while (n > 4) {
    int i;
    add(n);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, n * sizeof *h, h, 0, NULL, NULL);
    for (i = 0; i < n; i++)
      if (h[i] % 17 > best) {
        best = h[i] % 17;
        where = i;
      }
    n /= 2;
  }
  printf("shrinking %d %d %d\n", n, best, where);
  free(h);
}

/* An array of the loop's own; a search that ends early. */
static void own(void) {
  int trips = 0, found = -1;
  while (found < 0 && trips < 30) {
    int window[48], i;
    add(trips);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 8 * sizeof(int), sizeof window, window, 0, NULL, NULL);
    for (i = 0; i < 48; i++) {
      if (window[i] % 1000 == 777) {
        found = i;
        break;
      }
      if (window[i] % 2)
        continue;
      if (window[i] > 100000)
        return;
    }
    trips++;
  }
  printf("own %d %d\n", trips, found);
}

/* A non-blocking read, waited for; records of two. */
struct pair { int a, b; };
static void records(struct pair *p, int n) {
  int i;
  for (i = 0; i < 4; i++) {
    add(-i);
    clEnqueueReadBuffer(queue, data, CL_FALSE, 0, n * sizeof *p, p, 0, NULL, NULL);
    clFinish(queue);
  }
  sum_hash("records", &p->a, 2 * n);
}

/* A division in the loop over the array; a zero takes the original loop's way. */
static float ratio(float *scale, int n) {
  float last = 0;
  int i, k;
  for (i = 0; i < 3; i++) {
    int h[40], acc = 0;
    add(1);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof h, h, 0, NULL, NULL);
    for (k = 0; k < 40; k++)
      acc += 1000000 / (h[k] * h[k] + 1);
    last = last * 0.5f + (float)acc * scale[i % n];
  }
  return last;
}

/* Both groups' results, as one buffer into another through the host. */
static void round_trip(int n) {
  int *h = (int *)malloc(n * sizeof *h), i;
  for (i = 0; i < 4; i++) {
    add(2);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, n * sizeof *h, h, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, other, CL_TRUE, 0, n * sizeof *h, h, 0, NULL, NULL);
    add(i);
    clSetKernelArg(map_k, 0, sizeof other, &other);
    clSetKernelArg(map_k, 1, sizeof data, &data);
    clSetKernelArg(map_k, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, map_k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  free(h);
}

int main(int argc, char **argv) {
  int seed[64], i;
  float scale[3] = {0.5f, 1.25f, 2.0f};
  start(argc > 1 ? argv[1] : "steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  map_k = clCreateKernel(program, "map", NULL);
  data = ints(64, 1);
  other = ints(64, 500);
  for (i = 0; i < 64; i++)
    seed[i] = i * 7 % 23;
  partial(64);
  once_more();
  table();
  once_more();
  live_out();
  once_more();
  sometimes(seed, 4);
  once_more();
  upload(seed, 48);
  once_more();
  history(20);
  once_more();
  shrinking(60);
  once_more();
  own();
  once_more();
  records((struct pair *)seed, 30);
  once_more();
  printf("ratio %.9g\n", ratio(scale, 3));
  once_more();
  round_trip(64);
  once_more();
  show("data", data);
  show("other", other);
  return 0;
}
