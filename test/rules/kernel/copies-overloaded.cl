// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that fits better is declared after the first kernel, and used by a helper of it.
int __attribute__((overloadable)) size(int x) { return 4; }
static int id(int d) { short s = get_global_id(0); return s + size(s) * d; }
__kernel void one(__global int *a, int d) { a[get_global_id(0)] += id(d); }
int __attribute__((overloadable)) size(short x) { return 2; }
__kernel void two(__global int *a, int d) {
  short s = get_global_id(0);
  a[s] += size(s) * 100;
}
