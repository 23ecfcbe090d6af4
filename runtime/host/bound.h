//===- bound.h - what a region binds: checks, copies, results ---*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_BOUND_H
#define PERSISTIFY_BOUND_H

#include "build.h"

#pragma GCC visibility push(hidden)

//===- guard.c: what must hold before a launch ------------------------------===//

enum { PST_PROGRAMS = 4 };

typedef struct pst_bound {
  cl_command_queue queue;
  cl_context context;
  cl_program program; // the first one
  cl_program programs[PST_PROGRAMS]; // that the kernels are of
  uint32_t num_programs;
  pst_text *text; // its source and build options; of several programs, joined
  char *options;
  pst_device *device;
  cl_mem *handles;     // num_handles
  uint64_t *bytes;     // their sizes, 0 for null
  uint64_t *held;      // by handle: for pst_memory_let
  const char **host;   // by handle: its memory, with CL_MEM_USE_HOST_PTR
  unsigned char *state; // state_bytes, the block before the launch
  uint64_t *mirror;     // by handle: bytes that the device asked for
  unsigned char **image; // by handle: what was copied into a mirror that is written back
  uint32_t num_handles;
  unsigned char *absent; // by slot: a kernel that its handle does not hold
  bool hurry;            // what is to be built is wanted in this process, not only in the next one
} pst_bound;

//===- guard.c again -------------------------------------------------------===//

/// Checks all guards but the build's and fills `bound`; pst_bound_free always.
bool pst_guard(const persistify_region *region, void *const *bind, pst_bound *bound, pst_why *why);
/// The same, and what the queue must do. With the queue drained.
bool pst_check_entry(const persistify_region *region, void *const *bind, pst_bound *bound, pst_why *why);
void pst_bound_free(pst_bound *bound);

/// Whether memory that the region reads or writes meets another host object's.
bool pst_check_memory(const persistify_region *region, void *const *bind, const pst_bound *bound, uint32_t slot,
                      uint64_t bytes, pst_why *why);

//===- results.c ----------------------------------------------------------===//

/// Whether each buffer handle in `state`, the results' part of the block, is one of the region's.
bool pst_results_good(const persistify_region *region, const pst_bound *bound, const unsigned char *state);

/// Sets the arguments that the region set (rule H2): all of them or none.
bool pst_replay(const persistify_region *region, void *const *bind, const pst_bound *bound, const unsigned char *state);

/// References for the objects that own the handles they will get, for pst_write_back. Null: nothing is retained.
cl_mem *pst_retain_owned(const persistify_region *region, void *const *bind, const pst_bound *bound, const unsigned char *state);

/// Gives these back, if it is not null.
void pst_release_owned(const persistify_region *region, cl_mem *owned);

/// Of so many bytes those that are others now than before, by elements of `step` bytes: 1, 2, 4, 8. Other threads may
/// write the rest.
void pst_write_changed(void *to, const void *now, const void *before, size_t bytes, uint32_t step);

/// Sets the program's variables and handles that have changed. Takes `owned`.
void pst_write_back(const persistify_region *region, void *const *bind, const pst_bound *bound, const unsigned char *state,
                    cl_mem *owned);

//===- mirror.c: host arrays in device memory -----------------------------===//

/// Bytes of a MIRROR slot, by what is known on entry and what the device asked for.
uint64_t pst_mirror_bytes(const persistify_region *region, const pst_bound *bound, const persistify_slot *slot);

/// Makes and fills the mirrors' buffers for one launch; their handles and sizes
/// become part of `bound`.
bool pst_mirrors_fill(const persistify_region *region, void *const *bind, pst_bound *bound, pst_built *built,
                      pst_why *why);
/// After a bail for a larger mirror. False if it cannot help. `soon`: more than that if there is memory, so that growing ends.
bool pst_mirrors_grow(const persistify_region *region, void *const *bind, pst_bound *bound, uint32_t handle, uint64_t bytes,
                      bool soon);
/// Reads what changed into memory of the library, then (after success) into the
/// host's. `from` holds what the first gave to the second.
bool pst_mirrors_read(const persistify_region *region, pst_bound *bound, unsigned char **from, pst_why *why);
void pst_mirrors_commit(const persistify_region *region, void *const *bind, const pst_bound *bound,
                        const unsigned char *from);

//===- snapshot.c ---------------------------------------------------------===//

/// A buffer of the library that holds copies.
typedef struct pst_chunk {
  cl_context context; // retained by mem
  cl_mem mem;
  uint64_t room; // bytes
  bool keep;     // for the next snapshot
} pst_chunk;

typedef struct pst_copy {
  cl_mem from;
  uint32_t chunk;
  size_t at, bytes;
  uint32_t notes; // bits of region->noted, one of which says that it was written to; all of them: it is not noted
} pst_copy;

typedef struct pst_snapshot {
  uint32_t count, num_chunks;
  pst_copy *copies;
  pst_chunk *chunks;
  bool missing; // PERSISTIFY_SNAPSHOT=off, and there is something to restore
} pst_snapshot;

/// Into an empty one, by `copier` (copies.cl) or, if it is null, copy commands. False:
/// no memory; it can be freed then, not restored.
bool pst_snapshot_take(pst_snapshot *snapshot, const persistify_region *region, const pst_bound *bound,
                       cl_kernel copier, pst_why *why);
/// `noted`: what the launch left in that cell; all bits if that is not known. Other buffers may be other threads' meanwhile.
bool pst_snapshot_restore(const pst_snapshot *snapshot, uint32_t noted, cl_command_queue queue);
void pst_snapshot_free(pst_snapshot *snapshot);

//===- later.c: the log of a region ---------------------------------------===//

/// In front of a launch, for tests (PERSISTIFY_TEST_STRICT): the log holds a pattern, so that a gap in it is found.
bool pst_later_begin(const pst_built *built, cl_command_queue queue, pst_why *why);
bool pst_later_fetch(persistify_later *later, cl_command_queue queue, cl_mem state, size_t from, size_t bytes,
                     pst_why *why);
void pst_later_free(persistify_later *later);
/// A test: spoils the first value of it.
void pst_later_corrupt(persistify_later *later);

/// Makes the buffer that holds the state block and the log.
bool pst_state_buffer(pst_built *built, size_t log_bytes, pst_why *why);

//===- layout.c -----------------------------------------------------------===//

/// Whether the region's tables divide the state block up: for tests.
bool pst_check_layout(const persistify_region *region, pst_why *why);

//===- drain.c ------------------------------------------------------------===//

typedef enum pst_drained {
  PST_DRAINED,
  PST_FAILED, // a command did, or the queue is not valid
  PST_STALLED // the time bound is spent: they wait for something, or run for very long
} pst_drained;

/// Waits until all earlier commands of the queue have ended. Without the library's lock.
pst_drained pst_drain(cl_command_queue queue);

/// Waits as clFinish does. False: it is not known whether they ended well.
bool pst_finish(cl_command_queue queue);

/// Whether the queue takes no command any more, as when its device is lost: then each call of the program's that needs it fails.
bool pst_queue_dead(cl_command_queue queue);
/// How long another thread, or the program, is waited for.
double pst_patience_ms(void);
/// A wait was in vain: the next ones are shorter, for a while.
void pst_note_stall(void);

#pragma GCC visibility pop

#endif // PERSISTIFY_BOUND_H
