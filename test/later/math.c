/* Messages that the host computes later with functions of <math.h>: they change nothing, whatever they are called.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 3
   RUN: env PERSISTIFY_FAULT=no-library not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 3
*/
#include "setup.h"
#include <math.h>

static const size_t global = 64;
static cl_kernel k;
static cl_mem a;

static void add(int v) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void angle(int i) { printf("%d: %.3f %.3f %.3f\n", i, sin(0.1 * i), cos(0.1 * i), tan(0.1 * i)); }

struct vec {
  double x, y;
};
static double length(const struct vec *v) { return hypot(v->x, v->y); }
static void way(int i) {
  struct vec v = {i, 2.0 * i};
  printf("%.3f %.3f\n", length(&v), cbrt(v.y));
}

static const char *kind(float x) { return isnan(x) ? "no number" : isfinite(x) ? "finite" : "infinite"; }

int main(void) {
  int i;
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 1);
  for (i = 0; i < 5; i++) {
    add(i);
    angle(i);
  }
  for (i = 0; i < 4; i++) {
    add(2);
    way(i);
  }
  for (i = 0; i < 3; i++) {
    add(3 * i);
    printf("%s %.2f\n", kind(sqrtf((float)(1 - i))), atan2f(1.f, (float)i));
  }
  show("a", a);
  return 0;
}
