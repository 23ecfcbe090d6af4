//===- SameMeaning.cpp - two pieces of code in lockstep ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/SameMeaning.h"
#include "SameWalk.h"

using namespace clang;

namespace persistify {

bool DeclMap::pair(const Decl *A, const Decl *B) {
  A = A->getCanonicalDecl();
  B = B->getCanonicalDecl();
  return Forward.try_emplace(A, B).first->second == B && Backward.try_emplace(B, A).first->second == A;
}

bool SameWalk::differ(SourceLocation At, const llvm::Twine &What) {
  if (!First)
    First = Difference{At, What.str()};
  return false;
}

bool SameWalk::unknown(const Stmt *A) {
  return differ(A->getBeginLoc(), llvm::Twine("a ") + A->getStmtClassName() + " cannot be compared");
}

bool SameWalk::statements(const Stmt *A, const Stmt *B) {
  if (!A || !B)
    return !A && !B ? true : differ((A ? A : B)->getBeginLoc(), "a part of the statement is missing there");
  // __func__ means its text.
  const auto *PA = dyn_cast<PredefinedExpr>(A), *PB = dyn_cast<PredefinedExpr>(B);
  if (PA && PA->getFunctionName() && isa<StringLiteral>(B))
    A = PA->getFunctionName();
  if (PB && PB->getFunctionName() && isa<StringLiteral>(A))
    B = PB->getFunctionName();
  if (A->getStmtClass() != B->getStmtClass())
    return differ(A->getBeginLoc(),
                  llvm::Twine("a ") + A->getStmtClassName() + " is a " + B->getStmtClassName() + " there");
  const auto *EA = dyn_cast<Expr>(A);
  if (EA && !expressions(EA, cast<Expr>(B)))
    return false;
  return own(A, B);
}

/// What all expressions have.
bool SameWalk::expressions(const Expr *A, const Expr *B) {
  SourceLocation At = A->getExprLoc();
  if (A->isInstantiationDependent() || B->isInstantiationDependent() || A->containsErrors() || B->containsErrors())
    return unknown(A);
  return types(A->getType(), B->getType(), At) &&
         check(A->getValueKind() == B->getValueKind() && A->getObjectKind() == B->getObjectKind(), At,
               "an expression designates another kind of object there") &&
         check(A->getFPFeaturesInEffect(Ctx.getLangOpts()) == B->getFPFeaturesInEffect(Ctx.getLangOpts()), At,
               "floating-point arithmetic has other options there");
}

bool SameWalk::children(const Stmt *A, const Stmt *B) {
  auto IA = A->child_begin(), EA = A->child_end();
  auto IB = B->child_begin(), EB = B->child_end();
  for (; IA != EA && IB != EB; ++IA, ++IB)
    if (!statements(*IA, *IB))
      return false;
  return check(IA == EA && IB == EB, A->getBeginLoc(), "a statement has another number of parts there");
}

/// The values of constant expressions.
bool SameWalk::values(const Expr *A, const Expr *B) {
  Expr::EvalResult VA, VB;
  bool KA = A->EvaluateAsInt(VA, Ctx), KB = B->EvaluateAsInt(VB, Ctx);
  return check(KA && KB && VA.Val.getInt() == VB.Val.getInt(), A->getExprLoc(), "a constant has another value there");
}

/// Labels of the first piece have partners in the second; others are the same.
bool SameWalk::labels(const LabelDecl *A, const LabelDecl *B, SourceLocation At) {
  if (A == B && !Locals.partner(A))
    return true;
  Jumps.push_back({A, At});
  return check(Locals.pair(A, B), At, "'" + A->getName() + "' is another label there");
}

bool SameWalk::complete() {
  for (const auto &[Label, At] : Jumps)
    if (!Stands.count(Label))
      return differ(At, "'" + Label->getName() + "' is another label there");
  for (const auto &[Lambda, At] : Lambdas)
    if (!Stands.count(Lambda))
      return differ(At, "a lambda is another one there");
  return true;
}

bool SameWalk::lambdas(const LambdaExpr *A, const LambdaExpr *B) {
  SourceLocation At = A->getBeginLoc();
  const CXXRecordDecl *CA = A->getLambdaClass(), *CB = B->getLambdaClass();
  if (CA->isGenericLambda() || CB->isGenericLambda() || CA->isDependentContext() || CB->isDependentContext())
    return differ(At, "a generic lambda cannot be compared");
  Stands.insert(CA);
  if (!check(Locals.pair(CA, CB) && A->capture_size() == B->capture_size() && A->isMutable() == B->isMutable() &&
                 A->getCallOperator()->isStatic() == B->getCallOperator()->isStatic(),
             At, "a lambda is another one there"))
    return false;
  for (auto IA = A->capture_begin(), IB = B->capture_begin(); IA != A->capture_end(); ++IA, ++IB) {
    if (!check(IA->getCaptureKind() == IB->getCaptureKind() && IA->capturesVariable() == IB->capturesVariable(), At,
               "a lambda captures something else there"))
      return false;
    if (!IA->capturesVariable())
      continue;
    const ValueDecl *VA = IA->getCapturedVar(), *VB = IB->getCapturedVar();
    const auto *IVA = dyn_cast<VarDecl>(VA), *IVB = dyn_cast<VarDecl>(VB);
    bool InitA = IVA && IVA->isInitCapture(), InitB = IVB && IVB->isInitCapture();
    if (!check(InitA == InitB, At, "a lambda captures something else there") ||
        !(InitA ? variables(IVA, IVB) : references(VA, VB, IA->getLocation())))
      return false;
  }
  for (auto IA = A->capture_init_begin(), IB = B->capture_init_begin(); IA != A->capture_init_end(); ++IA, ++IB)
    if (!statements(*IA, *IB))
      return false;
  auto FA = CA->field_begin(), FB = CB->field_begin();
  for (; FA != CA->field_end() && FB != CB->field_end(); ++FA, ++FB)
    if (!types(FA->getType(), FB->getType(), At) || !check(Locals.pair(*FA, *FB), At, "a lambda is another one there"))
      return false;
  return check(Locals.pair(A->getCallOperator(), B->getCallOperator()), At, "a lambda is another one there") &&
         functions(A->getCallOperator(), B->getCallOperator(), /*Attributes=*/true);
}

std::optional<Difference> sameMeaning(const Stmt *A, const Stmt *B, ASTContext &Ctx, DeclMap &Locals) {
  SameWalk Walk(Ctx, Locals);
  (void)(Walk.statements(A, B) && Walk.complete());
  return Walk.difference();
}

std::optional<Difference> sameMeaning(const FunctionDecl *A, const FunctionDecl *B, ASTContext &Ctx, DeclMap &Locals,
                                      bool Attributes) {
  SameWalk Walk(Ctx, Locals);
  (void)(Walk.functions(A, B, Attributes) && Walk.complete());
  return Walk.difference();
}

} // namespace persistify
