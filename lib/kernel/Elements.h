//===- lib/kernel/Elements.h - which elements of its buffers a kernel uses --===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_ELEMENTS_H
#define PERSISTIFY_LIB_KERNEL_ELEMENTS_H

#include "Access.h"
#include <optional>
#include <set>

namespace persistify::kernel {

/// Variables of \p F that something else than reading happens to.
std::set<const clang::VarDecl *> changedVariables(const clang::FunctionDecl *F);

/// Expressions that are the work-item's get_global_id(D), D below 3: itself, or a variable that is
/// always that. Ids have 31 bits, so any integer of 32 bits or more holds them.
class OwnIds {
public:
  explicit OwnIds(const clang::FunctionDecl *F) : Ctx(F->getASTContext()), Changed(changedVariables(F)) {}
  std::optional<unsigned> dimension(const clang::Expr *E) const;
  bool changes(const clang::VarDecl *V) const { return Changed.count(V) != 0; }

private:
  bool isWide(clang::QualType T) const;

  clang::ASTContext &Ctx;
  const std::set<const clang::VarDecl *> Changed;
};

/// Fills Access::OwnBytes and Access::Extent of the buffers of kernel \p F,
/// whose accesses are \p A. What it cannot follow is not known.
void findElements(const clang::FunctionDecl *F, const FunctionAccess &A, std::vector<KernelParam> &Params);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_ELEMENTS_H
