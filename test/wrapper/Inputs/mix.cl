// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void fold(global const uint *src, global uint *dst, uint mul) {
  size_t i = get_global_id(0), n = get_global_size(0);
  dst[i] = src[i] * mul + src[(i + 1) % n] + (src[(i + n / 2) % n] >> 7);
}
kernel void test(global const uint *v, global uint *out, uint n) {
  uint x = 0;
  for (uint i = 0; i < n; ++i)
    x ^= v[i];
  out[0] = x & 63;
  out[1] += 1;
}
