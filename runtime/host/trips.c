//===- trips.c - trips of an open entry's loop on the device ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that runs as the original may go on as a persistent kernel between two trips: all that
// is left of it, in slices after which the host has its turn, or but for trips that the host
// runs. Which it is, and when it is tried, what trips took so far tells.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <math.h>

enum { FIRST_SLICE = 16 /* trips */, AGAIN_MS = 20 };

bool pst_by_trips(const pst_entry *e) { return e->slice || e->on_device; }

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

bool pst_trips_first(pst_entry *e, double ms) {
  e->slice_ms = slice_of(e, ms);
  if (e->slice_ms == 0 && !e->region->for_host)
    return false;
  e->may_enter = true;
  e->on_device = e->region->for_host != 0;
  e->slice = e->slice_ms > 0 ? FIRST_SLICE : 0;
  return true;
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
  pst_leave_out(e, now.built_ms);
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

bool pst_trips_run(pst_entry *e, void *const *bind, pst_between *between, int *exit_number, pst_why *why, bool *told) {
  const bool all = pst_environment()->at[0] || (e->on_device && !e->slice);
  return (all ? run_trips : e->slice ? run_slices : try_trips)(e, bind, between, exit_number, why, told);
}

void pst_trips_later(pst_entry *e) {
  e->again_at = pst_now_ms() + AGAIN_MS;
  e->watched_ms = 0;
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

bool pst_trips_due(pst_entry *e) {
  const uint32_t at = pst_environment()->at[0];
  ++e->asked;
  if (at)
    return e->asked % at == 0;
  if (is_being_built(e))
    return false;
  if (pst_by_trips(e))
    return true;
  if (e->watched_ms > 0) {
    const uint64_t some = e->trips - e->watched;
    return some > e->watched / WATCHED && (some >= FEWEST || pst_now_ms() - e->watched_ms >= LONG_MS);
  }
  return e->gate && e->trips && pst_gate_due(e->gate, e->known, pst_now_ms() - e->from - e->built_ms);
}
