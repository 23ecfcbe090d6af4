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
// Records are keyed by kernel handle and live as long as the program holds the handle: creation
// starts an empty one, the last release removes it. Setting and recording
// happen under one lock, so two threads cannot leave the record different from
// the kernel. The lock is recursive: the next definition may come back here.
//
// What goes past these definitions is seen at the kernel itself, where its driver allows
// that (watch.c). Then the record is made there, and the call is passed on without the lock: it may
// arrive at the kernel of another copy of this runtime, of which a thread may be on its way here.
//
// A buffer may end while it is some kernel's argument: a loop that gives that kernel another one, or does not launch
// it, is right. OpenCL may not be asked about such a handle, so an argument knows when it was set, and counts as null
// if what its handle means now began later (objects.c).
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct argument {
  bool set, null, svm;
  size_t size;
  uint64_t moment; // when it was set
  unsigned char *bytes; // inside, or malloc'ed when larger
  unsigned char inside[16];
} argument;

typedef struct record {
  cl_kernel kernel;
  cl_uint count;
  argument **arguments;
  uint32_t references; // that the program has
  bool lost; // there was no memory for an argument once
  bool reaches_svm; // clSetKernelExecInfo
  const void *watched; // by watch.c, which sees all calls; or null
  struct record *next;
} record;

enum { BUCKETS = 256 };
static record *table[BUCKETS];
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void acquire(void) { pthread_mutex_lock(&lock); }
static void release(void) { pthread_mutex_unlock(&lock); }

bool pst_recorder_fork(void) {
  bool any = false;
  lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  for (int i = 0; i < BUCKETS; ++i) {
    any |= table[i] != NULL;
    table[i] = NULL;
  }
  return any;
}

// The definition behind ours. A program that loads OpenCL by dlopen has none in
// the linker's order; then the usual library is asked.
void *pst_behind(const char *name) {
  void *next = dlsym(RTLD_NEXT, name);
  if (!next) {
    void *library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library)
      next = dlsym(library, name);
  }
  return next;
}

int persistify_is_call(const char *name, void (*from)(void)) {
  void *library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
  void *const known[] = {pst_behind(name), dlsym(RTLD_DEFAULT, name), library ? dlsym(library, name) : NULL};
  if (library)
    dlclose(library);
  dlerror(); // the program did not ask
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    if (known[i] && (uintptr_t)known[i] == (uintptr_t)from)
      return 1;
  return 0;
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

static cl_int CL_API_CALL seen_retain(cl_kernel kernel);
static cl_int CL_API_CALL seen_release(cl_kernel kernel);
static cl_int CL_API_CALL seen_set_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
static cl_int CL_API_CALL seen_set_svm(cl_kernel kernel, cl_uint index, const void *value);
static cl_int CL_API_CALL seen_exec_info(cl_kernel kernel, cl_uint what, size_t size, const void *value);

static record *start(cl_kernel kernel) {
  void *const own[PST_WATCH_WORDS] = {(void *)seen_retain, (void *)seen_release, (void *)seen_set_arg,
                                      (void *)seen_set_svm, (void *)seen_exec_info};
  forget(kernel);
  record *fresh = calloc(1, sizeof *fresh);
  if (fresh) {
    record **at = find(kernel);
    fresh->kernel = kernel;
    fresh->next = *at;
    *at = fresh;
    fresh->watched = pst_watch(kernel, own);
    fresh->references = 1; // whatever pst_watch did to find out
  }
  return fresh;
}

// Stores a value; when memory runs out the argument counts as unrecorded.
static void store(record *r, cl_uint index, size_t size, const void *value, bool svm) {
  if (index >= r->count) {
    cl_uint count = index + 1;
    argument **more = realloc(r->arguments, count * sizeof *more);
    if (!more) {
      r->lost = true;
      return;
    }
    memset(more + r->count, 0, (count - r->count) * sizeof *more);
    r->arguments = more;
    r->count = count;
  }
  argument *a = r->arguments[index];
  if (!a) {
    a = r->arguments[index] = calloc(1, sizeof *a);
    if (!a) {
      r->lost = true;
      return;
    }
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
      r->lost = true;
      return;
    }
  }
  if (value)
    memcpy(a->bytes, value, size);
  a->size = size;
  a->null = value == NULL;
  a->svm = svm;
  a->moment = pst_moment();
  a->set = true;
}

bool pst_recorder_get(cl_kernel kernel, cl_uint index, pst_recorded *out, void *copy, size_t room) {
  acquire();
  record *r = *find(kernel);
  if (r && r->watched && !pst_watched(r->watched, kernel)) // another recorder is there, too
    r = NULL;
  argument *a = r && index < r->count ? r->arguments[index] : NULL;
  bool found = a && a->set;
  if (found) {
    *out = (pst_recorded){.size = a->size, .null = a->null, .svm = a->svm, .moment = a->moment};
    if (!a->null)
      memcpy(copy, a->bytes, a->size < room ? a->size : room);
  }
  release();
  return found;
}

bool pst_recorder_buffer(cl_kernel kernel, cl_uint index, pst_recorded *out, cl_mem *mem) {
  uint64_t since = 0;
  *mem = NULL;
  if (!pst_recorder_get(kernel, index, out, mem, sizeof *mem))
    return false;
  if (out->null || out->svm || out->size != sizeof *mem || !*mem)
    return true;
  const pst_life life = pst_memory_life(*mem, &since);
  // Set behind the end of that buffer: the handle is that of one whose making was not seen.
  const bool another = life == PST_ENDED && out->moment >= since;
  out->ended = out->null = (life == PST_ENDED && !another) || (life == PST_LIVES && since > out->moment);
  out->unseen = life == PST_UNSEEN || another;
  return true;
}

bool pst_recorder_has(cl_kernel kernel) {
  acquire();
  const record *r = *find(kernel);
  const bool has = r && r->watched; // of others a release may have gone past
  release();
  return has;
}

bool pst_recorder_reaches_svm(cl_kernel kernel) {
  acquire();
  const record *r = *find(kernel);
  const bool reaches = r && r->reaches_svm;
  release();
  return reaches;
}

bool pst_recorder_lost(cl_kernel kernel) {
  acquire();
  const record *r = *find(kernel);
  const bool lost = r && r->lost;
  release();
  return lost;
}

pst_set_arg_fn pst_real_set_arg(void) {
  PST_NEXT(pst_set_arg_fn, clSetKernelArg)
  return call;
}
pst_create_kernel_fn pst_real_create_kernel(void) {
  PST_NEXT(pst_create_kernel_fn, clCreateKernel)
  return call;
}
pst_release_kernel_fn pst_real_release_kernel(void) {
  PST_NEXT(pst_release_kernel_fn, clReleaseKernel)
  return call;
}

typedef cl_int(CL_API_CALL *retain_kernel_fn)(cl_kernel);
static retain_kernel_fn real_retain(void) {
  PST_NEXT(retain_kernel_fn, clRetainKernel)
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

static cl_int CL_API_CALL seen_retain(cl_kernel kernel) {
  acquire();
  record *r = *find(kernel);
  cl_int status = ((retain_kernel_fn)pst_watch_driver(r ? r->watched : NULL, kernel, PST_WATCH_RETAIN))(kernel);
  if (status == CL_SUCCESS && r)
    ++r->references;
  release();
  return status;
}

// In front of a release: commands that still run may hold the kernel longer than the program does.
static void count_release(cl_kernel kernel, record *r) {
  if (r && --r->references == 0) {
    pst_gone_add(kernel);
    forget(kernel);
  }
}

static cl_int CL_API_CALL seen_release(cl_kernel kernel) {
  acquire();
  record *r = *find(kernel);
  pst_release_kernel_fn driver =
      (pst_release_kernel_fn)pst_watch_driver(r ? r->watched : NULL, kernel, PST_WATCH_RELEASE);
  count_release(kernel, r);
  release();
  return driver(kernel);
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

// Whatever it says, it is about memory that is no argument.
typedef cl_int(CL_API_CALL *exec_info_fn)(cl_kernel, cl_uint, size_t, const void *);
static cl_int CL_API_CALL seen_exec_info(cl_kernel kernel, cl_uint what, size_t size, const void *value) {
  acquire();
  record *r = *find(kernel);
  const cl_int status = ((exec_info_fn)pst_watch_driver(r ? r->watched : NULL, kernel, PST_WATCH_EXEC_INFO))(kernel, what, size, value);
  if (status == CL_SUCCESS && r)
    r->reaches_svm = true;
  release();
  return status;
}

//===- the calls themselves -----------------------------------------------===//

// The record that is made here, with the lock held; null without it: the call is passed on first.
static record *unwatched(cl_kernel kernel) {
  acquire();
  record *r = *find(kernel);
  if (r && !r->watched)
    return r;
  release();
  return NULL;
}

PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size,
                                                          const void *value) {
  pst_set_arg_fn call = pst_real_set_arg();
  if (!call)
    return CL_INVALID_OPERATION;
  record *r = unwatched(kernel);
  if (!r)
    return call(kernel, index, size, value);
  cl_int status = call(kernel, index, size, value);
  if (status == CL_SUCCESS)
    store(r, index, size, value, false);
  release();
  return status;
}

static record *start_alone(cl_kernel kernel) {
  acquire();
  record *r = start(kernel);
  release();
  return r;
}

PST_EXPORT CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *status) {
  pst_create_kernel_fn call = pst_real_create_kernel();
  if (!call)
    return pst_no_library(status);
  cl_kernel kernel = call(program, name, status);
  if (kernel)
    start_alone(kernel);
  return kernel;
}

typedef cl_int(CL_API_CALL *create_all_fn)(cl_program, cl_uint, cl_kernel *, cl_uint *);
PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint room,
                                                                    cl_kernel *kernels, cl_uint *count) {
  PST_NEXT(create_all_fn, clCreateKernelsInProgram)
  if (!call)
    return CL_INVALID_OPERATION;
  cl_uint made = 0;
  cl_int status = call(program, room, kernels, &made);
  if (status == CL_SUCCESS && kernels)
    for (cl_uint i = 0; i < made && i < room; ++i)
      start_alone(kernels[i]);
  if (count && status == CL_SUCCESS)
    *count = made;
  return status;
}

PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clRetainKernel(cl_kernel kernel) {
  retain_kernel_fn call = real_retain();
  if (!call)
    return CL_INVALID_OPERATION;
  record *r = unwatched(kernel);
  if (!r)
    return call(kernel);
  cl_int status = call(kernel);
  r->references += status == CL_SUCCESS;
  release();
  return status;
}

PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
  pst_release_kernel_fn call = pst_real_release_kernel();
  if (!call)
    return CL_INVALID_OPERATION;
  record *r = unwatched(kernel);
  if (r) {
    count_release(kernel, r);
    release();
  }
  return call(kernel);
}

#ifdef CL_VERSION_2_0
PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index,
                                                                    const void *value) {
  PST_NEXT(set_svm_fn, clSetKernelArgSVMPointer)
  if (!call)
    return CL_INVALID_OPERATION;
  record *r = unwatched(kernel);
  if (!r)
    return call(kernel, index, value);
  cl_int status = call(kernel, index, value);
  if (status == CL_SUCCESS)
    store(r, index, sizeof value, &value, true);
  release();
  return status;
}

PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info what, size_t size,
                                                               const void *value) {
  PST_NEXT(exec_info_fn, clSetKernelExecInfo)
  if (!call)
    return CL_INVALID_OPERATION;
  record *r = unwatched(kernel);
  if (!r)
    return call(kernel, what, size, value);
  const cl_int status = call(kernel, what, size, value);
  r->reaches_svm |= status == CL_SUCCESS;
  release();
  return status;
}
#endif

#ifdef CL_VERSION_2_1
static void copy_record(record *to, const record *from) {
  if (to && from)
    to->reaches_svm = from->reaches_svm;
  for (cl_uint i = 0; to && from && i < from->count; ++i) {
    const argument *a = from->arguments[i];
    if (!a || !a->set)
      continue;
    store(to, i, a->size, a->null ? NULL : a->bytes, a->svm);
    if (to->count > i && to->arguments[i])
      to->arguments[i]->moment = a->moment;
  }
}

typedef cl_kernel(CL_API_CALL *clone_fn)(cl_kernel, cl_int *);
PST_EXPORT CL_API_ENTRY cl_kernel CL_API_CALL clCloneKernel(cl_kernel source, cl_int *status) {
  PST_NEXT(clone_fn, clCloneKernel)
  if (!call)
    return pst_no_library(status);
  cl_kernel clone = call(source, status);
  if (clone) {
    acquire();
    record *copy = start(clone);
    copy_record(copy, *find(source));
    release();
  }
  return clone;
}
#endif

//===- calls of vendors ---------------------------------------------------===//

// Such a call sets arguments where nobody sees it.
static char vendor_call[64]; // written once

const char *pst_vendor_call(void) { return __atomic_load_n(vendor_call, __ATOMIC_ACQUIRE) ? vendor_call : NULL; }

static void *noted(void *call, const char *name) {
  static const char sets[] = "clSetKernelArg", says[] = "clSetKernelExecInfo";
  if (!call || !name || (strncmp(name, sets, sizeof sets - 1) != 0 && strncmp(name, says, sizeof says - 1) != 0))
    return call;
  acquire();
  if (!vendor_call[0]) {
    snprintf(vendor_call + 1, sizeof vendor_call - 1, "%s", name + 1);
    __atomic_store_n(vendor_call, name[0], __ATOMIC_RELEASE);
  }
  release();
  return call;
}

typedef void *(CL_API_CALL *extension_fn)(const char *);
PST_EXPORT CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
  PST_NEXT(extension_fn, clGetExtensionFunctionAddress)
  return call ? noted(call(name), name) : NULL;
}

typedef void *(CL_API_CALL *platform_extension_fn)(cl_platform_id, const char *);
PST_EXPORT CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                                   const char *name) {
  PST_NEXT(platform_extension_fn, clGetExtensionFunctionAddressForPlatform)
  return call ? noted(call(platform, name), name) : NULL;
}
