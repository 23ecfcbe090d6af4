// std::string_view: of what a call checks, of names that choose, of temporary strings; and of strings that change.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17
// RUN: %{check} --entries 8 --allow-kernel add -- 5
// RUN: %long env PERSISTIFY_FAULT=views-last not %{check} --entries any --allow-kernel add -- 5
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs -std=c++17 2>&1 | FileCheck %s
#include "setup.h"
#include <stdexcept>
#include <string>
#include <string_view>

static void demand(cl_int status, std::string_view doing) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(doing) + ": " + std::to_string(status));
}

static const std::string prefix = "setting ";

static void step(cl_kernel k, cl_mem m, int by, std::string_view how) {
  size_t items = 64;
  int times = how == "twice" ? 2 : how.empty() ? 0 : 1;
  demand(clSetKernelArg(k, 0, sizeof m, &m), prefix + "the buffer");
  for (int i = 0; i < times; ++i) {
    demand(clSetKernelArg(k, 1, sizeof by, &by), std::string("number"));
    demand(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), how);
  }
}

int main(int argc, char **argv) {
  const int trips = atoi(argv[argc - 1]);
  start("steps.cl", "");
  cl_mem m = ints(64, 0);
  cl_kernel k = kernel_named("add");
  constexpr std::string_view mode = "once";
  for (int t = 0; t < trips; ++t) {
    if (t % 2)
      step(k, m, 1 + t, "twice");
    else
      step(k, m, 10 * t, mode);
    step(k, m, 100, "");
  }
  show("views", m);

  // A view that outlives the loop holds what it was given last.
  std::string_view last = "none";
  for (int t = 0; t < trips; ++t) {
    step(k, m, t, "once");
    if (t == 3)
      last = "three";
    else if (t < 3)
      last = std::string_view("other");
  }
  printf("%.*s\n", int(last.size()), last.data());
  show("last", m);

  // A view sees what becomes of its string.
  // CHECK: string-views.cpp:[[@LINE+1]]:{{.*}}line [[@LINE+3]]: call of 'convert' on 'name'
  for (int t = 0; t < trips; ++t) {
    std::string name = "aa";
    std::string_view seen = name;
    name = "bb";
    step(k, m, seen == "aa" ? 1 : 2, "once");
  }
  show("changed", m);

  // Of a constant, it does not.
  for (int t = 0; t < trips; ++t) {
    const std::string name = "aa";
    std::string_view seen = name;
    step(k, m, seen == "aa" ? 1 : 2, seen);
  }
  show("constant", m);
}
