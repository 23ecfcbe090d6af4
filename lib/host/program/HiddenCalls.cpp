//===- HiddenCalls.cpp - functions that run though no text calls them -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/HiddenCalls.h"
#include "program/ApiCall.h"
#include "program/ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::host {

const FunctionDecl *endOf(QualType T) {
  if (T.isNull() || T->isReferenceType() || T->isDependentType())
    return nullptr;
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  return R && !R->hasTrivialDestructor() ? definitionOf(R->getDestructor()) : nullptr;
}

const Type *calledMember(const CallExpr *C) {
  auto *B = dyn_cast<BinaryOperator>(C->getCallee()->IgnoreParens());
  auto *P = B && B->isPtrMemOp() ? B->getRHS()->getType()->getAs<MemberPointerType>() : nullptr;
  return P && !P->isDependentType() ? P->getPointeeType()->getAs<FunctionType>() : nullptr;
}

namespace {
class HiddenWalk : public AstVisitor {
public:
  explicit HiddenWalk(ASTContext &Ctx) : Ctx(Ctx) {}

  HiddenCalls run(const std::set<const FunctionDecl *> &Of) {
    for (const FunctionDecl *F : Of)
      if (Seen.insert(F).second)
        Todo.push_back(F);
    while (!Todo.empty()) {
      Current = Todo.back();
      Todo.pop_back();
      body();
    }
    return std::move(Found);
  }

  bool shouldVisitImplicitCode() const override { return true; }
  /// Functions and classes that a function declares run where they are called.
  bool TraverseDecl(Decl *D) override {
    return isa_and_nonnull<FunctionDecl, RecordDecl>(D) || AstVisitor::TraverseDecl(D);
  }

  bool VisitCallExpr(CallExpr *C) override {
    if (const FunctionDecl *F = C->getDirectCallee())
      reach(F);
    else if (const Type *T = calledMember(C))
      Found.MemberPointers[Current].insert(T);
    else if (const QualType To = C->getCallee()->getType(); To->isFunctionPointerType())
      Found.Pointers[Current].insert(To->getPointeeType()->getAs<FunctionType>());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    reach(C->getConstructor());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *L) override {
    reach(L->getCallOperator());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    reach(endOf(V->getType()));
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *X) override {
    reach(endOf(X->getType()));
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *D) override {
    reach(endOf(D->getDestroyedType()));
    return true;
  }

private:
  void reach(const FunctionDecl *F) {
    if (!F)
      return;
    F = definitionOf(F);
    Found.Calls[Current].insert(F);
    if (Seen.insert(F).second)
      Todo.push_back(F);
  }

  bool ofLibrary(const Decl *D) const {
    return Ctx.getSourceManager().isInSystemHeader(D->getLocation()) || inWrapper(D);
  }

  /// Whether what is done with an object of type \p T may be the program's.
  bool ofProgram(QualType T) const {
    T = T.getCanonicalType();
    while (T->isReferenceType() || T->isAnyPointerType() || T->isArrayType())
      T = T->isArrayType() ? QualType(T->getArrayElementTypeNoTypeQual(), 0) : T->getPointeeType();
    if (T->isFunctionType() || T->isMemberPointerType())
      return true;
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R);
    return R && (!ofLibrary(R) || (S && ofProgram(S->getTemplateArgs())));
  }
  bool ofProgram(const TemplateArgumentList &L) const { return ofProgram(L.asArray()); }
  bool ofProgram(llvm::ArrayRef<TemplateArgument> L) const {
    return llvm::any_of(L, [&](const TemplateArgument &A) {
      return A.getKind() == TemplateArgument::Pack ? ofProgram(A.getPackAsArray())
                                                   : A.getKind() == TemplateArgument::Type && ofProgram(A.getAsType());
    });
  }
  /// Of the library's functions those count that are made of templates for the program's types.
  bool mayCallProgram(const FunctionDecl *F) const {
    if (!ofLibrary(F))
      return true;
    if (inWrapper(F))
      return false;
    if (const TemplateArgumentList *L = F->getTemplateSpecializationArgs(); L && ofProgram(*L))
      return true;
    for (const DeclContext *C = F->getDeclContext(); C; C = C->getParent())
      if (auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C); S && ofProgram(S->getTemplateArgs()))
        return true;
    return false;
  }

  void body() {
    if (Current->isDependentContext() || !mayCallProgram(Current))
      return;
    if (auto *C = dyn_cast<CXXConstructorDecl>(Current))
      for (const CXXCtorInitializer *I : C->inits())
        TraverseStmt(I->getInit());
    if (auto *D = dyn_cast<CXXDestructorDecl>(Current)) {
      for (const CXXBaseSpecifier &B : D->getParent()->bases())
        reach(endOf(B.getType()));
      for (const FieldDecl *F : D->getParent()->fields())
        reach(endOf(F->getType()));
    }
    if (Current->hasBody())
      TraverseStmt(Current->getBody());
  }

  ASTContext &Ctx;
  HiddenCalls Found;
  const FunctionDecl *Current = nullptr;
  std::set<const FunctionDecl *> Seen;
  std::vector<const FunctionDecl *> Todo;
};
} // namespace

HiddenCalls hiddenCalls(ASTContext &Ctx, const std::set<const FunctionDecl *> &Of) { return HiddenWalk(Ctx).run(Of); }

} // namespace persistify::host
