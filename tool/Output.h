//===- Output.h - writing the result, all of it or nothing -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_OUTPUT_H
#define PERSISTIFY_TOOL_OUTPUT_H

#include "Inputs.h"
#include "persistify/Driver.h"
#include "llvm/Support/Chrono.h"
#include <string>
#include <vector>

namespace persistify {

/// One file to write.
struct OutputEntry {
  std::string Path;  ///< relative to OUT
  std::string Text;
  std::string Input; ///< the input it is a form or a copy of, or empty
  bool Changed;      ///< generated, or differs from Input
};

/// The complete output: changed and generated files, and everything unchanged
/// that they need beside them. False with errors in \p Sink.
bool collectOutput(const Inputs &In, const DriverResult &Result, std::vector<OutputEntry> &Entries,
                   DiagnosticSink &Sink);

/// Writes \p Entries and the list of them (.persistify) to the folder \p Out.
/// The list gets a new time even if nothing changed: builds use it as a stamp. This
/// time, and that of the written files, is \p Began, before the first input was read:
/// what is edited while the tool runs is newer.
bool writeOutput(llvm::StringRef Out, const std::vector<OutputEntry> &Entries, bool Force, llvm::sys::TimePoint<> Began,
                 DiagnosticSink &Sink);

/// What a build has to know of a run.
struct Dependencies {
  std::string Out;             ///< output folder
  std::set<std::string> Files; ///< absolute; those that do not exist were looked for (DriverResult::FilesRead)
};

/// Writes the rule "TARGET: FILES" for make and ninja to \p DepFile; TARGET is OUT/.persistify if empty.
/// In it is each folder in which a file that was looked for may appear, if the build writes nothing there:
/// outside the current folder.
bool writeDepFile(llvm::StringRef DepFile, llvm::StringRef Target, const Dependencies &D, DiagnosticSink &Sink);

/// Writes the paths that do not exist, one a line.
bool writeAbsentFile(llvm::StringRef File, const Dependencies &D, DiagnosticSink &Sink);

/// Whether \p Text is the list that writeOutput leaves in an output folder.
bool isManifest(llvm::StringRef Text);

/// Writes the changes of host files to \p File as clang-apply-replacements reads
/// them. Generated files are not part of it.
bool exportFixes(llvm::StringRef File, const Inputs &In, const std::vector<OutputEntry> &Entries, DiagnosticSink &Sink);

/// Writes the changed files over their inputs and the generated ones beside
/// them. What git could not give back is kept as FILE.orig.
bool writeInPlace(const Inputs &In, const std::vector<OutputEntry> &Entries, bool Force, DiagnosticSink &Sink);

} // namespace persistify

#endif // PERSISTIFY_TOOL_OUTPUT_H
