//===- ProgramNames.cpp - the names that a program has ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "persistify/OwnNames.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace persistify {

void forEachIdentifier(ASTUnit &Unit, llvm::function_ref<void(llvm::StringRef)> Do) {
  for (const auto &Entry : Unit.getPreprocessor().getIdentifierTable())
    Do(Entry.getKey());
}

namespace {

struct RuntimeNameFinder : AstVisitor {
  explicit RuntimeNameFinder(ASTUnit &Unit) : Unit(Unit) {}

  bool VisitNamedDecl(NamedDecl *D) override {
    const IdentifierInfo *Id = D->getIdentifier();
    // Labels, and members outside of classes with functions, have a place of their own.
    if (!Id || isa<LabelDecl>(D) || (isa<FieldDecl>(D) && !Unit.getLangOpts().CPlusPlus))
      return true;
    if (HostNames::isRuntimes(Id->getName()))
      found(Id->getName(), D->getLocation(), D->hasExternalFormalLinkage());
    return true;
  }

  /// Outside of the runtime's own header.
  void found(llvm::StringRef Name, SourceLocation At, bool External) {
    const SourceManager &SM = Unit.getSourceManager();
    PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(At), false);
    if (P.isInvalid() || llvm::StringRef(P.getFilename()).ends_with("persistify/runtime.h") || planted("runtime-names"))
      return;
    if (Found && (Found->External || !External))
      return;
    std::string Where = llvm::sys::path::filename(P.getFilename()).str() + ":" + std::to_string(P.getLine());
    Found = RuntimeName{Name.str(), P.getFilename()[0] == '<' ? "in the compiler's options" : Where, External};
  }

  ASTUnit &Unit;
  std::optional<RuntimeName> Found;
};

} // namespace

std::optional<RuntimeName> runtimeName(ASTUnit &Unit) {
  bool Any = false;
  forEachIdentifier(Unit, [&](llvm::StringRef Name) { Any |= HostNames::isRuntimes(Name); });
  if (!Any)
    return std::nullopt;
  RuntimeNameFinder F(Unit);
  F.TraverseDecl(Unit.getASTContext().getTranslationUnitDecl());
  const Preprocessor &PP = Unit.getPreprocessor();
  for (const auto &[Id, State] : PP.macros())
    if (HostNames::isRuntimes(Id->getName()))
      for (const MacroDirective *D = PP.getLocalMacroDirectiveHistory(Id); D; D = D->getPrevious())
        if (const auto *Def = dyn_cast<DefMacroDirective>(D))
          F.found(Id->getName(), Def->getInfo()->getDefinitionLoc(), false);
  return F.Found;
}

} // namespace persistify
