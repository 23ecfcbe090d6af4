//===- wait.cl - bounded waits ---------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every wait for another group is a P_SPIN_UNTIL: it polls (relaxed), and one
// acquire fence stands behind the poll that saw what was awaited. It ends early
// when its time budget is spent, or when it sees that the launch is given up,
// for which it reads the abort word at every P_ABORT_EVERY-th poll. So whoever
// waits for a group that has left follows it, whatever the form of the barrier.
//
//===----------------------------------------------------------------------===//

P_FN int p_a_claim(__global uint *p, uint n) { return p_a_swap(p, 0, n); }

// Gives the launch up; the first reason wins. One work-item of a group calls it.
// Rare, so not worth its size at every barrier.
static __attribute__((noinline)) void p_raise(__global uint *ctl, uint reason, uint line, uint need) {
  if (!p_a_claim(ctl + P_CTL_ABORT, reason))
    return;
  ctl[P_CTL_LINE] = line;
  ctl[P_CTL_NEED] = need;
}

// Where a group was when the launch was given up (P_CTL_PLACES), for the report of who waited for whom. Atomics, as several
// work-items of a group may wait.
static __attribute__((noinline)) void p_waited(__global uint *ctl, ulong left) {
  uint at = ctl[P_CTL_PLACES];
  if (at)
    p_a_put(ctl + at + P_PLACE_WORDS * (uint)get_group_id(0) + P_PLACE_LEFT, (uint)min(left / P_PLACE_POLLS, (ulong)0xfffffffeu) + 1);
}
static __attribute__((noinline)) void p_placed(__global uint *ctl, uint group, uint barriers, uint line) {
  uint at = ctl[P_CTL_PLACES];
  if (!at)
    return;
  __global uint *place = ctl + at + P_PLACE_WORDS * (uint)get_group_id(0);
  p_a_put(place + P_PLACE_LINE, line);
  p_a_put(place + P_PLACE_BARRIERS, barriers);
  p_a_put(place + P_PLACE_GROUP, group + 1);
}

// The group leaves the launch at the barrier of this line. Not inlined on CPUs, as p_leave.
P_FN_BRANCHY void p_left(const p_env *e, uint line) {
  if (P_STEADY(e->lid) == 0)
    p_placed(e->ctl, e->group, e->barriers + e->gathers + e->sh->joined, line);
}

P_FN ulong p_budget(__global uint *ctl) {
  return (ulong)ctl[P_CTL_BUDGET_LO] | (ulong)ctl[P_CTL_BUDGET_HI] << 32;
}

// After a poll that did not see what it waits for. Non-zero: a reason to leave.
P_FN uint p_turn(__global uint *ctl, ulong left) {
  if (left == 0) {
    p_raise(ctl, P_BAIL_TIME, 0, 0);
    p_waited(ctl, 0);
    return P_BAIL_TIME;
  }
  if ((left & (P_ABORT_EVERY - 1)) != 0)
    return 0;
  uint gone = p_a_poll(ctl + P_CTL_ABORT);
  if (gone)
    p_waited(ctl, left);
  return gone;
}

// Items that leave by themselves (P_EXITS) come by no place that tells where the group was, so item 0 does in front of
// the barrier's end. Only the branch that gives up tells, as a test behind each wait costs a barrier 10 ns. Barriers
// with two waits (stripes) test behind both: there it takes more registers of all work-items.
P_FN uint p_told(const p_env *e, uint gone) {
#ifdef P_EXITS
  if (gone)
    p_left(e, e->line);
#endif
  return gone;
}
P_FN uint p_turn_or_tell(const p_env *e, ulong left) {
#ifdef P_COUNTER_STRIPES
  return p_turn(e->ctl, left);
#else
  return p_told(e, p_turn(e->ctl, left));
#endif
}

// Does nothing for about so many clocks.
#ifdef P_BACKEND_PTX
#define p_pause p_a_delay
#else
P_FN void p_pause(uint clocks) {
  for (volatile uint i = 0; i < clocks / 4; ++i)
    ;
}
#endif

#ifndef P_BACKOFF
#define P_BACKOFF P_BACKOFF_COUNT
#endif

// On a CPU, who is waited for may wait for this very processor. Then more polls only keep it from there, for as long as the
// system lets a thread run. So now and then the processor is offered to others. What that took is paid from the budget, but
// each time no more than a moment and a small part, as somebody may stop the process meanwhile.
#if defined(__x86_64__) && defined(__linux__)
P_FN uint p_cycles(void) { // by hand: LLVM 19 cannot compile two __builtin_readcyclecounter() in one function
  uint low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
  return low;
}
static __attribute__((noinline)) ulong p_yield(ulong left) {
  const uint from = p_cycles();
  long call = 24; // sched_yield
  __asm__ volatile("syscall" : "+a"(call) : : "rcx", "r11", "memory");
  return left - min(left >> 6, (ulong)min(p_cycles() - from, P_YIELD_MOST));
}
#define P_YIELD(left) \
  if ((left) && ((left) & (P_YIELD_EVERY - 1)) == 0) \
    (left) = p_yield(left);
#else
#define P_YIELD(left)
#endif

// `gone`, a uint, becomes 0 or a reason. `budget`: polls. `most`: longest pause between polls in
// clocks, 0 for none; pauses are paid from the budget as the polls they replace.
#define P_SPIN_UNTIL(ctl, gone, budget, most, condition) P_SPIN(gone, budget, most, condition, p_turn((ctl), p_rest))
// The same by item 0 in a barrier of a form that tells (barrier.cl).
#define P_SPIN_OR_TELL(e, gone, most, condition) P_SPIN(gone, (e)->sh->budget, most, condition, p_turn_or_tell((e), p_rest))
#define P_SPIN(gone, budget, most, condition, turn) \
  do { \
    ulong p_rest = (budget); \
    uint p_clocks = P_PAUSE_LEAST; \
    (gone) = 0; \
    while (!(condition) && !((gone) = (turn))) { \
      --p_rest; \
      P_YIELD(p_rest) \
      if (most) { \
        p_pause(p_clocks); \
        p_rest -= min(p_rest, (ulong)(p_clocks / 512)); \
        p_clocks = min(p_clocks * 2, (uint)(most)); \
      } \
    } \
    p_a_acquire(); \
  } while (0)
#define P_BARRIER_PAUSE (P_BACKOFF == P_BACKOFF_EXP ? P_PAUSE_MOST : 0)

// Counters never go back; they are compared as signed differences modulo 2^32.
#define P_REACHED(now, target) ((int)((now) - (target)) >= 0)

// Waits until the counter reaches target. Non-zero: the launch is given up.
P_FN uint p_wait_alone(__global uint *ctl, ulong budget, __global uint *word, uint target) {
  uint gone;
  P_SPIN_UNTIL(ctl, gone, budget, P_BARRIER_PAUSE, P_REACHED(p_a_poll(word), target));
  return gone;
}
P_FN uint p_wait(const p_env *e, __global uint *word, uint target) {
  return p_wait_alone(e->ctl, e->sh->budget, word, target);
}

// Waits until bits of *word - base differ from those of `old`.
P_FN uint p_wait_flip(const p_env *e, __global uint *word, uint base, uint old, uint bits) {
  uint gone;
  P_SPIN_UNTIL(e->ctl, gone, e->sh->budget, P_BARRIER_PAUSE, (((p_a_poll(word) - base) ^ old) & bits) != 0);
  return gone;
}

// Before the first poll of a wait for `missing` arrivals on one line: polls
// that come before these can be there only slow them down. `always` clocks, and
// `each` sixteenths for every one.
P_FN void p_first_poll_by(uint always, uint each, uint missing, uint most) {
#if P_BACKOFF == P_BACKOFF_COUNT
  if (always | each) // else not even the clock is looked at
    p_a_delay(always + (min(missing, most) * each >> 4));
#endif
}
P_FN void p_first_poll(const p_env *e, uint missing, uint most) {
  p_first_poll_by(e->sh->delay0, e->sh->delay, missing, most);
}
