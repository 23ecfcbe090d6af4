// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who is left of a ring when others are counted out. One launch finds the places of
// those who stay: each group publishes its number of them, then looks back at the
// groups in front of it until one knows the sum of all before.

enum { PARTIAL = 1, PREFIX = 2 };

kernel void forget(global uint *state) { state[get_global_id(0)] = 0; }

kernel void stay(global const uint *people, global uint *left, volatile global uint *state, global uint *total, uint n,
                 uint round, local uint *sum)
{
  const uint me = get_local_id(0), all = get_local_size(0), i = get_global_id(0);
  const int group = get_group_id(0);
  const uint keep = i < n && ((people[i] * (2654435761u + round * 80006u)) >> 13) % 4 > 0;
  local uint before;

  sum[me] = keep;
  for (uint step = 1; step < all; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint other = me >= step ? sum[me - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum[me] += other;
  }
  if (me == all - 1) {
    uint found = 0;
    if (group == 0) {
      atomic_xchg(&state[0], sum[me] << 2 | PREFIX);
    } else {
      atomic_xchg(&state[group], sum[me] << 2 | PARTIAL);
      for (int at = group - 1;;) {
        const uint seen = atomic_or(&state[at], 0);
        if (seen & PREFIX) {
          found += seen >> 2;
          break;
        }
        if (seen & PARTIAL) {
          found += seen >> 2;
          --at;
        }
      }
      atomic_xchg(&state[group], (found + sum[me]) << 2 | PREFIX);
    }
    before = found;
    if (group == (int)get_num_groups(0) - 1)
      *total = found + sum[me];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (keep)
    left[before + sum[me] - 1] = people[i];
}
