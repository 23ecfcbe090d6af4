//===- lib/kernel/ConstantSpace.cpp ----------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConstantSpace.h"
#include "Types.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::kernel {
namespace {

/// What a pointer to constant memory may point to.
enum : unsigned { Nothing = 0, Table = 1, Argument = 2 };

class PointerFlow {
public:
  PointerFlow(ConstantSpace &Space, const Signature &S, ConstantSpace::Result &Out) : Space(Space), S(S), Out(Out) {
    for (unsigned I = 0; I < S.F->getNumParams(); ++I)
      if (isConstantPointer(S.F->getParamDecl(I)->getType()))
        State[S.F->getParamDecl(I)] = S.Converted.count(I) ? Argument : Table;
  }

  void run() {
    do {
      Changed = false;
      walk(S.F->getBody(), [&](const Stmt *X) {
        visit(X);
        return true;
      });
    } while (Changed);
    walk(S.F->getBody(), [&](const Stmt *X) {
      finish(X);
      return true;
    });
    for (auto &[V, Bits] : State) {
      if (Bits == (Table | Argument))
        Out.Conflict = S.F->getBody();
      else if (Bits == Argument && !isa<ParmVarDecl>(V))
        Out.Vars.insert(V);
    }
    if (Return == (Table | Argument))
      Out.Conflict = S.F->getBody();
    Out.ReturnConverted = Return == Argument;
  }

private:
  void add(const VarDecl *V, unsigned Bits) {
    unsigned &Old = State[V];
    if ((Old | Bits) != Old) {
      Old |= Bits;
      Changed = true;
    }
  }

  void visit(const Stmt *X) {
    if (const auto *D = dyn_cast<DeclStmt>(X)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit() && isConstantPointer(V->getType()))
          add(V, eval(V->getInit()));
    } else if (const auto *B = dyn_cast<BinaryOperator>(X); B && B->isAssignmentOp()) {
      if (isConstantPointer(B->getLHS()->getType()))
        if (const auto *R = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens()))
          if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
            add(V, B->getOpcode() == BO_Assign ? eval(B->getRHS()) : 0);
    } else if (const auto *R = dyn_cast<ReturnStmt>(X); R && R->getRetValue()) {
      if (isConstantPointer(S.F->getReturnType()))
        Return |= eval(R->getRetValue());
    }
  }

  Signature callee(const CallExpr *C, const FunctionDecl *F) {
    Signature To;
    To.F = F;
    for (unsigned I = 0; I < C->getNumArgs() && I < F->getNumParams(); ++I)
      if (isConstantPointer(F->getParamDecl(I)->getType()) && (eval(C->getArg(I)) & Argument))
        To.Converted.insert(I);
    return To;
  }

  void finish(const Stmt *X) {
    if (const auto *C = dyn_cast<CallExpr>(X)) {
      if (const FunctionDecl *F = calleeWithBody(C)) {
        for (unsigned I = 0; I < C->getNumArgs() && I < F->getNumParams(); ++I)
          if (isConstantPointer(F->getParamDecl(I)->getType()) && eval(C->getArg(I)) == (Table | Argument))
            Out.Conflict = C;
        Signature To = callee(C, F);
        if (Space.analyze(To).Conflict)
          Out.Conflict = C;
        Out.Calls[C] = To;
      }
    } else if (const auto *K = dyn_cast<ExplicitCastExpr>(X)) {
      if (isConstantPointer(K->getType())) {
        unsigned Bits = eval(K->getSubExpr());
        if (Bits == (Table | Argument))
          Out.Conflict = K;
        else if (Bits == Argument)
          Out.Casts.insert(K);
      }
    } else if (const auto *Q = dyn_cast<ConditionalOperator>(X)) {
      if (isConstantPointer(Q->getType()) && eval(Q) == (Table | Argument))
        Out.Conflict = Q;
    }
  }

  /// \p E: a pointer to constant memory, or an lvalue in it.
  unsigned eval(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(R->getDecl());
      if (!V)
        return Nothing;
      if (V->getType().getAddressSpace() == LangAS::opencl_constant)
        return Table;
      auto It = State.find(V);
      return It == State.end() ? Nothing : It->second;
    }
    if (const auto *K = dyn_cast<CastExpr>(E)) {
      const Expr *Sub = K->getSubExpr();
      bool Through = Sub->getType()->isPointerType() || Sub->isGLValue();
      return Through ? eval(Sub) : unsigned(Nothing);
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return eval(U->getSubExpr());
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      return eval(A->getBase());
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return eval(M->getBase());
    if (const auto *V = dyn_cast<ExtVectorElementExpr>(E))
      return eval(V->getBase());
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->getOpcode() == BO_Comma || B->isAssignmentOp())
        return eval(B->getOpcode() == BO_Comma || B->getOpcode() == BO_Assign ? B->getRHS() : B->getLHS());
      return eval(B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS());
    }
    if (const auto *Q = dyn_cast<ConditionalOperator>(E))
      return eval(Q->getTrueExpr()) | eval(Q->getFalseExpr());
    if (isa<StringLiteral>(E))
      return Table;
    if (const auto *C = dyn_cast<CallExpr>(E))
      if (const FunctionDecl *F = calleeWithBody(C)) {
        const ConstantSpace::Result &R = Space.analyze(callee(C, F));
        return R.ReturnConverted ? Argument : Table;
      }
    return Nothing;
  }

  ConstantSpace &Space;
  const Signature &S;
  ConstantSpace::Result &Out;
  llvm::MapVector<const VarDecl *, unsigned> State;
  unsigned Return = Nothing;
  bool Changed = false;
};

} // namespace

Signature ConstantSpace::phase(const FunctionDecl *Kernel) {
  Signature S;
  S.F = Kernel;
  for (unsigned I = 0; I < Kernel->getNumParams(); ++I)
    if (isConstantPointer(Kernel->getParamDecl(I)->getType()))
      S.Converted.insert(I);
  return S;
}

const ConstantSpace::Result &ConstantSpace::analyze(const Signature &S) {
  auto [It, New] = Cache.try_emplace(S);
  if (New) {
    // Recursion is refused before this runs, so the entry is never half-made when it is read.
    Result R;
    PointerFlow(*this, S, R).run();
    Cache[S] = R;
  }
  return Cache[S];
}

} // namespace persistify::kernel
