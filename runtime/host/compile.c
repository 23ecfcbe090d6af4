//===- compile.c - the device's compiler, without what it does beside ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A driver compiles in the program's own process. Some draw from rand() there and seed it (NVIDIA's, seen with 580.159
// on an H100), and what they say of warnings goes to the program's stderr. The program does not know of our builds:
// its next rand() must give what it would have given.
//
// Assumed: no other thread of the program draws from rand() during one of our builds. It would see another sequence.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__ // where rand() is random()
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned builds;       // under way, each in a thread
static char drivers[128];     // where the numbers come from meanwhile
static char *programs;        // where they came from before

static void keep_numbers(void) {
  sigset_t signals;
  pst_signals_hold(&signals);
  pthread_mutex_lock(&lock);
  if (builds++ == 0)
    programs = initstate(1, drivers, sizeof drivers);
  pthread_mutex_unlock(&lock);
  pst_signals_let(&signals);
}

static void give_numbers_back(void) {
  sigset_t signals;
  pst_signals_hold(&signals);
  pthread_mutex_lock(&lock);
  if (--builds == 0 && programs)
    setstate(programs);
  pthread_mutex_unlock(&lock);
  pst_signals_let(&signals);
}

// In a child process nobody builds, and its numbers are the program's.
static void forget_builds(void) {
  lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  if (builds && programs)
    setstate(programs);
  builds = 0;
}
#else
static void forget_builds(void) {}
static void keep_numbers(void) {}
static void give_numbers_back(void) {}
#endif

//===- a compiler that does not come back -----------------------------------===//

// A driver's compiler cannot be told to stop, and a server must go on. So it runs in a thread of its own, and who waits
// gives up when the time is over. The thread keeps what it works on, for as long as it takes.
typedef struct job {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int users; // the thread and who waits
  bool ended;
  cl_int status;
  cl_program program;
  cl_device_id device;
  char options[];
} job;

static int stuck; // atomic: threads that nobody waits for any more

void pst_compile_fork(void) {
  stuck = 0;
  forget_builds();
}

static void leave(job *j) { // with its lock
  const bool last = --j->users == 0;
  pthread_mutex_unlock(&j->lock);
  if (!last)
    return;
  pthread_cond_destroy(&j->changed);
  pthread_mutex_destroy(&j->lock);
  free(j);
}

static void *pst_compile_thread(void *given) {
  job *j = given;
  const cl_int status = clBuildProgram(j->program, 1, &j->device, j->options, NULL, NULL);
  pthread_mutex_lock(&j->lock);
  const bool alone = j->users == 1;
  if (alone) {
    clReleaseProgram(j->program);
    __atomic_sub_fetch(&stuck, 1, __ATOMIC_RELAXED);
  }
  j->status = status;
  j->ended = true;
  pthread_cond_signal(&j->changed);
  leave(j);
  return NULL;
}

// The library's stacks are for its own small functions; a compiler takes what a main thread usually has.
static bool start(job *j) {
  enum { STACK = 8 << 20 };
  sigset_t all, before;
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  size_t usual = 0;
  pthread_attr_getstacksize(&attributes, &usual);
  if (usual < STACK)
    pthread_attr_setstacksize(&attributes, STACK);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigfillset(&all); // the program's handlers run in its own threads
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool good = pthread_create(&thread, &attributes, pst_compile_thread, j) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return good;
}

static job *make(cl_program program, cl_device_id device, const char *options) {
  pthread_condattr_t attributes;
  job *j = calloc(1, sizeof *j + strlen(options) + 4);
  if (!j)
    return NULL;
  strcat(strcpy(j->options, options), *options ? " -w" : "-w");
  j->users = 2;
  j->program = program;
  j->device = device;
  pthread_mutex_init(&j->lock, NULL);
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&j->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  return j;
}

// Whether it ended in time.
static bool wait_for(job *j) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += pst_environment()->build_s;
  int late = 0;
  pthread_mutex_lock(&j->lock);
  while (!j->ended && !late)
    late = pthread_cond_timedwait(&j->changed, &j->lock, &end);
  return j->ended;
}

cl_int pst_build_program(cl_program *program, cl_device_id device, const char *options) {
  if (__atomic_load_n(&stuck, __ATOMIC_RELAXED) > 0)
    return PST_COMPILER_STUCK;
  pst_stay_loaded();
  job *j = make(*program, device, options);
  if (!j)
    return CL_OUT_OF_HOST_MEMORY;
  keep_numbers();
  if (!start(j)) {
    --j->users;
    j->status = clBuildProgram(*program, 1, &device, j->options, NULL, NULL);
    pthread_mutex_lock(&j->lock);
    j->ended = true;
  } else if (!wait_for(j)) {
    __atomic_add_fetch(&stuck, 1, __ATOMIC_RELAXED);
    *program = NULL; // the thread's: to release it might wait for the compiler, too
    j->status = PST_COMPILER_STUCK;
  }
  const cl_int status = j->status;
  give_numbers_back();
  leave(j);
  return status;
}
