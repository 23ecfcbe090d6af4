//===- RegionPrinter.h - prints a Plan as OpenCL C -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Against the device library (docs/generated-code.md).
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_EMIT_REGIONPRINTER_H
#define PERSISTIFY_LIB_EMIT_REGIONPRINTER_H

#include "LaunchPrinter.h"
#include <set>

namespace persistify::emit {

/// Prints the statements of a region, and what stands in front of and behind them.
class RegionPrinter {
public:
  RegionPrinter(const Plan &P, const StateLayout &L, llvm::StringRef Entry)
      : P(P), R(*P.R), L(L), Entry(Entry), Names(P), State(P, L, Names), X(P, Names), Out(P, Names),
        Launches(P, Names, State, X, Out) {}

  std::string run(std::vector<AccountLink> *Links) {
    header();
    declareState();
    checkEntries();
    declareCells();
    Launches.declareRanges();
    body();
    footer();
    if (Links)
      Out.link(*Links);
    return Names.Own.settle(Out.text());
  }

private:
  // ---- the kernel's begin and end (RegionState.cpp)
  void header();
  void body();
  /// The field of a variable that trips hand on; empty: it is not one.
  std::string carried(size_t Var) const;
  /// Entries that are the same object have one id, if the region compares.
  std::string entryBuf(unsigned I);
  void declareState();
  /// What was taken for granted about buffers that the host cannot compare better.
  void checkEntries();
  void footer();

  // ---- cells that stand for a buffer (Plan::Rotations)
  std::string put(unsigned Size, const std::string &To, const std::string &Bits);
  std::string cellBits(const PlanRotation &Rot);
  void declareCells();
  std::string joined(unsigned N);
  /// In place of setting the buffer.
  void turn(const Stmt &S);

  // ---- statements (RegionKernel.cpp)
  void list(const StmtList &Stmts);
  void statement(const Stmt &S);
  void written(const Stmt &S);
  void block(const StmtList &B);
  /// NAME = VALUE, or the element of an array.
  void assign(const std::string &Name, uint64_t Count, bool Scalars, const ExprP &Index, const std::string &Value);
  void assignVar(const Stmt &S, const std::string &Value);
  /// Every group counts, one work-item writes: the statement's number and how
  /// many values follow, then these.
  void log(const Stmt &S);
  static bool onlyAssigns(const StmtList &B);
  void loop(const Stmt &S);
  void setArg(const Stmt &S);

  // ---- transfers (RegionTransfers.cpp)
  std::string pointer(const Handle &H, const ExprP &Offset, const Stmt *Of = nullptr);
  /// Handle number of a mirror, -1 for a buffer of the program.
  int mirror(const Handle &H);
  /// Bytes [Offset, Offset + Size) must be inside: a buffer's by the rules of the
  /// API, a mirror's or it must grow.
  void inside(const Stmt &S, const Handle &H, const ExprP &Offset, const std::string &Size);
  /// The same for p_n bytes of which there may be none.
  void outside(const Stmt &S, const Handle &H, const ExprP &Offset) { check(S, H, Offset, "p_n", "p_not_in_range"); }
  void check(const Stmt &S, const Handle &H, const ExprP &Offset, const std::string &Size, const char *Fails);
  void readBack(const Stmt &S);
  void upload(const Stmt &S);
  /// Opens a block for a transfer of S.E bytes: nothing for size 0 if the
  /// program ignores the error that the call would return.
  void openSized(const Stmt &S);
  void closeSized();
  void copy(const Stmt &S);
  void fill(const Stmt &S);
  void makeBuffer(const Stmt &S);
  void findCounted();

  // ---- loops of a single work-item (RegionTransfers.cpp)
  void solo(const Stmt &S);
  void innerLabels(const StmtList &L);
  /// Leaves a solo loop with a reason to give up.
  void soloFail(const std::string &If, const char *Reason, int Mirror = 0, const std::string &Need = "");
  /// Leaves a solo loop for the end of a block around it, or (0) of the region.
  void soloLeave(unsigned Label);

  const Plan &P;
  const Region &R;
  const StateLayout &L;
  llvm::StringRef Entry;
  KernelNames Names;
  StateBlock State;
  Operands X;
  KernelText Out;
  LaunchPrinter Launches;
  std::set<unsigned> Counted; ///< handle variables of mirrors of which the bytes needed are counted
  unsigned NextLoop = 1, NextSolo = 1;
  std::set<unsigned> SoloLabels;  ///< of the blocks inside the solo loop
  std::set<unsigned> SoloTargets; ///< where the loop is left to, 0: the region's end
  unsigned SoloEnd = 0; ///< inside a solo loop: number of the label behind it
  bool HasExit = false;
};

} // namespace persistify::emit

#endif // PERSISTIFY_LIB_EMIT_REGIONPRINTER_H
