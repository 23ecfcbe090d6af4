//===- persistify/LoopReport.h - what became of one loop -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LOOPREPORT_H
#define PERSISTIFY_LOOPREPORT_H

#include "persistify/Diagnostics.h"
#include "persistify/LoopAccount.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace persistify {

/// What runs of a transformed program took for a loop on one path. Milliseconds.
struct PathRuns {
  unsigned Entries = 0;
  unsigned Timed = 0; ///< of these: their time is known
  double Median = 0;  ///< of an entry's time, without building
};

/// What statistics of runs (PERSISTIFY_STATS=json:FILE) say of a loop.
struct LoopRuns {
  PathRuns Original, Persistent;
  double Build = 0; ///< ms, of all processes together
  std::map<std::string, unsigned> Reasons; ///< why the original ran, and how often
  std::string Device, Barrier;             ///< of the last entry on the persistent path
  unsigned Groups = 0, GroupSize = 0;
  uint64_t Barriers = 0;

  /// What an entry takes less on the persistent path, if both are known; negative: more.
  std::optional<double> gain() const {
    if (!Original.Timed || !Persistent.Timed)
      return std::nullopt;
    return Original.Median - Persistent.Median;
  }
  /// The same for all entries on either path.
  std::optional<double> expectedGain() const {
    std::optional<double> One = gain();
    return One ? std::optional<double>(*One * (Original.Entries + Persistent.Entries)) : std::nullopt;
  }
};

/// What became of one candidate loop.
struct LoopReport {
  enum class Status { Transformed, Refused, Repetition, Skipped };
  SourceRange Range;
  Status S = Status::Refused;
  std::string Function;                ///< that the loop stands in
  std::vector<std::string> Calls;      ///< launching functions that it calls
  std::string Region;                  ///< "persistify_region_1" when transformed
  std::vector<Diagnostic> Diagnostics; ///< why refused; notes
  std::string Dump;                    ///< what DriverOptions::Dump asks for
  std::string Explain;                 ///< phases, barriers with reasons, captures, guards
  std::optional<LoopAccount> Account;  ///< the same as values, of a transformed loop
  std::optional<LoopRuns> Runs;        ///< if statistics were given that have the loop
  unsigned Program = 0;                ///< index in Report::Programs
};

/// The runs in words: "4 entries of the original, 12.5 ms each; ...".
std::string runsText(const LoopRuns &Runs);

/// Loops in the order in which they are worth a look: those with more measured gain first, then transformed ones
/// whose trips give more commands, then refused ones.
std::vector<const LoopReport *> byPromise(std::vector<const LoopReport *> Loops);
/// What it goes by, in words.
std::string promiseText(const LoopReport &L);

/// "transformed", "refused", "repetition" or "skipped".
llvm::StringRef statusName(LoopReport::Status S);

struct LoopCounts {
  unsigned Transformed = 0, Refused = 0, Repetition = 0, Skipped = 0;
  unsigned candidates() const { return Transformed + Refused; }
};
LoopCounts countLoops(llvm::ArrayRef<LoopReport> Loops);

} // namespace persistify

#endif // PERSISTIFY_LOOPREPORT_H
