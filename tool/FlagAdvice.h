//===- FlagAdvice.h - what host files with syntax errors perhaps lack ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_FLAGADVICE_H
#define PERSISTIFY_TOOL_FLAGADVICE_H

#include "Inputs.h"

namespace persistify {

/// Says what flags may cure the syntax errors in host files, or headers of them: folders of headers that are not found but
/// lie somewhere near, the version of the language with which errors go away, and how the build's flags are had. Nothing
/// if there are no such errors.
void adviseOnFlags(const ToolOptions &Options, const Inputs &In, llvm::ArrayRef<Diagnostic> Found,
                   DiagnosticSink &Sink);

} // namespace persistify

#endif // PERSISTIFY_TOOL_FLAGADVICE_H
