// Events that are given to methods and to instances of templates.
// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

namespace {
struct Stepper {
  cl_event *last = nullptr;
  void steps(cl_event after, int n) {
    for (int i = 0; i < n; i++)
      clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 1, &after, NULL); // expect PST1065: 'steps' is a method
  }
};
template <int N> void instance(cl_event first) {
  int i = 0;
  while (i < N) {
    ++i;
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 1, &first, NULL); // expect PST1065: 'instance' is of a template
  }
}
} // namespace

int main() {
  setup();
  cl_event own = nullptr;
  Stepper().steps(own, 3);
  instance<4>(own);
  return 0;
}
