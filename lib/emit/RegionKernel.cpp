//===- RegionKernel.cpp - statements of a persistent kernel --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow, kernel arguments and launches.
//
//===----------------------------------------------------------------------===//
#include "RegionPrinter.h"
#include "persistify/Debug.h"
#include "persistify/Planted.h"
#include "persistify/runtime.h"
#include "llvm/ADT/StringExtras.h"

#define DEBUG_TYPE "pst-emit"

using namespace persistify;
using namespace persistify::emit;
using llvm::formatv;

/// OpenCL C scalar types that an integer or float can be cast to directly.
static std::optional<ScalarType> builtinType(llvm::StringRef T) {
  T.consume_front("const ");
  for (unsigned Bits : {8u, 16u, 32u, 64u})
    for (auto K : {ScalarType::Signed, ScalarType::Unsigned})
      if (T == typeName({K, Bits}))
        return ScalarType{K, Bits};
  if (T == "unsigned int" || T == "unsigned")
    return ScalarType{ScalarType::Unsigned, 32};
  if (T == "float")
    return ScalarType{ScalarType::Float, 32};
  if (T == "double")
    return ScalarType{ScalarType::Float, 64};
  return std::nullopt;
}

void RegionPrinter::list(const StmtList &Stmts) {
  for (size_t I = 0; I < Stmts.size(); ++I) {
    auto It = P.Merged.find(&Stmts[I]);
    if (It == P.Merged.end()) {
      statement(Stmts[I]);
      continue;
    }
    const Stmt &Head = Stmts[I];
    while (&Stmts[++I] != It->second.back())
      if (!llvm::is_contained(It->second, &Stmts[I]))
        statement(Stmts[I]);
    merged(Head, It->second);
  }
}

/// Element Index of Name_0, Name_1 ...: small arrays are single variables,
/// because PoCL mistakes dynamically indexed private arrays.
std::string RegionPrinter::pick(const std::string &Name, uint64_t Count, const ExprP &Index) {
  if (Index->O == Expr::Const)
    return Name + "_" + std::to_string(std::min<uint64_t>(Index->Bits, Count - 1));
  std::string I = X(Index), Out;
  for (uint64_t E = 0; E + 1 < Count; ++E)
    Out += formatv("{0} == {1} ? {2}_{1} : ", I, E, Name);
  return "(" + Out + Name + "_" + std::to_string(Count - 1) + ")";
}

std::string RegionPrinter::element(unsigned V, const ExprP &Index) {
  if (!Index)
    return VarNames[V];
  if (P.Arrays[V] == Plan::ArrayForm::Scalars)
    return pick(VarNames[V], R.Vars[V].Count, Index);
  return VarNames[V] + "[" + X(Index) + "]";
}

std::string RegionPrinter::handle(const Handle &H) {
  if (H.K == Handle::Null)
    return "p_buf_null()";
  return H.Index ? pick(HandleNames[H.V], R.Handles[H.V].Count, H.Index) : HandleNames[H.V];
}

/// NAME = VALUE, or the element of an array.
void RegionPrinter::assign(const std::string &Name, uint64_t Count, bool Scalars, const ExprP &Index,
                           const std::string &Value) {
  if (!Index) {
    line() << Name << " = " << Value << ";\n";
  } else if (!Scalars) {
    line() << "if (p_is_first(&p_e))\n";
    line() << "  " << Name << "[" << X(Index) << "] = " << Value << ";\n";
  } else if (Index->O == Expr::Const) {
    line() << pick(Name, Count, Index) << " = " << Value << ";\n";
  } else {
    line() << "{\n";
    line() << "  const ulong p_at = " << X(Index) << ";\n";
    for (uint64_t E = 0; E < Count; ++E)
      line() << formatv("  if (p_at == {1}) {0}_{1} = {2};\n", Name, E, Value);
    line() << "}\n";
  }
}

void RegionPrinter::assignVar(const Stmt &S, const std::string &Value) {
  const Variable &V = R.Vars[S.Var];
  assign(VarNames[S.Var], V.Count, V.IsArray && P.Arrays[S.Var] == Plan::ArrayForm::Scalars, S.Index, Value);
}

/// Whether there is one; its reasons.
bool RegionPrinter::barrierReasons(const Stmt &S) {
  auto It = P.Barriers.find(&S);
  if (It == P.Barriers.end())
    return false;
  for (const std::string &Why : It->second.Reasons)
    line() << "// barrier: " << Why << "\n";
  return true;
}

void RegionPrinter::barrier(const Stmt &S) {
  if (!barrierReasons(S))
    return;
  for (size_t I = 0; I < P.Rotations.size(); ++I)
    if (P.Rotations[I].Joins == &S) {
      line() << formatv("P_BARRIER_ANY(&{0}); // raised by a work-item?\n", CellNames[I]);
      return;
    }
  line() << "P_BARRIER();\n";
}

void RegionPrinter::bail(const std::string &If, const char *Reason, const SourceRange &At) {
  line();
  if (!If.empty())
    OS << "if (" << If << ") ";
  OS << "P_BAIL(" << Reason << ", " << At.Line << ");\n";
}

void RegionPrinter::link(std::vector<AccountLink> &Links) const {
  std::vector<size_t> Ends; // of lines
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == '\n')
      Ends.push_back(I);
  auto LineAt = [&](size_t Offset) { return unsigned(llvm::lower_bound(Ends, Offset) - Ends.begin() + 1); };
  for (const Piece &Pc : Pieces)
    Links.push_back({LineAt(Pc.Begin), LineAt(Pc.End - 1), Pc.From->Range, PhaseNumbers.lookup(Pc.From)});
}

void RegionPrinter::numberPhases(const StmtList &L) {
  for (const Stmt &S : L) {
    if (S.isPhase())
      PhaseNumbers.try_emplace(&S, PhaseNumbers.size() + 1);
    if (S.K == Stmt::Solo) // one phase
      continue;
    for (const StmtList *Inner : {&S.Before, &S.Next, &S.Body, &S.Else})
      numberPhases(*Inner);
  }
}

void RegionPrinter::statement(const Stmt &S) {
  const size_t Begin = OS.str().size(), N = Pieces.size();
  if (S.Range.valid())
    Pieces.push_back({Begin, Begin, &S});
  written(S);
  if (Pieces.size() > N && OS.str().size() > Begin)
    Pieces[N].End = OS.str().size();
  else if (Pieces.size() > N)
    Pieces.resize(N);
}

void RegionPrinter::written(const Stmt &S) {
  switch (S.K) {
  case Stmt::Assign: return assignVar(S, X.condition(S.E));
  case Stmt::AssignHandle:
    if (S.E)
      return makeBuffer(S);
    return assign(HandleNames[S.Var], R.Handles[S.Var].Count, true, S.Index, handle(S.H));
  case Stmt::SameHandle: return assignVar(S, formatv("p_id({0}) == p_id({1})", handle(S.H), handle(S.H2)));
  case Stmt::MakeKernel: return; // only the plan asks which arguments it has
  case Stmt::SetArg: return setArg(S);
  case Stmt::Launch: return launch(S);
  case Stmt::ReadBack: return readBack(S);
  case Stmt::Upload: return upload(S);
  case Stmt::Copy: return copy(S);
  case Stmt::Fill: return fill(S);
  case Stmt::If:
    line() << "if (" << X.condition(S.E) << ") { // " << where(S) << "\n";
    block(S.Body);
    if (!S.Else.empty()) {
      line() << "} else {\n";
      block(S.Else);
    }
    line() << "}\n";
    return;
  case Stmt::Loop: return loop(S);
  case Stmt::Block:
    line() << "{ // " << where(S) << "\n";
    block(S.Body);
    line() << "}\n";
    OS << "p_leave_" << S.Label << ":;\n";
    return;
  case Stmt::Leave:
    if (SoloEnd && !SoloLabels.count(S.Label))
      return soloLeave(S.Label);
    line() << "goto p_leave_" << S.Label << ";\n";
    return;
  case Stmt::Solo: return solo(S);
  case Stmt::Break: line() << "break;\n"; return;
  case Stmt::Continue: line() << "continue;\n"; return;
  case Stmt::Exit:
    HasExit = true;
    if (SoloEnd) {
      line() << "p_exit = " << S.ExitIndex << "; // " << where(S) << "\n";
      return soloLeave(0);
    }
    line() << "p_exit = " << S.ExitIndex << "; // " << where(S) << "\n";
    line() << "goto p_end;\n";
    return;
  case Stmt::Log: return log(S);
  case Stmt::Bail: {
    static const char *const Reasons[] = {"P_BAIL_PATH",   "P_BAIL_DIV0",    "P_BAIL_INDEX",    "P_BAIL_LENGTH",
                                          "P_BAIL_UNSEEN", "P_BAIL_THROW",   "P_BAIL_END",      "P_BAIL_CLEANUP",
                                          "P_BAIL_TRY",    "P_BAIL_EVENT",   "P_BAIL_NO_BYTES", "P_BAIL_NO_SIZE",
                                          "P_BAIL_FLAGS",  "P_BAIL_NO_TIMES"};
    static_assert(std::size(Reasons) == Stmt::NoTimes + 1);
    if (SoloEnd)
      return soloFail(S.E ? X.condition(S.E) : "1", Reasons[S.Why]);
    return bail(S.E ? X.condition(S.E) : "", Reasons[S.Why], S);
  }
  }
}

/// Every group counts, one work-item writes: the statement's number and how
/// many values follow, then these.
void RegionPrinter::log(const Stmt &S) {
  uint64_t Bytes = 8 * (1 + S.Values.size());
  comment(S, "the host performs this later");
  bail(formatv("p_log + {0} > p_log_room", Bytes), "P_BAIL_LOG", S);
  line() << "if (p_is_first(&p_e)) {\n";
  ++Depth;
  line() << formatv("p_log_at[p_log / 8] = {0:x+}ul;\n", uint64_t(S.Values.size()) << 32 | (S.Site + 1));
  for (size_t I = 0; I < S.Values.size(); ++I)
    line() << formatv("p_log_at[p_log / 8 + {0}] = (ulong){1};\n", I + 1, X.bits(S.Values[I]));
  --Depth;
  line() << "}\n";
  line() << formatv("p_log += {0};\n", Bytes);
}

void RegionPrinter::block(const StmtList &B) {
  ++Depth;
  list(B);
  --Depth;
}

bool RegionPrinter::onlyAssigns(const StmtList &B) {
  for (const Stmt &S : B)
    if (S.K != Stmt::Assign || S.Index)
      return false;
  return true;
}

void RegionPrinter::loop(const Stmt &S) {
  barrier(S);
  const bool Left = &S == P.Boundary.Loop; // after so many trips
  const std::string ForHost = Left && P.Boundary.ForHost ? X.condition(P.Boundary.ForHost) : "";
  auto Between = [&] {
    if (Left)
      line() << formatv("if ({0}p_trips == ~(ulong)0) p_exit = {1}; // left between two trips\n",
                        ForHost.empty() ? "" : "p_hosts || ", PERSISTIFY_BETWEEN);
  };
  if (!ForHost.empty())
    line() << "int p_hosts = 0; // the host runs the next trip\n";
  if (!S.TestLast && S.Before.empty() && onlyAssigns(S.Next)) {
    line() << "for (; " << (Left ? "p_trips-- != 0" : "")
           << (ForHost.empty() ? "" : " && !(p_hosts = (" + ForHost + ") != 0)") << (Left && S.E ? " && (" : "")
           << (S.E ? X.condition(S.E) : "") << (Left && S.E ? ")" : "") << ";";
    for (size_t I = 0; I < S.Next.size(); ++I)
      OS << (I ? ", " : " ") << VarNames[S.Next[I].Var] << " = " << X.condition(S.Next[I].E);
    OS << ") { // " << where(S) << "\n";
    block(S.Body);
    line() << "}\n";
    return Between();
  }
  // The step (and for do-while the test) at the head of all trips but the
  // first, so that `continue` means what it meant.
  std::string First = "p_first_" + std::to_string(NextLoop++);
  line() << "for (int " << First << " = 1;; " << First << " = 0) { // " << where(S) << "\n";
  ++Depth;
  bool Later = !S.Next.empty() || S.TestLast;
  if (Later) {
    line() << "if (!" << First << ") {\n";
    ++Depth;
  }
  auto Test = [&] {
    list(S.Before);
    if (S.E)
      line() << "if (!(" << X.condition(S.E) << "))\n", line() << "  break;\n";
  };
  list(S.Next);
  if (S.TestLast)
    Test();
  if (Later) {
    --Depth;
    line() << "}\n";
  }
  if (Left) // where the host is asked, too
    line() << "if (p_trips-- == 0)\n", line() << "  break;\n";
  if (!ForHost.empty())
    line() << "if ((p_hosts = (" << ForHost << ") != 0))\n", line() << "  break;\n";
  if (!S.TestLast)
    Test();
  list(S.Body);
  --Depth;
  line() << "}\n";
  Between();
}

void RegionPrinter::setArg(const Stmt &S) {
  int A = P.argOf(S.KernelSlot, S.ArgIndex);
  const PlanArg &Arg = P.Args[A];
  const std::string &N = ArgNames[A];
  const KernelParam &Param = *Arg.Param;
  if (Param.K == KernelParam::Kind::Buffer) {
    line() << N << " = " << handle(S.Arg.H) << ";\n";
  } else if (Param.K == KernelParam::Kind::Local) {
    bail((planted("bare-sizes") ? X.condition(S.Arg.Size) : X(S.Arg.Size)) + " == 0", "P_BAIL_LOCAL", S);
    line() << N << " = " << X(S.Arg.Size) << ";\n";
  } else {
    auto &Ps = S.Arg.Pieces;
    auto T = builtinType(Param.PhaseType);
    if (Ps.size() == 1 && T && Ps[0].Size == T->bytes() &&
        ((T->isInteger() && Ps[0].E->T.isInteger()) || *T == Ps[0].E->T)) {
      line() << N << " = (" << Own.theirs(Param.PhaseType) << ")" << X(Ps[0].E) << ";\n";
    } else {
      // Byte for byte, as clSetKernelArg copies them.
      line() << "{\n";
      ++Depth;
      line() << formatv("union {{ {0} p_value; uchar p_bytes[{1}]; } p_u;\n", Own.theirs(Param.PhaseType), Param.Size);
      if (Arg.Recorded)
        line() << "p_u.p_value = " << N << ";\n";
      for (const ArgValue::Piece &Pc : Ps) {
        line() << "{ ulong p_b = " << X.bits(Pc.E) << ";";
        for (unsigned I = 0; I < Pc.Size; ++I)
          OS << formatv(" p_u.p_bytes[{0}] = (uchar)(p_b >> {1});", Pc.Offset + I, I * 8);
        OS << " }\n";
      }
      line() << N << " = p_u.p_value;\n";
      --Depth;
      line() << "}\n";
    }
  }
  if (Arg.Set)
    line() << SetNames[A] << " = 1;\n";
}

/// Local memory of a group-stride phase: one piece of the arena each.
void RegionPrinter::arena(const Stmt &S, const KernelSummary &K, std::vector<std::string> &Args) {
  bool Any = !K.Locals.empty();
  for (const KernelParam &Prm : K.Params)
    Any |= Prm.K == KernelParam::Kind::Local;
  if (Any)
    line() << "ulong p_o = 0;\n";
  unsigned N = 0;
  auto Piece = [&](const std::string &Type, const std::string &Bytes, uint64_t Align) {
    std::string V = "p_l" + std::to_string(N++);
    line() << formatv("p_o = (p_o + {0}) & ~(ulong){0};\n", std::max<uint64_t>(Align, 1) - 1);
    line() << formatv("const ulong {0} = p_o;\n", V);
    line() << formatv("p_o += {0};\n", Bytes);
    return formatv("({0})(p_arena + {1})", Type, V).str();
  };
  for (size_t I = 0; I < K.Params.size(); ++I)
    if (K.Params[I].K == KernelParam::Kind::Local) {
      // The sum may wrap around: then one of them is larger than all that there is.
      const std::string &Bytes = ArgNames[P.argOf(S.KernelSlot, I)];
      line() << formatv("if ({0} > p_arena_size(&p_e)) P_BAIL_NEED(P_BAIL_ARENA, {1}, (uint){0});\n", Bytes,
                        S.Range.Line);
      Args[I] = Piece(Own.theirs(K.Params[I].PhaseType), Bytes, std::max<uint64_t>(K.Params[I].Align, 16));
    }
  for (const LocalVariable &V : K.Locals)
    Args.push_back(Piece(Own.theirs(V.PhaseType), std::to_string(V.Size), std::max<uint64_t>(V.Align, 16)));
  if (Any)
    line() << formatv("if (p_o > p_arena_size(&p_e)) P_BAIL_NEED(P_BAIL_ARENA, {0}, (uint)p_o);\n", S.Range.Line);
}

/// A launch's buffer \p Ptr, or the cell that stands for it now.
std::string RegionPrinter::argument(const Stmt &S, unsigned Param, std::string Ptr) {
  auto Turns = P.TurnArgs.find({&S, Param});
  if (Turns == P.TurnArgs.end())
    return Ptr;
  for (unsigned N : Turns->second) {
    const PlanRotation &Rot = P.Rotations[N];
    const PlanArg &Arg = P.Args[P.argOf(S.KernelSlot, Param)];
    if (Rot.Joins && !Arg.Set && Rot.Same.count(Arg.Entry))
      Ptr = "P_JOINED"; // that it is the flag was checked on entry
    else
      Ptr = formatv("p_turned({0}, p_ptr({1}), {2})", Ptr, entryVar(Rot.Entry), Rot.Joins ? "P_JOINED" : CellNames[N]);
  }
  return Ptr;
}

void RegionPrinter::launchable(const Stmt &S, const KernelSummary &K) {
  std::string Unset;
  for (unsigned I = 0; I < K.Params.size(); ++I)
    if (const PlanArg &A = P.Args[P.argOf(S.KernelSlot, I)]; A.Set && A.Recorded)
      Unset += formatv("{0}({1} & !{2})", Unset.empty() ? "" : " | ", UnsetNames[P.argOf(S.KernelSlot, I)],
                       SetNames[P.argOf(S.KernelSlot, I)]);
  if (!Unset.empty())
    bail(Unset, "P_BAIL_UNSET", S);
  if (K.ReqdLocalSize[0]) {
    std::string C;
    for (unsigned I = 0; I < 3; ++I) {
      std::string Have = I < S.Dim && S.HasLocal ? X(S.Local[I]) : "1ul";
      C += (I ? " || " : "") + Have + " != " + std::to_string(K.ReqdLocalSize[I]) + "ul";
    }
    bail(S.HasLocal ? C : "1", "P_BAIL_LOCAL", S);
  }
}

/// Sizes or offsets of a launch in \p Dim dimensions, each behind a comma.
std::string RegionPrinter::three(unsigned Dim, const ExprP (&V)[3], const char *Default) {
  std::string T;
  for (unsigned I = 0; I < 3; ++I)
    T += ", " + (I < Dim && V[I] ? X(V[I]) : std::string(Default));
  return T;
}

std::string RegionPrinter::range(const Stmt &S, llvm::StringRef Suffix) {
  if (auto It = P.RangeOf.find(&S); It != P.RangeOf.end()) {
    std::string Name = "p_r_" + std::to_string(It->second + 1);
    if (P.Ranges[It->second].Kept)
      line() << formatv("P_USE_KEPT({0}, {1}, {2}, {3});\n", Name, S.Dim, S.Offset[0] ? 1 : 0, S.Range.Line);
    else
      line() << formatv("P_USE_RANGE({0}, {1});\n", Name, S.Range.Line);
    return Name;
  }
  line() << formatv("p_range p_r{0};\n", Suffix);
  line() << formatv("const uint p_ok{7} = p_range_make(&p_e, &p_r{7}, {0}{1}{2}{3}, {4}, {5}, {6});\n", S.Dim,
                    three(S.Dim, S.Offset, "0"), three(S.Dim, S.Global, "1"), three(S.Dim, S.Local, "1"),
                    S.HasLocal ? 1 : 0, limit(S, S.KernelSlot), zeroSkips(S), Suffix);
  line() << formatv("if (p_ok{0} > P_RANGE_SKIP) P_BAIL(p_ok{0}, {1});\n", Suffix, S.Range.Line);
  return ("p_r" + Suffix).str();
}

std::vector<std::string> RegionPrinter::arguments(const Stmt &S, const KernelSummary &K) {
  std::vector<std::string> Args(K.Params.size());
  for (size_t I = 0; I < K.Params.size(); ++I) {
    const std::string &N = ArgNames[P.argOf(S.KernelSlot, I)];
    if (K.Params[I].K == KernelParam::Kind::Buffer)
      Args[I] = "(" + Own.theirs(K.Params[I].PhaseType) + ")" + argument(S, I, "p_ptr(" + N + ")");
    else
      Args[I] = N;
  }
  return Args;
}

void RegionPrinter::callPhase(const KernelSummary &K, const std::vector<std::string> &Args) {
  line() << "  " << K.phaseFunction() << "(";
  for (const std::string &A : Args)
    OS << A << ", ";
  OS << "p_v);\n";
}

void RegionPrinter::forItems(const Stmt &Head, llvm::StringRef Range, llvm::ArrayRef<const Stmt *> All) {
  if (!P.Bounded.count(&Head)) {
    line() << "P_FOR_ITEMS(p_v, " << Range << ")";
    return;
  }
  std::string Bound; // the greatest one
  for (const Stmt *S : All) {
    const KernelSummary &K = *P.Kernels[S->KernelSlot];
    const std::vector<std::string> Args = arguments(*S, K);
    const ItemBound &B = *K.Bounds[S->Dim - 1];
    std::string One = Own.theirs(B.Text[0]);
    for (size_t I = 0; I < B.Params.size(); ++I)
      One += Args[B.Params[I]] + Own.theirs(B.Text[I + 1]);
    One = formatv("{0}({1}, {2})", B.Unsigned ? "p_bound_u" : "p_bound", One, B.Inclusive ? 1 : 0);
    Bound = Bound.empty() ? One : extreme("max", Bound, One);
  }
  // From 2^31 on, which only an offset leads to, ids may be negative for a kernel, and are above any bound: all run.
  if (const ExprP &From = Head.Offset[Head.Dim - 1];
      From && !(From->O == Expr::Const && !From->Bits) && !planted("near-offsets"))
    Bound = formatv("{0} + {1} > (1ul << 31) ? 0xffffffffu : {2}", X(From), X(Head.Global[Head.Dim - 1]), Bound);
  // Nobody counts on a work-item's resident one.
  const int Anew = P.SameIndex.empty();
  line() << "P_FOR_ITEMS_BELOW(p_v, " << Range << ", " << Bound << ", " << Anew << ")";
}

void RegionPrinter::note(const std::string &Buffer) {
  if (L.Noted)
    line() << formatv("p_note(&p_e, &p_in->p_noted, &p_noted, {0});\n", Buffer);
}

void RegionPrinter::noteWrites(const Stmt &S, const KernelSummary &K) {
  for (unsigned I = 0; I < K.Params.size(); ++I)
    if (K.Params[I].K == KernelParam::Kind::Buffer && K.Params[I].Use.Writes)
      note(ArgNames[P.argOf(S.KernelSlot, I)]);
}

void RegionPrinter::launch(const Stmt &S) {
  const KernelSummary &K = *P.Kernels[S.KernelSlot];
  comment(S, Own.theirs(K.Name));
  line() << "{\n";
  ++Depth;
  launchable(S, K);
  const std::string Range = range(S);
  const bool Waits = !K.Waits.empty(); // the walk begins with a barrier of its own kind
  if (!Waits)
    barrier(S);
  std::vector<std::string> Args = arguments(S, K);
  bool Groups = K.Sched == Schedule::GroupStride;
  if (Groups)
    arena(S, K, Args);
  noteWrites(S, K);
  if (!K.OwnBarrier.empty()) {
    meeting(S, K);
  } else if (Waits) {
    barrierReasons(S);
    line() << formatv("P_FOR_RESIDENT(p_v, p_r, {0}, {1}, {2})\n", P.UniformLocal ? 1 : 0, S.Range.Line,
                      R.Kernels[S.KernelSlot].Slot);
  } else if (Groups && P.RangeOf.count(&S)) {
    line() << "P_WALK_GROUPS(p_v, " << Range << ")\n";
  } else if (Groups) {
    line() << "P_FOR_GROUPS(p_v, p_r, " << (P.UniformLocal ? 1 : 0) << ")\n";
  } else {
    forItems(S, Range, {&S});
    OS << "\n";
  }
  callPhase(K, Args);
  line() << "P_PHASE_END();\n";
  --Depth;
  line() << "}\n";
}

void RegionPrinter::merged(const Stmt &Head, llvm::ArrayRef<const Stmt *> Others) {
  std::vector<const Stmt *> All = {&Head};
  llvm::append_range(All, Others);
  const size_t N = Pieces.size(), Begin = OS.str().size();
  Pieces.push_back({Begin, Begin, &Head});
  auto From = [&](const Stmt *S, llvm::function_ref<void()> Write) {
    const size_t Begin = OS.str().size();
    Write();
    Pieces.push_back({Begin, OS.str().size(), S});
  };
  for (const Stmt *S : All)
    From(S, [&] { comment(*S, Own.theirs(P.Kernels[S->KernelSlot]->Name)); });
  line() << "{ // in one loop: the same work-items, and no barrier between them\n";
  ++Depth;
  for (const Stmt *S : All)
    launchable(*S, *P.Kernels[S->KernelSlot]);
  const std::string Range = range(Head); // the same for all
  auto Fixed = P.RangeOf.find(&Head);
  for (size_t I = 1; I < All.size(); ++I) {
    auto It = P.RangeOf.find(All[I]);
    if (It == P.RangeOf.end() || Fixed == P.RangeOf.end() || It->second != Fixed->second)
      range(*All[I], std::to_string(I + 1));
  }
  barrier(Head);
  for (const Stmt *S : All)
    noteWrites(*S, *P.Kernels[S->KernelSlot]);
  forItems(Head, Range, All);
  OS << " {\n";
  for (const Stmt *S : All) {
    const KernelSummary &K = *P.Kernels[S->KernelSlot];
    From(S, [&] { callPhase(K, arguments(*S, K)); });
  }
  line() << "}\n";
  line() << "P_PHASE_END();\n";
  --Depth;
  line() << "}\n";
  Pieces[N].End = OS.str().size();
}

/// A phase whose kernel's own barrier is replaced.
void RegionPrinter::meeting(const Stmt &S, const KernelSummary &K) {
  line() << formatv("P_GROUPS_READY(p_r, {0});\n", P.UniformLocal ? 1 : 0);
  for (unsigned M : K.BarrierMemory)
    for (unsigned I = 0; I < K.Params.size(); ++I)
      if (K.Params[I].K == KernelParam::Kind::Buffer && I != M && (I > M || !llvm::is_contained(K.BarrierMemory, I)))
        bail(formatv("p_meets({0}, {1})", ArgNames[P.argOf(S.KernelSlot, M)], ArgNames[P.argOf(S.KernelSlot, I)]),
             "P_BAIL_MEET", S);
  for (unsigned I : K.BarrierCounts)
    bail(formatv("(uint){0} != p_range_groups(&p_r)", ArgNames[P.argOf(S.KernelSlot, I)]), "P_BAIL_MEET", S);
  barrierReasons(S);
  line() << formatv("P_FOR_MEETING(p_v, p_r, {0}, {1}, {2})\n", K.FewerGroups ? 1 : 0, S.Range.Line,
                    R.Kernels[S.KernelSlot].Slot);
}

std::string persistify::emitRegionKernel(const Plan &P, const StateLayout &L, llvm::StringRef Entry,
                                         std::vector<AccountLink> *Links) {
  std::string Text = RegionPrinter(P, L, Entry).run(Links);
  LLVM_DEBUG(llvm::dbgs() << "kernel " << Entry << ": " << llvm::StringRef(Text).count('\n') << " lines, "
                          << llvm::StringRef(Text).count("P_BARRIER") << " barriers\n");
  return Text;
}
