// Static members of class templates, in their own methods and from outside.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-std=c++17 --host-flag=-I%S/Inputs --entries 2 --expect-fallback "the queue takes no times"
#include "setup.h"

template <class T> struct Lattice {
  static constexpr int turns[3] = {0, 2, 1};
  struct Counter {
    inline static int launches = 0;
  };
  cl_mem a;
  T scale;
  int run(cl_kernel add, int trips) {
    const size_t global = 64;
    int i = 0;
    for (; i < trips; ++i)
      for (int turn : turns) {
        T v = scale * turn + turns[i % 3];
        clSetKernelArg(add, 0, sizeof a, &a);
        clSetKernelArg(add, 1, sizeof v, &v);
        clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
        ++Counter::launches;
      }
    return i;
  }
};

namespace steps {
template <int N> struct Table {
  inline static int values[N] = {5, 6};
};
} // namespace steps

// A class that is made from something, one of whose members only the host needs.
struct Timer {
  cl_event event;
  cl_ulong end;
  explicit Timer(int) : event(NULL), end(0) {}
};

int main() {
  start("steps.cl", "");
  const size_t global = 64;
  cl_kernel add = kernel_named("add");
  Lattice<int> on = {ints(64, 1), 3};
  int trips = on.run(add, 5);
  printf("%d %d\n", trips, Lattice<int>::Counter::launches);
  show("a", on.a);

  for (int i = 0; i < 4; ++i) {
    int v = steps::Table<4>::values[i % 2] + i;
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    steps::Table<4>::values[1] += 2;
  }
  printf("%d\n", steps::Table<4>::values[1]);
  show("a", on.a);

  for (int i = 0; i < 3; ++i) {
    Timer timer(i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, &timer.event);
    clWaitForEvents(1, &timer.event);
    clGetEventProfilingInfo(timer.event, CL_PROFILING_COMMAND_END, sizeof(cl_ulong), &timer.end, NULL);
    clReleaseEvent(timer.event);
  }
  show("a", on.a);
}
