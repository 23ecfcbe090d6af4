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

/// Interprets statements.
class Statements : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// A loop of any form.
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

  /// Names \p S together with the calls that are being expanded around it.
  LoopPlace placeOf(const clang::Stmt *S) const;
  /// The state here, for a trial that restore() takes back.
  Checkpoint save();
  /// What was refused since then is taken back as well, and nothing else.
  void restore(Checkpoint &&S);
  /// What a structured binding names.
  Place bindingPlace(const clang::BindingDecl *B);
  /// Whether temporaries in \p X end by functions of the program's, behind it.
  static bool leavesTemporaries(const clang::Stmt *X);
  /// Whether the end of this temporary does nothing.
  bool endsQuietly(const clang::CXXBindTemporaryExpr *X);
  /// A statement, as far as it can be followed.
  void scan(const clang::Stmt *S);
  /// Interprets \p S.
  void statement(const clang::Stmt *S);
  /// Emits an if: what \p Then and \p Else do, and the join of both ways.
  void branch(ExprP C, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else, clang::SourceRange R);
  /// The loop head's environment is what holds on entry and after every trip:
  /// start with what is known on entry and lower again until nothing is lost.
  void loop(const LoopParts &L, bool IsRegion);
  /// Interprets a loop with a known number of trips one by one; false if it cannot.
  bool unroll(const LoopParts &L);
  /// break; the others alike.
  void breakStmt(const clang::Stmt *S);
  /// A path that cannot be moved but ends the program or throws, inside an
  /// expanded call: the original loop takes it.
  void bail(clang::SourceRange R, Stmt::BailReason Why);
  /// The original loop takes over if C holds.
  void bailIf(ExprP C, Stmt::BailReason Why, clang::SourceRange R);
  /// What holds on both ways. An opaque leaf with two values is unknown; one of
  /// the region's own that has no value on one way has none.
  Env merge(const Env &A, const Env &B) const;
  /// Joins all of \p From into \p Into.
  void joinInto(Env &Into, const std::vector<Env> &From) const;
  /// Appends a finished block; one that nothing leaves is just its statements.
  void closeBlock(Stmt Block, bool Left);
  /// Whether nothing is to be done at the end of such an object.
  bool endsByItself(clang::QualType T) const;
  /// Whether what ends an object of class T can be followed: the program's own destructors of the class, its members
  /// and bases.
  bool endsByOwn(clang::QualType T) const;
  /// The scope of the objects from number \p From of Live on ends.
  void endScope(size_t From);
  /// Ends the objects from From on, which stay known to the ways that do not leave.
  void destroy(size_t From);
  /// Labels ahead that a goto may reach.
  std::set<const clang::LabelDecl *> labelsAhead() const;
  /// Whether a try block of the region stands around this point.
  bool inTry() const { return Tries; }
  /// Whether no call is being expanded.
  bool inRegionFunction() const { return Frames.size() == 1; }

  std::map<std::pair<const void *, size_t>, int> LocalObjects; ///< (declaration, frame's number)
  std::set<std::string> Stored; ///< keys of scalars stored since the innermost loop's start
  StmtList *EachTrip = nullptr; ///< where statements go that each trip of the region performs, if it gets there

private:
  /// The leaf of \p Key, by a name that is the same in each round.
  LeafName leafName(const std::string &Key) const;
  /// As if \p Of had met what differs from it in \p What.
  void lose(Env &Of, const Losses &What) const;
  /// What \p After does not know any more of what \p Before knew.
  Losses losses(const Env &Before, const Env &After) const;
  /// A loop over a range, as one over its elements.
  void rangeFor(const clang::CXXForRangeStmt *S);
  /// One over an object of a class of the program's own: by its begin() and end().
  void iteratorLoop(const clang::CXXForRangeStmt *S);
  /// The elements that a range-for walks, as an array, or the first one of \p Count; no place
  /// after a refusal.
  Place rangeElements(const clang::Expr *Range, ExprP &Count);
  /// Names for the parts of a pair, tuple or the like that V has just become.
  void bindElements(const clang::VarDecl *V);
  /// A block. What stands in front of a label that is jumped to becomes an IR
  /// block, which such a goto leaves.
  void compound(llvm::ArrayRef<const clang::Stmt *> Body);
  /// What stands behind if, else or the head of a loop is a block, with braces or without: objects end there.
  void substatement(const clang::Stmt *S);
  /// Statements in order. Where the rest of the block always leaves the loop and
  /// cannot be moved (messages, clean-up, return), it is performed by the host
  /// after the region.
  void inOrder(llvm::ArrayRef<const clang::Stmt *> Body);
  /// The declaration of a variable of the region.
  void declare(const clang::VarDecl *V);
  /// Whether T is an array of so many numbers that they are data: no kernel argument is known by them.
  bool isData(clang::QualType T) const;
  /// A new object of the region for a local variable, of type \p T: nothing is known of it.
  Place declareObject(const clang::VarDecl *V, clang::QualType T);
  /// The type of an array whose length is an expression, if that is a constant on every way here; else refuses the
  /// variable. The length is evaluated here.
  clang::QualType knownLength(const clang::VarDecl *V);
  void ifStmt(const clang::IfStmt *S);
  /// What a loop does in each trip.
  void trip(const LoopParts &L);
  /// do { ... } while (0), the shape of statement macros.
  void doOnce(const clang::DoStmt *S);
  /// switch as a chain of ifs with fall-through:
  ///   hit = 0; if (hit || v == c1) { hit = 1; ... } if (hit || v == c2) ...
  void switchStmt(const clang::SwitchStmt *S);
  struct SwitchGroup;
  struct SwitchState;
  /// What stands in a switch, by its labels; declares what all of it sees.
  std::vector<SwitchGroup> switchGroups(const clang::CompoundStmt *Body);
  /// Whether \p V is what the case is for.
  ExprP matches(const clang::SwitchCase *C, const ExprP &V);
  /// Takes in one group of a switch, which may be left to the original loop.
  void switchGroup(const SwitchState &At, const SwitchGroup &G, bool First, bool Last);
  /// A loop that is no range-for, by its parts.
  static LoopParts partsOf(const clang::Stmt *S);
  /// The condition of the loop \p S, before or after its trip. \p Exits get what holds where it is left.
  void loopTest(const LoopParts &L, Stmt &S, size_t Outside, std::vector<Env> &Exits);
  /// A jump to a label ahead, or out of the region.
  void gotoStmt(const clang::GotoStmt *S);
  void continueStmt(const clang::Stmt *S);
  void returnStmt(const clang::ReturnStmt *S);
  /// The body of the class's own destructor, then the members, the last one first, then the bases.
  void endObject(const Place &P, clang::QualType T, clang::SourceRange Rg);

  std::map<const clang::BindingDecl *, int> Bindings; ///< outside structured bindings
  /// Labels ahead.
  std::map<const clang::LabelDecl *, Jump> Jumps;
  unsigned Work = 0; ///< statements looked at: nested loops are lowered repeatedly
  // What loops lost in an earlier round of the loop around them: the next round begins
  // without it, else loops within loops double the rounds at each level.
  std::map<LoopPlace, Losses> Lost;
  /// Loops around this point.
  unsigned LoopDepth = 0;
  unsigned Tries = 0; ///< try blocks of the region around this point
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_STATEMENTS_H
