//===- entry.h - one entry of a region --------------------------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_ENTRY_H
#define PERSISTIFY_ENTRY_H

#include "bound.h"
#include "report.h"

#pragma GCC visibility push(hidden)

//===- verify.c: PERSISTIFY=verify ----------------------------------------===//

typedef struct pst_verify pst_verify;
typedef struct pst_others pst_others;

/// The frame of the function by which the program came in, or null.
void pst_verify_from(const void *frame);
/// Whether this thread runs the original of a loop that is being verified: then
/// an inner region runs as its original too. `told`: that was said before.
bool pst_verify_busy(const persistify_region *region, pst_why *why, bool *told);
/// Keeps what the region may change, before the persistent path. Null with `why`
/// if it cannot be verified.
/// `carried`: null, or the variables of the loop's own, between two trips.
pst_verify *pst_verify_begin(const persistify_region *region, void *const *bind, const pst_bound *bound, void **carried, pst_why *why);
/// The loop's arrays of the host have so many bytes now: keeps them as they are in front of it. False with `why`.
bool pst_verify_arrays(pst_verify *verify, const pst_bound *bound, pst_why *why);
/// Has verify look at the program's other buffers, too, from now on.
void pst_verify_others(pst_verify *verify, const pst_bound *bound);
/// After the persistent path: keeps its results and puts everything back. The
/// rest is up to pst_verify_again. False with `why` where the original may run only
/// once and is not compared: the loop was left by `exit_number`. What `later` has is kept for pst_verify_prints.
bool pst_verify_taken(pst_verify *verify, int exit_number, persistify_later *later, pst_why *why);
/// Before an original that runs once: runs the persistent path a second time, too. False with `why`.
bool pst_verify_twice(const persistify_region *region, void *const *bind, pst_why *why);
/// Before an original that runs once: has what it prints compared with what is performed behind the persistent path. In the
/// process that performs it, `later` has that.
void pst_verify_prints(const persistify_region *region, persistify_later *later);
/// Keeps what some trips of the persistent path left, and puts everything back.
bool pst_verify_kept(pst_verify *verify, pst_why *why);
/// A loop of which the host runs trips is verified while its original runs, from trip to trip.
bool pst_verify_along(const persistify_region *region, pst_why *why);
/// The original loop asks between two trips. `in_body`: behind its condition.
void pst_verify_asked(const persistify_region *region, void *const *bind, void **carried, bool in_body);
/// Behind the original loop: whether it is to run once more.
bool pst_verify_again(const persistify_region *region);
void pst_verify_drop(pst_verify *verify);
/// This thread ends: what it was verifying is dropped.
void pst_verify_thread_end(void);
/// PERSISTIFY_TEST_CORRUPT: changes one byte of what the persistent path left.
void pst_corrupt(const persistify_region *region, void *const *bind, const pst_bound *bound);

//===- output.c: what both paths print ------------------------------------===//

typedef struct pst_output pst_output;

typedef struct pst_output_said {
  size_t lines;        // that the persistent path prints
  size_t more;         // that only the original printed
  const char *unknown; // null, or why it is not known
  char different[512]; // empty, or the first difference
} pst_output_said;

/// Goes on in two processes. In the other one, where `performs` is true, the caller has the statements performed that the persistent path
/// left to the host. In this one standard output goes by the other from now on, unless null is returned, with `why`.
/// `clocks`: numbers in it may differ.
pst_output *pst_output_begin(bool clocks, bool *performs, pst_why *why);
/// The program's output is as before. False: the persistent path prints something that the original did not.
bool pst_output_end(pst_output *output, pst_output_said *said);
/// The statements have been performed: does not return in the other process.
void pst_output_performed(void);
/// One of them asks for an event, which the other process does not have: does not return there.
void pst_output_asked_event(void);

//===- trial.c: trips that are run on the device to see how long they take -===//

/// Launches of more and more trips in the middle of a loop.
typedef struct pst_trial {
  uint64_t some;   ///< so many trips of the original were timed
  double original; ///< what each of them took, in ms
  double most;     ///< so much may be lost, in ms
  double each;     ///< a trip's time in the best of the launches, in ms; < 0: there was none
  double lost;     ///< against the original's trips, in ms, but for the first launch
  double last;     ///< of the last launch, in ms
  uint64_t trips;  ///< of the last launch
  uint64_t next;   ///< of the next one
  unsigned launches;
} pst_trial;

/// What a trial may lose, in ms, where the original took `loop_ms` since the device was last tried: a small part of that, and of what
/// the process has done so far, as a loop that is short against it is worth a trial, too.
double pst_trial_may_lose(double loop_ms);
pst_trial pst_trial_begin(uint64_t some, double original, double most);
/// Adds a launch of \p trips trips that took \p ms. Whether the trial has said enough: then `each` against `original` is its answer.
/// It has if the device was faster in a launch of `some` trips. Where it was slower, but further trips cost less than the original's,
/// launches of more may be faster, and are tried until `most` is lost.
bool pst_trial_add(pst_trial *trial, double ms, uint64_t trips);

//===- gate.c: the cost gate of PERSISTIFY=auto ---------------------------===//

typedef struct pst_arm {
  uint32_t n; // measurements, up to as many as are needed
  double ms;
} pst_arm;

/// Entries of about the same size.
typedef struct pst_class {
  uint64_t size;
  pst_arm arm[PST_PATHS];
  unsigned long entries, originals, before; // in this process; in the last one
  double since; // ms since the slower path was last tried
  double kept; // `spent` before the last choice
  double spent; // ms of the original since the persistent path was last taken, in earlier processes too
  bool cheap;   // the persistent path was given up, which did not take long: the next process tries it again
} pst_class;

enum { PST_CLASSES = 16 };

/// What is known of a region on a device.
typedef struct pst_gate {
  const persistify_region *region;
  cl_device_id device;
  double build_ms, load_ms; // of the persistent kernel, 0: not known
  bool cpu;
  bool ready;               // it was built, or loaded, in this process
  bool changed;
  double again_at;          // not before this time is another process asked for what it builds
  pst_key key;
  pst_class classes[PST_CLASSES];
  uint32_t count;
  struct pst_gate *next;
} pst_gate;

// Each takes the library's lock for itself.

/// Null if the queue is not valid.
pst_gate *pst_gate_of(const persistify_region *region, void *const *bind, cl_command_queue queue, pst_class **known);
/// Counts the entry and chooses its path; `measure`: the original's time is wanted.
/// `first`: the persistent path was not measured before.
pst_path pst_gate_choose(pst_gate *gate, pst_class *known, bool *measure, bool *first);
/// By what /proc/loadavg says: whether more threads could run than there are processors.
bool pst_crowd(const char *text, long processors);
/// The time of an entry, without building.
void pst_gate_told(const pst_gate *gate, pst_class *known, pst_path path, double ms);
/// That of one whose persistent path was given up, original loop and all.
void pst_gate_failed(pst_class *known, double ms);
/// The persistent path was chosen, and another process still builds it.
void pst_gate_later(pst_gate *gate, pst_class *known);
void pst_gate_built(pst_gate *gate, const pst_built *built);
/// Whether an original loop that began so long ago is to be left for the persistent path, or may be at all.
bool pst_gate_due(const pst_gate *gate, const pst_class *known, double ms);
bool pst_gate_may_be_due(const pst_gate *gate, const pst_class *known);
/// Whether this process waits for what another one is to build; else it is built for the next one, when this one has ended.
bool pst_gate_hurry(const pst_gate *gate, const pst_class *known, double ms);
/// What the persistent path took so far, 0: not known.
double pst_gate_expected(const pst_class *known);
// What the original took since the persistent path was last taken.
double pst_gate_spent(const pst_class *known);

//===- entry.c: one entry of a region -------------------------------------===//

/// A launch that begins between two trips.
typedef struct pst_between {
  void **carried; // addresses of the region's carried variables
  uint64_t trips; // at most, 0: to the loop's end
  persistify_later *later; // what the host performs is added to it; null: nothing
  uint64_t done;  // results: trips; that was before the loop's end
  bool left;
  bool for_host; // for the trip that comes next, which the host runs
  bool ran; // this launch, or one before it
  bool front; // it begins in front of the loop, and leaves after so many trips
} pst_between;

typedef struct pst_timed pst_timed;
typedef struct pst_entry {
  const persistify_region *region;
  pst_stats *all, stats; // of the region; of this entry alone
  pst_gate *gate; // null: only for the statistics
  pst_class *known;
  cl_command_queue queue; // null if there is none
  double from, built_ms;  // its start, and the part of it that was building
  double opened;          // the original loop begins
  bool failed;            // the persistent path was tried before
  bool only_timed;        // its time is for the statistics alone
  bool written;           // its record is, or will be
  bool may_enter;         // the original loop may be left for the persistent path between two trips
  uint64_t trips, asked;  // so many have begun; times that the host asked
  uint64_t watched;       // trips that had begun when the original's time was last looked at, the queue drained ...
  double again_at;        // not asked before: another process builds; 0: none was seen to
  double watched_ms;      // ... and when that was; 0: never
  double slice_ms;        // the loop comes back after this time, as far as trips can tell; 0: when it ends
  uint64_t slice;         // so many trips next time
  bool undecided;         // the last try ran no trip, or trips on the device seem to have become slower
  double since_ms;        // since then slices were not compared with the original's trips ...
  uint64_t since;         // ... and so many trips had begun
  bool on_device;         // all trips but those that the host runs
  bool host_next;         // the trip that begins is the host's, and was found to be so
  double trip_ms[PST_PATHS]; // of one, where both were tried; 0: not known
  pst_between *between;   // null: the launch begins in front of the loop
  bool hurry;             // what is to be built is wanted in this process
  pst_verify **probe;     // null, or: all is put back, and what the launch left is kept there
  pst_record record;
  pst_timed *timed; // or null: the queue is finished at the end
  struct pst_entry *outer;
} pst_entry;

/// What is not the program's work is not part of an entry, and of none around it either.
static inline void pst_leave_out(pst_entry *from, double ms) {
  for (; from; from = from->outer)
    from->built_ms += ms;
}

//===- trips.c: trips of an open entry's loop on the device ---------------===//

/// Whether its trips run on the device from the first one on, in slices or but for those of the host's.
bool pst_by_trips(const pst_entry *entry);
/// In front of the loop, which takes `ms` as far as is known: whether that is how it runs; then it is set.
bool pst_trips_first(pst_entry *entry, double ms);
/// Whether trips are to run on the device now. The loop's condition has not been asked.
bool pst_trips_due(pst_entry *entry);
/// Runs them from here on: some, or the rest of the loop. False: the original's go on, with `why`. `told`: it was said.
bool pst_trips_run(pst_entry *entry, void *const *bind, pst_between *between, int *exit_number, pst_why *why, bool *told);
/// They wait for what another process builds: due again while the original's trips run.
void pst_trips_later(pst_entry *entry);

//===- timed.c: times of original loops that nobody waits for -------------===//

/// In front of the loop; null: not possible, or there is no queue.
pst_timed *pst_timed_begin(const pst_entry *entry);
/// Behind it; the entry's record is written in time.
void pst_timed_end(pst_timed *timed, const pst_entry *entry);
/// The loop was left by another way.
void pst_timed_drop(pst_timed *timed);
/// When the program ends.
void pst_timed_flush(void);

//===- entry.c ------------------------------------------------------------===//

/// Waits for what the region's queues were given before.
pst_drained pst_drain_queues(const persistify_region *region, void *const *bind);

//===- run.c --------------------------------------------------------------===//

/// Writes the records of the entries that this thread has open, without ending them.
void pst_entries_flush(void);
/// This thread ends: its open entries are dropped.
void pst_thread_ended(void);

/// The persistent path of an entry, all of it or nothing. `told`: why not was said before.
bool pst_run_region(pst_entry *entry, void *const *bind, int *exit_number, persistify_later *later, pst_why *why,
                    bool *told);

#pragma GCC visibility pop

#endif // PERSISTIFY_ENTRY_H
