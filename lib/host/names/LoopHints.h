//===- LoopHints.h - which hints are in force at a loop ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_LOOPHINTS_H
#define PERSISTIFY_LIB_HOST_LOOPHINTS_H

#include "persistify/Hints.h"
#include "persistify/Host.h"
#include "clang/Basic/SourceManager.h"

namespace persistify::host {

/// Follows the nesting of loops. A pragma directly in front of a loop is in
/// force in that nest. Elsewhere only what is checked when the program runs has
/// an effect: kernel and distinct, everywhere, as options have.
class LoopHints {
public:
  LoopHints(llvm::ArrayRef<Hint> All, const clang::SourceManager &SM);

  /// One loop: takes the hints in front of it, sets its Skip and Force, and ends
  /// what the loop brought when it goes out of scope.
  class Scope {
  public:
    Scope(LoopHints &Hints, CandidateLoop &Loop) : Hints(Hints), Before(Hints.Active.size()) { Hints.enter(Loop); }
    ~Scope() { Hints.Active.resize(Before); }
    Scope(const Scope &) = delete;

  private:
    LoopHints &Hints;
    size_t Before;
  };

  const HintRefs &inForce() const { return Active; }

private:
  void enter(CandidateLoop &Loop);
  llvm::StringRef behind(const Hint &H) const;

  llvm::ArrayRef<Hint> All;
  llvm::StringRef Text; ///< of the main file
  HintRefs Active;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LOOPHINTS_H
