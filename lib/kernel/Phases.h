//===- lib/kernel/Phases.h - text of phase functions -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies kernels and the helpers that need it (id queries, __constant
// arguments, predicated stores) as the user's own text with the edits that a
// phase needs. What cannot be edited soundly is a problem, never a guess.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_PHASES_H
#define PERSISTIFY_LIB_KERNEL_PHASES_H

#include "CallTree.h"
#include "ConstantSpace.h"
#include "OwnBarrier.h"
#include "Parse.h"
#include "Types.h"
#include "persistify/Kernel.h"
#include <functional>
#include <map>
#include <set>

namespace persistify::kernel {

class TextEdits;

/// The form in which each __local variable of \p Kernel reaches the phase.
LocalForm localForm(const clang::FunctionDecl *Kernel, const clang::VarDecl *V);

/// Why \p Kernel must run in whole work-groups, "barrier() at kernel.cl:12"; empty
/// when single work-items will do.
std::string groupStrideReason(const ParsedSource &P, const CallTree &Tree, const clang::FunctionDecl *Kernel);

class PhaseWriter {
public:
  PhaseWriter(const ParsedSource &P, const CallTree &Tree, PhaseForm Form)
      : P(P), Tree(Tree), Form(std::move(Form)), Surplus(this->Form.Surplus) {}

  /// Adds a kernel's phase with what it needs. Reasons why that is impossible go to \p Problems.
  void add(const clang::FunctionDecl *Kernel, std::vector<Diagnostic> &Problems);
  /// The whole section.
  std::string text() const;
  /// The functions of which it has copies.
  llvm::ArrayRef<const clang::FunctionDecl *> copied() const { return Copied.getArrayRef(); }
  /// \p F once more, word by word but for its name, as it would stand in the section.
  std::string verbatim(const clang::FunctionDecl *F, const std::string &Name) const;
  /// How many stores of flags look first.
  unsigned flagStores() const { return NumFlagStores; }
  /// KernelParam::Raises of the kernels added, by parameter.
  const std::map<const clang::ParmVarDecl *, uint64_t> &raised() const { return Raised; }
  /// KernelParam::LoopBound of the kernels added, by parameter.
  const std::map<const clang::ParmVarDecl *, std::string> &loopBounds() const { return LoopBounds; }

private:
  struct Copy; // one function copy under construction
  class SurplusEditor;
  class JoinEditor;

  std::string cloneName(const Signature &S) const;
  bool needsIds(const clang::FunctionDecl *F) const;
  bool needsClone(const Signature &S) const;
  void write(const Signature &S);
  clang::SourceLocation copyBegin(const clang::FunctionDecl *F) const;
  std::string contraction(const clang::FunctionDecl *F) const;
  Signature target(const clang::CallExpr *Call, const Signature &To) const;
  bool editBarriers(Copy &C);
  void collectLocals(Copy &C);
  std::string addedParams(const Copy &C) const;
  bool allEditable(const Copy &C, const clang::VarDecl *V) const;
  bool editHeader(Copy &C);
  std::string newHeader(const Copy &C);
  void editBody(Copy &C);
  void editUses(Copy &C, const clang::VarDecl *V, const std::string &Use);
  void editLocals(Copy &C);
  void hoistConstants(Copy &C);
  void editSurplus(Copy &C);
  void closeTail(Copy &C);
  void closeJoins(Copy &C);
  void editFlagStores(Copy &C);
  void editLoopBounds(Copy &C);
  void editCall(Copy &C, const clang::CallExpr *Call, const Signature &To);
  void editConstantTypes(Copy &C);
  void dropRestrict(Copy &C);
  bool dropInline(Copy &C);
  bool constantToGlobal(Copy &C, clang::SourceRange R);
  void problem(Diag D, clang::SourceRange R, std::vector<std::string> Args);
  void macroProblem(clang::SourceRange R, llvm::StringRef What);

  const ParsedSource &P;
  const CallTree &Tree;
  mutable ConstantSpace Space;
  PhaseForm Form;
  bool Surplus;
  unsigned NumFlagStores = 0;
  std::map<const clang::ParmVarDecl *, uint64_t> Raised;
  std::map<const clang::ParmVarDecl *, std::string> LoopBounds;

  const clang::FunctionDecl *Kernel = nullptr; ///< the one being added
  OwnBarriers Barriers;                        ///< its own ones
  bool FewerGroups = false;
  std::vector<Diagnostic> *Problems = nullptr;
  std::map<Signature, std::string> Done;
  llvm::SetVector<const clang::FunctionDecl *> Copied; ///< functions of Done
  std::vector<std::string> Texts;
  std::set<std::string> UsedQueries;
  bool DefineRestrict = false;
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_PHASES_H
