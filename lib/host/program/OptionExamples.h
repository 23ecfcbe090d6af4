//===- OptionExamples.h - build options, from the formats that make them -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_OPTIONEXAMPLES_H
#define PERSISTIFY_LIB_HOST_OPTIONEXAMPLES_H

#include "clang/AST/ASTContext.h"
#include <string>
#include <vector>

namespace persistify::host {

/// What a program may build kernels with, as far as literals of its own text that define macros ("-DN=%d -DREAL=", "-cl-... -DM")
/// show: each of them, and all together, with an example for what only the run knows.
std::vector<std::string> optionExamples(clang::ASTContext &Ctx);

/// A literal with examples in place of what printf() or an operand behind it fills in; \p Value for what is a macro's whole text.
std::string optionExample(llvm::StringRef Format, llvm::StringRef Value);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_OPTIONEXAMPLES_H
