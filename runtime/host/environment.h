//===- environment.h - what the user has set --------------------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_ENVIRONMENT_H
#define PERSISTIFY_ENVIRONMENT_H

#include "base.h"

#pragma GCC visibility push(hidden)

//===- env.c: the environment, read once ----------------------------------===//

typedef enum pst_mode { PST_AUTO, PST_ON, PST_OFF, PST_VERIFY } pst_mode;
typedef enum pst_path { PST_ORIGINAL, PST_PERSISTENT, PST_PATHS } pst_path;
enum { PST_BUILD_COST = PST_PATHS, PST_LOAD_COST, PST_COSTS };
typedef enum pst_choice { PST_BARRIER, PST_DISCOVERY, PST_BACKOFF, PST_NUM_CHOICES } pst_choice;

typedef enum pst_opt {
#define PST_ENUM(id, name, meaning) PST_OPT_##id,
  PERSISTIFY_RUN_OPTS(PST_ENUM)
#undef PST_ENUM
} pst_opt;

// Bytes of state that nobody wrote, with PERSISTIFY_TEST_STRICT: as a number it is large and above 0, so it
// also shows in a sum of floating values and in a maximum.
enum { PST_PATTERN = 0x5a };
#define PST_UNTOUCHED (PST_PATTERN * UINT64_C(0x0101010101010101)) // a cell of them

#define PST_SLICE_BY_DEVICE UINT32_MAX

typedef struct pst_env {
  pst_mode mode;     // PERSISTIFY=auto|on|off|verify
  double verify_tol; // PERSISTIFY_VERIFY_TOL: relative, of floating point
  const char *builder; // PERSISTIFY_BUILDER: the program that builds (builder.c); "" for none
  bool builder_chosen; // by the variable
  const char *cache;   // PERSISTIFY_CACHE_DIR, or the user's (folder.c): "" for none
  bool cache_chosen;   // the former
  uint64_t cache_bytes; // PERSISTIFY_CACHE_MB: the most that is kept there, 0: no limit
  bool strict;         // PERSISTIFY_TEST_STRICT (tests): unused state is a pattern
  const char *corrupt; // PERSISTIFY_TEST_CORRUPT=NAME[:BYTE] (tests): what the persistent path gets wrong
  uint32_t slice_ms;   // PERSISTIFY_SLICE_MS: a loop comes back to the host that often; 0: when it ends
  uint32_t at[2];      // PERSISTIFY_TEST_AT=K,N (tests): at each K-th question of a loop N trips are persistent, 0: the rest; K = 0: all are, N at a time
  double costs[PST_COSTS]; // PERSISTIFY_TEST_COSTS (tests): ms that the cost gate takes for measured, -1: none
  bool stats;        // PERSISTIFY_STATS=1: a line per region at exit, build logs
  const char *stats_file; // PERSISTIFY_STATS=json:FILE: a line per entry there, null: none
  const char *trace; // PERSISTIFY_TRACE: file of trace.c, null: none
  bool quiet;        // PERSISTIFY_QUIET=1: no line when the original loop runs
  bool snapshot;     // PERSISTIFY_SNAPSHOT=on|off
  double spin_ms;    // PERSISTIFY_SPIN_MS: time budget of one wait
  uint32_t build_s;  // PERSISTIFY_BUILD_S: seconds that the device's compiler may take
  char choice[PST_NUM_CHOICES][33]; // PERSISTIFY_BARRIER, _DISCOVERY, _BACKOFF: names (forms.c)
  uint32_t groups;   // PERSISTIFY_GROUPS: work-groups launched, 0: by device
  uint32_t wg;       // PERSISTIFY_WG: work-group size of item-stride regions, 0: by device
  uint32_t start;    // PERSISTIFY_COUNTER_START: start of the barrier counters (tests)
  int backend;       // PERSISTIFY_BACKEND=c11|ptx|cl1: only this one, -1: any
  double delay;      // PERSISTIFY_DELAY: clocks per missing arrival before the first poll
  uint32_t delay0;   // PERSISTIFY_DELAY0: clocks before every first poll
  uint32_t stripes;  // PERSISTIFY_STRIPES: arrival lines of the counter and striped barriers, 0: by the number of groups
  uint32_t registers; // PERSISTIFY_REGISTERS: of a work-item, at most (NVIDIA); 0: by kind of region
  uint32_t run;      // PERSISTIFY_RUN: groups in a cluster of the tree barriers
  uint32_t no_opt;   // PERSISTIFY_NO_OPT=NAME,...: optimisations that are switched off, a bit each
  int linger;        // PERSISTIFY_LINGER: between polling and closing, -1: by device
} pst_env;

const pst_env *pst_environment(void);
bool pst_uses(pst_opt opt);
const char *pst_mode_name(void);
/// Between these numbers are read and written with a point, whatever the program's locale is.
locale_t pst_point_begin(void);
void pst_point_end(locale_t before);
double pst_now_ms(void);

#pragma GCC visibility pop

#endif // PERSISTIFY_ENVIRONMENT_H
