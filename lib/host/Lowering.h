//===- Lowering.h - from the host AST to a Region ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A symbolic interpreter over the structured AST: statements become region
// statements, scalars become typed expressions, and what must be known now
// (pointers, kernels, queues, constants) is tracked in an environment that is
// merged where control flow joins and iterated to a fixpoint over loops. Calls
// of the program's own functions are expanded in place.
//
// Terminology
//   Object  a variable, or what an unmodified outside pointer points to
//   Place   (part of) an object: object, path of fields and constant indices,
//           and perhaps an element index
//   Leaf    a place without parts: a scalar (or array of scalars), a buffer
//           handle, or an opaque leaf whose value lives in the environment only
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_LOWERING_H
#define PERSISTIFY_LIB_HOST_LOWERING_H

#include "ApiCall.h"
#include "Expr.h"
#include "Foresight.h"
#include "machine/SharedMap.h"
#include "HostCalls.h"
#include "Order.h"
#include "ProgramIndex.h"
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

struct Choice;

/// What tells generated names apart where \p Of is not all in them.
std::string digest(llvm::StringRef Of);
/// Object T with the steps of a path without tuple elements.
std::string withSteps(std::string T, llvm::StringRef Path);

/// Part of an object, designated by an lvalue.
struct Place {
  int Obj = -1;
  std::string Path;     ///< ".field" and "[const]" steps
  clang::QualType T;    ///< type of what is designated
  ExprP Index;          ///< element of the leaf array that Path names
  unsigned Born = 0;    ///< when Index was computed: see stale()
  uint64_t Extent = 0;  ///< elements of that leaf array
  uint64_t Unit = 0;    ///< of a member of a struct in a mirror: bytes from one struct to the next ...
  uint64_t Inside = 0;  ///< ... and those in front of it in the struct that Index names
  uint64_t Struct =
      0;  ///< bytes of the struct, where Index counts smaller steps: elements of a member array are among them
  uint64_t BaseAt = 0;  ///< bytes of the object in front of the base that it is taken for
  uint64_t Row = 0;     ///< elements of the array of which "[const]" at the end of Path names one
  clang::QualType Whole; ///< its type, which may be an array of arrays
  const clang::Expr *Spelled = nullptr; ///< for messages and kernel names
  /// Variable or member that this is, with constant indices and keys behind it.
  ProgramIndex::Key Of;
  clang::QualType Lanes; ///< the array behind a struct that is a view of it
  bool Node = false; ///< the entry of a map, whose value this is
  std::vector<const clang::FieldDecl *> Fields; ///< of Path
  const clang::FieldDecl *Hidden = nullptr; ///< member that the loop's function may not name
  std::shared_ptr<const Choice> Or; ///< another place under a condition
  bool Wrapped = false; ///< the handle inside the wrapper object that this names
  std::string
      Reads; ///< of an outside element that is perhaps none: its value on entry, as C text that looks at it if it is there
  bool valid() const { return Obj >= 0; }
};

/// Whether an expression of type \p T names only a base of the object \p P. What is
/// copied or exchanged by it leaves the other members alone.
inline bool namesBase(const Place &P, clang::QualType T) {
  const clang::CXXRecordDecl *Of = P.valid() ? P.T->getAsCXXRecordDecl() : nullptr, *Is = T->getAsCXXRecordDecl();
  return Of && Is && Of->hasDefinition() && Is->hasDefinition() && Of->isDerivedFrom(Is);
}

/// Which of two places is designated: the one that holds this if C, else Other, which
/// may be a choice again. C does not change any more.
struct Choice {
  ExprP C;
  Place Other;
};

/// What an expression evaluates to.
struct Value {
  enum Kind {
    Unknown, ///< something that only dropped code may use
    Scalar,
    HandleV,
    KernelV,
    ProgramV, ///< the program at P, an outside one
    QueueV,
    DeviceV, ///< a device, by Text in front of the loop
    EventV, ///< events of the region's queue
    Pointer, ///< to P
    Maybe, ///< to P if E, which does not change any more, else null
    Null,
    Str, ///< a string: Lit, if it is known which literal, Text, if its contents are known
    Function,
    Record, ///< a class object, by place
    OneOf, ///< a pointer to one of Targets: the variable Told says which. Only what a leaf is known to hold
    Later ///< only the host has it, behind the region: P, if it is stored
  } K = Unknown;
  ExprP E;
  Handle H;
  unsigned Slot = 0;
  Place P;
  const clang::StringLiteral *Lit = nullptr; ///< Str
  std::shared_ptr<const Value> Or; ///< KernelV: another kernel unless E, and so on
  std::shared_ptr<const Value> Then; ///< Str: this one if E, which does not change any more, else Or
  std::optional<std::string> Text; ///< Str
  bool Inside = false; ///< Str: what stands behind some character of one; nothing but the contents is known.
      ///< EventV: perhaps it is null. Of an event E is the variable that tells
  const clang::FunctionDecl *F = nullptr; ///< Function
  std::set<unsigned> Targets; ///< OneOf: numbers of PointerTargets; 0: null
  int Told = -1; ///< of a leaf's pointer: the variable that holds the number of its target

  static Value scalar(ExprP E) {
    Value V;
    V.K = Scalar;
    V.E = std::move(E);
    return V;
  }
  static Value handle(Handle H) {
    Value V;
    V.K = HandleV;
    V.H = std::move(H);
    return V;
  }
  static Value pointer(Place P) {
    Value V;
    V.K = Pointer;
    V.P = std::move(P);
    return V;
  }
  static Value string(const clang::StringLiteral *Lit) {
    Value V;
    V.K = Str;
    V.Lit = Lit;
    if (Lit && Lit->isOrdinary())
      V.Text = Lit->getString().str();
    return V;
  }
  static Value later(Place P = Place()) {
    Value V;
    V.K = Later;
    V.P = std::move(P);
    return V;
  }
  static Value program(Place P) {
    Value V;
    V.K = ProgramV;
    V.P = std::move(P);
    return V;
  }
  static Value record(Place P) {
    Value V;
    V.K = Record;
    V.P = std::move(P);
    return V;
  }
  static Value string(std::string Text) {
    Value V;
    V.K = Str;
    V.Text = std::move(Text);
    return V;
  }
  static Value function(const clang::FunctionDecl *F) {
    Value V;
    V.K = Function;
    V.F = F;
    return V;
  }
  static Value of(Kind K, unsigned Slot = 0) {
    Value V;
    V.K = K;
    V.Slot = Slot;
    return V;
  }
};
bool same(const Value &A, const Value &B);
/// Names a declaration for the time of one run of the tool.
std::string declarationId(const clang::Decl *D);

/// Whether What is S or stands in it.
bool contains(const clang::Stmt *S, const clang::Stmt *What);

/// The entries of a map by keys of leaves that are of object \p Obj.
template <typename Map> auto ofObject(Map &Leaves, int Obj) {
  // A key is the object's number and a path. Characters that begin a path come before digits.
  return llvm::make_range(Leaves.lower_bound(std::to_string(Obj)), Leaves.lower_bound(std::to_string(Obj) + "0"));
}

/// What is known at one point of the program.
struct Env {
  bool Reachable = true;
  SharedMap<Value> Known; ///< leaf key -> value
  std::map<std::string, std::set<uint64_t>> Few; ///< scalar leaf key -> all it may be
  std::map<std::string, ExprP>
      Steady; ///< scalar leaf key of the region's own -> its value, of what the loop leaves alone
  std::set<std::string> Reading; ///< destination of a pending read
  std::set<std::string> Writing; ///< source of a pending write
  std::set<int> Mapped; ///< objects that may be mapped
  std::set<std::string> Held; ///< outside leaves that may hold a kernel that the region made
  std::map<std::string, unsigned> Buffers; ///< handle leaf -> the made buffer that it holds
  std::set<unsigned> Unreleased; ///< made buffers, and arrays in host memory, that may be there
  std::set<std::string> Written; ///< exchanged pointers that were set on every way here
  std::map<unsigned, unsigned> Changed; ///< when each variable of the region was set last
  bool operator==(const Env &O) const;
};

class Lowering {
public:
  Lowering(clang::ASTContext &Ctx, const ProgramIndex &Index, HostCalls &Calls, const HostOptions &Options,
           HintRefs Hints = {})
      : Ctx(Ctx), Index(Index), Hints(std::move(Hints)), Calls(Calls), Options(Options) {}

  /// Lowers the loop statement \p Loop of function \p F. On failure refusals() is
  /// not empty and the region is meaningless.
  Region lower(const clang::Stmt *Loop, const clang::FunctionDecl *F);

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
        Arrays; ///< targets that are arrays of numbers, "(*p)": the pointers to them (Exchange.cpp)
    bool Grown = false;
  };
  Exchange Exchanged;

  /// What the program is seen to do in front of the loop; may be null.
  const Foresight *Sight = nullptr;
  /// Whether to guess what containers hold otherwise.
  bool Guesses = true;
  bool Stays = true; ///< branches that cannot move may be left to the original loop

  /// Variables and fields that only the host has, in statements that it performs
  /// behind the region: times, for instance. Found while lowering, as Exchange.
  struct HostOnly {
    std::set<std::string> Keys;
    bool Grown = false;
  };
  HostOnly HostsOwn;
  bool WantsHost = false; ///< a branch is left to the original loop, which the loop does come to
  unsigned Changing = 0; ///< branches around, whose conditions trips change
  bool InBranch = false; ///< what is refused stands in a branch, perhaps
  std::vector<Diagnostic> NotForHost; ///< branches that cannot move, and why the host cannot run their trips
  llvm::ArrayRef<Diagnostic> refusals() const { return Refused; }

  /// Kernel argument -> buffers it is set to, by Slot::Key.
  using ArgSets = std::map<std::pair<std::string, unsigned>, std::set<std::string>>;
  /// Collects what the statements of \p F in front of \p Until (all, if null)
  /// set kernel arguments to. Statements that cannot be followed are skipped.
  static void scanArgs(clang::ASTContext &Ctx, const ProgramIndex &Index, HostCalls &Calls,
                       const clang::FunctionDecl *F, const clang::Stmt *Until, ArgSets &Into);

private:
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
  struct Snapshot; ///< for trial lowering
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

  // ---- what operands do to each other (Ordering.cpp)
  /// While it lives, what is done is done for X.
  struct Evaluation {
    Lowering &L;
    Evaluation(Lowering &L, const clang::Expr *X);
    ~Evaluation();
  };
  Order Operands;
  void noteAccess(const Place &P, bool Write);
  void noteKernel(const Stmt &S);
  void noteCommand(const ApiCall &C);
  std::string conflictText(const Order::Conflict &C) const;

  // ---- refusing (Lowering.cpp)
  void refuse(Diag D, clang::SourceRange R, std::vector<std::string> Args = {});
  bool ok() const { return Refused.empty(); }
  /// The region is only entered if the host finds \p Text to hold.
  void require(std::string Text, std::string Reason);
  persistify::SourceRange range(clang::SourceRange R) const;
  std::string text(const clang::Stmt *S) const;
  LeafName leafName(const std::string &Key) const;
  LoopPlace placeOf(const clang::Stmt *S) const;
  void lose(Env &Of, const Losses &What) const;
  Losses losses(const Env &Before, const Env &After) const;
  Snapshot save();
  void restore(Snapshot &&S);
  void begin(const clang::FunctionDecl *F);
  bool findTest();
  void nameBetweenTrips();
  void finish(const clang::Stmt *Loop, const clang::FunctionDecl *F);
  void checkFloatFlags();
  void checkLabels(const clang::Stmt *Loop, const clang::FunctionDecl *F);

  // ---- objects, places, leaves (Places.cpp)
  LeafKind classify(clang::QualType T) const;
  std::optional<ScalarType> scalarType(clang::QualType T) const;
  int newObject(clang::QualType T, std::string Name);
  Place objectOf(const clang::VarDecl *D);
  bool isOpaque(clang::QualType T) const;
  Place pointee(const Place &Pointer, clang::QualType T = {});
  Place thisPlace(clang::QualType T);
  Place field(Place Base, const clang::FieldDecl *F);
  Place element(Place Base, ExprP Index, clang::SourceRange R);
  uint64_t leavesOf(clang::QualType T) const;
  std::optional<uint64_t> extentBehind(const Place &P, bool *Guess = nullptr);
  void unknownElement(const Place &P, clang::SourceRange R);
  std::optional<Place> anyBuffer(const Place &P, const ExprP &Index, clang::SourceRange R);
  void asItStands(unsigned Slot, const Place &P);
  std::map<unsigned, std::string> PerhapsNone; ///< slots of such elements (Place::Reads) -> how the program names them
  Place advance(Place P, ExprP Delta, clang::SourceRange R);
  std::string key(const Place &P) const;
  std::optional<Foresight::Name> seen(const Place &P) const;
  std::string textOf(const Place &P) const;
  std::optional<std::string> instanceText(const clang::NamedDecl *D);
  static clang::QualType referredBy(const Place &P);
  void noteReference(const std::string &Key, const Place &P);
  Variable *scalarLeaf(const Place &P, unsigned &Id);
  HandleVariable *handleLeaf(const Place &P, unsigned &Id);
  std::string accessed(const Place &P, std::string Text) const;
  std::string kernelIn(const Place &Functor);
  unsigned newSlot(Slot::Kind K, const Place &P, uint64_t Size);
  Value kernelAt(const Place &P);
  std::set<std::string> knownKernels(const Place &P);
  void ofOwner(Slot &S, const std::string &Owner) const;
  void commitOwners();
  ExprP tell(std::map<std::string, unsigned> &Leaves, const std::string &Key, const char *Suffix, ExprP X,
             clang::SourceRange R);
  void dropPointerIndices();
  // ---- whether events are null (EventTests.cpp)
  void askEvent(const Place &P);
  void beginEvents();
  bool isOwnEvent(const clang::VarDecl *D) const;
  bool ownOnEntry(const Place &P);
  void requireOwnEvents();
  std::string leftOut(const Value &V) const;
  void requireNone(const std::string &Parameter);
  void setEvent(const Place &P, Value V, clang::SourceRange R);
  void forgetEvents(const Place &P);
  void forgetEvents();
  void ownEventList(const clang::Expr *X);
  void eventBecomes(const Place &P, const clang::Expr *X);
  std::optional<ExprP> eventGiven(const Value &V);
  void setElement(const clang::Expr *X);
  std::optional<ExprP> elementGiven(const clang::Expr *X);
  static Value joinedEvents(const Value &A, const Value &B);

  bool checkCapture(const Place &P);
  bool plain(const clang::ValueDecl *D);
  void means(const clang::Decl *D) const {
    MeantDecls.insert(D->getCanonicalDecl());
    if (llvm::isa<clang::FunctionDecl>(D))
      for (std::set<const clang::Decl *> *Of : TextFunctions)
        Of->insert(D->getCanonicalDecl());
  }
  void means(clang::QualType T) const;
  bool isAtomic(const Place &P);
  bool isAtomic(const clang::CallExpr *C);
  Value load(const Place &P, clang::SourceRange R);
  void store(const Place &P, const Value &V, clang::SourceRange R);
  void copyPart(const Place &To, const Place &From, clang::SourceRange R);
  void copyRecord(const Place &To, const Place &From, clang::SourceRange R);
  Place temporary(clang::QualType T, const char *Name);
  std::string slotKey(const Place &P) const;
  bool pending(const std::set<std::string> &Keys, const Place &P) const;
  void forget(const Place &P);

  // ---- host arrays in device memory (Mirrors.cpp)
  std::string mirrorName(const Place &P) const;
  bool mirrored(const Place &P) const;
  bool wantMirror(const Place &At);
  Place mirrorStart(Place P);
  Handle mirror(const Place &P);
  uint64_t mirrorUnit(const Place &P) const;
  ExprP mirrorOffset(const Place &P) const;
  std::optional<Place> mirrorMember(const Place &Of, const clang::FieldDecl *F) const;
  Stmt mirrorElement(Stmt::Kind K, const Place &P, ScalarType T, clang::SourceRange R);
  Value loadMirror(const Place &P, clang::SourceRange R);
  void storeMirror(const Place &P, const ExprP &X, clang::SourceRange R);
  void transferMirror(bool Read, Place Host, Stmt S, const ExprP &Bytes);
  Stmt ofMirrors(llvm::StringRef What, llvm::ArrayRef<Place> Read, const Place &Written, clang::SourceRange R);
  void copyMirror(const Place &To, const Place &From, const ExprP &Bytes, llvm::StringRef What, clang::SourceRange R);
  void setMirror(Place Host, const ExprP &Pattern, const ExprP &Bytes, llvm::StringRef What, clang::SourceRange R);
  void finishMirrors();
  void checkApart();
  void checkArrays();
  bool refuseHostWork(const StmtList &L, size_t From);
  void soloLoops();

  // ---- values that outlive the moment (Keeping.cpp)
  Place pinned(Place P);
  Value pinned(Value V);
  ExprP pinned(ExprP E, const char *Name);
  unsigned pinnedVariable(std::string Name, ScalarType T);
  Value kept(Value V, size_t From);
  Place kept(Place P, size_t From);
  ExprP kept(ExprP E, size_t From, const char *Name = "value");
  bool values(const ExprP &E, std::set<uint64_t> &To) const;
  /// Places, or kernels, that one expression may designate.
  static constexpr unsigned MostChoices = 16;
  static Place first(Place P);
  Place choose(ExprP C, const Place &A, const Place &B);
  Place oneOf(const ExprP &Index, uint64_t N, uint64_t Shift, const clang::Expr *Spelled, clang::SourceRange R,
              llvm::function_ref<Place(uint64_t)> At, bool Guess = false);
  bool isObject(const Place &P) const;
  std::optional<ExprP> given(const Value &V);
  std::map<int, std::string> Spared; ///< objects that given() has a variable for, with the pointers to them
  std::optional<ExprP> samePlace(const Place &A, const Place &B) const;
  Value pointerOf(const clang::Expr *E);
  Value chosen(ExprP C, const Value &A, const Value &B, clang::SourceRange R);

  // ---- pointers that ways set otherwise (Targets.cpp)
  ExprP targetNumber(const Place &P);
  ExprP targetNumber(const Value &V);
  void holdPointer(const std::string &Key, const Value &V, clang::SourceRange Rg);
  std::optional<Value> joinedPointers(const Value &A, const Value &B) const;
  Value oneOfTargets(const Value &V);
  std::vector<Place> PointerTargets; ///< by number, from 1
  std::map<std::string, unsigned> TargetNumbers,
      TargetOf; ///< of PointerTargets; leaf of a pointer -> variable with the number

  // ---- pointers to buffer handles that the loop exchanges (Exchange.cpp)
  bool exchanges(const Place &P) const;
  std::optional<Value> exchanged(const Place &P, clang::SourceRange R);
  bool exchange(const Place &P, const Value &V, clang::SourceRange R);
  ExprP targetOf(const Place &P, clang::SourceRange R);
  bool exchangesNumbers() const;
  std::string arrayTarget(const Place &P);
  Place targetArray(const std::string &Target, clang::SourceRange R);
  unsigned exchangeIndex(const std::string &Pointer);
  bool isExchanged(const std::string &Pointer) const;
  clang::QualType exchangedType() const;
  bool swapOwners(const Place &A, const Place &B, clang::SourceRange R);
  PointerLvalue pointerLvalue(const Place &P) const;
  void checkPointers();
  unsigned exchangeSlots(const Place &P);
  Place exchangedMember(const Place &P, clang::SourceRange R);
  void beginExchange();
  void endExchange();

  // ---- what the user said (HostHints.cpp)
  std::string hintedKernel(llvm::StringRef Text, const clang::Expr *Spelled) const;
  std::optional<Value> hintedDrop(const clang::CallExpr *C);
  void hintedDistinct();
  void checkDropped();
  // ---- what the host does behind the region (Later.cpp, LaterText.cpp)
  bool later(const clang::Expr *X);
  bool laterInit(const Place &P, const clang::Expr *Init);
  void storeLater(const Place &P, const Value &V, clang::SourceRange R);
  const clang::CallExpr *commandOf(const clang::Expr *X);
  void storeEvent(const Place &P, const clang::CallExpr *Command);
  bool mentionsHostOnly(const clang::Stmt *S, bool Clocks = true);
  bool hostOnly(const Place &P) const;
  void makeHostOnly(const Place &P);
  Place giveToHost(const clang::Expr *X, bool Pointed);
  std::vector<Place> ownArguments(const clang::Expr *X);
  void perform(const clang::Expr *X, const Place *To = nullptr, bool Initializes = false,
               const clang::Expr *Left = nullptr, const clang::Expr *Right = nullptr);
  void initArrayLater(const Place &P, const clang::Expr *Init);
  bool printsNothingElse(const clang::CallExpr *C);
  bool mayPrintErrno(const clang::Expr *Format);
  bool mayPrint(const clang::CallExpr *C);
  bool collects(const clang::CallExpr *C);
  bool makesTimer(const clang::Expr *Init);
  bool ownAll(const clang::Stmt *S);
  bool laterIf(const clang::IfStmt *S);
  void useOfTime(const clang::Expr *X);
  /// How a clock is read in front of the region as well; "@front" stands for the variable.
  struct FrontText {
    std::string Before; ///< declares and sets it; empty: it is not read there
    std::string First; ///< what the host performs the first time
  };
  bool HostChanges = false; ///< what the host performs so far may have changed some object of its own
  std::set<int> Fronted; ///< or one of these, by a front
  FrontText front(const clang::Expr *X, const Place *To, const clang::Expr *Left, const clang::Expr *Right,
                  const std::string &Value);
  std::set<unsigned> QuietSites; ///< of the logs, those that print nothing
  void log(std::string Text, std::vector<ExprP> Values, clang::SourceRange R, const FrontText &Front = {});
  void remark(Diag D, clang::SourceRange R, std::vector<std::string> Args = {});
  bool ofHeader(const clang::VarDecl *V) const;
  std::string hostLocal(const Place &P);
  void checkDeferred();
  // ---- nothing that acts is passed over (Skipped.cpp)
  /// S is gone through, part by part.
  void met(const clang::Stmt *S) { Met.insert({S, false}); }
  /// S is done with: a constant, or text that the host performs as it stands.
  void metWhole(const clang::Stmt *S) { Met[S] = true; }
  void checkSkipped();
  llvm::MapVector<const clang::Stmt *, bool> Met; ///< true: with all its parts
  llvm::SetVector<const clang::FunctionDecl *> Expanded;
  void laterEvent(const clang::Expr *X);
  void profile(const ApiCall &A);
  friend class LaterText;
  friend class LaterMemory;

  // ---- names at the loop (Names.cpp)
  void nameObject(Object &O);
  void nameBinding(Object &O, const clang::BindingDecl *B);
  void findVisible();
  /// Whether the name of \p D means something else at the loop.
  bool hiddenAtLoop(const clang::NamedDecl *D);
  bool mayName(const clang::FieldDecl *F) const;
  bool inFrontOfLoop(clang::SourceLocation L) const;

  // ---- members that may not be named, functions that are not named (Reach.cpp)
  std::string typeText(clang::QualType T, std::string Name, bool C = false) const;
  bool isElsewhere(const clang::VarDecl *D) const;
  bool knownAtLoop(clang::QualType T, std::string &Include) const;
  std::string undeclared(clang::QualType T) const;
  std::string elsewhere(const Object &O, llvm::StringRef &Path) const;
  clang::SourceLocation unitOf(clang::SourceLocation At) const;
  bool reachedElsewhere(const Place &Ptr, clang::QualType To) const;
  std::vector<std::string> macrosAmong(llvm::ArrayRef<std::string> Names) const;
  std::optional<unsigned> frontOfFunction() const;
  void declare(Accessor New) const;
  std::string reach(const clang::FieldDecl *F);
  std::string reached(const std::string &T, llvm::StringRef Step) const;
  /// A text of the host for messages, in which private members go by their names.
  std::string shown(std::string Text) const;
  std::string hiddenMember(const clang::NamedDecl *F, clang::QualType Pointer, const std::string &Class, unsigned At);
  std::string hiddenCall(const clang::FunctionDecl *F);
  Value immediate(const clang::ConstantExpr *C);
  std::optional<ExprP> givenFunction(const clang::Expr *X);
  std::set<std::string> AskedPointers; ///< keys of outside pointers to functions that the loop tests for null
  std::set<int> Opaque; ///< objects that the compiler computes
  std::map<std::string, std::string> Reached; ///< what reach() declared -> its member
  Place asClass(Place P, const clang::CXXRecordDecl *Is, std::string Class = "");
  uint64_t baseOffset(const clang::CXXRecordDecl *Of, const clang::CXXRecordDecl *Base) const;
  Place toBase(Place P, clang::QualType From, clang::QualType To);
  std::string frontSpace() const;
  std::string frontName(llvm::StringRef What) const;
  /// The log of what the region leaves to the host.
  std::string logName() const { return Options.Names("log"); }
  const clang::CXXMethodDecl *overrider(const clang::CXXMethodDecl *M, Place &This, clang::SourceRange R);
  std::optional<std::string> functionText(const clang::FunctionDecl *F);
  bool declaredInFront(const clang::FunctionDecl *F);
  const clang::FunctionDecl *NotNamed = nullptr; ///< what a pointer holds that the loop's function cannot name
  const clang::FunctionDecl *accessorOf(const clang::VarDecl *D) const;
  bool madeBefore(const clang::VarDecl *D, const clang::FunctionDecl *Accessor);
  std::map<const clang::VarDecl *, bool> Made; ///< madeBefore()
  const clang::FunctionDecl *pointedFunction(const Place &P);
  bool stablePath(const clang::Expr *E) const;
  std::optional<ExprP> constantLocal(const Place &P);
  const clang::Expr *stableAddress(const clang::VarDecl *D) const;

  // ---- the standard library's containers (Containers.cpp, ContainerCalls.cpp, Vectors.cpp, Lengths.cpp)
  std::optional<uint64_t> length(const Place &V);
  std::optional<uint64_t> lengthOnEntry(const Place &V);
  Place contents(Place V);
  Place containerElement(const Place &V, ExprP Index, bool Checked, clang::SourceRange R);
  Place firstElement(const Place &V, clang::SourceRange R);
  void makeElements(const Place &V, const ExprP &Count, const Place &Other, const clang::Expr *X, clang::SourceRange R);
  bool keepsLength(const Place &V, uint64_t N) const;
  std::optional<Place> returnedVector(clang::QualType T, const clang::Expr *X);
  void copyVector(const Place &To, const Place &From, clang::SourceRange R);
  bool resize(const Place &V, library::Does What, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceRange R);
  Value containerSize(const Place &V, clang::SourceRange R);
  std::optional<Value> containerEnd(const Place &V, library::Does What, clang::SourceRange R);
  Place mapElement(Place M, const clang::Expr *Key, clang::SourceRange R, bool Makes = false);
  Place smartPointee(const Place &P, clang::SourceRange R);
  Place tupleElement(Place T, unsigned I, clang::SourceRange R);
  std::optional<Value> containerCall(const clang::FunctionDecl *F, const clang::CallExpr *C);
  /// A call of a method or an operator of the library's.
  struct MethodCall {
    const clang::FunctionDecl *F;
    const clang::CallExpr *C;
    const clang::Expr *Object;
    bool Arrow; ///< Object is a pointer to it
    library::Does What;
    llvm::SmallVector<const clang::Expr *, 4> Args; ///< without the object
    bool is(library::Does D, size_t N = 0) const { return What == D && Args.size() == N; }
  };
  Value noModel(const MethodCall &M);
  Value iteratorCall(const MethodCall &M);
  Value textCall(const MethodCall &M);
  Value functionCall(const MethodCall &M);
  Value sequenceCall(const MethodCall &M, const Place &P);
  Value assignVector(const MethodCall &M, const Place &P);
  Value mapCall(const MethodCall &M, const Place &P);
  Value ownerCall(const MethodCall &M, Place P);
  Value listCall(const MethodCall &M, const Place &P);
  std::optional<Value> libraryCall(const clang::FunctionDecl *F, const clang::CallExpr *C);
  std::optional<Value> libraryOperator(const clang::CXXOperatorCallExpr *C);
  std::optional<Value> endsOf(library::Does What, const clang::CallExpr *C);
  std::optional<Value> listExtreme(library::Does What, const clang::CallExpr *C);
  // ---- the standard library's algorithms (Algorithms.cpp, Callables.cpp)
  struct Range { ///< elements one behind the other
    Place First;
    ExprP Count;
  };
  /// What a function object is called with: an object, or a scalar's value.
  struct Operand {
    Place P;
    ExprP E;
    Operand(Place P) : P(std::move(P)) {}
    Operand(ExprP E) : E(std::move(E)) {}
  };
  struct Callable {
    std::vector<const clang::FunctionDecl *> Instances; ///< of one function
    std::optional<Place> This;
    std::optional<Expr::Op> Op; ///< one of the library's: this operator instead of a function
    clang::QualType In; ///< its operands' type, if it is not that of the values
  };
  std::optional<Value> algorithm(const library::Row &Row, const clang::CallExpr *C);
  std::optional<Value> stepOrDistance(library::Does What, const clang::CallExpr *C);
  std::optional<Value> rearranged(library::Does What, const clang::CallExpr *C);
  std::optional<Range> elementRange(const clang::Expr *First, const clang::Expr *Last);
  Place elementAt(const Range &Of, const ExprP &I, clang::SourceRange R) { return advance(Of.First, I, R); }
  void forElements(const ExprP &Count, const clang::CallExpr *C, llvm::function_ref<void(const ExprP &)> Do);
  std::optional<Callable> callable(const clang::Expr *X, const clang::FunctionDecl *Algorithm);
  ExprP invoke(const Callable &Of, llvm::ArrayRef<Operand> Args, clang::SourceRange R);
  std::optional<Value> assignTuple(const clang::Expr *To, const clang::Expr *From, clang::SourceRange R);
  Value operand(const clang::Expr *E);
  const clang::FunctionDecl *callee(const clang::Expr *E);
  Value callKnown(const clang::FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceRange R);
  bool captured(const clang::CXXMethodDecl *Lambda, clang::SourceRange R);
  std::optional<Place> closureObject(const clang::CXXMethodDecl *Lambda, clang::SourceRange R);
  bool closure(clang::QualType T, const clang::Expr *X);
  const std::map<const clang::VarDecl *, Place> *copiesOf(const clang::FunctionDecl *Lambda) const;
  const Place *localObject(const clang::VarDecl *D) const;
  bool elementsBetween(const clang::Expr *First, const clang::Expr *Last, std::vector<Place> &To, clang::SourceRange R);
  bool construct(const Place &P, const clang::CXXConstructExpr *C);
  bool ownConstructor(const Place &P, const clang::CXXConstructExpr *C);
  void initializeMembers(const clang::CXXConstructorDecl *D);
  void bindMember(const Place &P, const clang::FieldDecl *F, const clang::Expr *X);
  std::optional<Place> referenceMember(const Place &P, const clang::FieldDecl *F);
  void requireOf(const Place &P, const std::string &Test, const std::string &Reason);
  void requireTarget(const Object &O);
  void requireLoaded(const clang::FunctionDecl *F);
  void requireWay(const Object &O);
  Value inputValue(const Place &P, const char *Name, const char *Type, ScalarType T, const std::string &Text);
  Value inputValue(const std::string &Name, const char *Type, ScalarType T, const std::string &Text,
                   clang::SourceRange R);
  std::string elementText(const Place &P, uint64_t I) const;
  Value stringValue(const clang::Expr *E);
  std::optional<Value> textFunction(library::Does What, const clang::CallExpr *C);

  // ---- unions of one scalar type (Unions.cpp)
  const clang::FieldDecl *vectorMember(clang::QualType Union) const;
  Place unionMember(Place Base, const clang::FieldDecl *F);
  Place lane(Place Base, const clang::FieldDecl *F);

  // ---- range-for and structured bindings (RangeFor.cpp)
  void rangeFor(const clang::CXXForRangeStmt *S);
  Place rangeElements(const clang::Expr *Range, ExprP &Count);
  void bindElements(const clang::VarDecl *V);
  Place bindingPlace(const clang::BindingDecl *B);

  // ---- expressions (LowerExpr.cpp)
  Value rvalue(const clang::Expr *E);
  Place lvalue(const clang::Expr *E);
  bool viewedAs(const Place &P, clang::QualType T, clang::SourceRange R);
  unsigned Moment = 0; ///< counts what is stored
  bool stale(const Place &P) const;
  bool actsSince(size_t From) const;
  bool hasMember(const Place &Base, const clang::FieldDecl *F) const;
  Place sameAddress(const Place &P, clang::QualType T);
  bool InConstant = false; ///< in the initialiser of a constant: std::is_constant_evaluated()
  void valueInitialise(const Place &P, clang::SourceRange R);
  Value moved(const Place &P, clang::QualType Pointer, ExprP Delta, clang::SourceRange R);
  Place stored(const Place &P, const Value &V, clang::SourceRange R);
  void asMember(const Place &P, llvm::function_ref<void()> Initialise);
  void effect(const clang::Expr *E);
  bool endsQuietly(const clang::CXXBindTemporaryExpr *X);
  ExprP scalar(const clang::Expr *E);
  ExprP condition(const clang::Expr *E);
  Value castValue(const clang::CastExpr *C);
  Value typedPointee(const Place &Of, clang::QualType To);
  Value unaryValue(const clang::UnaryOperator *U);
  Place increment(const clang::UnaryOperator *U, Value *Old);
  Place assignment(const clang::BinaryOperator *B);
  Value binaryValue(const clang::BinaryOperator *B);
  ExprP arithmetic(clang::BinaryOperatorKind Op, ExprP A, ExprP B, clang::SourceRange R);
  bool changedSince(const Env &Before, const Env &After, size_t FirstNew) const;
  Value logical(const clang::BinaryOperator *B);
  Value conditionalValue(const clang::AbstractConditionalOperator *C, const clang::CastExpr *Loaded = nullptr);
  std::optional<ExprP> compareOpaque(clang::BinaryOperatorKind Op, const Value &A, const Value &B,
                                     clang::SourceRange R);
  std::optional<ExprP> withinArray(clang::BinaryOperatorKind Op, const Value &A, const Value &B);
  ExprP sameHandle(const Value &A, const Value &B, bool Equal, clang::SourceRange R);
  void initialize(const Place &P, const clang::Expr *Init);
  void zeroMembers(const Place &P, const clang::RecordDecl *R);
  void listMembers(const Place &P, const clang::RecordDecl *R, const clang::InitListExpr *L);
  ExprP convert(ExprP E, ScalarType T) { return castTo(T, std::move(E)); }
  std::optional<uint64_t> evaluate(const clang::Expr *E) const;

  // ---- calls (LowerCall.cpp, LowerApi.cpp)
  Value call(const clang::CallExpr *C, bool ResultUsed);
  Value inlineCall(const clang::FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, std::optional<Place> This,
                   clang::SourceRange R, const clang::Expr *Left = nullptr);
  bool giveOrLeave(const Place &Param, const clang::Expr *X);
  bool giveArgument(const Place &Param, const clang::Expr *X);
  std::optional<Value> knownFunction(const clang::FunctionDecl *F, const clang::CallExpr *C);
  std::optional<Value> tableCall(const clang::CallExpr *C); // CallTables.cpp
  std::optional<Value> bitFunction(library::Does What, const clang::CallExpr *C); // Numbers.cpp
  std::optional<Value> writtenNumber(library::Does What, const clang::CallExpr *C);
  std::optional<Value> divisorFunction(library::Does What, const clang::CallExpr *C);
  std::optional<Value> exponentFunction(library::Does What, const clang::CallExpr *C);
  std::optional<Value> mathFunction(const library::Row &Row, const clang::CallExpr *C);
  std::optional<Value> oneOfArguments(const clang::Expr *X, bool AsValue);
  void swap(const clang::Expr *A, const clang::Expr *B);
  /// \p OfObjects: of two objects that are swapped, not by themselves.
  void swapPlaces(Place A, Place B, clang::SourceRange R, bool OfObjects = false);
  Value api(ApiCall C, bool ResultUsed);
  Stmt command(const ApiCall &C, Stmt::Kind K);
  void launch(const ApiCall &C);
  bool launchSizes(const ApiCall &C, Stmt &S);
  void launchInAny(const ApiCall &C, const Value &K, const Stmt &Launch, const ExprP &Dim);
  void launchOne(const ApiCall &C, const Value &K, Stmt S);
  void launchCall(const ApiCall &C);
  bool groupSizes(const ApiCall &C, Stmt &S);
  Value functionKernel(const clang::FunctionDecl *F, clang::SourceRange Rg);
  ExprP offset(const ApiCall &C, ApiArg Which);
  void sizeIfThere(Place &P, unsigned I, clang::SourceRange R);
  std::string Dimensions; ///< their number as C text, while sizes are read that there are perhaps
  void setArg(const ApiCall &C);
  void setArgBytes(const Value &K, ExprP Index, ExprP Size, const Value &V, const clang::Expr *X, const ApiCall &C);
  void forKernel(const Value &K, Stmt S);
  void transfer(const ApiCall &C);
  void transferBytes(const ApiCall &C, const Handle &H, std::optional<bool> Blocking, ExprP Offset, ExprP Size,
                     const Value &V, const clang::Expr *X, Snapshot Before);
  void copyOrFill(const ApiCall &C);
  // ---- mapped parts of buffers (Mapping.cpp)
  struct Mapped {
    Place At; ///< the first element
    uint64_t Size = 0;
    ExprP Offset; ///< in the buffer
    bool Write = false, Blocking = false;
  };
  /// Scalars that one transfer may consist of; more are an array in device memory.
  static constexpr size_t MaxParts = 16;
  Value map(const ApiCall &C);

  // ---- arrays that the loop makes in host memory (HeapArrays.cpp)
  bool isHeapArray(int Obj) const;
  clang::QualType fewOnHeap(clang::QualType T, const ExprP &Bytes) const;
  Value fewOnHeap(const Place &P, bool Zero, clang::SourceRange Rg);
  Value makeHeapArray(const clang::Expr *Site, clang::QualType T, ExprP Bytes, bool Zero);
  std::optional<Value> allocated(const clang::Expr *X, clang::QualType Pointer);
  std::optional<Value> allocated(const clang::CXXNewExpr *X);
  bool freed(const clang::Expr *X);
  std::map<LoopPlace, int> HeapArrays; ///< by call: its object
  std::map<int, ExprP> HeapBytes; ///< how large each object is

  // ---- kernels that the loop makes (MadeKernels.cpp)
  Value makeKernel(const clang::Stmt *Site, const clang::Expr *Program, const clang::Expr *Name, llvm::StringRef Call);
  void releaseKernel(const ApiCall &C);
  void forgetKernel(unsigned Kernel);
  bool isMade(const Value &V) const;
  void compared(const Value &Kernel);
  Value oneOfKernels(const std::set<unsigned> &Kernels, unsigned At) const;
  Value heldKernel(const std::string &Key, const Value &V, clang::SourceRange Rg);
  std::optional<Value> joinedKernels(const std::string &Key, const Value &A, const Value &B) const;
  bool onlyInLoop(const Place &P);
  bool isProgram(clang::QualType T) const;
  void checkHeld(clang::SourceRange Rg);
  std::set<const clang::VarDecl *> ExitUses; ///< local variables in statements of exits
  llvm::SetVector<const clang::VarDecl *>
      HoldsMade; ///< outside handles that the region stores made kernels or buffers in
  std::map<std::pair<LoopPlace, std::string>, unsigned> MadeKernels; ///< by call: index in Region::Kernels

  // ---- buffers that the loop makes (MadeBuffers.cpp)
  bool isMade(const Handle &H) const;
  bool isContext(clang::QualType T) const;
  void ofQueuesContext(const clang::Expr *X, llvm::StringRef Call);
  Value contextOf(Place P);
  bool isEmptyList(const clang::Expr *X);
  Value makeBuffer(const clang::Stmt *Site, const clang::Expr *Context, const clang::Expr *Flags,
                   const clang::Expr *Bytes, const clang::Expr *Host, const ApiCall &C);
  void releaseBuffer(const Handle &H, clang::SourceRange Rg, llvm::StringRef Call);
  void holdBuffer(const Place &P, const Handle &H, clang::SourceRange Rg);
  void endBuffer(const Place &P, clang::SourceRange Rg);
  void forgetBuffers(llvm::function_ref<bool(int)> Of);
  void checkReleased(clang::SourceRange Rg);
  /// Made buffers that some leaves hold, each one, in an order that is not known: which of them a leaf held where ways joined.
  struct Swapped {
    std::set<unsigned> Of; ///< all of them
    std::vector<unsigned> All; ///< what stands for each leaf's
  };
  static constexpr unsigned FirstSwapped = 1u << 30;
  std::optional<unsigned> madeBuffer(const Handle &H) const;
  std::set<unsigned> madeOf(unsigned Buffer) const;
  std::optional<std::set<unsigned>> permuted(const std::set<unsigned> &Buffers) const;
  void mergeBuffers(const Env &A, const Env &B, Env &To) const;
  mutable std::vector<std::shared_ptr<Swapped>> SwappedBuffers; ///< by number behind FirstSwapped
  mutable std::map<std::pair<std::vector<std::string>, std::set<unsigned>>, std::shared_ptr<Swapped>>
      SwappedAmong; ///< by leaves and buffers
  std::map<LoopPlace, unsigned> MadeBuffers; ///< by call: index in Region::Handles; its memory is the next one
  std::set<unsigned> MadeHandles;
  std::set<std::string> Contexts; ///< that have a slot
  void unmap(const ApiCall &C);
  void mappedParts(const ApiCall &C, Stmt::Kind K, const Handle &H, const Mapped &M);
  void succeed(const ApiCall &C);
  void event(const ApiCall &C);
  bool endsWithTrip(const Place &P) const;
  bool isOfTrip(const clang::VarDecl *V) const;
  void eventAt(const clang::Expr *X);
  void waitList(const ApiCall &C);
  void waitFor(const clang::Expr *List);
  void eventStatus(const ApiCall &C);

  // ---- what objects say of themselves (Queries.cpp)
  std::optional<std::string> deviceText(const clang::Expr *X);
  static bool isDevice(clang::QualType T);
  Value deviceAt(const Place &P);
  ExprP answer(const ApiCall &C, const std::string &Objects, uint64_t Bytes);
  void query(const ApiCall &C);
  std::optional<ExprP> takesTimes(clang::SourceRange R);
  bool wrappedEvents(const Place &P, const clang::Expr *X);
  void order(const ApiCall &C);
  const clang::VarDecl *eventVariable(const clang::Expr *E);
  void ownEvent(const clang::VarDecl *D, const clang::Expr *X, const Place *At = nullptr);
  void synchronized();
  struct Part { ///< one scalar leaf of a piece of host memory
    Place P;
    uint64_t Offset;
    unsigned Size;
  };
  std::optional<Place> fromMember(Place P) const;
  bool parts(const Place &P, uint64_t Size, uint64_t Offset, std::vector<Part> &Out);
  std::vector<std::pair<const clang::FieldDecl *, uint64_t>> membersOf(const clang::RecordDecl *RD) const;
  // ---- memset and its like (LowerMemory.cpp)
  std::optional<Value> memoryFunction(library::Does What, const clang::CallExpr *C);
  bool setBytes(llvm::ArrayRef<Part> To, uint64_t Byte, clang::SourceRange R);
  bool copyBytes(llvm::ArrayRef<Part> To, llvm::ArrayRef<Part> From, clang::SourceRange R);
  bool sizes(const clang::Expr *E, unsigned Dim, ExprP (&To)[3], ExprP *Given = nullptr);
  Handle buffer(const clang::Expr *E);
  bool sizesBehind(const clang::Expr *E, unsigned Dim, ExprP (&To)[3], ExprP *Given = nullptr);
  void oneQueue(const clang::Expr *E);
  Value kernel(const ApiCall &C);
  void queue(const ApiCall &C, bool Default = true);

  // ---- strings that the loop assigns (Texts.cpp)
  struct Text {
    Place P;
    unsigned Number = 0; ///< variable with the number of the constant, from 1; 0: not assigned
    std::string Slot; ///< its text
    std::vector<std::string> Constants;
  };
  bool storeText(const Place &P, const Value &V, clang::SourceRange R);
  void storeEither(const Place &P, const clang::Expr *X);
  Place character(const Value &V, const ExprP &Index, const clang::Expr *X, llvm::StringRef Spelled);
  std::optional<Value> laterCharacters(const Value &V, const ExprP &Delta);
  void commitTexts();

  // ---- tables that the program fills in front of the loop (Foreseen.cpp)
  ExprP settled(const ExprP &E);
  ExprP settledTag(const ExprP &E);
  void staysAsOnEntry(unsigned V);
  void checkSettled();
  std::set<std::string> CounterKeys; ///< leaves with a known value on entry
  void wantCounters(const ExprP &E);
  void wantCounters(const ExprP &E, std::set<unsigned> &Seen);
  void beginCounters();
  std::optional<Place> foreseenTarget(const Place &P);

  // ---- elements that an index names for good (Steady.cpp)
  ExprP steady(const ExprP &X) const;
  std::string hostText(const ExprP &X) const;
  std::string steadyStep(const ExprP &Index, clang::SourceRange R);
  std::string withSteadySteps(std::string Text) const;
  /// ... or a device, which must be the same one all the time, too.
  bool hasQueue(clang::QualType T, bool OrKernel = false, unsigned Depth = 0) const;
  void checkSteady();
  std::vector<ExprP> SteadyIndices; ///< "[@2]" in a path: by the third of them
  std::vector<std::pair<unsigned, clang::SourceRange>> SteadyUses; ///< variables that the region may not change
  std::map<unsigned, ExprP> SteadyPinned; ///< of pinned variables: as Env::Steady

  // ---- functions with an unknown number of arguments (Variadic.cpp)
  std::string nextArgument(const clang::Expr *X, int &List);
  std::optional<Value> variadicCall(const clang::FunctionDecl *F, const clang::CallExpr *C);
  Value variadicArgument(const clang::VAArgExpr *X);

  // ---- objects of the C++ wrapper (LowerWrapper.cpp)
  bool isWrapped(clang::QualType T) const;
  bool memberwise(const clang::CXXRecordDecl *RD) const;
  bool releasesOnly(clang::QualType T) const;
  Place objectPlace(const clang::Expr *E);
  Place member(const Place &P, ApiMember M);
  Value object(const clang::Expr *E);
  Value rawHandle(const ApiCall &C);
  Value defaultQueue(clang::SourceRange R);
  Value localSize(const ApiCall &C);
  Value functor(ApiCall C);
  Place enqueueArgs(const clang::Expr *E);
  void setArgValue(const Value &K, ExprP Index, const clang::Expr *X, const ApiCall &C);
  void setArgPlace(const Value &K, ExprP Index, const Place &P, const clang::Expr *X, const ApiCall &C);
  ExprP rangeDims(const Place &P);
  bool ranges(const Place &Offset, const Place &Global, const Place &Local, Stmt &S, clang::SourceRange R);
  void storeRange(const Place &To, const Place &From, clang::SourceRange R);
  void moveFrom(const Place &P, clang::SourceRange R);
  void transferObject(const Place &To, const Place &From, bool Move, clang::SourceRange R);
  bool initializeWrapper(const Place &P, const clang::Expr *Init);
  void construct(const Place &P, const clang::CXXConstructExpr *C, ApiType Class);
  std::optional<Value> wrapperMethod(const clang::CXXMethodDecl *M, const clang::CallExpr *C);
  void copyElements(const ApiCall &C);

  // ---- statements (LowerStmt.cpp, LowerFlow.cpp)
  void scan(const clang::Stmt *S);
  void statement(const clang::Stmt *S);
  void compound(llvm::ArrayRef<const clang::Stmt *> Body);
  void substatement(const clang::Stmt *S);
  void inOrder(llvm::ArrayRef<const clang::Stmt *> Body);
  void declare(const clang::VarDecl *V);
  bool isData(clang::QualType T) const;
  Place declareObject(const clang::VarDecl *V, clang::QualType T);
  clang::QualType knownLength(const clang::VarDecl *V);
  Place firstOf(const Place &Array);
  void ifStmt(const clang::IfStmt *S);
  void leaveBranch(const clang::IfStmt *S, const ExprP &C, Snapshot Before, llvm::function_ref<void()> Then,
                   llvm::function_ref<void()> Else);
  bool settledByEntry(const ExprP &C);
  bool handOver(llvm::ArrayRef<const clang::Stmt *> Branch, const Diagnostic &Reason);
  bool isForHost(llvm::ArrayRef<const clang::Stmt *> Branch);
  const clang::IfStmt *skipsRest(const clang::Stmt *S) const;
  void handOverFrom(const clang::IfStmt *S, const Snapshot *Front);
  void leaveRest(const clang::IfStmt *If, llvm::ArrayRef<const clang::Stmt *> Rest, Snapshot Before);
  void handOverRest(const clang::IfStmt *If, llvm::ArrayRef<const clang::Stmt *> Rest);
  void forgetFirstTrip(Env &Head) const;
  void checkHandedOver();
  bool eventsSet(const clang::ValueDecl *D) const;
  bool eventsForHost();
  void branch(ExprP C, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else, clang::SourceRange R);
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
  void loop(const LoopParts &L, bool IsRegion);
  void trip(const LoopParts &L);
  bool unroll(const LoopParts &L);
  void doOnce(const clang::DoStmt *S);
  void switchStmt(const clang::SwitchStmt *S);
  void breakStmt(const clang::Stmt *S);
  void continueStmt(const clang::Stmt *S);
  void returnStmt(const clang::ReturnStmt *S);
  bool leavesRegion(const clang::Stmt *S) const;
  bool jumpsOut(const clang::Stmt *S, bool Breaks) const;
  bool readsOther(const clang::Expr *E, size_t From);
  bool makeExit(llvm::ArrayRef<const clang::Stmt *> Stmts);
  std::vector<const clang::Stmt *> exitDeclarations(llvm::ArrayRef<const clang::Stmt *> Stmts);
  std::string steadyText(const Place &P, std::string &Why) const;
  void addExit(llvm::ArrayRef<const clang::Stmt *> Stmts);
  void bail(clang::SourceRange R, Stmt::BailReason Why);
  void bailIf(ExprP C, Stmt::BailReason Why, clang::SourceRange R);
  Env merge(const Env &A, const Env &B) const;
  void joinInto(Env &Into, const std::vector<Env> &From) const;

  Stmt &emit(Stmt::Kind K, clang::SourceRange R);
  void closeBlock(Stmt Block, bool Left);
  // ---- objects with destructors of the program's own (Destructors.cpp)
  bool endsByItself(clang::QualType T) const;
  bool endsByOwn(clang::QualType T) const;
  void endObject(const Place &P, clang::QualType T, clang::SourceRange Rg);
  void destroy(size_t From);
  void endScope(size_t From);
  bool inRegionFunction() const { return Frames.size() == 1; }

  clang::ASTContext &Ctx;
  const ProgramIndex &Index;
  HintRefs Hints; ///< in force at the loop
  std::vector<const clang::Expr *> Queues; ///< where each was first met
  llvm::MapVector<const clang::FunctionDecl *, const clang::CallExpr *> DroppedBodies;
  HostCalls &Calls;
  const HostOptions &Options;
  struct Unchanging { ///< an outside object that statements performed later look at
    Place P;
    clang::SourceRange R;
    const clang::Stmt *For; ///< the statement, or a part of it
  };
  std::vector<Unchanging> LaterReads;
  struct { ///< what trips that the host runs may change
    std::map<const clang::Stmt *, std::vector<const clang::Stmt *>> Branches; ///< by their first statements
    llvm::SetVector<const clang::ValueDecl *> Writes; ///< by name
    llvm::SetVector<const clang::Type *> Through; ///< of what is behind pointers; null: any
    std::string Anything; ///< why all that others reach may change, or empty
  } HandedOver;
  struct Behind { ///< what statements performed later reach, and no name of the loop's stands for
    clang::QualType T;
    std::string Name;
    const clang::Expr *For;
    bool Written;
  };
  std::vector<Behind> LaterBehind;
  std::set<int> TakenForMore; ///< objects of the host's that it took for a larger one
  std::set<int> LaterStored; ///< temporaries that only the host has
  std::map<std::string, Text> Texts; ///< by leaf key
  std::map<unsigned, Place> Outside; ///< variable -> the outside scalar or array that it is
  std::set<unsigned> LeftBy; ///< what decides about branches that are left to the original loop
  std::set<unsigned> SettledVars; ///< taken for the constants that they are seen to be
  std::set<unsigned> SettledTags; ///< those of them that decide branches
  std::map<int, size_t> ListFrames; ///< va_list -> the frame with its arguments
  std::map<std::string, unsigned> Sites; ///< text -> index in Region::Deferred
  std::map<std::string, std::string> HostLocals; ///< object -> name of its host variable
  std::vector<const clang::Expr *> TimeUses; ///< where a host-only value is needed in the region
  bool Enqueued = false; ///< an OpenCL command stands in front of this point
  Region R;
  StmtList *Out = nullptr;
  Env E;
  std::vector<Diagnostic> Refused;
  std::vector<Object> Objects;
  std::map<const clang::VarDecl *, int> External;
  std::map<const clang::BindingDecl *, int> Bindings; ///< outside structured bindings
  std::map<std::string, int> Pointees;
  std::map<unsigned, std::string> ArrayMirrors; ///< array variable -> its mirrorName
  std::map<std::string, unsigned> RangeDims; ///< cl::NDRange outside -> its dimensions
  std::map<unsigned, std::string> LeafKeys; ///< variable -> its leaf's key, if it is no array
  std::map<const clang::Expr *, Place> Given; ///< what made-up operands stand for
  /// Class of a lambda of the loop -> what it holds copies of, as it was last made.
  std::map<const clang::CXXRecordDecl *, std::map<const clang::VarDecl *, Place>> ClosureCopies;
  /// Events of commands that are appended to a list of the host's where they are launched.
  std::map<const clang::CallExpr *, Place> CommandEvents;
  std::map<std::string, clang::QualType> ByReference; ///< leaves behind members that are references -> what these name
  std::map<std::string, unsigned> Inputs; ///< text computed by the host -> variable
  std::vector<Place> Asked; ///< what such texts are about
  std::map<const clang::ValueDecl *, std::optional<uint64_t>> Lengths; ///< of containers on entry
  std::map<std::string, unsigned> ScalarLeaves, HandleLeaves, OpaqueSlots;
  std::map<std::string, Value> KernelLeaves;
  /// Leaf of a pointer into an array -> variable that holds the element's index: where
  /// ways join on which it points to different elements, it points to that one.
  std::map<std::string, unsigned> PointerAt;
  /// The same for the kernel in a handle: which of Region::Kernels it is.
  std::map<std::string, unsigned> KernelAt;
  /// The same for an event: whether it is not null.
  std::map<std::string, Place> EntryEvents; ///< outside events as they are on entry, which the region may wait for
  std::map<std::string, unsigned> EventSet;
  std::map<const clang::VarDecl *, bool> OnlyInLoop; ///< nobody else names it
  std::map<std::string, clang::QualType> Owners; ///< smart pointers that are exchanged
  bool Exchanging = false; ///< the stores of an exchange: nothing is lost in between
  std::map<std::string, unsigned> Mirrors; ///< leaf key -> handle variable of its mirror
  std::map<unsigned, std::string> VectorBytes; ///< mirror of a vector from outside -> C++ text of its size
  std::map<const void *, unsigned> ExitOf; ///< first statement -> exit
  std::map<std::pair<const void *, size_t>, int> LocalObjects; ///< (declaration, frame's number)
  std::vector<Frame> Frames;
  std::vector<Target> Targets;
  struct LiveObject {
    Place P;
    bool Own; ///< a class of the program's; else a cl::Buffer that may hold one that the region made
    clang::SourceRange R;
  };
  std::vector<LiveObject> Live; ///< those whose destructors are to be called, the last one first
  std::map<const clang::LabelDecl *, Jump> Jumps;
  std::map<std::string, const clang::Decl *> Visible; ///< names of the scopes around the loop
  bool VisibleKnown = false;
  std::map<const clang::VarDecl *, std::optional<uint64_t>> Constants; ///< locals that never change
  std::set<unsigned> PinnedVars; ///< variables that hold an index or condition for good
  llvm::SetVector<const clang::VarDecl *> EventsSet; ///< outside events that the region sets, or what has them
  std::map<const clang::VarDecl *, std::set<std::string>>
      EventMembers; ///< of objects that have some: which members these are
  llvm::SetVector<const clang::VarDecl *> CopyCaptures; ///< captured by copy: must not change
  /// Variables that the lambda around the loop captures, if there is one.
  std::map<const clang::VarDecl *, clang::LambdaCaptureKind> Captures;
  std::map<int, Mapped> Maps; ///< by object
  clang::QualType MappedAs; ///< what the program takes the result of a map call to point to
  std::vector<PointerLvalue> Followed; ///< outside pointers whose values on entry are used
  int ExchangeObj = -1; ///< stands for Exchanged.Targets as an array
  std::map<std::string, unsigned> ExchangeVars; ///< pointer -> its target's index
  std::map<std::string, int> ExchangeObjects; ///< text of a target -> the object, for its scalars
  /// pointers -> elements behind them, and whether that is a guess
  std::map<const clang::VarDecl *, std::pair<std::optional<uint64_t>, bool>> Extents;
  const clang::Stmt *LoopStmt = nullptr;
  mutable std::vector<Accessor> Accessors; ///< that texts use
  mutable std::set<const clang::Decl *> MeantDecls; ///< that texts name
  std::vector<std::set<const clang::Decl *> *> TextFunctions; ///< those of the texts that are being put together
  unsigned NextLabel = 1;
  size_t FramesMade = 0; ///< calls that were expanded
  unsigned Work = 0; ///< statements looked at: nested loops are lowered repeatedly
  std::set<std::string> Stored; ///< keys of scalars stored since the innermost loop's start
  // What loops lost in an earlier round of the loop around them: the next round begins
  // without it, else loops within loops double the rounds at each level.
  std::map<LoopPlace, Losses> Lost;
  unsigned LoopDepth = 0;
  unsigned Tries = 0; ///< try blocks of the region around this point
  bool Scanning = false; ///< scanArgs: skip what cannot be followed
  unsigned ScanCalls = 0; ///< calls, while scanning: what is found is a guess, and may take little time
};

struct Lowering::Snapshot {
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

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LOWERING_H
