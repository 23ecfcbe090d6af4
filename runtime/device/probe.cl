//===- probe.cl - kernels that qualify a device ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built behind the device library, never part of a program. All are bounded:
// by their loop counts, and by the time budget in the control block.
//
//===----------------------------------------------------------------------===//

// Long loops must run to their end: Rusticl on llvmpipe 22.3 leaves any loop
// after 65535 iterations, counted over all loops of a work-item, and reports
// success. The recurrence has no closed form that a compiler would use.
__kernel void persistify_probe_loop(__global uint *out, uint outer, uint inner) {
  uint x = 1, count = 0;
  for (uint i = 0; i < outer; ++i)
    for (uint j = 0; j < inner; ++j) {
      x = x * 1664525u + (1013904223u ^ (x >> 13));
      ++count;
    }
  out[0] = x;
  out[1] = count;
}

// How long a poll takes: a wait for what never comes, until the budget in the
// control block is spent.
__kernel void persistify_probe_poll(__global uint *ctl, __global uint *out) {
  out[0] = p_wait_alone(ctl, p_budget(ctl), ctl + P_CTL_COUNTER, 1);
}

// Does nothing; for launches of size zero.
__kernel void persistify_probe_empty(__global uint *out) { (void)out; }

// The payload test: groups rewrite their piece of `data` by plain stores,
// others have the old lines in their caches and read them again behind the
// barrier. Also exercises byte and word reads through p_fetch.
__kernel void persistify_probe_payload(__global uint *p_ctl, __global uchar *p_state, __local uchar *p_arena,
                                       __global uint *data, __global uint *out, uint words, uint rounds) {
  __local p_shared p_sh;
  p_env p_e;
  if (!p_enter(&p_e, p_ctl, p_state, p_arena, &p_sh))
    return;
  uint wrong = 0, n = p_e.groups, me = p_e.group;
  for (uint round = 1; round <= rounds; ++round) {
    for (uint i = p_e.lid; i < words; i += p_e.wg)
      data[me * words + i] = round * 65599u + me * 31u + i;
    P_BARRIER();
    for (uint hop = 1; hop <= 2; ++hop) {
      uint other = (me + hop) % n;
      for (uint i = p_e.lid; i < words; i += p_e.wg)
        wrong += data[other * words + i] != round * 65599u + other * 31u + i;
    }
    uint seen = (uint)p_fetch4(&p_e, (__global uchar *)(data + (n - 1) * words));
    wrong += seen != round * 65599u + (n - 1) * 31u;
    P_BARRIER();
  }
  if (wrong)
    p_a_add(out, wrong);
  p_leave(&p_e, 0);
}
