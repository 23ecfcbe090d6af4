//===- semaphores.c - readers and writers of one table ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In each round one group in eight is a writer, which alone adds 1 to all words of
// a table; the others are readers, which must find all words equal. For each kind
// and size of the semaphore: few accesses in the critical section and more and more
// groups, then many groups and more and more accesses (thesis, chapter 4). The
// same without a semaphore ("other") tells what of the time is waiting. A livelock
// shows as a spent budget.
//
//===----------------------------------------------------------------------===//
#include "bench.h"

static const char table[] =
    MEASURED_KERNEL("table", "what")
    "  __global uint *sem = data, *words = data + P_SEM_WORDS;\n"
    "  const uint size = data[P_SEM_WORDS - 1], length = (what >> 16) * p_e.wg, rounds = what & 0xffffu;\n"
    "  uint wrong = 0;\n"
    "  for (uint round = 0; round < rounds; ++round) {\n"
    "    uint writer = (p_get_group_id() + round) % 8 == 0, take = writer ? size : 1;\n"
    "#ifndef BARE\n"
    "    if (p_sem_enter(&p_e, sem, take, KIND))\n"
    "      return;\n"
    "#endif\n"
    "    uint first = p_a_poll(words);\n"
    "    p_wg_barrier();\n" // before any of this group writes
    "    for (uint i = p_get_local_id(); i < length; i += p_e.wg) {\n"
    "      wrong += p_a_poll(words + i) != first;\n"
    "      if (writer) words[i] = first + 1;\n"
    "    }\n"
    "#ifndef BARE\n"
    "    if (p_sem_leave(&p_e, sem, take, KIND))\n"
    "      return;\n"
    "#endif\n"
    "  }\n"
    "  if (P_STEADY(wrong)) p_a_add(out, wrong);\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

enum { WG = 32, LINE = 32, MOST_ACCESSES = 1000, WORDS = 3 * LINE + MOST_ACCESSES * WG, BARE = -1, MOST_POINTS = 16 };
typedef struct sem_point {
  uint32_t each, accesses; // groups on a compute unit; of each work-item
  double other_us;
} sem_point;

static uint32_t data[WORDS];

typedef struct sem_result {
  double us; // of a round of all groups
  uint32_t groups, wrong, abort;
} sem_result;

static bool build_table(session *s, int kind, pst_why *why) {
  static char source[sizeof table + 32];
  snprintf(source, sizeof source, "#define %s %d\n%s", kind == BARE ? "BARE" : "KIND", kind, table);
  return measure_build(&s->m, &s->own, source, "table", why);
}

static bool run_table(session *s, const sem_point *at, uint32_t size, uint32_t rounds, measure_figures *f,
                      pst_why *why) {
  uint32_t groups = at->each * s->m.device->units;
  measure_launch l = {.wg = WG, .groups = groups, .bound = groups, .rounds = rounds, .bits = at->accesses << 16,
                      .spin_ms = spin_ms(s, at->accesses > 100 ? 500 : 100)};
  memset(data, 0, sizeof data);
  data[LINE] = size;         // P_SEM_COUNT
  data[3 * LINE - 1] = size; // for the kernel
  CL(clEnqueueWriteBuffer(s->m.queue, s->m.data, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
  if (!measure_run(&s->m, &l, f, why))
    return false;
  CL(clEnqueueReadBuffer(s->m.queue, s->m.data, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
  return true;
}

// Behind a launch that ended well: the semaphore as it was, all writers' marks there.
static uint32_t check_table(const measure_figures *f, const sem_point *at, uint32_t size, uint32_t rounds) {
  uint32_t want = 0, wrong = f->wrong + (data[0] != 0) + (data[LINE] != size) + (data[2 * LINE] != 0);
  for (uint32_t g = 0; g < f->o.count; ++g)
    for (uint32_t round = 0; round < rounds; ++round)
      want += (g + round) % 8 == 0;
  for (uint32_t k = 0; k < at->accesses * WG; ++k)
    wrong += data[3 * LINE + k] != want;
  return wrong;
}

// The difference between a long and a short run; once a run takes long, it stands
// for itself.
static bool time_table(session *s, const sem_point *at, int kind, uint32_t size, sem_result *r, pst_why *why) {
  enum { LONG_US = 30000 };
  const uint32_t more = s->m.device->hosted ? 32 : 1; // of a CPU's rounds, which are short beside its start-up
  const uint32_t rounds[] = {1, 8 * more, 40 * more};
  double best[3] = {1e30, 1e30, 1e30};
  int last = 0;
  *r = (sem_result){0};
  for (int step = 0; step < 3 && !r->abort && (step == 0 || best[last] <= LONG_US); ++step) {
    last = step;
    for (int i = 0; i < (step ? 3 : 1) && !r->abort; ++i) {
      measure_figures f;
      if (!run_table(s, at, size, rounds[step], &f, why))
        return false;
      r->groups = f.o.count;
      r->abort = f.o.abort;
      if (kind != BARE && !f.o.abort)
        r->wrong += check_table(&f, at, size, rounds[step]);
      best[step] = f.us < best[step] ? f.us : best[step];
    }
  }
  r->us = r->abort ? 0 : best[last] / rounds[last];
  if (!r->abort && last == 2 && best[2] > best[1])
    r->us = (best[2] - best[1]) / (rounds[2] - rounds[1]);
  return true;
}

bool section_semaphores(session *s, pst_why *why) {
  static const char *const kinds[] = {"spin", "exp", "priority"};
  static const uint32_t sizes[] = {1, 10, 120}, accesses[] = {10, 100, 1000};
  sem_point points[MOST_POINTS];
  uint32_t fit = pst_device_groups(s->m.device, WG) / s->m.device->units, high = fit < 16 ? fit : 16;
  int count = 0;
  for (uint32_t each = 1; each <= fit; each *= s->quick ? 4 : 2)
    points[count++] = (sem_point){each, 10, 0};
  for (int i = 1; i < (s->quick ? 2 : 3); ++i)
    points[count++] = (sem_point){high ? high : 1, accesses[i], 0};
  table_begin(s, "semaphores", "kind,size,wg,groups_per_unit,groups,accesses,round_us,sync_us,other_us,wrong,ended");
  sem_result r;
  if (!build_table(s, BARE, why))
    return false;
  for (int i = 0; i < count; ++i) {
    if (!time_table(s, &points[i], BARE, 1, &r, why))
      return false;
    points[i].other_us = r.us;
  }
  for (int kind = 0; kind < 3 && !time_is_up(s); ++kind) {
    if (!build_table(s, kind, why))
      return false;
    for (int z = 0; z < 3; ++z)
      for (int i = 0; i < count && !time_is_up(s); ++i) {
        if (!time_table(s, &points[i], kind, sizes[z], &r, why))
          return false;
        double sync = r.us - points[i].other_us;
        table_row(s, "%s,%u,%u,%u,%u,%u,%.2f,%.2f,%.2f,%u,%s", kinds[kind], sizes[z], WG, points[i].each, r.groups,
                  points[i].accesses, r.us, sync > 0 ? sync : 0, points[i].other_us, r.wrong, ended(r.abort));
        // A spent budget is a result on a GPU, and where it was asked for.
        s->bad += r.wrong != 0 || (s->m.device->hosted && s->m.spin_ms == 0 && r.abort != 0);
      }
  }
  return true;
}
