//===- timeline.cl - when each group came to a barrier and left it ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only with P_TRACE, which the host sets where PERSISTIFY_TRACE asks for a timeline; without it all of this is nothing.
//
// The first item of each group notes the time when its group has come to a barrier and when it has left it, and writes both
// behind the barrier into a ring of the group's own (control.h). Plain stores: nobody but the host reads them, when the
// launch has ended. Nothing is stored between the arrival and its release, which would have to wait for that.
//
//===----------------------------------------------------------------------===//
#ifdef P_TRACE

// A clock that is the same for all groups. Of NVIDIA: nanoseconds. With cl_khr_kernel_clock: ticks of an unknown length. Of a CPU:
// what the host can read too. It is read when what stands in front of it has been done.
#if defined(__has_builtin)
#if __has_builtin(__builtin_readcyclecounter) && __has_builtin(__builtin_ia32_lfence)
#define P_HAS_CYCLES
#endif
#endif
#if defined(P_BACKEND_PTX) || defined(__NV_CL_C_VERSION)
#define P_CLOCK P_CLOCK_NS
P_FN ulong p_clock(void) {
  ulong now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now) : : "memory");
  return now;
}
#elif defined(__opencl_c_kernel_clock_scope_device)
#define P_CLOCK P_CLOCK_TICKS
P_FN ulong p_clock(void) { return clock_read_device(); }
#elif defined(P_HAS_CYCLES)
#define P_CLOCK P_CLOCK_HOST
P_FN ulong p_clock(void) {
  __builtin_ia32_lfence();
  return __builtin_readcyclecounter();
}
#elif defined(__aarch64__)
#define P_CLOCK P_CLOCK_HOST
P_FN ulong p_clock(void) {
  ulong now;
  __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(now) : : "memory");
  return now;
}
#else
#define P_CLOCK P_CLOCK_NONE
P_FN ulong p_clock(void) { return 0; }
#endif

P_FN void p_trace_put(__global uint *to, ulong value) {
  to[0] = (uint)value;
  to[1] = (uint)(value >> 32);
}

// By one item of a group that takes part, behind discovery. `came`: the time in front of it.
P_FN_BRANCHY void p_trace_joined(__global uint *ctl, __local p_shared *sh, ulong came) {
  uint heads = ctl[P_CTL_TRACE], number = (uint)get_group_id(0);
  sh->trace = 0;
  if (heads == 0)
    return;
  __global uint *head = ctl + heads + number * P_HEAD_WORDS;
  head[P_HEAD_GROUP] = sh->group + 1;
  head[P_HEAD_CLOCK] = P_CLOCK;
  if (P_CLOCK == P_CLOCK_NONE)
    return;
  sh->trace = heads + number * P_HEAD_WORDS;
  sh->records = ctl[P_CTL_RECORDS];
  sh->ring = ctl[P_CTL_RINGS] + number * sh->records * P_RECORD_WORDS;
  sh->recorded = 0;
  p_trace_put(head + P_HEAD_CAME, came);
  p_trace_put(head + P_HEAD_JOINED, p_clock());
}

// All items of the group have come.
P_FN_BRANCHY void p_trace_arrive(const p_env *e) {
  if (P_STEADY(e->lid) == 0)
    e->sh->arrived = p_clock();
}

// All items may go on.
P_FN_BRANCHY void p_trace_leave(const p_env *e) {
  if (P_STEADY(e->lid) != 0)
    return;
  __local p_shared *sh = e->sh;
  ulong now = p_clock();
  if (sh->trace == 0)
    return;
  __global uint *record = e->ctl + sh->ring + (sh->recorded & (sh->records - 1)) * P_RECORD_WORDS;
  *(__global uint8 *)record = (uint8)(e->line, e->barriers + e->gathers + sh->joined, (uint)sh->arrived, (uint)(sh->arrived >> 32),
                                      (uint)now, (uint)(now >> 32), sh->aborted, 0);
  e->ctl[sh->trace + P_HEAD_COUNT] = ++sh->recorded;
}

// The group has done all that it does. By one item.
P_FN_BRANCHY void p_trace_end(const p_env *e) {
  if (e->sh->trace != 0)
    p_trace_put(e->ctl + e->sh->trace + P_HEAD_END, p_clock());
}

#define P_TRACE_CAME() const ulong p_came = p_clock()
#define P_TRACE_JOINED(ctl, sh) p_trace_joined(ctl, sh, p_came)
#define P_TRACE_ARRIVE(e) p_trace_arrive(e)
#define P_TRACE_LEAVE(e) p_trace_leave(e)
#define P_TRACE_END(e) p_trace_end(e)

#else
#define P_TRACE_CAME() ((void)0)
#define P_TRACE_JOINED(ctl, sh) ((void)0)
#define P_TRACE_ARRIVE(e) ((void)0)
#define P_TRACE_LEAVE(e) ((void)0)
#define P_TRACE_END(e) ((void)0)
#endif // P_TRACE
