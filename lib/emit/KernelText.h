//===- KernelText.h - the text of a persistent kernel while it is written ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_EMIT_KERNELTEXT_H
#define PERSISTIFY_LIB_EMIT_KERNELTEXT_H

#include "KernelNames.h"
#include "persistify/Emit.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace persistify::emit {

/// The text of a persistent kernel while it is written: lines, what all kinds of statements write alike (comments,
/// barriers, giving up), and what was made from where.
class KernelText {
public:
  KernelText(const Plan &P, const KernelNames &Names);
  KernelText(const KernelText &) = delete; // OS refers to it

  const std::string &text() const { return Text; }
  /// Begins a line.
  llvm::raw_ostream &line() { return OS.indent(Depth * 2); }
  /// The line at hand goes on.
  llvm::raw_ostream &more() { return OS; }
  void indent() { ++Depth; }
  void outdent() { --Depth; }

  /// FILE:LINE
  std::string where(const SourceRange &At) const { return llvm::formatv("{0}:{1}", File, At.Line); }
  void comment(const Stmt &S, const std::string &What) { line() << "// " << where(S.Range) << ": " << What << "\n"; }
  /// Whether there is a barrier in front of \p S; its reasons.
  bool barrierReasons(const Stmt &S);
  /// The barrier in front of \p S, if there is one.
  void barrier(const Stmt &S);
  /// Gives up, always without a condition \p If.
  void bail(const std::string &If, const char *Reason, const SourceRange &At);
  void bail(const std::string &If, const char *Reason, const Stmt &S) { bail(If, Reason, S.Range); }

  /// What \p Write writes is made from \p S.
  void from(const Stmt &S, llvm::function_ref<void()> Write);
  /// Which lines are made from where.
  void link(std::vector<AccountLink> &Links) const;

private:
  void numberPhases(const StmtList &L);

  /// What was made from where; those of inner statements come later.
  struct Piece {
    size_t Begin, End;
    const Stmt *From;
  };
  const Plan &P;
  const KernelNames &Names;
  std::string File, Text;
  llvm::raw_string_ostream OS;
  unsigned Depth = 1;
  std::vector<Piece> Pieces;
  llvm::DenseMap<const Stmt *, unsigned> PhaseNumbers; ///< from 1, in the order of the text
};

} // namespace persistify::emit

#endif // PERSISTIFY_LIB_EMIT_KERNELTEXT_H
