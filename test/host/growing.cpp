// Trips that take longer from some trip on, in other ways: all at once, in a do { } while; more and more, in a loop that reads a number back;
// and each second one, in a loop that prints, where the host asks at the begin of the body.
// REQUIRES: device
// RUN: %run-check %S/yields.cl %s --host-flag=-I%S/Inputs --entries 1 -- jump
// RUN: %run-check %S/yields.cl %s --host-flag=-I%S/Inputs --entries 1 -- watched
// RUN: %run-check %S/yields.cl %s --host-flag=-I%S/Inputs --entries 1 -- printed
// RUN: rm -rf %t && %persistify %S/yields.cl %s -o %t --quiet -- -I%S/Inputs
// RUN: %cxx %cl_inc -I%S/Inputs %t/growing.cpp %runtime_flags -o %t/program && cp %S/yields.cl %t
// DEFINE: %{way} =
// DEFINE: %{twice} = cd %t && env PERSISTIFY=off ./program %{way} > whole && %env_device PERSISTIFY=auto PERSISTIFY_SLICE_MS=2 \
// DEFINE:   PERSISTIFY_TEST_COSTS=0.001,0,0,0 PERSISTIFY_CACHE_DIR=%t/kept PERSISTIFY_TRACE=%{way}.json ./program %{way} > out && diff whole out && \
// DEFINE:   grep -c '"name":"trips"' %{way}.json | FileCheck %s
// REDEFINE: %{way} = jump
// RUN: %{twice}
// REDEFINE: %{way} = watched
// RUN: %{twice}
// REDEFINE: %{way} = printed
// RUN: %{twice}
// CHECK: {{^([2-9]|[1-9][0-9]+)$}}
#include "setup.h"
#include <string>
#include <utility>

static cl_kernel uneven;
static cl_mem a, b;

static void step(cl_int work) {
  const size_t items = 64;
  clSetKernelArg(uneven, 0, sizeof a, &a);
  clSetKernelArg(uneven, 1, sizeof b, &b);
  clSetKernelArg(uneven, 2, sizeof work, &work);
  clEnqueueNDRangeKernel(queue, uneven, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  std::swap(a, b);
}

int main(int argc, char **argv) {
  const std::string way = argc > 1 ? argv[1] : "jump";
  cl_uint cells[64] = {};
  start("yields.cl", "");
  uneven = kernel_named("uneven");
  a = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof cells, cells, nullptr);
  b = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof cells, cells, nullptr);
  if (way == "jump") {
    int i = 0;
    do {
      step(i < 400 ? 100 : 60000);
    } while (++i < 900);
  } else if (way == "watched") {
    cl_uint first;
    for (int i = 0;; ++i) {
      step(i * i * 6);
      clEnqueueReadBuffer(queue, a, CL_TRUE, 4, sizeof first, &first, 0, nullptr, nullptr);
      if (first == 300 || i == 299)
        break;
    }
  } else {
    for (int i = 0; i < 200; ++i) {
      step(i % 2 ? i * i * 10 : 10);
      if (i % 50 == 49)
        printf("%d steps\n", i + 1);
    }
  }
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof cells, cells, 0, nullptr, nullptr);
  for (cl_uint c : cells)
    printf("%u\n", c);
}
