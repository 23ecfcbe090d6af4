//===- timeline.h - what work-groups did, on a line of time -----*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TIMELINE_H
#define PERSISTIFY_TIMELINE_H

#include "base.h"

#pragma GCC visibility push(hidden)

struct pst_built;

/// A moment, in milliseconds and by the processor's counter (P_CLOCK_HOST; 0: it has none).
typedef struct pst_tick {
  double ms;
  uint64_t count;
  double gap_ms; // between the two, at most
} pst_tick;

/// Between the two the counter never shows less than at the first, nor more than at the second.
pst_tick pst_tick_first(void);
pst_tick pst_tick_last(void);

/// Where heads and rings stand in a control block (P_CTL_TRACE). In words; none: all 0.
typedef struct pst_rings {
  uint32_t heads, rings, records, end;
} pst_rings;

/// Behind so many words, for so many groups.
pst_rings pst_rings_for(uint32_t words, uint32_t groups);

/// After a launch with PERSISTIFY_TRACE: writes what its groups recorded. `first`, `last`: in front of and behind it.
void pst_timeline_tell(const persistify_region *region, struct pst_built *built, uint32_t launched, const pst_tick *first,
                       const pst_tick *last, cl_command_queue queue);

void pst_timeline_fork(void);

//===- hang.c: places in the region's text ----------------------------------===//

/// What the program calls what stands behind a barrier in this line of the persistent kernels: `FILE:LINE...`, up to the end of a line.
/// Length 0: nothing names it.
int pst_place_named(const persistify_region *region, uint32_t line, const char **name);

#pragma GCC visibility pop

#endif // PERSISTIFY_TIMELINE_H
