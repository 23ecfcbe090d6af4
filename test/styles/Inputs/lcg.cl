// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void stir(__global uint *h, uint seed, ulong wide, short narrow, char tiny, uchar utiny, float f) {
  uint i = get_global_id(0);
  uint x = h[i] ^ seed;
  x += (uint)(wide >> 7) + (uint)narrow * 31u + (uint)tiny * 17u + utiny;
  x ^= (uint)(f * 4.0f);
  h[i] = x * 2654435761u + i;
}
