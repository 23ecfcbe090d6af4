// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers with a barrier that return a value from within a loop, each work-item in a round of its own.
#define together barrier(CLK_LOCAL_MEM_FENCE)
int first(__global const int *w, __local int *t, int n) {
  together;
  int l = get_local_id(0), j = 0;
  while (j < n) {
    if (j == l)
      return t[j];
    j += w[1];
  }
  return 7;
}
__kernel void look(__global int *o, __global const int *w, int n) {
  __local int t[16];
  t[get_local_id(0)] = o[get_global_id(0)] & 3;
  int x = first(w, t, n);
  together;
  o[get_global_id(0)] += x;
}
__kernel void stir(__global int *o) {
  __local int s[16];
  int l = get_local_id(0);
  s[l] = o[get_global_id(0)];
  together;
  o[get_global_id(0)] = s[get_local_size(0) - 1 - l] + 1;
}
