/* H9: the files that the kernel source includes are found as OpenCL compilers find them, and compared when the
   program runs; here the header of a header, which decides where a barrier is needed.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/includes.cl %s --host-flag=-I%S/../host/Inputs --kernel-flags=-I%S/Inputs/as-was
   RUN: %{check} --entries 1 -- "-I%S/Inputs/as-was"
   RUN: %{check} --entries 1 -- "-DUNUSED=1 -I %S/Inputs/as-was -I%S/Inputs/changed"
   RUN: %{check} --expect-fallback "changed/detail/look.h', which the kernel source includes, is not what was analysed" -- "-I%S/Inputs/changed"
   RUN: %{check} --expect-fallback "detail/look.h', which the kernel source includes, is not" -- "-I%S/Inputs/changed -I%S/Inputs/as-was"
   Another program of the same source and the same options, for which the header changed.
   RUN: %{check} --expect-fallback "detail/look.h', which the kernel source includes, is not" -- "-Ihere" %S/Inputs/as-was %S/Inputs/changed
   Macros of the options: what the source uses must be what was analysed.
   RUN: %{check} --expect-fallback "macro 'v' of the build options was none when" -- "-I%S/Inputs/as-was -D v=w"
   RUN: %{check} --expect-fallback "macro 'i' of the build options was none when" -- "-I%S/Inputs/as-was -Di=at"
   Without the checks these would go the persistent way.
   DEFINE: %{fault} = env CHECK_BUILDS= PERSISTIFY_FAULT
   RUN: %{fault}=includes-unchecked not %{check} --expect-fallback "look.h" -- "-I%S/Inputs/changed"
   RUN: %{fault}=macros-unlisted not %{check} --expect-fallback "macro 'v'" -- "-I%S/Inputs/as-was -D v=w"
*/
#include "setup.h"
#include <sys/stat.h>
#include <unistd.h>

static void round_of(const char *options) {
  size_t global = 64;
  int n = 64, t;
  start("includes.cl", options);
  cl_kernel walk = kernel_named("walk"), blend = kernel_named("blend");
  cl_mem a = ints(n, 0), b = ints(n, 1);
  clSetKernelArg(walk, 0, sizeof a, &a);
  clSetKernelArg(blend, 0, sizeof a, &a);
  clSetKernelArg(blend, 1, sizeof b, &b);
  for (t = 0; t < 6; t++) {
    clSetKernelArg(walk, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, walk, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, blend, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  int va[64], vb[64];
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof va, va, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof vb, vb, 0, NULL, NULL);
  for (t = 0; t < n; t++)
    printf("%d %d\n", va[t], vb[t]);
}

int main(int argc, char **argv) {
  int i;
  if (argc == 2)
    round_of(argv[1]);
  for (i = 2; i < argc; i++) {
    unlink("here");
    need(symlink(argv[i], "here"), "symlink");
    round_of(argv[1]);
  }
  return 0;
}
