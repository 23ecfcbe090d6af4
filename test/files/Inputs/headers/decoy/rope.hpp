// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <CL/cl.h>
#define ROPES 3
struct Rope {
  cl_mem ends[ROPES];
  int size;
};
