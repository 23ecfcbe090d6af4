//===- lib/kernel/ConstantSpace.h - __constant arguments become global -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Another phase may write the buffer behind a __constant argument, so a phase
// takes it as __global const (rule K5). The address space is part of the type:
// it follows the pointer through local variables, casts and helpers, while
// program-scope __constant tables keep theirs.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_CONSTANTSPACE_H
#define PERSISTIFY_LIB_KERNEL_CONSTANTSPACE_H

#include "CallTree.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace persistify::kernel {

/// A function with the set of its __constant pointer parameters that are
/// __global const in this copy of it.
struct Signature {
  const clang::FunctionDecl *F = nullptr;
  std::set<unsigned> Converted;
  bool Arrival = false; ///< a barrier of the program's own, without its wait
  bool operator<(const Signature &O) const {
    return std::tie(F, Converted, Arrival) < std::tie(O.F, O.Converted, O.Arrival);
  }
  bool operator==(const Signature &O) const {
    return std::tie(F, Converted, Arrival) == std::tie(O.F, O.Converted, O.Arrival);
  }
};

class ConstantSpace {
public:
  struct Result {
    llvm::SetVector<const clang::VarDecl *> Vars;              ///< local variables to convert
    llvm::SetVector<const clang::ExplicitCastExpr *> Casts;   ///< casts to convert
    llvm::MapVector<const clang::CallExpr *, Signature> Calls; ///< what each call with a body becomes
    bool ReturnConverted = false;
    const clang::Stmt *Conflict = nullptr; ///< a pointer to both kinds of memory
  };
  const Result &analyze(const Signature &S);

  /// The signature of a phase: every __constant parameter is converted.
  static Signature phase(const clang::FunctionDecl *Kernel);

private:
  std::map<Signature, Result> Cache;
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_CONSTANTSPACE_H
