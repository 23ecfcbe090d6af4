//===- Internal.h - shared inside lib/plan ------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_PLAN_INTERNAL_H
#define PERSISTIFY_LIB_PLAN_INTERNAL_H

#include "persistify/Plan.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace persistify::plan {

using Roots = std::set<unsigned>; ///< indices in Plan::Entries

/// What a phase does to one buffer, as far as it is known which.
struct Touch {
  Roots R;
  bool Read = false, Write = false;
  std::string What;    ///< "relax.dist"
  int Param = -1;      ///< of a launch: the kernel's parameter
  uint64_t Own = 0;    ///< Access::OwnBytes, where the schedule keeps work-items apart
};
/// In the order of the text.
using Touches = llvm::MapVector<const Stmt *, std::vector<Touch>>;

/// Whether two entries may be the same memory: unless they were seen to be set to
/// different objects, which a guard checks where it decides.
bool mayAlias(const Plan &P, unsigned E, unsigned F);
/// An entry's name for the user.
std::string entryName(const PlanEntry &E);

/// What all phases do to buffers.
Touches allTouches(Plan &P);

/// Fills Plan::Rotations and what belongs to it.
void findRotations(Plan &P, const Touches &All);

/// The same value, if no variable is assigned between them.
bool identical(const ExprP &A, const ExprP &B);

/// Whether expressions always have the same value, wherever in the region they
/// are computed.
class FixedValues {
public:
  explicit FixedValues(const Region &R);
  bool same(const ExprP &A, const ExprP &B) const { return same(A, B, 8); }
  /// The value in terms of what is known when the region begins; null if it is not fixed,
  /// or computing it there might divide by zero.
  ExprP onEntry(const ExprP &E) const;
  /// Two launches of which one work-item has the same id in both, and runs on the
  /// same resident one.
  bool sameItems(const Stmt &A, const Stmt &B) const;

private:
  bool same(const ExprP &A, const ExprP &B, unsigned Depth) const;
  ExprP named(const Expr &E) const;
  ExprP resolve(ExprP E) const;
  ExprP substituted(const ExprP &E) const;
  std::set<unsigned> Assigned;
  std::set<unsigned> Elsewhere; ///< of these: by more than statements for one known element
  std::map<unsigned, std::map<uint64_t, ExprP>> Values; ///< by variable and element, null: several
  const Region &R;
};

/// Adds the variables that E reads.
void readVars(const ExprP &E, std::set<unsigned> &Read);
void forEachStmt(const StmtList &L, llvm::function_ref<void(const Stmt &)> F);
/// Variables whose values S takes, those in it not.
std::set<unsigned> reads(const Stmt &S, const Region &R);
/// Variables that L may read before it has set them. Of an array, elements of known number are looked at one by one.
std::set<unsigned> readBeforeSet(const Region &R, const StmtList &L);
/// Kernels that L makes, and may use before it has.
std::set<unsigned> usedBeforeMade(const StmtList &L);

/// Whether floating-point arithmetic of the host decides where control goes, a size, or what
/// a trip hands to the next.
bool floatDecides(const Region &R);

/// A launch of plain work-items: none needs its whole work-group, or waits for other groups.
bool isPlain(const Plan &P, const Stmt &S);

/// Fills Plan::Merged. Barriers have been placed.
void mergePhases(Plan &P);

/// Fills PlanRotation::Joins. Barriers have been placed.
void joinFlags(Plan &P);

/// Fills Plan::Ranges.
void hoistRanges(Plan &P);

/// Fills Plan::Bounded. Phases have been merged.
void boundWalks(Plan &P);

/// Fills Plan::Steady. Barriers have been placed.
void findSteady(Plan &P);

/// Fills Plan::Races, and tells of them.
void findRaces(Plan &P);

/// Fills Plan::Boundary, in the end. False if there are trips for the host, and no place to leave the loop for them.
bool findBoundary(Plan &P, DiagnosticSink &Diags);

/// Fills Plan::Barriers, Plan::Distinct and PlanEntry::Written.
void placeBarriers(Plan &P);

} // namespace persistify::plan

#endif // PERSISTIFY_LIB_PLAN_INTERNAL_H
