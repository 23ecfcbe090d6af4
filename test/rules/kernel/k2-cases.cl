// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases with barriers, and behind those jumps that not all work-items take.
#define turned t[get_local_size(0) - 1 - get_local_id(0)]
#define together barrier(CLK_LOCAL_MEM_FENCE)
#define ARGS __global int *o, __global const int *w, int n, __local int *t
__kernel void returns(ARGS) {
  int l = get_local_id(0), x = 0;
  t[l] = o[get_global_id(0)];
  switch (n) {
  case 5:
    together;
    x = turned;
    if (l & 1)
      return;
    x ^= 9;
    break;
  default:
    x = 7;
  }
  o[get_global_id(0)] += x;
}
__kernel void groups(ARGS) {
  int l = get_local_id(0), x = 0;
  t[l] = o[get_global_id(0)];
  switch (w[1]) {
  case 2:
    together;
    x = turned;
    if ((get_group_id(0) & 3) == 2)
      return;
    x += w[2];
    break;
  }
  o[get_global_id(0)] += x;
}
__kernel void continues(ARGS) {
  int l = get_local_id(0), x = 0;
  t[l] = o[get_global_id(0)];
  for (int k = 0; k < n; k++) {
    together;
    switch (w[k]) {
    case 2:
      x += turned;
      together;
      t[l] = x;
      if (l == 1)
        continue;
      x += k;
      break;
    case 9:
      x ^= 3;
    }
    o[get_global_id(0)] += x;
  }
}
__kernel void stir(__global int *o) {
  __local int s[16];
  int l = get_local_id(0);
  s[l] = o[get_global_id(0)];
  together;
  o[get_global_id(0)] = s[get_local_size(0) - 1 - l] + 1;
}
