//===- LeafStores.cpp - what an assignment does to a leaf -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device/Commands.h"
#include "device/Events.h"
#include "device/Exchanges.h"
#include "device/MadeObjects.h"
#include "device/MirroredArrays.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "entry/EntryValues.h"
#include "interpreter/Statements.h"
#include "library/ContainerKinds.h"
#include "library/Containers.h"
#include "library/Strings.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "machine/Pointers.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

void Leaves::storeScalar(const Place &P, const std::string &Key, const Value &V, clang::SourceRange Rg) {
  unsigned Id;
  Variable *Var = scalarLeaf(P, Id);
  if (!Var)
    return;
  if (V.K != Value::Scalar) {
    refuse(Diag::HostUnsupportedExpr, Rg, {"the value stored here"});
    return;
  }
  ExprP X = castTo(Var->T, V.E);
  if (auto It = E.Known.find(Key); It != E.Known.end() && It->second.K == Value::Scalar && same(It->second.E, X))
    return; // it holds this constant already
  stmts().Stored.insert(Key);
  Var->Assigned = true;
  Stmt &S = emit(Stmt::Assign, Rg);
  S.Var = Id;
  S.Index = P.Index;
  S.E = X;
  if (!Scanning) // copies of many are what takes time there
    E.Changed[Id] = ++Moment;
  std::set<uint64_t> Few;
  bool AreFew = !P.Extent && Var->T.isInteger() && keeping().values(X, Few) && Few.size() <= 8;
  if (!AreFew && entry().CounterKeys.count(Key)) // in = out, where out is known on entry, too
    entry().wantCounters(X);
  forget(P);
  if (AreFew)
    E.Few[Key] = std::move(Few);
  if (!P.Extent && !Objects[P.Obj].External && Var->T.isInteger())
    if (ExprP Same = entry().steady(X); Same && Same->O != Expr::Const)
      E.Steady[Key] = std::move(Same);
  if (X->O == Expr::Const && (!P.Index || constantValue(P.Index)))
    E.Known.set(Key, Value::scalar(X));
}

void Leaves::storeHandle(const Place &P, const Value &V, clang::SourceRange Rg) {
  if (P.Wrapped) // `buffer() = handle` leaves the counts of both as they are
    return refuse(Diag::HostNotCapturable, Rg, {places().textOf(P), "the handle inside a wrapper object is assigned"});
  bool Owner = ownedHandle(P.T) != ApiType::None && Objects[P.Obj].External;
  if (Owner && (!Exchanging || P.Obj == exchanges().ExchangeObj)) // what it owned would be released
    return refuse(Diag::HostImplicitCall, Rg, {"the assignment of '" + places().textOf(P) + "'"});
  unsigned Id;
  HandleVariable *Var = handleLeaf(P, Id);
  if (!Var)
    return;
  for (uint64_t I = 0; Owner && I < Var->Count; ++I)
    Owners[R.Slots[Var->Slot + I].Owner] = P.T.getCanonicalType().getUnqualifiedType();
  Handle H;
  if (V.K == Value::HandleV)
    H = V.H;
  else if (V.K != Value::Null)
    return refuse(Diag::HostUnsupportedExpr, Rg, {"the buffer handle stored here"});
  made().holdBuffer(P, H, Rg);
  commands().keepMapped(Id, Rg);
  Var->Assigned = true;
  Stmt &S = emit(Stmt::AssignHandle, Rg);
  S.Var = Id;
  S.Index = P.Index;
  S.H = H;
}

bool Leaves::storableOutside(const Place &P, const std::string &Key, const Value &V, clang::SourceRange Rg) {
  const LeafKind K = places().classify(P.T);
  if (K == LeafKind::Event) {
    const int Leads = P.Index && P.Fields.empty() ? Objects[P.Obj].Behind : -1; // of a list that a pointer leads to
    if (Leads >= 0 && Objects[Leads].D && Objects[P.Obj].Text == "(*" + Objects[Leads].Text + ")") {
      events().setsOutside(Objects[Leads].D, P);
    } else if (Objects[P.Obj].D) {
      events().setsOutside(Objects[P.Obj].D, P);
    } else {
      effects().makeHostOnly(P);
    }
  } else if (K == LeafKind::Kernel) {
    const bool Empty =
        V.K == Value::Null && !Scanning; // behind the release, say; in front of the loop it is no kernel yet
    if ((!made().isMade(V) && !Empty && !(V.K == Value::KernelV && made().onlyInLoop(P))) || !P.Path.empty() ||
        !Objects[P.Obj].D)
      refuse(Diag::HostKernelAssigned, Rg, {places().textOf(P)});
    made().HoldsMade.insert(Objects[P.Obj].D);
    made().isMade(V) ? void(E.Held.insert(Key)) : void(E.Held.erase(Key));
  } else if (K == LeafKind::Pointer && (V.K == Value::Pointer || V.K == Value::Null) &&
             (made().onlyInLoop(P) || made().assignedBehind(P))) {
    made().HoldsMade.insert(Objects[P.Obj].D);
  } else {
    refuse(Diag::HostUnsupportedType, Rg, {places().textOf(P), P.T.getAsString()});
  }
  return ok();
}

void Leaves::storeOpaque(const Place &P, const std::string &Key, const Value &V, clang::SourceRange Rg) {
  const LeafKind K = places().classify(P.T);
  if (K == LeafKind::Pointer && exchanges().exchange(P, V, Rg))
    return;
  if (Objects[P.Obj].External && (strings().storeText(P, V, Rg) || !storableOutside(P, Key, V, Rg)))
    return;
  const bool ToEvent = V.P.valid() && handleType(V.P.T) == ApiType::Event;
  if (K == LeafKind::Pointer && (V.K == Value::Pointer || (V.K == Value::Maybe && ToEvent)) && V.P.Extent &&
      V.P.Index && !V.P.Or) {
    ExprP At = tell(PointerAt, Key, "_at", castTo(sizeType(), V.P.Index), Rg);
    Value To = V;
    if (!constantValue(V.P.Index))
      To.P.Index = At;
    E.Known.set(Key, To);
    if ((constantValue(V.P.Index) || ToEvent) && !P.Index)
      pointers().holdPointer(Key, To, Rg);
    return;
  }
  if (K == LeafKind::Event)
    return events().setEvent(P, V, Rg);
  E.Known.set(Key, K == LeafKind::Kernel && V.K == Value::KernelV && !made().isMade(V) && !Scanning && !P.Index
                       ? made().heldKernel(Key, V, Rg)
                       : keeping().pinned(V));
  if (K == LeafKind::Pointer && !P.Index)
    pointers().holdPointer(Key, V, Rg);
}

void Leaves::store(const Place &P, const Value &V, clang::SourceRange Rg) {
  if (!P.valid() || !ok())
    return;
  if (P.Or) {
    const Place To = Places::existing(P);
    if (!To.Or)
      return store(To, V, Rg);
    stmts().branch(To.Or->C, [&] { store(Keeping::first(To), V, Rg); }, [&] { store(To.Or->Other, V, Rg); }, Rg);
    return;
  }
  if (P.Obj == exchanges().ExchangeObj && V.K == Value::Scalar && places().classify(P.T) == LeafKind::Scalar &&
      !P.Path.empty() && !effects().hostOnly(P))
    return store(exchanges().exchangedMember(P, Rg), V, Rg);
  if (V.K == Value::Later && !effects().hostOnly(P)) {
    effects().makeHostOnly(P);
    if (!effects().LaterStored.count(P.Obj) || planted("temporary-lost"))
      return; // the lowering starts again
    // A temporary is the host's from here on: nothing of it may be the region's yet.
    if (!ofObject(ScalarLeaves, P.Obj).empty() || !ofObject(HandleLeaves, P.Obj).empty() ||
        !ofObject(E.Known, P.Obj).empty())
      return refuse(Diag::HostTime, Rg, {Objects[P.Obj].Name});
  }
  if (effects().hostOnly(P))
    return effects().storeLater(P, V, Rg);
  if (!P.Reads.empty())
    return places().unknownElement(P, Rg);
  if (stale(P))
    return refuse(Diag::HostUnsupportedExpr, Rg, {"an element whose index changes while it is used"});
  ordering().noteAccess(P, /*Write=*/true);
  std::string Key = places().key(P);
  if (pending(E.Reading, P) || pending(E.Writing, P))
    refuse(Diag::HostPendingTransfer, Rg,
           {P.Spelled && (isExact(P, Key, E.Reading) || isExact(P, Key, E.Writing)) ? text(P.Spelled)
                                                                                    : Objects[P.Obj].Name});
  LeafKind K = places().classify(P.T);
  if (K == LeafKind::Scalar && P.Extent && mirrors().mirrored(P) && V.K == Value::Scalar)
    return mirrors().storeMirror(P, V.E, Rg);
  if (K == LeafKind::Scalar)
    return storeScalar(P, Key, V, Rg);
  if (K == LeafKind::Handle)
    return storeHandle(P, V, Rg);
  if (K == LeafKind::Record && V.K == Value::Record)
    return objectType(P.T) == ApiType::Range ? wrapper().storeRange(P, V.P, Rg) : copyRecord(P, V.P, Rg);
  // What is not a whole of this kind has no members and elements to give.
  if (K == LeafKind::Array ||
      (K == LeafKind::Record && (V.K == Value::Scalar || V.K == Value::Pointer || V.K == Value::Str)))
    return refuse(Diag::HostUnsupportedExpr, Rg, {"the value stored here"});
  storeOpaque(P, Key, V, Rg);
}

} // namespace persistify::host
