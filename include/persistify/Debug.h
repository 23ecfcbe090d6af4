//===- Debug.h - what a stage says of itself -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM_DEBUG with the tool's own option --debug-stages=host,plan. A release LLVM, such as Debian's, leaves its option and
// its macro out, but its libraries have what is behind both. A file defines DEBUG_TYPE after its includes, the same for all
// of a room: "pst-host" for lib/host.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_DEBUG_H
#define PERSISTIFY_DEBUG_H

#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#ifdef NDEBUG
#undef isCurrentDebugType
#undef setCurrentDebugTypes
#undef DEBUG_WITH_TYPE
namespace llvm {
bool isCurrentDebugType(const char *Type);
void setCurrentDebugTypes(const char **Types, unsigned Count);
} // namespace llvm
#define DEBUG_WITH_TYPE(TYPE, X)                                                                                       \
  do {                                                                                                                 \
    if (::llvm::DebugFlag && ::llvm::isCurrentDebugType(TYPE)) {                                                       \
      X;                                                                                                               \
    }                                                                                                                  \
  } while (false)
#endif

#endif
