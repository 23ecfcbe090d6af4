//===- Descriptor.cpp - the region as the host runtime sees it -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Planted.h"
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

std::string persistify::quotedText(llvm::StringRef S) {
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
      {"char", {ScalarType::Signed, 8}},   {"uchar", {ScalarType::Unsigned, 8}},
      {"short", {ScalarType::Signed, 16}}, {"ushort", {ScalarType::Unsigned, 16}},
      {"int", {ScalarType::Signed, 32}},   {"uint", {ScalarType::Unsigned, 32}},
      {"long", {ScalarType::Signed, 64}},  {"ulong", {ScalarType::Unsigned, 64}},
      {"float", {ScalarType::Float, 32}},  {"double", {ScalarType::Float, 64}}};
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
  if (!R.Commit.empty() || !R.CommitTexts.empty()) // behind the region, which the runtime does not see
    return "it exchanges objects of the host's";
  if (P.Boundary.ForHost)
    return "the host runs some of its trips" + At(R.ForHost[0].Range);
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
      const char *What = S.K == Stmt::ReadBack ? "read"
                         : S.K == Stmt::Upload ? "write"
                         : S.K == Stmt::Copy   ? "copy"
                         : S.K == Stmt::Fill   ? "fill"
                                               : nullptr;
      if (S.K == Stmt::Launch)
        Out.row(formatv("{0}, {1}, PERSISTIFY_NULL", S.Range.Line, P.R->Kernels[S.KernelSlot].Slot));
      else if (What)
        Out.row(formatv("{0}, PERSISTIFY_NONE, {1}", S.Range.Line, quotedText(What)));
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
    N += (Meets && Under) + Own + branched(P, S.Body, Below) + branched(P, S.Else, Below) +
         branched(P, S.Before, Below) + branched(P, S.Next, Below);
  }
  return N;
}
/// The tables of a region, and the descriptor that names them.
class DescriptorPrinter {
public:
  DescriptorPrinter(const Plan &P, const StateLayout &L, llvm::StringRef Entry)
      : P(P), R(*P.R), L(L), Base(Entry.str()), Slots("persistify_slot", Base + "_slots"),
        Args("persistify_arg", Base + "_args"), Handles("persistify_handle", Base + "_handles"),
        Pairs("persistify_pair", Base + "_distinct"), Local("persistify_hint", Base + "_local"),
        Items("persistify_hint", Base + "_items") {}

  std::string run(llvm::StringRef CodeName, llvm::StringRef SourceName, llvm::StringRef HostName) {
    for (size_t I = 0; I < R.Slots.size(); ++I)
      slot(I);
    arguments();
    handles();
    guesses();
    return text(CodeName, SourceName, HostName);
  }

private:
  void slot(size_t I);
  void arguments();
  void handles();
  std::string guess(const ExprP (&V)[3], const ExprP (&OnEntry)[3], unsigned Dim);
  void guessFrom(const StmtList &B);
  void guesses();
  uint64_t arena() const;
  std::string text(llvm::StringRef CodeName, llvm::StringRef SourceName, llvm::StringRef HostName) const;

  const Plan &P;
  const Region &R;
  const StateLayout &L;
  const std::string Base;
  Table Slots, Args, Handles, Pairs, Local, Items;
  bool AllItems = true, AllLocal = true; ///< every launch has a guess
  std::map<std::pair<unsigned, unsigned>, uint64_t> LocalArgs; ///< kernel, argument -> bytes
  bool Grows = false; ///< the last guess was of a variable that the region changes
};

void DescriptorPrinter::slot(size_t I) {
  static const char *const Kinds[] = {"PERSISTIFY_QUEUE", "PERSISTIFY_KERNEL", "PERSISTIFY_BUFFER", "PERSISTIFY_SCALAR",
                                      "PERSISTIFY_BLOB",  "PERSISTIFY_MIRROR", "PERSISTIFY_CONTEXT"};
  const Slot &S = R.Slots[I];
  bool In = S.entering(), Out = false,
       Generated = !S.Init.empty(); // a copy of what an object holds, which ends before the loop
  std::string Handle = "PERSISTIFY_NONE", Name = S.name();
  for (const Variable &V : R.Vars)
    if (V.Slot == int(I)) {
      Out = V.Assigned;
      Generated |= Out && !S.entering();
    }
  for (size_t H = 0; H < R.Handles.size(); ++H)
    if (R.Handles[H].Slot >= 0 && I >= size_t(R.Handles[H].Slot) && I < R.Handles[H].Slot + R.Handles[H].Count) {
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
  Slots.row(formatv("{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}", S.Made ? "PERSISTIFY_PROGRAM" : Kinds[S.K], Flags, Size,
                    State, Handle, quotedText(Name), S.K == Slot::Kernel ? quotedText(S.KernelName) : "PERSISTIFY_NULL",
                    Element));
}

void DescriptorPrinter::arguments() {
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
                     Gaps ? quotedText(A.Param->Members) : "PERSISTIFY_NULL"));
  }
}

void DescriptorPrinter::handles() {
  std::vector<std::string> Elements = elements(P);
  for (size_t I = 0; I < P.Entries.size(); ++I)
    Handles.row(formatv("{0}, {1}, {2}, {3}, {4}, {5}", L.EntrySize[I],
                        isNoted(P, I)                               ? 2
                        : P.Entries[I].Written && !P.Entries[I].Own ? 1
                                                                    : 0,
                        quotedText(P.Entries[I].Name), Elements[I], L.EntryId.empty() ? 0 : L.EntryId[I],
                        hostAccess(P.Entries[I])));
  for (auto [A, B] : P.Distinct)
    Pairs.row(formatv("{0}, {1}", A, B));
}

/// Of a size: constants, and host variables; empty where the launch's is neither.
std::string DescriptorPrinter::guess(const ExprP (&V)[3], const ExprP (&OnEntry)[3], unsigned Dim) {
  Grows = false;
  std::string SlotText, ValueText;
  for (unsigned I = 0; I < 3; ++I) {
    std::string Sl = "PERSISTIFY_NONE", Val = "1";
    if (I < Dim) {
      const Expr *E = (OnEntry[I] ? OnEntry[I] : V[I]).get();
      while (E->O == Expr::Cast)
        E = E->Args[0].get();
      bool Outside = E->O == Expr::Var && R.Vars[E->V].Slot >= 0 && (E->Args.empty() || E->Args[0]->O == Expr::Const) &&
                     R.Slots[R.Vars[E->V].Slot].entering();
      if (E->O == Expr::Const)
        Val = std::to_string(E->Bits);
      else if (Outside) {
        Sl = std::to_string(R.Vars[E->V].Slot);
        Val = std::to_string(E->Args.empty() ? 0 : E->Args[0]->Bits * R.Vars[E->V].T.bytes());
      } else
        return "";
      if (Outside && R.Vars[E->V].Assigned)
        Grows = true;
    }
    SlotText += (I ? ", " : "") + Sl;
    ValueText += (I ? ", " : "") + Val;
  }
  return "{" + SlotText + "}, {" + ValueText + "}";
}

void addOnce(Table &T, const std::string &Row) {
  if (!Row.empty() && !llvm::StringRef(T.Text).contains("{" + Row + "}"))
    T.row(Row);
}

void DescriptorPrinter::guessFrom(const StmtList &B) {
  for (const Stmt &S : B) {
    if (S.K == Stmt::Launch) {
      // A local of the loop may be a name for what the host has.
      const PlanSizes &Known = P.Sizes.at(&S);
      std::string G = guess(S.Global, Known.Global, S.Dim);
      AllItems &= !G.empty() && !Grows;
      addOnce(Items, G);
      if (S.HasLocal && P.Kernels[S.KernelSlot]->Sched == Schedule::GroupStride) {
        const unsigned(&Reqd)[3] = P.Kernels[S.KernelSlot]->ReqdLocalSize;
        std::string H = guess(S.Local, Known.Local, S.Dim);
        if (Reqd[0]) // no other one is launched
          H = formatv("{{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {{{0}, {1}, {2}}", Reqd[0], Reqd[1],
                      Reqd[2]);
        AllLocal &= !H.empty() && !Grows;
        addOnce(Local, H);
      }
    } else if (S.K == Stmt::SetArg) {
      const PlanArg &A = P.Args[P.argOf(S.KernelSlot, S.ArgIndex)];
      if (A.Param->K == KernelParam::Kind::Local) {
        uint64_t N = S.Arg.Size->O == Expr::Const ? S.Arg.Size->Bits : UnknownLocalBytes;
        uint64_t &To = LocalArgs[{S.KernelSlot, S.ArgIndex}];
        To = std::max(To, N);
      }
    }
    guessFrom(S.Before);
    guessFrom(S.Next);
    guessFrom(S.Body);
    guessFrom(S.Else);
  }
}

/// First guesses of sizes; a work-group that turns out too small is found by the retry.
void DescriptorPrinter::guesses() {
  guessFrom(R.Body);
  // Local sizes that only the device computes: a common size covers most.
  if (!AllLocal && !P.UniformLocal)
    addOnce(Local, "{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {256, 1, 1}");
  if (!AllItems)
    Items = Table("persistify_hint", Base + "_items");
}

uint64_t DescriptorPrinter::arena() const {
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
  return Arena;
}

std::string DescriptorPrinter::text(llvm::StringRef CodeName, llvm::StringRef SourceName,
                                    llvm::StringRef HostName) const {
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
                       quotedText(R.Vars[P.Boundary.Carried[I]].Name), element(R.Vars[P.Boundary.Carried[I]].T));
  if (!Carried.empty())
    Out += formatv("static const persistify_carried {0}_carried[] = {{{1}};\n", Base, Carried);
  const Table Phases = phases(P, Base);
  Out += Phases.definition();
  Out += formatv("static const persistify_region {0} = {{\n", Base);
  Out += formatv("    PERSISTIFY_ABI, {0}, {1}, \"{2}\",\n", quotedText(llvm::sys::path::filename(R.Range.File)),
                 R.Range.Line, Base);
  Out += formatv("    {0}, PERSISTIFY_NULL, 0,\n", CodeName);
  Out += formatv("    {0},\n    {1},\n    {2},\n    {3},\n", Slots.use(), Args.use(), Handles.use(), Pairs.use());
  Out += formatv("    /*state_bytes*/ {0}, /*limits_state*/ {1},\n", 2 * L.Bytes, L.Limits);
  Out += formatv("    {0}, /*uniform_local*/ {1}, /*arena_bytes*/ {2},\n", Local.use(),
                 P.UniformLocal || (!P.Surplus && !isLone(P)) ? 1 : 0, arena());
  const std::string FloatControl =
      std::to_string((P.FloatControl ? 1 : 0) + (R.HostFloat ? 2 : 0)) + (R.HostFloat ? " + PERSISTIFY_DENORMALS" : "");
  Out += formatv(
      "    /*fp_control*/ {0}, /*needs_fp64*/ {1}, /*results*/ {2},\n    {3}, /*profiling*/ {4}, /*lone*/ "
      "{5}, /*branched*/ {6}, /*log*/ {7}, /*once*/ {8}, /*atomics*/ {9}, /*ends*/ 1,\n"
      "    /*gathers*/ {10}, /*uneven*/ {11}, {12},\n    &{13}, {14}, /*between*/ {15}, {16}, /*names*/ {17}, "
      "/*for_host*/ {18},\n"
      "    /*noted*/ {19}, /*done*/ {20}, {21}, /*clocks*/ {22},\n    /*races*/ {23}};\n",
      FloatControl, P.NeedsFp64 ? 1 : 0, L.Bytes, Items.use(), R.Profiling ? 1 : 0, isLone(P) ? 1 : 0,
      branched(P, R.Body), L.Log, Once.empty() ? "PERSISTIFY_NULL" : quotedText(Once), Atomics ? 1 : 0,
      isGathering(P) ? 1 : 0, isUneven(P) ? 1 : 0,
      Exits.empty() ? std::string("PERSISTIFY_NULL, 0") : Base + "_exits, " + std::to_string(R.Exits.size()),
      SourceName, HostName, L.Between,
      Carried.empty() ? std::string("PERSISTIFY_NULL, 0")
                      : formatv("{0}_carried, {1}", Base, P.Boundary.Carried.size()).str(),
      P.Kernels.empty() ? 0 : P.Kernels.front()->Names, P.Boundary.ForHost ? 1 : 0, L.Noted,
      P.Boundary.Loop && P.Boundary.Loop->TestLast && !P.Boundary.InBody && !planted("trips-counted") ? 1 : 0,
      Phases.use(), R.LaterClocks ? 1 : 0,
      P.Races.empty() ? "PERSISTIFY_NULL" : quotedText(P.Races.front() + (P.Races.size() > 1 ? "; and more" : "")));
  return Out;
}
} // namespace

std::string persistify::emitDescriptor(const Plan &P, const StateLayout &L, llvm::StringRef Entry,
                                       llvm::StringRef CodeName, llvm::StringRef SourceName, llvm::StringRef HostName) {
  return DescriptorPrinter(P, L, Entry).run(CodeName, SourceName, HostName);
}
