//===- Plan.cpp - arguments, entries and local sizes --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace persistify;
using namespace persistify::plan;

namespace {

/// Arguments and handle variables that are set on every way to a point.
struct SetState {
  bool Reachable = true;
  std::set<unsigned> Set; ///< arguments, and handle variables as HandleBit + index
};
constexpr unsigned HandleBit = 1u << 31;

void meet(SetState &A, const SetState &B) {
  if (!B.Reachable)
    return;
  if (!A.Reachable) {
    A = B;
    return;
  }
  std::set<unsigned> Both;
  std::set_intersection(A.Set.begin(), A.Set.end(), B.Set.begin(), B.Set.end(),
                        std::inserter(Both, Both.end()));
  A.Set = std::move(Both);
}

/// Finds which arguments a launch may see from before the region (rule H2).
struct ArgFlow {
  Plan &P;
  DiagnosticSink &Diags;
  bool Ok = true;
  std::map<unsigned, SetState> Leaving = {}; ///< by block label

  unsigned arg(unsigned Kernel, unsigned Index) {
    int I = P.argOf(Kernel, Index);
    if (I >= 0)
      return I;
    PlanArg A;
    A.Kernel = Kernel;
    A.Index = Index;
    A.Param = &P.Kernels[Kernel]->Params[Index];
    P.Args.push_back(A);
    return P.Args.size() - 1;
  }

  void refuse(Diag D, const Stmt &S, std::vector<std::string> Args) {
    Diags.report(D, S.Range, std::move(Args));
    Ok = false;
  }

  void use(const Handle &H, const SetState &St) {
    if (H.K == Handle::Var && !St.Set.count(HandleBit + H.V))
      P.HandleIn[H.V] = true;
  }

  void checkSet(const Stmt &S) {
    const KernelSummary &K = *P.Kernels[S.KernelSlot];
    if (S.ArgIndex >= K.Params.size())
      return refuse(Diag::HostNoArg, S, {K.Name, std::to_string(K.Params.size()), std::to_string(S.ArgIndex)});
    const KernelParam &Param = K.Params[S.ArgIndex];
    auto Kind = [&](const char *Given, const char *Declared) {
      refuse(Diag::HostArgKind, S, {std::to_string(S.ArgIndex), K.Name, Given, Param.Name, Declared});
    };
    const ArgValue &A = S.Arg;
    bool ConstSize = A.Size && A.Size->O == Expr::Const;
    switch (Param.K) {
    case KernelParam::Kind::Local:
      if (A.K != ArgValue::NullPointer)
        Kind("a value", "a __local pointer");
      break;
    case KernelParam::Kind::Buffer:
      if (A.K == ArgValue::Bytes)
        Kind("a value", "a buffer");
      else if (!ConstSize || A.Size->Bits != 8)
        refuse(Diag::HostArgSize, S, {std::to_string(S.ArgIndex), K.Name,
               ConstSize ? std::to_string(A.Size->Bits) : "unknown", Param.Name, "8"});
      break;
    case KernelParam::Kind::Value:
      if (A.K != ArgValue::Bytes)
        Kind(A.K == ArgValue::HandleValue ? "a buffer" : "a null pointer", "a value");
      else if (!ConstSize || A.Size->Bits != Param.Size)
        refuse(Diag::HostArgSize, S, {std::to_string(S.ArgIndex), K.Name,
               ConstSize ? std::to_string(A.Size->Bits) : "unknown", Param.Name, std::to_string(Param.Size)});
      break;
    case KernelParam::Kind::Unsupported: break;
    }
  }

  void list(const StmtList &L, SetState &St) {
    for (const Stmt &S : L)
      if (Ok)
        statement(S, St);
  }

  void statement(const Stmt &S, SetState &St) {
    use(S.H, St);
    use(S.H2, St);
    use(S.Arg.H, St);
    switch (S.K) {
    case Stmt::AssignHandle:
      if (P.R->Handles[S.Var].IsArray)
        P.HandleIn[S.Var] = true; // the other elements keep their values
      else
        St.Set.insert(HandleBit + S.Var);
      return;
    case Stmt::SetArg: {
      checkSet(S);
      if (!Ok)
        return;
      unsigned A = arg(S.KernelSlot, S.ArgIndex);
      P.Args[A].Set = true;
      St.Set.insert(A);
      return;
    }
    case Stmt::Launch:
      for (unsigned I = 0; I < P.Kernels[S.KernelSlot]->Params.size(); ++I) {
        unsigned A = arg(S.KernelSlot, I);
        if (!St.Set.count(A))
          P.Args[A].Recorded = true;
      }
      return;
    case Stmt::If: {
      SetState Else = St;
      list(S.Body, St);
      list(S.Else, Else);
      meet(St, Else);
      return;
    }
    case Stmt::Loop: {
      SetState Entry = St;
      if (S.TestLast) {
        // The body runs at least once, but may leave early.
        list(S.Body, St);
        list(S.Before, St);
        SetState Again = St;
        list(S.Next, Again);
        St = Entry;
        return;
      }
      list(S.Before, St);
      SetState AfterTest = St;
      list(S.Body, St);
      list(S.Next, St);
      St = Entry.Reachable ? Entry : AfterTest;
      return;
    }
    case Stmt::Block: {
      list(S.Body, St);
      auto It = Leaving.find(S.Label);
      if (It != Leaving.end()) {
        meet(St, It->second);
        Leaving.erase(It);
      }
      return;
    }
    case Stmt::Leave: {
      auto [It, New] = Leaving.try_emplace(S.Label, St);
      if (!New)
        meet(It->second, St);
      St.Reachable = false;
      return;
    }
    case Stmt::Break:
    case Stmt::Continue:
    case Stmt::Exit: St.Reachable = false; return;
    case Stmt::Bail:
      if (!S.E)
        St.Reachable = false;
      return;
    default: return;
    }
  }
};

void forEach(const StmtList &L, llvm::function_ref<void(const Stmt &)> F) {
  for (const Stmt &S : L) {
    F(S);
    forEach(S.Before, F);
    forEach(S.Next, F);
    forEach(S.Body, F);
    forEach(S.Else, F);
  }
}

/// Which kernels' local sizes can differ from the physical work-group size.
bool planLocalSizes(Plan &P, DiagnosticSink &Diags) {
  std::set<uint64_t> Sizes;
  bool Unknown = false;
  const Stmt *Unsafe = nullptr;
  forEach(P.R->Body, [&](const Stmt &S) {
    if (S.K != Stmt::Launch || P.Kernels[S.KernelSlot]->Sched != Schedule::GroupStride)
      return;
    uint64_t N = 1;
    for (unsigned I = 0; I < S.Dim && S.HasLocal; ++I) {
      if (S.Local[I] && S.Local[I]->O == Expr::Const)
        N *= S.Local[I]->Bits;
      else
        Unknown = true;
    }
    if (S.HasLocal)
      Sizes.insert(N);
    else
      Unknown = true;
    if (!P.Kernels[S.KernelSlot]->SurplusSafe)
      Unsafe = &S;
  });
  if (Sizes.empty() && !Unknown)
    return true;
  P.Surplus = Unknown || Sizes.size() > 1;
  if (Unsafe && P.Surplus) {
    // Without the predicated form every group-stride launch must have the same
    // size: checked on the device, refused where it is known to be false.
    if (!Unknown && Sizes.size() > 1) {
      const KernelSummary &K = *P.Kernels[Unsafe->KernelSlot];
      Diags.report(Diag::KernelSurplus, Unsafe->Range, {K.Name, K.SurplusReason});
      return false;
    }
    P.Surplus = false;
    P.UniformLocal = true;
  }
  return true;
}

} // namespace

void persistify::plan::forEachStmt(const StmtList &L, llvm::function_ref<void(const Stmt &)> F) {
  forEach(L, F);
}

std::unique_ptr<Plan> persistify::makePlan(const Region &R, const KernelModel &Model, DiagnosticSink &Diags) {
  auto P = std::make_unique<Plan>();
  P->R = &R;
  P->Model = &Model;
  bool Ok = true;
  for (const KernelUse &U : R.Kernels) {
    const KernelSummary *K = Model.find(U.Name);
    if (!K) {
      Diags.report(Diag::KernelMissing, R.Slots[U.Slot].Range.valid() ? R.Slots[U.Slot].Range : R.Range, {U.Name});
      Ok = false;
    } else {
      for (const Diagnostic &D : K->Problems) {
        Diags.report(D);
        Ok = false;
      }
    }
    P->Kernels.push_back(K);
  }
  if (!Ok)
    return nullptr;
  P->HandleIn.resize(R.Handles.size());
  ArgFlow Flow{*P, Diags};
  SetState St;
  Flow.list(R.Body, St);
  if (!Flow.Ok || !planLocalSizes(*P, Diags))
    return nullptr;
  // Buffers known on entry.
  for (unsigned V = 0; V < R.Handles.size(); ++V)
    if (R.Handles[V].Slot >= 0 && P->HandleIn[V])
      for (uint64_t I = 0; I < R.Handles[V].Count; ++I) {
        PlanEntry E;
        E.HandleVar = V;
        E.Element = I;
        E.Name = R.Slots[R.Handles[V].Slot + I].Text;
        E.Keys.insert(R.Slots[R.Handles[V].Slot + I].Key);
        P->Entries.push_back(E);
      }
  for (unsigned A = 0; A < P->Args.size(); ++A)
    if (P->Args[A].Recorded && P->Args[A].Param->K == KernelParam::Kind::Buffer) {
      PlanEntry E;
      E.Arg = A;
      E.Name = P->Kernels[P->Args[A].Kernel]->Name + "." + P->Args[A].Param->Name;
      for (const ArgEvidence &Ev : R.Evidence)
        if (Ev.Kernel == P->Args[A].Kernel && Ev.Index == P->Args[A].Index)
          E.Keys.insert(Ev.Buffers.begin(), Ev.Buffers.end());
      if (E.Keys.count("?"))
        E.Keys.clear();
      P->Args[A].Entry = P->Entries.size();
      P->Entries.push_back(E);
    }
  placeBarriers(*P);
  for (const Variable &V : R.Vars)
    if (V.T.K == ScalarType::Float)
      P->NeedsFp64 = true; // float division is done in double (rule H10)
  return P;
}
