//===- Prune.cpp - dropping what a region does not use -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Prune.h"
#include "machine/Expr.h"
#include "Walk.h"
#include "persistify/Containment.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::host {

namespace {

struct Pruner {
  Region &R;
  std::vector<bool> Vars, Handles, Kernels, Exits, Sites;
  std::vector<unsigned> VarTo, HandleTo, KernelTo, ExitTo, SlotTo, SiteTo;
  bool Renumbering = false;

  const bool KeepsBinding; ///< only kernels go: what the host binds, and does behind the region, stays as it is

  explicit Pruner(Region &R, bool KeepsBinding = false)
      : R(R), Vars(R.Vars.size(), KeepsBinding), Handles(R.Handles.size(), KeepsBinding), Kernels(R.Kernels.size()),
        Exits(R.Exits.size(), KeepsBinding), Sites(R.Deferred.size(), KeepsBinding), KeepsBinding(KeepsBinding) {}

  void var(unsigned &V) {
    if (Renumbering)
      V = VarTo[V];
    else
      Vars[V] = true;
  }
  void expr(ExprP &E) {
    if (!E)
      return;
    if (!Renumbering) {
      mark(*E);
      return;
    }
    E = renumbered(E);
  }
  void mark(const Expr &E) {
    if (E.O == Expr::Var)
      Vars[E.V] = true;
    for (const ExprP &A : E.Args)
      mark(*A);
  }
  ExprP renumbered(const ExprP &E) {
    Expr N = *E;
    if (N.O == Expr::Var)
      N.V = VarTo[N.V];
    for (ExprP &A : N.Args)
      A = renumbered(A);
    return std::make_shared<const Expr>(std::move(N));
  }
  void handle(Handle &H) {
    if (H.K != Handle::Var)
      return;
    if (Renumbering)
      H.V = HandleTo[H.V];
    else
      Handles[H.V] = true;
    expr(H.Index);
  }
  void list(StmtList &L) {
    for (Stmt &S : L)
      statement(S);
  }
  void statement(Stmt &S) {
    expr(S.Index);
    expr(S.E);
    expr(S.Value);
    for (int I = 0; I < 3; ++I) {
      expr(S.Offset[I]);
      expr(S.Global[I]);
      expr(S.Local[I]);
    }
    handle(S.H);
    handle(S.H2);
    switch (S.K) {
    case Stmt::Assign:
    case Stmt::SameHandle:
    case Stmt::ReadBack:
      var(S.Var);
      if (Renumbering)
        R.Vars[S.Var].Assigned = true;
      break;
    case Stmt::AssignHandle:
      if (Renumbering) {
        S.Var = HandleTo[S.Var];
        R.Handles[S.Var].Assigned = true;
      } else {
        Handles[S.Var] = true;
      }
      break;
    case Stmt::MakeKernel:
    case Stmt::SetArg:
    case Stmt::Launch:
      if (Renumbering)
        S.KernelSlot = KernelTo[S.KernelSlot];
      else
        Kernels[S.KernelSlot] = true;
      expr(S.Arg.Size);
      handle(S.Arg.H);
      for (ArgValue::Piece &P : S.Arg.Pieces)
        expr(P.E);
      break;
    case Stmt::Copy:
    case Stmt::Upload:
    case Stmt::Fill: // of a host array: it is the host's afterwards
      if (const Handle *To = S.writes(); Renumbering && To->K == Handle::Var && R.Handles[To->V].Mirror &&
                                         !(S.K == Stmt::Fill && planted("fill-kept")))
        R.Handles[To->V].Assigned = true;
      break;
    case Stmt::Log:
      if (Renumbering)
        S.Site = SiteTo[S.Site];
      else
        Sites[S.Site] = true;
      for (ExprP &E : S.Values)
        expr(E);
      break;
    case Stmt::Exit:
      if (Renumbering)
        S.ExitIndex = ExitTo[S.ExitIndex - 1] + 1;
      else
        Exits[S.ExitIndex - 1] = true;
      break;
    case Stmt::If:
    case Stmt::Loop:
    case Stmt::Block:
    case Stmt::Leave:
    case Stmt::Break:
    case Stmt::Continue:
    case Stmt::Solo:
    case Stmt::Bail: break;
    }
    list(S.Before);
    list(S.Next);
    list(S.Body);
    list(S.Else);
  }
  template <typename T> static std::vector<unsigned> compact(std::vector<T> &V, const std::vector<bool> &Keep) {
    std::vector<unsigned> To(V.size(), ~0u);
    std::vector<T> Kept;
    for (size_t I = 0; I < V.size(); ++I)
      if (Keep[I]) {
        To[I] = Kept.size();
        Kept.push_back(std::move(V[I]));
      }
    V = std::move(Kept);
    return To;
  }
  void run() {
    list(R.Body);
    VarTo = compact(R.Vars, Vars);
    HandleTo = compact(R.Handles, Handles);
    KernelTo = compact(R.Kernels, Kernels);
    ExitTo = compact(R.Exits, Exits);
    SiteTo = compact(R.Deferred, Sites);
    // Slots: those of what is left, all queues and contexts, and what was compared.
    std::vector<bool> Slots(R.Slots.size(), KeepsBinding);
    for (Variable &V : R.Vars)
      if (V.Slot >= 0)
        Slots[V.Slot] = true;
    for (HandleVariable &H : R.Handles)
      for (uint64_t I = 0; H.Slot >= 0 && I < H.Count; ++I)
        Slots[H.Slot + I] = true;
    for (size_t I = 0; I < R.Slots.size(); ++I)
      if (Slots[I] && R.Slots[I].SizeSlot >= 0)
        Slots[R.Slots[I].SizeSlot] = true;
    for (KernelUse &K : R.Kernels)
      Slots[K.Slot] = true;
    for (size_t I = 0; I < R.Slots.size(); ++I)
      if (R.Slots[I].K == Slot::Queue || R.Slots[I].K == Slot::Context || R.Slots[I].Compared)
        Slots[I] = true;
    SlotTo = compact(R.Slots, Slots);
    // Of the slots of one handle the first one left, if there are others.
    std::map<int, std::vector<unsigned>> Groups;
    for (unsigned I = 0; I < R.Slots.size(); ++I)
      if (R.Slots[I].OneOf >= 0)
        Groups[R.Slots[I].OneOf].push_back(I);
    for (auto &[First, Of] : Groups)
      for (unsigned I : Of)
        R.Slots[I].OneOf = Of.size() > 1 ? int(Of.front()) : -1;
    for (Slot &S : R.Slots)
      if (S.SizeSlot >= 0)
        S.SizeSlot = SlotTo[S.SizeSlot];
    for (Variable &V : R.Vars) {
      V.Assigned = false;
      if (V.Slot >= 0)
        V.Slot = SlotTo[V.Slot];
    }
    for (HandleVariable &H : R.Handles) {
      H.Assigned = false;
      if (H.Slot >= 0)
        H.Slot = SlotTo[H.Slot];
    }
    for (KernelUse &K : R.Kernels)
      K.Slot = SlotTo[K.Slot];
    llvm::erase_if(R.Evidence, [&](const ArgEvidence &E) { return KernelTo[E.Kernel] == ~0u; });
    for (ArgEvidence &E : R.Evidence)
      E.Kernel = KernelTo[E.Kernel];
    for (RegionExit &X : R.Exits) {
      llvm::erase_if(X.Locals, [&](auto &L) { return L.Host.empty() && SlotTo[L.Slot] == ~0u; });
      for (auto &L : X.Locals)
        if (L.Host.empty())
          L.Slot = SlotTo[L.Slot];
    }
    Renumbering = true;
    list(R.Body);
    llvm::erase_if(R.HostLocals, [&](auto &Local) {
      auto Uses = [&](llvm::StringRef Text) { return Text.contains(Local.first); };
      return llvm::none_of(R.Deferred, [&](auto &D) { return Uses(D.Text) || Uses(D.Before); }) &&
             llvm::none_of(R.Exits,
                           [&](auto &X) { return llvm::any_of(X.Locals, [&](auto &L) { return Uses(L.Host); }); });
    });
  }
};

} // namespace

/// Whether an assignment to a variable that is not \p Read went.
static bool dropUnread(const Region &R, StmtList &L, const std::vector<bool> &Read) {
  const size_t Before = L.size();
  llvm::erase_if(L, [&](const Stmt &S) {
    return (S.K == Stmt::Assign || S.K == Stmt::SameHandle) && !Read[S.Var] && R.Vars[S.Var].Slot < 0;
  });
  bool Went = L.size() != Before;
  for (Stmt &S : L)
    forEachList(S, [&](StmtList &Inner) { Went |= dropUnread(R, Inner, Read); });
  return Went;
}

/// Assignments to the region's own variables that nothing reads, such as the status
/// of calls that succeed on the device.
static void dropUnread(Region &R) {
  std::vector<bool> Read;
  do {
    Read.assign(R.Vars.size(), false);
    forEachStmt(R.Body, [&](const Stmt &S) {
      forEachOperand(S, [&](const ExprP &E) { forEachVar(E, [&](unsigned V) { Read[V] = true; }); });
      if (S.K == Stmt::ReadBack) // it sets the variable, perhaps in part
        Read[S.Var] = true;
    });
  } while (dropUnread(R, R.Body, Read));
}

void pruneRegion(Region &R) {
  dropUnread(R);
  Pruner(R).run();
}

/// Whether S does nothing but set arguments of one kernel, or another one, or launch it.
static bool choosesKernel(const Stmt &S) {
  auto One = [](const Stmt &X) { return X.K == Stmt::SetArg || X.K == Stmt::Launch || choosesKernel(X); };
  return S.K == Stmt::If && S.E && S.E->O == Expr::Var && S.E->Args.empty() && !S.Body.empty() && !S.Else.empty() &&
         llvm::all_of(S.Body, One) && llvm::all_of(S.Else, One);
}

static void variablesOf(const Stmt &S, std::set<unsigned> &To) {
  forEachOperand(S, [&](const ExprP &E) { forEachVar(E, [&](unsigned V) { To.insert(V); }); });
  forEachList(S, [&](const StmtList &Inner) {
    for (const Stmt &X : Inner)
      variablesOf(X, To);
  });
}

static void joinChoices(StmtList &L) {
  for (size_t I = 0; I < L.size(); ++I) {
    if (!choosesKernel(L[I]))
      continue;
    std::set<unsigned> Reads;
    variablesOf(L[I], Reads);
    forEachVar(L[I].E, [&](unsigned V) { Reads.insert(V); });
    for (size_t J = I; J-- > 0;) {
      if (choosesKernel(L[J]) && same(L[J].E, L[I].E)) {
        llvm::append_range(L[J].Body, L[I].Body);
        llvm::append_range(L[J].Else, L[I].Else);
        L.erase(L.begin() + I--);
        break;
      }
      if (L[J].K != Stmt::Assign || Reads.count(L[J].Var))
        break;
    }
  }
  for (Stmt &S : L) // behind this: choices inside have come together
    forEachList(S, [](StmtList &Inner) { joinChoices(Inner); });
}

void joinChoices(Region &R) { joinChoices(R.Body); }

/// Without what is done with a kernel, and the choice between it and others.
static void withoutKernel(StmtList &L, unsigned Kernel) {
  auto IsOf = [&](const Stmt &S) { return (S.K == Stmt::SetArg || S.K == Stmt::Launch) && S.KernelSlot == Kernel; };
  auto Launches = [&](const StmtList &B) { return B.size() == 1 && IsOf(B[0]); };
  for (size_t I = 0; I < L.size(); ++I) {
    if (L[I].K == Stmt::If && (Launches(L[I].Body) || Launches(L[I].Else))) {
      StmtList Other = std::move(Launches(L[I].Body) ? L[I].Else : L[I].Body);
      L.erase(L.begin() + I);
      L.insert(L.begin() + I, std::make_move_iterator(Other.begin()), std::make_move_iterator(Other.end()));
      --I;
      continue;
    }
    forEachList(L[I], [&](StmtList &Inner) { withoutKernel(Inner, Kernel); });
  }
  llvm::erase_if(L, IsOf);
}

namespace {

/// Puts ends of the region in place of a kernel's commands.
struct Leaver {
  const Region &R;
  const unsigned Kernel;
  std::set<unsigned> Changed; ///< variables that the loop sets
  bool Ok = true;

  Leaver(Region &R, unsigned Kernel) : R(R), Kernel(Kernel) {
    forEachStmt(R.Body, [&](const Stmt &S) {
      if (S.setsVar())
        Changed.insert(S.Var);
    });
  }

  /// Whether it is the same in each trip, and known when the loop is entered.
  bool isSettled(const Expr &E) const {
    if (E.O == Expr::Var)
      return E.Args.empty() && R.Vars[E.V].Slot >= 0 && !Changed.count(E.V);
    if (E.O != Expr::Const && E.Args.empty())
      return false;
    return llvm::all_of(E.Args, [&](const ExprP &A) { return A && isSettled(*A); });
  }

  /// Whether what goes through the list comes to the kernel.
  bool list(StmtList &L) {
    for (size_t I = 0; I < L.size(); ++I) {
      Stmt &S = L[I];
      const bool Uses = (S.K == Stmt::SetArg || S.K == Stmt::Launch) && S.KernelSlot == Kernel;
      Ok &= S.K != Stmt::MakeKernel || S.KernelSlot != Kernel;
      if (Uses || (S.K == Stmt::Bail && !S.E)) {
        Stmt End;
        End.K = Stmt::Bail;
        End.Range = S.Range;
        if (Uses)
          S = std::move(End);
        L.resize(I + 1);
        return true;
      }
      if (S.K == Stmt::If) {
        const bool Then = list(S.Body), Else = list(S.Else);
        if (Then && Else)
          return true;
        Ok &= (!Then && !Else) || (S.E && isSettled(*S.E));
        continue;
      }
      bool Within = false;
      forEachList(S, [&](StmtList &Inner) { Within |= list(Inner); });
      if (Within)
        return true;
    }
    return false;
  }
};

} // namespace
} // namespace persistify::host

bool persistify::leaveKernel(Region &R, unsigned Kernel) {
  const Slot &S = R.Slots[R.Kernels[Kernel].Slot];
  if (S.OneOf >= 0 || S.Made)
    return false;
  host::Leaver To(R, Kernel);
  if (To.list(R.Body) || !To.Ok)
    return false;
  host::pruneRegion(R);
  return true;
}

bool persistify::dropKernel(Region &R, unsigned Kernel, bool KeepsBinding) {
  const int Handle = R.Slots[R.Kernels[Kernel].Slot].OneOf;
  if (Handle < 0 || llvm::count_if(R.Kernels, [&](const KernelUse &U) { return R.Slots[U.Slot].OneOf == Handle; }) < 2)
    return false;
  if (KeepsBinding && !planted("dropped-names"))
    R.Slots[R.Kernels[Kernel].Slot].KernelName.clear(); // with it the region is not entered
  host::withoutKernel(R.Body, Kernel);
  if (KeepsBinding)
    host::Pruner(R, true).run();
  else
    host::pruneRegion(R);
  return true;
}
