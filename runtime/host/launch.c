//===- launch.c - parameters of one launch --------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>
#include <string.h>

// Of a large GPU (132 compute units): one release word serves 132 groups.
enum { GROUPS_PER_WORD = 132, QUIET_POLLS = 8, QUIET_POLLS_NVIDIA = 0 };
// A poll of a CPU's groups that look at the same line; launches without all groups that are told apart.
enum { SHARED_POLL_NS = 20, MOST_LACKING = 3 };
enum { EXPLORE_EVERY = 64 }; // launches, then one with all groups that could be resident
// A CPU's worker threads may have to be woken, and on a busy machine scheduled.
static const double quiet_ms_hosted = 100.0;

// Sixteenths of a clock that a group waits before its first poll, for each arrival
// that is missing on its line. Up to two groups a unit polling at once is as fast, or
// faster by up to 0.05 us (264 groups on an H200); the more groups, the longer one
// arrival takes, and all stripes fill at once.
static uint32_t arrival_delay(const pst_env *env, const pst_device *device, uint32_t groups, uint32_t stripes) {
  if (env->delay >= 0)
    return (uint32_t)(env->delay * 16);
  if (groups <= 2 * device->units)
    return 0;
  if (stripes > 1)
    return (groups <= 8 * device->units ? 8 : 10) * stripes;
  return groups <= 4 * device->units ? 12 : 18;
}

// Room for `words`, and for the places and rings of so many groups behind them.
static bool make_block(pst_control *c, cl_context context, uint32_t words, uint32_t groups, pst_why *why) {
  const uint32_t all = words + P_PLACE_WORDS * groups;
  const pst_rings trace = pst_rings_for(all, groups);
  const size_t front = c->front, bytes = (trace.end ? trace.end : all) * sizeof *c->words;
  pst_control_free(c);
  c->front = front;
  cl_int status;
  c->bytes = malloc(front + bytes);
  c->whole = c->bytes ? pst_own_buffer(context, front + bytes, &status) : NULL;
  if (c->whole && front) {
    const cl_buffer_region state = {0, front}, block = {front, bytes};
    c->state = clCreateSubBuffer(c->whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &state, &status);
    c->mem = clCreateSubBuffer(c->whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &block, &status);
  } else if (c->whole && clRetainMemObject(c->whole) == CL_SUCCESS) {
    c->mem = c->whole;
  }
  if (!c->mem || (front && !c->state)) {
    pst_control_free(c);
    c->front = front;
    return pst_fail_now(why, "no memory for the control block");
  }
  c->words = (uint32_t *)(void *)(c->bytes + front);
  c->places = words;
  c->room = all;
  c->trace = trace;
  c->placed = true; // by what memory held before
  return true;
}

// Words up to the rings, which need not be cleared.
static uint32_t cleared(const pst_control *c) { return c->trace.heads ? c->trace.rings : c->room; }

bool pst_control_fill(pst_control *c, cl_context context, const pst_device *device, const pst_protocol *protocol,
                      const pst_limits *limits, pst_why *why) {
  const pst_env *env = pst_environment();
  uint32_t groups = limits->groups, run = env->run ? env->run : (groups + device->units - 1) / device->units;
  if (run < 2 && !env->run)
    run = 2; // a tree of one level only where it was asked for
  uint32_t slots = (groups + run - 1) / run > device->units ? (groups + run - 1) / run : device->units;
  const uint32_t words = pst_protocol_words(protocol, groups, slots), placed = (c->room - c->places) / P_PLACE_WORDS;
  if ((words > c->places || groups > placed) &&
      !make_block(c, context, words > c->places ? words : c->places, groups > placed ? groups : placed, why))
    return false;
  c->count = words;
  uint32_t *ctl = c->words;
  memset(ctl, 0, P_CTL_AREA * sizeof *ctl);
  ctl[P_CTL_BOUND] = limits->bound;
  ctl[P_CTL_WINDOW] = limits->window;
  ctl[P_CTL_START] = env->start;
  ctl[P_CTL_STRIPES] = pst_protocol_stripes(protocol, groups);
  uint32_t per_word = (groups + P_MAX_RELEASE - 1) / P_MAX_RELEASE;
  ctl[P_CTL_PER_WORD] = per_word > GROUPS_PER_WORD ? per_word : GROUPS_PER_WORD;
  ctl[P_CTL_DELAY] = arrival_delay(env, device, groups, ctl[P_CTL_STRIPES]);
  ctl[P_CTL_DELAY0] = env->delay0;
  ctl[P_CTL_BUDGET_LO] = (uint32_t)limits->budget;
  ctl[P_CTL_BUDGET_HI] = (uint32_t)(limits->budget >> 32);
  ctl[P_CTL_ARENA] = limits->arena;
  for (int i = 0; i < 3; ++i)
    ctl[P_CTL_DIM0 + i] = pst_at_most(device->max_items[i], UINT32_MAX);
  ctl[P_CTL_RUN] = run;
  ctl[P_CTL_MOST] = limits->most;
  ctl[P_CTL_SLOTS] = slots;
  // A turn under the lock takes no less than four accesses. GPUs need no wait.
  ctl[P_CTL_LINGER] = env->linger >= 0 ? (uint32_t)env->linger : device->hosted ? limits->window / 4 : 0;
  ctl[P_CTL_COUNTER] = env->start;
  ctl[P_CTL_GATHER] = P_GATHER_START(env->start);
  ctl[P_CTL_PLACES] = c->places;
  ctl[P_CTL_TRACE] = c->trace.heads;
  ctl[P_CTL_RINGS] = c->trace.rings;
  ctl[P_CTL_RECORDS] = c->trace.records;
  for (uint32_t i = P_CTL_AREA; i < c->count; ++i)
    ctl[i] = env->start;
  memset(ctl + c->places, 0, (cleared(c) - c->places) * sizeof *ctl);
  return true;
}

cl_int pst_control_write(pst_control *c, cl_command_queue queue) {
  // Places are all zero but after a launch that was given up; heads never.
  const size_t bytes = c->front + (c->placed || c->trace.heads ? cleared(c) : c->count) * sizeof *c->words;
  const cl_int status = clEnqueueWriteBuffer(queue, c->whole, CL_FALSE, 0, bytes, c->bytes, 0, NULL, NULL);
  c->placed = true; // until the results say otherwise
  return status;
}

cl_int pst_control_read(pst_control *c, cl_command_queue queue, pst_outcome *out) {
  uint32_t *ctl = c->words;
  const size_t bytes = c->front + (P_CTL_RESULT + P_LINE) * sizeof *ctl;
  cl_int status = clEnqueueReadBuffer(queue, c->whole, CL_TRUE, 0, bytes, c->bytes, 0, NULL, NULL);
  if (status != CL_SUCCESS)
    return status;
  out->abort = ctl[P_CTL_ABORT];
  out->line = ctl[P_CTL_LINE];
  out->need = ctl[P_CTL_NEED];
  out->need_hi = ctl[P_CTL_NEED_HI];
  out->which = ctl[P_CTL_WHICH];
  out->done = ctl[P_CTL_DONE];
  out->count = ctl[P_CTL_COUNT];
  out->barriers = ctl[P_CTL_BARRIERS];
  out->exit = (int)ctl[P_CTL_EXIT];
  c->placed = out->abort != 0;
  return CL_SUCCESS;
}

const uint32_t *pst_control_places(pst_control *c, cl_command_queue queue) {
  uint32_t *places = c->words + c->places;
  const size_t bytes = (c->room - c->places) * sizeof *places;
  const cl_int status = clEnqueueReadBuffer(queue, c->mem, CL_TRUE, c->places * sizeof *places, bytes, places, 0, NULL, NULL);
  return status == CL_SUCCESS ? places : NULL;
}

bool pst_control_rings(pst_control *c, uint32_t groups, cl_command_queue queue) {
  const uint32_t end = c->trace.rings + groups * c->trace.records * P_RECORD_WORDS;
  if (!c->trace.heads || end > c->trace.end)
    return false;
  const size_t word = sizeof *c->words, bytes = (end - c->trace.heads) * word;
  return clEnqueueReadBuffer(queue, c->mem, CL_TRUE, c->trace.heads * word, bytes, c->words + c->trace.heads, 0, NULL, NULL) == CL_SUCCESS;
}

void pst_control_free(pst_control *c) {
  if (c->mem)
    clReleaseMemObject(c->mem);
  if (c->state)
    clReleaseMemObject(c->state);
  if (c->whole)
    clReleaseMemObject(c->whole);
  free(c->bytes);
  memset(c, 0, sizeof *c);
}

// Whether what is known to fit is of launches like this.
static bool is_known(const pst_built *built, const pst_limits *limits) {
  return built->known_wg == limits->wg && built->known_arena == limits->arena;
}

void pst_limits_groups(pst_limits *limits, const pst_built *built) {
  const pst_device *device = built->device;
  const pst_qualified *q = &device->backend[built->backend];
  limits->groups = limits->most = pst_device_groups(device, limits->wg);
  if (!device->cpu) {
    bool fewer = pst_uses(PST_OPT_Groups);
    uint64_t work = fewer && limits->items ? (limits->items + limits->wg - 1) / limits->wg : UINT32_MAX;
    if (work < built->need_groups)
      work = built->need_groups;
    if (work < limits->groups && !device->hosted)
      limits->groups = (uint32_t)work;
    // A bound on what is resident, once a launch has found one.
    bool same = fewer && built->resident && is_known(built, limits);
    if (same && built->resident < limits->groups && built->need_groups <= built->resident &&
        built->launches % EXPLORE_EVERY != EXPLORE_EVERY - 1)
      limits->groups = built->resident;
    if (q->groups < 2)
      limits->groups = limits->most = 1; // the payload test saw one group only, so it tested nothing
  }
  limits->bound = device->cpu ? limits->groups : 0;
}

void pst_limits_learn(const pst_limits *limits, pst_built *built, uint32_t count) {
  const bool same = is_known(built, limits);
  if (count < limits->groups) {
    // Of so many as did fit before, some were late, or another program holds their place: all are tried next time.
    const bool fitted = same && built->resident && limits->groups <= built->resident;
    built->resident = fitted ? 0 : count;
  } else if (!same || limits->groups > built->resident) {
    built->resident = 0; // as many as were launched, and perhaps more
  }
  built->known_wg = limits->wg;
  built->known_arena = limits->arena;
}

void pst_limits_time(pst_limits *limits, const pst_device *device, double poll_ns, double spin_ms) {
  // A busy machine makes a poll look slow when it is measured, and would make
  // every wait too short. A window that is too short costs groups only: there a
  // poll may take what one takes where several look at the same line.
  const double quiet_ns = device->cpu && poll_ns > SHARED_POLL_NS ? SHARED_POLL_NS : poll_ns < 0.1 ? 0.1 : poll_ns;
  if (device->cpu && poll_ns > 1)
    poll_ns = 1;
  if (poll_ns < 0.1)
    poll_ns = 0.1;
  double budget = spin_ms * 1e6 / poll_ns;
  limits->budget = budget > 1e18 ? (uint64_t)1e18 : budget < 1 ? 1 : (uint64_t)budget;
  // All groups of an H200 enter within 0.4 us, who watches waits for 0.3 before its first
  // poll, and a poll takes 0.2: the second one finds nothing new. Others are not known.
  limits->window = device->vendor == PST_NVIDIA ? QUIET_POLLS_NVIDIA : QUIET_POLLS;
  if (device->hosted) {
    double quiet = quiet_ms_hosted * 1e6 / quiet_ns;
    limits->window = quiet > 1e9 ? 1000000000u : quiet < QUIET_POLLS ? QUIET_POLLS : (uint32_t)quiet;
    // Where groups were waited for in vain, the next launch waits less. All come within
    // microseconds as soon as the device has its threads again.
    limits->window >>= 2 * __atomic_load_n(&device->lacking, __ATOMIC_RELAXED);
    if (limits->window < QUIET_POLLS)
      limits->window = QUIET_POLLS;
  }
}

void pst_limits_came(pst_device *device, const pst_limits *limits, uint32_t count) {
  if (count == 0) // given up before that was known
    return;
  const uint32_t before = __atomic_load_n(&device->lacking, __ATOMIC_RELAXED);
  const uint32_t now = count >= limits->groups ? 0 : before < MOST_LACKING ? before + 1 : before;
  if (now != before)
    __atomic_store_n(&device->lacking, now, __ATOMIC_RELAXED);
}

const char *pst_bail_text(uint32_t reason) {
  switch (reason) {
  case P_BAIL_RANGE:
    return "access outside a buffer";
  case P_BAIL_SIZE:
    return "size of a launch or buffer that is zero or too large";
  case P_BAIL_LOCAL:
    return "local size that the launch does not accept";
  case P_BAIL_NULL:
    return "null buffer handle";
  case P_BAIL_DIV0:
    return "division by zero";
  case P_BAIL_OVERLAP:
    return "overlapping ranges of memory";
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
  case P_BAIL_RESIDENT:
    return "a kernel waits for more work-groups than are resident";
  case P_BAIL_MEET:
    return "a launch for which a kernel's own barrier between work-groups was not made";
  case P_BAIL_UNSET:
    return "a launch with an argument that was never set";
  case P_BAIL_INDEX:
    return "an index that is out of range";
  case P_BAIL_LENGTH:
    return "a vector that changes its length";
  case P_BAIL_UNSEEN:
    return "an index that is none of those that the program was seen to use";
  case P_BAIL_THROW:
    return "an exception that the host throws";
  case P_BAIL_END:
    return "a call that does not return";
  case P_BAIL_CLEANUP:
    return "an exit that leaves objects with destructors";
  case P_BAIL_TRY:
    return "an exit inside a try block";
  case P_BAIL_EVENT:
    return "a wait for an event that no command has set";
  case P_BAIL_NO_BYTES:
    return "a transfer of no bytes";
  case P_BAIL_NO_SIZE:
    return "a launch without a global size";
  case P_BAIL_FLAGS:
    return "host memory that the flags of a new buffer do not allow";
  case P_BAIL_NO_TIMES:
    return "the queue takes no times";
  case P_BAIL_PATTERN:
    return "a fill by a part of its pattern";
  default:
    return "unknown reason";
  }
}
