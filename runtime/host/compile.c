//===- compile.c - the device's compiler, without what it does beside ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A driver compiles in the program's own process. Some draw from rand() there and seed it (NVIDIA's, seen with 580.159
// on an H100), and what they say of warnings goes to the program's stderr. The program does not know of our builds:
// its next rand() must give what it would have given.
//
// Assumed: no other thread of the program draws from rand() during one of our builds. It would see another sequence.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__ // where rand() is random()
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned builds;       // under way, each in a thread
static char drivers[128];     // where the numbers come from meanwhile
static char *programs;        // where they came from before

static void keep_numbers(void) {
  pthread_mutex_lock(&lock);
  if (builds++ == 0)
    programs = initstate(1, drivers, sizeof drivers);
  pthread_mutex_unlock(&lock);
}

static void give_numbers_back(void) {
  pthread_mutex_lock(&lock);
  if (--builds == 0 && programs)
    setstate(programs);
  pthread_mutex_unlock(&lock);
}
#else
static void keep_numbers(void) {}
static void give_numbers_back(void) {}
#endif

cl_int pst_build_program(cl_program program, cl_device_id device, const char *options) {
  char *quiet = malloc(strlen(options) + 4);
  if (!quiet)
    return CL_OUT_OF_HOST_MEMORY;
  strcat(strcpy(quiet, options), *options ? " -w" : "-w");
  keep_numbers();
  const cl_int status = clBuildProgram(program, 1, &device, quiet, NULL, NULL);
  give_numbers_back();
  free(quiet);
  return status;
}
