// Messages that are put together for each call, with numbers in them, and said only if it fails; and one that is looked at.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 3 --allow-kernel add -- 6
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs -std=c++17 2>&1 | FileCheck %s
#include "setup.h"
#include <iostream>
#include <stdexcept>
#include <string>

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

static void demand(cl_int status, const std::string &doing) {
  if (status != CL_SUCCESS)
    throw Failure(doing + " gave " + std::to_string(status));
}

class Command {
  std::string name;
  cl_kernel kernel;

public:
  explicit Command(const std::string &n) : name(n), kernel(kernel_named(n.c_str())) {}
  template <class T> void give(unsigned at, const T &value) {
    demand(clSetKernelArg(kernel, at, sizeof value, &value), "argument " + std::to_string(at) + " of " + name);
  }
  void run(size_t items, int trip) {
    std::string where = "trip ";
    where += std::to_string(trip);
    demand(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), name + ' ' + where);
  }
};

static bool even(const std::string &digits) { return (digits.back() - '0') % 2 == 0; }

int main(int argc, char **argv) {
  const int trips = atoi(argv[argc - 1]);
  start("steps.cl", "");
  cl_mem m = ints(64, 0);
  Command add("add");
  for (int t = 0; t < trips; ++t) {
    add.give(0, m);
    add.give(1, t);
    add.run(64, t);
  }
  show("quiet", m);

  // The text of a constant is known.
  for (int t = 0; t < trips; ++t) {
    add.give(0, m);
    add.give(1, std::to_string(12) == "12" ? 1 : 2);
    add.run(64, t);
  }
  show("constant", m);

  // What a message says is looked at.
  // CHECK: eager-messages.cpp:[[@LINE+4]]:{{.*}}'std::operator=='
  // CHECK: {{.*}}'back' on 'digits'
  for (int t = 0; t < trips; ++t) {
    add.give(0, m);
    add.give(1, std::to_string(t) == "3" ? 1 : 2);
    add.run(64, t);
  }
  show("compared", m);
  for (int t = 0; t < trips; ++t) {
    add.give(0, m);
    add.give(1, even(std::to_string(t)) ? 1 : 2);
    add.run(64, t);
  }
  show("taken apart", m);

  // It is printed.
  for (int t = 0; t < trips; ++t) {
    add.give(0, m);
    add.give(1, t);
    add.run(64, t);
    std::cout << "after " + std::to_string(t) << std::endl;
  }
  show("printed", m);
}
