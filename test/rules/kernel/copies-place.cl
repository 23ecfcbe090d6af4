// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What asks for its place.
__kernel void one(__global int *a, int d) { a[get_global_id(0)] += (int)sizeof(__func__) * d + __builtin_LINE(); }
__kernel void two(__global int *a, int d) { a[get_global_id(0)] += (int)sizeof(__FUNCTION__); }
