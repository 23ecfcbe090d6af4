// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pragma that nobody undoes, and a type that the kernel's sizeof makes.
__kernel void one(__global int *a, int d) { a[get_global_id(0)] += (int)sizeof(struct { char c; long v; }) * d; }
#pragma pack(2)
__kernel void two(__global int *a, int d) { a[get_global_id(0)] += (int)sizeof(struct { char c; long v; }); }
