// Every form of error check folds away, and its clean-up stays on the host.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9
#include "setup.h"
#include <cassert>
#include <stdexcept>
#include <string>

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

static void check(cl_int err, const char *what) {
  if (err != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + std::to_string(err));
}
static const char *name(cl_int err) {
  switch (err) {
  case CL_INVALID_KERNEL: return "kernel";
  case CL_INVALID_VALUE: return "value";
  default: return "other";
  }
}
static void die(cl_int err) {
  fprintf(stderr, "OpenCL error %s\n", name(err));
  exit(1);
}
static bool good(cl_int err) { return err == CL_SUCCESS; }
static cl_int launch() {
  return clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}
static cl_int set(int v) { return clSetKernelArg(add_k, 1, sizeof v, &v); }

static void throws(int n) {
  for (int i = 0; i < n; i++) {
    check(set(i), "set");
    check(launch(), "launch");
  }
}
static int caught(int n) {
  int i = 0;
  try {
    for (; i < n; i++) {
      check(set(i), "set");
      check(launch(), "launch");
      if (i == 3)
        throw std::out_of_range("three");
    }
  } catch (const std::out_of_range &e) {
    printf("caught %s at %d\n", e.what(), i);
  }
  return i;
}
static bool conjunction(int n) {
  bool ok = true;
  int i;
  for (i = 0; ok && i < n; i++)
    ok = ok && good(set(i * 2)) && good(launch()) && i != 4;
  printf("conjunction %d %d\n", ok, i);
  return ok;
}
static cl_int collected(int n) {
  cl_int err = CL_SUCCESS;
  for (int i = 0; i < n && !err; i++) {
    err |= set(i + 100);
    err |= launch();
    err = err ? err : clFlush(queue);
  }
  return err;
}
static void asserted(int n) {
  for (int i = 0; i < n; i++) {
    cl_int err = set(i);
    assert(err == CL_SUCCESS && "set");
    err = launch();
    assert(!err);
  }
}
static int returned(int n) {
  for (int i = 0; i < n; i++) {
    cl_int err;
    if ((err = set(-i)) != CL_SUCCESS || (err = launch()) != CL_SUCCESS) {
      printf("error %s in trip %d\n", name(err), i);
      return err;
    }
    if (CL_SUCCESS != clFinish(queue))
      die(-1);
  }
  return 0;
}
static int jump(int n) {
  cl_int err = 0;
  int i = 0;
  while (i < n) {
    err = set(i++);
    if (err)
      goto failed;
    err = launch();
    if (err < 0)
      goto failed;
  }
  return i;
failed:
  printf("failed %d\n", err);
  return -1;
}
#define CL_TRY(x)                                                              \
  if (cl_int e_ = (x)) {                                                       \
    fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, name(e_));              \
    abort();                                                                   \
  }
static void macro(int n) {
  for (int i = 0; i < n; i++) {
    CL_TRY(set(3 * i));
    CL_TRY(launch());
  }
}
static void chosen(int n) {
  for (int i = 0; i < n; i++) {
    set(i);
    switch (launch()) {
    case CL_SUCCESS: break;
    case CL_OUT_OF_RESOURCES: clFinish(queue); continue;
    default: die(1);
    }
    launch() == CL_SUCCESS ? (void)0 : die(2);
  }
}

int main() {
  cl_int err;
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", &err);
  data = ints(64, 0);
  clSetKernelArg(add_k, 0, sizeof data, &data);
  throws(3);
  printf("%d\n", caught(9));
  conjunction(9);
  printf("%d\n", collected(3));
  asserted(3);
  printf("%d\n", returned(3));
  printf("%d\n", jump(4));
  macro(3);
  chosen(2);
  show("data", data);
  return 0;
}
