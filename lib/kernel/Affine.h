//===- lib/kernel/Affine.h - indices as sums of ids ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer expressions of a kernel as polynomials: of ids, which differ between
// work-items, of the trips of loops, and of what is the same for a launch. An
// expression may have one of several values, each under limits.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_AFFINE_H
#define PERSISTIFY_LIB_KERNEL_AFFINE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace persistify::kernel {

/// A sum of products of atoms.
struct Poly {
  std::map<std::vector<unsigned>, int64_t> Terms;

  static Poly constant(int64_t N);
  static Poly atom(unsigned A);
  Poly operator+(const Poly &O) const;
  Poly operator-(const Poly &O) const { return *this + O.times(-1); }
  Poly operator*(const Poly &O) const;
  Poly times(int64_t N) const;
  bool operator==(const Poly &O) const { return Terms == O.Terms; }
  bool zero() const { return Terms.empty(); }
  std::optional<int64_t> number() const;
  /// What \p A is multiplied with. Nothing if it comes in a higher power.
  std::optional<Poly> coefficient(unsigned A) const;
  Poly without(unsigned A) const;
  bool has(unsigned A) const;
  std::string text() const;
};

/// What must hold for a value, or for a statement to be reached.
struct Limit {
  enum Kind {
    AtLeast, ///< Of >= 0
    Same,    ///< the condition Text, the same for the whole launch, comes out as Is
    Low,     ///< the item is among the first of its group in dimension Dim
    High     ///< among the last
  } K = AtLeast;
  Poly Of;
  std::string Text;
  bool Is = true;
  unsigned Dim = 0;
  static Limit atLeast(const Poly &Of) { return {AtLeast, Of, "", true, 0}; }
  bool operator==(const Limit &O) const {
    return K == O.K && Of == O.Of && Text == O.Text && Is == O.Is && Dim == O.Dim;
  }
};
using Limits = std::vector<Limit>;
/// Ways in which something is known to come about, each one sufficient; none: nothing is known.
using Ways = std::vector<Limits>;

struct Value {
  Poly P;
  Limits Under;
};
using Values = std::vector<Value>;

Ways both(const Ways &A, const Ways &B);

/// Numbers of atoms.
enum : unsigned { AtomGlobal = 0, AtomLocal = 3, AtomGroup = 6, AtomLocalSize = 9, AtomFirst = 12 };

/// The values of one kernel's expressions, where they stand.
class Affine {
public:
  explicit Affine(const clang::FunctionDecl *F);

  Values value(const clang::Expr *E);
  /// Ways in which \p E comes out as \p Is.
  Ways condition(const clang::Expr *E, bool Is);

  /// Parameters of functions that are being walked, and variables of loops.
  std::map<const clang::VarDecl *, Values> Known;
  /// A variable of the trips of a loop.
  unsigned newTrip() { return newAtom(Trip); }

  bool isItem(unsigned A) const { return A < AtomLocalSize || (A >= AtomFirst && Kinds[A - AtomFirst] == Part); }
  /// A global id, not a part of one.
  static bool isWhole(unsigned A) { return A < AtomLocal; }
  bool isTrip(unsigned A) const { return A >= AtomFirst && Kinds[A - AtomFirst] == Trip; }
  /// Items that differ in it, and in nothing else, may all be of one group: local ids, and columns of rows of ids.
  bool mayBeOfOneGroup(unsigned A) const {
    return A < AtomFirst ? A >= AtomLocal && A < AtomGroup : OfOneGroup.count(A) != 0;
  }
  /// The dimension of an id, or of what an id was divided into.
  unsigned dimension(unsigned A) const { return A < AtomFirst ? A % 3 : Dims.at(A); }
  bool varies(const Poly &P) const;
  /// The width of the rows that the atom is a column of; null: it is none.
  const Poly *width(unsigned A) const;
  /// Ids that were divided by a width, as rows and columns; and the group and local id together, which are the global one.
  std::optional<Poly> whole(Poly P) const;
  /// Whether \p V, of a function that was learnt, is something else than its first value at times.
  bool changes(const clang::VarDecl *V) const { return Changed.count(V) != 0; }
  void learn(const clang::FunctionDecl *F);

private:
  enum AtomKind { Uniform, Trip, Part };
  struct Split { ///< atom = Quotient * By + Rest
    Poly By;
    unsigned Quotient, Rest;
    bool Several = false;
  };
  unsigned newAtom(AtomKind K) {
    Kinds.push_back(K);
    return AtomFirst + Kinds.size() - 1;
  }
  Poly named(const std::string &Name);
  Values variable(const clang::VarDecl *V);
  Values call(const clang::CallExpr *C);
  Values binary(const clang::BinaryOperator *B);
  Values divided(const Values &L, const Values &R, bool Rest);
  Values combined(const Values &L, const Values &R,
                  llvm::function_ref<std::optional<Poly>(const Poly &, const Poly &)> F);
  Values opaque(const clang::Expr *E);
  Ways compared(const clang::BinaryOperator *B, bool Is);
  Ways atLeast(const Poly &P, const Limits &Under) const;

  clang::ASTContext &Ctx;
  const clang::FunctionDecl *Kernel;
  std::vector<AtomKind> Kinds;
  std::map<unsigned, unsigned> Dims;
  std::set<unsigned> OfOneGroup;
  std::map<std::string, unsigned> Names;
  std::map<unsigned, Split> Splits;
  std::set<const clang::FunctionDecl *> Learnt;
  std::set<const clang::VarDecl *> Changed;
  std::map<const clang::VarDecl *, const clang::Expr *> Given; ///< the one value, assigned behind the declaration
  /// Variables that keep their first value where none of these conditions holds.
  std::map<const clang::VarDecl *, std::vector<const clang::IfStmt *>> Kept;
  unsigned Budget = 20000, Depth = 0;
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_AFFINE_H
