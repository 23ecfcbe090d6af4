/* H4: a call that the API rejects is behaviour: the original loop runs and its
   own error handling prints what it prints.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/h2-arguments.cl %s --host-flag=-I%S/../../host/Inputs
   RUN: %{check} --entries 1 -- fine
   RUN: %{check} --entries 1 -- unchecked
   RUN: %{check} --expect-fallback "h4-failing.c" -- indivisible
   RUN: %{check} --expect-fallback "h4-failing.c" -- large
   RUN: %{check} --expect-fallback "h4-failing.c" -- range
   RUN: %{check} --expect-fallback "h4-failing.c" -- copy
   RUN: %{check} --expect-fallback "h4-failing.c" -- overlap
   RUN: %{check} --expect-fallback "h4-failing.c" -- null
   RUN: %{check} --entries 0..1 -- zero
*/
#include "setup.h"

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "fine";
  size_t global = 64, local = 16, offset = 0, bytes = 64;
  cl_int err = 0, lost = 0;
  int i, got = 0;
  start("h2-arguments.cl", "");
  cl_kernel blend = clCreateKernel(program, "blend", &err);
  cl_mem a = ints(64, 1), b = ints(64, 7), from = a, none = NULL;
  int step = 0, bad = 3, check = 1;
  size_t cut = 0, grow = 0, far = 0, place = 128;
  if (!strcmp(how, "indivisible"))
    cut = 3;
  else if (!strcmp(how, "large"))
    grow = 1 << 20;
  else if (!strcmp(how, "range"))
    far = 1000;
  else if (!strcmp(how, "copy"))
    step = 16;
  else if (!strcmp(how, "overlap"))
    place = 32;
  else if (!strcmp(how, "null"))
    none = a, from = NULL;
  else if (!strcmp(how, "zero"))
    cut = 64;
  else if (!strcmp(how, "unchecked"))
    check = 0, step = 16;
  clSetKernelArg(blend, 0, sizeof a, &a);
  clSetKernelArg(blend, 1, sizeof b, &b);
  for (i = 0; i < 5; i++) {
    clSetKernelArg(blend, 2, sizeof i, &i);
    if (i == bad) {
      global -= cut;
      local += grow;
      offset += far;
    }
    err = clEnqueueNDRangeKernel(queue, blend, 1, NULL, &global, &local, 0, NULL, NULL);
    if (err != CL_SUCCESS) {
      printf("launch %d: %d\n", i, err);
      break;
    }
    err = clEnqueueReadBuffer(queue, a, CL_TRUE, offset, 4, &got, 0, NULL, NULL);
    if (err) {
      printf("read %d: %d\n", i, err);
      break;
    }
    if (check) {
      err = clEnqueueCopyBuffer(queue, i == bad ? from : a, a, 0, place, bytes, 0, NULL, NULL);
      if (err) {
        printf("copy %d: %d\n", i, err);
        goto out;
      }
    } else {
      clEnqueueCopyBuffer(queue, a, b, 0, 0, bytes, 0, NULL, NULL); /* length 0: no error seen */
    }
    bytes -= step;
    lost += got;
  }
out:
  printf("%d trips, %d, %d, %d\n", i, err, lost, none == a);
  show("a", a);
  show("b", b);
  return 0;
}
