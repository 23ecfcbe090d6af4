/* Of a plugin that tunes kernels: its OpenCL calls are bound to the library itself when it is opened so. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

void tune(cl_kernel k) {
  int v = 7;
  clSetKernelArg(k, 1, sizeof v, &v);
}
