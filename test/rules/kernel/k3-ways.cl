// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups that hand a turn on, each in its own way: what a loop waits for does not stand in its condition.
#define MINE ((int)get_group_id(0) + 1)
__kernel void cases(__global volatile int *turn, __global int *a) {
  if (get_local_id(0) != 0)
    return;
  for (;;) {
    switch (turn[0] - MINE) {
    case 0:
      a[MINE] += 1;
      turn[0] = MINE + 1;
      return;
    }
  }
}
void look(__global volatile int *turn, int *now) { *now = turn[0]; }
__kernel void asks(__global volatile int *turn, __global int *a) {
  int now = 0;
  if (get_local_id(0) != 0)
    return;
  do
    look(turn, &now);
  while (now != MINE);
  a[MINE] += 2;
  turn[0] = MINE + 1;
}
__kernel void inner(__global volatile int *turn, __global int *a) {
  if (get_local_id(0) != 0)
    return;
  for (;;) {
    int done = 0;
    for (int i = 0; i < 2; i++)
      if (turn[i] == MINE) {
        done = 1;
        break;
      }
    if (done)
      break;
  }
  a[MINE] += 3;
  turn[0] = MINE + 1;
}
__kernel void counted(__global volatile int *turn, __global int *a) {
  int seen = 0, *to = &seen;
  if (get_local_id(0) != 0)
    return;
  while (seen < 2) {
    turn[0] == MINE ? ++*to : 0;
    turn[0] == MINE && seen++;
  }
  a[MINE] += 4;
  turn[0] = MINE + 1;
}
// These end by themselves.
void step(int *k) { ++*k; }
__kernel void alone(__global volatile int *turn, __global int *a) {
  int k = 0, i = get_global_id(0) + 3;
  while (k < 3) {
    step(&k);
    if (turn[0] == 77)
      a[i] += 5;
    else
      a[i] += 6;
  }
  do {
    if (turn[0] == 1)
      break;
    a[i] ^= 8;
  } while (0);
  for (;;) {
    switch (k++) {
    case 9:
      return;
    }
    if (turn[1] == 78)
      continue;
    a[i] += k;
  }
}
