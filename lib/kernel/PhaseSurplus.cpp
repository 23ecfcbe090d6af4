//===- lib/kernel/PhaseSurplus.cpp - phases with surplus work-items --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rule K1: when the physical work-group is larger than the kernel's, surplus
// items must come by every barrier and do nothing else. They execute the
// *skeleton* only: barriers, the control around them, and the computation of
// the uniform values that decide this control. Every other statement stands
// behind P_ON: a surplus item neither stores nor loads, so it cannot fault, wait
// or count.
//
//===----------------------------------------------------------------------===//
#include "Macros.h"
#include "PhaseCopy.h"
#include "Uniform.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace persistify::kernel {
namespace {

bool isPrivate(const VarDecl *V) {
  return V->hasLocalStorage() && V->getType().getAddressSpace() != LangAS::opencl_local;
}

/// What surplus items compute, for one function.
class Skeleton {
public:
  Skeleton(const FunctionDecl *F, UniformAnalysis &Uniform)
      : F(F), Uniform(Uniform), Result(Uniform.kernel(F)), Accesses(Uniform.accesses().of(F)) {
    collect(F->getBody(), {}, nullptr, nullptr);
    for (const Expr *E : Result.Controls)
      need(E);
    if (Result.ReturnUniform && !F->getReturnType()->isVoidType()) // a caller's barrier may depend on it
      for (const Jump &J : Jumps)
        if (const auto *R = dyn_cast<ReturnStmt>(J.S)) {
          need(R->getRetValue());
          follow(J);
        }
    followJumps();
  }

  bool isControl(const Expr *E) const { return Result.Controls.count(E) || Needed.count(E); }
  bool needed(const VarDecl *V) const { return Vars.count(V) != 0; }

  /// Surplus items must execute (part of) \p S.
  bool contains(const Stmt *S) const {
    return Uniform.hasCollective(S) || anyOf(S, [&](const Stmt *X) { return defines(X) || Exits.count(X) != 0; });
  }

  /// Whether \p E stores to memory that others see.
  bool sharedEffect(const Stmt *E) const {
    return anyOf(E, [&](const Stmt *X) {
      return llvm::any_of(Accesses.Accesses, [&](const MemoryAccess &A) {
        if (A.E != X || !A.Writes)
          return false;
        if (A.Where.Unknown || !A.Where.Params.empty())
          return true;
        return llvm::any_of(A.Where.Objects, [](const VarDecl *V) { return !isPrivate(V); });
      });
    });
  }

  /// Whether \p E reads what an item must have stored by itself before.
  bool storedByEach(const Stmt *E) const {
    return anyOf(E, [&](const Stmt *X) {
      const auto *Load = dyn_cast<Expr>(X);
      return Load && Result.StoredByEach.count(Load) != 0;
    });
  }

  /// Whether any item may evaluate \p E at any time, whatever its variables hold: no memory but private
  /// scalars, nothing that can trap.
  bool harmless(const Stmt *E) const {
    return !anyOf(E, [&](const Stmt *X) {
      if (isa<AtomicExpr>(X))
        return true;
      if (const auto *C = dyn_cast<CallExpr>(X)) {
        Builtin B = builtinOf(C);
        if (isIdQuery(B))
          return false;
        if (B != Builtin::Other)
          return true;
        return llvm::any_of(C->arguments(), [](const Expr *A) { return A->getType()->isPointerType(); });
      }
      if (const auto *A = dyn_cast<ArraySubscriptExpr>(X)) {
        Expr::EvalResult V;
        return !isa_and_nonnull<VarDecl>(variableOf(A)) || !isPrivate(variableOf(A)) ||
               !A->getIdx()->EvaluateAsInt(V, F->getASTContext());
      }
      if (const auto *U = dyn_cast<UnaryOperator>(X))
        return U->getOpcode() == UO_Deref;
      if (const auto *M = dyn_cast<MemberExpr>(X))
        return M->isArrow();
      if (const auto *R = dyn_cast<DeclRefExpr>(X)) {
        const auto *V = dyn_cast<VarDecl>(R->getDecl());
        return V && !isPrivate(V);
      }
      if (const auto *B = dyn_cast<BinaryOperator>(X)) {
        if (B->getOpcode() != BO_Div && B->getOpcode() != BO_Rem && B->getOpcode() != BO_DivAssign &&
            B->getOpcode() != BO_RemAssign)
          return false;
        if (!B->getType()->hasIntegerRepresentation())
          return false;
        Expr::EvalResult V;
        return !B->getRHS()->EvaluateAsInt(V, F->getASTContext()) || V.Val.getInt() == 0;
      }
      return false;
    });
  }

private:
  bool assigns(const Expr *L) const {
    const VarDecl *V = variableOf(L);
    return V && needed(V);
  }

  /// Whether \p S itself gives a value to a variable that is needed.
  bool defines(const Stmt *S) const {
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      return assigns(B->getLHS());
    if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
      return assigns(U->getSubExpr());
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && llvm::any_of(D->decls(), [&](const Decl *One) {
             const auto *V = dyn_cast<VarDecl>(One);
             return V && needed(V);
           });
  }

  struct Definition {
    const Expr *Value;
    std::vector<const Expr *> Under;
  };
  struct Jump {
    const Stmt *S;
    const Stmt *Leaves; ///< the loop or switch of a break or continue
    std::vector<const Expr *> Under;
  };

  /// What decides whether, or how often, some part of \p S is evaluated.
  static const Expr *decides(const Stmt *S) {
    if (const auto *Q = dyn_cast<AbstractConditionalOperator>(S))
      return Q->getCond();
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp())
      return B->getLHS();
    return conditionOf(S);
  }

  /// \p Loop, \p Target: what continue and break of this place belong to.
  void collect(const Stmt *S, std::vector<const Expr *> Under, const Stmt *Loop, const Stmt *Target) {
    if (!S)
      return;
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit())
          Definitions[V].push_back({V->getInit(), Under});
    } else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
      if (const VarDecl *V = variableOf(B->getLHS()))
        Definitions[V].push_back({B, Under});
    } else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp()) {
      if (const VarDecl *V = variableOf(U->getSubExpr()))
        Definitions[V].push_back({U, Under});
    }
    if (isa<ReturnStmt, BreakStmt, ContinueStmt>(S) && !Under.empty() &&
        llvm::all_of(Under, [&](const Expr *C) { return Result.Controls.count(C) != 0; }))
      Exits.insert(S);
    if (isa<ReturnStmt, BreakStmt, ContinueStmt>(S))
      Jumps.push_back({S, isa<ContinueStmt>(S) ? Loop : Target, Under});
    if (const Expr *Cond = decides(S))
      Under.push_back(Cond);
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      Loop = Target = S;
    else if (isa<SwitchStmt>(S))
      Target = S;
    for (const Stmt *Child : S->children())
      collect(Child, Under, Loop, Target);
  }

  bool follow(const Jump &J) {
    if (!Exits.insert(J.S).second)
      return false;
    for (const Expr *C : J.Under)
      need(C);
    return true;
  }

  /// Who leaves a loop later computes more: what is needed of it depends on its jumps, too.
  void followJumps() {
    bool More;
    do {
      More = false;
      for (const Jump &J : Jumps)
        if (!isa<ReturnStmt>(J.S) && J.Leaves && anyOf(J.Leaves, [&](const Stmt *X) { return defines(X); }))
          More |= follow(J);
    } while (More);
  }

  void need(const Expr *E) {
    if (!E || !Needed.insert(E).second)
      return;
    walk(E, [&](const Stmt *S) {
      const auto *R = dyn_cast<DeclRefExpr>(S);
      const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      if (V && isPrivate(V) && Vars.insert(V).second)
        for (const Definition &D : Definitions[V]) {
          need(D.Value);
          for (const Expr *C : D.Under)
            need(C);
        }
      return true;
    });
  }

  const FunctionDecl *F;
  UniformAnalysis &Uniform;
  const UniformResult &Result;
  const FunctionAccess &Accesses;
  std::map<const VarDecl *, std::vector<Definition>> Definitions;
  std::vector<Jump> Jumps;
  std::set<const Expr *> Needed;
  std::set<const VarDecl *> Vars;
  std::set<const Stmt *> Exits;
};

} // namespace

/// Writes the predicates into one copy.
class PhaseWriter::SurplusEditor {
public:
  SurplusEditor(PhaseWriter &W, Copy &C, UniformAnalysis &Uniform)
      : W(W), C(C), Uniform(Uniform), Parts(C.S.F, Uniform) {}

  void run() {
    for (const Stmt *S : cast<CompoundStmt>(C.S.F->getBody())->body())
      edit(S, /*InCompound=*/true);
  }

private:
  void fail(const Stmt *S, llvm::StringRef Why) {
    W.problem(Diag::KernelSurplus, S->getSourceRange(), {Why.str() + " at " + W.P.where(S->getBeginLoc())});
  }

  void wrap(const Stmt *S, bool InCompound) {
    // The form with its own else keeps an else that follows where it belongs.
    if (!C.Edits.insertAround(S->getSourceRange(), InCompound ? "if (P_ON(p_v)) " : "if (!P_ON(p_v)) ; else ", ""))
      fail(S, "a statement made by a macro");
  }

  /// Only items that count evaluate \p E; the others take zero.
  void predicate(const Expr *E) {
    QualType T = E->getType();
    std::string Zero;
    if (T->isVectorType())
      Zero = "(" + W.P.names().theirs(printType(W.P.ast(), T.getUnqualifiedType())) + ")(0)";
    else if (T->isScalarType())
      Zero = "0";
    if (Zero.empty() || isa<InitListExpr>(E))
      return fail(E, "a structure or array value");
    if (!C.Edits.insertAround(E->getSourceRange(), "P_ON(p_v) ? (", ") : " + Zero))
      fail(E, "an expression made by a macro");
  }

  /// An expression that is evaluated on the way of surplus items.
  void passing(const Expr *E) {
    if (!E)
      return;
    if (Parts.sharedEffect(E))
      return fail(E, "a store or atomic inside an expression that controls a barrier");
    if (Parts.storedByEach(E))
      return fail(E, "a local variable that each work-item sets by itself before it controls a barrier");
  }

  /// A condition that surplus items evaluate.
  void condition(const Expr *E) {
    if (E && !Parts.isControl(E) && !Parts.harmless(E))
      return fail(E, "a condition that reads memory in front of a return with a value");
    passing(E);
  }

  /// The arguments of a collective call of a helper.
  void collectiveCall(const Expr *E) {
    E = E->IgnoreParenCasts();
    const auto *Call = dyn_cast<CallExpr>(E);
    if (!Call)
      return fail(E, "a call with a barrier inside an expression");
    if (isCollective(builtinOf(Call)))
      return;
    if (!calleeWithBody(Call))
      return fail(E, "a call with a barrier inside an expression");
    for (const Expr *Arg : Call->arguments()) {
      if (Uniform.hasCollective(Arg))
        fail(Arg, "a call with a barrier inside an argument");
      else if (Parts.isControl(Arg))
        passing(Arg);
      else if (!Parts.harmless(Arg) && !isAddress(Arg))
        predicate(Arg);
    }
  }

  /// An address that is computed without reading memory: &a[i], a + i, an array.
  bool isAddress(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return R->getType()->isArrayType() || R->getType()->isPointerType();
    return false;
  }

  void declaration(const DeclStmt *D) {
    if (C.Removed.count(D))
      return;
    for (const Decl *One : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(One);
      if (!V || !V->getInit())
        continue;
      const Expr *Init = V->getInit();
      if (Uniform.hasCollective(Init))
        collectiveCall(Init);
      else if (Parts.needed(V))
        passing(Init);
      else if (!Parts.harmless(Init))
        predicate(Init->IgnoreImplicit());
    }
  }

  void expression(const Expr *E, bool InCompound) {
    if (Uniform.hasCollective(E)) {
      const Expr *X = E->IgnoreParenCasts();
      if (const auto *B = dyn_cast<BinaryOperator>(X); B && B->getOpcode() == BO_Assign) {
        if (!Parts.harmless(B->getLHS()))
          return fail(E, "the result of a call with a barrier is stored directly");
        X = B->getRHS();
      }
      return collectiveCall(X);
    }
    if (Parts.contains(E)) // computes a value that controls a barrier
      return passing(E);
    if (!Parts.harmless(E))
      wrap(E, InCompound);
  }

  void edit(const Stmt *S, bool InCompound) {
    if (!S || isa<NullStmt, BreakStmt, ContinueStmt, GotoStmt>(S) || C.Removed.count(S))
      return;
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return declaration(D);
    if (const auto *E = dyn_cast<Expr>(S))
      return expression(E, InCompound);
    if (const auto *R = dyn_cast<ReturnStmt>(S)) {
      const Expr *Value = R->getRetValue();
      if (!Value)
        return;
      if (Uniform.hasCollective(Value))
        collectiveCall(Value);
      else if (!Parts.harmless(Value))
        predicate(Value->IgnoreImplicit());
      return;
    }
    if (const auto *L = dyn_cast<SwitchCase>(S))
      return edit(L->getSubStmt(), false);
    if (const auto *L = dyn_cast<LabelStmt>(S))
      return edit(L->getSubStmt(), false);
    if (const auto *A = dyn_cast<AttributedStmt>(S)) {
      if (!Parts.contains(S))
        return wrap(S, InCompound);
      return edit(A->getSubStmt(), false);
    }
    if (!Parts.contains(S) && !returnsValue(S))
      return wrap(S, InCompound);
    if (const auto *B = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Child : B->body())
        edit(Child, true);
    } else if (const auto *I = dyn_cast<IfStmt>(S)) {
      condition(I->getCond());
      edit(I->getThen(), false);
      edit(I->getElse(), false);
    } else if (const auto *W = dyn_cast<SwitchStmt>(S)) {
      condition(W->getCond());
      edit(W->getBody(), false);
    } else if (const auto *L = dyn_cast<WhileStmt>(S)) {
      condition(L->getCond());
      edit(L->getBody(), false);
    } else if (const auto *L = dyn_cast<DoStmt>(S)) {
      edit(L->getBody(), false);
      condition(L->getCond());
    } else if (const auto *L = dyn_cast<ForStmt>(S)) {
      if (const auto *D = dyn_cast_or_null<DeclStmt>(L->getInit()))
        declaration(D);
      else if (const auto *E = dyn_cast_or_null<Expr>(L->getInit()))
        header(E);
      condition(L->getCond());
      if (L->getInc())
        header(L->getInc());
      edit(L->getBody(), false);
    } else {
      fail(S, "an unusual statement");
    }
  }

  /// A part of a for header: it cannot be made conditional.
  void header(const Expr *E) {
    if (const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenCasts()); B && B->getOpcode() == BO_Comma) {
      header(B->getLHS());
      header(B->getRHS());
    } else if (Parts.contains(E)) {
      passing(E);
    } else if (!Parts.harmless(E)) {
      fail(E, "a memory access in the header of a loop with a barrier");
    }
  }

  /// A return with a value cannot be skipped: the caller takes the value.
  bool returnsValue(const Stmt *S) {
    return anyOf(S, [](const Stmt *X) {
      const auto *R = dyn_cast<ReturnStmt>(X);
      return R && R->getRetValue();
    });
  }

  PhaseWriter &W;
  Copy &C;
  UniformAnalysis &Uniform;
  Skeleton Parts;
};

void PhaseWriter::editSurplus(Copy &C) {
  if (Tree.has(C.S.F, isCollective)) {
    AccessAnalysis Accesses;
    UniformAnalysis Uniform(Tree, Accesses, Barriers.Calls);
    SurplusEditor(*this, C, Uniform).run();
    return;
  }
  // Without a barrier nothing needs surplus items.
  if (C.S.F->hasAttr<OpenCLKernelAttr>() && !groupStrideReason(P, Tree, C.S.F).empty())
    if (!C.Edits.insertAfter(C.S.F->getBody()->getBeginLoc(), " if (!P_ON(p_v)) return;"))
      macroProblem(C.S.F->getLocation(), C.S.F->getName());
}

} // namespace persistify::kernel
