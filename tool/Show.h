//===- Show.h - what the tool prints about its result ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_SHOW_H
#define PERSISTIFY_TOOL_SHOW_H

#include "Options.h"
#include "Output.h"
#include "persistify/Driver.h"
#include "persistify/Report.h"

namespace persistify {

/// Whether it says why a loop stays as it is, and not only more about that.
bool isReason(Diag D);

/// --explain PSTnnnn...: the rows of the table and their pages, which lie in
/// \p Pages. asksForCodes: whether \p Options means that.
bool asksForCodes(const ToolOptions &Options);
bool showCodes(const ToolOptions &Options, llvm::StringRef Pages, llvm::raw_ostream &OS, DiagnosticSink &Sink);

/// One line for each loop, with what became of it or (--list-loops) "candidate".
void showLoops(const DriverResult &Result, bool Analysed, llvm::raw_ostream &OS);
/// Why a refused loop was refused: code, evidence, and what to change.
std::string explainRefusal(const LoopReport &Loop, TextReport &Sources);
/// --explain
void showExplanations(llvm::ArrayRef<LoopReport> Loops, llvm::raw_ostream &OS);
/// --diff
void showDiff(const Inputs &In, const std::vector<OutputEntry> &Entries, llvm::raw_ostream &OS);
/// "persistify: 2 loops transformed, 1 refused; output in OUT/"
void showSummary(const ToolOptions &Options, const DriverResult &Result, size_t Untouched, llvm::raw_ostream &OS);
/// How the program is built from what was written: one line.
void showBuild(const ToolOptions &Options, const Inputs &In, llvm::raw_ostream &OS);

/// Writes \p Text to \p File. False with an error in \p Sink.
bool writeText(llvm::StringRef File, llvm::StringRef Text, DiagnosticSink &Sink);
/// The report where and as --report and --report-file say. Text also goes to
/// stderr when another form goes to a file.
bool writeReport(const ToolOptions &Options, const Report &R, TextReport &Text);
/// A report in one of the forms for stdout, there or where --report-file says.
bool writeDocument(const ToolOptions &Options, llvm::StringRef Text, DiagnosticSink &Sink);
/// \p R in the form that --report names: no text.
std::string documentOf(const ToolOptions &Options, const Report &R, TextReport &Sources);
std::string documentOf(const llvm::json::Value &Document);

} // namespace persistify

#endif // PERSISTIFY_TOOL_SHOW_H
