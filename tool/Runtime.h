//===- Runtime.h - where the runtime library lies --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_RUNTIME_H
#define PERSISTIFY_TOOL_RUNTIME_H

#include "Output.h"
#include "persistify/Diagnostics.h"
#include <optional>
#include <string>

namespace persistify {

/// The runtime, found relative to the tool; build trees and installed
/// prefixes have the same shape.
struct RuntimeFiles {
  std::string Include; ///< folder for -I
  std::string Library; ///< folder for -L
  std::string Sources; ///< folder with the host runtime's sources

  std::string cflags() const;
  std::string libs() const;
};

std::optional<RuntimeFiles> findRuntime(const char *Argv0);

/// The folder with one page for each diagnostic; it need not exist.
std::string diagnosticPages(const char *Argv0);

/// Adds the runtime as sources, below persistify/, for a self-contained output.
bool embedRuntime(const RuntimeFiles &Runtime, std::vector<OutputEntry> &Entries, DiagnosticSink &Sink);

} // namespace persistify

#endif // PERSISTIFY_TOOL_RUNTIME_H
