//===- persistify/Report.h - what a run has to say, and its printers -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One model of a run (Report) and four printers of it: text in the style of
// compilers, JSON (docs/report-schema.md), SARIF 2.1.0 and a page of HTML.
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
#include "persistify/LoopReport.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <set>
#include <string>

namespace persistify {

/// The row with the code "PST1001" or "1001", if there is one.
std::optional<Diag> diagFromCode(llvm::StringRef Code);
/// The row's text, with its %0 %1 ... as they stand in the table.
llvm::StringRef diagText(Diag D);
/// The same with "..." for its arguments.
std::string generalText(Diag D);
/// "note", "warning" or "error".
llvm::StringRef severityName(Severity S);
llvm::ArrayRef<Diag> allDiags();

/// Severities after --werror.
struct Severities {
  bool WarningsAreErrors = false;
  std::set<Diag> Errors;

  Severity of(Diag D) const {
    Severity S = diagSeverity(D);
    return Errors.count(D) || (WarningsAreErrors && S == Severity::Warning) ? Severity::Error : S;
  }
  /// Whether an option, and not the table, makes D an error.
  bool promotes(Diag D) const { return of(D) != diagSeverity(D); }
};

/// A text that places name by its path.
struct ReportText {
  std::string Path, Text;
};

/// Host files and kernels that belong together.
struct ReportProgram {
  std::string Host;                  ///< with --examine; else empty
  std::vector<std::string> Kernels;  ///< paths, with --examine
  std::vector<ReportText> Texts;     ///< of the program, for printers that show lines
  std::vector<ReportText> Generated; ///< device code, by paths relative to OUT
};

/// Everything a run of the tool has found.
struct Report {
  std::string Version;                 ///< of the tool
  std::vector<Diagnostic> Diagnostics; ///< of no loop: errors of input and output, notes
  std::vector<LoopReport> Loops;       ///< in source order
  bool Analysed = true;                ///< false: loops were only listed
  bool EachInput = false;              ///< a note for each file that was found, however many there are
  persistify::Severities Severities;
  int ExitCode = 0;
  std::vector<ReportProgram> Programs; ///< LoopReport::Program
  std::string Folder;                  ///< of --examine
  /// Folder with a page for each code, absolute; empty: there is none.
  std::string Pages;
};

/// Prints diagnostics as text, in colour where llvm::WithColor finds that right.
class TextReport {
public:
  explicit TextReport(llvm::raw_ostream &OS, llvm::StringRef ToolName = "persistify") : OS(OS), ToolName(ToolName) {}

  /// The same sources and settings, printed elsewhere.
  TextReport(const TextReport &Other, llvm::raw_ostream &OS)
      : OS(OS), ToolName(Other.ToolName), Minimum(Other.Minimum), Colors(Other.Colors), Levels(Other.Levels),
        Sources(Other.Sources) {}

  /// Gives the text behind a path, for the source lines shown. Files that were
  /// not given are read from disk when a diagnostic points into them.
  void addSource(llvm::StringRef Path, llvm::StringRef Text);
  /// Print nothing below this severity (the default prints all).
  void setMinimum(Severity S) { Minimum = S; }
  void setPlain() { Colors = false; }
  void setSeverities(const Severities &S) { Levels = S; }

  void print(const Report &R);
  void print(const Diagnostic &D);
  void print(llvm::ArrayRef<Diagnostic> Ds);
  /// "FILE:LINE:COL: note: TEXT", for context to the diagnostics before it.
  void printNote(const SourceRange &R, llvm::StringRef Text);
  /// The source line that \p R begins in, without its newline.
  llvm::StringRef lineOf(const SourceRange &R);

private:
  /// What was read and is not on the command line; and, in front of all else, what else is said of inputs.
  void printInputs(const Report &R);
  void printOne(const SourceRange &R, Severity S, llvm::StringRef Text, bool WithSource);

  llvm::raw_ostream &OS;
  std::string ToolName;
  Severity Minimum = Severity::Note;
  bool Colors = true;
  Severities Levels;
  llvm::StringMap<std::string> Sources;
};

/// The report in the schema of docs/report-schema.md.
llvm::json::Value jsonReport(const Report &R);
llvm::json::Value jsonDiagnostic(const Diagnostic &D, const Severities &S);
llvm::json::Value jsonRange(const SourceRange &R);
llvm::json::Value jsonRuns(const LoopRuns &Runs);
/// The report as a SARIF 2.1.0 log of one run. \p Sources: the lines, in which columns are counted.
llvm::json::Value sarifReport(const Report &R, TextReport &Sources);
/// The report as one self-contained page. What it shows of the program is in Report::Programs.
std::string htmlReport(const Report &R);

} // namespace persistify

#endif // PERSISTIFY_REPORT_H
