/* Loops of the host in loops, seven deep, in the loop that moves and in front of it: no
   level may multiply what the tool has to do.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1
*/
#include "setup.h"

static const size_t global = 64;

/* Counters in all ways around, with sums and flags carried out of each level. */
static int nest(int n) {
  int sum = 0, flag = 0;
  for (int a = 0; a < n; a++)
    for (int b = a; b < n; ++b) {
      int odd = 0;
      for (int c = n; c > 0; c--)
        for (int d = 0; d < 2; d++) {
          int e = 0;
          while (e < n) {
            int f = 2;
            do {
              for (int g = 0; g < 3; g += 2)
                sum += a + b * c - d + e * f + g, odd ^= g & 1;
            } while (--f);
            e++;
          }
          flag |= odd;
        }
      sum -= flag;
    }
  return sum;
}

int main(void) {
  start("steps.cl", "");
  cl_mem data = ints(64, nest(2));
  cl_kernel k = kernel_named("add");
  clSetKernelArg(k, 0, sizeof data, &data);
  int total = 0;
  for (int t = 0; t < 5; t++) {
    int v = nest(t % 3) + t;
    clSetKernelArg(k, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    total += v;
  }
  printf("%d\n", total);
  show("data", data);
  return 0;
}
