//===- Descriptor.cpp - the region as the host runtime sees it -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Containment.h"
#include "persistify/Emit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace persistify;
using llvm::formatv;

std::string persistify::emitStringLiteral(llvm::StringRef Text) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  Text.split(Lines, '\n');
  if (!Lines.empty() && Lines.back().empty())
    Lines.pop_back();
  for (llvm::StringRef L : Lines) {
    OS << "    \"";
    for (unsigned char C : L) {
      if (C == '"' || C == '\\')
        OS << '\\' << C;
      else if (C == '?') // no trigraphs
        OS << "\\?";
      else if (C == '\t')
        OS << "\\t";
      else if (C < 32 || C >= 127)
        OS << formatv("\\{0}{1}{2}", C >> 6, (C >> 3) & 7, C & 7);
      else
        OS << C;
    }
    OS << "\\n\"\n";
  }
  if (Lines.empty())
    OS << "    \"\"\n";
  return Out;
}

static std::string quoted(llvm::StringRef S) {
  std::string Out = "\"";
  for (char C : S) {
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out + "\"";
}

namespace {
/// First guess for a __local argument whose size only the device computes.
constexpr uint64_t UnknownLocalBytes = 4096;

const char *slotFlags(bool In, bool Out, bool Owned) {
  if (!Out)
    return "PERSISTIFY_IN";
  if (Owned)
    return In ? "PERSISTIFY_IN | PERSISTIFY_OUT | PERSISTIFY_OWNED" : "PERSISTIFY_OUT | PERSISTIFY_OWNED";
  return In ? "PERSISTIFY_IN | PERSISTIFY_OUT" : "PERSISTIFY_OUT";
}

/// A static const table, or NULL and 0 for an empty one (C has no empty arrays).
struct Table {
  std::string Name, Text;
  unsigned Rows = 0;
  Table(const char *Type, std::string N) : Name(std::move(N)) {
    Text = formatv("static const {0} {1}[] = {{\n", Type, Name);
  }
  void row(const std::string &R) {
    Text += "    {" + R + "},\n";
    ++Rows;
  }
  std::string definition() const { return Rows ? Text + "};\n" : ""; }
  std::string use() const { return Rows ? Name + ", " + std::to_string(Rows) : "PERSISTIFY_NULL, 0"; }
};

/// What PERSISTIFY=verify needs to know of an array: see PERSISTIFY_ELEMENT_BYTES.
std::string element(const ScalarType &T) {
  std::string Bytes = std::to_string(T.bytes());
  return T.K == ScalarType::Float    ? Bytes + " | PERSISTIFY_FLOATING"
         : T.K == ScalarType::Signed ? Bytes + " | PERSISTIFY_SIGNED"
                                     : Bytes;
}

/// The same for a buffer, from the type of a pointer parameter, without the name;
/// empty for what is no built-in scalar or vector.
std::string element(llvm::StringRef PointerType) {
  auto [Pointee, Behind] = PointerType.split('*');
  llvm::SmallVector<llvm::StringRef, 8> Words;
  Pointee.split(Words, ' ', -1, false);
  static const llvm::StringRef Qualifiers[] = {"const", "volatile", "__global", "__constant"};
  llvm::erase_if(Words, [](llvm::StringRef W) { return llvm::is_contained(Qualifiers, W); });
  if (Words.size() != 1 || Behind.contains('*'))
    return "";
  llvm::StringRef Name = Words[0];
  static const std::pair<llvm::StringRef, ScalarType> Names[] = {
      {"char", {ScalarType::Signed, 8}},    {"uchar", {ScalarType::Unsigned, 8}},
      {"short", {ScalarType::Signed, 16}},  {"ushort", {ScalarType::Unsigned, 16}},
      {"int", {ScalarType::Signed, 32}},    {"uint", {ScalarType::Unsigned, 32}},
      {"long", {ScalarType::Signed, 64}},   {"ulong", {ScalarType::Unsigned, 64}},
      {"float", {ScalarType::Float, 32}},   {"double", {ScalarType::Float, 64}}};
  for (auto &[N, T] : Names)
    if (Name == N || (Name.starts_with(N) && llvm::is_contained({"2", "3", "4", "8", "16"}, Name.substr(N.size()))))
      return element(T);
  return "";
}

const char *hostAccess(const PlanEntry &E) {
  if (E.Own)
    return "0";
  return E.HostReads && E.HostWrites ? "PERSISTIFY_HOST_READS | PERSISTIFY_HOST_WRITES"
         : E.HostReads               ? "PERSISTIFY_HOST_READS"
         : E.HostWrites              ? "PERSISTIFY_HOST_WRITES"
                                     : "0";
}

/// Of each buffer known on entry, if all kernels that the plan sees it go to agree.
std::vector<std::string> elements(const Plan &P) {
  std::vector<std::string> Of(P.Entries.size());
  auto Seen = [&](size_t Entry, const KernelParam &Param) {
    std::string New = element(Param.PhaseType);
    Of[Entry] = Of[Entry].empty() || Of[Entry] == New ? New : "0";
  };
  for (const PlanArg &A : P.Args)
    if (A.Entry >= 0 && A.Param)
      Seen(A.Entry, *A.Param);
  auto Walk = [&](auto &&Self, const StmtList &L) -> void {
    for (const Stmt &S : L) {
      if (S.K == Stmt::SetArg && S.Arg.K == ArgValue::HandleValue && S.Arg.H.K == Handle::Var)
        for (size_t E = 0; E < P.Entries.size(); ++E)
          if (P.Entries[E].HandleVar == int(S.Arg.H.V))
            Seen(E, *P.Args[P.argOf(S.KernelSlot, S.ArgIndex)].Param);
      for (const StmtList *Inner : {&S.Before, &S.Next, &S.Body, &S.Else})
        Self(Self, *Inner);
    }
  };
  Walk(Walk, P.R->Body);
  for (std::string &E : Of)
    if (E.empty())
      E = "0";
  return Of;
}

/// Why the loop's text cannot run twice from the same state; empty if it can. The
/// runtime puts back what stands in the descriptor, and nothing else.
std::string onceOnly(const Plan &P) {
  const Region &R = *P.R;
  auto At = [](const SourceRange &Rg) { return " (line " + std::to_string(Rg.Line) + ")"; };
  // What is only logged the runtime sees in the log.
  for (const DeferredStmt &D : R.Deferred)
    if (!D.Before.empty() || R.TimesTrips)
      return "it takes times" + At(D.Range);
  for (const Diagnostic &D : R.Remarks)
    if (D.D == Diag::NoteOutputDropped)
      return "it prints" + At(D.Range);
  if (!R.Dropped.empty())
    return "it calls '" + R.Dropped[0].Text + "'" + At(R.Dropped[0].Range);
  if (P.Boundary.ForHost)
    return "the host runs some of its trips" + At(R.ForHost[0].Range);
  if (!R.Commit.empty())
    return "it exchanges pointers";
  for (const Slot &S : R.Slots)
    if (!S.entering())
      return "it has results of its own";
  return "";
}

/// The commands of a trip, of a loop that can be entered between two: for PERSISTIFY=verify.
Table phases(const Plan &P, const std::string &Base) {
  Table Out("persistify_phase", Base + "_phases");
  auto Walk = [&](auto &&Self, const StmtList &L) -> void {
    for (const Stmt &S : L) {
      for (const StmtList *Inner : {&S.Before, &S.Body, &S.Else, &S.Next})
        Self(Self, *Inner);
      const char *What = S.K == Stmt::ReadBack ? "read" : S.K == Stmt::Upload ? "write" : S.K == Stmt::Copy ? "copy" : S.K == Stmt::Fill ? "fill" : nullptr;
      if (S.K == Stmt::Launch)
        Out.row(formatv("{0}, {1}, PERSISTIFY_NULL", S.Range.Line, P.R->Kernels[S.KernelSlot].Slot));
      else if (What)
        Out.row(formatv("{0}, PERSISTIFY_NONE, {1}", S.Range.Line, quoted(What)));
    }
  };
  if (P.Boundary.Loop)
    Walk(Walk, {*P.Boundary.Loop});
  return Out;
}

/// Phases, transfers and barriers in front of loops under conditions: each holds a
/// work-group barrier. And those that kernels have under conditions of their own.
unsigned branched(const Plan &P, const StmtList &L, bool Under = false) {
  unsigned N = 0;
  for (const Stmt &S : L) {
    bool Meets = S.isPhase() || (S.K == Stmt::Loop && P.Barriers.count(&S));
    bool Below = Under || S.K == Stmt::If;
    unsigned Own = S.K == Stmt::Launch ? P.Kernels[S.KernelSlot]->Branched : 0;
    N += (Meets && Under) + Own + branched(P, S.Body, Below) + branched(P, S.Else, Below) + branched(P, S.Before, Below) +
         branched(P, S.Next, Below);
  }
  return N;
}
} // namespace

std::string persistify::emitDescriptor(const Plan &P, const StateLayout &L, llvm::StringRef Entry,
                                       llvm::StringRef CodeName, llvm::StringRef SourceName,
                                       llvm::StringRef HostName) {
  const Region &R = *P.R;
  std::string Base = Entry.str();
  Table Slots("persistify_slot", Base + "_slots"), Args("persistify_arg", Base + "_args"),
      Handles("persistify_handle", Base + "_handles"), Pairs("persistify_pair", Base + "_distinct"),
      Local("persistify_hint", Base + "_local"), Items("persistify_hint", Base + "_items");

  static const char *const Kinds[] = {"PERSISTIFY_QUEUE", "PERSISTIFY_KERNEL", "PERSISTIFY_BUFFER",
                                      "PERSISTIFY_SCALAR", "PERSISTIFY_BLOB", "PERSISTIFY_MIRROR",
                                      "PERSISTIFY_CONTEXT"};
  for (size_t I = 0; I < R.Slots.size(); ++I) {
    const Slot &S = R.Slots[I];
    bool In = S.entering(), Out = false, Generated = false;
    std::string Handle = "PERSISTIFY_NONE", Name = S.name();
    for (const Variable &V : R.Vars)
      if (V.Slot == int(I)) {
        Out = V.Assigned;
        Generated = Out && (!S.Init.empty() || !S.entering());
      }
    for (size_t H = 0; H < R.Handles.size(); ++H)
      if (R.Handles[H].Slot >= 0 && I >= size_t(R.Handles[H].Slot) &&
          I < R.Handles[H].Slot + R.Handles[H].Count) {
        Out = R.Handles[H].Assigned;
        In = P.HandleIn[H];
        if (S.K == Slot::Mirror && Name.empty()) // of an array of the region's own
          Name = R.Handles[H].Name;
        for (size_t E = 0; E < P.Entries.size(); ++E)
          if (P.Entries[E].HandleVar == int(H) && R.Handles[H].Slot + P.Entries[E].Element == I)
            Handle = std::to_string(E);
      }
    for (const KernelUse &U : R.Kernels)
      if (U.Slot == I && llvm::any_of(R.Kernels, [](const KernelUse &X) { return X.Program != 0; }))
        Handle = std::to_string(U.Program);
    std::string Flags = slotFlags(In, Out, S.Owned);
    if (Generated)
      Flags += " | PERSISTIFY_GENERATED";
    std::string State = std::to_string(L.Slot[I]);
    if (S.K == Slot::Mirror) {
      Flags = S.Text.empty() ? "0" : Out ? "PERSISTIFY_IN | PERSISTIFY_OUT" : "PERSISTIFY_IN";
      if (S.Scanned)
        Flags += " | PERSISTIFY_SCANNED";
      State = S.SizeSlot >= 0 ? std::to_string(L.Slot[S.SizeSlot]) : "PERSISTIFY_NONE";
    }
    std::string Element = "0";
    for (const Variable &V : R.Vars)
      if (V.Slot == int(I) && (S.K == Slot::Scalar || S.K == Slot::Blob))
        Element = element(V.T);
    uint64_t Size = S.OneOf >= 0 ? S.OneOf + 1 : S.Size;
    Slots.row(formatv("{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}", S.Made ? "PERSISTIFY_PROGRAM" : Kinds[S.K], Flags,
                      Size, State, Handle, quoted(Name),
                      S.K == Slot::Kernel ? quoted(S.KernelName) : "PERSISTIFY_NULL", Element));
  }
  for (size_t I = 0; I < P.Args.size(); ++I) {
    const PlanArg &A = P.Args[I];
    if (!A.Set && !A.Recorded) // of a kernel that the region makes
      continue;
    const char *Kind = A.Param->K == KernelParam::Kind::Buffer  ? "PERSISTIFY_ARG_BUFFER"
                       : A.Param->K == KernelParam::Kind::Local ? "PERSISTIFY_ARG_LOCAL"
                                                                : "PERSISTIFY_ARG_VALUE";
    std::string Flags = A.Recorded && A.Set ? "PERSISTIFY_ARG_RECORDED | PERSISTIFY_ARG_SET"
                        : A.Set             ? "PERSISTIFY_ARG_SET"
                                            : "PERSISTIFY_ARG_RECORDED";
    if (A.Param->K == KernelParam::Kind::Buffer && A.Param->Use.Writes)
      Flags += " | PERSISTIFY_ARG_WRITTEN";
    const bool Gaps = A.Param->Members.find('-') != std::string::npos;
    Args.row(formatv("{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}", R.Kernels[A.Kernel].Slot, A.Index, Kind, Flags,
                     A.Param->Size, L.Arg[I], A.Entry >= 0 ? std::to_string(A.Entry) : "PERSISTIFY_NONE",
                     A.Set ? std::to_string(L.ArgSet[I]) : "PERSISTIFY_NONE",
                     Gaps ? quoted(A.Param->Members) : "PERSISTIFY_NULL"));
  }
  std::vector<std::string> Elements = elements(P);
  for (size_t I = 0; I < P.Entries.size(); ++I)
    Handles.row(formatv("{0}, {1}, {2}, {3}, {4}, {5}", L.EntrySize[I],
                        isNoted(P, I) ? 2 : P.Entries[I].Written && !P.Entries[I].Own ? 1 : 0, quoted(P.Entries[I].Name), Elements[I],
                        L.EntryId.empty() ? 0 : L.EntryId[I], hostAccess(P.Entries[I])));
  for (auto [A, B] : P.Distinct)
    Pairs.row(formatv("{0}, {1}", A, B));

  // First guesses of sizes, from constants and host variables; a work-group
  // that turns out too small is found by the retry.
  bool AllItems = true, AllLocal = true;
  std::map<std::pair<unsigned, unsigned>, uint64_t> LocalArgs; ///< kernel, argument -> bytes
  bool Grows = false; ///< the last hint was of a variable that the region changes
  auto Hint = [&](const ExprP (&V)[3], const ExprP (&OnEntry)[3], unsigned Dim) -> std::string {
    Grows = false;
    std::string SlotText, ValueText;
    for (unsigned I = 0; I < 3; ++I) {
      std::string Sl = "PERSISTIFY_NONE", Val = "1";
      if (I < Dim) {
        const Expr *E = (OnEntry[I] ? OnEntry[I] : V[I]).get();
        while (E->O == Expr::Cast)
          E = E->Args[0].get();
        bool Outside = E->O == Expr::Var && R.Vars[E->V].Slot >= 0 &&
                       (E->Args.empty() || E->Args[0]->O == Expr::Const) &&
                       R.Slots[R.Vars[E->V].Slot].entering();
        if (E->O == Expr::Const)
          Val = std::to_string(E->Bits);
        else if (Outside) {
          Sl = std::to_string(R.Vars[E->V].Slot);
          Val = std::to_string(E->Args.empty() ? 0 : E->Args[0]->Bits * R.Vars[E->V].T.bytes());
        }
        else
          return "";
        if (Outside && R.Vars[E->V].Assigned)
          Grows = true;
      }
      SlotText += (I ? ", " : "") + Sl;
      ValueText += (I ? ", " : "") + Val;
    }
    return "{" + SlotText + "}, {" + ValueText + "}";
  };
  auto Add = [](Table &T, const std::string &Row) {
    if (!Row.empty() && !llvm::StringRef(T.Text).contains("{" + Row + "}"))
      T.row(Row);
  };
  auto Walk = [&](auto &&Self, const StmtList &B) -> void {
    for (const Stmt &S : B) {
      if (S.K == Stmt::Launch) {
        // A local of the loop may be a name for what the host has.
        const PlanSizes &Known = P.Sizes.at(&S);
        std::string G = Hint(S.Global, Known.Global, S.Dim);
        AllItems &= !G.empty() && !Grows;
        Add(Items, G);
        if (S.HasLocal && P.Kernels[S.KernelSlot]->Sched == Schedule::GroupStride) {
          const unsigned(&Reqd)[3] = P.Kernels[S.KernelSlot]->ReqdLocalSize;
          std::string H = Hint(S.Local, Known.Local, S.Dim);
          if (Reqd[0]) // no other one is launched
            H = formatv("{{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {{{0}, {1}, {2}}", Reqd[0], Reqd[1], Reqd[2]);
          AllLocal &= !H.empty() && !Grows;
          Add(Local, H);
        }
      } else if (S.K == Stmt::SetArg) {
        const PlanArg &A = P.Args[P.argOf(S.KernelSlot, S.ArgIndex)];
        if (A.Param->K == KernelParam::Kind::Local) {
          uint64_t N = S.Arg.Size->O == Expr::Const ? S.Arg.Size->Bits : UnknownLocalBytes;
          uint64_t &To = LocalArgs[{S.KernelSlot, S.ArgIndex}];
          To = std::max(To, N);
        }
      }
      Self(Self, S.Before);
      Self(Self, S.Next);
      Self(Self, S.Body);
      Self(Self, S.Else);
    }
  };
  Walk(Walk, R.Body);
  // Local sizes that only the device computes: a common size covers most.
  if (!AllLocal && !P.UniformLocal)
    Add(Local, "{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {256, 1, 1}");
  if (!AllItems)
    Items = Table("persistify_hint", Base + "_items");
  // Local memory: variables of the kernels, and arguments that the region sets.
  uint64_t Arena = 0;
  for (unsigned K = 0; K < P.Kernels.size(); ++K) {
    uint64_t N = 0;
    for (unsigned I = 0; I < P.Kernels[K]->Params.size(); ++I)
      if (P.Kernels[K]->Params[I].K == KernelParam::Kind::Local)
        if (auto It = LocalArgs.find({K, I}); It != LocalArgs.end())
          N = llvm::alignTo(N, std::max<uint64_t>(P.Kernels[K]->Params[I].Align, 16)) + It->second;
    for (const LocalVariable &V : P.Kernels[K]->Locals)
      N = llvm::alignTo(N, std::max<uint64_t>(V.Align, 16)) + V.Size;
    Arena = std::max(Arena, N);
  }

  std::string Once = onceOnly(P), Exits;
  for (const RegionExit &X : R.Exits)
    Exits += (Exits.empty() ? "" : ", ") + std::to_string(X.Text.empty() ? 0 : X.Range.Line) +
             (!X.Text.empty() && X.Breaks ? " | PERSISTIFY_BREAKS" : "");
  bool Atomics = llvm::any_of(P.Kernels, [](const KernelSummary *K) {
    return llvm::any_of(K->Params, [](const KernelParam &Param) { return Param.Use.Atomic; });
  });
  std::string Out = formatv("/* {0}:{1} */\n", llvm::sys::path::filename(R.Range.File), R.Range.Line);
  for (const Table *T : {&Slots, &Args, &Handles, &Pairs, &Local, &Items})
    Out += T->definition();
  if (!Exits.empty())
    Out += formatv("static const persistify_u32 {0}_exits[] = {{{1}};\n", Base, Exits);
  std::string Carried;
  for (size_t I = 0; I < P.Boundary.Carried.size(); ++I)
    Carried += formatv("{0}{{{1}, {2}, {3}, {4}}", I ? ", " : "", L.Carried[I], R.Vars[P.Boundary.Carried[I]].T.bytes(),
                       quoted(R.Vars[P.Boundary.Carried[I]].Name), element(R.Vars[P.Boundary.Carried[I]].T));
  if (!Carried.empty())
    Out += formatv("static const persistify_carried {0}_carried[] = {{{1}};\n", Base, Carried);
  const Table Phases = phases(P, Base);
  Out += Phases.definition();
  Out += formatv("static const persistify_region {0} = {{\n", Base);
  Out += formatv("    PERSISTIFY_ABI, {0}, {1}, \"{2}\",\n", quoted(llvm::sys::path::filename(R.Range.File)),
                 R.Range.Line, Base);
  Out += formatv("    {0}, PERSISTIFY_NULL, 0,\n", CodeName);
  Out += formatv("    {0},\n    {1},\n    {2},\n    {3},\n", Slots.use(), Args.use(), Handles.use(), Pairs.use());
  Out += formatv("    /*state_bytes*/ {0}, /*limits_state*/ {1},\n", 2 * L.Bytes, L.Limits);
  Out += formatv("    {0}, /*uniform_local*/ {1}, /*arena_bytes*/ {2},\n", Local.use(),
                 P.UniformLocal || (!P.Surplus && !isLone(P)) ? 1 : 0, Arena);
  const std::string FloatControl = std::to_string((P.FloatControl ? 1 : 0) + (R.HostFloat ? 2 : 0)) +
                                   (R.HostFloat ? " + PERSISTIFY_DENORMALS" : "");
  Out += formatv("    /*fp_control*/ {0}, /*needs_fp64*/ {1}, /*results*/ {2},\n    {3}, /*profiling*/ {4}, /*lone*/ "
                 "{5}, /*branched*/ {6}, /*log*/ {7}, /*once*/ {8}, /*atomics*/ {9}, /*ends*/ 1,\n"
                 "    /*gathers*/ {10}, /*uneven*/ {11}, {12},\n    &{13}, {14}, /*between*/ {15}, {16}, /*names*/ {17}, /*for_host*/ {18},\n"
                 "    /*noted*/ {19}, /*done*/ {20}, {21}};\n",
                 FloatControl, P.NeedsFp64 ? 1 : 0, L.Bytes, Items.use(), R.Profiling ? 1 : 0, isLone(P) ? 1 : 0,
                 branched(P, R.Body), L.Log, Once.empty() ? "PERSISTIFY_NULL" : quoted(Once), Atomics ? 1 : 0,
                 isGathering(P) ? 1 : 0, isUneven(P) ? 1 : 0,
                 Exits.empty() ? std::string("PERSISTIFY_NULL, 0") : Base + "_exits, " + std::to_string(R.Exits.size()),
                 SourceName, HostName, L.Between,
                 Carried.empty() ? std::string("PERSISTIFY_NULL, 0")
                                 : formatv("{0}_carried, {1}", Base, P.Boundary.Carried.size()).str(),
                 P.Kernels.empty() ? 0 : P.Kernels.front()->Names, P.Boundary.ForHost ? 1 : 0,
                 L.Noted, P.Boundary.Loop && P.Boundary.Loop->TestLast && !P.Boundary.InBody && !planted("trips-counted") ? 1 : 0, Phases.use());
  return Out;
}

/// What the host does in front of a region that logs.
static void beforeRegion(llvm::raw_ostream &OS, const Region &R, llvm::StringRef In) {
  OS << In << "persistify_later " << R.Names("log") << " = PERSISTIFY_NOTHING_LATER;\n"
     << In << "persistify_u32 " << R.Names("site") << ";\n";
  for (auto &[Name, Declaration] : R.HostLocals)
    OS << In << Declaration << "\n";
  for (const DeferredStmt &D : R.Deferred)
    if (!D.Before.empty())
      OS << In << D.Before << " /* line " << D.Range.Line << " */\n";
}

/// The statements that the region logged, in their order.
static void behindRegion(llvm::raw_ostream &OS, const Region &R, llvm::StringRef In) {
  const std::string Site = R.Names("site");
  OS << In << "while ((" << Site << " = persistify_next(&" << R.Names("log") << ")) != 0)\n"
     << In << "  switch (" << Site << ") {\n";
  for (size_t I = 0; I < R.Deferred.size(); ++I) {
    const DeferredStmt &D = R.Deferred[I];
    OS << In << formatv("  case {0}: /* line {1} */\n", I + 1, D.Range.Line);
    llvm::SmallVector<llvm::StringRef, 4> Lines;
    llvm::StringRef(D.Text).split(Lines, '\n');
    for (llvm::StringRef Line : Lines)
      OS << In << "    " << Line << "\n";
    OS << In << "    break;\n";
  }
  OS << In << "  default:\n" << In << "    break;\n";
  OS << In << "  }\n";
}

/// Whether a statement under \p L leaves a loop (\p Label null), or the block \p Label.
static bool leaves(const StmtList &L, const unsigned *Label) {
  return llvm::any_of(L, [&](const Stmt &S) {
    if (Label ? S.K == Stmt::Leave && S.Label == *Label : S.K == Stmt::Break)
      return true;
    if (!Label && S.K == Stmt::Loop)
      return false;
    return leaves(S.Before, Label) || leaves(S.Next, Label) || leaves(S.Body, Label) || leaves(S.Else, Label);
  });
}

/// Whether the last of the statements may be followed by something.
static bool mayEnd(const StmtList &L) {
  return llvm::all_of(L, [](const Stmt &S) {
    switch (S.K) {
    case Stmt::Leave:
    case Stmt::Break:
    case Stmt::Continue:
    case Stmt::Exit:
      return false;
    case Stmt::Bail:
      return S.E != nullptr;
    case Stmt::If:
      return mayEnd(S.Body) || mayEnd(S.Else);
    case Stmt::Loop:
      return (S.E && !(S.E->O == Expr::Const && S.E->Bits)) || leaves(S.Body, nullptr) || leaves(S.Next, nullptr) ||
             leaves(S.Before, nullptr);
    case Stmt::Block:
      return mayEnd(S.Body) || leaves(S.Body, &S.Label);
    default:
      return true;
    }
  });
}

/// Text with the numbers that its lines have in the host file.
static std::string numbered(llvm::StringRef Text, llvm::ArrayRef<std::pair<size_t, unsigned>> Lines) {
  std::string Out;
  for (size_t I = 0; I < Lines.size(); ++I) {
    const size_t End = I + 1 < Lines.size() ? Lines[I + 1].first : Text.size();
    Out += formatv("\n#line {0}\n{1}", Lines[I].second, Text.slice(Lines[I].first, End).rtrim("\n"));
  }
  return Out;
}

/// The last arguments of a question: where the variables are that trips hand on.
static std::string carriedArguments(const Plan &P) {
  std::string Args;
  for (unsigned V : P.Boundary.Carried)
    Args += ", PERSISTIFY_BIND(" + P.R->Vars[V].Here + ")";
  return Args + ", PERSISTIFY_END)";
}

/// The loop whose body begins with a question, and with what the region left to the host until there; the body stands at
/// \p At in its text, and the condition at \p TestAt. With \p Line, the loop's, the body keeps its number.
static std::string performingLoop(const Plan &P, llvm::StringRef Entry, llvm::StringRef Text, size_t At, size_t TestAt,
                                  llvm::StringRef In, unsigned Line) {
  const Region &R = *P.R;
  const std::string Exit = R.Names("exit");
  const size_t End = At + (R.BodyEnd - R.BodyBegin);
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  const std::string Deeper = (In + "  ").str();
  OS << Text.take_front(At) << "{\n" << In << "do {\n"
     << Deeper << formatv("{0} = persistify_at_later({1}, {2}, &{3}", Exit, Entry, R.Names("bind"), R.Names("log")) << carriedArguments(P) << ";\n";
  behindRegion(OS, R, Deeper);
  OS << In << "} while (" << Exit << " == PERSISTIFY_BETWEEN";
  if (!P.Boundary.Loop->TestLast && !R.NoTest)
    OS << " && (" << Text.substr(TestAt, R.TestEnd - R.TestBegin) << ")";
  OS << ");\n";
  if (!P.Boundary.Loop->TestLast && !R.NoTest)
    OS << In << formatv("if ({0} == PERSISTIFY_BETWEEN) {{\n{1}  {0} = PERSISTIFY_ORIGINAL;\n{1}  break;\n{1}}\n", Exit, In);
  OS << In << formatv("if ({0} != PERSISTIFY_ORIGINAL)\n{1}  break;\n", Exit, In);
  if (Line)
    OS << "#line " << Line + Text.take_front(At).count('\n') << "\n";
  OS << In << Text.slice(At, End) << "\n" << In.drop_back(2) << "}";
  if (Line)
    OS << "\n#line " << Line + Text.take_front(End).count('\n') << "\n";
  OS << Text.drop_front(End);
  return Out;
}

/// The loop with a question between two trips: in front of its condition, which stands at \p At in its text, or behind
/// that of do { } while.
static std::string askingLoop(const Plan &P, llvm::StringRef Entry, llvm::StringRef Text, size_t At) {
  const Region &R = *P.R;
  const size_t Length = R.TestEnd - R.TestBegin;
  const std::string Ask = formatv("({0} = persistify_at({1}, {2}", R.Names("exit"), Entry, R.Names("bind")).str() + carriedArguments(P) +
                          ") == PERSISTIFY_ORIGINAL";
  if (R.NoTest)
    return (Text.take_front(At) + " " + Ask + Text.drop_front(At)).str();
  const std::string Test = ("(" + Text.substr(At, Length) + ")").str();
  return (Text.take_front(At) + (P.Boundary.Loop->TestLast ? Test + " && " + Ask : Ask + " && " + Test) +
          Text.drop_front(At + Length))
      .str();
}

/// Of several regions, that of the kernel source of which the program is. \p Declared: the variable, further up.
static std::string chooseRegion(llvm::ArrayRef<HostEntry> Entries, llvm::StringRef Which, llvm::StringRef Bind, bool Declared) {
  std::string Out = (Declared ? "" : "const persistify_region *const ") + Which.str() + " = persistify_of_source(" + Bind.str();
  if (planted("first-region"))
    Entries = Entries.take_front(1);
  for (const HostEntry &E : Entries)
    Out += ", &" + E.Name;
  return Out + ", PERSISTIFY_END);";
}

std::string persistify::emitHostLoop(const Plan &P, llvm::ArrayRef<HostEntry> Entries, llvm::StringRef LoopText, size_t TestAt,
                                     llvm::StringRef Indent, unsigned Line) {
  const Region &R = *P.R;
  const std::string Exit = R.Names("exit"), Bind = R.Names("bind"), Which = R.Names("which");
  const bool Several = Entries.size() > 1, Early = Several && !R.Preconditions.empty();
  const std::string Entry = Several ? Which : "&" + Entries.front().Name;
  // Not in the conditions that OpenMP wants.
  const bool Asks = P.Boundary.Loop && !LoopText.ltrim().starts_with("#") && !(P.Boundary.InBody && Line && LoopText.contains("\n#"));
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS << "{ /* persistify: this loop also exists as the kernel";
  for (const HostEntry &E : Entries)
    OS << (&E == &Entries.front() ? " " : " or ") << E.Name << " (" << E.DeviceFile << ")";
  OS << " */\n";
  std::string In = (Indent + "  ").str();
  std::set<const Slot *> Results; // of those that Init makes
  for (const HandleVariable &H : R.Handles)
    for (uint64_t I = 0; H.Assigned && H.Slot >= 0 && I < H.Count; ++I)
      if (!R.Slots[H.Slot + I].Init.empty())
        Results.insert(&R.Slots[H.Slot + I]);
  for (const Variable &V : R.Vars)
    if (V.Assigned && V.Slot >= 0 && !R.Slots[V.Slot].Init.empty())
      Results.insert(&R.Slots[V.Slot]);
  for (const Slot &S : R.Slots)
    if (!S.entering() || Results.count(&S))
      OS << In << S.LocalType << " " << S.Text << (Results.count(&S) ? " = 0;\n" : ";\n");
  for (const std::string &Spare : R.Spares)
    OS << In << Spare << "\n";
  if (Early)
    OS << In << "const persistify_region *" << Which << " = &" << Entries.front().Name << ";\n";
  if (!R.Deferred.empty())
    beforeRegion(OS, R, In);
  // Objects that exist only under a condition are bound behind its test.
  std::string At = In;
  if (!R.Preconditions.empty()) {
    OS << In << "int " << Exit << ";\n" << In;
    for (const Precondition &C : R.Preconditions)
      OS << formatv("if (!({0}))\n{1}  {2} = persistify_decline({3}, {4});\n{1}else ", C.Text, In, Exit, Entry,
                    quoted(C.Reason));
    OS << "{\n";
    At += "  ";
  }
  for (const Slot &S : R.Slots)
    if (!S.Init.empty())
      OS << At << (Results.count(&S) ? "" : "const " + S.LocalType + " ") << S.Text << " = " << S.Init << ";\n";
  // Addresses of automatic variables are no constants, which C90 asks for.
  const llvm::StringRef Extension = R.C90 ? "__extension__ " : "";
  OS << At << Extension << "void *const " << Bind << "[] = {";
  size_t Col = At.size() + Extension.size() + Bind.size() + 22;
  for (size_t I = 0; I < R.Slots.size(); ++I) {
    std::string B = R.Slots[I].Text.empty() ? "PERSISTIFY_NULL" : "PERSISTIFY_BIND(" + R.Slots[I].Text + ")";
    if (I)
      OS << ",";
    if (I && Col + B.size() > 98) {
      OS << "\n" << At << "    ";
      Col = At.size() + 4;
    } else if (I) {
      OS << " ";
    }
    OS << B;
    Col += B.size() + 2;
  }
  OS << "};\n";
  if (Several)
    OS << At << chooseRegion(Entries, Which, Bind, Early) << "\n";
  OS << At << (!R.Preconditions.empty() ? "" : Asks ? "int " : "const int ") << Exit;
  if (R.Deferred.empty()) {
    OS << formatv(" = persistify_run({0}, {1});\n", Entry, Bind);
  } else {
    OS << formatv(" = persistify_run_later({0}, {1}, &{2});\n", Entry, Bind, R.Names("log"));
  }
  if (!R.Preconditions.empty())
    OS << In << "}\n";
  if (!R.Deferred.empty())
    behindRegion(OS, R, In);
  if (!R.Commit.empty() || !R.CommitTexts.empty()) {
    llvm::SmallVector<llvm::StringRef, 8> Lines;
    for (const std::string *Text : {&R.Commit, &R.CommitTexts})
      if (!Text->empty())
        llvm::StringRef(*Text).split(Lines, '\n');
    OS << In << "if (" << Exit << " != PERSISTIFY_ORIGINAL) {\n";
    for (llvm::StringRef Line : Lines)
      OS << In << "  " << Line << "\n";
    OS << In << "}\n";
  }
  // The runtime takes the loop's time; PERSISTIFY=verify runs it once more.
  OS << In << "if (" << Exit << " == PERSISTIFY_ORIGINAL) do {\n";
  if (Line)
    OS << "#line " << Line << "\n";
  OS << Indent
     << (!Asks                ? LoopText.str()
         : P.Boundary.InBody ? performingLoop(P, Entry, LoopText, TestAt + R.BodyBegin - R.TestBegin, TestAt, In, Line)
                              : askingLoop(P, Entry, LoopText, TestAt))
     << "\n"
     << In << "} while (persistify_again(" << Entry << "));";
  // A loop without an end of its own has none here, either, so that compilers see that nothing follows it. But one in
  // which the host asks comes to its end behind a break, too, with all done.
  const bool Endless = !planted("loop-end") && !mayEnd(R.Body) && llvm::none_of(R.Exits, [&](const RegionExit &X) {
    return X.Text.empty() || (Asks && X.Breaks && !planted("ends-twice"));
  });
  bool Any = false;
  for (size_t K = 0; K < R.Exits.size(); ++K) {
    const RegionExit &X = R.Exits[K];
    if (X.Text.empty())
      continue;
    // Whoever asks in the loop may have come to an exit there.
    const bool First = Asks && !std::exchange(Any, true);
    OS << (First ? "\n" + In : " else ");
    if (Endless && K + 1 == R.Exits.size())
      OS << formatv("{{ /* line {0} */\n", X.Range.Line);
    else
      OS << formatv("if ({0} == {1}) {{ /* line {2} */\n", Exit, K + 1, X.Range.Line);
    if (!X.Types.empty())
      OS << In << "  " << (Line ? numbered(X.Types, X.TypeLines) : X.Types) << "\n";
    for (const RegionExit::Local &Loc : X.Locals)
      OS << In << "  " << Loc.Decl << " = " << (Loc.Host.empty() ? R.Slots[Loc.Slot].Text : Loc.Host) << ";\n";
    const bool Nested = X.Nested && !X.Locals.empty();
    OS << In << (Nested ? "  {\n" : "") << (Nested ? In : "") << "  " << (Line ? numbered(X.Text, X.Lines) : X.Text) << "\n"
       << In << (Nested ? "  }\n" : "") << (Nested ? In : "") << "}";
  }
  OS << "\n" << Indent << "}";
  return Out;
}
