#include "setup.h"
#include "timer.h"
int main(void) {
  cl_kernel add_k;
  cl_mem data;
  size_t global = 64;
  double begin, spent = 0;
  start("steps.cl", "");
  add_k = kernel_named("add");
  data = ints(64, 3);
  timer_zero();
  for (int i = 1; i < 20; i++) {
    begin = timer_get();
    clSetKernelArg(add_k, 0, sizeof data, &data);
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
    clFinish(queue);
    spent += timer_get() - begin;
  }
  printf("%s\n", spent > 0 && spent < timer_get() + 1e-9 /* of rounding */ ? "plausible" : "odd");
  show("data", data);
  return 0;
}
