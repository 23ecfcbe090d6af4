//===- UserHints.cpp - what the user's hints change in lowering ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A wrong kernel name or a wrong claim that buffers are distinct is found by the
// guards when the program runs. A dropped call is not, so no call is dropped
// through which the loop's own state could change.
//
//===----------------------------------------------------------------------===//
#include "interpreter/Expressions.h"
#include "machine/Places.h"
#include "names/UserHints.h"
#include "persistify/AstVisitor.h"

using namespace clang;

namespace persistify::host {

std::string UserHints::hintedKernel(llvm::StringRef Text, const clang::Expr *Spelled) const {
  for (const Hint *H : llvm::reverse(Hints)) // the nearest one
    if (H->K == Hint::Kind::Kernel && (hintNames(H->A, Text) || (Spelled && hintNames(H->A, text(Spelled))))) {
      H->Used = true;
      return H->B;
    }
  return "";
}

void UserHints::hintedDistinct() {
  for (const Hint *H : Hints)
    if (H->K == Hint::Kind::Distinct)
      R.Distinct.push_back({H->A, H->B, H});
}

/// Whether a pointer or reference of this type gives the callee nothing that
/// the loop knows: what it points to is const, or opaque to the program.
static bool harmless(QualType T) {
  if (!T->isPointerType() && !T->isReferenceType())
    return !T->isRecordType() || T.getCanonicalType()->getAsCXXRecordDecl() == nullptr ||
           T->getAsCXXRecordDecl()->isTriviallyCopyable();
  QualType To = T->getPointeeType();
  if (To.isConstQualified())
    return true;
  if (auto *RT = To->getAs<RecordType>()) // FILE is the library's own
    return !RT->getDecl()->isCompleteDefinition() || RT->getDecl()->getName() == "_IO_FILE";
  return To->isFunctionType();
}

std::optional<Value> UserHints::hintedDrop(const clang::CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (Hints.empty() || apiCall(C))
    return std::nullopt;
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  bool Lambda = Method && Method->getParent()->isLambda() && isa<CXXOperatorCallExpr>(C);
  std::string Name = Lambda ? text(C->getArg(0)) // the variable that holds it
                     : F    ? F->getQualifiedNameAsString()
                            : text(C->getCallee());
  const Hint *Found = nullptr;
  for (const Hint *H : Hints)
    if (H->K == Hint::Kind::Drop && hintNames(H->A, Name))
      Found = H;
  if (!Found)
    return std::nullopt;
  Found->Used = true;
  clang::SourceRange Rg = C->getSourceRange();
  auto Unsafe = [&](std::string Why) {
    refuse(Diag::HostDropUnsafe, Rg, {Name, std::move(Why)});
    return Value();
  };
  if (F && Index.launches(F))
    return Unsafe("it launches kernels");
  if (F && Index.neverReturns(F))
    return Unsafe("it does not return");
  if (Method && Method->isInstance() && !Method->isConst())
    return Unsafe("it may change its object");
  if (Lambda)
    for (const LambdaCapture &Cap : Method->getParent()->captures())
      if (Cap.getCaptureKind() == LCK_ByRef || Cap.getCaptureKind() == LCK_This)
        return Unsafe("the lambda may change what it refers to");
  for (unsigned I = 0; I < C->getNumArgs() && ok(); ++I) {
    const clang::Expr *X = C->getArg(I);
    bool ObjectFirst = isa<CXXOperatorCallExpr>(C) && Method;
    if (ObjectFirst && I == 0)
      continue;
    unsigned At = I - ObjectFirst;
    QualType T = F && At < F->getNumParams() ? F->getParamDecl(At)->getType() : X->getType();
    // Text given to printf and its kin is only read.
    bool Text = library::is(F, library::Output) && T->isPointerType() && T->getPointeeType()->isAnyCharacterType();
    if (!Text && !harmless(T))
      return Unsafe("it may write through '" + text(X) + "'");
    // Conversions to the parameter's type are part of the call; what the program
    // spells is not.
    const clang::Expr *Spelled = const_cast<clang::Expr *>(X)->IgnoreUnlessSpelledInSource();
    if (!isa<CXXDefaultArgExpr>(X) && Spelled->HasSideEffects(Ctx))
      exprs().effect(Spelled);
  }
  if (!ok())
    return Value();
  R.Dropped.push_back({range(Rg), Name});
  if (F && F->hasBody(F))
    DroppedBodies[F] = C;
  return Value();
}

namespace {
/// Variables outside of functions that a body assigns, through any number of
/// calls with visible bodies.
struct OutsideWrites : AstVisitor {
  llvm::SetVector<const VarDecl *> Found;
  std::set<const FunctionDecl *> Seen;

  void add(const clang::Expr *X) {
    X = X->IgnoreParenCasts();
    while (true) {
      if (auto *M = dyn_cast<MemberExpr>(X); M && !M->isArrow())
        X = M->getBase()->IgnoreParenCasts();
      else if (auto *A = dyn_cast<ArraySubscriptExpr>(X))
        X = A->getBase()->IgnoreParenCasts();
      else
        break;
    }
    if (auto *D = dyn_cast<DeclRefExpr>(X))
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()); V && V->hasGlobalStorage())
        Found.insert(V->getCanonicalDecl());
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp())
      add(B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf)
      add(U->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (F && F->hasBody(F) && Seen.insert(F).second)
      TraverseStmt(F->getBody());
    return true;
  }
};
} // namespace

void UserHints::checkDropped() {
  for (auto &[F, C] : DroppedBodies) {
    OutsideWrites W;
    W.Seen.insert(F);
    W.TraverseStmt(F->getBody());
    for (const VarDecl *V : W.Found)
      if (places().External.count(V))
        return refuse(Diag::HostDropUnsafe, C->getSourceRange(),
                      {F->getQualifiedNameAsString(), "it changes '" + V->getNameAsString() + "'"});
  }
}

} // namespace persistify::host
