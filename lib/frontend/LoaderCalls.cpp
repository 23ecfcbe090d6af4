//===- LoaderCalls.cpp - OpenCL by pointers that a loader sets ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that looks for OpenCL when it runs calls it by pointers, mostly under the names of the functions, which are
// macros or the pointers' own names. Such calls get a function of that name as their callee, so that all that looks
// at calls later sees OpenCL's. This is a guess: the function bears what names the pointer (loaderPointer), and a loop is
// entered only if that is OpenCL's function then.
//
//===----------------------------------------------------------------------===//
#include "LoaderCalls.h"
#include "persistify/Api.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace persistify {
namespace {

constexpr llvm::StringLiteral LoadedMark = "persistify: the pointer that is called";

bool isApi(llvm::StringRef Name) { return apiRow(Name) != nullptr; }

/// The variable that a call goes through, if no more is between them.
const DeclRefExpr *calledPointer(const CallExpr *C) {
  if (isa<CXXMemberCallExpr, CXXOperatorCallExpr, UserDefinedLiteral>(C) || C->getDirectCallee() ||
      C->isTypeDependent())
    return nullptr;
  const clang::Expr *X = C->getCallee()->IgnoreParenImpCasts();
  if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_Deref)
    X = U->getSubExpr()->IgnoreParenImpCasts();
  auto *R = dyn_cast<DeclRefExpr>(X);
  auto *D = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  const bool Plain =
      D && D->hasGlobalStorage() && !D->isLocalVarDecl() && !D->getType().isVolatileQualified() && !D->getTLSKind();
  return Plain && D->getType()->isFunctionPointerType() ? R : nullptr;
}

struct LoaderVisitor : AstVisitor {
  explicit LoaderVisitor(ASTContext &Ctx) : Ctx(Ctx) {}
  ASTContext &Ctx;
  llvm::DenseMap<const VarDecl *, llvm::StringMap<FunctionDecl *>> Of;
  bool shouldVisitTemplateInstantiations() const override { return true; }

  /// The OpenCL function whose name the call is written with: a macro's, or the pointer's own.
  std::string nameOf(const DeclRefExpr *R) const {
    const SourceManager &SM = Ctx.getSourceManager();
    for (SourceLocation At = R->getLocation(); At.isMacroID(); At = SM.getImmediateMacroCallerLoc(At))
      if (llvm::StringRef Macro = Lexer::getImmediateMacroName(At, SM, Ctx.getLangOpts()); isApi(Macro))
        return Macro.str();
    // A symbol of this name is the runtime's: the output would not be linked.
    auto *D = llvm::cast<VarDecl>(R->getDecl());
    const bool Symbol = D->hasExternalFormalLinkage() && D->getDeclContext()->getRedeclContext()->isTranslationUnit();
    return !Symbol && D->getIdentifier() && isApi(D->getName()) ? D->getName().str() : "";
  }

  FunctionDecl *function(const DeclRefExpr *R, const std::string &Name) {
    auto *D = llvm::cast<VarDecl>(R->getDecl())->getCanonicalDecl();
    FunctionDecl *&F = Of[D][Name];
    if (F)
      return F;
    QualType T = D->getType()->getPointeeType();
    auto *Proto = T->getAs<FunctionProtoType>();
    F = FunctionDecl::Create(Ctx, Ctx.getTranslationUnitDecl(), D->getLocation(), D->getLocation(),
                             &Ctx.Idents.get(Name), T, nullptr, SC_Extern);
    llvm::SmallVector<ParmVarDecl *, 10> Parameters;
    for (QualType P : Proto ? Proto->param_types() : llvm::ArrayRef<QualType>())
      Parameters.push_back(
          ParmVarDecl::Create(Ctx, F, D->getLocation(), D->getLocation(), nullptr, P, nullptr, SC_None, nullptr));
    if (Proto)
      F->setParams(Parameters);
    F->setImplicit();
    clang::Expr *Pointer = const_cast<DeclRefExpr *>(R);
    F->addAttr(AnnotateAttr::CreateImplicit(Ctx, LoadedMark, &Pointer, 1));
    return F;
  }

  bool VisitCallExpr(CallExpr *C) override {
    const DeclRefExpr *R = calledPointer(C);
    std::string Name = R && !planted("no-loaders") ? nameOf(R) : "";
    if (Name.empty())
      return true;
    FunctionDecl *F = function(R, Name);
    auto *To = DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(), F, false, R->getLocation(),
                                   F->getType(), VK_LValue);
    C->setCallee(ImplicitCastExpr::Create(Ctx, Ctx.getPointerType(F->getType()), CK_FunctionToPointerDecay, To, nullptr,
                                          VK_PRValue, FPOptionsOverride()));
    return true;
  }
};

} // namespace

namespace frontend {

void nameLoaderCalls(ASTContext &Ctx, llvm::ArrayRef<Decl *> Decls) {
  LoaderVisitor C(Ctx);
  for (Decl *D : Decls)
    C.TraverseDecl(D);
}

} // namespace frontend

const clang::Expr *loaderPointer(const FunctionDecl *F) {
  for (auto *A : F->specific_attrs<AnnotateAttr>())
    if (A->getAnnotation() == LoadedMark && A->args_size() == 1)
      return *A->args_begin();
  return nullptr;
}

} // namespace persistify
