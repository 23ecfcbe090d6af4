//===- Runs.cpp - what runs took, in words ---------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/LoopReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace persistify {

static std::string counted(unsigned N, StringRef One, StringRef Many) {
  return formatv("{0} {1}", N, N == 1 ? One : Many);
}

static std::string pathText(const PathRuns &P, StringRef Name) {
  std::string Text = counted(P.Entries, "entry", "entries") + (" on the " + Name + " path").str();
  if (P.Timed)
    Text += formatv(", {0:f3} ms each (median of {1})", P.Median, P.Timed);
  return Text;
}

std::string runsText(const LoopRuns &R) {
  std::string Text = pathText(R.Original, "original") + "; " + pathText(R.Persistent, "persistent");
  if (std::optional<double> Gain = R.gain())
    Text += formatv("; an entry takes {0:f3} ms {1}", std::abs(*Gain), *Gain < 0 ? "more" : "less");
  if (R.Build > 0)
    Text += formatv("; building took {0:f3} ms", R.Build);
  for (const auto &[Why, N] : R.Reasons)
    Text += "; " + counted(N, "time", "times") + " the original: " + Why;
  return Text;
}

/// What comes first: 0 measured, 1 transformed, 2 refused, 3 all else.
static unsigned rank(const LoopReport &L) {
  if (L.Runs && L.Runs->expectedGain())
    return 0;
  return L.S == LoopReport::Status::Transformed ? 1 : L.S == LoopReport::Status::Refused ? 2 : 3;
}

std::vector<const LoopReport *> byPromise(std::vector<const LoopReport *> Loops) {
  std::vector<std::tuple<unsigned, double, size_t>> Keys; // the last one: loops that promise the same keep their order
  for (size_t I = 0; I < Loops.size(); ++I) {
    const LoopReport &L = *Loops[I];
    Keys.push_back({rank(L),
                    rank(L) == 0 ? -*L.Runs->expectedGain()
                    : L.Account  ? -double(L.Account->commandsInTrip())
                                 : 0,
                    I});
  }
  llvm::sort(Keys);
  std::vector<const LoopReport *> Result;
  for (const auto &[Rank, Promise, I] : Keys)
    Result.push_back(Loops[I]);
  return Result;
}

std::string promiseText(const LoopReport &L) {
  if (L.Runs && L.Runs->gain())
    return formatv("{0:f3} ms {1} an entry, {2:f3} instead of {3:f3}; {4:f3} ms for {5} (measured)",
                   std::abs(*L.Runs->gain()), *L.Runs->gain() < 0 ? "more" : "less", L.Runs->Persistent.Median,
                   L.Runs->Original.Median, std::abs(*L.Runs->expectedGain()),
                   counted(L.Runs->Original.Entries + L.Runs->Persistent.Entries, "entry", "entries"));
  if (L.Account)
    return counted(L.Account->commandsInTrip(), "command", "commands") + " a trip, then " +
           counted(L.Account->barriersInTrip(), "barrier", "barriers") + " (not measured)";
  return "";
}

} // namespace persistify
