//===- Plan.cpp - arguments, entries and local sizes --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "Internal.h"
#include "persistify/Debug.h"
#include "persistify/Planted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "pst-plan"

using namespace persistify;
using namespace persistify::plan;

namespace {

void forEach(const StmtList &L, llvm::function_ref<void(const Stmt &)> F) {
  for (const Stmt &S : L) {
    F(S);
    forEach(S.Before, F);
    forEach(S.Next, F);
    forEach(S.Body, F);
    forEach(S.Else, F);
  }
}

/// What is wrong with a SetArg for kernel K.
std::optional<Diagnostic> wrongArg(const Stmt &S, const KernelSummary &K) {
  std::string Index = std::to_string(S.ArgIndex);
  if (S.ArgIndex >= K.Params.size())
    return Diagnostic{Diag::HostNoArg, S.Range, {K.Name, std::to_string(K.Params.size()), Index}};
  const KernelParam &Param = K.Params[S.ArgIndex];
  const ArgValue &A = S.Arg;
  auto Kind = [&](const char *Given, const char *Declared) {
    return Diagnostic{Diag::HostArgKind, S.Range, {Index, K.Name, Given, Param.Name, Declared}};
  };
  auto Size = [&](uint64_t Wanted) -> std::optional<Diagnostic> {
    bool Const = A.Size && A.Size->O == Expr::Const;
    if (Const && A.Size->Bits == Wanted)
      return std::nullopt;
    std::string Given = Const ? std::to_string(A.Size->Bits) : "unknown";
    return Diagnostic{Diag::HostArgSize, S.Range, {Index, K.Name, Given, Param.Name, std::to_string(Wanted)}};
  };
  // What the host's type has no member for did not come to the device. The kernel's type may have one there.
  auto Between = [&]() -> std::optional<Diagnostic> {
    std::string Missing = planted("argument-gaps") ? "" : Param.Members;
    for (const ArgValue::Piece &P : A.Pieces)
      for (uint64_t I = P.Offset; I < P.Offset + P.Size && I < Missing.size(); ++I)
        Missing[I] = '-';
    const size_t At = Missing.find('#');
    if (At == std::string::npos)
      return std::nullopt;
    return Diagnostic{Diag::HostUnsupportedApi,
                      S.Range,
                      {S.What, ": byte " + std::to_string(At) + " of argument " + Index +
                                   " is between members for the host, but belongs to a member of '" + Param.Name +
                                   "' of kernel '" + K.Name + "'"}};
  };
  switch (Param.K) {
  case KernelParam::Kind::Local:
    return A.K == ArgValue::NullPointer ? std::nullopt : std::optional(Kind("a value", "a __local pointer"));
  case KernelParam::Kind::Buffer: return A.K == ArgValue::Bytes ? Kind("a value", "a buffer") : Size(8);
  case KernelParam::Kind::Value:
    if (A.K != ArgValue::Bytes)
      return Kind(A.K == ArgValue::HandleValue ? "a buffer" : "a null pointer", "a value");
    if (auto Why = Size(Param.Size))
      return Why;
    return Between();
  case KernelParam::Kind::Unsupported: break;
  }
  return std::nullopt;
}

/// In a SetState of arguments: handle variables are this and their index.
constexpr unsigned HandleBit = 1u << 31;

/// Finds which arguments a launch may see from before the region (rule H2).
struct ArgFlow : Flow<SetState, ArgFlow> {
  Plan &P;
  DiagnosticSink &Diags;
  bool Ok = true;
  ArgFlow(Plan &P, DiagnosticSink &Diags) : P(P), Diags(Diags) {}

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

  bool made(unsigned Kernel) const { return P.R->Slots[P.R->Kernels[Kernel].Slot].Made; }

  void use(const Handle &H, const SetState &St) {
    if (H.K == Handle::Var && !St.Set.count(HandleBit + H.V))
      P.HandleIn[H.V] = true;
  }

  void checkSet(const Stmt &S) {
    if (auto Why = wrongArg(S, *P.Kernels[S.KernelSlot])) {
      Diags.report(*Why);
      Ok = false;
    }
  }

  void transfer(const Stmt &S, SetState &St) {
    if (!Ok)
      return;
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
    case Stmt::MakeKernel:
      for (unsigned A = 0; A < P.Args.size(); ++A)
        if (P.Args[A].Kernel == S.KernelSlot)
          St.Set.erase(A);
      return;
    case Stmt::SetArg: {
      checkSet(S);
      if (!Ok)
        return;
      unsigned A = arg(S.KernelSlot, S.ArgIndex);
      P.Args[A].Set = !made(S.KernelSlot);
      St.Set.insert(A);
      return;
    }
    case Stmt::Launch:
      for (unsigned I = 0; I < P.Kernels[S.KernelSlot]->Params.size(); ++I) {
        unsigned A = arg(S.KernelSlot, I);
        if (St.Set.count(A))
          continue;
        if (made(S.KernelSlot) && Ok) {
          Diags.report(Diag::HostUnsetArg, S.Range, {P.Kernels[S.KernelSlot]->Name, P.Args[A].Param->Name});
          Ok = false;
        }
        P.Args[A].Recorded = true;
      }
      return;
    case Stmt::Assign:
    case Stmt::SameHandle:
    case Stmt::ReadBack:
    case Stmt::Upload:
    case Stmt::Copy:
    case Stmt::Fill:
    case Stmt::If:
    case Stmt::Loop:
    case Stmt::Block:
    case Stmt::Leave:
    case Stmt::Break:
    case Stmt::Continue:
    case Stmt::Exit:
    case Stmt::Solo:
    case Stmt::Log:
    case Stmt::Bail: return;
    }
  }
};

/// Variables that a statement (not those inside it) reads.
bool planArrays(Plan &P, DiagnosticSink &Diags) {
  std::set<unsigned> Read;
  forEach(P.R->Body, [&](const Stmt &S) {
    std::set<unsigned> Here = reads(S, *P.R);
    Read.insert(Here.begin(), Here.end());
  });
  for (unsigned I = 0; I < P.R->Vars.size(); ++I) {
    const Variable &V = P.R->Vars[I];
    auto Form = Plan::ArrayForm::Scalars;
    if (V.IsArray && V.Slot >= 0)
      Form = !V.Assigned ? Plan::ArrayForm::State : !Read.count(I) ? Plan::ArrayForm::Log : Plan::ArrayForm::Scalars;
    P.Arrays.push_back(Form);
    if (V.IsArray && Form == Plan::ArrayForm::Scalars && V.Count > MaxCarriedElements) {
      const SourceRange &Rg = V.Slot >= 0 ? P.R->Slots[V.Slot].Range : P.R->Range;
      Diags.report(Diag::HostArray, Rg.valid() ? Rg : P.R->Range, {V.Name, std::to_string(MaxCarriedElements)});
      return false;
    }
  }
  return true;
}

/// What a solo loop assigns and something else may look at.
void planShared(Plan &P) {
  std::map<unsigned, unsigned> Reads; ///< variable -> statements of the region that read it
  auto Count = [&](const StmtList &L, std::map<unsigned, unsigned> &To) {
    forEach(L, [&](const Stmt &S) {
      for (unsigned V : reads(S, *P.R))
        ++To[V];
    });
  };
  Count(P.R->Body, Reads);
  forEach(P.R->Body, [&](const Stmt &S) {
    if (S.K != Stmt::Solo)
      return;
    std::map<unsigned, unsigned> Inside;
    Count(S.Body, Inside);
    std::set<unsigned> Out;
    forEach(S.Body, [&](const Stmt &X) {
      if (X.setsVar() && (P.R->Vars[X.Var].Slot >= 0 || Reads[X.Var] > Inside[X.Var]))
        Out.insert(X.Var);
    });
    // Private to the loop, but carried from one execution of it to the next?
    for (unsigned V : readBeforeSet(*P.R, S.Body))
      if (Inside.count(V))
        forEach(S.Body, [&](const Stmt &A) {
          if (A.setsVar() && A.Var == V)
            Out.insert(V);
        });
    P.Shared[&S].assign(Out.begin(), Out.end());
  });
}

/// What is known of launches when the region begins.
void findSizes(Plan &P) {
  const FixedValues Values(*P.R);
  forEach(P.R->Body, [&](const Stmt &S) {
    if (S.K != Stmt::Launch)
      return;
    PlanSizes &To = P.Sizes[&S];
    for (unsigned I = 0; I < S.Dim; ++I) {
      To.Offset[I] = S.Offset[I] ? Values.onEntry(S.Offset[I]) : nullptr;
      To.Global[I] = Values.onEntry(S.Global[I]);
      To.Local[I] = S.HasLocal ? Values.onEntry(S.Local[I]) : nullptr;
    }
  });
}

/// Which kernels' local sizes can differ from the physical work-group size.
bool planLocalSizes(Plan &P, DiagnosticSink &Diags) {
  std::set<uint64_t> Sizes;
  bool Unknown = false;
  bool Alike = true;   // those that are unknown have one size
  bool Literal = true; // the host need not look at variables
  const Stmt *Unsafe = nullptr, *First = nullptr;
  auto SameLocal = [&](const Stmt &A, const Stmt &B) {
    for (unsigned I = 0; I < A.Dim; ++I)
      if (ExprP E = P.Sizes[&A].Local[I]; !E || !identical(E, P.Sizes[&B].Local[I]))
        return false;
    return A.Dim == B.Dim;
  };
  forEach(P.R->Body, [&](const Stmt &S) {
    if (S.K != Stmt::Launch || P.Kernels[S.KernelSlot]->Sched != Schedule::GroupStride)
      return;
    const KernelSummary &K = *P.Kernels[S.KernelSlot];
    uint64_t N = 1;
    bool Known = S.HasLocal;
    for (unsigned I = 0; I < 3; ++I)
      if (K.ReqdLocalSize[0]) // a launch with another one is an error
        N *= K.ReqdLocalSize[I];
      else if (S.HasLocal && I < S.Dim && S.Local[I]->O == Expr::Const)
        N *= S.Local[I]->Bits;
      else
        Known = Known && I >= S.Dim;
    for (unsigned I = 0; I < S.Dim; ++I)
      Literal = Literal && S.HasLocal && S.Local[I]->O == Expr::Const;
    if (Known || K.ReqdLocalSize[0]) {
      Sizes.insert(N);
    } else {
      Unknown = true;
      First = First ? First : &S;
      Alike = Alike && S.HasLocal && SameLocal(S, *First);
    }
    if (!K.SurplusSafe)
      Unsafe = &S;
  });
  if (Sizes.empty() && !Unknown)
    return true;
  const bool One = Unknown ? Alike && Sizes.empty() : Sizes.size() == 1;
  P.Surplus = !One;
  P.UniformLocal = One && !Literal; // which the device checks; costs an H200 a tenth of sssp_worklist
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

void persistify::plan::forEachStmt(const StmtList &L, llvm::function_ref<void(const Stmt &)> F) { forEach(L, F); }

bool persistify::suits(const Region &R, unsigned Kernel, const KernelSummary &K) {
  bool Good = K.Problems.empty();
  forEach(R.Body, [&](const Stmt &S) { Good &= S.K != Stmt::SetArg || S.KernelSlot != Kernel || !wrongArg(S, K); });
  return Good;
}

void persistify::leaveWrongArguments(Region &R, const KernelModel &Model) {
  std::map<std::pair<unsigned, std::string>, std::set<unsigned>> Kernels; // by the call
  auto Call = [](const Stmt &S) { return std::pair(S.Range.Begin, S.Range.File); };
  forEach(R.Body, [&](const Stmt &S) {
    if (S.K == Stmt::SetArg)
      Kernels[Call(S)].insert(S.KernelSlot);
  });
  std::function<void(StmtList &, bool)> List = [&](StmtList &L, bool Chosen) {
    for (Stmt &S : L) {
      const KernelSummary *K = Chosen && S.K == Stmt::SetArg && Kernels[Call(S)].size() > 1
                                   ? Model.find(R.Kernels[S.KernelSlot].Name)
                                   : nullptr;
      if (K && wrongArg(S, *K)) {
        Stmt B;
        B.K = Stmt::Bail;
        B.Range = S.Range;
        B.What = "an argument that its kernel does not take";
        S = std::move(B);
        continue;
      }
      for (StmtList *In : {&S.Before, &S.Next, &S.Body, &S.Else})
        List(*In, Chosen || S.K == Stmt::If);
    }
  };
  if (!planted("wrong-arguments"))
    List(R.Body, false);
}

static Diagnostic waitingNote(const KernelSummary &K, const SourceRange &At) {
  if (K.OwnBarrier.empty())
    return {Diag::NoteResident, At, {K.Name, K.Waits}};
  return {Diag::NoteOwnBarrier,
          At,
          {K.Name, K.OwnBarrier,
           K.FewerGroups ? "and as many groups run as are resident"
                         : "and the original loop runs unless all its groups are resident"}};
}

/// For --debug-stages=plan.
static void tell(const Plan &P) {
  llvm::raw_ostream &OS = llvm::dbgs();
  OS << "plan of the loop in line " << P.R->Range.Line << ": " << P.Args.size() << " arguments, " << P.Entries.size()
     << " buffers, " << P.Rotations.size() << " cells in turn, " << P.Distinct.size() << " pairs to be distinct\n";
  for (const PlanEntry &E : P.Entries)
    OS << "  buffer " << E.Name << (E.Read ? ", read" : "") << (E.Written ? ", written" : "") << "\n";
  forEach(P.R->Body, [&](const Stmt &S) {
    if (auto It = P.Barriers.find(&S); It != P.Barriers.end())
      for (const std::string &Why : It->second.Reasons)
        OS << "  barrier in line " << S.Range.Line << ": " << Why << "\n";
  });
}

std::unique_ptr<Plan> persistify::makePlan(const Region &R, const KernelModel &Model, OptSet Uses,
                                           DiagnosticSink &Diags) {
  auto P = std::make_unique<Plan>();
  P->Uses = Uses;
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
      if (K->OwnFloats && R.HostFloat) {
        Diags.report(Diag::KernelUnsupported, K->Range,
                     {K->Name, "a pragma about floating point, which would hold for the host's arithmetic, too, at the "
                               "end of the source"});
        Ok = false;
      }
    }
    P->Kernels.push_back(K);
  }
  if (!Ok)
    return nullptr;
  P->HandleIn.resize(R.Handles.size());
  ArgFlow Args(*P, Diags);
  SetState St;
  Args.list(R.Body, St);
  findSizes(*P);
  if (!Args.Ok || !planLocalSizes(*P, Diags) || !planArrays(*P, Diags))
    return nullptr;
  // Buffers known on entry.
  for (unsigned V = 0; V < R.Handles.size(); ++V)
    if (R.Handles[V].Slot >= 0 && P->HandleIn[V])
      for (uint64_t I = 0; I < R.Handles[V].Count; ++I) {
        PlanEntry E;
        E.Own = R.Handles[V].Mirror;
        E.HandleVar = V;
        E.Element = I;
        const Slot &On = R.Slots[R.Handles[V].Slot + I];
        E.Name = On.name();
        E.Keys.insert(On.Key);
        E.Keys.insert(On.SameAs.begin(), On.SameAs.end());
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
  mergePhases(*P);
  joinFlags(*P);
  hoistRanges(*P);
  boundWalks(*P);
  findSteady(*P);
  planShared(*P);
  std::set<unsigned> Waiting;
  forEach(R.Body, [&](const Stmt &S) {
    if (S.K == Stmt::Launch && !P->Kernels[S.KernelSlot]->Waits.empty() && Waiting.insert(S.KernelSlot).second)
      P->Remarks.push_back(waitingNote(*P->Kernels[S.KernelSlot], S.Range));
  });
  findRaces(*P);
  for (const Variable &V : R.Vars)
    if (V.T.K == ScalarType::Float)
      P->NeedsFp64 = true; // float division is done in double (rule H10)
  P->FloatControl = floatDecides(R);
  if (!findBoundary(*P, Diags))
    return nullptr;
  LLVM_DEBUG(tell(*P));
  return P;
}

namespace {

/// Whether trips start by giving a buffer what an array of the host holds, which
/// no trip changes, and are timed. Other buffers may carry something on; but who
/// restores the input and takes the time wants the time of each trip.
bool isTimedFromInput(const Region &R, const StmtList &Trip) {
  if (llvm::none_of(R.Remarks,
                    [](const Diagnostic &D) { return D.D == Diag::NoteTiming || D.D == Diag::NoteTimingBehind; }))
    return false;
  for (const Stmt &S : Trip) {
    if (S.K == Stmt::Block)
      return isTimedFromInput(R, S.Body);
    if (S.K == Stmt::Copy && S.H.K == Handle::Var && R.Handles[S.H.V].Mirror && !R.Handles[S.H.V].Assigned)
      return true;
    if (S.K == Stmt::Launch || S.K == Stmt::Loop || S.K == Stmt::If)
      return false;
  }
  return false;
}

} // namespace

bool persistify::isLone(const Plan &P) {
  return llvm::none_of(P.Kernels, [](const KernelSummary *K) { return K->Sched == Schedule::GroupStride; });
}

bool persistify::isGathering(const Plan &P) {
  return llvm::any_of(P.Kernels, [](const KernelSummary *K) { return !K->Gathers.empty(); });
}

bool persistify::isUneven(const Plan &P) {
  return llvm::any_of(P.Kernels, [](const KernelSummary *K) { return !K->Uneven.empty(); });
}

/// Whether a break or continue of the loop around these statements is among them.
static bool leavesLoop(const StmtList &L) {
  return llvm::any_of(L, [](const Stmt &S) {
    return S.K == Stmt::Break || S.K == Stmt::Continue ||
           (S.K != Stmt::Loop && (leavesLoop(S.Body) || leavesLoop(S.Else)));
  });
}

bool persistify::isRepetition(const Plan &P) {
  const Region &R = *P.R;
  // One that keeps the times of its trips may leave at errors, and carry buffers on:
  // as one launch it would have no times to keep.
  if (R.Body.empty() || R.Body.back().K != Stmt::Loop || (!R.Exits.empty() && !R.TimesTrips))
    return false;
  const Stmt &L = R.Body.back();
  bool Carried = llvm::any_of(R.Handles, [](const HandleVariable &H) { return H.Assigned && !H.Mirror; }) ||
                 llvm::any_of(P.Entries, [](const PlanEntry &E) { return E.Read && E.Written; });
  if ((Carried && !R.TimesTrips && !isTimedFromInput(R, L.Body)) || leavesLoop(L.Body))
    return false;
  // The counter: what the test reads and the step assigns.
  std::set<unsigned> Counter, Assigned;
  readVars(L.E, Counter);
  forEach(L.Next, [&](const Stmt &S) {
    if (S.K == Stmt::Assign)
      Assigned.insert(S.Var);
  });
  if (Counter.empty() || Assigned.empty() || !L.Before.empty())
    return false;
  std::set<unsigned> InBody;
  forEach(L.Body, [&](const Stmt &S) {
    if (S.setsVar())
      InBody.insert(S.Var);
  });
  auto Carries = [&](unsigned V) { // arrays of a trip's own live no longer; their elements are not told apart
    return !R.Vars[V].IsArray || R.Vars[V].Slot >= 0;
  };
  for (unsigned V : readBeforeSet(R, L.Body))
    if (Carries(V) && (InBody.count(V) || Assigned.count(V)))
      return false;
  for (unsigned V : Counter)
    if (InBody.count(V))
      return false;
  return true;
}
