//===- barrier.cl - the barrier between work-groups -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Release/acquire at device scope: what any participating work-item did before
// the barrier happens before what any of them does behind it (the
// specification of OOPSLA'16 section 4.1). The leader's release is cumulative
// over its group's writes through the work-group barrier in front; the group
// inherits the leader's acquire through the work-group barrier behind.
//
// Two forms, chosen by the number of groups:
//  - a monotonic counter, each group adds one and waits until the counter
//    reaches the next multiple of the number of groups. The value that the add
//    returns says how many arrivals are missing; polling before they can be
//    there only slows them down;
//  - for many groups, arrivals striped over several lines, which the items of
//    group 0 watch side by side; they release the others through several words.
//
// Counters never go back; they are compared as signed differences modulo 2^32.
// A launch that is given up adds P_JUMP to every counter exactly once, so the
// word that a group polls also tells it to leave: no extra load per barrier.
//
//===----------------------------------------------------------------------===//

// Gives the launch up; the first reason wins. One work-item of a group calls it.
// Rare, so not worth its size at every barrier.
static __attribute__((noinline)) void p_raise(__global uint *ctl, uint reason, uint line, uint need) {
  if (!p_a_claim(ctl + P_CTL_ABORT, reason))
    return;
  ctl[P_CTL_LINE] = line;
  ctl[P_CTL_NEED] = need;
  p_a_add(ctl + P_CTL_COUNTER, P_JUMP);
#ifdef P_STRIPED
  for (uint i = 0; i < P_MAX_STRIPES; ++i)
    p_a_add(ctl + P_CTL_STRIPE(i), P_JUMP);
  for (uint i = 0; i < P_MAX_RELEASE; ++i)
    p_a_add(ctl + P_CTL_RELEASE(i), P_JUMP);
#endif
}

P_FN ulong p_budget(__global uint *ctl) {
  return (ulong)ctl[P_CTL_BUDGET_LO] | (ulong)ctl[P_CTL_BUDGET_HI] << 32;
}

#define P_REACHED(now, target) ((int)((now) - (target)) >= 0)
#define P_JUMPED(now, target) ((now) - (target) + P_JUMP / 2 >= P_JUMP)

// Waits until *word reaches target, then acquires. Returns non-zero when the
// launch is given up, which it does itself when the time budget is spent.
P_FN uint p_wait(__global uint *ctl, __global uint *word, uint target) {
  ulong left = p_budget(ctl);
  uint now = p_a_poll(word);
  while (!P_REACHED(now, target) && !P_JUMPED(now, target)) {
    if (left-- == 0) {
      p_raise(ctl, P_BAIL_TIME, 0, 0);
      return P_BAIL_TIME;
    }
    now = p_a_poll(word);
  }
  p_a_acquire();
  return P_JUMPED(now, target);
}

#ifdef P_STRIPED
// Arrivals that stripe i waits for: groups 1.. with number % stripes == i.
P_FN uint p_stripe_share(uint groups, uint stripes, uint i) {
  uint with_master = (groups - i + stripes - 1) / stripes;
  return i == 0 ? with_master - 1 : with_master;
}

uint p_barrier_striped(p_env *e);
P_FN_BARRIER uint p_barrier_striped(p_env *e) {
  __global uint *ctl = e->ctl;
  uint stripes = ctl[P_CTL_STRIPES], per_word = ctl[P_CTL_PER_WORD], start = ctl[P_CTL_START];
  uint round = ++e->barriers;
  uint words = (e->groups + per_word - 1) / per_word;
  p_wg_barrier();
  if (e->group == 0) {
    for (uint i = e->lid; i < stripes; i += e->wg)
      if (p_wait(ctl, ctl + P_CTL_STRIPE(i), start + round * p_stripe_share(e->groups, stripes, i)))
        e->sh->aborted = 1;
  } else if (P_STEADY(e->lid) == 0) {
    p_a_arrive(ctl + P_CTL_STRIPE(e->group % stripes), 1);
  }
  p_wg_barrier();
  if (e->group == 0) {
    for (uint i = e->lid; i < words; i += e->wg)
      p_a_arrive(ctl + P_CTL_RELEASE(i), 1);
  } else if (P_STEADY(e->lid) == 0) {
    if (p_wait(ctl, ctl + P_CTL_RELEASE(e->group / per_word), start + round))
      e->sh->aborted = 1;
  }
  p_wg_barrier();
  return e->sh->aborted;
}
#endif

uint p_barrier(p_env *e);
P_FN_BARRIER uint p_barrier(p_env *e) {
#ifdef P_STRIPED
#ifndef P_STRIPED_ALWAYS // tests on CPUs: PoCL likes no choice between barriers
  if (e->groups > e->ctl[P_CTL_STRIPED])
#endif
    return p_barrier_striped(e);
#endif
#ifndef P_STRIPED_ALWAYS
  e->target += e->groups;
  ++e->barriers;
  p_wg_barrier();
  if (P_STEADY(e->lid) == 0) {
    __global uint *word = e->ctl + P_CTL_COUNTER;
    uint now = p_a_arrive(word, 1) + 1;
    if (!P_REACHED(now, e->target))
      p_a_delay(e->ctl[P_CTL_DELAY0] + (min(e->target - now, e->groups) * e->ctl[P_CTL_DELAY] >> 4));
    if (p_wait(e->ctl, word, e->target))
      e->sh->aborted = 1;
  }
  p_wg_barrier();
  return e->sh->aborted;
#endif
}
