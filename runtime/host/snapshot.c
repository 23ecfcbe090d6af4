//===- snapshot.c - copies of what the region may write -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "Changes nothing" when a launch is given up: every buffer that the region may
// write is copied on the device before the launch and copied back after an
// abort. Copies are kept with the calling thread's launch only.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>

bool pst_snapshot_take(pst_snapshot *s, const persistify_region *region, const pst_bound *bound, pst_why *why) {
  s->count = 0;
  s->from = calloc(region->num_handles + 1, sizeof *s->from);
  s->copy = calloc(region->num_handles + 1, sizeof *s->copy);
  s->bytes = calloc(region->num_handles + 1, sizeof *s->bytes);
  if (!s->from || !s->copy || !s->bytes)
    return pst_fail(why, "out of host memory");
  if (!pst_environment()->snapshot)
    for (uint32_t i = 0; i < region->num_handles; ++i)
      s->missing |= region->handles[i].written && bound->handles[i];
  if (!pst_environment()->snapshot)
    return true;
  for (uint32_t i = 0; i < region->num_handles; ++i) {
    cl_mem from = bound->handles[i];
    if (!region->handles[i].written || !from)
      continue;
    bool seen = false;
    for (uint32_t k = 0; k < s->count; ++k)
      seen |= s->from[k] == from;
    if (seen)
      continue;
    cl_int status;
    cl_mem copy = clCreateBuffer(bound->context, CL_MEM_READ_WRITE, (size_t)bound->bytes[i], NULL, &status);
    if (!copy)
      return pst_fail(why, "no memory for a snapshot of %zu bytes (%d)", (size_t)bound->bytes[i], status);
    s->from[s->count] = from;
    s->copy[s->count] = copy;
    s->bytes[s->count] = (size_t)bound->bytes[i];
    ++s->count;
    status = clEnqueueCopyBuffer(bound->queue, from, copy, 0, 0, (size_t)bound->bytes[i], 0, NULL, NULL);
    if (status != CL_SUCCESS)
      return pst_fail(why, "snapshot failed (%d)", status);
  }
  return true;
}

bool pst_snapshot_restore(const pst_snapshot *s, cl_command_queue queue) {
  bool good = !s->missing;
  for (uint32_t k = 0; k < s->count; ++k)
    good &= clEnqueueCopyBuffer(queue, s->copy[k], s->from[k], 0, 0, s->bytes[k], 0, NULL, NULL) == CL_SUCCESS;
  return clFinish(queue) == CL_SUCCESS && good;
}

void pst_snapshot_free(pst_snapshot *s) {
  for (uint32_t k = 0; k < s->count; ++k)
    clReleaseMemObject(s->copy[k]);
  free(s->from);
  free(s->copy);
  free(s->bytes);
}
