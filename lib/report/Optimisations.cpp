//===- Optimisations.cpp - the table of optimisations --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Optimisations.h"

using namespace llvm;

namespace persistify {

static constexpr OptText Table[] = {
#define PERSISTIFY_ROW(Id, Name, Meaning) {Name, Meaning, false},
    PERSISTIFY_TOOL_OPTS(PERSISTIFY_ROW)
#undef PERSISTIFY_ROW
#define PERSISTIFY_ROW(Id, Name, Meaning) {Name, Meaning, true},
        PERSISTIFY_RUN_OPTS(PERSISTIFY_ROW)
#undef PERSISTIFY_ROW
};

ArrayRef<OptText> optTable() { return Table; }

bool OptSet::switchOff(StringRef Name, std::string &Error) {
  if (Name == "all") {
    Off = ~0u;
    return true;
  }
  std::string Names = "all";
  for (size_t I = 0; I < std::size(Table); ++I) {
    const OptText &O = Table[I];
    if (O.Name == Name && O.AtRunTime) {
      Error = ("'" + Name + "' is chosen when the program runs: PERSISTIFY_NO_OPT=" + Name).str();
      return false;
    }
    if (O.Name == Name) {
      Off |= 1u << I;
      return true;
    }
    if (!O.AtRunTime)
      Names += (", " + O.Name).str();
  }
  Error = ("'" + Name + "' is none of " + Names).str();
  return false;
}

} // namespace persistify
