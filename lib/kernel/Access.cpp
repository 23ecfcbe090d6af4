//===- lib/kernel/Access.cpp -----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Access.h"
#include "CallTree.h"
#include "Types.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::kernel {
namespace {

class Analysis {
public:
  Analysis(AccessAnalysis &All, const FunctionDecl *F, FunctionAccess &Out) : All(All), F(F), Out(Out) {
    for (unsigned I = 0; I < F->getNumParams(); ++I)
      if (F->getParamDecl(I)->getType()->isPointerType())
        Out.Pointers[F->getParamDecl(I)].Params.insert(I);
  }

  void run() {
    do {
      Changed = false;
      walk(F->getBody(), [&](const Stmt *S) {
        flow(S);
        return true;
      });
    } while (Changed);
    walk(F->getBody(), [&](const Stmt *S) {
      if (const auto *E = dyn_cast<Expr>(S))
        access(E);
      return true;
    });
    summarise();
  }

  /// \p E: pointer rvalue: what it points into. Lvalue: the object it is part of.
  Roots eval(const Expr *E) {
    Roots R;
    if (!E)
      return R;
    E = E->IgnoreParens();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        R.Objects.insert(V);
      return R;
    }
    if (const auto *K = dyn_cast<CastExpr>(E)) {
      const Expr *Sub = K->getSubExpr();
      switch (K->getCastKind()) {
      case CK_LValueToRValue:
        // A pointer read from memory: from a variable that we follow, or unknown.
        if (!containsPointer(K->getType()))
          return R;
        return held(Sub);
      case CK_NullToPointer: return R;
      case CK_IntegralToPointer: R.Unknown = true; return R;
      default: return eval(Sub); // decay, bit casts, address spaces, no-ops
      }
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->isIncrementDecrementOp() && U->getType()->isPointerType())
        return held(U->getSubExpr());
      return eval(U->getSubExpr()); // * and & change the level, not the object
    }
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      return eval(A->getBase());
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return eval(M->getBase());
    if (const auto *V = dyn_cast<ExtVectorElementExpr>(E))
      return eval(V->getBase());
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->getOpcode() == BO_Comma || B->getOpcode() == BO_Assign)
        return eval(B->getRHS());
      if (B->isCompoundAssignmentOp())
        return held(B->getLHS());
      R = B->getLHS()->getType()->isPointerType() ? eval(B->getLHS()) : Roots();
      if (B->getRHS()->getType()->isPointerType())
        R.merge(eval(B->getRHS()));
      return R;
    }
    if (const auto *Q = dyn_cast<AbstractConditionalOperator>(E)) {
      R = eval(Q->getTrueExpr());
      R.merge(eval(Q->getFalseExpr()));
      return R;
    }
    if (const auto *C = dyn_cast<CallExpr>(E)) {
      if (!containsPointer(C->getType()))
        return R;
      if (const FunctionDecl *G = calleeWithBody(C))
        return mapped(All.of(G).Return, C);
      // to_global() and kin hand their argument on.
      for (const Expr *Arg : C->arguments())
        if (Arg->getType()->isPointerType())
          R.merge(eval(Arg));
      if (R.empty())
        R.Unknown = true;
      return R;
    }
    if (const auto *I = dyn_cast<InitListExpr>(E)) {
      for (const Expr *One : I->inits())
        if (containsPointer(One->getType()))
          R.merge(eval(One));
      return R;
    }
    if (const auto *L = dyn_cast<CompoundLiteralExpr>(E))
      return containsPointer(L->getType()) ? eval(L->getInitializer()) : R;
    if (isa<StringLiteral>(E) || isa<ImplicitValueInitExpr>(E) ||
        E->isNullPointerConstant(F->getASTContext(), Expr::NPC_ValueDependentIsNull))
      return R;
    // ({ ... }) and what else there may be.
    R.Unknown = E->isGLValue() || containsPointer(E->getType());
    return R;
  }

  /// The pointers that the lvalue \p L may hold.
  Roots held(const Expr *L) {
    Roots Where = eval(L), R;
    R.Unknown = Where.Unknown || !Where.Params.empty();
    for (const VarDecl *V : Where.Objects) {
      auto It = Out.Pointers.find(V);
      if (It != Out.Pointers.end())
        R.merge(It->second);
      else if (V->isFileVarDecl())
        R.Unknown = true;
    }
    return R;
  }

private:
  void store(const Expr *L, const Roots &Value) {
    Roots Where = eval(L);
    for (const VarDecl *V : Where.Objects)
      Changed |= Out.Pointers[V].merge(Value);
    if (Where.Unknown || !Where.Params.empty())
      escape(Value); // behind memory that is not followed
  }

  void escape(const Roots &Value) {
    for (unsigned P : Value.Params)
      Escaped.insert(P);
  }

  void flow(const Stmt *S) {
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit() && containsPointer(V->getType()))
          Changed |= Out.Pointers[V].merge(eval(V->getInit()));
    } else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Assign) {
      if (containsPointer(B->getLHS()->getType()))
        store(B->getLHS(), eval(B->getRHS()));
    } else if (const auto *R = dyn_cast<ReturnStmt>(S); R && R->getRetValue()) {
      if (containsPointer(R->getRetValue()->getType()))
        Changed |= Out.Return.merge(eval(R->getRetValue()));
    } else if (const auto *C = dyn_cast<CallExpr>(S)) {
      // A pointer to a pointer handed to a function: that pointer is lost.
      for (const Expr *Arg : C->arguments())
        if (Arg->getType()->isPointerType() && containsPointer(Arg->getType()->getPointeeType()))
          lose(Arg);
      if (const FunctionDecl *G = calleeWithBody(C))
        for (unsigned I = 0; I < C->getNumArgs() && I < G->getNumParams(); ++I)
          if (!C->getArg(I)->getType()->isPointerType() && containsPointer(C->getArg(I)->getType()))
            escape(eval(C->getArg(I))); // a structure with pointers, by value
    } else if (const auto *K = dyn_cast<CastExpr>(S)) {
      const Expr *From = K->getSubExpr();
      if (K->getCastKind() == CK_PointerToIntegral)
        escape(eval(From));
      // *(ulong *)&p: bytes of a pointer. To the generic address space the cast is of that kind.
      if ((K->getCastKind() == CK_BitCast || K->getCastKind() == CK_AddressSpaceConversion) &&
          From->getType()->isPointerType() && containsPointer(From->getType()->getPointeeType()) &&
          !F->getASTContext().hasSameUnqualifiedType(From->getType()->getPointeeType(), K->getType()->getPointeeType()))
        lose(From);
    } else if (const auto *As = dyn_cast<AsTypeExpr>(S)) {
      escape(eval(As->getSrcExpr())); // as_ulong(p)
    } else if (const auto *M = dyn_cast<MemberExpr>(S)) {
      const auto *Of = dyn_cast<FieldDecl>(M->getMemberDecl());
      if (Of && Of->getParent()->isUnion() && !containsPointer(Of->getType()) &&
          containsPointer(F->getASTContext().getTypeDeclType(Of->getParent())))
        lose(M->getBase());
    }
  }

  /// The variables that \p E points to, or is part of, may get pointers from anywhere and hand theirs on.
  void lose(const Expr *E) {
    Roots Lost;
    Lost.Unknown = true;
    for (const VarDecl *V : eval(E).Objects) {
      escape(Out.Pointers[V]);
      Changed |= Out.Pointers[V].merge(Lost);
    }
  }

  void note(const Expr *E, const Expr *Address, bool Reads, bool Writes, bool Atomic = false) {
    Out.Accesses.push_back({E, Address, eval(Address), Reads, Writes, Atomic});
  }

  void access(const Expr *E) {
    if (const auto *K = dyn_cast<CastExpr>(E)) {
      if (K->getCastKind() == CK_LValueToRValue)
        note(K, K->getSubExpr(), true, false);
      return;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->isAssignmentOp())
        note(B, B->getLHS(), B->isCompoundAssignmentOp(), true);
      return;
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->isIncrementDecrementOp())
        note(U, U->getSubExpr(), true, true);
      return;
    }
    if (const auto *A = dyn_cast<AtomicExpr>(E)) {
      Builtin B = builtinOf(A);
      note(A, A->getPtr(), B != Builtin::AtomicStore, B != Builtin::AtomicLoad, true);
      if (A->isCmpXChg())
        note(A, A->getVal1(), true, true);
      return;
    }
    if (const auto *C = dyn_cast<CallExpr>(E))
      call(C);
  }

  void call(const CallExpr *C) {
    if (const FunctionDecl *G = calleeWithBody(C)) {
      for (const MemoryAccess &A : All.of(G).Accesses) {
        Roots Where = mapped(A.Where, C);
        if (!Where.empty())
          Out.Accesses.push_back({C, C, Where, A.Reads, A.Writes, A.Atomic});
      }
      return;
    }
    Builtin B = builtinOf(C);
    for (unsigned I = 0; I < C->getNumArgs(); ++I) {
      const Expr *Arg = C->getArg(I);
      if (!Arg->getType()->isPointerType())
        continue;
      switch (B) {
      case Builtin::VLoad:
      case Builtin::Prefetch: note(C, Arg, true, false); break;
      case Builtin::VStore: note(C, Arg, false, true); break;
      case Builtin::AtomicLoad: note(C, Arg, true, false, true); break;
      case Builtin::AtomicStore: note(C, Arg, false, true, true); break;
      case Builtin::Atomic:
      case Builtin::AtomicFlag: note(C, Arg, true, true, /*Atomic=*/I == 0); break;
      case Builtin::AsyncCopy: note(C, Arg, I != 0, I == 0); break;
      default:
        // frexp, sincos, ...: what they can write is what is not const.
        note(C, Arg, true, !Arg->getType()->getPointeeType().isConstQualified());
        break;
      }
    }
  }

  /// Roots of the callee of \p C in terms of this function.
  Roots mapped(const Roots &R, const CallExpr *C) {
    Roots To;
    To.Unknown = R.Unknown;
    for (unsigned P : R.Params)
      if (P < C->getNumArgs())
        To.merge(eval(C->getArg(P)));
    for (const VarDecl *V : R.Objects)
      if (V->hasGlobalStorage())
        To.Objects.insert(V);
    return To;
  }

  void summarise() {
    Out.Params.assign(F->getNumParams(), Access());
    for (const MemoryAccess &A : Out.Accesses) {
      auto mark = [&](unsigned P) {
        Out.Params[P].Reads |= A.Reads;
        Out.Params[P].Writes |= A.Writes;
        Out.Params[P].Atomic |= A.Atomic;
      };
      for (unsigned P : A.Where.Params)
        mark(P);
      if (A.Where.Unknown)
        for (unsigned P = 0; P < F->getNumParams(); ++P)
          if (F->getParamDecl(P)->getType()->isPointerType())
            Out.Params[P].Reads = Out.Params[P].Writes = true;
    }
    for (unsigned P : Escaped) {
      Out.Params[P].Reads = Out.Params[P].Writes = true;
      // Callers see it through the accesses.
      Roots R;
      R.Params.insert(P);
      Out.Accesses.push_back({nullptr, nullptr, R, true, true, false});
    }
    for (unsigned P = 0; P < Out.Params.size(); ++P)
      if (Out.Params[P].Writes)
        Out.Written.insert(P);
  }

  AccessAnalysis &All;
  const FunctionDecl *F;
  FunctionAccess &Out;
  std::set<unsigned> Escaped;
  bool Changed = false;
};

} // namespace

const FunctionAccess &AccessAnalysis::of(const FunctionDecl *F) {
  auto It = Cache.find(F);
  if (It != Cache.end())
    return It->second;
  FunctionAccess Out;
  Analysis(*this, F, Out).run();
  return Cache[F] = std::move(Out);
}

Roots AccessAnalysis::roots(const FunctionDecl *F, const Expr *E) {
  of(F);
  return Analysis(*this, F, Cache.at(F)).eval(E);
}

} // namespace persistify::kernel
