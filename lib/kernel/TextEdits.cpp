//===- lib/kernel/TextEdits.cpp --------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TextEdits.h"
#include "Parse.h"
#include "persistify/Containment.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::kernel {

TextEdits::TextEdits(const ParsedSource &P, SourceLocation BeginLoc, SourceLocation EndLoc) : P(P) {
  const SourceManager &SM = P.sources();
  File = SM.getFileID(BeginLoc);
  Begin = SM.getFileOffset(BeginLoc);
  End = SM.getFileOffset(EndLoc) + Lexer::MeasureTokenLength(EndLoc, SM, P.lang());
}

bool TextEdits::offsets(clang::SourceRange R, unsigned &B, unsigned &E) const {
  const SourceManager &SM = P.sources();
  CharSourceRange C = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(R), SM, P.lang());
  if (C.isInvalid() || SM.getFileID(C.getBegin()) != File || SM.getFileID(C.getEnd()) != File)
    return false;
  B = SM.getFileOffset(C.getBegin());
  E = SM.getFileOffset(C.getEnd());
  return B >= Begin && E <= End && B <= E;
}

llvm::StringRef TextEdits::original(unsigned B, unsigned E) const {
  return P.sources().getBufferData(File).substr(B, E - B);
}

bool TextEdits::replaceOffsets(unsigned B, unsigned E, llvm::StringRef Text) {
  auto It = Replacements.find(B);
  if (It != Replacements.end()) // a macro argument that is used several times
    return It->second.End == E && It->second.Text == Text;
  It = Replacements.upper_bound(B);
  if (It != Replacements.end() && It->first < E)
    return false;
  if (It != Replacements.begin() && std::prev(It)->second.End > B)
    return false;
  Replacements[B] = {E, Text.str()};
  return true;
}

bool TextEdits::replace(clang::SourceRange Tokens, llvm::StringRef Text) {
  unsigned B, E;
  return offsets(Tokens, B, E) && replaceOffsets(B, E, Text);
}

bool TextEdits::insertBefore(SourceLocation Token, llvm::StringRef Text) {
  return insertAround(clang::SourceRange(Token), Text, "");
}

bool TextEdits::insertAfter(SourceLocation Token, llvm::StringRef Text) {
  return insertAround(clang::SourceRange(Token), "", Text);
}

bool TextEdits::insertAround(clang::SourceRange Tokens, llvm::StringRef Front, llvm::StringRef Back) {
  unsigned B, E;
  if (!offsets(Tokens, B, E))
    return false;
  if (planted("crossed-text") && llvm::any_of(Wraps, [&](const Wrap &W) { return W.Begin == B && W.Front == Front; }))
    Front = "";
  if (llvm::none_of(Wraps,
                    [&](const Wrap &W) { return W.Begin == B && W.End == E && W.Front == Front && W.Back == Back; }))
    Wraps.insert(llvm::upper_bound(Wraps, std::pair(B, E),
                                   [](std::pair<unsigned, unsigned> New, const Wrap &W) {
                                     return New.first != W.Begin ? New.first < W.Begin : New.second > W.End;
                                   }),
                 {B, E, Front.str(), Back.str()});
  return true;
}

std::string TextEdits::result() const {
  std::map<unsigned, std::string> Before, After;
  for (const Wrap &W : Wraps) {
    // "else{" and "return(" must not grow together with what comes in front.
    std::string &Front = Before[W.Begin];
    if (Front.empty() && !W.Front.empty() && isAsciiIdentifierContinue(W.Front[0]) && W.Begin > Begin &&
        isAsciiIdentifierContinue(original(W.Begin - 1, W.Begin)[0]))
      Front = " ";
    Front += W.Front;
    if (!W.Front.empty() && original(W.Begin, W.Begin + 1) == "#") // a #pragma for a loop
      Front += "\n";
  }
  for (const Wrap &W : llvm::reverse(Wraps))
    After[W.End] += W.Back;

  std::string Out;
  unsigned At = Begin;
  auto emitAfter = [&](unsigned Offset) {
    if (auto It = After.find(Offset); It != After.end())
      Out += It->second;
  };
  while (true) {
    if (At != Begin)
      emitAfter(At);
    if (At >= End)
      break;
    if (auto It = Before.find(At); It != Before.end())
      Out += It->second;
    if (auto It = Replacements.find(At); It != Replacements.end() && It->second.End > At) {
      Out += It->second.Text;
      // Insertions inside replaced text go with it.
      At = It->second.End;
      continue;
    }
    // Copy up to the next place where something happens.
    unsigned Next = End;
    if (auto It = Replacements.upper_bound(At); It != Replacements.end())
      Next = std::min(Next, It->first);
    if (auto It = Before.upper_bound(At); It != Before.end())
      Next = std::min(Next, It->first);
    if (auto It = After.upper_bound(At); It != After.end())
      Next = std::min(Next, It->first);
    Out += P.names().theirs(original(At, Next));
    At = Next;
  }
  return Out;
}

} // namespace persistify::kernel
