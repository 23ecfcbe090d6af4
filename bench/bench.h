//===- bench.h - what the runtime's benchmarks share ------------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One program, a function for each section. A section prints a table while it
// runs and writes it to FOLDER/SECTION.csv. Every wait on the device has a budget,
// and a section stops when its time is up.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_BENCH_H
#define PERSISTIFY_BENCH_H

#include "harness.h"

#include "measure.h"

typedef struct session {
  bench b;
  measure m;
  pst_protocol own;                  // the runtime's choice
  const char *names[PST_NUM_CHOICES]; // --barriers, --discoveries, --backoffs
  const char *folder;
  double ms;      // about the time of one run of barriers
  double end_ms;  // when the section's time is up
  bool told;      // that it is
  int runs;       // samples of a row
  bool quick;
  int bad;        // rows with wrong data or another failure
  FILE *csv;
  int widths[24]; // of the table's columns
} session;

/// False with a reason: the section could not run.
typedef bool (*section_fn)(session *s, pst_why *why);
bool section_recall(session *s, pst_why *why);
bool section_span(session *s, pst_why *why);
bool section_sizes(session *s, pst_why *why);
bool section_delay(session *s, pst_why *why);
bool section_barriers(session *s, pst_why *why);
bool section_payload(session *s, pst_why *why);
bool section_atomics(session *s, pst_why *why);
bool section_contention(session *s, pst_why *why);
bool section_semaphores(session *s, pst_why *why);
bool section_lobe(session *s, pst_why *why);
bool section_loops(session *s, pst_why *why);
bool section_litmus(session *s, pst_why *why);
bool section_profile(session *s, pst_why *why);
bool section_blockscope(session *s, pst_why *why);

/// A table: `columns` as in the first line of the CSV file; rows in the same form.
void table_begin(session *s, const char *name, const char *columns);
void table_row(session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_end(session *s);
/// True, and a line the first time, once the section's time is up.
bool time_is_up(session *s);
/// How a wait ended: "ok", or the reason why the launch was given up.
const char *ended(uint32_t abort);

/// Whether --barriers etc. name the form; without the option, whether `usual` does
/// (null: all).
bool chosen(const session *s, pst_choice choice, const char *usual, const char *name);

/// Barriers (and discoveries) with the runtime's choice in place of one form.
pst_protocol with_barrier(const session *s, const pst_form *form);
pst_protocol with_discovery(const session *s, const pst_form *form);

/// Time budget of a wait: --spin-ms, or `usual` on a GPU and 5 seconds elsewhere.
double spin_ms(const session *s, double usual);

/// Lines put in front of the first place of the device library that begins so.
typedef struct splice {
  const char *in_front, *lines;
} splice;
/// The device library with such lines, which stand in the library's order; to be freed.
char *spliced_library(const splice *splices, int count);

/// Local memory that a launch can have beside what the kernel needs itself.
uint32_t most_local(const session *s);

/// Rows of barriers with payload behind such a text of the library, by work-group size and groups;
/// their first two cells. Counts wrong data in `bad`.
bool barrier_rows(session *s, const pst_protocol *p, const char *library, const char *name, const char *second,
                  pst_why *why);

/// What `contention` and `lobe` measure: rounds of loads and stores, with a
/// barrier behind each or (bare) without. `accesses` go into measure_launch.bits.
bool build_work(session *s, const pst_protocol *p, bool bare, pst_why *why);
#define WORK_ACCESSES(n) ((uint32_t)(n) << 16)

#endif // PERSISTIFY_BENCH_H
