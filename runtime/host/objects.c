//===- objects.c - memory objects that live ----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A handle in a variable or in a kernel's record says nothing about whether its object is still there, and the
// next object may have the same one. So each buffer that is made by way of these definitions gets a number that
// only grows. It ends when the program gives back its last reference, or when OpenCL tells. The driver does so on any
// thread, perhaps with a lock of its own: no other lock is taken under this one. It may do so late, when the handle
// is another object's already (NVIDIA's): it tells the number.
//
// Those that have ended stay known for a while, to tell them from objects that came by another way.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct object {
  cl_mem memory;
  uint64_t since; // 0: it has ended
  uint64_t end;   // when
  bool told;      // OpenCL tells when it does, and nobody has it past these definitions
  unsigned references; // that were given to the program, and not given back
  uint64_t number;     // `since`, also when it has ended
  unsigned holds;      // of entries
  bool owed;           // the last reference was given back meanwhile: it goes on to OpenCL with the last hold
  bool own;            // the library's
  struct object *next, *later; // of its bucket; of those that have ended
} object;

enum { KEPT = 1024, LEAST_BUCKETS = 256 };

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static object **buckets;
static size_t num_buckets, count;
static object *first_ended, *last_ended;
static size_t num_ended;
static uint64_t moment; // atomic

uint64_t pst_moment(void) { return __atomic_load_n(&moment, __ATOMIC_ACQUIRE); }

void pst_objects_fork(void) {
  lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  buckets = NULL;
  num_buckets = count = num_ended = 0;
  first_ended = last_ended = NULL;
}

static object **place(object **in, size_t size, cl_mem memory) {
  const uintptr_t key = (uintptr_t)memory;
  object **at = &in[(key >> 4 ^ key >> 14) % size];
  while (*at && (*at)->memory != memory)
    at = &(*at)->next;
  return at;
}

static void grow(void) {
  const size_t size = num_buckets ? 4 * num_buckets : LEAST_BUCKETS;
  object **more = calloc(size, sizeof *more);
  if (!more)
    return;
  for (size_t i = 0; i < num_buckets; ++i)
    for (object *o = buckets[i], *next; o; o = next) {
      next = o->next;
      o->next = NULL;
      *place(more, size, o->memory) = o;
    }
  free(buckets);
  buckets = more;
  num_buckets = size;
}

static void drop(object *o) {
  object **at = place(buckets, num_buckets, o->memory);
  *at = o->next;
  free(o);
  --count;
}

// One whose handle came to be another object's stays in this list, and is kept.
static void drop_oldest(void) {
  object *o = first_ended;
  first_ended = o->later;
  last_ended = first_ended ? last_ended : NULL;
  --num_ended;
  o->later = NULL;
  if (!o->since && !o->holds)
    drop(o);
}

static bool listed(const object *o) { return o->later || o == last_ended; }

// Gives its number; 0 without memory for it.
static uint64_t begin(cl_mem memory) {
  uint64_t since = 0;
  pthread_mutex_lock(&lock);
  if (count >= 2 * num_buckets)
    grow();
  object **at = num_buckets ? place(buckets, num_buckets, memory) : NULL;
  if (at && !*at && (*at = calloc(1, sizeof **at))) {
    (*at)->memory = memory;
    ++count;
  }
  if (at && *at) {
    since = (*at)->since = (*at)->number = __atomic_add_fetch(&moment, 1, __ATOMIC_ACQ_REL);
    (*at)->told = (*at)->owed = (*at)->own = false;
    (*at)->holds = 0;
    (*at)->references = 1;
  }
  pthread_mutex_unlock(&lock);
  return since;
}

// With the lock held.
static object *find(cl_mem memory) { return num_buckets ? *place(buckets, num_buckets, memory) : NULL; }

static void end(object *o) {
  o->since = 0;
  o->end = __atomic_add_fetch(&moment, 1, __ATOMIC_ACQ_REL);
  if (!listed(o)) {
    *(last_ended ? &last_ended->later : &first_ended) = o;
    last_ended = o;
    if (++num_ended > KEPT)
      drop_oldest();
  }
}

static void CL_CALLBACK note_end(cl_mem memory, void *since) {
  pthread_mutex_lock(&lock);
  object *o = find(memory);
  if (o && o->since && (uintptr_t)o->since == (uintptr_t)since)
    end(o);
  pthread_mutex_unlock(&lock);
}

pst_life pst_memory_life(cl_mem memory, uint64_t *since) {
  pthread_mutex_lock(&lock);
  const object *o = find(memory);
  const pst_life life = !o ? PST_UNSEEN : !o->since ? PST_ENDED : o->told ? PST_LIVES : PST_UNSEEN;
  *since = o ? life == PST_ENDED ? o->end : o->since : 0;
  pthread_mutex_unlock(&lock);
  return life;
}

// No call of OpenCL under the lock: a driver may have one of its own, with which it comes to note_end.
pst_life pst_memory_hold(cl_mem memory, uint64_t *number) {
  pthread_mutex_lock(&lock);
  object *o = find(memory);
  const pst_life life = !o ? PST_UNSEEN : !o->since ? PST_ENDED : o->told ? PST_LIVES : PST_UNSEEN;
  *number = life == PST_LIVES ? o->number : 0;
  if (life == PST_LIVES)
    ++o->holds;
  pthread_mutex_unlock(&lock);
  return life;
}

size_t pst_memory_hold_all(pst_held *held, size_t room) {
  size_t found = 0;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < num_buckets; ++i)
    for (object *o = buckets[i]; o && found < room; o = o->next)
      if (o->since && o->told && !o->own) {
        held[found++] = (pst_held){o->memory, o->number};
        ++o->holds;
      }
  pthread_mutex_unlock(&lock);
  return found;
}

size_t pst_memory_known(void) {
  pthread_mutex_lock(&lock);
  const size_t known = count;
  pthread_mutex_unlock(&lock);
  return known;
}

//===- other objects that have ended --------------------------------------===//

// Queues and kernels whose last reference the program gave back, lately.
enum { GONE = 256 };
static const void *gone[GONE];
static unsigned next_gone;

void pst_gone_add(const void *handle) {
  pthread_mutex_lock(&lock);
  gone[next_gone++ % GONE] = handle;
  pthread_mutex_unlock(&lock);
}

bool pst_gone(const void *handle) {
  bool found = false;
  pthread_mutex_lock(&lock);
  for (int i = 0; !found && i < GONE; ++i)
    found = gone[i] == handle;
  pthread_mutex_unlock(&lock);
  return found;
}

//===- the calls ----------------------------------------------------------===//

static cl_mem with_end(cl_mem memory) {
  if (memory) {
    pst_stay_loaded();
    const uint64_t since = begin(memory);
    if (since && clSetMemObjectDestructorCallback(memory, note_end, (void *)(uintptr_t)since) == CL_SUCCESS) {
      pthread_mutex_lock(&lock);
      object *o = find(memory);
      if (o && o->since == since)
        o->told = true;
      pthread_mutex_unlock(&lock);
    }
  }
  return memory;
}

typedef cl_int(CL_API_CALL *references_fn)(cl_mem);
PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clRetainMemObject(cl_mem memory) {
  PST_NEXT(references_fn, clRetainMemObject)
  const cl_int status = call ? call(memory) : CL_INVALID_OPERATION;
  if (status == CL_SUCCESS) {
    pthread_mutex_lock(&lock);
    object *o = find(memory);
    if (o && o->since)
      ++o->references;
    pthread_mutex_unlock(&lock);
  }
  return status;
}

void pst_memory_let(cl_mem memory, uint64_t number) {
  PST_NEXT(references_fn, clReleaseMemObject)
  pthread_mutex_lock(&lock);
  object *o = find(memory);
  bool owed = false;
  if (o && o->number == number && o->holds && --o->holds == 0) {
    owed = o->owed;
    o->owed = false;
    if (!o->since && !listed(o))
      drop(o);
  }
  pthread_mutex_unlock(&lock);
  if (owed)
    call(memory);
}

// Before the call: behind it another thread may get the handle for a new object.
PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clReleaseMemObject(cl_mem memory) {
  PST_NEXT(references_fn, clReleaseMemObject)
  if (!call)
    return CL_INVALID_OPERATION;
  pthread_mutex_lock(&lock);
  object *o = find(memory);
  const bool last = o && o->since && o->references == 1;
  pthread_mutex_unlock(&lock);
  // Somebody may have another one, from a call that went past here: OpenCL tells when it ends, or nobody knows.
  cl_uint references = 0;
  const bool kept = last &&
                    clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL) == CL_SUCCESS &&
                    references > 1;
  bool held = false;
  pthread_mutex_lock(&lock);
  o = find(memory);
  if (o && o->since && o->references && --o->references == 0) {
    if (kept)
      o->told = false;
    else
      end(o);
    held = o->owed = o->holds != 0; // another thread's loop may look at it; its handle is no other's until then
  }
  pthread_mutex_unlock(&lock);
  return held ? CL_SUCCESS : call(memory);
}

static bool lacking(cl_int error) {
  return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES || error == CL_OUT_OF_HOST_MEMORY;
}

typedef cl_mem(CL_API_CALL *buffer_fn)(cl_context, cl_mem_flags, size_t, void *, cl_int *);
PST_EXPORT CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                                          void *host, cl_int *status) {
  PST_NEXT(buffer_fn, clCreateBuffer)
  cl_int error = CL_SUCCESS;
  cl_mem made = call ? call(context, flags, size, host, &error) : pst_no_library(&error);
  // Not for want of what is kept for the next loop.
  if (!made && lacking(error) && pst_snapshots_end(context))
    made = call(context, flags, size, host, &error);
  if (status)
    *status = error;
  return with_end(made);
}

cl_mem pst_own_buffer(cl_context context, size_t bytes, cl_int *status) {
  cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, status);
  pthread_mutex_lock(&lock);
  object *o = made ? find(made) : NULL;
  if (o)
    o->own = true;
  pthread_mutex_unlock(&lock);
  return made;
}

#ifdef CL_VERSION_3_0
typedef cl_mem(CL_API_CALL *properties_fn)(cl_context, const cl_mem_properties *, cl_mem_flags, size_t, void *,
                                           cl_int *);
PST_EXPORT CL_API_ENTRY cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context,
                                                                        const cl_mem_properties *properties,
                                                                        cl_mem_flags flags, size_t size, void *host,
                                                                        cl_int *status) {
  PST_NEXT(properties_fn, clCreateBufferWithProperties)
  return call ? with_end(call(context, properties, flags, size, host, status)) : pst_no_library(status);
}
#endif

typedef cl_mem(CL_API_CALL *part_fn)(cl_mem, cl_mem_flags, cl_buffer_create_type, const void *, cl_int *);
PST_EXPORT CL_API_ENTRY cl_mem CL_API_CALL clCreateSubBuffer(cl_mem whole, cl_mem_flags flags,
                                                             cl_buffer_create_type type, const void *part,
                                                             cl_int *status) {
  PST_NEXT(part_fn, clCreateSubBuffer)
  return call ? with_end(call(whole, flags, type, part, status)) : pst_no_library(status);
}
