//===- FloatEnvironment.cpp - rounding modes and exception flags --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/FloatEnvironment.h"
#include "program/ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace persistify::host {

namespace {

enum class Use {
  None,
  Keeps,  ///< saves, sets or restores modes and flags: what arithmetic did is not seen by it
  Control, ///< reads the register that holds modes and flags
  Sets,   ///< writes it
  Finds   ///< tells which exceptions arithmetic raised, or lets them stop the program
};

Use useOf(const FunctionDecl *F) {
  if (!F || !F->getIdentifier())
    return Use::None;
  return llvm::StringSwitch<Use>(F->getName())
      .Cases("fetestexcept", "feenableexcept", Use::Finds)
      .Cases("fegetexceptflag", "fesetexceptflag", "feclearexcept", "feraiseexcept", Use::Keeps)
      .Cases("fegetround", "fesetround", "__builtin_flt_rounds", "__builtin_set_flt_rounds", Use::Keeps)
      .Cases("fegetenv", "fesetenv", "feholdexcept", "feupdateenv", Use::Keeps)
      .Cases("fegetmode", "fesetmode", "fedisableexcept", "fegetexcept", Use::Keeps)
      .Cases("_mm_getcsr", "__builtin_ia32_stmxcsr", Use::Control)
      .Cases("_mm_setcsr", "__builtin_ia32_ldmxcsr", Use::Sets)
      .Default(Use::None);
}

struct Finder : AstVisitor {
  const SourceManager &SM;
  const clang::Expr *Found = nullptr;
  bool Setting = false; ///< in the operand of what sets the register
  explicit Finder(const SourceManager &SM) : SM(SM) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseDecl(Decl *D) override {
    auto *F = dyn_cast_or_null<FunctionDecl>(D);
    return (F && SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation()))) || AstVisitor::TraverseDecl(D);
  }
  // _mm_setcsr((_mm_getcsr() & ~mask) | mode): the flags stay as they are.
  bool TraverseCallExpr(CallExpr *C) override {
    const bool Saved = Setting;
    Setting |= useOf(C->getDirectCallee()) == Use::Sets;
    const bool Goes = AstVisitor::TraverseCallExpr(C);
    Setting = Saved;
    return Goes;
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) override {
    const Use U = useOf(dyn_cast<FunctionDecl>(D->getDecl()));
    if (U == Use::Finds || (U == Use::Control && !Setting))
      Found = D;
    return !Found;
  }
};

} // namespace

bool usesFloatEnvironment(const FunctionDecl *F) { return useOf(F) != Use::None; }

const clang::Expr *ProgramIndex::findsFloatExceptions() const {
  if (planted("any-float-flags"))
    return nullptr;
  if (!FloatExceptions) {
    Finder F(Ctx.getSourceManager());
    F.TraverseDecl(Ctx.getTranslationUnitDecl());
    FloatExceptions = F.Found;
  }
  return *FloatExceptions;
}

bool roundsByPragma(const clang::Expr *X, const LangOptions &LO) {
  if (!X->getType()->isFloatingType())
    return false;
  const llvm::RoundingMode M = X->getFPFeaturesInEffect(LO).getRoundingMode();
  return M != llvm::RoundingMode::NearestTiesToEven && M != llvm::RoundingMode::Dynamic;
}

} // namespace persistify::host
