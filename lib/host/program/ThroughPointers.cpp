//===- ThroughPointers.cpp - calls of the interface by pointers to its functions -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs hand a function of the interface to one of their own that calls it and looks at
// the status: check(clSetKernelArg, kernel, 0, sizeof n, &n). There the call is one through a pointer.
//
//===----------------------------------------------------------------------===//
#include "program/ProgramIndex.h"
#include "persistify/Api.h"

using namespace clang;

namespace persistify::host {

const CallExpr *ProgramIndex::callOf(const CallExpr *C, const FunctionDecl *F) const {
  const QualType To = C->getCallee()->getType();
  if (!F || !F->getIdentifier() || !apiRow(F->getName()) || C->getDirectCallee() || !To->isFunctionPointerType() ||
      To->isDependentType() || !Ctx.hasSameFunctionTypeIgnoringExceptionSpec(To->getPointeeType(), F->getType()))
    return nullptr;
  const CallExpr *&Made = ByPointer[{C, F->getCanonicalDecl()}];
  if (Made)
    return Made;
  auto *Name = DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(), const_cast<FunctionDecl *>(F),
                                   false, C->getCallee()->getBeginLoc(), F->getType(), VK_LValue);
  auto *Callee = ImplicitCastExpr::Create(Ctx, Ctx.getPointerType(F->getType()), CK_FunctionToPointerDecay, Name,
                                          nullptr, VK_PRValue, FPOptionsOverride());
  auto *Call = const_cast<CallExpr *>(C);
  return Made = CallExpr::Create(Ctx, Callee, llvm::ArrayRef(Call->getArgs(), Call->getNumArgs()), C->getType(),
                                 C->getValueKind(), C->getRParenLoc(), FPOptionsOverride());
}

} // namespace persistify::host
