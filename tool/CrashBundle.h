//===- CrashBundle.h - what a report of an internal error needs -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_CRASHBUNDLE_H
#define PERSISTIFY_TOOL_CRASHBUNDLE_H

#include "Inputs.h"
#include "persistify/Report.h"

namespace persistify {

/// Whether \p R tells of an internal error (PST9006 to PST9008), of a loop or of the whole.
bool hasInternalError(const Report &R);

/// Writes to --crash-bundle: the inputs, preprocessed, the command that repeats the run on
/// them, and the messages. All of it, or nothing with an error in \p Sink. \p Context: the
/// files of the compilation database that were read beside the inputs.
bool writeCrashBundle(const ToolOptions &Options, const Inputs &In, llvm::ArrayRef<HostFile> Context, const Report &R,
                      DiagnosticSink &Sink);

} // namespace persistify

#endif // PERSISTIFY_TOOL_CRASHBUNDLE_H
