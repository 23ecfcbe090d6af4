// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops around a compare-and-swap that wait: another work-item brings about what they expect to see.

// state[0] counts what is taken of two.
__kernel void semaphore(volatile __global int *state, int round) {
  if (get_local_id(0) == 0) {
    for (;;) {
      int taken = state[0];
      if (taken >= 2)
        continue;
      if (atomic_cmpxchg(&state[0], taken, taken + 1) == taken)
        break;
    }
    atomic_add(&state[1], round + 1);
    atomic_dec(&state[0]);
  }
}

// What was read, but for the bit that is the lock.
__kernel void disguised(volatile __global int *state, int round) {
  if (get_local_id(0) == 0) {
    int old;
    do {
      old = state[0] & ~1;
    } while (atomic_cmpxchg(&state[0], old, old | 1) != old);
    state[1] = state[1] + round + 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_and(&state[0], ~1);
  }
}

__kernel void tickets(volatile __global int *state, int round) {
  if (get_local_id(0) == 0) {
    int mine;
    do {
      mine = state[2];
    } while (atomic_cmpxchg(&state[2], mine, mine + 1) != mine);
    while (atomic_or(&state[3], 0) != mine + 1) // the first ticket is 2, the first turn 3
      ;
    state[1] += round + 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_inc(&state[3]);
  }
}
