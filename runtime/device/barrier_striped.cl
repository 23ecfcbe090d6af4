//===- barrier_striped.cl - striped arrivals and a master group -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_BARRIER=striped. For many groups: arrivals (release) are spread over
// several lines, which the items of group 0 watch side by side (acquire); behind
// a work-group barrier these release the others (release) through several words,
// so that no word is polled by more than some 130 groups.
//
//===----------------------------------------------------------------------===//

#define p_striped_stages 2
#define p_striped_carries 0
#define p_striped_tells 0
#define p_striped_ready(e)

// Arrivals that stripe i waits for: groups 1.. with number % stripes == i.
P_FN uint p_stripe_share(uint groups, uint stripes, uint i) {
  uint with_master = (groups - i + stripes - 1) / stripes;
  return i == 0 ? with_master - 1 : with_master;
}

P_FN uint p_striped_front(p_env *e) {
  __global uint *ctl = e->ctl;
  uint stripes = e->sh->stripes, gone = 0;
  if (e->group == 0) {
    for (uint i = e->lid; i < stripes; i += e->wg)
      gone |= p_wait(e, ctl + P_CTL_STRIPE(i), e->sh->start + e->barriers * p_stripe_share(e->groups, stripes, i));
  } else if (P_STEADY(e->lid) == 0) {
    p_a_arrive(ctl + P_CTL_STRIPE(e->group % stripes), 1);
  }
  return gone;
}

P_FN uint p_striped_back(p_env *e) {
  __global uint *ctl = e->ctl;
  uint per_word = e->sh->per_word;
  if (e->group == 0) {
    // Nobody is let past a barrier at which not all arrived.
    uint words = e->sh->aborted ? 0 : (e->groups + per_word - 1) / per_word;
    for (uint i = e->lid; i < words; i += e->wg)
      p_a_set(ctl + P_CTL_RELEASE(i), e->sh->start + e->barriers);
    return 0;
  }
  return P_STEADY(e->lid) == 0 ? p_wait(e, ctl + P_CTL_RELEASE(e->group / per_word), e->sh->start + e->barriers) : 0;
}
