//===- Foresight.h - what is probably known at a loop ---------------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the program as it would run, from main() to the loops that launch
// kernels, to see what handles, pointers and containers hold there. Where it
// does not know a value it takes the way that leads on, or both. All answers are
// guesses: what is built on them is checked when the program runs.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_FORESIGHT_H
#define PERSISTIFY_LIB_HOST_FORESIGHT_H

#include "program/ProgramIndex.h"
#include <memory>
#include <set>

namespace persistify::host {

namespace foresight {
struct Arrivals;
} // namespace foresight

/// Of which texts the program makes its programs of kernels, and with which options it builds them.
struct ProgramTexts {
  std::set<std::string> Options;
  std::vector<std::pair<clang::SourceRange, std::string>> Sources;
  bool Unknown = false; ///< there are other options
  /// Macros that are defined in front of a source that is not seen, as options.
  std::set<std::string> Fronts;
  bool Filled = false; ///< a number in one is not known
  unsigned Blanks = 0; ///< numbers in the options that are not known
  /// Options that functions of other files are given: which function, which argument, the text.
  using GivenText = std::pair<std::pair<std::string, unsigned>, std::string>;
  std::vector<GivenText> Given;
};

class Foresight {
public:
  Foresight(clang::ASTContext &Ctx, const ProgramIndex &Index);
  ~Foresight();

  /// Something that can be named at a loop: a variable or binding, or the object that the
  /// loop's function belongs to, and steps as in Place::Path, "*" for what a
  /// pointer points to.
  struct Name {
    const clang::ValueDecl *Root = nullptr;
    std::string Steps;
  };
  /// Names of the kernels that a handle may hold; none if that is not known.
  std::set<std::string> kernels(const clang::Stmt *Loop, const Name &N) const;
  /// Number of elements of a container.
  std::optional<uint64_t> length(const clang::Stmt *Loop, const Name &N) const;
  /// The class that an object was made as.
  const clang::CXXRecordDecl *dynamicClass(const clang::Stmt *Loop, const Name &N) const;
  /// An integer.
  std::optional<int64_t> number(const clang::Stmt *Loop, const Name &N) const;
  /// Whether no way leads from main() to the loop: other functions may have run in front of it in any order.
  bool inAnyOrder(const clang::Stmt *Loop) const;
  /// The variable, as a whole, that a pointer points to.
  const clang::VarDecl *pointsTo(const clang::Stmt *Loop, const Name &N) const;
  /// What is seen of the sources and options of programs, from main() on.
  ProgramTexts program() const;
  /// The options that functions of other files are given, from where they are put together on.
  std::vector<ProgramTexts::GivenText> given() const;
  /// What a pointer to function or a std::function calls.
  const clang::FunctionDecl *target(const clang::Stmt *Loop, const Name &N) const;

private:
  const foresight::Arrivals &arrivals() const;
  /// Adds what is seen from the beginning of a function on. \p NoArguments: of main(), as it runs without any.
  void walk(const clang::FunctionDecl *From, foresight::Arrivals &To, bool NoArguments = false) const;
  clang::ASTContext &Ctx;
  const ProgramIndex &Index;
  mutable std::unique_ptr<foresight::Arrivals> Seen;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_FORESIGHT_H
