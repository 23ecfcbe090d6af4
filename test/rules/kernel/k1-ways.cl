// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers that not every way comes by; what decides it is the same for all work-items of a group.
#define turned t[(get_local_id(0) + 1) % get_local_size(0)]
#define together barrier(CLK_LOCAL_MEM_FENCE)
#define ARGS __global int *o, __global const int *w, int n, __local int *t
void pass(__local int *t, int by) {
  together;
  int x = turned;
  together;
  t[get_local_id(0)] = x + by;
}
int rounds(__local int *t, int n) {
  together;
  int x = 1;
  if (n > 3)
    x = 4;
  return x;
}
// How often a barrier comes: decided by jumps of loops without barriers, by && and by a helper's value.
__kernel void jumps(ARGS) {
  int l = get_local_id(0), x = 0, y = 0, z = 0, first = w[1], third = w[3];
  t[l] = l;
  for (int i = 0; i < n; i++) {
    if (w[i] > 3)
      break;
    x++;
  }
  for (int i = 0; i < n; i++) {
    if (w[i] & 1)
      continue;
    y++;
  }
  switch (n) {
  case 5:
    if (w[2] > 0)
      break;
    y = 9;
  }
  first > 1 && (z = 3);
  third == 2 ? (z += 2) : (z -= 1);
  for (int i = 0; i < x; i++)
    pass(t, i);
  for (int i = 0; i < y; i++)
    pass(t, 1);
  for (int i = 0; i < z + rounds(t, n); i++)
    pass(t, 2);
  o[get_global_id(0)] += t[l];
}
__kernel void called(ARGS) {
  int l = get_local_id(0);
  t[l] = l;
  int x = rounds(t, n);
  for (int i = 0; i < x; i++)
    pass(t, i);
  o[get_global_id(0)] += t[l];
}
__kernel void branches(ARGS) {
  int l = get_local_id(0);
  t[l] = l;
  for (int i = 0; i < n; i++) {
    if (i & 1) {
      pass(t, i);
    } else {
      pass(t, 2);
      pass(t, 3);
    }
    if (i == 3)
      pass(t, 1);
    o[get_global_id(0)] += i;
  }
  o[get_global_id(0)] += t[l];
}
__kernel void loops(ARGS) {
  int l = get_local_id(0);
  t[l] = l;
  for (int i = 0; i < n; i++) {
    if (i == 1) {
      pass(t, i);
      o[get_global_id(0)] += 1;
      continue;
    }
    if (i == 3) {
      pass(t, 4);
      break;
    }
    o[get_global_id(0)] += 4;
  }
  int i = 0;
  do {
    if (i == w[1])
      continue;
    pass(t, i);
  } while (i++ < n);
  o[get_global_id(0)] += t[l];
}
__kernel void cases(ARGS) {
  int l = get_local_id(0);
  t[l] = l;
  for (int i = 0; i < n; i++) {
    switch (i) {
    case 0:
      pass(t, i);
      break;
    case 3:
      pass(t, 5);
    default:
      pass(t, 3);
    }
  }
  o[get_global_id(0)] += t[l];
}
__kernel void left(ARGS) {
  int l = get_local_id(0);
  t[l] = l;
  if (n > 3) {
    pass(t, 9);
    if (get_group_id(0) % 3 == 1) {
      o[get_global_id(0)] += 2;
      return;
    }
    pass(t, 3);
  }
  o[get_global_id(0)] += 5 + t[l];
}
__kernel void stir(__global int *o) { o[get_global_id(0)] ^= get_local_id(0) + 3 * get_local_size(0); }
