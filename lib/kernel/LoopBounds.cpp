//===- lib/kernel/LoopBounds.cpp -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopBounds.h"
#include "Builtins.h"
#include "Walk.h"
#include "persistify/AstVisitor.h"

using namespace clang;

namespace persistify::kernel {
namespace {

/// What a function, or one of its loops, does to variables.
struct Uses : AstVisitor {
  std::set<const Expr *> Reads, Targets;
  std::set<const VarDecl *> Assigned, Escaped;
  std::set<const Decl *> Declared; ///< variables and constants
  bool Entered = false; ///< control may come in at another place than the beginning
  unsigned Switches = 0;

  explicit Uses(const Stmt *S) { TraverseStmt(const_cast<Stmt *>(S)); }

  bool dataTraverseStmtPre(Stmt *S) override {
    Switches += isa<SwitchStmt>(S);
    Entered |= isa<LabelStmt>(S) || (isa<SwitchCase>(S) && !Switches);
    return true;
  }
  bool dataTraverseStmtPost(Stmt *S) override {
    Switches -= isa<SwitchStmt>(S);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *K) override {
    if (K->getCastKind() == CK_LValueToRValue)
      Reads.insert(K->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp())
      Targets.insert(B->getLHS()->IgnoreParens());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->isIncrementDecrementOp())
      Targets.insert(U->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (V && Targets.count(R))
      Assigned.insert(V);
    else if (V && !Reads.count(R))
      Escaped.insert(V);
    return true;
  }
  bool VisitValueDecl(ValueDecl *D) override {
    Declared.insert(D);
    return true;
  }
};

class BoundFinder {
public:
  BoundFinder(const FunctionDecl *F, AccessAnalysis &Accesses) : F(F), Accesses(Accesses), All(F->getBody()) {}

  std::vector<LoopBound> Found;

  void loop(const Stmt *S) {
    const Expr *Cond = isa<ForStmt, WhileStmt>(S) ? conditionOf(S) : nullptr;
    if (!Cond)
      return;
    Loop = S;
    Uses Here(S);
    if (Here.Entered)
      return;
    Inside = &Here;
    evaluated(Cond);
  }

private:
  /// Looks at what is evaluated whenever \p E is.
  void evaluated(const Expr *E) {
    if (const auto *K = dyn_cast<ImplicitCastExpr>(E); K && K->getCastKind() == CK_LValueToRValue)
      if (LoopBound B{Loop, K->getSubExpr(), {}}; isNumber(E->getType()) && isSteadyLoad(B.Load, B.Params)) {
        Found.push_back(std::move(B));
        return;
      }
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isLogicalOp())
      return evaluated(B->getLHS());
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
      return evaluated(C->getCond());
    if (isa<UnaryExprOrTypeTraitExpr, GenericSelectionExpr, ChooseExpr, StmtExpr>(E)) // some of it is not evaluated
      return;
    for (const Stmt *Child : E->children())
      if (const auto *Sub = dyn_cast_or_null<Expr>(Child))
        evaluated(Sub);
  }

  static bool isNumber(QualType T) {
    return !T->isAtomicType() && (T->isIntegerType() || T->isSpecificBuiltinType(BuiltinType::Float) ||
                                  T->isSpecificBuiltinType(BuiltinType::Double));
  }

  /// Whether the memory that the lvalue \p E is in belongs to parameters, and is the same in each trip.
  bool isSteadyLoad(const Expr *E, std::set<unsigned> &Params) {
    const QualType T = E->getType();
    const LangAS Space = T.getAddressSpace();
    if (T.isVolatileQualified() || T->isAtomicType() || E->refersToBitField() || // which has a type of its own
        (Space != LangAS::opencl_global && Space != LangAS::opencl_constant) || isa<DeclRefExpr>(E->IgnoreParens()))
      return false;
    const Roots R = Accesses.roots(F, E);
    if (R.Unknown || !R.Objects.empty() || R.Params.empty() || !isSteady(E, Params))
      return false;
    Params.insert(R.Params.begin(), R.Params.end());
    return true;
  }

  /// Whether \p E, a value or an lvalue, has no effects and is the same in each trip.
  bool isSteady(const Expr *E, std::set<unsigned> &Params) {
    E = E->IgnoreParens();
    if (isa<IntegerLiteral, CharacterLiteral, FloatingLiteral>(E))
      return true;
    if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) // not of what only the loop declares
      return Size->isArgumentType() && !Size->getArgumentType()->isRecordType() &&
             !Size->getArgumentType()->isEnumeralType();
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return isa<EnumConstantDecl>(R->getDecl()) ? !Inside->Declared.count(R->getDecl())
                                                 : isSteadyVariable(dyn_cast<VarDecl>(R->getDecl()));
    if (const auto *K = dyn_cast<ImplicitCastExpr>(E); K && K->getCastKind() == CK_LValueToRValue) {
      const Expr *From = K->getSubExpr()->IgnoreParens();
      return isa<DeclRefExpr>(From) ? isSteady(From, Params) : isSteadyLoad(From, Params);
    }
    const auto *U = dyn_cast<UnaryOperator>(E);
    const auto *B = dyn_cast<BinaryOperator>(E);
    const bool Pure = isa<ImplicitCastExpr, CStyleCastExpr, ArraySubscriptExpr, MemberExpr, ExtVectorElementExpr>(E) ||
                      (U && !U->isIncrementDecrementOp()) || (B && !B->isAssignmentOp()) || isIdQuery(builtinOf(E));
    return Pure && llvm::all_of(E->children(), [&](const Stmt *Child) {
             const auto *Sub = dyn_cast_or_null<Expr>(Child);
             return Sub && (isCallee(E, Sub) || isSteady(Sub, Params));
           });
  }
  static bool isCallee(const Expr *E, const Expr *Sub) {
    const auto *Call = dyn_cast<CallExpr>(E);
    return Call && Call->getCallee() == Sub;
  }

  bool isSteadyVariable(const VarDecl *V) const {
    return V && V->hasLocalStorage() && !V->getType().isVolatileQualified() && !V->getType()->isAtomicType() &&
           !All.Escaped.count(V) && !Inside->Assigned.count(V) && !Inside->Declared.count(V);
  }

  const FunctionDecl *F;
  AccessAnalysis &Accesses;
  const Uses All;
  const Uses *Inside = nullptr;
  const Stmt *Loop = nullptr;
};

} // namespace

std::vector<LoopBound> findLoopBounds(const FunctionDecl *F, AccessAnalysis &Accesses) {
  BoundFinder Find(F, Accesses);
  const Stmt *Attributed = nullptr; // stays with its attributes
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *A = dyn_cast<AttributedStmt>(S))
      Attributed = A->getSubStmt();
    if (S != Attributed)
      Find.loop(S);
    return true;
  });
  return std::move(Find.Found);
}

} // namespace persistify::kernel
