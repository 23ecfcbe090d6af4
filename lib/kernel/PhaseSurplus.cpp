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
#include "persistify/Containment.h"
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
      : F(F), Tree(Uniform.tree()), Result(Uniform.kernel(F)), Graph(Tree.flow(F)), Accesses(Uniform.accesses().of(F)),
        Blocks(Graph.size()) {
    walk(F->getBody(), [&](const Stmt *S) {
      if (Tree.isCollectiveCall(S))
        comeTo(Graph.find(S).Block);
      // a caller's barrier may depend on it
      if (const auto *R = dyn_cast<ReturnStmt>(S); R && R->getRetValue() && Result.ReturnUniform)
        enter(R), need(R->getRetValue());
      return true;
    });
    for (const Expr *E : Result.Controls)
      need(E);
    for (const Stmt *S : Result.Exits)
      enter(S);
    while (!planted("lost-ways") && isLost(F->getBody()))
      ;
  }

  bool isControl(const Expr *E) const { return Result.Controls.count(E) || Needed.count(E); }
  /// Whether surplus items need the value that \p Init gives a variable.
  bool needed(const Expr *Init) const { return Values.count(Init) != 0; }
  /// Whether \p E, or a part of it, may come out differently for items of a group.
  bool differs(const Expr *E) const {
    return anyOf(E, [&](const Stmt *X) { return isa<Expr>(X) && Result.Differing.count(cast<Expr>(X)); });
  }

  /// Surplus items must execute (part of) \p S.
  bool contains(const Stmt *S) const {
    return Tree.hasCollective(S) || anyOf(S, [&](const Stmt *X) { return defines(X) || Entered.count(X) != 0; });
  }

  /// A return with a value cannot be skipped: the caller takes the value.
  static bool returnsValue(const Stmt *S) {
    return anyOf(S, [](const Stmt *X) {
      const auto *R = dyn_cast<ReturnStmt>(X);
      return R && R->getRetValue();
    });
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
  /// Whether \p S itself gives a value that is needed to a variable.
  bool defines(const Stmt *S) const {
    if (const auto *E = dyn_cast<Expr>(S))
      return Values.count(E) != 0;
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && llvm::any_of(D->decls(), [&](const Decl *One) {
             const auto *V = dyn_cast<VarDecl>(One);
             return V && V->getInit() && needed(V->getInit());
           });
  }

  /// Surplus items execute \p B: they take the ways to it.
  void comeTo(const CFGBlock *B) {
    if (!B || Blocks.test(B->getBlockID()))
      return;
    Blocks.set(B->getBlockID());
    for (const CFGBlock *Branch : Graph.branches())
      if (Graph.influences(Branch, B))
        need(Flow::conditionOf(Branch));
  }

  void need(const Expr *E) {
    if (!E || !Needed.insert(E).second)
      return;
    const auto *B = dyn_cast<BinaryOperator>(E);
    const Expr *Set = B && B->getOpcode() == BO_Assign ? B->getLHS()->IgnoreParens() : nullptr;
    walk(E, [&](const Stmt *S) {
      const auto *R = dyn_cast<DeclRefExpr>(S);
      const auto *V = R && R != Set ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      if (const Flow::Place At = Graph.find(S); V && isPrivate(V) && At.Block)
        for (const Flow::Definition *D : Graph.reaching(V, At))
          if (Values.insert(D->Value).second) {
            need(D->Value);
            comeTo(D->At.Block);
          }
      return true;
    });
  }

  void enter(const Stmt *S) {
    Entered.insert(S);
    comeTo(Graph.begin(S));
    need(conditionOf(S));
  }

  /// Looks for a statement with jumps in \p S that surplus items would leave out, and come elsewhere than the others.
  bool isLost(const Stmt *S) {
    if (!S || isa<Expr, DeclStmt, ReturnStmt>(S))
      return false;
    if (isa<ForStmt, WhileStmt, DoStmt>(S) && returnsValue(S) && !contains(S) &&
        !planted("rounds-of-others")) { // they go through it, too: to its end
      enter(S);
      return true;
    }
    if (contains(S) || returnsValue(S) || isa<LabelStmt, SwitchCase>(S))
      return llvm::any_of(S->children(), [&](const Stmt *Child) { return isLost(Child); });
    if (!anyOf(S, [&](const Stmt *X) { return X != S && Graph.leaves(X, S); }) || !Graph.without(S).anyCommon(Blocks))
      return false;
    enter(S);
    return true;
  }

  const FunctionDecl *F;
  const CallTree &Tree;
  const UniformResult &Result;
  const Flow &Graph;
  const FunctionAccess &Accesses;
  BlockSet Blocks; ///< come to by surplus items, since something there is needed
  std::set<const Expr *> Needed; ///< whose values are
  std::set<const Expr *> Values; ///< given to variables: Flow::Definition::Value
  std::set<const Stmt *> Entered; ///< for the sake of jumps
};

} // namespace

/// Writes the predicates into one copy.
class PhaseWriter::SurplusEditor {
public:
  SurplusEditor(PhaseWriter &W, Copy &C, UniformAnalysis &Uniform) : W(W), C(C), Tree(W.Tree), Parts(C.S.F, Uniform) {}

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
    if (E && Parts.isControl(E) && Parts.differs(E))
      return fail(E, "a jump that depends on a condition which may differ between work-items");
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
      if (Tree.hasCollective(Arg))
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
      if (Tree.hasCollective(Init))
        collectiveCall(Init);
      else if (Parts.needed(Init))
        passing(Init);
      else if (!Parts.harmless(Init))
        predicate(Init->IgnoreImplicit());
    }
  }

  void expression(const Expr *E, bool InCompound) {
    if (Tree.hasCollective(E)) {
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
      if (Tree.hasCollective(Value))
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
    if (!Parts.contains(S) && !Skeleton::returnsValue(S))
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

  PhaseWriter &W;
  Copy &C;
  const CallTree &Tree;
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
