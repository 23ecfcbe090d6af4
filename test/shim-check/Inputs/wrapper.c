/* Functions of the program's own in front of the implementation's. */
#define _GNU_SOURCE
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>

static int calls;

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  cl_int (*next)(cl_kernel, cl_uint, size_t, const void *);
  *(void **)&next = dlsym(RTLD_NEXT, "clSetKernelArg");
  calls++;
  return next(kernel, index, size, value);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dim,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint count, const cl_event *wait, cl_event *event) {
  cl_int (*next)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,
                 const size_t *, cl_uint, const cl_event *, cl_event *);
  *(void **)&next = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
  calls++;
  return next(queue, kernel, dim, offset, global, local, count, wait, event);
}

__attribute__((destructor)) static void report(void) {
  fprintf(stderr, "wrapper: %d enqueues and arguments\n", calls);
}
