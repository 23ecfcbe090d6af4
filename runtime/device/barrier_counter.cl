//===- barrier_counter.cl - monotonic counter -------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_BARRIER=counter. Each group adds one (release) and waits until the
// counter reaches the next multiple of the number of groups (acquire). One line,
// one read-modify-write for each group and barrier, nothing to reset. The value
// that the add returns says how many arrivals are missing.
//
//===----------------------------------------------------------------------===//

#define p_counter_stages 1
#define p_counter_ready(e)

P_FN uint p_counter_front(p_env *e) {
  if (P_STEADY(e->lid) != 0)
    return 0;
  __global uint *word = e->ctl + P_CTL_COUNTER;
  uint target = e->sh->start + e->barriers * e->groups;
  uint now = p_a_arrive(word, 1) + 1;
  if (P_REACHED(now, target)) { // the last one knows without another look
    p_a_acquire();
    return 0;
  }
  p_first_poll(e, target - now, e->groups);
  return p_wait(e, word, target);
}
