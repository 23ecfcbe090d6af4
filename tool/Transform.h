//===- Transform.h - one run over given files -------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_TRANSFORM_H
#define PERSISTIFY_TOOL_TRANSFORM_H

#include "Options.h"
#include "Runtime.h"
#include "persistify/Driver.h"
#include "persistify/Report.h"
#include <functional>
#include <optional>

namespace persistify {

/// The worst exit code among \p Diagnostics.
ExitCode worst(llvm::ArrayRef<Diagnostic> Diagnostics);

/// Transforms the files of the command line and writes what was asked for.
/// What there is to report goes to \p Result, its sources to \p Text. The
/// summary is what is left to print when all else has been.
ExitCode transform(const ToolOptions &Options, const std::optional<RuntimeFiles> &Runtime, Report &Result,
                   TextReport &Text, std::function<void()> &Summary);

/// What reports that show the program need of it, if \p Options ask for one. \p Texts: those that are known, by path.
ReportProgram reportProgram(const ToolOptions &Options, const DriverResult &Result,
                            const llvm::StringMap<std::string> &Texts);

/// --examine: statistics over a folder. Pages: Report::Pages.
ExitCode examine(const ToolOptions &Options, const std::optional<RuntimeFiles> &Runtime, llvm::StringRef Pages,
                 TextReport &Text, DiagnosticSink &Sink);

/// --list-programs: the programs of folders, on stdout.
ExitCode listPrograms(const ToolOptions &Options, DiagnosticSink &Sink);

/// --cflags and --libs
ExitCode printBuildFlags(const ToolOptions &Options, const std::optional<RuntimeFiles> &Runtime, DiagnosticSink &Sink);

/// Runs \p F. A crash of it is an internal error in \p Sink, and not the end of
/// the program; nothing is known then of what F left behind.
bool guarded(llvm::function_ref<void()> F, DiagnosticSink &Sink);

} // namespace persistify

#endif // PERSISTIFY_TOOL_TRANSFORM_H
