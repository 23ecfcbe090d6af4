// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void wave(__global const int *now, __global int *old, int n) {
  int i = get_global_id(0);
  int left = i ? now[i - 1] : 0, right = i + 1 < n ? now[i + 1] : 0;
  old[i] = (left + right) % 9973 - old[i] % 97;
}
__kernel void loudest(__global const int *now, __global int *top) { atomic_max(top, now[get_global_id(0)]); }
