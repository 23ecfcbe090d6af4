//===- MadeBefore.cpp - static variables that exist when a loop begins --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// T &get() { static T one; return one; }
//
// The first call of get() makes the object. What names it in front of the loop is such a
// call, so the object must have been made by then on every way: by a call in front of
// the loop, in what is called there, in the constructors of the object whose method the loop
// is in, or in front of each call of the loop's function.
//
//===----------------------------------------------------------------------===//
#include "names/NamesAtLoop.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/CFG.h"

using namespace clang;

namespace persistify::host {

namespace {

/// The function with a body that X calls, or whose object X makes.
const FunctionDecl *calledBy(const clang::Stmt *X) {
  const FunctionDecl *F = nullptr, *Def = nullptr;
  if (auto *C = dyn_cast<CallExpr>(X))
    F = C->getDirectCallee();
  else if (auto *C = dyn_cast<CXXConstructExpr>(X))
    F = C->getConstructor();
  if (auto *M = dyn_cast_or_null<CXXMethodDecl>(F); M && M->isVirtual())
    return nullptr;
  return F && F->hasBody(Def) ? Def : nullptr;
}

/// Calls of functions, and other places that name them.
struct Uses : AstVisitor {
  struct Site {
    const FunctionDecl *In;
    const clang::Stmt *Call;
  };
  std::map<const FunctionDecl *, std::vector<Site>> Calls;
  std::map<const FunctionDecl *, unsigned> Named;
  const FunctionDecl *In = nullptr;

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return true; }
  bool TraverseDecl(Decl *D) override {
    auto *F = dyn_cast_or_null<FunctionDecl>(D);
    const FunctionDecl *Saved = In;
    if (F)
      In = F;
    bool Ok = AstVisitor::TraverseDecl(D);
    In = Saved;
    return Ok;
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (const FunctionDecl *F = C->getDirectCallee())
      Calls[F->getCanonicalDecl()].push_back({In, C});
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    if (auto *F = dyn_cast<FunctionDecl>(R->getDecl()))
      ++Named[F->getCanonicalDecl()];
    return true;
  }
  bool VisitMemberExpr(MemberExpr *M) override {
    if (auto *F = dyn_cast<FunctionDecl>(M->getMemberDecl()))
      ++Named[F->getCanonicalDecl()];
    return true;
  }
};

class MadeBefore {
public:
  MadeBefore(ASTContext &Ctx, const FunctionDecl *Accessor) : Ctx(Ctx), Accessor(Accessor->getCanonicalDecl()) {}

  /// Whether \p F has called the accessor when it comes to \p At, on every way.
  bool inFrontOf(const FunctionDecl *F, const clang::Stmt *At, unsigned Depth = 0) {
    if (Depth > 4)
      return false;
    if (always(F, At))
      return true;
    // Who has the object has made it.
    auto *M = dyn_cast<CXXMethodDecl>(F);
    if (M && M->isInstance() && !isa<CXXConstructorDecl>(M) && !M->getParent()->isLambda() &&
        byConstructors(M->getParent()))
      return true;
    if (F->isMain() || !F->getIdentifier() || (M && M->isVirtual()) || !onlyHere(F))
      return false;
    if (!All) {
      All = std::make_unique<Uses>();
      All->TraverseDecl(Ctx.getTranslationUnitDecl());
    }
    auto &Sites = All->Calls[F->getCanonicalDecl()];
    if (Sites.empty() || All->Named[F->getCanonicalDecl()] > Sites.size())
      return false;
    for (const Uses::Site &S : Sites)
      if (!S.In || S.In == F || !inFrontOf(S.In, S.Call, Depth + 1))
        return false;
    return true;
  }

private:
  /// Whether other files cannot call F.
  bool onlyHere(const FunctionDecl *F) const {
    const SourceManager &SM = Ctx.getSourceManager();
    if (!F->isExternallyVisible())
      return true;
    auto *M = dyn_cast<CXXMethodDecl>(F);
    SourceLocation Class = M ? SM.getExpansionLoc(M->getParent()->getLocation()) : SourceLocation();
    if (auto *T = F->getPrimaryTemplate())
      Class = SM.getExpansionLoc(T->getLocation());
    return Class.isValid() && SM.isInMainFile(Class);
  }

  bool byConstructors(const CXXRecordDecl *R) {
    auto Template = [](const Decl *D) {
      auto *T = dyn_cast<FunctionTemplateDecl>(D);
      return T && isa<CXXConstructorDecl>(T->getTemplatedDecl()) && !planted("plain-constructors");
    };
    if (!R->hasUserDeclaredConstructor() || llvm::any_of(R->decls(), Template))
      return false;
    for (const CXXConstructorDecl *C : R->ctors()) {
      const FunctionDecl *Def = nullptr;
      if (C->isCopyOrMoveConstructor() || C->isDeleted())
        continue; // of an object that has been made
      if (!C->isUserProvided() || !C->hasBody(Def) || !always(Def, nullptr))
        return false;
    }
    return true;
  }

  bool marks(const clang::Stmt *X) {
    const FunctionDecl *F = calledBy(X);
    return F && (F->getCanonicalDecl() == Accessor || always(F, nullptr));
  }

  /// Whether each way through F, or to \p At in it, calls the accessor.
  bool always(const FunctionDecl *F, const clang::Stmt *At) {
    if (!At) {
      auto [It, New] = Always.try_emplace(F, false); // what calls itself does not, so far
      if (!New || Always.size() > 2000)
        return It->second;
    }
    CFG::BuildOptions Options;
    Options.AddInitializers = true;
    Options.setAllAlwaysAdd();
    std::unique_ptr<CFG> G =
        F->getBody() && !F->isDependentContext() ? CFG::buildCFG(F, F->getBody(), &Ctx, Options) : nullptr;
    if (!G)
      return false;
    // The way that comes there without.
    std::set<const CFGBlock *> Seen;
    std::vector<const CFGBlock *> Open = {&G->getEntry()};
    bool Without = false, Found = !At;
    while (!Open.empty() && !Without) {
      const CFGBlock *B = Open.back();
      Open.pop_back();
      if (!B || !Seen.insert(B).second)
        continue;
      if (!At && B == &G->getExit()) {
        Without = true;
        break;
      }
      bool Marked = false;
      for (const CFGElement &E : *B) {
        auto S = E.getAs<CFGStmt>();
        if (!S)
          continue;
        if (At && contains(At, S->getStmt())) {
          Without = Found = true;
          break;
        }
        if (marks(S->getStmt())) {
          Marked = true;
          break;
        }
      }
      if (At && !Marked && B->getTerminatorStmt() == At)
        Without = Found = true;
      if (Marked || Without || B->hasNoReturnElement())
        continue;
      for (const CFGBlock::AdjacentBlock &Next : B->succs())
        Open.push_back(Next.getReachableBlock() ? Next.getReachableBlock() : Next.getPossiblyUnreachableBlock());
    }
    bool Is = !Without && Found;
    if (At)
      return !Without;
    return Always[F] = Is;
  }

  ASTContext &Ctx;
  const FunctionDecl *Accessor;
  std::map<const FunctionDecl *, bool> Always;
  std::unique_ptr<Uses> All;
};

} // namespace

bool NamesAtLoop::madeBefore(const VarDecl *D, const FunctionDecl *Accessor) {
  if (!D->getInit() || planted("made-by-naming"))
    return true;
  if (D->hasConstantInitialization() && D->getType().isDestructedType() == QualType::DK_none)
    return true; // without a call
  auto [It, New] = Made.try_emplace(D, false);
  if (New && Frames.front().F && LoopStmt)
    It->second = MadeBefore(Ctx, Accessor).inFrontOf(Frames.front().F, LoopStmt);
  return It->second;
}

} // namespace persistify::host
