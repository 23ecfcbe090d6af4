//===- Diff.cpp - unified diffs --------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Myers' greedy algorithm over lines (An O(ND) Difference Algorithm, 1986).
//
//===----------------------------------------------------------------------===//
#include "Diff.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <vector>

using namespace llvm;

namespace persistify {

namespace {
constexpr size_t Context = 3;
/// Beyond this many changed lines the search costs more than it gives: what
/// lies between the common ends is then shown as replaced.
constexpr int MaxDistance = 2000;

/// Lines with their newline, so that a missing last one is a difference.
std::vector<StringRef> splitLines(StringRef Text) {
  std::vector<StringRef> Lines;
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    Lines.push_back(Text.take_front(End));
    Text = Text.drop_front(End);
  }
  return Lines;
}

struct Edit {
  char Kind; ///< ' ', '-' or '+'
  StringRef Line;
};

/// Appends the edits that turn Old into New.
void shortestEdit(ArrayRef<StringRef> Old, ArrayRef<StringRef> New, std::vector<Edit> &Edits) {
  const int N = Old.size(), M = New.size();
  const int Max = std::min(N + M, MaxDistance);
  // Trace[D][K + D]: the furthest old line reached on diagonal K with D edits.
  std::vector<std::vector<int>> Trace;
  auto Furthest = [&](int D, int K) { return K < -D || K > D ? -1 : Trace[D][K + D]; };
  auto StepDown = [&](int D, int K) { // the last edit was an insertion
    return K == -D || (K != D && Furthest(D - 1, K - 1) < Furthest(D - 1, K + 1));
  };
  bool Found = false;
  for (int D = 0; D <= Max && !Found; ++D) {
    Trace.emplace_back(2 * D + 1, -1);
    for (int K = -D; K <= D && !Found; K += 2) {
      int X = D == 0 ? 0 : StepDown(D, K) ? Furthest(D - 1, K + 1) : Furthest(D - 1, K - 1) + 1;
      while (X < N && X - K < M && Old[X] == New[X - K])
        ++X;
      Trace[D][K + D] = X;
      Found = X >= N && X - K >= M;
    }
  }
  if (!Found) {
    for (StringRef Line : Old)
      Edits.push_back({'-', Line});
    for (StringRef Line : New)
      Edits.push_back({'+', Line});
    return;
  }
  std::vector<Edit> Backwards;
  int X = N, K = N - M;
  for (int D = Trace.size() - 1; D >= 0; --D) {
    bool Down = D != 0 && StepDown(D, K);
    int Start = D == 0 ? 0 : Down ? Furthest(D - 1, K + 1) : Furthest(D - 1, K - 1) + 1;
    while (X > Start)
      Backwards.push_back({' ', Old[--X]});
    if (D == 0)
      break;
    if (Down) {
      Backwards.push_back({'+', New[X - K - 1]});
      ++K;
    } else {
      Backwards.push_back({'-', Old[--X]});
      --K;
    }
  }
  Edits.insert(Edits.end(), Backwards.rbegin(), Backwards.rend());
}

/// "12,3" as in "@@ -12,3 +12,4 @@"; an empty range counts the line before it.
std::string rangeText(size_t Begin, size_t Count) {
  return Count == 1 ? formatv("{0}", Begin + 1).str() : formatv("{0},{1}", Count ? Begin + 1 : Begin, Count).str();
}
} // namespace

/// The lines of both texts in order, as kept, deleted and inserted.
static std::vector<Edit> editScript(StringRef OldText, StringRef NewText) {
  std::vector<StringRef> OldLines = splitLines(OldText), NewLines = splitLines(NewText);
  ArrayRef<StringRef> Old = OldLines, New = NewLines;
  size_t Prefix = 0, Suffix = 0;
  while (Prefix < Old.size() && Prefix < New.size() && Old[Prefix] == New[Prefix])
    ++Prefix;
  while (Suffix < Old.size() - Prefix && Suffix < New.size() - Prefix &&
         Old[Old.size() - 1 - Suffix] == New[New.size() - 1 - Suffix])
    ++Suffix;

  std::vector<Edit> Edits;
  for (StringRef Line : Old.take_front(Prefix))
    Edits.push_back({' ', Line});
  shortestEdit(Old.drop_front(Prefix).drop_back(Suffix), New.drop_front(Prefix).drop_back(Suffix), Edits);
  for (StringRef Line : Old.take_back(Suffix))
    Edits.push_back({' ', Line});
  return Edits;
}

std::vector<TextEdit> lineEdits(StringRef OldText, StringRef NewText) {
  std::vector<TextEdit> Result;
  size_t At = 0;
  bool Open = false;
  for (const Edit &E : editScript(OldText, NewText)) {
    if (E.Kind == ' ') {
      At += E.Line.size();
      Open = false;
      continue;
    }
    if (!Open)
      Result.push_back({At, 0, ""});
    Open = true;
    if (E.Kind == '+') {
      Result.back().Text += E.Line;
    } else {
      Result.back().Length += E.Line.size();
      At += E.Line.size();
    }
  }
  return Result;
}

std::string unifiedDiff(StringRef OldName, StringRef NewName, StringRef OldText, StringRef NewText) {
  if (OldText == NewText)
    return {};
  std::vector<Edit> Edits = editScript(OldText, NewText);
  std::string Result = formatv("--- {0}\n+++ {1}\n", OldName, NewName);
  size_t OldAt = 0, NewAt = 0;
  for (size_t I = 0; I < Edits.size();) {
    // A hunk begins Context lines before a change and ends where more than
    // twice that many lines are equal.
    size_t Change = I;
    while (Change < Edits.size() && Edits[Change].Kind == ' ')
      ++Change;
    if (Change == Edits.size())
      break;
    size_t Begin = std::max(I, Change - std::min(Change, Context));
    size_t End = Change + 1;
    for (size_t J = End; J < Edits.size() && J < End + 2 * Context + 1; ++J)
      if (Edits[J].Kind != ' ')
        End = J + 1;
    End = std::min(End + Context, Edits.size());
    OldAt += Begin - I;
    NewAt += Begin - I;
    size_t OldCount = 0, NewCount = 0;
    std::string Body;
    for (; Begin < End; ++Begin) {
      const Edit &E = Edits[Begin];
      OldCount += E.Kind != '+';
      NewCount += E.Kind != '-';
      Body += E.Kind;
      Body += E.Line;
      if (!E.Line.ends_with("\n"))
        Body += "\n\\ No newline at end of file\n";
    }
    Result += "@@ -" + rangeText(OldAt, OldCount) + " +" + rangeText(NewAt, NewCount) + " @@\n" + Body;
    OldAt += OldCount;
    NewAt += NewCount;
    I = End;
  }
  return Result;
}

} // namespace persistify
