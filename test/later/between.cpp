// Loops with output can be entered and left between two trips: at the begin of the body, where the host performs what
// the device left to it so far.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
// RUN: env CHECK_AT="1,0 1,1 2,1 2,3 3,2 5,0 7,4" %{check} --entries 9
// RUN: rm -rf %t && %persistify --explain %S/steps.cl %s -o %t -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s
// CHECK-COUNT-8: between trips: the loop can be entered and left
// CHECK: between trips: the loop is not entered or left: its condition does something
// RUN: grep -c "persistify_exit [=] persistify_at_later(&" %t/between.cpp | FileCheck %s --check-prefix=ASKS
// ASKS: 8
// In slices: the first one has sixteen trips.
// RUN: %cxx %cl_inc -I%S/../host/Inputs %t/between.cpp %runtime_flags -o %t/program
// RUN: cd %t && cp %S/steps.cl . && env PERSISTIFY=off ./program 300 > off
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_SLICE_MS=1 PERSISTIFY_TRACE=t.json PERSISTIFY_STATS=1 ./program 300 > on 2> said
// RUN: cd %t && diff off on && FileCheck %s --check-prefix=SAID --input-file said --implicit-check-not="original loop"
// SAID: entries=1 persistent=1 fallback=0
// RUN: grep -c '"name": *"trips"' %t/t.json | FileCheck %s --check-prefix=SLICES
// SLICES: {{^([89]|[1-9][0-9]+)$}}
#include "setup.h"
#include <ctime>
#include <iostream>
#include <vector>

static cl_kernel add;
static const size_t items = 64;

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

// Left by a return in the middle of a trip.
static int find(int n, cl_mem a) {
  for (int i = 0; i < n; ++i) {
    int v;
    step(i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof v, &v, 0, nullptr, nullptr);
    std::cout << "found " << v << "\n";
    if (v > 400)
      return i;
  }
  return -1;
}

struct Report {
  int lines = 0;
  std::time_t last = 0;
  void line(const char *what, int i) {
    printf("%d: %s %d\n", ++lines, what, i);
    last = std::time(nullptr);
  }
};

int main(int argc, char **argv) {
  const int trips = argc > 1 ? atoi(argv[1]) : 12;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  std::vector<int> seen;
  Report report;

  int i = 7; // another one than the loop's
  for (int i = 0; i < trips; i++) {
    step(i);
    if (i % 3 == 0)
      printf("trip %d\n", i);
    if (i == 5)
      continue;
    std::cout << "after " << i << std::endl;
    seen.push_back(i * i);
  }
  do {
    step(i);
    report.line("i", i);
  } while (++i < trips);
  int m = trips;
  while (m > 0) {
    step(m);
    if (m == 3)
      break;
    m -= 1;
    printf("m %d\n", m);
  }
  for (int j = 0; j < trips; j++) printf("j %d\n", j), step(j);
  for (int j = 0, k = trips; j < k; j++, k--) {
    int twice = 2 * j;
    step(twice);
    if (twice > 4)
      report.line("twice", twice);
  }
  std::cout << find(trips + 40, a) << " " << m << " " << seen.size() << "\n";
  bool odd = false;
  for (int j = 0; j < trips; j++, odd = !odd) {
    step(odd ? 1 : j);
    report.line(odd ? "odd" : "even", j);
  }

  double spent = 0;
  for (int j = 0; j < trips; j++) {
    const std::clock_t begun = std::clock();
    step(j);
    spent += double(std::clock() - begun);
  }
  int left = trips;
  while (left--) {
    step(left);
    printf("left %d\n", left);
  }
  for (int v : seen)
    printf("%d ", v);
  printf("%d %d\n", report.lines, spent >= 0 && report.last > 0);
  show("a", a);
  return 0;
}
