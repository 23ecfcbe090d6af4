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
    Out.from(Head, [&] { Launches.merged(Head, It->second); });
  }
}

/// NAME = VALUE, or the element of an array.
void RegionPrinter::assign(const std::string &Name, uint64_t Count, bool Scalars, const ExprP &Index,
                           const std::string &Value) {
  if (!Index) {
    Out.line() << Name << " = " << Value << ";\n";
  } else if (!Scalars) {
    Out.line() << "if (p_is_first(&p_e))\n";
    Out.line() << "  " << Name << "[" << X(Index) << "] = " << Value << ";\n";
  } else if (Index->O == Expr::Const) {
    Out.line() << X.pick(Name, Count, Index) << " = " << Value << ";\n";
  } else {
    Out.line() << "{\n";
    Out.line() << "  const ulong p_at = " << X(Index) << ";\n";
    for (uint64_t E = 0; E < Count; ++E)
      Out.line() << formatv("  if (p_at == {1}) {0}_{1} = {2};\n", Name, E, Value);
    Out.line() << "}\n";
  }
}

void RegionPrinter::assignVar(const Stmt &S, const std::string &Value) {
  const Variable &V = R.Vars[S.Var];
  assign(Names.Vars[S.Var], V.Count, V.IsArray && P.Arrays[S.Var] == Plan::ArrayForm::Scalars, S.Index, Value);
}

void RegionPrinter::statement(const Stmt &S) {
  if (!S.Range.valid())
    return written(S);
  Out.from(S, [&] { written(S); });
}

void RegionPrinter::written(const Stmt &S) {
  switch (S.K) {
  case Stmt::Assign: return assignVar(S, X.condition(S.E));
  case Stmt::AssignHandle:
    if (S.E)
      return makeBuffer(S);
    return assign(Names.Handles[S.Var], R.Handles[S.Var].Count, true, S.Index, X.handle(S.H));
  case Stmt::SameHandle: return assignVar(S, formatv("p_id({0}) == p_id({1})", X.handle(S.H), X.handle(S.H2)));
  case Stmt::MakeKernel: return; // only the plan asks which arguments it has
  case Stmt::SetArg: return setArg(S);
  case Stmt::Launch: return Launches.launch(S);
  case Stmt::ReadBack: return readBack(S);
  case Stmt::Upload: return upload(S);
  case Stmt::Copy: return copy(S);
  case Stmt::Fill: return fill(S);
  case Stmt::If:
    Out.line() << "if (" << X.condition(S.E) << ") { // " << Out.where(S.Range) << "\n";
    block(S.Body);
    if (!S.Else.empty()) {
      Out.line() << "} else {\n";
      block(S.Else);
    }
    Out.line() << "}\n";
    return;
  case Stmt::Loop: return loop(S);
  case Stmt::Block:
    Out.line() << "{ // " << Out.where(S.Range) << "\n";
    block(S.Body);
    Out.line() << "}\n";
    Out.more() << "p_leave_" << S.Label << ":;\n";
    return;
  case Stmt::Leave:
    if (SoloEnd && !SoloLabels.count(S.Label))
      return soloLeave(S.Label);
    Out.line() << "goto p_leave_" << S.Label << ";\n";
    return;
  case Stmt::Solo: return solo(S);
  case Stmt::Break: Out.line() << "break;\n"; return;
  case Stmt::Continue: Out.line() << "continue;\n"; return;
  case Stmt::Exit:
    HasExit = true;
    if (SoloEnd) {
      Out.line() << "p_exit = " << S.ExitIndex << "; // " << Out.where(S.Range) << "\n";
      return soloLeave(0);
    }
    Out.line() << "p_exit = " << S.ExitIndex << "; // " << Out.where(S.Range) << "\n";
    Out.line() << "goto p_end;\n";
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
    return Out.bail(S.E ? X.condition(S.E) : "", Reasons[S.Why], S);
  }
  }
}

/// Every group counts, one work-item writes: the statement's number and how
/// many values follow, then these.
void RegionPrinter::log(const Stmt &S) {
  uint64_t Bytes = 8 * (1 + S.Values.size());
  Out.comment(S, "the host performs this later");
  Out.bail(formatv("p_log + {0} > p_log_room", Bytes), "P_BAIL_LOG", S);
  Out.line() << "if (p_is_first(&p_e)) {\n";
  Out.indent();
  Out.line() << formatv("p_log_at[p_log / 8] = {0:x+}ul;\n", uint64_t(S.Values.size()) << 32 | (S.Site + 1));
  for (size_t I = 0; I < S.Values.size(); ++I)
    Out.line() << formatv("p_log_at[p_log / 8 + {0}] = (ulong){1};\n", I + 1, X.bits(S.Values[I]));
  Out.outdent();
  Out.line() << "}\n";
  Out.line() << formatv("p_log += {0};\n", Bytes);
}

void RegionPrinter::block(const StmtList &B) {
  Out.indent();
  list(B);
  Out.outdent();
}

bool RegionPrinter::onlyAssigns(const StmtList &B) {
  for (const Stmt &S : B)
    if (S.K != Stmt::Assign || S.Index)
      return false;
  return true;
}

void RegionPrinter::loop(const Stmt &S) {
  Out.barrier(S);
  const bool Left = &S == P.Boundary.Loop; // after so many trips
  const std::string ForHost = Left && P.Boundary.ForHost ? X.condition(P.Boundary.ForHost) : "";
  auto Between = [&] {
    if (Left)
      Out.line() << formatv("if ({0}p_trips == ~(ulong)0) p_exit = {1}; // left between two trips\n",
                            ForHost.empty() ? "" : "p_hosts || ", PERSISTIFY_BETWEEN);
  };
  if (!ForHost.empty())
    Out.line() << "int p_hosts = 0; // the host runs the next trip\n";
  if (!S.TestLast && S.Before.empty() && onlyAssigns(S.Next)) {
    Out.line() << "for (; " << (Left ? "p_trips-- != 0" : "")
               << (ForHost.empty() ? "" : " && !(p_hosts = (" + ForHost + ") != 0)") << (Left && S.E ? " && (" : "")
               << (S.E ? X.condition(S.E) : "") << (Left && S.E ? ")" : "") << ";";
    for (size_t I = 0; I < S.Next.size(); ++I)
      Out.more() << (I ? ", " : " ") << Names.Vars[S.Next[I].Var] << " = " << X.condition(S.Next[I].E);
    Out.more() << ") { // " << Out.where(S.Range) << "\n";
    block(S.Body);
    Out.line() << "}\n";
    return Between();
  }
  // The step (and for do-while the test) at the head of all trips but the
  // first, so that `continue` means what it meant.
  std::string First = "p_first_" + std::to_string(NextLoop++);
  Out.line() << "for (int " << First << " = 1;; " << First << " = 0) { // " << Out.where(S.Range) << "\n";
  Out.indent();
  bool Later = !S.Next.empty() || S.TestLast;
  if (Later) {
    Out.line() << "if (!" << First << ") {\n";
    Out.indent();
  }
  auto Test = [&] {
    list(S.Before);
    if (S.E)
      Out.line() << "if (!(" << X.condition(S.E) << "))\n", Out.line() << "  break;\n";
  };
  list(S.Next);
  if (S.TestLast)
    Test();
  if (Later) {
    Out.outdent();
    Out.line() << "}\n";
  }
  if (Left) // where the host is asked, too
    Out.line() << "if (p_trips-- == 0)\n", Out.line() << "  break;\n";
  if (!ForHost.empty())
    Out.line() << "if ((p_hosts = (" << ForHost << ") != 0))\n", Out.line() << "  break;\n";
  if (!S.TestLast)
    Test();
  list(S.Body);
  Out.outdent();
  Out.line() << "}\n";
  Between();
}

void RegionPrinter::setArg(const Stmt &S) {
  int A = P.argOf(S.KernelSlot, S.ArgIndex);
  const PlanArg &Arg = P.Args[A];
  const std::string &N = Names.Args[A];
  const KernelParam &Param = *Arg.Param;
  if (Param.K == KernelParam::Kind::Buffer) {
    Out.line() << N << " = " << X.handle(S.Arg.H) << ";\n";
  } else if (Param.K == KernelParam::Kind::Local) {
    Out.bail((planted("bare-sizes") ? X.condition(S.Arg.Size) : X(S.Arg.Size)) + " == 0", "P_BAIL_LOCAL", S);
    Out.line() << N << " = " << X(S.Arg.Size) << ";\n";
  } else {
    auto &Ps = S.Arg.Pieces;
    auto T = builtinType(Param.PhaseType);
    if (Ps.size() == 1 && T && Ps[0].Size == T->bytes() &&
        ((T->isInteger() && Ps[0].E->T.isInteger()) || *T == Ps[0].E->T)) {
      Out.line() << N << " = (" << Names.Own.theirs(Param.PhaseType) << ")" << X(Ps[0].E) << ";\n";
    } else {
      // Byte for byte, as clSetKernelArg copies them.
      Out.line() << "{\n";
      Out.indent();
      Out.line() << formatv("union {{ {0} p_value; uchar p_bytes[{1}]; } p_u;\n", Names.Own.theirs(Param.PhaseType),
                            Param.Size);
      if (Arg.Recorded)
        Out.line() << "p_u.p_value = " << N << ";\n";
      else if (!planted("gaps-in-arguments")) // most programs set them to zero once, and kernels may copy them
        for (const unsigned I : S.Arg.gaps(Param.Size))
          Out.line() << formatv("p_u.p_bytes[{0}] = 0;\n", I);
      for (const ArgValue::Piece &Pc : Ps) {
        Out.line() << "{ ulong p_b = " << X.bits(Pc.E) << ";";
        for (unsigned I = 0; I < Pc.Size; ++I)
          Out.more() << formatv(" p_u.p_bytes[{0}] = (uchar)(p_b >> {1});", Pc.Offset + I, I * 8);
        Out.more() << " }\n";
      }
      Out.line() << N << " = p_u.p_value;\n";
      Out.outdent();
      Out.line() << "}\n";
    }
  }
  if (Arg.Set)
    Out.line() << Names.ArgSet[A] << " = 1;\n";
}

std::string persistify::emitRegionKernel(const Plan &P, const StateLayout &L, llvm::StringRef Entry,
                                         std::vector<AccountLink> *Links) {
  std::string Text = RegionPrinter(P, L, Entry).run(Links);
  LLVM_DEBUG(llvm::dbgs() << "kernel " << Entry << ": " << llvm::StringRef(Text).count('\n') << " lines, "
                          << llvm::StringRef(Text).count("P_BARRIER") << " barriers\n");
  return Text;
}
