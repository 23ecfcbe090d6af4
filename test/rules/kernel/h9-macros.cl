// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef REAL
#define REAL unsigned int
#endif
#ifndef GAIN
#define GAIN 1.5f
#endif
__kernel void grow(__global REAL *a, int by) {
  size_t i = get_global_id(0);
  a[i] = MAX(a[i] / 2, (REAL)(by * GAIN)) + a[i] % 7;
}
