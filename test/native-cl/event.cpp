//===- event.cpp - events, and the order of commands ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every command has an event. It runs when the events it waits for have ended:
// those of its wait list, and in an in-order queue the one before it. Commands
// run one at a time: on the thread that waits for one, or on the device's own
// once the queue was flushed, which saves a change of threads where a program
// enqueues and then waits.
//
//===----------------------------------------------------------------------===//
#include "native.h"

#include <ctime>
#include <pthread.h>
#include <signal.h>
#include <thread>

using namespace ncl;

namespace {

struct Scheduler {
  std::mutex Lock; // of all that says how commands depend
  std::condition_variable Work;  // for the device's thread: commands that may run
  std::condition_variable Ended; // for threads that wait
  std::deque<cl_event> Ready;
  bool Busy = false, Started = false;
};
Scheduler &scheduler() {
  static auto *S = new Scheduler;
  return *S;
}

using Guard = std::unique_lock<std::mutex>;

bool ended(cl_event E) { return E->Status <= CL_COMPLETE; }

// Callbacks that are due at the present status; run without the lock.
std::vector<_cl_event::Callback> takeCallbacks(cl_event E) {
  std::vector<_cl_event::Callback> Due, Later;
  for (auto &C : E->Callbacks)
    (E->Status <= C.At ? Due : Later).push_back(C);
  E->Callbacks = Later;
  return Due;
}

void makeReady(cl_event E);

// With the lock; it is given up while callbacks run.
void change(Guard &G, cl_event E, cl_int Status) {
  E->Status = Status;
  std::vector<Object *> Free;
  if (Status <= CL_COMPLETE) {
    E->Times[3] = now();
    for (cl_event N : E->Next) {
      N->Failed |= Status < 0;
      if (--N->Waits == 0)
        makeReady(N);
    }
    E->Next.clear();
    if (E->Queue) {
      auto &Open = E->Queue->Open;
      for (size_t I = 0; I < Open.size(); ++I)
        if (Open[I] == E) {
          Open.erase(Open.begin() + (long)I);
          break;
        }
      if (E->Queue->Barrier == E)
        E->Queue->Barrier = nullptr;
      Free.swap(E->Uses);
      E->Work = nullptr;
    }
  }
  auto Due = takeCallbacks(E);
  if (Status <= CL_COMPLETE)
    scheduler().Ended.notify_all();
  if (Due.empty() && Free.empty())
    return;
  G.unlock();
  for (auto &C : Due)
    C.Call(E, Status < 0 ? Status : C.At, C.User);
  for (Object *O : Free)
    drop(O, &Object::Inner);
  G.lock();
}

void makeReady(cl_event E) {
  E->Status = CL_SUBMITTED;
  E->Times[1] = now();
  scheduler().Ready.push_back(E);
}

// Runs one command that is ready.
void runOne(Guard &G) {
  Scheduler &S = scheduler();
  cl_event E = S.Ready.front();
  S.Ready.pop_front();
  S.Busy = true;
  E->Times[1] = E->Times[1] ? E->Times[1] : now();
  cl_int Status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  if (!E->Failed) {
    E->Times[2] = now();
    change(G, E, CL_RUNNING);
    G.unlock();
    Status = E->Work ? E->Work() : CL_COMPLETE;
    G.lock();
  } else {
    E->Times[2] = now();
  }
  S.Busy = false;
  change(G, E, Status);
}

// Commands that may run do so from now on, whether or not somebody waits. With the lock.
void kick() {
  Scheduler &S = scheduler();
  if (S.Ready.empty() || S.Busy)
    return;
  if (S.Started) {
    S.Work.notify_one();
    return;
  }
  S.Started = true;
  // Signals are the program's own threads' business.
  sigset_t All, Old;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Old);
  std::thread([] {
    Scheduler &S = scheduler();
    Guard G(S.Lock);
    for (;;) {
      if (!S.Busy && !S.Ready.empty())
        runOne(G);
      else
        S.Work.wait(G);
    }
  }).detach();
  pthread_sigmask(SIG_SETMASK, &Old, nullptr);
}

// Until \p Done, with commands run meanwhile.
template <class Condition> void waitUntil(Guard &G, Condition Done) {
  Scheduler &S = scheduler();
  while (!Done()) {
    if (!S.Busy && !S.Ready.empty())
      runOne(G);
    else
      S.Ended.wait(G);
  }
  // Nobody else may be waiting for the rest.
  kick();
}

void dependOn(cl_event E, cl_event On) {
  if (ended(On)) {
    E->Failed |= On->Status < 0;
    return;
  }
  On->Next.push_back(E);
  ++E->Waits;
}

} // namespace

cl_ulong ncl::now() {
  timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return (cl_ulong)T.tv_sec * 1000000000u + (cl_ulong)T.tv_nsec;
}

cl_int ncl::checkWaits(const char *Function, cl_context Context, cl_uint NumWaits, const cl_event *Waits) {
  if (!Waits != !NumWaits)
    return failed(Function, CL_INVALID_EVENT_WAIT_LIST, "a list without length or a length without list");
  for (cl_uint I = 0; I < NumWaits; ++I) {
    if (!known(Waits[I], Kind::Event))
      return failed(Function, CL_INVALID_EVENT_WAIT_LIST, "not an event");
    if (Waits[I]->Context != Context)
      return failed(Function, CL_INVALID_CONTEXT, "an event of another context");
  }
  return CL_SUCCESS;
}

cl_int ncl::submit(const char *Function, Command &&C, std::function<cl_int()> Work) {
  Scheduler &S = scheduler();
  auto *E = new _cl_event;
  E->Context = C.Queue->Context;
  hold(E->Context, &Object::Parts);
  E->Queue = C.Queue;
  hold(E->Queue, &Object::Inner);
  E->Type = C.Type;
  E->Work = std::move(Work);
  E->Uses = std::move(C.Uses);
  for (Object *O : E->Uses)
    hold(O, &Object::Inner);
  // The command's own; it goes with what the command uses.
  hold(E, &Object::Inner);
  E->Uses.push_back(E);
  E->Times[0] = now();
  hold(E, &Object::Inner); // until this function ends
  Guard G(S.Lock);
  E->Waits = 1;
  if (C.Queue->inOrder() || C.WaitsAll) {
    for (cl_event Open : C.Queue->inOrder() && !C.Queue->Open.empty() ? std::vector<cl_event>{C.Queue->Open.back()}
                                                                      : C.Queue->Open)
      dependOn(E, Open);
  }
  // A failure before does not spread along the queue, only along wait lists.
  E->Failed = false;
  if (C.Queue->Barrier)
    dependOn(E, C.Queue->Barrier);
  for (cl_uint I = 0; I < C.NumWaits; ++I)
    dependOn(E, C.Waits[I]);
  C.Queue->Open.push_back(E);
  if (C.Fence)
    C.Queue->Barrier = E;
  if (C.Event)
    *C.Event = E;
  if (--E->Waits == 0)
    makeReady(E);
  if (S.Ready.size() > 64)
    kick();
  cl_int Status = CL_SUCCESS;
  if (!C.Event)
    --E->Refs;
  G.unlock();
  if (C.Blocking) {
    Status = wait(E);
    if (Status < 0)
      failed(Function, Status, "the command failed");
  }
  drop(E, &Object::Inner);
  return Status < 0 ? Status : CL_SUCCESS;
}

cl_int ncl::wait(cl_event E) {
  Scheduler &S = scheduler();
  Guard G(S.Lock);
  waitUntil(G, [E] { return ended(E); });
  return E->Status;
}

void ncl::flush() {
  Guard G(scheduler().Lock);
  kick();
}

//===- queues wait ----------------------------------------------------------------===//

cl_int clFlush(cl_command_queue Q) {
  if (!known(Q, Kind::Queue))
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue");
  flush();
  return CL_SUCCESS;
}

cl_int clFinish(cl_command_queue Q) {
  if (!known(Q, Kind::Queue))
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue");
  Scheduler &S = scheduler();
  hold(Q, &Object::Inner);
  {
    Guard G(S.Lock);
    waitUntil(G, [Q] { return Q->Open.empty(); });
  }
  drop(Q, &Object::Inner);
  return CL_SUCCESS;
}

//===- the API of events ------------------------------------------------------------===//

cl_int clWaitForEvents(cl_uint Count, const cl_event *List) {
  if (!Count || !List)
    FAIL(CL_INVALID_VALUE, "no events");
  for (cl_uint I = 0; I < Count; ++I) {
    if (!known(List[I], Kind::Event))
      FAIL(CL_INVALID_EVENT, "not an event");
    if (List[I]->Context != List[0]->Context)
      FAIL(CL_INVALID_CONTEXT, "events of several contexts");
  }
  bool Bad = false;
  for (cl_uint I = 0; I < Count; ++I)
    Bad |= wait(List[I]) < 0;
  if (Bad)
    FAIL(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "a command failed");
  return CL_SUCCESS;
}

cl_int clGetEventInfo(cl_event E, cl_event_info What, size_t Size, void *Value, size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(E, Kind::Event))
    FAIL(CL_INVALID_EVENT, "not an event");
  switch (What) {
  case CL_EVENT_COMMAND_QUEUE:
    return A.value(E->Queue);
  case CL_EVENT_CONTEXT:
    return A.value(E->Context);
  case CL_EVENT_COMMAND_TYPE:
    return A.value(E->Type);
  case CL_EVENT_COMMAND_EXECUTION_STATUS: {
    // Programs ask again and again, some without a flush.
    Guard G(scheduler().Lock);
    kick();
    return A.value(E->Status);
  }
  case CL_EVENT_REFERENCE_COUNT:
    return A.value<cl_uint>(E->Refs);
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}

cl_int clRetainEvent(cl_event E) {
  if (!known(E, Kind::Event))
    FAIL(CL_INVALID_EVENT, "not an event");
  hold(E, &Object::Refs);
  return CL_SUCCESS;
}
cl_int clReleaseEvent(cl_event E) {
  if (!known(E, Kind::Event))
    FAIL(CL_INVALID_EVENT, "not an event");
  drop(E, &Object::Refs);
  return CL_SUCCESS;
}

cl_int clGetEventProfilingInfo(cl_event E, cl_profiling_info What, size_t Size, void *Value, size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(E, Kind::Event))
    FAIL(CL_INVALID_EVENT, "not an event");
  Guard G(scheduler().Lock);
  if (!E->Queue)
    FAIL(CL_PROFILING_INFO_NOT_AVAILABLE, "a user event");
  if (!(E->Queue->Properties & CL_QUEUE_PROFILING_ENABLE))
    FAIL(CL_PROFILING_INFO_NOT_AVAILABLE, "the queue does not take times");
  if (E->Status != CL_COMPLETE)
    FAIL(CL_PROFILING_INFO_NOT_AVAILABLE, "the command has not ended");
  switch (What) {
  case CL_PROFILING_COMMAND_QUEUED:
    return A.value(E->Times[0]);
  case CL_PROFILING_COMMAND_SUBMIT:
    return A.value(E->Times[1]);
  case CL_PROFILING_COMMAND_START:
    return A.value(E->Times[2]);
  case CL_PROFILING_COMMAND_END:
  case CL_PROFILING_COMMAND_COMPLETE:
    return A.value(E->Times[3]);
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}

cl_event clCreateUserEvent(cl_context C, cl_int *Err) {
  if (!known(C, Kind::Context))
    FAIL_MAKING(CL_INVALID_CONTEXT, "not a context");
  auto *E = new _cl_event;
  E->Context = C;
  hold(C, &Object::Parts);
  E->Type = CL_COMMAND_USER;
  E->Status = CL_SUBMITTED;
  MADE(E);
}

cl_int clSetUserEventStatus(cl_event E, cl_int Status) {
  if (!known(E, Kind::Event) || E->Queue)
    FAIL(CL_INVALID_EVENT, "not a user event");
  if (Status > 0)
    FAIL(CL_INVALID_VALUE, "neither CL_COMPLETE nor an error");
  Guard G(scheduler().Lock);
  if (ended(E))
    FAIL(CL_INVALID_OPERATION, "the status was set before");
  hold(E, &Object::Inner);
  change(G, E, Status);
  kick();
  G.unlock();
  drop(E, &Object::Inner);
  return CL_SUCCESS;
}

cl_int clSetEventCallback(cl_event E, cl_int At, void(CL_CALLBACK *Call)(cl_event, cl_int, void *), void *User) {
  if (!known(E, Kind::Event))
    FAIL(CL_INVALID_EVENT, "not an event");
  if (!Call)
    FAIL(CL_INVALID_VALUE, "no function");
  if (At != CL_SUBMITTED && At != CL_RUNNING && At != CL_COMPLETE)
    FAIL(CL_INVALID_VALUE, "no status for callbacks");
  Guard G(scheduler().Lock);
  E->Callbacks.push_back({At, Call, User});
  auto Due = takeCallbacks(E);
  cl_int Status = E->Status;
  kick();
  G.unlock();
  for (auto &C : Due)
    C.Call(E, Status < 0 ? Status : C.At, C.User);
  return CL_SUCCESS;
}

//===- markers and barriers -----------------------------------------------------------===//

static cl_int mark(const char *Function, cl_command_queue Q, cl_command_type Type, cl_uint NumWaits,
                   const cl_event *Waits, cl_event *Event, bool Fence) {
  if (!known(Q, Kind::Queue))
    return failed(Function, CL_INVALID_COMMAND_QUEUE, "not a queue");
  if (cl_int Code = checkWaits(Function, Q->Context, NumWaits, Waits))
    return Code;
  Command C = {Q, Type, NumWaits, Waits, Event};
  C.Fence = Fence;
  C.WaitsAll = !NumWaits;
  return submit(Function, std::move(C), nullptr);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue Q, cl_uint N, const cl_event *Waits, cl_event *Event) {
  return mark(__func__, Q, CL_COMMAND_MARKER, N, Waits, Event, false);
}
cl_int clEnqueueBarrierWithWaitList(cl_command_queue Q, cl_uint N, const cl_event *Waits, cl_event *Event) {
  return mark(__func__, Q, CL_COMMAND_BARRIER, N, Waits, Event, true);
}
cl_int clEnqueueMarker(cl_command_queue Q, cl_event *Event) {
  if (!Event)
    FAIL(CL_INVALID_VALUE, "no place for the event");
  return mark(__func__, Q, CL_COMMAND_MARKER, 0, nullptr, Event, false);
}
cl_int clEnqueueBarrier(cl_command_queue Q) { return mark(__func__, Q, CL_COMMAND_BARRIER, 0, nullptr, nullptr, true); }
cl_int clEnqueueWaitForEvents(cl_command_queue Q, cl_uint N, const cl_event *Waits) {
  if (!known(Q, Kind::Queue))
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue");
  if (!N || !Waits)
    FAIL(CL_INVALID_VALUE, "no events");
  for (cl_uint I = 0; I < N; ++I)
    if (!known(Waits[I], Kind::Event))
      FAIL(CL_INVALID_EVENT, "not an event");
  return mark(__func__, Q, CL_COMMAND_BARRIER, N, Waits, nullptr, true);
}
