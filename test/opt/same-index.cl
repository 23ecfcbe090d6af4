// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct { int key, rest; } item;

__kernel void near(__global const int *v, __global int *sum, int n) {
  int i = get_global_id(0);
  if (i < n)
    sum[i] = v[i] + v[(i + 1) % n];
}
__kernel void keep(__global int *v, __global const int *sum, int n) {
  const size_t at = get_global_id(0);
  int now = v[at];
  if (at < n)
    now = *(sum + at) % 1009 + now % 2;
  v[at] = now;
}
__kernel void halves(__global short *v, __global const short *sum) {
  size_t i = get_global_id(0);
  v[i] += sum[i];
}
__kernel void odd(__global int *v, __global const int *sum, int n) {
  uint i = get_global_id(0);
  if (i % 2)
    i -= 1;
  v[i] = sum[i] + (int)i % 2;
}
__kernel void low(__global int *v, __global int *sum) {
  ushort i = get_global_id(0);
  v[i] = sum[i] % 517 + v[i] % 3;
}
__kernel void swing(__global int *v, __global const int *sum) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y == 1)
    v[x] = sum[x] % 771 + v[x] % 3;
}
__kernel void rank(__global item *items, __global const int *v, int salt) {
  int i = get_global_id(0), own = i;
  items[own].key = v[own] ^ salt;
  items[own].rest++;
}
__kernel void take(__global int *v, __global const item *items) {
  int i = get_global_id(0);
  v[i] = (v[i] + items[i].key * 3 + items[i].rest) % 4099;
}
__kernel void turned(__global int *v, __global const int *sum, int n) {
  int i = get_global_id(0);
  v[n - 1 - i] = sum[i] % 313;
}
__kernel void grouped(__global int *v, __global const int *sum) {
  int i = get_global_id(0);
  v[i] = sum[i] % 613 + (int)get_local_id(0);
}
