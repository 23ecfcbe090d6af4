//===- recorder_other.c - sets arguments in another translation unit --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "harness.h"

#include <dlfcn.h>

void set_elsewhere(cl_kernel kernel, int value);
void *shim_symbol(void);

void set_elsewhere(cl_kernel kernel, int value) { CL(clSetKernelArg(kernel, 1, sizeof value, &value)); }

void *shim_symbol(void) { return dlsym(RTLD_DEFAULT, "persistify_shim_count"); }
