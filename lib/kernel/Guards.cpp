//===- lib/kernel/Guards.cpp ------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Guards.h"
#include "Builtins.h"
#include "Elements.h"
#include "Parse.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::kernel {
namespace {

/// Nothing that somebody could miss when it is not evaluated.
bool isHarmless(const Stmt *S) {
  return !anyOf(S, [](const Stmt *X) {
    if (const auto *B = dyn_cast<BinaryOperator>(X))
      return B->isAssignmentOp();
    if (const auto *U = dyn_cast<UnaryOperator>(X))
      return U->isIncrementDecrementOp();
    const auto *C = dyn_cast<CallExpr>(X);
    return isa<StmtExpr>(X) || (C && !isIdQuery(builtinOf(C)));
  });
}

bool onlyReturns(const Stmt *S) {
  if (const auto *B = dyn_cast<CompoundStmt>(S))
    return B->size() == 1 && onlyReturns(B->body_front());
  return isa<ReturnStmt>(S);
}

class GuardFinder {
public:
  GuardFinder(const FunctionDecl *F, std::optional<ItemBound> (&Bounds)[3])
      : F(F), Ctx(F->getASTContext()), Ids(F), Bounds(Bounds) {}

  void run() {
    const auto *Body = cast<CompoundStmt>(F->getBody());
    for (const Stmt *S : Body->body()) {
      if (isa<DeclStmt, NullStmt>(S) && isHarmless(S))
        continue;
      const auto *If = dyn_cast<IfStmt>(S);
      if (!If || If->getElse())
        return;
      // What is left of the kernel is for the items behind the guard, or is the guard's branch.
      bool Away = onlyReturns(If->getThen());
      if (Away || S == Body->body_back())
        leaves(If->getCond(), Away ? BO_LOr : BO_LAnd, /*Runs=*/!Away);
      return;
    }
  }

private:
  /// Each of the conditions that \p Op joins bounds the ids by itself. \p Runs: items for which the whole
  /// is true run; else they are sent away. False: who is not walked might be missed behind this.
  bool leaves(const Expr *E, BinaryOperatorKind Op, bool Runs) {
    E = E->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == Op)
      return leaves(B->getLHS(), Op, Runs) && leaves(B->getRHS(), Op, Runs);
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot) {
      E = U->getSubExpr()->IgnoreParenImpCasts();
      Runs = !Runs;
    }
    if (!isHarmless(E))
      return false;
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isRelationalOp())
      bound(*B, Runs);
    return true;
  }

  void bound(const BinaryOperator &B, bool Runs) {
    const std::optional<unsigned> Left = Ids.dimension(B.getLHS());
    const std::optional<unsigned> Dim = Left ? Left : Ids.dimension(B.getRHS());
    BinaryOperatorKind Op = B.getOpcode();
    if (!Left)
      Op = BinaryOperator::reverseComparisonOp(Op);
    if (!Runs)
      Op = BinaryOperator::negateComparisonOp(Op);
    if (!Dim || Bounds[*Dim] || (Op != BO_LT && Op != BO_LE))
      return;
    const Expr *Value = Left ? B.getRHS() : B.getLHS();
    Found = ItemBound();
    Found.Inclusive = Op == BO_LE;
    Found.Unsigned = Value->getType()->isUnsignedIntegerType();
    if (converted(Value->getType(), Value))
      Bounds[*Dim] = Found;
  }

  void put(const llvm::Twine &T) { Found.Text.back() += T.str(); }
  std::string type(QualType T) const {
    return T.getCanonicalType().getUnqualifiedType().getAsString(Ctx.getPrintingPolicy());
  }
  static bool isInteger(QualType T) {
    const auto *B = T.getCanonicalType()->getAs<BuiltinType>();
    return B && B->isInteger() && B->getKind() != BuiltinType::Bool;
  }

  /// Writes something that may stand behind a cast or an operator. Parts keep their types, so what C
  /// converts without being told is not written.
  bool write(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (!isInteger(E->getType()))
      return false;
    if (std::optional<llvm::APSInt> N = E->getIntegerConstantExpr(Ctx)) {
      if (N->getSignificantBits() > 63)
        return false;
      const bool IsInt = Ctx.hasSameUnqualifiedType(E->getType(), Ctx.IntTy) && N->getSignificantBits() < 32;
      put(IsInt ? llvm::toString(*N, 10) : "(" + type(E->getType()) + ")" + llvm::toString(*N, 10) + "l");
      return true;
    }
    if (const auto *K = dyn_cast<CStyleCastExpr>(E))
      return converted(K->getType(), K->getSubExpr());
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() != UO_Minus && U->getOpcode() != UO_Plus)
        return false;
      put("(" + UnaryOperator::getOpcodeStr(U->getOpcode()) + " ");
      bool Ok = write(U->getSubExpr());
      put(")");
      return Ok;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->getOpcode() != BO_Add && B->getOpcode() != BO_Sub && B->getOpcode() != BO_Mul)
        return false;
      put("(");
      bool Ok = write(B->getLHS());
      put(" " + B->getOpcodeStr() + " ");
      Ok = Ok && write(B->getRHS());
      put(")");
      return Ok;
    }
    const auto *R = dyn_cast<DeclRefExpr>(E);
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (V && V->isFileVarDecl() && V->getName().starts_with(AnyPrefix)) { // stands for a macro
      put("(" + V->getName().drop_front(AnyPrefix.size()) + ")");
      return true;
    }
    if (!V || Ids.changes(V))
      return false;
    if (const auto *Q = dyn_cast<ParmVarDecl>(V)) {
      Found.Params.push_back(Q->getFunctionScopeIndex());
      Found.Text.push_back("");
      return true;
    }
    return V->isLocalVarDecl() && !V->isStaticLocal() && V->getInit() && converted(V->getType(), V->getInit());
  }
  bool converted(QualType To, const Expr *E) {
    if (!isInteger(To))
      return false;
    if (!Ctx.hasSameUnqualifiedType(To, E->IgnoreParenImpCasts()->getType()))
      put("(" + type(To) + ")");
    return write(E);
  }

  const FunctionDecl *F;
  ASTContext &Ctx;
  const OwnIds Ids;
  std::optional<ItemBound> (&Bounds)[3];
  ItemBound Found;
};

} // namespace

void findItemBounds(const FunctionDecl *F, std::optional<ItemBound> (&Bounds)[3]) { GuardFinder(F, Bounds).run(); }

} // namespace persistify::kernel
