//===- ApiCall.cpp - what an expression is without its wrappings --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/ApiCall.h"

using namespace clang;

namespace persistify::host {

const clang::Expr *peel(const clang::Expr *E) {
  while (E) {
    const clang::Expr *X = E->IgnoreParenCasts();
    if (auto *W = dyn_cast<ExprWithCleanups>(X))
      X = W->getSubExpr();
    else if (auto *T = dyn_cast<MaterializeTemporaryExpr>(X))
      X = T->getSubExpr();
    else if (auto *B = dyn_cast<CXXBindTemporaryExpr>(X))
      X = B->getSubExpr();
    else if (auto *D = dyn_cast<CXXDefaultInitExpr>(X))
      X = D->getExpr();
    else if (auto *K = dyn_cast<CXXConstructExpr>(X);
             K && K->getNumArgs() >= 1 && K->getConstructor()->isCopyOrMoveConstructor())
      X = K->getArg(0);
    else if (auto *C = dyn_cast<CallExpr>(X)) {
      const FunctionDecl *F = C->getDirectCallee();
      if (library::whatDoes(F) == library::Does::Same)
        X = C->getArg(0);
      else if (ApiCall A = apiCall(C); A.A == Api::RawHandle && !A.Args.empty())
        X = A.Args[0];
    }
    if (X == E)
      break;
    E = X;
  }
  return E;
}

} // namespace persistify::host
