// Templates that become several functions are written down, one specialisation for each, with the numbers of the template's lines: a loop
// in one of them is a loop of an ordinary function. Types and numbers as arguments, members in their class and behind it.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-std=c++17 --host-flag=-I%S/Inputs --entries 7
// RUN: env PERSISTIFY_FAULT=templates-refused not %run-check %S/steps.cl %s --host-flag=-std=c++17 --host-flag=-I%S/Inputs --entries 7
// RUN: %persistify --report=json %S/steps.cl %s -o %t -- %cl_inc -std=c++17 -I%S/Inputs > %t.json
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// REPORT-DAG: "function": "work::run<int, 1>"
// REPORT-DAG: "function": "work::run<int, 2>"
// REPORT-DAG: "function": "work::run<unsigned int, 1>"
// REPORT-DAG: "function": "Solver<int>::inside"
// REPORT-DAG: "function": "Solver<unsigned int>::inside"
// REPORT-DAG: "function": "Solver<int>::outside"
// REPORT-DAG: "function": "Solver<unsigned int>::outside"
#include "setup.h"
#include <type_traits>
#include <vector>

#define CHECK(E) check((E), __LINE__)
static void check(cl_int err, int line) {
  if (err != CL_SUCCESS) {
    fprintf(stderr, "error %d in line %d\n", err, line);
    exit(1);
  }
}

struct Device {
  cl_context context;
  cl_device_id device;
  cl_command_queue queue;
  cl_program program;
};

namespace work {
template <typename T> T first(const std::vector<T> &v) { return v[0]; }

template <typename T, int Step = 1>
T run(Device &d, const char *name, int trips, T start) {
  static int calls = 0;
  std::vector<T> host(64, start);
  cl_int err;
  cl_kernel add = clCreateKernel(d.program, "add", &err);
  CHECK(err);
  cl_mem a = clCreateBuffer(d.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host.size() * sizeof(T), host.data(), &err);
  CHECK(err);
  CHECK(clSetKernelArg(add, 0, sizeof a, &a));
  size_t n = host.size();
  // REPORT-DAG: "line": [[@LINE+1]]
  for (int i = 0; i < trips; i += Step) {
    const T v = static_cast<T>(i * Step);
    CHECK(clSetKernelArg(add, 1, sizeof v, &v));
    CHECK(clEnqueueNDRangeKernel(d.queue, add, 1, nullptr, &n, nullptr, 0, nullptr, nullptr));
  }
  CHECK(clEnqueueReadBuffer(d.queue, a, CL_TRUE, 0, n * sizeof(T), host.data(), 0, nullptr, nullptr));
  if constexpr (std::is_signed<T>::value)
    printf("signed ");
  printf("%s: call %d, line %d, %ld\n", name, ++calls, __LINE__, static_cast<long>(first(host)));
  clReleaseMemObject(a);
  clReleaseKernel(add);
  return first(host);
}
} // namespace work

template <class T> class Solver {
  Device &d;
  cl_mem a;
  cl_kernel add;
  std::vector<T> host;

public:
  Solver(Device &d, unsigned n) : d(d), host(n, T(3)) {
    a = clCreateBuffer(d.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(T), host.data(), nullptr);
    add = clCreateKernel(d.program, "add", nullptr);
    clSetKernelArg(add, 0, sizeof(cl_mem), &a);
  }
  ~Solver() {
    clReleaseMemObject(a);
    clReleaseKernel(add);
  }
  void inside(T from, unsigned trips) {
    for (unsigned i = 0; i < trips; i++) {
      T v = from + i;
      clSetKernelArg(add, 1, sizeof(T), &v);
      size_t n = host.size();
      clEnqueueNDRangeKernel(d.queue, add, 1, nullptr, &n, nullptr, 0, nullptr, nullptr);
    }
    clFinish(d.queue);
  }
  T outside(unsigned trips) const;
};

template <class U> U Solver<U>::outside(unsigned trips) const {
  size_t n = host.size();
  while (trips-- > 0) {
    U v = trips;
    clSetKernelArg(add, 1, sizeof(U), &v);
    clEnqueueNDRangeKernel(d.queue, add, 1, nullptr, &n, nullptr, 0, nullptr, nullptr);
  }
  U out = 0;
  clEnqueueReadBuffer(d.queue, a, CL_TRUE, 0, sizeof out, &out, 0, nullptr, nullptr);
  return out;
}

int main() {
  Device d;
  start("steps.cl", "");
  d = {context, device, queue, program};
  long sum = work::run<int>(d, "int", 5, -3);
  sum += work::run<unsigned>(d, "unsigned", 6, 7);
  sum += work::run<int, 2>(d, "by two", 9, 0);
  Solver<int> one(d, 16);
  one.inside(-1, 4);
  Solver<cl_uint> two(d, 32);
  two.inside(2, 3);
  printf("%ld %d %u\n", sum, one.outside(3), two.outside(5));
}
