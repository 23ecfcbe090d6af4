// Strings that the loop assigns: where it is, for the message after a failure; what it
// found, read behind the loop; members, by reference, put together from constants.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "are the same" -- alias
// PERSISTIFY=verify leaves out the numbers of the constants, which the original loop does not know.
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
// RUN: %cxx %cl_inc %t/texts.cpp -I%S/Inputs %runtime_flags -o %t/program
// RUN: cd %t && %env_device PERSISTIFY=verify ./program 2>&1 >/dev/null | FileCheck %s --implicit-check-not=differ
// CHECK: verify: passed:
#include "setup.h"
#include <string>

static const size_t items = 64;
static const char *where = "nowhere";
struct Status {
  cl_int code = 0;
  std::string text;
  const char *unit = nullptr;
};

static bool ok(Status &s, cl_int code, const char *what) {
  s.code = code;
  s.text = "call -> ";
  switch (code) {
  case CL_INVALID_KERNEL: s.text += "kernel"; break;
  case CL_INVALID_VALUE: s.text += std::string("value"); break;
  default: s.text += what; break;
  }
  return code == CL_SUCCESS;
}

static int add(cl_kernel k, cl_mem a, int n, const char **last) {
  for (int i = 0; i < n; i++) {
    *last = "argument 0";
    if (clSetKernelArg(k, 0, sizeof a, &a))
      goto fail;
    *last = "argument \"1\"\?\?/\n";
    if (clSetKernelArg(k, 1, sizeof i, &i))
      goto fail;
    where = "launch";
    if (clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr))
      goto fail;
  }
  return 0;
fail:
  printf("failed at %s\n", *last);
  return 1;
}

static std::string raise(cl_kernel k, cl_mem a, cl_mem flag, int limit) {
  std::string outcome = "none";
  for (int i = 0; i < 20; i++) {
    int found = 0;
    need(clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof found, &found, 0, nullptr, nullptr), "write");
    need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
    need(clSetKernelArg(k, 1, sizeof flag, &flag), "arg");
    need(clSetKernelArg(k, 2, sizeof limit, &limit), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch");
    need(clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof found, &found, 0, nullptr, nullptr), "read");
    if (!found) {
      outcome = i ? std::string("done") : std::string("nothing to do");
      return outcome + "!";
    }
    if (i > 2)
      outcome = "long";
  }
  return outcome;
}

int main(int argc, char **) {
  start("steps.cl", "");
  cl_mem a = ints(64, 1), flag = ints(1, 3);
  cl_kernel adds = kernel_named("add"), raises = kernel_named("raise");
  const char *last = "none";
  if (add(adds, a, 3, &last) || add(adds, a, 0, &last))
    return 1;
  if (argc > 1) // two names of one string: the original loop
    add(adds, a, 2, &where);
  printf("%s, %s\n", last, where);
  printf("%s %s %s\n", raise(raises, a, flag, 0).c_str(), raise(raises, a, flag, 8).c_str(),
         raise(raises, a, flag, 400).c_str());
  Status s;
  for (int i = 0; i < 4; i++) {
    if (!ok(s, clSetKernelArg(adds, 0, sizeof a, &a), "buffer") || !ok(s, clSetKernelArg(adds, 1, sizeof i, &i), "number"))
      break;
    if (i == 2)
      s.unit = "two";
    if (!ok(s, clEnqueueNDRangeKernel(queue, adds, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch"))
      break;
  }
  printf("%s%s\n", s.text.c_str(), s.unit);
  const char *name = "first";
  for (int i = 0; i < 3; i++) {
    int first = 0;
    need(clSetKernelArg(adds, 0, sizeof a, &a), "arg");
    need(clSetKernelArg(adds, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, adds, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch");
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof first, &first, 0, nullptr, nullptr), "read");
    name = first % 2 ? "odd" : first % 4 ? "even" : "four"; // on what was read
  }
  show(name, a);
}
