//===- SameBuffers.cpp - buffers that have several names ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_mem now = v, next = s; for (...) ... uses now, next, and s as well. What one
// object was given from another before the loop may be the same buffer, so the
// plan must not take them to be distinct: a guard would find them the same, and the
// original loop would run for good. Swaps in a loop around the region do not count:
// they give each name the other's buffer.
//
//===----------------------------------------------------------------------===//
#include "program/ApiCall.h"
#include "program/SameBuffers.h"
#include "persistify/AstVisitor.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace persistify::host {
namespace {

bool isBuffer(QualType T, ASTContext &Ctx) {
  T = Ctx.getBaseElementType(T.getNonReferenceType());
  return heldHandle(T) == ApiType::Buffer || handleType(T) == ApiType::Buffer;
}

/// What each object is given.
class Given : public AstVisitor {
public:
  Given(ASTContext &Ctx, const FunctionDecl *F, const clang::Stmt *Region) : Ctx(Ctx), F(F) {
    for (const clang::Stmt *S = Region; S;) {
      Around.insert(S);
      auto Parents = Ctx.getParents(*S);
      S = Parents.empty() ? nullptr : Parents[0].get<clang::Stmt>();
    }
  }

  bool TraverseForStmt(ForStmt *S) override { return Around.count(S) || AstVisitor::TraverseForStmt(S); }
  bool TraverseWhileStmt(WhileStmt *S) override { return Around.count(S) || AstVisitor::TraverseWhileStmt(S); }
  bool TraverseDoStmt(DoStmt *S) override { return Around.count(S) || AstVisitor::TraverseDoStmt(S); }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) override {
    return Around.count(S) || AstVisitor::TraverseCXXForRangeStmt(S);
  }

  bool VisitVarDecl(VarDecl *D) override {
    if (D->hasInit())
      given(nameOf(D), D->getType(), D->getInit());
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->getOpcode() == BO_Assign)
      given(nameOf(B->getLHS()), B->getType(), B->getRHS());
    return true;
  }

  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *C) override {
    if (C->getOperator() == OO_Equal && C->getNumArgs() == 2)
      given(nameOf(C->getArg(0)), C->getArg(0)->getType(), C->getArg(1));
    return true;
  }

  /// Appends the names of what the object \p Key was given, directly or by way of others.
  void addNames(const std::string &Key, std::vector<std::string> &Names) const {
    if (auto It = Origins.find(Key); It != Origins.end())
      for (const std::string &Name : It->second)
        if (!llvm::is_contained(Names, Name)) {
          Names.push_back(Name);
          addNames(Name, Names);
        }
  }

private:
  void given(const std::string &To, QualType T, const clang::Expr *From) {
    if (const auto *List = dyn_cast<InitListExpr>(From->IgnoreImplicit())) {
      if (const InitListExpr *Semantic = List->isSemanticForm() ? List : List->getSemanticForm())
        List = Semantic;
      const RecordDecl *R = T->getAsRecordDecl();
      auto Field = R ? R->field_begin() : RecordDecl::field_iterator();
      for (unsigned I = 0; I < List->getNumInits(); ++I) {
        if (!R)
          given(To + "[" + std::to_string(I) + "]", List->getInit(I)->getType(), List->getInit(I));
        else if (Field != R->field_end())
          given(To + "." + Field->getNameAsString(), Field->getType(), List->getInit(I));
        if (R && Field != R->field_end())
          ++Field;
      }
      return;
    }
    if (!isBuffer(T, Ctx))
      return;
    std::string Name = nameOf(From);
    if (!To.empty() && !Name.empty() && To != Name)
      Origins[To].insert(Name);
  }

  /// As Slot::Key; empty for what is no object's name.
  std::string nameOf(const clang::Expr *E) const {
    E = peel(E)->IgnoreParenImpCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return isa<VarDecl>(R->getDecl()) ? nameOf(cast<VarDecl>(R->getDecl())) : "";
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      std::string Member = M->getMemberDecl()->getNameAsString();
      if (isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()))
        return Member;
      std::string Base = nameOf(M->getBase());
      return Base.empty() ? "" : Base + (M->isArrow() ? "->" : ".") + Member;
    }
    clang::Expr::EvalResult Index;
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E);
        A && !A->getIdx()->isValueDependent() && A->getIdx()->EvaluateAsInt(Index, Ctx)) {
      std::string Base = nameOf(A->getBase());
      return Base.empty() ? "" : Base + "[" + std::to_string(Index.Val.getInt().extOrTrunc(64).getSExtValue()) + "]";
    }
    return "";
  }

  std::string nameOf(const VarDecl *D) const {
    return (D->isLocalVarDeclOrParm() ? F->getNameAsString() + ":" : "") + D->getNameAsString();
  }

  ASTContext &Ctx;
  const FunctionDecl *F;
  std::set<const clang::Stmt *> Around;
  std::map<std::string, std::set<std::string>> Origins;
};

} // namespace

void nameSameBuffers(Region &R, ASTContext &Ctx, const FunctionDecl *F, const clang::Stmt *S) {
  Given G(Ctx, F, S);
  G.TraverseStmt(F->getBody());
  for (Slot &X : R.Slots)
    if (X.K == Slot::Buffer)
      G.addNames(X.Key, X.SameAs);
  for (ArgEvidence &Ev : R.Evidence)
    for (const std::string &Key : std::vector<std::string>(Ev.Buffers))
      G.addNames(Key, Ev.Buffers);
}

} // namespace persistify::host
