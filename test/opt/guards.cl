// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ROWS 40

// The walk ends at the guard.
__kernel void below(__global int *v, int n) { // ids below n, n may be negative
  int i = get_global_id(0);
  if (i >= n)
    return;
  v[i] += 1;
}
__kernel void eliminate(__global int *v, int size, int t) { // a value that is computed
  const size_t id = get_global_id(0);
  const int last = size - 1;
  if (id < last - t) { // in unsigned long: below zero is everything
    v[id + t + 1] += v[t] + 2;
  }
}
__kernel void reversed(__global int *v, __global const int *w, uint limit) {
  uint id = (uint)get_global_id(0), other = w[0];
  if (!(limit > id)) {
    return;
  }
  v[id] += (int)(other & 3);
}
__kernel void upto(__global int *v, long last, __global const int *skip) { // and another condition
  const long i = get_global_id(0);
  if (i > last || skip[i] == 3)
    return;
  v[i] *= 3;
}
__kernel void both(__global int *v, uchar n) { // and a second bound; a small type
  if (get_global_id(0) >= 3 && get_global_id(0) < n * 2)
    v[get_global_id(0)] += 7;
}
__kernel void rows(__global int *v) {
  size_t i = get_global_id(0);
  ;
  if (ROWS <= i) return;
  v[i] ^= 5;
}
__kernel void grid(__global int *v, int n, int size) { // in two dimensions the second one's, in three the third one's
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x >= 8 - size || y >= n || z > 8 - n)
    return;
  v[(y + z) * 8 + x] += 3 + y;
}

// These are walked to the end.
__kernel void counted(__global int *v, int n) {
  int i = get_global_id(0);
  atomic_inc(&v[1]);
  if (i < n)
    v[i + 2] += 1;
}
__kernel void goes_on(__global int *v, int n) {
  int i = get_global_id(0);
  if (i < n)
    v[i] += 1;
  if (i == 63)
    v[63] += 2;
}
__kernel void other_branch(__global int *v, int n) {
  int i = get_global_id(0);
  if (i < n)
    v[i] += 1;
  else
    v[i] += 2;
}
__kernel void moved(__global int *v, int n) {
  int i = get_global_id(0);
  n += i;
  if (i < n - 40)
    v[i] += 1;
}
__kernel void from_memory(__global int *v, __global const int *w) {
  int i = get_global_id(0);
  if (i >= w[5])
    return;
  v[i] += 1;
}
__kernel void narrow(__global int *v, int n) {
  char i = get_global_id(0);
  if (i < n)
    v[get_global_id(0)] += 1;
}
__kernel void above(__global int *v, int n) {
  int i = get_global_id(0);
  if (i < n)
    return;
  v[i] += 1;
}
__kernel void either(__global int *v, int n) {
  int i = get_global_id(0);
  if (i < n || i == 60)
    v[i] += 1;
}
__kernel void not_both(__global int *v, int n) {
  int i = get_global_id(0);
  if (i >= n && i != 61)
    return;
  v[i] += 1;
}
__kernel void told(__global int *v, int n) {
  int i = get_global_id(0);
  if (atomic_inc(&v[2]) > 100000 || i >= n)
    return;
  v[i + 3] += 1;
}
__kernel void real(__global int *v, float n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  v[i] += 1;
}
__kernel void first_only(__global int *v, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n)
    v[y * 8 + x] += 3;
}
