//===- internal.h - what the host library's files share ---------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_INTERNAL_H
#define PERSISTIFY_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "control.h"
#include "persistify/opt_table.h"
#include "persistify/runtime.h"
#include "timeline.h"

#pragma GCC visibility push(hidden)

//===- embedded texts (persistify_device_text.c, generated) ---------------===//

extern const char persistify_device_text[]; // the device library
extern const char persistify_probe_text[];  // kernels that qualify a device

//===- why the persistent path is not taken -------------------------------===//

typedef struct pst_why {
  char text[256]; // one line, empty: no reason
  bool passing;   // it may be gone the next time: not to be remembered for good
} pst_why;

/// Stores the reason and returns false.
bool pst_fail(pst_why *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// The same, for a reason that is gone as soon as there is memory again, or the machine has less to do.
bool pst_fail_now(pst_why *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// The same, by what OpenCL answered.
bool pst_fail_by(cl_int status, pst_why *why, const char *format, ...) __attribute__((format(printf, 3, 4)));
/// What failed for a passing reason and took so long may be tried again at this time, so that trying costs 2 % at most.
double pst_try_again_at(double cost_ms);

//===- locks.c: who waits for whom ----------------------------------------===//

typedef struct pst_device pst_device;
struct pst_built;

/// The lock of what the library knows. Never held while a queue or a compiler is waited for.
void pst_lock(void);
void pst_unlock(void);
/// When the program ends: another thread may hold it for ever.
bool pst_lock_at_exit(void);
/// The turn of a device, for a persistent launch and what belongs to it. Waits for a bounded time; false with `why`
/// then. One thread has one turn at most. `here`: an address in pst_run_region's frame. Without the lock above.
bool pst_turn_take(pst_device *device, const void *here, pst_why *why);
/// Grows when some thread takes or gives one.
uint64_t pst_turns(void);
/// If this thread has one.
void pst_turn_give(void);
/// The same, where the entry never came to its end.
void pst_turn_abandon(void);
/// This is launched in this thread's turn.
void pst_turn_launches(struct pst_built *built);
/// Has this thread's open entries, and what it verifies, dropped when it ends.
void pst_thread_watch(void);
/// Whether this is a child process of one that had used OpenCL.
bool pst_forked(void);

// In a child process: each forgets what the parent's threads may have begun to change. Those that return a value
// say whether OpenCL had been used.
bool pst_recorder_fork(void);
void pst_objects_fork(void);
void pst_contexts_fork(void);
bool pst_builds_fork(void);
void pst_sources_fork(void);
void pst_compile_fork(void);
void pst_snapshots_fork(void);
void pst_gates_fork(void);
void pst_stats_fork(void);
void pst_entries_fork(void);
void pst_timed_fork(void);
void pst_verify_fork(void);

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
  const char *cache;   // PERSISTIFY_CACHE_DIR, or the user's (folder.c): "" for none
  bool cache_chosen;   // the former
  uint64_t cache_bytes; // PERSISTIFY_CACHE_MB: the most that is kept there, 0: no limit
  bool strict;         // PERSISTIFY_TEST_STRICT (tests): unused state is a pattern, verify takes output too
  const char *corrupt; // PERSISTIFY_TEST_CORRUPT=NAME[:BYTE] (tests): what the persistent path gets wrong
  uint32_t slice_ms;   // PERSISTIFY_SLICE_MS: a loop comes back to the host that often; 0: when it ends
  uint32_t at[2];      // PERSISTIFY_TEST_AT=K,N (tests): at each K-th question of a loop N trips are persistent, 0: the rest
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

//===- recorder.c: arguments of the program's kernels (rule H2) -----------===//

typedef struct pst_recorded {
  size_t size;
  bool null; // arg_value was NULL: local memory or a null handle
  bool svm;  // set by clSetKernelArgSVMPointer
  bool ended;  // pst_recorder_buffer: null since its buffer ended
  bool unseen; // pst_recorder_buffer: nobody knows whether it is still there
  uint64_t moment; // when it was set (pst_moment)
} pst_recorded;

/// The value last set for an argument, up to `room` bytes of it in `copy`;
/// false if it never was, or the kernel was created past the recorder.
bool pst_recorder_get(cl_kernel kernel, cl_uint index, pst_recorded *out, void *copy, size_t room);

/// The same for an argument that is a buffer: one that has ended counts as null.
bool pst_recorder_buffer(cl_kernel kernel, cl_uint index, pst_recorded *out, cl_mem *mem);
/// Whether this is a kernel of the program that lives, for certain.
bool pst_recorder_has(cl_kernel kernel);

/// Whether some argument of this kernel may have another value than is recorded, or one that is not: host memory ran out.
bool pst_recorder_lost(cl_kernel kernel);
/// Whether it may reach shared virtual memory that is no argument.
bool pst_recorder_reaches_svm(cl_kernel kernel);
/// The vendor's call that sets arguments and that the program asked for; null: none.
const char *pst_vendor_call(void);

/// The next definition of this name; looked up once where it is used.
void *pst_behind(const char *name);
#define PST_NEXT(type, name) \
  static type next; \
  type call = __atomic_load_n(&next, __ATOMIC_RELAXED); \
  if (!call) { \
    *(void **)&call = pst_behind(#name); \
    __atomic_store_n(&next, call, __ATOMIC_RELAXED); \
  }
#define PST_EXPORT __attribute__((visibility("default")))

/// What a call gives that makes an object, where there is no OpenCL library.
static inline void *pst_no_library(cl_int *status) {
  if (status)
    *status = CL_INVALID_OPERATION;
  return NULL;
}

/// The next clSetKernelArg etc. behind the recorder, for the library's kernels.
typedef cl_int(CL_API_CALL *pst_set_arg_fn)(cl_kernel, cl_uint, size_t, const void *);
typedef cl_kernel(CL_API_CALL *pst_create_kernel_fn)(cl_program, const char *, cl_int *);
typedef cl_int(CL_API_CALL *pst_release_kernel_fn)(cl_kernel);
pst_set_arg_fn pst_real_set_arg(void);
pst_create_kernel_fn pst_real_create_kernel(void);
pst_release_kernel_fn pst_real_release_kernel(void);

//===- objects.c: memory objects that live --------------------------------===//

typedef enum pst_life { PST_LIVES, PST_ENDED, PST_UNSEEN } pst_life;

/// A number that grows whenever a buffer is made.
uint64_t pst_moment(void);
/// Whether there is such a memory object, and since when it is, or is no more. PST_UNSEEN: it was not made by way of this runtime, or is long gone.
pst_life pst_memory_life(cl_mem memory, uint64_t *since);
/// The same, and one that lives stays until pst_memory_let with this number, whoever gives it back. The number is 0 otherwise.
pst_life pst_memory_hold(cl_mem memory, uint64_t *number);
void pst_memory_let(cl_mem memory, uint64_t number);
/// How many are known, with some that have ended.
size_t pst_memory_known(void);
/// Notes the end of a queue or kernel; whether one has ended lately. Of those that are not known to live.
void pst_gone_add(const void *handle);
bool pst_gone(const void *handle);

//===- contexts.c: contexts, and what is kept for them --------------------===//

/// Called by contexts.c when the program has left a context: what is kept for it goes.
void pst_builds_end(cl_context context);
void pst_sources_end(cl_context context);
/// Whether there was something.
bool pst_snapshots_end(cl_context context);
/// Whether the program has given a queue back.
bool pst_queue_ended(cl_command_queue queue);
/// Whether it was seen made, and not given back; whether this is such a context.
bool pst_queue_lives(cl_command_queue queue);
bool pst_is_context(const void *handle);

//===- watch.c: the same, past the recorder's definitions -----------------===//

/// Places in a driver's table of functions (cl_khr_icd).
typedef enum pst_watch_word {
  PST_WATCH_RETAIN = 36,
  PST_WATCH_RELEASE,
  PST_WATCH_SET_ARG,
  PST_WATCH_SET_SVM = 134,
  PST_WATCH_EXEC_INFO
} pst_watch_word;
enum { PST_WATCH_WORDS = 5 };

/// Has these functions called for clRetainKernel, clReleaseKernel, clSetKernelArg, clSetKernelArgSVMPointer and
/// clSetKernelExecInfo on the kernel, whoever calls. Returns what the next two functions ask for; null: not possible there. All of this with the
/// recorder's lock held.
const void *pst_watch(cl_kernel kernel, void *const own[PST_WATCH_WORDS]);
/// Whether this handle is still that kernel, and nobody else has put something in between.
bool pst_watched(const void *its, cl_kernel kernel);
/// The driver's function. `its`: what pst_watch returned, or null for a kernel whose creation was not seen.
/// Has the library that holds this address stay.
void pst_pin(const void *address);
/// That of this runtime: kernels, buffers and threads may outlive it, and call it when they end.
void pst_stay_loaded(void);
void *pst_watch_driver(const void *its, cl_kernel kernel, pst_watch_word word);
/// What an object began with that begins with `word` now. Without a lock.
const void *pst_watch_original(const void *word);
/// Asked by clSetKernelArg first: whether the call is pst_watch's own, and does nothing.
bool pst_watch_asked(void);

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

static inline uint32_t pst_at_most(uint64_t value, uint32_t limit) { return value < limit ? (uint32_t)value : limit; }

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
/// Time budget and discovery window in polls.
void pst_limits_time(pst_limits *limits, const pst_device *device, double poll_ns, double spin_ms);
/// Notes how many of the groups that were launched took part.
void pst_limits_came(pst_device *device, const pst_limits *limits, uint32_t count);
/// Text for a reason of the abort word.
const char *pst_bail_text(uint32_t reason);

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

//===- guard.c: what must hold before a launch (DESIGN section 8) ---------===//

typedef struct pst_bound {
  cl_command_queue queue;
  cl_context context;
  cl_program program;
  pst_text *text; // its source and build options
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
} pst_bound;

//===- addresses.c: memory and objects that are perhaps none --------------===//

/// Whether OpenCL may be asked about a handle that perhaps was never set: it can be read,
/// and begins like other objects of the queue's implementation, as loaders require.
bool pst_is_object(const void *handle, cl_command_queue queue);
/// The same where no queue is known yet.
bool pst_is_any_object(const void *handle);
/// The same, of those that are known to live or to have ended.
bool pst_is_buffer(cl_mem memory, cl_command_queue queue);
bool pst_is_kernel(cl_kernel kernel, cl_command_queue queue);
/// Whether this memory can be read, page by page.
bool pst_readable(const void *from, size_t bytes);
/// Copies memory that perhaps cannot be read; false then.
bool pst_copy_readable(void *to, const void *from, size_t bytes);
/// Whether what the region binds can be read, before anything looks at it: the loop may not come by a
/// pointer that is null or was never set.
bool pst_check_addresses(const persistify_region *region, void *const *bind, pst_why *why);
//===- guard.c again -------------------------------------------------------===//

/// Checks all guards but the build's and fills `bound`; pst_bound_free always.
bool pst_guard(const persistify_region *region, void *const *bind, pst_bound *bound, pst_why *why);
/// The same, and what the queue must do. With the queue drained.
bool pst_check_entry(const persistify_region *region, void *const *bind, pst_bound *bound, pst_why *why);
void pst_bound_free(pst_bound *bound);

/// Whether memory that the region reads or writes meets another host object's.
bool pst_check_memory(const persistify_region *region, void *const *bind, const pst_bound *bound, uint32_t slot,
                      uint64_t bytes, pst_why *why);

//===- mirror.c: host arrays in device memory -----------------------------===//

/// Bytes of a MIRROR slot, by what is known on entry and what the device asked for.
uint64_t pst_mirror_bytes(const persistify_region *region, const pst_bound *bound, const persistify_slot *slot);

/// Makes and fills the mirrors' buffers for one launch; their handles and sizes
/// become part of `bound`.
bool pst_mirrors_fill(const persistify_region *region, void *const *bind, pst_bound *bound, pst_built *built,
                      pst_why *why);
/// After a bail for a larger mirror. False if it cannot help.
bool pst_mirrors_grow(const persistify_region *region, pst_bound *bound, uint32_t handle, uint64_t bytes);
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

//===- calm.c -------------------------------------------------------------===//

typedef struct pst_calm {
  sigset_t before, ours;
  bool held;
} pst_calm;

/// Between these a write of this thread's that may not be made fails, and raises no signal.
void pst_calm_begin(pst_calm *calm);
void pst_calm_end(const pst_calm *calm);

/// Between these no handler runs in this thread: one that ends the program would come by a lock that it holds.
void pst_signals_hold(sigset_t *before);
void pst_signals_let(const sigset_t *before);

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

//===- verify.c: PERSISTIFY=verify ----------------------------------------===//

typedef struct pst_verify pst_verify;

/// Whether this thread runs the original of a loop that is being verified: then
/// an inner region runs as its original too. `told`: that was said before.
bool pst_verify_busy(const persistify_region *region, pst_why *why, bool *told);
/// Keeps what the region may change, before the persistent path. Null with `why`
/// if it cannot be verified.
pst_verify *pst_verify_begin(const persistify_region *region, void *const *bind, const pst_bound *bound, pst_why *why);
/// After the persistent path: keeps its results and puts everything back. The
/// rest is up to pst_verify_again. False with `why` where the original may run only
/// once: because something was logged, or the loop was left by `exit_number`.
bool pst_verify_taken(pst_verify *verify, int exit_number, bool logged, pst_why *why);
/// Behind the original loop: whether it is to run once more.
bool pst_verify_again(const persistify_region *region);
void pst_verify_drop(pst_verify *verify);
/// This thread ends: what it was verifying is dropped.
void pst_verify_thread_end(void);
/// PERSISTIFY_TEST_CORRUPT: changes one byte of what the persistent path left.
void pst_corrupt(const persistify_region *region, void *const *bind, const pst_bound *bound);

//===- layout.c -----------------------------------------------------------===//

/// Whether the region's tables divide the state block up: for tests.
bool pst_check_layout(const persistify_region *region, pst_why *why);

//===- later.c: the log of a region ---------------------------------------===//

/// In front of a launch, for tests (PERSISTIFY_TEST_STRICT): the log holds a pattern, so that a gap in it is found.
bool pst_later_begin(const pst_built *built, cl_command_queue queue, pst_why *why);
bool pst_later_fetch(persistify_later *later, cl_command_queue queue, cl_mem state, size_t from, size_t bytes,
                     pst_why *why);
void pst_later_free(persistify_later *later);

/// Makes the buffer that holds the state block and the log.
bool pst_state_buffer(pst_built *built, size_t log_bytes, pst_why *why);

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
/// The time of an entry, without building.
void pst_gate_told(pst_class *known, pst_path path, double ms);
/// That of one whose persistent path was given up, original loop and all.
void pst_gate_failed(pst_class *known, double ms);
void pst_gate_built(pst_gate *gate, const pst_built *built);
/// Whether an original loop that began so long ago is to be left for the persistent path, or may be at all.
bool pst_gate_due(const pst_gate *gate, const pst_class *known, double ms);
bool pst_gate_may_be_due(const pst_gate *gate, const pst_class *known);
/// What the persistent path took so far, 0: not known.
double pst_gate_expected(const pst_class *known);

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
  double watched_ms;      // ... and when that was; 0: never
  double slice_ms;        // the loop comes back after this time, as far as trips can tell; 0: when it ends
  uint64_t slice;         // so many trips next time
  bool undecided;         // the last try ran no trip
  bool on_device;         // all trips but those that the host runs
  bool host_next;         // the trip that begins is the host's, and was found to be so
  double trip_ms[PST_PATHS]; // of one, where both were tried; 0: not known
  pst_between *between;   // null: the launch begins in front of the loop
  pst_record record;
  pst_timed *timed; // or null: the queue is finished at the end
  struct pst_entry *outer;
} pst_entry;

//===- timed.c: times of original loops that nobody waits for -------------===//

/// In front of the loop; null: not possible, or there is no queue.
pst_timed *pst_timed_begin(const pst_entry *entry);
/// Behind it; the entry's record is written in time.
void pst_timed_end(pst_timed *timed, const pst_entry *entry);
/// The loop was left by another way.
void pst_timed_drop(pst_timed *timed);
/// When the program ends.
void pst_timed_flush(void);

//===- hang.c: who waited for whom ----------------------------------------===//

/// After a launch that was given up as a wait had spent its budget: says on stderr (but for PERSISTIFY_QUIET) and in the
/// timeline where each of `count` groups was then, and who came last.
void pst_hang_tell(const persistify_region *region, pst_built *built, const pst_limits *limits, uint32_t count, double budget_ms,
                   cl_command_queue queue);

//===- run.c --------------------------------------------------------------===//

/// Writes the records of the entries that this thread has open, without ending them.
void pst_entries_flush(void);
/// This thread ends: its open entries are dropped.
void pst_thread_ended(void);

/// The persistent path of an entry, all of it or nothing. `told`: why not was said before.
bool pst_run_region(pst_entry *entry, void *const *bind, int *exit_number, persistify_later *later, pst_why *why,
                    bool *told);

#pragma GCC visibility pop

#endif // PERSISTIFY_INTERNAL_H
