//===- tidy-scope.cpp - clang-tidy looks at the project only -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-tidy 19 runs its checks over every header of Clang, and then throws away what it found there: nine tenths of its
// time. As a plugin (scripts/tidy), this leaves to them the declarations outside system headers, which are also all that
// need not be read from the precompiled header.
//
//===----------------------------------------------------------------------===//
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyModuleRegistry.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"

using namespace clang;

namespace {
class ScopeCheck : public tidy::ClangTidyCheck {
public:
  using ClangTidyCheck::ClangTidyCheck;

  void registerMatchers(ast_matchers::MatchFinder *Finder) override {
    Finder->addMatcher(ast_matchers::translationUnitDecl().bind("unit"), this);
  }

  // The unit is matched before the walk asks for what is in it.
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override {
    ASTContext &Context = *Result.Context;
    std::vector<Decl *> Scope;
    for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
      if (D->getLocation().isValid() && !Result.SourceManager->isInSystemHeader(D->getLocation()))
        Scope.push_back(D);
    if (!Scope.empty())
      Context.setTraversalScope(Scope);
  }
};

class ScopeModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    Factories.registerCheck<ScopeCheck>("persistify-scope");
  }
};
} // namespace

static tidy::ClangTidyModuleRegistry::Add<ScopeModule> Registered("persistify-scope", "Looks at the project only.");
