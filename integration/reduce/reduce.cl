// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One pass of a reduction: each work-group adds up a piece of the input, two
// elements for each work-item, and stores one sum.

__kernel void reduce_pass(__global const long *in, __global long *out, __local long *sums, int n) {
  int lid = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * size * 2 + lid;
  long sum = 0;
  if (first < n)
    sum = in[first];
  if (first + size < n)
    sum += in[first + size];
  sums[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int width = size / 2; width > 0; width /= 2) {
    if (lid < width)
      sums[lid] += sums[lid + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    out[get_group_id(0)] = sums[0];
}
