//===- meet.cl - in place of a program's own barrier between groups --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that has a barrier between its work-groups runs with one resident
// group for each of its own, as any kernel that waits (P_FOR_RESIDENT); or, where
// that changes nothing (`fewer`), with a divisor of their number. Its calls of the
// barrier become P_MEET: what the helper does but wait, for every original group,
// then a barrier between the groups that run the phase.
//
// That one has a counter of its own, since groups without a part in the phase do
// not come by. Two counters, used in turn: group 0 clears the next one before the
// gathering, and who used it two phases ago has come by the gathering in between.
// The wait has no budget: all have begun the phase together (gather.cl), and none
// leaves in the middle of it.
//
//===----------------------------------------------------------------------===//

// Prepares the phase. Non-zero: so many resident groups are needed.
P_FN_BRANCHY uint p_meeting_ready(p_env *e, p_range *r, int fewer) {
  uint all = r->total, most = min(all, e->sh->launchable);
  r->all = all;
  if (fewer && all > e->groups) {
    if (most > (uint)get_num_groups(0))
      return most; // the host can launch more
    uint n = e->groups;
    while (all % n)
      --n;
    r->total = r->nx = n;
    r->gx = n * r->lx;
    p_groups_walk(e, r);
  }
  if (r->total > e->groups)
    return all;
  ++e->meetings;
  e->met = 0;
  e->meeting = r->total;
  if ((e->group | P_STEADY(e->lid)) == 0)
    p_a_put(e->ctl + P_CTL_MEET(e->meetings & 1), 0);
  return 0;
}

// The helpers that become P_MEET know one dimension.
P_FN uint p_range_flat(const p_range *r) { return (r->ly | r->lz | r->ny | r->nz) == 1; }

P_FN p_ids *p_meeting_first(p_env *e, const p_range *r, p_ids *v) {
  p_groups_first(e, r, v);
  v->e = e;
  return v;
}

#define P_FOR_MEETING(v, range, fewer, line, which) \
  if (!p_range_flat(&(range))) \
    P_BAIL(P_BAIL_MEET, (line)); \
  const uint p_missing = p_meeting_ready(&p_e, &(range), (fewer)); \
  if (p_missing) \
    P_BAIL_MORE(P_BAIL_RESIDENT, (line), (which), p_missing); \
  P_AT_LINE(); \
  if (p_gather(&p_e)) \
    P_LEFT(); \
  for (p_ids v##_, *v = p_meeting_first(&p_e, &(range), &v##_); p_groups_at(v); p_groups_next(&p_e, v))

// Two arguments of the kernel share memory, of which one is its barrier's.
P_FN int p_meets(p_buf a, p_buf b) { return (a.p < b.p + b.size) & (b.p < a.p + a.size); }

// The ids of the first original group that this one stands for, and the next.
P_FN p_ids *p_arrivals_first(const p_ids *v, p_range *r, p_ids *o) {
  *r = *v->r;
  *o = *v;
  o->r = r;
  r->nx = r->all;
  r->gx = r->all * r->lx;
  return o;
}
P_FN int p_arrivals_next(const p_ids *v, p_ids *o) {
  uint n = v->r->total;
  o->wx += n;
  o->x += n * v->r->lx;
  o->at = o->wx;
  return o->wx < v->r->all;
}

P_FN void p_meet_lead(p_env *e) {
  __global uint *word = e->ctl + P_CTL_MEET(e->meetings & 1);
  uint target = e->met * e->meeting;
  uint now = p_a_arrive(word, 1) + 1;
  if (!P_REACHED(now, target))
    p_first_poll(e, target - now, e->meeting);
  while (!P_REACHED(now, target))
    now = p_a_poll(word);
  p_a_acquire();
}

void p_meet(const p_ids *v);
P_FN_BARRIER void p_meet(const p_ids *v) {
  p_env *e = v->e;
  ++e->met;
  p_wg_barrier();
  if (P_STEADY(e->lid) == 0)
    p_meet_lead(e);
  p_wg_barrier();
}

// With the original number of groups there is one arrival for each.
#define P_MEET(v, arrival) \
  do { \
    arrival; \
    p_meet(v); \
  } while (0)
// Statements between them arrive for each original group.
#define P_MEET_EACH(v) \
  { \
    const p_ids *p_few = (v); \
    p_range p_all; \
    p_ids p_one; \
    p_arrivals_first(p_few, &p_all, &p_one); \
    do { \
      const p_ids *v = &p_one;
#define P_MEET_ALL() \
    } while (p_arrivals_next(p_few, &p_one)); \
    p_meet(p_few); \
  }
#define P_MEET_FEWER(v, arrival) \
  do { \
    P_MEET_EACH(v) \
    arrival; \
    P_MEET_ALL() \
  } while (0)
