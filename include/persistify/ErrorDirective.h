//===- persistify/ErrorDirective.h - what cures an #error ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_ERRORDIRECTIVE_H
#define PERSISTIFY_ERRORDIRECTIVE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace persistify {

/// Which flags likely keep control away from the #error at offset \p At of \p Text, by the
/// conditions around it: "; a flag behind '--' may cure it: -DFLOAT or -DDOUBLE".
/// \p Where: how flags are given. Empty if no condition names a macro of the program's.
std::string cureOfErrorDirective(llvm::StringRef Text, size_t At, llvm::StringRef Where);

} // namespace persistify

#endif // PERSISTIFY_ERRORDIRECTIVE_H
