//===- barrier_sense.cl - central sense-reversing and sign-flip counters ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_BARRIER=sense. The central sense-reversing barrier (thesis, section
// 3.1, without its tree): each group counts itself (release); the last one, which
// the returned value makes known, acquires, sets the count back and reverses the
// sense (release), which the others wait for (acquire). Count and sense lie on
// lines of their own.
//
// PERSISTIFY_BARRIER=signflip. The form of cooperative groups (thesis, listing
// 2.4): one word, to which group 0 adds 2^31 - (groups - 1) and each other group
// one, so that the sign changes (release) exactly when all have arrived; each
// waits for a sign unlike that of the value it found (acquire). Nothing is reset,
// and a group that is still waiting cannot miss the change: the sign changes
// again only after its own next arrival.
//
// Both compare distances from the start value.
//
//===----------------------------------------------------------------------===//

#define p_sense_stages 1
#define p_sense_carries 0
#define p_sense_tells 0
#define p_sense_ready(e)

// The last of `groups` arrivals on `count` flips `sense`; the others wait for it.
P_FN uint p_sense_sync(p_env *e, __global uint *count, __global uint *sense, uint groups) {
  uint old = (e->barriers - 1) & 1, before = p_a_arrive(count, 1) - e->sh->start;
  if (before == groups - 1) {
    p_a_acquire();
    p_a_put(count, e->sh->start);
    p_a_set(sense, e->sh->start + (old ^ 1));
    return 0;
  }
  p_first_poll(e, groups - 1 - before, groups);
  return p_wait_flip(e, sense, e->sh->start, old, 1);
}

P_FN uint p_sense_front(p_env *e) {
  if (P_STEADY(e->lid) != 0)
    return 0;
  return p_sense_sync(e, e->ctl + P_CTL_COUNTER, e->ctl + P_CTL_SENSE, e->groups);
}

#define p_signflip_stages 1
#define p_signflip_carries 0
#define p_signflip_tells 0
#define p_signflip_ready(e)

P_FN uint p_signflip_front(p_env *e) {
  if (P_STEADY(e->lid) != 0)
    return 0;
  const uint sign = 0x80000000u;
  __global uint *word = e->ctl + P_CTL_SENSE;
  uint add = e->group == 0 ? sign - (e->groups - 1) : 1;
  uint old = p_a_arrive(word, add) - e->sh->start, now = old + add;
  if (!((now ^ old) & sign))
    p_first_poll(e, -now & (sign - 1), e->groups);
  return p_wait_flip(e, word, e->sh->start, old, sign);
}
