//===- watch.c - calls on a kernel, whatever way they take -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defining clSetKernelArg shows the recorder the calls that the dynamic linker binds
// to it. Others go past: those of a library that was opened with RTLD_DEEPBIND, of a
// loader that takes the function from the OpenCL library by dlsym, of a second copy of this
// runtime. But they all arrive at the object: with installable client drivers
// (cl_khr_icd) an object begins with a pointer to its driver's table of functions, and
// the OpenCL library does nothing but call what stands there. So a kernel gets a copy of
// that table in which the functions that the recorder must see are its own.
//
// Drivers may look at that pointer to tell whether an object is theirs (Rusticl does).
// So the first kernel of a table shows whether calls do arrive here and whether the driver still takes
// the kernel; else its pointer is put back, and the recorder sees what is bound to it.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WORDS = 256, TABLES = 64 }; // more than any driver's table has; more than there are drivers

typedef struct table {
  void *words[WORDS]; // first, as kernels point to it
  void *const *driver;
  bool good;
  struct table *next;
} table;

static table *all; // grows only; atomic
static _Thread_local bool asking, arrived;

static table *table_at(const void *word) {
  table *t = __atomic_load_n(&all, __ATOMIC_ACQUIRE);
  while (t && t->words != word)
    t = t->next;
  return t;
}

static table *table_of(cl_kernel kernel) {
  const void *word;
  memcpy(&word, kernel, sizeof word);
  return table_at(word);
}

const void *pst_watch_original(const void *word) {
  const table *t = table_at(word);
  return t ? t->driver : word;
}

static void point(cl_kernel kernel, const void *to) { memcpy(kernel, &to, sizeof to); }

// Whether objects of its platform begin with such a pointer.
static bool dispatched(cl_kernel kernel, cl_device_id *device) {
  cl_context context = NULL;
  cl_platform_id platform = NULL;
  cl_device_id devices[64] = {NULL};
  size_t size = 0;
  if (clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof context, &context, NULL) != CL_SUCCESS ||
      clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, NULL) != CL_SUCCESS ||
      clGetDeviceInfo(devices[0], CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) != CL_SUCCESS ||
      clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, 0, NULL, &size) != CL_SUCCESS)
    return false;
  char *names = calloc(1, size + 1);
  bool good = names && clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, size, names, NULL) == CL_SUCCESS &&
              strstr(names, "cl_khr_icd");
  free(names);
  *device = devices[0];
  return good;
}

// Whether a call that the program makes comes by, and the driver takes the kernel as it did.
static bool works(cl_kernel kernel, cl_device_id device) {
  pst_set_arg_fn set = pst_real_set_arg();
  cl_uint count = 0;
  size_t limit = 0;
  asking = true;
  arrived = false;
  if (set)
    set(kernel, UINT32_MAX, 0, NULL);
  asking = false;
  return arrived && clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL) == CL_SUCCESS &&
         clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit, NULL) == CL_SUCCESS &&
         clRetainKernel(kernel) == CL_SUCCESS && pst_real_release_kernel()(kernel) == CL_SUCCESS;
}

bool pst_watch_asked(void) {
  arrived |= asking;
  return asking;
}

void *pst_watch_driver(const void *its, cl_kernel kernel, pst_watch_word word) {
  const table *t = its ? its : table_of(kernel);
  return (t ? t : all)->driver[word]; // as calls arrive, there is one
}

bool pst_watched(const void *its, cl_kernel kernel) { return table_of(kernel) == its; }

void pst_pin(const void *address) {
  Dl_info its, program;
  if (!dladdr(address, &its) || !its.dli_fname)
    return;
  // The program itself stays anyway. dlopen takes locks, and is best not called behind a fork.
  if (dladdr((const void *)(uintptr_t)getauxval(AT_PHDR), &program) && program.dli_fbase == its.dli_fbase)
    return;
  if (!dlopen(its.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE))
    dlerror(); // not the program's affair
}

void pst_stay_loaded(void) {
  static int done; // atomic
  if (!__atomic_exchange_n(&done, 1, __ATOMIC_RELAXED))
    pst_pin(&all);
}

const void *pst_watch(cl_kernel kernel, void *const own[PST_WATCH_WORDS]) {
  static const pst_watch_word words[PST_WATCH_WORDS] = {PST_WATCH_RETAIN, PST_WATCH_RELEASE, PST_WATCH_SET_ARG,
                                                        PST_WATCH_SET_SVM, PST_WATCH_EXEC_INFO};
  void *driver;
  if (pst_environment()->mode == PST_OFF || !pst_readable(kernel, sizeof driver))
    return NULL;
  memcpy(&driver, kernel, sizeof driver);
  table *t = all;
  int count = 0;
  for (; t && t->driver != driver && t->words != driver; ++count)
    t = t->next;
  if (t) {
    if (t->good)
      point(kernel, t->words);
    return t->good ? t : NULL;
  }
  cl_device_id device;
  if (!driver || count == TABLES || !dispatched(kernel, &device) || !(t = calloc(1, sizeof *t)))
    return NULL;
  struct iovec to = {t->words, sizeof t->words}, from = {driver, sizeof t->words};
  // Its end is not known; what is behind it nobody looks at.
  while (from.iov_len > (PST_WATCH_EXEC_INFO + 1) * sizeof driver && process_vm_readv(getpid(), &to, 1, &from, 1, 0) <= 0)
    from.iov_len /= 2;
  if (!t->words[PST_WATCH_SET_ARG] || !t->words[PST_WATCH_RETAIN] || !t->words[PST_WATCH_RELEASE]) {
    free(t);
    return NULL;
  }
  t->driver = driver;
  t->next = all;
  for (int i = 0; i < PST_WATCH_WORDS; ++i)
    if (t->words[words[i]]) // else its driver has no such function
      t->words[words[i]] = own[i];
  __atomic_store_n(&all, t, __ATOMIC_RELEASE);
  point(kernel, t->words);
  t->good = works(kernel, device);
  if (t->good)
    pst_stay_loaded();
  else
    point(kernel, driver);
  return t->good ? t : NULL;
}
