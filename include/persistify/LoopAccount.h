//===- persistify/LoopAccount.h - what became of a loop, piece by piece ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan as values that reports print: --explain, JSON and HTML say the same,
// because they are made from the same LoopAccount. Nothing is decided here.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LOOPACCOUNT_H
#define PERSISTIFY_LOOPACCOUNT_H

#include "persistify/Diagnostics.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace persistify {

/// A buffer as the program knows it: the handles on entry that were seen to be the same one are one.
struct AccountBuffer {
  std::string Name;
  bool Read = false, Written = false; ///< by phases
  bool Own = false;                   ///< memory of the runtime, for an array of the host's
  bool Rotates = false;               ///< lives in three cells in turn, or comes with a barrier
};

/// What a phase does to one of LoopAccount::Buffers.
struct AccountUse {
  unsigned Buffer = 0;
  bool Read = false, Written = false;
  std::string Through; ///< "relax.dist", or the call
};

/// A phase, or a loop around phases, in the order of the text.
struct AccountStep {
  enum Kind { Phase, Loop } K = Phase;
  SourceRange Range;
  unsigned Depth = 0;       ///< loops around it, itself not counted
  bool Conditional = false; ///< a trip may pass it by
  std::string What;         ///< "clEnqueueNDRangeKernel"; of a Loop "loop"
  /// Why a barrier stands in front of it; empty: there is none.
  std::vector<std::string> Barrier;
  std::string NoBarrier; ///< why there is none, of a phase
  // Of a launch:
  std::string Kernel;
  SourceRange KernelRange;
  std::string Schedule, ScheduleReason; ///< "item-stride", "barrier() at kernel.cl:12"
  std::vector<std::string> Remarks;     ///< "more registers for ..."
  /// What is done in place of setting a buffer that rotates.
  std::string Turn;
  std::vector<AccountUse> Uses;
};

/// A host object that the region is given.
struct AccountCapture {
  std::string Name;
  std::string Kind;   ///< "queue", "kernel", "buffer", "scalar", "object", "array" or "context"
  uint64_t Bytes = 0; ///< of a scalar, object or array, 0: not constant
  bool WrittenBack = false;
};

struct AccountArgument {
  std::string Kernel, Name;
  unsigned Index = 0;
  bool Set = false;      ///< by the region, and for the program afterwards
  bool Recorded = false; ///< a launch may see the value from before the region
};

/// A condition under which the persistent kernel runs: else the original does.
struct AccountGuard {
  std::string Text;
  std::string Reason; ///< said when it does not hold, if that is another text
  /// Of a guard that says only that two buffers are distinct: these.
  std::string First = {}, Second = {};
};

struct AccountOptimisation {
  std::string Name, Meaning;
  bool On = true;                  ///< else switched off
  std::vector<std::string> Done;   ///< where
  std::vector<std::string> NotDone; ///< what it could not do, and why
  std::string Count;               ///< in place of Done: "2 of 3 phases need no barrier"
  bool Applied = false;
};

/// Text of the program, or what it is about.
struct AccountNote {
  SourceRange Range;
  std::string Text;
};

/// Lines of the generated device code that were made from a place of the program.
struct AccountLink {
  unsigned First = 0, Last = 0; ///< counted from 1
  SourceRange From;
  unsigned Phase = 0; ///< which one of the phases it is, from 1; 0: none
};

struct LoopAccount {
  std::vector<AccountBuffer> Buffers;
  std::vector<AccountStep> Steps;
  std::vector<AccountOptimisation> Optimisations;
  std::vector<AccountCapture> Captured;
  std::vector<std::string> WrittenBack;
  std::vector<AccountArgument> Arguments;
  std::vector<std::string> AlwaysGuarded; ///< of every region
  std::vector<AccountGuard> Guards;
  std::vector<AccountNote> Behind; ///< what the host performs when the persistent kernel has ended
  std::vector<AccountNote> Exits;  ///< ways out but the loop's own end
  bool BetweenTrips = false;       ///< it can be entered and left there
  std::string NotBetween;          ///< why not
  std::vector<std::string> Carried; ///< what trips hand on, then
  std::vector<AccountNote> Notes;
  // Where its kernel stands:
  std::string DeviceFile;             ///< relative to OUT
  unsigned DeviceFirst = 0, DeviceLast = 0;
  std::vector<AccountLink> Links;     ///< the later ones lie within earlier ones, or behind

  unsigned phases() const;
  unsigned barriers() const;
  /// Phases and barriers of a trip: those inside of a loop.
  unsigned commandsInTrip() const;
  unsigned barriersInTrip() const;
};

/// Where it was applied, where not and why, or "switched off".
std::string textOf(const AccountOptimisation &O);

/// The account in words, as --explain prints it.
std::string explain(const LoopAccount &A);

} // namespace persistify

#endif // PERSISTIFY_LOOPACCOUNT_H
