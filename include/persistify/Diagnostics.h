//===- persistify/Diagnostics.h - coded diagnostics ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every reason to refuse a loop, every note on semantics and every error of the
// tool is one row of Diagnostics.def. A Diagnostic is that row's code with its
// arguments and a source range; nothing else in the tool spells a message.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_DIAGNOSTICS_H
#define PERSISTIFY_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace persistify {

/// A half-open range of one file; lines and columns count from 1, offsets from 0.
struct SourceRange {
  std::string File;
  unsigned Line = 0, Column = 0;
  unsigned EndLine = 0, EndColumn = 0;
  unsigned Begin = 0, End = 0; ///< byte offsets in the file
  bool valid() const { return Line != 0; }
};

enum class Severity { Note, Warning, Error };

enum class Diag {
#define PERSISTIFY_DIAG(CODE, NAME, SEVERITY, TEXT, FIX) NAME,
#include "persistify/Diagnostics.def"
};

/// "PST1001"
llvm::StringRef diagCode(Diag D);
Severity diagSeverity(Diag D);
/// What the user can change, one sentence; may be empty.
llvm::StringRef diagFix(Diag D);

struct Diagnostic {
  Diag D;
  SourceRange Range;
  std::vector<std::string> Args; ///< replace %0, %1 ... in the row's text

  std::string message() const; ///< the row's text with its arguments
};

/// Where stages put what they have to say.
class DiagnosticSink {
public:
  void report(Diag D, SourceRange R, std::vector<std::string> Args = {}) {
    All.push_back({D, std::move(R), std::move(Args)});
  }
  void report(Diagnostic D) { All.push_back(std::move(D)); }
  llvm::ArrayRef<Diagnostic> all() const { return All; }

private:
  std::vector<Diagnostic> All;
};

} // namespace persistify

#endif // PERSISTIFY_DIAGNOSTICS_H
