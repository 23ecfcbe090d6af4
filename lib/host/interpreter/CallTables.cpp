//===- CallTables.cpp - calls by a constant table of functions ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   static int (*const steps[])(int) = {first, second, third};
//   ... steps[i % 3](n) ...
//
// The table never changes: it is constant, or its own file's, which only reads its elements.
// So the call is a choice between calls of its functions, by the index. An index outside of
// it, or one of an element without a function, is an error of
// the program's.
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "library/ContainerKinds.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

namespace {

constexpr unsigned MaxFunctions = 16;

struct Table {
  const clang::Expr *Index = nullptr;
  std::vector<std::pair<unsigned, const FunctionDecl *>> Functions; ///< by index
};

/// The function that X is, or that the pointer calls to which it is converted.
const FunctionDecl *functionOf(const clang::Expr *X) {
  if (auto *C = dyn_cast<CXXMemberCallExpr>(X->IgnoreImplicit()->IgnoreParenImpCasts());
      C && isa_and_nonnull<CXXConversionDecl>(C->getMethodDecl()) && C->getMethodDecl()->getParent()->isLambda())
    X = C->getImplicitObjectArgument();
  return callableOf(X);
}

/// Whether an array is used otherwise than by the values of its elements, or of their members.
struct UsedOtherwise : AstVisitor {
  const VarDecl *V;
  std::set<const clang::Expr *> Read;
  bool Found = false;
  explicit UsedOtherwise(const VarDecl *V) : V(V->getCanonicalDecl()) {}

  // sizeof does not evaluate its operand.
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override { return true; }
  bool VisitImplicitCastExpr(ImplicitCastExpr *C) override {
    if (C->getCastKind() != CK_LValueToRValue)
      return true;
    const clang::Expr *X = C->getSubExpr()->IgnoreParens();
    while (auto *M = dyn_cast<MemberExpr>(X)) {
      if (M->isArrow())
        return true;
      X = M->getBase()->IgnoreParens();
    }
    if (auto *A = dyn_cast<ArraySubscriptExpr>(X))
      Read.insert(A->getBase()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    Found |= R->getDecl()->getCanonicalDecl() == V && !Read.count(R);
    return true;
  }
};

bool staysAsItIs(const VarDecl *V, const ProgramIndex &Index) {
  if (planted("tables-stay"))
    return true;
  if (V->isExternallyVisible()) // another file may change it
    return false;
  UsedOtherwise U(V);
  for (Decl *D : Index.mentions(V))
    U.TraverseDecl(D);
  return !U.Found;
}

/// table[i], table[i].member
std::optional<Table> tableOf(const clang::Expr *X, ASTContext &Ctx, const ProgramIndex &Index) {
  auto Bare = [](const clang::Expr *E) { return bare(E)->IgnoreParenImpCasts(); };
  X = Bare(X);
  if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_Deref)
    X = Bare(U->getSubExpr());
  auto *M = dyn_cast<MemberExpr>(X);
  const auto *Field = M && !M->isArrow() ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  if (Field)
    X = Bare(M->getBase());
  auto *A = dyn_cast<ArraySubscriptExpr>(X);
  auto *D = A ? dyn_cast<DeclRefExpr>(Bare(A->getBase())) : nullptr;
  auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  const auto *T = V ? Ctx.getAsConstantArrayType(V->getType()) : nullptr;
  if (!T || T->getElementType().isVolatileQualified() || T->getElementType()->isArrayType() || (M && !Field) ||
      (!T->getElementType().isConstQualified() && !staysAsItIs(V, Index)))
    return std::nullopt;
  const VarDecl *Def = nullptr;
  const clang::Expr *Init = V->getAnyInitializer(Def);
  auto *L = Init ? dyn_cast<InitListExpr>(Init->IgnoreImplicit()) : nullptr;
  if (!L || !initializerCounts(Def))
    return std::nullopt;
  Table Out;
  Out.Index = A->getIdx();
  for (unsigned I = 0; I < L->getNumInits(); ++I) {
    const clang::Expr *One = L->getInit(I);
    if (Field) {
      auto *Parts = dyn_cast<InitListExpr>(One->IgnoreImplicit());
      if (!Parts || Field->getParent()->isUnion() || Field->getFieldIndex() >= Parts->getNumInits())
        return std::nullopt;
      One = Parts->getInit(Field->getFieldIndex());
    }
    if (isa<ImplicitValueInitExpr>(One) || One->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull))
      continue;
    const FunctionDecl *F = functionOf(One);
    if (!F)
      return std::nullopt;
    Out.Functions.push_back({I, F});
  }
  return Out.Functions.empty() || Out.Functions.size() > MaxFunctions ? std::nullopt : std::optional(Out);
}

} // namespace

std::optional<Value> Functions::tableCall(const clang::CallExpr *C) {
  auto Of = tableOf(C->getCallee(), Ctx, Index);
  if (!Of)
    return std::nullopt;
  clang::SourceRange Rg = C->getSourceRange();
  const llvm::SmallVector<const clang::Expr *, 8> Args(C->arguments());
  ExprP Index = exprs().scalar(Of->Index);
  Index = ok() ? keeping().pinned(Index, "which") : nullptr;
  if (!ok())
    return Value();
  auto Is = [&](unsigned I) { return binary(Expr::EQ, Index, constant(Index->T, I)); };
  for (auto &[I, F] : Of->Functions)
    if (auto Known = truth(Is(I)); Known && *Known)
      return callKnown(F, Args, Rg);
  const bool Void = C->getType()->isVoidType();
  Place Result = Void ? Place() : places().temporary(C->getType(), "result");
  std::function<void(size_t)> Choose = [&](size_t At) {
    auto Call = [&] {
      Value V = callKnown(Of->Functions[At].second, Args, Rg);
      if (ok() && !Void && V.K != Value::Scalar)
        refuse(Diag::HostUnknownCall, Rg,
               {text(C->getCallee()), "what the functions of its table return is no number"});
      if (ok() && !Void)
        leaves().store(Result, V, Rg);
    };
    if (At + 1 == Of->Functions.size())
      return Call();
    stmts().branch(Is(Of->Functions[At].first), Call, [&] { Choose(At + 1); }, Rg);
  };
  Choose(0);
  return ok() && !Void ? leaves().load(Result, Rg) : Value();
}

} // namespace persistify::host
