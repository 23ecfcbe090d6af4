/* Kernels of one function in turns, whose arguments are first set in the loop: whether each
   launch comes behind a setting is found on the device.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 --verify at
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "a launch with an argument that was never set" -- never
*/
#include "setup.h"

static cl_mem data, more;
static const size_t global = 64;

int main(int argc, char **argv) {
  int never = argc > 1, bad = 0;
  start("steps.cl", "");
  data = ints(64, 1);
  more = ints(64, 5);
  {
    cl_kernel turns[2] = {kernel_named("add"), kernel_named("add")};
    unsigned at = 0;
    clSetKernelArg(turns[0], 0, sizeof data, &data);
    clSetKernelArg(turns[1], 0, sizeof more, &more);
    for (int v = 1; v < 60; v = v * 2 + 1, at ^= 1) {
      clSetKernelArg(turns[at], 1, sizeof v, &v);
      if (clEnqueueNDRangeKernel(queue, turns[at], 1, NULL, &global, NULL, 0, NULL, NULL) != CL_SUCCESS)
        bad++;
    }
    show("data", data);
  }
  { /* buffers, too, and a launch in a trip that sets nothing */
    cl_kernel k[2] = {kernel_named("map"), kernel_named("map")};
    for (int t = 0; t < 6; t++) {
      cl_kernel one = k[t % 2];
      if (t < 2) {
        clSetKernelArg(one, 0, sizeof data, t ? &data : &more);
        clSetKernelArg(one, 1, sizeof data, t ? &more : &data);
      }
      if (t < 3)
        clSetKernelArg(one, 2, sizeof t, &t);
      clEnqueueNDRangeKernel(queue, one, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
    show("data", data);
  }
  { /* the API rejects a launch: what the original does */
    cl_kernel k = kernel_named("add");
    clSetKernelArg(k, 0, sizeof data, &data);
    for (int t = 0; t < 4; t++) {
      if (t > (never ? 1 : -1))
        clSetKernelArg(k, 1, sizeof t, &t);
      if (clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL) != CL_SUCCESS)
        bad++;
    }
  }
  printf("%d\n", bad);
  show("data", data);
  show("more", more);
  return 0;
}
