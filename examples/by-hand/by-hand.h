/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the three programs share: OpenCL objects, and short forms for the descriptor
 * of a region (persistify/runtime.h).
 */
#ifndef BY_HAND_H
#define BY_HAND_H

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <persistify/runtime.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_OK(call)                                                           \
  do {                                                                        \
    cl_int status_ = (call);                                                  \
    if (status_ != CL_SUCCESS) {                                              \
      fprintf(stderr, "%s:%d: OpenCL error %d\n", __FILE__, __LINE__, status_); \
      exit(2);                                                                \
    }                                                                         \
  } while (0)

/* Host objects that a region uses. The values of scalars stand in its state block
 * at `offset`, in cells of 8 bytes; buffer `index` is argument 3 + index of the
 * persistent kernel. */
#define SLOT_QUEUE {PERSISTIFY_QUEUE, PERSISTIFY_IN, 0, PERSISTIFY_NONE, PERSISTIFY_NONE, "queue", NULL}
#define SLOT_KERNEL(name) {PERSISTIFY_KERNEL, PERSISTIFY_IN, 0, PERSISTIFY_NONE, PERSISTIFY_NONE, name, name}
#define SLOT_BUFFER(name, index) {PERSISTIFY_BUFFER, PERSISTIFY_IN, 0, PERSISTIFY_NONE, index, name, NULL}
#define SLOT_IN(name, offset) {PERSISTIFY_SCALAR, PERSISTIFY_IN, 4, offset, PERSISTIFY_NONE, name, NULL}
#define SLOT_INOUT(name, offset) \
  {PERSISTIFY_SCALAR, PERSISTIFY_IN | PERSISTIFY_OUT, 4, offset, PERSISTIFY_NONE, name, NULL}
#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

/* The region of the arrays `slots` and `handles`, which runs the persistent kernel
 * `name`. What else it has stands behind. The library keeps its address, and those of
 * what it points to. */
#define REGION(name, bytes, ...) \
  { \
    .abi = PERSISTIFY_ABI, .file = __FILE__, .line = __LINE__, .entry = name, .num_hashes = 1, .slots = slots, \
    .num_slots = COUNT(slots), .handles = handles, .num_handles = COUNT(handles), .state_bytes = bytes, \
    .limits_state = PERSISTIFY_NONE, __VA_ARGS__ \
  }

typedef struct app {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  char *persistent; /* text of the persistent kernel */
  uint64_t hash;    /* of the program's source */
} app;

/* The file lies beside the program or in the current folder. */
static char *read_text(const char *program, const char *name) {
  char path[4096];
  const char *slash = strrchr(program, '/');
  snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - program) + 1 : 0, program, name);
  FILE *file = fopen(path, "rb");
  if (!file)
    file = fopen(name, "rb");
  if (!file) {
    fprintf(stderr, "cannot read %s\n", name);
    exit(2);
  }
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = (char *)malloc(size + 1);
  if (!text || fread(text, 1, size, file) != size)
    exit(2);
  text[size] = '\0';
  fclose(file);
  return text;
}

/* The first device, and the program NAME.cl built for it. */
static app open_app(const char *program, const char *name) {
  app a = {0};
  cl_platform_id platforms[16];
  cl_uint count = 0;
  cl_int status;
  CL_OK(clGetPlatformIDs(16, platforms, &count));
  for (cl_uint i = 0; i < count && i < 16 && !a.device; ++i)
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &a.device, NULL) != CL_SUCCESS)
      a.device = NULL;
  if (!a.device) {
    fprintf(stderr, "no OpenCL device\n");
    exit(2);
  }
  a.context = clCreateContext(NULL, 1, &a.device, NULL, NULL, &status);
  CL_OK(status);
  a.queue = clCreateCommandQueue(a.context, a.device, 0, &status);
  CL_OK(status);
  char file[256];
  snprintf(file, sizeof file, "%s.persistent.cl", name);
  a.persistent = read_text(program, file);
  snprintf(file, sizeof file, "%s.cl", name);
  char *source = read_text(program, file);
  const char *sources[] = {source};
  a.program = clCreateProgramWithSource(a.context, 1, sources, NULL, &status);
  CL_OK(status);
  CL_OK(clBuildProgram(a.program, 1, &a.device, "", NULL, NULL));
  a.hash = persistify_hash(source, strlen(source));
  free(source);
  return a;
}

static cl_kernel open_kernel(const app *a, const char *name) {
  cl_int status;
  cl_kernel kernel = clCreateKernel(a->program, name, &status);
  CL_OK(status);
  return kernel;
}

static cl_mem open_buffer(const app *a, size_t bytes, const void *from) {
  cl_int status;
  cl_mem buffer = clCreateBuffer(a->context, CL_MEM_READ_WRITE | (from ? CL_MEM_COPY_HOST_PTR : 0), bytes,
                                 (void *)from, &status);
  CL_OK(status);
  return buffer;
}

static void close_app(app *a) {
  free(a->persistent);
  CL_OK(clReleaseProgram(a->program));
  CL_OK(clReleaseCommandQueue(a->queue));
  CL_OK(clReleaseContext(a->context));
}

#endif
