// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void pairs(__global int *v, int first, int n, __global bool *swapped) {
  int i = 2 * get_global_id(0) + first;
  if (i + 1 >= n) return;
  if (v[i] > v[i + 1]) {
    int t = v[i];
    v[i] = v[i + 1];
    v[i + 1] = t;
    *swapped = true;
  }
}
