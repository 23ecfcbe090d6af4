//===- LaunchPrinter.cpp - launches as phases -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LaunchPrinter.h"
#include "persistify/Planted.h"
#include "llvm/ADT/STLExtras.h"

using namespace persistify;
using namespace persistify::emit;
using llvm::formatv;

std::string LaunchPrinter::three(unsigned Dim, const ExprP (&V)[3], const char *Default) const {
  std::string T;
  for (unsigned I = 0; I < 3; ++I)
    T += ", " + (I < Dim && V[I] ? X(V[I]) : std::string(Default));
  return T;
}

void LaunchPrinter::declareLimits() {
  std::set<size_t> Asked;
  for (const auto &[Launch, Sizes] : P.Sizes) {
    if (P.asksLimit(*Launch))
      Asked.insert(Launch->KernelSlot);
    if (!Launch->StatusIgnored)
      Asked.insert(R.Kernels.size());
  }
  if (Asked.empty())
    return;
  for (size_t I : Asked) {
    const bool OfKernel = I < R.Kernels.size();
    const std::string Name = OfKernel ? kept(I) : "p_zero_skips";
    Out.more() << formatv("  __local uint {0}; // {1}\n", Name,
                          OfKernel ? "the largest work-group of " + R.Kernels[I].Name
                                   : "whether the API takes a size of 0");
    Out.more() << formatv("  p_keep(&p_e, &{0}, {1});\n", Name,
                          OfKernel ? State.field(StateField::OfSlot, R.Kernels[I].Slot) : "p_in->p_limits[3]");
  }
  Out.more() << "  p_wg_barrier();\n";
}

void LaunchPrinter::declareRanges() {
  for (size_t I = 0; I < P.Ranges.size(); ++I) {
    const PlanRange &Range = P.Ranges[I];
    const PlanSizes &Sizes = P.Sizes.at(Range.Of);
    std::string Limit;
    for (unsigned K : Range.Kernels)
      Limit =
          Limit.empty() || !P.asksLimit(*Range.Of) ? limit(*Range.Of, K) : X.extreme("min", Limit, limit(*Range.Of, K));
    const std::string Zero = zeroSkips(*Range.Of);
    const int HasLocal = Range.Of->HasLocal ? 1 : 0;
    const char *By = Range.Walk == Schedule::ItemStride ? "P_BY_ITEMS"
                     : P.UniformLocal                   ? "P_BY_EQUAL_GROUPS"
                                                        : "P_BY_GROUPS";
    if (Range.Kept)
      Out.line() << formatv("P_KEPT_RANGE(p_r_{0}, {1}, {2}{3}{4}{5}, {6}, {7}, {8});\n", I + 1, By, Range.Of->Dim,
                            three(Range.Of->Dim, Sizes.Offset, "0"), three(Range.Of->Dim, Sizes.Global, "1"),
                            three(Range.Of->Dim, Sizes.Local, "1"), HasLocal, Limit, Zero);
    else
      Out.line() << formatv("P_FIXED_RANGE(p_r_{0}, {1}, {2}, {3}, {4}, {5}, {6});\n", I + 1,
                            Sizes.Offset[0] ? X(Sizes.Offset[0]) : "0", X(Sizes.Global[0]),
                            Sizes.Local[0] ? X(Sizes.Local[0]) : "1", HasLocal, Limit, Zero);
  }
  if (llvm::any_of(P.Ranges, [](const PlanRange &Range) { return Range.Kept; }))
    Out.line() << "P_RANGES_KEPT();\n";
  if (!P.Ranges.empty())
    Out.more() << "\n";
}

std::string LaunchPrinter::range(const Stmt &S, llvm::StringRef Suffix) {
  if (auto It = P.RangeOf.find(&S); It != P.RangeOf.end()) {
    std::string Name = "p_r_" + std::to_string(It->second + 1);
    if (P.Ranges[It->second].Kept)
      Out.line() << formatv("P_USE_KEPT({0}, {1}, {2}, {3});\n", Name, S.Dim, S.Offset[0] ? 1 : 0, S.Range.Line);
    else
      Out.line() << formatv("P_USE_RANGE({0}, {1});\n", Name, S.Range.Line);
    return Name;
  }
  Out.line() << formatv("p_range p_r{0};\n", Suffix);
  Out.line() << formatv("const uint p_ok{7} = p_range_make(&p_e, &p_r{7}, {0}{1}{2}{3}, {4}, {5}, {6});\n", S.Dim,
                        three(S.Dim, S.Offset, "0"), three(S.Dim, S.Global, "1"), three(S.Dim, S.Local, "1"),
                        S.HasLocal ? 1 : 0, limit(S, S.KernelSlot), zeroSkips(S), Suffix);
  Out.line() << formatv("if (p_ok{0} > P_RANGE_SKIP) P_BAIL(p_ok{0}, {1});\n", Suffix, S.Range.Line);
  return ("p_r" + Suffix).str();
}

void LaunchPrinter::launchable(const Stmt &S, const KernelSummary &K) {
  std::string Unset;
  for (unsigned I = 0; I < K.Params.size(); ++I)
    if (const PlanArg &A = P.Args[P.argOf(S.KernelSlot, I)]; A.Set && A.Recorded)
      Unset += formatv("{0}({1} & !{2})", Unset.empty() ? "" : " | ", Names.ArgUnset[P.argOf(S.KernelSlot, I)],
                       Names.ArgSet[P.argOf(S.KernelSlot, I)]);
  if (!Unset.empty())
    Out.bail(Unset, "P_BAIL_UNSET", S);
  if (K.ReqdLocalSize[0]) {
    std::string C;
    for (unsigned I = 0; I < 3; ++I) {
      std::string Have = I < S.Dim && S.HasLocal ? X(S.Local[I]) : "1ul";
      C += (I ? " || " : "") + Have + " != " + std::to_string(K.ReqdLocalSize[I]) + "ul";
    }
    Out.bail(S.HasLocal ? C : "1", "P_BAIL_LOCAL", S);
  }
}

std::string LaunchPrinter::argument(const Stmt &S, unsigned Param, std::string Ptr) const {
  auto Turns = P.TurnArgs.find({&S, Param});
  if (Turns == P.TurnArgs.end())
    return Ptr;
  for (unsigned N : Turns->second) {
    const PlanRotation &Rot = P.Rotations[N];
    const PlanArg &Arg = P.Args[P.argOf(S.KernelSlot, Param)];
    if (Rot.Joins && !Arg.Set && Rot.Same.count(Arg.Entry))
      Ptr = "P_JOINED"; // that it is the flag was checked on entry
    else
      Ptr = formatv("p_turned({0}, p_ptr({1}), {2})", Ptr, Names.entry(Rot.Entry),
                    Rot.Joins ? "P_JOINED" : Names.Cells[N]);
  }
  return Ptr;
}

std::vector<std::string> LaunchPrinter::arguments(const Stmt &S, const KernelSummary &K) const {
  std::vector<std::string> Args(K.Params.size());
  for (size_t I = 0; I < K.Params.size(); ++I) {
    const std::string &N = Names.Args[P.argOf(S.KernelSlot, I)];
    if (K.Params[I].K == KernelParam::Kind::Buffer)
      Args[I] = "(" + Names.Own.theirs(K.Params[I].PhaseType) + ")" + argument(S, I, "p_ptr(" + N + ")");
    else
      Args[I] = N;
  }
  return Args;
}

void LaunchPrinter::arena(const Stmt &S, const KernelSummary &K, std::vector<std::string> &Args) {
  bool Any = !K.Locals.empty();
  for (const KernelParam &Prm : K.Params)
    Any |= Prm.K == KernelParam::Kind::Local;
  if (Any)
    Out.line() << "ulong p_o = 0;\n";
  unsigned N = 0;
  auto Piece = [&](const std::string &Type, const std::string &Bytes, uint64_t Align) {
    std::string V = "p_l" + std::to_string(N++);
    Out.line() << formatv("p_o = (p_o + {0}) & ~(ulong){0};\n", std::max<uint64_t>(Align, 1) - 1);
    Out.line() << formatv("const ulong {0} = p_o;\n", V);
    Out.line() << formatv("p_o += {0};\n", Bytes);
    return formatv("({0})(p_arena + {1})", Type, V).str();
  };
  for (size_t I = 0; I < K.Params.size(); ++I)
    if (K.Params[I].K == KernelParam::Kind::Local) {
      // The sum may wrap around: then one of them is larger than all that there is.
      const std::string &Bytes = Names.Args[P.argOf(S.KernelSlot, I)];
      Out.line() << formatv("if ({0} > p_arena_size(&p_e)) P_BAIL_NEED(P_BAIL_ARENA, {1}, (uint){0});\n", Bytes,
                            S.Range.Line);
      Args[I] = Piece(Names.Own.theirs(K.Params[I].PhaseType), Bytes, std::max<uint64_t>(K.Params[I].Align, 16));
    }
  for (const LocalVariable &V : K.Locals)
    Args.push_back(Piece(Names.Own.theirs(V.PhaseType), std::to_string(V.Size), std::max<uint64_t>(V.Align, 16)));
  if (Any)
    Out.line() << formatv("if (p_o > p_arena_size(&p_e)) P_BAIL_NEED(P_BAIL_ARENA, {0}, (uint)p_o);\n", S.Range.Line);
}

void LaunchPrinter::forItems(const Stmt &Head, llvm::StringRef Range, llvm::ArrayRef<const Stmt *> All) {
  if (!P.Bounded.count(&Head)) {
    Out.line() << "P_FOR_ITEMS(p_v, " << Range << ")";
    return;
  }
  std::string Bound; // the greatest one
  for (const Stmt *S : All) {
    const KernelSummary &K = *P.Kernels[S->KernelSlot];
    const std::vector<std::string> Args = arguments(*S, K);
    const ItemBound &B = *K.Bounds[S->Dim - 1];
    std::string One = Names.Own.theirs(B.Text[0]);
    for (size_t I = 0; I < B.Params.size(); ++I)
      One += Args[B.Params[I]] + Names.Own.theirs(B.Text[I + 1]);
    One = formatv("{0}({1}, {2})", B.Unsigned ? "p_bound_u" : "p_bound", One, B.Inclusive ? 1 : 0);
    Bound = Bound.empty() ? One : X.extreme("max", Bound, One);
  }
  // From 2^31 on, which only an offset leads to, ids may be negative for a kernel, and are above any bound: all run.
  if (const ExprP &From = Head.Offset[Head.Dim - 1];
      From && !(From->O == Expr::Const && !From->Bits) && !planted("near-offsets"))
    Bound = formatv("{0} + {1} > (1ul << 31) ? 0xffffffffu : {2}", X(From), X(Head.Global[Head.Dim - 1]), Bound);
  // Nobody counts on a work-item's resident one.
  const int Anew = P.SameIndex.empty();
  Out.line() << "P_FOR_ITEMS_BELOW(p_v, " << Range << ", " << Bound << ", " << Anew << ")";
}

void LaunchPrinter::callPhase(const KernelSummary &K, const std::vector<std::string> &Args) {
  Out.line() << "  " << K.phaseFunction() << "(";
  for (const std::string &A : Args)
    Out.more() << A << ", ";
  Out.more() << "p_v);\n";
}

void LaunchPrinter::noteWrites(const Stmt &S, const KernelSummary &K) {
  for (unsigned I = 0; I < K.Params.size(); ++I)
    if (K.Params[I].K == KernelParam::Kind::Buffer && K.Params[I].Use.Writes)
      State.note(Out, Names.Args[P.argOf(S.KernelSlot, I)]);
}

void LaunchPrinter::meeting(const Stmt &S, const KernelSummary &K) {
  Out.line() << formatv("P_GROUPS_READY(p_r, {0});\n", P.UniformLocal ? 1 : 0);
  for (unsigned M : K.BarrierMemory)
    for (unsigned I = 0; I < K.Params.size(); ++I)
      if (K.Params[I].K == KernelParam::Kind::Buffer && I != M && (I > M || !llvm::is_contained(K.BarrierMemory, I)))
        Out.bail(
            formatv("p_meets({0}, {1})", Names.Args[P.argOf(S.KernelSlot, M)], Names.Args[P.argOf(S.KernelSlot, I)]),
            "P_BAIL_MEET", S);
  for (unsigned I : K.BarrierCounts)
    Out.bail(formatv("(uint){0} != p_range_groups(&p_r)", Names.Args[P.argOf(S.KernelSlot, I)]), "P_BAIL_MEET", S);
  Out.barrierReasons(S);
  Out.line() << formatv("P_FOR_MEETING(p_v, p_r, {0}, {1}, {2})\n", K.FewerGroups ? 1 : 0, S.Range.Line,
                        R.Kernels[S.KernelSlot].Slot);
}

void LaunchPrinter::launch(const Stmt &S) {
  const KernelSummary &K = *P.Kernels[S.KernelSlot];
  Out.comment(S, Names.Own.theirs(K.Name));
  Out.line() << "{\n";
  Out.indent();
  launchable(S, K);
  const std::string Range = range(S);
  const bool Waits = !K.Waits.empty(); // the walk begins with a barrier of its own kind
  if (!Waits)
    Out.barrier(S);
  std::vector<std::string> Args = arguments(S, K);
  bool Groups = K.Sched == Schedule::GroupStride;
  if (Groups)
    arena(S, K, Args);
  noteWrites(S, K);
  if (!K.OwnBarrier.empty()) {
    meeting(S, K);
  } else if (Waits) {
    Out.barrierReasons(S);
    Out.line() << formatv("P_FOR_RESIDENT(p_v, p_r, {0}, {1}, {2})\n", P.UniformLocal ? 1 : 0, S.Range.Line,
                          R.Kernels[S.KernelSlot].Slot);
  } else if (Groups && P.RangeOf.count(&S)) {
    Out.line() << "P_WALK_GROUPS(p_v, " << Range << ")\n";
  } else if (Groups) {
    Out.line() << "P_FOR_GROUPS(p_v, p_r, " << (P.UniformLocal ? 1 : 0) << ")\n";
  } else {
    forItems(S, Range, {&S});
    Out.more() << "\n";
  }
  callPhase(K, Args);
  Out.line() << "P_PHASE_END();\n";
  Out.outdent();
  Out.line() << "}\n";
}

void LaunchPrinter::merged(const Stmt &Head, llvm::ArrayRef<const Stmt *> Others) {
  std::vector<const Stmt *> All = {&Head};
  llvm::append_range(All, Others);
  for (const Stmt *S : All)
    Out.from(*S, [&] { Out.comment(*S, Names.Own.theirs(P.Kernels[S->KernelSlot]->Name)); });
  Out.line() << "{ // in one loop: the same work-items, and no barrier between them\n";
  Out.indent();
  for (const Stmt *S : All)
    launchable(*S, *P.Kernels[S->KernelSlot]);
  const std::string Range = range(Head); // the same for all
  auto Fixed = P.RangeOf.find(&Head);
  for (size_t I = 1; I < All.size(); ++I) {
    auto It = P.RangeOf.find(All[I]);
    if (It == P.RangeOf.end() || Fixed == P.RangeOf.end() || It->second != Fixed->second)
      range(*All[I], std::to_string(I + 1));
  }
  Out.barrier(Head);
  for (const Stmt *S : All)
    noteWrites(*S, *P.Kernels[S->KernelSlot]);
  forItems(Head, Range, All);
  Out.more() << " {\n";
  for (const Stmt *S : All) {
    const KernelSummary &K = *P.Kernels[S->KernelSlot];
    Out.from(*S, [&] { callPhase(K, arguments(*S, K)); });
  }
  Out.line() << "}\n";
  Out.line() << "P_PHASE_END();\n";
  Out.outdent();
  Out.line() << "}\n";
}
