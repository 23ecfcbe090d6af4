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
#define PERSISTIFY_DIAG(CODE, NAME, SEVERITY, TEXT, FIX)                       \
  {"PST" #CODE, Severity::SEVERITY, TEXT, FIX},
#include "persistify/Diagnostics.def"
};

const Row &row(Diag D) { return Rows[static_cast<unsigned>(D)]; }
} // namespace

StringRef diagCode(Diag D) { return row(D).Code; }
Severity diagSeverity(Diag D) { return row(D).S; }
StringRef diagFix(Diag D) { return row(D).Fix; }
StringRef diagText(Diag D) { return row(D).Text; }

std::optional<Diag> diagFromCode(StringRef Code) {
  for (unsigned I = 0; I != std::size(Rows); ++I)
    if (Code.equals_insensitive(Rows[I].Code))
      return static_cast<Diag>(I);
  return std::nullopt;
}

StringRef severityName(Severity S) {
  switch (S) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  llvm_unreachable("unknown severity");
}

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
