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
// This file is the frame that all forms share: counts, work-group barriers,
// the result. A form NAME (barrier_*.cl) gives
//
//     #define NAME_stages 1 or 2
//     #define NAME_carries 0 or 1
//     #define NAME_tells 0 or 1
//     NAME_ready(e)            once, behind discovery, by all items
//     uint NAME_front(p_env *) by all items, between two work-group barriers;
//                              what it has to wait for; non-zero: given up
//     uint NAME_back(p_env *)  with 2 stages, behind another work-group barrier
//
// and, if it carries,
//
//     uint NAME_any(p_env *, __local uint *raised) as NAME_front; *raised: whether
//                              e->sh->partial was set in some group. It clears that
//
// A form that tells has one stage, and its item 0 waits by P_SPIN_OR_TELL.
//
// Such a barrier counts itself, in e->barriers or by item 0 in e->sh->joined.
//
// With one stage item 0 of each group has arrived and was released when
// NAME_front returns; with two, when NAME_back does. e->barriers is the number of
// this barrier, from 1; e->sh->start the first value of all the form's words.
//
// P_BARRIER_KIND chooses the form.
//
//===----------------------------------------------------------------------===//

#ifndef P_BARRIER_KIND
#define P_BARRIER_KIND p_counter
#endif

// Not a branch on the form's result itself: see P_STEADY.
P_FN void p_gave_up(p_env *e, uint gone) {
  if (P_STEADY(gone))
    e->sh->aborted = 1;
}

// The last work-group barrier of a form that tells also joins whether item 0 leaves. Then all items do, here: nothing is read
// and nothing branches behind the barrier, which on an H200 takes 20 ns from it, and 30 to 60 from one of 1024 items.
#ifdef P_EXITS
#define P_HOLDS_SHARED P_CAT(P_BARRIER_KIND, _tells) // p_enter: other forms have no register left for it
P_FN void p_exit(const p_env *e, uint gone) {
  (void)e;
  asm volatile("{ .reg .pred own, any; setp.ne.u32 own, %0, 0; barrier.red.or.pred any, 0, own; @any exit; }" : : "r"(gone) : "memory");
}
#define P_END_1(gone, after) \
  const uint p_gone = (gone); \
  after; \
  p_exit(e, p_gone);
#define P_GONE_1(e) 0
#else
#define P_HOLDS_SHARED 0
#define P_END_1 P_END_0
#define P_GONE_1 P_GONE_0
#endif
#define P_END_0(gone, after) \
  p_gave_up(e, (gone)); \
  after; \
  p_wg_barrier(); \
  P_TRACE_LEAVE(e);
#define P_GONE_0(e) (e)->sh->aborted
#define P_END(kind, gone, after) P_CAT(P_END_, P_CAT(kind, _tells))(gone, after)
#define P_GONE(kind) P_CAT(P_GONE_, P_CAT(kind, _tells))(e)

#define P_SYNC_1(kind, before, after) \
  p_wg_barrier(); \
  P_TRACE_ARRIVE(e); \
  before; \
  P_END(kind, P_CAT(kind, _front)(e), after)
#define P_SYNC_2(kind, before, after) \
  p_wg_barrier(); \
  P_TRACE_ARRIVE(e); \
  before; \
  p_gave_up(e, P_CAT(kind, _front)(e)); \
  p_wg_barrier(); \
  p_gave_up(e, P_CAT(kind, _back)(e)); \
  after; \
  p_wg_barrier(); \
  P_TRACE_LEAVE(e);
#define P_SYNC(kind, before, after) P_CAT(P_SYNC_, P_CAT(kind, _stages))(kind, before, after)

P_FN void p_barrier_ready(p_env *e) {
  P_CAT(P_BARRIER_KIND, _ready)(e)
  (void)e;
}

// Non-zero: the launch is given up, leave the kernel.
uint p_barrier(p_env *e);
P_FN_BARRIER uint p_barrier(p_env *e) {
  ++e->barriers;
  P_SYNC(P_BARRIER_KIND, , )
  return P_GONE(P_BARRIER_KIND);
}

//===- reductions carried by a barrier --------------------------------------===//

// The groups' values meet in one of three cells, used in turn: while one is in
// use, all groups have read the one before and nobody uses the next, which group
// 0 clears. Values are stored so that nothing (0) is neutral: min as the maximum
// of the complements, signed as unsigned with the sign bit changed.

P_FN uint p_reduce_code(uint op, uint value) {
  if (op == P_REDUCE_IMAX || op == P_REDUCE_IMIN)
    value ^= 0x80000000u;
  return op == P_REDUCE_MIN || op == P_REDUCE_IMIN ? ~value : value;
}
P_FN uint p_reduce_decode(uint op, uint value) {
  if (op == P_REDUCE_MIN || op == P_REDUCE_IMIN)
    value = ~value;
  return op == P_REDUCE_IMAX || op == P_REDUCE_IMIN ? value ^ 0x80000000u : value;
}

// In front of the barrier, each item: into the group's part.
P_FN void p_reduce_item(p_env *e, uint op, uint value) {
  volatile __local uint *part = &e->sh->partial;
  uint code = p_reduce_code(op, value);
  if (P_STEADY(code) == 0)
    return;
  if (op == P_REDUCE_OR)
    atomic_or(part, code);
  else if (op == P_REDUCE_SUM)
    atomic_add(part, code);
  else
    atomic_max(part, code);
}

// Before the group arrives: the group's part into the cell. The arrival releases it.
P_FN void p_reduce_push(p_env *e, uint op) {
  if (P_STEADY(e->lid) != 0)
    return;
  __global uint *cell = e->ctl + P_CTL_REDUCE(e->reductions);
  uint part = e->sh->partial;
  e->sh->partial = 0;
  if (e->group == 0)
    p_a_put(e->ctl + P_CTL_REDUCE(p_next_turn(e->reductions)), 0);
  if (part == 0)
    return;
  if (op == P_REDUCE_OR)
    p_a_or(cell, part);
  else if (op == P_REDUCE_SUM)
    p_a_add(cell, part);
  else
    p_a_max(cell, part);
}

// After its release: the result to all its items.
P_FN void p_reduce_pull(p_env *e, uint op) {
  if (P_STEADY(e->lid) == 0)
    e->sh->value = p_reduce_decode(op, p_a_poll(e->ctl + P_CTL_REDUCE(e->reductions)));
}

// A barrier that also joins one value of each resident work-item. The result is
// p_reduced(e) until the next barrier, p_fetch or p_share.
uint p_barrier_reduce(p_env *e, uint op, uint value);
P_FN_BARRIER uint p_barrier_reduce(p_env *e, uint op, uint value) {
  ++e->barriers;
  e->reductions = p_next_turn(e->reductions);
  p_reduce_item(e, op, value);
  P_SYNC(P_BARRIER_KIND, p_reduce_push(e, op), p_reduce_pull(e, op))
  return P_GONE(P_BARRIER_KIND);
}
P_FN uint p_reduced(const p_env *e) { return (uint)e->sh->value; }

//===- one bit carried by a barrier -----------------------------------------===//

// Whether a work-item of any group set e->sh->partial since the last barrier that
// carried something. What a flag in memory takes two more accesses for, in a row:
// one that stores it, and behind the barrier one that looks.
P_FN void p_any_pull(p_env *e, __local uint *raised) {
  if (P_STEADY(e->lid) == 0)
    *raised = p_a_poll(e->ctl + P_CTL_REDUCE(e->reductions));
}

#define P_ANY_0(kind) \
  ++e->barriers; \
  P_SYNC(kind, p_reduce_push(e, P_REDUCE_OR), p_any_pull(e, raised))
#define P_ANY_1(kind) \
  p_wg_barrier(); \
  P_TRACE_ARRIVE(e); \
  P_END(kind, P_CAT(kind, _any)(e, raised), )

// *raised becomes 0 or not, for all items of the group. Non-zero: the launch is given up.
uint p_barrier_any(p_env *e, __local uint *raised);
P_FN_BARRIER uint p_barrier_any(p_env *e, __local uint *raised) {
  e->reductions = p_next_turn(e->reductions);
  P_CAT(P_ANY_, P_CAT(P_BARRIER_KIND, _carries))(P_BARRIER_KIND)
  return P_GONE(P_BARRIER_KIND);
}

// Before the first one.
#define P_UNJOINED 0xffffffffu
P_FN void p_unjoined(const p_env *e, __local uint *raised) {
  if (P_STEADY(e->lid) == 0)
    *raised = P_UNJOINED;
}
