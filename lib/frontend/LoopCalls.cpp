//===- LoopCalls.cpp - which functions a text calls in loops, by its tokens -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before anything is parsed, and whatever conditionals say: to guess which of many programs are worth a look first.
//
//===----------------------------------------------------------------------===//
#include "RawTokens.h"
#include "persistify/Api.h"
#include "persistify/Frontend.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify {

namespace {
class LoopCallFinder {
public:
  LoopCallFinder(llvm::StringRef Text, LoopCalls &Out) : Tokens(Text), Out(Out) {}

  void operator()() {
    Token T;
    bool Directive = false;
    while (Tokens.next(T)) {
      if (T.isAtStartOfLine())
        Directive = T.is(tok::hash);
      if (Directive)
        continue;
      if (T.is(tok::l_paren))
        open();
      else if (T.is(tok::r_paren))
        close();
      else if (T.is(tok::l_brace))
        begin();
      else if (T.is(tok::r_brace))
        end();
      else if (T.is(tok::semi) && Parens.empty())
        Bare = false; // the loop's only statement is at its end
      Word = T.is(tok::raw_identifier) ? T.getRawIdentifier().str() : std::string();
      if (!T.is(tok::r_paren) && !llvm::is_contained({"const", "noexcept", "override", "final"}, llvm::StringRef(Word)))
        Closed.clear();
    }
  }

private:
  struct Braces {
    bool Loop;
    std::string Function; ///< empty: the one around
  };

  static bool isLoop(llvm::StringRef W) { return W == "for" || W == "while"; }
  static bool isControl(llvm::StringRef W) {
    return llvm::is_contained({"if", "switch", "catch", "return", "sizeof"}, W);
  }

  void open() {
    if (isLoop(Word))
      Bare = true;
    else if (!Word.empty() && !isControl(Word))
      call();
    Parens.push_back(Word);
  }

  void close() {
    if (Parens.empty())
      return;
    Closed = Parens.pop_back_val();
  }

  void call() {
    if (Bare || llvm::any_of(Open, [](const Braces &B) { return B.Loop; }))
      Out.InLoops.insert(Word);
    for (const Braces &B : llvm::reverse(Open))
      if (!B.Function.empty()) {
        Out.Of[B.Function].insert(Word);
        break;
      }
  }

  void begin() {
    const bool Loop = Bare || Word == "do";
    const bool Function = !Loop && !Closed.empty() && !isControl(Closed) && !isLoop(Closed);
    Open.push_back({Loop, Function ? Closed : ""});
    Bare = false;
  }

  void end() {
    if (!Open.empty())
      Open.pop_back();
  }

  frontend::RawTokens Tokens;
  LoopCalls &Out;
  std::string Word;                     ///< the last token, if it is one
  std::string Closed;                   ///< the last token is a parenthesis that ends what this word began
  llvm::SmallVector<std::string> Parens; ///< the words in front of those that are open
  llvm::SmallVector<Braces> Open;
  bool Bare = false; ///< in a loop's head, or in its statement without braces
};
} // namespace

LoopCalls loopCallsOf(llvm::StringRef Text) {
  LoopCalls Out;
  LoopCallFinder(Text, Out)();
  return Out;
}

bool seemsToLaunchInLoop(llvm::ArrayRef<LoopCalls> Texts) {
  const std::vector<std::string> Words = launchWords();
  std::set<std::string> Launching(Words.begin(), Words.end());
  auto Launches = [&](const std::string &Name) { return Launching.count(Name) != 0; };
  for (bool Grown = true; Grown;) {
    Grown = false;
    for (const LoopCalls &Text : Texts)
      for (const auto &[Function, Called] : Text.Of)
        if (!Launches(Function) && llvm::any_of(Called, Launches))
          Grown = Launching.insert(Function).second;
  }
  return llvm::any_of(Texts, [&](const LoopCalls &Text) { return llvm::any_of(Text.InLoops, Launches); });
}

} // namespace persistify
