// A variable whose type has no name cannot be declared anew where the loop is left.
// RUN: %refused %S/Inputs/step.cl %s -- --
// RUN: env PERSISTIFY_FAULT=unnamed-types not %refused %S/Inputs/step.cl %s -- --
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
