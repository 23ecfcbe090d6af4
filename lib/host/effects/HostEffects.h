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

/// What the host performs behind the region, from a log: output, times, lists that only grow.
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

  /// Takes a statement over, if it is one for the host. Its refusals stand.
  bool later(const clang::Expr *X);
  /// An initialiser that only the host can evaluate, or of what it has.
  bool laterInit(const Place &P, const clang::Expr *Init);
  /// \p P holds from now on what only the host has.
  void storeLater(const Place &P, const Value &V, clang::SourceRange R);
  /// Whether S reads a clock (unless \p Clocks is false) or something that only the host has.
  bool mentionsHostOnly(const clang::Stmt *S, bool Clocks = true);
  /// Whether only the host has \p P.
  bool hostOnly(const Place &P) const;
  /// From now on the host has this. What was lowered so far may have used it: the
  /// lowering is repeated if that is new.
  void makeHostOnly(const Place &P);
  /// Makes what X designates, or points to, the host's. The effects of X are left to who evaluates it for good: where it
  /// has some, no place is given.
  Place giveToHost(const clang::Expr *X, bool Pointed);
  /// The objects that a call may change are the host's from now on, and what it looks at must
  /// stay as it is. \p X is a call, or makes an object.
  std::vector<Place> ownArguments(const clang::Expr *X);
  /// Logs X. \p To: what it initialises, or the one object that a call changes; \p Left and \p Right: of an assignment.
  void perform(const clang::Expr *X, const Place *To = nullptr, bool Initializes = false,
               const clang::Expr *Left = nullptr, const clang::Expr *Right = nullptr);
  /// printf writes through a pointer to a number; other pointers are not the same in every run
  /// anyway, but their text may depend on the moment. False after a refusal.
  bool printsNothingElse(const clang::CallExpr *C);
  /// `if (time > longest) longest = time;` and the like.
  bool laterIf(const clang::IfStmt *S);
  /// A host-only value is needed by the region: refused in the end, unless what it
  /// goes into turns out to be the host's too.
  void useOfTime(const clang::Expr *X);
  /// Logs \p Values for the statement \p Text, which the host performs for each entry.
  /// \p Only: places that are all that is changed; empty if there may be more.
  void log(std::string Text, std::vector<ExprP> Values, clang::SourceRange R, const FrontText &Front = {},
           llvm::ArrayRef<Place> Only = {});
  /// Tells the user something that is no refusal.
  void remark(Diag D, clang::SourceRange R, std::vector<std::string> Args = {});
  /// Name of the variable that stands for an object of the loop's own.
  std::string hostLocal(const Place &P);
  /// Nothing that is performed later may see something else than it would have.
  void checkDeferred();
  /// S is gone through, part by part.
  void met(const clang::Stmt *S) { Met.insert({S, false}); }
  /// S is done with: a constant, or text that the host performs as it stands.
  void metWhole(const clang::Stmt *S) { Met[S] = true; }
  /// Refuses the loop if anything in it that acts was neither interpreted nor given to the host.
  void checkSkipped();
  /// The log of what the region leaves to the host.
  std::string logName() const { return Options.Names("log"); }

  llvm::SmallVector<Place, 2> Changed; ///< all that what is performed next changes; none: more, perhaps
  bool HostChanges = false; ///< what the host performs so far may have changed some object of its own
  std::set<int> Fronted; ///< or one of these, by a front
  std::set<unsigned> QuietSites; ///< of the logs, those that print nothing
  llvm::MapVector<const clang::Stmt *, bool> Met; ///< true: with all its parts
  /// Functions that were expanded, whose bodies checkSkipped looks at, too.
  llvm::SetVector<const clang::FunctionDecl *> Expanded;
  /// What must stay as it was for what is performed later.
  std::vector<Unchanging> LaterReads;
  /// What must stay as it was, of which only the type is known.
  std::vector<Behind> LaterBehind;
  std::set<int> TakenForMore; ///< objects of the host's that it took for a larger one
  std::set<int> LaterStored; ///< temporaries that only the host has
  std::vector<const clang::Expr *> TimeUses; ///< where a host-only value is needed in the region
  bool Enqueued = false; ///< an OpenCL command stands in front of this point
  /// Events of commands that are appended to a list of the host's where they are launched.
  std::map<const clang::CallExpr *, Place> CommandEvents;

private:
  /// later() of a call.
  bool laterCall(const clang::CallExpr *C);
  /// Whether \p C appends to a list of events of the region's own, which commands wait for.
  bool growsOwnList(const clang::CallExpr *C);
  /// later() of an assignment or a step; false of anything else.
  bool laterChange(const clang::Expr *X);
  /// The call whose event X is: of a functor, or of a function of the program's that does more than the host could do
  /// behind the region. It launches, whoever has the event.
  const clang::CallExpr *commandOf(const clang::Expr *X);
  /// Command runs in the region; its event, which the host has, is that of the region.
  void storeEvent(const Place &P, const clang::CallExpr *Command);
  /// An array is not assigned.
  void initArrayLater(const Place &P, const clang::Expr *Init);
  /// Whether a format may print errno (%m).
  bool mayPrintErrno(const clang::Expr *Format);
  /// Whether output may be performed later; false after a refusal, or when it is
  /// dropped.
  bool mayPrint(const clang::CallExpr *C);
  /// history.push_back(residual): a container that the loop only appends to is the
  /// host's.
  bool collects(const clang::CallExpr *C);
  /// Whether an object is made, without further effects, that later reads clocks.
  bool makesTimer(const clang::Expr *Init);
  /// Whether a statement can be performed by the host as a whole. What it assigns
  /// becomes the host's.
  bool ownAll(const clang::Stmt *S);
  /// How the clock in \p X (see perform) is read in front of the region. \p Value: the text of what initialises To, or empty.
  FrontText front(const clang::Expr *X, const Place *To, const clang::Expr *Left, const clang::Expr *Right,
                  const std::string &Value);
  /// Whether V is declared in the head of the loop, or behind it.
  bool ofHeader(const clang::VarDecl *V) const;

  std::map<std::string, unsigned> Sites; ///< text -> index in Region::Deferred
  std::map<std::string, std::string> HostLocals; ///< object -> name of its host variable
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_HOSTEFFECTS_H
