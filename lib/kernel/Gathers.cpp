//===- lib/kernel/Gathers.cpp ----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Gathers.h"
#include "Parse.h"
#include "Uniform.h"
#include "Walk.h"
#include "persistify/Containment.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace persistify::kernel {
namespace {

bool isLoop(const Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt>(S); }

/// An lvalue of memory that a load of has to wait for.
bool isMemory(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (V && V->isFileVarDecl() && V->getName().starts_with(AnyPrefix) &&
      !planted("numbers-as-memory")) // stands for a number
    return false;
  const LangAS Space = E->getType().getAddressSpace();
  return E->isGLValue() && (Space == LangAS::opencl_global || Space == LangAS::opencl_constant) &&
         !E->getType().isVolatileQualified();
}

bool writesMemory(const Stmt *S) {
  const Expr *To = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    To = B->getLHS();
  else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
    To = U->getSubExpr();
  // Variables and their parts are in registers.
  return To && To->getType().getAddressSpace() != LangAS::Default &&
         To->getType().getAddressSpace() != LangAS::opencl_private;
}

bool isStraight(const Stmt *S);

/// Whether \p S itself, what is below aside, keeps trips of a loop from overlapping.
bool divides(const Stmt *S) {
  if (isLoop(S) || isa<IfStmt, SwitchStmt, AbstractConditionalOperator, BreakStmt, ContinueStmt, GotoStmt>(S) ||
      writesMemory(S))
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp())
    return true;
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  const auto *Call = dyn_cast<CallExpr>(E);
  switch (builtinOf(E)) {
  case Builtin::None: {
    const FunctionDecl *Callee = Call ? calleeWithBody(Call) : nullptr;
    return Call && !(Callee && isStraight(Callee->getBody()));
  }
  case Builtin::Other:
  case Builtin::VLoad:
  case Builtin::Prefetch:
  case Builtin::IdGlobal:
  case Builtin::SizeGlobal: return false;
  default: return true;
  }
}

bool isStraight(const Stmt *S) { return !anyOf(S, divides); }

bool readsMemory(const Stmt *S) {
  return anyOf(S, [](const Stmt *X) {
    const auto *E = dyn_cast<Expr>(X);
    return E && (isMemory(E) || builtinOf(E) == Builtin::VLoad);
  });
}

bool isGather(const Stmt *Loop) {
  bool Reads = false;
  for (const Stmt *Child : Loop->children()) {
    if (!Child)
      continue;
    if (!isStraight(Child))
      return false;
    Reads |= readsMemory(Child);
  }
  return Reads;
}

/// Whether \p V, a variable of \p F, is anywhere set to something that reads memory.
bool holdsRead(const FunctionDecl *F, const VarDecl *V) {
  return (V->getInit() && readsMemory(V->getInit())) || anyOf(F->getBody(), [&](const Stmt *S) {
           const auto *B = dyn_cast<BinaryOperator>(S);
           return B && B->isAssignmentOp() && variableOf(B->getLHS()) == V && readsMemory(B->getRHS());
         });
}

bool isUneven(const FunctionDecl *F, const Stmt *Loop) {
  const Expr *Cond = conditionOf(Loop);
  return Cond && anyOf(Cond, [&](const Stmt *S) {
           const auto *E = dyn_cast<Expr>(S);
           if (E && isMemory(E))
             return true;
           const auto *R = dyn_cast<DeclRefExpr>(S);
           const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
           return V && V->hasLocalStorage() && holdsRead(F, V);
         });
}

/// The first loop of the functions below \p Kernel that is one.
const Stmt *findLoop(const FunctionDecl *Kernel, const CallTree &Tree,
                     llvm::function_ref<bool(const FunctionDecl *, const Stmt *)> IsOne) {
  const Stmt *Found = nullptr;
  for (const FunctionDecl *F : Tree.below(Kernel))
    walk(F->getBody(), [&](const Stmt *S) {
      if (!Found && isLoop(S) && IsOne(F, S))
        Found = S;
      return !Found;
    });
  return Found;
}

} // namespace

const Stmt *findGatherLoop(const FunctionDecl *Kernel, const CallTree &Tree) {
  return findLoop(Kernel, Tree, [](const FunctionDecl *, const Stmt *S) { return isGather(S); });
}

const Stmt *findUnevenLoop(const FunctionDecl *Kernel, const CallTree &Tree) {
  return findLoop(Kernel, Tree, isUneven);
}

} // namespace persistify::kernel
