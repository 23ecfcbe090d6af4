//===- VerifyBody.cpp - rules of statements ----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::region {

bool Verifier::kernel(unsigned K) {
  return rule(K < R.Kernels.size(), "kernel-index", "there is no kernel " + llvm::Twine(K));
}

bool Verifier::handle(const Handle &H, bool MayBeNull) {
  if (H.K == Handle::Null)
    return rule(MayBeNull, "handle-null", "a buffer is null where there must be one");
  if (!rule(H.V < R.Handles.size(), "handle-index", "there is no handle " + llvm::Twine(H.V)))
    return false;
  index(H.Index, R.Handles[H.V].IsArray, Names.Handles[H.V]);
  return true;
}

/// The variable that a statement sets. One of the host's gets its value back only if it is said to be assigned.
bool Verifier::target(const Stmt &S) {
  if (!rule(S.Var < R.Vars.size(), "variable-index", "there is no variable " + llvm::Twine(S.Var)))
    return false;
  const Variable &V = R.Vars[S.Var];
  index(S.Index, V.IsArray, Names.Vars[S.Var]);
  rule(V.Slot < 0 || V.Assigned, "assigned", "%" + Names.Vars[S.Var] + " is the host's, set, and not assigned");
  return true;
}

void Verifier::assignHandle(const Stmt &S) {
  if (!rule(S.Var < R.Handles.size(), "handle-index", "there is no handle " + llvm::Twine(S.Var)))
    return;
  const HandleVariable &V = R.Handles[S.Var];
  index(S.Index, V.IsArray, Names.Handles[S.Var]);
  rule(V.Slot < 0 || V.Assigned || V.Mirror, "assigned",
       "%" + Names.Handles[S.Var] + " is the host's, set, and not assigned");
  handle(S.H, !S.E);
  if (S.E && S.H.K == Handle::Var && S.H.V < R.Handles.size()) {
    rule(R.Handles[S.H.V].Mirror, "new-in-mirror", "a new buffer is made in %" + Names.Handles[S.H.V]);
    size(S.E, "size");
  }
}

/// A buffer and the offset into it.
void Verifier::memory(const Stmt &S, const Handle &H, unsigned OffsetOf) {
  handle(H, false);
  size(S.Offset[OffsetOf], "offset");
}

void Verifier::readBack(const Stmt &S) {
  if (!target(S))
    return;
  memory(S, S.H, 0);
  const unsigned Bytes = R.Vars[S.Var].T.bytes();
  rule(S.Size > 0 && S.Size <= Bytes, "transfer-size",
       llvm::Twine(S.Size) + " bytes are read into %" + Names.Vars[S.Var] + ", which has " + llvm::Twine(Bytes));
}

void Verifier::setArg(const Stmt &S) {
  if (!kernel(S.KernelSlot))
    return;
  const ArgValue &A = S.Arg;
  if (A.Size)
    integer(A.Size, "size");
  if (A.K == ArgValue::HandleValue)
    handle(A.H, true);
  if (A.K != ArgValue::Bytes)
    return;
  unsigned End = 0;
  for (const ArgValue::Piece &P : A.Pieces) {
    if (!needed(P.E, "value"))
      continue;
    rule(P.Size > 0 && P.Size <= 8 && P.Size <= P.E->T.bytes(), "argument-pieces",
         llvm::Twine(P.Size) + " bytes of " + X.text(P.E) + ", which has " + llvm::Twine(P.E->T.bytes()));
    rule(P.Offset >= End, "argument-pieces", "byte " + llvm::Twine(P.Offset) + " of an argument has several values");
    End = P.Offset + P.Size;
  }
  if (A.Size && A.Size->O == Expr::Const)
    rule(End <= A.Size->Bits, "argument-pieces",
         "an argument of " + llvm::Twine(A.Size->Bits) + " bytes has values up to byte " + llvm::Twine(End));
}

void Verifier::launch(const Stmt &S) {
  kernel(S.KernelSlot);
  if (!rule(S.Dim >= 1 && S.Dim <= 3, "launch-dimensions", "a launch of " + llvm::Twine(S.Dim) + " dimensions"))
    return;
  for (unsigned I = 0; I < S.Dim; ++I) {
    size(S.Global[I], "global size");
    if (S.HasLocal)
      size(S.Local[I], "local size");
    rule((S.Offset[I] != nullptr) == (S.Offset[0] != nullptr), "launch-dimensions",
         "not each dimension of a launch has an offset");
    if (S.Offset[I])
      size(S.Offset[I], "global offset");
  }
}

void Verifier::inSolo(const Stmt &S) {
  switch (S.K) {
  case Stmt::Assign:
  case Stmt::ReadBack:
  case Stmt::Upload:
  case Stmt::If:
  case Stmt::Loop:
  case Stmt::Block:
  case Stmt::Leave:
  case Stmt::Break:
  case Stmt::Continue:
  case Stmt::Exit:
  case Stmt::Bail: return;
  case Stmt::AssignHandle:
  case Stmt::SameHandle:
  case Stmt::MakeKernel:
  case Stmt::SetArg:
  case Stmt::Launch:
  case Stmt::Copy:
  case Stmt::Fill:
  case Stmt::Solo:
  case Stmt::Log: fault("solo-statements", "a solo loop has a statement that one work-item cannot run"); return;
  }
}

void Verifier::loop(const Stmt &S, const Context &C) {
  Context In = C;
  In.Breaks = true;
  In.Continues = false;
  list(S.Before, In);
  In.Breaks = false; // it runs in front of the next trip
  list(S.Next, In);
  Line = S.Range.Line;
  if (S.E)
    needed(S.E, "condition");
  In.Breaks = In.Continues = true;
  list(S.Body, In);
}

void Verifier::block(const Stmt &S, Context C) {
  rule(Labels.insert(S.Label).second, "label-once", "there is a block " + llvm::Twine(S.Label) + " already");
  C.Labels.push_back(S.Label);
  list(S.Body, C);
}

/// What has no statements in it.
void Verifier::leaf(const Stmt &S, const Context &C) {
  switch (S.K) {
  case Stmt::Assign:
    if (target(S) && needed(S.E, "value"))
      rule(S.E->T == R.Vars[S.Var].T, "assigned-type",
           "%" + Names.Vars[S.Var] + " is set to " + X.text(S.E) + ", which is of another type");
    return;
  case Stmt::AssignHandle: return assignHandle(S);
  case Stmt::SameHandle:
    if (target(S))
      rule(R.Vars[S.Var].T.isInteger(), "integer", "%" + Names.Vars[S.Var] + " gets a truth and is no integer");
    handle(S.H, true);
    handle(S.H2, true);
    return;
  case Stmt::MakeKernel: kernel(S.KernelSlot); return;
  case Stmt::SetArg: return setArg(S);
  case Stmt::Launch: return launch(S);
  case Stmt::ReadBack: return readBack(S);
  case Stmt::Upload:
    memory(S, S.H, 0);
    if (needed(S.Value, "value"))
      rule(S.Size > 0 && S.Size <= S.Value->T.bytes(), "transfer-size",
           llvm::Twine(S.Size) + " bytes of " + X.text(S.Value) + " are written");
    return;
  case Stmt::Copy:
    memory(S, S.H, 0);
    memory(S, S.H2, 1);
    return size(S.E, "number of bytes");
  case Stmt::Fill:
    memory(S, S.H, 0);
    size(S.E, "number of bytes");
    if (needed(S.Value, "pattern"))
      rule((S.Size == 1 || S.Size == 2 || S.Size == 4 || S.Size == 8) && S.Size <= S.Value->T.bytes(), "transfer-size",
           "a pattern of " + llvm::Twine(S.Size) + " bytes");
    return;
  case Stmt::Leave:
    rule(llvm::is_contained(C.Labels, S.Label), "label-encloses",
         "leave " + llvm::Twine(S.Label) + " is not in a block " + llvm::Twine(S.Label));
    return;
  case Stmt::Break: rule(C.Breaks, "in-loop", "break has no loop around it"); return;
  case Stmt::Continue: rule(C.Continues, "in-loop", "continue has no loop around it"); return;
  case Stmt::Exit:
    rule(S.ExitIndex >= 1 && S.ExitIndex <= R.Exits.size(), "exit-index",
         "there is no exit " + llvm::Twine(S.ExitIndex));
    return;
  case Stmt::Log:
    rule(S.Site < R.Deferred.size(), "deferred-index", "there is no deferred statement " + llvm::Twine(S.Site));
    for (const ExprP &E : S.Values)
      needed(E, "value");
    return;
  case Stmt::Bail:
    expression(S.E);
    rule(!S.ForHost || !R.ForHost.empty(), "for-host", "a trip is the host's, and the region has none of these");
    return;
  case Stmt::If:
  case Stmt::Loop:
  case Stmt::Block:
  case Stmt::Solo: return;
  }
}

void Verifier::statement(const Stmt &S, const Context &C) {
  Line = S.Range.Line;
  if (C.Solo)
    inSolo(S);
  switch (S.K) {
  case Stmt::If:
    needed(S.E, "condition");
    list(S.Body, C);
    list(S.Else, C);
    return;
  case Stmt::Loop: return loop(S, C);
  case Stmt::Block: return block(S, C);
  case Stmt::Solo: {
    Context In = C;
    In.Breaks = In.Continues = false; // they would end no loop of the work-item's
    In.Solo = true;
    list(S.Body, In);
    return;
  }
  case Stmt::Assign:
  case Stmt::AssignHandle:
  case Stmt::SameHandle:
  case Stmt::MakeKernel:
  case Stmt::SetArg:
  case Stmt::Launch:
  case Stmt::ReadBack:
  case Stmt::Upload:
  case Stmt::Copy:
  case Stmt::Fill:
  case Stmt::Leave:
  case Stmt::Break:
  case Stmt::Continue:
  case Stmt::Exit:
  case Stmt::Log:
  case Stmt::Bail: return leaf(S, C);
  }
}

namespace {
/// Where control may go from a statement.
struct Ways {
  bool End = true, Break = false, Continue = false;
  std::set<unsigned> Left; ///< labels

  void add(const Ways &O) {
    Break |= O.Break;
    Continue |= O.Continue;
    Left.insert(O.Left.begin(), O.Left.end());
  }
};

Ways ways(const StmtList &L);

Ways ways(const Stmt &S) {
  Ways W;
  switch (S.K) {
  case Stmt::If: {
    W = ways(S.Body);
    const Ways Else = ways(S.Else);
    W.End |= Else.End;
    W.add(Else);
    return W;
  }
  case Stmt::Loop: {
    const Ways Before = ways(S.Before), Body = ways(S.Body);
    for (const Ways &Of : {Before, Body, ways(S.Next)})
      W.add(Of);
    const bool Tested = S.TestLast ? Body.End || Body.Continue : true;
    W.End = (S.E && Tested && Before.End) || W.Break;
    W.Break = W.Continue = false;
    return W;
  }
  case Stmt::Block:
    W = ways(S.Body);
    W.End |= W.Left.erase(S.Label) != 0;
    return W;
  case Stmt::Solo: W = ways(S.Body); return W;
  case Stmt::Leave:
    W.End = false;
    W.Left.insert(S.Label);
    return W;
  case Stmt::Break:
  case Stmt::Continue:
    W.End = false;
    (S.K == Stmt::Break ? W.Break : W.Continue) = true;
    return W;
  case Stmt::Exit: W.End = false; return W;
  case Stmt::Bail: W.End = S.E != nullptr; return W;
  case Stmt::Assign:
  case Stmt::AssignHandle:
  case Stmt::SameHandle:
  case Stmt::MakeKernel:
  case Stmt::SetArg:
  case Stmt::Launch:
  case Stmt::ReadBack:
  case Stmt::Upload:
  case Stmt::Copy:
  case Stmt::Fill:
  case Stmt::Log: return W;
  }
  return W;
}

Ways ways(const StmtList &L) {
  Ways W;
  for (const Stmt &S : L) {
    const Ways Of = ways(S);
    W.add(Of);
    if (!Of.End) {
      W.End = false;
      break;
    }
  }
  return W;
}
} // namespace

void Verifier::reachable(const StmtList &L) {
  for (size_t I = 0; I + 1 < L.size(); ++I)
    if (!ways(L[I]).End) {
      Line = L[I + 1].Range.Line;
      return fault("reachable", "control does not come to a statement: all ways leave in front of it");
    }
}

void Verifier::list(const StmtList &L, Context C) {
  reachable(L);
  for (const Stmt &S : L)
    statement(S, C);
}

} // namespace persistify::region

bool persistify::reachesEnd(const StmtList &L) { return region::ways(L).End; }

void persistify::dropUnreachable(StmtList &L) {
  for (size_t I = 0; I < L.size(); ++I) {
    for (StmtList *In : {&L[I].Before, &L[I].Next, &L[I].Body, &L[I].Else})
      dropUnreachable(*In);
    if (!region::ways(L[I]).End) {
      L.resize(I + 1);
      return;
    }
  }
}
