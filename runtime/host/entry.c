//===- entry.c - persistify_run, and the time of the original loop --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No lock is held here: the program's own commands may wait for a thread that wants to enter
// a region (drain.c, locks.c). A thread cannot be cancelled inside an entry, which would leave
// buffers half changed.
//
// An entry that runs the original loop is open from persistify_run to
// persistify_again; entries of loops inside it lie on top of it. One that is left
// by `return`, `goto` or an exception is dropped when its loop, or one around it,
// comes by again, or its thread ends.
//
// A rehearsal runs the persistent path behind the original one, from the same
// state, and throws its results away: so a loop that a program enters once is
// known on both paths after the first run of the program.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pst_rehearsal {
  pst_bound bound;
  pst_snapshot before;
  bool held;   // bound's program
  void **bind; // to copies of the host's objects, as they were
  unsigned char *copies;
};

static _Thread_local pst_entry *top;

void pst_entries_fork(void) { top = NULL; }

//===- rehearsals ---------------------------------------------------------===//

static void drop_rehearsal(pst_rehearsal *r, const persistify_region *region) {
  if (!r)
    return;
  for (uint32_t i = 0; r->bound.handles && i < region->num_handles; ++i)
    if (r->bound.handles[i])
      clReleaseMemObject(r->bound.handles[i]);
  if (r->held)
    clReleaseProgram(r->bound.program);
  pst_snapshot_free(&r->before);
  pst_bound_free(&r->bound);
  free(r->bind);
  free(r->copies);
  free(r);
}

// In front of the original loop: keeps the state. Null if that is impossible, which
// is no reason to say anything.
static pst_rehearsal *prepare(const persistify_region *region, void *const *bind) {
  size_t bytes = 0;
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    if (region->slots[i].kind == PERSISTIFY_MIRROR)
      return NULL; // arrays of the host: copies of them could be long
    bytes += region->slots[i].size + sizeof(void *);
  }
  pst_rehearsal *r = calloc(1, sizeof *r);
  if (!r)
    return NULL;
  pst_why why;
  r->bind = calloc(region->num_slots + 1, sizeof *r->bind);
  r->copies = calloc(1, bytes + 1);
  bool good = r->bind && r->copies && pst_check_entry(region, bind, &r->bound, &why);
  // Held from here on, if all of them are there.
  for (uint32_t i = 0; r->bound.handles && i < region->num_handles; ++i)
    if (!good)
      r->bound.handles[i] = NULL;
    else if (r->bound.handles[i])
      clRetainMemObject(r->bound.handles[i]);
  r->held = good && clRetainProgram(r->bound.program) == CL_SUCCESS;
  unsigned char *at = r->copies;
  for (uint32_t i = 0; good && i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    size_t size = slot->kind == PERSISTIFY_SCALAR || slot->kind == PERSISTIFY_BLOB ? slot->size : sizeof(void *);
    if (bind[i])
      r->bind[i] = memcpy(at, bind[i], size);
    at += size;
  }
  if (good && pst_snapshot_take(&r->before, region, &r->bound, NULL, &why) &&
      pst_drain(r->bound.queue) == PST_DRAINED)
    return r;
  pst_snapshot_pending(&r->before); // perhaps it is still copied into
  drop_rehearsal(r, region);
  return NULL;
}

static void rehearse(pst_entry *e) {
  const persistify_region *region = e->region;
  pst_rehearsal *r = e->rehearsal;
  pst_snapshot after = {0};
  pst_why why;
  double from = pst_now_ms() - e->built_ms;
  if (pst_snapshot_take(&after, region, &r->bound, NULL, &why) && pst_drain(r->bound.queue) == PST_DRAINED) {
    double original = pst_gate_ms(e->known, PST_ORIGINAL), ms = 0;
    bool good = pst_snapshot_restore(&r->before, r->bound.queue);
    bool ran = good && pst_run_dry(e, r->bind, &r->bound, &ms, &why);
    if (ran)
      pst_gate_told(e->known, PST_PERSISTENT, ms);
    else if (good)
      pst_gate_failed(e->known, pst_now_ms() - from - e->built_ms + original);
    // The first launch may compile; where that could decide, there is another.
    if (ran && 2 * ms > original && pst_gate_again(e->gate, e->known)) {
      good = pst_snapshot_restore(&r->before, r->bound.queue);
      if (good && pst_run_dry(e, r->bind, &r->bound, &ms, &why))
        pst_gate_told(e->known, PST_PERSISTENT, ms);
    }
    if (!pst_snapshot_restore(&after, r->bound.queue)) {
      fprintf(stderr, "persistify: %s:%u: error: the buffers cannot be restored behind a rehearsal\n", region->file,
              region->line);
      exit(EXIT_FAILURE);
    }
  } else {
    pst_snapshot_pending(&after);
  }
  pst_snapshot_free(&after);
  e->stats.learn_ms += pst_now_ms() - from - e->built_ms;
}

//===- open entries -------------------------------------------------------===//

static void drop_top(void) {
  pst_entry *e = top;
  top = e->outer;
  pst_stats_add(e->all, &e->stats);
  if (!e->written)
    pst_record_write(&e->record, e->region);
  pst_timed_drop(e->timed);
  drop_rehearsal(e->rehearsal, e->region);
  if (e->queue)
    clReleaseCommandQueue(e->queue);
  free(e);
}

void pst_entries_flush(void) {
  pst_timed_flush();
  for (pst_entry *e = top; e; e = e->outer)
    pst_record_write(&e->record, e->region);
}

// What is not the program's work is not part of the entries around it either.
static void leave_out(pst_entry *from, double ms) {
  for (; from; from = from->outer)
    from->built_ms += ms;
}

void pst_thread_ended(void) {
  while (top)
    drop_top();
}

static bool is_open(const persistify_region *region) {
  for (pst_entry *e = top; e; e = e->outer)
    if (e->region == region)
      return true;
  return false;
}

// Entries of this region that were left on another way.
static void drop(const persistify_region *region) {
  while (is_open(region))
    drop_top();
}

static bool open_entry(const pst_entry *entry, void *const *bind) {
  pst_entry *e = malloc(sizeof *e);
  if (!e)
    return false;
  *e = *entry;
  e->stats = (pst_stats){0};
  if (e->queue && clRetainCommandQueue(e->queue) != CL_SUCCESS)
    e->queue = NULL;
  if (e->gate && !e->failed && pst_gate_may_rehearse(e->known)) {
    double from = pst_now_ms();
    e->rehearsal = prepare(e->region, bind);
    double now = pst_now_ms();
    e->stats.learn_ms += now - from;
    e->record.learn_ms += now - from;
    e->from += now - from;
    leave_out(top, now - from);
  }
  if (e->only_timed)
    e->timed = pst_timed_begin(e);
  e->outer = top;
  top = e;
  pst_thread_watch();
  return true;
}

// Drops the entries on top of this region's.
static pst_entry *open_entry_of(const persistify_region *region) {
  if (!is_open(region))
    return NULL;
  while (top->region != region)
    drop_top();
  return top;
}

// With the queue drained, if it is `good`; `ms` is the entry's time then.
static void close_entry(pst_entry *e, bool good, double ms) {
  if (good) {
    e->stats.region_ms += ms;
    e->record.region_ms = ms;
  }
  e->record.learn_ms -= e->stats.learn_ms; // of the entry's begin, counted already
  if (good && e->gate && e->failed)
    pst_gate_failed(e->known, ms);
  else if (good && e->gate)
    pst_gate_told(e->known, PST_ORIGINAL, ms);
  if (good && e->rehearsal && pst_gate_rehearse(e->known)) {
    double from = pst_now_ms();
    rehearse(e);
    leave_out(e->outer, pst_now_ms() - from);
  }
  e->record.learn_ms += e->stats.learn_ms;
  drop_top();
}

//===- what the program calls ---------------------------------------------===//

static pst_drained drain_queues(const persistify_region *region, void *const *bind) {
  pst_drained drained = PST_DRAINED;
  cl_command_queue last = NULL;
  for (uint32_t i = 0; drained == PST_DRAINED && i < region->num_slots; ++i) {
    cl_command_queue queue = region->slots[i].kind == PERSISTIFY_QUEUE && bind[i] ? *(cl_command_queue *)bind[i] : NULL;
    if (queue && queue != last)
      drained = pst_drain(queue);
    last = queue ? queue : last;
  }
  return drained;
}

static cl_command_queue queue_of(const persistify_region *region, void *const *bind) {
  for (uint32_t i = 0; bind && i < region->num_slots; ++i)
    if (region->slots[i].kind == PERSISTIFY_QUEUE && bind[i])
      return *(cl_command_queue *)bind[i];
  return NULL;
}

// Of such a descriptor nothing but the version may be read.
static int other_version(void) {
  if (pst_environment()->mode != PST_OFF && !pst_environment()->quiet)
    fputs("persistify: original loop: generated by another version of persistify\n", stderr);
  return PERSISTIFY_ORIGINAL;
}

// By the cost gate; `measure`: the time of the original is wanted.
static pst_path choose_path(pst_entry *e, void *const *bind, bool *measure, bool *first) {
  const pst_mode mode = pst_environment()->mode;
  if (mode == PST_AUTO && e->region->ends && e->queue && !pst_forked())
    e->gate = pst_gate_of(e->region, bind, e->queue, &e->known);
  if (e->gate)
    return pst_gate_choose(e->gate, e->known, measure, first);
  return mode == PST_OFF ? PST_ORIGINAL : PST_PERSISTENT;
}

// Whether the persistent path may be tried.
static bool may_run(const persistify_region *region, const char *reason, pst_drained drained, bool *told, pst_why *why) {
  if (pst_verify_busy(region, why, told))
    return false;
  if (reason)
    return pst_fail(why, "%s", reason);
  if (pst_forked())
    return pst_fail(why, "the process was forked by one that had used OpenCL");
  if (drained == PST_STALLED)
    return pst_fail(why, "commands before the loop have not ended, and perhaps wait for the program");
  return drained == PST_DRAINED || pst_fail(why, "an earlier command of the queue failed");
}

// One entry of a region: runs it, unless there is a reason not to.
static int enter(const persistify_region *region, void *const *bind, const char *reason, persistify_later *later) {
  const pst_env *env = pst_environment();
  pst_why address;
  if (bind && !pst_check_addresses(region, bind, &address)) {
    reason = address.text;
    bind = NULL;
  }
  drop(region);
  int exit_number = 0;
  pst_why why = {.text = ""};
  pst_stats none = {0};
  pst_entry entry = {.region = region, .all = pst_stats_of(region), .queue = queue_of(region, bind)};
  bool taken = false, told = false, measure = false, first = false, quiet = env->quiet, tried = false;
  if (!entry.all)
    entry.all = &none;
  const pst_path path = choose_path(&entry, bind, &measure, &first);
  pst_drained drained = bind && (measure || path == PST_PERSISTENT) ? drain_queues(region, bind) : PST_DRAINED;
  measure &= drained != PST_STALLED;
  entry.only_timed = !measure && pst_stats_wanted() && bind;
  entry.from = pst_now_ms();
  entry.record.entry = pst_stats_entered(entry.all);
  if (env->mode == PST_OFF) {
    pst_fail(&why, "PERSISTIFY=off");
    quiet = true;
  } else if (path == PST_ORIGINAL) {
    pst_fail(&why, "PERSISTIFY=auto: %s", first ? "not known yet" : "expected to be faster");
    quiet = true;
  } else {
    // In verify mode what is not verified is always said.
    quiet &= env->mode != PST_VERIFY;
    taken = may_run(region, reason, drained, &told, &why) &&
            pst_run_region(&entry, bind, &exit_number, later, &why, &told);
    tried = !reason && drained != PST_STALLED;
  }
  pst_stats *stats = &entry.stats;
  if (taken) {
    ++stats->persistent;
  } else {
    pst_later_free(later);
    ++stats->fallback;
    memcpy(stats->reason, why.text, sizeof stats->reason);
    memcpy(entry.record.reason, why.text, sizeof entry.record.reason);
    if (!quiet && !told)
      fprintf(stderr, "persistify: %s:%u: original loop: %s\n", region->file, region->line, why.text);
  }
  leave_out(top, entry.built_ms);
  entry.failed = tried && !taken;
  stats->path = taken ? "persistent" : "original";
  pst_record_add(&entry.record, stats);
  entry.record.build_ms = entry.built_ms;
  entry.record.region_ms = -1;
  const bool persistent = taken && exit_number != PERSISTIFY_ORIGINAL;
  const double ms = pst_now_ms() - entry.from - entry.built_ms;
  if (persistent)
    stats->region_ms = entry.record.region_ms = ms;
  if (persistent && entry.gate)
    pst_gate_told(entry.known, PST_PERSISTENT, ms);
  pst_stats_add(entry.all, stats);
  const bool open = !persistent && region->ends && entry.all != &none && (measure || entry.only_timed || (entry.gate && entry.failed)) &&
                    open_entry(&entry, bind);
  if (!open)
    pst_record_write(&entry.record, region);
  return taken ? exit_number : PERSISTIFY_ORIGINAL;
}

static int enter_whole(const persistify_region *region, void *const *bind, const char *reason,
                       persistify_later *later) {
  int before;
  persistify_u32 abi;
  memcpy(&abi, region, sizeof abi); // first in every version
  if (abi != PERSISTIFY_ABI)
    return other_version();
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  const int exit_number = enter(region, bind, reason, later);
  pthread_setcancelstate(before, NULL);
  return exit_number;
}

int persistify_run(const persistify_region *region, void *const *bind) {
  persistify_later later = {0};
  int exit_number = enter_whole(region, bind, NULL, &later);
  pst_later_free(&later);
  return exit_number;
}

int persistify_run_later(const persistify_region *region, void *const *bind, persistify_later *later) {
  return enter_whole(region, bind, NULL, later);
}

int persistify_decline(const persistify_region *region, const char *reason) {
  persistify_later none = {0};
  return enter_whole(region, NULL, reason, &none);
}

static int again(const persistify_region *region) {
  if (pst_verify_again(region))
    return 1;
  pst_entry *e = open_entry_of(region);
  if (!e)
    return 0;
  if (e->only_timed && !(e->gate && e->failed)) {
    if (e->timed)
      pst_timed_end(e->timed, e);
    e->written = e->timed != NULL;
    e->timed = NULL;
    drop_top();
    return 0;
  }
  const bool good = !e->queue || pst_drain(e->queue) == PST_DRAINED;
  close_entry(e, good, pst_now_ms() - e->from - e->built_ms);
  return 0;
}

int persistify_again(const persistify_region *region) {
  int before;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  const int more = again(region);
  pthread_setcancelstate(before, NULL);
  return more;
}
