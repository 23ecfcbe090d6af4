// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void assign(__global const float *x, __global const float *centre, __global int *member, int n, int k)
{
  int i = get_global_id(0);
  if (i >= n) return;
  int best = 0;
  for (int c = 1; c < k; c++)
    if (fabs(x[i] - centre[c]) < fabs(x[i] - centre[best])) best = c;
  member[i] = best;
}
