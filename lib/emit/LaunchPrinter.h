//===- LaunchPrinter.h - launches as phases ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_EMIT_LAUNCHPRINTER_H
#define PERSISTIFY_LIB_EMIT_LAUNCHPRINTER_H

#include "Operands.h"
#include "StateBlock.h"

namespace persistify::emit {

/// Prints launches: the ranges of their work-items, what rules one out, and the walks that call the kernels' phases.
class LaunchPrinter {
public:
  LaunchPrinter(const Plan &P, const KernelNames &Names, const StateBlock &State, const Operands &X, KernelText &Out)
      : P(P), R(*P.R), Names(Names), State(State), X(X), Out(Out) {}

  /// What each launch is checked against, kept in local memory: behind a barrier the
  /// caches are empty, and a phase would wait for global memory before it begins.
  void declareLimits();
  /// Ranges of launches that have the same sizes in each trip.
  void declareRanges();
  /// One launch.
  void launch(const Stmt &S);
  /// Launches that share one walk (Plan::Merged).
  void merged(const Stmt &Head, llvm::ArrayRef<const Stmt *> Others);

private:
  /// The name of a kernel's largest work-group.
  const std::string &kept(size_t Kernel) const { return State.name(StateField::OfSlot, R.Kernels[Kernel].Slot); }
  /// The largest work-group of \p Kernel, 0 where the launch \p Of does not ask for it.
  std::string limit(const Stmt &Of, size_t Kernel) const { return P.asksLimit(Of) ? kept(Kernel) : "0"; }
  /// Whether the launch \p Of may be one of no items.
  std::string zeroSkips(const Stmt &Of) const { return Of.StatusIgnored ? "1" : "p_zero_skips"; }
  /// Sizes or offsets of a launch in \p Dim dimensions, each behind a comma.
  std::string three(unsigned Dim, const ExprP (&V)[3], const char *Default) const;
  /// The check of a launch's sizes. The name of its range: p_r and \p Suffix, or one that was made before.
  std::string range(const Stmt &S, llvm::StringRef Suffix = "");
  /// Gives up where the launch's kernel or arguments rule it out. For each one: several may share a range.
  void launchable(const Stmt &S, const KernelSummary &K);

  /// A launch's buffer \p Ptr, or the cell that stands for it now.
  std::string argument(const Stmt &S, unsigned Param, std::string Ptr) const;
  std::vector<std::string> arguments(const Stmt &S, const KernelSummary &K) const;
  /// Local memory of a group-stride phase: one piece of the arena each.
  void arena(const Stmt &S, const KernelSummary &K, std::vector<std::string> &Args);

  /// The head of a walk, for the phases of \p All.
  void forItems(const Stmt &Head, llvm::StringRef Range, llvm::ArrayRef<const Stmt *> All);
  void callPhase(const KernelSummary &K, const std::vector<std::string> &Args);
  void noteWrites(const Stmt &S, const KernelSummary &K);
  /// A phase whose kernel's own barrier is replaced.
  void meeting(const Stmt &S, const KernelSummary &K);

  const Plan &P;
  const Region &R;
  const KernelNames &Names;
  const StateBlock &State;
  const Operands &X;
  KernelText &Out;
};

} // namespace persistify::emit

#endif // PERSISTIFY_LIB_EMIT_LAUNCHPRINTER_H
