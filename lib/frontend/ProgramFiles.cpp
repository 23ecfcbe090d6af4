//===- ProgramFiles.cpp - what a text says of the program's other files ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before anything is parsed: by tokens, whatever conditionals say.
//
//===----------------------------------------------------------------------===//
#include "RawTokens.h"
#include "persistify/Frontend.h"

using namespace clang;

namespace persistify {

std::vector<NamedFile> namedKernelFiles(llvm::StringRef Text) {
  std::vector<NamedFile> Out;
  frontend::RawTokens Tokens(Text);
  Token T;
  unsigned Line = 1;
  size_t At = 0;
  std::string Folder; // a literal "FOLDER/" before, in the same expression
  while (Tokens.next(T)) {
    if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      Folder.clear();
    if (!T.is(tok::string_literal))
      continue;
    llvm::StringRef Name(T.getLiteralData(), T.getLength());
    Line += Text.slice(At, Tokens.offset(T)).count('\n');
    At = Tokens.offset(T);
    if (!Name.consume_front("\"") || !Name.consume_back("\"") || Name.contains('\n'))
      continue;
    if ((Name == ".cl" || Name == ".ocl") && !Folder.empty())
      Out.push_back({Folder + "%s" + Name.str(), Line});
    else if (Name.ends_with(".cl") || Name.ends_with(".ocl"))
      Out.push_back({Name.str(), Line});
    Folder = Name.ends_with("/") ? Name.str() : "";
  }
  return Out;
}

bool definesMain(llvm::StringRef Text) {
  frontend::RawTokens Tokens(Text);
  Token T;
  unsigned Depth = 0; // of parentheses behind the name; 0: not there
  bool Named = false, Ended = false, Declares = true;
  while (Tokens.next(T)) {
    if (Ended) {
      if (!T.isOneOf(tok::semi, tok::comma, tok::equal, tok::r_paren))
        return true; // `{`, or parameters as C had them once
      Ended = false;
    }
    if (Depth) {
      Depth += T.is(tok::l_paren);
      Depth -= T.is(tok::r_paren);
      Ended = Depth == 0;
    } else if (Named && T.is(tok::l_paren)) {
      Depth = 1;
    }
    Named = Declares && T.is(tok::raw_identifier) && T.getRawIdentifier() == "main";
    // In front of a function's name stands its type, or another declaration's end.
    Declares = T.is(tok::raw_identifier) ? T.getRawIdentifier() != "return" && T.getRawIdentifier() != "else"
                                         : T.isOneOf(tok::semi, tok::r_brace);
  }
  return false;
}

} // namespace persistify
