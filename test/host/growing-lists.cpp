// Lists of events that the loop makes longer, each in another way: how many they have then only the host knows.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --no-persist --reason PST1050
// RUN: env PERSISTIFY_FAULT=length-changes not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --no-persist --reason PST1050
#include "setup.h"
#include <vector>

struct List {
  std::vector<cl_event> events;
};
static cl_kernel add_k;
static size_t global = 64;

static void launch(cl_event *done) {
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, done);
  clFinish(queue);
}
static void grow(List &l) { l.events.push_back(l.events[0]); }
static List renewed(size_t n) {
  List l;
  l.events.resize(n);
  return l;
}

int main() {
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  cl_mem data = ints(64, 1);
  int one = 1, count = 0;
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof one, &one);

  List called;
  called.events.resize(1);
  for (int i = 0; i < 5; i++) {
    launch(&called.events[0]);
    count += called.events.size();
    grow(called);
  }
  printf("%d\n", count);

  std::vector<cl_event> named(1);
  std::vector<cl_event> &other = named;
  for (int i = 0; i < 5; i++) {
    launch(&named[0]);
    count += named.size();
    other.push_back(named[0]);
  }
  printf("%d\n", count);

  List whole = renewed(2);
  for (int i = 0; i < 5; i++) {
    launch(&whole.events[0]);
    count += whole.events.size();
    whole = renewed(i + 2);
  }
  printf("%d\n", count);
  show("data", data);
}
