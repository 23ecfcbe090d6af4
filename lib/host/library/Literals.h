//===- Literals.h - texts that the host file spells out ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_LITERALS_H
#define PERSISTIFY_LIB_HOST_LITERALS_H

#include "program/ApiCall.h"
#include "persistify/Library.h"
#include "clang/AST/FormatString.h"

namespace persistify::host {

using library::formatOf;

/// What a std::string, or a container given a list, is made from, else null.
inline const clang::Expr *textOperand(const clang::CXXConstructExpr *C) {
  const clang::CXXRecordDecl *RD = C->getConstructor()->getParent();
  if (!C->getNumArgs() || !RD->isInStdNamespace() || !RD->getIdentifier())
    return nullptr;
  const clang::Expr *X = C->getArg(0);
  if (llvm::isa<clang::CXXStdInitializerListExpr>(peel(X)))
    return X;
  const library::ClassRow *Row = library::classRow(RD);
  bool Text = Row && Row->is(library::Text);
  bool Chars = X->getType()->isPointerType() || X->getType()->isArrayType();
  return Text && Chars ? X : nullptr;
}

/// Whether __func__ and its like have the same text with each compiler: __PRETTY_FUNCTION__ has not.
inline bool hasOneText(const clang::PredefinedExpr *P) {
  const auto Kind = P->getIdentKind();
  return Kind == clang::PredefinedIdentKind::Func || Kind == clang::PredefinedIdentKind::Function;
}

/// Whether the format \p Text of printf() has a conversion of this kind.
inline bool hasConversion(llvm::StringRef Text, clang::analyze_format_string::ConversionSpecifier::Kind Of,
                          const clang::ASTContext &Ctx) {
  struct Finder : clang::analyze_format_string::FormatStringHandler {
    clang::analyze_format_string::ConversionSpecifier::Kind Of;
    bool Found = false;
    bool HandlePrintfSpecifier(const clang::analyze_printf::PrintfSpecifier &S, const char *, unsigned,
                               const clang::TargetInfo &) override {
      return !(Found |= S.getConversionSpecifier().getKind() == Of);
    }
  } F;
  F.Of = Of;
  clang::analyze_format_string::ParsePrintfString(F, Text.begin(), Text.end(), Ctx.getLangOpts(), Ctx.getTargetInfo(),
                                                  false);
  return F.Found;
}

/// Whether it prints errno, which is not what it was later.
inline bool printsErrno(llvm::StringRef Text, const clang::ASTContext &Ctx) {
  return hasConversion(Text, clang::analyze_format_string::ConversionSpecifier::PrintErrno, Ctx);
}

/// The same of a format that stands there as a literal.
inline bool printsErrno(const clang::Expr *Format, const clang::ASTContext &Ctx) {
  auto *Text = llvm::dyn_cast<clang::StringLiteral>(Format->IgnoreParenCasts());
  return Text && Text->isOrdinary() && printsErrno(Text->getString(), Ctx);
}

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LITERALS_H
