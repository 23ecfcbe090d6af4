//===- lib/kernel/Uniform.h - what is the same for a work-group ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules K1 and K2: every work-item of a group reaches each barrier together. A
// value is uniform, at a place, when it is computed there from constants, arguments
// and group ids, and all items come by what set it. A load is uniform when its address is and no store to
// that memory can meet it between two barriers.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_UNIFORM_H
#define PERSISTIFY_LIB_KERNEL_UNIFORM_H

#include "Access.h"
#include "CallTree.h"
#include "Flow.h"
#include "persistify/Diagnostics.h"
#include <map>
#include <set>

namespace persistify::kernel {

/// Result for one function, under the assumption that some of its parameters are uniform.
struct UniformResult {
  struct Problem {
    Diag D;
    const clang::Stmt *S;
    std::string What;
  };
  std::set<const clang::VarDecl *> Varying; ///< at some place
  bool ReturnUniform = true;
  std::vector<Problem> Problems;
  /// Expressions that surplus items compute too: conditions that control a
  /// barrier or an exit past one, and arguments of collective calls.
  std::set<const clang::Expr *> Controls;
  /// Conditions that may differ.
  std::set<const clang::Expr *> Differing;
  /// Jumps that all items of a group take, or none, with a collective behind them in what they leave.
  std::set<const clang::Stmt *> Exits;
  /// Loads from local memory that are uniform only since each item has stored the value by itself.
  std::set<const clang::Expr *> StoredByEach;
};

class UniformAnalysis {
public:
  /// \p OwnBarriers: calls of the kernel that are barriers between all its groups.
  UniformAnalysis(const CallTree &Tree, AccessAnalysis &Accesses, std::set<const clang::CallExpr *> OwnBarriers = {})
      : Tree(Tree), Accesses(Accesses), OwnBarriers(std::move(OwnBarriers)) {}
  const UniformResult &analyze(const clang::FunctionDecl *F, const std::set<unsigned> &UniformParams);
  const UniformResult &kernel(const clang::FunctionDecl *F);

  const CallTree &tree() const { return Tree; }
  AccessAnalysis &accesses() const { return Accesses; }
  bool hasOwnBarriers() const { return !OwnBarriers.empty(); }
  bool isOwnBarrier(const clang::Expr *E) const {
    const auto *C = llvm::dyn_cast<clang::CallExpr>(E);
    return C && OwnBarriers.count(C);
  }

private:
  const CallTree &Tree;
  AccessAnalysis &Accesses;
  std::set<const clang::CallExpr *> OwnBarriers;
  std::map<std::pair<const clang::FunctionDecl *, std::set<unsigned>>, UniformResult> Cache;
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_UNIFORM_H
