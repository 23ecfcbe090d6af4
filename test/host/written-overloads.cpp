// Templates of one name, whose functions are written down each behind its own. A function that is used in front of its template's definition,
// or whose body is a try block, cannot be: its loop stays as it is.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-std=c++17 --host-flag=-I%S/Inputs --entries 4 --allow-kernel add
#include "setup.h"
#include <stdexcept>
#include <type_traits>
#include <vector>
static size_t n = 16;
template <typename T> void twice(cl_mem a, T by = T(2), int trips = 3);
template <typename T> int total(const std::vector<T> &v) { int s = 0; for (auto x : v) s += int(x); return s; }
template <typename T> void over(cl_mem a, T by) { // an overload of one name
  cl_kernel k = kernel_named("add");
  clSetKernelArg(k, 0, sizeof a, &a);
  for (int i = 0; i < 3; i++) {
    int v = int(by) * i;
    clSetKernelArg(k, 1, sizeof v, &v);
    if (clEnqueueNDRangeKernel(queue, k, 1, nullptr, &n, nullptr, 0, nullptr, nullptr) != CL_SUCCESS)
      throw std::runtime_error("launch");
  }
  clReleaseKernel(k);
}
template <typename T> void over(cl_mem a, T *by) {
  cl_kernel k = kernel_named("add");
  clSetKernelArg(k, 0, sizeof a, &a);
  int i = 0;
again:
  int v = int(*by) + i;
  clSetKernelArg(k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &n, nullptr, 0, nullptr, nullptr);
  if (++i < 2) goto again;
  for (const T *p = by; i < 5; i++) {
    int w = int(*p) + i;
    clSetKernelArg(k, 1, sizeof w, &w);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &n, nullptr, 0, nullptr, nullptr);
  }
  clReleaseKernel(k);
}
template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0> T sfinae(cl_mem a, T t) try {
  struct Step { T by; T next(T x) const { return T(x + by); } } step{t};
  cl_kernel k = kernel_named("add");
  clSetKernelArg(k, 0, sizeof a, &a);
  T x = 0;
  while (x < T(9)) {
    int v = int(x);
    clSetKernelArg(k, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &n, nullptr, 0, nullptr, nullptr);
    x = step.next(x);
  }
  clReleaseKernel(k);
  return x;
} catch (...) { return T(0); }
int main() {
  start("steps.cl", "");
  cl_mem a = ints(16, 1);
  twice<int>(a);
  twice<unsigned char>(a, 7);
  int x = 3; long y = 4;
  over(a, 2); over(a, 3u); over(a, &x); over(a, &y);
  printf("%d %d\n", int(sfinae(a, 2)), int(sfinae(a, (unsigned char)4)));
  show("a", a);
}
template <typename T> void twice(cl_mem a, T by, int trips) {
  cl_kernel k = kernel_named("add");
  clSetKernelArg(k, 0, sizeof a, &a);
  for (int i = 0; i < trips; i++) {
    int v = int(by) + i;
    clSetKernelArg(k, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &n, nullptr, 0, nullptr, nullptr);
  }
  clReleaseKernel(k);
}
