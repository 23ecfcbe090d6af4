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

#include "Expr.h"
#include "ProgramIndex.h"
#include "persistify/Api.h"
#include "persistify/Region.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include <map>
#include <optional>

namespace persistify::host {

struct Choice;

/// Part of an object, designated by an lvalue.
struct Place {
  int Obj = -1;
  std::string Path;     ///< ".field" and "[const]" steps
  clang::QualType T;    ///< type of what is designated
  ExprP Index;          ///< element of the leaf array that Path names
  uint64_t Extent = 0;  ///< elements of that leaf array
  const clang::Expr *Spelled = nullptr; ///< for messages and kernel names
  const clang::FieldDecl *Hidden = nullptr; ///< member that the loop's function may not name
  std::shared_ptr<const Choice> Or; ///< another place under a condition
  bool valid() const { return Obj >= 0; }
};

/// Which of two places is designated: the one that holds this if C, else Other.
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
    QueueV,
    Pointer, ///< to P
    Null,
    Str,
    Record ///< a class object, by place
  } K = Unknown;
  ExprP E;
  Handle H;
  unsigned Slot = 0;
  Place P;
  std::shared_ptr<const Value> Or; ///< KernelV: another kernel unless E

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
  static Value record(Place P) {
    Value V;
    V.K = Record;
    V.P = std::move(P);
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

/// What is known at one point of the program.
struct Env {
  bool Reachable = true;
  std::map<std::string, Value> Known;  ///< leaf key -> value
  std::map<std::string, std::set<uint64_t>> Few; ///< scalar leaf key -> all it may be
  std::set<std::string> Reading;       ///< destination of a pending read
  std::set<std::string> Writing;       ///< source of a pending write
  std::set<std::string> Written;       ///< exchanged pointers that were set on every way here
  bool operator==(const Env &O) const;
};

class Lowering {
public:
  Lowering(clang::ASTContext &Ctx, const ProgramIndex &Index) : Ctx(Ctx), Index(Index) {}

  /// Lowers the loop statement \p Loop of function \p F. On failure refusals() is
  /// not empty and the region is meaningless.
  Region lower(const clang::Stmt *Loop, const clang::FunctionDecl *F);

  /// Pointers to buffer handles that the loop assigns, and what they may point
  /// to. They are found while lowering, which then starts again with them.
  struct Exchange {
    std::vector<const clang::VarDecl *> Pointers;
    std::vector<std::string> Targets; ///< lvalues: "(*a)", "x"
    bool Grown = false;
  };
  Exchange Exchanged;
  llvm::ArrayRef<Diagnostic> refusals() const { return Refused; }

  /// Kernel argument -> buffers it is set to, by Slot::Key.
  using ArgSets = std::map<std::pair<std::string, unsigned>, std::set<std::string>>;
  /// Collects what the statements of \p F in front of \p Until (all, if null)
  /// set kernel arguments to. Statements that cannot be followed are skipped.
  static void scanArgs(clang::ASTContext &Ctx, const ProgramIndex &Index,
                       const clang::FunctionDecl *F, const clang::Stmt *Until, ArgSets &Into);

private:
  enum class LeafKind { Scalar, Handle, Kernel, Queue, Event, Pointer, Record, Array, Other };
  struct Object {
    std::string Text; ///< C lvalue outside the region; empty for the region's own
    std::string Name;
    clang::QualType T;
    bool External = false;
    const clang::VarDecl *D = nullptr;
    std::string Nameless; ///< why the loop's function cannot name it, if it cannot
  };
  struct Frame {
    const clang::FunctionDecl *F = nullptr;
    std::map<const clang::VarDecl *, Place> Vars; ///< objects and reference targets
    std::optional<Place> This;
    Place ReturnPlace;               ///< value returned, if any
    std::optional<Place> ReturnRef;  ///< reference returned
    unsigned ReturnLabel = 0;
    bool LabelUsed = false;
    std::vector<Env> ReturnEnvs;
    const clang::Stmt *Tail = nullptr; ///< a return here needs no jump
    size_t FirstObject = 0;            ///< objects from here on die with the frame
    clang::SourceRange CallSite;       ///< of the call that was expanded
  };
  struct Target { ///< what break and continue mean
    bool IsLoop = false;
    bool IsRegion = false;
    unsigned Label = 0; ///< Block to leave, when not a loop
    bool ContinueLeaves = false; ///< do { } while (0): continue leaves the block too ...
    unsigned ContinueLabel = 0;  ///< ... or, in an unrolled loop, the block of its trip
    bool LabelUsed = false;
    std::vector<Env> Breaks, Continues;
  };
  struct Snapshot; ///< for trial lowering
  struct Jump {    ///< a label ahead that a goto may reach
    unsigned Label = 0;
    bool Used = false;
    std::vector<Env> From;
  };

  // ---- refusing (Lowering.cpp)
  void refuse(Diag D, clang::SourceRange R, std::vector<std::string> Args = {});
  bool ok() const { return Refused.empty(); }
  persistify::SourceRange range(clang::SourceRange R) const;
  std::string text(const clang::Stmt *S) const;
  Snapshot save();
  void restore(Snapshot &&S);
  void finish(const clang::Stmt *Loop, const clang::FunctionDecl *F);
  void checkLabels(const clang::Stmt *Loop, const clang::FunctionDecl *F);

  // ---- objects, places, leaves (Places.cpp)
  LeafKind classify(clang::QualType T) const;
  std::optional<ScalarType> scalarType(clang::QualType T) const;
  int newObject(clang::QualType T, std::string Name);
  Place objectOf(const clang::VarDecl *D);
  Place pointee(const Place &Pointer);
  Place thisPlace(const clang::CXXThisExpr *E);
  Place field(Place Base, const clang::FieldDecl *F);
  Place element(Place Base, ExprP Index, clang::SourceRange R);
  Place advance(Place P, ExprP Delta, clang::SourceRange R);
  std::string key(const Place &P) const;
  std::string textOf(const Place &P) const;
  Variable *scalarLeaf(const Place &P, unsigned &Id);
  HandleVariable *handleLeaf(const Place &P, unsigned &Id);
  unsigned newSlot(Slot::Kind K, const Place &P, uint64_t Size);
  unsigned kernelUse(const Place &P);
  bool checkCapture(const Place &P);
  Value load(const Place &P, clang::SourceRange R);
  void store(const Place &P, const Value &V, clang::SourceRange R);
  void copyPart(const Place &To, const Place &From, clang::SourceRange R);
  void copyRecord(const Place &To, const Place &From, clang::SourceRange R);
  Place temporary(clang::QualType T, const char *Name);
  std::string slotKey(const Place &P) const;
  bool pending(const std::set<std::string> &Keys, const Place &P) const;
  void forget(const Place &P);

  // ---- values that outlive the moment (Keeping.cpp)
  Place pinned(Place P);
  Value pinned(Value V);
  ExprP pinned(ExprP E, const char *Name);
  Value kept(Value V, size_t From);
  Place kept(Place P, size_t From);
  ExprP kept(ExprP E, size_t From, const char *Name = "value");
  bool values(const ExprP &E, std::set<uint64_t> &To) const;
  static Place first(Place P);
  Place choose(ExprP C, const Place &A, const Place &B);
  Value chosen(ExprP C, const Value &A, const Value &B, clang::SourceRange R);

  // ---- pointers to buffer handles that the loop exchanges (Exchange.cpp)
  bool exchanges(const Place &P) const;
  std::optional<Value> exchanged(const Place &P, clang::SourceRange R);
  bool exchange(const Place &P, const Value &V, clang::SourceRange R);
  ExprP targetOf(const Place &P, clang::SourceRange R);
  unsigned exchangeIndex(const clang::VarDecl *D);
  unsigned exchangeSlots();
  void beginExchange();
  void endExchange();

  // ---- names at the loop (Names.cpp)
  void nameObject(Object &O);
  bool mayName(const clang::FieldDecl *F) const;
  bool neverChanges(const clang::VarDecl *D) const;
  bool stablePath(const clang::Expr *E) const;
  std::optional<ExprP> constantLocal(const Place &P);
  const clang::Expr *stableAddress(const clang::VarDecl *D) const;

  // ---- expressions (LowerExpr.cpp)
  Value rvalue(const clang::Expr *E);
  Place lvalue(const clang::Expr *E);
  bool viewedAs(const Place &P, clang::QualType T, clang::SourceRange R);
  void effect(const clang::Expr *E);
  ExprP scalar(const clang::Expr *E);
  ExprP condition(const clang::Expr *E);
  Value castValue(const clang::CastExpr *C);
  Value unaryValue(const clang::UnaryOperator *U);
  Place increment(const clang::UnaryOperator *U, Value *Old);
  Place assignment(const clang::BinaryOperator *B);
  Value binaryValue(const clang::BinaryOperator *B);
  ExprP arithmetic(clang::BinaryOperatorKind Op, ExprP A, ExprP B, clang::SourceRange R);
  Value logical(const clang::BinaryOperator *B);
  Value conditionalValue(const clang::AbstractConditionalOperator *C,
                         const clang::CastExpr *Loaded = nullptr);
  std::optional<ExprP> compareOpaque(clang::BinaryOperatorKind Op, const Value &A, const Value &B,
                                     clang::SourceRange R);
  void initialize(const Place &P, const clang::Expr *Init);
  ExprP convert(ExprP E, ScalarType T) { return host::cast(T, std::move(E)); }
  std::optional<uint64_t> evaluate(const clang::Expr *E) const;

  // ---- calls (LowerCall.cpp, LowerApi.cpp)
  Value call(const clang::CallExpr *C, bool ResultUsed);
  Value inlineCall(const clang::FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args,
                   std::optional<Place> This, clang::SourceRange R);
  std::optional<Value> knownFunction(const clang::FunctionDecl *F, const clang::CallExpr *C);
  void swap(const clang::Expr *A, const clang::Expr *B);
  Value api(Api A, const clang::CallExpr *C, bool ResultUsed);
  void launch(Api A, const clang::CallExpr *C, bool ResultUsed);
  void setArg(const clang::CallExpr *C);
  void forKernel(const Value &K, Stmt S);
  void transfer(Api A, const clang::CallExpr *C, bool ResultUsed);
  void copyOrFill(Api A, const clang::CallExpr *C, bool ResultUsed);
  void event(const clang::Expr *E);
  void waitList(const clang::Expr *Count, const clang::Expr *List);
  void order(const clang::CallExpr *C);
  const clang::VarDecl *eventVariable(const clang::Expr *E);
  void ownEvent(const clang::VarDecl *D, const clang::Expr *X);
  void synchronized();
  struct Part { ///< one scalar leaf of a piece of host memory
    Place P;
    uint64_t Offset;
    unsigned Size;
  };
  bool parts(const Place &P, uint64_t Size, uint64_t Offset, std::vector<Part> &Out);
  bool sizes(const clang::Expr *E, unsigned Dim, ExprP (&To)[3]);
  Handle buffer(const clang::Expr *E);
  void queue(const clang::Expr *E);

  // ---- statements (LowerStmt.cpp, LowerFlow.cpp)
  void scan(const clang::Stmt *S);
  void statement(const clang::Stmt *S);
  void compound(llvm::ArrayRef<const clang::Stmt *> Body);
  void inOrder(llvm::ArrayRef<const clang::Stmt *> Body);
  void declare(const clang::VarDecl *V);
  void ifStmt(const clang::IfStmt *S);
  void branch(ExprP C, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else,
              clang::SourceRange R);
  struct LoopParts {
    const clang::Stmt *Init = nullptr, *Body = nullptr, *Whole = nullptr;
    const clang::VarDecl *CondVar = nullptr;
    const clang::Expr *Cond = nullptr, *Inc = nullptr;
    bool TestLast = false;
  };
  void loop(const LoopParts &L, bool IsRegion);
  bool unroll(const LoopParts &L);
  void doOnce(const clang::DoStmt *S);
  void switchStmt(const clang::SwitchStmt *S);
  void breakStmt(const clang::Stmt *S);
  void continueStmt(const clang::Stmt *S);
  void returnStmt(const clang::ReturnStmt *S);
  bool leavesRegion(const clang::Stmt *S) const;
  bool makeExit(llvm::ArrayRef<const clang::Stmt *> Stmts);
  void addExit(llvm::ArrayRef<const clang::Stmt *> Stmts);
  void bail(clang::SourceRange R, const char *Why);
  Env merge(const Env &A, const Env &B) const;
  void joinInto(Env &Into, const std::vector<Env> &From) const;

  Stmt &emit(Stmt::Kind K, clang::SourceRange R);
  void closeBlock(Stmt Block, bool Left);
  bool inRegionFunction() const { return Frames.size() == 1; }

  clang::ASTContext &Ctx;
  const ProgramIndex &Index;
  Region R;
  StmtList *Out = nullptr;
  Env E;
  std::vector<Diagnostic> Refused;
  std::vector<Object> Objects;
  std::map<const clang::VarDecl *, int> External;
  std::map<std::string, int> Pointees;
  std::map<unsigned, std::string> LeafKeys; ///< variable -> its leaf's key, if it is no array
  std::map<std::string, unsigned> ScalarLeaves, HandleLeaves, OpaqueSlots;
  std::map<const void *, unsigned> ExitOf; ///< first statement -> exit
  std::map<std::pair<const void *, size_t>, int> LocalObjects; ///< (declaration, frame path)
  std::vector<Frame> Frames;
  std::vector<Target> Targets;
  std::map<const clang::LabelDecl *, Jump> Jumps;
  std::map<std::string, const clang::Decl *> Visible; ///< names of the scopes around the loop
  bool VisibleKnown = false;
  std::map<const clang::VarDecl *, std::optional<uint64_t>> Constants; ///< locals that never change
  std::set<unsigned> PinnedVars;  ///< variables that hold an index or condition for good
  std::set<const clang::VarDecl *> EventsSet;   ///< outside events that the region sets
  std::set<const clang::VarDecl *> CopyCaptures; ///< captured by copy: must not change
  int ExchangeObj = -1; ///< stands for Exchanged.Targets as an array
  std::map<const clang::VarDecl *, unsigned> ExchangeVars; ///< pointer -> its target's index
  const clang::Stmt *LoopStmt = nullptr;
  unsigned NextLabel = 1;
  unsigned Depth = 0;
  unsigned Work = 0; ///< statements looked at: nested loops are lowered repeatedly
  std::set<std::string> Stored; ///< keys of scalars stored since the innermost loop's start
  unsigned Tries = 0;    ///< try blocks of the region around this point
  bool Scanning = false; ///< scanArgs: skip what cannot be followed
};

struct Lowering::Snapshot {
  Env E;
  std::vector<Frame> Frames;
  std::vector<Target> Targets;
  std::map<const clang::LabelDecl *, Jump> Jumps;
  StmtList *Out;
  size_t OutSize;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LOWERING_H
