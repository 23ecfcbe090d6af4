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
#include "Definition.h"
#include "Containers.h"
#include "Lowering.h"

using namespace clang;

namespace persistify::host {

/// The destructor of T, if it is all that ends an object of that class and its body is
/// the program's own; else null.
const CXXDestructorDecl *Lowering::ownDestructor(QualType T) const {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  const CXXDestructorDecl *D = RD && RD->hasDefinition() ? RD->getDestructor() : nullptr;
  const SourceManager &SM = Ctx.getSourceManager();
  if (!D || !D->isUserProvided() || RD->isUnion() || !definitionThatRuns(D) || inWrapper(D) ||
      SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
    return nullptr;
  for (const CXXBaseSpecifier &B : RD->bases())
    if (!releasesOnly(B.getType()))
      return nullptr;
  for (const FieldDecl *F : RD->fields())
    if (!releasesOnly(F->getType()) && !ownsOnlyMemory(F->getType()))
      return nullptr;
  return llvm::cast<CXXDestructorDecl>(definitionThatRuns(D));
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

bool Lowering::endsQuietly(const CXXBindTemporaryExpr *X) {
  if (endsInLibrary(X->getType()))
    return true;
  if (ok())
    refuse(Diag::HostImplicitCall, X->getSourceRange(),
           {"the destructor of a temporary " + X->getType().getAsString()});
  return false;
}

/// Ends the objects from From on, which stay known to the ways that do not leave.
void Lowering::destroy(size_t From) {
  for (size_t I = Live.size(); I-- > From && ok() && E.Reachable;) {
    LiveObject O = Live[I];
    if (O.End)
      inlineCall(O.End, {}, O.P, O.R);
    else
      endBuffer(O.P, O.R);
  }
}

void Lowering::endScope(size_t From) {
  destroy(From);
  if (Live.size() > From)
    Live.erase(Live.begin() + From, Live.end());
}

} // namespace persistify::host
