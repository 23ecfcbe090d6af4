//===- lib/kernel/LoopBounds.h - what loops ask memory again and again -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In
//
//   for (e = row[v]; e < row[v + 1]; ++e) if (atomic_min(&dist[col[e]], d) > d) ...
//
// a compiler has to load row[v + 1] in each trip, and the trip waits for it: the atomic, or
// any store, might have changed it. It has not if no kernel of the loop writes to row,
// which only the host program tells.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_LOOPBOUNDS_H
#define PERSISTIFY_LIB_KERNEL_LOOPBOUNDS_H

#include "Access.h"

namespace persistify::kernel {

/// A load that is evaluated whenever a loop begins, and in each trip at the same place.
struct LoopBound {
  const clang::Stmt *Loop;    ///< for or while
  const clang::Expr *Load;    ///< of a number: the lvalue
  std::set<unsigned> Params;  ///< of the function: what it may read of
};

/// Those in conditions of the loops of \p F itself, outer loops first.
std::vector<LoopBound> findLoopBounds(const clang::FunctionDecl *F, AccessAnalysis &Accesses);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_LOOPBOUNDS_H
