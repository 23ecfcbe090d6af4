// Loops that are entered between two trips, where what is looked at in front of them has the name of a variable that they change
// in a text, or says where that variable is.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
// RUN: env "CHECK_AT=1,0 2,0 3,1 1,1 2,3 5,2" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --explain -- %cl_inc -I%S/Inputs | grep "between trips:" | FileCheck %s
// CHECK-COUNT-3: between trips: the loop can be entered and left
#include "setup.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

static const size_t items = 64;

int main() {
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  std::map<std::string, cl_mem> buffers;
  buffers["left"] = ints(64, 1);
  buffers["rest of left"] = ints(64, 5);
  int left = 9;
  while (left > 0) {
    clSetKernelArg(add, 0, sizeof(cl_mem), &buffers.at("left"));
    clSetKernelArg(add, 1, sizeof left, &left);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    clSetKernelArg(add, 0, sizeof(cl_mem), &buffers.at("rest of left"));
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    --left;
  }
  show("left", buffers["left"]);
  show("rest", buffers["rest of left"]);

  int by = 3;
  cl_mem cells = ints(64, 2);
  std::vector<std::pair<size_t, const void *>> arguments = {{sizeof cells, &cells}, {sizeof by, &by}};
  for (int i = 0; i < 8; i++) {
    for (size_t k = 0; k < arguments.size(); k++)
      clSetKernelArg(add, k, arguments[k].first, arguments[k].second);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    by = by * 5 % 17;
  }
  show("cells", cells);

  cl_mem each[3] = {ints(64, 1), ints(64, 2), ints(64, 3)};
  size_t which = 1;
  std::vector<int> terms = {4, 5, 6};
  cl_mem one = each[which];
  for (int i = 0; i < 6; i++) {
    clSetKernelArg(add, 0, sizeof one, &one);
    clSetKernelArg(add, 1, sizeof(int), &terms[which]);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    which = (which + i) % 3;
  }
  show("one", one);
  return 0;
}
