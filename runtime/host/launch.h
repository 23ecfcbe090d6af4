//===- launch.h - forms of the protocols, and the control block -*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LAUNCH_H
#define PERSISTIFY_LAUNCH_H

#include "device.h"
#include "environment.h"
#include "timeline.h"

#pragma GCC visibility push(hidden)

//===- forms.c: forms of the barrier and of discovery ---------------------===//

/// Words of the control block that a form needs behind P_CTL_AREA.
typedef enum pst_words {
  PST_NO_WORDS,
  PST_COUNTER_WORDS,
  PST_STRIPED_WORDS,
  PST_GROUP_WORDS,
  PST_SENSE_WORDS,
  PST_TREE_WORDS
} pst_words;

typedef struct pst_form {
  const char *name;   // the user's
  const char *device; // what the device library calls it
  pst_words words;
} pst_form;

/// Ends with a null name.
extern const pst_form pst_barriers[], pst_discoveries[], pst_backoffs[];

typedef struct pst_protocol {
  const pst_form *barrier, *discovery, *backoff;
  uint32_t few; // groups that arrive on one line; UINT32_MAX: all
} pst_protocol;

/// The form of that name; null for "auto" and no name. False with `why`: unknown.
bool pst_choice_parse(pst_choice choice, const char *name, const pst_form **form, pst_why *why);
/// "barrier", "discovery", "backoff"; -1: none of them.
int pst_choice_named(const char *what);
/// By the environment, persistify_choose and the device.
bool pst_protocol_choose(pst_protocol *protocol, const pst_device *device, pst_why *why);
/// Build options that choose these forms.
void pst_protocol_options(const pst_protocol *protocol, char *text, size_t room);
/// Arrival lines for so many launched groups.
uint32_t pst_protocol_stripes(const pst_protocol *protocol, uint32_t groups);
/// Length of the control block for so many launched groups, and clusters.
uint32_t pst_protocol_words(const pst_protocol *protocol, uint32_t groups, uint32_t slots);

//===- launch.c: one launch of a persistent kernel ------------------------===//

typedef struct pst_limits {
  uint32_t groups;   // launched
  uint32_t most;     // that could be launched
  uint32_t bound;    // known bound of co-resident groups, 0: none
  size_t wg;
  uint64_t budget;   // polls of one wait
  uint32_t window;   // polls
  uint32_t arena;    // bytes
  uint64_t items;    // of the largest launch, 0: unknown
} pst_limits;

/// The control block of one kernel's launches: as long as the longest needed. A
/// state block may stand in front of it, so that one transfer does for both: each is
/// some 10 us on a GPU.
typedef struct pst_control {
  size_t front;         // bytes in front, a multiple of pst_device.align; set before the first launch
  cl_mem whole;         // both
  cl_mem state, mem;    // its parts; state is null without one
  unsigned char *bytes; // the host's copy of the whole
  uint32_t *words;      // in it
  uint32_t count, room; // words: those of the form in use, those with the places
  uint32_t places;      // the first of P_CTL_PLACES
  pst_rings trace;      // behind the places
  bool placed;          // groups may have left something there
} pst_control;

/// What a launch left in its control block.
typedef struct pst_outcome {
  uint32_t abort, line, need, need_hi, which, done, count, barriers;
  int exit;
} pst_outcome;

/// Makes the block for one launch, on the host; what is in front of it is the caller's.
bool pst_control_fill(pst_control *control, cl_context context, const pst_device *device, const pst_protocol *protocol,
                      const pst_limits *limits, pst_why *why);
/// Writes it to the device (the host's copy must stay until then), reads it back, up to the results.
cl_int pst_control_write(pst_control *control, cl_command_queue queue);
cl_int pst_control_read(pst_control *control, cl_command_queue queue, pst_outcome *out);
/// Reads the places (P_CTL_PLACES) after a launch that was given up: P_PLACE_WORDS for each group launched. Null: it failed.
const uint32_t *pst_control_places(pst_control *control, cl_command_queue queue);
/// Reads heads and rings (P_CTL_TRACE) after a launch of so many groups; the first is control->words + control->trace.heads.
bool pst_control_rings(pst_control *control, uint32_t groups, cl_command_queue queue);
void pst_control_free(pst_control *control);
/// How many groups are launched: what the work needs, at most what fits as far as earlier launches tell.
void pst_limits_groups(pst_limits *limits, const struct pst_built *built);
/// Of an entry that ran, `count` groups took part.
void pst_limits_learn(const pst_limits *limits, struct pst_built *built, uint32_t count);
/// Time budget and discovery window in polls.
void pst_limits_time(pst_limits *limits, const pst_device *device, double poll_ns, double spin_ms);
/// Notes how many of the groups that were launched took part.
void pst_limits_came(pst_device *device, const pst_limits *limits, uint32_t count);
/// Text for a reason of the abort word.
const char *pst_bail_text(uint32_t reason);

#pragma GCC visibility pop

#endif // PERSISTIFY_LAUNCH_H
