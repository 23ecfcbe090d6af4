//===- Constructors.cpp - objects of the program's own classes ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A constructor is expanded like any other function of the program: bases and
// members in their order, then its body.
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "machine/Keeping.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

bool Expressions::ownConstructor(const Place &P, const CXXConstructExpr *C) {
  const SourceManager &SM = Ctx.getSourceManager();
  const CXXConstructorDecl *D = C->getConstructor();
  const FunctionDecl *Def = definitionThatRuns(D);
  if (SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())) || !Def || P.Or || P.Index)
    return false;
  llvm::SmallVector<const clang::Expr *, 8> Args(C->arguments());
  functions().inlineCall(Def, Args, P, C->getSourceRange());
  return true;
}

void Expressions::initializeMembers(const CXXConstructorDecl *D) {
  Place This = *Frames.back().This;
  for (const CXXCtorInitializer *I : D->inits()) {
    if (!ok() || !E.Reachable)
      return;
    const clang::Expr *Init = I->getInit();
    if (I->isIndirectMemberInitializer()) { // of a union or struct without a name
      Place P = This;
      for (const NamedDecl *Step : I->getIndirectMember()->chain())
        if (ok())
          P = places().field(std::move(P), llvm::cast<FieldDecl>(Step));
      if (ok())
        initialize(P, Init);
      continue;
    }
    if (!I->isMemberInitializer()) { // a base's members are the object's own
      auto *C = dyn_cast<CXXConstructExpr>(Init->IgnoreParens());
      bool Nothing = C && C->getConstructor()->isTrivial() && C->getNumArgs() == 0;
      const Place Base = places().toBase(This, Ctx.getRecordType(D->getParent()), Init->getType());
      if (C && C->requiresZeroInitialization() && !planted("left-over"))
        zeroMembers(Base, Init->getType()->getAsRecordDecl());
      if (C)
        effects().met(C);
      if (!Nothing && (!C || !ownConstructor(Base, C)) && ok())
        refuse(Diag::HostImplicitCall, Init->getSourceRange(), {"the constructor of a base class"});
      continue;
    }
    const FieldDecl *F = I->getMember();
    if (F->getType()->isReferenceType()) {
      bindMember(This, F, Init);
      continue;
    }
    if (!stmts().endsByItself(F->getType()) && !stmts().endsByOwn(F->getType()))
      return refuse(Diag::HostImplicitCall, Init->getSourceRange(),
                    {"the destructor of '" + F->getNameAsString() + "'"});
    initialize(places().field(This, F), Init);
  }
}

void Expressions::bindMember(const Place &P, const FieldDecl *F, const clang::Expr *X) {
  Place To = keeping().pinned(lvalue(X));
  if (ok())
    E.Known.set(places().key(places().field(P, F)), Value::pointer(To));
}

std::optional<Place> Expressions::referenceMember(const Place &P, const FieldDecl *F) {
  if (!F->getType()->isReferenceType() || Objects[P.Obj].External || P.Or)
    return std::nullopt;
  auto It = E.Known.find(places().key(places().field(P, F)));
  if (It != E.Known.end() && It->second.K == Value::Pointer)
    return It->second.P;
  if (ok()) // bound to one of several: never the member's own bytes
    refuse(Diag::HostPointer, F->getSourceRange(), {F->getNameAsString()});
  return Place();
}

} // namespace persistify::host
