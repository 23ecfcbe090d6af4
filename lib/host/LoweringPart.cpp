//===- LoweringPart.cpp - what the parts of a lowering share -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Join.h"
#include "Lowering.h"
#include "names/NamesAtLoop.h"
#include "persistify/Frontend.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace persistify::host {

void LoweringPart::refuse(Diag D, clang::SourceRange Rg, std::vector<std::string> Args) {
  // In expanded calls of library code, report the place in the program's text.
  const SourceManager &SM = Ctx.getSourceManager();
  for (size_t I = Frames.size(); I-- > 1 && Rg.isValid() && SM.isInSystemHeader(SM.getExpansionLoc(Rg.getBegin()));)
    Rg = Frames[I].CallSite;
  for (std::string &A : Args)
    A = names().shown(plainNames(std::move(A)));
  Refused.push_back({D, range(Rg.isValid() ? Rg : LoopStmt->getSourceRange()), std::move(Args)});
}

void LoweringPart::require(std::string Text, std::string Reason) {
  if (llvm::none_of(R.Preconditions, [&](const Precondition &C) { return C.Text == Text; }))
    R.Preconditions.push_back({std::move(Text), names().shown(std::move(Reason))});
}

persistify::SourceRange LoweringPart::range(clang::SourceRange Rg) const {
  return toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), Rg);
}

/// Source text of a statement, on one line and not too long.
std::string LoweringPart::text(const clang::Stmt *S) const {
  if (!S)
    return "?";
  CharSourceRange CR = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(S->getSourceRange()),
                                                Ctx.getSourceManager(), Ctx.getLangOpts());
  std::string T;
  if (CR.isValid()) {
    T = Lexer::getSourceText(CR, Ctx.getSourceManager(), Ctx.getLangOpts()).str();
  } else {
    llvm::raw_string_ostream OS(T);
    S->printPretty(OS, nullptr, PrintingPolicy(Ctx.getLangOpts()));
  }
  std::string Line;
  for (char C : T) {
    if (llvm::isSpace(C)) {
      if (!Line.empty() && Line.back() != ' ')
        Line += ' ';
    } else {
      Line += C;
    }
  }
  if (Line.size() > 60)
    Line = Line.substr(0, 57) + "...";
  return Line;
}

std::string LoweringPart::converted(const std::string &Type, const std::string &Text) const {
  // Behind a comma would be another argument of a macro. A pointer is made of a number by the old form alone.
  if (!Ctx.getLangOpts().CPlusPlus || Type.find_first_of(",*") != std::string::npos)
    return "(" + Type + ")" + Text;
  return "static_cast<" + Type + ">(" + Text + ")";
}

Stmt &LoweringPart::emit(Stmt::Kind K, clang::SourceRange Rg) const {
  Stmt S;
  S.K = K;
  S.Range = range(Rg);
  Out->push_back(std::move(S));
  return Out->back();
}

} // namespace persistify::host
