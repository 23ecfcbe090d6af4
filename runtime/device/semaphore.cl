//===- semaphore.cl - semaphores between work-groups ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For persistent kernels written by hand; generated ones have no use for them. A
// semaphore of size N lets N groups in (each takes 1), or one that takes N: many
// readers or one writer. Count and its lock as in HeteroSync (thesis, listings 2.5
// and 2.6); the waiting in three kinds:
//
//  P_SEM_SPIN      try again at once
//  P_SEM_EXP       pauses that double
//  P_SEM_PRIORITY  groups that leave go first: those that want to enter keep off
//                  the lock while one wants to leave (thesis, section 3.2, listings
//                  3.3 and 3.4). Who wants to leave is counted, not flagged, so that
//                  one that got out does not take another's claim away.
//
// What a group did between entering and leaving happens before what any group
// does that enters after it was let in by that: the lock is given back with
// release and taken with acquire, and work-group barriers stand on both sides.
//
// Memory: P_SEM_WORDS words, all 0 but word P_SEM_COUNT, which holds N.
//
//===----------------------------------------------------------------------===//

#define P_SEM_LOCK 0
#define P_SEM_COUNT P_LINE
#define P_SEM_LEAVING (2 * P_LINE)
#define P_SEM_WORDS (3 * P_LINE)

#define P_SEM_SPIN 0
#define P_SEM_EXP 1
#define P_SEM_PRIORITY 2

// One attempt to enter; at most one work-item of a group at a time.
P_FN int p_sem_try(__global uint *sem, uint take, uint kind) {
  if (kind == P_SEM_PRIORITY && p_a_poll(sem + P_SEM_LEAVING) != 0)
    return 0;
  if (!p_a_claim(sem + P_SEM_LOCK, 1))
    return 0;
  p_a_acquire();
  uint left = p_a_poll(sem + P_SEM_COUNT), in = left >= take;
  if (in)
    p_a_put(sem + P_SEM_COUNT, left - take);
  p_a_set(sem + P_SEM_LOCK, 0);
  return in;
}

P_FN uint p_sem_take(const p_env *e, __global uint *sem, uint take, uint kind) {
  uint gone;
  P_SPIN_UNTIL(e->ctl, gone, e->sh->budget, kind == P_SEM_SPIN ? 0 : P_PAUSE_MOST, p_sem_try(sem, take, kind));
  return gone;
}

P_FN uint p_sem_give(const p_env *e, __global uint *sem, uint give, uint kind) {
  uint gone = 0, asked = 0;
  if (!p_a_claim(sem + P_SEM_LOCK, 1)) {
    if (kind == P_SEM_PRIORITY) {
      p_a_add(sem + P_SEM_LEAVING, 1);
      asked = 1;
    }
    P_SPIN_UNTIL(e->ctl, gone, e->sh->budget, kind == P_SEM_EXP ? P_PAUSE_MOST : 0, p_a_claim(sem + P_SEM_LOCK, 1));
  }
  p_a_acquire();
  if (!gone) {
    p_a_put(sem + P_SEM_COUNT, p_a_poll(sem + P_SEM_COUNT) + give);
    p_a_set(sem + P_SEM_LOCK, 0);
  }
  if (asked)
    p_a_add(sem + P_SEM_LEAVING, 0u - 1);
  return gone;
}

// By all work-items of a group. Non-zero: the launch is given up, leave the kernel.
uint p_sem_enter(p_env *e, __global uint *sem, uint take, uint kind);
P_FN_BARRIER uint p_sem_enter(p_env *e, __global uint *sem, uint take, uint kind) {
  p_wg_barrier();
  if (P_STEADY(e->lid) == 0)
    p_gave_up(e, p_sem_take(e, sem, take, kind));
  p_wg_barrier();
  return e->sh->aborted;
}
uint p_sem_leave(p_env *e, __global uint *sem, uint give, uint kind);
P_FN_BARRIER uint p_sem_leave(p_env *e, __global uint *sem, uint give, uint kind) {
  p_wg_barrier();
  if (P_STEADY(e->lid) == 0)
    p_gave_up(e, p_sem_give(e, sem, give, kind));
  p_wg_barrier();
  return e->sh->aborted;
}
