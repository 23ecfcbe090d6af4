//===- persistify/Report.h - how diagnostics are shown ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics as text in the style of compilers:
//
//   host.cpp:42:7: warning: call of 'f' inside the loop: ... [PST1001]
//       f(x);
//       ^~~~
//   host.cpp:42:7: note: move the call out of the loop, ...
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_REPORT_H
#define PERSISTIFY_REPORT_H

#include "persistify/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace persistify {

/// The row with the code "PST1001", if there is one.
std::optional<Diag> diagFromCode(llvm::StringRef Code);
/// The row's text, with its %0 %1 ... as they stand in the table.
llvm::StringRef diagText(Diag D);
/// "note", "warning" or "error".
llvm::StringRef severityName(Severity S);

/// Prints diagnostics as text; in colour when the stream is a terminal.
class TextReport {
public:
  explicit TextReport(llvm::raw_ostream &OS, llvm::StringRef ToolName = "persistify")
      : OS(OS), ToolName(ToolName) {}

  /// Gives the text behind a path, for the source lines shown. Files that were
  /// not given are read from disk when a diagnostic points into them.
  void addSource(llvm::StringRef Path, llvm::StringRef Text);
  /// Print nothing below this severity (the default prints all).
  void setMinimum(Severity S) { Minimum = S; }

  void print(const Diagnostic &D);
  void print(llvm::ArrayRef<Diagnostic> Ds);
  /// "FILE:LINE:COL: note: TEXT", for context to the diagnostics before it.
  void printNote(const SourceRange &R, llvm::StringRef Text);

private:
  llvm::StringRef lineOf(const SourceRange &R);
  void printOne(const SourceRange &R, Severity S, llvm::StringRef Text, bool WithSource);

  llvm::raw_ostream &OS;
  std::string ToolName;
  Severity Minimum = Severity::Note;
  llvm::StringMap<std::string> Sources;
};

} // namespace persistify

#endif // PERSISTIFY_REPORT_H
