//===- Values.h - what the symbolic interpreter knows --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Terminology
//   Object  a variable, or what an unmodified outside pointer points to
//   Place   (part of) an object: object, path of fields and constant indices,
//           and perhaps an element index
//   Leaf    a place without parts: a scalar (or array of scalars), a buffer
//           handle, or an opaque leaf whose value lives in the environment only
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_VALUES_H
#define PERSISTIFY_LIB_HOST_VALUES_H

#include "machine/Expr.h"
#include "machine/SharedMap.h"
#include "program/ProgramIndex.h"
#include "persistify/Region.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace persistify::host {

struct Choice;

/// What tells generated names apart where \p Of is not all in them.
std::string digest(llvm::StringRef Of);
/// Object T with the steps of a path without tuple elements.
std::string withSteps(std::string T, llvm::StringRef Path);

/// Elements of an array of which the host knows how many there are.
constexpr uint64_t UnknownExtent = uint64_t(1) << 40;

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

/// The end of a path that names an element by a constant: "a[2]" is element 2 of "a".
struct LastElement {
  llvm::StringRef Array;
  uint64_t At = 0;
};
inline std::optional<LastElement> lastElement(llvm::StringRef Path) {
  auto [Array, Number] = Path.rsplit('[');
  LastElement Last{Array, 0};
  return Number.consume_back("]") && !Number.getAsInteger(10, Last.At) ? std::optional(Last) : std::nullopt;
}

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

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_VALUES_H
