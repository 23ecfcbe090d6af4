//===- FixedLength.cpp - containers whose length a loop leaves alone ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a vector that only the host changes, as behind the region, the length is known all the same if nobody in the loop can
// change it. A vector that goes by its name alone changes its length only where that stands, or as a part of an object that
// is assigned as a whole, or given to a function that nobody sees.
//
//===----------------------------------------------------------------------===//
#include "program/FixedLength.h"
#include "program/ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Library.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::host {

namespace {

/// Whether objects of type \p T have \p V as a part, also by a class of the library that is made of such ones.
bool isPartOf(const ValueDecl *V, QualType T, std::set<const Type *> &Met) {
  while (T->isArrayType())
    T = QualType(T->getArrayElementTypeNoTypeQual(), 0);
  auto *F = dyn_cast<FieldDecl>(V);
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (!F || !R || !R->hasDefinition() || !Met.insert(T.getCanonicalType().getTypePtr()).second)
    return false;
  if (R->getCanonicalDecl() == F->getParent()->getCanonicalDecl())
    return true;
  auto Part = [&](QualType Its) {
    while (Its->isPointerType() || Its->isReferenceType())
      Its = Its->getPointeeType();
    return isPartOf(V, Its, Met);
  };
  if (auto *Of = dyn_cast<ClassTemplateSpecializationDecl>(R))
    for (const TemplateArgument &A : Of->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Type && Part(A.getAsType()))
        return true;
  return llvm::any_of(R->getDefinition()->fields(), [&](const FieldDecl *Its) { return Part(Its->getType()); }) ||
         llvm::any_of(R->getDefinition()->bases(), [&](const CXXBaseSpecifier &B) { return Part(B.getType()); });
}

/// The same of what \p T refers or points to.
bool has(QualType T, const ValueDecl *V) {
  while (T->isPointerType() || T->isReferenceType() || T->isArrayType())
    T = T->isArrayType() ? QualType(T->getArrayElementTypeNoTypeQual(), 0) : T->getPointeeType();
  std::set<const Type *> Met;
  return isPartOf(V, T, Met);
}

/// Mentions of the vector in one piece of the program.
struct LengthUses : AstVisitor {
  const ValueDecl *V;
  std::set<const clang::Expr *> Fine,
      Changes; ///< mentions that leave its length alone, and that may change it, by that name alone
  bool Changed = false, Escapes = false;
  explicit LengthUses(const ValueDecl *V) : V(V) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool names(const clang::Expr *X) const {
    X = X->IgnoreParenImpCasts();
    auto *M = dyn_cast<MemberExpr>(X);
    auto *D = dyn_cast<DeclRefExpr>(X);
    const ValueDecl *Named = M ? M->getMemberDecl() : D ? D->getDecl() : nullptr;
    return Named && Named->getCanonicalDecl() == V->getCanonicalDecl();
  }
  void note(const clang::Expr *X, bool Leaves) {
    if (names(X))
      (Leaves ? Fine : Changes).insert(X->IgnoreParenImpCasts());
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) override {
    if (const CXXMethodDecl *M = C->getMethodDecl())
      note(C->getImplicitObjectArgument(), library::is(M, library::Still));
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *C) override {
    if (C->getOperator() == OO_Subscript || C->getOperator() == OO_Equal)
      note(C->getArg(0), C->getOperator() == OO_Subscript);
    return true;
  }
  bool mention(const clang::Expr *X) {
    if (!names(X) || Fine.count(X))
      return true;
    Changed = true;
    Escapes |= !Changes.count(X);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return mention(E); }
  bool VisitMemberExpr(MemberExpr *E) override { return mention(E); }
  bool VisitLambdaExpr(LambdaExpr *L) override { // which may have a copy, or be called later
    for (const LambdaCapture &C : L->captures())
      Escapes |= C.capturesVariable() && C.getCapturedVar()->getCanonicalDecl() == V->getCanonicalDecl();
    return true;
  }
};

/// What a loop does, through the calls that are seen.
struct LengthReach : AstVisitor {
  const ValueDecl *V;
  const SourceManager &SM;
  std::vector<const FunctionDecl *> Next;
  bool Unseen = false; ///< something may change the vector as a part of another object, or nobody knows what is called
  LengthReach(const ValueDecl *V, const SourceManager &SM) : V(V), SM(SM) {}

  void calls(const FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Given) {
    auto *M = dyn_cast<CXXMethodDecl>(F);
    if (SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation())) || !F->hasBody()) {
      const bool Assigned = M && (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator());
      Unseen |= (Assigned || !M || !M->isImplicit()) &&
                llvm::any_of(Given, [&](const clang::Expr *X) { return has(X->getType(), V); });
      return;
    }
    Unseen |= M && (M->isVirtual() || M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) &&
              (M->isVirtual() || has(M->getThisType(), V));
    Next.push_back(F->getDefinition());
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (const FunctionDecl *F = C->getDirectCallee()) {
      std::vector<const clang::Expr *> Given(C->arg_begin(), C->arg_end());
      if (auto *M = dyn_cast<CXXMemberCallExpr>(C))
        Given.push_back(M->getImplicitObjectArgument());
      calls(F, Given);
    } else {
      Unseen |= !isa<CXXPseudoDestructorExpr>(C->getCallee());
    }
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    if (!C->getConstructor()->isImplicit())
      calls(C->getConstructor(), {C->getArgs(), C->getNumArgs()});
    return true;
  }
  bool VisitVarDecl(VarDecl *D) override { return ends(D->getType()); }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override { return ends(E->getType()); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *) override { return Unseen = true; }
  bool ends(QualType T) {
    const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (R && R->hasDefinition())
      if (const CXXDestructorDecl *D = R->getDestructor(); D && !D->isImplicit())
        calls(D, {});
    return true;
  }
};

} // namespace

bool keepsLength(const ValueDecl *V, const clang::Stmt *Loop, const ProgramIndex &Index) {
  const SourceManager &SM = V->getASTContext().getSourceManager();
  if (planted("length-changes"))
    return true;
  for (Decl *D : Index.mentions(V)) {
    LengthUses Uses(V);
    Uses.TraverseDecl(D);
    if (Uses.Escapes)
      return false;
  }
  std::set<const FunctionDecl *> Met;
  LengthReach Reach(V, SM);
  LengthUses In(V);
  Reach.TraverseStmt(const_cast<clang::Stmt *>(Loop));
  In.TraverseStmt(const_cast<clang::Stmt *>(Loop));
  while (!Reach.Next.empty() && !Reach.Unseen && !In.Changed) {
    const FunctionDecl *F = Reach.Next.back();
    Reach.Next.pop_back();
    if (Met.insert(F).second) {
      Reach.TraverseDecl(const_cast<FunctionDecl *>(F));
      In.TraverseDecl(const_cast<FunctionDecl *>(F));
    }
  }
  return !Reach.Unseen && !In.Changed && !In.Escapes;
}

} // namespace persistify::host
