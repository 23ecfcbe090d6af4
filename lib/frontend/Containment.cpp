//===- Containment.cpp - a crash costs one loop -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Containment.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>

namespace persistify {
namespace {

/// The handlers of LLVM run on the stack that has the fault, which does not do where that
/// stack is full.
void enable() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    llvm::CrashRecoveryContext::Enable();
    for (int Signal : {SIGSEGV, SIGBUS}) {
      struct sigaction Action;
      if (sigaction(Signal, nullptr, &Action))
        continue;
      Action.sa_flags |= SA_ONSTACK;
      sigaction(Signal, &Action, nullptr);
    }
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

} // namespace

bool contained(llvm::function_ref<void()> Part) {
  enable();
  thread_local SignalStack Stack;
  (void)Stack;
  llvm::CrashRecoveryContext Context;
  return Context.RunSafely(Part);
}

bool planted(llvm::StringRef Fault) {
#ifdef PERSISTIFY_FAULTS
  const char *Names = std::getenv("PERSISTIFY_FAULT");
  if (!Names)
    return false;
  llvm::SmallVector<llvm::StringRef, 4> Each;
  llvm::StringRef(Names).split(Each, ',');
  for (llvm::StringRef N : Each)
    if (N == Fault)
      return true;
#else
  (void)Fault;
#endif
  return false;
}

} // namespace persistify
