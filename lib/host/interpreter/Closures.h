//===- Closures.h - calls of lambdas -------------------------------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A closure is no object of the region: its captures by reference are the variables
// themselves, and those by copy must never change, or are kept where the loop makes it.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_CLOSURES_H
#define PERSISTIFY_LIB_HOST_CLOSURES_H

#include "library/ContainerKinds.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::host {

inline bool isClosure(clang::QualType T) {
  const clang::CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  return RD && RD->isLambda();
}

/// The frame of the function in which the lambda with operator M stands: no function is
/// expanded inside itself, so that there is one at most.
template <class Frame> const Frame *makerOf(const std::vector<Frame> &Frames, const clang::CXXMethodDecl *M) {
  auto *In = llvm::dyn_cast<clang::FunctionDecl>(M->getParent()->getDeclContext());
  for (const Frame &F : llvm::reverse(Frames))
    if (In && F.F && F.F->getCanonicalDecl() == In->getCanonicalDecl())
      return &F;
  return nullptr;
}

inline bool capturesThis(const clang::CXXMethodDecl *M) {
  return llvm::any_of(M->getParent()->captures(), [](const clang::LambdaCapture &C) { return C.capturesThis(); });
}

/// Whether the closure that X is was made in the scope that X stands in: by X, or by the
/// initialiser of the variable that X names.
inline bool madeHere(const clang::Expr *X) {
  X = bare(X);
  if (llvm::isa<clang::LambdaExpr>(X))
    return true;
  auto *D = llvm::dyn_cast<clang::DeclRefExpr>(X);
  auto *V = D ? llvm::dyn_cast<clang::VarDecl>(D->getDecl()) : nullptr;
  return V && V->isLocalVarDecl() && !V->isStaticLocal() && !V->getType()->isReferenceType() && V->getInit() &&
         llvm::isa<clang::LambdaExpr>(bare(V->getInit()));
}

/// Whether a closure holds a copy of a variable of a function other than the loop's: of
/// another call of that function, for all that is known. Those in Kept are known.
template <class Frame, class Map>
bool copiesElsewhere(const std::vector<Frame> &Frames, const clang::CXXMethodDecl *M, const Map *Kept) {
  return llvm::any_of(M->getParent()->captures(), [&](const clang::LambdaCapture &C) {
    if (!C.capturesVariable() || C.getCaptureKind() != clang::LCK_ByCopy)
      return false;
    auto *V = llvm::dyn_cast<clang::VarDecl>(C.getCapturedVar()->getCanonicalDecl());
    if (Kept && Kept->count(V))
      return false;
    return llvm::any_of(llvm::drop_begin(Frames), [&](const Frame &F) { return F.Vars.count(V) != 0; });
  });
}

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_CLOSURES_H
