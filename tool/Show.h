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

/// --explain PSTnnnn...: the rows of the table. True if \p Options asks for that.
bool asksForCodes(const ToolOptions &Options);
bool showCodes(const ToolOptions &Options, llvm::raw_ostream &OS, DiagnosticSink &Sink);

/// Why loops were refused, and notes.
void showDiagnostics(const DriverResult &Result, TextReport &Report);
/// --list-loops
void showLoops(const DriverResult &Result, llvm::raw_ostream &OS);
/// --explain
void showExplanations(const DriverResult &Result, llvm::raw_ostream &OS);
/// --diff
void showDiff(const Inputs &In, const std::vector<OutputEntry> &Entries, llvm::raw_ostream &OS);

struct LoopCounts {
  unsigned Transformed = 0, Refused = 0;
};
LoopCounts countLoops(const DriverResult &Result);

/// "persistify: 2 loops transformed, 1 refused; output in OUT/"
void showSummary(const ToolOptions &Options, const DriverResult &Result, llvm::raw_ostream &OS);

} // namespace persistify

#endif // PERSISTIFY_TOOL_SHOW_H
