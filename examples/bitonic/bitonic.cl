// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One compare-and-exchange pass of bitonic sort: items whose numbers differ in
// bit `distance` form a pair; bit `block` tells the direction.

__kernel void exchange_pairs(__global uint *keys, uint distance, uint block) {
  uint i = get_global_id(0);
  uint partner = i ^ distance;
  if (partner <= i)
    return;
  uint a = keys[i];
  uint b = keys[partner];
  bool ascending = (i & block) == 0;
  if ((a > b) == ascending) {
    keys[i] = b;
    keys[partner] = a;
  }
}
