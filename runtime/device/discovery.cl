//===- discovery.cl - which work-groups take part -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Occupancy discovery (OOPSLA'16 section 3.2) without its mutex: one fetch-add
// on a packed word counts a group in if the CLOSED bit was not yet set, and
// gives it its dense number. A group stays until the poll is closed, so all
// that were counted are resident at the same time. Whoever sees that all
// launched groups (or the device's known bound) arrived, or that none arrived
// for a window of polls, sets CLOSED with one fetch-or; the value that the
// winning fetch-or returned is the number of participants. Later adds change
// the packed word's count, so the winner publishes the number in a word of its
// own, and every participant waits for that.
//
// The window adapts: it is never shorter than four times the longest gap seen
// between two arrivals. Only the first arrival watches every poll; the others
// look rarely, to leave the line to the arriving groups.
//
//===----------------------------------------------------------------------===//

// Closes the poll. The winner publishes the number of participants.
P_FN uint p_close(__global uint *ctl) {
  uint seen = p_a_or(ctl + P_CTL_ARRIVED, P_CLOSED);
  if (seen & P_CLOSED)
    return 0;
  p_a_arrive(ctl + P_CTL_COUNT, seen);
  return seen;
}

// Waits for the published number; 0 when the launch is given up.
P_FN uint p_poll_open(__global uint *ctl, uint me) {
  uint window = ctl[P_CTL_WINDOW], seen = me, quiet = 0;
  ulong left = p_budget(ctl);
  for (uint turn = 0;; ++turn) {
    uint count = p_a_poll(ctl + P_CTL_COUNT);
    if (count)
      return count;
    if (left-- == 0) {
      p_raise(ctl, P_BAIL_TIME, 0, 0);
      return 0;
    }
    if (me != 0 && (turn & 63) != 63)
      continue;
    uint now = p_a_poll(ctl + P_CTL_ARRIVED);
    if (now & P_CLOSED)
      continue;
    if (now != seen) {
      window = max(window, quiet * 4);
      seen = now;
      quiet = 0;
    } else if (++quiet > window) {
      count = p_close(ctl);
      if (count)
        return count;
    }
  }
}

// First call of a persistent kernel. Returns 0 for a group that does not take
// part and must leave at once.
int p_enter(p_env *e, __global uint *ctl, __global uchar *state, __local uchar *arena, __local p_shared *sh);
P_FN_BARRIER int p_enter(p_env *e, __global uint *ctl, __global uchar *state, __local uchar *arena, __local p_shared *sh) {
  e->ctl = ctl;
  e->state = state;
  e->arena = arena;
  e->sh = sh;
  e->lid = (uint)get_local_id(0);
  e->wg = (uint)get_local_size(0);
  e->barriers = 0;
  e->local_of = 0;
  e->local_most = 0;
  e->local_is = 0;
  if (P_STEADY(e->lid) == 0) {
    uint bound = ctl[P_CTL_BOUND], launched = (uint)get_num_groups(0);
    if (bound == 0 || bound > launched)
      bound = launched;
    uint me = p_a_add(ctl + P_CTL_ARRIVED, 1), count = 0;
    if (!(me & P_CLOSED)) {
      if (me + 1 >= bound)
        count = p_close(ctl);
      if (count == 0)
        count = p_poll_open(ctl, me);
    }
    p_a_acquire();
    sh->group = me;
    sh->groups = count;
    sh->aborted = 0;
  }
  p_wg_barrier();
  e->group = sh->group;
  e->groups = sh->groups;
  e->target = ctl[P_CTL_START];
  return e->groups != 0;
}

// Last call of a region that ended well. Each group counts itself, so that the
// host can tell a launch in which some group went another way.
P_FN void p_leave(p_env *e, int number) {
  if (P_STEADY(e->lid) == 0) {
    if (e->group == 0) {
      e->ctl[P_CTL_EXIT] = (uint)number;
      e->ctl[P_CTL_BARRIERS] = e->barriers;
    }
    p_a_add(e->ctl + P_CTL_DONE, 1);
  }
}

P_FN void p_bail(p_env *e, uint reason, uint line, uint need) {
  if (P_STEADY(e->lid) == 0)
    p_raise(e->ctl, reason, line, need);
}

// Functions, because they are used behind the program's own macros.
P_FN uint p_env_group(const p_env *e) { return e->group; }
P_FN uint p_env_groups(const p_env *e) { return e->groups; }
P_FN uint p_env_lid(const p_env *e) { return e->lid; }
P_FN uint p_env_item(const p_env *e) { return e->group * e->wg + e->lid; }
P_FN uint p_env_items(const p_env *e) { return e->groups * e->wg; }
#define p_get_group_id() p_env_group(&p_e)
#define p_get_num_groups() p_env_groups(&p_e)
#define p_get_local_id() p_env_lid(&p_e)
#define p_get_global_id() p_env_item(&p_e)
#define p_get_global_size() p_env_items(&p_e)

// The one work-item that acts for the host.
P_FN int p_is_first(const p_env *e) { return (e->group | P_STEADY(e->lid)) == 0; }

#define P_BARRIER() \
  do { \
    if (p_barrier(&p_e)) \
      return; \
  } while (0)
#define P_BAIL_NEED(reason, line, need) \
  do { \
    p_bail(&p_e, (reason), (line), (need)); \
    return; \
  } while (0)
#define P_BAIL(reason, line) P_BAIL_NEED(reason, line, 0u)
