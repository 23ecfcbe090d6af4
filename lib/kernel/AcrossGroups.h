//===- lib/kernel/AcrossGroups.h - what differs between work-groups --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value is the same for all work-groups when it is computed from constants,
// arguments, local ids, and memory at such an address, under such control. Memory
// counts as the same because the program is race-free: what a group reads between
// two barriers of all groups no other group writes there.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_ACROSSGROUPS_H
#define PERSISTIFY_LIB_KERNEL_ACROSSGROUPS_H

#include "CallTree.h"
#include "Flow.h"
#include <set>
#include <vector>

namespace persistify::kernel {

class AcrossGroups {
public:
  /// Parameters of \p F count as the same. With \p Sizes the number of groups,
  /// and what follows from it, counts as different: another launch would have another.
  AcrossGroups(const clang::FunctionDecl *F, const CallTree &Tree, bool Sizes = false);

  bool differs(const clang::Expr *E) const;
  /// Whether groups may go on in different ways.
  bool differs(const clang::CFGBlock *Branch) const;
  bool differs(const clang::VarDecl *V) const { return Different.count(V) != 0; }
  /// Gotos, and what else makes the answers worthless.
  bool unknown() const { return Unknown; }

private:
  bool differsHere(const clang::Stmt *S) const;

  const CallTree &Tree;
  bool Sizes, Unknown = false;
  std::set<const clang::VarDecl *> Different;
};

/// The queries that differ between groups, and (sizes) those that tell how many there are.
bool asksWhichGroup(const clang::Expr *Call);
bool asksHowManyGroups(const clang::Expr *Call);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_ACROSSGROUPS_H
