//===- KernelText.cpp - the text of a persistent kernel while it is written ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace persistify;
using namespace persistify::emit;
using llvm::formatv;

KernelText::KernelText(const Plan &P, const KernelNames &Names)
    : P(P), Names(Names), File(llvm::sys::path::filename(P.R->Range.File)), OS(Text) {
  numberPhases(P.R->Body);
}

void KernelText::from(const Stmt &S, llvm::function_ref<void()> Write) {
  const size_t Begin = Text.size(), N = Pieces.size();
  Pieces.push_back({Begin, Begin, &S});
  Write();
  if (Text.size() > Begin)
    Pieces[N].End = Text.size();
  else
    Pieces.resize(N);
}

bool KernelText::barrierReasons(const Stmt &S) {
  auto It = P.Barriers.find(&S);
  if (It == P.Barriers.end())
    return false;
  for (const std::string &Why : It->second.Reasons)
    line() << "// barrier: " << Why << "\n";
  return true;
}

void KernelText::barrier(const Stmt &S) {
  if (!barrierReasons(S))
    return;
  for (size_t I = 0; I < P.Rotations.size(); ++I)
    if (P.Rotations[I].Joins == &S) {
      line() << formatv("P_BARRIER_ANY(&{0}); // raised by a work-item?\n", Names.Cells[I]);
      return;
    }
  line() << "P_BARRIER();\n";
}

void KernelText::bail(const std::string &If, const char *Reason, const SourceRange &At) {
  line();
  if (!If.empty())
    OS << "if (" << If << ") ";
  OS << "P_BAIL(" << Reason << ", " << At.Line << ");\n";
}

void KernelText::numberPhases(const StmtList &L) {
  for (const Stmt &S : L) {
    if (S.isPhase())
      PhaseNumbers.try_emplace(&S, PhaseNumbers.size() + 1);
    if (S.K == Stmt::Solo) // one phase
      continue;
    for (const StmtList *Inner : {&S.Before, &S.Next, &S.Body, &S.Else})
      numberPhases(*Inner);
  }
}

void KernelText::link(std::vector<AccountLink> &Links) const {
  std::vector<size_t> Ends; // of lines
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == '\n')
      Ends.push_back(I);
  auto LineAt = [&](size_t Offset) { return unsigned(llvm::lower_bound(Ends, Offset) - Ends.begin() + 1); };
  for (const Piece &Pc : Pieces)
    Links.push_back({LineAt(Pc.Begin), LineAt(Pc.End - 1), Pc.From->Range, PhaseNumbers.lookup(Pc.From)});
}
