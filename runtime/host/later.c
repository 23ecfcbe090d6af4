//===- later.c - statements that the host performs behind a region --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Output, timing and the like: the persistent kernel logs which statement it
// came by, with the values the statement uses, and the host performs them in
// that order when the region has succeeded.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static uint64_t cell(const persistify_later *later, size_t index) {
  uint64_t value = 0;
  if (later->bytes && index < later->cells)
    memcpy(&value, (const char *)later->bytes + 8 * index, 8);
  return value;
}

bool pst_later_begin(const pst_built *built, cl_command_queue queue, pst_why *why) {
  if (!pst_environment()->strict || !built->log_bytes)
    return true;
  void *nobody = malloc(built->log_bytes);
  if (nobody)
    memset(nobody, PST_PATTERN, built->log_bytes);
  bool good = nobody && clEnqueueWriteBuffer(queue, built->state, CL_TRUE, built->region->state_bytes, built->log_bytes,
                                             nobody, 0, NULL, NULL) == CL_SUCCESS;
  free(nobody);
  return good || pst_fail(why, "the log of the persistent kernel could not be written");
}

// For tests: from a cell on there are statements with their values up to the end, and each cell was written.
static bool whole(const persistify_later *later, persistify_size at) {
  for (persistify_size i = at; i < later->cells; ++i)
    if (cell(later, i) == PST_UNTOUCHED)
      return false;
  while (at < later->cells)
    at += 1 + (size_t)(cell(later, at) >> 32);
  return at == later->cells;
}

bool pst_later_fetch(persistify_later *later, cl_command_queue queue, cl_mem state, size_t from, size_t bytes,
                     pst_why *why) {
  const persistify_size before = later->cells;
  // Behind what trips before these have left.
  char *all = realloc(later->bytes, 8 * later->cells + bytes + 8);
  if (!all)
    return pst_fail(why, "out of host memory");
  later->bytes = all;
  if (bytes &&
      clEnqueueReadBuffer(queue, state, CL_TRUE, from, bytes, all + 8 * later->cells, 0, NULL, NULL) != CL_SUCCESS)
    return pst_fail(why, "the log of the persistent kernel could not be read");
  later->cells += bytes / 8;
  return !pst_environment()->strict || whole(later, before) ||
         pst_fail(why, "the persistent kernel left gaps in its log");
}

void pst_later_free(persistify_later *later) {
  free(later->bytes);
  later->bytes = NULL;
  later->cells = later->next = 0;
  if (later->event)
    clReleaseEvent((cl_event)later->event);
  later->event = NULL;
}

void pst_later_corrupt(persistify_later *later) {
  for (size_t at = 0; at < later->cells; at += 1 + (size_t)(cell(later, at) >> 32))
    if (cell(later, at) >> 32) {
      ((unsigned char *)later->bytes)[8 * (at + 1)] ^= 1;
      return;
    }
}

uint32_t persistify_next(persistify_later *later) {
  later->at = later->next;
  if (later->at >= later->cells) {
    pst_output_performed();
    pst_later_free(later);
    return 0;
  }
  uint64_t head = cell(later, later->at); // site | values << 32
  later->next = later->at + 1 + (size_t)(head >> 32);
  return (uint32_t)head;
}

static bool has_times(cl_event event) {
  cl_ulong time;
  return clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof time, &time, NULL) == CL_SUCCESS;
}

void *persistify_event(persistify_later *later) {
  pst_output_asked_event();
  cl_event event = (cl_event)later->event, marker;
  // The time of the region counts once, in whatever sum the program makes.
  if (later->events++ > 0 &&
      clEnqueueMarkerWithWaitList((cl_command_queue)later->queue, 0, NULL, &marker) == CL_SUCCESS) {
    if (clWaitForEvents(1, &marker) == CL_SUCCESS && (!event || has_times(marker) == has_times(event)))
      return marker;
    clReleaseEvent(marker);
  }
  if (event && clRetainEvent(event) != CL_SUCCESS)
    later->event = NULL; // the program gets the reference that was ours
  return event;
}

uint64_t persistify_int(const persistify_later *later, uint32_t index) { return cell(later, later->at + 1 + index); }

double persistify_double(const persistify_later *later, uint32_t index) {
  uint64_t bits = persistify_int(later, index);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

float persistify_float(const persistify_later *later, uint32_t index) {
  uint32_t bits = (uint32_t)persistify_int(later, index);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
