//===- device.h - devices, and what was found out before --------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_DEVICE_H
#define PERSISTIFY_DEVICE_H

#include "base.h"

#pragma GCC visibility push(hidden)

//===- device.c, qualify.c: what a device was found to be -----------------===//

enum { PST_NVIDIA = 0x10de };
typedef enum pst_backend { PST_PTX, PST_C11, PST_CL1, PST_NUM_BACKENDS } pst_backend;

typedef enum pst_verdict { PST_UNKNOWN, PST_FIT, PST_UNFIT } pst_verdict;

typedef struct pst_qualified {
  pst_verdict verdict;
  const char *std;     // -cl-std that the back end was tested with, "" for none
  const char *defines; // options that choose it
  uint32_t groups;     // most groups that took part in the payload test
  double poll_ns;      // time of one poll
  pst_why why;         // UNFIT: why; UNKNOWN: why it could not be tested the last time
  double again_at;     // UNKNOWN: not before
} pst_qualified;

// Facts do not change once they are there; what tests find changes with the device's turn.
struct pst_device {
  cl_device_id id;
  bool taken;  // the turn, under the lock of locks.c
  uint64_t turns; // how many there were
  cl_device_id parent; // of a sub-device
  uint32_t all_units;  // compute units that it says to have
  char name[128];
  bool cpu;    // nothing but a CPU
  uint32_t branches; // barriers under conditions that its compiler copes with, in a region of whole work-groups
  bool hosted; // work-groups are run by threads of this machine (also simulators)
  bool keeps_binaries; // its compiler has a cache on disk of its own
  cl_uint vendor;
  uint32_t units;    // compute units; on CPUs no more than this process may use
  int version;       // OpenCL version of the device, 10 * major + minor
  size_t max_wg;
  size_t max_items[3];
  cl_ulong local_bytes, memory, most_alloc; // bytes: of a unit, of all, of one buffer
  size_t align; // bytes: where a part of a buffer may begin
  bool little_endian, fp64, available, compiler;
  pst_verdict sane; // long loops, zero-size launches
  bool zero_size;   // the API takes a launch of size zero
  uint32_t lacking; // launches of late, up to a few, that not all groups came to in time; atomic
  pst_why why;
  pst_qualified backend[PST_NUM_BACKENDS];
  struct pst_device *next;
};

/// Facts about a device, cached.
pst_device *pst_device_get(cl_device_id id);
/// It is there, and compiles.
bool pst_device_works(const pst_device *device);
/// Work-groups to launch when nothing better is known.
uint32_t pst_device_groups(const pst_device *device, size_t wg);
/// Back ends worth trying, best first; returns their number.
int pst_device_backends(const pst_device *device, pst_backend order[PST_NUM_BACKENDS]);
// Work-items that a work-group of the kernel may have.
size_t pst_kernel_limit(const pst_device *device, cl_kernel kernel);
const char *pst_backend_name(pst_backend backend);

/// Runs the probes of a back end once and caches the verdict. With the device's turn.
bool pst_qualify(pst_device *device, cl_context context, pst_backend backend, pst_why *why);

//===- cache.c: what was found out before, on disk ------------------------===//

/// All that an entry depends on. Starts as zeros.
typedef struct pst_key {
  char *text;
  size_t length;
  bool failed;
} pst_key;

void pst_key_add(pst_key *key, const char *text, size_t length);
/// For telling keys apart where taking one for another does no harm.
uint64_t pst_key_hash(const pst_key *key);
/// Device and driver.
void pst_key_device(pst_key *key, const pst_device *device);
void pst_key_free(pst_key *key);
bool pst_cache_on(void);
/// The content, to be freed; null if there is none.
unsigned char *pst_cache_get(const pst_key *key, size_t *bytes);
void pst_cache_put(const pst_key *key, const void *content, size_t bytes);

//===- folder.c: where that lies -------------------------------------------===//

/// Of a user who named none; "" if there is none to be had.
const char *pst_folder_default(void);
/// In front of a new entry. False: not to be written to.
bool pst_folder_make(void);
/// Removes what is too much, once in a process.
void pst_folder_trim(void);
/// An entry, by file descriptor, was of use.
void pst_folder_used(int entry);

#pragma GCC visibility pop

#endif // PERSISTIFY_DEVICE_H
