/* NDRanges: sizes read at each launch, dimensions, offsets, local sizes.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
*/
#include "setup.h"

static cl_kernel stamp, sum_k;
static cl_mem data;

static void mutated(void) { /* one array for all launches, one more than work_dim */
  size_t size[3] = {8, 8, 8}, local[2] = {4, 2};
  cl_uint dim = 2;
  for (int i = 0; i < 4; i++) {
    clSetKernelArg(stamp, 1, sizeof i, &i);
    size[0] = 8;
    size[1] = (size_t)(2 << i) > 8 ? 8 : 2 << i;
    clEnqueueNDRangeKernel(queue, stamp, dim, NULL, size, local, 0, NULL, NULL);
    size[0] /= 2;
    size[1] = 1;
    clEnqueueNDRangeKernel(queue, stamp, 1, NULL, size, NULL, 0, NULL, NULL);
  }
}

static void cube(void) {
  size_t g[] = {8, 4, 2}, l[] = {2, 2, 1}, o[] = {0, 4, 0};
  for (int i = 0; i < 3; ++i) {
    clSetKernelArg(stamp, 1, sizeof(int), &i);
    o[2] = i;
    clEnqueueNDRangeKernel(queue, stamp, 3, o, g, l, 0, NULL, NULL);
  }
}

static void shrinking(void) { /* down to no work at all: those launches are left out */
  for (size_t n = 64; n > 0; n /= 4) {
    size_t half = n / 32, one[1];
    int v = (int)n;
    one[0] = n > 8 ? 8 : n;
    if (half) {
      clSetKernelArg(stamp, 1, sizeof v, &v);
      clEnqueueNDRangeKernel(queue, stamp, 1, NULL, &half, NULL, 0, NULL, NULL);
    }
    v += 1;
    clSetKernelArg(stamp, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, stamp, 1, NULL, one, NULL, 0, NULL, NULL);
  }
}

static int reductions(cl_mem d_sum) { /* several local sizes; the result gives the next size */
  int n = 512, sum = 0, trips = 0;
  size_t local = 64;
  while (n > 8) {
    size_t global = ((n + local - 1) / local) * local;
    sum = 0;
    clEnqueueWriteBuffer(queue, d_sum, CL_FALSE, 0, 4, &sum, 0, NULL, NULL);
    clSetKernelArg(sum_k, 0, sizeof data, &data);
    clSetKernelArg(sum_k, 1, sizeof d_sum, &d_sum);
    clSetKernelArg(sum_k, 2, 64 * sizeof(int), NULL);
    clSetKernelArg(sum_k, 3, sizeof n, &n);
    clEnqueueNDRangeKernel(queue, sum_k, 1, 0, &global, &local, 0, 0, 0);
    clEnqueueReadBuffer(queue, d_sum, CL_TRUE, 0, 4, &sum, 0, NULL, NULL);
    n -= 40 + (sum & 63);
    local = trips & 1 ? 16 : 32;
    trips++;
  }
  printf("reductions %d %d %d %d\n", n, sum, trips, (int)local);
  return sum;
}

struct range {
  size_t global[2];
  const size_t *local;
};
static void from_struct(void) {
  size_t l[2] = {2, 2};
  struct range r = {{4, 4}, l}, *p = &r;
  for (int i = 0; i < 3; i++, p->global[i & 1] += 2) {
    clSetKernelArg(stamp, 1, sizeof(cl_int), &i);
    clEnqueueNDRangeKernel(queue, stamp, 2, NULL, r.global, p->local, 0, NULL, NULL);
  }
  printf("struct %d %d\n", (int)r.global[0], (int)r.global[1]);
}

static void table(void) {
  const size_t sizes[4] = {8, 2, 4, 1};
  size_t at[1] = {0};
  for (int i = 0; i < 4; i++) {
    at[0] = i;
    clSetKernelArg(stamp, 1, sizeof(cl_int), &i);
    clEnqueueNDRangeKernel(queue, stamp, 1, at, &sizes[i], NULL, 0, NULL, NULL);
  }
}

int main(void) {
  cl_int err;
  cl_mem d_sum;
  start("steps.cl", "");
  stamp = clCreateKernel(program, "stamp", &err);
  sum_k = clCreateKernel(program, "total", &err);
  data = ints(512, 1);
  d_sum = ints(1, 0);
  clSetKernelArg(stamp, 0, sizeof data, &data);
  mutated();
  show("mutated", data);
  cube();
  show("cube", data);
  shrinking();
  show("shrinking", data);
  reductions(d_sum);
  from_struct();
  show("struct", data);
  table();
  show("table", data);
  return 0;
}
