//===- barrier_xf.cl - flags, master and slaves -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_BARRIER=xf. The barrier of Xiao and Feng with the atomics that
// OOPSLA'16 (section 4.2, figure 2) gives it. Each slave group owns a flag: it
// raises it (release) and waits until its master lowers it again (acquire); the
// items of group 0 watch the flags side by side (acquire), and lower them
// (release) behind a work-group barrier. Any number of groups: an item of the
// master sees to every n-th flag. No read-modify-write.
//
// "Raised" and "lowered" are odd and even distances from the start value, one
// further each time, so that no value comes back.
//
//===----------------------------------------------------------------------===//

#define p_xf_stages 2
#define p_xf_carries 0
#define p_xf_tells 0
#define p_xf_ready(e)

P_FN uint p_xf_front(p_env *e) {
  __global uint *ctl = e->ctl;
  uint raised = e->sh->start + 2 * e->barriers - 1, gone = 0;
  if (e->group == 0) {
    for (uint i = 1 + e->lid; i < e->groups; i += e->wg)
      gone |= p_wait(e, ctl + P_CTL_FLAG(i), raised);
  } else if (P_STEADY(e->lid) == 0) {
    p_a_set(ctl + P_CTL_FLAG(e->group), raised);
  }
  return gone;
}

P_FN uint p_xf_back(p_env *e) {
  __global uint *ctl = e->ctl;
  uint lowered = e->sh->start + 2 * e->barriers;
  if (e->group == 0) {
    // Nobody is let past a barrier at which not all arrived.
    uint groups = e->sh->aborted ? 0 : e->groups;
    for (uint i = 1 + e->lid; i < groups; i += e->wg)
      p_a_set(ctl + P_CTL_FLAG(i), lowered);
    return 0;
  }
  return P_STEADY(e->lid) == 0 ? p_wait(e, ctl + P_CTL_FLAG(e->group), lowered) : 0;
}
