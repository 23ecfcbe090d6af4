//===- LoopHints.cpp - which hints are in force at a loop -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "names/LoopHints.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace persistify::host {

LoopHints::LoopHints(llvm::ArrayRef<Hint> All, const clang::SourceManager &SM)
    : All(All), Text(SM.getBufferData(SM.getMainFileID())) {
  auto BeforeLoop = [&](const Hint &H) {
    llvm::StringRef Next = behind(H).take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    return Next == "for" || Next == "while" || Next == "do";
  };
  for (const Hint &H : All) {
    bool Checked = H.K == Hint::Kind::Kernel || H.K == Hint::Kind::Distinct;
    if (H.Range.valid() ? Checked && !BeforeLoop(H) : Checked || H.K == Hint::Kind::Drop)
      Active.push_back(&H);
  }
}

/// The text behind a pragma, past white space, comments and directives.
llvm::StringRef LoopHints::behind(const Hint &H) const {
  llvm::StringRef Rest = Text.substr(H.Range.End);
  while (true) {
    Rest = Rest.ltrim();
    if (Rest.starts_with("#") || Rest.starts_with("//"))
      Rest = Rest.drop_until([](char C) { return C == '\n'; });
    else if (Rest.starts_with("/*"))
      Rest = Rest.substr(std::min(Rest.size(), Rest.find("*/", 2))).drop_front(2);
    else
      return Rest;
  }
}

void LoopHints::enter(CandidateLoop &Loop) {
  for (const Hint &H : All) {
    bool Here = H.Range.valid() ? H.Range.File == Loop.Range.File && behind(H).data() == Text.data() + Loop.Range.Begin
                                : H.Line == Loop.Range.Line && (normalPath(H.File) == normalPath(Loop.Range.File) ||
                                                                llvm::sys::path::filename(Loop.Range.File) == H.File);
    if (!Here)
      continue;
    if (H.K == Hint::Kind::Skip) {
      Loop.Skip = H.Used = true;
    } else if (H.K == Hint::Kind::Force) {
      Loop.Force = &H; // shows only where the loop just repeats
    } else {
      Active.push_back(&H);
    }
  }
}

} // namespace persistify::host
