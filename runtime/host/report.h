//===- report.h - statistics, the timeline, who waited for whom -*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_REPORT_H
#define PERSISTIFY_REPORT_H

#include "build.h"

#pragma GCC visibility push(hidden)

//===- stats.c ------------------------------------------------------------===//

typedef struct pst_stats {
  const persistify_region *region;
  unsigned long entries, persistent, fallback, barriers;
  unsigned long retries; // launches given up for one with more of what it lacked
  unsigned groups, launched; // that took part; that were started
  size_t wg;
  const char *backend, *barrier, *discovery; // used last
  uint32_t registers;
  bool loaded;
  double build_ms, run_ms;
  double region_ms, learn_ms; // in all entries; for trying how long loading takes
  double longest_ms;          // of the persistent ones
  const char *path;           // of the last entry
  const char *device;
  char reason[256];
  struct pst_stats *next;
} pst_stats;

pst_stats *pst_stats_of(const persistify_region *region);
/// Counts an entry, and returns which it is, from 1.
unsigned long pst_stats_entered(pst_stats *all);
/// Adds what one entry left in statistics of its own.
void pst_stats_add(pst_stats *all, const pst_stats *one);
/// A persistent entry took that long.
void pst_stats_ran(pst_stats *all, double ms);
/// The longest of these, 0: none.
double pst_stats_longest(const pst_stats *all);
/// Whether times of all entries are wanted.
bool pst_stats_wanted(void);

//===- json.c --------------------------------------------------------------===//

/// A JSON string; bytes that are no UTF-8 become U+FFFD. `text` ends with a zero at `size` or behind.
void pst_json_text(FILE *f, const char *text, size_t size);
/// A number from 0 with three digits behind the point.
void pst_json_thousandths(FILE *f, double value);

/// A file that other processes may append to as well.
typedef struct pst_sink {
  const char *variable; // that names it
  int file, said;       // atomic; -1: not opened
  uint64_t device, inode; // atomic: of the file behind the number, which the program may close and give to another
} pst_sink;

/// A line, in one write. What goes wrong is said once; the program does not depend on it, and the next line is tried
/// again. `head`: first line of a new file.
void pst_append(pst_sink *sink, const char *path, const char *head, const char *text, size_t length);

//===- trace.c -------------------------------------------------------------===//

typedef enum pst_trace_kind {
  PST_TRACE_TEXT,  // const char *
  PST_TRACE_COUNT, // uint64_t
  PST_TRACE_MS     // double; below 0: not known
} pst_trace_kind;

/// PERSISTIFY_TRACE is set.
bool pst_tracing(void);
/// What began then and ends now; below 0: it has no length. Then (name, kind, value)..., and a null pointer.
void pst_trace(const char *name, const persistify_region *region, double from_ms, ...);
/// Events that are written already, each a line.
void pst_trace_lines(const char *text, size_t length);

//===- stats.c: entries ----------------------------------------------------===//

/// One entry of a region, for PERSISTIFY_STATS=json:FILE.
typedef struct pst_record {
  unsigned long entry; // of this region in this process, from 1
  bool persistent;
  unsigned groups, launched;
  size_t wg;
  const char *backend, *barrier, *discovery;
  uint32_t registers;
  bool loaded;
  unsigned long retries, barriers;
  double build_ms, run_ms, learn_ms;
  double region_ms; // below 0: not known
  const char *device;
  char reason[256];
} pst_record;

/// Adds what one entry left in statistics of its own.
void pst_record_add(pst_record *record, const pst_stats *one);
void pst_record_write(const pst_record *record, const persistify_region *region);

//===- hang.c: who waited for whom ----------------------------------------===//

/// After a launch that was given up as a wait had spent its budget: says on stderr (but for PERSISTIFY_QUIET) and in the
/// timeline where each of `count` groups was then, and who came last.
void pst_hang_tell(const persistify_region *region, pst_built *built, const pst_limits *limits, uint32_t count, double budget_ms,
                   cl_command_queue queue);

#pragma GCC visibility pop

#endif // PERSISTIFY_REPORT_H
