//===- Hints.cpp - the words of #pragma persistify -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Hints.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace llvm;

namespace persistify {

bool hintNames(StringRef Name, StringRef Text) {
  auto Plain = [](StringRef S) {
    std::string Out;
    for (char C : S)
      if (!isSpace(C))
        Out += C;
    return Out;
  };
  std::string N = Plain(Name), T = Plain(Text);
  if (N == T)
    return true;
  // "(*this).k" and "this->k" are members as "s->k" is.
  StringRef Rest = T;
  return !N.empty() && Rest.consume_back(N) && (Rest.ends_with(".") || Rest.ends_with("->") || Rest.ends_with(":"));
}

namespace {
struct Word {
  llvm::StringLiteral Name;
  Hint::Kind K;
  unsigned Args;
};
constexpr Word Words[] = {{"kernel", Hint::Kind::Kernel, 2},
                          {"distinct", Hint::Kind::Distinct, 2},
                          {"drop", Hint::Kind::Drop, 1},
                          {"skip", Hint::Kind::Skip, 0},
                          {"force", Hint::Kind::Force, 0}};

std::string unknownWord(StringRef Name) {
  const Word *Best = nullptr;
  unsigned Least = 3;
  for (const Word &W : Words)
    if (unsigned D = Name.edit_distance(W.Name, true, Least); D < Least) {
      Least = D;
      Best = &W;
    }
  std::string Error = ("unknown word '" + Name + "' in #pragma persistify").str();
  if (Best)
    Error += ("; did you mean '" + Best->Name + "'?").str();
  return Error;
}

/// The text up to the parenthesis that closes the one before \p Text.
std::optional<StringRef> inParentheses(StringRef &Text) {
  unsigned Depth = 1;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(';
    Depth -= Text[I] == ')';
    if (Depth == 0) {
      StringRef Inside = Text.take_front(I);
      Text = Text.drop_front(I + 1).ltrim();
      return Inside;
    }
  }
  return std::nullopt;
}
} // namespace

bool parseHints(StringRef Text, std::vector<Hint> &To, std::string &Error) {
  auto Bad = [&](const Twine &Message) {
    Error = Message.str();
    return false;
  };
  Text = Text.trim();
  if (Text.empty())
    return Bad("#pragma persistify says nothing");
  while (!Text.empty()) {
    StringRef Name = Text.take_while([](char C) { return isAlnum(C) || C == '_'; });
    if (Name.empty())
      return Bad("expected a word in #pragma persistify before '" + Text + "'");
    const Word *W = nullptr;
    for (const Word &X : Words)
      if (X.Name == Name)
        W = &X;
    if (!W)
      return Bad(unknownWord(Name));
    Text = Text.drop_front(Name.size()).ltrim();
    Hint H;
    H.K = W->K;
    H.Text = Name.str();
    SmallVector<StringRef, 2> Args;
    if (Text.consume_front("(")) {
      std::optional<StringRef> Inside = inParentheses(Text);
      if (!Inside)
        return Bad("missing ')' behind '" + Name + "' in #pragma persistify");
      H.Text += ("(" + *Inside + ")").str();
      if (!Inside->trim().empty())
        Inside->split(Args, ',');
    }
    for (StringRef &A : Args) {
      A = A.trim();
      if (A.size() >= 2 && A.front() == '"' && A.back() == '"')
        A = A.drop_front().drop_back();
    }
    if (Args.size() != W->Args || is_contained(Args, StringRef()))
      return Bad("'" + Name + "' in #pragma persistify takes " +
                 (W->Args == 0   ? "no names"
                  : W->Args == 1 ? "one name"
                                 : "two names"));
    if (W->Args > 0)
      H.A = Args[0].str();
    if (W->Args > 1)
      H.B = Args[1].str();
    To.push_back(std::move(H));
    Text.consume_front(",");
    Text = Text.ltrim();
  }
  return true;
}

} // namespace persistify
