//===- persistify/Region.h - a host loop as a small structured program -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host model (lib/host) gives to the plan: the loop, with calls of the
// program's own functions expanded, as typed statements over variables. No AST
// node survives here. Every implicit conversion of the host language is an
// explicit Cast (rule H3), every side effect a statement of its own.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_REGION_H
#define PERSISTIFY_REGION_H

#include "persistify/Diagnostics.h"
#include "persistify/OwnNames.h"
#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace persistify {

struct Hint;

/// A host scalar type by what it means, not by its name.
struct ScalarType {
  enum Kind { Bool, Signed, Unsigned, Float };
  Kind K = Signed;
  unsigned Bits = 32; ///< 8, 16, 32 or 64 (Bool is stored in 8)
  bool operator==(const ScalarType &O) const { return K == O.K && Bits == O.Bits; }
  bool operator!=(const ScalarType &O) const { return !(*this == O); }
  bool isInteger() const { return K != Float; }
  unsigned bytes() const { return Bits / 8; }
};

struct Expr;
using ExprP = std::shared_ptr<const Expr>;

/// A pure scalar expression. Operands of a binary arithmetic operator or
/// comparison have one type; comparisons and logical operators give Signed 32
/// (as in C; the cast to bool of C++ is explicit).
struct Expr {
  enum Op {
    Const,
    Var,
    Cast,
    Neg,
    BitNot,
    LogNot,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    LT,
    GT,
    LE,
    GE,
    EQ,
    NE,
    LogAnd,
    LogOr,
    Cond,
    Math ///< a function of the host's <math.h>, or as_float and its like: Name(Args)
  };
  Op O = Const;
  ScalarType T;
  uint64_t Bits = 0; ///< Const: the value's bits (floats as their representation)
  unsigned V = 0;    ///< Var: index in Region::Vars
  std::string Name;
  std::vector<ExprP> Args; ///< Var: the element index, if the variable is an array
};

/// Arrays that the region reads and writes become that many variables at most;
/// larger ones are mirrors.
constexpr uint64_t MaxCarriedElements = 32;

/// A host scalar or array of scalars, outside the region (Slot >= 0) or of it.
struct Variable {
  std::string Name;
  ScalarType T;
  uint64_t Count = 1;   ///< elements; > 1 or IsArray: an array
  bool IsArray = false;
  int Slot = -1;        ///< index in Region::Slots for a host object
  bool Assigned = false;
  std::string Here; ///< Slot < 0: what names it in the condition of the region's loop, if anything does
  bool OfTrip = false; ///< an array that each trip makes anew
  bool Looked = false; ///< between two trips, too, it is what the region sets it to in front of its loop
};

/// A host variable (or array) that holds a cl_mem.
struct HandleVariable {
  std::string Name;
  uint64_t Count = 1;
  bool IsArray = false;
  int Slot = -1;
  bool Assigned = false;
  /// A mirror: device memory that stands for a host array while the region runs.
  /// Its slot is a Slot::Mirror, even if the array is the region's own, or if it is the
  /// memory of buffers that the region makes.
  bool Mirror = false;
};

/// A buffer handle as a value.
struct Handle {
  enum Kind { Null, Var } K = Null;
  unsigned V = 0; ///< index in Region::Handles
  ExprP Index;    ///< element, if the variable is an array
};

/// A host object that the generated code binds by address.
struct Slot {
  enum Kind { Queue, Kernel, Buffer, Scalar, Blob, Mirror, Context } K = Scalar;
  std::string Text;   ///< C/C++ lvalue, as spelled in the host source; of a Mirror its first
                      ///< element, empty for an array of the region's own
  std::string KernelName; ///< Kernel: the function's name
  bool Compared = false;  ///< the region counts on what guards see, also if it names it nowhere else
  bool Made = false;      ///< Kernel: the region makes it, of the program Text
  int OneOf = -1;         ///< Kernel: first slot of the same handle, which holds the kernel of one of them
  uint64_t Size = 0;  ///< Scalar, Blob, Mirror: bytes; Mirror: 0 if not constant
  int SizeSlot = -1;  ///< Mirror: Scalar slot with the bytes on entry, -1: grows when used
  bool Scanned = false; ///< Mirror: the region's own statements walk over it
  SourceRange Range;  ///< of its first use
  std::string Key;    ///< identity of the object, for ArgEvidence
  std::vector<std::string> SameAs; ///< Buffer: keys of objects that may hold the same one on entry
  std::string LocalType; ///< type of a local variable of the generated code: a copy for an exit ...
  std::string Init;      ///< ... or, if not empty, a value that the host computes on entry
  std::string Owner;     ///< of a copy that Init makes: the smart pointer that owns the handle
  bool entering() const { return LocalType.empty() || !Init.empty(); }
  /// What the program calls it.
  const std::string &name() const { return Owner.empty() ? Text : Owner; }
  bool Owned = false;    ///< Buffer: the object counts a reference for the handle that it holds
};

/// What clSetKernelArg was given.
struct ArgValue {
  enum Kind { NullPointer, HandleValue, Bytes } K = Bytes;
  ExprP Size; ///< the size argument
  Handle H;   ///< HandleValue
  /// Bytes: the scalars that make up the value, low bytes first.
  struct Piece {
    unsigned Offset, Size;
    ExprP E;
  };
  std::vector<Piece> Pieces;
  /// Those of the first \p Bytes that no piece has: between the members of a struct.
  std::vector<unsigned> gaps(uint64_t Bytes) const {
    std::vector<unsigned> Out;
    for (unsigned I = 0; I < Bytes; ++I)
      if (std::none_of(Pieces.begin(), Pieces.end(),
                       [I](const Piece &P) { return I >= P.Offset && I - P.Offset < P.Size; }))
        Out.push_back(I);
    return Out;
  }
};

struct Stmt;
using StmtList = std::vector<Stmt>;

struct Stmt {
  enum Kind {
    Assign,       ///< Var[Index] = E
    AssignHandle, ///< HandleVar[Index] = H; with E a new buffer of E bytes in the mirror H
    SameHandle,   ///< Var = whether H and H2 are the same object, or both null
    MakeKernel,   ///< KernelSlot is a new kernel, whose arguments nothing has set
    SetArg,       ///< KernelSlot, ArgIndex, Arg
    Launch,       ///< KernelSlot, Dim, Offset, Global, Local, HasLocal
    ReadBack,     ///< H at Offset[0], Size bytes -> Var[Index] (low bytes)
    Upload,       ///< low Size bytes of Value -> H at Offset[0]
    Copy,         ///< H at Offset[0] -> H2 at Offset[1], E bytes
    Fill,         ///< pattern Value of Size bytes -> H at Offset[0], E bytes
    If,           ///< E, Body, Else
    Loop,         ///< Next (before each trip but the first), E (may be null), Body; TestLast: do-while
    Block,        ///< Body, with Label as the place to leave to
    Leave,        ///< to the end of the Block with Label
    Break,
    Continue,
    Exit,         ///< leave the region through exit ExitIndex
    Solo,         ///< Body: a loop over buffers and scalars that one work-item of each group runs
    Log,          ///< the host performs Deferred[Site] behind the region, with Values
    Bail          ///< take the original loop (a path that stays on the host); E null or condition
  };
  Kind K = Assign;
  /// The buffer or host array whose contents it changes itself, else null.
  const Handle *writes() const { return K == Copy ? &H2 : K == Upload || K == Fill ? &H : nullptr; }
  /// Whether it gives Var a value.
  bool setsVar() const { return K == Assign || K == SameHandle || K == ReadBack; }
  /// Whether the resident groups do something with buffers in it.
  bool isPhase() const { return K == Launch || K == ReadBack || K == Upload || K == Copy || K == Fill || K == Solo; }
  SourceRange Range;
  std::string What; ///< for reasons: "clEnqueueNDRangeKernel"
  /// Bail: lib/emit has the name of each for the device, runtime/host/launch.c its text.
  enum BailReason {
    Path,
    Division,
    OutOfRange,
    Length,
    Unseen,
    Thrown,
    Ends,
    Cleanup,
    InTry,
    NoEvent,
    NoBytes,
    NoSize,
    HostFlags,
    NoTimes
  } Why = Path;
  bool ForHost = false; ///< Bail: the host runs a trip that comes here (Region::ForHost)
  unsigned Var = 0;
  ExprP Index;
  ExprP E;
  ExprP Value;
  Handle H, H2;
  unsigned KernelSlot = 0; ///< index in Region::Kernels
  unsigned ArgIndex = 0;
  ArgValue Arg;
  unsigned Dim = 0;
  ExprP Offset[3], Global[3], Local[3];
  bool HasLocal = false;
  bool StatusIgnored = false; ///< the program does not look at the call's status
  unsigned Size = 0;
  unsigned Label = 0;
  unsigned ExitIndex = 0;
  bool TestLast = false;
  unsigned Site = 0; ///< index in Region::Deferred
  std::vector<ExprP> Values;
  StmtList Next, Body, Else;
  /// Loop: statements evaluated before E on each trip (side effects of the condition).
  StmtList Before;
};

/// Which buffers a kernel argument was seen to be set to before the region, as
/// Slot::Key values. Only a guess, which guards check: it tells which of the
/// buffers known on entry are the same one.
struct ArgEvidence {
  unsigned Kernel = 0, Index = 0;
  std::vector<std::string> Buffers;
};

/// Texts that are joined to one source, in their order: names of kernel files, and what stands between those, which has
/// an end of line. None if it is one text, or if that is not known.
struct SourcePieces {
  std::vector<std::string> Texts;
  std::string At; ///< "<host.c:12>": the call that gets them
  /// That they are several; else they may be alternatives, or files that are read for something else.
  bool Certain = false;
  bool operator==(const SourcePieces &O) const { return Texts == O.Texts && At == O.At; }
};

/// What is seen where a program is made.
struct SourceNames {
  /// String literals such as file names, and as "<host.c:12>" the places of calls that get the source itself.
  std::set<std::string> Spelled;
  SourcePieces Pieces;
};

/// A kernel handle used by the region.
struct KernelUse {
  unsigned Slot = 0; ///< in Region::Slots
  std::string Name; ///< kernel function
  SourceNames Sources = {};
  unsigned Program = 0; ///< number among those that the loop's kernels are of
};

/// A way out of the region other than the loop's own end.
struct RegionExit {
  SourceRange Range;
  std::string Text; ///< host statements that perform it
  std::string Types; ///< declarations of types and the like that Text names, for in front of Locals
  /// Where the text of a line of the host file begins in Types and in Text, and which line.
  std::vector<std::pair<size_t, unsigned>> TypeLines, Lines;
  /// Where they stand in the loop: steps from its statement to a child, each by its number. First those of Types.
  std::vector<std::vector<unsigned>> Statements;
  unsigned Declarations = 0; ///< how many of Statements are those
  bool Nested = false; ///< Text declares names: it needs a block inside of that of Locals
  bool Breaks = false; ///< Text was followed by `break`: the original loop comes to its end, too
  /// Locals of the region that Text reads: "int err" <- slot.
  struct Local {
    std::string Decl;
    unsigned Slot;
    std::string Host; ///< instead of the slot: a name of HostLocals, or an object that a reference is bound to
  };
  std::vector<Local> Locals;
};

/// What must hold in the host's code for the region to be entered, as an
/// expression at the loop. They are evaluated in order, each only if those in
/// front of it hold (`p != nullptr`, then `p->v.size() == 2`), and before any
/// object is bound by address.
struct Precondition {
  std::string Text; ///< C/C++ expression without side effects
  std::string Reason; ///< said on stderr when it does not hold
};

/// Two buffers that the user says are different memory; checked at run time.
struct DistinctHint {
  std::string A, B;
  const Hint *From = nullptr;
};

/// A host statement that the region logs and the host performs behind it.
struct DeferredStmt {
  SourceRange Range;
  std::string Text; ///< reads Values[i] of the record as persistify_int(&persistify_log, i) and kin
  std::string Before; ///< stands in front of the region
  std::set<std::string> Functions; ///< of the program's that the text means, as in Region::Meant
};

/// What is said about something that was dropped or assumed, for --explain.
struct RegionNote {
  SourceRange Range;
  std::string Text;
};

/// A declaration in front of the function that the loop stands in.
struct Accessor {
  std::string Name; ///< that the region's texts use
  unsigned At = 0; ///< offset in the host file
  std::string Text;
  // For a variable of another file of the program:
  std::string Variable = {}; ///< its name, or that of the struct whose member this is
  std::vector<std::string> Macros = {}; ///< what Definition names, and some file defines as a macro
  std::string File = {}; ///< by absolute path
  std::string Definition = {}; ///< what is put behind the text of File
  std::string Include = {}; ///< a header that Text needs
  std::string Declares = {}; ///< what else stands in front of the whole file for it
  std::string Space = {}; ///< the namespace that At is in: others need a declaration of their own
};

struct Region {
  SourceRange Range; ///< of the loop statement in the host file
  /// The loop's condition in the host file: two offsets, equal if it cannot be edited; or with NoTest, since there is none.
  unsigned TestBegin = 0, TestEnd = 0;
  bool NoTest = false; ///< for (;;)
  bool Directives = false; ///< lines of the preprocessor stand in the loop
  bool testEditable() const { return TestBegin != TestEnd || NoTest; }
  bool TestActs = false; ///< it does something
  bool Anew = false; ///< objects of the host may be elsewhere behind a trip of the host's
  std::set<std::string> HeaderNames; ///< variables that the loop's header declares
  /// The loop's body there, with the semicolon of one without braces; equal if nothing can stand around it.
  unsigned BodyBegin = 0, BodyEnd = 0;
  /// Trips that the host runs: why their branches cannot move. The region is left in front of them; a Bail with
  /// Stmt::ForHost stands where the branch was.
  std::vector<Diagnostic> ForHost;
  bool OrOriginal = false; ///< where these trips cannot be told, the original loop may take over in them
  std::set<std::string> HostReads; ///< variables of the loop's header that these branches name, by Variable::Here
  /// What there is between two trips, besides the host's variables, arguments and buffers: an event, mapped memory.
  std::string Pending;
  HostNames Names; ///< of generated code
  std::string Function;
  std::vector<Variable> Vars;
  std::vector<HandleVariable> Handles;
  std::vector<Slot> Slots;
  std::vector<KernelUse> Kernels;
  std::vector<RegionExit> Exits; ///< exit k of the runtime is Exits[k-1]
  std::vector<RegionNote> Notes;
  std::vector<ArgEvidence> Evidence;
  std::vector<Precondition> Preconditions;
  /// The program's declarations that the texts name, but those of exits (lib/host/names/DeclKeys.h).
  std::set<std::string> Meant;
  std::vector<DistinctHint> Distinct;
  std::vector<RegionNote> Dropped; ///< calls left out because a hint says so
  std::vector<DeferredStmt> Deferred;
  /// Locals that only Deferred uses: name and declaration.
  std::vector<std::pair<std::string, std::string>> HostLocals;
  bool HandsOn = false; ///< one of them is a variable of the loop's header: trips hand it on
  std::vector<std::string> Spares; ///< declarations of variables that stand for what a null pointer points to
  bool LaterClocks = false; ///< what is left to the host reads clocks
  bool TimesTrips = false; ///< keeps a time for each trip, so it is there to measure
  bool Profiling = false; ///< Deferred asks for the times of events
  std::vector<Accessor> Accessors;
  bool C90 = false; ///< of a host file in a language before C99
  bool NeedsTypeInfo = false; ///< a precondition uses typeid
  std::vector<Diagnostic> Remarks; ///< notes for the user
  StmtList Body;
  std::string CommitTexts; ///< more of them: for strings that the loop only assigns, and so may assign again
  std::string Commit; ///< host statements to run after the region, before an exit's
  bool CommitsAgain = false; ///< Commit can run each time that some trips have: it starts from what the host has then
  bool ComparesHandles = false; ///< has SameHandle statements
  bool Ends = false; ///< no semicolon behind Range belongs to the loop, as behind braces
  bool InMacro = false; ///< the loop is (part of) the argument of a macro
  bool HostFloat = false; ///< some moved arithmetic is floating point
};

/// Takes kernel \p Kernel of \p R out, one of those that a handle may hold: the
/// region is then not entered with it. False if the handle has no other one. With \p KeepsBinding the host binds
/// the same as before, and asks for that kernel too.
bool dropKernel(Region &R, unsigned Kernel, bool KeepsBinding = false);

/// Leaves the branches of \p R that use kernel \p Kernel to the original loop, and takes the kernel out: another
/// device's, as a rule, which this program does not have. False if the loop comes to one whatever the host's variables
/// are, or may in some trips only.
bool leaveKernel(Region &R, unsigned Kernel);

} // namespace persistify

#endif // PERSISTIFY_REGION_H
