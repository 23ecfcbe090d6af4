// Values that the compiler knows, in whose expression an object is made that ends by a destructor of the program's.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --no-persist --reason PST1014
// RUN: %{check} --no-persist --reason PST1014 --host-flag=-DMEMBER
// RUN: %{check} --no-persist --reason PST1014 --host-flag=-DFUNCTION
// RUN: %long env PERSISTIFY_FAULT=temporaries-end-unseen not %{check} --entries 1
// RUN: %{check} --entries 1 --host-flag=-DQUIET
#include "add.h"

struct Raise {
  int *what, by;
#ifndef QUIET
  ~Raise() { *what += by; }
#endif
};

static constexpr double half(const Raise &) { return 0.5; }

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1);
  int n = 1;
  for (int t = 0; t < 4; t++) {
#if defined(MEMBER)
    n += Raise{&n, 9}.by;
#elif defined(FUNCTION)
    n += (int)(t * half(Raise{&n, 5}));
#else
    n = t + (Raise{&n, 100}, 7);
#endif
    step(a, n);
  }
  show("a", a);
  printf("%d\n", n);
  return 0;
}
