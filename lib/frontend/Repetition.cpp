//===- Repetition.cpp - what a file may do again and again ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Repetition.h"
#include "persistify/AstVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace clang;

namespace persistify::frontend {

bool isCallable(QualType T) {
  T = T.getNonReferenceType();
  if (T->isFunctionType() || T->isFunctionPointerType() || T->isMemberFunctionPointerType() || T->isDependentType())
    return true;
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->hasDefinition() && llvm::any_of(R->getDefinition()->methods(), [](const CXXMethodDecl *M) {
           return M->getOverloadedOperator() == OO_Call;
         });
}

namespace {
/// Whether anything outside system headers may be done again and again: loops, jumps, functions that may come to
/// themselves, and what is given to a function of the library, which may call it.
class Repetition : public AstVisitor {
public:
  explicit Repetition(ASTContext &Ctx) : SM(Ctx.getSourceManager()) {
    TraverseDecl(Ctx.getTranslationUnitDecl());
    std::map<const FunctionDecl *, bool> Done; // false: on the way
    for (const auto &Each : Calls)
      Found |= comesBack(Each.first, Done);
  }
  bool Found = false;

private:
  const SourceManager &SM;
  std::map<const FunctionDecl *, std::set<const FunctionDecl *>> Calls;

  bool ofSystem(const Decl *D) const { return SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())); }
  bool found() { return !(Found = true); } // ends the walk

  bool TraverseDecl(Decl *D) override {
    return (D && !isa<TranslationUnitDecl>(D) && ofSystem(D)) || AstVisitor::TraverseDecl(D);
  }
  bool VisitForStmt(ForStmt *) override { return found(); }
  bool VisitWhileStmt(WhileStmt *) override { return found(); }
  bool VisitDoStmt(DoStmt *) override { return found(); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *) override { return found(); }
  bool VisitGotoStmt(GotoStmt *) override { return found(); }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) override { return found(); }
  bool VisitGCCAsmStmt(GCCAsmStmt *) override { return found(); }

  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (F && F->hasAttr<ReturnsTwiceAttr>()) // setjmp
      return found();
    const bool Given =
        (!F || ofSystem(F)) && llvm::any_of(C->arguments(), [](const Expr *A) { return isCallable(A->getType()); });
    return !Given || found();
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    const bool Given = ofSystem(C->getConstructor()) &&
                       llvm::any_of(C->arguments(), [](const Expr *A) { return isCallable(A->getType()); });
    return !Given || found();
  }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!F->doesThisDeclarationHaveABody())
      return true;
    struct : AstVisitor {
      std::set<const FunctionDecl *> Named;
      bool Virtual = false;
      bool add(const ValueDecl *D) {
        if (auto *F = dyn_cast<FunctionDecl>(D)) {
          Named.insert(F->getCanonicalDecl());
          auto *M = dyn_cast<CXXMethodDecl>(F);
          Virtual |= M && M->isVirtual();
        }
        return true;
      }
      bool VisitDeclRefExpr(DeclRefExpr *E) override { return add(E->getDecl()); }
      bool VisitMemberExpr(MemberExpr *E) override { return add(E->getMemberDecl()); }
      bool VisitCXXConstructExpr(CXXConstructExpr *E) override { return add(E->getConstructor()); }
      bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *) override { return Virtual = true; }
      bool VisitUnresolvedMemberExpr(UnresolvedMemberExpr *) override { return Virtual = true; }
      bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *) override { return Virtual = true; }
    } In;
    In.TraverseStmt(F->getBody());
    if (In.Virtual) // which of them is called is not known
      return found();
    Calls[F->getCanonicalDecl()] = std::move(In.Named);
    return true;
  }
  bool comesBack(const FunctionDecl *F, std::map<const FunctionDecl *, bool> &Done) const {
    auto Its = Calls.find(F);
    if (Its == Calls.end())
      return false;
    auto [It, New] = Done.insert({F, false});
    if (!New)
      return !It->second;
    for (const FunctionDecl *Callee : Its->second)
      if (comesBack(Callee, Done))
        return true;
    return !(It->second = true);
  }
};
} // namespace

bool mayRepeat(ASTUnit &Unit) { return Repetition(Unit.getASTContext()).Found; }

} // namespace persistify::frontend
