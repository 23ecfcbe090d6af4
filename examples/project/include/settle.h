/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef SETTLE_H
#define SETTLE_H

#include <CL/cl.h>

#ifdef __cplusplus
extern "C" {
#endif

struct device {
  cl_context context;
  cl_command_queue queue;
  cl_program program;
};

/* Lets sand slide until no cell is steeper than its neighbours allow; gives the
   number of rounds, or -1. */
int settle(struct device device, int *height, int count);

#ifdef __cplusplus
}
#endif

#endif
