//===- persistify/Plan.h - what the persistent kernel will do ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Region joined with the summaries of its kernels: kernel arguments as state
// (rule H2), the buffers known on entry, where barriers stand and why (rule
// K7), and what the runtime must check.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_PLAN_H
#define PERSISTIFY_PLAN_H

#include "persistify/Kernel.h"
#include "persistify/LoopAccount.h"
#include "persistify/Optimisations.h"
#include "persistify/Region.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <set>

namespace persistify {

/// One argument of one kernel handle.
struct PlanArg {
  unsigned Kernel = 0; ///< index in Region::Kernels
  unsigned Index = 0;
  const KernelParam *Param = nullptr;
  bool Recorded = false; ///< a launch may see the value set before the region
  bool Set = false;      ///< the region sets it, for the program too
  int Entry = -1;        ///< Buffer and Recorded: index in Plan::Entries
};

/// A buffer handle that is known on entry: argument 3+i of the persistent kernel.
struct PlanEntry {
  std::string Name;
  int HandleVar = -1; ///< index in Region::Handles ...
  uint64_t Element = 0;
  int Arg = -1;         ///< ... or index in Plan::Args
  bool Own = false;     ///< a mirror: the runtime's own buffer, distinct from all others
  bool Written = false; ///< some phase may write it
  bool Read = false;    ///< some phase may read it
  bool HostReads = false, HostWrites = false; ///< by a transfer of the host's, which its flags may forbid
  std::set<std::string> Keys; ///< objects it is thought to be (ArgEvidence); empty: unknown
};

struct PlanBarrier {
  std::vector<std::string> Reasons;
};

/// A buffer of a few bytes that trips always set to the same value. It lives in three cells in turn: setting it goes on
/// to the next one, which was set when the one before came into use. So it waits for nobody (rule K8).
struct PlanRotation {
  unsigned Entry = 0; ///< the handle by which it is set
  std::set<unsigned> Same; ///< other entries, which are the same buffer: checked on entry
  std::set<unsigned> Maybe; ///< entries that may be it: looked at when they are used
  unsigned Size = 0; ///< 1, 2, 4 or 8 bytes from the buffer's beginning
  ExprP Value; ///< what each Unit bytes of them are set to; the same in all of the region
  unsigned Unit = 0;
  /// The phase whose barrier joins what the groups' work-items did to it, if kernels only raise it. It
  /// takes no cells then.
  const Stmt *Joins = nullptr;
  uint64_t Raised = 0; ///< what kernels store to it
};

/// What a launch is given, in terms of what is known when the region begins; null: not known then, or none.
struct PlanSizes {
  ExprP Offset[3], Global[3], Local[3];
};

/// An NDRange that is the same whenever it is launched.
struct PlanRange {
  const Stmt *Of = nullptr; ///< one of the launches
  std::set<unsigned> Kernels; ///< that are launched with it
  bool Kept = false; ///< in local memory, else in registers
  Schedule Walk = Schedule::ItemStride;
};

/// Whether the region can begin, and be left, between two trips of its loop: in front of the loop's condition, behind that
/// of do { } while. All that a trip finds there is then in variables, kernel arguments and buffers that the host has as well.
struct PlanBoundary {
  const Stmt *Loop = nullptr; ///< null: it cannot
  std::string Why; ///< then
  bool InBody = false; ///< the host asks at the begin of the body, where it can perform statements
  std::vector<unsigned> Carried; ///< the region's own variables that trips hand on: Variable::Here names them
  ExprP ForHost; ///< null, or whether the host runs the trip that is about to begin
  bool Anew = false; ///< what is bound is looked up once more for each question, with preconditions and values on entry
};

struct Plan {
  OptSet Uses;
  const Region *R = nullptr;
  const KernelModel *Model = nullptr;
  std::vector<const KernelSummary *> Kernels; ///< by Region::Kernels index
  /// Whether \p Launch asks how large a work-group its kernel takes: it has a local size, or the walk chooses one.
  bool asksLimit(const Stmt &Launch) const {
    return Launch.HasLocal || Kernels[Launch.KernelSlot]->Sched == Schedule::GroupStride;
  }
  std::vector<PlanArg> Args;
  /// Handle variables whose value on entry may be used; the others may hold
  /// anything then (rule: never look at an uninitialised handle).
  std::vector<bool> HandleIn;
  std::vector<PlanEntry> Entries;
  /// Barriers in front of phases, by the phase's statement.
  std::map<const Stmt *, PlanBarrier> Barriers;
  /// Entries that were taken to be disjoint memory.
  std::set<std::pair<unsigned, unsigned>> Distinct;
  /// Phases that run with surplus work-items need the predicated form (K1).
  bool Surplus = false;
  /// Group-stride phases must run with exactly their local size.
  bool UniformLocal = false;
  bool NeedsFp64 = false;
  bool FloatControl = false; ///< floating-point arithmetic of the host decides (rule H10)
  /// How an array variable lives on the device; by Region::Vars index.
  enum class ArrayForm {
    State, ///< not assigned: read from the state block
    Log, ///< never read: one work-item stores into the results
    Scalars ///< one variable an element
  };
  std::vector<ArrayForm> Arrays;
  /// Solo loops: variables whose values the rest of the region looks at.
  std::map<const Stmt *, std::vector<unsigned>> Shared;
  std::vector<PlanRotation> Rotations;
  /// Statements that set, and read, a buffer that rotates: indices in Rotations.
  std::map<const Stmt *, unsigned> Turns, TurnReads;
  /// Arguments of launches, by launch and parameter, that may be a buffer that rotates:
  /// they are compared with it, as another trip may set another one, or none.
  std::map<std::pair<const Stmt *, unsigned>, std::set<unsigned>> TurnArgs;
  /// Entries of which it is not known, but taken for granted: guards check it.
  std::set<std::pair<unsigned, unsigned>> Apart;
  /// Entries that must be the same memory or none that overlaps; checked on entry.
  std::set<std::pair<unsigned, unsigned>> SameOrApart;
  /// Launches that run in one loop over their work-items: the first one, and those
  /// behind it. What stands between them comes in front.
  std::map<const Stmt *, std::vector<const Stmt *>> Merged;
  std::map<const Stmt *, PlanSizes> Sizes; ///< of all launches
  /// Sizes that are looked at once, and the launches with them: indices in Ranges.
  std::vector<PlanRange> Ranges;
  std::map<const Stmt *, unsigned> RangeOf;
  /// Launches whose walks, or those of loops that begin with them, end at a KernelSummary::Bounds.
  std::set<const Stmt *> Bounded;
  /// Kernels and their parameters with a KernelParam::LoopBound that are only given what nothing in the region writes.
  std::set<std::pair<std::string, unsigned>> Steady;
  /// For --explain: dependences that stay within a work-item, by the later phase ...
  std::map<const Stmt *, std::vector<std::string>> SameIndex;
  /// ... and why buffers that trips set do not rotate.
  std::vector<std::string> NotRotated;
  std::vector<Diagnostic> Remarks; ///< notes for the user
  std::vector<std::string> Races; ///< of its kernels, which the runtime tells of
  PlanBoundary Boundary;

  int argOf(unsigned Kernel, unsigned Index) const {
    for (size_t I = 0; I < Args.size(); ++I)
      if (Args[I].Kernel == Kernel && Args[I].Index == Index)
        return int(I);
    return -1;
  }
};

/// Whether what \p R does with its kernel \p Kernel can be done with \p K.
bool suits(const Region &R, unsigned Kernel, const KernelSummary &K);

/// Of kernels that one call gives an argument, those that take none there: by the index the program does not come to
/// them, and if it does, the original loop runs.
void leaveWrongArguments(Region &R, const KernelModel &Model);

/// Joins region and kernels. On failure the diagnostics say why and the result
/// is empty. Both arguments must outlive the plan.
std::unique_ptr<Plan> makePlan(const Region &R, const KernelModel &Model, OptSet Uses, DiagnosticSink &Diags);

/// Whether every trip of the region's loop does the same as the first: no scalar
/// and no buffer carries anything from one trip to the next; or each restores its
/// input from the host and is timed.
bool isRepetition(const Plan &P);

/// Whether no phase needs a whole work-group, so that groups of one item will do.
bool isLone(const Plan &P);

/// Whether registers are worth more to a phase than work-items (KernelSummary::Gathers).
bool isGathering(const Plan &P);

/// Whether a phase's longest work-item decides how long it takes (KernelSummary::Uneven).
bool isUneven(const Plan &P);

/// The plan as values for reports; where its code stands is not known here.
LoopAccount account(const Plan &P);

} // namespace persistify

#endif // PERSISTIFY_PLAN_H
