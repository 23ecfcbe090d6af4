//===- FileOutline.cpp - what a text defines and uses, by its tokens ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before anything is parsed, whatever conditionals say: to guess which files of a folder belong together.
//
//===----------------------------------------------------------------------===//
#include "RawTokens.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify {

namespace {
class Outliner {
public:
  Outliner(llvm::StringRef Text, FileOutline &Out) : Tokens(Text), Out(Out) {}

  void operator()() {
    Token T;
    bool Directive = false;
    while (Tokens.next(T)) {
      if (T.isAtStartOfLine()) {
        Directive = T.is(tok::hash);
        // Branches of a conditional may open more braces than they close: functions end in the first column.
        if (T.is(tok::r_brace) && !T.hasLeadingSpace())
          Braces = std::min(Braces, 1u);
      }
      if (T.is(tok::l_paren) && !Called.empty()) {
        Out.Calls.insert(Called);
        Out.Uses.insert(Called);
      }
      Called.clear();
      if (T.is(tok::raw_identifier)) {
        std::string Word = T.getRawIdentifier().str();
        if (InScopeName)
          Out.Scopes.insert(Word);
        InScopeName = llvm::is_contained({"class", "struct", "namespace"}, Word);
        if (Directive || Braces > unsigned(InType) || Assigned) {
          Out.Uses.insert(Word);
          if (!Member || planted("members-called"))
            Called = Word;
        } else if ((Initial || Within) && !Member) { // : size(count_of(n)), and int size = count_of(4) of a class
          Called = Word;
        }
        Out.Words.insert(std::move(Word));
      }
      Member = T.isOneOf(tok::period, tok::arrow);
      if (Directive)
        continue;
      if (Braces)
        inside(T);
      else
        outside(T);
    }
  }

private:
  void inside(const Token &T) {
    Braces += T.is(tok::l_brace);
    if (T.is(tok::r_brace) && --Braces == 0 && !Assigned && !InType)
      end();
    if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
      Within = 0;
      Initial = false;
    } else if (InType && Braces == 1 && !planted("calls-of-members")) {
      Within += T.is(tok::l_paren);
      Within -= T.is(tok::r_paren) && Within != 0;
      Initial |= T.is(tok::equal);
    }
  }

  /// At file scope, or in a namespace.
  void outside(const Token &T) {
    if (T.is(tok::l_paren)) {
      if (!Parens++ && !Assigned && Function.empty() && AfterName && !isAttribute())
        Function = key();
    } else if (T.is(tok::r_paren)) {
      Parens -= Parens != 0;
    } else if (Parens) {
    } else if (T.is(tok::l_brace)) {
      if (First == "namespace" || (First == "extern" && Language))
        return end();
      Braces = 1;
      InType = Function.empty() && !Assigned;
      if (!InType && !Assigned)
        define(Function);
    } else if (T.is(tok::semi)) {
      if (Function.empty())
        variable();
      else if (!NoObject)
        (Own ? Out.Static : Out.Declares).insert(Function);
      end();
    } else if (T.isOneOf(tok::equal, tok::comma)) {
      if (Function.empty())
        variable();
      Assigned = T.is(tok::equal);
    } else if (T.is(tok::r_brace)) {
      end(); // of a namespace
    } else if (T.is(tok::coloncolon)) {
      Scope = AfterName ? Last : "";
      InScope = true;
      AfterName = false;
      return;
    } else if (T.is(tok::raw_identifier)) {
      if (!Assigned)
        word(T.getRawIdentifier());
      AfterName = true;
      InScope = false;
      return;
    } else if (T.isOneOf(tok::tilde, tok::l_square)) {
      return; // X::~X; what stands in brackets is no name
    } else {
      Language |= tok::isStringLiteral(T.getKind());
    }
    AfterName = InScope = false;
  }

  void word(llvm::StringRef Name) {
    if (!Words++)
      First = Name;
    Own |= Name == "static";
    Extern |= Name == "extern";
    NoObject |= llvm::is_contained({"typedef", "using", "template", "friend"}, Name);
    Last = Name;
    Of = InScope ? Scope : "";
  }

  bool isAttribute() const {
    return llvm::is_contained({"__attribute__", "__declspec", "alignas", "decltype", "_Alignas", "_Pragma"}, Last);
  }

  std::string key() const { return Of.empty() ? Last : Of + "::"; }

  void define(const std::string &Key) {
    if (Own && !NoObject)
      Out.Static.insert(Key);
    else if (!NoObject && !Key.empty())
      Out.Declares.insert(*Out.Defines.insert(Key).first);
  }

  void variable() {
    if (Assigned || NoObject || InType || Words < 2)
      return;
    if (llvm::is_contained({"struct", "class", "union", "enum"}, First) && Words == 2)
      return; // declares a type
    if (Extern)
      Out.Externs.insert(Last);
    else if (!Own)
      Out.Variables.insert(key());
  }

  void end() {
    First.clear();
    Last.clear();
    Function.clear();
    Scope.clear();
    Of.clear();
    Words = Parens = 0;
    Own = Extern = NoObject = Language = Assigned = InType = AfterName = InScope = false;
  }

  frontend::RawTokens Tokens;
  FileOutline &Out;
  unsigned Braces = 0, Parens = 0, Words = 0;
  /// Of the declaration so far: its first word, its last one in front of parentheses, and what stands before the `::` of
  /// that, or of the next.
  std::string First, Last, Of, Scope;
  std::string Called; ///< the last word, where it may be a function's
  bool Member = false; ///< behind `.` or `->`
  unsigned Within = 0; ///< parentheses between a class's braces: of parameters, or of what a constructor initialises
  bool Initial = false; ///< behind `=` there
  std::string Function; ///< the name that parameters follow
  bool Own = false, Extern = false, NoObject = false, Language = false, Assigned = false;
  bool InType = false; ///< the braces are those of a class
  bool AfterName = false, InScope = false;
  bool InScopeName = false; ///< behind `class` and its like
};
} // namespace

FileOutline outlineOf(llvm::StringRef Text) {
  FileOutline Out;
  Outliner(Text, Out)();
  return Out;
}

} // namespace persistify
