// Checks that are given their texts as std::string by value, and print them: what is printed later has an object of the same characters.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 6
// RUN: %persistify %S/steps.cl %s -o %t.out -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s
// CHECK-NOT: PST3017
// CHECK: 6 loops transformed, 0 refused
#include "setup.h"
#include <cstdlib>
#include <iostream>
#include <string>

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

static void check(cl_int status, std::string what) {
  if (status != CL_SUCCESS) {
    std::cout << "error: " << what << " (" << status << ")" << std::endl;
    exit(3);
  }
}
static void say(int level, std::string what) {
  if (level % 2)
    std::cout << level << ": " << what << ", " << what.size() << " characters\n";
}
static void twice(int level, const std::string what) { say(level, what); }
static void louder(int level, std::string what) {
  what += "!";
  say(level, what);
}

static cl_int add(int v) {
  cl_int e = clSetKernelArg(add_k, 0, sizeof data, &data);
  e |= clSetKernelArg(add_k, 1, sizeof v, &v);
  return e | clEnqueueNDRangeKernel(queue, add_k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
}
static int first() {
  int v = 0;
  clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof v, &v, 0, nullptr, nullptr);
  return v;
}

static void accumulated(cl_int e) {
  for (int it = 0; it < 4; ++it) {
    e |= add(it);
    check(e, "set \"arguments\"\t\\ and launch");
  }
}
static void told() {
  for (int it = 0; it < 5; ++it) {
    add(it);
    say(first(), "first");
  }
}
static void passed_on() {
  for (int it = 0; it < 5; ++it) {
    add(2 * it);
    twice(first(), "by way of another one");
  }
}
static void chosen(bool odd) {
  for (int it = 0; it < 5; ++it) {
    add(it);
    say(first(), odd ? "odd" : "even");
  }
}
static void changed() {
  for (int it = 0; it < 5; ++it) {
    add(it);
    louder(first(), "with more behind it");
  }
}
static void different() {
  for (int it = 0; it < 5; ++it) {
    add(1);
    say(first(), "one");
    add(2);
    say(first() + 1, "another");
  }
}

int main(int argc, char **) {
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", nullptr);
  data = ints(64, 3);
  accumulated(argc > 7 ? -5 : 0);
  told();
  passed_on();
  chosen(argc > 5);
  changed();
  different();
  show("data", data);
}
