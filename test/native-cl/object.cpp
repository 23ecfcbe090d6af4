//===- object.cpp - handles, reports, settings ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "native.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <unistd.h>
#include <unordered_map>

using namespace ncl;

namespace {

enum { STATUS = 87 }; // exit status of NATIVE_CL_STRICT

const char *const Names[] = {"cl_platform_id", "cl_device_id", "cl_context", "cl_command_queue",
                             "cl_mem",         "cl_program",   "cl_kernel",  "cl_event"};

// All objects. Never destroyed: threads may run until the process has ended.
struct Registry {
  std::mutex Lock;
  std::unordered_map<const void *, Object *> Known;
  std::deque<Object *> Dead;
  unsigned long Made[8] = {};
};
Registry &registry() {
  static Registry *R = new Registry;
  return *R;
}

std::atomic<bool> Broken{false};

unsigned long number(const char *Name, unsigned long Otherwise, unsigned long Least, unsigned long Most) {
  const char *Text = getenv(Name);
  if (!Text || !*Text)
    return Otherwise;
  char *End;
  unsigned long N = strtoul(Text, &End, 10);
  if (*End || N < Least || N > Most) {
    fprintf(stderr, "native-cl: %s must be a number from %lu to %lu\n", Name, Least, Most);
    _exit(STATUS);
  }
  return N;
}

void atEnd() {
  if (settings().Leaks) {
    Registry &R = registry();
    std::lock_guard<std::mutex> Guard(R.Lock);
    for (auto &[Handle, O] : R.Known)
      if (!O->Dead && O->Is != Kind::Platform && O->Is != Kind::Device && O->Refs > 0)
        report("%s was never released: %d reference(s)", O->Name.c_str(), O->Refs.load());
  }
  if (!settings().Contents.empty()) {
    Registry &R = registry();
    std::lock_guard<std::mutex> Guard(R.Lock);
    unsigned long Events = 0;
    for (auto &[Handle, O] : R.Known) {
      if (!O->Dead && O->Is == Kind::Mem && O->Inner == 0) // else a command is left that nobody waited for
        tellContents(static_cast<cl_mem>(O));
      Events += !O->Dead && O->Is == Kind::Event && O->Refs > 0;
    }
    if (FILE *Out = fopen(settings().Contents.c_str(), "a")) {
      fprintf(Out, "events %lu\n", Events);
      fclose(Out);
    }
  }
  if (settings().Strict && Broken) {
    fflush(nullptr);
    _exit(STATUS);
  }
}

} // namespace

const Settings &ncl::settings() {
  static const Settings *S = [] {
    cpu_set_t Set;
    unsigned Cores = sched_getaffinity(0, sizeof Set, &Set) == 0 ? (unsigned)CPU_COUNT(&Set) : 1;
    auto *New = new Settings;
    New->Strict = number("NATIVE_CL_STRICT", 0, 0, 1);
    New->Errors = number("NATIVE_CL_ERRORS", 0, 0, 1);
    New->Leaks = number("NATIVE_CL_LEAKS", 0, 0, 1);
    New->Kept = number("NATIVE_CL_KEPT", 65536, 0, 1ul << 30);
    New->Units = number("NATIVE_CL_UNITS", Cores, 1, 1024);
    New->Groups = number("NATIVE_CL_GROUPS", New->Units < 64 ? New->Units : 64, 1, 64);
    New->Gpu = number("NATIVE_CL_GPU", 0, 0, 1);
    New->Turns = number("NATIVE_CL_TURNS", 0, 0, 1);
    New->Version = number("NATIVE_CL_VERSION", 30, 12, 30);
    New->MaxGroup = number("NATIVE_CL_GROUP_SIZE", 4096, 1, 4096);
    New->Level = number("NATIVE_CL_LEVEL", 2, 0, 2);
    New->Stack = number("NATIVE_CL_STACK", 256 << 10, 16 << 10, 1ul << 30);
    New->Races = number("NATIVE_CL_RACES", 0, 0, 4096);
    New->Seed = number("NATIVE_CL_SEED", 0, 0, ~0ul);
    const char *Cache = getenv("NATIVE_CL_CACHE"), *Home = getenv("HOME");
    New->Cache = Cache && *Cache ? Cache : std::string(Home ? Home : "/tmp") + "/.cache/native-cl";
    const char *Contents = getenv("NATIVE_CL_CONTENTS");
    New->Contents = Contents ? Contents : "";
    atexit(atEnd);
    return New;
  }();
  return *S;
}

void ncl::report(const char *Format, ...) {
  char Text[1024];
  va_list List;
  va_start(List, Format);
  vsnprintf(Text, sizeof Text, Format, List);
  va_end(List);
  fprintf(stderr, "native-cl: %s\n", Text);
  Broken = true;
}

static const char *nameOf(cl_int Code) {
#define NAME(X) \
  case X: \
    return #X
  switch (Code) {
    NAME(CL_DEVICE_NOT_FOUND);
    NAME(CL_COMPILER_NOT_AVAILABLE);
    NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE);
    NAME(CL_OUT_OF_RESOURCES);
    NAME(CL_OUT_OF_HOST_MEMORY);
    NAME(CL_PROFILING_INFO_NOT_AVAILABLE);
    NAME(CL_MEM_COPY_OVERLAP);
    NAME(CL_BUILD_PROGRAM_FAILURE);
    NAME(CL_MAP_FAILURE);
    NAME(CL_MISALIGNED_SUB_BUFFER_OFFSET);
    NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    NAME(CL_COMPILE_PROGRAM_FAILURE);
    NAME(CL_LINKER_NOT_AVAILABLE);
    NAME(CL_LINK_PROGRAM_FAILURE);
    NAME(CL_DEVICE_PARTITION_FAILED);
    NAME(CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    NAME(CL_INVALID_VALUE);
    NAME(CL_INVALID_DEVICE_TYPE);
    NAME(CL_INVALID_PLATFORM);
    NAME(CL_INVALID_DEVICE);
    NAME(CL_INVALID_CONTEXT);
    NAME(CL_INVALID_QUEUE_PROPERTIES);
    NAME(CL_INVALID_COMMAND_QUEUE);
    NAME(CL_INVALID_HOST_PTR);
    NAME(CL_INVALID_MEM_OBJECT);
    NAME(CL_INVALID_IMAGE_SIZE);
    NAME(CL_INVALID_SAMPLER);
    NAME(CL_INVALID_BINARY);
    NAME(CL_INVALID_BUILD_OPTIONS);
    NAME(CL_INVALID_PROGRAM);
    NAME(CL_INVALID_PROGRAM_EXECUTABLE);
    NAME(CL_INVALID_KERNEL_NAME);
    NAME(CL_INVALID_KERNEL_DEFINITION);
    NAME(CL_INVALID_KERNEL);
    NAME(CL_INVALID_ARG_INDEX);
    NAME(CL_INVALID_ARG_VALUE);
    NAME(CL_INVALID_ARG_SIZE);
    NAME(CL_INVALID_KERNEL_ARGS);
    NAME(CL_INVALID_WORK_DIMENSION);
    NAME(CL_INVALID_WORK_GROUP_SIZE);
    NAME(CL_INVALID_WORK_ITEM_SIZE);
    NAME(CL_INVALID_GLOBAL_OFFSET);
    NAME(CL_INVALID_EVENT_WAIT_LIST);
    NAME(CL_INVALID_EVENT);
    NAME(CL_INVALID_OPERATION);
    NAME(CL_INVALID_BUFFER_SIZE);
    NAME(CL_INVALID_GLOBAL_WORK_SIZE);
    NAME(CL_INVALID_PROPERTY);
    NAME(CL_INVALID_COMPILER_OPTIONS);
    NAME(CL_INVALID_LINKER_OPTIONS);
    NAME(CL_INVALID_DEVICE_PARTITION_COUNT);
  default:
    return "error";
  }
#undef NAME
}

cl_int ncl::failed(const char *Function, cl_int Code, const char *Reason) {
  if (settings().Errors)
    fprintf(stderr, "native-cl: %s: %s (%d): %s\n", Function, nameOf(Code), Code, Reason);
  return Code;
}

ncl::Object::Object(Kind Is) : Table(&Dispatch), Is(Is) {
  Registry &R = registry();
  std::lock_guard<std::mutex> Guard(R.Lock);
  Number = ++R.Made[(int)Is];
  Name = std::string(Names[(int)Is]) + " #" + std::to_string(Number);
  R.Known[this] = this;
}

bool ncl::known(const void *Handle, Kind Is) {
  if (!Handle)
    return false;
  Registry &R = registry();
  Object *O;
  {
    std::lock_guard<std::mutex> Guard(R.Lock);
    auto At = R.Known.find(Handle);
    if (At == R.Known.end())
      return false;
    O = At->second;
  }
  if (O->Is != Is) {
    report("%s is given where a %s is due", O->Name.c_str(), Names[(int)Is]);
    return false;
  }
  if (O->Dead || O->Refs + O->Parts <= 0) {
    report("%s is used after its release", O->Name.c_str());
    return false;
  }
  return true;
}

// What an object owns goes; the handle stays known.
static void end(Object *O) {
  auto Call = [](auto &List, auto *Handle) {
    for (auto At = List.rbegin(); At != List.rend(); ++At)
      At->first(Handle, At->second);
    List.clear();
  };
  switch (O->Is) {
  case Kind::Context:
    Call(static_cast<cl_context>(O)->Destructors, static_cast<cl_context>(O));
    break;
  case Kind::Queue:
    drop(static_cast<cl_command_queue>(O)->Context, &Object::Parts);
    break;
  case Kind::Mem:
    Call(static_cast<cl_mem>(O)->Destructors, static_cast<cl_mem>(O));
    endMem(static_cast<cl_mem>(O));
    break;
  case Kind::Program: {
    auto *P = static_cast<cl_program>(O);
    Call(P->Destructors, P);
    P->Code.reset();
    P->Source.clear();
    P->Binary.clear();
    drop(P->Context, &Object::Parts);
    break;
  }
  case Kind::Kernel: {
    auto *K = static_cast<cl_kernel>(O);
    K->Args.clear();
    K->Code.reset();
    drop(K->Program, &Object::Parts);
    break;
  }
  case Kind::Event: {
    auto *E = static_cast<cl_event>(O);
    E->Work = nullptr;
    if (E->Queue)
      drop(E->Queue, &Object::Inner);
    drop(E->Context, &Object::Parts);
    break;
  }
  default:
    break;
  }
}

static void forget(Object *O) {
  switch (O->Is) {
  case Kind::Context: delete static_cast<cl_context>(O); break;
  case Kind::Queue: delete static_cast<cl_command_queue>(O); break;
  case Kind::Mem: delete static_cast<cl_mem>(O); break;
  case Kind::Program: delete static_cast<cl_program>(O); break;
  case Kind::Kernel: delete static_cast<cl_kernel>(O); break;
  case Kind::Event: delete static_cast<cl_event>(O); break;
  default: break;
  }
}

void ncl::drop(Object *O, std::atomic<int> Object::*Count) {
  Registry &R = registry();
  Object *Old = nullptr;
  {
    std::lock_guard<std::mutex> Guard(R.Lock);
    --(O->*Count);
    if (O->Refs > 0 || O->Parts > 0 || O->Inner > 0 || O->Dead)
      return;
    O->Dead = true;
  }
  end(O);
  {
    std::lock_guard<std::mutex> Guard(R.Lock);
    R.Dead.push_back(O); // only now another thread may take its memory away
    if (R.Dead.size() > settings().Kept) {
      Old = R.Dead.front();
      R.Dead.pop_front();
      R.Known.erase(Old);
    }
  }
  if (Old)
    forget(Old);
}
