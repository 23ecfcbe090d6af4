//===- lib/kernel/Flow.h - the control flow of a kernel's function ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's graph of one function, with what the analyses of kernels ask of it: where a
// statement stands, what decides whether and how often it is executed, which values of a
// variable reach a use, what comes between two places.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_FLOW_H
#define PERSISTIFY_LIB_KERNEL_FLOW_H

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace persistify::kernel {

/// Blocks, by their numbers.
using BlockSet = llvm::BitVector;

class Flow {
public:
  explicit Flow(const clang::FunctionDecl *F);
  Flow(const Flow &) = delete;

  struct Place {
    const clang::CFGBlock *Block = nullptr; ///< null: the graph has no such statement
    unsigned Index = 0;
  };
  /// A value that a variable, or a part of it, gets.
  struct Definition {
    const clang::VarDecl *V;
    const clang::Expr *Value; ///< the initialiser, assignment, increment or decrement
    Place At;
    bool Whole; ///< nothing of what the variable held is left
  };

  /// Whether the graph has all that the function does. Else each block may be executed by any item.
  bool complete() const { return Complete; }
  Place find(const clang::Stmt *S) const;
  /// The blocks that control may come to, in an order in which only jumps back to a loop's begin go back.
  llvm::ArrayRef<const clang::CFGBlock *> blocks() const { return Order; }
  /// Those with several ways on.
  llvm::ArrayRef<const clang::CFGBlock *> branches() const { return Branches; }
  const clang::CFGBlock *entry() const { return &Graph->getEntry(); }
  unsigned size() const { return Graph ? Graph->getNumBlockIDs() : 0; }

  /// The value by which \p Branch chooses; null: it is not known.
  static const clang::Expr *chosenBy(const clang::CFGBlock *Branch);
  /// The condition of the statement or operator that makes \p Branch one.
  static const clang::Expr *conditionOf(const clang::CFGBlock *Branch);

  /// What is executed by some items only, or not equally often by all, if not all go on in the same way from \p Branch:
  /// the blocks up to where its ways meet. If some leave a loop there and others stay, each block of the loop is one.
  const BlockSet &influence(const clang::CFGBlock *Branch) const;
  bool influences(const clang::CFGBlock *Branch, const clang::CFGBlock *B) const {
    return influence(Branch).test(B->getBlockID());
  }

  struct Loop {
    const clang::CFGBlock *Header;
    BlockSet Blocks; ///< those from which control comes back to it
    std::set<const clang::Stmt *> Statements;
    const Loop *Parent;
    bool has(const clang::CFGBlock *B) const { return Blocks.test(B->getBlockID()); }
  };
  /// The loop that the statement \p S makes; null if it never comes to a second round, or is tangled.
  const Loop *loop(const clang::Stmt *S) const;
  /// Whether control comes into the loop \p S at other places than its header.
  bool isTangled(const clang::Stmt *S) const;

  llvm::ArrayRef<Definition> definitions() const { return Definitions; }
  /// Those of \p V whose value may be there at \p At.
  std::vector<const Definition *> reaching(const clang::VarDecl *V, Place At) const;

  /// Whether an expression that satisfies \p Target follows \p From, with none that satisfies \p Cut between.
  static bool reaches(Place From, llvm::function_ref<bool(const clang::Expr *)> Target,
                      llvm::function_ref<bool(const clang::Expr *)> Cut);

  /// Whether \p S is, or stands in, \p Of.
  bool within(const clang::Stmt *S, const clang::Stmt *Of) const;
  const clang::Stmt *parent(const clang::Stmt *S) const;
  /// The first block that \p S comes to; null if it does nothing.
  const clang::CFGBlock *begin(const clang::Stmt *S) const;
  /// Whether \p S is a jump (break, continue, return or goto) to a place outside of \p Of.
  bool leaves(const clang::Stmt *S, const clang::Stmt *Of) const;
  /// The statement that decides by the condition of \p Branch; the operator that does, if no statement depends on it.
  const clang::Stmt *owner(const clang::CFGBlock *Branch) const;
  /// The blocks that some execute and others do not, if some leave out the statement \p S, which has jumps, and what
  /// follows it is executed instead.
  BlockSet without(const clang::Stmt *S) const;

private:
  void note(const clang::CFGBlock *B);
  void define(Place At, const clang::Stmt *S);
  void findLoops();
  const Loop *loopOf(const clang::CFGBlock *B) const;
  std::set<const clang::CFGBlock *> waysOut(const BlockSet &Blocks) const;
  BlockSet spread(std::set<const clang::CFGBlock *> Ways, const Loop *Level) const;
  const clang::CFGBlock *behind(const clang::Stmt *S) const;

  std::unique_ptr<clang::CFG> Graph;
  bool Complete = false, Reducible = true;
  std::vector<const clang::CFGBlock *> Order, Branches, ByNumber;
  std::vector<unsigned> Rank; ///< in Order, by number
  std::vector<Loop> Loops; ///< inner ones first
  std::map<const clang::Stmt *, Place> Places;
  std::map<const clang::Stmt *, const clang::Stmt *> Parents;
  std::vector<Definition> Definitions;
  mutable std::map<const clang::CFGBlock *, BlockSet> Influence;
};

/// The variable that the lvalue \p E is (part of), or null.
const clang::VarDecl *variableOf(const clang::Expr *E);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_FLOW_H
