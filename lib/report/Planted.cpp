//===- Planted.cpp - faults that tests plant ---------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Planted.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdlib>

bool persistify::planted(llvm::StringRef Fault) {
#ifdef PERSISTIFY_FAULTS
  const char *Names = std::getenv("PERSISTIFY_FAULT");
  if (!Names)
    return false;
  llvm::SmallVector<llvm::StringRef, 4> Each;
  llvm::StringRef(Names).split(Each, ',');
  for (llvm::StringRef N : Each)
    if (N == Fault)
      return true;
#else
  (void)Fault;
#endif
  return false;
}
