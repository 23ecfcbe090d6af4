// Containers that the loop only appends to: the host appends behind the region,
// with the values of the moment.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 2 -- 9
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 2 --min-groups 1 -- 0
// RUN: %persistify %S/steps.cl %s -o %t.out -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s
#include "setup.h"
#include <deque>
#include <map>
#include <utility>
#include <vector>

static cl_kernel kernel;
static void add(cl_mem a, int v) {
  size_t items = 64;
  clSetKernelArg(kernel, 0, sizeof a, &a);
  clSetKernelArg(kernel, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static void history(int n) {
  cl_mem a = ints(64, 1);
  std::vector<int> seen;
  std::map<int, int> first;
  std::vector<std::pair<int, float>> curve;
  std::deque<int> odd;
  std::vector<int> zeros;
  int v = 3;
  for (int i = 0; i < n; i++) {
    seen.push_back(v);
    v = v * 3 % 17;
    seen.push_back(v);
    first.emplace(v % 5, i);
    curve.emplace_back(i, v * 0.5f);
    if (v & 1)
      odd.push_front(v);
    zeros.emplace_back();
    add(a, v++);
  }
  for (int x : seen) printf(" %d", x);
  for (auto &p : first) printf(" %d=%d", p.first, p.second);
  for (auto &p : curve) printf(" %d:%g", p.first, p.second);
  for (int x : odd) printf(" %d", x);
  printf(" %zu", zeros.size());
  puts("");
  show("history", a);
}

struct Record {
  std::vector<unsigned> steps;
};
static void member(Record &r, int n) {
  cl_mem a = ints(64, 1);
  for (unsigned i = 1; i < 1u << n; i *= 2) {
    add(a, (int)i);
    r.steps.push_back(i ^ 5u);
  }
  show("member", a);
}

// One step outside: the loop looks at the container.
static void asked(int n) {
  cl_mem a = ints(64, 1);
  std::vector<int> seen;
  for (int i = 0; i < n && seen.size() < 3; i++) {
    add(a, 0 * i);
    seen.push_back(i);
  }
}
// CHECK: [[@LINE-3]]:5: warning: call of 'push_back' on 'seen' inside the loop cannot be moved to the device [PST1046]

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4;
  start("steps.cl", "");
  kernel = clCreateKernel(program, "add", nullptr);
  Record r;
  history(n);
  member(r, n);
  for (unsigned s : r.steps) printf(" %u", s);
  puts("");
  asked(0);
  return 0;
}
// CHECK: 2 loops transformed, 1 refused
