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

class LeftBranches : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  bool Stays = true; ///< branches that cannot move may be left to the original loop
  bool WantsHost = false; ///< a branch is left to the original loop, which the loop does come to
  unsigned Changing = 0; ///< branches around, whose conditions trips change
  bool InBranch = false; ///< what is refused stands in a branch, perhaps
  std::vector<Diagnostic> NotForHost; ///< branches that cannot move, and why the host cannot run their trips
  void leaveBranch(const clang::IfStmt *S, const ExprP &C, Snapshot Before, llvm::function_ref<void()> Then,
                   llvm::function_ref<void()> Else);
  bool settledByEntry(const ExprP &C);
  bool isForHost(llvm::ArrayRef<const clang::Stmt *> Branch);
  const clang::IfStmt *skipsRest(const clang::Stmt *S) const;
  void handOverFrom(const clang::IfStmt *S, const Snapshot *Front);
  void leaveRest(const clang::IfStmt *If, llvm::ArrayRef<const clang::Stmt *> Rest, Snapshot Before);
  void handOverRest(const clang::IfStmt *If, llvm::ArrayRef<const clang::Stmt *> Rest);
  void forgetFirstTrip(Env &Head) const;
  void checkHandedOver();
  std::set<unsigned> LeftBy; ///< what decides about branches that are left to the original loop

private:
  bool handOver(llvm::ArrayRef<const clang::Stmt *> Branch, const Diagnostic &Reason);
  bool eventsSet(const clang::ValueDecl *D) const;
  bool eventsForHost();
  struct { ///< what trips that the host runs may change
    std::map<const clang::Stmt *, std::vector<const clang::Stmt *>> Branches; ///< by their first statements
    llvm::SetVector<const clang::ValueDecl *> Writes; ///< by name
    llvm::SetVector<const clang::Type *> Through; ///< of what is behind pointers; null: any
    std::string Anything; ///< why all that others reach may change, or empty
  } HandedOver;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LEFTBRANCHES_H
