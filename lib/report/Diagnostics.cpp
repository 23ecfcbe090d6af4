//===- Diagnostics.cpp - the rows of Diagnostics.def -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Diagnostics.h"
#include "persistify/Report.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace persistify {

namespace {
struct Row {
  StringLiteral Code;
  Severity S;
  StringLiteral Text, Fix;
};

constexpr Row Rows[] = {
#define PERSISTIFY_DIAG(CODE, NAME, SEVERITY, TEXT, FIX) {"PST" #CODE, Severity::SEVERITY, TEXT, FIX},
#include "persistify/Diagnostics.def"
};

const Row &row(Diag D) { return Rows[static_cast<unsigned>(D)]; }
} // namespace

StringRef diagCode(Diag D) { return row(D).Code; }
Severity diagSeverity(Diag D) { return row(D).S; }
StringRef diagFix(Diag D) { return row(D).Fix; }
StringRef diagText(Diag D) { return row(D).Text; }

std::optional<Diag> diagFromCode(StringRef Code) {
  Code.consume_front_insensitive("PST");
  for (unsigned I = 0; I != std::size(Rows); ++I)
    if (Code == StringRef(Rows[I].Code).drop_front(3))
      return static_cast<Diag>(I);
  return std::nullopt;
}

ArrayRef<Diag> allDiags() {
  static const Diag All[] = {
#define PERSISTIFY_DIAG(CODE, NAME, SEVERITY, TEXT, FIX) Diag::NAME,
#include "persistify/Diagnostics.def"
  };
  return All;
}

StringRef statusName(LoopReport::Status S) {
  switch (S) {
  case LoopReport::Status::Transformed: return "transformed";
  case LoopReport::Status::Refused: return "refused";
  case LoopReport::Status::Repetition: return "repetition";
  case LoopReport::Status::Skipped: return "skipped";
  }
  llvm_unreachable("unknown status");
}

LoopCounts countLoops(ArrayRef<LoopReport> Loops) {
  LoopCounts Counts;
  for (const LoopReport &Loop : Loops) {
    Counts.Transformed += Loop.S == LoopReport::Status::Transformed;
    Counts.Refused += Loop.S == LoopReport::Status::Refused;
    Counts.Repetition += Loop.S == LoopReport::Status::Repetition;
    Counts.Skipped += Loop.S == LoopReport::Status::Skipped;
  }
  return Counts;
}

StringRef severityName(Severity S) {
  switch (S) {
  case Severity::Note: return "note";
  case Severity::Warning: return "warning";
  case Severity::Error: return "error";
  }
  llvm_unreachable("unknown severity");
}

std::string generalText(Diag D) { return Diagnostic{D, {}, std::vector<std::string>(10, "...")}.message(); }

std::string Diagnostic::message() const {
  StringRef Text = diagText(D);
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] != '%' || I + 1 == Text.size() || !isDigit(Text[I + 1])) {
      Result += Text[I];
      continue;
    }
    unsigned Arg = Text[++I] - '0';
    if (Arg < Args.size())
      Result += Args[Arg];
  }
  return Result;
}

} // namespace persistify
