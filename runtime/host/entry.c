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
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLICE = 16 /* trips */, AGAIN_MS = 20 };

static _Thread_local pst_entry *top;

void pst_entries_fork(void) { top = NULL; }

//===- open entries -------------------------------------------------------===//

static void drop_top(void) {
  pst_entry *e = top;
  top = e->outer;
  pst_stats_add(e->all, &e->stats);
  if (!e->written)
    pst_record_write(&e->record, e->region);
  pst_timed_drop(e->timed);
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

static bool open_entry(const pst_entry *entry) {
  pst_entry *e = malloc(sizeof *e);
  if (!e)
    return false;
  *e = *entry;
  e->stats = (pst_stats){0};
  if (e->queue && clRetainCommandQueue(e->queue) != CL_SUCCESS)
    e->queue = NULL;
  if (e->only_timed)
    e->timed = pst_timed_begin(e);
  e->outer = top;
  top = e;
  pst_thread_watch();
  e->opened = pst_now_ms();
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

// Its trips run on the device from the first one on, in slices or but for those of the host's.
static bool by_trips(const pst_entry *e) { return e->slice || e->on_device; }

// Of a loop that was entered in the middle: what all its trips would have taken on either path. \p ms: the time of one
// that ran in slices from its first trip on.
static void tell_trips(pst_entry *e, double ms) {
  for (int path = 0; e->gate && e->trip_ms[PST_PERSISTENT] > 0 && path < PST_PATHS; ++path)
    pst_gate_told(e->gate, e->known, (pst_path)path, e->trip_ms[path] * (double)e->trips);
  if (e->gate && by_trips(e) && e->trip_ms[PST_PERSISTENT] == 0)
    pst_gate_told(e->gate, e->known, PST_PERSISTENT, ms);
  pst_stats_ran(e->all, ms);
}

// With the queue drained, if it is `good`; `ms` is the entry's time then.
static void close_entry(pst_entry *e, bool good, double ms) {
  if (good) {
    e->stats.region_ms += ms;
    e->record.region_ms = ms;
  }
  if (e->record.persistent)
    tell_trips(e, ms);
  else if (good && e->gate && e->failed)
    pst_gate_failed(e->known, ms);
  else if (good && e->gate && !by_trips(e))
    pst_gate_told(e->gate, e->known, PST_ORIGINAL, ms);
  drop_top();
}

//===- what the program calls ---------------------------------------------===//

pst_drained pst_drain_queues(const persistify_region *region, void *const *bind) {
  pst_drained drained = PST_DRAINED;
  cl_command_queue last = NULL;
  const double from = pst_now_ms();
  for (uint32_t i = 0; drained == PST_DRAINED && i < region->num_slots; ++i) {
    cl_command_queue queue = region->slots[i].kind == PERSISTIFY_QUEUE && bind[i] ? *(cl_command_queue *)bind[i] : NULL;
    if (queue && queue != last)
      drained = pst_drain(queue);
    last = queue ? queue : last;
  }
  pst_trace("earlier commands", region, from, NULL);
  return drained;
}

static cl_command_queue queue_of(const persistify_region *region, void *const *bind) {
  for (uint32_t i = 0; bind && i < region->num_slots; ++i)
    if (region->slots[i].kind == PERSISTIFY_QUEUE && bind[i])
      return *(cl_command_queue *)bind[i];
  return NULL;
}

#define TEXT_OF(NUMBER) #NUMBER
#define TEXT(MACRO) TEXT_OF(MACRO)
// For `strings`, and grep: which interface a program has, without running it.
static const char interface_text[] __attribute__((used)) = "persistify runtime, interface " TEXT(PERSISTIFY_ABI);

// Of such a descriptor nothing but the version may be read.
static int other_version(persistify_u32 its) {
  if (pst_environment()->mode != PST_OFF && !pst_environment()->quiet)
    fprintf(stderr, "persistify: original loop: generated by another version of persistify: interface %u, not %u\n", its,
            PERSISTIFY_ABI);
  return PERSISTIFY_ORIGINAL;
}

static void say_original(const persistify_region *region, const pst_why *why) {
  fprintf(stderr, "persistify: %s:%u: original loop: %s\n", region->file, region->line, why->text);
}

// After how long a loop on the device comes back to the host between two trips: for output, and for systems that end
// kernels which hold a display. 0: when it ends, as where it is not known to take that long. `ms`: it will take.
static double slice_of(const pst_entry *e, double ms) {
  enum { GPU_MS = 200, CPU_MS = 1000, WORTH = 2 }; // loops of that many
  const uint32_t chosen = pst_environment()->slice_ms;
  if (!e->region->between || !e->region->ends || !e->queue || pst_forked())
    return 0;
  if (chosen != PST_SLICE_BY_DEVICE)
    return chosen;
  cl_device_id device = NULL;
  cl_device_type type = 0;
  if (clGetCommandQueueInfo(e->queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) != CL_SUCCESS ||
      clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL) != CL_SUCCESS)
    return 0;
  const double slice = type & CL_DEVICE_TYPE_CPU ? CPU_MS : GPU_MS, longest = pst_stats_longest(e->all);
  return (ms > longest ? ms : longest) > WORTH * slice ? slice : 0;
}

// By the cost gate; `measure`: the time of the original is wanted.
static pst_path choose_path(pst_entry *e, void *const *bind, bool *measure, bool *first) {
  const pst_mode mode = pst_environment()->mode;
  if (mode == PST_AUTO && e->region->ends && e->queue && !pst_forked())
    e->gate = pst_gate_of(e->region, bind, e->queue, &e->known);
  // Tests enter between trips only.
  const uint32_t *at = pst_environment()->at;
  if ((at[0] || at[1]) && e->region->between && (mode == PST_AUTO || mode == PST_ON)) {
    e->gate = NULL;
    e->may_enter = true;
    e->slice = at[0] ? 0 : at[1];
    return PST_ORIGINAL;
  }
  pst_path path = mode == PST_OFF ? PST_ORIGINAL : PST_PERSISTENT;
  if (e->gate) {
    path = pst_gate_choose(e->gate, e->known, measure, first);
    e->may_enter = path == PST_ORIGINAL && e->region->between && pst_gate_may_be_due(e->gate, e->known);
  }
  if (path != PST_PERSISTENT || mode == PST_VERIFY)
    return path;
  e->slice_ms = slice_of(e, e->gate ? pst_gate_expected(e->known) : 0);
  if (e->slice_ms > 0 || e->region->for_host) { // entered at its first trip
    e->may_enter = true;
    e->on_device = e->region->for_host != 0;
    e->slice = e->slice_ms > 0 ? FIRST_SLICE : 0;
    return PST_ORIGINAL;
  }
  return path;
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
  if (env->mode == PST_OFF && !pst_stats_wanted())
    bind = NULL; // nothing is looked at
  if (bind && !pst_check_addresses(region, bind, &address)) {
    reason = address.text;
    bind = NULL;
  }
  drop(region);
  const double begun = pst_now_ms();
  int exit_number = 0;
  pst_why why = {.text = ""};
  pst_stats none = {0};
  pst_entry entry = {.region = region, .all = pst_stats_of(region), .queue = queue_of(region, bind)};
  bool taken = false, told = false, measure = false, first = false, quiet = env->quiet, tried = false;
  if (!entry.all)
    entry.all = &none;
  const pst_path path = choose_path(&entry, bind, &measure, &first);
  entry.hurry = !entry.gate || pst_gate_hurry(entry.gate, entry.known, 0);
  if (reason) // what is bound was not looked at
    entry.may_enter = entry.on_device = false, entry.slice = 0;
  pst_drained drained = bind && (measure || path == PST_PERSISTENT) ? pst_drain_queues(region, bind) : PST_DRAINED;
  measure &= drained != PST_STALLED;
  entry.only_timed = !measure && pst_stats_wanted() && bind;
  entry.from = pst_now_ms();
  entry.record.entry = pst_stats_entered(entry.all);
  if (env->mode == PST_OFF) {
    pst_fail(&why, "PERSISTIFY=off");
    quiet = true;
  } else if (path == PST_ORIGINAL && by_trips(&entry)) {
    pst_fail(&why, "in slices");
    quiet = true;
  } else if (path == PST_ORIGINAL) {
    pst_fail(&why, "PERSISTIFY=auto: %s", first ? "not known yet" : "expected to be faster");
    quiet = true;
  } else {
    // In verify mode what is not verified is always said.
    quiet &= env->mode != PST_VERIFY;
    const bool along = env->mode == PST_VERIFY && region->for_host;
    if (along)
      exit_number = PERSISTIFY_ORIGINAL;
    taken = may_run(region, reason, drained, &told, &why) &&
            (along ? pst_verify_along(region, &why) : pst_run_region(&entry, bind, &exit_number, later, &why, &told)) &&
            pst_verify_twice(region, bind, &why);
    tried = !reason && drained != PST_STALLED;
  }
  pst_stats *stats = &entry.stats;
  if (taken) {
    ++stats->persistent;
  } else {
    pst_later_free(later);
    ++stats->fallback;
    if (!by_trips(&entry)) { // else it is not the last word
      memcpy(stats->reason, why.text, sizeof stats->reason);
      memcpy(entry.record.reason, why.text, sizeof entry.record.reason);
    }
    if (!quiet && !told && !why.later)
      say_original(region, &why);
  }
  leave_out(top, entry.built_ms);
  entry.failed = tried && !taken && !why.later;
  if (why.later && entry.gate)
    pst_gate_later(entry.gate, entry.known);
  stats->path = taken ? "persistent" : "original";
  pst_record_add(&entry.record, stats);
  entry.record.build_ms = entry.built_ms;
  entry.record.region_ms = -1;
  const bool persistent = taken && exit_number != PERSISTIFY_ORIGINAL;
  const double ms = pst_now_ms() - entry.from - entry.built_ms;
  if (persistent)
    stats->region_ms = entry.record.region_ms = ms;
  if (persistent)
    pst_stats_ran(entry.all, ms);
  if (persistent && entry.gate)
    pst_gate_told(entry.gate, entry.known, PST_PERSISTENT, ms);
  pst_stats_add(entry.all, stats);
  pst_trace("entry", region, begun, "path", PST_TRACE_TEXT, stats->path, "reason", PST_TRACE_TEXT, taken ? "" : why.text,
            NULL);
  const bool open = !persistent && region->ends && entry.all != &none && (measure || entry.only_timed || entry.may_enter || (entry.gate && entry.failed)) &&
                    open_entry(&entry);
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
    return other_version(abi);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  const int exit_number = enter(region, bind, reason, later);
  pthread_setcancelstate(before, NULL);
  return exit_number;
}

int persistify_run(const persistify_region *region, void *const *bind) {
  persistify_later later = {0};
  pst_verify_from(__builtin_frame_address(0));
  int exit_number = enter_whole(region, bind, NULL, &later);
  pst_later_free(&later);
  return exit_number;
}

int persistify_run_later(const persistify_region *region, void *const *bind, persistify_later *later) {
  pst_verify_from(__builtin_frame_address(0));
  const int exit_number = enter_whole(region, bind, NULL, later);
  pst_verify_prints(region, later);
  return exit_number;
}

int persistify_decline(const persistify_region *region, const char *reason) {
  persistify_later none = {0};
  pst_verify_from(__builtin_frame_address(0));
  return enter_whole(region, NULL, reason, &none);
}

// Whether the open entry's loop wants a kernel that is built now.
static bool hurries(const pst_entry *e) {
  return !e->gate || pst_gate_hurry(e->gate, e->known, pst_now_ms() - e->from - e->built_ms);
}

// Runs trips of the open entry's loop on the device, from here on. False: it goes on as it is, with `why`.
static bool run_trips(pst_entry *e, void *const *bind, pst_between *between, int *exit_number, pst_why *why, bool *told) {
  pst_entry now = {.region = e->region, .all = e->all, .queue = e->queue, .gate = e->gate, .between = between, .hurry = hurries(e)};
  persistify_later none = {0};
  const bool taken = pst_run_region(&now, bind, exit_number, between->later ? between->later : &none, why, told);
  pst_later_free(&none);
  e->built_ms += now.built_ms;
  leave_out(e->outer, now.built_ms);
  if (taken && !e->record.persistent) { // it was counted as the original's
    now.stats.persistent = 1;
    now.stats.fallback = (unsigned long)-1;
    now.stats.path = "persistent";
    *e->record.reason = '\0';
  }
  pst_record_add(&e->record, &now.stats);
  pst_stats_add(e->all, &now.stats);
  if (taken)
    e->trips += between->done;
  between->ran |= taken;
  return taken;
}

// From here on it is looked at how long trips take, those of the host's included.
static void watch_slices(pst_entry *e) {
  e->since_ms = pst_now_ms();
  e->since = e->trips;
}

// Whether trips take clearly longer by now than the original's did: they have grown, or others have come who want the
// processors.
static bool seems_slower(pst_entry *e) {
  enum { SHARE = 2 }; // of a slice, before that says something
  static const double CLEARLY = 1.5;
  const double original = e->trip_ms[PST_ORIGINAL], ms = pst_now_ms() - e->since_ms;
  if (original == 0 || ms < e->slice_ms / SHARE)
    return false;
  const bool slower = ms > CLEARLY * original * (double)(e->trips - e->since);
  watch_slices(e);
  return slower;
}

// Some trips, by what those before took, and more of them until the loop has ended or the host has something to perform.
static bool run_slices(pst_entry *e, void *const *bind, pst_between *between, int *exit_number, pst_why *why, bool *told) {
  enum { GROWS = 8 };
  do {
    const double from = pst_now_ms() - e->built_ms;
    between->trips = e->slice;
    if (!run_trips(e, bind, between, exit_number, why, told))
      return false;
    const double ms = pst_now_ms() - e->built_ms - from, more = ms > 0 ? e->slice_ms / ms : GROWS;
    const double next = (double)e->slice * (more < GROWS ? more : GROWS);
    if (!pst_environment()->at[1])
      e->slice = next < 1 ? 1 : (uint64_t)next;
    if (between->left && seems_slower(e)) { // the original's trips are timed anew, and both compared
      e->slice = 0;
      e->on_device = false;
      e->watched_ms = 0;
      e->undecided = true;
      return true;
    }
  } while (between->left && !between->later && !between->for_host);
  return true;
}

// All further trips in one launch. It says best how long one takes.
static bool run_rest(pst_entry *e, void *const *bind, pst_between *between, int *exit_number, pst_why *why, bool *told) {
  const double from = pst_now_ms() - e->built_ms;
  if (!run_trips(e, bind, between, exit_number, why, told))
    return false;
  const double each = (pst_now_ms() - e->built_ms - from) / (double)(between->done ? between->done : 1);
  if (pst_environment()->costs[PST_PERSISTENT] < 0 && between->done && each < e->trip_ms[PST_PERSISTENT])
    e->trip_ms[PST_PERSISTENT] = each;
  return true;
}

// The rest of the loop if that is faster than the original's trips, which is tried with some: more each time. If they are slower,
// little time is lost by knowing it.
static bool try_trips(pst_entry *e, void *const *bind, pst_between *between, int *exit_number, pst_why *why, bool *told) {
  const uint64_t some = e->trips - e->watched;
  const double now = pst_now_ms(), original = (now - e->watched_ms) / (double)some;
  pst_trial t = pst_trial_begin(some, original, pst_trial_may_lose(now - e->from - e->built_ms + pst_gate_spent(e->known)));
  for (bool enough = false; !enough;) {
    between->trips = t.next;
    const double from = pst_now_ms() - e->built_ms;
    if (!run_trips(e, bind, between, exit_number, why, told))
      return false;
    const bool said = pst_trial_add(&t, pst_now_ms() - e->built_ms - from, between->done);
    enough = !between->left || between->for_host || said;
  }
  double persistent = t.each;
  if (between->for_host && !between->done) // which says nothing: once more, later
    return e->undecided = true;
  const double *forced = pst_environment()->costs;
  e->trip_ms[PST_ORIGINAL] = forced[PST_ORIGINAL] >= 0 ? forced[PST_ORIGINAL] : original;
  e->trip_ms[PST_PERSISTENT] = forced[PST_PERSISTENT] >= 0 ? forced[PST_PERSISTENT] : persistent;
  between->trips = 0;
  if (!between->left || e->trip_ms[PST_PERSISTENT] >= e->trip_ms[PST_ORIGINAL])
    return true;
  e->on_device = e->region->for_host != 0;
  if (!(e->slice_ms = slice_of(e, INFINITY))) // who has come so far has some way to go
    return between->for_host || run_rest(e, bind, between, exit_number, why, told);
  const double in_slice = persistent > 0 ? e->slice_ms / persistent : FIRST_SLICE;
  e->slice = in_slice < 1 ? 1 : (uint64_t)in_slice;
  watch_slices(e);
  return between->for_host || run_slices(e, bind, between, exit_number, why, told);
}

// With `later` the host has what it is left to perform, and is told if trips ran.
static int enter_between(pst_entry *e, void *const *bind, void **carried, persistify_later *later) {
  const persistify_region *region = e->region;
  const pst_env *env = pst_environment();
  pst_between between = {.carried = carried, .trips = env->at[1], .later = later};
  pst_why why = {.text = ""};
  bool told = false;
  int exit_number = 0;
  const double begun = pst_now_ms();
  const pst_drained drained = pst_check_addresses(region, bind, &why) ? pst_drain_queues(region, bind) : PST_FAILED;
  e->undecided = false;
  if (!env->at[0] && !by_trips(e) && e->watched_ms == 0 && drained == PST_DRAINED) { // first some trips of the original to compare with
    e->watched = e->trips;
    e->watched_ms = pst_now_ms();
    return PERSISTIFY_ORIGINAL;
  }
  pst_timed_drop(e->timed);
  e->timed = NULL;
  e->only_timed = false;
  const bool taken = !*why.text && may_run(region, NULL, drained, &told, &why) &&
                     (env->at[0] ? run_trips : e->slice ? run_slices : e->on_device ? run_trips : try_trips)(e, bind, &between, &exit_number, &why, &told);
  if (why.later && !taken && e->gate) { // asked again while the original's trips run
    e->again_at = pst_now_ms() + AGAIN_MS;
    e->watched_ms = 0;
    return PERSISTIFY_ORIGINAL;
  }
  e->may_enter = taken && (env->at[0] || by_trips(e) || e->undecided);
  e->host_next = taken && between.for_host && later; // the host comes back here before
  if (!taken && e->gate) { // said now, as the loop may be left by another way; its time is neither path's
    pst_gate_failed(e->known, pst_now_ms() - e->from - e->built_ms);
    e->gate = NULL;
  }
  pst_trace("trips", region, begun, "trips", PST_TRACE_COUNT, between.done, "ended", PST_TRACE_TEXT,
            taken && !between.left ? "yes" : "no", "reason", PST_TRACE_TEXT, why.text, NULL);
  if (!taken && !env->quiet && !told)
    say_original(region, &why);
  if (!taken || between.left)
    return later && between.ran ? PERSISTIFY_BETWEEN : PERSISTIFY_ORIGINAL;
  e->record.region_ms = pst_now_ms() - e->from - e->built_ms;
  e->record.build_ms = e->built_ms;
  e->stats.region_ms = e->record.region_ms;
  tell_trips(e, e->record.region_ms);
  drop_top();
  return exit_number;
}

// Looked at from time to time.
static bool is_being_built(pst_entry *e) {
  cl_device_id id = NULL;
  if (e->again_at == 0)
    return false;
  if (pst_now_ms() < e->again_at)
    return true;
  const bool works = clGetCommandQueueInfo(e->queue, CL_QUEUE_DEVICE, sizeof id, &id, NULL) == CL_SUCCESS && pst_builder_works(e->region, pst_device_get(id));
  if (works && hurries(e))
    pst_builder_hurry(e->region, pst_device_get(id));
  e->again_at = works ? pst_now_ms() + AGAIN_MS : 0;
  return works;
}

// One of WATCHED trips is timed for itself, but no fewer than FEWEST that take less than LONG_MS together.
enum { WATCHED = 8, FEWEST = 8, LONG_MS = 1 };

// Whether trips are to run on the device now. The loop's condition has not been asked.
static bool due(pst_entry *e) {
  const uint32_t at = pst_environment()->at[0];
  ++e->asked;
  if (at)
    return e->asked % at == 0;
  if (is_being_built(e))
    return false;
  if (by_trips(e))
    return true;
  if (e->watched_ms > 0) {
    const uint64_t some = e->trips - e->watched;
    return some > e->watched / WATCHED && (some >= FEWEST || pst_now_ms() - e->watched_ms >= LONG_MS);
  }
  return e->gate && e->trips && pst_gate_due(e->gate, e->known, pst_now_ms() - e->from - e->built_ms);
}

static int at(const persistify_region *region, void *const *bind, persistify_later *later, va_list list) {
  enum { MOST = 64 };
  pst_entry *e = top;
  const bool verifies = pst_environment()->mode == PST_VERIFY;
  if (!verifies && (!e || e->region != region || !e->may_enter)) {
    if (e && e->region == region)
      ++e->trips;
    return PERSISTIFY_ORIGINAL;
  }
  int before, exit_number = PERSISTIFY_ORIGINAL;
  void *carried[MOST];
  uint32_t count = 0;
  for (void *one; (one = va_arg(list, void *)) != NULL && count < MOST; ++count)
    carried[count] = one;
  if (verifies) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    if (count == region->num_carried)
      pst_verify_asked(region, bind, carried, later != NULL);
    pthread_setcancelstate(before, NULL);
    return PERSISTIFY_ORIGINAL;
  }
  const bool host_next = e->host_next;
  e->host_next = false;
  if (count == region->num_carried && !host_next && due(e)) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    exit_number = enter_between(e, bind, carried, later);
    pthread_setcancelstate(before, NULL);
  }
  e = top;
  if (exit_number == PERSISTIFY_ORIGINAL && e && e->region == region)
    ++e->trips;
  return exit_number;
}

int persistify_at(const persistify_region *region, void *const *bind, ...) {
  va_list list;
  pst_verify_from(NULL); // what is passed on the stack lies between
  va_start(list, bind);
  const int exit_number = at(region, bind, NULL, list);
  va_end(list);
  return exit_number;
}

int persistify_at_later(const persistify_region *region, void *const *bind, persistify_later *later, ...) {
  va_list list;
  pst_verify_from(NULL); // what is passed on the stack lies between
  va_start(list, later);
  const int exit_number = at(region, bind, later, list);
  va_end(list);
  return exit_number;
}

static int again(const persistify_region *region) {
  if (pst_verify_again(region))
    return 1;
  pst_entry *e = open_entry_of(region);
  if (!e)
    return 0;
  pst_trace("original loop", region, e->opened, NULL);
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
