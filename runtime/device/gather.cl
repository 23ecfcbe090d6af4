//===- gather.cl - the agreement to begin a phase together -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that waits for its other work-groups runs as it was written: its waits
// know neither a time budget nor the abort word. So once some group has begun the
// phase, no other may leave the launch before it has done its part. A barrier
// does not promise that: a group whose budget ends while the last one arrives
// leaves, and the others go on.
//
// Here passing and giving up exclude each other. Whoever gives up sets a flag by a
// compare-and-swap that fails when all have arrived; who finds that they have,
// goes on, and leaves at the next barrier instead. A group that arrives for the
// next gathering may do so before a slow one has looked at this one, but not one
// gathering further; so two flags, used in turn, tell which of the two was shut.
//
// It is also a barrier as P_BARRIER is: device scope, both address spaces.
//
//===----------------------------------------------------------------------===//

// Whether the gathering is decided, one way or the other.
P_FN int p_gather_over(uint now, uint target, uint shut) { return (now & shut) != 0 || P_REACHED(now, target); }

// By one item of each group. Non-zero: shut, nobody begins.
P_FN_BRANCHY uint p_gather_lead(const p_env *e) {
  if (e->sh->aborted) // by p_barrier_ready: who has not arrived yet may leave
    return 1;
  __global uint *word = e->ctl + P_CTL_GATHER;
  uint target = P_GATHER_START(e->sh->start) + P_GATHER_ARRIVAL * e->gathers * e->groups;
  uint shut = 1u << (e->gathers & 1), gone;
  uint now = p_a_arrive(word, P_GATHER_ARRIVAL) + P_GATHER_ARRIVAL;
  if (!p_gather_over(now, target, shut))
    p_first_poll(e, (target - now) / P_GATHER_ARRIVAL, e->groups);
  for (;;) {
    P_SPIN_UNTIL(e->ctl, gone, e->sh->budget, P_BARRIER_PAUSE, p_gather_over(now = p_a_poll(word), target, shut));
    if (!gone)
      return now & shut;
    if (p_a_swap(word, now, now | shut))
      return shut;
  }
}

// Non-zero: the launch is given up, leave the kernel.
uint p_gather(p_env *e);
P_FN_BARRIER uint p_gather(p_env *e) {
  ++e->gathers;
  p_wg_barrier();
  P_TRACE_ARRIVE(e);
  if (P_STEADY(e->lid) == 0)
    e->sh->aborted = p_gather_lead(e);
  p_wg_barrier();
  P_TRACE_LEAVE(e);
  return e->sh->aborted;
}
