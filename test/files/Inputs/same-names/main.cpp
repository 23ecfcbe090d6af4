#include "setup.h"
int get_x();
int get_y();
int set_x(int n);
int set_y(int n);
int left(int by);

#define EXPORT
EXPORT int main() {
  start("add.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem b = ints(64, 3);
  size_t n = 64;
  clSetKernelArg(k, 0, sizeof b, &b);
  set_x(3);
  set_y(4);
  for (int i = 0; i < 20; i++) {
    int v = get_x() * 10 + get_y() + left(i);
    clSetKernelArg(k, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL);
  }
  show("b", b);
  return 0;
}
