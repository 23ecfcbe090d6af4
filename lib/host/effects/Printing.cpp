//===- Printing.cpp - output that the host performs ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "library/Literals.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "machine/Leaves.h"
#include "persistify/Containment.h"
#include "effects/LaterText.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::host {

/// Whether the format of a call of printf's kind, which is known, has no %hhn.
static bool keepsCharacters(const clang::CallExpr *C, ASTContext &Ctx) {
  const unsigned At = C->getDirectCallee()->getNumParams();
  auto *Format =
      At && At <= C->getNumArgs() ? dyn_cast<clang::StringLiteral>(C->getArg(At - 1)->IgnoreParenImpCasts()) : nullptr;
  if (!Format || !Format->isOrdinary())
    return false;
  return !hasConversion(Format->getString(), analyze_format_string::ConversionSpecifier::nArg, Ctx);
}

bool HostEffects::mayPrintErrno(const clang::Expr *Format) {
  Format = Format->IgnoreParenCasts();
  if (auto *Q = dyn_cast<AbstractConditionalOperator>(Format))
    return mayPrintErrno(Q->getTrueExpr()) || mayPrintErrno(Q->getFalseExpr());
  Checkpoint Before = stmts().save();
  const Value V = exprs().rvalue(Format);
  stmts().restore(std::move(Before));
  auto In = [&](auto &&Self, const Value &V) -> bool {
    return (V.Then && Self(Self, *V.Then)) || (V.Or && Self(Self, *V.Or)) ||
           (V.Lit && V.Lit->isOrdinary() && printsErrno(V.Lit->getString(), Ctx)) ||
           (V.Text && printsErrno(*V.Text, Ctx));
  };
  auto *D = dyn_cast<DeclRefExpr>(Format);
  auto Sets = [&](const clang::Expr *X) { return printsErrno(X, Ctx); };
  return (In(In, V) || (D && llvm::any_of(Index.valuesOf(D->getDecl()), Sets))) && !planted("later-errno");
}

bool HostEffects::printsNothingElse(const clang::CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (const std::optional<unsigned> At = formatOf(F); At && *At < C->getNumArgs() && mayPrintErrno(C->getArg(*At))) {
    refuse(Diag::HostDeferred, C->getSourceRange(), {text(C), "it prints errno, which is not what it was then"});
    return false;
  }
  for (unsigned I = F->getNumParams(); F->isVariadic() && I < C->getNumArgs(); ++I) {
    QualType T = C->getArg(I)->getType(), To = T->isPointerType() ? T->getPointeeType() : QualType();
    const bool Keeps =
        To.isNull() ||
        (To->isCharType() && (To.isConstQualified() || keepsCharacters(C, Ctx) || planted("kept-characters"))) ||
        To->isVoidType();
    if (!Keeps) {
      refuse(Diag::HostDeferred, C->getSourceRange(),
             {text(C), "a pointer to '" + T->getPointeeType().getAsString() + "' is given to " + F->getNameAsString()});
      return false;
    }
  }
  return true;
}

/// `vfprintf(log, format, list)` in a function that is given what it prints: `fprintf` of the arguments that are left.
bool LaterText::listed(const clang::CallExpr *C, llvm::raw_ostream &OS) {
  const FunctionDecl *F = C->getDirectCallee();
  const unsigned Fixed = C->getNumArgs() - 1;
  const llvm::ArrayRef<const clang::Expr *> Args(C->getArgs(), Fixed);
  const std::optional<GivenList> Given = L.functions().listed(C->getArg(Fixed));
  auto Names = F->getDeclContext()->lookup(&L.Ctx.Idents.get(F->getName().drop_front()));
  auto *Other = Names.isSingleResult() ? dyn_cast<FunctionDecl>(Names.front()) : nullptr;
  if (!Given || !Other || !library::ofLibrary(Other) || planted("lists-unseen"))
    return fail(C);
  const Value Format = L.exprs().rvalue(C->getArg(Fixed - 1));
  const bool Keeps = Format.Lit && !Format.Then && Format.Lit->isOrdinary() &&
                     !hasConversion(Format.Lit->getString(), analyze_format_string::ConversionSpecifier::nArg, L.Ctx);
  for (const clang::Expr *X : Given->Spelled) {
    const QualType To = X->getType()->isPointerType() ? X->getType()->getPointeeType() : QualType();
    if (!To.isNull() && !To->isVoidType() && !(To->isCharType() && (To.isConstQualified() || Keeps)))
      return fail(C);
  }
  if (!L.effects().printsNothingElse(C) || performed(F, Args, C, OS))
    return true;
  function(Other, OS);
  OS << "(";
  for (const clang::Expr *A : Args)
    OS << (A == Args.front() ? "" : ", ") << print(A);
  for (size_t I = 0; I < Given->Places.size() && L.ok(); ++I) {
    OS << ", ";
    const Value V = L.leaves().load(Given->Places[I], C->getSourceRange());
    const ScalarType Double{ScalarType::Float, 64};
    const bool Single =
        V.K == Value::Scalar && V.E->O == Expr::Cast && V.E->T == Double && V.E->Args[0]->T.K == ScalarType::Float;
    if (Single) // which becomes a double there
      OS << typed(L.Ctx.FloatTy, V.E->Args[0]);
    else if (!value(V, Given->Spelled[I], OS))
      return false;
  }
  OS << ")";
  return true;
}

bool HostEffects::mayPrint(const clang::CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  std::string Name = F->getNameAsString();
  if (Options.Output == OutputMode::Refuse) {
    refuse(Diag::HostOutput, C->getSourceRange(), {Name});
    return false;
  }
  if (Options.Output == OutputMode::Drop) {
    remark(Diag::NoteOutputDropped, C->getSourceRange(), {Name});
    metWhole(C);
    auto Effects = [&](auto &&Self, const clang::CallExpr *C) -> void {
      for (const clang::Expr *A : C->arguments()) {
        auto *Inner = dyn_cast<clang::CallExpr>(A->IgnoreParenImpCasts());
        if (Inner && Inner->getDirectCallee() && !Calls.of(Inner->getDirectCallee()).Other)
          Self(Self, Inner);
        else if (A->HasSideEffects(Ctx))
          exprs().effect(A);
      }
    };
    Effects(Effects, C);
    return false;
  }
  return printsNothingElse(C);
}

} // namespace persistify::host
