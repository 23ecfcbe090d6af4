//===- Facts.cpp - what a host file says about its device code ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Literals.h"
#include "ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "persistify/Host.h"
#include "clang/Frontend/ASTUnit.h"

using namespace clang;

namespace persistify {
namespace {

using host::inWrapper;
using host::peel;
using host::textOperand;
using host::wrapperClass;

struct FactFinder : AstVisitor {
  ASTContext &Ctx;
  HostFacts &Facts;
  FactFinder(ASTContext &C, HostFacts &F) : Ctx(C), Facts(F) {}

  bool TraverseFunctionDecl(FunctionDecl *F) override {
    if (Ctx.getSourceManager().isInSystemHeader(F->getLocation()) || inWrapper(F))
      return true;
    return AstVisitor::TraverseFunctionDecl(F);
  }

  /// The text an expression stands for: literals, variables initialised with
  /// them, arrays of them (joined, as the API joins them), addresses of those.
  bool literal(const clang::Expr *E, std::string &Out, unsigned Depth = 0) {
    if (!E || Depth > 6)
      return false;
    E = peel(E);
    // std::string and containers of it, and the address in them
    if (auto *C = dyn_cast<CXXConstructExpr>(E))
      if (const clang::Expr *X = textOperand(C))
        return literal(X, Out, Depth + 1);
    if (auto *L = dyn_cast<CXXStdInitializerListExpr>(E))
      return literal(L->getSubExpr(), Out, Depth + 1);
    if (auto *M = dyn_cast<CXXMemberCallExpr>(E);
        M && M->getMethodDecl() && M->getMethodDecl()->getParent()->isInStdNamespace()) {
      std::string N = M->getMethodDecl()->getNameAsString();
      return (N == "c_str" || N == "data") && literal(M->getImplicitObjectArgument(), Out, Depth + 1);
    }
    if (auto *L = dyn_cast<StringLiteral>(E)) {
      Out += L->getString();
      return true;
    }
    if (auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
      return literal(U->getSubExpr(), Out, Depth + 1);
    if (auto *I = dyn_cast<InitListExpr>(E)) {
      for (const clang::Expr *X : I->inits())
        if (!literal(X, Out, Depth + 1))
          return false;
      return I->getNumInits() > 0;
    }
    if (auto *D = dyn_cast<DeclRefExpr>(E))
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()))
        return literal(V->getAnyInitializer(), Out, Depth + 1);
    if (auto *C = dyn_cast<CompoundLiteralExpr>(E))
      return literal(C->getInitializer(), Out, Depth + 1);
    return false;
  }

  /// cl::Program(context, source), cl::Program(source)
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    if (wrapperClass(C->getType()) != "Program" || C->getConstructor()->isCopyOrMoveConstructor())
      return true;
    for (unsigned I = 0; I < std::min(C->getNumArgs(), 2u); ++I)
      if (std::string Text; literal(C->getArg(I), Text) && !Text.empty()) {
        Facts.LiteralSources.push_back(
            {host::toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), C->getSourceRange()), Text});
        break;
      }
    return true;
  }

  /// program.build("-D...") and program.build(devices, "-D...")
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) override {
    const CXXMethodDecl *M = C->getMethodDecl();
    if (!M || !M->getIdentifier() || M->getName() != "build" ||
        wrapperClass(Ctx.getRecordType(M->getParent())) != "Program")
      return true;
    for (unsigned I = 0; I < std::min(C->getNumArgs(), 2u); ++I)
      if (std::string Text; literal(C->getArg(I), Text) && !Text.empty())
        Facts.BuildOptions.push_back(Text);
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F || !F->getIdentifier())
      return true;
    std::string Text;
    if (F->getName() == "clCreateProgramWithSource" && C->getNumArgs() >= 3) {
      if (literal(C->getArg(2), Text))
        Facts.LiteralSources.push_back(
            {host::toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), C->getSourceRange()), Text});
    } else if (F->getName() == "clBuildProgram" && C->getNumArgs() >= 4) {
      if (literal(C->getArg(3), Text) && !Text.empty())
        Facts.BuildOptions.push_back(Text);
    }
    return true;
  }
};

} // namespace

HostFacts hostFacts(ASTUnit &Unit) {
  HostFacts F;
  FactFinder(Unit.getASTContext(), F).TraverseDecl(Unit.getASTContext().getTranslationUnitDecl());
  return F;
}

} // namespace persistify
