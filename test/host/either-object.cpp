/* An object that is made on one of two ways, each time with kernels and a length of its own: what a pointer to it leads
   to is what either may hold, and the program checks that it is so.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/either-object.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1 -- 40
   RUN: %{check} --entries 1 -- 90
   RUN: %{check} --host-flag=-DLINKED --entries 1 -- 90
   Kernels that differ: the one that it is is found out when the program runs.
   RUN: %{check} --host-flag=-DSECOND='"add"' --entries 1 -- 40
   RUN: %{check} --host-flag=-DSECOND='"add"' --entries 1 -- 90
   Made long before, and then chosen.
   RUN: %{check} --host-flag=-DBEFORE --entries 1 -- 40
   RUN: %{check} --host-flag=-DBEFORE --entries 1 -- 90
*/
#include "setup.h"
#include <string>
#include <utility>
#include <vector>
#ifndef SECOND
#define SECOND "twice"
#endif

class Stage {
  cl_kernel kernel;
  Stage *next;

public:
  std::vector<size_t> sizes;
  Stage(const std::string &name, size_t n, Stage *next = nullptr) : next(next) {
    kernel = kernel_named(name.c_str());
    sizes.push_back(n);
  }
  void run(cl_mem a) {
    clSetKernelArg(kernel, 0, sizeof a, &a);
    for (size_t n : sizes)
      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
#ifdef LINKED
    next->last(a);
#endif
  }
  void last(cl_mem a) {
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &sizes[0], NULL, 0, NULL, NULL);
  }
};

struct Plan {
  Stage *stage;
  explicit Plan(int n) {
    if (n > 50)
      stage = new Stage("twice", 64, new Stage("add", 32));
    else
      stage = new Stage(SECOND, 48, new Stage("add", 16));
  }
};

int main(int, char **argv) {
  start("either-object.cl", "");
  cl_mem a = ints(64, 3);
#ifdef BEFORE
  Stage *one = new Stage("twice", 64), *other = new Stage("add", 48);
  Plan plan(1);
  plan.stage = atoi(argv[1]) > 50 ? one : other;
#else
  Plan plan(atoi(argv[1]));
#endif
  for (int i = 0; i < 4; i++)
    plan.stage->run(a);
  show("a", a);
}
