// Structs that are transferred whole: members of their bases, and what lies between members.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
// RUN: %long env PERSISTIFY_FAULT=own-members not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
// RUN: %long env PERSISTIFY_FAULT=padding not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
#include "setup.h"

static const size_t items = 64;

struct Point {
  int x, y;
};
struct Named {
  int id = 5;
};
struct Mark : Point {
  int weight;
};
struct Labelled : Mark, Named {
  int x; // beside Point's
};
struct Gaps {
  char kind;
  double at;
  int end;
};
struct Around : Gaps {
  char tail;
};

static Mark mark;
static Labelled label;
static Gaps gaps, table[2];
static Around around;

template <class T> static void bytes(const char *name, const T &of) {
  unsigned sum = 0;
  for (size_t i = 0; i < sizeof of; ++i)
    sum = sum * 31 + reinterpret_cast<const unsigned char *>(&of)[i];
  printf("%s %u\n", name, sum);
}

int main() {
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(64, 0x01020304);
  int v = 0x01010101;
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  auto launch = [&] { clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr); };
  for (int i = 0; i < 3; ++i) {
    launch();
    clEnqueueReadBuffer(queue, a, CL_TRUE, 4, sizeof mark, &mark, 0, nullptr, nullptr);
    mark.y += mark.weight ^ i;
    clEnqueueWriteBuffer(queue, a, CL_TRUE, 16, sizeof mark, &mark, 0, nullptr, nullptr);
  }
  bytes("mark", mark);
  for (int i = 0; i < 3; ++i) {
    clEnqueueReadBuffer(queue, a, CL_TRUE, 8, sizeof label, &label, 0, nullptr, nullptr);
    label.x += label.Point::x * 3 + label.id;
    clEnqueueWriteBuffer(queue, a, CL_TRUE, 12, sizeof label, &label, 0, nullptr, nullptr);
    launch();
  }
  bytes("label", label);
  memset(&gaps, 0x55, sizeof gaps);
  for (int i = 0; i < 3; ++i) { // what stood in the gaps is uploaded
    gaps.end += i;
    clEnqueueWriteBuffer(queue, a, CL_TRUE, 32, sizeof gaps, &gaps, 0, nullptr, nullptr);
    launch();
  }
  show("a", a);
  for (int i = 0; i < 3; ++i) { // and what was read stands there
    launch();
    clEnqueueReadBuffer(queue, a, CL_TRUE, 4, sizeof table, table, 0, nullptr, nullptr);
    table[1].end ^= table[0].end + i;
  }
  bytes("table", table);
  for (int i = 0; i < 3; ++i) {
    launch();
    clEnqueueReadBuffer(queue, a, CL_TRUE, 20, sizeof around, &around, 0, nullptr, nullptr);
    around.end += around.tail;
    clEnqueueWriteBuffer(queue, a, CL_TRUE, 24, sizeof around, &around, 0, nullptr, nullptr);
  }
  bytes("around", around);
  for (int i = 0; i < 3; ++i) { // one of the loop's own, with values from its base
    Labelled own;
    own.x = i;
    own.y = own.Point::x = own.weight = 7;
    clEnqueueWriteBuffer(queue, a, CL_TRUE, 12, sizeof own, &own, 0, nullptr, nullptr);
    launch();
  }
  show("a", a);
  return 0;
}
