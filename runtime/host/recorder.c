//===- recorder.c - what the program's kernels were given -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments are state (rule H2): a launch sees what was last set, wherever that
// was, and OpenCL has no call that reads an argument back. So this file defines
// the calls that set arguments or create and destroy kernels, under their own
// names. An executable's definitions come before those of the OpenCL library in
// the dynamic linker's order, so calls from the program, from CL/opencl.hpp and
// from other shared libraries all arrive here; each goes on to the next
// definition (dlsym RTLD_NEXT: a preloaded shim, then the OpenCL library).
//
// Records are keyed by kernel handle and live as long as the handle: creation
// starts an empty one, the last release removes it. Setting and recording
// happen under one lock, so two threads cannot leave the record different from
// the kernel. The lock is recursive: the next definition may come back here.
//
// What goes past these definitions is seen at the kernel itself, where its driver allows
// that (watch.c).
//
// A buffer may end while it is some kernel's argument: a loop that gives that kernel another one, or does not launch
// it, is right. OpenCL may not be asked about such a handle, so the end of each buffer is noted, and the argument
// counts as null then.
//
// User events are counted, so that an entry knows how patiently to wait for earlier
// commands (drain.c).
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct argument {
  bool set, null, svm, ended;
  size_t size;
  unsigned char *bytes; // inside, or malloc'ed when larger
  unsigned char inside[16];
} argument;

typedef struct record {
  cl_kernel kernel;
  cl_uint count;
  argument **arguments;
  const void *watched; // by watch.c, which sees all calls; or null
  struct record *next;
} record;

enum { BUCKETS = 256 };
static record *table[BUCKETS];
static pthread_mutex_t lock;
static pthread_once_t lock_once = PTHREAD_ONCE_INIT;

static void make_lock(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
}
static void acquire(void) {
  pthread_once(&lock_once, make_lock);
  pthread_mutex_lock(&lock);
}
static void release(void) { pthread_mutex_unlock(&lock); }

// The definition behind ours. A program that loads OpenCL by dlopen has none in
// the linker's order; then the usual library is asked.
static void *behind(const char *name) {
  void *next = dlsym(RTLD_NEXT, name);
  if (!next) {
    void *library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library)
      next = dlsym(library, name);
  }
  return next;
}

// Returns the next definition of `name`, looked up once.
#define NEXT(type, name) \
  static type next; \
  type call = __atomic_load_n(&next, __ATOMIC_RELAXED); \
  if (!call) { \
    *(void **)&call = behind(#name); \
    __atomic_store_n(&next, call, __ATOMIC_RELAXED); \
  }

static record **find(cl_kernel kernel) {
  uintptr_t key = (uintptr_t)kernel;
  record **at = &table[(key >> 4 ^ key >> 12) % BUCKETS];
  while (*at && (*at)->kernel != kernel)
    at = &(*at)->next;
  return at;
}

static void forget(cl_kernel kernel) {
  record **at = find(kernel), *old = *at;
  if (!old)
    return;
  *at = old->next;
  for (cl_uint i = 0; i < old->count; ++i)
    if (old->arguments[i]) {
      if (old->arguments[i]->bytes != old->arguments[i]->inside)
        free(old->arguments[i]->bytes);
      free(old->arguments[i]);
    }
  free(old->arguments);
  free(old);
}

static cl_int CL_API_CALL seen_release(cl_kernel kernel);
static cl_int CL_API_CALL seen_set_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
static cl_int CL_API_CALL seen_set_svm(cl_kernel kernel, cl_uint index, const void *value);

static record *start(cl_kernel kernel) {
  void *const own[PST_WATCH_WORDS] = {(void *)seen_release, (void *)seen_set_arg, (void *)seen_set_svm};
  forget(kernel);
  record *fresh = calloc(1, sizeof *fresh);
  if (fresh) {
    record **at = find(kernel);
    fresh->kernel = kernel;
    fresh->next = *at;
    *at = fresh;
    fresh->watched = pst_watch(kernel, own);
  }
  return fresh;
}

// Buffers that ended since take_ended() was called. The driver tells on any thread, perhaps with a lock of its own: no
// other lock is taken for it.
static pthread_mutex_t ended_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  cl_mem *handles;
  size_t count, room;
} ended;

static void CL_CALLBACK note_end(cl_mem memory, void *unused) {
  (void)unused;
  pthread_mutex_lock(&ended_lock);
  if (ended.count == ended.room) {
    const size_t room = ended.room ? 2 * ended.room : 64;
    cl_mem *more = realloc(ended.handles, room * sizeof *more);
    if (more) {
      ended.handles = more;
      ended.room = room;
    }
  }
  if (ended.count < ended.room)
    ended.handles[ended.count++] = memory;
  pthread_mutex_unlock(&ended_lock);
}

static void end_argument(argument *a, cl_mem memory) {
  if (a && a->set && !a->null && !a->svm && a->size == sizeof memory && memcmp(a->bytes, &memory, sizeof memory) == 0)
    a->null = a->ended = true;
}

// With the lock held.
static void take_ended(void) {
  pthread_mutex_lock(&ended_lock);
  cl_mem *handles = ended.handles;
  const size_t count = ended.count;
  memset(&ended, 0, sizeof ended);
  pthread_mutex_unlock(&ended_lock);
  for (size_t i = 0; i < count; ++i) {
    pst_object_ended(handles[i]);
    for (int k = 0; k < BUCKETS; ++k)
      for (record *r = table[k]; r; r = r->next)
        for (cl_uint n = 0; n < r->count; ++n)
          end_argument(r->arguments[n], handles[i]);
  }
  free(handles);
}

void pst_take_ended(void) {
  acquire();
  take_ended();
  release();
}

// Stores a value; when memory runs out the argument counts as unrecorded.
static void store(record *r, cl_uint index, size_t size, const void *value, bool svm) {
  take_ended(); // this may be another buffer at the address of one that ended
  if (index >= r->count) {
    cl_uint count = index + 1;
    argument **more = realloc(r->arguments, count * sizeof *more);
    if (!more)
      return;
    memset(more + r->count, 0, (count - r->count) * sizeof *more);
    r->arguments = more;
    r->count = count;
  }
  argument *a = r->arguments[index];
  if (!a) {
    a = r->arguments[index] = calloc(1, sizeof *a);
    if (!a)
      return;
    a->bytes = a->inside;
  }
  a->set = false;
  if (a->bytes != a->inside)
    free(a->bytes);
  a->bytes = a->inside;
  if (value && size > sizeof a->inside) {
    a->bytes = malloc(size);
    if (!a->bytes) {
      a->bytes = a->inside;
      return;
    }
  }
  if (value)
    memcpy(a->bytes, value, size);
  a->size = size;
  a->null = value == NULL;
  a->ended = false;
  a->svm = svm;
  a->set = true;
}

bool pst_recorder_get(cl_kernel kernel, cl_uint index, pst_recorded *out, void *copy, size_t room) {
  acquire();
  take_ended();
  record *r = *find(kernel);
  if (r && r->watched && !pst_watched(r->watched, kernel)) // another recorder is there, too
    r = NULL;
  argument *a = r && index < r->count ? r->arguments[index] : NULL;
  bool found = a && a->set;
  if (found) {
    out->size = a->size;
    out->null = a->null;
    out->svm = a->svm;
    out->ended = a->ended;
    if (!a->null)
      memcpy(copy, a->bytes, a->size < room ? a->size : room);
  }
  release();
  return found;
}

pst_set_arg_fn pst_real_set_arg(void) {
  NEXT(pst_set_arg_fn, clSetKernelArg)
  return call;
}
pst_create_kernel_fn pst_real_create_kernel(void) {
  NEXT(pst_create_kernel_fn, clCreateKernel)
  return call;
}
pst_release_kernel_fn pst_real_release_kernel(void) {
  NEXT(pst_release_kernel_fn, clReleaseKernel)
  return call;
}

//===- calls that arrive at a kernel --------------------------------------===//

static cl_int CL_API_CALL seen_set_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  if (pst_watch_asked())
    return CL_INVALID_ARG_INDEX;
  acquire();
  record *r = *find(kernel);
  cl_int status =
      ((pst_set_arg_fn)pst_watch_driver(r ? r->watched : NULL, kernel, PST_WATCH_SET_ARG))(kernel, index, size, value);
  if (status == CL_SUCCESS && r)
    store(r, index, size, value, false);
  release();
  return status;
}

static bool is_last(cl_kernel kernel) {
  cl_uint references = 0;
  return clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof references, &references, NULL) == CL_SUCCESS &&
         references <= 1;
}

static cl_int CL_API_CALL seen_release(cl_kernel kernel) {
  acquire();
  record *r = *find(kernel);
  pst_release_kernel_fn driver =
      (pst_release_kernel_fn)pst_watch_driver(r ? r->watched : NULL, kernel, PST_WATCH_RELEASE);
  if (r && is_last(kernel))
    forget(kernel);
  cl_int status = driver(kernel);
  release();
  return status;
}

typedef cl_int(CL_API_CALL *set_svm_fn)(cl_kernel, cl_uint, const void *);
static cl_int CL_API_CALL seen_set_svm(cl_kernel kernel, cl_uint index, const void *value) {
  acquire();
  record *r = *find(kernel);
  cl_int status =
      ((set_svm_fn)pst_watch_driver(r ? r->watched : NULL, kernel, PST_WATCH_SET_SVM))(kernel, index, value);
  if (status == CL_SUCCESS && r)
    store(r, index, sizeof value, &value, true);
  release();
  return status;
}

//===- the calls themselves -----------------------------------------------===//

#define EXPORT __attribute__((visibility("default")))

EXPORT CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  pst_set_arg_fn call = pst_real_set_arg();
  if (!call)
    return CL_INVALID_OPERATION;
  acquire();
  cl_int status = call(kernel, index, size, value);
  if (status == CL_SUCCESS) {
    record *r = *find(kernel);
    if (r && !r->watched)
      store(r, index, size, value, false);
  }
  release();
  return status;
}

EXPORT CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *status) {
  pst_create_kernel_fn call = pst_real_create_kernel();
  if (!call) {
    if (status)
      *status = CL_INVALID_OPERATION;
    return NULL;
  }
  acquire();
  cl_kernel kernel = call(program, name, status);
  if (kernel)
    start(kernel);
  release();
  return kernel;
}

static cl_mem with_end(cl_mem memory) {
  pthread_mutex_lock(&ended_lock);
  const bool many = ended.count >= 256; // of a program that sets no arguments
  pthread_mutex_unlock(&ended_lock);
  if (many)
    pst_take_ended();
  if (memory)
    clSetMemObjectDestructorCallback(memory, note_end, NULL);
  return memory;
}

typedef cl_mem(CL_API_CALL *buffer_fn)(cl_context, cl_mem_flags, size_t, void *, cl_int *);
EXPORT CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                                                      cl_int *status) {
  NEXT(buffer_fn, clCreateBuffer)
  if (!call) {
    if (status)
      *status = CL_INVALID_OPERATION;
    return NULL;
  }
  return with_end(call(context, flags, size, host, status));
}

typedef cl_mem(CL_API_CALL *part_fn)(cl_mem, cl_mem_flags, cl_buffer_create_type, const void *, cl_int *);
EXPORT CL_API_ENTRY cl_mem CL_API_CALL clCreateSubBuffer(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type,
                                                         const void *part, cl_int *status) {
  NEXT(part_fn, clCreateSubBuffer)
  if (!call) {
    if (status)
      *status = CL_INVALID_OPERATION;
    return NULL;
  }
  return with_end(call(whole, flags, type, part, status));
}

// Those that are never set count for ever, which only makes waits short.
static int unset_events; // atomic

bool pst_user_events(void) { return __atomic_load_n(&unset_events, __ATOMIC_RELAXED) > 0; }

typedef cl_event(CL_API_CALL *user_event_fn)(cl_context, cl_int *);
EXPORT CL_API_ENTRY cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *status) {
  NEXT(user_event_fn, clCreateUserEvent)
  if (!call) {
    if (status)
      *status = CL_INVALID_OPERATION;
    return NULL;
  }
  cl_event event = call(context, status);
  if (event)
    __atomic_add_fetch(&unset_events, 1, __ATOMIC_RELAXED);
  return event;
}

typedef cl_int(CL_API_CALL *set_status_fn)(cl_event, cl_int);
EXPORT CL_API_ENTRY cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int state) {
  NEXT(set_status_fn, clSetUserEventStatus)
  if (!call)
    return CL_INVALID_OPERATION;
  cl_int status = call(event, state);
  if (status == CL_SUCCESS)
    __atomic_sub_fetch(&unset_events, 1, __ATOMIC_RELAXED);
  return status;
}

typedef cl_int(CL_API_CALL *create_all_fn)(cl_program, cl_uint, cl_kernel *, cl_uint *);
EXPORT CL_API_ENTRY cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel *kernels,
                                                                cl_uint *count) {
  NEXT(create_all_fn, clCreateKernelsInProgram)
  if (!call)
    return CL_INVALID_OPERATION;
  acquire();
  cl_uint made = 0;
  cl_int status = call(program, room, kernels, &made);
  if (status == CL_SUCCESS && kernels)
    for (cl_uint i = 0; i < made && i < room; ++i)
      start(kernels[i]);
  release();
  if (count)
    *count = made;
  return status;
}

EXPORT CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
  pst_release_kernel_fn call = pst_real_release_kernel();
  if (!call)
    return CL_INVALID_OPERATION;
  acquire();
  record *r = *find(kernel);
  if (r && !r->watched && is_last(kernel)) // else when the call arrives at the kernel
    forget(kernel);
  cl_int status = call(kernel);
  release();
  return status;
}

#ifdef CL_VERSION_2_0
EXPORT CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value) {
  NEXT(set_svm_fn, clSetKernelArgSVMPointer)
  if (!call)
    return CL_INVALID_OPERATION;
  acquire();
  cl_int status = call(kernel, index, value);
  if (status == CL_SUCCESS) {
    record *r = *find(kernel);
    if (r && !r->watched)
      store(r, index, sizeof value, &value, true);
  }
  release();
  return status;
}
#endif

#ifdef CL_VERSION_2_1
typedef cl_kernel(CL_API_CALL *clone_fn)(cl_kernel, cl_int *);
EXPORT CL_API_ENTRY cl_kernel CL_API_CALL clCloneKernel(cl_kernel source, cl_int *status) {
  NEXT(clone_fn, clCloneKernel)
  if (!call) {
    if (status)
      *status = CL_INVALID_OPERATION;
    return NULL;
  }
  acquire();
  cl_kernel clone = call(source, status);
  if (clone) {
    record *copy = start(clone), *r = *find(source);
    for (cl_uint i = 0; copy && r && i < r->count; ++i)
      if (r->arguments[i] && r->arguments[i]->set)
        store(copy, i, r->arguments[i]->size, r->arguments[i]->null ? NULL : r->arguments[i]->bytes,
              r->arguments[i]->svm);
  }
  release();
  return clone;
}
#endif
