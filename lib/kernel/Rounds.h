//===- lib/kernel/Rounds.h - the ways through one round of a loop ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What decides about leaving a loop, and whether a round comes to a place. A round
// goes from the loop's header to the way back to it; loops inside are part of it.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_ROUNDS_H
#define PERSISTIFY_LIB_KERNEL_ROUNDS_H

#include "Flow.h"

namespace persistify::kernel {

class Rounds {
public:
  /// A condition that decides whether a round that does not leave the loop comes to a block.
  struct Guard {
    const clang::Expr *Cond;
    BlockSet Others; ///< the blocks on its other ways, up to where they meet those to the block
  };

  Rounds(const Flow &Graph, const Flow::Loop &In);

  /// Branches that decide about leaving the loop, at once or by what is decided on the way taken.
  llvm::ArrayRef<const clang::CFGBlock *> deciding() const { return Deciding; }
  std::vector<Guard> guards(const clang::CFGBlock *B);
  /// Whether a round leaves the loop in the end, whichever ways are taken, if from each branch some way is taken of which
  /// \p Comes says, by its number, that it comes by itself.
  bool comesToEnd(llvm::function_ref<bool(const clang::CFGBlock *, unsigned)> Comes) const;

private:
  bool stays(const clang::CFGBlock *To) const { return To && In.has(To) && To != In.Header; }
  const BlockSet &rest(const clang::CFGBlock *B);
  BlockSet ends(const clang::CFGBlock *To);
  bool decides(const clang::CFGBlock *B);

  const Flow &Graph;
  const Flow::Loop &In;
  BlockSet Leaving; ///< from which the loop may be left
  BlockSet Latches; ///< from which it goes on with another round
  std::vector<const clang::CFGBlock *> Deciding;
  std::map<const clang::CFGBlock *, BlockSet> Rests;
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_ROUNDS_H
