//===- Statements.h - host statements, control flow, exits and the ends of objects -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_STATEMENTS_H
#define PERSISTIFY_LIB_HOST_STATEMENTS_H

#include "LoweringPart.h"
#include "library/Algorithms.h"

namespace persistify::host {

class Statements : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  struct LoopParts {
    const clang::Stmt *Init = nullptr, *Body = nullptr, *Whole = nullptr;
    const clang::VarDecl *CondVar = nullptr;
    const clang::Expr *Cond = nullptr, *Inc = nullptr;
    bool TestLast = false;
    /// Instead of expressions, for a loop over elements: the test, what a trip
    /// starts with (or is, without a body), and the step.
    std::function<ExprP()> Test;
    std::function<void()> Enter, Step;
  };
  LoopPlace placeOf(const clang::Stmt *S) const;
  Snapshot save();
  void restore(Snapshot &&S);
  Place bindingPlace(const clang::BindingDecl *B);
  bool endsQuietly(const clang::CXXBindTemporaryExpr *X);
  std::set<const clang::VarDecl *> ExitUses; ///< local variables in statements of exits
  void scan(const clang::Stmt *S);
  void statement(const clang::Stmt *S);
  void branch(ExprP C, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else, clang::SourceRange R);
  void loop(const LoopParts &L, bool IsRegion);
  bool unroll(const LoopParts &L);
  void breakStmt(const clang::Stmt *S);
  void bail(clang::SourceRange R, Stmt::BailReason Why);
  void bailIf(ExprP C, Stmt::BailReason Why, clang::SourceRange R);
  Env merge(const Env &A, const Env &B) const;
  void joinInto(Env &Into, const std::vector<Env> &From) const;
  void closeBlock(Stmt Block, bool Left);
  bool endsByItself(clang::QualType T) const;
  bool endsByOwn(clang::QualType T) const;
  void endScope(size_t From);
  bool inRegionFunction() const { return Frames.size() == 1; }
  std::map<std::pair<const void *, size_t>, int> LocalObjects; ///< (declaration, frame's number)
  std::set<std::string> Stored; ///< keys of scalars stored since the innermost loop's start

private:
  LeafName leafName(const std::string &Key) const;
  void lose(Env &Of, const Losses &What) const;
  Losses losses(const Env &Before, const Env &After) const;
  void rangeFor(const clang::CXXForRangeStmt *S);
  Place rangeElements(const clang::Expr *Range, ExprP &Count);
  void bindElements(const clang::VarDecl *V);
  void compound(llvm::ArrayRef<const clang::Stmt *> Body);
  void substatement(const clang::Stmt *S);
  void inOrder(llvm::ArrayRef<const clang::Stmt *> Body);
  void declare(const clang::VarDecl *V);
  bool isData(clang::QualType T) const;
  Place declareObject(const clang::VarDecl *V);
  void ifStmt(const clang::IfStmt *S);
  void trip(const LoopParts &L);
  void doOnce(const clang::DoStmt *S);
  void switchStmt(const clang::SwitchStmt *S);
  void continueStmt(const clang::Stmt *S);
  void returnStmt(const clang::ReturnStmt *S);
  bool leavesRegion(const clang::Stmt *S) const;
  bool jumpsOut(const clang::Stmt *S, bool Breaks) const;
  bool readsOther(const clang::Expr *E, size_t From);
  bool makeExit(llvm::ArrayRef<const clang::Stmt *> Stmts);
  std::vector<const clang::Stmt *> exitDeclarations(llvm::ArrayRef<const clang::Stmt *> Stmts);
  std::string steadyText(const Place &P, std::string &Why) const;
  void addExit(llvm::ArrayRef<const clang::Stmt *> Stmts);
  void endObject(const Place &P, clang::QualType T, clang::SourceRange Rg);
  void destroy(size_t From);
  std::map<const clang::BindingDecl *, int> Bindings; ///< outside structured bindings
  std::map<const void *, unsigned> ExitOf; ///< first statement -> exit
  std::map<const clang::LabelDecl *, Jump> Jumps;
  unsigned Work = 0; ///< statements looked at: nested loops are lowered repeatedly
  // What loops lost in an earlier round of the loop around them: the next round begins
  // without it, else loops within loops double the rounds at each level.
  std::map<LoopPlace, Losses> Lost;
  unsigned LoopDepth = 0;
  unsigned Tries = 0; ///< try blocks of the region around this point
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_STATEMENTS_H
