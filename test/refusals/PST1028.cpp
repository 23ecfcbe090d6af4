// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=templates-as-written not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

template <class Flag> void run() {
  Flag stop = 0;
  setup();
  while (!stop) { // expect PST1028: the loop stands in a template
    launch();
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof stop, &stop, 0, NULL, NULL);
  }
}

template void run<int>();
template void run<unsigned>();

// Where only the template's arguments say that something is launched.
template <class Body> void repeat(int n, Body body) {
  for (int i = 0; i < n; i++) // expect PST1028: the loop stands in a template
    body(i);
}
struct Launches {
  void operator()(int) const { launch(); }
};

template <class Of> struct Stepper {
  void run(int n) {
    while (n-- > 0) // expect PST1028: the loop stands in a template
      static_cast<Of *>(this)->step();
  }
};
struct Forward : Stepper<Forward> {
  void step() { launch(); }
};
struct Twice : Stepper<Twice> {
  void step() {
    launch();
    launch();
  }
};

void uses() {
  repeat(3, Launches());
  repeat(4, [](int) { launch(); });
  Forward().run(2);
  Twice().run(5);
  auto often = [](int n, auto body) {
    for (int i = 0; i < n; i++) // expect PST1028: the loop stands in a template
      body();
  };
  often(3, [] { launch(); });
}
