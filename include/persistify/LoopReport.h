//===- persistify/LoopReport.h - what became of one loop -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LOOPREPORT_H
#define PERSISTIFY_LOOPREPORT_H

#include "persistify/Diagnostics.h"
#include <string>
#include <vector>

namespace persistify {

/// What became of one candidate loop.
struct LoopReport {
  enum class Status { Transformed, Refused, Repetition, Skipped };
  SourceRange Range;
  Status S = Status::Refused;
  std::string Function;                ///< that the loop stands in
  std::vector<std::string> Calls;      ///< launching functions that it calls
  std::string Region;                  ///< "persistify_region_1" when transformed
  std::vector<Diagnostic> Diagnostics; ///< why refused; notes
  std::string Explain;                 ///< phases, barriers with reasons, captures, guards
};

/// "transformed", "refused", "repetition" or "skipped".
llvm::StringRef statusName(LoopReport::Status S);

struct LoopCounts {
  unsigned Transformed = 0, Refused = 0, Repetition = 0, Skipped = 0;
  unsigned candidates() const { return Transformed + Refused; }
};
LoopCounts countLoops(llvm::ArrayRef<LoopReport> Loops);

} // namespace persistify

#endif // PERSISTIFY_LOOPREPORT_H
