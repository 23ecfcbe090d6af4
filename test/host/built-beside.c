/* With PERSISTIFY=auto another process builds the persistent kernel, and tests the device, while the original's trips run.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
   RUN: %cc %cl_inc -w %t/built-beside.c -I%S/Inputs %runtime_flags -o %t/program
   DEFINE: %{auto} = %env_device PERSISTIFY=auto PERSISTIFY_STATS=1
   RUN: cd %t && %env_device PERSISTIFY=off ./program 3000 0 > off.out
   The loop goes on until it was entered:
   RUN: cd %t && %{auto} PERSISTIFY_CACHE_DIR=%t/one PERSISTIFY_BUILDER=%builder ./program 1000000 60 2> one.err
   RUN: FileCheck %s --check-prefix=BESIDE --input-file=%t/one.err --implicit-check-not="original loop"
   BESIDE: stats: {{.*}} persistent=1 {{.*}} cached=1
   One that is not there: this process would build.
   RUN: cd %t && %{auto} PERSISTIFY_CACHE_DIR=%t/three PERSISTIFY_BUILDER=%t/none ./program 3000 0 > three.out
   RUN: diff %t/off.out %t/three.out
   One that does not come to its end: the program does.
   RUN: printf '#!/bin/sh\nsleep 20\n' > %t/slow && chmod +x %t/slow
   RUN: cd %t && %{auto} PERSISTIFY_CACHE_DIR=%t/five PERSISTIFY_BUILDER=%t/slow timeout 60 ./program 3000 0 > slow.out 2> slow.err
   RUN: diff %t/off.out %t/slow.out && FileCheck %s --check-prefix=SLOW --input-file=%t/slow.err --implicit-check-not="original loop"
   SLOW: stats: {{.*}} persistent=0
   Several loops, each of which asks:
   RUN: cd %t && %{auto} PERSISTIFY_CACHE_DIR=%t/six PERSISTIFY_BUILDER=%builder ./program 3000 0 > six.out 2> six.err
   RUN: diff %t/off.out %t/six.out
   RUN: %builder --version | FileCheck %s --check-prefix=VERSION
   RUN: not %builder --help 2>&1 | FileCheck %s --check-prefix=USAGE
   VERSION: persistify-builder, interface {{[0-9]+}}
   USAGE: PERSISTIFY_BUILDER=off
*/
#include "step.h"
#include <time.h>

int main(int argc, char **argv) {
  const int trips = atoi(argv[1]), seconds = atoi(argv[2]);
  start("steps.cl", "");
  cl_int err;
  k = clCreateKernel(program, "add", &err);
  a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  const time_t end = time(NULL) + seconds;
  int sum = 0;
  for (int i = 0; i < trips; ++i)
    sum = step(i & 3);
  if (seconds && time(NULL) > end)
    printf("it took too long\n");
  for (int i = 0; i < trips / 2; ++i)
    sum += step(1);
  printf("%d\n", sum);
  return 0;
}
