#include "setup.h"
#define CONFIG "config.h"
#include CONFIG
#import /* a comment */ "imported.h"
#if __has_include("optional.h")
#define BY 3
#else
#define BY 4
#endif

int main(void) {
  cl_kernel k;
  cl_mem b;
  size_t n = 64;
  int i;
  start("add.cl", "");
  k = kernel_named("add");
  b = ints(64, 3);
  clSetKernelArg(k, 0, sizeof b, &b);
  for (i = 0; i < TRIPS; i++) {
    int v = BY + i + IMPORTED;
    clSetKernelArg(k, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL);
#pragma omp parallel for
    for (v = 0; v < 0; v++)
      ;
  }
  show("b", b);
  return 0;
}
