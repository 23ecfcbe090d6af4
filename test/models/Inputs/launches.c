//===- launches.c - launches of the device library on threads -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built by check-threads with -DDEVICE_TEXT="file". Each launch enters, writes
// plain words between barriers, reads what all others wrote, and leaves; the
// host checks who took part. Exit code 0, 1 for a wrong result (named on
// stdout), ThreadSanitizer's own for a race.
//
//   launches [times [polls of one wait]]
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "opencl-on-threads.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// At every so many polls who waits looks whether the launch is given up.
static unsigned abort_every;
#define P_ABORT_EVERY abort_every
#define p_a_sm() multiprocessor()
static unsigned multiprocessor(void);
#include DEVICE_TEXT

enum { BAILS = 1, VANISHES = 2, DAWDLES = 3 };
enum { MOST_GROUPS = 8, MOST_ITEMS = 3, WORDS = 1 << 14 };

typedef struct launch {
  const char *name;
  uint groups, items, bound, window, rounds;
  uint budget;     // polls of one wait, 0: the usual number
  int late;        // groups from this number on start late; 0: none
  int gives_up;    // a group leaves in the middle: BAILS or VANISHES; or comes when others may have given up
} launch;

static uint ctl[WORDS];
static uint data[2][MOST_GROUPS * MOST_ITEMS];
static uint owned; // a plain word that one group after the other writes
static work_group groups[MOST_GROUPS];
static pthread_barrier_t begin; // of a launch whose threads all begin at once
// Local memory of each group; the second row for launches that are given up, in
// which several items of group 0 may set `aborted`, all to the same value.
static p_shared shared[2][MOST_GROUPS];
void AnnotateBenignRaceSized(const char *file, int line, const volatile void *at, size_t size, const char *why);
static struct result {
  uint number, groups, wrong, passed, gathered, ended;
} results[MOST_GROUPS][MOST_ITEMS];

static uint raised[MOST_GROUPS]; // local memory of each group, too

static uint usual_budget = 2000000;
static uint last_round; // the one in which a group gives up: each kind of barrier has its turn
enum { NOT_READY = 0 }; // or where it joins the others of its multiprocessor

static uint word(uint round, uint item) { return round * 65599u + item * 31u + 1; }

// For a while, or until another group has just given up (that one's thread may still be at it).
static void dawdle(void) {
  if (self.random & 64)
    for (uint turns = 0; turns < 20000 && !__atomic_load_n(&ctl[P_CTL_ABORT], __ATOMIC_RELAXED); ++turns)
      sched_yield();
  else
    usleep(self.random % 4000);
}

// Of a group, for the form of the trees that asks (P_HAS_SM).
static unsigned multiprocessor(void) {
  if (last_round == NOT_READY && self.group == 0)
    dawdle();
  return self.group * 5 % 3;
}

// What a generated kernel looks like.
static void kernel(const launch *l, struct result *r) {
  p_env p_e;
  if (!p_enter(&p_e, ctl, NULL, NULL, &shared[l->gives_up != 0][self.group]))
    return;
  uint me = p_get_global_id(), all = p_get_global_size();
  r->number = p_e.group;
  r->groups = p_e.groups;
  if (p_e.group >= MOST_GROUPS || p_e.groups > MOST_GROUPS) {
    r->wrong = 1;
    return;
  }
  for (uint round = 1; round <= l->rounds; ++round) {
    uint *now = data[round & 1];
    if (l->gives_up && round == last_round && p_e.group + 1 == p_e.groups) {
      if (l->gives_up == BAILS)
        p_bail(&p_e, P_BAIL_PATH, 7, 0);
      if (l->gives_up != DAWDLES)
        return;
      dawdle();
    }
    now[me] = word(round, me);
#ifdef P_REDUCE_OR
    if (round % 3 == 0) {
      uint sum;
      P_BARRIER_REDUCE(P_REDUCE_SUM, me + round, sum);
      r->wrong += sum != all * (all - 1) / 2 + all * round;
    } else
#endif
    if (round % 3 == 2) {
      if (p_gather(&p_e))
        return;
      ++r->gathered;
    } else if ((round / 3 + l->items) % 2 == 0) {
      // One work-item raises the flag that comes with the barrier, or none does.
      if ((round & 2) && me == round % all)
        p_e.sh->partial = 1;
      P_BARRIER_ANY(&raised[self.group]);
      r->wrong += (raised[self.group] != 0) != ((round & 2) != 0);
    } else
    P_BARRIER();
    ++r->passed;
    for (uint i = 0; i < all; ++i)
      r->wrong += now[i] != word(round, i);
    // Group `round` in turn owns the word until the next barrier.
    if (me == (round % p_e.groups) * p_e.wg)
      owned += round;
  }
  p_leave(&p_e, 3);
  r->ended = 1;
}

typedef struct item {
  const launch *l;
  uint group, item;
  unsigned random;
  int together;
} item;

static void *run(void *at) {
  item *i = at;
  self.group = i->group;
  self.item = i->item;
  self.groups = i->l->groups;
  self.items = i->l->items;
  self.of = &groups[i->group];
  self.random = i->random;
  // Threads take long to make: without this, on a busy machine, the first group has often closed
  // the poll before there is another one, and meets nobody.
  if (i->together)
    pthread_barrier_wait(&begin);
  if (i->l->late && i->group >= (uint)i->l->late)
    usleep(2000 + i->random % 9000);
  kernel(i->l, &results[i->group][i->item]);
  return NULL;
}

static int wrong(const launch *l, const char *what, uint a, uint b) {
  printf("launches: WRONG: %s, %u groups of %u: %s (%u, %u)\n", l->name, l->groups, l->items, what, a, b);
  return 1;
}

static int check(const launch *l) {
  uint took_part = 0, numbers = 0, count = ctl[P_CTL_COUNT];
  struct result *any = NULL;
  for (uint g = 0; g < l->groups; ++g)
    for (uint i = 0; i < l->items; ++i)
      if (results[g][i].groups) {
        if (any && any->gathered != results[g][i].gathered)
          return wrong(l, "gatherings passed by one and by another", any->gathered, results[g][i].gathered);
        any = &results[g][i];
      }
  if (l->gives_up) {
    for (uint g = 0; g < l->groups; ++g)
      for (uint i = 0; i < l->items; ++i)
        if (results[g][i].wrong)
          return wrong(l, "words read behind a barrier that was passed", g, i);
    if (ctl[P_CTL_ABORT] == 0 && (l->gives_up == BAILS || (l->gives_up == VANISHES && count > 1))) // else nobody waits
      return wrong(l, "no reason in the abort word", 0, 0);
    return 0;
  }
  if (ctl[P_CTL_ABORT])
    return wrong(l, "given up, reason and participants", ctl[P_CTL_ABORT], count);
  if (count == 0 || count > l->groups)
    return wrong(l, "number of participants and of groups", count, l->groups);
  for (uint g = 0; g < l->groups; ++g) {
    struct result *r = results[g];
    took_part += r->groups != 0;
    for (uint i = 0; i < l->items; ++i) {
      if (r[i].groups != r->groups || r[i].number != r->number)
        return wrong(l, "items of a group differ", r[i].groups, r->groups);
      if (r[i].wrong)
        return wrong(l, "words read behind a barrier, of group", r[i].wrong, r->number);
      if (r->groups && (r[i].passed != l->rounds || !r[i].ended))
        return wrong(l, "barriers passed, of", r[i].passed, l->rounds);
    }
    if (r->groups && r->groups != count)
      return wrong(l, "group's count and published count", r->groups, count);
    if (r->groups && (r->number >= count || (numbers & 1u << r->number)))
      return wrong(l, "number given twice or too large", r->number, count);
    if (r->groups)
      numbers |= 1u << r->number;
  }
  if (took_part != count || ctl[P_CTL_DONE] != count)
    return wrong(l, "groups that took part, published count", took_part, count);
  if (ctl[P_CTL_EXIT] != 3 || ctl[P_CTL_BARRIERS] != l->rounds)
    return wrong(l, "exit and barriers", ctl[P_CTL_EXIT], ctl[P_CTL_BARRIERS]);
  return 0;
}

static int launch_once(const launch *l, uint start, unsigned *random) {
  static pthread_t threads[MOST_GROUPS][MOST_ITEMS];
  static item items[MOST_GROUPS][MOST_ITEMS];
  memset(ctl, 0, sizeof ctl);
  memset(data, 0, sizeof data);
  memset(results, 0, sizeof results);
  memset(shared, 0xff, sizeof shared);
  owned = 0;
  ctl[P_CTL_BOUND] = l->bound;
  ctl[P_CTL_WINDOW] = l->window;
  ctl[P_CTL_START] = start;
  ctl[P_CTL_STRIPES] = 2;
  ctl[P_CTL_PER_WORD] = 2;
  ctl[P_CTL_BUDGET_LO] = l->budget ? l->budget : usual_budget;
  ctl[P_CTL_COUNTER] = start;
  ctl[P_CTL_GATHER] = P_GATHER_START(start);
#ifdef P_CTL_AREA // words of all forms
  ctl[P_CTL_RUN] = 2;
  ctl[P_CTL_SLOTS] = MOST_GROUPS;
  ctl[P_CTL_LINGER] = 4;
  for (uint i = P_CTL_AREA; i < WORDS; ++i)
    ctl[i] = start;
#else
  for (uint i = 0; i < P_MAX_STRIPES; ++i)
    ctl[P_CTL_STRIPE(i)] = start;
  for (uint i = 0; i < P_MAX_RELEASE; ++i)
    ctl[P_CTL_RELEASE(i)] = start;
#endif
  const int together = *random >> 30 != 0;
  // Now and then others do not see at once that somebody gave up.
  abort_every = l->gives_up == DAWDLES && *random >> 31 ? 1 << 12 : 64;
  pthread_barrier_init(&begin, NULL, l->groups * l->items);
  for (uint g = 0; g < l->groups; ++g)
    pthread_barrier_init(&groups[g].barrier, NULL, l->items);
  for (uint g = 0; g < l->groups; ++g)
    for (uint i = 0; i < l->items; ++i) {
      *random = *random * 1664525u + 1013904223u;
      items[g][i] = (item){l, g, i, *random >> 3, together};
      if (pthread_create(&threads[g][i], NULL, run, &items[g][i]))
        return wrong(l, "no thread", g, i);
    }
  for (uint g = 0; g < l->groups; ++g)
    for (uint i = 0; i < l->items; ++i)
      pthread_join(threads[g][i], NULL);
  for (uint g = 0; g < l->groups; ++g)
    pthread_barrier_destroy(&groups[g].barrier);
  pthread_barrier_destroy(&begin);
  return check(l);
}

int main(int argc, char **argv) {
  static const launch launches[] = {
      {"all arrive", 4, 2, 0, 2000, 10, 0, 0, 0}, // so long that each cell of reductions is used again
      {"single items", 5, 1, 0, 2000, 5, 0, 0, 0},
      {"one group", 1, 3, 0, 10, 4, 0, 0, 0},
      {"two groups", 2, 3, 0, 2000, 6, 0, 0, 0},
      {"known bound", 6, 1, 3, 2000, 4, 0, 0, 0},
      {"late groups", 5, 2, 0, 20, 4, 0, 3, 0},
      {"short window", 6, 1, 0, 1, 4, 0, 0, 0},
      {"a group bails out", 3, 2, 0, 2000, 4, 0, 0, BAILS},
      {"a group vanishes", 3, 2, 0, 2000, 4, 300, 0, VANISHES},
      {"a group dawdles", 4, 1, 0, 2000, 6, 300, 0, DAWDLES},
      {"a group of two dawdles", 2, 1, 0, 2000, 6, 300, 0, DAWDLES},
      {"the last of six dawdles", 6, 1, 0, 2000, 6, 300, 0, DAWDLES},
  };
  for (uint g = 0; g < MOST_GROUPS; ++g)
    AnnotateBenignRaceSized(__FILE__, __LINE__, &shared[1][g].aborted, sizeof(uint), "one value");
  int times = argc > 1 ? atoi(argv[1]) : 2;
  unsigned random = 1;
  int done = 0;
  if (argc > 2)
    usual_budget = (uint)atoi(argv[2]);
  for (int t = 0; t < times; ++t)
    for (size_t i = 0; i < sizeof launches / sizeof *launches; ++i)
      // Who dawdles must happen upon the moment at which the others give up.
      for (int again = launches[i].gives_up == DAWDLES ? 5 : 1; again > 0; --again, ++done) {
        last_round = launches[i].gives_up == DAWDLES ? (again + t) % 5 : 1 + (again + t) % 4;
        // Counters that wrap around, and ordinary ones.
        if (launch_once(&launches[i], t % 2 ? 0 : 0xFFFFFFF5u, &random))
          return 1;
      }
  printf("launches: %d launches, as expected\n", done);
  return 0;
}
