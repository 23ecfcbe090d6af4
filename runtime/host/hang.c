//===- hang.c - who waited for whom -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After a launch that was given up because a wait had spent its budget: where each work-group left it. Groups that waited
// about as long as the budget stood at one barrier; who came there last saw at its first polls that the launch was given
// up, and had waited for next to nothing.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 8, LIST = 96, PLACE = 200 };

typedef struct place {
  uint32_t group, line, barrier;
  bool seen, late; // it left at a wait; it waited for less than half as long as others
  double waited_ms;
} place;

//===- where in the program -------------------------------------------------===//

// A comment `// FILE:LINE...` of the persistent kernel, which names what follows it; length 0: the line has none.
static int named(const char *line, const char *end, const char **name) {
  for (const char *at = line; at + 3 < end; ++at) {
    if (at[0] != '/' || at[1] != '/' || at[2] != ' ')
      continue;
    const char *text = at + 3;
    if (strncmp(text, "barrier: ", 9) == 0)
      return 0;
    for (const char *c = text; c + 1 < end; ++c)
      if (*c == ':' && isdigit((unsigned char)c[1]) && c > text) {
        *name = text;
        return (int)(end - text);
      }
    return 0;
  }
  return 0;
}

static size_t indented(const char *line) { return strspn(line, " "); }

// The last comment in front of the line that is not in a block which has ended there.
int pst_place_named(const persistify_region *region, uint32_t line, const char **name) {
  const char *at = region->device_code;
  for (uint32_t number = 1; number < line && at; ++number) {
    at = strchr(at, '\n');
    at += at != NULL;
  }
  if (!at || line == 0)
    return 0;
  const size_t depth = indented(at);
  for (const char *end = at + strcspn(at, "\n");;) {
    const int length = indented(at) <= depth ? named(at, end, name) : 0;
    if (length || at == region->device_code)
      return length;
    end = at - 1;
    for (at = end; at > region->device_code && at[-1] != '\n';)
      --at;
  }
}

// What stands at that line of the region's text: the command in front of which the barrier is, and the line.
static void describe(const persistify_region *region, uint32_t line, char *out, size_t room) {
  const char *name = NULL;
  const int length = pst_place_named(region, line, &name);
  if (line == 0)
    snprintf(out, room, "where groups join");
  else if (length)
    snprintf(out, room, "at the barrier of %.*s (line %u of the persistent kernels)", length < PLACE / 2 ? length : PLACE / 2, name, line);
  else
    snprintf(out, room, "at the barrier in line %u of the persistent kernels", line);
}

//===- groups ---------------------------------------------------------------===//

static int by_place(const void *a, const void *b) {
  const place *p = a, *q = b;
  if (p->seen != q->seen)
    return q->seen - p->seen;
  if (p->late != q->late)
    return p->late - q->late;
  if (p->barrier != q->barrier)
    return p->barrier < q->barrier ? -1 : 1;
  return p->group < q->group ? -1 : p->group > q->group;
}

static bool together(const place *p, const place *q) {
  return p->seen == q->seen && p->late == q->late && p->barrier == q->barrier && p->line == q->line;
}

// "0-2, 4": of groups that stand in order.
static void list_groups(const place *p, size_t count, char *out, size_t room) {
  size_t length = 0;
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && p[end].group == p[end - 1].group + 1; ++end)
      ;
    if (length + 32 > room) {
      snprintf(out + length, room - length, ", ...");
      return;
    }
    length += (size_t)snprintf(out + length, room - length, end - i > 1 ? "%s%u-%u" : "%s%u", i ? ", " : "", p[i].group, p[end - 1].group);
  }
}

static void tell(const persistify_region *region, const place *p, size_t count) {
  char groups[LIST] = "", at[PLACE + 64] = "";
  list_groups(p, count, groups, sizeof groups);
  if (p->seen)
    describe(region, p->line, at, sizeof at);
  double most = 0;
  for (size_t i = 0; i < count; ++i)
    most = p[i].waited_ms > most ? p[i].waited_ms : most;
  const char *came = !p->seen ? "ended without a wait" : p->late ? "came later" : "waited";
  pst_trace("wait", region, -1.0, "groups", PST_TRACE_TEXT, groups, "came", PST_TRACE_TEXT, came, "at", PST_TRACE_TEXT, at, "barrier",
            PST_TRACE_COUNT, (uint64_t)p->barrier, "waited_ms", PST_TRACE_MS, most, NULL);
  if (pst_environment()->quiet)
    return;
  if (!p->seen)
    fprintf(stderr, "persistify:   group%s %s: %s\n", count > 1 ? "s" : "", groups, came);
  else if (p->late)
    fprintf(stderr, "persistify:   group%s %s: %s, %s, number %u\n", count > 1 ? "s" : "", groups, came, at, p->barrier);
  else
    fprintf(stderr, "persistify:   group%s %s: %s %.3g ms, %s, number %u\n", count > 1 ? "s" : "", groups, came, most, at, p->barrier);
}

static void take_places(const uint32_t *words, uint32_t launched, uint32_t count, uint64_t budget, double budget_ms, place *all) {
  for (uint32_t i = 0; i < count; ++i)
    all[i] = (place){.group = i};
  double most = 0;
  for (uint32_t i = 0; i < launched; ++i) {
    const uint32_t *w = words + (size_t)i * P_PLACE_WORDS, group = w[P_PLACE_GROUP] - 1, left = w[P_PLACE_LEFT];
    if (w[P_PLACE_GROUP] == 0 || group >= count)
      continue;
    place *p = &all[group];
    p->seen = true;
    p->line = w[P_PLACE_LINE];
    p->barrier = w[P_PLACE_BARRIERS];
    const double rest = left && left != UINT32_MAX ? (double)(left - 1) * P_PLACE_POLLS : (double)budget;
    p->waited_ms = rest < (double)budget ? budget_ms * (1 - rest / (double)budget) : 0;
    most = p->waited_ms > most ? p->waited_ms : most;
  }
  for (uint32_t i = 0; i < count; ++i)
    all[i].late = all[i].seen && all[i].waited_ms < most / 2;
  qsort(all, count, sizeof *all, by_place);
}

void pst_hang_tell(const persistify_region *region, pst_built *built, const pst_limits *limits, uint32_t count, double budget_ms,
                   cl_command_queue queue) {
  if (count == 0 || count > limits->groups || (pst_environment()->quiet && !pst_tracing()))
    return;
  const uint32_t *words = pst_control_places(&built->ctl, queue);
  place *all = words ? calloc(count, sizeof *all) : NULL;
  if (!all)
    return;
  take_places(words, limits->groups, count, limits->budget, budget_ms, all);
  if (!pst_environment()->quiet)
    fprintf(stderr, "persistify: %s:%u: work-groups waited for others longer than %g ms (PERSISTIFY_SPIN_MS):\n", region->file, region->line,
            budget_ms);
  int rows = 0;
  for (uint32_t i = 0, end; i < count && rows < ROWS; i = end, ++rows) {
    for (end = i + 1; end < count && together(&all[i], &all[end]); ++end)
      ;
    tell(region, &all[i], end - i);
  }
  free(all);
}
