// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What differs between work-items is the same for a group again once each of them has set it to the same.
#define turned t[get_local_size(0) - 1 - get_local_id(0)]
#define together barrier(CLK_LOCAL_MEM_FENCE)
#define ARGS __global int *o, __global const int *w, int n, __local int *t

// One counter for all loops, as in C90.
__kernel void counter(ARGS) {
  int l = get_local_id(0), k, sum = 0;
  for (k = l; k < 16; k += get_local_size(0))
    sum += w[k & 7];
  t[l] = sum;
  for (k = 0; k < n; k++) {
    together;
    sum += turned;
    together;
    t[l] = sum;
  }
  o[get_global_id(0)] += sum;
}
// Some go on with the next round early, but have come by its barriers.
__kernel void skips(ARGS) {
  int l = get_local_id(0), x = 1;
  for (int k = 0; k < n; k++) {
    t[l] = x + k;
    together;
    x += turned;
    together;
    if (w[l & 7] > k)
      continue;
    x *= 3;
  }
  o[get_global_id(0)] ^= x;
}
// A value that only some items of the device may ask for, in front of one that all need.
__kernel void asked(ARGS) {
  int l = get_local_id(0), v = atomic_add(&o[get_global_id(0)], 1), x;
  x = v & 15;
  v = w[3];
  while (v-- > 0) {
    t[l] = x;
    together;
    x += turned * v;
    together;
  }
  o[get_global_id(0)] += x;
}
// The same through a helper, an argument that is set anew, and parts of a vector.
int depth(int v, int l) {
  int r = l;
  if (v > 3)
    r = 2;
  else
    r = 1;
  return r;
}
void passes(__local int *t, int by) {
  int more = by;
  by = 3;
  do {
    together;
    int x = turned;
    together;
    t[get_local_id(0)] = x + by + more;
  } while (--by);
}
__kernel void helped(ARGS) {
  int l = get_local_id(0);
  int2 d = (int2)(l, n);
  t[l] = d.x;
  d = (int2)(depth(n, l), w[1]);
  for (int k = 0; k < d.x; k++)
    passes(t, l);
  if (d.y == 2)
    passes(t, 1);
  o[get_global_id(0)] += t[l];
}
// Ways out of a loop: what only some of the device's items do must not decide which one is taken.
__kernel void ways(ARGS) {
  int l = get_local_id(0), x = 0, go = l;
  t[l] = l;
  for (int k = 0; k < n + 3; k++) {
    switch (w[k]) {
    case 9:
      o[get_global_id(0)] += 1;
      break;
    case 2:
      if (l & 1)
        o[get_global_id(0)] += 7;
      else
        o[get_global_id(0)] += 2;
      break;
    default:
      together;
      x += turned;
      together;
      t[l] = k;
    }
    go = w[k];
    if (go > 8) {
      if (go == 10)
        break;
      o[get_global_id(0)] += 3;
      break;
    }
    together;
    x += turned;
  }
  o[get_global_id(0)] += x;
}
__kernel void stir(__global int *o) {
  __local int s[16];
  int l = get_local_id(0);
  s[l] = o[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = s[15 - l] + 1;
}
