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

#include "ExprText.h"
#include "persistify/Emit.h"
#include "persistify/OwnNames.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

namespace persistify::emit {

class RegionPrinter {
public:
  RegionPrinter(const Plan &P, const StateLayout &L, llvm::StringRef Entry)
      : P(P), R(*P.R), L(L), Entry(Entry), Own(P.Kernels.empty() ? 0 : P.Kernels.front()->Names),
        X([this](unsigned V, const ExprP &Index) { return element(V, Index); }), OS(Text) {
    File = llvm::sys::path::filename(R.Range.File).str();
    nameThings();
  }

  std::string run(std::vector<AccountLink> *Links) {
    numberPhases(R.Body);
    header();
    declareState();
    Depth = 1;
    checkEntries();
    declareCells();
    declareRanges();
    body();
    footer();
    if (Links)
      link(*Links);
    return Own.settle(Text);
  }

private:
  // ---- names
  /// A name that is free, as are NAME_0, NAME_1, ... of its elements.
  std::string unique(const std::string &Base, uint64_t Elements = 0);
  std::string extreme(llvm::StringRef Name, const std::string &A, const std::string &B) const;
  void nameThings();

  // ---- the state block (StateBlock.cpp)
  std::optional<unsigned> varOf(unsigned Slot) const;
  std::string slotField(unsigned I);
  void nameFields();
  std::pair<std::string, std::string> fieldType(const StateField &F);
  /// Its struct.
  void stateBlock();
  /// A field as the host wrote it, and the one for the result.
  std::string field(StateField::Kind K, unsigned Index = 0) const;
  std::string result(StateField::Kind K, unsigned Index = 0) const;

  // ---- output
  llvm::raw_ostream &line();
  std::string where(const Stmt &S) { return llvm::formatv("{0}:{1}", File, S.Range.Line); }
  void comment(const Stmt &S, const std::string &What) { line() << "// " << where(S) << ": " << What << "\n"; }

  /// The largest work-group of \p Kernel, 0 where the launch \p Of does not ask for it.
  std::string limit(const Stmt &Of, size_t Kernel) const { return P.asksLimit(Of) ? kept(Kernel) : "0"; }
  /// Whether the launch \p Of may be one of no items.
  std::string zeroSkips(const Stmt &Of) const { return Of.StatusIgnored ? "1" : "p_zero_skips"; }
  std::string kept(size_t Kernel) const { return FieldNames.at({StateField::OfSlot, R.Kernels[Kernel].Slot}); }

  std::string fromBits(ScalarType T, const std::string &Bits);
  std::string bitsOf(ScalarType T, const std::string &Value);

  void header();
  void limits();
  void body();
  /// The field of a variable that trips hand on; empty: it is not one.
  std::string carried(size_t Var) const;

  /// Entries that are the same object have one id, if the region compares.
  std::string entryBuf(unsigned I);

  void declareState();

  /// The variable that holds an entry when the region begins.
  std::string entryVar(unsigned I);

  /// What was taken for granted about buffers that the host cannot compare better.
  void checkEntries();

  std::string put(unsigned Size, const std::string &To, const std::string &Bits);
  std::string cellBits(const PlanRotation &Rot);

  void declareCells();
  std::string joined(unsigned N);
  void declareRanges();

  /// In place of setting the buffer.
  void turn(const Stmt &S);

  void footer();

  std::string varBits(size_t I);

  // ---- statements
  void list(const StmtList &Stmts);

  /// Element Index of Name_0, Name_1 ...: small arrays are single variables,
  /// because PoCL mistakes dynamically indexed private arrays.
  std::string pick(const std::string &Name, uint64_t Count, const ExprP &Index);
  std::string element(unsigned V, const ExprP &Index);
  std::string handle(const Handle &H);
  /// NAME = VALUE, or the element of an array.
  void assign(const std::string &Name, uint64_t Count, bool Scalars, const ExprP &Index, const std::string &Value);
  void assignVar(const Stmt &S, const std::string &Value);

  /// Whether there is one; its reasons.
  bool barrierReasons(const Stmt &S);
  void barrier(const Stmt &S);
  void bail(const std::string &If, const char *Reason, const SourceRange &At);
  void bail(const std::string &If, const char *Reason, const Stmt &S) { bail(If, Reason, S.Range); }

  void statement(const Stmt &S);
  void written(const Stmt &S);
  /// Which lines are made from where.
  void link(std::vector<AccountLink> &Links) const;

  /// Every group counts, one work-item writes: the statement's number and how
  /// many values follow, then these.
  void log(const Stmt &S);

  void block(const StmtList &B);

  static bool onlyAssigns(const StmtList &B);

  void loop(const Stmt &S);

  void setArg(const Stmt &S);

  /// Local memory of a group-stride phase: one piece of the arena each.
  void arena(const Stmt &S, const KernelSummary &K, std::vector<std::string> &Args);

  /// A launch's buffer \p Ptr, or the cell that stands for it now.
  std::string argument(const Stmt &S, unsigned Param, std::string Ptr);

  /// Says in front of a phase that it may write to \p Buffer, if that is looked at when the launch is given up.
  void note(const std::string &Buffer);
  void noteWrites(const Stmt &S, const KernelSummary &K);

  void launch(const Stmt &S);
  /// Gives up where the launch's kernel or arguments rule it out. For each one: several may share a range.
  void launchable(const Stmt &S, const KernelSummary &K);
  /// The check of a launch's sizes. The name of its range: p_r and \p Suffix, or one that was made before.
  std::string three(unsigned Dim, const ExprP (&V)[3], const char *Default);
  std::string range(const Stmt &S, llvm::StringRef Suffix = "");
  std::vector<std::string> arguments(const Stmt &S, const KernelSummary &K);
  /// The head of a walk, for the phases of \p All.
  void forItems(const Stmt &Head, llvm::StringRef Range, llvm::ArrayRef<const Stmt *> All);
  void callPhase(const KernelSummary &K, const std::vector<std::string> &Args);

  /// Launches that share one walk (Plan::Merged).
  void merged(const Stmt &Head, llvm::ArrayRef<const Stmt *> Others);

  /// A phase whose kernel's own barrier is replaced.
  void meeting(const Stmt &S, const KernelSummary &K);

  std::string pointer(const Handle &H, const ExprP &Offset, const Stmt *Of = nullptr);

  /// Handle number of a mirror, -1 for a buffer of the program.
  int mirror(const Handle &H);
  /// Bytes [Offset, Offset + Size) must be inside: a buffer's by the rules of the
  /// API, a mirror's or it must grow.
  void inside(const Stmt &S, const Handle &H, const ExprP &Offset, const std::string &Size);
  /// The same for p_n bytes of which there may be none.
  void outside(const Stmt &S, const Handle &H, const ExprP &Offset) { check(S, H, Offset, "p_n", "p_not_in_range"); }
  void check(const Stmt &S, const Handle &H, const ExprP &Offset, const std::string &Size, const char *Fails);

  /// Leaves a solo loop with a reason to give up.
  void soloFail(const std::string &If, const char *Reason, int Mirror = 0, const std::string &Need = "");

  /// Leaves a solo loop for the end of a block around it, or (0) of the region.
  void soloLeave(unsigned Label);

  void solo(const Stmt &S);
  void innerLabels(const StmtList &L);

  void readBack(const Stmt &S);

  void upload(const Stmt &S);

  /// Opens a block for a transfer of S.E bytes: nothing for size 0 if the
  /// program ignores the error that the call would return.
  void openSized(const Stmt &S);
  void closeSized();

  void copy(const Stmt &S);
  void makeBuffer(const Stmt &S);
  void findCounted();
  std::set<unsigned> Counted; ///< handle variables of mirrors of which the bytes needed are counted

  void fill(const Stmt &S);

  const Plan &P;
  const Region &R;
  const StateLayout &L;
  llvm::StringRef Entry;
  OwnNames Own;
  std::string File;
  std::vector<std::string> VarNames, HandleNames, ArgNames, CellNames;
  std::vector<std::string> SetNames, UnsetNames;  ///< by argument: whether it is set, and whether it was not on entry
  std::vector<std::string> TurnNames;             ///< by rotation
  std::vector<std::string> NeedNames;             ///< by handle: bytes that it has no room for
  std::vector<std::string> EntryNames;            ///< parameters of the persistent kernel
  std::map<std::pair<StateField::Kind, unsigned>, std::string> FieldNames;
  llvm::StringSet<> Taken;
  ExprText X;
  std::string Text;
  /// What was made from where; those of inner statements come later.
  struct Piece {
    size_t Begin, End;
    const Stmt *From;
  };
  llvm::DenseMap<const Stmt *, unsigned> PhaseNumbers; ///< from 1, in the order of the text
  void numberPhases(const StmtList &L);
  std::vector<Piece> Pieces;
  llvm::raw_string_ostream OS;
  unsigned Depth = 1, NextLoop = 1, NextSolo = 1;
  std::set<unsigned> SoloLabels;  ///< of the blocks inside the solo loop
  std::set<unsigned> SoloTargets; ///< where the loop is left to, 0: the region's end
  unsigned SoloEnd = 0; ///< inside a solo loop: number of the label behind it
  bool HasExit = false;
};

} // namespace persistify::emit

#endif // PERSISTIFY_LIB_EMIT_REGIONPRINTER_H
