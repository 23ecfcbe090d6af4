//===- barrier_counter.cl - monotonic counters ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_BARRIER=counter. Each group adds one (release) to a counter and waits
// until it reaches the next multiple of the number of groups (acquire). Nothing to
// reset, and nobody stands between the last arrival and who waits for it. The value
// that the add returns says how many arrivals are missing.
//
// The adds of many groups queue up, so these have four counters, on lines of their
// own; everybody watches all four, by loads that are under way together. On an H200
// 1056 groups take 1.6 us in place of 1.8, 4224 2.4 in place of 5.8 (docs/runtime.md).
//
//===----------------------------------------------------------------------===//

#define p_counter_stages 1
#define p_counter_ready(e)

// Arrives. Non-zero: others of this stripe are missing.
P_FN uint p_counter_arrive(p_env *e, __global uint *word, uint target) {
  const uint now = p_a_arrive(word, 1) + 1;
  if (P_REACHED(now, target)) // the last one knows without another look
    return 0;
  p_first_poll(e, target - now, e->groups);
  return 1;
}

P_FN uint p_counter_one(p_env *e) {
  __global uint *word = e->ctl + P_CTL_ARRIVALS(0);
  const uint target = e->sh->start + e->barriers * e->groups;
  if (p_counter_arrive(e, word, target))
    return p_wait(e, word, target);
  p_a_acquire();
  return 0;
}

#ifdef P_COUNTER_STRIPES
// Stripe i counts the groups with number % stripes == i; 1, 2 or 4 stripes. A function of
// its own, so that what it polls takes no registers of the phases.
P_FN int p_stripe_left(__global uint *ctl, uint i, uint stripes, uint least, uint barriers, uint rest) {
  i &= stripes - 1;
  return (int)(p_a_poll(ctl + P_CTL_ARRIVALS(i)) - least - (i < rest ? barriers : 0));
}
static __attribute__((noinline)) uint p_stripes_wait(__global uint *ctl, ulong budget, uint stripes, uint least,
                                                     uint barriers, uint rest) {
  uint gone;
  P_SPIN_UNTIL(ctl, gone, budget, P_BARRIER_PAUSE,
               (p_stripe_left(ctl, 0, stripes, least, barriers, rest) | p_stripe_left(ctl, 1, stripes, least, barriers, rest) |
                p_stripe_left(ctl, 2, stripes, least, barriers, rest) | p_stripe_left(ctl, 3, stripes, least, barriers, rest)) >= 0);
  return gone;
}

P_FN uint p_counter_striped(p_env *e) {
  const uint own = e->group & (e->stripes - 1), rest = e->groups & (e->stripes - 1);
  const uint least = e->sh->start + e->barriers * (e->groups >> (e->stripes >> 1));
  p_counter_arrive(e, e->ctl + P_CTL_ARRIVALS(own), least + (own < rest ? e->barriers : 0));
  return p_stripes_wait(e->ctl, e->sh->budget, e->stripes, least, e->barriers, rest);
}

P_FN uint p_counter_front(p_env *e) {
  if (P_STEADY(e->lid) != 0)
    return 0;
  return e->stripes == 1 ? p_counter_one(e) : p_counter_striped(e);
}
#else
P_FN uint p_counter_front(p_env *e) { return P_STEADY(e->lid) != 0 ? 0 : p_counter_one(e); }
#endif
