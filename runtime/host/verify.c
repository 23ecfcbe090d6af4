//===- verify.c - PERSISTIFY=verify ----------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The persistent path runs first, from inside persistify_run; what it left is
// kept, everything is put back, and the original loop runs. persistify_again
// behind it keeps what that left, puts everything back once more, and compares
// behind the second run. The program goes on with what the original left.
//
// What the original prints, appends or takes the time of nobody takes back. Then it runs
// once, after two runs of the persistent path, each of which is put back; what these logged is dropped.
//
// Where the order of work-items decides what the kernels leave, a difference is no
// error by itself: it is shown, and the program goes on.
//
// "Everything" is what the region may change: its buffers (all of them, also those
// that the plan took to be read only), the host objects that it writes back, and
// the kernel arguments that it sets. Those that by the plan stay as they are belong to
// it, since a plan that is wrong about them shows nowhere else (pieces.c).
//
//===----------------------------------------------------------------------===//
#include "verify.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_DIFFERENT = 4 };

static _Thread_local pst_verify *current;
static _Thread_local const char *entered; // the frame of this call, or null

void pst_verify_from(const void *frame) { entered = frame; }

void pst_verify_fork(void) { current = NULL; }

//===- verdict ------------------------------------------------------------===//

void pst_verify_say(const persistify_region *region, const char *what) {
  fprintf(stderr, "persistify: %s:%u: verify: %s\n", region->file, region->line, what);
}

// Where the order may have done it, what differs is for the program's user to judge.
void pst_verify_differs(const persistify_region *region, bool certainly, bool itself) {
  if (certainly || (!region->atomics && !region->races && !itself))
    exit(EXIT_DIFFERENT);
  if (region->races)
    fprintf(stderr, "persistify: %s:%u: verify: undecided: %s: what it leaves may depend on their order, in the original loop, too [PST3024]\n",
            region->file, region->line, region->races);
  else if (itself)
    pst_verify_say(region, "undecided: the paths differ only in what the original does not leave the same each time");
  else
    pst_verify_say(region, "undecided: what these kernels leave depends on the order in which work-items come to their atomics, "
              "so it may differ rightly; PERSISTIFY_VERIFY_TOL accepts rounding, and PERSISTIFY=on lets the "
              "program's own check judge the persistent path");
}

bool pst_verify_equal(pst_verify *v, bool *changed) {
  bool good = true;
  v->elements = v->loose = 0;
  const locale_t programs = pst_point_begin();
  for (uint32_t i = 0; i < v->count; ++i) {
    size_t unused[2] = {0};
    bool left = v->pieces[i].left;
    bool equal = pst_verify_same(v, &v->pieces[i], left ? &unused[0] : &v->elements, left ? &unused[1] : &v->loose);
    good &= equal;
    *changed |= left && !equal;
  }
  pst_point_end(programs);
  return good;
}

static void say_kernels(const persistify_region *region) {
  const char *between = "";
  fprintf(stderr, "persistify: %s:%u: verify: look for work-items of one launch that come to the same element, one of them writing it, in ",
          region->file, region->line);
  for (uint32_t i = 0; i < region->num_slots; ++i)
    if (region->slots[i].kind == PERSISTIFY_KERNEL) {
      fprintf(stderr, "%skernel '%s'", between, region->slots[i].kernel);
      between = ", ";
    }
  fputc('\n', stderr);
}

// Before the difference itself: whether the original agrees with itself, and whether the paths differ only where it does not.
static void say_itself(pst_verify *v) {
  size_t different = 0, unused[2] = {0};
  const piece *first = NULL, *other = NULL;
  for (uint32_t i = 0; i < v->count; ++i) {
    const size_t here = pst_verify_itself(v, &v->pieces[i]);
    different += here;
    if (here && !first)
      first = &v->pieces[i];
    if (!here && !other && !pst_verify_same(v, &v->pieces[i], &unused[0], &unused[1]))
      other = &v->pieces[i];
  }
  v->itself = different && !other;
  if (!different)
    return;
  pst_verify_say_itself(v, first, different);
  if (!v->region->races)
    say_kernels(v->region);
  if (other)
    pst_verify_say(v->region, "the paths differ in more than that, where the original does leave the same:");
}

// Whether neither path changed a buffer that is none of the region's. Ends the program where that is certain.
static bool others_kept(pst_verify *v) {
  bool certainly = false;
  if (pst_others_tell(v->others, v->region, &certainly))
    return true;
  if (certainly)
    pst_verify_end(v->region, true);
  pst_verify_say(v->region, "undecided: the program has several queues, and commands of another one may have changed these buffers");
  return false;
}

// How the output of both paths was compared, for the line that it passed.
static void say_output(const pst_verify *v, const pst_output_said *said, char *text, size_t room) {
  if (!v->once || !v->log.cells)
    snprintf(text, room, "%s", v->once ? "; the original ran once" : "");
  else if (said->unknown || *v->silent.text)
    snprintf(text, room, "; the original ran once; what it printed was not compared: %s", said->unknown ? said->unknown : v->silent.text);
  else
    snprintf(text, room, "; the original ran once, and printed the same %zu lines%s", said->lines, v->region->clocks ? " (numbers not compared, as clocks are read)" : "");
}

// `said`: of what both printed, which was found to be no different.
static bool compare(pst_verify *v, const pst_output_said *said, bool *changed) {
  unsigned number[KINDS] = {0};
  char printed[384];
  v->quiet = true;
  const bool good = pst_verify_equal(v, changed);
  if (!good) {
    say_itself(v);
    v->quiet = false;
    pst_verify_equal(v, changed);
  }
  for (uint32_t i = 0; i < v->count; ++i)
    number[v->pieces[i].kind] += !v->pieces[i].left;
  say_output(v, said, printed, sizeof printed);
  if (good && said->more)
    fprintf(stderr, "persistify: %s:%u: verify: undecided: the original printed %zu lines more, which the persistent path does not, unless another thread did\n",
            v->region->file, v->region->line, said->more);
  else if (good && others_kept(v) && !*said->different)
    fprintf(stderr, "persistify: %s:%u: verify: passed: %u buffers, %u variables, %u arguments; %zu of %zu elements"
            " not deterministic%s\n", v->region->file, v->region->line, number[BUFFER], number[OBJECT], number[ARGUMENT],
            v->loose, v->elements, printed);
  return good;
}

// The program's output is its own again. False: the persistent path prints something else.
static bool end_output(pst_verify *v, pst_output_said *said) {
  pst_output *const output = v->output;
  v->output = NULL;
  return pst_output_end(output, said);
}

static void drop_output(pst_verify *v) {
  pst_output_said unused;
  end_output(v, &unused);
}

// What both printed, behind the original. Ends the program if it differs.
static pst_output_said compare_output(pst_verify *v) {
  pst_output_said said;
  if (!end_output(v, &said)) {
    fprintf(stderr, "persistify: %s:%u: verify: %s\n", v->region->file, v->region->line, said.different);
    pst_verify_end(v->region, false);
  }
  return said;
}

// The persistent path left the loop by a statement and the original did not: what they leave, from one run of it.
static void compare_left(pst_verify *v) {
  pst_why why;
  bool unused = false;
  fprintf(stderr, "persistify: %s:%u: verify: the persistent path left the loop at line %u, the original did not\n",
          v->region->file, v->region->line, v->left);
  if (pst_verify_take(v, FIRST, &why))
    pst_verify_equal(v, &unused);
}

//===- one entry ----------------------------------------------------------===//

void pst_verify_drop(pst_verify *v) {
  if (!v)
    return;
  for (uint32_t i = 0; i < v->num_held; ++i)
    clReleaseMemObject(v->held[i]);
  for (int i = 0; i < IMAGES; ++i)
    free(v->image[i]);
  drop_output(v);
  free(v->log.bytes);
  pst_steps_drop(v->steps);
  pst_others_drop(v->others);
  free(v->pieces);
  free(v->old);
  free(v->held);
  free(v);
}

// The original left its loop by another way than the loop's end, as `return` or an
// exception do. That is said, but where the persistent path had left it like that.
static void say_left(const pst_verify *v) {
  if (!v->left && !pst_steps_say_left(v))
    pst_verify_say(v->region, "not compared: the original loop was left by another way than its end");
}

// exit() has been called.
static void end_left(void) {
  for (pst_verify *v = current; v; v = v->outer) {
    drop_output(v);
    if (pst_steps_differ(v)) {
      fflush(NULL);
      _exit(EXIT_DIFFERENT);
    }
    say_left(v);
  }
}

static void drop_current(void) {
  pst_verify *v = current;
  drop_output(v);
  say_left(v);
  current = v->outer;
  const bool differs = pst_steps_differ(v);
  const persistify_region *region = v->region;
  pst_verify_drop(v);
  if (differs)
    pst_verify_differs(region, true, false);
}

void pst_verify_thread_end(void) {
  while (current)
    drop_current();
}

// That of the region, if it is under way; those inside it have been left.
static pst_verify *current_of(const persistify_region *region) {
  bool known = false;
  for (const pst_verify *v = current; v; v = v->outer)
    known |= v->region == region;
  while (known && current->region != region)
    drop_current();
  return known ? current : NULL;
}

bool pst_verify_busy(const persistify_region *region, pst_why *why, bool *told) {
  if (current_of(region) || (current && current->left)) // it is entered anew, or another one is
    drop_current();
  // What the loop calls comes by frames below its own. One above them has left it, by longjmp().
  while (current && current->frame && entered && pst_stack_above(entered, current->frame))
    drop_current();
  if (!current || current->region->for_host)
    return false;
  *told = current->nested;
  current->nested = true;
  pst_fail(why, "inside a loop that is being verified (%s:%u)", current->region->file, current->region->line);
  return true;
}

void pst_verify_end(const persistify_region *region, bool certainly) {
  pst_verify *v = current;
  current = NULL;
  pst_verify_differs(region, certainly, v && v->itself);
  current = v;
}

void pst_verify_others(pst_verify *v, const pst_bound *bound) {
  enum { WINDOWS_LOOKED_AT = 16 }; // of a loop of which the host runs trips
  if (v->region->for_host && (!current || ++current->looked > WINDOWS_LOOKED_AT))
    return;
  v->others = pst_others_begin(v->context, v->queue, bound->handles, v->region->num_handles);
  if (!v->others)
    pst_verify_say(v->region, "not compared: buffers that the loop does not use, for want of memory");
}

bool pst_verify_kept(pst_verify *v, pst_why *why) {
  const bool good = pst_verify_take(v, PERSISTENT, why);
  pst_verify_put_back(v, good ? PERSISTENT : BEFORE);
  if (!good) {
    pst_verify_drop(v);
    return false;
  }
  pst_others_look(v->others, "the persistent path");
  pst_turn_give(); // the program may be ended here
  if (!others_kept(v) && current)
    current->looked = UINT32_MAX - 1;
  pst_others_drop(v->others);
  v->others = NULL;
  return true;
}

// What the program does next is the original.
static void watch(pst_verify *v) {
  static int watched; // atomic
  if (!__atomic_exchange_n(&watched, 1, __ATOMIC_RELAXED))
    atexit(end_left);
  pst_thread_watch();
  v->frame = entered;
  v->outer = current;
  current = v;
}

bool pst_verify_along(const persistify_region *region, pst_why *why) {
  if (!region->ends)
    return pst_fail(why, "verify: the program does not call persistify_again behind the loop, so the loop cannot run again");
  pst_verify *v = pst_verify_empty(region);
  if (!v)
    return pst_fail(why, "out of host memory");
  watch(v);
  return true;
}

bool pst_verify_taken(pst_verify *v, int exit_number, persistify_later *later, pst_why *why) {
  const persistify_region *region = v->region;
  const bool logged = region->log && later->cells != 0;
  bool good = pst_verify_take(v, PERSISTENT, why);
  pst_verify_put_back(v, good ? PERSISTENT : BEFORE);
  if (good && exit_number > 0 && (uint32_t)exit_number <= region->num_exits) {
    v->left = region->exits[exit_number - 1] & ~PERSISTIFY_BREAKS;
    v->breaks = region->exits[exit_number - 1] & PERSISTIFY_BREAKS;
  }
  v->once = region->once || logged;
  v->exit = exit_number;
  if (!good) {
    pst_verify_drop(v);
    return false;
  }
  pst_others_look(v->others, "the persistent path");
  watch(v);
  if (logged) { // the original does that itself
    v->log = (persistify_later){.bytes = later->bytes, .cells = later->cells};
    later->bytes = NULL;
  }
  pst_later_free(later);
  return !v->left || pst_fail(why, "verify: the original loop cannot run twice: it is left at line %u", v->left);
}

pst_verify *pst_verify_probe(const persistify_region *region, void *const *bind, pst_between *between, int *exit_number, pst_why *why) {
  pst_verify *kept = NULL;
  pst_stats none = {0};
  persistify_later later = {0};
  bool told = false;
  pst_entry now = {.region = region, .all = &none, .between = between, .probe = &kept};
  *exit_number = 0;
  if (!pst_check_addresses(region, bind, why))
    return NULL;
  if (pst_drain_queues(region, bind) != PST_DRAINED) {
    pst_fail(why, "verify: a command of the queue failed, or does not end");
    return NULL;
  }
  pst_run_region(&now, bind, exit_number, &later, why, &told);
  pst_later_free(&later);
  return kept;
}

bool pst_verify_alike(pst_verify *v, pst_verify *again, bool alike, pst_why *why) {
  const bool good = alike && again && again->bytes == v->bytes;
  if (good) {
    v->image[AGAIN] = again->image[PERSISTENT];
    again->image[PERSISTENT] = NULL;
  } else if (again) {
    pst_fail(why, "verify: two persistent runs did not end alike");
  }
  pst_verify_drop(again);
  return good;
}

bool pst_verify_twice(const persistify_region *region, void *const *bind, pst_why *why) {
  pst_verify *v = current;
  if (!v || v->region != region || !v->once)
    return true;
  current = v->outer; // what runs now is not the original
  int again = 0;
  pst_verify *second = pst_verify_probe(region, bind, NULL, &again, why);
  if (!pst_verify_alike(v, second, again == v->exit, why)) {
    pst_verify_drop(v);
    return false;
  }
  pst_others_look(v->others, "the persistent path");
  current = v;
  return true;
}

void pst_verify_prints(const persistify_region *region, persistify_later *later) {
  pst_verify *v = current;
  bool performs = false;
  int before;
  if (!v || v->region != region || !v->log.cells || (v->left && !v->breaks))
    return;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  v->output = pst_output_begin(region->clocks != 0, &performs, &v->silent);
  pthread_setcancelstate(before, NULL);
  if (!performs)
    return;
  pst_verify_objects(v);
  *later = v->log;
  if (strcmp(pst_environment()->corrupt, "output") == 0)
    pst_later_corrupt(later);
}

void pst_verify_asked(const persistify_region *region, void *const *bind, void **carried, bool in_body) {
  pst_verify *v = current_of(region);
  if (!v)
    return;
  if (v->steps || region->for_host) {
    pst_steps_asked(v, bind, carried, in_body);
  } else if (!v->image[FIRST]) {
    ++v->asked;
    v->in_body = in_body;
    v->bind = bind;
  }
}

bool pst_verify_again(const persistify_region *region) {
  pst_verify *v = current_of(region);
  if (!v)
    return false;
  if (v->steps || region->for_host) {
    if (pst_steps_ended(v))
      return true;
    current = v->outer;
    pst_verify_drop(v);
    return false;
  }
  const pst_output_said said = compare_output(v);
  pst_why why;
  int run = v->image[FIRST] ? SECOND : FIRST;
  bool good = v->left || pst_verify_take(v, run, &why), changed = false;
  if (good && !v->left)
    pst_others_look(v->others, "the original loop");
  if (good && run == FIRST && !v->left && !v->once) {
    pst_verify_put_back(v, FIRST);
    return true;
  }
  if (!good) {
    fprintf(stderr, "persistify: %s:%u: not verified: %s\n", region->file, region->line, why.text);
  } else if (v->left && !v->breaks) {
    compare_left(v);
    pst_verify_end(region, false);
  } else if (!v->left && !compare(v, &said, &changed)) {
    if (pst_steps_search(v, changed))
      return true;
    pst_verify_end(region, changed);
  }
  current = v->outer;
  pst_verify_drop(v);
  return false;
}
