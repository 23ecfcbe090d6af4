//===- discovery.c - how many groups discovery finds, and in what time ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OOPSLA'16 section 5.1 (recall, time by work-group size) and 5.4 (CPUs: a delay
// between polling and closing). The bound is searched for: so many groups were
// launched, and all of them met.
//
// `span` looks from inside: from the first group's entry to the last participant's
// release, without what the driver needs to begin and end a kernel.
//
//===----------------------------------------------------------------------===//
#include "bench.h"

static const char columns[] = "discovery,wg,local_bytes,linger,units,bound,launched,runs,mean,deviation,least,most,"
                              "recall_percent,median_us,mean_us,worst_us,exact_us,ended";

typedef struct point {
  size_t wg;
  uint32_t local, bound;
} point;

// The bound is that of the usual form; all have nearly the same resources. Looked for
// among twice as many groups as the runtime would launch.
static bool search(session *s, point *points, int count, pst_why *why) {
  pst_protocol p = with_discovery(s, &pst_discoveries[0]);
  if (!measure_build(&s->m, &p, NULL, NULL, why))
    return false;
  for (int i = 0; i < count; ++i) {
    if (points[i].wg > s->m.limit)
      points[i].wg = s->m.limit;
    uint32_t most = 2 * pst_device_groups(s->m.device, points[i].wg);
    if (!measure_bound(&s->m, points[i].wg, points[i].local, most, &points[i].bound, why))
      return false;
  }
  return true;
}

// Thousands of groups take a lock for so long that their rows have less than --runs launches.
enum { MOST_MS = 20000, QUICK_MS = 2000 };

static bool row(session *s, const char *name, const point *at, const measure_launch *l, pst_why *why) {
  measure_discovery d;
  if (!measure_discoveries(&s->m, l, s->runs, s->quick ? QUICK_MS : MOST_MS, &d, why))
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
  point points[2 * SIZES];
  int count = 0;
  // A GPU's groups of fewer than 32 work-items take the place of 32.
  for (int i = s->m.device->hosted ? 0 : 2; i < SIZES; i += s->quick ? 4 : 1)
    for (int most = 0; most < 2 && sizes[i] <= s->m.device->max_wg; ++most)
      points[count++] = (point){sizes[i], most ? most_local(s) : 16, 0};
  table_begin(s, "sizes", columns);
  return rows(s, NULL, points, count, why);
}

static bool has_lock(const pst_form *form) {
  return strcmp(form->name, "ticket") == 0 || strcmp(form->name, "spin") == 0;
}

bool section_delay(session *s, pst_why *why) {
  // A thousand pairs of one group take 10 us, and PoCL starts a group in 10 to 100.
  static const uint32_t delays[] = {0, 10, 100, 1000, 100000, 1000000};
  enum { DELAYS = sizeof delays / sizeof *delays };
  if (!s->m.device->cpu) {
    printf("delay: skipped, not a CPU\n");
    return true;
  }
  table_begin(s, "delay", columns);
  point at = {32, 16, 0};
  if (!search(s, &at, 1, why))
    return false;
  // More groups than can run, and no bound that would end the wait early. What waits
  // until nobody comes takes longest, so it is last.
  for (int locks = 1; locks >= 0; --locks)
    for (const pst_form *form = pst_discoveries; form->name; ++form) {
      if (!chosen(s, PST_DISCOVERY, locks ? "ticket,spin" : "word", form->name) || has_lock(form) != locks)
        continue;
      pst_protocol p = with_discovery(s, form);
      if (!measure_build(&s->m, &p, NULL, NULL, why))
        return false;
      for (int i = 0; i < (locks ? DELAYS : 1) && !time_is_up(s); ++i) {
        measure_launch l = {.wg = at.wg, .groups = 4 * s->m.device->units, .linger = locks ? 1 + delays[i] : 0};
        if (!row(s, form->name, &at, &l, why))
          return false;
      }
    }
  return true;
}

//===- span -----------------------------------------------------------------===//

// %globaltimer is one clock for all multiprocessors; no other back end has one.
static const char span[] =
    "P_FN ulong span_now(void) {\n"
    "  ulong now;\n"
    "  asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(now) : : \"memory\");\n"
    "  return now;\n"
    "}\n"
    PERSISTENT_HEAD("span", "__global ulong *times, __global uint *out, uint unused")
    "  ulong from = span_now();\n"
    PERSISTENT_ENTER
    "  if (p_get_local_id() == 0) {\n"
    "    times[2 * p_get_group_id()] = from;\n"
    "    times[2 * p_get_group_id() + 1] = span_now();\n"
    "  }\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

enum { SPAN_RUNS = 200, SPAN_GROUPS = 1 << 14 };

// The ns of one launch: of all participants' entries, and until the last release.
static void read_span(session *s, uint32_t groups, double *entry, double *whole) {
  static uint64_t times[SPAN_GROUPS][2];
  CL(clEnqueueReadBuffer(s->m.queue, s->m.data, CL_TRUE, 0, groups * sizeof *times, times, 0, NULL, NULL));
  uint64_t first = times[0][0], last = first, released = times[0][1];
  for (uint32_t i = 1; i < groups; ++i) {
    first = times[i][0] < first ? times[i][0] : first;
    last = times[i][0] > last ? times[i][0] : last;
    released = times[i][1] > released ? times[i][1] : released;
  }
  *entry = (double)(last - first);
  *whole = (double)(released - first);
}

// `most` becomes the largest number of groups found.
static bool span_row(session *s, const char *name, const char *count, size_t wg, uint32_t launched, uint32_t *most,
                     pst_why *why) {
  double entry[SPAN_RUNS], whole[SPAN_RUNS];
  measure_launch l = {.wg = wg, .groups = launched};
  uint32_t least = UINT32_MAX, abort = 0;
  int runs = 0;
  *most = 0;
  for (int i = -1; i < s->runs && runs < SPAN_RUNS && !abort; ++i) {
    measure_figures f;
    if (!measure_run(&s->m, &l, &f, why))
      return false;
    abort = f.o.abort;
    if (i < 0 || abort || f.o.count == 0 || f.o.count > SPAN_GROUPS)
      continue; // the first may compile
    least = f.o.count < least ? f.o.count : least;
    *most = f.o.count > *most ? f.o.count : *most;
    read_span(s, f.o.count, &entry[runs], &whole[runs]);
    ++runs;
  }
  s->bad += runs == 0 || abort;
  double middle = runs ? measure_median(whole, runs) : 0; // sorted by that
  table_row(s, "%s,%zu,%s,%u,%d,%u,%u,%.0f,%.0f,%.0f,%.0f,%s", name, wg, count, launched, runs, runs ? least : 0, *most,
            runs ? measure_median(entry, runs) : 0, middle, runs ? whole[0] : 0, runs ? whole[runs - 1] : 0,
            ended(abort));
  return true;
}

bool section_span(session *s, pst_why *why) {
  static const size_t sizes[] = {1024, 512, 256, 128, 64, 32};
  if (s->m.backend != PST_PTX) {
    printf("span: skipped, only the ptx back end has a clock for all groups\n");
    return true;
  }
  table_begin(s, "span", "discovery,wg,number,launched,runs,least,most,entry_ns,span_ns,best_ns,worst_ns,ended");
  for (const pst_form *form = pst_discoveries; form->name; ++form) {
    pst_protocol p = with_discovery(s, form);
    if (!chosen(s, PST_DISCOVERY, "word", form->name) || time_is_up(s))
      continue;
    if (!measure_build(&s->m, &p, span, "span", why))
      return false;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i += s->quick ? 2 : 1) {
      uint32_t resident, found;
      if (sizes[i] > s->m.limit || time_is_up(s))
        continue;
      // Four times what can be resident; then exactly what is, and fewer.
      if (!span_row(s, form->name, "unknown", sizes[i], 4 * pst_device_groups(s->m.device, sizes[i]), &resident, why))
        return false;
      for (uint32_t groups = s->m.device->units; groups <= resident && !time_is_up(s); groups *= 2)
        if (!span_row(s, form->name, "exact", sizes[i], groups, &found, why))
          return false;
    }
  }
  return true;
}
