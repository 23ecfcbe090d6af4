//===- Destructors.cpp - objects with destructors of the program's own --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A local object of the loop whose class has a destructor that can be followed: its
// body is expanded wherever the object's scope ends, at the end of a block and in
// front of each jump out of it (rule H7).
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "library/ContainerKinds.h"
#include "device/MadeObjects.h"
#include "device/Wrapper.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

bool Statements::endsByItself(QualType T) const { return wrapper().releasesOnly(T) || ownsOnlyMemory(T); }

bool Statements::endsByOwn(QualType T) const {
  const CXXRecordDecl *RD = T->isArrayType() ? nullptr : T->getAsCXXRecordDecl();
  const CXXDestructorDecl *D = RD && RD->hasDefinition() ? RD->getDestructor() : nullptr;
  const SourceManager &SM = Ctx.getSourceManager();
  if (!D || RD->isUnion() || RD->getNumVBases() || inWrapper(D) || RD->isInStdNamespace() ||
      SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())) || (D->isUserProvided() && !definitionThatRuns(D)))
    return false;
  auto Ends = [&](QualType Of) { return endsByItself(Of) || endsByOwn(Of); };
  return llvm::all_of(RD->bases(), [&](const CXXBaseSpecifier &B) { return Ends(B.getType()); }) &&
         llvm::all_of(RD->fields(), [&](const FieldDecl *F) { return Ends(F->getType()); });
}

void Statements::endObject(const Place &P, QualType T, clang::SourceRange Rg) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl()->getDefinition();
  if (const CXXDestructorDecl *D = RD->getDestructor(); D->isUserProvided())
    functions().inlineCall(llvm::cast<CXXDestructorDecl>(definitionThatRuns(D)), {}, P, Rg);
  if (planted("members-stay"))
    return;
  std::vector<const FieldDecl *> Fields(RD->field_begin(), RD->field_end());
  for (const FieldDecl *F : llvm::reverse(Fields))
    if (ok() && !endsByItself(F->getType()))
      endObject(places().field(P, F), F->getType(), Rg);
  std::vector<QualType> Bases;
  for (const CXXBaseSpecifier &B : RD->bases())
    Bases.push_back(B.getType());
  for (QualType B : llvm::reverse(Bases))
    if (ok() && !endsByItself(B))
      endObject(places().toBase(P, T, B), B, Rg);
}

/// Whether the end of an object of class T calls nothing of the program's.
static bool endsInLibrary(QualType T) {
  const CXXRecordDecl *RD = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD || RD->hasTrivialDestructor() || RD->isInStdNamespace() || inWrapper(RD))
    return true;
  return !(RD->getDestructor() && RD->getDestructor()->isUserProvided()) &&
         llvm::all_of(RD->bases(), [](const CXXBaseSpecifier &B) { return endsInLibrary(B.getType()); }) &&
         llvm::all_of(RD->fields(), [](const FieldDecl *F) { return endsInLibrary(F->getType()); });
}

bool Statements::leavesTemporaries(const clang::Stmt *X) {
  if (!X || isa<ExprWithCleanups>(X) || planted("temporaries-end-unseen"))
    return false;
  if (auto *B = dyn_cast<CXXBindTemporaryExpr>(X); B && !endsInLibrary(B->getType()))
    return true;
  return llvm::any_of(X->children(), leavesTemporaries);
}

bool Statements::endsQuietly(const CXXBindTemporaryExpr *X) {
  if (endsInLibrary(X->getType()))
    return true;
  if (ok())
    refuse(Diag::HostImplicitCall, X->getSourceRange(),
           {"the destructor of a temporary " + X->getType().getAsString()});
  return false;
}

void Statements::destroy(size_t From) {
  for (size_t I = Live.size(); I-- > From && ok() && E.Reachable;) {
    LiveObject O = Live[I];
    if (O.Own)
      endObject(O.P, O.P.T, O.R);
    else if (E.Buffers.count(places().key(O.P)))
      made().endBuffer(O.P, O.R);
  }
}

void Statements::endScope(size_t From) {
  destroy(From);
  if (Live.size() > From)
    Live.erase(Live.begin() + From, Live.end());
}

} // namespace persistify::host
