// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* strike out the multiples of p from p*p; item i takes p*p + i*p */
__kernel void strike(__global uchar *composite, uint p, uint limit) {
  ulong m = (ulong)p * p + (ulong)get_global_id(0) * p;
  if (m <= limit) composite[m] = 1;
}
/* the next number behind p that is not struck out */
__kernel void next_prime(__global const uchar *composite, uint p, uint limit, __global uint *table, uint slot) {
  uint c = p + 1;
  while (c <= limit && composite[c]) c++;
  table[slot] = c;
}
