//===- bytrips.c - PERSISTIFY=verify from trip to trip ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A window is some trips that run on both paths from one state: the original asks between two trips, the persistent
// kernel runs so many from there, all is put back, the original goes on, and when it has done as many both are compared.
//
// Loops of which the host runs trips are verified like that: the original runs once, with all that its own trips do, and
// a window reaches from each of them to the next.
//
// Where a loop that ran as a whole left something else, windows tell in which trip that begins. The original runs some more
// times, each time with shorter windows in the part that is left. If none of these shows it, as what a longer run hands on from trip
// to trip is wrong, the window becomes longer instead, by bisection.
//
//===----------------------------------------------------------------------===//
#include "verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOWS = 32, LIMIT_MS = 30000, ARGUMENTS = 64 };

typedef struct pst_steps {
  uint64_t asked; // in this run of the original
  bool in_body;
  bool stopped; // no more windows
  bool differ;
  bool certainly; // the original changed what by the plan it leaves
  // The window that waits for the original.
  pst_verify *open;
  uint64_t from, length; // trips that had been done; and that were asked for, 0: as many as come
  pst_between between;
  int exit;
  // Of a loop whose original runs once.
  uint64_t windows, trips;
  // Of a search: the first difference comes in trips lo + 1 to hi.
  bool searches, grows, seen; // in this run a window differed
  uint64_t last, lo, hi, step;
  uint64_t equal, unequal; // of so many trips from lo on
  pst_verify *found;       // the last window that differed
  uint64_t found_from, found_to;
  double since;
} pst_steps;

void pst_steps_drop(pst_steps *s) {
  if (!s)
    return;
  pst_verify_drop(s->open);
  pst_verify_drop(s->found);
  free(s);
}

bool pst_steps_differ(const pst_verify *v) { return v->steps && v->steps->differ; }

//===- windows ------------------------------------------------------------===//

// Some trips of the persistent path, all of which is put back. Null with `why`.
static pst_verify *some_trips(pst_verify *v, void *const *bind, uint64_t trips, void **carried, pst_why *why) {
  pst_steps *s = v->steps;
  s->between = (pst_between){.carried = carried, .trips = trips, .front = !carried};
  return pst_verify_probe(v->region, bind, &s->between, &s->exit, why);
}

static void open_window(pst_verify *v, void *const *bind, uint64_t at, uint64_t trips, void **carried) {
  pst_steps *s = v->steps;
  pst_why why = {.text = ""};
  s->from = at;
  s->length = trips;
  s->open = some_trips(v, bind, trips, carried, &why);
  // What is not the same each time is the order's.
  if (s->open && !s->searches && (s->between.done || !s->between.left)) {
    const pst_between first = s->between;
    pst_verify *again = some_trips(v, bind, trips, carried, &why);
    if (!pst_verify_alike(s->open, again, s->between.done == first.done && s->between.left == first.left, &why)) {
      pst_verify_drop(s->open);
      s->open = NULL;
    }
  }
  if (s->open) {
    s->open->quiet = true; // until it is known where
    return;
  }
  s->stopped = true;
  fprintf(stderr, "persistify: %s:%u: original loop: %s\n", v->region->file, v->region->line, why.text);
}

// Arguments to which kernels write, and that are this buffer now.
static uint64_t written_by(const persistify_region *region, void *const *bind, cl_mem mem) {
  uint64_t by = 0;
  for (uint32_t i = 0; i < region->num_args && i < ARGUMENTS; ++i) {
    const persistify_arg *arg = &region->args[i];
    const persistify_slot *slot = &region->slots[arg->kernel];
    pst_recorded now;
    cl_mem is;
    if (!(arg->flags & PERSISTIFY_ARG_WRITTEN) || slot->kind != PERSISTIFY_KERNEL || !bind[arg->kernel])
      continue;
    cl_kernel kernel = *(cl_kernel *)bind[arg->kernel];
    if (persistify_is_kernel(kernel, slot->kernel) && pst_recorder_buffer(kernel, arg->index, &now, &is) && !now.null && is == mem)
      by |= (uint64_t)1 << i;
  }
  return by;
}

// The window has come to its end: whether both paths left the same. `ways`: they went other ways.
static bool same_window(pst_verify *v, void *const *bind, bool ended, bool ways) {
  pst_steps *s = v->steps;
  pst_verify *w = s->open;
  pst_why why = {.text = ""};
  bool changed = false;
  for (uint32_t i = 0; ended && i < w->count; ++i)
    if (w->pieces[i].scoped) // its scope has ended, too
      w->pieces[i].object = NULL;
  if (!pst_verify_take(w, FIRST, &why)) {
    s->stopped = true;
    fprintf(stderr, "persistify: %s:%u: not verified: %s\n", v->region->file, v->region->line, why.text);
    return true;
  }
  const bool equal = pst_verify_equal(w, &changed);
  s->certainly |= changed;
  for (uint32_t i = 0; !equal && i < w->count; ++i)
    if (w->pieces[i].kind == BUFFER)
      w->pieces[i].by = written_by(v->region, bind, w->pieces[i].mem);
  return equal && !ways;
}

//===- what is said -------------------------------------------------------===//

static void print_phase(const persistify_region *region, const persistify_phase *phase, bool *any) {
  fputs(*any ? ", " : "", stderr);
  *any = true;
  if (phase->kernel < region->num_slots)
    fprintf(stderr, "kernel '%s' (line %u)", region->slots[phase->kernel].kernel, phase->line);
  else
    fprintf(stderr, "%s (line %u)", phase->what, phase->line);
}

// Which commands of a trip may have written to a buffer.
static void say_writers(const persistify_region *region, const piece *p) {
  bool any = false;
  for (uint32_t i = 0; i < region->num_phases; ++i) {
    const persistify_phase *phase = &region->phases[i];
    bool may = phase->kernel == PERSISTIFY_NONE && strcmp(phase->what, "read") != 0;
    for (uint32_t k = 0; k < region->num_args && k < ARGUMENTS; ++k)
      may |= (p->by >> k & 1) && region->args[k].kernel == phase->kernel;
    if (may && !any)
      fprintf(stderr, "persistify: %s:%u: verify: what a trip may write there: ", region->file, region->line);
    if (may)
      print_phase(region, phase, &any);
  }
  if (any)
    fputc('\n', stderr);
}

static void say_found(pst_verify *w) {
  const persistify_region *region = w->region;
  bool buffers = false, any = false;
  size_t unused[2] = {0};
  w->quiet = false;
  for (uint32_t i = 0; i < w->count; ++i)
    if (!pst_verify_same(w, &w->pieces[i], &unused[0], &unused[1]) && w->pieces[i].kind == BUFFER) {
      buffers = true;
      say_writers(region, &w->pieces[i]);
    }
  if (buffers || !region->num_phases)
    return;
  fprintf(stderr, "persistify: %s:%u: verify: what a trip does: ", region->file, region->line);
  for (uint32_t i = 0; i < region->num_phases; ++i)
    print_phase(region, &region->phases[i], &any);
  fputc('\n', stderr);
}

static void say_trips(const pst_verify *v, uint64_t from, uint64_t to, const char *how) {
  const persistify_region *region = v->region;
  const pst_steps *s = v->steps;
  const uint64_t first = from + 1;
  if (s->searches && first > s->last)
    fprintf(stderr, "persistify: %s:%u: verify: the first difference comes behind trip %" PRIu64 "%s\n", region->file, region->line, s->last, how);
  else if (s->searches && to <= first)
    fprintf(stderr, "persistify: %s:%u: verify: the first difference comes in trip %" PRIu64 " of %" PRIu64 "%s\n", region->file, region->line,
            first, s->last, how);
  else if (s->searches)
    fprintf(stderr, "persistify: %s:%u: verify: the first difference comes in trips %" PRIu64 " to %" PRIu64 " of %" PRIu64 "%s\n", region->file,
            region->line, first, to, s->last, how);
  else
    fprintf(stderr, "persistify: %s:%u: verify: the difference comes in trips %" PRIu64 " to %" PRIu64 "%s\n", region->file, region->line, first,
            to > first ? to : first, how);
}

//===- trips for the host ---------------------------------------------------===//

static void settle_along(pst_verify *v, void *const *bind, bool ended, bool ways) {
  pst_steps *s = v->steps;
  const uint64_t to = s->from + s->between.done;
  const bool good = same_window(v, bind, ended, ways);
  ++s->windows;
  s->trips += s->between.done + (s->between.left ? 0 : v->region->done);
  if (!good) {
    if (ways)
      pst_verify_say(v->region, "the original and the persistent path left the loop at different trips");
    say_trips(v, s->from, to, ", run from what the original left in front of them");
    s->differ = s->stopped = true;
    say_found(s->open);
  }
  pst_verify_drop(s->open);
  s->open = NULL;
}

static void say_along(const pst_verify *v, const char *how) {
  const pst_steps *s = v->steps;
  if (s && s->windows)
    fprintf(stderr, "persistify: %s:%u: verify: passed: %" PRIu64 " runs of the persistent kernel, with %" PRIu64 " trips; the original ran once%s\n",
            v->region->file, v->region->line, s->windows, s->trips, how);
  else
    pst_verify_say(v->region, "not compared: no trips ran on the device");
}

bool pst_steps_say_left(const pst_verify *v) {
  const bool along = v->region->for_host && !(v->steps && v->steps->searches);
  if (along && !(v->steps && v->steps->stopped))
    say_along(v, ", and was left by another way than its end");
  return along;
}

// The program's user, or its exit code, is told as soon as it is known.
static void end_along(pst_verify *v) {
  pst_steps *s = v->steps;
  if (!s->differ)
    return;
  const bool certainly = s->certainly;
  s->differ = false;
  pst_verify_end(v->region, certainly);
}

//===- the search -----------------------------------------------------------===//

static uint64_t share(uint64_t trips) { return (trips + WINDOWS - 1) / WINDOWS; }

static bool spent(const pst_steps *s) { return pst_now_ms() - s->since > LIMIT_MS; }

// A window in a run of the original that begins behind so many trips; 0: none.
static uint64_t wanted(const pst_steps *s, uint64_t at) {
  if (s->stopped || s->seen || at < s->lo || at >= s->hi || spent(s))
    return 0;
  if (s->grows)
    return at == s->lo ? (s->equal + s->unequal) / 2 : 0;
  if ((at - s->lo) % s->step)
    return 0;
  return s->hi - at > s->step ? s->step : s->hi - at;
}

static void settle_search(pst_verify *v, void *const *bind, bool ended, bool ways) {
  pst_steps *s = v->steps;
  const uint64_t trips = s->length;
  const bool good = same_window(v, bind, ended, ways);
  if (s->grows)
    *(good ? &s->equal : &s->unequal) = trips;
  if (!good) {
    pst_verify_drop(s->found);
    s->found = s->open;
    s->found_from = s->from;
    s->found_to = s->from + trips;
    s->seen = true;
  } else {
    pst_verify_drop(s->open);
  }
  s->open = NULL;
}

// All is as in front of the loop.
static void begin_run(pst_verify *v) {
  pst_steps *s = v->steps;
  s->asked = 0;
  s->seen = false;
  const uint64_t trips = wanted(s, 0);
  if (trips)
    open_window(v, v->bind, 0, trips, NULL);
}

bool pst_steps_search(pst_verify *v, bool certainly) {
  const persistify_region *region = v->region;
  const char *why = !region->between         ? "the loop cannot be entered between two trips"
                    : region->atomics || region->races ? "what its kernels leave depends on the order of work-items"
                    : v->once                ? "the original runs once"
                    : v->loose               ? "the loop does not leave the same each time"
                    : !v->asked || !v->bind ? "the loop did not ask between two trips"
                                             : NULL;
  pst_steps *s = why ? NULL : calloc(1, sizeof *s);
  if (!s) {
    fprintf(stderr, "persistify: %s:%u: verify: in which trip it comes is not known: %s\n", region->file, region->line,
            why ? why : "out of host memory");
    return false;
  }
  v->steps = s;
  s->searches = s->differ = true;
  s->certainly = certainly;
  s->hi = v->asked + region->done;
  s->last = v->in_body || region->done ? s->hi : s->hi - 1;
  s->step = share(s->hi);
  s->since = pst_now_ms();
  pst_verify_put_back(v, SECOND);
  for (int i = PERSISTENT; i < IMAGES; ++i) {
    free(v->image[i]);
    v->image[i] = NULL;
  }
  begin_run(v);
  return true;
}

static void report(pst_verify *v) {
  pst_steps *s = v->steps;
  const uint64_t from = s->grows ? s->lo + s->equal : s->lo, to = s->grows ? s->lo + s->unequal : s->hi;
  char how[128];
  if (s->stopped || (spent(s) && to - from > 1))
    snprintf(how, sizeof how, s->stopped ? "; it was not possible to look further" : "; the time for the search is spent");
  else if (s->grows)
    snprintf(how, sizeof how, ", in a run that begins with trip %" PRIu64 "; runs of %" PRIu64 " do not show it", s->lo + 1, s->step);
  else
    snprintf(how, sizeof how, ", run from what the original left in front of it");
  say_trips(v, from, to, how);
  if (s->found && s->found_to == to && s->found_from == (s->grows ? s->lo : from))
    say_found(s->found);
}

// Behind a run of the original: whether another one is needed.
static bool narrow(pst_steps *s) {
  if (s->stopped)
    return false;
  if (s->grows)
    return s->unequal - s->equal > 1 && !spent(s);
  if (s->seen) {
    s->lo = s->found_from;
    s->hi = s->found_to;
    if (s->hi - s->lo <= 1 || spent(s))
      return false;
    s->step = share(s->hi - s->lo);
    return true;
  }
  if (spent(s))
    return false;
  s->grows = true;
  s->equal = 0;
  s->unequal = s->hi - s->lo;
  return s->unequal > 1;
}

//===- what verify.c calls --------------------------------------------------===//

static void settle(pst_verify *v, void *const *bind, bool ended, bool ways) {
  (v->steps->searches ? settle_search : settle_along)(v, bind, ended, ways);
}

void pst_steps_asked(pst_verify *v, void *const *bind, void **carried, bool in_body) {
  if (!v->steps && !(v->steps = calloc(1, sizeof *v->steps)))
    return;
  pst_steps *s = v->steps;
  const uint64_t at = s->asked++ + v->region->done, to = s->from + s->between.done;
  s->in_body = in_body;
  v->bind = bind;
  if (s->open && s->between.left ? at < to : s->open && at <= to + 1)
    return; // the original has some trips to go
  if (s->open)
    settle(v, bind, false, !s->between.left);
  if (!s->searches)
    end_along(v);
  if (s->stopped)
    return;
  const uint64_t trips = s->searches ? wanted(s, at) : 1;
  if (!trips)
    return;
  open_window(v, bind, at, s->searches ? trips : 0, carried);
  if (s->open && !s->searches && s->between.left && !s->between.done) { // the host's trip comes
    pst_verify_drop(s->open);
    s->open = NULL;
  }
}

bool pst_steps_ended(pst_verify *v) {
  pst_steps *s = v->steps;
  const persistify_region *region = v->region;
  if (s && s->open) {
    const uint64_t at = s->asked + region->done, to = s->from + s->between.done; // behind the last question: one trip more
    const uint32_t way = s->exit > 0 && (uint32_t)s->exit <= region->num_exits ? region->exits[s->exit - 1] : 0;
    const bool ways = s->between.left ? !(s->in_body && to == at) : way && !(way & PERSISTIFY_BREAKS);
    if (!s->between.left && (way & PERSISTIFY_BREAKS)) { // what stands in front of the break is the host's
      pst_verify_drop(s->open);
      s->open = NULL;
    } else {
      settle(v, v->bind, true, ways);
    }
  }
  if (s && s->searches) {
    if (narrow(s)) {
      pst_verify_put_back(v, BEFORE);
      begin_run(v);
      return true;
    }
    report(v);
    s->differ = false;
    pst_verify_end(region, s->certainly);
    return false;
  }
  if (s)
    end_along(v);
  if (!s || !s->stopped)
    say_along(v, "");
  return false;
}
