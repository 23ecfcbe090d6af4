//===- base.h - what all of the host library's files need -------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_BASE_H
#define PERSISTIFY_BASE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "control.h"
#include "persistify/opt_table.h"
#include "persistify/runtime.h"

#pragma GCC visibility push(hidden)

static inline uint32_t pst_at_most(uint64_t value, uint32_t limit) { return value < limit ? (uint32_t)value : limit; }

//===- embedded texts (persistify_device_text.c, generated) ---------------===//

extern const char persistify_device_text[]; // the device library
extern const char persistify_probe_text[];  // kernels that qualify a device

//===- why the persistent path is not taken -------------------------------===//

typedef struct pst_why {
  char text[256]; // one line, empty: no reason
  bool passing;   // it may be gone the next time: not to be remembered for good
  bool later;     // another process builds: the original runs until it has
} pst_why;

/// Stores the reason and returns false.
bool pst_fail(pst_why *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// The same, for a reason that is gone as soon as there is memory again, or the machine has less to do.
bool pst_fail_now(pst_why *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// The same, as what it needs is being built by another process.
bool pst_fail_later(pst_why *why);
/// The same, by what OpenCL answered.
bool pst_fail_by(cl_int status, pst_why *why, const char *format, ...) __attribute__((format(printf, 3, 4)));
/// What failed for a passing reason and took so long may be tried again at this time, so that trying costs 2 % at most.
double pst_try_again_at(double cost_ms);

//===- locks.c: who waits for whom ----------------------------------------===//

typedef struct pst_device pst_device;
struct pst_built;

/// The lock of what the library knows. Never held while a queue or a compiler is waited for.
void pst_lock(void);
void pst_unlock(void);
/// When the program ends: another thread may hold it for ever.
bool pst_lock_at_exit(void);
/// The turn of a device, for a persistent launch and what belongs to it. Waits for a bounded time; false with `why`
/// then. One thread has one turn at most. `here`: an address in pst_run_region's frame. Without the lock above.
bool pst_turn_take(pst_device *device, const void *here, pst_why *why);
/// Whether both frames are on this thread's own stack, and the first belongs to a caller of the second's.
bool pst_stack_above(const char *frame, const char *other);
/// Grows when some thread takes or gives one.
uint64_t pst_turns(void);
/// If this thread has one.
void pst_turn_give(void);
/// The same, where the entry never came to its end.
void pst_turn_abandon(void);
/// This is launched in this thread's turn.
void pst_turn_launches(struct pst_built *built);
/// Has this thread's open entries, and what it verifies, dropped when it ends.
void pst_thread_watch(void);
/// Whether this is a child process of one that had used OpenCL.
bool pst_forked(void);

// In a child process: each forgets what the parent's threads may have begun to change. Those that return a value
// say whether OpenCL had been used.
bool pst_recorder_fork(void);
void pst_objects_fork(void);
void pst_contexts_fork(void);
bool pst_builds_fork(void);
void pst_builder_fork(void);
void pst_sources_fork(void);
void pst_compile_fork(void);
void pst_snapshots_fork(void);
void pst_gates_fork(void);
void pst_stats_fork(void);
void pst_entries_fork(void);
void pst_timed_fork(void);
void pst_verify_fork(void);
void pst_output_fork(void);

//===- calm.c -------------------------------------------------------------===//

typedef struct pst_calm {
  sigset_t before, ours;
  bool held;
} pst_calm;

/// Between these a write of this thread's that may not be made fails, and raises no signal.
void pst_calm_begin(pst_calm *calm);
void pst_calm_end(const pst_calm *calm);
/// All of it, waiting where the file does not block. False: nobody reads that any more. What cannot be written otherwise (a full
/// disk) is tried some times, and is lost then.
bool pst_write_all(int file, const char *bytes, size_t count);

/// Between these no handler runs in this thread: one that ends the program would come by a lock that it holds.
void pst_signals_hold(sigset_t *before);
void pst_signals_let(const sigset_t *before);

#pragma GCC visibility pop

#endif // PERSISTIFY_BASE_H
