// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pragmas, attributes and declarations between the kernels that leave what the words mean.
int __attribute__((overloadable)) size(int x) { return 4; }
#pragma pack(push, 1)
struct packed { char c; int v; };
__kernel void one(__global int *a, int d) {
  struct packed p = {1, d};
  enum { STEP = 3 };
  short s = get_global_id(0);
  a[s] += size((int)s) * d + p.v + (int)sizeof p + STEP;
}
#pragma pack(pop)
int __attribute__((overloadable)) size(float x) { return 2; }
typedef struct packed *pointer;
static inline float halved(float x) {
#pragma OPENCL FP_CONTRACT OFF
  return x * 0.5f + 1.0f;
}
#pragma OPENCL EXTENSION all : disable
__kernel __attribute__((vec_type_hint(float4))) void two(__global int *a, int d) {
  __constant int table[] = {1, 2, 3};
  size_t i = get_global_id(0);
  __attribute__((opencl_unroll_hint(2))) for (int k = 0; k < 3; k++) a[i] += table[k] + size(halved(d));
}
