//===- verify.h - what PERSISTIFY=verify looks at, and its images -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PST_VERIFY_H
#define PST_VERIFY_H

#include "internal.h"

enum { WORD = 4 }; // bytes of an element of no type

typedef enum kind { BUFFER, OBJECT, ARGUMENT, KINDS } kind;

// One object with its place in the images.
typedef struct piece {
  kind kind;
  const char *name; // null: only the number
  uint32_t number;  // BUFFER: the handle's; ARGUMENT: index
  uint32_t element; // as in the descriptor
  size_t bytes, at;
  cl_mem mem;                  // BUFFER
  const persistify_slot *slot; // OBJECT
  void *object;
  cl_kernel kernel; // ARGUMENT: an `argument` and its bytes
  bool stale; // ARGUMENT: nobody uses its value before the loop, perhaps of such a buffer
  bool buffer; // ARGUMENT
  const char *members; // ARGUMENT: as in its row, or null
  bool left; // by the plan the loop leaves it as it is
  bool gone; // it may hold a buffer that the loop made and released, of which nothing is left
  bool scoped; // OBJECT: a variable of the loop's own, which is there between trips only
  uint64_t by; // BUFFER: bit N: argument N of the region's, to which its kernel writes, is this one
} piece;

typedef struct argument {
  uint64_t known, null, size;
} argument;

enum { ENDED = 2 }; // `null` in the first original's image: it was given a buffer that has ended

enum { BEFORE, PERSISTENT, FIRST, SECOND, AGAIN, IMAGES }; // AGAIN: a second persistent run, where the original runs once

struct pst_verify {
  const persistify_region *region;
  cl_context context;
  cl_command_queue queue;
  piece *pieces;
  uint32_t count, most;
  size_t bytes; // of an image
  cl_mem *old; // for put_objects_back
  unsigned char *image[IMAGES];
  cl_mem *held; // referenced, so that no run of the loop ends an object that the next one needs
  uint32_t num_held;
  bool nested; // an inner region was told
  uint32_t left; // 0, or the line of the statement by which the persistent path left the loop
  bool breaks; // that statement is a `break`, after others: the original loop comes to its end, too
  bool once; // the original may run only once, so the persistent path runs twice
  const char *frame; // of the call by which it was entered, or null
  int exit;  // by which the first run of it left the region
  bool quiet; // differences are found, not said
  bool itself; // the original does not agree with itself, and the paths differ in no other piece
  size_t elements, loose; // compared; not deterministic
  uint32_t looked; // windows in which the other buffers were looked at
  uint64_t asked; // how often the first run of the original asked between trips
  bool in_body; // at the begin of the body
  void *const *bind; // as it was then
  struct pst_steps *steps; // or null
  pst_others *others; // or null
  persistify_later log; // what the persistent path left to the host
  pst_output *output; // or null: what the original prints is compared
  pst_why silent; // why it is not
  struct pst_verify *outer; // inside a trip of that loop's original, which the host runs once
};

//===- verify.c, for bytrips.c ----------------------------------------------===//

bool pst_verify_take(pst_verify *v, int which, pst_why *why);
/// Puts back what the run changed whose image that is; BEFORE: what there is now.
void pst_verify_put_back(const pst_verify *v, int run);
void pst_verify_say(const persistify_region *region, const char *what);
/// The host's objects as the persistent path left them.
void pst_verify_objects(const pst_verify *v);
/// Ends the program, where it is not for its user to judge. `itself`: only what the original does not leave the same each time differs.
void pst_verify_differs(const persistify_region *region, bool certainly, bool itself);
/// Compares; `changed`: the original changed what by the plan it leaves.
bool pst_verify_equal(pst_verify *v, bool *changed);
pst_verify *pst_verify_empty(const persistify_region *region);
/// As pst_verify_differs, and this thread verifies nothing any more.
void pst_verify_end(const persistify_region *region, bool certainly);
/// Runs the persistent path from the state that there is, whole (`between` null) or in part, and puts all back. Null with `why`.
pst_verify *pst_verify_probe(const persistify_region *region, void *const *bind, pst_between *between, int *exit_number, pst_why *why);
/// Of two probes alike: the second one's image is the first one's AGAIN. The second one is dropped. False with `why`.
bool pst_verify_alike(pst_verify *v, pst_verify *again, bool alike, pst_why *why);

/// Part of a buffer, by way of one of our own (`stage`): the program's may be closed to the host.
cl_int pst_staged_read(cl_command_queue queue, cl_mem mem, size_t at, cl_mem stage, size_t bytes, void *host);

//===- others.c ---------------------------------------------------------------===//

/// The program's buffers of the context, but for these, as they are now. Null: no memory for it.
pst_others *pst_others_begin(cl_context context, cl_command_queue queue, const cl_mem *own, size_t num_own);
/// Looks again, behind a run of `who`. One that cannot be read is left out from here on.
void pst_others_look(pst_others *all, const char *who);
void pst_others_drop(pst_others *all);
/// A test: spoils the last byte of each of them.
void pst_others_corrupt(cl_context context, cl_command_queue queue, const cl_mem *own, size_t num_own);
/// Says which of the other buffers changed, and by whom. False if some did; `certainly`: no other queue may have done it.
bool pst_others_tell(const pst_others *all, const persistify_region *region, bool *certainly);

//===- bytrips.c --------------------------------------------------------------===//

/// The original asks between two trips, or has come to its end; then whether it is to run once more.
void pst_steps_asked(pst_verify *v, void *const *bind, void **carried, bool in_body);
bool pst_steps_ended(pst_verify *v);
/// Behind two runs of the original, the state being what the second left: looks for the first trip that differs, if that
/// can be. True: the loop is to run once more.
bool pst_steps_search(pst_verify *v, bool certainly);
/// Whether it was found that the paths differ, and the program has not been ended yet.
bool pst_steps_differ(const pst_verify *v);
/// The original left its loop by another way. False: it does not run once, and nothing was said.
bool pst_steps_say_left(const pst_verify *v);
void pst_steps_drop(struct pst_steps *s);

/// Says the first difference of a piece between the persistent path and the original, with the values of both.
/// Elements in which two runs of the original differ are counted in `loose`, and are none. Adds to `elements`.
bool pst_verify_same(const pst_verify *v, const piece *p, size_t *elements, size_t *loose);
/// In how many elements of a piece two runs of the original left something else.
size_t pst_verify_itself(const pst_verify *v, const piece *p);
/// Says so, with the first element of the first such piece; `different`: of all pieces.
void pst_verify_say_itself(const pst_verify *v, const piece *p, size_t different);

#endif
