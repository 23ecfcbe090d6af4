//===- Containment.cpp - an error costs one loop --------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Containment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <link.h>
#include <memory>
#include <mutex>
#include <new>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace persistify {
namespace {

using llvm::CrashRecoveryContext;

constexpr int TimeSignal = SIGVTALRM;

/// What HandleExit is given, beside the 128 + N of signals.
enum : int { StackFull = 1000, TooLong, NoMemory };

std::atomic<unsigned> SecondsOfLoop{Limits().Seconds};
std::atomic<unsigned> MemoryOfPart{Limits().Memory};

/// Ends the innermost part on this thread, if there is one.
void leave(int Why) {
  if (CrashRecoveryContext *Now = CrashRecoveryContext::GetCurrent())
    Now->HandleExit(Why);
}

// ---- where a signal met the program

uintptr_t programCounter(const ucontext_t &At) {
#if defined(__x86_64__)
  return At.uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return At.uc_mcontext.pc;
#else
  return 0;
#endif
}

uintptr_t stackPointer(const ucontext_t &At) {
#if defined(__x86_64__)
  return At.uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  return At.uc_mcontext.sp;
#else
  return 0;
#endif
}

/// The code of this program, Clang and LLVM. Only there a part may be left between any two
/// instructions: in the C library it may hold the lock of the heap, or have it half changed.
struct Ranges {
  llvm::SmallVector<std::pair<uintptr_t, uintptr_t>, 8> Code;

  Ranges() { dl_iterate_phdr(add, this); }
  bool has(uintptr_t At) const {
    return llvm::any_of(Code, [&](const auto &R) { return R.first <= At && At < R.second; });
  }

private:
  static int add(dl_phdr_info *Object, size_t, void *To) {
    llvm::StringRef Name = Object->dlpi_name;
    if (!Name.empty() && !Name.contains("libLLVM") && !Name.contains("libclang"))
      return 0;
    for (unsigned I = 0; I < Object->dlpi_phnum; ++I) {
      const auto &Segment = Object->dlpi_phdr[I];
      uintptr_t Begin = Object->dlpi_addr + Segment.p_vaddr;
      if (Segment.p_type == PT_LOAD && (Segment.p_flags & PF_X))
        static_cast<Ranges *>(To)->Code.push_back({Begin, Begin + Segment.p_memsz});
    }
    return 0;
  }
};
const Ranges *OurCode = nullptr;

// ---- the handlers

struct sigaction LlvmsHandlers[2]; // of SIGSEGV and SIGBUS

/// The handlers of LLVM do not tell a full stack from other faults.
void onFault(int Signal, siginfo_t *Info, void *Context) {
  uintptr_t Fault = reinterpret_cast<uintptr_t>(Info->si_addr);
  uintptr_t Stack = stackPointer(*static_cast<ucontext_t *>(Context));
  constexpr uintptr_t Frame = 1 << 20; // more than any frame has
  if (Stack && Fault < Stack + Frame && Fault + Frame > Stack)
    leave(StackFull);
  LlvmsHandlers[Signal == SIGBUS].sa_handler(Signal);
}

void newFailed() {
  leave(NoMemory);
  std::abort();
}

void onTime(int, siginfo_t *, void *);

/// The handlers of LLVM run on the stack that has the fault, which does not do where that
/// stack is full.
void enable() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    CrashRecoveryContext::Enable();
    static const Ranges Code;
    OurCode = &Code;
    struct sigaction Action = {};
    Action.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER;
    Action.sa_sigaction = onFault;
    sigaction(SIGSEGV, &Action, &LlvmsHandlers[0]);
    sigaction(SIGBUS, &Action, &LlvmsHandlers[1]);
    Action.sa_flags |= SA_RESTART;
    Action.sa_sigaction = onTime;
    sigaction(TimeSignal, &Action, nullptr);
    std::set_new_handler(newFailed);
    llvm::remove_bad_alloc_error_handler();
    llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { newFailed(); });
  });
}

/// A stack for this thread's signal handlers.
class SignalStack {
public:
  SignalStack() : Memory(new char[Bytes]) {
    stack_t New = {};
    New.ss_sp = Memory.get();
    New.ss_size = Bytes;
    sigaltstack(&New, &Old);
  }
  ~SignalStack() { sigaltstack(&Old, nullptr); }

private:
  static constexpr size_t Bytes = 256 * 1024;
  std::unique_ptr<char[]> Memory;
  stack_t Old = {};
};

// ---- time

/// Counts the processor time of its thread down.
class Timer {
public:
  Timer() {
    sigevent Event = {};
    Event.sigev_notify = SIGEV_THREAD_ID;
    Event.sigev_signo = TimeSignal;
    Event.sigev_notify_thread_id = syscall(SYS_gettid);
    Exists = timer_create(CLOCK_THREAD_CPUTIME_ID, &Event, &Id) == 0;
  }
  ~Timer() {
    if (Exists)
      timer_delete(Id);
  }

  /// Sets what is left, and gives what was left; zero: it stands.
  itimerspec set(const itimerspec &Left) {
    itimerspec Old = {};
    if (Exists)
      timer_settime(Id, 0, &Left, &Old);
    Old.it_interval = {};
    return Old;
  }

private:
  timer_t Id = {};
  bool Exists = false;
};

thread_local Timer *TimerHere = nullptr;

void onTime(int, siginfo_t *, void *Context) {
  if (OurCode->has(programCounter(*static_cast<ucontext_t *>(Context))))
    leave(TooLong);
  itimerspec Soon = {};
  Soon.it_value.tv_nsec = 1000000;
  if (TimerHere && CrashRecoveryContext::GetCurrent())
    TimerHere->set(Soon);
}

// ---- memory

/// While parts run the process may grow by so much since the last of them began.
class MemoryBound {
public:
  void begin() {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (Running++ == 0 && getrlimit(RLIMIT_DATA, &Before))
      Before = {RLIM_INFINITY, RLIM_INFINITY};
    unsigned More = MemoryOfPart;
    rlim_t Used = used();
    if (More == 0 || Used == 0)
      return;
    rlimit Now = Before;
    Now.rlim_cur = std::min<rlim_t>(Before.rlim_cur, Used + (rlim_t(More) << 20));
    setrlimit(RLIMIT_DATA, &Now);
  }
  void end() {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (--Running == 0)
      setrlimit(RLIMIT_DATA, &Before);
  }

private:
  /// Bytes that count for the limit.
  static rlim_t used() {
    unsigned long long Pages = 0;
    if (FILE *F = std::fopen("/proc/self/statm", "r")) {
      if (std::fscanf(F, "%*u %*u %*u %*u %*u %llu", &Pages) != 1)
        Pages = 0;
      std::fclose(F);
    }
    return Pages * sysconf(_SC_PAGESIZE);
  }

  std::mutex Mutex;
  unsigned Running = 0;
  rlimit Before = {};
};
MemoryBound Memory;

thread_local unsigned Bounded = 0; ///< parts on this thread, those that are whole left out

} // namespace

void setLimits(const Limits &L) {
  SecondsOfLoop = L.Seconds;
  MemoryOfPart = L.Memory;
  if (L.Memory == Limits().Memory) {
    unsigned long long Half = 1ull * sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 2 >> 20;
    MemoryOfPart = std::min<unsigned long long>(L.Memory, std::max(Half, 1ull));
  }
}

Ended contained(llvm::function_ref<void()> Part, Extent Of) {
  if (planted("uncontained")) {
    Part();
    return {};
  }
  enable();
  thread_local SignalStack Stack;
  (void)Stack;
  thread_local Timer Time;
  TimerHere = &Time;
  const itimerspec Standing = {};
  const unsigned Seconds = Of == Extent::Whole ? 0 : SecondsOfLoop * (Of == Extent::File ? 10 : 1);
  itimerspec Mine = {};
  Mine.it_value.tv_sec = Seconds;
  const itimerspec Outer = Time.set(Standing);
  const bool Bounds = Of != Extent::Whole && Bounded++ == 0;
  if (Bounds)
    Memory.begin();

  CrashRecoveryContext Context;
  const bool Well = Context.RunSafely([&] {
    Time.set(Mine);
    Part();
    Time.set(Standing);
  });

  Time.set(Standing);
  if (Of != Extent::Whole)
    --Bounded;
  if (Bounds)
    Memory.end();
  Time.set(Outer);
  if (Well)
    return {};
  switch (Context.RetCode) {
  case StackFull: return {"had no stack left", false};
  case TooLong: return {"took longer than " + std::to_string(Seconds) + " s", false};
  case NoMemory: return {"had no memory left", false};
  default: return {"crashed", true};
  }
}

#ifdef PERSISTIFY_FAULTS
/// Calls itself until the stack is full.
static unsigned deeper(unsigned Level) {
  volatile char Frame[256];
  Frame[Level % sizeof Frame] = char(Level);
  return Level == ~0u ? Level : deeper(Level + 1) + Frame[(Level + 1) % sizeof Frame];
}
#endif

void failIfPlanted() {
#ifdef PERSISTIFY_FAULTS
  if (planted("crash"))
    std::abort();
  if (planted("deep"))
    std::fprintf(stderr, "%u\n", deeper(0));
  for (volatile unsigned I = 0; planted("endless"); ++I)
    ; // mostly in the C library
  while (planted("runaway")) {
    constexpr size_t Bytes = 64 << 20;
    char *volatile Kept = new char[Bytes]; // unused pages cost nothing
    Kept[0] = 1;
  }
#endif
}

} // namespace persistify
