//===- HostEffects.h - what the host performs behind the region ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_HOSTEFFECTS_H
#define PERSISTIFY_LIB_HOST_HOSTEFFECTS_H

#include "LoweringPart.h"

namespace persistify::host {

class HostEffects : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// How a clock is read in front of the region as well; "@front" stands for the variable.
  struct FrontText {
    std::string Before; ///< declares and sets it; empty: it is not read there
    std::string First; ///< what the host performs the first time
  };
  struct Unchanging { ///< an outside object that statements performed later look at
    Place P;
    clang::SourceRange R;
    const clang::Stmt *For; ///< the statement, or a part of it
  };
  struct Behind { ///< what statements performed later reach, and no name of the loop's stands for
    clang::QualType T;
    std::string Name;
    const clang::Expr *For;
    bool Written;
  };
  bool later(const clang::Expr *X);
  bool laterInit(const Place &P, const clang::Expr *Init);
  void storeLater(const Place &P, const Value &V, clang::SourceRange R);
  bool mentionsHostOnly(const clang::Stmt *S, bool Clocks = true);
  bool hostOnly(const Place &P) const;
  void makeHostOnly(const Place &P);
  Place giveToHost(const clang::Expr *X, bool Pointed);
  std::vector<Place> ownArguments(const clang::Expr *X);
  void perform(const clang::Expr *X, const Place *To = nullptr, bool Initializes = false,
               const clang::Expr *Left = nullptr, const clang::Expr *Right = nullptr);
  bool printsNothingElse(const clang::CallExpr *C);
  bool laterIf(const clang::IfStmt *S);
  void useOfTime(const clang::Expr *X);
  bool HostChanges = false; ///< what the host performs so far may have changed some object of its own
  std::set<int> Fronted; ///< or one of these, by a front
  std::set<unsigned> QuietSites; ///< of the logs, those that print nothing
  void log(std::string Text, std::vector<ExprP> Values, clang::SourceRange R, const FrontText &Front = {});
  void remark(Diag D, clang::SourceRange R, std::vector<std::string> Args = {});
  std::string hostLocal(const Place &P);
  void checkDeferred();
  /// S is gone through, part by part.
  void met(const clang::Stmt *S) { Met.insert({S, false}); }
  /// S is done with: a constant, or text that the host performs as it stands.
  void metWhole(const clang::Stmt *S) { Met[S] = true; }
  void checkSkipped();
  llvm::MapVector<const clang::Stmt *, bool> Met; ///< true: with all its parts
  llvm::SetVector<const clang::FunctionDecl *> Expanded;
  /// The log of what the region leaves to the host.
  std::string logName() const { return Options.Names("log"); }
  std::vector<Unchanging> LaterReads;
  std::vector<Behind> LaterBehind;
  std::set<int> TakenForMore; ///< objects of the host's that it took for a larger one
  std::set<int> LaterStored; ///< temporaries that only the host has
  std::vector<const clang::Expr *> TimeUses; ///< where a host-only value is needed in the region
  bool Enqueued = false; ///< an OpenCL command stands in front of this point
  /// Events of commands that are appended to a list of the host's where they are launched.
  std::map<const clang::CallExpr *, Place> CommandEvents;

private:
  const clang::CallExpr *commandOf(const clang::Expr *X);
  void storeEvent(const Place &P, const clang::CallExpr *Command);
  void initArrayLater(const Place &P, const clang::Expr *Init);
  bool mayPrintErrno(const clang::Expr *Format);
  bool mayPrint(const clang::CallExpr *C);
  bool collects(const clang::CallExpr *C);
  bool makesTimer(const clang::Expr *Init);
  bool ownAll(const clang::Stmt *S);
  FrontText front(const clang::Expr *X, const Place *To, const clang::Expr *Left, const clang::Expr *Right,
                  const std::string &Value);
  bool ofHeader(const clang::VarDecl *V) const;
  std::map<std::string, unsigned> Sites; ///< text -> index in Region::Deferred
  std::map<std::string, std::string> HostLocals; ///< object -> name of its host variable
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_HOSTEFFECTS_H
