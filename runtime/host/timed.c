//===- timed.c - times of original loops that nobody waits for ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statistics alone are no reason to finish a queue. The original loop that they are about is enclosed by two
// markers, and OpenCL tells when these have ended: perhaps long after the loop, on a thread of its own. The entry's
// record is written then; when the program ends, those whose markers have not ended are written without a time.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>
#include <time.h>

enum { MOST = 1024, EXIT_WAIT_MS = 100 };

// With the library's lock held, but for what does not change.
struct pst_timed {
  const persistify_region *region;
  pst_stats *all;
  pst_record record;
  double from, built_ms; // built_ms: until `from`, then what was built after it
  double began, ended;   // by their callbacks; 0: not yet
  unsigned users;        // the entry, callbacks
  struct pst_timed *next;
};

static pst_timed *pending; // closed
static unsigned count;

void pst_timed_fork(void) {
  pending = NULL;
  count = 0;
}

// With the lock held: whether it is now for this thread to write it.
static bool take(pst_timed *t) {
  pst_timed **at = &pending;
  while (*at && *at != t)
    at = &(*at)->next;
  if (!*at)
    return false;
  *at = t->next;
  --count;
  return true;
}

static void write_out(pst_timed *t) {
  const double from = t->began > t->from ? t->began : t->from;
  if (t->ended > 0) {
    pst_stats only = {.region_ms = t->ended > from + t->built_ms ? t->ended - from - t->built_ms : 0};
    t->record.region_ms = only.region_ms;
    pst_stats_add(t->all, &only);
  }
  pst_record_write(&t->record, t->region);
}

static void leave(pst_timed *t) {
  pst_lock();
  const bool last = --t->users == 0;
  pst_unlock();
  if (last)
    free(t);
}

static void CL_CALLBACK note_begin(cl_event event, cl_int status, void *data) {
  (void)event, (void)status;
  pst_timed *t = data;
  pst_lock();
  t->began = pst_now_ms();
  pst_unlock();
  leave(t);
}

static void CL_CALLBACK note_end(cl_event event, cl_int status, void *data) {
  (void)event;
  pst_timed *t = data;
  pst_lock();
  t->ended = status == CL_COMPLETE ? pst_now_ms() : 0;
  const bool mine = take(t);
  pst_unlock();
  if (mine)
    write_out(t);
  leave(t);
}

typedef void(CL_CALLBACK *note_fn)(cl_event, cl_int, void *);

static bool mark(pst_timed *t, cl_command_queue queue, note_fn note) {
  cl_event marker = NULL;
  if (clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker) != CL_SUCCESS)
    return false;
  pst_stay_loaded();
  pst_lock();
  ++t->users;
  pst_unlock();
  const bool good = clSetEventCallback(marker, CL_COMPLETE, note, t) == CL_SUCCESS;
  if (!good)
    leave(t);
  clReleaseEvent(marker);
  return clFlush(queue) == CL_SUCCESS && good;
}

pst_timed *pst_timed_begin(const pst_entry *e) {
  pst_lock();
  const bool many = count >= MOST;
  pst_unlock();
  pst_timed *t = many || !e->queue ? NULL : calloc(1, sizeof *t);
  if (!t)
    return NULL;
  t->region = e->region;
  t->all = e->all;
  t->from = pst_now_ms();
  t->built_ms = e->built_ms;
  t->users = 1;
  if (mark(t, e->queue, note_begin))
    return t;
  leave(t);
  return NULL;
}

void pst_timed_end(pst_timed *t, const pst_entry *e) {
  pst_lock();
  t->record = e->record;
  t->built_ms = e->built_ms - t->built_ms;
  t->next = pending;
  pending = t;
  ++count;
  pst_unlock();
  if (!mark(t, e->queue, note_end)) {
    pst_lock();
    const bool mine = take(t);
    pst_unlock();
    if (mine)
      write_out(t);
  }
  leave(t);
}

void pst_timed_drop(pst_timed *t) {
  if (t)
    leave(t);
}

void pst_timed_flush(void) {
  const double from = pst_now_ms();
  for (bool any = true; any;) {
    if (!pst_lock_at_exit())
      return;
    any = pending != NULL;
    const bool late = any && pst_now_ms() - from > EXIT_WAIT_MS;
    pst_timed *t = late ? pending : NULL;
    if (t)
      take(t);
    pst_unlock();
    if (t)
      write_out(t); // not freed: its callback may still come
    else if (any)
      nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
}
