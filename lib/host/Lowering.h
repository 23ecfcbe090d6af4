//===- Lowering.h - from the host AST to a Region ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers one loop: begins with what holds in front of it, has Statements interpret it, and
// checks what must hold for the whole.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_LOWERING_H
#define PERSISTIFY_LIB_HOST_LOWERING_H

#include "LoweringPart.h"
#include <memory>

namespace persistify::host {

class Lowering : public LoweringPart {
public:
  Lowering(clang::ASTContext &Ctx, const ProgramIndex &Index, HostCalls &Calls, const HostOptions &Options,
           HintRefs Hints = {});
  ~Lowering();

  /// Lowers the loop statement \p Loop of function \p F. On failure refusals() is
  /// not empty and the region is meaningless.
  Region lower(const clang::Stmt *Loop, const clang::FunctionDecl *F);
  llvm::ArrayRef<Diagnostic> refusals() const { return Refused; }
  /// Kernel argument -> buffers it is set to, by Slot::Key.
  using ArgSets = std::map<std::pair<std::string, unsigned>, std::set<std::string>>;
  /// Collects what the statements of \p F in front of \p Until (all, if null)
  /// set kernel arguments to. Statements that cannot be followed are skipped.
  static void scanArgs(clang::ASTContext &Ctx, const ProgramIndex &Index, HostCalls &Calls,
                       const clang::FunctionDecl *F, const clang::Stmt *Until, ArgSets &Into);

private:
  struct Owned;
  explicit Lowering(std::unique_ptr<Owned> All);

  void begin(const clang::FunctionDecl *F);
  bool findTest();
  void nameBetweenTrips();
  void finish(const clang::Stmt *Loop, const clang::FunctionDecl *F);
  void checkFloatFlags();
  void checkDepth();
  void checkLabels(const clang::Stmt *Loop, const clang::FunctionDecl *F);
  void checkApart();

  std::unique_ptr<Owned> All;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LOWERING_H
