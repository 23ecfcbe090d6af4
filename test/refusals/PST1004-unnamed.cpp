// A variable whose type has no name cannot be declared anew where the loop is left; numbers become an enumeration of bool in different ways.
// RUN: %refused %S/Inputs/step.cl %s -- --
// RUN: env PERSISTIFY_FAULT=numbers-of-bools not %refused %S/Inputs/step.cl %s -- --
// RUN: %long env PERSISTIFY_FAULT=unnamed-types not %refused %S/Inputs/step.cl %s -- --
#include "Inputs/host.h"

enum { RED, BLUE, GREEN } proto;

int run(int n) {
  for (int i = 0; i < n; i++) {
    int seen = 0;
    launch();
    read_flag(&seen);
    decltype(proto) state = decltype(proto)(seen % 3);
    if (i > 3 && state == BLUE) {
      return state * 10 + i; // expect PST1004: 'state' has type 'an enumeration without a name'
    }
  }
  return -1;
}

enum class Last : bool { No, Yes };
int told(int n) {
  Last last = Last::No;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    launch();
    sum += last == Last::Yes;
    last = (Last)(i & 6); // expect PST1004: '(Last)(i & 6)' has type 'Last'
  }
  return sum;
}
