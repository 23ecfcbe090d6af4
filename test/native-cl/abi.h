//===- abi.h - what compiled kernels and the library agree on --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three parties read this: the library, the compiler pass, which writes the
// tables below as constants, and the builtin functions (as OpenCL C), which
// read items and groups.
//
//===----------------------------------------------------------------------===//
#ifndef NATIVE_CL_ABI_H
#define NATIVE_CL_ABI_H

/* A change of anything here is a new number: cached kernels of others are not loaded. */
#define NCL_ABI 4

#ifdef __OPENCL_C_VERSION__
#define NCL_PRIVATE __private
typedef ulong ncl_size;
typedef uint ncl_uint;
#else
#include <stddef.h>
#include <stdint.h>
#define NCL_PRIVATE
using ncl_size = size_t;
using ncl_uint = uint32_t;
#endif

/* A work-group that runs, the same for all its items. */
struct ncl_group {
  ncl_size first[3]; /* global id of the item with local ids 0 */
  ncl_size id[3];
  ncl_size local_size[3];
  ncl_size global_size[3];
  ncl_size offset[3];
  ncl_size groups[3];
  ncl_uint dims;
};

/* A work-item. */
struct ncl_item {
  void *NCL_PRIVATE *locals; /* addresses of the module's local variables, by index */
  NCL_PRIVATE struct ncl_group *group;
  ncl_size local_id[3];
  ncl_size index; /* linear local id */
};

#ifndef __OPENCL_C_VERSION__
#ifdef __cplusplus
extern "C" {
#endif

enum ncl_space { NCL_VALUE = 0, NCL_GLOBAL = 1, NCL_CONSTANT = 2, NCL_LOCAL = 3 };

struct ncl_arg {
  const char *name, *type, *qualifiers, *access;
  uint32_t space; /* ncl_space; NCL_VALUE: passed by value */
  uint32_t size;  /* of a value */
};

/* A local variable of a kernel, or of one that it calls. */
struct ncl_local {
  uint32_t index; /* in ncl_item::locals */
  uint32_t align;
  uint64_t size;
};

struct ncl_kernel {
  const char *name, *attributes;
  void (*run)(void **args); /* one item; args[i] points to argument i */
  const struct ncl_arg *args;
  const struct ncl_local *locals;
  uint32_t num_args, num_locals;
  uint32_t required[3]; /* reqd_work_group_size, or 0 */
  uint32_t barriers;    /* 1: items may wait for each other */
};

/* Every compiled program has one, named ncl_module. */
struct ncl_module {
  uint32_t abi;
  uint32_t num_kernels;
  uint32_t num_locals; /* entries of ncl_item::locals */
  uint32_t variables;  /* bytes of variables that kernels may change */
  const struct ncl_kernel *kernels;
};

/* One argument of printf as the pass hands it over. */
struct ncl_printed {
  uint32_t bytes; /* of an element */
  uint32_t count; /* elements: more than 1 for vectors */
  uint32_t real;  /* 1: floating point */
  uint32_t spare;
  const void *value;
};

#ifdef __cplusplus
}
#endif
#endif
#endif
