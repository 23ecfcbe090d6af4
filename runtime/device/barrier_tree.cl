//===- barrier_tree.cl - two levels ------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups form clusters: those on one multiprocessor where the back end can tell
// (p_a_sm), else fixed runs of their numbers. The groups of a cluster meet, one
// of them meets the other clusters, then it releases its own. Both levels are
// atomics at device scope: the sources' block-scope form relies on a first-level
// cache that no memory model vouches for.
//
// PERSISTIFY_BARRIER=tree. The atomic tree of HeteroSync (thesis, listings 2.1 to
// 2.3): a counter for each cluster, awaited by its fixed leader; one counter for
// the leaders; a second one for each cluster, that its groups wait for.
//
// PERSISTIFY_BARRIER=treesense. The sense-reversing tree (thesis, listings 3.1 and
// 3.2): the last group that arrives is its cluster's leader, sets the count back
// and goes on to the top, where the last leader reverses the sense that the other
// leaders wait for; each then reverses its cluster's. Published, all groups wait
// for the top's sense; here only leaders do, so that no word is polled by all.
//
// Each arrival releases and each wait acquires; an acquire in one level and the
// release in the next are by the same work-item, so the chain is cumulative.
//
//===----------------------------------------------------------------------===//

// Once after discovery, by one work-item of each group: who is in which cluster.
P_FN uint p_tree_join(p_env *e) {
  __global uint *ctl = e->ctl;
#ifdef P_HAS_SM
  e->cluster = p_a_sm() % ctl[P_CTL_SLOTS];
  e->rank = p_a_add(ctl + P_CTL_MEMBERS(e->cluster), 1) - e->sh->start;
  if (e->rank == 0)
    p_a_add(ctl + P_CTL_CLUSTERS, 1);
  p_a_arrive(ctl + P_CTL_JOINED, 1);
  uint gone = p_wait(e, ctl + P_CTL_JOINED, e->sh->start + e->groups);
  e->members = p_a_poll(ctl + P_CTL_MEMBERS(e->cluster)) - e->sh->start;
  e->clusters = p_a_poll(ctl + P_CTL_CLUSTERS) - e->sh->start;
  return gone;
#else
  uint run = ctl[P_CTL_RUN];
  e->cluster = e->group / run;
  e->rank = e->group % run;
  e->members = min(run, e->groups - e->cluster * run);
  e->clusters = (e->groups + run - 1) / run;
  return 0;
#endif
}
P_FN void p_tree_begin(p_env *e) {
  if (P_STEADY(e->lid) == 0 && p_tree_join(e))
    e->sh->aborted = 1;
}

#define p_tree_stages 1
#define p_tree_carries 0
#define p_tree_tells 0
#define p_tree_ready(e) p_tree_begin(e);

P_FN uint p_tree_front(p_env *e) {
  if (P_STEADY(e->lid) != 0)
    return 0;
  if (e->sh->aborted) // it knows no cluster, and must let none go
    return 1;
  __global uint *ctl = e->ctl, *in = ctl + P_CTL_CLUSTER(e->cluster), *out = ctl + P_CTL_FREE(e->cluster);
  uint now = p_a_arrive(in, 1) + 1, full = e->sh->start + e->barriers * e->members;
  if (e->rank != 0)
    return p_wait(e, out, e->sh->start + e->barriers);
  if (!P_REACHED(now, full))
    p_first_poll(e, full - now, e->members);
  uint gone = p_wait(e, in, full);
  uint all = e->sh->start + e->barriers * e->clusters;
  if (!gone) {
    now = p_a_arrive(ctl + P_CTL_TOP, 1) + 1;
    if (!P_REACHED(now, all))
      p_first_poll(e, all - now, e->clusters);
    gone = p_wait(e, ctl + P_CTL_TOP, all);
  }
  if (!gone)
    p_a_arrive(out, 1);
  return gone;
}

#define p_treesense_stages 1
#define p_treesense_carries 0
#define p_treesense_tells 0
#define p_treesense_ready(e) p_tree_begin(e);

P_FN uint p_treesense_front(p_env *e) {
  if (P_STEADY(e->lid) != 0)
    return 0;
  if (e->sh->aborted) // it knows no cluster, and must let none go
    return 1;
  __global uint *ctl = e->ctl, *in = ctl + P_CTL_CLUSTER(e->cluster), *out = ctl + P_CTL_FREE(e->cluster);
  uint old = (e->barriers - 1) & 1, before = p_a_arrive(in, 1) - e->sh->start;
  if (before != e->members - 1)
    return p_wait_flip(e, out, e->sh->start, old, 1);
  p_a_acquire();
  p_a_put(in, e->sh->start);
  uint gone = p_sense_sync(e, ctl + P_CTL_TOP, ctl + P_CTL_TOP_SENSE, e->clusters);
  if (!gone)
    p_a_set(out, e->sh->start + (old ^ 1));
  return gone;
}
