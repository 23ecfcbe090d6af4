// A stream of the program's own that counts what goes through it.
// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=streams-elsewhere not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <ostream>

struct Count : std::streambuf {
  int n = 0;
  int overflow(int c) override {
    n++;
    return c;
  }
};
static Count counted;
static std::ostream out(&counted);

void counts() {
  for (int i = 0; i < 9; i++) {
    out << i; // expect PST1001: 'std::basic_ostream::operator<<'
    size_t items = 64 + (counted.n & 64);
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &items, &local, 0, NULL, NULL);
  }
}
