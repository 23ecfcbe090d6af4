// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One group of 64 compacts the values that survive a filter, keeping their order.
#define N 64
static inline int exclusive(__local int *t, int l, int v) {
  t[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < N; d <<= 1) {
    int x = l >= d ? t[l - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] += x;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return l ? t[l - 1] : 0;
}
__kernel __attribute__((reqd_work_group_size(N, 1, 1)))
void keep(__global const int *in, int n, int divisor, __global int *out, __global int *kept, __local int *tmp) {
  int l = get_local_id(0), base = 0;
  for (int from = 0; from < n; from += N) {
    int v = from + l < n ? in[from + l] : 0;
    int ok = from + l < n && v % divisor != 0;
    int where = exclusive(tmp, l, ok);
    if (ok) out[base + where] = v;
    base += tmp[N - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) *kept = base;
}
