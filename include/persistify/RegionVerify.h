//===- persistify/RegionVerify.h - what holds of every region ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages count on these rules (docs/region-text.md lists them). The driver looks
// at each region after it was made and after it was changed; one that breaks a
// rule is an internal error, and its loop stays as it is.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_REGIONVERIFY_H
#define PERSISTIFY_REGIONVERIFY_H

#include "persistify/Region.h"
#include <vector>

namespace persistify {

/// A rule that a region breaks.
struct RegionFault {
  std::string Rule; ///< its name: "operand-types"
  std::string What; ///< what breaks it
  unsigned Line = 0; ///< of the statement in the host file, 0: none
  std::string message() const;
};

/// Whether control can come to the end of the statements.
bool reachesEnd(const StmtList &L);

/// Drops what control cannot come to. The plan does not look at it, and so cannot tell how it would be written.
void dropUnreachable(StmtList &L);

/// All rules that \p R breaks; none: it is valid.
std::vector<RegionFault> verifyRegion(const Region &R);

/// Those of an expression of the region's variables, or null.
std::vector<RegionFault> verifyExpression(const Region &R, const ExprP &E);

} // namespace persistify

#endif // PERSISTIFY_REGIONVERIFY_H
