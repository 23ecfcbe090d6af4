//===- MacroWatch.h - finds out how a host file must be compiled ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_FRONTEND_MACROWATCH_H
#define PERSISTIFY_LIB_FRONTEND_MACROWATCH_H

#include "persistify/HostMacros.h"

namespace clang {
class Preprocessor;
} // namespace clang

namespace persistify::frontend {

/// What \p PP meets from now on, before it begins with the main file, goes to \p Out. Takes its token watcher. \p Out is
/// complete when the main file has ended. \p Edited: as for hostMacros.
void watchMacros(clang::Preprocessor &PP, HostMacros &Out, llvm::StringRef Edited = "");

} // namespace persistify::frontend

#endif // PERSISTIFY_LIB_FRONTEND_MACROWATCH_H
