// What work-groups did, in the timeline: phases and barriers of each, with each form of the barrier (check-timeline.py).
//
// REQUIRES: device
// RUN: %run-check %S/timeline.cl %s --host-flag=-I%S/Inputs --entries 3
// DEFINE: %{timeline} = rm -f t.json && %env_device PERSISTIFY_TRACE=t.json
// DEFINE: %{four} = NATIVE_CL_GROUPS=4 NATIVE_CL_UNITS=4 PERSISTIFY_GROUPS=4 PERSISTIFY_WG=8
// DEFINE: %{check} = diff whole.out out && %python %S/check-timeline.py t.json --sources %S
// RUN: rm -rf %t && %persistify %S/timeline.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
// RUN: %cc %cl_inc -I%S/Inputs %t/timeline.c %runtime_flags -o %t/program
// RUN: cd %t && %env_device PERSISTIFY=off ./program > whole.out
// RUN: cd %t && %{timeline} %{four} ./program > out && %{check} --launches 3 | FileCheck %s --check-prefix=CLOCK
// CLOCK: check-timeline: 3 launches, {{[0-9]+}} spans, clock the processor's, within 0
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_BARRIER=striped ./program > out && %{check} --launches 3
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_BARRIER=xf ./program > out && %{check} --launches 3
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_BARRIER=sense ./program > out && %{check} --launches 3
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_BARRIER=signflip ./program > out && %{check} --launches 3
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_BARRIER=tree ./program > out && %{check} --launches 3
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_BARRIER=treesense ./program > out && %{check} --launches 3
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_STRIPES=4 ./program > out && %{check} --launches 3
//
// And of discovery; groups that are fibres of one thread; one that is alone; the other form of atomics.
//
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_DISCOVERY=stripes ./program > out && %{check}
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_DISCOVERY=ticket ./program > out && %{check}
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_DISCOVERY=spin ./program > out && %{check}
// RUN: cd %t && %{timeline} %{four} NATIVE_CL_TURNS=1 ./program > out && %{check} --groups 4 --launches 3
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_DISCOVERY=lobe PERSISTIFY_BACKEND=cl1 ./program > out && %{check}
// RUN: cd %t && %{timeline} PERSISTIFY_GROUPS=1 PERSISTIFY_QUIET=1 ./program > out && %{check} --launches 3 --given-up
//
// More barriers than a group has records: the last ones are there. In slices. (Given up: hang.c.)
//
// RUN: cd %t && %env_device PERSISTIFY=off ./program 500 > whole.out
// RUN: cd %t && %{timeline} %{four} ./program 500 > out && %{check} --left-out
// RUN: cd %t && %{timeline} %{four} PERSISTIFY_SLICE_MS=1 PERSISTIFY_STATS=json:stats ./program 500 > out && %{check} | FileCheck %s --check-prefix=SLICES
// SLICES: check-timeline: {{[0-9][0-9]+}} launches
//
// On PoCL, and on devices without such a clock.
//
// RUN: cd %t && %env_device PERSISTIFY=off ./program > whole.out
// RUN: %if pocl %{ cd %t && rm -f t.json && %env_pocl PERSISTIFY_TRACE=t.json ./program > out && %{check} --launches 3 %}
// RUN: %if oclgrind %{ cd %t && rm -f t.json && %env_oclgrind PERSISTIFY_TRACE=t.json PERSISTIFY_GROUPS=2 ./program > out && diff whole.out out && FileCheck %s --check-prefix=NONE --input-file t.json %}
// NONE:     "name":"work-groups"{{.*}}"clock":"none that all groups of this device share","groups":{{[0-9]+}}
// NONE-NOT: "persistify,phase"
#include "setup.h"

enum { N = 32, TURNS = 20000 };

int main(int argc, char **argv) {
  int trips = argc > 1 ? atoi(argv[1]) : 5, n = N, turns = argc > 1 ? TURNS / 20 : TURNS, changed = 1, zero = 0, rounds = 0;
  size_t global = N, local = 8;
  start("timeline.cl", NULL);
  cl_kernel collect = kernel_named("collect"), spread = kernel_named("spread"), smaller = kernel_named("smaller"), relay = kernel_named("relay");
  cl_mem in = ints(N, 3), sum = ints(N, 0), other = ints(N, 0), flag = ints(1, 0), turn = ints(1, 0);
  clSetKernelArg(collect, 0, sizeof sum, &sum);
  clSetKernelArg(collect, 1, sizeof in, &in);
  clSetKernelArg(collect, 2, sizeof turns, &turns);
  clSetKernelArg(collect, 3, sizeof n, &n);
  clSetKernelArg(spread, 0, sizeof sum, &sum);
  clSetKernelArg(spread, 1, sizeof in, &in);
  clSetKernelArg(spread, 2, sizeof n, &n);
  for (int trip = 0; trip < trips; ++trip) {
    clEnqueueNDRangeKernel(queue, collect, 1, NULL, &global, &local, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, spread, 1, NULL, &global, &local, 0, NULL, NULL);
  }
  show("sum", sum);
  if (argc > 2) // for timeline-mutants.test
    return 0;

  clSetKernelArg(smaller, 2, sizeof flag, &flag);
  clSetKernelArg(smaller, 3, sizeof n, &n);
  while (changed) {
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clSetKernelArg(smaller, 0, sizeof in, &in);
    clSetKernelArg(smaller, 1, sizeof other, &other);
    clEnqueueNDRangeKernel(queue, smaller, 1, NULL, &global, &local, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof changed, &changed, 0, NULL, NULL);
    cl_mem swap = in;
    in = other;
    other = swap;
    ++rounds;
  }
  printf("%d rounds\n", rounds);
  show("in", in);

  size_t few = 16;
  clSetKernelArg(relay, 0, sizeof turn, &turn);
  clSetKernelArg(relay, 1, sizeof in, &in);
  for (int trip = 0; trip < 3; ++trip) {
    clEnqueueWriteBuffer(queue, turn, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, relay, 1, NULL, &few, &local, 0, NULL, NULL);
  }
  show("in", in);
  return 0;
}
