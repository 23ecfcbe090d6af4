// What cannot be foreseen, or not be checked, stays refused.
// RUN: %refused %S/steps.cl %s -- -- -I%S/Inputs %cl_inc
#include "setup.h"
#include <cstdlib>

static const size_t items = 64;

struct Step {
  virtual ~Step() {}
  virtual void run(cl_mem a) = 0;
};
struct First : Step {
  cl_kernel k = clCreateKernel(program, "add", nullptr);
  void run(cl_mem a) override {
    clSetKernelArg(k, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
};
struct Second : First {
  void run(cl_mem) override {}
};

class Holder {
  struct Part {
    cl_kernel k;
  };
  Part part{clCreateKernel(program, "add", nullptr)};

public:
  void run() {
    clEnqueueNDRangeKernel(queue, part.k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr); // expect PST1005: private
  }
};

static void one() { clFinish(queue); }
static cl_kernel plain;
static void two() { clEnqueueNDRangeKernel(queue, plain, 1, nullptr, &items, nullptr, 0, nullptr, nullptr); }

int main(int argc, char **argv) {
  start("steps.cl", "");
  plain = clCreateKernel(program, "add", nullptr);
  cl_mem a = ints(64, 1);
  // a name that the user gives, of a kernel with more parameters than those of the source
  cl_kernel given = clCreateKernel(program, argv[1], nullptr);
  clSetKernelArg(given, 9, sizeof a, &a);
  for (int i = 0; i < 3; ++i)
    clEnqueueNDRangeKernel(queue, given, 1, nullptr, &items, nullptr, 0, nullptr, nullptr); // expect PST1006: which kernel
  // one class or another
  Step *s;
  if (argc > 2)
    s = new First;
  else
    s = new Second;
  for (int i = 0; i < 3; ++i)
    s->run(a); // expect PST1001: 'run'
  // one function or another
  void (*f)() = argc > 3 ? one : two;
  for (int i = 0; i < 3; ++i)
    f(); // expect PST1001: 'f'
  // a member of a class that has no name here
  Holder h;
  for (int i = 0; i < 3; ++i)
    h.run();
  struct Local {
    cl_kernel handle() const { return k; } // expect PST1005: private
    explicit Local(cl_kernel k) : k(k) {}

  private:
    cl_kernel k;
  };
  Local l(plain);
  for (int i = 0; i < 3; ++i)
    clEnqueueNDRangeKernel(queue, l.handle(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  show("a", a);
}
