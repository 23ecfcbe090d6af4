// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flags of one byte side by side; each kernel has its own.
typedef struct { uchar changed, far, odd, done; } flags_t;
__kernel void spread(__global int *d, __global uchar *changed, int n) {
  int i = get_global_id(0);
  if (i > 0 && i < n && d[i] > d[i - 1] + 1) {
    d[i] = d[i - 1] + 1;
    *changed = 1;
  }
}
__kernel void look(__global const int *d, __global flags_t *f, int n, int far) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  if (d[i] < far)
    f->far = 7; // its neighbours belong to others
  if (d[i] & 1)
    f->odd = 9;
}
__kernel void finish(__global const flags_t *f, __global uchar *log, int i) {
  log[i * 3] = f->changed;
  log[i * 3 + 1] = f->far;
  log[i * 3 + 2] = f->odd;
}
