// A loop that the walk from main() does not reach, since the way there is not followed. Functions that empty its vectors
// may well run after it: their effects are no guess for what the loop finds. What destructors call is no preparation at
// all; what else empties a vector says nothing about its length.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1 -- 100
// RUN: %long env PERSISTIFY_FAULT=set-up-by-cleanup not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1 -- 100
// RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DRELEASED 2>&1 | FileCheck %s
#include "setup.h"
#include <pthread.h>
#include <vector>

static std::vector<cl_kernel> steps;
static size_t count;
static cl_mem a;

static void init(int n) {
  count = n;
  steps.push_back(clCreateKernel(program, "add", NULL));
  steps.push_back(clCreateKernel(program, "stamp", NULL));
  a = ints(n, 1);
}

static void release() { steps.clear(); }

#ifdef RELEASED
void finish() { steps.clear(); }
#endif

struct Keeper {
  ~Keeper() { release(); }
};

static void *run(void *) {
  int v = 3;
  const size_t local = 10;
  for (int t = 0; t < 4; t++)
    for (size_t i = 0; i < steps.size(); i++) {
      // CHECK-NOT: PST1060
      // CHECK: cleaned-elsewhere.cpp:[[@LINE+1]]:{{[0-9]+}}: warning: {{.*}}'steps'{{.*}}[PST1045]
      clSetKernelArg(steps[i], 0, sizeof a, &a);
      // CHECK-NOT: PST1060
      clSetKernelArg(steps[i], 1, sizeof v, &v);
      clEnqueueNDRangeKernel(queue, steps[i], 1, NULL, &count, &local, 0, NULL, NULL);
    }
  return nullptr;
}

int main(int argc, char **argv) {
  Keeper keeper;
  start("steps.cl", "");
  init(atoi(argv[1]));
  pthread_t other;
  pthread_create(&other, NULL, run, NULL);
  pthread_join(other, NULL);
  show("a", a);
  return 0;
}
