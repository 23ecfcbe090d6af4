//===- backend_cl1.cl - atomics of OpenCL C 1.1 and 1.2 -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 1.x gives no order between work-groups; in practice read-modify-writes
// go to the coherent level of the memory and `mem_fence` orders around them.
// Flags are polled by read-modify-write, since a plain load may be served for
// ever from a non-coherent first-level cache. Whether that is enough is decided
// by running the payload test (on NVIDIA it is not).
//
//===----------------------------------------------------------------------===//
#ifdef P_BACKEND_CL1

P_FN uint p_a_add(__global uint *p, uint n) { return atomic_add((volatile __global uint *)p, n); }
P_FN uint p_a_or(__global uint *p, uint n) { return atomic_or((volatile __global uint *)p, n); }
P_FN int p_a_swap(__global uint *p, uint old, uint n) { // old -> n, true for the one that did it
  return atomic_cmpxchg((volatile __global uint *)p, old, n) == old;
}
P_FN uint p_a_max(__global uint *p, uint n) { return atomic_max((volatile __global uint *)p, n); }
P_FN void p_a_put(__global uint *p, uint n) { atomic_xchg((volatile __global uint *)p, n); }
P_FN uint p_a_arrive(__global uint *p, uint n) {
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  return atomic_add((volatile __global uint *)p, n);
}
P_FN void p_a_set(__global uint *p, uint n) {
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg((volatile __global uint *)p, n);
}
P_FN uint p_a_poll(__global uint *p) { return atomic_or((volatile __global uint *)p, 0u); }
P_FN void p_a_acquire(void) { mem_fence(CLK_GLOBAL_MEM_FENCE); }
P_FN void p_a_delay(uint clocks) { (void)clocks; }

// Coherent reads of user memory. Never a read-modify-write: the memory is the
// program's, and bytes beside a byte flag belong to others (rule K8).
P_FN uint p_a_read4(__global uchar *p) { return *(volatile __global uint *)p; }
P_FN uint p_a_read2(__global uchar *p) { return *(volatile __global ushort *)p; }
P_FN uint p_a_read1(__global uchar *p) { return *(volatile __global uchar *)p; }

#endif // P_BACKEND_CL1
