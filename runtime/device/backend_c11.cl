//===- backend_c11.cl - atomics of OpenCL C 2.0 and 3.0 -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Release and acquire at device scope (OOPSLA'16 section 4.2). Polls are
// relaxed with one acquire fence behind them: an acquire load in the poll
// costs a full fence per poll on NVIDIA.
//
//===----------------------------------------------------------------------===//
#ifdef P_BACKEND_C11

#define P_ATOMIC(p) ((volatile __global atomic_uint *)(p))

// Relaxed read-modify-writes: for words that carry no other data.
P_FN uint p_a_add(__global uint *p, uint n) {
  return atomic_fetch_add_explicit(P_ATOMIC(p), n, memory_order_relaxed, memory_scope_device);
}
P_FN uint p_a_or(__global uint *p, uint n) {
  return atomic_fetch_or_explicit(P_ATOMIC(p), n, memory_order_relaxed, memory_scope_device);
}
P_FN int p_a_swap(__global uint *p, uint old, uint n) { // old -> n, true for the one that did it
  return atomic_compare_exchange_strong_explicit(P_ATOMIC(p), &old, n, memory_order_relaxed, memory_order_relaxed,
                                                 memory_scope_device);
}
P_FN uint p_a_max(__global uint *p, uint n) {
  return atomic_fetch_max_explicit(P_ATOMIC(p), n, memory_order_relaxed, memory_scope_device);
}
P_FN void p_a_put(__global uint *p, uint n) {
  atomic_store_explicit(P_ATOMIC(p), n, memory_order_relaxed, memory_scope_device);
}
// Release: what this work-group wrote before is visible to whoever acquires.
P_FN uint p_a_arrive(__global uint *p, uint n) {
  return atomic_fetch_add_explicit(P_ATOMIC(p), n, memory_order_release, memory_scope_device);
}
P_FN void p_a_set(__global uint *p, uint n) {
  atomic_store_explicit(P_ATOMIC(p), n, memory_order_release, memory_scope_device);
}
// One poll, relaxed.
P_FN uint p_a_poll(__global uint *p) {
  return atomic_load_explicit(P_ATOMIC(p), memory_order_relaxed, memory_scope_device);
}
// Acquire, behind the poll that saw the awaited value.
P_FN void p_a_acquire(void) {
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
}
P_FN void p_a_delay(uint clocks) { (void)clocks; }

// Coherent reads of user memory, whatever its alignment.
P_FN uint p_a_read4(__global uchar *p) { return p_a_poll((__global uint *)p); }
P_FN uint p_a_read2(__global uchar *p) { return *(volatile __global ushort *)p; }
P_FN uint p_a_read1(__global uchar *p) { return *(volatile __global uchar *)p; }

#endif // P_BACKEND_C11
