//===- LoweringPart.h - what the parts of a lowering share ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lowering is a symbolic interpreter over the structured AST: statements become region
// statements, scalars become typed expressions, and what must be known now (pointers,
// kernels, queues, constants) is tracked in an environment that is merged where control
// flow joins and iterated to a fixpoint over loops. Calls of the program's own functions
// are expanded in place.
//
// It consists of parts, one class each. All parts work on one LoweringState, and reach
// each other by name: leaves().load(P, R).
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_LOWERINGPART_H
#define PERSISTIFY_LIB_HOST_LOWERINGPART_H

#include "entry/Foresight.h"
#include "effects/HostCalls.h"
#include "machine/Order.h"
#include "machine/Values.h"
#include "program/ApiCall.h"
#include "program/ProgramIndex.h"
#include "persistify/Diagnostics.h"
#include "persistify/Hints.h"
#include "persistify/Host.h"
#include "persistify/Region.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <functional>
#include <map>
#include <optional>

namespace persistify::host {

#define PART(Class, Accessor) class Class;
#include "Parts.def"

/// Pointers to buffer handles that the loop assigns, and what they may point
/// to. They are found while lowering, which then starts again with them.
struct PointerLvalue {
  std::string Text;
  clang::QualType T;
  bool Reference; ///< by way of one, or of a pointer: another lvalue may be the same object
};
/// An outside number that the loop changes, and that the region starts with a known value of.
struct Counter {
  Place P;
  const clang::VarDecl *Root; ///< null: *this
  clang::QualType Of; ///< its type
  int64_t Value;
};
struct Exchange {
  std::vector<PointerLvalue> Pointers;
  std::vector<std::string> Targets; ///< lvalues: "(*a)", "x"
  std::set<std::string> Mirrors; ///< host arrays that need device memory (Mirrors.cpp)
  std::map<std::string, Counter> Counters; ///< by their texts (Foreseen.cpp)
  bool AnyTrip = false; ///< nothing is taken from the first trip: the host runs some (LeftBranches.cpp)
  std::map<const clang::Stmt *, Diagnostic>
      ForHost; ///< their branches, by the first statement, and why they cannot move
  std::set<std::string> Unsteady; ///< outside integers that the loop changes (Steady.cpp)
  std::set<std::string> ChangedTags; ///< tables that decide branches, and that the loop changes (Foreseen.cpp)
  /// Outside events of which the loop asks whether they are null, by their texts (EventTests.cpp).
  struct Event {
    Place P;
    const clang::VarDecl *Root; ///< null: *this
    clang::QualType Of; ///< its type
  };
  std::map<std::string, Event> Events;
  std::map<std::string, Event>
      EventsThere; ///< outside events that each first trip waits for: there must be some (Waits.cpp)
  bool EventsAsked = false;                 ///< a command waits for events that may be null
  std::set<std::string> EventLists;         ///< of which it waits for elements that an index chooses (EventLists.cpp)
  std::map<std::string, Event>
      Arrays; ///< targets that are arrays of numbers, "(*p)": the pointers to them (Exchanges.cpp)
  bool Grown = false;
};
/// Variables and fields that only the host has, in statements that it performs
/// behind the region: times, for instance. Found while lowering, as Exchange.
struct HostOnly {
  std::set<std::string> Keys;
  bool Grown = false;
};
enum class LeafKind { Scalar, Handle, Kernel, Queue, Event, Pointer, Record, Array, Other };
struct Object {
  std::string Text; ///< C lvalue outside the region; empty for the region's own
  std::string Name;
  clang::QualType T;
  bool External = false;
  const clang::VarDecl *D = nullptr;
  std::string Id; ///< the same in each lowering; empty for temporaries
  std::optional<Foresight::Name> Seen; ///< of an outside object
  bool Elsewhere = false; ///< declared in another file only; D and Text name it there
  clang::QualType Root; ///< ... or a struct that only that file defines, behind a pointer of this type
  std::string Nameless; ///< why the loop's function cannot name it, if it cannot
  const clang::VarDecl *Local = nullptr; ///< the region's own variable
  bool Plain = false; ///< what a pointer designates that is no class object
  int Behind = -1; ///< of what a pointer designates: the object that holds the pointer
};
struct Frame {
  const clang::FunctionDecl *F = nullptr;
  size_t Number = 0; ///< no other call's; 0 is the function around the loop
  std::map<const clang::VarDecl *, Place> Vars; ///< objects and reference targets
  std::map<const clang::VarDecl *, Place> Copies; ///< of a lambda: what it holds copies of
  std::vector<Place> Variadic; ///< the arguments behind the named ones
  std::optional<Place> This;
  Place ReturnPlace; ///< value returned, if any
  std::optional<Place> ReturnRef; ///< reference returned
  unsigned ReturnLabel = 0;
  bool LabelUsed = false;
  std::vector<Env> ReturnEnvs;
  const clang::Stmt *Tail = nullptr; ///< a return here needs no jump
  size_t Live = 0; ///< objects of its callers
  size_t FirstObject = 0; ///< objects from here on die with the frame
  clang::SourceRange CallSite; ///< of the call that was expanded
  std::vector<const clang::Expr *> Args; ///< for its parameters
};
struct Target { ///< what break and continue mean
  bool IsLoop = false;
  bool IsRegion = false;
  unsigned Label = 0; ///< Block to leave, when not a loop
  size_t Live = 0; ///< objects in front of it
  bool ContinueLeaves = false; ///< do { } while (0): continue leaves the block too ...
  unsigned ContinueLabel = 0; ///< ... or, in an unrolled loop, the block of its trip
  bool LabelUsed = false;
  std::vector<Env> Breaks, Continues;
};
using LeafName = std::pair<const clang::VarDecl *, std::string>; ///< the same in each round of a loop
using LoopPlace = std::pair<const clang::Stmt *, std::vector<unsigned>>; ///< and the calls around it
struct Losses {
  std::set<LeafName> Values;
  std::map<LeafName, std::set<uint64_t>> Few; ///< all that it may be; empty if any
};
struct Jump { ///< a label ahead that a goto may reach
  unsigned Label = 0;
  bool Used = false;
  size_t Live = 0; ///< objects in front of it
  std::vector<Env> From;
};
struct LiveObject {
  Place P;
  bool Own; ///< a class of the program's; else a cl::Buffer that may hold one that the region made
  clang::SourceRange R;
};
struct Checkpoint {
  Env E;
  std::vector<Frame> Frames;
  std::vector<Target> Targets;
  std::map<const clang::LabelDecl *, Jump> Jumps;
  StmtList *Out;
  size_t OutSize;
  size_t TimeUses, LaterReads, LaterBehind, Live, Met;
  Order::Mark Operands;
  bool HostChanges;
  std::set<int> Fronted;
  size_t Refused;
};

/// The parts of one lowering.
struct LoweringParts {
#define PART(Class, Accessor) host::Class *Class = nullptr;
#include "Parts.def"
};

/// What the parts of one lowering share.
struct LoweringState {
  clang::ASTContext &Ctx;
  const ProgramIndex &Index;
  HostCalls &Calls;
  const HostOptions &Options;
  HintRefs Hints; ///< in force at the loop
  /// What the program is seen to do in front of the loop; may be null.
  const Foresight *Sight = nullptr;
  /// Whether to guess what containers hold otherwise.
  bool Guesses = true;
  Exchange Exchanged;
  HostOnly HostsOwn;
  unsigned Moment = 0; ///< counts what is stored
  Region R;
  StmtList *Out = nullptr;
  Env E;
  std::vector<Diagnostic> Refused;
  std::vector<Object> Objects;
  std::vector<Frame> Frames;
  std::vector<Target> Targets;
  std::vector<LiveObject> Live; ///< those whose destructors are to be called, the last one first
  const clang::Stmt *LoopStmt = nullptr;
  unsigned NextLabel = 1;
  bool Scanning = false; ///< scanArgs: skip what cannot be followed
  LoweringParts Parts;
  LoweringState(clang::ASTContext &Ctx, const ProgramIndex &Index, HostCalls &Calls, const HostOptions &Options,
                HintRefs Hints)
      : Ctx(Ctx), Index(Index), Calls(Calls), Options(Options), Hints(std::move(Hints)) {}
};

/// One part of a lowering: it sees what all parts share, and the other parts.
class LoweringPart {
public:
  explicit LoweringPart(LoweringState &S)
      : Ctx(S.Ctx), Index(S.Index), Calls(S.Calls), Options(S.Options), Hints(S.Hints), Sight(S.Sight),
        Guesses(S.Guesses), Exchanged(S.Exchanged), HostsOwn(S.HostsOwn), Moment(S.Moment), R(S.R), Out(S.Out), E(S.E),
        Refused(S.Refused), Objects(S.Objects), Frames(S.Frames), Targets(S.Targets), Live(S.Live),
        LoopStmt(S.LoopStmt), NextLabel(S.NextLabel), Scanning(S.Scanning), Parts(S.Parts) {}

  void refuse(Diag D, clang::SourceRange R, std::vector<std::string> Args = {});
  bool ok() const { return Refused.empty(); }
  /// The region is only entered if the host finds \p Text to hold.
  void require(std::string Text, std::string Reason);
  persistify::SourceRange range(clang::SourceRange R) const;
  std::string text(const clang::Stmt *S) const;
  Stmt &emit(Stmt::Kind K, clang::SourceRange R) const;
  /// Text of a number, or of a pointer to void, that gets another type. C++ has a form of its own, of which nobody warns.
  std::string converted(const std::string &Type, const std::string &Text) const;

  clang::ASTContext &Ctx;
  const ProgramIndex &Index;
  HostCalls &Calls;
  const HostOptions &Options;
  HintRefs &Hints;
  const Foresight *&Sight;
  bool &Guesses;
  Exchange &Exchanged;
  HostOnly &HostsOwn;
  unsigned &Moment;
  Region &R;
  StmtList *&Out;
  Env &E;
  std::vector<Diagnostic> &Refused;
  std::vector<Object> &Objects;
  std::vector<Frame> &Frames;
  std::vector<Target> &Targets;
  std::vector<LiveObject> &Live;
  const clang::Stmt *&LoopStmt;
  unsigned &NextLabel;
  bool &Scanning;

  // The parts: places(), leaves() ...
#define PART(Class, Accessor)                                                                                          \
  Class &Accessor() const { return *Parts.Class; }
#include "Parts.def"

private:
  const LoweringParts &Parts;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LOWERINGPART_H
