// The same in classes: a template with constructors and operators, as graphics libraries have it; members that nobody else may name.
// REQUIRES: device
// RUN: %run-check %S/unions-of-numbers.cl %s --host-flag=-I%S/Inputs --entries 3
// RUN: %long env PERSISTIFY_FAULT=unions-of-numbers not %run-check %S/unions-of-numbers.cl %s --host-flag=-I%S/Inputs --entries 3
#include "setup.h"

namespace lib {
template <typename T> struct vec {
  union { T x, r; };
  union { T y, g; };
  vec() = default;
  vec(T a, T b) : x(a), y(b) {}
  vec &operator+=(const vec &o) {
    this->x += o.x;
    this->y += o.y;
    return *this;
  }
};
template <typename T> inline const T *value_ptr(const vec<T> &v) { return &v.x; }
template <typename T> inline vec<T> operator*(const vec<T> &v, T by) { return vec<T>(v.x * by, v.y * by); }
using ivec = vec<int>;
} // namespace lib

class Walk {
  union { int a, b; } at;

public:
  lib::ivec step{1, -1};
  explicit Walk(int from) { at.a = from; }
  int position() const { return at.b; }
  void go(cl_kernel k, int n) {
    const size_t global = 64;
    for (int i = 0; i < n; i++) {
      clSetKernelArg(k, 1, sizeof(lib::ivec), lib::value_ptr(step));
      clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
      at.a += 2;
      step.r += at.b & 3;
      step.y ^= 1;
    }
  }
};

static void by_value(cl_kernel k, lib::ivec by, int n) {
  const size_t global = 64;
  do {
    lib::ivec twice = by * 2;
    twice += lib::ivec(n, 1);
    clSetKernelArg(k, 1, sizeof twice, &twice);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    by = twice;
  } while (--n > 0);
  printf("by %d %d\n", by.r, by.g);
}

int main() {
  start("unions-of-numbers.cl", "");
  cl_kernel shift = kernel_named("shift"), scale = kernel_named("scale");
  cl_mem cells = ints(64, 1);
  clSetKernelArg(shift, 0, sizeof cells, &cells);
  clSetKernelArg(scale, 0, sizeof cells, &cells);
  Walk w(5);
  w.go(shift, 6);
  printf("walk %d, %d %d\n", w.position(), w.step.x, w.step.g);
  by_value(shift, lib::ivec(2, 3), 4);
  lib::vec<float> f(1.5f, 2.5f);
  const size_t global = 64;
  for (cl_uint i[2] = {0, 7}; i[0] < 4; i[0]++) {
    clSetKernelArg(scale, 1, sizeof f, lib::value_ptr(f));
    clSetKernelArg(scale, 2, sizeof i, i);
    clEnqueueNDRangeKernel(queue, scale, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    f.g += f.x;
  }
  show("cells", cells);
  return 0;
}
