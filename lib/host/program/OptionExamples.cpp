//===- OptionExamples.cpp - build options, from the formats that make them -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/OptionExamples.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Host.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace clang;

namespace persistify::host {

std::string optionExample(llvm::StringRef Format, llvm::StringRef Value) {
  std::string Out;
  for (size_t I = 0; I < Format.size(); ++I) {
    if (Format[I] != '%' || Format.substr(I, 2) == "%%") {
      Out += Format[I];
      I += Format[I] == '%';
      continue;
    }
    I = Format.find_first_of("diuoxXeEfFgGaAcsp", I + 1); // where the conversion ends
    if (I == llvm::StringRef::npos)
      break;
    const bool Text = Format[I] == 's' || Format[I] == 'c', Float = llvm::StringRef("eEfFgGaA").contains(Format[I]);
    const bool Inside = !Out.empty() && !llvm::isSpace(Out.back());
    if (!Text || Inside) // else it is an option of its own, perhaps none
      Out += !Text ? (Float ? "64.0" : "64") : Out.back() == '=' ? Value.str() : std::string(1, HostFacts::NameBlank);
  }
  if (llvm::StringRef(Out).ends_with("="))
    return Out + Value.str();
  return llvm::StringRef(Out).ends_with("_") ? Out + HostFacts::NameBlank : Out;
}

namespace {
struct OptionLiterals : AstVisitor {
  const SourceManager &SM;
  std::vector<std::string> Texts;
  std::set<std::string> Defined; ///< in front of sources: of several definitions the first one is the example
  explicit OptionLiterals(const SourceManager &SM) : SM(SM) {}

  bool TraverseDecl(Decl *D) override {
    return (D && D->getLocation().isValid() && SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()))) ||
           AstVisitor::TraverseDecl(D);
  }
  /// "#define REAL float\n", "#define N " in front of what follows, as options. Other lines are no macros of a program's own.
  void defines(llvm::StringRef Text) {
    llvm::SmallVector<llvm::StringRef, 4> Lines;
    Text.split(Lines, '\n');
    for (llvm::StringRef Line : Lines)
      if (!Line.trim().empty() &&
          (!Line.trim().starts_with("#define ") || Line.find_first_of("'\\") != llvm::StringRef::npos))
        return;
    for (size_t I = 0; I < Lines.size(); ++I) {
      llvm::StringRef Line = Lines[I].ltrim();
      if (!Line.consume_front("#define "))
        continue;
      Line = Line.ltrim();
      size_t End = std::min(Line.find_if([](char C) { return !llvm::isAlnum(C) && C != '_'; }), Line.size());
      const llvm::StringRef Name = Line.take_front(End);
      if (Name.empty() || !Defined.insert(Name.str()).second)
        continue;
      if (Line.drop_front(End).starts_with("(") && Line.contains(')'))
        End = Line.find(')') + 1;
      const llvm::StringRef Value = Line.drop_front(End).trim();
      const bool Whole = I + 1 < Lines.size(); // else what it is stands behind the literal
      Texts.push_back(!Value.empty() ? ("'-D" + Line.take_front(End) + "=" + Value + "'").str()
                      : Whole        ? ("'-D" + Line.take_front(End) + "= '").str()
                                     : ("-D" + Line.take_front(End) + "=").str());
    }
  }
  bool VisitStringLiteral(clang::StringLiteral *L) override {
    if (!L->isOrdinary())
      return true;
    const llvm::StringRef Text = L->getString();
    if (Text.ltrim().starts_with("#define ") && !planted("no-define-examples"))
      defines(Text);
    const size_t At = Text.find("-D");
    // A macro's name is behind it, or what makes one.
    const llvm::StringRef Name = At == llvm::StringRef::npos ? ""
                                 : planted("option-spaces")  ? Text.substr(At + 2)
                                                             : Text.substr(At + 2).ltrim(' ');
    const bool Defines = !Name.empty() && (At == 0 || llvm::isSpace(Text[At - 1])) &&
                         (llvm::isAlpha(Name[0]) || Name[0] == '_') && !Text.contains('\n');
    if (Defines && !llvm::is_contained(Texts, Text))
      Texts.push_back(Text.str());
    return true;
  }
};
} // namespace

std::vector<std::string> optionExamples(ASTContext &Ctx) {
  constexpr size_t Most = 4; // each is tried
  OptionLiterals Finder(Ctx.getSourceManager());
  Finder.TraverseDecl(Ctx.getTranslationUnitDecl());
  std::vector<std::string> Out;
  auto Add = [&](std::string Options) {
    if (!Options.empty() && !llvm::is_contained(Out, Options))
      Out.push_back(std::move(Options));
  };
  for (const char *Value : {"64", "int", "float"}) { // a number, or a type
    std::string All;
    for (const std::string &Text : Finder.Texts) {
      const std::string One = optionExample(Text, Value);
      All += (All.empty() ? "" : " ") + One;
      if (Finder.Texts.size() <= Most)
        Add(One);
    }
    Add(All);
  }
  return Out;
}

} // namespace persistify::host
