// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BS 8
typedef unsigned int word;
kernel __attribute__((reqd_work_group_size(BS, BS, 1)))
void matmul_mod(global word *c, const global word *a, const global word *b, const uint n, const word mod) {
  local word ta[BS][BS];
  local word tb[BS][BS];
  const uint lx = get_local_id(0), ly = get_local_id(1);
  const uint col = get_global_id(0), rowi = get_global_id(1);
  ulong acc = 0;
  for (uint t = 0; t < n; t += BS) {
    ta[ly][lx] = (rowi < n && t + lx < n) ? a[rowi * n + t + lx] : 0;
    tb[ly][lx] = (col < n && t + ly < n) ? b[(t + ly) * n + col] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < BS; ++k)
      acc = (acc + (ulong)ta[ly][k] * tb[k][lx]) % mod;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (rowi < n && col < n)
    c[rowi * n + col] = (word)acc;
}
