// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In one launch: each work-item says to which group it belongs, and reads what its
// mirror image said. With and without a barrier between work-groups.

#define MOST 16u // groups that take part in the game, at most

P_FN_BRANCHY void wait_a_while(uint turns) {
  for (volatile uint i = 0; i < turns; ++i)
    ;
}

#define GIVE_AND_TAKE(between) \
  __local p_shared p_sh; \
  p_env p_e; \
  if (!p_enter(&p_e, p_ctl, p_state, (__local uchar *)p_lines, &p_sh)) \
    return; \
  __global int *tmp = (__global int *)p_h0, *out = (__global int *)p_h1; \
  uint groups = min(p_get_num_groups(), MOST), group = p_get_group_id(), id = p_get_global_id(); \
  uint all = groups * (uint)get_local_size(0); \
  wait_a_while(group < groups ? group * 50000u : 0); /* no two groups are equally fast */ \
  if (group < groups) \
    tmp[id] = (int)group; \
  between; \
  if (group < groups) \
    out[id] = tmp[all - 1 - id]; \
  if (p_is_first(&p_e)) \
    p_state_put(&p_e, 0, groups); \
  p_leave(&p_e, 0);

__kernel void with_barrier(__global uint *p_ctl, __global uchar *p_state, __local p_line *p_lines,
                           __global uchar *p_h0, __global uchar *p_h1) {
  GIVE_AND_TAKE(P_BARRIER())
}
__kernel void without_barrier(__global uint *p_ctl, __global uchar *p_state, __local p_line *p_lines,
                              __global uchar *p_h0, __global uchar *p_h1) {
  GIVE_AND_TAKE(p_wg_barrier())
}
