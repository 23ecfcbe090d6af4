//===- Explain.cpp - a loop's account in words -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/LoopAccount.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace persistify {

unsigned LoopAccount::phases() const {
  return count_if(Steps, [](const AccountStep &S) { return S.K == AccountStep::Phase; });
}

unsigned LoopAccount::barriers() const {
  return count_if(Steps, [](const AccountStep &S) { return !S.Barrier.empty(); });
}

unsigned LoopAccount::commandsInTrip() const {
  return count_if(Steps, [](const AccountStep &S) { return S.K == AccountStep::Phase && S.Depth; });
}

unsigned LoopAccount::barriersInTrip() const {
  return count_if(Steps, [](const AccountStep &S) { return !S.Barrier.empty() && S.Depth; });
}

static void explainStep(const AccountStep &S, raw_ostream &OS) {
  if (S.K == AccountStep::Loop) {
    if (!S.Barrier.empty())
      OS << formatv("    barrier: for the first trip of the loop at line {0}\n", S.Range.Line);
    return;
  }
  if (!S.Barrier.empty())
    OS << "    barrier: " << join(S.Barrier, "; ") << "\n";
  OS << formatv("    line {0}: {1}", S.Range.Line, S.What);
  if (!S.Kernel.empty()) {
    OS << " " << S.Kernel << ", " << S.Schedule;
    if (!S.ScheduleReason.empty())
      OS << " (" << S.ScheduleReason << ")";
    for (const std::string &R : S.Remarks)
      OS << ", " << R;
  }
  if (!S.Turn.empty())
    OS << ", " << S.Turn;
  else if (!S.NoBarrier.empty())
    OS << ", no barrier: " << S.NoBarrier;
  OS << "\n";
}

std::string textOf(const AccountOptimisation &O) {
  if (!O.On)
    return "switched off";
  if (!O.Count.empty())
    return O.Count;
  std::vector<std::string> All = O.Done;
  for (const std::string &Why : O.NotDone)
    All.push_back("not " + Why);
  return All.empty() ? "nothing to do" : join(All, "; ");
}

std::string explain(const LoopAccount &A) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "  phases:\n";
  for (const AccountStep &S : A.Steps)
    explainStep(S, OS);
  OS << "  optimisations:\n";
  for (const AccountOptimisation &O : A.Optimisations)
    OS << "    " << O.Name << ": " << textOf(O) << "\n";
  OS << "  captured:";
  for (const AccountCapture &C : A.Captured)
    OS << " " << C.Name;
  OS << "\n  written back:";
  for (const std::string &Name : A.WrittenBack)
    OS << " " << Name;
  OS << "\n  arguments set by the region:";
  for (const AccountArgument &Arg : A.Arguments)
    if (Arg.Set)
      OS << formatv(" {0}[{1}]", Arg.Kernel, Arg.Index);
  OS << "\n  arguments recorded before it:";
  for (const AccountArgument &Arg : A.Arguments)
    if (Arg.Recorded)
      OS << formatv(" {0}[{1}]", Arg.Kernel, Arg.Index);
  OS << "\n  guards: " << join(A.AlwaysGuarded, ", ");
  for (const AccountGuard &G : A.Guards)
    OS << "; " << G.Text;
  OS << "\n  between trips: ";
  if (A.BetweenTrips)
    OS << "the loop can be entered and left";
  else
    OS << "the loop is not entered or left: " << A.NotBetween;
  for (size_t I = 0; I < A.Carried.size(); ++I)
    OS << (I ? ", " : ", with ") << A.Carried[I];
  OS << "\n";
  for (const AccountNote &N : A.Notes)
    OS << formatv("  line {0}: {1}\n", N.Range.Line, N.Text);
  return Text;
}

} // namespace persistify
