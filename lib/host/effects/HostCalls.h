//===- HostCalls.h - what calls do that has no place on a device ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printing, reading clocks and formatting text touch nothing that the loop
// computes with. A function that does only this, to its own and its arguments'
// objects, can be called behind the region instead of in it.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_HOSTCALLS_H
#define PERSISTIFY_LIB_HOST_HOSTCALLS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <set>

namespace persistify::host {

struct HostEffect {
  bool Output = false; ///< prints
  bool Clock = false;  ///< reads a clock
  bool Other = false;  ///< does something else: cannot be called later
  bool Static = false; ///< has variables that outlive the call
  bool Handles = false; ///< looks at an object that also holds OpenCL handles
  llvm::SetVector<const clang::Type *>
      Shared; ///< of the library's own objects that it changes, to which others may point
  llvm::SetVector<const clang::VarDecl *> Reads, Writes; ///< globals that are no constants
  bool any() const { return !Other && (Output || Clock); }
  /// Its result, and what it changes, are times or made of them.
  bool time() const { return !Other && Clock && !Handles; }
};

/// Kinds of numbers that the program looks at as characters by pointers, casts and unions, or the other way round.
class AsBytes {
public:
  explicit AsBytes(const clang::ASTContext &Ctx) : Ctx(Ctx) {}
  /// Those in objects of type \p T; of void: all.
  void add(clang::QualType T);
  void add(const AsBytes &Others) {
    Leaves.insert(Others.Leaves.begin(), Others.Leaves.end()), Anything |= Others.Anything;
  }
  bool has(unsigned Bits, bool Float) const { return Anything || Leaves.count({Bits, Float}); }

private:
  void add(clang::QualType T, unsigned Depth);
  const clang::ASTContext &Ctx;
  std::set<std::pair<unsigned, bool>> Leaves; ///< bits, and whether it is a floating-point number
  bool Anything = false;
};

class HostCalls {
public:
  explicit HostCalls(clang::ASTContext &Ctx) : Ctx(Ctx) {}
  /// \p F may be of the program or of a library.
  const HostEffect &of(const clang::FunctionDecl *F);

  /// Whether a call of \p F, or evaluating \p X, may fail or not end where the program would not do it. The pointers that F is
  /// given point to objects, as do those of X that are \p Named.
  bool mayFail(const clang::FunctionDecl *F);
  bool mayFail(const clang::Expr *X, llvm::function_ref<bool(const clang::Expr *)> Named);
  /// Whether \p V and all that it leads to stay as they are.
  static bool isConstant(const clang::VarDecl *V);

  /// Why output may end in memory that the program looks at: a name that makes such
  /// streams. Empty if nothing in the program does.
  const std::string &streamsInMemory();
  /// Whether \p A, given to a function of the library, is nothing that it could call, or a
  /// function without effects.
  bool isQuiet(const clang::Expr *A);

  /// printf, operator<< on a stream, puts ...: the library's own output.
  static bool isOutput(const clang::FunctionDecl *F);
  static bool isClock(const clang::FunctionDecl *F);
  /// std::cout, stderr, an ofstream: by type.
  static bool isStream(clang::QualType T);
  /// FILE, or a pointer to it.
  static bool isFile(clang::QualType T);
  /// A library class such as std::vector or std::chrono's.
  static bool isStdType(clang::QualType T);
  /// localtime() and such, which return what is the library's own.
  static bool returnsItsOwn(const clang::FunctionDecl *F);
  const AsBytes &asBytes();
  /// Whether the library's \p F may run something of the program's that acts, beside what it is given.
  bool callsBack(const clang::FunctionDecl *F);
  /// Whether something of the program's runs, that acts, where an object of type \p T ends.
  bool endActs(clang::QualType T);
  /// Whether one more object of type \p T, made without arguments, assigned and ended, would show. Reading a clock does not.
  bool extraShows(clang::QualType T);

private:
  HostEffect library(const clang::FunctionDecl *F) const;
  HostEffect body(const clang::FunctionDecl *F);
  bool mayThrow(const clang::FunctionDecl *F);
  bool mayAct(clang::QualType T, bool All);
  bool mayAct(const clang::TemplateArgument &A, bool All);
  bool classActs(const clang::CXXRecordDecl *R, bool All);
  /// Whether \p F does more than print, or depends on the moment.
  bool acts(const clang::FunctionDecl *F);
  void survey();

  clang::ASTContext &Ctx;
  std::map<const clang::FunctionDecl *, HostEffect> Known;
  std::map<const clang::FunctionDecl *, bool> Fails; ///< mayFail()
  std::map<std::pair<const clang::CXXRecordDecl *, bool>, bool> Acts; ///< classActs()
  bool Surveyed = false;
  bool Catches = false, StreamsThrow = false; ///< exceptions, the program and its streams
  std::string InMemory;
  AsBytes Bytes{Ctx};
  /// The program's operators outside of classes, by the classes and enumerations that they
  /// take; null: any class.
  std::map<const clang::TagDecl *, std::vector<const clang::FunctionDecl *>> Operators;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_HOSTCALLS_H
