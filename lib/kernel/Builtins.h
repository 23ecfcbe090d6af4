//===- lib/kernel/Builtins.h - what OpenCL C's builtins do -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One table of the builtin functions that matter to a phase, and one of those that
// only compute. Any other is refused.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_BUILTINS_H
#define PERSISTIFY_LIB_KERNEL_BUILTINS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace persistify::kernel {

enum class Builtin {
  None,       ///< a function of the program, or no call of a named function
  IdGlobal,   ///< differs per work-item, known without a work-group
  SizeGlobal, ///< the same for the whole NDRange
  IdLocal,    ///< differs per work-item of a group
  IdGroup,    ///< the same for a work-group
  Barrier,
  Fence,
  Atomic,
  AtomicLoad,
  AtomicStore,
  AtomicFlag,
  VLoad,
  VStore,
  AsyncCopy,
  WaitEvents,
  Prefetch,
  SubGroup,
  GroupCollective, ///< work_group_reduce_add and kin
  Printf,
  DeviceQueue,
  Image, ///< images, samplers and pipes
  Other,   ///< arithmetic
  Unknown, ///< in neither table
};

/// An id query: its name, and whether it takes a dimension.
struct IdQuery {
  llvm::StringLiteral Name;
  bool HasDim;
  Builtin Kind;
};
llvm::ArrayRef<IdQuery> idQueries();

/// What a call without a visible body is. \p Call may also be an atomic
/// expression of Clang's own (see classify).
Builtin classify(llvm::StringRef Name);

/// The builtin that \p E calls; None for calls of functions with a body.
Builtin builtinOf(const clang::Expr *E);

/// The called function's declaration with its body, or null.
const clang::FunctionDecl *calleeWithBody(const clang::CallExpr *Call);

inline bool isIdQuery(Builtin B) {
  return B == Builtin::IdGlobal || B == Builtin::SizeGlobal || B == Builtin::IdLocal || B == Builtin::IdGroup;
}
inline bool isAtomic(Builtin B) {
  return B == Builtin::Atomic || B == Builtin::AtomicLoad || B == Builtin::AtomicStore || B == Builtin::AtomicFlag;
}
/// Every work-item of the group has to execute it.
inline bool isCollective(Builtin B) {
  return B == Builtin::Barrier || B == Builtin::AsyncCopy || B == Builtin::WaitEvents || B == Builtin::GroupCollective;
}

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_BUILTINS_H
