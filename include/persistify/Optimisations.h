//===- persistify/Optimisations.h - what the plan may improve -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_OPTIMISATIONS_H
#define PERSISTIFY_OPTIMISATIONS_H

#include "persistify/opt_table.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace persistify {

/// Those of the tool, in the order of the table (persistify/opt_table.h).
enum class Opt : unsigned {
#define PERSISTIFY_ENUM(Id, Name, Meaning) Id,
  PERSISTIFY_TOOL_OPTS(PERSISTIFY_ENUM)
#undef PERSISTIFY_ENUM
};

/// Which optimisations a plan uses: all, until one is switched off.
class OptSet {
public:
  bool has(Opt O) const { return !(Off >> unsigned(O) & 1); }
  /// Takes "NAME" or "all". On failure \p Error says what is wrong with it.
  bool switchOff(llvm::StringRef Name, std::string &Error);

private:
  unsigned Off = 0;
};

struct OptText {
  llvm::StringLiteral Name, Meaning;
  bool AtRunTime; ///< PERSISTIFY_NO_OPT switches it off, not the tool
};
llvm::ArrayRef<OptText> optTable();

} // namespace persistify

#endif // PERSISTIFY_OPTIMISATIONS_H
