//===- DeclKeys.cpp - declarations by what they are, in any parse -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "names/DeclKeys.h"
#include "persistify/AstVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Index/USRGeneration.h"

using namespace clang;

namespace persistify::host {

/// The region of a loop, or the first of several: &region, or a variable that begins as it or is chosen of them.
static const DeclRefExpr *regionOf(const clang::Expr *X) {
  X = X->IgnoreParenImpCasts();
  if (auto *D = dyn_cast<DeclRefExpr>(X)) {
    auto *V = dyn_cast<VarDecl>(D->getDecl());
    X = V && V->getInit() ? V->getInit()->IgnoreParenImpCasts() : X;
  }
  if (auto *Chosen = dyn_cast<CallExpr>(X); Chosen && Chosen->getNumArgs() > 1)
    X = Chosen->getArg(1)->IgnoreParenImpCasts();
  auto *Address = dyn_cast<UnaryOperator>(X);
  return Address ? dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParenImpCasts()) : nullptr;
}

GeneratedCode generatedCode(const CompoundStmt *C) {
  for (const clang::Stmt *S : C->body()) {
    auto *If = dyn_cast<IfStmt>(S);
    auto *Do = If ? dyn_cast<DoStmt>(If->getThen()) : nullptr;
    auto *Call = Do ? dyn_cast<CallExpr>(Do->getCond()->IgnoreParenImpCasts()) : nullptr;
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    auto *Body = Do ? dyn_cast<CompoundStmt>(Do->getBody()) : nullptr;
    if (!F || !F->getIdentifier() || F->getName() != "persistify_again" || Call->getNumArgs() != 1 || !Body ||
        Body->body_empty())
      continue;
    const DeclRefExpr *Region = regionOf(Call->getArg(0));
    const clang::Stmt *Loop = nullptr;
    for (const clang::Stmt *In : Body->body()) // a semicolon may follow
      if (!isa<NullStmt>(In))
        Loop = In;
    while (auto *A = dyn_cast_or_null<AttributedStmt>(Loop))
      Loop = A->getSubStmt();
    if (Region && Loop)
      return {C, If, Loop, cast<NamedDecl>(Region->getDecl())->getName()};
  }
  return {};
}

namespace {
/// The declarations in a function, in the order of its text.
struct LocalDecls : AstVisitor {
  std::map<const Decl *, std::string> &To;
  std::map<std::string, unsigned> Seen;
  explicit LocalDecls(std::map<const Decl *, std::string> &To) : To(To) {}
  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitNamedDecl(NamedDecl *D) override {
    std::string Name = D->getNameAsString();
    if (To.count(D->getCanonicalDecl()))
      return true;
    To[D->getCanonicalDecl()] = Name + "#" + std::to_string(Seen[Name]++);
    return true;
  }
  bool TraverseCompoundStmt(CompoundStmt *C) override {
    if (GeneratedCode G = generatedCode(C); G.Block)
      return TraverseStmt(const_cast<clang::Stmt *>(G.Loop));
    return AstVisitor::TraverseCompoundStmt(C);
  }
};
} // namespace

std::string DeclKeys::of(const Decl *D) {
  D = D->getCanonicalDecl();
  const Decl *In = nullptr; // the outermost function
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (isa<FunctionDecl>(C))
      In = cast<Decl>(C);
  llvm::SmallString<128> Usr;
  auto *V = dyn_cast<VarDecl>(D);
  if (!In || (V && V->hasExternalFormalLinkage() && !V->isStaticLocal()))
    return index::generateUSRForDecl(D, Usr) ? "" : Usr.str().str();
  if (index::generateUSRForDecl(In->getCanonicalDecl(), Usr))
    return "";
  auto [It, New] = Locals.try_emplace(In);
  if (New) {
    const FunctionDecl *Def = nullptr;
    LocalDecls L(It->second);
    L.TraverseDecl(const_cast<FunctionDecl *>(cast<FunctionDecl>(In)->hasBody(Def) ? Def : cast<FunctionDecl>(In)));
  }
  auto Found = It->second.find(D);
  return Found == It->second.end() ? "" : (Usr + "@" + Found->second).str();
}

} // namespace persistify::host
