// Hints in a C++ program: members, const methods, lambdas, functions of a namespace, and
// a handle named once for the whole file.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 2 -- 7
// RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s --implicit-check-not=warning
// CHECK-COUNT-3: is dropped, as a hint says [PST3020]
// CHECK: persistify: 2 loops transformed, 0 refused
#include "setup.h"
#include <iostream>
#include <string>

namespace diary {
void trace(const std::string &what, double value) { std::cerr << what << ' ' << value << '\n'; }
} // namespace diary

#pragma persistify kernel(adder_, "add")
class Adder {
public:
  Adder(const std::string &name, cl_mem data) : adder_(clCreateKernel(program, name.c_str(), nullptr)), data_(data) {
    clSetKernelArg(adder_, 0, sizeof data_, &data_);
  }
  void describe(int step) const { std::cerr << "step " << step << " of " << this << '\n'; }

  int run(int n) {
    auto note = [](int value) { std::clog << value << '\n'; };
    int sum = 0;
#pragma persistify drop(describe) drop(trace), drop(note)
    for (int i = 0; i < n; ++i) {
      enqueue(i);
      describe(i);
      sum += i;
      diary::trace("sum", sum);
      note(i);
    }
    return sum;
  }

  void again(int n) {
    do
      enqueue(n);
    while (--n > 0);
  }

private:
  void enqueue(int value) {
    const size_t global = 64;
    clSetKernelArg(adder_, 1, sizeof value, &value);
    clEnqueueNDRangeKernel(queue, adder_, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  }
  cl_kernel adder_;
  cl_mem data_;
};

int main(int argc, char **argv) {
  start("steps.cl", "");
  cl_mem data = ints(64, 3);
  Adder adder(argc > 2 ? argv[2] : "add", data);
  std::cout << adder.run(argc > 1 ? std::stoi(argv[1]) : 7) << '\n';
  adder.again(5);
  show("data", data);
}
