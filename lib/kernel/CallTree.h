//===- lib/kernel/CallTree.h - functions and what they call ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_CALLTREE_H
#define PERSISTIFY_LIB_KERNEL_CALLTREE_H

#include "Builtins.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <map>
#include <memory>
#include <vector>

namespace persistify::kernel {

class Flow;

/// What stands in one function's own body.
struct FunctionFacts {
  struct Call {
    const clang::CallExpr *E;
    const clang::FunctionDecl *Callee; ///< with its body
  };
  struct BuiltinCall {
    Builtin Kind;
    const clang::Expr *E;
  };
  std::vector<Call> Calls;
  std::vector<BuiltinCall> Builtins;
  std::vector<const clang::VarDecl *> LocalVars;    ///< __local
  std::vector<const clang::VarDecl *> ConstantVars; ///< __constant, of function scope
  std::vector<const clang::DeclRefExpr *> ProgramVars;
  const clang::Expr *Fp64 = nullptr;
  const clang::Expr *LocalAccess = nullptr; ///< an expression with a __local pointer or lvalue
  const clang::Expr *Volatile = nullptr; ///< a volatile lvalue or a pointer to one
  const clang::Stmt *BackwardGoto = nullptr;
  const clang::Stmt *AnyGoto = nullptr;
  const clang::CallExpr *Unresolved = nullptr; ///< neither a body nor a builtin
};

class CallTree {
public:
  CallTree();
  ~CallTree();
  const FunctionFacts &facts(const clang::FunctionDecl *F) const;
  const Flow &flow(const clang::FunctionDecl *F) const;
  /// \p F and all it may call, callees first.
  std::vector<const clang::FunctionDecl *> below(const clang::FunctionDecl *F) const;
  /// A function of the tree that calls itself, or null.
  const clang::FunctionDecl *recursive(const clang::FunctionDecl *F) const;
  /// The first call of a builtin for which \p Pred holds, in the whole tree.
  const clang::Expr *findBuiltin(const clang::FunctionDecl *F, llvm::function_ref<bool(Builtin)> Pred) const;
  bool has(const clang::FunctionDecl *F, llvm::function_ref<bool(Builtin)> Pred) const {
    return findBuiltin(F, Pred) != nullptr;
  }

  /// Whether \p S is a collective call, or one of a helper with a collective call.
  bool isCollectiveCall(const clang::Stmt *S) const;
  /// Whether \p S holds a collective call, directly or through helpers.
  bool hasCollective(const clang::Stmt *S) const;

private:
  mutable std::map<const clang::FunctionDecl *, FunctionFacts> Facts;
  mutable std::map<const clang::FunctionDecl *, std::unique_ptr<Flow>> Flows;
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_CALLTREE_H
