//===- copies.cl - copies of buffers in front of a region -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies several buffers in one launch: on a GPU each command is some 10 us, which
// loops of a few trips notice. No synchronisation of its own; it ends before the next
// command of the queue begins.
//
//===----------------------------------------------------------------------===//

// Both begin at multiples of 16 bytes, as buffers and their parts do.
P_FN void p_copy_all(__global uchar *to, __global const uchar *from, ulong bytes) {
  const size_t me = get_global_id(0), all = get_global_size(0), whole = (size_t)(bytes / 16);
  for (size_t i = me; i < whole; i += all)
    ((__global uint4 *)to)[i] = ((__global const uint4 *)from)[i];
  for (size_t i = whole * 16 + me; i < bytes; i += all)
    to[i] = from[i];
}

// P_COPIES buffers to places in one; 0 bytes for those that are not there.
__kernel void p_copies(__global uchar *to, __global const uchar *from0, ulong at0, ulong bytes0,
                                __global const uchar *from1, ulong at1, ulong bytes1, __global const uchar *from2,
                                ulong at2, ulong bytes2, __global const uchar *from3, ulong at3, ulong bytes3) {
  p_copy_all(to + at0, from0, bytes0);
  p_copy_all(to + at1, from1, bytes1);
  p_copy_all(to + at2, from2, bytes2);
  p_copy_all(to + at3, from3, bytes3);
}
