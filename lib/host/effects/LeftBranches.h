//===- LeftBranches.h - branches that cannot move ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_LEFTBRANCHES_H
#define PERSISTIFY_LIB_HOST_LEFTBRANCHES_H

#include "LoweringPart.h"

namespace persistify::host {

/// Branches that cannot move: trips that come to them are the original loop's.
class LeftBranches : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// \p Before: the state at the condition \p C, to which a way that was refused returns.
  void leaveBranch(const clang::IfStmt *S, const ExprP &C, Checkpoint Before, llvm::function_ref<void()> Then,
                   llvm::function_ref<void()> Else);
  /// Whether nothing that the region has done so far changes the value of C.
  bool settledByEntry(const ExprP &C);
  /// Whether an attempt before this one found that the host runs the trips that come to \p Branch: then they do.
  bool isForHost(llvm::ArrayRef<const clang::Stmt *> Branch);
  /// `if (step % 100 != 0) continue; save(step);`: \p S, if it leaves the statements behind it out, or does nothing.
  const clang::IfStmt *skipsRest(const clang::Stmt *S) const;
  /// `if (step % 10 == 0 && save() != 0)`: \p S, whose condition was refused; \p Front: the state before it. The host runs
  /// trips in which all holds that stands in front of what cannot move.
  void handOverFrom(const clang::IfStmt *S, const Checkpoint *Front);
  /// `if (!log) return; log->add(...);`: \p Rest was refused, behind \p If, in front of which the state \p Before is. It is left to
  /// the original loop, as a branch is.
  void leaveRest(const clang::IfStmt *If, llvm::ArrayRef<const clang::Stmt *> Rest, Checkpoint Before);
  /// \p Rest was refused, behind \p If, in front of which the state is: the host runs trips that come to it.
  void handOverRest(const clang::IfStmt *If, llvm::ArrayRef<const clang::Stmt *> Rest);
  /// Of the first trip, which \p Head knows, nothing is taken, but what pointers of the host's lead to.
  void forgetFirstTrip(Env &Head) const;
  /// What the host's trips change must be no object that the loop names elsewhere, but for numbers and handles: of these nothing is taken
  /// from before a trip (Exchange::AnyTrip). And what they change through pointers must be no handle, nor a pointer that leads
  /// to what the region binds.
  void checkHandedOver();
  /// Events that the region sets, at which others look, as \p Seen says, or trips of the host's: the host has them, too, and the
  /// loop is lowered again. False if there is none.
  bool eventsForHost(llvm::function_ref<bool(const clang::VarDecl *)> Seen);

  bool Stays = true; ///< branches that cannot move may be left to the original loop
  bool WantsHost = false; ///< a branch is left to the original loop, which the loop does come to
  unsigned Changing = 0; ///< branches around, whose conditions trips change
  bool InBranch = false; ///< what is refused stands in a branch, perhaps
  std::vector<Diagnostic> NotForHost; ///< branches that cannot move, and why the host cannot run their trips
  std::set<unsigned> LeftBy; ///< what decides about branches that are left to the original loop

private:
  /// Makes the trips that come to \p Branch the host's. False if it may change what the region counts on.
  bool handOver(llvm::ArrayRef<const clang::Stmt *> Branch, const Diagnostic &Reason);
  /// Whether the region sets the event \p D itself, a variable or a member: the host does not have it then.
  bool eventsSet(const clang::ValueDecl *D) const;

  struct { ///< what trips that the host runs may change
    std::map<const clang::Stmt *, std::vector<const clang::Stmt *>> Branches; ///< by their first statements
    llvm::SetVector<const clang::ValueDecl *> Writes; ///< by name
    llvm::SetVector<const clang::Type *> Through; ///< of what is behind pointers; null: any
    std::string Anything; ///< why all that others reach may change, or empty
  } HandedOver;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LEFTBRANCHES_H
