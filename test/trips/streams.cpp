// What every trip may print to std::cerr, and the host's trips print to it as well, comes in order; so do flags of the stream.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-trips --entries 6 --allow-kernel add=5 --stderr --output-file 4.csv
// RUN: %long env PERSISTIFY_FAULT=streams-of-trips not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-trips --entries 6 --allow-kernel add=5 --stderr
#include "setup.h"
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

static void check(cl_int err) {
  if (err != CL_SUCCESS)
    std::cerr << "error " << err << std::endl;
}

static void save(const std::string &name, cl_mem a, std::vector<int> &v) {
  std::ofstream f(name + ".csv");
  check(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, v.size() * sizeof(int), v.data(), 0, NULL, NULL));
  f << "value\n";
  for (int x : v)
    f << x << "\n";
  if (!f)
    std::cerr << "cannot write" << std::endl;
  std::cerr << "saved " << name << std::hex << std::endl;
}

int main() {
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(64, 1);
  std::vector<int> v(64);
  const size_t global = 64;
  int every = 4;
  for (int i = 0; i < 19; i++) {
    if (i % every == 0)
      save(std::to_string(i), a, v);
    check(clSetKernelArg(add, 0, sizeof a, &a));
    check(clSetKernelArg(add, 1, sizeof i, &i));
    check(clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL));
    std::cerr << "trip " << i << std::endl;
  }
  save("end", a, v);
  std::cout << v[3] << std::endl;
  return 0;
}
