//===- lib/kernel/Access.h - what a kernel does to its buffers -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flow-insensitive points-to analysis: the roots of a pointer are the
// parameters, variables and tables it may have been computed from. Sound: what
// cannot be followed makes every pointer parameter read and written.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_ACCESS_H
#define PERSISTIFY_LIB_KERNEL_ACCESS_H

#include "persistify/Kernel.h"
#include <map>
#include <set>

namespace persistify::kernel {

/// What a pointer may point into.
struct Roots {
  std::set<unsigned> Params;                ///< what parameter N points to
  std::set<const clang::VarDecl *> Objects; ///< variables: private, __local or program scope
  bool Unknown = false;

  bool merge(const Roots &O) {
    size_t Before = Params.size() + Objects.size() + Unknown;
    Params.insert(O.Params.begin(), O.Params.end());
    Objects.insert(O.Objects.begin(), O.Objects.end());
    Unknown |= O.Unknown;
    return Params.size() + Objects.size() + Unknown != Before;
  }
  bool empty() const { return Params.empty() && Objects.empty() && !Unknown; }
};

struct MemoryAccess {
  const clang::Expr *E;       ///< the load, store or call
  const clang::Expr *Address; ///< the lvalue or pointer that is accessed
  Roots Where;
  bool Reads, Writes, Atomic;
};

/// One function's accesses, in terms of its own parameters and variables.
struct FunctionAccess {
  std::map<const clang::VarDecl *, Roots> Pointers; ///< pointer variables, and aggregates holding pointers
  std::vector<MemoryAccess> Accesses;               ///< calls of helpers included, mapped to this function
  std::vector<Access> Params;                       ///< summary over Accesses
  std::set<unsigned> Written;                       ///< parameters of pointer type whose pointee is written
  Roots Return;
};

class AccessAnalysis {
public:
  const FunctionAccess &of(const clang::FunctionDecl *F);
  /// Roots of a pointer-valued expression, or of the object that an lvalue is in.
  Roots roots(const clang::FunctionDecl *F, const clang::Expr *E);

private:
  std::map<const clang::FunctionDecl *, FunctionAccess> Cache;
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_ACCESS_H
