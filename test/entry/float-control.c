/* A program that is built with relaxed mathematics: a float that only goes to a kernel decides nothing; one that decides
   how often, how many or what is handed on does. All values are small multiples of 1/8, so exact in any order.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/floats.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w %s -I%S/../host/Inputs -o %t/original -lOpenCL
   RUN: %cc %cl_inc -w -I%t %t/float-control.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device ./original > original.out
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program > on.out 2> on.err && diff original.out on.out
   RUN: FileCheck %s --input-file %t/on.err --implicit-check-not="original loop"
   CHECK: original loop: floating point decides control, and the program is built with relaxed mathematics
   CHECK: original loop: floating point decides control
   CHECK: original loop: floating point decides control
   CHECK: original loop: floating point decides control
   captured: CHECK: persistent=1 fallback=0
   weighted: CHECK: persistent=1 fallback=0
   tables:   CHECK: persistent=1 fallback=0
   until:    CHECK: persistent=0 fallback=1
   decaying: CHECK: persistent=0 fallback=1
   sized:    CHECK: persistent=0 fallback=1
   stored:   CHECK: persistent=0 fallback=1
   Built as usual, all of them are persistent.
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program plain > plain.out 2> plain.err && diff original.out plain.out
   RUN: FileCheck %s --check-prefix=PLAIN --input-file %t/plain.err --implicit-check-not="original loop"
   PLAIN-COUNT-7: persistent=1 fallback=0
*/
#include "setup.h"

typedef struct {
  cl_float scale;
  cl_int shift;
  cl_float origin[2];
} Frame;

static cl_kernel place, blend, largest;
static cl_mem v;
static size_t n = 64;

static void run(cl_kernel k) { clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL); }

static void look(const char *name) {
  float host[64], sum = 0;
  clEnqueueReadBuffer(queue, v, CL_TRUE, 0, sizeof host, host, 0, NULL, NULL);
  for (int i = 0; i < 64; i++)
    sum += host[i];
  printf("%s: %g %g %g\n", name, host[1], host[63], sum);
}

static void captured(Frame f) {
  for (int t = 0; t < 8; t++) {
    f.shift = t;
    clSetKernelArg(place, 1, sizeof f, &f);
    run(place);
  }
}

static void weighted(float base) {
  for (int t = 0; t < 8; t++) {
    float alpha = base * t + 0.5f;
    clSetKernelArg(blend, 1, sizeof alpha, &alpha);
    run(blend);
  }
}

static void tables(const float *w, int count) {
  float none = 0;
  for (int t = 0; t < count; t++) {
    const float *use = w[0] == 0 ? &none : w;
    (void)use;
    clSetKernelArg(blend, 1, sizeof(float), t % 2 ? &none : &w[1]);
    run(blend);
  }
}

static int until(float limit) {
  cl_int err;
  int count = (int)n, trips = 0;
  float most = 0;
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof most, NULL, &err);
  clSetKernelArg(largest, 0, sizeof v, &v);
  clSetKernelArg(largest, 1, sizeof out, &out);
  clSetKernelArg(largest, 2, sizeof count, &count);
  do {
    run(blend);
    run(largest);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof most, &most, 0, NULL, NULL);
    trips++;
  } while (most < limit && trips < 100);
  clReleaseMemObject(out);
  return trips;
}

static void decaying(float alpha) {
  for (int t = 0; t < 4; t++) {
    clSetKernelArg(blend, 1, sizeof alpha, &alpha);
    run(blend);
    alpha = alpha * 0.5f;
  }
}

static void sized(float part) {
  for (int t = 1; t < 5; t++) {
    size_t items = (size_t)(part * t);
    clEnqueueNDRangeKernel(queue, blend, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}

/* By way of a buffer. */
static void stored(float step) {
  cl_int err;
  float now = 0;
  cl_mem cell = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof now, &now, &err);
  for (int t = 0; t < 6; t++) {
    clEnqueueReadBuffer(queue, cell, CL_TRUE, 0, sizeof now, &now, 0, NULL, NULL);
    float next = now + step;
    clSetKernelArg(blend, 1, sizeof next, &next);
    run(blend);
    clEnqueueWriteBuffer(queue, cell, CL_TRUE, 0, sizeof next, &next, 0, NULL, NULL);
  }
  clReleaseMemObject(cell);
}

int main(int argc, char **argv) {
  static float zeros[64];
  float w[2] = {1, 1.5f}, one = 1;
  cl_int err;
  start("floats.cl", argc > 1 ? "" : "-cl-fast-relaxed-math -cl-mad-enable");
  place = kernel_named("place");
  blend = kernel_named("blend");
  largest = kernel_named("largest");
  v = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &err);
  clSetKernelArg(place, 0, sizeof v, &v);
  clSetKernelArg(blend, 0, sizeof v, &v);
  clSetKernelArg(blend, 1, sizeof one, &one);
  Frame f = {0.5f, 0, {1, 2}};
  captured(f);
  look("captured");
  weighted(0.25f);
  look("weighted");
  tables(w, 4);
  look("tables");
  clSetKernelArg(blend, 1, sizeof one, &one);
  printf("%d trips\n", until(200));
  look("until");
  decaying(4);
  look("decaying");
  clSetKernelArg(blend, 1, sizeof one, &one);
  sized(8);
  look("sized");
  stored(0.125f);
  look("stored");
  return 0;
}
