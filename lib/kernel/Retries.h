//===- lib/kernel/Retries.h - loops around a compare-and-swap --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// do { old = *p; } while (atomic_cmpxchg(p, old, f(old)) != old);
//
// Such a loop is lock-free: where the swap fails, somebody else has written. As long
// as nobody does, the value that is expected becomes the one that is there, whatever
// that is, and the swap succeeds. So the loop needs nothing of others but that they end.
// A lock expects what it wants to see, which only others bring about:
//
// while (atomic_cmpxchg(p, 0, 1) != 0);
//
// The difference: what is expected is what was read at the same address, unchanged,
// and it is read again in every trip that fails.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_RETRIES_H
#define PERSISTIFY_LIB_KERNEL_RETRIES_H

#include "Flow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <map>
#include <set>
#include <vector>

namespace persistify::kernel {

/// Whether \p E is an atomic operation, or the call of a function that is nothing else.
bool isAtomicCall(const clang::Expr *E);

/// A call of an atomic function, of one that is nothing else, or Clang's expression for one.
struct AtomicCall {
  std::string Name; ///< "compare_exchange", "exchange" and "load" for Clang's expressions
  llvm::SmallVector<const clang::Expr *, 4> Args; ///< the address first
  explicit AtomicCall(const clang::Expr *E);
  /// Gives what was there; not whether it was what is expected.
  bool givesValue() const { return Name.find("compare_exchange") == std::string::npos; }
  bool swapsIfEqual() const { return !givesValue() || has("cmpxchg"); }
  bool exchanges() const { return !swapsIfEqual() && (has("xchg") || has("exchange")) && Args.size() > 1; }
  bool has(llvm::StringRef Word) const { return llvm::StringRef(Name).contains(Word); }
};

class Retries {
public:
  Retries(const clang::ASTContext &Ctx, const Flow &Graph, const Flow::Loop &In);

  /// Whether \p Swap, a compare-and-swap in the loop, succeeds as soon as nobody else writes there. Of an exchange:
  /// whether it gives what the loop itself has put there.
  bool succeeds(const clang::Expr *Swap) const;
  /// Whether \p Test compares what such a swap gave with what it expected, or an exchange with what was put there.
  bool testsSuccess(const clang::BinaryOperator *Test) const;
  /// Whether two pointers lead to the same cell, as long as the variables in them keep their values.
  bool sameCell(const clang::Expr *A, const clang::Expr *B) const;

private:
  struct Assignment {
    const clang::Expr *Value; ///< null: changed otherwise
    const clang::Expr *By;
  };
  struct Cell {
    const clang::Expr *Base, *Index;
    clang::QualType T;
  };
  void collect(const clang::Stmt *S);
  void assign(const clang::Expr *To, const clang::Expr *Value, const clang::Expr *By);
  Flow::Place behind(const clang::Stmt *S) const {
    const Flow::Place At = Graph.find(S);
    return {At.Block, At.Index + 1};
  }
  bool comesPast(Flow::Place From, const clang::Stmt *To, const clang::Stmt *By) const;
  bool isBefore(const clang::Stmt *S, const clang::Stmt *At) const;
  bool comesBy(const clang::Stmt *S, const clang::Stmt *At) const;
  const clang::Expr *value(const clang::Expr *E) const;
  const clang::VarDecl *variable(const clang::Expr *E) const;
  const clang::VarDecl *read(const clang::Expr *E) const;
  const Assignment *only(const clang::VarDecl *V) const;
  bool isFresh(const clang::Expr *E, const clang::Expr *Swap, unsigned Depth = 0) const;
  bool isRead(const clang::Expr *E, const clang::Expr *Pointer) const;
  const clang::Expr *putBefore(const clang::Expr *Exchange) const;
  const clang::Expr *swapOf(const clang::Expr *E, const clang::Expr *Test) const;
  Cell cellOfPointer(const clang::Expr *P) const;
  Cell cellOf(const clang::Expr *L) const;
  bool same(const Cell &A, const Cell &B) const;
  bool sameText(const clang::Expr *A, const clang::Expr *B) const;

  const clang::ASTContext &Ctx;
  const Flow &Graph;
  const Flow::Loop &In;
  std::vector<const clang::Expr *> Atomics; ///< of the loop
  std::map<const clang::VarDecl *, std::vector<Assignment>> Assigned;
  std::set<const clang::VarDecl *> Escaped; ///< changed in ways that are not looked at
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_RETRIES_H
