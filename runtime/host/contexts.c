//===- contexts.c - contexts, and what is kept for them ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Persistent kernels, their blocks and mirrors are kept from entry to entry, and each of them keeps its context. So
// the program's own references of contexts are counted here, and its queues: where it has left a context, and has
// no queue in it, no entry can come before it makes one, and what is kept goes. A call that comes by another way makes a
// count wrong; then something is built once more, or is kept until others their place (builds.c).
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct held {
  void *handle; // of a context or a queue
  cl_context context;
  uint32_t references, queues; // queues: of a context
  struct held *next;
} held;

enum { BUCKETS = 64 };
static held *contexts[BUCKETS], *queues[BUCKETS];
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void pst_contexts_fork(void) {
  lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  for (int i = 0; i < BUCKETS; ++i)
    contexts[i] = queues[i] = NULL;
}

static held **find(held **in, const void *handle) {
  const uintptr_t key = (uintptr_t)handle;
  held **at = &in[(key >> 4 ^ key >> 12) % BUCKETS];
  while (*at && (*at)->handle != handle)
    at = &(*at)->next;
  return at;
}

static void drop(held **at) {
  held *old = *at;
  *at = old->next;
  free(old);
}

// With the lock held: a queue of this context is gone.
static void one_queue_less(cl_context context) {
  held *of = *find(contexts, context);
  if (of && of->queues)
    --of->queues;
}

// With the lock held, of a new object.
static held *begin(held **in, void *handle, cl_context context) {
  held **at = find(in, handle);
  if (*at) { // that its end was not seen
    if (in == queues)
      one_queue_less((*at)->context);
    drop(at);
  }
  at = find(in, handle);
  held *fresh = calloc(1, sizeof *fresh);
  if (fresh) {
    fresh->handle = handle;
    fresh->context = context;
    fresh->references = 1;
    *at = fresh;
  }
  return fresh;
}

// With the lock held: whether the program has left it. Then it is forgotten.
static bool left(cl_context context) {
  held **at = find(contexts, context);
  if (!*at || (*at)->references || (*at)->queues)
    return false;
  drop(at);
  return true;
}

// While this thread keeps a reference of its own, so that the handle is the context's.
static void drop_kept(cl_context context) {
  pst_builds_end(context);
  pst_sources_end(context);
  pst_snapshots_end(context);
}

typedef cl_int(CL_API_CALL *count_fn)(void *);

// Passes a release on. The last one of a context, or of its last queue, ends what is kept.
static cl_int release(count_fn call, held **in, void *handle) {
  pthread_mutex_lock(&lock);
  held **at = find(in, handle), *h = *at;
  cl_context ends = NULL;
  if (h && --h->references == 0) {
    const cl_context context = h->context;
    if (in == queues) {
      pst_gone_add(handle);
      drop(at);
      one_queue_less(context);
    }
    ends = left(context) ? context : NULL;
  }
  pthread_mutex_unlock(&lock);
  if (ends) // before the program's reference goes: what is kept may be nothing, and no other keep it
    drop_kept(ends);
  return call(handle);
}

static bool known(held **in, const void *handle) {
  pthread_mutex_lock(&lock);
  const bool yes = *find(in, handle) != NULL;
  pthread_mutex_unlock(&lock);
  return yes;
}

bool pst_queue_lives(cl_command_queue queue) { return known(queues, queue); }
bool pst_queue_ended(cl_command_queue queue) { return !known(queues, queue) && pst_gone(queue); }
bool pst_is_context(const void *handle) { return known(contexts, handle); }

uint32_t pst_queues_of(cl_context context) {
  pthread_mutex_lock(&lock);
  const held *of = *find(contexts, context);
  const uint32_t count = of ? of->queues : 0;
  pthread_mutex_unlock(&lock);
  return count;
}

static cl_int retain(count_fn call, held **in, void *handle) {
  const cl_int status = call(handle);
  pthread_mutex_lock(&lock);
  held *h = *find(in, handle);
  if (h && status == CL_SUCCESS)
    ++h->references;
  pthread_mutex_unlock(&lock);
  return status;
}

//===- contexts -----------------------------------------------------------===//

static cl_context with_context(cl_context context) {
  pthread_mutex_lock(&lock);
  if (context)
    begin(contexts, context, context);
  pthread_mutex_unlock(&lock);
  return context;
}

typedef void(CL_CALLBACK *notify_fn)(const char *, const void *, size_t, void *);
typedef cl_context(CL_API_CALL *context_fn)(const cl_context_properties *, cl_uint, const cl_device_id *, notify_fn,
                                            void *, cl_int *);
PST_EXPORT CL_API_ENTRY cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties, cl_uint count,
                                                               const cl_device_id *devices, notify_fn notify,
                                                               void *data, cl_int *status) {
  PST_NEXT(context_fn, clCreateContext)
  return call ? with_context(call(properties, count, devices, notify, data, status)) : pst_no_library(status);
}

typedef cl_context(CL_API_CALL *type_fn)(const cl_context_properties *, cl_device_type, notify_fn, void *, cl_int *);
PST_EXPORT CL_API_ENTRY cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties,
                                                                       cl_device_type type, notify_fn notify,
                                                                       void *data, cl_int *status) {
  PST_NEXT(type_fn, clCreateContextFromType)
  return call ? with_context(call(properties, type, notify, data, status)) : pst_no_library(status);
}

PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clRetainContext(cl_context context) {
  PST_NEXT(count_fn, clRetainContext)
  return call ? retain(call, contexts, context) : CL_INVALID_OPERATION;
}

PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clReleaseContext(cl_context context) {
  PST_NEXT(count_fn, clReleaseContext)
  return call ? release(call, contexts, context) : CL_INVALID_OPERATION;
}

//===- queues -------------------------------------------------------------===//

static cl_command_queue with_queue(cl_command_queue queue, cl_context context) {
  pthread_mutex_lock(&lock);
  held *of = queue && begin(queues, queue, context) ? *find(contexts, context) : NULL;
  if (of)
    ++of->queues;
  pthread_mutex_unlock(&lock);
  return queue;
}

typedef cl_command_queue(CL_API_CALL *queue_fn)(cl_context, cl_device_id, cl_command_queue_properties, cl_int *);
PST_EXPORT CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                                          cl_command_queue_properties properties,
                                                                          cl_int *status) {
  PST_NEXT(queue_fn, clCreateCommandQueue)
  return call ? with_queue(call(context, device, properties, status), context) : pst_no_library(status);
}

#ifdef CL_VERSION_2_0
typedef cl_command_queue(CL_API_CALL *properties_fn)(cl_context, cl_device_id, const cl_queue_properties *, cl_int *);
PST_EXPORT CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(
    cl_context context, cl_device_id device, const cl_queue_properties *properties, cl_int *status) {
  PST_NEXT(properties_fn, clCreateCommandQueueWithProperties)
  return call ? with_queue(call(context, device, properties, status), context) : pst_no_library(status);
}
#endif

PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue queue) {
  PST_NEXT(count_fn, clRetainCommandQueue)
  return call ? retain(call, queues, queue) : CL_INVALID_OPERATION;
}

PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue) {
  PST_NEXT(count_fn, clReleaseCommandQueue)
  return call ? release(call, queues, queue) : CL_INVALID_OPERATION;
}

//===- programs -----------------------------------------------------------===//

typedef void(CL_CALLBACK *built_fn)(cl_program, void *);
typedef cl_int(CL_API_CALL *build_fn)(cl_program, cl_uint, const cl_device_id *, const char *, built_fn, void *);
PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint count,
                                                          const cl_device_id *devices, const char *options,
                                                          built_fn notify, void *data) {
  PST_NEXT(build_fn, clBuildProgram)
  if (!call)
    return CL_INVALID_OPERATION;
  pst_program_rebuilt(program);
  return call(program, count, devices, options, notify, data);
}
