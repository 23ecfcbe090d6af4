//===- CommandText.h - commands that messages propose ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_COMMANDTEXT_H
#define PERSISTIFY_TOOL_COMMANDTEXT_H

#include "Options.h"

namespace persistify {

/// A word as the shell reads it.
std::string shellWord(llvm::StringRef Word);

/// The command that was given, with another input behind its inputs.
std::string commandWith(const ToolOptions &Options, llvm::StringRef Input);
/// --examine of a folder, with what that command says of flags.
std::string examineCommand(const ToolOptions &Options, llvm::StringRef Folder);

} // namespace persistify

#endif // PERSISTIFY_TOOL_COMMANDTEXT_H
