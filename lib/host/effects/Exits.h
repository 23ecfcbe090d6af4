//===- Exits.h - statements behind which a loop is left -----------------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_EXITS_H
#define PERSISTIFY_LIB_HOST_EXITS_H

#include "LoweringPart.h"
#include "machine/Places.h"

namespace persistify::host {

struct LocalUses;

/// Statements that leave the region's loop: messages, clean-up, return. The host performs them behind the region, with
/// the values that the loop's variables had.
class Exits : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// Whether control never continues behind S but leaves the region: return,
  /// goto or throw out of it, a call that never returns, or a break of the
  /// region's own loop.
  bool leavesRegion(const clang::Stmt *S) const;
  /// Makes the statements an exit that the host performs. False if that cannot be.
  bool makeExit(llvm::ArrayRef<const clang::Stmt *> Stmts);
  /// Makes \p Stmts, behind which the loop is left, an exit that the host performs.
  void addExit(llvm::ArrayRef<const clang::Stmt *> Stmts);

  std::set<const clang::VarDecl *> ExitUses; ///< local variables in statements of exits

private:
  /// What an exit is made of.
  struct ExitParts {
    const void *Key = nullptr; ///< its first statement
    std::vector<const clang::Stmt *> Flat, Declare; ///< what is performed, and what declares the types in it
    bool Breaks = false; ///< a break of the loop was behind it, which the end of the region means anyway
  };

  /// Whether \p S has a jump that leaves it; \p Breaks: break and continue count.
  bool jumpsOut(const clang::Stmt *S, bool Breaks) const;
  /// Whether \p E is a sum or the like of plain local variables, none of which the statements from \p From on may set.
  bool readsOther(const clang::Expr *E, size_t From);
  /// The statements of the loop that declare types and the like that \p Stmts name: what others need comes first.
  std::vector<const clang::Stmt *> exitDeclarations(llvm::ArrayRef<const clang::Stmt *> Stmts);
  /// Text that designates an outside object in front of the loop as well as behind it, or why there is none.
  std::string steadyText(const Place &P, std::string &Why) const;
  /// Those of \p Stmts up to the one that leaves, without a break at their end, which \p Breaks tells.
  std::vector<const clang::Stmt *> performed(llvm::ArrayRef<const clang::Stmt *> Stmts, bool &Breaks) const;
  /// Ends the region's objects, which comes behind the statements that leave: the same only if those look at nothing.
  /// False after a refusal, or where the region gives up.
  bool endObjectsAtExit(llvm::ArrayRef<const clang::Stmt *> Flat, clang::SourceRange Rg);
  /// Whether what the statements name can be named behind the region. False after a refusal.
  bool checkExitUses(const LocalUses &U);
  /// The region's exit for these statements. \p Nested: they declare variables.
  unsigned exitNumber(const ExitParts &Parts, clang::SourceRange Rg, bool Nested);
  /// The statements of exit \p Id see a variable of this declaration: \p Text, or what \p Slot holds.
  void declareAtExit(unsigned Id, std::string Decl, unsigned Slot, std::string Text);
  /// Its statements see what V holds now.
  void carryToExit(const clang::VarDecl *V, unsigned Id, clang::SourceRange Rg);
  /// The region's variable that takes it there, for one of type \p Type.
  unsigned variableAtExit(const clang::VarDecl *V, unsigned Id, const std::string &Type, ScalarType T);

  std::map<const void *, unsigned> ExitOf; ///< first statement -> exit
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_EXITS_H
