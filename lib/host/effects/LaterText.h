//===- LaterText.h - a statement as the host performs it behind the region --===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_LATERTEXT_H
#define PERSISTIFY_LIB_HOST_LATERTEXT_H

#include "LoweringPart.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"
#include "clang/AST/PrettyPrinter.h"

namespace persistify::host {

/// ev.getProfilingInfo<...>(): a time that the host has.
bool profiledTime(const clang::CallExpr *C);
/// The variable or member to which a call of the standard library's appends, else null.
const clang::ValueDecl *appendedTo(const clang::Stmt *S);
/// The variable or member of whose elements X names one, or a part of one.
const clang::Expr *listBehind(const clang::Expr *X);

/// What has a text that does the same for the host. Not what makes and ends objects in memory, throws, or has statements in it.
bool hasText(const clang::Expr *X);

/// Prints an expression of the loop (or of a function expanded in it) as text
/// that means the same at the loop: scalars that the region has become values
/// of the record, outside objects get the name they have there.
class LaterText : public clang::PrinterHelper {
public:
  explicit LaterText(LoweringPart &L) : L(L), Policy(L.Ctx.getLangOpts()) {
    if (L.Ctx.getLangOpts().CPlusPlus)
      Policy.adjustForCPlusPlus();
    Policy.SuppressUnwrittenScope = true; // of namespaces without a name
    L.names().TextFunctions.push_back(&Functions);
  }
  ~LaterText() override { L.names().TextFunctions.pop_back(); }
  LaterText(const LaterText &) = delete;
  LaterText &operator=(const LaterText &) = delete;
  std::string print(const clang::Stmt *S);
  /// Text of a place that is the host's own, or an outside object.
  std::string place(const Place &P, const clang::Expr *X);
  std::string typed(clang::QualType T, const ExprP &E);
  void needsName(clang::QualType T) const;
  std::string declaration(clang::QualType T, const std::string &Name) const;

  bool handledStmt(clang::Stmt *S, llvm::raw_ostream &OS) override;

  /// What the record holds, as it was where each value was asked for.
  std::vector<ExprP> values();

  /// Whether the text leads through a pointer or to an element, so that there may be no such object.
  bool Follows = false;
  static bool follows(const Place &P, llvm::StringRef Text);

  /// Printed in place of this object.
  const Place *Instead = nullptr;
  std::string InsteadText;

private:
  bool expression(const clang::Expr *X, llvm::raw_ostream &OS);
  bool block(const clang::StmtExpr *X, llvm::raw_ostream &OS);
  bool scalar(const clang::Expr *X, llvm::raw_ostream &OS);
  bool call(const clang::CallExpr *C, llvm::raw_ostream &OS);
  /// Names a member function with the object that it is called for.
  bool method(const clang::MemberExpr *M, const clang::CXXMethodDecl *Method, llvm::raw_ostream &OS);
  /// An assignment or a step, whose sides are printed in the order in which they are evaluated; nothing if \p X is
  /// neither, or if the printer's order will do.
  std::optional<bool> change(const clang::Expr *X, llvm::raw_ostream &OS);
  bool listed(const clang::CallExpr *C, llvm::raw_ostream &OS); // Printing.cpp
  bool performed(const clang::FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, const clang::Expr *X,
                 llvm::raw_ostream &OS);
  bool pointer(const clang::Expr *X, llvm::raw_ostream &OS);
  bool pointer(const Place &P, const clang::Expr *X, llvm::raw_ostream &OS);
  std::string spelled(clang::QualType T) const;
  bool conversion(const clang::Expr *X, llvm::raw_ostream &OS);
  bool value(const Value &V, const clang::Expr *X, llvm::raw_ostream &OS);
  void function(const clang::FunctionDecl *F, llvm::raw_ostream &OS);
  std::string object(std::string Text, clang::QualType T, const clang::CXXMethodDecl *M, const Place *P);
  bool templateArguments(const clang::FunctionDecl *F, unsigned Written, llvm::raw_ostream &OS);
  bool fail(const clang::Expr *X);
  /// lvalue(), or an invalid place if it cannot be followed.
  void around(Place P, const clang::Expr *X);
  Place tryPlace(const clang::Expr *X);

  /// What the text does, or sees of the host's, and what is logged for calls in it: that is performed in front of the whole text.
  struct Moment {
    const clang::Expr *X;
    size_t At; ///< statements in front of it
    bool Prints; ///< and nothing else
  };
  struct Inner {
    const clang::Expr *X;
    size_t From;
    size_t Logs;
    bool Prints; ///< perhaps
  };
  std::vector<Moment> Moments;
  std::vector<Inner> Inners;
  std::set<const clang::Stmt *>
      Elements; ///< of lists, which are printed without the conversions that show what is read
  void meets(const clang::Expr *X, bool OnlyPrints = false);
  void checkOrder();

  struct Logged {
    ExprP E;
    size_t From; ///< statements in front of the moment
  };
  std::vector<Logged> Values;
  std::set<const clang::Decl *> Functions; ///< that are meant by the text
  LoweringPart &L;
  clang::PrintingPolicy Policy;
  const clang::Stmt *Root = nullptr;
  std::set<const clang::Stmt *> Whole; ///< expressions that are statements of the text
  void statements(const clang::Stmt *S, bool UnderCondition);
  bool isWhole(const clang::Stmt *S) const { return Whole.count(S) || (S == Root && planted("quiet-branches")); }
  std::set<const clang::Stmt *> Sometimes; ///< what is evaluated under a condition within the text
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LATERTEXT_H
