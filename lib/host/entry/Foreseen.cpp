//===- Foreseen.cpp - tables that the program fills in front of the loop ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// struct arg { size_t size; const void *value; } args[] = {{sizeof n, &n}, ...};
// for (...) for (i = 0; i < count; i++) clSetKernelArg(k, i, args[i].size, args[i].value);
//
// Sizes and counts must be constants, and what a void pointer points to must be
// known. Where Foresight has seen them, the region is lowered for what it saw, and
// has the precondition that it is so.
//
//===----------------------------------------------------------------------===//
#include "effects/LeftBranches.h"
#include "entry/EntryValues.h"
#include "library/Containers.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "Walk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

ExprP EntryValues::settled(const ExprP &X) {
  if (!X || constantValue(X) || !Sight || Scanning || Exchanged.AnyTrip)
    return X;
  struct Use {
    unsigned V;
    Place P;
    uint64_t Bits;
  };
  std::vector<Use> Used;
  bool All = true;
  std::function<ExprP(const ExprP &)> With = [&](const ExprP &E) -> ExprP {
    if (E->O == Expr::Const)
      return E;
    if (E->O == Expr::Var) {
      auto It = leaves().Outside.find(E->V);
      if (It == leaves().Outside.end() || R.Vars[E->V].Assigned || !E->T.isInteger())
        return All = false, E;
      Place P = It->second;
      if (!E->Args.empty())
        P.Index = E->Args[0];
      auto N = places().seen(P);
      auto V = N ? Sight->number(LoopStmt, *N) : std::nullopt;
      if (!V)
        return All = false, E;
      ExprP C = constant(E->T, uint64_t(*V));
      Used.push_back({E->V, P, *constantValue(C)});
      return C;
    }
    std::vector<ExprP> A;
    for (const ExprP &Arg : E->Args)
      A.push_back(With(Arg));
    if (!All)
      return E;
    switch (E->O) {
    case Expr::Cast: return castTo(E->T, A[0]);
    case Expr::Cond: return conditional(A[0], A[1], A[2]);
    case Expr::Math: return All = false, E;
    default: return A.size() == 1 ? unary(E->O, A[0]) : binary(E->O, A[0], A[1]);
    }
  };
  // What the region's own variables hold of outside ones, parameters for instance.
  ExprP Steady = planted("parameters-unsettled") ? nullptr : steady(X);
  ExprP C = With(Steady ? Steady : X);
  if (!All || !constantValue(C))
    return X;
  for (const auto &[Var, P, V] : Used) {
    SettledVars.insert(Var);
    std::string T = P.Index ? places().elementText(P, *constantValue(P.Index)) : places().textOf(P);
    bool Signed = P.T->isSignedIntegerOrEnumerationType();
    std::string Text = Signed ? std::to_string(int64_t(V)) : std::to_string(V) + "u";
    containers().requireOf(P, (P.T->isEnumeralType() ? "(long long)" : "") + T + " == " + Text,
                           "'" + T + "' is not " + Text);
  }
  return C;
}

ExprP EntryValues::settledTag(const ExprP &X) {
  const bool Known =
      X && !constantValue(X) && Sight && !Scanning && !Sight->inAnyOrder(LoopStmt) && !planted("tags-unsettled");
  const ExprP Of = Known ? steady(X) : nullptr;
  if (!Of)
    return X;
  std::set<unsigned> Tags;
  bool Table = true;
  forEachVar(Of, [&](unsigned V) {
    auto It = leaves().Outside.find(V);
    Table &= It != leaves().Outside.end() && (R.Vars[V].IsArray || llvm::StringRef(It->second.Path).contains("[")) &&
             !Exchanged.ChangedTags.count(places().textOf(It->second));
    Tags.insert(V);
  });
  if (!Table || Tags.empty())
    return X;
  const ExprP C = settled(X);
  if (constantValue(C))
    SettledTags.insert(Tags.begin(), Tags.end());
  return C;
}

void EntryValues::staysAsOnEntry(unsigned V) {
  if (!planted("other-names"))
    R.Slots[R.Vars[V].Slot].Compared = true;
}

void EntryValues::checkSettled() {
  for (unsigned V : branches().LeftBy)
    branches().WantsHost |= R.Vars[V].Assigned && !Exchanged.AnyTrip;
  for (unsigned V : SettledTags)
    if (R.Vars[V].Assigned && Exchanged.ChangedTags.insert(places().textOf(leaves().Outside.at(V))).second)
      Exchanged.Grown = true; // once more, without
  if (Exchanged.Grown)
    return;
  for (unsigned V : SettledVars) {
    staysAsOnEntry(V);
    if (R.Vars[V].Assigned) // known on entry, and in later trips what the loop makes of it
      wantCounters(variable(V, R.Vars[V].T));
    if (Exchanged.Grown)
      return;
    if (R.Vars[V].Assigned && ok())
      refuse(Diag::HostNotCapturable, LoopStmt->getSourceRange(),
             {R.Vars[V].Name, "it must be known when the code is generated, and the loop changes it"});
  }
}

// Launcher &arg(T &x) { clSetKernelArg(kernel, next++, sizeof x, &x); return *this; }
// void run() { ...; next = 0; }
//
// What such a counter holds on entry is a precondition; then it is known in each trip.

void EntryValues::wantCounters(const ExprP &X) {
  std::set<unsigned> Seen;
  wantCounters(X, Seen);
}

void EntryValues::wantCounters(const ExprP &X, std::set<unsigned> &Seen) {
  if (!X || !Sight || Scanning || Exchanged.AnyTrip)
    return;
  forEachVar(X, [&](unsigned V) {
    if (!Seen.insert(V).second)
      return;
    auto It = leaves().Outside.find(V);
    if (It == leaves().Outside.end()) // the value of next++
      for (const Stmt &S : *Out)
        if (S.K == Stmt::Assign && S.Var == V)
          wantCounters(S.E, Seen);
    if (It == leaves().Outside.end() || It->second.Index || It->second.Or || R.Vars[V].IsArray ||
        !R.Vars[V].T.isInteger())
      return;
    const Place &P = It->second;
    const Object &O = Objects[P.Obj];
    const bool This = O.Text == "(*this)";
    const VarDecl *Root = This ? nullptr : O.D;
    const VarDecl *Pointer = O.Behind >= 0 && O.Plain && Objects[O.Behind].External ? Objects[O.Behind].D : nullptr;
    if (!Root && Pointer && O.Text == "(*" + places().textOf(places().objectOf(Pointer)) + ")")
      Root = Pointer;
    auto N = O.External && (Root || This) ? places().seen(P) : std::nullopt;
    auto Value = N ? Sight->number(LoopStmt, *N) : std::nullopt;
    if (Value && Exchanged.Counters.try_emplace(places().textOf(P), Counter{P, Root, O.T, *Value}).second)
      Exchanged.Grown = true;
  });
}

void EntryValues::beginCounters() {
  for (auto &[Name, C] : Exchanged.Counters) {
    Place P = C.P;
    Place Root = C.Root ? places().objectOf(C.Root) : places().thisPlace(C.Of);
    if (C.Root && C.Root->getType().getNonReferenceType()->isPointerType()) // a number behind it
      Root = places().pointee(Root, C.Of);
    if (!ok() || !Root.valid() || !Root.Path.empty() || !Objects[Root.Obj].External)
      continue;
    P.Obj = Root.Obj;
    auto T = places().scalarType(P.T);
    std::string Text = places().textOf(P);
    if (!T || Text != Name)
      continue;
    ExprP V = constant(*T, uint64_t(C.Value));
    std::string Number = T->K == ScalarType::Signed ? std::to_string(C.Value) : std::to_string(*constantValue(V)) + "u";
    containers().requireOf(P, (P.T->isEnumeralType() ? "(long long)" : "") + Text + " == " + Number,
                           "'" + Text + "' is not " + Number);
    if (unsigned Id; leaves().scalarLeaf(P, Id))
      staysAsOnEntry(Id);
    E.Known.set(places().key(P), Value::scalar(V));
    if (!planted("counters-once"))
      E.Few[places().key(P)] = {*constantValue(V)}; // and in later trips what the loop makes of it
    CounterKeys.insert(places().key(P));
  }
}

std::optional<Place> EntryValues::foreseenTarget(const Place &P) {
  auto N = Sight && !Scanning && Objects[P.Obj].External && P.T->isPointerType() ? places().seen(P) : std::nullopt;
  const VarDecl *V = N ? Sight->pointsTo(LoopStmt, *N) : nullptr;
  if (!V || V->getType()->isReferenceType())
    return std::nullopt;
  Place To = places().objectOf(V);
  if (!To.valid() || !Objects[To.Obj].External || !Objects[To.Obj].Nameless.empty() || !To.Path.empty())
    return std::nullopt;
  std::string T = P.Index ? places().elementText(P, *constantValue(P.Index)) : places().textOf(P);
  std::string Name = places().textOf(To);
  containers().requireOf(P, T + " == (const void *)&" + Name, "'" + T + "' does not point to '" + Name + "'");
  return To;
}

} // namespace persistify::host
