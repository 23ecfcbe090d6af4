/* OpenCL's vector types on the host: their members are elements of one array.
   REQUIRES: device
   RUN: %run-check %S/vectors.cl %s --host-flag=-I%S/Inputs --entries 3
*/
#include "setup.h"

static cl_kernel shift, corner;
static cl_mem data;
static size_t items = 64;

static void run(cl_kernel k, size_t size, const void *value) {
  clSetKernelArg(k, 0, sizeof data, &data);
  clSetKernelArg(k, 1, size, value);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
}

struct Box {
  cl_int2 at;
  cl_int4 by;
};

int main(void) {
  cl_float4 v = {{1.0f, 2.0f, 3.0f, 4.0f}};
  cl_int4 g;
  struct Box box = {{{1, 2}}, {{3, 4, 5, 6}}};
  start("vectors.cl", "");
  shift = clCreateKernel(program, "shift", NULL);
  corner = clCreateKernel(program, "corner", NULL);
  data = ints(64, 1);
  for (int i = 0; i < 4; i++) {
    v.s[i] += 1.0f;
    v.s[0] *= 2.0f;
    v.s[3] = v.s[0] + v.s[1];
    run(shift, sizeof v, &v);
  }
  for (int i = 0; i < 4; i++) {
    cl_int4 step = {{i, 2 * i, 1, 0}};
    step.s[3] = box.at.s[1];
    run(corner, sizeof(cl_int4), &step);
    box.at.s[0] += step.s[1];
  }
  g = box.by;
  for (int i = 0; i < 4; i++) {
    cl_int4 t = g;
#ifdef __CL_HAS_ANON_STRUCT__
    t.x = g.w + i;
    t.s1 += t.x;
#else
    t.s[0] = g.s[3] + i;
    t.s[1] += t.s[0];
#endif
    g = t;
    run(corner, sizeof t, &t);
  }
  printf("%g %g %g %g, %d %d, %d %d %d %d\n", v.s[0], v.s[1], v.s[2], v.s[3], box.at.s[0], box.at.s[1], g.s[0], g.s[1],
         g.s[2], g.s[3]);
  show("data", data);
  return 0;
}
