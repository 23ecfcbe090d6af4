//===- forms.c - every form of the barrier: time, data, atomics -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "bench.h"

//===- time -------------------------------------------------------------------===//

bool barrier_rows(session *s, const pst_protocol *p, const char *library, const char *name, const char *second,
                  pst_why *why) {
  static const size_t sizes[] = {32, 128, 256, 512, 1024};
  // As regions are built (builds.c): without what watches four counters where there cannot be so many groups.
  pst_protocol few = *p;
  few.few = UINT32_MAX;
  const pst_protocol *built = &few;
  if (time_is_up(s))
    return true;
  if (!measure_build_on(&s->m, &few, library, NULL, NULL, why))
    return false;
  for (int i = 0; i < 5 && sizes[i] <= s->m.limit; i += s->quick ? 2 : 1) {
    uint32_t most = pst_device_groups(s->m.device, sizes[i]);
    for (uint32_t groups = s->m.device->units; groups <= most; groups *= 2) {
      measure_barrier r;
      const pst_protocol *now = groups > p->few ? p : &few;
      if (time_is_up(s))
        return true;
      if (now != built && !measure_build_on(&s->m, built = now, library, NULL, NULL, why))
        return false;
      if (!measure_barriers(&s->m, sizes[i], groups, s->ms, s->runs, &r, why))
        return false;
      table_row(s, "%s,%s,%zu,%u,%u,%.1f,%.1f,%.1f,%u,%u,%s", name, second, sizes[i], groups, r.found,
                r.ns.median, r.ns.low, r.ns.high, r.ns.runs, r.wrong, ended(r.abort));
      s->bad += r.wrong != 0 || r.abort != 0;
    }
  }
  return true;
}

bool section_barriers(session *s, pst_why *why) {
  const char *usual = s->quick ? "auto,counter,tree" : NULL;
  table_begin(s, "barriers", "barrier,backoff,wg,groups,found,ns,p10_ns,p90_ns,runs,wrong,ended");
  if (chosen(s, PST_BARRIER, usual, "auto") &&
      !barrier_rows(s, &s->own, persistify_device_text, "auto", s->own.backoff->name, why))
    return false;
  for (const pst_form *form = pst_barriers; form->name; ++form)
    for (const pst_form *backoff = pst_backoffs; backoff->name; ++backoff) {
      pst_protocol p = with_barrier(s, form);
      p.backoff = backoff;
      if (chosen(s, PST_BARRIER, usual, form->name) &&
          chosen(s, PST_BACKOFF, s->quick ? "count" : NULL, backoff->name) &&
          !barrier_rows(s, &p, persistify_device_text, form->name, backoff->name, why))
        return false;
    }
  return true;
}

//===- data between all kinds of work-items ---------------------------------===//

// OOPSLA'16 section 4.3: the four pairs of work-items that a barrier must
// synchronise. Everything is computed for all items and masked, because PoCL
// does not keep branches of single items beside barriers.
static const char payload[] =
    MEASURED_KERNEL("pairs", "rounds")
    "  uint n = p_get_num_groups(), g = p_get_group_id(), l = p_get_local_id(), wg = p_e.wg, me = g * wg + l;\n"
    "  uint all = n * wg, master = g == 0, slaves = max(n - 1, 1u), w0 = 0, w1 = 0, w2 = 0, w3 = 0;\n"
    "  uint c1 = 0, c2 = 0, c3 = 0;\n"
    "  for (uint round = 1; round <= rounds; ++round) {\n"
    "    __global uint *now = data + (round & 1) * all;\n"
    "    now[me] = round * 65599u + me;\n"
    "    P_BARRIER();\n"
    "    uint base = round * 65599u, at = g * wg + (l + 1) % wg, on;\n"
    "    w0 += now[at] != base + at;\n"
    "    on = master & (n > 1);\n"                               // from a slave to the master
    "    at = (n > 1 ? 1 + round % slaves : 0) * wg + l;\n"
    "    w1 += on & (now[at] != base + at); c1 += on;\n"
    "    on = !master;\n"                                        // from the master to a slave
    "    w2 += on & (now[l] != base + l); c2 += on;\n"
    "    on = !master & (n > 2);\n"                              // from a slave to another one
    "    uint step = n > 2 ? 1 + round % (n - 2) : 0;\n"
    "    at = (n > 1 ? 1 + (g + n - 2 + step) % slaves : 0) * wg + l;\n"
    "    w3 += on & (now[at] != base + at); c3 += on;\n"
    "  }\n"
    "  p_a_add(out + 0, w0); p_a_add(out + 1, w1); p_a_add(out + 2, w2); p_a_add(out + 3, w3);\n"
    "  p_a_add(out + 4, rounds); p_a_add(out + 5, c1); p_a_add(out + 6, c2); p_a_add(out + 7, c3);\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

static bool payload_rows(session *s, const pst_protocol *p, const char *name, pst_why *why) {
  static const char *const pairs[] = {"same group", "slave to master", "master to slave", "slave to slave"};
  if (time_is_up(s))
    return true;
  if (!measure_build(&s->m, p, payload, "pairs", why))
    return false;
  size_t wg = s->m.limit < 64 ? s->m.limit : 64;
  uint32_t most = pst_device_groups(s->m.device, wg);
  for (uint32_t groups = s->m.device->units; groups <= most; groups *= 4) {
    measure_launch l = {.wg = wg, .groups = groups, .bound = groups, .rounds = s->quick ? 100 : 1000};
    measure_figures f;
    uint32_t out[8] = {0};
    if (time_is_up(s))
      return true;
    CL(clEnqueueWriteBuffer(s->m.queue, s->m.out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    if (!measure_run(&s->m, &l, &f, why))
      return false;
    CL(clEnqueueReadBuffer(s->m.queue, s->m.out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < 4; ++i) {
      table_row(s, "%s,%s,%zu,%u,%s,%u,%u,%s", name, p->backoff->name, wg, f.o.count, pairs[i], out[4 + i], out[i],
                ended(f.o.abort));
      s->bad += out[i] != 0 || f.o.abort != 0;
    }
  }
  return true;
}

bool section_payload(session *s, pst_why *why) {
  table_begin(s, "payload", "barrier,backoff,wg,groups,pair,checks,wrong,ended");
  if (chosen(s, PST_BARRIER, NULL, "auto") && !payload_rows(s, &s->own, "auto", why))
    return false;
  for (const pst_form *form = pst_barriers; form->name; ++form) {
    pst_protocol p = with_barrier(s, form);
    if (chosen(s, PST_BARRIER, NULL, form->name) && !payload_rows(s, &p, form->name, why))
      return false;
  }
  return true;
}

//===- atomics ----------------------------------------------------------------===//

// Each atomic also counts itself, in a word as far behind its own as the control
// block is long; polls count once more as far again. The macros stand between the
// back ends and the first part of the library that uses them.
enum { SHADOW = 1 << 18 }; // words
static const char tally[] =
    "P_FN void p_tally(__global uint *p, uint n) { atomic_inc((volatile __global uint *)p + n * 262144); }\n"
    "#define p_a_add(p, n) (p_tally((p), 1), p_a_add((p), (n)))\n"
    "#define p_a_or(p, n) (p_tally((p), 1), p_a_or((p), (n)))\n"
    "#define p_a_max(p, n) (p_tally((p), 1), p_a_max((p), (n)))\n"
    "#define p_a_swap(p, old, n) (p_tally((p), 1), p_a_swap((p), (old), (n)))\n"
    "#define p_a_put(p, n) (p_tally((p), 1), p_a_put((p), (n)))\n"
    "#define p_a_arrive(p, n) (p_tally((p), 1), p_a_arrive((p), (n)))\n"
    "#define p_a_set(p, n) (p_tally((p), 1), p_a_set((p), (n)))\n"
    "#define p_a_poll(p) (p_tally((p), 2), p_a_poll((p)))\n";
static const char barriers_only[] =
    MEASURED_KERNEL("barriers_only", "rounds")
    "  for (uint round = 0; round < rounds; ++round)\n"
    "    P_BARRIER();\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

// Atomics and polls of one launch, of the words that barriers use.
static bool count_atomics(session *s, const measure_launch *l, double sums[2], measure_figures *f, pst_why *why) {
  static uint32_t words[3 * SHADOW];
  memset(words, 0, sizeof words);
  CL(clEnqueueWriteBuffer(s->m.queue, s->m.ctl.mem, CL_TRUE, 0, sizeof words, words, 0, NULL, NULL));
  if (!measure_run(&s->m, l, f, why))
    return false;
  CL(clEnqueueReadBuffer(s->m.queue, s->m.ctl.mem, CL_TRUE, 0, sizeof words, words, 0, NULL, NULL));
  for (int k = 0; k < 2; ++k) {
    const uint32_t *counts = words + (k + 1) * SHADOW;
    sums[k] = counts[P_CTL_COUNTER];
    for (uint32_t i = P_CTL_AREA; i < SHADOW; ++i)
      sums[k] += counts[i];
  }
  return true;
}

bool section_atomics(session *s, pst_why *why) {
  const splice in_front_of_waits = {"//===- wait.cl", tally};
  char *library = spliced_library(&in_front_of_waits, 1);
  pst_control old = s->m.ctl;
  cl_int status;
  // As long as no launch needs, so that it stays.
  s->m.ctl = (pst_control){.room = SHADOW, .bytes = malloc(SHADOW * sizeof(uint32_t))};
  s->m.ctl.words = (uint32_t *)(void *)s->m.ctl.bytes;
  s->m.ctl.whole = s->m.ctl.mem =
      clCreateBuffer(s->m.context, CL_MEM_READ_WRITE, 3 * SHADOW * sizeof(uint32_t), NULL, &status);
  CHECK(s->m.ctl.words && s->m.ctl.mem && clRetainMemObject(s->m.ctl.mem) == CL_SUCCESS);
  table_begin(s, "atomics", "barrier,backoff,wg,groups,atomics,polls,ended");
  bool good = true;
  for (const pst_form *form = pst_barriers; good && form->name; ++form) {
    pst_protocol p = with_barrier(s, form);
    if (!chosen(s, PST_BARRIER, NULL, form->name) || time_is_up(s))
      continue;
    good = measure_build_on(&s->m, &p, library, barriers_only, "barriers_only", why);
    size_t wg = s->m.limit < 32 ? s->m.limit : 32;
    uint32_t most = pst_device_groups(s->m.device, wg);
    for (uint32_t groups = s->m.device->units; good && groups <= most && !time_is_up(s); groups *= 4) {
      measure_launch few = {.wg = wg, .groups = groups, .bound = groups, .rounds = 10}, many = few;
      double less[2], more[2];
      measure_figures f = {0};
      many.rounds = s->quick ? 60 : 110;
      CHECK(pst_protocol_words(&p, groups, groups / 2 + s->m.device->units) <= SHADOW);
      // The difference, because some forms prepare themselves; polls vary too much for that.
      good = count_atomics(s, &few, less, &f, why) && f.o.abort == 0 && count_atomics(s, &many, more, &f, why);
      if (good)
        table_row(s, "%s,%s,%zu,%u,%.2f,%.1f,%s", form->name, p.backoff->name, wg, f.o.count,
                  (more[0] - less[0]) / (many.rounds - few.rounds), more[1] / many.rounds, ended(f.o.abort));
      s->bad += f.o.abort != 0;
    }
  }
  pst_control_free(&s->m.ctl);
  s->m.ctl = old;
  free(library);
  return good;
}
