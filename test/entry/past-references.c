/* References that were taken, and buffers that were made, by functions that a loader took from the OpenCL library: the
   runtime does not know whether they live, so the original loop runs.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/optional.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w %s -I%S/../host/Inputs -o %t/original -lOpenCL -ldl
   RUN: %cc %cl_inc -w -I%t %t/past-references.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device ./original > original.out
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program > on.out 2> on.err && diff original.out on.out
   RUN: cd %t && %env_device PERSISTIFY=off ./program > off.out && diff original.out off.out
   RUN: FileCheck %s --input-file %t/on.err
   CHECK: original loop: argument 1 of kernel '{{.*}}' is a buffer that was not seen to be made, and may have ended
   CHECK: original loop: argument 1 of kernel '{{.*}}' is a buffer that was not seen to be made, and may have ended
   CHECK: original loop: 'queue' was given back, as far as this runtime saw
   CHECK: entries=4 persistent=1 fallback=3
*/
#include "setup.h"
#include <dlfcn.h>

static cl_kernel k;
static cl_mem a;

static void launches(const char *name) {
  const size_t items = 64;
  int t;
  for (t = 0; t < 10; t++)
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  need(clFinish(queue), "finish");
  show(name, a);
}

int main(void) {
  enum { OLD = 64 };
  int i, n, same = 0, data[64], err;
  cl_mem kept, opt = NULL, old[OLD];
  cl_int (*retain)(cl_mem);
  cl_int (*retain_queue)(cl_command_queue);
  cl_mem (*create)(cl_context, cl_mem_flags, size_t, void *, cl_int *);
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
  *(void **)&retain = dlsym(library, "clRetainMemObject");
  *(void **)&retain_queue = dlsym(library, "clRetainCommandQueue");
  *(void **)&create = dlsym(library, "clCreateBuffer");
  start("optional.cl", "");
  a = ints(64, 0);
  kept = ints(64, 100);
  k = kernel_named("add_if");
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  need(clSetKernelArg(k, 1, sizeof kept, &kept), "arg");
  launches("as made");
  retain(kept);
  clReleaseMemObject(kept);
  launches("kept past the runtime");
  for (n = 0; n < OLD; n++) {
    old[n] = ints(64, 100);
    data[n] = 7 + n;
  }
  for (n = 0; n < OLD; n++)
    clReleaseMemObject(old[n]);
  for (i = 0; !same && i < 300; i++) { /* perhaps at the address of one that has ended */
    opt = create(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof data, data, &err);
    for (n = 0; n < OLD; n++)
      same |= opt == old[n];
  }
  need(clSetKernelArg(k, 1, sizeof opt, &opt), "arg");
  launches("made past the runtime");
  retain_queue(queue);
  clReleaseCommandQueue(queue);
  opt = NULL;
  need(clSetKernelArg(k, 1, sizeof opt, &opt), "arg");
  launches("a queue");
  return 0;
}
