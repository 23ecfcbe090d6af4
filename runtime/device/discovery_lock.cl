//===- discovery_lock.cl - the published discovery protocol -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_DISCOVERY=ticket or spin. OOPSLA'16 figure 3: under a lock each group
// counts itself in while the poll is open; then it takes the lock again, and the
// first to do so closes the poll. Recall rests on the lock (section 5.1): with a
// ticket lock, which is fair, all groups that are waiting poll before the first
// one closes; with a spin lock few do. The price is that all groups, also those
// that come too late, stand in one queue.
//
// Between the phases a group may linger: take and give back the lock a number of
// times (section 5.4; CPUs, which start groups slowly, find one without it). It
// stops when the poll is closed or the known bound of groups has come.
//
// Taking the lock acquires, giving it back releases; what it protects are relaxed
// atomics, so that no cache that is not coherent has a part in it.
//
//===----------------------------------------------------------------------===//

// Non-zero: given up. `ticket` is given back by the holder.
P_FN uint p_ticket_lock(__global uint *ctl, uint *ticket) {
  uint gone, mine = p_a_add(ctl + P_CTL_TICKET, 1);
  *ticket = mine;
  P_SPIN_UNTIL(ctl, gone, p_budget(ctl), 0, p_a_poll(ctl + P_CTL_SERVING) == mine);
  return gone;
}
P_FN void p_ticket_unlock(__global uint *ctl, uint ticket) { p_a_set(ctl + P_CTL_SERVING, ticket + 1); }

P_FN uint p_spin_lock(__global uint *ctl, uint *ticket) {
  uint gone;
  *ticket = 0;
  P_SPIN_UNTIL(ctl, gone, p_budget(ctl), 0, p_a_claim(ctl + P_CTL_TICKET, 1));
  return gone;
}
P_FN void p_spin_unlock(__global uint *ctl, uint ticket) {
  (void)ticket;
  p_a_set(ctl + P_CTL_TICKET, 0);
}

#define P_LOCK_DISCOVER(lock, unlock) \
  uint ticket, bound = p_launch_bound(ctl), linger = ctl[P_CTL_LINGER]; \
  if (lock(ctl, &ticket)) \
    return 0; \
  uint in = !p_a_poll(ctl + P_CTL_POLL_CLOSED), me = p_a_poll(ctl + P_CTL_POLL); \
  if (in) \
    p_a_put(ctl + P_CTL_POLL, me + 1); \
  unlock(ctl, ticket); \
  sh->group = me; \
  if (!in) \
    return 0; \
  for (uint closed = 0; !closed; ) { \
    if (lock(ctl, &ticket)) \
      return 0; \
    closed = p_a_poll(ctl + P_CTL_POLL_CLOSED); \
    if (!closed && (linger == 0 || p_a_poll(ctl + P_CTL_POLL) >= bound)) { \
      p_a_put(ctl + P_CTL_POLL_CLOSED, 1); \
      p_a_put(ctl + P_CTL_COUNT, p_a_poll(ctl + P_CTL_POLL)); \
      closed = 1; \
    } \
    unlock(ctl, ticket); \
    --linger; \
  } \
  return p_a_poll(ctl + P_CTL_POLL);

P_FN uint p_ticket_discover(__global uint *ctl, __local p_shared *sh) {
  P_LOCK_DISCOVER(p_ticket_lock, p_ticket_unlock)
}
P_FN uint p_spin_discover(__global uint *ctl, __local p_shared *sh) { P_LOCK_DISCOVER(p_spin_lock, p_spin_unlock) }
