// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Collatz: numbers that have not arrived at one are kept. */
__kernel void advance(__global const uint *live, __global uint *kept, __global uint *steps, __global uint *tally, uint count)
{
  size_t i = get_global_id(0);
  if (i >= count)
    return;
  uint index = live[2 * i], value = live[2 * i + 1];
  value = value & 1 ? 3 * value + 1 : value >> 1;
  steps[index]++;
  if (value != 1) {
    uint at = atomic_add(tally, 1u);
    kept[2 * at] = index;
    kept[2 * at + 1] = value;
  }
}
