/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * clcount: counts from outside what a program asks of OpenCL.
 *
 *   LD_PRELOAD=libclcount.so CLCOUNT_FILE=counts.json ./program
 *
 * At the end of the process a JSON object goes to $CLCOUNT_FILE:
 *
 *   {"enqueues": 3, "kernels": {"relax": 3}, "failed": {}, "arguments": [["relax", "0:m0"]],
 *    "reads": 3, "read_bytes": 12, "writes": 3, "write_bytes": 12, "copies": 0,
 *    "fills": 0, "maps": 0, "finishes": 0}
 *
 * "kernels" holds the launches that the implementation accepted, "failed" those
 * it refused. "arguments" has an entry for each kernel object, in the order in which
 * they were made: its name, then what clSetKernelArg set last, as "INDEX:" and a
 * buffer's number ("m3"; "r3" if it was released, "d" if commands came after that), a
 * local size ("l64"), or a value of up to 8 bytes as an integer ("v2"). Every entry
 * point passes on to the next definition of its name, so that the shim can stand
 * between a program that defines OpenCL functions itself and the ICD loader. Calls
 * that an implementation makes to itself while it serves one of ours are not counted.
 *
 * From the first persistent kernel that it makes to its end, a process holds a lock
 * on the file $CLCOUNT_LOCK: it has the device alone, but compiles beside others.
 */

#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

struct name_count {
  char *name;
  unsigned long accepted, refused;
};

enum { ARGUMENTS = 64 };

struct object {
  cl_kernel kernel;
  char *name;
  char what[ARGUMENTS]; /* m, l, v, or 0: not set, or not told */
  unsigned long value[ARGUMENTS];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object **objects;
static struct buffer {
  cl_mem handle; /* null: released */
  unsigned long released;
} *buffers;
static size_t object_count, buffer_count;
static struct name_count *kernels;
static size_t kernel_count;
static unsigned long reads, read_bytes, writes, write_bytes, copies, fills, maps, finishes;
static unsigned long calls;
static pid_t owner;
static __thread int depth;

static void *next_definition(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) {
    /* The program loads OpenCL with dlopen. */
    void *loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_NOLOAD);
    if (!loader)
      loader = dlopen("libOpenCL.so.1", RTLD_NOW);
    if (loader)
      found = dlsym(loader, name);
  }
  if (!found) {
    fprintf(stderr, "clcount: no definition of %s\n", name);
    abort();
  }
  return found;
}

/* Declares `next`, the definition that this one hides. */
#define NEXT(name)                                                             \
  static __typeof__(&name) next;                                               \
  if (!__atomic_load_n(&next, __ATOMIC_ACQUIRE))                               \
  __atomic_store_n(&next, (__typeof__(&name))next_definition(#name), __ATOMIC_RELEASE)

static void count_kernel(cl_kernel kernel, cl_int status) {
  char name[512] = "";
  size_t i;
  if (clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL) != CL_SUCCESS)
    strcpy(name, "<unknown>");
  pthread_mutex_lock(&lock);
  calls++;
  for (i = 0; i < kernel_count; i++)
    if (strcmp(kernels[i].name, name) == 0)
      break;
  if (i == kernel_count) {
    struct name_count *grown = realloc(kernels, (kernel_count + 1) * sizeof *kernels);
    if (!grown)
      abort();
    kernels = grown;
    kernels[i].name = strdup(name);
    kernels[i].accepted = kernels[i].refused = 0;
    kernel_count++;
  }
  if (status == CL_SUCCESS)
    kernels[i].accepted++;
  else
    kernels[i].refused++;
  pthread_mutex_unlock(&lock);
}

static void count(unsigned long *what, unsigned long *bytes, size_t size, cl_int status) {
  pthread_mutex_lock(&lock);
  calls++;
  if (status == CL_SUCCESS) {
    ++*what;
    if (bytes)
      *bytes += size;
  }
  pthread_mutex_unlock(&lock);
}

/* The lock goes when the process ends. Compilers that OpenCL starts do not inherit it. */
static void wait_for_device(void) {
  const char *name = getenv("CLCOUNT_LOCK");
  int file;
  if (!name || !*name)
    return;
  file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  while (file >= 0 && flock(file, LOCK_EX) != 0)
    if (errno != EINTR) {
      close(file);
      file = -1;
    }
  if (file < 0) {
    perror(name);
    abort();
  }
}

/* At least doubled when it is full, so that few calls copy it. */
static void *with_room(void *list, size_t count, size_t size) {
  if (count & (count - 1))
    return list;
  void *larger = realloc(list, (count ? 2 * count : 1) * size);
  if (!larger)
    abort();
  return larger;
}

/* A handle that was released may come again for another kernel. */
static void note_kernel(cl_kernel kernel) {
  char name[512] = "";
  struct object *made;
  if (!kernel || clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL) != CL_SUCCESS)
    return;
  made = calloc(1, sizeof *made);
  if (!made)
    abort();
  made->kernel = kernel;
  made->name = strdup(name);
  pthread_mutex_lock(&lock);
  objects = with_room(objects, object_count, sizeof *objects);
  objects[object_count++] = made;
  pthread_mutex_unlock(&lock);
}

static void note_buffer(cl_mem buffer) {
  if (!buffer)
    return;
  pthread_mutex_lock(&lock);
  buffers = with_room(buffers, buffer_count, sizeof *buffers);
  buffers[buffer_count].released = 0;
  buffers[buffer_count++].handle = buffer;
  pthread_mutex_unlock(&lock);
}

static void end_buffer(cl_mem buffer) {
  size_t i;
  pthread_mutex_lock(&lock);
  for (i = buffer_count; i--;)
    if (buffers[i].handle == buffer) {
      buffers[i].handle = NULL;
      buffers[i].released = calls;
    }
  pthread_mutex_unlock(&lock);
}

static void note_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  struct object *of = NULL;
  size_t i;
  pthread_mutex_lock(&lock);
  for (i = object_count; i-- && !of;)
    if (objects[i]->kernel == kernel)
      of = objects[i];
  if (of && index < ARGUMENTS) {
    of->what[index] = !value ? 'l' : size <= sizeof of->value[index] ? 'v' : 0;
    of->value[index] = value ? 0 : size;
    if (value && size <= sizeof of->value[index])
      memcpy(&of->value[index], value, size);
    for (i = buffer_count; value && size == sizeof(cl_mem) && i--;)
      if (buffers[i].handle == *(const cl_mem *)value) {
        of->what[index] = 'm';
        of->value[index] = i;
        break;
      }
  }
  pthread_mutex_unlock(&lock);
}

/* A kernel is made before anything measures its launches. */
EXPORT cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *status) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  NEXT(clCreateKernel);
  cl_kernel made;
  if (name && strncmp(name, "persistify", strlen("persistify")) == 0)
    pthread_once(&once, wait_for_device);
  depth++;
  made = next(program, name, status);
  if (--depth == 0)
    note_kernel(made);
  return made;
}

EXPORT cl_int clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel *list, cl_uint *count) {
  NEXT(clCreateKernelsInProgram);
  cl_uint i, made = 0;
  cl_int status;
  depth++;
  status = next(program, room, list, &made);
  if (--depth == 0 && status == CL_SUCCESS && list)
    for (i = 0; i < made; i++)
      note_kernel(list[i]);
  if (count)
    *count = made;
  return status;
}

EXPORT cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *pointer, cl_int *status) {
  NEXT(clCreateBuffer);
  cl_mem made = next(context, flags, size, pointer, status);
  note_buffer(made);
  return made;
}

EXPORT cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
                                cl_int *status) {
  NEXT(clCreateSubBuffer);
  cl_mem made = next(buffer, flags, type, info, status);
  note_buffer(made);
  return made;
}

EXPORT cl_int clReleaseMemObject(cl_mem buffer) {
  NEXT(clReleaseMemObject);
  cl_uint references = 0;
  if (buffer && clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL) == CL_SUCCESS &&
      references == 1)
    end_buffer(buffer);
  return next(buffer);
}

EXPORT cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  NEXT(clSetKernelArg);
  cl_int status;
  depth++;
  status = next(kernel, index, size, value);
  if (--depth == 0 && status == CL_SUCCESS)
    note_argument(kernel, index, size, value);
  return status;
}

EXPORT cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dim,
                                     const size_t *offset, const size_t *global,
                                     const size_t *local, cl_uint wait_count,
                                     const cl_event *wait, cl_event *event) {
  NEXT(clEnqueueNDRangeKernel);
  cl_int status;
  depth++;
  status = next(queue, kernel, dim, offset, global, local, wait_count, wait, event);
  if (--depth == 0)
    count_kernel(kernel, status);
  return status;
}

EXPORT cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint wait_count,
                            const cl_event *wait, cl_event *event) {
  NEXT(clEnqueueTask);
  cl_int status;
  depth++;
  status = next(queue, kernel, wait_count, wait, event);
  if (--depth == 0)
    count_kernel(kernel, status);
  return status;
}

EXPORT cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                  size_t offset, size_t size, void *pointer, cl_uint wait_count,
                                  const cl_event *wait, cl_event *event) {
  NEXT(clEnqueueReadBuffer);
  cl_int status;
  depth++;
  status = next(queue, buffer, blocking, offset, size, pointer, wait_count, wait, event);
  if (--depth == 0)
    count(&reads, &read_bytes, size, status);
  return status;
}

EXPORT cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                   size_t offset, size_t size, const void *pointer,
                                   cl_uint wait_count, const cl_event *wait, cl_event *event) {
  NEXT(clEnqueueWriteBuffer);
  cl_int status;
  depth++;
  status = next(queue, buffer, blocking, offset, size, pointer, wait_count, wait, event);
  if (--depth == 0)
    count(&writes, &write_bytes, size, status);
  return status;
}

EXPORT cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                      const size_t *buffer_origin, const size_t *host_origin,
                                      const size_t *region, size_t buffer_row, size_t buffer_slice,
                                      size_t host_row, size_t host_slice, void *pointer,
                                      cl_uint wait_count, const cl_event *wait, cl_event *event) {
  NEXT(clEnqueueReadBufferRect);
  cl_int status;
  depth++;
  status = next(queue, buffer, blocking, buffer_origin, host_origin, region, buffer_row,
                buffer_slice, host_row, host_slice, pointer, wait_count, wait, event);
  if (--depth == 0)
    count(&reads, &read_bytes, status == CL_SUCCESS ? region[0] * region[1] * region[2] : 0, status);
  return status;
}

EXPORT cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                       const size_t *buffer_origin, const size_t *host_origin,
                                       const size_t *region, size_t buffer_row, size_t buffer_slice,
                                       size_t host_row, size_t host_slice, const void *pointer,
                                       cl_uint wait_count, const cl_event *wait, cl_event *event) {
  NEXT(clEnqueueWriteBufferRect);
  cl_int status;
  depth++;
  status = next(queue, buffer, blocking, buffer_origin, host_origin, region, buffer_row,
                buffer_slice, host_row, host_slice, pointer, wait_count, wait, event);
  if (--depth == 0)
    count(&writes, &write_bytes, status == CL_SUCCESS ? region[0] * region[1] * region[2] : 0,
          status);
  return status;
}

EXPORT cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem source, cl_mem target,
                                  size_t source_offset, size_t target_offset, size_t size,
                                  cl_uint wait_count, const cl_event *wait, cl_event *event) {
  NEXT(clEnqueueCopyBuffer);
  cl_int status;
  depth++;
  status = next(queue, source, target, source_offset, target_offset, size, wait_count, wait, event);
  if (--depth == 0)
    count(&copies, NULL, size, status);
  return status;
}

EXPORT cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem source, cl_mem target,
                                      const size_t *source_origin, const size_t *target_origin,
                                      const size_t *region, size_t source_row, size_t source_slice,
                                      size_t target_row, size_t target_slice, cl_uint wait_count,
                                      const cl_event *wait, cl_event *event) {
  NEXT(clEnqueueCopyBufferRect);
  cl_int status;
  depth++;
  status = next(queue, source, target, source_origin, target_origin, region, source_row,
                source_slice, target_row, target_slice, wait_count, wait, event);
  if (--depth == 0)
    count(&copies, NULL, 0, status);
  return status;
}

EXPORT cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                                  size_t pattern_size, size_t offset, size_t size,
                                  cl_uint wait_count, const cl_event *wait, cl_event *event) {
  NEXT(clEnqueueFillBuffer);
  cl_int status;
  depth++;
  status = next(queue, buffer, pattern, pattern_size, offset, size, wait_count, wait, event);
  if (--depth == 0)
    count(&fills, NULL, size, status);
  return status;
}

EXPORT void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                cl_map_flags flags, size_t offset, size_t size, cl_uint wait_count,
                                const cl_event *wait, cl_event *event, cl_int *status) {
  NEXT(clEnqueueMapBuffer);
  void *mapped;
  depth++;
  mapped = next(queue, buffer, blocking, flags, offset, size, wait_count, wait, event, status);
  if (--depth == 0)
    count(&maps, NULL, size, mapped ? CL_SUCCESS : CL_MAP_FAILURE);
  return mapped;
}

EXPORT cl_int clFinish(cl_command_queue queue) {
  NEXT(clFinish);
  cl_int status;
  depth++;
  status = next(queue);
  if (--depth == 0)
    count(&finishes, NULL, 0, status);
  return status;
}

static void write_name(FILE *out, const char *name) {
  fputc('"', out);
  for (; *name; name++) {
    if (*name == '"' || *name == '\\')
      fputc('\\', out);
    fputc(*name, out);
  }
  fputc('"', out);
}

static void write_names(FILE *out, int accepted) {
  const char *separator = "";
  size_t i;
  fputc('{', out);
  for (i = 0; i < kernel_count; i++) {
    unsigned long number = accepted ? kernels[i].accepted : kernels[i].refused;
    if (!number)
      continue;
    fputs(separator, out);
    write_name(out, kernels[i].name);
    fprintf(out, ": %lu", number);
    separator = ", ";
  }
  fputc('}', out);
}

static void write_arguments(FILE *out) {
  size_t i, k;
  char what;
  fputc('[', out);
  for (i = 0; i < object_count; i++) {
    fputs(i ? ", [" : "[", out);
    write_name(out, objects[i]->name);
    for (k = 0; k < ARGUMENTS; k++) {
      unsigned long value = objects[i]->value[k];
      what = objects[i]->what[k];
      if (what == 'm' && !buffers[value].handle)
        what = buffers[value].released < calls ? 'd' : 'r';
      if (what)
        fprintf(out, what == 'd' ? ", \"%zu:%c\"" : ", \"%zu:%c%lu\"", k, what, value);
    }
    fputc(']', out);
  }
  fputc(']', out);
}

__attribute__((constructor)) static void start(void) { owner = getpid(); }

__attribute__((destructor)) static void finish(void) {
  const char *file = getenv("CLCOUNT_FILE");
  unsigned long enqueues = 0;
  FILE *out;
  size_t i;
  /* A forked child has counted nothing of its own worth telling, and a process
     without OpenCL (a wrapper around the program) must not hide what the
     program wrote. */
  if (!file || !*file || getpid() != owner || (calls == 0 && access(file, F_OK) == 0))
    return;
  out = fopen(file, "w");
  if (!out) {
    perror(file);
    return;
  }
  pthread_mutex_lock(&lock);
  for (i = 0; i < kernel_count; i++)
    enqueues += kernels[i].accepted;
  fprintf(out, "{\"enqueues\": %lu, \"kernels\": ", enqueues);
  write_names(out, 1);
  fprintf(out, ", \"failed\": ");
  write_names(out, 0);
  fprintf(out, ", \"arguments\": ");
  write_arguments(out);
  fprintf(out,
          ", \"reads\": %lu, \"read_bytes\": %lu, \"writes\": %lu, \"write_bytes\": %lu, "
          "\"copies\": %lu, \"fills\": %lu, \"maps\": %lu, \"finishes\": %lu}\n",
          reads, read_bytes, writes, write_bytes, copies, fills, maps, finishes);
  pthread_mutex_unlock(&lock);
  fclose(out);
}
