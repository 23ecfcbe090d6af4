//===- locks.c - who waits for whom ------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two things are shared. What the library knows (lists of programs, devices, times) has
// one lock, held for moments: never while a queue is waited for, a program is built, or code of
// the program may run. A device has a turn: of the persistent kernels of one process no two
// compete for the places on it. Who has the turn may have to wait for the program, as any
// launch may; so who wants it waits for a bounded time only, and then the original
// loop runs beside. Regions of different devices do not meet.
//
// Locks are recursive: a handler of a signal may end the program, and what runs then
// comes by here again. That of the turns is held with signals blocked: its condition is waited for.
//
// A child process has the state of one thread only. What others had locked, or begun to change, is
// given up there, and where the parent had used OpenCL already its loops run as they were.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <pthread.h>
#include <time.h>
#include <unwind.h>

enum { LOOK_EVERY_MS = 10, EXIT_WAIT_MS = 200 };

//===- the state ----------------------------------------------------------===//

static pthread_mutex_t state = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void pst_lock(void) { pthread_mutex_lock(&state); }
void pst_unlock(void) { pthread_mutex_unlock(&state); }

static struct timespec after_ms(clockid_t clock, long ms) {
  struct timespec when;
  clock_gettime(clock, &when);
  when.tv_nsec += ms * 1000000;
  when.tv_sec += when.tv_nsec / 1000000000;
  when.tv_nsec %= 1000000000;
  return when;
}

// By a clock that nobody sets: pthread_mutex_timedlock waits for the time of day.
bool pst_lock_at_exit(void) {
  const struct timespec some = {0, 1000000};
  for (double from = pst_now_ms(); pthread_mutex_trylock(&state) != 0; nanosleep(&some, NULL))
    if (pst_now_ms() - from > EXIT_WAIT_MS)
      return false;
  return true;
}

//===- turns --------------------------------------------------------------===//

static pthread_mutex_t turns = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given;
static uint64_t changes; // atomic
// This thread's turn, the frame of pst_run_region that took it, and what is launched in it.
static _Thread_local pst_device *mine;
static _Thread_local const char *frame;
static _Thread_local pst_built *launched;

// A way up the stack, which shows what called this.
typedef struct walk {
  const char *place, *end; // in the frame that took the turn; of the stack
  const char *last;
  unsigned entries; // in pst_run_region
  bool above;       // it came to who called the frame that took the turn
} walk;

static _Unwind_Reason_Code walk_on(struct _Unwind_Context *context, void *data) {
  walk *w = data;
  const char *const at = (const char *)_Unwind_GetCFA(context); // where this function's frame begins
  if (at < w->last || at >= w->end)
    return _URC_NORMAL_STOP;
  w->last = at;
  w->above = at > w->place;
  w->entries += !w->above && _Unwind_FindEnclosingFunction((char *)_Unwind_GetIP(context) - 1) == (void *)pst_run_region;
  return w->above ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

// This thread's stack, as far as it is known: other stacks may be used beside it.
static bool own_stack(const char **lowest, size_t *size) {
  pthread_attr_t attributes;
  void *at = NULL;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return false;
  const bool known = pthread_attr_getstack(&attributes, &at, size) == 0;
  pthread_attr_destroy(&attributes);
  *lowest = at;
  return known;
}

bool pst_stack_above(const char *frame, const char *other) {
  enum { PASSED = 64 }; // bytes at most by which calls of one function differ, with what is passed
  const char *stack;
  size_t size;
  if (frame <= other + PASSED || !own_stack(&stack, &size))
    return false;
  return other >= stack && frame < stack + size;
}

// Whether the frame that took the turn was left by longjmp(). Frames of what it calls lie below it; but so may others, of a later
// entry. Those have one entry among their callers, what it calls has two.
static bool was_left(const char *here) {
  const char *stack;
  size_t size;
  if (!own_stack(&stack, &size) || frame < stack || frame >= stack + size || here < stack || here >= stack + size)
    return false;
  if (here >= frame)
    return true;
  walk w = {.place = frame, .end = stack + size, .last = stack};
  _Unwind_Backtrace(walk_on, &w);
  return w.above && w.entries == 1;
}

static void turns_lock(sigset_t *signals) {
  pst_signals_hold(signals);
  pthread_mutex_lock(&turns);
}

static void turns_unlock(const sigset_t *signals) {
  pthread_mutex_unlock(&turns);
  pst_signals_let(signals);
}

uint64_t pst_turns(void) { return __atomic_load_n(&changes, __ATOMIC_ACQUIRE); }

bool pst_turn_take(pst_device *device, const void *here, pst_why *why) {
  if (mine && !was_left(here))
    return pst_fail(why, "called from inside another loop of this thread");
  pst_turn_abandon();
  const double from = pst_now_ms();
  sigset_t signals;
  turns_lock(&signals);
  const uint64_t before = device->turns;
  while (device->taken && pst_now_ms() - from < pst_patience_ms()) {
    const struct timespec look = after_ms(CLOCK_MONOTONIC, LOOK_EVERY_MS);
    pthread_cond_timedwait(&given, &turns, &look);
    turns_unlock(&signals); // for those that have come
    turns_lock(&signals);
  }
  const bool good = !device->taken, stalled = !good && device->turns == before;
  if (good) {
    device->taken = true;
    ++device->turns;
    __atomic_fetch_add(&changes, 1, __ATOMIC_ACQ_REL);
    mine = device;
    frame = here;
  }
  turns_unlock(&signals);
  if (stalled) // else many want it
    pst_note_stall();
  if (!good)
    return pst_fail(why, "another loop has had the device for long");
  pst_thread_watch();
  return true;
}

void pst_turn_launches(pst_built *built) { launched = built; }

void pst_turn_give(void) {
  if (!mine)
    return;
  launched = NULL;
  sigset_t signals;
  turns_lock(&signals);
  mine->taken = false;
  mine = NULL;
  __atomic_fetch_add(&changes, 1, __ATOMIC_ACQ_REL);
  pthread_cond_broadcast(&given);
  turns_unlock(&signals);
}

void pst_turn_abandon(void) {
  if (launched)
    pst_built_abandon(launched); // it may still run
  pst_turn_give();
}

//===- threads that end ---------------------------------------------------===//

static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static bool keyed;

static void thread_ended(void *unused) {
  (void)unused;
  pst_turn_abandon(); // of a launch that ended its thread
  pst_verify_thread_end();
  pst_thread_ended();
}

static void make_key(void) {
  pst_stay_loaded();
  keyed = pthread_key_create(&key, thread_ended) == 0;
}

void pst_thread_watch(void) {
  pthread_once(&key_once, make_key);
  if (keyed)
    pthread_setspecific(key, &key);
}

//===- child processes ----------------------------------------------------===//

static bool child; // of a parent that had used OpenCL

bool pst_forked(void) { return child; }

static void make_given(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&given, &attributes);
  pthread_condattr_destroy(&attributes);
}

static void forget_parent(void) {
  state = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  turns = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  make_given();
  mine = NULL;
  launched = NULL;
  child |= pst_recorder_fork();
  pst_objects_fork();
  pst_contexts_fork();
  child |= pst_builds_fork();
  pst_builder_fork();
  pst_sources_fork();
  pst_compile_fork();
  pst_snapshots_fork();
  pst_gates_fork();
  pst_stats_fork();
  pst_entries_fork();
  pst_timed_fork();
  pst_verify_fork();
  pst_output_fork();
  pst_timeline_fork();
}

__attribute__((constructor(101))) static void watch_forks(void) {
  make_given();
  pthread_atfork(NULL, NULL, forget_parent);
}
