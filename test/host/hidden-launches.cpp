// Loops whose launches no call in their text makes: ends of objects, of their members and bases, initialisers of members.
// REQUIRES: device
// DEFINE: %{files} = %S/given-kernels-a.cl %s --host-flag=-I%S/Inputs
// RUN: %run-check %{files} --entries 6
// RUN: %long env PERSISTIFY_FAULT=calls-in-the-text not %run-check %{files} --entries 6
#include "setup.h"

static cl_kernel grow;
static cl_mem a;

static int launch(int by) {
  static const size_t items = 64;
  clSetKernelArg(grow, 0, sizeof a, &a);
  clSetKernelArg(grow, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, grow, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  return by + 1;
}

// At the end of each trip.
struct AtEnd {
  int by;
  ~AtEnd() { launch(by); }
};
static void ends(int n) {
  for (int i = 0; i < n; i++) {
    AtEnd last{i};
    if (i == 2)
      continue;
    last.by += 3;
  }
}

// A member and a base that end, in a function that the loop calls.
struct Above {
  int of;
  explicit Above(int of) : of(of) {}
  ~Above() {
    if (of > 1)
      launch(of);
  }
};
class Both : Above {
  AtEnd inner;

public:
  explicit Both(int by) : Above(by), inner{by * 2} {}
  int more() const { return inner.by + of; }
};
static int once(int i) {
  Both b(i);
  if (i == 3)
    return 7;
  return b.more();
}

// A member's own initialiser.
struct Counted {
  int from = launch(4);
};

// Arguments are gathered, the end launches.
class Call {
  int by;

public:
  explicit Call(int by) : by(by) {}
  Call &add(int x) {
    by += x;
    return *this;
  }
  ~Call() { launch(by); }
};

int main() {
  int sum = 0;
  start("given-kernels-a.cl", "");
  grow = kernel_named("grow");
  a = ints(64, 1);
  ends(6);
  show("ends", a);
  for (int i = 0; i < 5; i++)
    sum += once(i);
  show("once", a);
  for (int i = 0; i < 4; i++) {
    Counted c;
    sum += c.from;
  }
  show("counted", a);
  for (int i = 0; i < 3; i++) {
    Call c(i);
    c.add(2).add(i);
  }
  show("call", a);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) {
      AtEnd x{i}, y{j};
      if (x.by > y.by)
        break;
    }
  show("two", a);
  struct Here {
    ~Here() { launch(1); }
  };
  int left = 4;
  while (left-- > 0)
    Here h;
  show("here", a);
  printf("%d\n", sum);
  return 0;
}
