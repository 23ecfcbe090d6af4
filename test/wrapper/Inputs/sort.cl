// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void odd_even(global float *v, global char *moved, int n, int phase) {
  int i = 2 * get_global_id(0) + phase;
  if (i + 1 < n && v[i] > v[i + 1]) {
    float t = v[i];
    v[i] = v[i + 1];
    v[i + 1] = t;
    *moved = 1;
  }
}
