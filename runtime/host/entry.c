//===- entry.c - persistify_run, and the time of the original loop --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One lock spans a run: two threads or queues never share a control block, and
// two persistent kernels of one process never compete for residency. It is not held
// while the program's own commands are waited for: they may wait for a thread that
// wants to enter a region (drain.c).
//
// An entry that runs the original loop is open from persistify_run to
// persistify_again; entries of loops inside it lie on top of it. One that is left
// by `return`, `goto` or an exception is dropped when its loop, or one around it,
// comes by again.
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
  void **bind; // to copies of the host's objects, as they were
  unsigned char *copies;
};

static pthread_mutex_t running = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local pst_entry *top;

//===- rehearsals ---------------------------------------------------------===//

static void drop_rehearsal(pst_rehearsal *r, const persistify_region *region) {
  if (!r)
    return;
  for (uint32_t i = 0; r->bound.handles && i < region->num_handles; ++i)
    if (r->bound.handles[i])
      clReleaseMemObject(r->bound.handles[i]);
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
  unsigned char *at = r->copies;
  for (uint32_t i = 0; good && i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    size_t size = slot->kind == PERSISTIFY_SCALAR || slot->kind == PERSISTIFY_BLOB ? slot->size : sizeof(void *);
    if (bind[i])
      r->bind[i] = memcpy(at, bind[i], size);
    at += size;
  }
  if (good && pst_snapshot_take(&r->before, region, &r->bound, NULL, &why) && clFinish(r->bound.queue) == CL_SUCCESS)
    return r;
  drop_rehearsal(r, region);
  return NULL;
}

static void rehearse(pst_entry *e) {
  const persistify_region *region = e->region;
  pst_rehearsal *r = e->rehearsal;
  pst_snapshot after = {0};
  pst_why why;
  double from = pst_now_ms() - e->built_ms;
  if (pst_snapshot_take(&after, region, &r->bound, NULL, &why) && clFinish(r->bound.queue) == CL_SUCCESS) {
    double original = e->known->arm[PST_ORIGINAL].ms, ms = 0;
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
  }
  pst_snapshot_free(&after);
  e->stats->learn_ms += pst_now_ms() - from - e->built_ms;
}

//===- open entries -------------------------------------------------------===//

static void drop_top(void) {
  pst_entry *e = top;
  top = e->outer;
  pst_record_write(&e->record, e->region);
  drop_rehearsal(e->rehearsal, e->region);
  if (e->queue)
    clReleaseCommandQueue(e->queue);
  free(e);
}

void pst_entries_flush(void) {
  for (pst_entry *e = top; e; e = e->outer)
    pst_record_write(&e->record, e->region);
}

// What is not the program's work is not part of the entries around it either.
static void leave_out(pst_entry *from, double ms) {
  for (; from; from = from->outer)
    from->built_ms += ms;
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
  if (e->queue && clRetainCommandQueue(e->queue) != CL_SUCCESS)
    e->queue = NULL;
  if (e->gate && !e->failed && pst_gate_may_rehearse(e->known)) {
    double from = pst_now_ms();
    e->rehearsal = prepare(e->region, bind);
    double now = pst_now_ms();
    e->stats->learn_ms += now - from;
    e->record.learn_ms += now - from;
    e->from += now - from;
    leave_out(top, now - from);
  }
  e->outer = top;
  top = e;
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
  const pst_stats before = *e->stats;
  if (good) {
    e->stats->region_ms += ms;
    e->record.region_ms = ms;
  }
  if (good && e->gate && e->failed)
    pst_gate_failed(e->known, ms);
  else if (good && e->gate)
    pst_gate_told(e->known, PST_ORIGINAL, ms);
  if (good && e->rehearsal && pst_gate_rehearse(e->known)) {
    double from = pst_now_ms();
    rehearse(e);
    leave_out(e->outer, pst_now_ms() - from);
    e->record.learn_ms += e->stats->learn_ms - before.learn_ms;
  }
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

// One entry of a region: runs it, unless there is a reason not to.
static int enter(const persistify_region *region, void *const *bind, const char *reason, persistify_later *later) {
  const pst_env *env = pst_environment();
  pst_why address;
  if (bind && region->abi == PERSISTIFY_ABI && !pst_check_addresses(region, bind, &address)) {
    reason = address.text;
    bind = NULL;
  }
  pthread_mutex_lock(&running);
  drop(region);
  int exit_number = 0;
  pst_why why = {""};
  pst_entry entry = {.region = region, .queue = queue_of(region, bind)};
  bool taken = false, told = false, measure = false, quiet = env->quiet, tried = false;
  if (env->mode == PST_AUTO && region->abi == PERSISTIFY_ABI && region->ends && entry.queue)
    entry.gate = pst_gate_of(region, bind, entry.queue, &entry.known);
  pst_path path = env->mode == PST_OFF ? PST_ORIGINAL : PST_PERSISTENT;
  if (entry.gate)
    path = pst_gate_choose(entry.gate, entry.known, &measure);
  pthread_mutex_unlock(&running);
  measure |= pst_stats_wanted();
  pst_drained drained = bind && (measure || path == PST_PERSISTENT) ? drain_queues(region, bind) : PST_DRAINED;
  measure &= drained != PST_STALLED;
  pthread_mutex_lock(&running);
  pst_stats none = {0}, *stats = pst_stats_of(region);
  if (!stats)
    stats = &none;
  entry.stats = stats;
  const pst_stats before = *stats;
  ++stats->entries;
  entry.from = pst_now_ms();
  if (env->mode == PST_OFF) {
    pst_fail(&why, "PERSISTIFY=off");
    quiet = true;
  } else if (path == PST_ORIGINAL) {
    pst_fail(&why, "PERSISTIFY=auto: %s", entry.known->arm[PST_PERSISTENT].n ? "expected to be faster" : "not known yet");
    quiet = true;
  } else {
    // In verify mode what is not verified is always said.
    quiet &= env->mode != PST_VERIFY;
    if (pst_verify_busy(region, &why, &told))
      ;
    else if (reason)
      pst_fail(&why, "%s", reason);
    else if (drained == PST_STALLED)
      pst_fail(&why, "commands before the loop have not ended, and perhaps wait for the program");
    else if (drained == PST_FAILED)
      pst_fail(&why, "an earlier command of the queue failed");
    else
      taken = pst_run_region(&entry, bind, &exit_number, later, &why, &told);
    tried = !reason && drained != PST_STALLED;
  }
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
  pst_record_since(&entry.record, stats, &before);
  entry.record.build_ms = entry.built_ms;
  entry.record.region_ms = -1;
  bool open = false;
  if (!taken || exit_number == PERSISTIFY_ORIGINAL) {
    open = region->ends && stats != &none && (measure || (entry.gate && entry.failed)) && open_entry(&entry, bind);
  } else {
    double ms = pst_now_ms() - entry.from - entry.built_ms;
    stats->region_ms += ms;
    entry.record.region_ms = ms;
    if (entry.gate)
      pst_gate_told(entry.known, PST_PERSISTENT, ms);
  }
  if (!open)
    pst_record_write(&entry.record, region);
  pthread_mutex_unlock(&running);
  return taken ? exit_number : PERSISTIFY_ORIGINAL;
}

int persistify_run(const persistify_region *region, void *const *bind) {
  persistify_later later = {0};
  int exit_number = enter(region, bind, NULL, &later);
  pst_later_free(&later);
  return exit_number;
}

int persistify_run_later(const persistify_region *region, void *const *bind, persistify_later *later) {
  return enter(region, bind, NULL, later);
}

int persistify_decline(const persistify_region *region, const char *reason) {
  persistify_later none = {0};
  return enter(region, NULL, reason, &none);
}

int persistify_again(const persistify_region *region) {
  if (pst_verify_again(region))
    return 1;
  if (!top)
    return 0;
  pthread_mutex_lock(&running);
  pst_entry *e = open_entry_of(region);
  pthread_mutex_unlock(&running);
  if (!e)
    return 0;
  const bool good = !e->queue || pst_drain(e->queue) == PST_DRAINED;
  const double ms = pst_now_ms() - e->from - e->built_ms;
  pthread_mutex_lock(&running);
  close_entry(e, good, ms);
  pthread_mutex_unlock(&running);
  return 0;
}
