/* OpenCL by pointers that a loader sets: macros have the functions' names. A loop is entered only with the library's own
   functions.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-ldl --entries 3
   RUN: env PERSISTIFY_FAULT=no-loaders not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-ldl --entries 3
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-ldl --host-flag=-DWRAPPED --expect-fallback "is not clSetKernelArg of the OpenCL library"
   RUN: %long env PERSISTIFY_FAULT=any-loader not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-ldl --host-flag=-DWRAPPED --expect-fallback "is not clSetKernelArg of the OpenCL library"
*/
#include "loaded.h"
#include "setup.h"

#define DEFINE(NAME, RESULT, PARAMETERS) PFN_##NAME loaded##NAME;
LOADED(DEFINE)

static int calls;

#ifdef WRAPPED
static PFN_SetKernelArg real;
static cl_int CL_API_CALL counted(cl_kernel k, cl_uint index, size_t size, const void *value) {
  calls++;
  return real(k, index, size, value);
}
#endif

static int load(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library)
    return 0;
#define LOOKED_UP(NAME, RESULT, PARAMETERS) loaded##NAME = (PFN_##NAME)dlsym(library, "cl" #NAME);
  LOADED(LOOKED_UP)
#ifdef WRAPPED
  real = loadedSetKernelArg;
  loadedSetKernelArg = counted;
#endif
  return 1;
}

static void launch(cl_kernel k, cl_mem in, cl_mem out, int v) {
  static const size_t global = 64;
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof out, &out);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

int main(void) {
  size_t global = 64;
  int flag, trips = 0, limit = 40;
  if (!load("libOpenCL.so.1"))
    return 1;
  start("steps.cl", "");
  cl_kernel map = kernel_named("map"), back = kernel_named("map_back"), raise = kernel_named("raise");
  cl_mem a = ints(64, 1), b = ints(64, 5), c = ints(64, 5), stop = ints(2, 0);

  for (int i = 0; i < 6; i++) {
    launch(map, a, b, i);
    launch(back, b, a, i);
  }
  show("a", a);

  do {
    clSetKernelArg(raise, 0, sizeof c, &c);
    clSetKernelArg(raise, 1, sizeof stop, &stop);
    clSetKernelArg(raise, 2, sizeof limit, &limit);
    flag = 0;
    clEnqueueWriteBuffer(queue, stop, CL_FALSE, 0, sizeof flag, &flag, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, raise, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, stop, CL_TRUE, 0, sizeof flag, &flag, 0, NULL, NULL);
    trips++;
  } while (flag);
  show("c", c);
  printf("%d trips\n", trips);

  for (int i = 0; i < 4; i++) {
    cl_mem swapped = a;
    launch(map, b, a, i);
    a = b;
    b = swapped;
  }
  clFinish(queue);
  show("a", a);
  printf("%d calls\n", calls);
  return 0;
}
