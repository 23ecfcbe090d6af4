//===- Statistics.h - what runs of a program took --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_STATISTICS_H
#define PERSISTIFY_TOOL_STATISTICS_H

#include "persistify/LoopReport.h"

namespace persistify {

/// --statistics: reads what transformed programs left with PERSISTIFY_STATS=json:FILE (docs/runtime.md), and gives to each
/// loop what is of it: of its file's name and its line. False with an error in \p Sink.
bool readStatistics(llvm::StringRef File, std::vector<LoopReport> &Loops, DiagnosticSink &Sink);

} // namespace persistify

#endif // PERSISTIFY_TOOL_STATISTICS_H
