// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=templates-as-written not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

// Where only the template's arguments say that something is launched.
template <class Body> void repeat(int n, Body body) {
  for (int i = 0; i < n; i++) // expect PST1028: the loop stands in a template
    body(i);
}
void uses() {
  repeat(3, [](int) { launch(); });
  repeat(4, [](int) { launch(), launch(); });
  auto often = [](int n, auto body) {
    for (int i = 0; i < n; i++) // expect PST1028: the loop stands in a template
      body();
  };
  often(3, [] { launch(); });
}
