//===- opencl-on-threads.h - device library as C with threads ---*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runtime/device needs of OpenCL C, for a C compiler: one thread per
// work-item, a pthread barrier as the barrier of a work-group, GNU atomics with
// the orders that the device text asks for.
//
// ThreadSanitizer knows no fences. So an acquire fence here is an acquire load of
// the word that the thread read atomically last, or if it polled several, of these (at
// most four, as many as a barrier polls); and a release fence makes the next atomic
// write a release. No words from further back: they may hold a later release by now.
//
//===----------------------------------------------------------------------===//
#ifndef OPENCL_ON_THREADS_H
#define OPENCL_ON_THREADS_H

#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>

typedef unsigned char uchar;
typedef struct { unsigned long v[16]; } ulong16;
typedef unsigned atomic_uint_cell;
#define atomic_uint atomic_uint_cell

#define __global
#define __local
#define __private
#define __constant const
#define __kernel

#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))

//===- work-items ------------------------------------------------------------===//

typedef struct work_group {
  pthread_barrier_t barrier;
} work_group;

static _Thread_local struct {
  uint group, item, groups, items;
  work_group *of;
  unsigned random;
  uint *polled[4]; // words read, for the next acquire fence
  unsigned polls;  // how many
  int changed;     // the last one by a read-modify-write
  int releases; // a release fence is the last thing it did
} self;

#define get_local_id(d) ((size_t)self.item)
#define get_local_size(d) ((size_t)self.items)
#define get_group_id(d) ((size_t)self.group)
#define get_num_groups(d) ((size_t)self.groups)
#define get_global_id(d) ((size_t)(self.group * self.items + self.item))
#define get_global_size(d) ((size_t)(self.groups * self.items))

#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define barrier(flags) ((void)pthread_barrier_wait(&self.of->barrier), self.polls = 0)

// Lets others go first, now and then for longer.
static inline void take_turns(void) {
  self.random = self.random * 1664525u + 1013904223u;
  for (unsigned i = self.random >> 28 == 0 ? 20 : 1; i > 0; --i)
    sched_yield();
}

//===- atomics ---------------------------------------------------------------===//

#define memory_order_relaxed __ATOMIC_RELAXED
#define memory_order_acquire __ATOMIC_ACQUIRE
#define memory_order_release __ATOMIC_RELEASE
#define memory_order_acq_rel __ATOMIC_ACQ_REL
#define memory_order_seq_cst __ATOMIC_SEQ_CST
#define memory_scope_work_item 1
#define memory_scope_work_group 2
#define memory_scope_device 3
#define memory_scope_all_svm_devices 4

// The order must be a constant for the sanitizer to see it.
#define WITH_ORDER(order, operation) \
  ((order) == __ATOMIC_RELAXED   ? operation(__ATOMIC_RELAXED) \
   : (order) == __ATOMIC_ACQUIRE ? operation(__ATOMIC_ACQUIRE) \
   : (order) == __ATOMIC_RELEASE ? operation(__ATOMIC_RELEASE) \
   : (order) == __ATOMIC_ACQ_REL ? operation(__ATOMIC_ACQ_REL) \
                                 : operation(__ATOMIC_SEQ_CST))

static inline int with_fence(int order) {
  if (!self.releases)
    return order;
  self.releases = 0;
  return order == __ATOMIC_RELAXED ? __ATOMIC_RELEASE : order == __ATOMIC_ACQUIRE ? __ATOMIC_ACQ_REL : order;
}

static inline void polled(uint *p, int changes) {
  if (self.changed | changes)
    self.polls = 0;
  self.changed = changes;
  for (unsigned i = 0; i < 4 && i < self.polls; ++i)
    if (self.polled[i] == p)
      return;
  self.polled[self.polls++ % 4] = p;
}

static inline void fence(int order) {
  if (order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST) {
    for (unsigned i = 0; i < 4 && i < self.polls; ++i)
      (void)__atomic_load_n(self.polled[i], __ATOMIC_ACQUIRE);
    self.polls = 0;
  }
  self.releases = order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}
#define atomic_work_item_fence(flags, order, scope) fence(order)
#define mem_fence(flags) fence(__ATOMIC_ACQ_REL)

static inline uint load(volatile uint *at, int order) {
  uint *p = (uint *)at;
  take_turns();
  polled(p, 0);
  return order == __ATOMIC_RELAXED ? __atomic_load_n(p, __ATOMIC_RELAXED)
         : order == __ATOMIC_ACQUIRE ? __atomic_load_n(p, __ATOMIC_ACQUIRE)
                                     : __atomic_load_n(p, __ATOMIC_SEQ_CST);
}
static inline void store(volatile uint *at, uint n, int order) {
  uint *p = (uint *)at;
  order = with_fence(order);
  if (order == __ATOMIC_RELAXED)
    __atomic_store_n(p, n, __ATOMIC_RELAXED);
  else if (order == __ATOMIC_RELEASE)
    __atomic_store_n(p, n, __ATOMIC_RELEASE);
  else
    __atomic_store_n(p, n, __ATOMIC_SEQ_CST);
}
#define FETCH(name, builtin) \
  static inline uint name(volatile uint *at, uint n, int order) { \
    uint *p = (uint *)at; \
    order = with_fence(order); \
    polled(p, 1); \
    return WITH_ORDER(order, builtin); \
  }
#define ADD(order) __atomic_fetch_add(p, n, order)
#define SUB(order) __atomic_fetch_sub(p, n, order)
#define OR(order) __atomic_fetch_or(p, n, order)
#define AND(order) __atomic_fetch_and(p, n, order)
#define XOR(order) __atomic_fetch_xor(p, n, order)
#define EXCHANGE(order) __atomic_exchange_n(p, n, order)
FETCH(fetch_add, ADD)
FETCH(fetch_sub, SUB)
FETCH(fetch_or, OR)
FETCH(fetch_and, AND)
FETCH(fetch_xor, XOR)
FETCH(exchange, EXCHANGE)
static inline int compare_exchange(volatile uint *at, uint *expected, uint n, int order) {
  uint *p = (uint *)at, was = *expected;
  int done;
  order = with_fence(order);
  polled(p, 1);
  take_turns();
#define EXCHANGE_IF(order) __atomic_compare_exchange_n(p, &was, n, 0, order, __ATOMIC_RELAXED)
  done = WITH_ORDER(order, EXCHANGE_IF);
  *expected = was;
  return done;
}
// Not as one builtin; a failed exchange is tried again.
#define FETCH_PICK(name, pick) \
  static inline uint name(volatile uint *at, uint n, int order) { \
    uint old = __atomic_load_n((uint *)at, __ATOMIC_RELAXED); \
    while (!compare_exchange(at, &old, pick(old, n), order)) \
      ; \
    return old; \
  }
FETCH_PICK(fetch_max, max)
FETCH_PICK(fetch_min, min)

#define atomic_load_explicit(p, order, scope) load((p), (order))
#define atomic_store_explicit(p, n, order, scope) store((p), (n), (order))
#define atomic_fetch_add_explicit(p, n, order, scope) fetch_add((p), (n), (order))
#define atomic_fetch_sub_explicit(p, n, order, scope) fetch_sub((p), (n), (order))
#define atomic_fetch_or_explicit(p, n, order, scope) fetch_or((p), (n), (order))
#define atomic_fetch_and_explicit(p, n, order, scope) fetch_and((p), (n), (order))
#define atomic_fetch_xor_explicit(p, n, order, scope) fetch_xor((p), (n), (order))
#define atomic_fetch_max_explicit(p, n, order, scope) fetch_max((p), (n), (order))
#define atomic_fetch_min_explicit(p, n, order, scope) fetch_min((p), (n), (order))
#define atomic_exchange_explicit(p, n, order, scope) exchange((p), (n), (order))
#define atomic_compare_exchange_strong_explicit(p, expected, n, order, failure, scope) \
  compare_exchange((p), (expected), (n), (order))
#define atomic_compare_exchange_weak_explicit atomic_compare_exchange_strong_explicit

// OpenCL 1.x. A read-modify-write that writes nothing new is a poll.
static inline uint or_1(volatile uint *p, uint n) {
  if (n == 0)
    take_turns();
  return fetch_or(p, n, __ATOMIC_RELAXED);
}
static inline uint cmpxchg_1(volatile uint *p, uint expected, uint n) {
  compare_exchange(p, &expected, n, __ATOMIC_RELAXED);
  return expected;
}
#define atomic_add(p, n) fetch_add((p), (n), __ATOMIC_RELAXED)
#define atomic_sub(p, n) fetch_sub((p), (n), __ATOMIC_RELAXED)
#define atomic_or(p, n) or_1((p), (n))
#define atomic_and(p, n) fetch_and((p), (n), __ATOMIC_RELAXED)
#define atomic_max(p, n) fetch_max((p), (n), __ATOMIC_RELAXED)
#define atomic_min(p, n) fetch_min((p), (n), __ATOMIC_RELAXED)
#define atomic_xchg(p, n) exchange((p), (n), __ATOMIC_RELAXED)
#define atomic_cmpxchg(p, expected, n) cmpxchg_1((p), (expected), (n))

#endif // OPENCL_ON_THREADS_H
