//===- inject.c - a preloaded library that makes one call of the runtime fail --===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers the calls that the runtime itself makes (not those that it hands on for the
// program), of OpenCL and of the C library, and lets one of them fail:
//
//   INJECT_LOG=FILE   a line for each call: its number, its name
//   INJECT_AT=N       the call of this number fails
//   INJECT_NAME=NAME  calls of this name only are numbered: how often others poll does not matter then
//   INJECT_ON=1       and each later one of the same name
//   INJECT_LATE=1     the call does its work and then says that it failed (OpenCL only)
//   INJECT_LOST=1     the device is lost at this call: it and all later calls of OpenCL fail that need the device, the
//                     program's too
//   INJECT_HANG=1     the call does not come back (OpenCL only)
//   INJECT_JUMP=S     with any of these or alone: the time of day jumps by S seconds each time that the runtime looks
//   INJECT_PROGRAM=1  counts what the program calls instead, which is for originals: with INJECT_LOST only
//
// Who calls is seen from the stack: the call comes from the program file, and functions of it whose
// names begin with pst_ or persistify_ are the runtime's; those named as OpenCL's hand on what the
// program calls.
//
//===----------------------------------------------------------------------===//
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

//===- functions of the program file -------------------------------------------===//

typedef struct span {
  uintptr_t first, end;
  bool handing_on; // named as one of OpenCL
} span;

static span spans[4096];
static size_t num_spans;
static uintptr_t text_first, text_end; // the program file's code
static int ready;          // the spans are there
static int log_file = -1;
static long at, number;
static bool on, late, lost, program, hang;
static long jump;
static int gone; // atomic: the device is lost
static char failing[64]; // with `on`: the name of the call that failed
static const char *only; // null: all names
static __thread int busy;  // inside this library

static int by_first(const void *a, const void *b) {
  const span *x = a, *y = b;
  return x->first < y->first ? -1 : x->first > y->first;
}

static int first_base(struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  *(uintptr_t *)base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
      text_first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      text_end = text_first + info->dlpi_phdr[i].p_memsz;
    }
  return 1; // the first one is the program
}

static void read_symbols(void) {
  uintptr_t base = 0;
  dl_iterate_phdr(first_base, &base);
  int file = open("/proc/self/exe", O_RDONLY);
  struct stat is;
  if (file < 0 || fstat(file, &is) != 0)
    return;
  const char *bytes = mmap(NULL, (size_t)is.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED)
    return;
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)bytes;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(bytes + head->e_shoff);
  for (int i = 0; i < head->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB)
      continue;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(bytes + sections[i].sh_offset);
    const char *names = bytes + sections[sections[i].sh_link].sh_offset;
    for (size_t s = 0; s < sections[i].sh_size / sizeof *symbols; ++s) {
      const char *name = names + symbols[s].st_name;
      bool opencl = strncmp(name, "cl", 2) == 0 && name[2] >= 'A' && name[2] <= 'Z';
      bool ours = strncmp(name, "pst_", 4) == 0 || strncmp(name, "persistify_", 11) == 0;
      if (ELF64_ST_TYPE(symbols[s].st_info) != STT_FUNC || !symbols[s].st_value || !(opencl || ours) ||
          num_spans == sizeof spans / sizeof *spans)
        continue;
      spans[num_spans++] = (span){base + symbols[s].st_value, base + symbols[s].st_value + symbols[s].st_size, opencl};
    }
  }
  qsort(spans, num_spans, sizeof *spans, by_first);
}

static const span *span_of(uintptr_t address) {
  size_t low = 0, high = num_spans;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (spans[middle].end <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < num_spans && spans[low].first <= address ? &spans[low] : NULL;
}

static __attribute__((constructor)) void begin(void) {
  busy = 1;
  const char *log = getenv("INJECT_LOG"), *n = getenv("INJECT_AT");
  at = n ? atol(n) : 0;
  on = getenv("INJECT_ON") != NULL;
  late = getenv("INJECT_LATE") != NULL;
  hang = getenv("INJECT_HANG") != NULL;
  only = getenv("INJECT_NAME");
  if (getenv("INJECT_JUMP"))
    jump = atol(getenv("INJECT_JUMP"));
  lost = getenv("INJECT_LOST") != NULL;
  program = getenv("INJECT_PROGRAM") != NULL;
  if (log)
    log_file = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  read_symbols();
  void *frames[4];
  backtrace(frames, 4); // loads what it needs
  __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
  busy = 0;
}

enum { DEPTH = 48 };

/// Whether this call, which the runtime makes itself, is to fail. \p caller is where it goes back to.
static bool fails_at(const void *caller, const char *name, bool opencl) {
  if (busy || !__atomic_load_n(&ready, __ATOMIC_ACQUIRE) || (log_file < 0 && at == 0) ||
      (uintptr_t)caller < text_first || (uintptr_t)caller >= text_end)
    return false;
  busy = 1;
  void *frames[DEPTH];
  int depth = backtrace(frames, DEPTH), i = 2;
  const span *inner = NULL;
  bool counts = false;
  for (; i < depth && !counts; ++i) {
    const span *here = span_of((uintptr_t)frames[i] - 1);
    if (!here)
      continue;
    if (!inner)
      inner = here;
    counts = !here->handing_on;
  }
  counts = program ? opencl : counts && !(opencl && inner->handing_on);
  bool fail = false;
  if (counts && (!only || strcmp(name, only) == 0)) {
    long mine = __atomic_add_fetch(&number, 1, __ATOMIC_RELAXED);
    fail = mine == at || (on && at && mine > at && strcmp(failing, name) == 0);
    if (mine == at)
      strncpy(failing, name, sizeof failing - 1);
    if (fail && lost) {
      __atomic_store_n(&gone, 1, __ATOMIC_RELEASE);
      fail = false; // a call that needs no device goes well
    }
    if (log_file >= 0) {
      char line[96];
      int length = snprintf(line, sizeof line, "%ld %s\n", mine, name);
      if (write(log_file, line, (size_t)length) != length)
        abort();
    }
  }
  busy = 0;
  return fail;
}

#define fails(NAME, OPENCL) fails_at(__builtin_return_address(0), NAME, OPENCL)

static bool device_gone(void) { return __atomic_load_n(&gone, __ATOMIC_ACQUIRE) && !busy; }

// As drivers say it: what was there when the device went says "out of resources", a new wish "not available".
#define LOST(CODE) ((CODE) == CL_OUT_OF_RESOURCES ? (CODE) : CL_DEVICE_NOT_AVAILABLE)

static void *next(const char *name) {
  busy++;
  void *found = dlsym(RTLD_NEXT, name);
  busy--;
  return found;
}

#define NEXT(NAME)                                                                                                     \
  static __typeof__(&NAME) real;                                                                                       \
  if (!real)                                                                                                           \
  *(void **)&real = next(#NAME)

//===- OpenCL ------------------------------------------------------------------===//

#define GIVES_CODE_OF(NEEDS, LATE, NAME, CODE, PARAMETERS, ARGUMENTS)                                                  \
  CL_API_ENTRY cl_int CL_API_CALL NAME PARAMETERS {                                                                    \
    NEXT(NAME);                                                                                                        \
    const bool fail = fails(#NAME, true);                                                                              \
    if ((NEEDS) && device_gone())                                                                                      \
      return LOST(CODE);                                                                                               \
    if (!fail)                                                                                                         \
      return real ARGUMENTS;                                                                                           \
    while (hang)                                                                                                       \
      pause();                                                                                                         \
    if (late) {                                                                                                        \
      LATE(ARGUMENTS);                                                                                                 \
    }                                                                                                                  \
    return CODE;                                                                                                       \
  }
#define DONE(ARGUMENTS) real ARGUMENTS
// Who is told that it failed has no event to release, and no reference to give back.
#define DONE_UNTOLD(ARGUMENTS)                                                                                         \
  if (real ARGUMENTS == CL_SUCCESS && event) {                                                                         \
    busy++;                                                                                                            \
    clReleaseEvent(*event);                                                                                            \
    busy--;                                                                                                            \
    *event = NULL;                                                                                                     \
  }
#define NOT_DONE(ARGUMENTS)
#define GIVES_CODE(NAME, CODE, PARAMETERS, ARGUMENTS) GIVES_CODE_OF(true, DONE, NAME, CODE, PARAMETERS, ARGUMENTS)
// Of what the host knows by itself, and can give back without the device.
#define GIVES_WORD(NAME, CODE, PARAMETERS, ARGUMENTS) GIVES_CODE_OF(false, DONE, NAME, CODE, PARAMETERS, ARGUMENTS)
// The object is gone, whatever is said of it: anything else would be a leak by construction.
#define LETS_GO(KIND, NAME)                                                                                            \
  CL_API_ENTRY cl_int CL_API_CALL NAME(KIND object) {                                                                  \
    NEXT(NAME);                                                                                                        \
    const bool fail = fails(#NAME, true);                                                                              \
    const cl_int status = real(object);                                                                                \
    return fail ? CL_OUT_OF_RESOURCES : status;                                                                        \
  }
#define GIVES_OBJECT(TYPE, NAME, CODE, PARAMETERS, ARGUMENTS)                                                          \
  CL_API_ENTRY TYPE CL_API_CALL NAME PARAMETERS {                                                                      \
    NEXT(NAME);                                                                                                        \
    if (!fails(#NAME, true) && !device_gone())                                                                         \
      return real ARGUMENTS;                                                                                           \
    if (status)                                                                                                        \
      *status = CODE;                                                                                                  \
    return NULL;                                                                                                       \
  }

#define INFO(KIND, NAME)                                                                                               \
  GIVES_WORD(NAME, CL_OUT_OF_HOST_MEMORY, (KIND object, cl_uint what, size_t size, void *value, size_t *needed),       \
             (object, what, size, value, needed))
INFO(cl_platform_id, clGetPlatformInfo)
INFO(cl_device_id, clGetDeviceInfo)
INFO(cl_context, clGetContextInfo)
INFO(cl_command_queue, clGetCommandQueueInfo)
INFO(cl_mem, clGetMemObjectInfo)
INFO(cl_program, clGetProgramInfo)
INFO(cl_kernel, clGetKernelInfo)
INFO(cl_event, clGetEventInfo)
INFO(cl_event, clGetEventProfilingInfo)
GIVES_WORD(clGetProgramBuildInfo, CL_OUT_OF_HOST_MEMORY,
           (cl_program program, cl_device_id device, cl_uint what, size_t size, void *value, size_t *needed),
           (program, device, what, size, value, needed))
GIVES_WORD(clGetKernelWorkGroupInfo, CL_OUT_OF_HOST_MEMORY,
           (cl_kernel kernel, cl_device_id device, cl_uint what, size_t size, void *value, size_t *needed),
           (kernel, device, what, size, value, needed))

#define COUNTED(KIND, NAME) GIVES_CODE_OF(false, NOT_DONE, NAME, CL_OUT_OF_HOST_MEMORY, (KIND object), (object))
COUNTED(cl_command_queue, clRetainCommandQueue)
COUNTED(cl_mem, clRetainMemObject)
COUNTED(cl_program, clRetainProgram)
COUNTED(cl_kernel, clRetainKernel)
COUNTED(cl_event, clRetainEvent)
COUNTED(cl_context, clRetainContext)
LETS_GO(cl_command_queue, clReleaseCommandQueue)
LETS_GO(cl_mem, clReleaseMemObject)
LETS_GO(cl_program, clReleaseProgram)
LETS_GO(cl_kernel, clReleaseKernel)
LETS_GO(cl_event, clReleaseEvent)
GIVES_CODE(clFlush, CL_OUT_OF_RESOURCES, (cl_command_queue queue), (queue))
GIVES_CODE(clFinish, CL_OUT_OF_RESOURCES, (cl_command_queue queue), (queue))
GIVES_CODE(clWaitForEvents, CL_OUT_OF_RESOURCES, (cl_uint count, const cl_event *events), (count, events))

GIVES_OBJECT(cl_command_queue, clCreateCommandQueue, CL_OUT_OF_RESOURCES,
             (cl_context context, cl_device_id device, cl_command_queue_properties how, cl_int *status),
             (context, device, how, status))
GIVES_OBJECT(cl_mem, clCreateBuffer, CL_MEM_OBJECT_ALLOCATION_FAILURE,
             (cl_context context, cl_mem_flags flags, size_t size, void *memory, cl_int *status),
             (context, flags, size, memory, status))
GIVES_OBJECT(cl_mem, clCreateSubBuffer, CL_OUT_OF_RESOURCES,
             (cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *what, cl_int *status),
             (buffer, flags, type, what, status))
GIVES_OBJECT(cl_program, clCreateProgramWithSource, CL_OUT_OF_HOST_MEMORY,
             (cl_context context, cl_uint count, const char **texts, const size_t *lengths, cl_int *status),
             (context, count, texts, lengths, status))
GIVES_OBJECT(cl_program, clCreateProgramWithBinary, CL_OUT_OF_HOST_MEMORY,
             (cl_context context, cl_uint count, const cl_device_id *devices, const size_t *lengths,
              const unsigned char **binaries, cl_int *states, cl_int *status),
             (context, count, devices, lengths, binaries, states, status))
GIVES_OBJECT(cl_kernel, clCreateKernel, CL_OUT_OF_RESOURCES, (cl_program program, const char *name, cl_int *status),
             (program, name, status))
GIVES_CODE(clBuildProgram, CL_BUILD_PROGRAM_FAILURE,
           (cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
            void(CL_CALLBACK *told)(cl_program, void *), void *user),
           (program, count, devices, options, told, user))
GIVES_WORD(clSetKernelArg, CL_OUT_OF_RESOURCES, (cl_kernel kernel, cl_uint index, size_t size, const void *value),
           (kernel, index, size, value))
GIVES_WORD(clSetMemObjectDestructorCallback, CL_OUT_OF_HOST_MEMORY,
           (cl_mem memory, void(CL_CALLBACK *told)(cl_mem, void *), void *user), (memory, told, user))

GIVES_CODE(clSetEventCallback, CL_OUT_OF_HOST_MEMORY,
           (cl_event event, cl_int at_state, void(CL_CALLBACK *told)(cl_event, cl_int, void *), void *user),
           (event, at_state, told, user))

#define GIVES_EVENT(NAME, CODE, PARAMETERS, ARGUMENTS) GIVES_CODE_OF(true, DONE_UNTOLD, NAME, CODE, PARAMETERS, ARGUMENTS)
#define WAITS cl_uint count, const cl_event *events, cl_event *event
GIVES_EVENT(clEnqueueReadBuffer, CL_OUT_OF_RESOURCES,
           (cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset, size_t size, void *to, WAITS),
           (queue, memory, blocking, offset, size, to, count, events, event))
GIVES_EVENT(clEnqueueWriteBuffer, CL_OUT_OF_RESOURCES,
           (cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset, size_t size, const void *from, WAITS),
           (queue, memory, blocking, offset, size, from, count, events, event))
GIVES_EVENT(clEnqueueCopyBuffer, CL_OUT_OF_RESOURCES,
           (cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size, WAITS),
           (queue, from, to, from_offset, to_offset, size, count, events, event))
GIVES_EVENT(clEnqueueFillBuffer, CL_OUT_OF_RESOURCES,
           (cl_command_queue queue, cl_mem memory, const void *pattern, size_t bytes, size_t offset, size_t size, WAITS),
           (queue, memory, pattern, bytes, offset, size, count, events, event))
GIVES_EVENT(clEnqueueMarkerWithWaitList, CL_OUT_OF_RESOURCES, (cl_command_queue queue, WAITS),
           (queue, count, events, event))
GIVES_EVENT(clEnqueueNDRangeKernel, CL_OUT_OF_RESOURCES,
           (cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *offset, const size_t *global,
            const size_t *local, WAITS),
           (queue, kernel, dims, offset, global, local, count, events, event))

//===- the C library -------------------------------------------------------------===//

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size) {
  if (!fails("malloc", false))
    return __libc_malloc(size);
  errno = ENOMEM;
  return NULL;
}

void *calloc(size_t count, size_t size) {
  if (!fails("calloc", false))
    return __libc_calloc(count, size);
  errno = ENOMEM;
  return NULL;
}

void *realloc(void *old, size_t size) {
  if (!fails("realloc", false))
    return __libc_realloc(old, size);
  errno = ENOMEM;
  return NULL;
}

#define LIBRARY(TYPE, NAME, FAILURE, ERRNO, PARAMETERS, ARGUMENTS)                                                     \
  TYPE NAME PARAMETERS {                                                                                               \
    NEXT(NAME);                                                                                                        \
    if (!fails(#NAME, false))                                                                                          \
      return real ARGUMENTS;                                                                                           \
    errno = ERRNO;                                                                                                     \
    return FAILURE;                                                                                                    \
  }
LIBRARY(char *, strdup, NULL, ENOMEM, (const char *text), (text))
LIBRARY(FILE *, fopen, NULL, EMFILE, (const char *path, const char *how), (path, how))
LIBRARY(FILE *, fdopen, NULL, ENOMEM, (int file, const char *how), (file, how))
LIBRARY(FILE *, open_memstream, NULL, ENOMEM, (char **text, size_t *size), (text, size))
LIBRARY(int, mkstemp, -1, ENOSPC, (char *name), (name))
LIBRARY(int, mkdir, -1, EROFS, (const char *path, mode_t mode), (path, mode))
LIBRARY(int, rename, -1, EROFS, (const char *from, const char *to), (from, to))
LIBRARY(int, unlink, -1, EROFS, (const char *path), (path))
LIBRARY(int, pipe, -1, EMFILE, (int ends[2]), (ends))
LIBRARY(size_t, fwrite, 0, ENOSPC, (const void *bytes, size_t size, size_t count, FILE *file), (bytes, size, count, file))
LIBRARY(size_t, fread, 0, EIO, (void *bytes, size_t size, size_t count, FILE *file), (bytes, size, count, file))
LIBRARY(int, fclose, EOF, ENOSPC, (FILE *file), (file))
LIBRARY(int, fstat, -1, EIO, (int file, struct stat *is), (file, is))
LIBRARY(int, stat, -1, EACCES, (const char *path, struct stat *is), (path, is))
LIBRARY(ssize_t, read, -1, EIO, (int file, void *bytes, size_t size), (file, bytes, size))
LIBRARY(ssize_t, write, -1, EIO, (int file, const void *bytes, size_t size), (file, bytes, size))
LIBRARY(char *, getcwd, NULL, ENOENT, (char *to, size_t size), (to, size))
LIBRARY(ssize_t, process_vm_readv, -1, EPERM,
        (pid_t process, const struct iovec *to, unsigned long num_to, const struct iovec *from, unsigned long num_from,
         unsigned long flags),
        (process, to, num_to, from, num_from, flags))

LIBRARY(int, lstat, -1, EACCES, (const char *path, struct stat *is), (path, is))
LIBRARY(int, fstatat, -1, EACCES, (int folder, const char *path, struct stat *is, int how), (folder, path, is, how))
LIBRARY(int, futimens, -1, EROFS, (int file, const struct timespec times[2]), (file, times))
LIBRARY(int, unlinkat, -1, EROFS, (int folder, const char *path, int how), (folder, path, how))
LIBRARY(DIR *, opendir, NULL, EMFILE, (const char *path), (path))
LIBRARY(struct dirent *, readdir, NULL, EIO, (DIR *folder), (folder))
LIBRARY(int, sched_getaffinity, -1, EINVAL, (pid_t process, size_t size, cpu_set_t *set), (process, size, set))
LIBRARY(int, nanosleep, -1, EINTR, (const struct timespec *time, struct timespec *left), (time, left))
LIBRARY(void *, dlopen, NULL, ENOMEM, (const char *path, int how), (path, how))
LIBRARY(int, dladdr, 0, 0, (const void *address, Dl_info *info), (address, info))
// These say it by their result.
LIBRARY(int, pthread_key_create, EAGAIN, 0, (pthread_key_t *key, void (*end)(void *)), (key, end))
LIBRARY(int, pthread_setspecific, ENOMEM, 0, (pthread_key_t key, const void *value), (key, value))
LIBRARY(int, pthread_getattr_np, ENOMEM, 0, (pthread_t thread, pthread_attr_t *attributes), (thread, attributes))
LIBRARY(int, pthread_create, EAGAIN, 0,
        (pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *value),
        (thread, attributes, body, value))

// Of files: what cannot be said on stderr is not said. As the library does, the failure stays with the file.
#define WRITES_NOT(NAME, FILE)                                                                                          \
  (FILE != stderr && fails(NAME, false) && (FILE->_flags |= 0x20 /* _IO_ERR_SEEN */, errno = ENOSPC))

int fputs(const char *text, FILE *file) {
  NEXT(fputs);
  return WRITES_NOT("fputs", file) ? EOF : real(text, file);
}

int fprintf(FILE *file, const char *format, ...) {
  if (WRITES_NOT("fprintf", file))
    return -1;
  va_list more;
  va_start(more, format);
  const int count = vfprintf(file, format, more);
  va_end(more);
  return count;
}

static bool from_program(const void *caller) { return (uintptr_t)caller >= text_first && (uintptr_t)caller < text_end; }

static long jumped(void) {
  static long looks;
  return jump ? jump * __atomic_add_fetch(&looks, 1, __ATOMIC_RELAXED) : 0;
}

// A clock does not fail: this process was stopped for an hour just then.
int clock_gettime(clockid_t which, struct timespec *now) {
  static long hours;
  NEXT(clock_gettime);
  const int code = real(which, now);
  if (fails("clock_gettime", false))
    __atomic_add_fetch(&hours, 1, __ATOMIC_RELAXED);
  now->tv_sec += 3600 * __atomic_load_n(&hours, __ATOMIC_RELAXED);
  if (which == CLOCK_REALTIME && from_program(__builtin_return_address(0)))
    now->tv_sec += jumped();
  return code;
}

time_t time(time_t *to) {
  struct timespec now;
  NEXT(time);
  (void)real;
  clock_gettime(CLOCK_REALTIME, &now); // comes from here, so nothing is added
  now.tv_sec += from_program(__builtin_return_address(0)) ? jumped() : 0;
  if (to)
    *to = now.tv_sec;
  return now.tv_sec;
}

int open(const char *path, int flags, ...) {
  NEXT(open);
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  if (!fails("open", false))
    return real(path, flags, mode);
  errno = EACCES;
  return -1;
}
