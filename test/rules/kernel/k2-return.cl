// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Returns, breaks and continues that whole groups take together.
__kernel void prefix(__global const int *row, __global int *val, int groups, int rounds) {
  __local int t[32];
  const int g = get_group_id(0);
  if (g >= groups)
    return;
  if (row[g] < 0) // the same word for the whole group
    return;
  int lid = get_local_id(0);
  for (int r = 0;; r++) {
    if (r == rounds)
      break;
    if ((r + g) % 3 == 0)
      continue;
    t[lid] = val[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    val[get_global_id(0)] = t[(lid + r) & 31] + lid;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (rounds & 1)
    return;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (lid > 3) // nothing to skip any more
    return;
  val[get_global_id(0)] ^= 0x55;
}
__kernel void mark(__global int *row, __global const int *val, __global int *more, int i) {
  size_t g = get_global_id(0);
  if (g >= 40)
    return;
  row[g] = (val[g * 32] + i) % 5 - 1;
  if (i < 11)
    *more = 1;
}
