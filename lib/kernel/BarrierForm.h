//===- lib/kernel/BarrierForm.h - statements that may be a barrier ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the forms of a barrier between work-groups have in common: a list of
// statements, and the words of memory that they announce and wait by.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_BARRIERFORM_H
#define PERSISTIFY_LIB_KERNEL_BARRIERFORM_H

#include "AcrossGroups.h"
#include "CallTree.h"
#include <optional>
#include <set>
#include <string>

namespace persistify::kernel {

/// Statements that may be a barrier: a helper's body, or some of the kernel's own.
struct BarrierText {
  const clang::FunctionDecl *Kernel;
  const clang::FunctionDecl *F; ///< the kernel or a helper
  const clang::CallExpr *Call;  ///< a call of the helper
  const AcrossGroups *Across;   ///< of F
  llvm::SmallVector<const clang::Stmt *, 8> Body;
};

/// A text that is one.
struct BarrierShape {
  std::set<const clang::Stmt *> Waits;         ///< what copies leave out
  std::set<const clang::ParmVarDecl *> Counts; ///< parameters that must be the number of groups
  std::set<const clang::ParmVarDecl *> Bases;  ///< parameters that point to its words
  /// Parameters that say which words it uses, and who: ids, sizes, pointers. Each call
  /// must give them the same.
  std::set<const clang::ParmVarDecl *> Fixed;
  /// Variables of the kernel's or parameters that make what flags hold: the same for all items.
  std::set<const clang::VarDecl *> Goals;
  bool Separate = false; ///< no two bases may point into one buffer
  /// What it does to its words, but for goals. Barriers of the same words must do the same.
  std::string Way;
};

/// A counter that all groups add to.
std::optional<BarrierShape> matchCounter(const BarrierText &Text);
/// A flag for each group.
std::optional<BarrierShape> matchFlags(const BarrierText &Text);

/// One word of memory that a parameter points to, Base[Index + At].
struct Cell {
  const clang::ParmVarDecl *Base = nullptr;
  int64_t At = 0;
  const clang::Expr *Index = nullptr; ///< null: none
  explicit operator bool() const { return Base; }
  bool operator==(const Cell &O) const { return Base == O.Base && At == O.At && Index == O.Index; }
};

class BarrierForm {
public:
  BarrierShape Shape;

protected:
  explicit BarrierForm(const BarrierText &Text) : Text(Text), F(Text.F), Groups(*Text.Across) {}

  static bool isBarrier(const clang::Stmt *S);
  static bool isFence(const clang::Stmt *S); ///< or nothing
  /// No store, no atomic, no call but queries.
  static bool onlyLooks(const clang::Stmt *S);
  static bool isPrivate(const clang::VarDecl *V);
  /// Whether \p E picks one item of each group, the one with local id 0.
  bool isFirstItem(const clang::Expr *E);
  /// settled(), of a helper's parameter in the kernel. It becomes a fixed one.
  const clang::Expr *origin(const clang::Expr *E);
  /// The condition of a loop that only waits, or null.
  static const clang::Expr *waitCondition(const clang::Stmt *S);

  struct AtomicCall {
    llvm::StringRef Op; ///< add, inc, or, xchg, store, load ...
    Cell On;
    const clang::Expr *Value = nullptr, *Second = nullptr;
  };
  AtomicCall atomicCall(const clang::Expr *E) const;
  /// What a pointer expression points to: p, p + 2, &p[i].
  Cell pointee(const clang::Expr *E) const;
  /// What an lvalue is: *p, p[2]. Words only, so that cells do not overlap.
  Cell cell(const clang::Expr *E) const;
  /// The cell that \p E reads and leaves as it is.
  Cell reads(const clang::Expr *E) const;
  /// The cell that the statement \p E stores to, and what (null: it is changed).
  Cell stores(const clang::Expr *E, const clang::Expr *&Value) const;

  const BarrierText &Text;
  const clang::FunctionDecl *F;
  const AcrossGroups &Groups;

private:
  Cell at(const clang::Expr *Base, const clang::Expr *Index) const;
};

// ---- expressions ----

/// Whether \p F gives \p V a value besides its first one, or its address to somebody.
bool isChanged(const clang::FunctionDecl *F, const clang::VarDecl *V);
bool isConstant(const clang::FunctionDecl *F, const clang::Expr *E, int64_t Value);
/// A query of dimension 0.
bool isQuery(const clang::Expr *E, llvm::StringRef Name, const clang::FunctionDecl *F);
bool isLocalId(const clang::Expr *E, const clang::FunctionDecl *F);
/// Whether two expressions are the same calculation.
bool isSameCalculation(const clang::Expr *A, const clang::Expr *B, const clang::ASTContext &Ctx);
/// \p E, or what it was settled to, as such an operator.
const clang::BinaryOperator *binary(const clang::FunctionDecl *F, const clang::Expr *E, clang::BinaryOperatorKind K);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_BARRIERFORM_H
