// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every node takes the smallest label of its neighbours; `changed` says that one did.
__kernel void spread(__global const int *from, __global int *to, __global int *changed, int n, int reach) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int best = from[i];
  for (int d = 1; d <= reach; ++d) {
    int l = from[(i + n - d) % n];
    if (l < best)
      best = l;
  }
  to[i] = best;
  if (best != from[i])
    *changed = 1;
}
