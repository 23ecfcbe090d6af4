// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All steps in one kernel. Stands behind the device library and heat.cl.

// A work-item's share of a step: every all-th cell. P_FN_BRANCHY: a function with
// branches and without barriers.
P_FN_BRANCHY uint sweep(__global const int *from, __global int *to, uint n, uint me, uint all) {
  uint moved = 0;
  for (uint i = me; i < n; i += all) {
    to[i] = settled(from, i, n);
    moved = max(moved, abs(to[i] - from[i]));
  }
  return moved;
}

__kernel void heat_persistent(__global uint *p_ctl, __global uchar *p_state, __local p_line *p_lines,
                              __global uchar *p_h0, __global uchar *p_h1) {
  __local p_shared p_sh;
  p_env p_e;
  // Groups that are not resident together with the others leave here.
  if (!p_enter(&p_e, p_ctl, p_state, (__local uchar *)p_lines, &p_sh))
    return;
  uint n = (uint)p_state_get(&p_e, 0), tolerance = (uint)p_state_get(&p_e, 8), steps = (uint)p_state_get(&p_e, 16);
  __global int *from = (__global int *)p_h0, *to = (__global int *)p_h1;
  uint moved = tolerance + 1;
  while (moved > tolerance) { // the same value in all work-items
    moved = sweep(from, to, n, p_get_global_id(), p_get_global_size());
    P_BARRIER_REDUCE(P_REDUCE_MAX, moved, moved);
    __global int *other = from;
    from = to;
    to = other;
    ++steps;
  }
  if (p_is_first(&p_e))
    p_state_put(&p_e, 16, steps);
  p_leave(&p_e, 0);
}
