//===- recorder.c - what the recorder sees and keeps ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked with the library before and after the OpenCL library, and run under a
// preloaded shim (shim.c). The calls of recorder_other.c come from another
// translation unit, those of recorder_hpp.cpp from CL/opencl.hpp.
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include "internal.h"

void set_elsewhere(cl_kernel kernel, int value);
#ifdef WITH_HPP
void set_through_hpp(cl_kernel kernel, int value);
#endif

static int value_of(cl_kernel k, cl_uint index) {
  pst_recorded r;
  int value = -1;
  CHECK(pst_recorder_get(k, index, &r, &value, sizeof value));
  CHECK(r.size == sizeof value && !r.null && !r.svm);
  return value;
}

static int known(cl_kernel k, cl_uint index) {
  pst_recorded r;
  char any[64];
  return pst_recorder_get(k, index, &r, any, sizeof any);
}

// What is known of memory objects: all that live, and of those that ended the last ones only.
static void check_memory(const bench *b) {
  enum { MANY = 1500, KEPT = 1024 };
  static cl_mem all[MANY];
  uint64_t since, later, number;
  const size_t before = pst_memory_known();
  for (int i = 0; i < MANY; ++i)
    all[i] = buffer(b, 4, NULL);
  CHECK(pst_memory_known() <= before + MANY && pst_memory_known() >= MANY);
  CHECK(pst_memory_life(all[0], &since) == PST_LIVES && pst_memory_life(all[MANY - 1], &later) == PST_LIVES && since < later &&
        later <= pst_moment());
  CHECK(pst_memory_life((cl_mem)&since, &since) == PST_UNSEEN);
  // Held, the object stays though the program gives it back, which it has then.
  size_t bytes = 0;
  CHECK(pst_memory_hold(all[1], &number) == PST_LIVES && number);
  CL(clReleaseMemObject(all[1]));
  CHECK(pst_memory_life(all[1], &since) == PST_ENDED && since > later && pst_memory_hold(all[1], &later) == PST_ENDED && !later);
  CL(clGetMemObjectInfo(all[1], CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
  CHECK(bytes == 4);
  pst_memory_let(all[1], number);
  // A second reference.
  CL(clRetainMemObject(all[0]));
  CL(clReleaseMemObject(all[0]));
  CHECK(pst_memory_life(all[0], &since) == PST_LIVES);
  for (int i = 0; i < MANY; ++i)
    if (i != 1)
      CL(clReleaseMemObject(all[i]));
  CHECK(pst_memory_known() <= before + KEPT);
  CHECK(pst_memory_life(all[0], &since) == PST_UNSEEN && pst_memory_life(all[MANY - 1], &since) == PST_ENDED);
}

int main(void) {
  bench b = open_bench();
  check_memory(&b);
  cl_program program = build(&b,
                             "__kernel void one(__global int *p, int v, __local int *t) { p[0] = v; }\n"
                             "typedef struct { int a[9]; } wide;\n"
                             "__kernel void two(__global int *p, wide v) { p[0] = v.a[8]; }\n",
                             "");
  cl_kernel one = kernel(program, "one");
  CHECK(!known(one, 0) && !known(one, 1));

  set_elsewhere(one, 41);
  CHECK(value_of(one, 1) == 41);
#ifdef WITH_HPP
  set_through_hpp(one, 42);
  CHECK(value_of(one, 1) == 42);
#endif

  // A call that fails leaves the record.
  int value = 7;
  CHECK(clSetKernelArg(one, 9, sizeof value, &value) != CL_SUCCESS);
  CHECK(!known(one, 9));

  // Local memory has a size and no bytes; a buffer has its handle.
  pst_recorded r;
  cl_mem mem = buffer(&b, 64, NULL), seen = NULL;
  CL(clSetKernelArg(one, 2, 48, NULL));
  CHECK(pst_recorder_get(one, 2, &r, NULL, 0) && r.null && r.size == 48);
  CL(clSetKernelArg(one, 0, sizeof mem, &mem));
  CHECK(pst_recorder_get(one, 0, &r, &seen, sizeof seen) && seen == mem);

  // More bytes than fit inside a record.
  cl_kernel two = kernel(program, "two");
  int wide[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, back[9] = {0};
  CL(clSetKernelArg(two, 1, sizeof wide, wide));
  wide[8] = 0;
  CHECK(pst_recorder_get(two, 1, &r, back, sizeof back) && r.size == sizeof wide && back[8] == 9 && back[0] == 1);

  // A released handle is forgotten, a retained one is not, a new kernel at the
  // same address starts empty.
  CL(clRetainKernel(two));
  CL(clReleaseKernel(two));
  CHECK(known(two, 1));
  CL(clReleaseKernel(two));
  CHECK(!known(two, 1));
  for (int i = 0; i < 20; ++i) {
    cl_kernel again = kernel(program, "two");
    CHECK(!known(again, 1));
    CL(clSetKernelArg(again, 1, sizeof wide, wide));
    CL(clReleaseKernel(again));
  }

  cl_kernel all[2] = {NULL, NULL};
  cl_uint count = 0;
  CL(clCreateKernelsInProgram(program, 2, all, &count));
  CHECK(count == 2);
  char name[16] = "";
  CL(clGetKernelInfo(all[0], CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL));
  cl_kernel first = strcmp(name, "one") == 0 ? all[0] : all[1];
  set_elsewhere(first, 5);
  CHECK(value_of(first, 1) == 5);

#ifdef CL_VERSION_2_1
  char version[512] = "";
  CL(clGetDeviceInfo(b.device, CL_DEVICE_VERSION, sizeof version, version, NULL));
  cl_int status = CL_INVALID_OPERATION;
  if (version[7] >= '3' || (version[7] == '2' && version[9] >= '1')) {
    cl_kernel clone = clCloneKernel(first, &status);
    if (status == CL_SUCCESS && clone) {
      CHECK(value_of(clone, 1) == 5);
      set_elsewhere(clone, 6);
      CHECK(value_of(clone, 1) == 6 && value_of(first, 1) == 5);
    }
  }
#endif

  // Under the shim, it saw the calls too.
  int (*counted)(void);
  *(void **)&counted = NULL;
  extern void *shim_symbol(void);
  *(void **)&counted = shim_symbol();
  if (getenv("PERSISTIFY_TEST_SHIM"))
    CHECK(counted && counted() >= 20);
  printf("recorder: ok%s\n", counted ? " (with shim)" : "");
  return 0;
}
