/* Arguments that are set past the recorder: by a plugin that is opened with RTLD_DEEPBIND, and by functions that a loader takes
   from the OpenCL library. And a kernel that is released there.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc -shared -fPIC -w %S/Inputs/plugin.c -o %t/libplugin.so -lOpenCL
   RUN: %cc %cl_inc -w %s -I%S/../host/Inputs -o %t/original -lOpenCL -ldl
   RUN: %cc %cl_inc -w -I%t %t/past-recorder.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device ./original > original.out
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program > on.out 2> on.err && diff original.out on.out
   RUN: cd %t && %env_device PERSISTIFY=off ./program > off.out && diff original.out off.out
   RUN: FileCheck %s --input-file %t/on.err --implicit-check-not="original loop"
   CHECK: entries=6 persistent=6 fallback=0
*/
#define _GNU_SOURCE
#include "setup.h"
#include <dlfcn.h>

static cl_kernel add;
static cl_mem a;

static void launches(const char *name) {
  const size_t items = 64;
  int t;
  for (t = 0; t < 10; t++)
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  clFinish(queue);
  show(name, a);
}

int main(void) {
  int one = 1, three = 3, k;
  void (*tune)(cl_kernel);
  cl_int (*set)(cl_kernel, cl_uint, size_t, const void *);
  cl_int (*drop)(cl_kernel);
  void *plugin = dlopen("./libplugin.so", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
  if (!plugin || !library) {
    puts(dlerror());
    return 1;
  }
  *(void **)&tune = dlsym(plugin, "tune");
  *(void **)&set = dlsym(library, "clSetKernelArg");
  *(void **)&drop = dlsym(library, "clReleaseKernel");
  start("steps.cl", "");
  a = ints(64, 0);
  add = kernel_named("add");
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof one, &one);
  launches("as set");
  tune(add);
  launches("by the plugin");
  set(add, 1, sizeof three, &three);
  launches("by a pointer");
  if (set(add, 9, sizeof three, &three) == CL_SUCCESS)
    puts("accepted");
  launches("by none");
  for (k = 0; k < 2; k++) { /* perhaps at the same address */
    drop(add);
    add = kernel_named("add");
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof k, &k);
    launches("anew");
  }
  return 0;
}
