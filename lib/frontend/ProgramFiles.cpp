//===- ProgramFiles.cpp - what a text says of the program's other files ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before anything is parsed: by tokens, whatever conditionals say.
//
//===----------------------------------------------------------------------===//
#include "RawTokens.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace persistify {

std::vector<NamedFile> namedKernelFiles(llvm::StringRef Text) {
  std::vector<NamedFile> Out;
  frontend::RawTokens Tokens(Text);
  Token T;
  unsigned Line = 1;
  size_t At = 0;
  std::string Folder; // a literal "FOLDER/" before, in the same expression
  // What the text includes is a part of it: a literal, or what makes one.
  const std::vector<IncludeDirective> Parts =
      planted("included-kernels") ? std::vector<IncludeDirective>() : includeDirectives(Text);
  while (Tokens.next(T)) {
    if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      Folder.clear();
    if (!T.is(tok::string_literal))
      continue;
    llvm::StringRef Name(T.getLiteralData(), T.getLength());
    Line += Text.slice(At, Tokens.offset(T)).count('\n');
    At = Tokens.offset(T);
    if (!Name.consume_front("\"") || !Name.consume_back("\"") || Name.contains('\n') ||
        llvm::any_of(Parts, [&](const IncludeDirective &I) { return I.At == At; }))
      continue;
    if ((Name == ".cl" || Name == ".ocl") && !Folder.empty())
      Out.push_back({Folder + "%s" + Name.str(), Line});
    else if (Name.ends_with(".cl") || Name.ends_with(".ocl"))
      Out.push_back({Name.str(), Line});
    Folder = Name.ends_with("/") ? Name.str() : "";
  }
  return Out;
}

/// Literals of one piece, as they are between their quotes.
static std::vector<NamedFile> literalsIf(llvm::StringRef Text, llvm::function_ref<bool(llvm::StringRef)> Is) {
  std::vector<NamedFile> Out;
  frontend::RawTokens Tokens(Text);
  Token T;
  unsigned Line = 1;
  size_t At = 0;
  while (Tokens.next(T)) {
    if (!T.is(tok::string_literal))
      continue;
    Line += Text.slice(At, Tokens.offset(T)).count('\n');
    At = Tokens.offset(T);
    llvm::StringRef Name(T.getLiteralData(), T.getLength());
    if (Name.consume_front("\"") && Name.consume_back("\"") && Is(Name))
      Out.push_back({Name.str(), Line});
  }
  return Out;
}

std::vector<NamedFile> namesOfFiles(llvm::StringRef Text) {
  return literalsIf(Text, [](llvm::StringRef Name) {
    const llvm::StringRef Ending = Name.rsplit('.').second;
    return !Ending.empty() && Ending.size() < 8 &&
           llvm::all_of(
               Ending, [](char C) { return llvm::isAlnum(C) || C == '+'; }) &&
           Name.size() < 200 && Name.find_first_of("\\\n%*?") == llvm::StringRef::npos;
  });
}

std::vector<NamedFile> namesOfKernels(llvm::StringRef Text) {
  return literalsIf(Text, [](llvm::StringRef Name) {
    return !Name.empty() && !llvm::isDigit(Name[0]) &&
           llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  });
}

std::set<std::string> kernelsIn(llvm::StringRef Text) {
  std::set<std::string> Out;
  frontend::RawTokens Tokens(Text);
  Token T;
  int Depth = 0; // of parentheses and braces
  bool Kernel = false, Void = false, Directive = false;
  std::string Last; // the word before
  while (Tokens.next(T)) {
    if (T.isAtStartOfLine())
      Directive = T.is(tok::hash);
    if (Directive)
      continue;
    if (Depth == 0 && T.is(tok::raw_identifier)) {
      Last = T.getRawIdentifier().str();
      Void = Kernel && (Void || Last == "void");
      Kernel |= Last == "__kernel" || Last == "kernel";
    } else if (Depth == 0 && T.is(tok::l_paren)) {
      if (Void && Last != "void" && !llvm::StringRef(Last).starts_with("__attribute"))
        Out.insert(Last);
      Kernel &= llvm::StringRef(Last).starts_with("__attribute");
    } else if (Depth == 0) {
      Kernel = false;
    }
    Void &= Kernel;
    Depth += T.isOneOf(tok::l_paren, tok::l_brace);
    Depth = std::max(Depth - int(T.isOneOf(tok::r_paren, tok::r_brace)), 0);
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
