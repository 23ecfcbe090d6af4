//===- LaterTypes.cpp - types and conversions in text that the host performs -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "effects/HostEffects.h"
#include "names/NamesAtLoop.h"
#include "effects/LaterText.h"
#include "library/Literals.h"
#include "persistify/Containment.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace persistify::host {

/// Whether the loop's function declares a tag of C's in front of the loop that may be meant there in place of \p D.
static bool hiddenTag(const FunctionDecl *F, SourceLocation Loop, const TagDecl *D) {
  const SourceManager &SM = D->getASTContext().getSourceManager();
  return D->getIdentifier() && llvm::any_of(F->decls(), [&](const Decl *Other) {
           auto *T = dyn_cast<TagDecl>(Other);
           return T && T->getIdentifier() == D->getIdentifier() && T->getCanonicalDecl() != D->getCanonicalDecl() &&
                  SM.isBeforeInTranslationUnit(SM.getExpansionLoc(T->getLocation()), Loop);
         });
}

/// Whether T has a name in front of the loop.
void LaterText::needsName(QualType T) const {
  T = T.getCanonicalType();
  while (T->isPointerType() || T->isArrayType() || T->isReferenceType())
    T = T->isArrayType() ? QualType(T->getBaseElementTypeUnsafe(), 0) : T->getPointeeType();
  const TagDecl *D = T->getAsTagDecl();
  const SourceManager &SM = L.Ctx.getSourceManager();
  if (!D || planted("any-type"))
    return;
  if (auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
    for (const TemplateArgument &A : S->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Type)
        needsName(A.getAsType());
  const FunctionDecl *Loops = L.Frames.front().F;
  const NamedDecl *Name = D->getIdentifier() ? static_cast<const NamedDecl *>(D) : D->getTypedefNameForAnonDecl();
  const SourceLocation At = SM.getExpansionLoc(D->getLocation()), Loop = SM.getExpansionLoc(L.LoopStmt->getBeginLoc());
  auto *In = dyn_cast_or_null<FunctionDecl>(D->getParentFunctionOrMethod());
  const bool Inside = (!SM.isBeforeInTranslationUnit(At, Loop) &&
                       !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(L.LoopStmt->getEndLoc()), At)) ||
                      (In && In->getCanonicalDecl() != Loops->getCanonicalDecl() && !planted("any-type-name"));
  auto Refuse = [&](const std::string &Why) {
    if (L.ok())
      L.refuse(Diag::HostDeferred, Root ? Root->getSourceRange() : L.LoopStmt->getSourceRange(),
               {Root ? L.text(Root) : "a statement", Why});
  };
  if (Inside || !Name)
    Refuse("it has an object of a type that has no name in front of the loop");
  else if (L.Ctx.getLangOpts().CPlusPlus || Name != D
               ? !isa<CXXRecordDecl>(D->getDeclContext()) && L.names().hiddenAtLoop(Name)
               : hiddenTag(Loops, Loop, D) && !planted("any-type-name"))
    Refuse("another declaration hides '" + Name->getNameAsString() + "' at the loop");
}

/// A type that the program spells, by a name that means the same at the loop.
std::string LaterText::spelled(QualType T) const {
  if (planted("types-as-written"))
    return T.getAsString(Policy);
  needsName(T);
  L.names().means(T);
  if (T->isVariablyModifiedType() && L.ok())
    L.refuse(Diag::HostDeferred, Root->getSourceRange(),
             {L.text(Root), "it has an object of a type that has no name in front of the loop"});
  return T.getCanonicalType().getAsString(Policy);
}

/// What says a type and makes a value of it.
bool LaterText::conversion(const clang::Expr *X, llvm::raw_ostream &OS) {
  if (auto *S = dyn_cast<CXXScalarValueInitExpr>(X)) {
    OS << "(" << spelled(S->getType()) << ")0";
    return true;
  }
  if (auto *C = dyn_cast<CompoundLiteralExpr>(X)) {
    OS << "(" << spelled(C->getType()) << ")" << print(C->getInitializer());
    return true;
  }
  if (auto *C = dyn_cast<CXXTemporaryObjectExpr>(X)) {
    const bool Listed = C->isListInitialization(), Braces = Listed && !C->isStdInitListInitialization();
    OS << spelled(C->getType()) << (Braces ? "{" : Listed ? "" : "(");
    for (unsigned I = 0; I < C->getNumArgs() && !isa<CXXDefaultArgExpr>(C->getArg(I)); ++I)
      OS << (I ? ", " : "") << print(C->getArg(I));
    OS << (Braces ? "}" : Listed ? "" : ")");
    return true;
  }
  auto *C = dyn_cast<ExplicitCastExpr>(X);
  if (!C)
    return false;
  const std::string T = spelled(C->getTypeAsWritten());
  auto *F = dyn_cast<CXXFunctionalCastExpr>(C);
  if (auto *Named = dyn_cast<CXXNamedCastExpr>(C)) {
    OS << Named->getCastName() << "<" << T << ">(" << print(C->getSubExpr()) << ")";
  } else if (F && C->getType()->isRecordType()) {
    OS << T << (F->isListInitialization() ? "" : "(") << print(C->getSubExpr())
       << (F->isListInitialization() ? "" : ")");
  } else if (F) { // a number: the name may be of several words
    const clang::Expr *Of = C->getSubExpr()->IgnoreImplicit();
    auto *List = dyn_cast<InitListExpr>(Of);
    if (List && List->getNumInits() > 1)
      return fail(X);
    OS << "(" << T << ")"
       << (List && List->getNumInits() == 0 ? "0" : "(" + print(List ? List->getInit(0) : C->getSubExpr()) + ")");
  } else if (isa<CStyleCastExpr>(C)) {
    OS << "(" << T << ")" << print(C->getSubExpr());
  } else {
    return fail(X);
  }
  return true;
}

std::string LaterText::declaration(QualType T, const std::string &Name) const {
  needsName(T);
  std::string D = Name;
  L.names().means(T);
  T.getCanonicalType().getUnqualifiedType().getAsStringInternal(D, Policy);
  return D;
}

std::string LaterText::typed(QualType T, const ExprP &E) {
  // A number is no value of an enumeration in C++.
  auto *Enum = L.Ctx.getLangOpts().CPlusPlus ? T.getCanonicalType()->getAs<EnumType>() : nullptr;
  auto IsNamed = [](const EnumType *T) {
    return T->getDecl()->getIdentifier() || T->getDecl()->getTypedefNameForAnonDecl();
  };
  const bool Named = Enum && IsNamed(Enum);
  // A plain number is an int, not a wchar_t of the same size.
  const bool Int = Enum || L.Ctx.hasSameUnqualifiedType(T.getCanonicalType(), L.Ctx.IntTy) ||
                   !L.Ctx.getLangOpts().CPlusPlus || planted("loose-types");
  if (auto C = constantValue(E); C && E->T == intType() && int32_t(*C) != INT32_MIN && !Named && Int)
    return std::to_string(int32_t(*C));
  L.names().means(T);
  if (auto C = constantValue(E); C && E->T.isInteger() && *C < 0x7fffffff)
    return L.converted(T.getCanonicalType().getUnqualifiedType().getAsString(Policy), std::to_string(*C));
  size_t N = 0, Now = L.Out->size();
  while (N < Values.size() && !(Values[N].From == Now && same(Values[N].E, E)))
    ++N;
  if (N == Values.size())
    Values.push_back({E, Now});
  needsName(T);
  if (E->T.K == ScalarType::Float)
    return std::string(E->T.Bits == 32 ? "persistify_float" : "persistify_double") + "(&" + L.effects().logName() +
           ", " + std::to_string(N) + ")";
  T = T.getCanonicalType().getUnqualifiedType();
  if (auto *ET = T->getAs<EnumType>();
      ET &&
      ((planted("loose-types") ? !ET->getDecl()->getIdentifier() : !IsNamed(ET)) || !L.Ctx.getLangOpts().CPlusPlus))
    T = ET->getDecl()->getIntegerType().getCanonicalType();
  std::string Type = T.getAsString(Policy);
  return L.converted(Type, "persistify_int(&" + L.effects().logName() + ", " + std::to_string(N) + ")");
}

/// The template arguments that a call of F spells out. False if they have no text here.
bool LaterText::templateArguments(const FunctionDecl *F, unsigned Written, llvm::raw_ostream &OS) {
  const TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
  if (!Args || Args->size() < Written)
    return false;
  OS << "<";
  for (unsigned I = 0; I < Written; ++I) {
    const TemplateArgument &A = Args->get(I);
    if (A.getKind() != TemplateArgument::Type && A.getKind() != TemplateArgument::Integral)
      return false;
    std::string Text;
    if (A.getKind() == TemplateArgument::Type) {
      Text = L.names().typeText(A.getAsType(), "");
    } else {
      llvm::raw_string_ostream S(Text);
      A.print(Policy, S, /*IncludeType=*/true);
    }
    if (Text.empty())
      return false;
    OS << (I ? ", " : "") << Text;
  }
  OS << ">";
  return true;
}

} // namespace persistify::host
