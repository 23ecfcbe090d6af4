// What only the host can do, on a path that is taken seldom: the loop runs on the device until it comes there, and then
// as it was, from its beginning. The reason says what it was.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --allow-kernel add --entries any --expect-fallback
// RUN: %{check} "line 35: an exception that the host throws" -- throws
// RUN: %{check} "line 50: a call that does not return" --expect-exit 7 -- ends
// RUN: %{check} "line 65: an exit inside a try block" -- try
// RUN: %{check} "line 84: an exit that leaves objects with destructors" -- cleanup
// RUN: %{check} "line 95: a transfer of no bytes" -- bytes
// RUN: %{check} "line 106: a launch without a global size" -- size
// No path is taken: all of them run on the device.
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 -- none
#include "setup.h"
#include <stdexcept>
#include <string>

static const size_t items = 64;
static cl_kernel add;
static std::string which;
static cl_mem a;
static int n = 5;

/// In trip 3, if this is the path.
static int at(const char *name) { return which == name ? 3 : -1; }

static void step(int by) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static void checked(int i, int bad) {
  step(i);
  if (i == bad)
    throw std::runtime_error("bad step");
}
static void throws() {
  const int bad = at("throws");
  try {
    for (int i = 0; i < n; ++i)
      checked(i, bad);
  } catch (const std::exception &e) {
    printf("%s\n", e.what());
  }
}

static void step_or_end(int i, int bad) {
  step(i);
  if (i == bad)
    exit(7);
}
static void ends() {
  const int bad = at("ends");
  for (int i = 0; i < n; ++i)
    step_or_end(i, bad);
}

static int code_of(int i) { return (int)which.size() + i; }
static int in_try() {
  const int bad = at("try");
  for (int i = 0; i < n; ++i) {
    try {
      step(i);
      if (i == bad)
        return code_of(i);
    } catch (...) {
      printf("caught\n");
    }
  }
  return 0;
}

struct counted {
  int &count;
  explicit counted(int &c) : count(c) {}
  ~counted() { ++count; }
};
static int cleanup(int &count) {
  const int bad = at("cleanup");
  for (int i = 0; i < n; ++i) {
    counted c(count);
    step(i);
    if (i == bad)
      return 10 * count;
  }
  return count;
}

static void bytes() {
  const int bad = at("bytes");
  int err = 0, x = 1;
  for (int i = 0; i < n; ++i) {
    step(i);
    if (i == bad)
      err |= clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, 0, &x, 0, nullptr, nullptr);
  }
  printf("%d\n", err);
}

static void size() {
  const int bad = at("size");
  int err = 0;
  for (int i = 0; i < n; ++i) {
    step(i);
    if (i == bad)
      err |= clEnqueueNDRangeKernel(queue, add, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr);
  }
  printf("%d\n", err);
}

int main(int, char **argv) {
  which = argv[1];
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 5);
  int count = 0;
  throws(), ends();
  printf("%d\n", in_try());
  printf("%d\n", cleanup(count));
  printf("%d\n", count);
  bytes(), size();
  show("a", a);
}
