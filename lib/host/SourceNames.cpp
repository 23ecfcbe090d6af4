//===- SourceNames.cpp - what the program calls the sources of its kernels --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where several sources define a kernel, the one counts that is spelled where its program is made.
//
//===----------------------------------------------------------------------===//
#include "ApiCall.h"
#include "Definition.h"
#include "ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

static bool isKernelFile(llvm::StringRef Name) {
  Name = Name.rsplit('.').second;
  return Name == "cl" || Name == "ocl" || Name == "clh" || Name == "opencl";
}

/// The kernel files that a function opens, or gives to another one, in front of its calls that make programs: of several
/// that are read to one buffer, one after the other, the last.
struct ProgramIndex::FilesBefore : AstVisitor {
  const ProgramIndex &P;
  std::map<const CallExpr *, std::string> Of;
  std::string Last;
  explicit FilesBefore(const ProgramIndex &P) : P(P) {}

  bool TraverseFunctionDecl(FunctionDecl *F) override {
    Last.clear();
    return AstVisitor::TraverseFunctionDecl(F);
  }
  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (F && F->getIdentifier() && F->getName() == "clCreateProgramWithSource") {
      if (!Last.empty())
        Of[C] = Last;
      return true;
    }
    for (const clang::Expr *X : C->arguments()) {
      X = X->IgnoreParenCasts();
      auto *D = dyn_cast<DeclRefExpr>(X);
      auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
      if (auto Values = V ? P.valuesOf(V) : llvm::ArrayRef<const clang::Expr *>(); Values.size() == 1)
        X = Values.front()->IgnoreParenCasts();
      else if (V && V->getInit())
        X = V->getInit()->IgnoreParenCasts();
      if (auto *L = dyn_cast<clang::StringLiteral>(X); L && L->isOrdinary() && isKernelFile(L->getString()))
        Last = L->getString().str();
    }
    return true;
  }
};

/// String literals and calls that an expression comes from, through variables and functions.
struct ProgramIndex::Spelled : AstVisitor {
  const ProgramIndex &P;
  std::set<std::string> Out;
  std::set<const Decl *> Seen;
  std::vector<const CallExpr *> Made; ///< programs, of text
  explicit Spelled(const ProgramIndex &P) : P(P) {}

  void look(const clang::Stmt *S) { TraverseStmt(const_cast<clang::Stmt *>(S)); }
  void follow(const ValueDecl *D) {
    auto *Param = dyn_cast_or_null<ParmVarDecl>(D); // of a call that was come by: what it is given was seen there
    if (auto *F = Param ? dyn_cast<FunctionDecl>(Param->getDeclContext()) : nullptr; F && Seen.count(F->getCanonicalDecl()))
      return;
    if (!D || !Seen.insert(D->getCanonicalDecl()).second)
      return;
    for (const clang::Expr *X : P.valuesOf(D))
      look(X);
    if (auto It = P.MadeBy.find(canonical(D)); It != P.MadeBy.end())
      for (const CallExpr *C : It->second)
        look(C);
  }
  bool VisitStringLiteral(clang::StringLiteral *L) override {
    if (L->isOrdinary())
      Out.insert(L->getString().str());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) override {
    if (isa<VarDecl>(D->getDecl()))
      follow(D->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *M) override {
    if (isa<FieldDecl>(M->getMemberDecl()))
      follow(M->getMemberDecl());
    return true;
  }
  void at(const clang::Expr *X) {
    SourceRange R = toRange(P.Ctx.getSourceManager(), P.Ctx.getLangOpts(), X->getSourceRange());
    Out.insert("<" + R.File + ":" + std::to_string(R.Line) + ">");
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    if (wrapperClass(C->getType()) == "Program")
      at(C);
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F)
      return true;
    if (F->getIdentifier() && F->getName() == "clCreateProgramWithSource") {
      at(C);
      Made.push_back(C);
    }
    const FunctionDecl *Def = definitionOf(F);
    if (Def->hasBody() && !inWrapper(Def) && !P.Ctx.getSourceManager().isInSystemHeader(Def->getLocation()) &&
        Seen.insert(Def->getCanonicalDecl()).second)
      look(Def->getBody());
    return true;
  }
};

std::set<std::string> ProgramIndex::programSources(const clang::Expr *Program) const {
  Spelled S(*this);
  S.look(Program);
  return S.Out;
}

std::set<std::string> ProgramIndex::kernelSources(const Key &K, const std::string &Name) const {
  Spelled S(*this);
  std::set<Key> Seen;
  std::vector<Key> Work = {K};
  while (!Work.empty()) {
    const Key At = Work.back();
    Work.pop_back();
    if (!At.first || !Seen.insert(At).second)
      continue;
    if (auto It = Programs.find(At); It != Programs.end())
      for (auto &[Of, Program] : It->second)
        if (Of == Name)
          S.look(Program);
    if (auto It = Copies.find(At); It != Copies.end())
      Work.insert(Work.end(), It->second.begin(), It->second.end());
    if (At.second.empty())
      continue;
    Work.push_back({At.first, "[]"});
    if (auto It = Copies.find({At.first, ""}); It != Copies.end()) // of the whole
      for (const Key &From : It->second)
        Work.push_back({From.first, From.second + At.second});
  }
  if (S.Out.empty() && K.first) // made by a function of the program
    for (const clang::Expr *X : valuesOf(K.first))
      S.look(X);
  const auto Files = llvm::count_if(S.Out, isKernelFile);
  const bool Text = llvm::any_of(S.Out, [](llvm::StringRef X) { return X.contains('{'); });
  if (Files == 1 || (Files == 0 && Text) || S.Made.empty() || planted("no-files-before"))
    return S.Out;
  if (!Before) {
    FilesBefore Finder(*this);
    Finder.TraverseDecl(Ctx.getTranslationUnitDecl());
    Before = std::move(Finder.Of);
  }
  std::set<std::string> Last;
  for (const CallExpr *C : S.Made)
    if (auto It = Before->find(C); It != Before->end())
      Last.insert(It->second);
  if (!Last.empty()) {
    for (auto It = S.Out.begin(); It != S.Out.end();)
      It = isKernelFile(*It) ? S.Out.erase(It) : std::next(It);
    S.Out.insert(Last.begin(), Last.end());
  }
  return S.Out;
}

std::set<std::string> ProgramIndex::kernelSources(const clang::Expr *Handle, const std::string &Name) const {
  return kernelSources(keyOf(Handle, Ctx), Name);
}

} // namespace persistify::host
