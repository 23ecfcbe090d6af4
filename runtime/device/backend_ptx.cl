//===- backend_ptx.cl - atomics as inline PTX -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's OpenCL compiles C11 atomics at device scope, but each acquire load
// becomes `ld.volatile; membar.gl`. PTX (memory model since ISA 6.0, sm_70)
// says what is wanted: `atom.release.gpu`, `ld.relaxed.gpu`, and one fence
// behind the poll. OOPSLA'16 section 4.2 built its custom atomics for NVIDIA
// in the same way. The fence of the acquire kind (ISA 8.6) is cheaper than
// acq_rel; P_PTX_OLD_FENCE takes the older spelling.
//
//===----------------------------------------------------------------------===//
#ifdef P_BACKEND_PTX

P_FN uint p_a_add(__global uint *p, uint n) {
  uint old;
  asm volatile("atom.add.relaxed.gpu.global.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(n) : "memory");
  return old;
}
P_FN uint p_a_or(__global uint *p, uint n) {
  uint old;
  asm volatile("atom.or.relaxed.gpu.global.b32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(n) : "memory");
  return old;
}
P_FN int p_a_swap(__global uint *p, uint old, uint n) { // old -> n, true for the one that did it
  uint was;
  asm volatile("atom.cas.relaxed.gpu.global.b32 %0, [%1], %2, %3;" : "=r"(was) : "l"(p), "r"(old), "r"(n) : "memory");
  return was == old;
}
P_FN uint p_a_max(__global uint *p, uint n) {
  uint old;
  asm volatile("atom.max.relaxed.gpu.global.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(n) : "memory");
  return old;
}
P_FN void p_a_put(__global uint *p, uint n) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(p), "r"(n) : "memory");
}
// Release: cumulative over the writes that the work-group barrier ordered
// before it (PTX ISA, "causality order").
P_FN uint p_a_arrive(__global uint *p, uint n) {
  uint old;
  asm volatile("atom.add.release.gpu.global.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(n) : "memory");
  return old;
}
P_FN void p_a_set(__global uint *p, uint n) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(p), "r"(n) : "memory");
}
// One poll, relaxed.
P_FN uint p_a_poll(__global uint *p) {
  uint now;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(p) : "memory");
  return now;
}
// Acquire, behind the poll that saw the awaited value.
P_FN void p_a_acquire(void) {
#ifdef P_PTX_OLD_FENCE
  asm volatile("fence.acq_rel.gpu;" : : : "memory");
#else
  asm volatile("fence.acquire.gpu;" : : : "memory");
#endif
}
P_FN uint p_a_clock(void) {
  uint now;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(now) : : "memory");
  return now;
}
P_FN void p_a_delay(uint clocks) {
  uint from = p_a_clock();
  while (p_a_clock() - from < clocks)
    ;
}

// The multiprocessor that runs this group: a hint for who shares what, since the
// PTX ISA lets it change.
#define P_HAS_SM
P_FN uint p_a_sm(void) {
  uint sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  return sm;
}

// Coherent reads of user memory.
P_FN uint p_a_read4(__global uchar *p) { return p_a_poll((__global uint *)p); }
P_FN uint p_a_read2(__global uchar *p) {
  uint now;
  asm volatile("ld.relaxed.gpu.global.u16 %0, [%1];" : "=r"(now) : "l"(p) : "memory");
  return now;
}
P_FN uint p_a_read1(__global uchar *p) {
  uint now;
  asm volatile("ld.relaxed.gpu.global.u8 %0, [%1];" : "=r"(now) : "l"(p) : "memory");
  return now;
}

#endif // P_BACKEND_PTX
