// Local objects whose destructors are the program's own: they run at the end of a block
// and on each way out of it, the last object first, behind the value that is returned.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 -- 7
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 --min-groups 1 -- 0
#include "setup.h"
#include <utility>

static const size_t items = 64;
static cl_kernel map_kernel;
static int ended;

static void run(cl_mem in, cl_mem out, int v) {
  clSetKernelArg(map_kernel, 0, sizeof in, &in);
  clSetKernelArg(map_kernel, 1, sizeof out, &out);
  clSetKernelArg(map_kernel, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, map_kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

class Count {
public:
  explicit Count(int &n, int by = 1) : n_(n), by_(by) {}
  Count(const Count &) = delete;
  ~Count() { n_ = n_ * 3 + by_; }

private:
  int &n_;
  int by_;
};

// Every way out of a block.
static void ways(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2);
  int count = 0, trips = 0;
  for (int i = 0; i < n; ++i) {
    Count whole(count);
    if (i % 3 == 0) {
      Count skipped(count, 5);
      continue;
    }
    {
      Count first(count, 7), second(count, 11);
      run(a, b, count);
      if (i == 5)
        break;
    }
    std::swap(a, b);
    ++trips;
  }
  printf("ways %d %d\n", count, trips);
  show("ways a", a);
  show("ways b", b);
}

// The value is taken first.
static int valued(int i, int &count) {
  Count at_end(count, i);
  if (i > 2) {
    Count inner(count);
    return count;
  }
  return count + 100;
}
static void returned(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2);
  int count = 1, sum = 0;
  for (int i = 0; i < n; ++i) {
    sum = sum * 5 + valued(i, count);
    run(i % 2 ? a : b, i % 2 ? b : a, sum);
  }
  printf("returned %d %d\n", count, sum);
  show("returned a", a);
}

// Exchanges buffers when a step ends.
struct Step {
  cl_mem &from, &to;
  Step(cl_mem &from, cl_mem &to) : from(from), to(to) {}
  ~Step() { std::swap(from, to); }
  void operator()(int i) { run(from, to, i); }
};
static void steps(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2);
  int i = 0;
  while (i < n) {
    Step step(a, b);
    step(i++);
  }
  show("steps a", a);
  show("steps b", b);
}

// A handle that it owns, an early end of the function with the loop.
struct Event {
  cl_event e = nullptr;
  ~Event() {
    if (e)
      clReleaseEvent(e);
  }
};
static bool launches(int n, int last) {
  cl_mem a = ints(64, 1);
  cl_kernel add = clCreateKernel(program, "add", nullptr);
  for (int i = 0; i < n; ++i) {
    Count all(ended);
    Event done;
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    if (clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, &done.e) != CL_SUCCESS)
      return false;
    clWaitForEvents(1, &done.e);
    if (i == last)
      return true;
  }
  show("launches", a);
  return false;
}

// In a trip that is done by the constructor and the destructor alone.
struct Trip {
  cl_mem &a, &b;
  int &i;
  Trip(cl_mem &a, cl_mem &b, int &i) : a(a), b(b), i(i) { run(a, b, i); }
  ~Trip() {
    run(b, a, ++i);
    if (i % 2)
      return;
    Count c(i);
  }
};
static void trips(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2);
  int i = 0;
  do {
    Trip t(a, b, i);
  } while (i < n);
  printf("trips %d\n", i);
  show("trips a", a);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 7;
  start("steps.cl", "");
  map_kernel = clCreateKernel(program, "map", nullptr);
  ways(n);
  returned(n);
  steps(n);
  printf("%d %d\n", launches(n, 3), launches(n, 99));
  printf("ended %d\n", ended);
  trips(n);
  return 0;
}
