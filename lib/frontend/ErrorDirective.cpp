//===- ErrorDirective.cpp - what cures an #error ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that are configured from outside stop where nobody did. Their conditions name
// the macros: those of the branches in front of an #else, or those that its own asks for.
//
//===----------------------------------------------------------------------===//
#include "persistify/ErrorDirective.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace persistify {
namespace {

bool isName(char C) { return isAlnum(C) || C == '_'; }

/// Adds the flags by which \p Condition becomes \p Wanted, roughly.
void flagsOf(StringRef Condition, bool Wanted, SmallVectorImpl<std::string> &To) {
  bool Defined = false, Not = false;
  for (size_t I = 0; I < Condition.size();) {
    const char C = Condition[I];
    if (!isName(C)) {
      if (C == '!' && !Condition.substr(I).starts_with("!="))
        Not = true;
      else if (C != '(' && !isSpace(C))
        Defined = Not = false;
      ++I;
      continue;
    }
    StringRef Name = Condition.substr(I).take_while(isName);
    I += Name.size();
    if (Name == "defined") {
      Defined = true;
      continue;
    }
    std::string Flag;
    if (Name == "__cplusplus" || Name == "__STDC_VERSION__")
      Flag = Name == "__cplusplus" ? "-std=c++17" : "-std=c11";
    else if (isDigit(Name[0]) || Name[0] == '_') // the compiler's and the system's
      ;
    else if (Defined)
      Flag = Not != Wanted ? "-D" + Name.str() : "";
    else if (StringRef Rest = Condition.substr(I).ltrim(); Wanted && Rest.consume_front("=="))
      Flag = "-D" + Name.str() + "=" + Rest.ltrim().take_while(isName).str();
    else
      Flag = "-D" + Name.str() + "=...";
    if (!Flag.empty() && !is_contained(To, Flag))
      To.push_back(Flag);
    Defined = Not = false;
  }
}

} // namespace

std::string cureOfErrorDirective(StringRef Text, size_t At, StringRef Where) {
  SmallVector<StringRef, 0> Lines;
  Text.take_front(At).split(Lines, '\n');
  SmallVector<std::string, 4> Flags;
  unsigned Depth = 0;
  bool Own = true; // the branch with the #error
  for (StringRef Line : reverse(ArrayRef(Lines).drop_back())) {
    Line = Line.trim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    StringRef Word = Line.take_while(isName), Rest = Line.drop_front(Word.size());
    Rest = Rest.take_front(std::min(Rest.find("//"), Rest.find("/*")));
    if (Word == "endif" || Depth > 0) {
      Depth += Word == "endif";
      Depth -= Word.starts_with("if");
      continue;
    }
    if (Word == "if" || Word == "elif")
      flagsOf(Rest, /*Wanted=*/!Own, Flags);
    else if (Word == "ifdef" || Word == "ifndef")
      flagsOf((Word == "ifdef" ? "defined " : "!defined ") + Rest.trim().str(), !Own, Flags);
    if (Word.starts_with("if"))
      break;
    Own &= Word != "else" && !Word.starts_with("elif");
  }
  if (Flags.empty())
    return "";
  std::reverse(Flags.begin(), Flags.end());
  return ("; a flag " + Where + " may cure it: ").str() + join(Flags, " or ");
}

} // namespace persistify
