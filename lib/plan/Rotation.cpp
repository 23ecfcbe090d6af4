//===- Rotation.cpp - flags in three cells --------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The usual stop flag is written by the host, stored to by kernels and read back,
// in each trip: in one place that takes a barrier in front of the write and one
// behind it. In a cell of its own for each trip it takes neither. The cell must be
// all that the region uses of the buffer, and always be set to the same value, which
// is known a trip before (rule K8). Which kernel arguments are the buffer is known, or
// found out on the device; one that is used like an array is taken for another buffer,
// which a guard checks.
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace persistify::plan {
namespace {

struct KnownState {
  bool Reachable = true;
  std::map<unsigned, uint64_t> Known; ///< variables with a constant value
  bool operator==(const KnownState &O) const { return Reachable == O.Reachable && Known == O.Known; }
  void join(const KnownState &B) {
    for (auto It = Known.begin(); It != Known.end();) {
      auto Other = B.Known.find(It->first);
      It = Other != B.Known.end() && Other->second == It->second ? std::next(It) : Known.erase(It);
    }
  }
};

/// The constant that each Upload and Fill writes, if it is one.
struct Constants : Flow<KnownState, Constants> {
  std::map<const Stmt *, std::optional<uint64_t>> Written;

  static uint64_t low(uint64_t Bits, unsigned N) { return N >= 64 ? Bits : Bits & ((uint64_t(1) << N) - 1); }

  static std::optional<uint64_t> value(const ExprP &E, const KnownState &St) {
    if (E->O == Expr::Const)
      return low(E->Bits, E->T.Bits);
    if (E->O == Expr::Var && E->Args.empty()) {
      auto It = St.Known.find(E->V);
      return It == St.Known.end() ? std::nullopt : std::optional(It->second);
    }
    if (E->O != Expr::Cast)
      return std::nullopt;
    const ScalarType From = E->Args[0]->T, To = E->T;
    std::optional<uint64_t> V = value(E->Args[0], St);
    if (!V || From == To)
      return V;
    if (!From.isInteger() || !To.isInteger())
      return std::nullopt;
    if (To.K == ScalarType::Bool)
      return uint64_t(*V != 0);
    if (From.K == ScalarType::Signed && From.Bits < 64)
      V = uint64_t(llvm::SignExtend64(*V, From.Bits));
    return low(*V, To.Bits);
  }

  void kill(const Stmt &S, KnownState &St) {
    if (S.setsVar())
      St.Known.erase(S.Var);
  }

  void transfer(const Stmt &S, KnownState &St) {
    if (S.K == Stmt::Solo)
      forEachStmt(S.Body, [&](const Stmt &Inner) { kill(Inner, St); });
    kill(S, St);
    if (S.K == Stmt::Assign && !S.Index)
      if (std::optional<uint64_t> V = value(S.E, St))
        St.Known[S.Var] = *V;
    if (S.K == Stmt::Upload || S.K == Stmt::Fill) {
      // Each visit knows no more than the one before.
      std::optional<uint64_t> V = value(S.Value, St);
      auto [It, New] = Written.emplace(&S, V);
      if (!New && It->second != V)
        It->second.reset();
    }
  }
};

std::optional<uint64_t> constant(const ExprP &E) {
  return E && E->O == Expr::Const ? std::optional(E->Bits) : std::nullopt;
}

class Finder {
public:
  Finder(Plan &P, const Touches &All) : P(P), All(All), Fixed(*P.R) {
    KnownState St;
    Values.list(P.R->Body, St);
    for (auto &[S, Ts] : All)
      for (const Touch &T : Ts)
        Touched.insert(T.R.begin(), T.R.end());
    inLoops(P.R->Body, false);
  }

  void run() {
    for (unsigned E = 0; E < P.Entries.size(); ++E) {
      if (P.Entries[E].HandleVar < 0 || P.Entries[E].Own || !isSetInLoop(E) || Seen.count(E))
        continue;
      PlanRotation Rot;
      Rot.Entry = E;
      std::string Why = describe(Rot);
      if (Why.empty())
        accept(std::move(Rot));
      else
        P.NotRotated.push_back(entryName(P.Entries[E]) + ": " + Why);
    }
  }

private:
  void inLoops(const StmtList &L, bool Inside) {
    for (const Stmt &S : L) {
      if (Inside && (S.K == Stmt::Upload || S.K == Stmt::Fill))
        Repeated.insert(&S);
      for (const StmtList *Inner : {&S.Before, &S.Next, &S.Body, &S.Else})
        inLoops(*Inner, Inside || S.K == Stmt::Loop);
    }
  }

  bool isSetInLoop(unsigned E) const {
    return llvm::any_of(Repeated, [&](const Stmt *S) {
      auto It = All.find(S);
      return It != All.end() && llvm::any_of(It->second, [&](const Touch &T) { return T.R.count(E) != 0; });
    });
  }

  /// Why it cannot; empty: \p Rot is complete.
  std::string describe(PlanRotation &Rot) {
    const PlanEntry &Own = P.Entries[Rot.Entry];
    const HandleVariable &H = P.R->Handles[Own.HandleVar];
    if (H.Assigned || H.IsArray)
      return "its handle is assigned, or one of an array";
    std::set<std::pair<unsigned, unsigned>> Apart;
    std::string Other;
    for (unsigned E = 0; E < P.Entries.size(); ++E) {
      if (E == Rot.Entry || !Touched.count(E) || !mayAlias(P, Rot.Entry, E))
        continue;
      if (P.Entries[E].Keys == Own.Keys) {
        Rot.Same.insert(E);
        Seen.insert(E);
      } else if (isCell(E)) {
        Rot.Maybe.insert(E);
      } else {
        Apart.insert({std::min(E, Rot.Entry), std::max(E, Rot.Entry)});
        Other = entryName(P.Entries[E]);
      }
    }
    uint64_t Used = 0;
    bool InKernel = false;
    for (auto &[S, Ts] : All)
      for (const Touch &T : Ts) {
        if (!llvm::any_of(T.R, [&](unsigned E) { return isIt(Rot, E) || Rot.Maybe.count(E); }))
          continue;
        InKernel |= S->K == Stmt::Launch;
        if (S->K != Stmt::Launch && !isAlways(Rot, T))
          return "at line " + std::to_string(S->Range.Line) + " it may be another buffer";
        std::string Why = use(*S, T, Rot, Used);
        if (!Why.empty())
          return Why + " (line " + std::to_string(S->Range.Line) + ")";
      }
    if (!InKernel && !Other.empty())
      return "it may be the same buffer as " + Other;
    if (Used > Rot.Size)
      return "more of it is used than the trip sets";
    P.Apart.insert(Apart.begin(), Apart.end());
    return "";
  }

  /// Whether only kernels use it, and only its first bytes.
  bool isCell(unsigned E) const {
    for (auto &[S, Ts] : All)
      for (const Touch &T : Ts) {
        if (!T.R.count(E))
          continue;
        if (S->K != Stmt::Launch)
          return false;
        uint64_t Extent = P.Kernels[S->KernelSlot]->Params[T.Param].Use.Extent;
        if (!Extent || Extent > 8)
          return false;
      }
    return true;
  }

  /// What a transfer writes, if it is always the same: a constant in place of a
  /// variable that is known to hold it.
  ExprP value(const Stmt &S) {
    if (std::optional<uint64_t> V = Values.Written[&S]) {
      auto C = std::make_shared<Expr>();
      C->T = {ScalarType::Unsigned, S.Size * 8};
      C->Bits = Constants::low(*V, S.Size * 8);
      return C;
    }
    return Fixed.onEntry(S.Value);
  }

  static bool isIt(const PlanRotation &Rot, unsigned E) { return E == Rot.Entry || Rot.Same.count(E); }
  static bool isAlways(const PlanRotation &Rot, const Touch &T) {
    return llvm::all_of(T.R, [&](unsigned E) { return isIt(Rot, E); });
  }

  std::string use(const Stmt &S, const Touch &T, PlanRotation &Rot, uint64_t &Used) {
    auto Offset = [&] { return constant(S.Offset[0]); };
    switch (S.K) {
    case Stmt::Launch: {
      const KernelSummary &K = *P.Kernels[S.KernelSlot];
      uint64_t Extent = K.Params[T.Param].Use.Extent;
      if (!K.Waits.empty())
        return "a kernel that waits for other groups uses it";
      if (!Extent)
        return T.What + " is used at places that are not constant";
      Used = std::max(Used, Extent);
      return "";
    }
    case Stmt::ReadBack:
      if (!Offset() || *Offset() > 8)
        return "it is read at a place that is not constant";
      Used = std::max(Used, *Offset() + S.Size);
      return "";
    case Stmt::Upload:
    case Stmt::Fill: {
      std::optional<uint64_t> Bytes = S.K == Stmt::Fill ? constant(S.E) : std::optional<uint64_t>(S.Size);
      ExprP V = value(S);
      if (!V || !Bytes || !Offset())
        return "it is set to different values";
      if (*Offset() != 0 || *Bytes > 8 || !llvm::isPowerOf2_64(*Bytes) || !llvm::isPowerOf2_32(S.Size) ||
          *Bytes < S.Size)
        return "it is not set by 1, 2, 4 or 8 bytes from its beginning";
      if (Rot.Size && (Rot.Size != *Bytes || Rot.Unit != S.Size || !Fixed.same(Rot.Value, V)))
        return "it is set to different values";
      Rot.Size = *Bytes;
      Rot.Unit = S.Size;
      Rot.Value = V;
      return "";
    }
    case Stmt::Assign:
    case Stmt::AssignHandle:
    case Stmt::SameHandle:
    case Stmt::MakeKernel:
    case Stmt::SetArg:
    case Stmt::Copy:
    case Stmt::If:
    case Stmt::Loop:
    case Stmt::Block:
    case Stmt::Leave:
    case Stmt::Break:
    case Stmt::Continue:
    case Stmt::Exit:
    case Stmt::Solo:
    case Stmt::Log:
    case Stmt::Bail: return "it is used by " + S.What;
    }
  }

  void accept(PlanRotation Rot) {
    const unsigned N = P.Rotations.size();
    for (auto &[S, Ts] : All)
      for (const Touch &T : Ts) {
        if (!llvm::any_of(T.R, [&](unsigned E) { return isIt(Rot, E) || Rot.Maybe.count(E); }))
          continue;
        if (S->K == Stmt::Launch)
          P.TurnArgs[{S, unsigned(T.Param)}].insert(N);
        else
          (S->K == Stmt::ReadBack ? P.TurnReads : P.Turns)[S] = N;
      }
    P.Rotations.push_back(std::move(Rot));
  }

  Plan &P;
  const Touches &All;
  Constants Values;
  FixedValues Fixed;
  std::set<const Stmt *> Repeated; ///< transfers inside loops
  std::set<unsigned> Touched;      ///< entries that some phase uses
  std::set<unsigned> Seen;         ///< entries that are one that was looked at
};

} // namespace

void findRotations(Plan &P, const Touches &All) { Finder(P, All).run(); }

} // namespace persistify::plan
