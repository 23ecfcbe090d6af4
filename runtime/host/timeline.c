//===- timeline.c - what work-groups did, on a line of time -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With PERSISTIFY_TRACE the persistent kernels record when each work-group came to a barrier and when it left it
// (timeline.cl). After the launch the records become events of the timeline: for each group a track of phases and barriers, and
// a track that says for each barrier who came first and who last.
//
// A device's clock is not the host's. What a group recorded lies between the moments in front of and behind the launch, which
// the host knows; with the processor's own counter the host reads that at these moments, too, and both ends are known.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  RECORDS = 128,           // of a group, at most
  LEAST_RECORDS = 8,
  MOST_WORDS = 1 << 22,    // of all rings: 16 MiB
  SHOWN = 32,              // groups with a track of their own
  LANES = 1024,            // loops, by device
  LANE_TRACKS = 1 << 16,   // more than there are groups
  FIRST_TRACK = 1 << 30,   // more than any number of a thread
  NAMES = 64,
  NAME_BYTES = 100
};

//===- rings ------------------------------------------------------------------===//

pst_rings pst_rings_for(uint32_t words, uint32_t groups) {
  if (!pst_tracing())
    return (pst_rings){0};
  pst_rings r = {.records = RECORDS};
  while (r.records > LEAST_RECORDS && (uint64_t)groups * r.records * P_RECORD_WORDS > MOST_WORDS)
    r.records /= 2;
  r.heads = (words + P_LINE - 1) / P_LINE * P_LINE;
  r.rings = (r.heads + groups * P_HEAD_WORDS + P_LINE - 1) / P_LINE * P_LINE;
  r.end = r.rings + groups * r.records * P_RECORD_WORDS;
  return r;
}

//===- clocks -----------------------------------------------------------------===//

static uint64_t counter(void) {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t now;
  __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(now) : : "memory");
  return now;
#else
  return 0;
#endif
}

pst_tick pst_tick_first(void) {
  pst_tick t = {.ms = pst_now_ms()};
  t.count = counter();
  t.gap_ms = pst_tracing() ? pst_now_ms() - t.ms : 0;
  return t;
}

pst_tick pst_tick_last(void) {
  const double before = pst_now_ms();
  pst_tick t = {.count = counter()};
  t.ms = pst_now_ms();
  t.gap_ms = t.ms - before;
  return t;
}

// From the device's clock to nanoseconds of the host's.
typedef struct scale {
  uint64_t base;
  double at, each; // ns
  const char *clock;
  double within_ms; // how far off it may be, below 0: not known
} scale;

static uint64_t ns_of(const scale *s, uint64_t count) {
  const double rest = count > s->base ? (double)(count - s->base) * s->each : 0;
  return (uint64_t)(s->at + 0.5) + (uint64_t)(rest + 0.5);
}

// `from` and `to`: the least and the greatest time that was recorded.
static scale fit(uint32_t clock, uint64_t from, uint64_t to, const pst_tick *first, const pst_tick *last) {
  const double window = (last->ms - first->ms) * 1e6, length = (double)(to - from);
  if (clock == P_CLOCK_HOST && first->count && first->count <= from && to <= last->count)
    return (scale){.base = first->count, .at = first->ms * 1e6, .each = window / (double)(last->count - first->count),
                   .clock = "the processor's", .within_ms = first->gap_ms > last->gap_ms ? first->gap_ms : last->gap_ms};
  if (clock == P_CLOCK_NS && length <= window) {
    const double slack = (window - length) / 2;
    return (scale){.base = from, .at = first->ms * 1e6 + slack, .each = 1, .clock = "the device's", .within_ms = slack / 1e6};
  }
  // Nothing but the order is known: all of the launch's time.
  return (scale){.base = from, .at = first->ms * 1e6, .each = length > 0 ? window / length : 0, .clock = "the device's, stretched",
                 .within_ms = -1};
}

//===- what was recorded ------------------------------------------------------===//

typedef struct track {
  uint32_t group, count, kept; // records: all, those that are there
  const uint32_t *head, *ring;
} track;

typedef struct story {
  const persistify_region *region;
  track *tracks; // by number of the group
  uint32_t groups, records, tid;
  scale scale;
  struct {
    uint32_t line;
    int length;
    const char *text;
  } names[NAMES];
  uint32_t num_names;
  FILE *out;
} story;

static uint64_t time_at(const uint32_t *words) { return (uint64_t)words[1] << 32 | words[0]; }

static const uint32_t *record(const story *s, const track *t, uint32_t i) {
  return t->ring + ((t->count - t->kept + i) & (s->records - 1)) * P_RECORD_WORDS;
}

static int by_group(const void *a, const void *b) {
  const track *p = a, *q = b;
  return p->group < q->group ? -1 : p->group > q->group;
}

// The groups that took part, of those that were launched. False: no memory.
static bool take_tracks(story *s, const pst_control *c, uint32_t launched) {
  const uint32_t *heads = c->words + c->trace.heads, *rings = c->words + c->trace.rings;
  s->records = c->trace.records;
  s->tracks = calloc(launched, sizeof *s->tracks);
  for (uint32_t i = 0; s->tracks && i < launched; ++i) {
    const uint32_t *head = heads + (size_t)i * P_HEAD_WORDS, count = head[P_HEAD_COUNT];
    if (head[P_HEAD_GROUP] != 0)
      s->tracks[s->groups++] = (track){.group = head[P_HEAD_GROUP] - 1, .count = count, .kept = count < s->records ? count : s->records,
                                       .head = head, .ring = rings + (size_t)i * s->records * P_RECORD_WORDS};
  }
  if (s->groups)
    qsort(s->tracks, s->groups, sizeof *s->tracks, by_group);
  return s->tracks != NULL;
}

static void widen(uint64_t range[2], uint64_t time) {
  range[0] = time < range[0] ? time : range[0];
  range[1] = time > range[1] ? time : range[1];
}

static void find_range(const story *s, uint64_t range[2]) {
  range[0] = UINT64_MAX;
  range[1] = 0;
  for (uint32_t g = 0; g < s->groups; ++g) {
    const track *t = &s->tracks[g];
    widen(range, time_at(t->head + P_HEAD_CAME));
    widen(range, time_at(t->head + P_HEAD_JOINED));
    if (time_at(t->head + P_HEAD_END))
      widen(range, time_at(t->head + P_HEAD_END));
    for (uint32_t i = 0; i < t->kept; ++i) {
      widen(range, time_at(record(s, t, i) + P_RECORD_ARRIVED));
      widen(range, time_at(record(s, t, i) + P_RECORD_LEFT));
    }
  }
}

//===- events -----------------------------------------------------------------===//

static int name_of(story *s, uint32_t line, const char **text) {
  for (uint32_t i = 0; i < s->num_names; ++i)
    if (s->names[i].line == line) {
      *text = s->names[i].text;
      return s->names[i].length;
    }
  int length = line ? pst_place_named(s->region, line, text) : 0;
  if (length == 0) {
    *text = line ? "after a barrier" : "begin";
    length = (int)strlen(*text);
  }
  length = length < NAME_BYTES ? length : NAME_BYTES;
  if (s->num_names < NAMES) {
    s->names[s->num_names].line = line;
    s->names[s->num_names].length = length;
    s->names[s->num_names++].text = *text;
  }
  return length;
}

static void put_us(FILE *f, const char *name, uint64_t ns) {
  fprintf(f, ",\"%s\":%llu.%03llu", name, (unsigned long long)(ns / 1000), (unsigned long long)(ns % 1000));
}

// Up to its arguments.
static void begin_span(const story *s, uint32_t tid, const char *name, int length, const char *kind, uint64_t from, uint64_t to) {
  fputs("{\"name\":", s->out);
  pst_json_text(s->out, name, (size_t)length);
  fprintf(s->out, ",\"cat\":\"persistify,%s\",\"ph\":\"X\",\"pid\":%ld,\"tid\":%lu", kind, (long)getpid(), (unsigned long)tid);
  put_us(s->out, "ts", from);
  put_us(s->out, "dur", to > from ? to - from : 0);
  fputs(",\"args\":{", s->out);
}
static void end_span(const story *s) { fputs("}},\n", s->out); }

static void put_at(story *s, uint32_t line) {
  const char *name;
  const int length = name_of(s, line, &name);
  fputs(",\"at\":", s->out);
  pst_json_text(s->out, name, (size_t)length);
}

static void phase(story *s, const track *t, uint32_t line, uint32_t after, uint64_t from, uint64_t to) {
  const char *name;
  const int length = name_of(s, line, &name);
  begin_span(s, s->tid + 1 + t->group, name, length, "phase", from, to);
  fprintf(s->out, "\"after\":%u", after);
  end_span(s);
}

static void tell_track(story *s, const track *t) {
  const uint32_t tid = s->tid + 1 + t->group;
  uint64_t left = ns_of(&s->scale, time_at(t->head + P_HEAD_JOINED));
  begin_span(s, tid, "joining", 7, "joining", ns_of(&s->scale, time_at(t->head + P_HEAD_CAME)), left);
  fprintf(s->out, "\"left_out\":%u", t->count - t->kept);
  end_span(s);
  uint32_t line = 0, after = 0;
  for (uint32_t i = 0; i < t->kept; ++i) {
    const uint32_t *r = record(s, t, i);
    const uint64_t arrived = ns_of(&s->scale, time_at(r + P_RECORD_ARRIVED));
    if (i || t->kept == t->count) // else it began at a barrier that is left out
      phase(s, t, line, after, left, arrived);
    line = r[P_RECORD_LINE];
    after = r[P_RECORD_NUMBER];
    left = ns_of(&s->scale, time_at(r + P_RECORD_LEFT));
    begin_span(s, tid, "barrier", 7, "barrier", arrived, left);
    fprintf(s->out, "\"number\":%u", after);
    put_at(s, line);
    if (r[P_RECORD_GONE])
      fputs(",\"given_up\":true", s->out);
    end_span(s);
  }
  if (time_at(t->head + P_HEAD_END))
    phase(s, t, line, after, left, ns_of(&s->scale, time_at(t->head + P_HEAD_END)));
}

// Of each barrier that all groups still have: from the first arrival to the last, which those of the next one cannot come before.
static void tell_barriers(story *s) {
  uint32_t low = 0, high = UINT32_MAX;
  for (uint32_t g = 0; g < s->groups; ++g) {
    const track *t = &s->tracks[g];
    const uint32_t first = t->kept ? record(s, t, 0)[P_RECORD_NUMBER] : UINT32_MAX;
    const uint32_t last = t->kept ? record(s, t, t->kept - 1)[P_RECORD_NUMBER] : 0;
    low = first > low ? first : low;
    high = last < high ? last : high;
  }
  for (uint32_t n = low; n <= high && n != UINT32_MAX; ++n) {
    uint64_t range[2] = {UINT64_MAX, 0}, last_left = 0, waited = 0;
    uint32_t first = 0, last = 0, line = 0;
    bool whole = true;
    for (uint32_t g = 0; g < s->groups && whole; ++g) {
      const track *t = &s->tracks[g];
      const uint32_t i = n - record(s, t, 0)[P_RECORD_NUMBER], *r = record(s, t, i < t->kept ? i : 0);
      whole = r[P_RECORD_NUMBER] == n && !r[P_RECORD_GONE];
      const uint64_t arrived = ns_of(&s->scale, time_at(r + P_RECORD_ARRIVED)), left = ns_of(&s->scale, time_at(r + P_RECORD_LEFT));
      first = arrived < range[0] ? t->group : first;
      last = g == 0 || arrived > range[1] ? t->group : last;
      widen(range, arrived);
      last_left = left > last_left ? left : last_left;
      waited += left > arrived ? left - arrived : 0;
      line = r[P_RECORD_LINE];
    }
    if (!whole)
      continue;
    char name[40];
    begin_span(s, s->tid, name, snprintf(name, sizeof name, "waiting for group %u", last), "barriers", range[0], range[1]);
    fprintf(s->out, "\"number\":%u", n);
    put_at(s, line);
    fprintf(s->out, ",\"first\":%u,\"last\":%u", first, last);
    put_us(s->out, "release_us", last_left > range[1] ? last_left - range[1] : 0);
    put_us(s->out, "waited_us", waited / s->groups);
    end_span(s);
  }
}

//===- tracks -----------------------------------------------------------------===//

// The tracks of a loop on a device, whose launches come one after the other. Kept, as each track is named once.
typedef struct lane {
  const persistify_region *region;
  const pst_device *device;
  char name[200];
  uint32_t tid; // of what concerns all groups; behind it those of the groups
  unsigned char named[(LANE_TRACKS + 7) / 8];
  struct lane *next;
} lane;

static lane *lanes; // with the library's lock held; never less
static uint32_t num_lanes;

void pst_timeline_fork(void) {
  lanes = NULL; // the child has another number, and its own tracks
  num_lanes = 0;
}

static lane *lane_of(const persistify_region *region, const pst_device *device) {
  char name[sizeof lanes->name];
  snprintf(name, sizeof name, "%.150s:%u", region->file, region->line);
  pst_lock();
  lane *l = lanes;
  bool again = false; // on another device
  while (l && !(l->region == region && l->device == device && strncmp(l->name, name, strlen(name)) == 0)) {
    again |= strcmp(l->name, name) == 0;
    l = l->next;
  }
  if (!l && num_lanes < LANES && (l = calloc(1, sizeof *l))) {
    l->region = region;
    l->device = device;
    snprintf(l->name, sizeof l->name, again ? "%s on %.40s" : "%s", name, device->name);
    l->tid = FIRST_TRACK + num_lanes++ * LANE_TRACKS;
    l->next = lanes;
    lanes = l;
  }
  pst_unlock();
  return l;
}

static void put_meta(FILE *f, const char *what, uint32_t tid) {
  fprintf(f, "{\"name\":\"%s\",\"cat\":\"persistify\",\"ph\":\"M\",\"pid\":%ld,\"tid\":%lu,\"args\":{", what, (long)getpid(),
          (unsigned long)tid);
}

static void end_meta(FILE *f) { fputs("}},\n", f); }

// With the device's turn, as all that changes a lane. `track`: 0 for all groups, or a group's number plus 1.
static void name_track(lane *l, uint32_t track, FILE *f) {
  if (l->named[track / 8] >> track % 8 & 1)
    return;
  l->named[track / 8] |= (unsigned char)(1u << track % 8);
  char name[sizeof l->name + 40];
  if (track)
    snprintf(name, sizeof name, "group %u of %s", track - 1, l->name);
  else
    snprintf(name, sizeof name, "barriers of %s", l->name);
  if (track == 0 && l->tid == FIRST_TRACK) {
    put_meta(f, "process_name", l->tid);
    fputs("\"name\":", f);
    pst_json_text(f, program_invocation_short_name, strlen(program_invocation_short_name));
    end_meta(f);
  }
  put_meta(f, "thread_name", l->tid + track);
  fputs("\"name\":", f);
  pst_json_text(f, name, strlen(name));
  end_meta(f);
  put_meta(f, "thread_sort_index", l->tid + track);
  fprintf(f, "\"sort_index\":%lu", (unsigned long)l->tid + track);
  end_meta(f);
}

// A track's lines, in one write. `which`: 0 for all groups, or one of the tracks, from 1.
static void write_track(story *s, lane *l, uint32_t which) {
  char *text = NULL;
  size_t length = 0;
  if (!(s->out = open_memstream(&text, &length)))
    return;
  const track *t = which ? &s->tracks[which - 1] : NULL;
  name_track(l, t ? t->group + 1 : 0, s->out);
  if (t)
    tell_track(s, t);
  else
    tell_barriers(s);
  const bool whole = !ferror(s->out);
  if (fclose(s->out) == 0 && whole && length)
    pst_trace_lines(text, length);
  free(text);
}

static void tell(story *s, const pst_device *device, const pst_tick *first, const pst_tick *last) {
  const uint32_t clock = s->tracks[0].head[P_HEAD_CLOCK];
  if (clock == P_CLOCK_NONE) {
    pst_trace("work-groups", s->region, -1.0, "clock", PST_TRACE_TEXT, "none that all groups of this device share", "groups",
              PST_TRACE_COUNT, (uint64_t)s->groups, NULL);
    return;
  }
  uint64_t range[2];
  find_range(s, range);
  s->scale = fit(clock, range[0], range[1], first, last);
  uint32_t kept = 0, all = 0;
  for (uint32_t g = 0; g < s->groups; ++g) {
    kept = s->tracks[g].kept > kept ? s->tracks[g].kept : kept;
    all = s->tracks[g].count > all ? s->tracks[g].count : all;
  }
  const uint32_t shown = s->groups < SHOWN ? s->groups : SHOWN;
  pst_trace("work-groups", s->region, -1.0, "clock", PST_TRACE_TEXT, s->scale.clock, "within_ms", PST_TRACE_MS, s->scale.within_ms,
            "groups", PST_TRACE_COUNT, (uint64_t)s->groups, "shown", PST_TRACE_COUNT, (uint64_t)shown, "barriers", PST_TRACE_COUNT,
            (uint64_t)kept, "left_out", PST_TRACE_COUNT, (uint64_t)(all - kept), NULL);
  lane *l = lane_of(s->region, device);
  if (!l)
    return;
  s->tid = l->tid;
  write_track(s, l, 0);
  for (uint32_t i = 0; i < shown; ++i)
    write_track(s, l, 1 + (uint32_t)((uint64_t)i * s->groups / shown));
}

void pst_timeline_tell(const persistify_region *region, struct pst_built *built, uint32_t launched, const pst_tick *first,
                       const pst_tick *last, cl_command_queue queue) {
  if (!pst_tracing() || launched >= LANE_TRACKS || !pst_control_rings(&built->ctl, launched, queue))
    return;
  story s = {.region = region};
  if (take_tracks(&s, &built->ctl, launched) && s.groups)
    tell(&s, built->device, first, last);
  free(s.tracks);
}
