//===- OwnNames.cpp --------------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/OwnNames.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace persistify {

// Which stand in front of an identifier until the text is settled.
static const char Theirs = '\1', Ours = '\2';

bool OwnNames::isOne(llvm::StringRef Name, unsigned Number) {
  const std::string N = Number ? std::to_string(Number) : "";
  return Name.starts_with("p" + N + "_") || Name.starts_with("P" + N + "_") || Name.starts_with("v" + N + "_get_");
}

static bool isWord(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Copies \p Text; of each of our names \p Do writes what becomes of it. Numbers (0x1p_) are words, too.
static std::string rewrite(llvm::StringRef Text, llvm::function_ref<void(std::string &, llvm::StringRef)> Do) {
  std::string Out;
  for (size_t I = 0; I < Text.size();) {
    size_t End = I;
    while (End < Text.size() && isWord(Text[End]))
      ++End;
    if (End == I) {
      Out += Text[I++];
      continue;
    }
    llvm::StringRef Word = Text.slice(I, End);
    if (OwnNames::isOne(Word))
      Do(Out, Word);
    else
      Out += Word;
    I = End;
  }
  return Out;
}

std::string OwnNames::theirs(llvm::StringRef Text) const {
  if (!Number)
    return Text.str();
  return rewrite(Text, [](std::string &Out, llvm::StringRef Name) {
    if (Out.empty() || (Out.back() != Ours && Out.back() != Theirs))
      Out += Theirs;
    Out += Name;
  });
}

std::string OwnNames::ours(llvm::StringRef Text) const {
  if (!Number)
    return Text.str();
  return rewrite(Text, [](std::string &Out, llvm::StringRef Name) {
    if (Out.empty() || (Out.back() != Ours && Out.back() != Theirs))
      Out += Ours;
    Out += Name;
  });
}

std::string OwnNames::settle(llvm::StringRef Text) const {
  if (!Number)
    return Text.str();
  return rewrite(Text, [&](std::string &Out, llvm::StringRef Name) {
    const char Mark = Out.empty() ? ' ' : Out.back();
    if (Mark == Theirs || Mark == Ours)
      Out.pop_back();
    if (Mark == Theirs)
      Out += Name;
    else
      Out += Name.take_front(1).str() + std::to_string(Number) + Name.drop_front(1).str();
  });
}

} // namespace persistify
