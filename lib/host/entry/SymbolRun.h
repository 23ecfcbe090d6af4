//===- SymbolRun.h - a class's own functions, run on symbols ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_SYMBOLRUN_H
#define PERSISTIFY_LIB_HOST_SYMBOLRUN_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include <map>
#include <optional>
#include <string>

namespace persistify::host {

/// A value: what a member held before the exchange, a number (null is 0), or the
/// address of an object or member.
struct Symbol {
  enum Kind { Unknown, Atom, Number, Address } K = Unknown;
  int64_t N = 0;     ///< Number; of an atom, which one
  std::string Place; ///< Address
  bool operator==(const Symbol &O) const { return K == O.K && N == O.N && Place == O.Place; }
};

/// Runs what a class does when objects are moved and end, with a symbol in each member: see SwapProof.cpp.
class SymbolRun {
public:
  SymbolRun(clang::ASTContext &Ctx, std::map<int64_t, bool> &Assumed) : Ctx(Ctx), Assumed(Assumed) {}

  /// Exchanges the objects \p A and \p B, which may be the same one.
  bool exchange(clang::QualType T, const std::string &A, const std::string &B);
  std::optional<int64_t> Asked; ///< the atom on which the run depends

private:
  using Frame = std::map<const clang::ValueDecl *, std::string>;

  void fail() { Failed = true; }

  /// Library objects and numbers are whole; classes of the program have members.
  static const clang::CXXRecordDecl *own(clang::QualType T);
  static bool library(const clang::Decl *D);
  /// Objects whose move is an exchange with an empty one, and whose end says nothing.
  static bool movable(clang::QualType T);
  static bool trivial(clang::QualType T);
  void members(clang::QualType T, const std::string &At);
  /// Members of a class and of its bases may have one name.
  static std::string field(const std::string &At, const clang::FieldDecl *F);

  // ---- objects

  /// What makes or assigns an object from one that is given up: a move, else a copy. From one that is not (\p Move is
  /// false): a copy.
  static const clang::CXXConstructorDecl *maker(const clang::CXXRecordDecl *RD, bool Move);
  static const clang::CXXMethodDecl *assigner(const clang::CXXRecordDecl *RD, bool Move);
  void construct(const clang::CXXConstructorDecl *C, const std::string &At, const std::string &From);
  void assign(const clang::CXXMethodDecl *M, const std::string &To, const std::string &From);
  /// A new object from another one, which is given up by a move.
  void make(clang::QualType T, const std::string &At, const std::string &From, bool Move);
  /// An operation that the compiler writes copies the members if it is a copy.
  void memberwise(const clang::CXXRecordDecl *RD, const std::string &To, const std::string &From, bool Making,
                  bool Move);
  void part(clang::QualType T, const std::string &To, const std::string &From, bool Making, bool Move);
  /// What a moved-from object of the library holds is not known: a number of its own.
  void moveWhole(const std::string &To, const std::string &From, clang::QualType T);
  void destroy(clang::QualType T, const std::string &At);
  std::string local() { return "local" + std::to_string(Locals++); }

  // ---- functions

  /// Runs a function's body; what it returns, if that is a value.
  Symbol body(const clang::FunctionDecl *F, Frame Vars, std::string This);
  void initialize(clang::QualType T, const std::string &At, const clang::Expr *X);
  /// An object by the constructor without arguments.
  void makeEmpty(const clang::CXXConstructorDecl *C, const std::string &At);
  /// `X() = default`: the members' own initialisers, and their constructors.
  void defaulted(const clang::CXXRecordDecl *RD, const std::string &At);
  void statement(const clang::Stmt *S);
  void effect(const clang::Expr *X);
  bool condition(const clang::Expr *X);
  /// The object that a glvalue is.
  std::string place(const clang::Expr *X);
  Symbol value(const clang::Expr *X);
  Symbol call(const clang::CallExpr *C);

  clang::ASTContext &Ctx;
  std::map<int64_t, bool> &Assumed; ///< atoms that are taken to be null (false) or not
  std::map<std::string, Symbol> Memory;
  std::map<int64_t, int> Retained;
  Frame Frames;
  std::string Self;
  Symbol Result;
  bool Returned = false, Failed = false;
  int64_t Atoms = 0;
  unsigned Locals = 0, Depth = 0;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_SYMBOLRUN_H
