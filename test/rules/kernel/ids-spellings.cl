// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ids-spellings.h"
#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
// Words that much of the generated code could be using.
#define id POS(0)
#define p 7
#define n count
#define lid LANE
#define r rest
#define e (p - 6)
#define total 12
#define ctl 5
#define v value
#define gid ((int)get_group_id(AXIS))
#define on 1
#define size 4
#define KERNEL(name) __kernel void name
#define FOR(i, to) for (int i = 0; i < (to); ++i)

int where(void) { return id + p; }
int width() { return (int)get_local_size(0) * e; }
int twice(int x) { return 2 * where() + x; }
int summed(__local int *t, int x) {
  t[lid] = x;
  sync_all();
  if (lid == 0)
    FOR(i, width() - 1) t[0] += t[i + 1];
  SYNC;
  int r = t[0];
  SYNC;
  return r;
}
__kernel void part(__global int *a, int n) {
  int i = id;
  if (i >= n)
    return;
  n += twice(i) - where() * 2;
  a[i] += n & 31;
}
__kernel void whole(__global int *a, __global float4 *f, params_t v, int n, __global uchar *small) {
  __local int t[16];
  int s = summed(t, a[id] + v.shift[on]);
  a[id] = s % 1001 + gid;
  float4 w = f[id];
  w.xy = (w * v.scale).yx;
  w.s3 += convert_float(v.kind) + vload2(0, v.shift + 0).x * 0.5f;
  f[id] = w;
  vstore4((uchar4)(s, gid, lid, total), id, small);
  small[size * id] ^= (uchar)ctl;
  part(a, n); // a kernel calls a kernel
}
