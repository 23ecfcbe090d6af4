// PERSISTIFY=verify compares what both paths print, and the original prints it, once: by printf, by streams that share the
// buffers of C and by ones that do not, on one file and on two, in functions of the program, to files of its own.
// REQUIRES: device
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- -I%S/../host/Inputs
// RUN: %cxx -w %s -I%S/../host/Inputs -o %t/original -lOpenCL
// RUN: %cxx -w -I%t %t/same-output.cpp -I%S/../host/Inputs %runtime_flags -o %t/program
// RUN: cd %t && %env_device ./original %S/steps.cl plain > a.out 2> a.err
// RUN: cd %t && %env_device PERSISTIFY=verify ./program %S/steps.cl plain > b.out 2> b.err
// RUN: diff %t/a.out %t/b.out && grep -v ^persistify: %t/b.err | diff %t/a.err - && FileCheck %s --check-prefix=PLAIN --input-file=%t/b.err
// PLAIN: verify: passed: {{.*}}; the original ran once, and printed the same 15 lines{{$}}
// RUN: cd %t && %env_device ./original %S/steps.cl plain > both.a 2>&1
// RUN: cd %t && %env_device PERSISTIFY=verify ./program %S/steps.cl plain > both.b 2>&1
// RUN: grep -v ^persistify: %t/both.b | diff %t/both.a - && FileCheck %s --check-prefix=PLAIN --input-file=%t/both.b
// RUN: cd %t && %env_device PERSISTIFY=verify ./program %S/steps.cl apart plain > c.out 2> c.err
// RUN: diff %t/a.out %t/c.out && FileCheck %s --check-prefix=PLAIN --input-file=%t/c.err
//
// What differs is an error, with the line that the original printed.
// RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify PERSISTIFY_TEST_CORRUPT=output ./program %S/steps.cl plain 2>&1 >d.out; echo code $?' | FileCheck %s --check-prefix=WRONG
// WRONG: verify: standard output, line 1: original 'trip 0', persistent 'trip 1'
// WRONG: code 4
//
// Where clocks are read, only numbers may differ.
// RUN: cd %t && %env_device PERSISTIFY=verify ./program %S/steps.cl clocks > e.out 2> e.err && FileCheck %s --check-prefix=CLOCKS --input-file=%t/e.err
// CLOCKS: and printed the same 10 lines (numbers not compared, as clocks are read)
//
// Files of the program have each line once. Statements that open one cannot be performed aside.
// RUN: cd %t && %env_device PERSISTIFY=verify ./program %S/steps.cl file > f.out 2> f.err && FileCheck %s --check-prefix=FILE --input-file=%t/f.err
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t/log.txt
// FILE: and printed the same 5 lines
// LOG: {{^}}opened
// LOG-NEXT: {{^}}0 of the loop
// LOG-NEXT: {{^}}1 of the loop
// LOG-NEXT: {{^}}2 of the loop
// LOG-NEXT: {{^}}3 of the loop
// LOG-NEXT: {{^}}4 of the loop
// LOG-NOT: loop
// RUN: sed 's/case 2:/case 2: fclose(fopen("other.txt", "w"));/' %t/same-output.cpp > %t/opens.cpp
// RUN: %cxx -w -I%t %t/opens.cpp -I%S/../host/Inputs %runtime_flags -o %t/opens
// RUN: cd %t && %env_device PERSISTIFY=verify ./opens %S/steps.cl plain > g.out 2> g.err && FileCheck %s --check-prefix=OPENS --input-file=%t/g.err
// RUN: diff %t/a.out %t/g.out && not ls %t/other.txt
// OPENS: passed: {{.*}}what it printed was not compared: its statements could not be performed in a process of their own
//
// Nor is what a program prints that has closed its output.
// RUN: cd %t && %env_device PERSISTIFY=verify ./program %S/steps.cl plain closed 2> i.err && FileCheck %s --check-prefix=CLOSED --input-file=%t/i.err
// CLOSED: passed: {{.*}}what it printed was not compared: the program has closed its output
//
// A program that ends inside the loop leaves what it has printed, if perhaps a moment later: another process hands it on.
// RUN: sed 's#/[*] here [*]/#if (i == 2) abort();#' %t/same-output.cpp > %t/crash.cpp
// RUN: %cxx -w -I%t %t/crash.cpp -I%S/../host/Inputs %runtime_flags -o %t/crash
// RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./crash %S/steps.cl plain 2>h.err >h.out; echo code $?; timeout 60 sh -c "until grep -q 6.in.2 h.out; do sleep 0.1; done"; cat h.out' | FileCheck %s --check-prefix=CRASH
// CRASH: code 134
// CRASH-NEXT: trip 0
// CRASH-NEXT: value 1 in 0
// CRASH-NEXT: trip 1
// CRASH-NEXT: value 3 in 1
// CRASH-NEXT: trip 2
// CRASH-NEXT: value 6 in 2
// CRASH-NOT: trip
//
// RUN: sh -c 'cd %t && PERSISTIFY_FAULT=clocks-told %persistify %S/steps.cl %s -o %t/f --quiet -- -I%S/../host/Inputs && %cxx -w -I%t/f %t/f/same-output.cpp -I%S/../host/Inputs %runtime_flags -o %t/f/program && not %env_device PERSISTIFY=verify %t/f/program %S/steps.cl clocks'
#include "step.h"
#include <chrono>
#include <iostream>
#include <unistd.h>
#include <vector>

int main(int argc, char **argv) {
  int from = 2;
  if (!strcmp(argv[from], "apart")) {
    std::ios::sync_with_stdio(false);
    ++from;
  }
  const std::string how = argv[from];
  start(argv[1], "");
  cl_int err;
  k = clCreateKernel(program, "add", &err);
  a = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, &err);
  std::vector<int> zero(64);
  need(clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, 256, zero.data(), 0, NULL, NULL), "write");
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  FILE *log = fopen("log.txt", "w");
  fprintf(log, "opened\n");
  fflush(log);
  if (from + 1 < argc && !strcmp(argv[from + 1], "closed"))
    close(STDOUT_FILENO);
  std::vector<double> kept;
  const auto since = std::chrono::steady_clock::now();
  if (how == "plain") {
    for (int i = 0; i < 5; ++i) {
      const int v = step(i);
      printf("trip %d\n", i);
      fflush(stdout);
      std::cout << "value " << v << " in " << i << std::endl;
      kept.push_back(v);
      /* here */
      fprintf(stderr, "on the other %d\n", v);
    }
  } else if (how == "clocks") {
    for (int i = 0; i < 10; ++i) {
      step(i);
      printf("trip %d after %10.4f s\n", i, std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count());
    }
  } else if (how == "file") {
    for (int i = 0; i < 5; ++i) {
      step(i);
      fprintf(log, "%d of the loop\n", i);
      fflush(log);
      puts("written");
    }
  }
  fclose(log);
  printf("%d\n", (int)kept.size());
  return 0;
}
