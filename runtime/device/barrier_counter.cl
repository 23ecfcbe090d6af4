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
#define p_counter_carries 1
#define p_counter_tells 1
#define p_counter_ready(e)

// Arrives. Non-zero: others of this stripe are missing.
P_FN uint p_counter_arrive(p_env *e, __global uint *word, uint target) {
  const uint always = e->sh->delay0, each = e->sh->delay; // behind the arrival everybody would wait for these
  const uint now = p_a_arrive(word, 1) + 1;
  if (P_REACHED(now, target)) // the last one knows without another look
    return 0;
  p_first_poll_by(always, each, target - now, e->groups);
  return 1;
}

P_FN uint p_counter_one(p_env *e) {
  __global uint *word = e->ctl + P_CTL_ARRIVALS(0);
  const uint target = e->sh->start + e->barriers * e->groups;
  uint gone = 0;
  if (p_counter_arrive(e, word, target))
    P_SPIN_OR_TELL(e, gone, P_BARRIER_PAUSE, P_REACHED(p_a_poll(word), target));
  else
    p_a_acquire();
  return gone;
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
  return p_told(e, e->stripes == 1 ? p_counter_one(e) : p_counter_striped(e));
}
#else
P_FN uint p_counter_front(p_env *e) { return P_STEADY(e->lid) != 0 ? 0 : p_counter_one(e); }
#endif

// One bit in the same access: the adds of such a barrier go to one of the three
// words of the reductions in turn, of which group 0 clears the next (as there), the
// number of arrivals in the lower half, that of groups with the bit in the upper.
P_FN uint p_counter_any_one(p_env *e, __local uint *raised) {
  __global uint *word = e->ctl + P_CTL_REDUCE(e->reductions);
  const uint one = e->sh->partial ? 0x10001u : 1;
  const uint always = e->sh->delay0, each = e->sh->delay;
  uint gone = 0;
  e->sh->partial = 0;
  if (e->group == 0)
    p_a_put(e->ctl + P_CTL_REDUCE(p_next_turn(e->reductions)), 0);
  uint now = p_a_arrive(word, one) + one;
  ++e->sh->joined;
  if ((now & 0xffff) != e->groups) {
    p_first_poll_by(always, each, e->groups - (now & 0xffff), e->groups);
    P_SPIN_OR_TELL(e, gone, P_BARRIER_PAUSE, ((now = p_a_poll(word)) & 0xffff) == e->groups);
  } else {
    p_a_acquire();
  }
  *raised = now >> 16;
  return gone;
}

#ifdef P_COUNTER_STRIPES
P_FN void p_reduce_push(p_env *e, uint op); // barrier.cl
P_FN void p_any_pull(p_env *e, __local uint *raised);
P_FN uint p_counter_any(p_env *e, __local uint *raised) {
  if (e->stripes != 1)
    ++e->barriers;
  if (P_STEADY(e->lid) != 0)
    return 0;
  if (e->stripes == 1)
    return p_told(e, p_counter_any_one(e, raised));
  p_reduce_push(e, P_REDUCE_OR);
  const uint gone = p_counter_striped(e);
  p_any_pull(e, raised);
  return p_told(e, gone);
}
#else
P_FN uint p_counter_any(p_env *e, __local uint *raised) {
  return P_STEADY(e->lid) != 0 ? 0 : p_counter_any_one(e, raised);
}
#endif
