//===- barrier_lines.cl - monotonic counters on a few lines -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_BARRIER=lines. The counter's arrivals spread over P_LINES lines: each
// group adds one to its line (release) and waits until all have reached the next
// multiple of the groups that use them (acquire). One stage, like the counter; for
// so many groups that their adds to one line stand in a queue.
//
//===----------------------------------------------------------------------===//

#define p_lines_stages 1
#define p_lines_ready(e)
#define P_LINES 4

// Whether line i has what the groups that use it add in all barriers so far.
P_FN int p_line_full(const p_env *e, uint i) {
  uint groups = (e->groups - i + P_LINES - 1) / P_LINES;
  return P_REACHED(p_a_poll(e->ctl + P_CTL_STRIPE(i)), e->start + e->barriers * groups);
}

P_FN uint p_lines_front(p_env *e) {
  if (P_STEADY(e->lid) != 0)
    return 0;
  uint mine = e->group % P_LINES, groups = (e->groups - mine + P_LINES - 1) / P_LINES, gone;
  uint missing = e->start + e->barriers * groups - (p_a_arrive(e->ctl + P_CTL_STRIPE(mine), 1) + 1);
  p_first_poll(e, missing, groups);
  // Without &&: the polls are on their way together.
  P_SPIN_UNTIL(e->ctl, gone, e->sh->budget, P_BARRIER_PAUSE,
               p_line_full(e, 0) & p_line_full(e, 1) & p_line_full(e, 2) & p_line_full(e, 3));
  return gone;
}
