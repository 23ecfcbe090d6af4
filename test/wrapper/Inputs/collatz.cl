// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void advance(__global ulong *v, __global uint *open, uint n, uint stride) {
  for (uint i = get_global_id(0); i < n; i += stride)
    if (v[i] != 1) {
      v[i] = v[i] % 2 ? 3 * v[i] + 1 : v[i] / 2;
      if (v[i] != 1)
        atomic_inc(open);
    }
}
