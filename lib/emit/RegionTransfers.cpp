//===- RegionTransfers.cpp - transfers as phases -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads, writes, copies and fills of buffers, and loops of a single work-item.
//
//===----------------------------------------------------------------------===//
#include "RegionPrinter.h"
#include "persistify/Planted.h"
#include "llvm/ADT/StringExtras.h"

using namespace persistify;
using namespace persistify::emit;
using llvm::formatv;

static void each(const StmtList &L, llvm::function_ref<void(const Stmt &)> F) {
  for (const Stmt &S : L) {
    F(S);
    for (const StmtList *Inner : {&S.Before, &S.Next, &S.Body, &S.Else})
      each(*Inner, F);
  }
}

std::string RegionPrinter::pointer(const Handle &H, const ExprP &Offset, const Stmt *Of) {
  auto Turns = P.TurnReads.find(Of);
  std::string T = Turns != P.TurnReads.end() ? Names.Cells[Turns->second] : "p_ptr(" + X.handle(H) + ")";
  if (Offset->O == Expr::Const && Offset->Bits == 0)
    return T;
  return T + " + " + X(Offset);
}

/// Handle number of a mirror, -1 for a buffer of the program.
int RegionPrinter::mirror(const Handle &H) {
  if (H.K == Handle::Var && R.Handles[H.V].Mirror)
    for (size_t E = 0; E < P.Entries.size(); ++E)
      if (P.Entries[E].HandleVar == int(H.V))
        return int(E);
  return -1;
}

/// Bytes [Offset, Offset + Size) must be inside: a buffer's by the rules of the
/// API, a mirror's or it must grow.
void RegionPrinter::inside(const Stmt &S, const Handle &H, const ExprP &Offset, const std::string &Size) {
  check(S, H, Offset, Size, "!p_in_range");
}

void RegionPrinter::check(const Stmt &S, const Handle &H, const ExprP &Offset, const std::string &Size,
                          const char *Fails) {
  std::string C = formatv("{0}({1}, {2}, {3})", Fails, X.handle(H), X(Offset), Size).str();
  int M = mirror(H);
  std::string Need = M < 0 ? "" : X(Offset) + " + " + Size;
  if (SoloEnd) {
    soloFail(C, M < 0 ? "P_BAIL_RANGE" : "P_BAIL_MIRROR", M, Need);
  } else if (M < 0) {
    Out.bail(C, "P_BAIL_RANGE", S);
  } else {
    Out.line() << "if (" << C << ") P_BAIL_MORE(P_BAIL_MIRROR, " << S.Range.Line << ", " << M << ", " << Need << ");\n";
  }
}

/// A new buffer in memory that the runtime made, if that is large enough.
void RegionPrinter::makeBuffer(const Stmt &S) {
  Out.comment(S, S.What);
  Out.line() << "{\n";
  Out.indent();
  Out.line() << "const ulong p_n = " << X(S.E) << ";\n";
  Out.bail("p_n == 0", "P_BAIL_SIZE", S);
  Out.line() << formatv("if (!p_in_range({0}, 0, p_n)) P_BAIL_MORE(P_BAIL_MIRROR, {1}, {2}, p_n);\n", X.handle(S.H),
                        S.Range.Line, mirror(S.H));
  Out.line() << formatv("{0} = p_buf_make(p_ptr({1}), p_id({1}), p_n);\n", Names.Handles[S.Var], X.handle(S.H));
  Out.outdent();
  Out.line() << "}\n";
}

/// Leaves a solo loop with a reason to give up.
void RegionPrinter::soloFail(const std::string &If, const char *Reason, int Mirror, const std::string &Need) {
  Out.line() << "if (" << If << ") { p_why = " << Reason << ";";
  if (!Need.empty())
    Out.more() << " p_which = " << Mirror << "; p_need = " << Need << ";";
  Out.more() << " goto p_solo_" << SoloEnd << "; }\n";
}

/// Leaves a solo loop for the end of a block around it, or (0) of the region.
void RegionPrinter::soloLeave(unsigned Label) {
  SoloTargets.insert(Label);
  Out.line() << "{ p_to = " << Label + 1 << "; goto p_solo_" << SoloEnd << "; }\n";
}

void RegionPrinter::solo(const Stmt &S) {
  Out.comment(S, "by one work-item of each group");
  Out.barrier(S);
  Out.line() << "{\n";
  Out.indent();
  Out.line() << "uint p_why = 0, p_which = 0, p_to = 0;\n";
  Out.line() << "ulong p_need = 0;\n";
  Out.line() << "if (P_STEADY(p_e.lid) == 0) {\n";
  SoloEnd = NextSolo++;
  SoloLabels.clear();
  SoloTargets.clear();
  innerLabels(S.Body);
  block(S.Body);
  Out.line() << "p_solo_" << SoloEnd << ":;\n";
  SoloEnd = 0;
  Out.line() << "}\n";
  Out.line() << "p_why = (uint)p_share(&p_e, p_why);\n";
  Out.line() << "if (p_why) P_BAIL_MORE(p_why, " << S.Range.Line << ", p_which, p_need);\n";
  for (unsigned V : P.Shared.at(&S))
    Out.line() << Names.Vars[V] << " = "
               << fromBits(R.Vars[V].T, formatv("p_share(&p_e, {0})", bitsOf(R.Vars[V].T, Names.Vars[V]))) << ";\n";
  if (!SoloTargets.empty())
    Out.line() << "p_to = (uint)p_share(&p_e, p_to);\n";
  if (SoloTargets.count(0))
    Out.line() << "p_exit = (int)p_share(&p_e, (ulong)p_exit);\n";
  for (unsigned To : SoloTargets)
    Out.line() << "if (p_to == " << To + 1 << ") goto " << (To ? "p_leave_" + std::to_string(To) : "p_end") << ";\n";
  Out.outdent();
  Out.line() << "}\n";
}

void RegionPrinter::innerLabels(const StmtList &L) {
  each(L, [&](const Stmt &S) {
    if (S.K == Stmt::Block)
      SoloLabels.insert(S.Label);
  });
}

void RegionPrinter::readBack(const Stmt &S) {
  if (SoloEnd) {
    inside(S, S.H, S.Offset[0], std::to_string(S.Size));
    Out.line() << Names.Vars[S.Var] << " = "
               << fromBits(R.Vars[S.Var].T, formatv("p_peek({0}, {1})", pointer(S.H, S.Offset[0]), S.Size)) << ";\n";
    return;
  }
  Out.comment(S, S.What + " -> " + Names.Vars[S.Var]);
  inside(S, S.H, S.Offset[0], std::to_string(S.Size));
  Out.barrier(S);
  const Variable &V = R.Vars[S.Var];
  if (auto Turn = P.TurnReads.find(&S); Turn != P.TurnReads.end() && P.Rotations[Turn->second].Joins)
    return assignVar(S, fromBits(V.T, joined(Turn->second)));
  auto Fetch = [&](unsigned Bytes, unsigned At) {
    std::string From = pointer(S.H, S.Offset[0], &S);
    return formatv("p_fetch{0}(&p_e, {1})", Bytes, At ? From + " + " + std::to_string(At) : From).str();
  };
  std::string Value;
  if (S.Size == V.T.bytes()) {
    Value = fromBits(V.T, Fetch(S.Size, 0));
  } else {
    // Fewer bytes than the variable has: the others keep their value.
    std::string Bits = X.variable(S.Var, S.Index);
    if (!planted("bytes-of-floats"))
      Bits = bitsOf(V.T, Bits);
    Bits = formatv("(ulong){0} & ~{1:x+}ul", Bits, (uint64_t(1) << (S.Size * 8)) - 1);
    for (unsigned I = 0; I < S.Size; ++I)
      Bits += formatv(" | (ulong){0} << {1}", Fetch(1, I), I * 8);
    Value =
        planted("bytes-of-floats") ? formatv("({0})({1})", typeName(V.T), Bits).str() : fromBits(V.T, "(" + Bits + ")");
  }
  if (!S.Index)
    return assignVar(S, Value);
  // Everybody takes part in the read, whoever stores it.
  Out.line() << "{\n";
  Out.indent();
  Out.line() << "const " << typeName(V.T) << " p_got = " << Value << ";\n";
  assignVar(S, "p_got");
  Out.outdent();
  Out.line() << "}\n";
}

/// Host arrays of unknown size that the region only writes, one element after the other (a
/// history, say): it runs to its end without those for which there is no room, and then
/// once more with all of them.
void RegionPrinter::findCounted() {
  std::set<unsigned> Others;
  auto Uses = [&](const Handle &H) {
    if (H.K == Handle::Var)
      Others.insert(H.V);
  };
  each(R.Body, [&](const Stmt &S) {
    const bool Element = S.K == Stmt::Upload;
    if (Element && S.H.K == Handle::Var && mirror(S.H) >= 0 && !R.Slots[R.Handles[S.H.V].Slot].Size)
      Counted.insert(S.H.V);
    else
      Uses(S.H);
    Uses(S.H2);
    if (S.K == Stmt::Solo)
      each(S.Body, [&](const Stmt &In) { Uses(In.H); });
  });
  for (unsigned V : Others)
    Counted.erase(V);
}

void RegionPrinter::upload(const Stmt &S) {
  Out.comment(S, S.What);
  const bool Counts = Counted.count(S.H.V) && S.H.K == Handle::Var;
  if (!Counts)
    inside(S, S.H, S.Offset[0], std::to_string(S.Size));
  if (P.Turns.count(&S))
    return turn(S);
  Out.barrier(S);
  State.note(Out, X.handle(S.H));
  std::string To = pointer(S.H, S.Offset[0]);
  std::string Fits = formatv("p_in_range({0}, {1}, {2})", X.handle(S.H), X(S.Offset[0]), S.Size);
  if (Counts) {
    std::string Most = Names.Needs[S.H.V];
    Out.line() << formatv("if (!{0}) {1} = {2};\n", Fits, Most,
                          X.extreme("max", Most, formatv("(ulong)({0} + {1})", X(S.Offset[0]), S.Size)));
  }
  Out.line() << (Counts ? "if (p_is_first(&p_e) && " + Fits + ") {\n" : "if (p_is_first(&p_e)) {\n");
  Out.indent();
  if (S.Size == 1 || S.Size == 2 || S.Size == 4 || S.Size == 8)
    Out.line() << formatv("p_put{0}({1}, {2});\n", S.Size, To, X.bits(S.Value));
  else
    for (unsigned I = 0; I < S.Size; ++I)
      Out.line() << formatv("p_put1({0} + {1}, (uint)((ulong){2} >> {3}));\n", To, I, X.bits(S.Value), I * 8);
  Out.outdent();
  Out.line() << "}\n";
  Out.line() << "P_PHASE_END();\n";
}

/// Opens a block for a transfer of S.E bytes: nothing for size 0 if the
/// program ignores the error that the call would return.
void RegionPrinter::openSized(const Stmt &S) {
  Out.comment(S, S.What);
  Out.line() << "{\n";
  Out.indent();
  Out.line() << "const ulong p_n = " << X(S.E) << ";\n";
  if (!S.StatusIgnored)
    Out.bail("p_n == 0", "P_BAIL_SIZE", S);
}

void RegionPrinter::closeSized() {
  Out.line() << "P_PHASE_END();\n";
  Out.outdent();
  Out.line() << "}\n";
}

void RegionPrinter::copy(const Stmt &S) {
  openSized(S);
  outside(S, S.H, S.Offset[0]);
  outside(S, S.H2, S.Offset[1]);
  if (mirror(S.H) == mirror(S.H2)) // no mirrors, or the same one
    Out.bail(formatv("p_overlap({0}, {1}, p_n)", pointer(S.H, S.Offset[0]), pointer(S.H2, S.Offset[1])),
             "P_BAIL_OVERLAP", S);
  Out.barrier(S);
  State.note(Out, X.handle(S.H2));
  Out.line() << formatv("p_copy(&p_e, {0}, {1}, p_n);\n", pointer(S.H2, S.Offset[1]), pointer(S.H, S.Offset[0]));
  closeSized();
}

void RegionPrinter::fill(const Stmt &S) {
  openSized(S);
  outside(S, S.H, S.Offset[0]);
  Out.bail(formatv("((({0}) | p_n) % {1}) & -(ulong)(p_n != 0)", X(S.Offset[0]), S.Size), "P_BAIL_PATTERN", S);
  if (P.Turns.count(&S)) {
    turn(S);
    Out.outdent();
    Out.line() << "}\n";
    return;
  }
  Out.barrier(S);
  State.note(Out, X.handle(S.H));
  Out.line() << formatv("p_fill(&p_e, {0}, {1}, {2}, p_n);\n", pointer(S.H, S.Offset[0]), X.bits(S.Value), S.Size);
  closeSized();
}
