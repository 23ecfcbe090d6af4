/* Two sources that define a kernel of one name: the loop's one is that of which the program is made.
   REQUIRES: device
   RUN: %run-check %S/same-kernels-a.cl %S/same-kernels-b.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: env PERSISTIFY_FAULT=first-source not %run-check %S/same-kernels-a.cl %S/same-kernels-b.cl %s --host-flag=-I%S/Inputs --entries 5
*/
#include "setup.h"

static size_t global = 64;

static char *text_of(const char *name) {
  static char text[2][4096];
  static int at;
  char *to = text[at++ & 1];
  FILE *in = fopen(name, "rb");
  if (!in)
    exit(2);
  to[fread(to, 1, 4095, in)] = 0;
  fclose(in);
  return to;
}

static cl_program built(cl_program p) {
  need(clBuildProgram(p, 1, &device, "", NULL, NULL), "build");
  return p;
}

static cl_program load(const char *path) {
  cl_int err;
  const char *text = text_of(path);
  cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &err);
  need(err, path);
  return built(p);
}

static int load_into(cl_program *to, const char *path) {
  *to = load(path);
  return *to != NULL;
}

/* Two in a struct, one that its address is given for. */
struct app {
  cl_program second, third;
  cl_kernel step[2];
} app;

#define SHIFT "__kernel void advance(__global int *a, int v) { a[get_global_id(0)] -= v << 1; }\n"

int main(void) {
  cl_int err;
  cl_program first, fourth, direct;
  cl_kernel a_step, b_step, shift;
  const char *inner = SHIFT, *whole;
  int i;
  cl_mem a;
  start("same-kernels-a.cl", "");
  a = ints(64, 0);
  first = load("same-kernels-b.cl");
  load_into(&app.second, "same-kernels-a.cl");
  app.third = load("same-kernels-b.cl");
  whole = text_of("same-kernels-a.cl");
  direct = built(clCreateProgramWithSource(context, 1, &whole, NULL, &err));
  fourth = built(clCreateProgramWithSource(context, 1, &inner, NULL, &err));
  b_step = clCreateKernel(first, "advance", &err);
  app.step[0] = clCreateKernel(app.second, "advance", &err);
  app.step[1] = clCreateKernel(app.third, "advance", &err);
  a_step = clCreateKernel(direct, "advance", &err);
  shift = clCreateKernel(fourth, "advance", &err);
  clSetKernelArg(a_step, 0, sizeof a, &a);
  clSetKernelArg(b_step, 0, sizeof a, &a);
  clSetKernelArg(shift, 0, sizeof a, &a);
  clSetKernelArg(app.step[0], 0, sizeof a, &a);
  clSetKernelArg(app.step[1], 0, sizeof a, &a);
  for (i = 0; i < 5; i++) {
    clSetKernelArg(b_step, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, b_step, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  for (i = 0; i < 6; i++) {
    clSetKernelArg(app.step[0], 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, app.step[0], 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  for (i = 0; i < 7; i++) {
    clSetKernelArg(app.step[1], 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, app.step[1], 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  for (i = 0; i < 8; i++) {
    clSetKernelArg(a_step, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, a_step, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  for (i = 0; i < 9; i++) {
    clSetKernelArg(shift, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, shift, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
