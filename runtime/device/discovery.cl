//===- discovery.cl - which work-groups take part -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Occupancy discovery (OOPSLA'16 section 3.2). All that take part were there at
// the same time: nobody leaves before the poll is closed, and who comes later
// leaves at once. So they are resident together, and on a device that goes on
// running what it has begun (OBE) may wait for each other.
//
// This file is the frame: entry and exit of a persistent kernel. A form NAME
// (discovery_*.cl) gives
//
//     uint NAME_discover(__global uint *ctl, __local p_shared *sh)
//
// for one work-item of each group: stores the group's dense number in sh->group
// and returns the number of participants, 0 for a group that does not take part.
// It leaves that number in ctl[P_CTL_COUNT] too, for the host. P_DISCOVERY_KIND
// chooses the form.
//
//===----------------------------------------------------------------------===//

#ifndef P_DISCOVERY_KIND
#define P_DISCOVERY_KIND p_word
#endif

// In front of discovery, and side by side: with each word read by itself and behind
// the acquire, 4224 groups of an H200 took 0.7 us longer for each of them. Not as
// vectors: these would need many registers in every region.
P_FN_BRANCHY void p_enter_parameters(__global const uint *ctl, __local p_shared *sh, uint from, uint step) {
  for (uint i = from; i < P_CTL_PARAMETERS; i += step)
    (&sh->bound)[i] = ctl[i];
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
  e->reductions = 0;
  e->gathers = 0;
  e->meetings = 0;
  e->local_of = 0;
  e->local_most = 0;
  e->local_is = 0;
#ifdef P_BACKEND_PTX
  p_enter_parameters(ctl, sh, e->wg - 1 - e->lid, e->wg); // beside item 0, which has to hurry
#endif
  if (P_STEADY(e->lid) == 0) {
#ifndef P_BACKEND_PTX
    p_enter_parameters(ctl, sh, 0, 1);
#endif
    P_TRACE_CAME();
    uint count = P_CAT(P_DISCOVERY_KIND, _discover)(ctl, sh);
    p_a_acquire();
    sh->groups = count;
    sh->aborted = 0;
    sh->partial = 0;
    sh->joined = 0;
#if P_HOLDS_SHARED
    // Where a program asks for the address of local memory, the compiler asks the multiprocessor, each time,
    // which takes as long as a load. An address that was loaded it keeps.
    sh->self = (uint)(size_t)sh;
#endif
    if (count != 0)
      P_TRACE_JOINED(ctl, sh);
  }
  p_wg_barrier();
#if P_HOLDS_SHARED
  e->sh = (__local p_shared *)(size_t)sh->self;
#endif
  e->group = sh->group;
  e->groups = sh->groups;
  e->stripes = sh->stripes;
  if (e->groups != 0)
    p_barrier_ready(e);
  return e->groups != 0;
}

// Last call of a region that ended well. Each group counts itself, so that the
// host can tell a launch in which some group went another way. Not inlined on CPUs:
// its branch would join the kernel's early returns, and there PoCL 3.1 takes it for
// one of all work-items (seen: each of a group's items counted the group).
P_FN_BRANCHY void p_leave(p_env *e, int number) {
  if (P_STEADY(e->lid) == 0) {
    P_TRACE_END(e);
    if (e->group == 0) {
      e->ctl[P_CTL_EXIT] = (uint)number;
      e->ctl[P_CTL_BARRIERS] = e->barriers + e->gathers + e->sh->joined;
    }
    p_a_add(e->ctl + P_CTL_DONE, 1);
  }
}

P_FN_BRANCHY void p_bail(p_env *e, uint reason, uint line, uint need) {
  if (P_STEADY(e->lid) == 0) {
    P_TRACE_END(e);
    p_raise(e->ctl, reason, line, need);
  }
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

// The launch is given up at this barrier, of which __LINE__ is the line in the region's text.
#define P_LEFT() \
  do { \
    p_left(&p_e, __LINE__); \
    return; \
  } while (0)

#define P_BARRIER() \
  do { \
    P_AT_LINE(); \
    if (p_barrier(&p_e)) \
      P_LEFT(); \
  } while (0)
// A barrier behind which *raised says whether a work-item raised a joined flag (P_RAISE).
#define P_BARRIER_ANY(raised) \
  do { \
    P_AT_LINE(); \
    if (p_barrier_any(&p_e, (raised))) \
      P_LEFT(); \
  } while (0)
// A barrier that also joins `value` of all resident work-items; `result` is the
// same for all. For the operations see p_barrier_reduce.
#define P_BARRIER_REDUCE(op, value, result) \
  do { \
    P_AT_LINE(); \
    if (p_barrier_reduce(&p_e, (op), (value))) \
      P_LEFT(); \
    (result) = p_reduced(&p_e); \
  } while (0)
#define P_BAIL_NEED(reason, line, need) \
  do { \
    p_bail(&p_e, (reason), (line), (need)); \
    return; \
  } while (0)
#define P_BAIL(reason, line) P_BAIL_NEED(reason, line, 0u)
