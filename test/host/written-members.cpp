// More templates that are written down: with an assertion, loops over ranges, lambdas; arguments that are enumerators and truth values;
// members of classes in class templates; functions of auto parameters.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-std=c++20 --host-flag=-I%S/Inputs --entries 13
#include "setup.h"
#include <array>
#include <cassert>
#include <vector>

enum class Mode { Slow, Fast };
struct Pair { int a; };
#define LAUNCH(K, N) do { size_t n_ = (N); if (clEnqueueNDRangeKernel(queue, K, 1, NULL, &n_, NULL, 0, NULL, NULL)) { printf("line %d\n", __LINE__); exit(1); } } while (0)
#define SIZE_OF_T (sizeof(T))

static int plain(int i) { return i * 2; }

namespace {
// as a static function, behind a macro
template <class T, bool Twice>
static inline long spin(const char *, std::vector<T> &v, unsigned trips) noexcept(false) {
  assert(!v.empty());
  cl_kernel add = clCreateKernel(program, "add", NULL);
  cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, v.size() * SIZE_OF_T, v.data(), NULL);
  clSetKernelArg(add, 0, sizeof a, &a);
  auto value = [&](unsigned i) { return T(plain(int(i)) + (Twice ? 5 : 1)); };
  unsigned i = 0;
  do {
    T x = value(i);
    clSetKernelArg(add, 1, sizeof x, &x);
    LAUNCH(add, v.size());
    if (Twice)
      LAUNCH(add, v.size());
  } while (++i < trips);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, v.size() * SIZE_OF_T, v.data(), 0, NULL, NULL);
  clReleaseKernel(add); clReleaseMemObject(a);
  long s = 0;
  for (T t : v) s += long(t);
  return s;
}
}

class Machine {
  int base;
public:
  explicit Machine(int b) : base(b) {}
  template <typename T, Mode M, int N>
  std::array<T, N> go(const T *from, int trips = 3) const {
    std::array<T, N> out{};
    cl_kernel k = clCreateKernel(program, "raise", NULL);
    cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, N * sizeof(T), const_cast<T *>(from), NULL);
    cl_mem f = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), NULL, NULL);
    int limit = base + (M == Mode::Fast ? 10 : 20), flag = 1;
    clSetKernelArg(k, 0, sizeof a, &a); clSetKernelArg(k, 1, sizeof f, &f); clSetKernelArg(k, 2, sizeof limit, &limit);
    while (flag) {
      flag = 0;
      clEnqueueWriteBuffer(queue, f, CL_TRUE, 0, sizeof flag, &flag, 0, NULL, NULL);
      LAUNCH(k, N);
      clEnqueueReadBuffer(queue, f, CL_TRUE, 0, sizeof flag, &flag, 0, NULL, NULL);
      if (trips-- < -100) break;
    }
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof out, out.data(), 0, NULL, NULL);
    clReleaseKernel(k); clReleaseMemObject(a); clReleaseMemObject(f);
    return out;
  }
};

template <typename T> struct Outer {
  template <typename U> struct Inner {
    T t; U u;
    static void steps(cl_mem a, int n) {
      cl_kernel add = clCreateKernel(program, "add", NULL);
      clSetKernelArg(add, 0, sizeof a, &a);
      for (int i = 0; i < n; ++i) {
        int v = int(sizeof(T)) + int(sizeof(U)) * i;
        clSetKernelArg(add, 1, sizeof v, &v);
        LAUNCH(add, 16);
      }
      clReleaseKernel(add);
    }
    template <int K> void many(cl_mem a, int n) &;
  };
};
template <typename A> template <typename B> template <int C> void Outer<A>::Inner<B>::many(cl_mem a, int n) & {
  cl_kernel add = clCreateKernel(program, "add", NULL);
  clSetKernelArg(add, 0, sizeof a, &a);
  A t2 = t;
  B u2 = u;
  for (int i = 0; i < n; ++i) {
    int v = C * i + int(t2) + int(u2);
    clSetKernelArg(add, 1, sizeof v, &v);
    LAUNCH(add, 16);
  }
  clReleaseKernel(add);
}

static void abbreviated(auto x, cl_mem a) {
  cl_kernel add = clCreateKernel(program, "add", NULL);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (decltype(x) i = 0; i < x; ++i) {
    int v = int(i);
    clSetKernelArg(add, 1, sizeof v, &v);
    LAUNCH(add, 16);
  }
  clReleaseKernel(add);
}

int main() {
  start("steps.cl", "");
  std::vector<int> v(8, 1);
  std::vector<unsigned> w(8, 2);
  printf("%ld", spin<int, false>("a", v, 3));
  printf(" %ld", spin<int, true>("b", v, 2));
  printf(" %ld\n", spin<unsigned, true>("c", w, 0));
  Machine m(1);
  int from[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  unsigned uf[4] = {5, 6, 7, 8};
  auto r = m.go<int, Mode::Fast, 8>(from);
  auto r2 = m.go<int, Mode::Slow, 8>(from, 9);
  auto r3 = m.go<unsigned, Mode::Slow, 4>(uf);
  for (int i : r) printf("%d ", i);
  for (int i : r2) printf("%d ", i);
  for (unsigned i : r3) printf("%u ", i);
  std::vector<int> zero(16);
  cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 64, zero.data(), NULL);
  Outer<int>::Inner<char>::steps(a, 3);
  Outer<long>::Inner<Pair>::steps(a, 4);
  Outer<int>::Inner<short> x{3, 4};
  x.many<5>(a, 3);
  Outer<float>::Inner<double> y{1.5f, 2.5};
  y.many<-2>(a, 2);
  y.many<7>(a, 2);
  abbreviated(3, a);
  abbreviated(4ul, a);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 64, zero.data(), 0, NULL, NULL);
  printf("%d %d\n", zero[0], zero[15]);
}
