//===- drain.c - waiting for what the program enqueued before ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands before a loop belong to the original program, their errors too; and they
// may still write the variables that are about to be captured (rule H6). But they may
// also wait for something that the program does only after the loop, or in another
// thread: set a user event. So this wait is for a marker whose status is polled, it has a time
// bound, and the library's lock must not be held. When the bound is spent the
// marker stays behind, which nobody can tell, and nothing else has been done.
//
// User events are counted here, so that it is known how patiently to wait.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <sched.h>
#include <time.h>

// What the program enqueued may run for long, which is no reason to give up early,
// unless it is likely to be waiting: a user event is there that nobody has set yet, or
// a wait of this process was in vain lately although none was known.
static const double PATIENT_MS = 30000, HURRIED_MS = 50, HURRIED_FOR_MS = 600000;
// Others get the processor at each look; on a busy machine few of them take long.
static const double BUSY_MS = 0.2;
enum { LEAST_NS = 20000, MOST_NS = 1000000 };

static int64_t hurried_until; // ms, atomic
// Those that are never set count for ever, which only makes waits short.
static int unset_events; // atomic

static bool user_events(void) { return __atomic_load_n(&unset_events, __ATOMIC_RELAXED) > 0; }

double pst_patience_ms(void) {
  const bool lately = pst_now_ms() < (double)__atomic_load_n(&hurried_until, __ATOMIC_RELAXED);
  return lately || user_events() ? HURRIED_MS : PATIENT_MS;
}

void pst_note_stall(void) {
  if (!user_events())
    __atomic_store_n(&hurried_until, (int64_t)(pst_now_ms() + HURRIED_FOR_MS), __ATOMIC_RELAXED);
}

typedef cl_event(CL_API_CALL *user_event_fn)(cl_context, cl_int *);
PST_EXPORT CL_API_ENTRY cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *status) {
  PST_NEXT(user_event_fn, clCreateUserEvent)
  if (!call)
    return pst_no_library(status);
  cl_event event = call(context, status);
  if (event)
    __atomic_add_fetch(&unset_events, 1, __ATOMIC_RELAXED);
  return event;
}

typedef cl_int(CL_API_CALL *set_status_fn)(cl_event, cl_int);
PST_EXPORT CL_API_ENTRY cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int state) {
  PST_NEXT(set_status_fn, clSetUserEventStatus)
  if (!call)
    return CL_INVALID_OPERATION;
  cl_int status = call(event, state);
  if (status == CL_SUCCESS)
    __atomic_sub_fetch(&unset_events, 1, __ATOMIC_RELAXED);
  return status;
}

// CL_COMPLETE, an error, or more than CL_COMPLETE: the bound is spent.
static cl_int poll_until_ended(cl_event event) {
  const double from = pst_now_ms();
  long pause = LEAST_NS;
  for (;;) {
    cl_int now = CL_COMPLETE;
    cl_int status = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof now, &now, NULL);
    if (status != CL_SUCCESS || now <= CL_COMPLETE)
      return status != CL_SUCCESS ? status : now;
    const double ms = pst_now_ms() - from;
    if (ms < BUSY_MS) {
      sched_yield();
      continue;
    }
    if (ms > pst_patience_ms())
      return now;
    const struct timespec some = {0, pause};
    nanosleep(&some, NULL);
    pause = 2 * pause < MOST_NS ? 2 * pause : MOST_NS;
  }
}

// What a call that failed leaves open, another one may say.
bool pst_finish(cl_command_queue queue) {
  if (clFinish(queue) == CL_SUCCESS)
    return true;
  cl_event marker = NULL;
  if (clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker) != CL_SUCCESS)
    return false;
  const bool good = clWaitForEvents(1, &marker) == CL_SUCCESS;
  clReleaseEvent(marker);
  return good;
}

// Each in a row, so that a moment without resources is not taken for it.
bool pst_queue_dead(cl_command_queue queue) {
  enum { LOOKS = 3 };
  for (int i = 0; i < LOOKS; ++i) {
    cl_event marker = NULL;
    if (clFlush(queue) == CL_SUCCESS || clFinish(queue) == CL_SUCCESS)
      return false;
    if (clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker) == CL_SUCCESS) {
      clReleaseEvent(marker);
      return false;
    }
  }
  return true;
}

pst_drained pst_drain(cl_command_queue queue) {
  cl_event marker = NULL;
  if (clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker) != CL_SUCCESS)
    return PST_FAILED;
  cl_int status = clFlush(queue);
  if (status == CL_SUCCESS)
    status = poll_until_ended(marker);
  if (status > CL_COMPLETE)
    pst_note_stall();
  if (status == CL_COMPLETE)
    status = clWaitForEvents(1, &marker); // makes visible what the commands wrote, which a poll does not
  clReleaseEvent(marker);
  return status > CL_COMPLETE ? PST_STALLED : status == CL_SUCCESS ? PST_DRAINED : PST_FAILED;
}
