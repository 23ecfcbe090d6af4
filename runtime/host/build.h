//===- build.h - persistent kernels: sources, builds, which are kept -*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_BUILD_H
#define PERSISTIFY_BUILD_H

#include "launch.h"

#pragma GCC visibility push(hidden)

//===- compile.c: the device's compiler ------------------------------------===//

/// clBuildProgram for one device, without warnings; the program's rand() is as before. Gives its error code.
/// PST_COMPILER_STUCK: the compiler has not come back in time, now or before. If it is at work on this program, that is
/// its own from now on, and \p program is null.
cl_int pst_build_program(cl_program *program, cl_device_id device, const char *options);
#define PST_COMPILER_STUCK (-19999) // no code of OpenCL

//===- builds.c: persistent kernels that are kept -------------------------===//

/// The source of a program. Counted, and never changed.
typedef struct pst_text {
  unsigned users; // with the library's lock held
  size_t length;
  uint64_t hash;
  char bytes[];
} pst_text;

/// Changed with the device's turn only, but for the last group.
typedef struct pst_built {
  const persistify_region *region;
  cl_context context;
  pst_device *device;
  pst_text *text; // of the program; with its build options and the protocol, the key
  char *options;
  pst_backend backend;
  uint32_t registers; // of a work-item, at most; 0: the compiler's choice
  bool single;        // P_SINGLE: work-groups of one item
  bool loaded;        // from the cache
  bool differs;       // the build failed because the program is not what was analysed
  bool good;          // else see why
  cl_program program;
  cl_kernel kernel;
  size_t kernel_wg;     // work-items that a group may have
  size_t limit_wg;      // the same, where the device refused so many
  double again_wg;      // until then
  bool too_many;        // the last launch was refused for its size
  cl_ulong local_bytes; // static local memory of the kernel
  pst_why why;
  double build_ms;
  double load_ms; // of what is kept for the next process, 0: not known
  // What earlier launches taught.
  size_t need_wg;       // asked for by a bail
  uint32_t need_arena;
  uint32_t need_groups; // resident ones, for a kernel that waits for its other groups
  uint32_t late; // entries in which they did not come, though they were launched
  size_t log_bytes;     // of the log behind the state block
  size_t known_wg;      // the configuration of resident
  uint32_t known_arena;
  uint32_t resident;     // groups that fit together, 0: not found yet
  uint32_t launches;
  uint32_t refused;      // launches in a row that there was no room for
  uint32_t timeouts;     // in a row
  double again_at;       // not tried before: too many timeouts, or why it was not built passes
  bool told;             // that there were too many timeouts
  pst_protocol protocol;
  pst_control ctl;
  cl_mem state;  // the state block with the log behind it; null: it is in front of the control block
  cl_kernel copier; // copies.cl, or null
  cl_mem *mirrors;       // by handle, kept from entry to entry
  uint32_t num_mirrors;
  uint64_t *mirror_room; // their sizes
  // With the library's lock held.
  unsigned users;   // entries that use it
  bool ended;       // it goes with the last of them
  uint64_t used_at; // a count of uses
  struct pst_built *next;
} pst_built;

struct pst_bound;
/// Builds or finds the region's program, for one entry, with the device's turn. Null with `why` if that is impossible.
pst_built *pst_build(const persistify_region *region, const struct pst_bound *bound, pst_why *why);
/// The entry has ended.
void pst_built_done(pst_built *built);
/// The entry will not come to its end, and its launch may still run: nobody uses it any more.
void pst_built_abandon(pst_built *built);

/// Builds what a region needs, where that is in no cache yet, with the device's tests. For the builder.
bool pst_build_here(const persistify_region *region, cl_context context, pst_device *device, const pst_protocol *protocol, bool single,
                    const char *options, const char *text, size_t length);
/// Whether this thread takes only what is in the cache: what would have to be compiled fails, with `why` `later`.
bool pst_build_only_cached(void);

//===- builder.c: another process that builds ------------------------------===//

enum { PST_REQUEST_NUMBERS = 8 };

/// Whether there may be one, and what it builds would be found.
bool pst_builder_on(void);
/// Whether it is at work for this region.
bool pst_builder_works(const persistify_region *region, const pst_device *device);
/// Milliseconds that it took for this region, 0: it did not build it.
double pst_builder_took(const persistify_region *region, const pst_device *device);
/// Has it build that: at once if there is a `hurry`, else when pst_builder_hurry() says so or the program has ended. False: it was
/// asked before, or there is none.
bool pst_builder_start(const pst_built *built, bool hurry);
/// The builder need not wait for the program's end any more.
void pst_builder_hurry(const persistify_region *region, const pst_device *device);
/// In the builder: does what is asked.
bool pst_builder_build(const char *request, size_t length);

//===- build.c: the device program of a region ----------------------------===//

/// Builds `built` with one back end; its `why` says why not.
bool pst_build_backend(pst_built *built, pst_backend backend, const char *text, size_t length, const char *options);
/// Text or options with names of the device library that the program does not have. Null: out of memory.
char *pst_renamed(const char *text, uint32_t names);
/// Relaxed floating point among the program's build options (rule H10).
bool pst_options_relaxed(const char *options);

//===- sources.c: source texts of programs --------------------------------===//

/// Source of the program, from a small cache, to be given back. Null if there is none.
pst_text *pst_program_source(cl_program program, cl_context context);
/// Of several, one behind the other as the tool joined them.
pst_text *pst_programs_source(const cl_program *programs, uint32_t count, cl_context context);
void pst_text_done(pst_text *text);
/// CL_PROGRAM_BUILD_OPTIONS; free() the result.
char *pst_program_options(cl_program program, cl_device_id device);

//===- origin.c: what was analysed is what is built -----------------------===//

/// Whether the files that it includes are still the region's, for who builds it now.
bool pst_check_includes(const persistify_region *region, const struct pst_bound *bound, pst_why *why);
/// Whether the source of bound->program, with the files it includes and the macros it is given, is the region's.
bool pst_check_source(const persistify_region *region, const struct pst_bound *bound, pst_why *why);
/// The program is built once more: what was found about it counts no longer.
void pst_program_rebuilt(cl_program program);
/// Called by pst_sources_end, and in a child process.
void pst_seen_end(cl_context context);
void pst_seen_fork(void);

#pragma GCC visibility pop

#endif // PERSISTIFY_BUILD_H
