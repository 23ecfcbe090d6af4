/* Functions of bits and exponents, as C has them. */
#include "setup.h"
#include <math.h>
#include <strings.h>

static cl_kernel kernel;
static void Step(int amount) {
  const size_t global_size[1] = {64};
  clSetKernelArg(kernel, 1, sizeof(int), &amount);
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global_size, NULL, 0, NULL, NULL);
}

/* Rounded up to a power of two, as many do it. */
static unsigned next_power(unsigned n) { return n <= 1 ? 1 : 1u << (32 - __builtin_clz(n - 1)); }

int main(void) {
  unsigned mask, level, sum = 0;
  int shift, i;
  double value = 1.0;
  cl_mem a;
  start("steps.cl", NULL);
  kernel = kernel_named("add");
  a = ints(64, 1);
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &a);

  /* one launch for each bit */
  for (mask = 0xB0050102u; mask; mask &= mask - 1) {
    int bit = __builtin_ctz(mask);
    sum += bit + ffs((int)mask);
    Step(bit);
  }
  for (level = 1; level < 5000; level = next_power(level + 1) + 3) {
    sum = sum * 3 + __builtin_popcount(level);
    Step((int)(sum & 255));
  }
  for (i = 0; i < 4; i++) {
    value = frexp(ldexp(value, 3) * 1.3, &shift);
    value += scalbn(0.25, shift) + ldexpf(1.0f, -i);
    sum += (unsigned)shift;
    Step(shift);
  }
  printf("%u %.17g\n", sum, value);
  show("a", a);
  return 0;
}
