//===- launch.c - parameters of one launch --------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <string.h>

// Figures of a large GPU (132 compute units): one arrival on a line takes about
// a clock, striped arrivals win above 528 groups, one release word serves 132.
enum { STRIPED_ABOVE = 528, GROUPS_PER_WORD = 132, QUIET_POLLS = 8 };
// A CPU's worker threads may have to be woken, and on a busy machine scheduled.
static const double quiet_ms_hosted = 100.0;

void pst_control_fill(uint32_t *ctl, const pst_device *device, const pst_limits *limits) {
  const pst_env *env = pst_environment();
  memset(ctl, 0, P_CTL_WORDS * sizeof *ctl);
  ctl[P_CTL_BOUND] = limits->bound;
  ctl[P_CTL_WINDOW] = limits->window;
  ctl[P_CTL_START] = env->start;
  ctl[P_CTL_STRIPED] = env->striped == 1 ? 0 : env->striped == 0 ? UINT32_MAX : STRIPED_ABOVE;
  uint32_t stripes = env->stripes ? env->stripes : limits->groups > 1056 ? P_MAX_STRIPES : 8;
  ctl[P_CTL_STRIPES] = stripes < P_MAX_STRIPES ? stripes : P_MAX_STRIPES;
  uint32_t per_word = (limits->groups + P_MAX_RELEASE - 1) / P_MAX_RELEASE;
  ctl[P_CTL_PER_WORD] = per_word > GROUPS_PER_WORD ? per_word : GROUPS_PER_WORD;
  ctl[P_CTL_DELAY] = env->delay >= 0 ? (uint32_t)(env->delay * 16) : 16;
  ctl[P_CTL_DELAY0] = env->delay0;
  ctl[P_CTL_BUDGET_LO] = (uint32_t)limits->budget;
  ctl[P_CTL_BUDGET_HI] = (uint32_t)(limits->budget >> 32);
  ctl[P_CTL_ARENA] = limits->arena;
  for (int i = 0; i < 3; ++i)
    ctl[P_CTL_DIM0 + i] = device->max_items[i] < UINT32_MAX ? (uint32_t)device->max_items[i] : UINT32_MAX;
  ctl[P_CTL_COUNTER] = env->start;
  for (int i = 0; i < P_MAX_STRIPES; ++i)
    ctl[P_CTL_STRIPE(i)] = env->start;
  for (int i = 0; i < P_MAX_RELEASE; ++i)
    ctl[P_CTL_RELEASE(i)] = env->start;
}

void pst_limits_time(pst_limits *limits, const pst_device *device, double poll_ns, double spin_ms) {
  // A busy machine makes a poll look slow when it is measured, and would make
  // every wait too short.
  if (device->cpu && poll_ns > 1)
    poll_ns = 1;
  if (poll_ns < 0.1)
    poll_ns = 0.1;
  double budget = spin_ms * 1e6 / poll_ns;
  limits->budget = budget > 1e18 ? (uint64_t)1e18 : budget < 1 ? 1 : (uint64_t)budget;
  limits->window = QUIET_POLLS;
  if (device->hosted) {
    double quiet = quiet_ms_hosted * 1e6 / poll_ns / 2; // a turn of discovery polls twice
    limits->window = quiet > 1e9 ? 1000000000u : quiet < QUIET_POLLS ? QUIET_POLLS : (uint32_t)quiet;
  }
}

const char *pst_bail_text(uint32_t reason) {
  switch (reason) {
  case P_BAIL_RANGE:
    return "access outside a buffer";
  case P_BAIL_SIZE:
    return "global size zero or too large";
  case P_BAIL_LOCAL:
    return "local size that the launch does not accept";
  case P_BAIL_NULL:
    return "null buffer handle";
  case P_BAIL_DIV0:
    return "division by zero";
  case P_BAIL_OVERLAP:
    return "copy between overlapping ranges";
  case P_BAIL_ARENA:
    return "more local memory needed than the device has";
  case P_BAIL_WG:
    return "larger work-group needed than the device allows";
  case P_BAIL_TIME:
    return "time budget of a wait spent";
  case P_BAIL_MIRROR:
    return "a host array that is larger than it may be";
  case P_BAIL_LOG:
    return "more output than the device has memory for";
  case P_BAIL_PATH:
    return "a path of the host program that cannot run on the device";
  default:
    return "unknown reason";
  }
}
