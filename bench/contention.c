//===- contention.c - barriers between accesses; remapped and native ids ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thesis' microbenchmark: work-items load and store global memory, and a
// barrier separates the rounds. First few accesses and more and more groups, then
// many groups and more and more accesses. The same rounds without barriers
// ("other") tell what of the time is synchronisation.
//
// `lobe` runs the same rounds with the two ways to number the groups: dense numbers
// by arrival, and native ones (CONCUR'18 algorithm 1).
//
//===----------------------------------------------------------------------===//
#include "bench.h"

// Each access loads what another group stored in the round before (checked) and
// stores into an own word.
static const char work[] =
    MEASURED_KERNEL("work", "what")
    "  uint rounds = what & 0xffffu, accesses = what >> 16, all = p_get_global_size(), me = p_get_global_id();\n"
    "  uint wrong = 0;\n"
    "  for (uint round = 1; round <= rounds; ++round) {\n"
    "    volatile __global uint *now = data + (round & 1) * all, *before = data + (~round & 1) * all;\n"
    "    uint at = me;\n"
    "    for (uint i = 0; i < accesses; ++i) {\n"
    "      at += p_e.wg;\n"
    "      at = at >= all ? at - all : at;\n"
    "      wrong += (before[at] != round - 1) & (round > 1);\n"
    "      now[me] = round;\n"
    "    }\n"
    "#ifndef BARE\n"
    "    P_BARRIER();\n"
    "#endif\n"
    "  }\n"
    "  if (P_STEADY(wrong)) p_a_add(out, wrong);\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

bool build_work(session *s, const pst_protocol *p, bool bare, pst_why *why) {
  static char source[sizeof work + 32];
  snprintf(source, sizeof source, "%s%s", bare ? "#define BARE\n" : "", work);
  return measure_build(&s->m, p, source, "work", why);
}

enum { MOST_POINTS = 16, WG = 32 };
typedef struct load_point {
  uint32_t each, accesses; // groups on a compute unit
  double other_ns;
} load_point;

static bool work_run(session *s, const load_point *at, measure_barrier *r, pst_why *why) {
  uint32_t groups = at->each * s->m.device->units;
  measure_launch l = {.wg = WG, .groups = groups, .bound = groups, .bits = WORK_ACCESSES(at->accesses),
                      .rounds = at->accesses > 100 ? 8 : 32, .spin_ms = spin_ms(s, 500)};
  return measure_rounds(&s->m, &l, s->ms, s->runs, r, why);
}

static bool work_rows(session *s, const pst_protocol *p, const char *name, const load_point *points, int count,
                      pst_why *why) {
  if (time_is_up(s))
    return true;
  if (!build_work(s, p, false, why))
    return false;
  for (int i = 0; i < count && !time_is_up(s); ++i) {
    measure_barrier r;
    if (!work_run(s, &points[i], &r, why))
      return false;
    double sync = r.ns.median - points[i].other_ns;
    table_row(s, "%s,%s,%u,%u,%u,%u,%.1f,%.1f,%.1f,%.1f,%.1f,%u,%u,%s", name, p->backoff->name, WG, points[i].each, r.found,
              points[i].accesses, r.ns.median, sync > 0 ? sync : 0, points[i].other_ns, r.ns.low, r.ns.high, r.ns.runs,
              r.wrong, ended(r.abort));
    s->bad += r.wrong != 0; // a spent budget is a result
  }
  return true;
}

bool section_contention(session *s, pst_why *why) {
  static const uint32_t accesses[] = {10, 30, 100, 300, 1000};
  load_point points[MOST_POINTS];
  uint32_t fit = pst_device_groups(s->m.device, WG) / s->m.device->units, high = fit < 16 ? fit : 16;
  int count = 0;
  for (uint32_t each = 1; each <= fit; each *= s->quick ? 4 : 2)
    points[count++] = (load_point){each, 10, 0};
  for (int i = 0; i < 5; i += s->quick ? 4 : 1)
    if (accesses[i] != 10)
      points[count++] = (load_point){high ? high : 1, accesses[i], 0};
  table_begin(s, "contention",
              "barrier,backoff,wg,groups_per_unit,groups,accesses,round_ns,sync_ns,other_ns,p10_ns,p90_ns,runs,wrong,ended");
  if (!build_work(s, &s->own, true, why))
    return false;
  for (int i = 0; i < count; ++i) {
    measure_barrier r;
    if (!work_run(s, &points[i], &r, why))
      return false;
    points[i].other_ns = r.ns.median;
  }
  if (chosen(s, PST_BARRIER, NULL, "auto") && !work_rows(s, &s->own, "auto", points, count, why))
    return false;
  for (const pst_form *form = pst_barriers; form->name; ++form) {
    pst_protocol p = with_barrier(s, form);
    if (chosen(s, PST_BARRIER, s->quick ? "xf" : NULL, form->name) && !work_rows(s, &p, form->name, points, count, why))
      return false;
  }
  return true;
}

bool section_lobe(session *s, pst_why *why) {
  table_begin(s, "lobe", "discovery,wg,launched,found,discovery_us,round_ns,p10_ns,p90_ns,runs,wrong,ended");
  static const size_t sizes[] = {32, 256};
  for (int form = 0; pst_discoveries[form].name; ++form) {
    if (!chosen(s, PST_DISCOVERY, "word,lobe", pst_discoveries[form].name) || time_is_up(s))
      continue;
    pst_protocol p = with_discovery(s, &pst_discoveries[form]);
    if (!build_work(s, &p, false, why))
      return false;
    for (int k = 0; k < 2; ++k)
      for (uint32_t groups = s->m.device->units; groups <= pst_device_groups(s->m.device, sizes[k]); groups *= 4) {
        measure_launch l = {.wg = sizes[k], .groups = groups, .bound = groups};
        measure_discovery d;
        measure_barrier r;
        if (sizes[k] > s->m.limit || time_is_up(s))
          break;
        if (!measure_discoveries(&s->m, &l, s->runs, 2000, &d, why))
          return false;
        l.bits = WORK_ACCESSES(10);
        l.rounds = 32;
        l.spin_ms = spin_ms(s, 500);
        if (!measure_rounds(&s->m, &l, s->ms, s->runs, &r, why))
          return false;
        table_row(s, "%s,%zu,%u,%u,%.2f,%.1f,%.1f,%.1f,%u,%u,%s", pst_discoveries[form].name, sizes[k], groups, r.found,
                  d.median_us, r.ns.median, r.ns.low, r.ns.high, r.ns.runs, r.wrong, ended(r.abort));
        s->bad += r.wrong != 0;
      }
  }
  return true;
}
