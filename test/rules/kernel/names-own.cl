// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with names of its own that are those of persistify's library and generated code, in every role that a name
// can have.
#define P_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define P_BAIL 7
#define P_ON(x) ((x) + 1)
#define p_get_local_id() get_local_id(0)
#define uint4 3 /* not a type any more */

typedef int p_buf;
typedef struct p_range {
  p_buf p_v;
  int p_ids, P_PHASE;
} p_range;

size_t p_get_global_id(void) { return get_global_id(0); }
static int v_get_global_id(int p_e) { return p_e * 3; }
p_buf p_state(p_buf p_h7) { return (p_h7 ^ 5) & 1023; }
void p_wg_barrier(__local p_buf *p_lines) {
  if (p_get_local_id() == 0)
    p_lines[0] += p_lines[1];
}

__kernel void p_barrier(__global p_buf *p_ctl, p_range p_e, __local p_buf *p_arena, const int P_FOR_ITEMS) {
  __local p_buf p_shared[2];
  size_t p_l = p_get_local_id();
  p_arena[p_l] = p_ctl[p_get_global_id()];
  p_shared[0] = p_shared[1] = uint4;
  P_BARRIER();
  p_wg_barrier(p_arena);
  P_BARRIER();
  if (p_l < P_FOR_ITEMS)
    p_ctl[p_get_global_id()] = p_state(p_arena[0] + p_arena[p_l] + p_e.p_ids + P_ON(p_e.p_v) + p_shared[0]);
}

__kernel void P_PHASE(__global p_range *p_v, __global p_buf *p_sh, int p_once_1) {
  for (int p_ok = 0; p_ok < p_sh[0] % 5 + p_once_1; p_ok++)
    p_v[get_global_id(0)].p_v += v_get_global_id(p_ok) + P_BAIL;
}
