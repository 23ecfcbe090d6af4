//===- discovery.c - how many groups discovery finds, and in what time ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OOPSLA'16 section 5.1 (recall, time by work-group size) and 5.4 (CPUs: a delay
// between polling and closing). The bound is searched for: so many groups were
// launched, and all of them met.
//
//===----------------------------------------------------------------------===//
#include "bench.h"

static const char columns[] = "discovery,wg,local_bytes,linger,units,bound,launched,runs,mean,deviation,least,most,"
                              "recall_percent,median_us,mean_us,worst_us,exact_us,ended";

typedef struct point {
  size_t wg;
  uint32_t local, bound;
} point;

// The bound is that of the usual form; all have nearly the same resources.
static bool search(session *s, point *points, int count, pst_why *why) {
  pst_protocol p = with_discovery(s, &pst_discoveries[0]);
  if (!measure_build(&s->m, &p, NULL, NULL, why))
    return false;
  for (int i = 0; i < count; ++i) {
    if (points[i].wg > s->m.limit)
      points[i].wg = s->m.limit;
    if (!measure_bound(&s->m, points[i].wg, points[i].local, pst_device_groups(s->m.device, points[i].wg),
                       &points[i].bound, why))
      return false;
  }
  return true;
}

static bool row(session *s, const char *name, const point *at, const measure_launch *l, pst_why *why) {
  measure_discovery d;
  if (!measure_discoveries(&s->m, l, s->runs, 15000, &d, why))
    return false;
  table_row(s, "%s,%zu,%u,%d,%u,%u,%u,%u,%.2f,%.2f,%u,%u,%.1f,%.2f,%.2f,%.2f,%.2f,%s", name, at->wg, at->local,
            (int)l->linger - 1, s->m.device->units, at->bound, d.launched, d.launches, d.mean, d.deviation, d.least,
            d.most, at->bound ? 100.0 * d.mean / at->bound : 0, d.median_us, d.mean_us, d.worst_us,
            d.exact_us, ended(d.abort));
  return true;
}

// A grid of four times what can be resident; on CPUs what can be, as the runtime does.
static bool rows(session *s, const char *usual, point *points, int count, pst_why *why) {
  if (!search(s, points, count, why))
    return false;
  for (const pst_form *form = pst_discoveries; form->name; ++form) {
    pst_protocol p = with_discovery(s, form);
    if (!chosen(s, PST_DISCOVERY, usual, form->name) || time_is_up(s))
      continue;
    if (!measure_build(&s->m, &p, NULL, NULL, why))
      return false;
    for (int i = 0; i < count; ++i) {
      uint32_t most = pst_device_groups(s->m.device, points[i].wg);
      measure_launch l = {.wg = points[i].wg, .groups = s->m.device->cpu ? most : 4 * most, .arena = points[i].local,
                          .bound = s->m.device->cpu ? most : 0};
      if (time_is_up(s))
        return true;
      if (points[i].wg <= s->m.limit && !row(s, form->name, &points[i], &l, why))
        return false;
    }
  }
  return true;
}

bool section_recall(session *s, pst_why *why) {
  size_t most = s->m.device->max_wg;
  point points[] = {{1, 16, 0}, {1, most_local(s), 0}, {most, 16, 0}, {most, most_local(s), 0}};
  table_begin(s, "recall", columns);
  return rows(s, "word,ticket,spin", points, 4, why);
}

bool section_sizes(session *s, pst_why *why) {
  static const size_t sizes[] = {8, 16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  point points[SIZES];
  int count = 0, runs = s->runs;
  // A GPU's groups of fewer than 32 work-items take the place of 32.
  for (int i = s->m.device->hosted ? 0 : 2; i < SIZES; i += s->quick ? 4 : 1)
    if (sizes[i] <= s->m.device->max_wg)
      points[count++] = (point){sizes[i], 16, 0};
  s->runs = runs < 20 ? runs : 20;
  table_begin(s, "sizes", columns);
  bool good = rows(s, NULL, points, count, why);
  s->runs = runs;
  return good;
}

bool section_delay(session *s, pst_why *why) {
  static const uint32_t delays[] = {0, 10, 100, 1000};
  if (!s->m.device->cpu) {
    printf("delay: skipped, not a CPU\n");
    return true;
  }
  table_begin(s, "delay", columns);
  point at = {32, 16, 0};
  if (!search(s, &at, 1, why))
    return false;
  for (const pst_form *form = pst_discoveries; form->name; ++form) {
    if (!chosen(s, PST_DISCOVERY, "ticket,spin", form->name))
      continue;
    pst_protocol p = with_discovery(s, form);
    if (!measure_build(&s->m, &p, NULL, NULL, why))
      return false;
    // More groups than can run, and no bound that would end the wait early.
    for (int i = 0; i < 4 && !time_is_up(s); ++i) {
      measure_launch l = {.wg = at.wg, .groups = 4 * s->m.device->units, .linger = 1 + delays[i]};
      if (!row(s, form->name, &at, &l, why))
        return false;
    }
  }
  return true;
}
