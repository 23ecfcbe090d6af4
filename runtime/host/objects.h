//===- objects.h - objects of the program: what they were given, and whether they live -*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_OBJECTS_H
#define PERSISTIFY_OBJECTS_H

#include "base.h"

#pragma GCC visibility push(hidden)

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
/// Those that the program made, that live and that OpenCL tells of, at most `room`. Each is held. How many there are.
typedef struct pst_held {
  cl_mem memory;
  uint64_t number;
} pst_held;
size_t pst_memory_hold_all(pst_held *held, size_t room);
/// A buffer of the library's own, to be read and written by all. It is none of the program's.
cl_mem pst_own_buffer(cl_context context, size_t bytes, cl_int *status);
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
/// How many queues of a context the program has.
uint32_t pst_queues_of(cl_context context);

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

#pragma GCC visibility pop

#endif // PERSISTIFY_OBJECTS_H
