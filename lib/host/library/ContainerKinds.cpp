//===- ContainerKinds.cpp - which library type a host object has ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/DeviceApi.h"
#include "library/ContainerKinds.h"
#include "machine/Keeping.h"
#include "program/Definition.h"
#include "persistify/Containment.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace persistify::host {

// ---- types ---------------------------------------------------------------------

static const ClassTemplateSpecializationDecl *specialization(QualType T) {
  if (T.isNull())
    return nullptr;
  auto *RT = T.getCanonicalType()->getAs<RecordType>();
  return RT ? dyn_cast<ClassTemplateSpecializationDecl>(RT->getDecl()) : nullptr;
}

Container containerOf(QualType T) {
  auto *S = specialization(T);
  const library::ClassRow *R = S ? library::classRow(S) : nullptr;
  if (!R)
    return Container::None;
  switch (R->Model) {
  case Container::Vector: // that of bool has no elements in memory; of the wrapper's events it is a list to wait for
    return elementType(T)->isBooleanType() || objectType(T) != ApiType::None ? Container::None : Container::Vector;
  case Container::String: return elementType(T)->isCharType() ? Container::String : Container::None;
  case Container::Deque: return planted("no-deques") ? Container::None : R->Model;
  default: return R->Model;
  }
}

bool isStringView(QualType T) {
  return library::classOf(T) == library::Class::StringView && containerOf(T) == Container::String;
}

llvm::ArrayRef<TemplateArgument> elements(QualType T) {
  auto *S = specialization(T);
  llvm::ArrayRef<TemplateArgument> A = S ? S->getTemplateArgs().asArray() : llvm::ArrayRef<TemplateArgument>();
  return A.size() == 1 && A[0].getKind() == TemplateArgument::Pack ? A[0].getPackAsArray() : A;
}

QualType elementType(QualType T, unsigned I) {
  auto A = elements(T);
  return I < A.size() && A[I].getKind() == TemplateArgument::Type ? A[I].getAsType() : QualType();
}

std::optional<uint64_t> fixedSize(QualType T) {
  auto A = elements(T);
  switch (containerOf(T)) {
  case Container::Array:
    if (A.size() == 2 && A[1].getKind() == TemplateArgument::Integral)
      return A[1].getAsIntegral().getZExtValue();
    return std::nullopt;
  case Container::Pair: return 2;
  case Container::Tuple: return A.size();
  default: return std::nullopt;
  }
}

ApiType ownedHandle(QualType T) {
  if (containerOf(T) != Container::Smart)
    return ApiType::None;
  QualType P = elementType(T);
  bool IsPointer = false; // a deleter's own type of pointer
  for (const CXXMethodDecl *M : specialization(T)->methods())
    if (library::whatDoes(M) == library::Does::Get && M->getReturnType()->isPointerType()) {
      P = M->getReturnType();
      IsPointer = true;
    }
  if (IsPointer)
    P = P->getPointeeType();
  return P.isNull() ? ApiType::None : handleBehind(P);
}

const clang::Expr *sharedWith(QualType T, const clang::Expr *Init) {
  if (containerOf(T) != Container::Smart || ownedHandle(T) != ApiType::None ||
      library::classOf(T) != library::Class::SharedPtr)
    return nullptr;
  auto *C = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  return C && C->getNumArgs() == 1 && C->getConstructor()->isCopyConstructor() && C->getArg(0)->isLValue()
             ? C->getArg(0)
             : nullptr;
}

bool ownsOnlyMemory(QualType T) {
  auto *RD = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || RD->hasTrivialDestructor())
    return true;
  switch (containerOf(T)) {
  case Container::String:
  case Container::Function: return true;
  case Container::Array:
  case Container::Vector: return ownsOnlyMemory(elementType(T));
  case Container::Pair:
  case Container::Tuple: {
    for (const TemplateArgument &A : elements(T))
      if (A.getKind() != TemplateArgument::Type || !ownsOnlyMemory(A.getAsType()))
        return false;
    return true;
  }
  default: return false;
  }
}

// ---- expressions ----------------------------------------------------------------

const clang::Expr *bare(const clang::Expr *X) {
  for (;;) {
    const clang::Expr *Y = X->IgnoreParens();
    if (auto *C = dyn_cast<ExprWithCleanups>(Y))
      Y = C->getSubExpr();
    else if (auto *C = dyn_cast<CXXBindTemporaryExpr>(Y))
      Y = C->getSubExpr();
    else if (auto *C = dyn_cast<MaterializeTemporaryExpr>(Y))
      Y = C->getSubExpr();
    else if (auto *C = dyn_cast<ConstantExpr>(Y))
      Y = C->getSubExpr();
    else if (auto *C = dyn_cast<CastExpr>(Y);
             C && (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_ConstructorConversion ||
                   C->getCastKind() == CK_DerivedToBase || C->getCastKind() == CK_UncheckedDerivedToBase))
      Y = C->getSubExpr();
    else if (auto *C = dyn_cast<CXXConstructExpr>(Y);
             C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
      Y = C->getArg(0);
    else if (Y == X)
      return X;
    X = Y;
  }
}

const InitListExpr *bracedElements(const clang::Expr *X) {
  X = bare(X);
  if (auto *C = dyn_cast<CXXConstructExpr>(X); C && C->getNumArgs() && C->isStdInitListInitialization())
    X = bare(C->getArg(0));
  if (auto *L = dyn_cast<CXXStdInitializerListExpr>(X))
    X = bare(L->getSubExpr());
  auto *L = dyn_cast<InitListExpr>(X);
  if (L && containerOf(L->getType()) == Container::Array && L->getNumInits() == 1)
    if (auto *Inner = dyn_cast<InitListExpr>(bare(L->getInit(0))))
      return Inner;
  return L;
}

const FunctionDecl *callableOf(const clang::Expr *X) {
  X = bare(X);
  if (auto *C = dyn_cast<CXXConstructExpr>(X);
      C && containerOf(C->getType()) == Container::Function && writtenArguments(C) == 1)
    return callableOf(C->getArg(0));
  if (auto *L = dyn_cast<LambdaExpr>(X))
    return L->getCallOperator();
  X = X->IgnoreParenCasts();
  if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_AddrOf)
    X = U->getSubExpr()->IgnoreParenCasts();
  auto *D = dyn_cast<DeclRefExpr>(X);
  if (!D)
    return nullptr;
  if (auto *F = dyn_cast<FunctionDecl>(D->getDecl()))
    return F;
  auto *RD = D->getType()->getAsCXXRecordDecl();
  return RD && RD->isLambda() ? RD->getLambdaCallOperator() : nullptr;
}

unsigned writtenArguments(const CXXConstructExpr *C) {
  unsigned N = C->getNumArgs();
  while (N && isa<CXXDefaultArgExpr>(C->getArg(N - 1)))
    --N;
  return N;
}

const clang::Expr *containerOfElement(const clang::Expr *X, const clang::Expr *&Index) {
  X = X->IgnoreParenImpCasts();
  const clang::Expr *Of = nullptr;
  Index = nullptr;
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(X); O && O->getOperator() == OO_Subscript && O->getNumArgs() == 2) {
    Of = O->getArg(0);
    Index = O->getArg(1);
  } else if (auto *C = dyn_cast<CXXMemberCallExpr>(X)) {
    const bool Data = C->getMethodDecl() && library::whatDoes(C->getMethodDecl()) == library::Does::Data;
    Of = Data ? C->getImplicitObjectArgument() : nullptr;
  }
  const Container Kind = Of ? containerOf(Of->getType()) : Container::None;
  const bool List = Kind == Container::Vector || // few elements are told apart
                    (Kind == Container::Array && fixedSize(Of->getType()).value_or(0) > Keeping::MostChoices);
  return List && !Of->getType()->isPointerType() && isApiType(elementType(Of->getType()), ApiType::Event) ? Of
                                                                                                          : nullptr;
}

} // namespace persistify::host
