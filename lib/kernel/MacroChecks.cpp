//===- lib/kernel/MacroChecks.cpp - rule H9 --------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Macros.h"
#include "Parse.h"

namespace persistify::kernel {
std::string macroChecks(const ParsedSource &P, std::vector<std::string> *Unchecked) { return {}; }
} // namespace persistify::kernel
