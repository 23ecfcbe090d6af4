//===- litmus.c - weak outcomes between work-groups -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table of what runtime/probe/litmus.c tests.
//
//===----------------------------------------------------------------------===//
#include "bench.h"

bool section_litmus(session *s, pst_why *why) {
  table_begin(s, "litmus", "test,fence,weak_outcome,instances,weak,per_100000");
  for (int i = 0; i < MEASURE_LITMUS * MEASURE_FENCES && !time_is_up(s); ++i) {
    measure_litmus r;
    if (!measure_litmus_test(&s->m, i / MEASURE_FENCES, i % MEASURE_FENCES, s->quick ? 50 : 1000, &r, why))
      return false;
    table_row(s, "%s,%s,%s,%.0f,%.0f,%.1f", r.test, r.fence, r.weak_outcome, r.instances, r.weak,
              measure_per_100000(&r));
  }
  return true;
}
