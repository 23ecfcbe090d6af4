//===- KnownKernels.cpp - kernels by the arguments that they take -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/KnownKernels.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

static std::optional<uint64_t> constantOf(const clang::Expr *X, ASTContext &Ctx) {
  clang::Expr::EvalResult R;
  if (!X || X->isValueDependent() || !X->getType()->isIntegralOrEnumerationType() || !X->EvaluateAsInt(R, Ctx))
    return std::nullopt;
  return R.Val.getInt().extOrTrunc(64).getZExtValue();
}

GivenArgument givenArgument(const ApiCall &Set, ASTContext &Ctx) {
  GivenArgument Out;
  Out.Index = constantOf(Set.arg(ApiArg::Index), Ctx);
  if (const clang::Expr *At = Set.arg(ApiArg::Pointer)) {
    Out.Null = !At->isValueDependent() && At->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull);
    Out.Bytes = constantOf(Set.arg(ApiArg::Size), Ctx);
  } else if (const clang::Expr *X = Set.arg(ApiArg::Value); X && !X->isTypeDependent()) {
    const QualType T = X->getType().getNonReferenceType();
    Out.Null = objectType(T) == ApiType::LocalSize;
    if (!T->isIncompleteType())
      Out.Bytes = heldHandle(T) == ApiType::None ? Ctx.getTypeSizeInChars(T).getQuantity() : sizeof(void *);
  }
  return Out;
}

static bool takes(const KnownKernel &K, const GivenArgument &A) {
  if (!A.Index)
    return true;
  if (*A.Index >= K.Params.size())
    return false;
  const KnownKernel::Param &P = K.Params[*A.Index];
  if (P.Local || A.Null)
    return P.Local == A.Null;
  return !P.Bytes || !A.Bytes || P.Bytes == *A.Bytes;
}

std::set<std::string> kernelsThatTake(llvm::ArrayRef<GivenArgument> Given, llvm::ArrayRef<KnownKernel> Kernels) {
  if (planted("no-known-kernels"))
    return {};
  size_t Most = 0;
  bool All = !Given.empty();
  for (const GivenArgument &A : Given) {
    All &= A.Index.has_value();
    Most = std::max<size_t>(Most, A.Index.value_or(0) + 1);
  }
  std::set<std::string> Fit, Exactly;
  for (const KnownKernel &K : Kernels)
    if (llvm::all_of(Given, [&](const GivenArgument &A) { return takes(K, A); })) {
      Fit.insert(K.Name);
      if (All && K.Params.size() == Most)
        Exactly.insert(K.Name);
    }
  return Exactly.empty() ? Fit : Exactly;
}

} // namespace persistify::host
