// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <CL/cl.h>
#define SIDES 2
struct Drum {
  cl_mem sides[SIDES];
  int size;
};
