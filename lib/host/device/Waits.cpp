//===- Waits.cpp - which events a command waits for ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In one in-order queue a command need not wait for the region's own events: wait lists
// are left out. But to wait for a null event is an error of the call, which launches
// nothing. So each event that is waited for must be there: it is known to be, or the
// region asks, and the original loop goes on where there is none.
//
//===----------------------------------------------------------------------===//
#include "device/Commands.h"
#include "device/Events.h"
#include "device/Exchanges.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/ContainerKinds.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "program/Closed.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

/// Behind the key of an outside event that must be there.
static constexpr char Waited[] = "!";

bool Events::ownOnEntry(const Place &P) {
  const bool One =
      P.valid() && !P.Or && (!P.Index || constantValue(P.Index)) && !P.Unit && !isSomeElement(P, Objects[P.Obj]);
  const bool Event =
      One && (handleType(P.T) == ApiType::Event || (objectType(P.T) == ApiType::Event && !planted("only-bare-events")));
  if (!Event || Scanning || P.Obj == exchanges().ExchangeObj || !Objects[P.Obj].External)
    return false;
  auto Known = E.Known.find(places().key(P));
  if (Known == E.Known.end() || (Known->second.K != Value::EventV && Known->second.K != Value::Null))
    EntryEvents.try_emplace(places().key(P), P);
  return true;
}

void Events::requireOwnEvents() {
  auto Queue = llvm::find_if(R.Slots, [](const Slot &S) { return S.K == Slot::Queue; });
  if (Queue == R.Slots.end() || planted("any-outside-event"))
    return;
  const std::string Of = Queue->Init.empty() ? Queue->Text : Queue->Init;
  for (auto &[Key, P] : EntryEvents) {
    const VarDecl *D = Objects[P.Obj].D;
    const std::string Text = leaves().accessed(P, places().textOf(P));
    if (ok() && llvm::StringRef(Key).ends_with(Waited))
      containers().requireOf(P, Text + " != 0", "there is no event '" + places().textOf(P) + "' to wait for");
    if (ok() && !(D && isOwnEvent(eventName(P, D))))
      containers().requireOf(P, "persistify_is_own_event((const void *)" + Text + ", (const void *)" + Of + ")",
                             "the event '" + places().textOf(P) + "' is another queue's, or not of OpenCL");
  }
}

/// An event that is there, perhaps another queue's.
static Value thereOnly() {
  Value V;
  V.E = constant(intType(), 1);
  return V;
}

void Events::beThereOnEntry(const Place &P) {
  EntryEvents.try_emplace(places().key(P) + Waited, P);
  if (E.Known.find(places().key(P)) == E.Known.end()) // else a variable tells
    E.Known.set(places().key(P), thereOnly());
}

std::optional<Place> Events::following(const Place &P, uint64_t N) const {
  if (!N)
    return P;
  auto L = elementOf(P);
  const auto At = L ? constantValue(L->At) : std::nullopt;
  if (!At || *At + N >= P.Row)
    return std::nullopt;
  Place Next = P;
  Next.Path = L->List.Path + "[" + std::to_string(*At + N) + "]";
  return Next;
}

std::optional<ExprP> Events::there(const Place &P, bool Surely) {
  const ExprP Yes = constant(intType(), 1);
  auto Known = E.Known.find(places().key(P));
  if (Known != E.Known.end() && Known->second.K == Value::EventV && !Known->second.Inside)
    return Yes;
  auto L = elementOf(P);
  const bool Chosen = L && E.Known.find(std::to_string(P.Obj) + "*") != E.Known.end(); // an index chose what was set
  if (L && hasList(*L, Chosen))
    return unary(Expr::LogNot, missing(*L, constant(sizeType(), 1)));
  if (Chosen)
    return Yes;
  const bool OnEntry = Surely && Known == E.Known.end() && Objects[P.Obj].External && Out == stmts().EachTrip &&
                       handleType(P.T) == ApiType::Event && P.Obj != exchanges().ExchangeObj && !P.Unit;
  if (OnEntry && keepInMind(Exchanged.EventsThere, P)) {
    EntryEvents.try_emplace(places().key(P) + Waited, P);
    return Yes;
  }
  if (tellsEvents()) {
    if (auto Given = eventGiven(Value::later(P)); Given || Exchanged.Grown)
      return Given ? Given : Yes;
    if (L) {
      hasList(*L, true);
      return Yes;
    }
    return std::nullopt;
  }
  Exchanged.EventsAsked = Exchanged.Grown = true;
  return Yes;
}

void Events::mustBeThere(const Element &L, const ExprP &N, const clang::Expr *List) {
  ownList(L, List);
  if (ok() && hasList(L, true) && !planted("no-event-to-wait-for"))
    stmts().bailIf(missing(L, N), Stmt::NoEvent, List->getSourceRange());
}

void Events::mustBeThere(const Place &P, const ExprP &N, const clang::Expr *List) {
  if (!ok() || Scanning)
    return;
  const clang::SourceRange Rg = List->getSourceRange();
  if (P.Or)
    return stmts().branch(
        P.Or->C, [&] { mustBeThere(Keeping::first(P), N, List); }, [&] { mustBeThere(P.Or->Other, N, List); }, Rg);
  const bool Checks = !planted("no-event-to-wait-for");
  const auto Few = constantValue(N);
  auto L = elementOf(P);
  const bool Many = L && (!isOneLeaf(P) || ((!Few || *Few > 1) && P.Row > Keeping::MostChoices));
  if (L && (Many || hasList(*L, false)))
    return mustBeThere(*L, N, List);
  if (!L && P.Extent && !isOneLeaf(P))
    return refuse(Diag::HostEvents, Rg, {text(List)});
  const Object &O = Objects[P.Obj];
  for (uint64_t I = 0; ok() && (!Few || I < *Few); ++I) {
    auto At = following(P, I);
    if (!At)
      break;
    if (O.External && !isSet(*At)) {
      if (!O.D)
        return refuse(Diag::HostEvents, Rg, {text(List)});
      ownEvent(O.D, List, &*At);
    }
    auto Given = ok() && Checks ? there(*At, Few.has_value()) : constant(intType(), 1);
    if (!Given)
      return refuse(Diag::HostEvents, Rg, {text(List)});
    if (constantValue(*Given) == 1u)
      continue;
    ExprP No = unary(Expr::LogNot, *Given);
    stmts().bailIf(Few ? No
                       : binary(Expr::LogAnd, binary(Expr::GT, castTo(sizeType(), N), constant(sizeType(), I)), No),
                   Stmt::NoEvent, Rg);
  }
}

bool Events::isSet(const Place &P) const {
  auto Known = E.Known.find(places().key(P));
  return Known != E.Known.end() && Known->second.K == Value::EventV;
}

bool Events::setsSome(int Obj) const {
  return llvm::any_of(ofObject(E.Known, Obj), [](const auto &Leaf) { return Leaf.second.K == Value::EventV; });
}

void Events::ownList(const Element &L, const clang::Expr *List) {
  const Object &O = Objects[L.List.Obj];
  if (!O.External || Scanning || planted("foreign-lists"))
    return;
  const VarDecl *D = variableOf(L);
  if (!D)
    return refuse(Diag::HostEvents, List->getSourceRange(), {text(List)});
  if (std::string Why = changesUnseen(D, Ctx); !Why.empty())
    return refuse(Diag::HostForeignEvent, List->getSourceRange(), {D->getNameAsString(), Why});
  // Else nothing of what stands there in front of the loop counts: what the region sets does, if it has no other name.
  const bool Sets = setsSome(L.List.Obj) || setsSome(places().objectOf(D).Obj);
  const ValueDecl *Name = eventName(L.List, D);
  if (!isOwnEvent(Name) && (!Sets || Index.haveOtherNames({canonical(Name)})))
    refuse(Diag::HostEvents, List->getSourceRange(), {D->getNameAsString()});
}

void Events::ownEvent(const VarDecl *D, const clang::Expr *X, const Place *At) {
  Place P = places().objectOf(D);
  if (!Objects[P.Obj].External || Scanning)
    return;
  if (At ? isSet(*At) : setsSome(P.Obj))
    return; // in the region, on every way here
  if (std::string Why = changesUnseen(D, Ctx); !Why.empty())
    return refuse(Diag::HostForeignEvent, X->getSourceRange(), {D->getNameAsString(), Why});
  if (!isOwnEvent(At ? eventName(*At, D) : D) && !(At && ownOnEntry(*At)))
    refuse(Diag::HostEvents, X->getSourceRange(), {D->getNameAsString()});
}

bool Events::wrappedEvents(const Place &P, const clang::Expr *X) {
  Value V = leaves().load(P, X->getSourceRange());
  auto Known = E.Known.find(places().key(P)); // the host has it, but a command of the region made it
  bool Made = Known != E.Known.end() && Known->second.K == Value::EventV;
  if (!ok() || V.K == Value::EventV || (V.K == Value::Later && Made))
    return true;
  if (V.K == Value::Null) { // an error of the call
    stmts().bail(X->getSourceRange(), Stmt::NoEvent);
    return true;
  }
  return false;
}

std::string Events::leftOut(const Value &V) const {
  const Place &P = V.P;
  const bool Behind = V.K == Value::Pointer && P.valid() && isOneLeaf(P) && P.Path.empty() && !P.Unit && !P.Hidden &&
                      !Scanning && P.Obj != exchanges().ExchangeObj && Objects[P.Obj].External &&
                      Objects[P.Obj].Behind >= 0 && Objects[P.Obj].Plain;
  if (!Behind || planted("no-list-left-out"))
    return "";
  const Object &Pointer = Objects[Objects[P.Obj].Behind];
  auto *D = dyn_cast_or_null<ParmVarDecl>(Pointer.D);
  const bool Named = D && Pointer.Nameless.empty() && D->getType()->isPointerType() &&
                     Objects[P.Obj].Text == "(*" + Pointer.Text + ")";
  return Named ? Pointer.Text : "";
}

void Events::waitList(const ApiCall &C) {
  const clang::Expr *Count = C.arg(ApiArg::Count), *List = C.arg(ApiArg::WaitList);
  if (!List)
    List = C.arg(ApiArg::WaitFor);
  if (!ok() || !List)
    return;
  ExprP N;
  if (Count && Count->HasSideEffects(Ctx)) // the one evaluation
    if (const Value V = exprs().rvalue(Count); ok() && V.K == Value::Scalar)
      N = keeping().pinned(V.E, "count");
  if (ok() && C.A != Api::Wait && emptyList(List, Count)) // to wait for none is an error
    return;
  if (ok())
    waitFor(List, Count, N);
  // A list of no events is an error of the call, and so are events without a list.
  if (!ok() || !Count || Scanning || Count->HasSideEffects(Ctx) || listHasEffects(List, Ctx) || planted("any-count"))
    return;
  const bool Constant = exprs().evaluate(Count).has_value();
  Checkpoint Before = stmts().save();
  Value Number = exprs().rvalue(Count), L = ok() ? exprs().rvalue(List) : Value();
  const bool Known = L.K == Value::Null || L.K == Value::Maybe || L.K == Value::Pointer;
  const bool LeftOut = ok() && L.K == Value::Pointer && !leftOut(L).empty();
  if (ok() && (LeftOut || L.K == Value::Null) && Number.K == Value::Scalar &&
      (C.A == Api::Wait || constantValue(Number.E).value_or(0)))
    return stmts().bailIf(constant(intType(), 1), Stmt::NoEvent, C.range());
  if (!ok() || Constant || Number.K != Value::Scalar || constantValue(Number.E) || !Known) {
    Refused.clear();
    return stmts().restore(std::move(Before));
  }
  ExprP Given = L.K == Value::Maybe ? L.E : constant(intType(), L.K == Value::Pointer && !LeftOut);
  stmts().bailIf(binary(Expr::EQ, unary(Expr::LogNot, Number.E), unary(Expr::LogNot, unary(Expr::LogNot, Given))),
                 Stmt::NoEvent, C.range());
}

/// Whether an index that is no constant chooses the element of an array that \p X names.
static bool indexChooses(const clang::Expr *X, const ASTContext &Ctx) {
  X = X->IgnoreParenCasts();
  if (auto *U = dyn_cast<UnaryOperator>(X); U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref))
    return indexChooses(U->getSubExpr(), Ctx);
  const clang::Expr *Base = nullptr, *Index = nullptr;
  if (const clang::Expr *Of = containerOfElement(X, Index)) {
    if (!Index)
      return indexChooses(Of, Ctx);
    Base = Of;
  } else if (auto *A = dyn_cast<ArraySubscriptExpr>(X)) {
    Base = A->getBase();
    Index = A->getIdx();
  } else if (auto *B = dyn_cast<BinaryOperator>(X); B && B->isAdditiveOp() && B->getType()->isPointerType()) {
    const bool First = B->getLHS()->getType()->isPointerType();
    Base = First ? B->getLHS() : B->getRHS();
    Index = First ? B->getRHS() : B->getLHS();
  } else if (auto *M = dyn_cast<MemberExpr>(X)) {
    return indexChooses(M->getBase(), Ctx);
  }
  return Base && (!Index->isEvaluatable(Ctx) || indexChooses(Base, Ctx));
}

void Events::listMustBeThere(const clang::Expr *List, const ExprP &N) {
  if (!ok() || Scanning)
    return;
  const bool One = isApiType(List->getType(), ApiType::Event); // not its address
  auto L = listHasEffects(List, Ctx) ? std::nullopt : One ? element(List) : elementAt(List);
  if (!ok())
    return;
  if (!L || !L->At)
    return refuse(Diag::HostEvents, List->getSourceRange(), {text(List)});
  mustBeThere(*L, N, List);
}

void Events::waitFor(const clang::Expr *List, const clang::Expr *Count, const ExprP &N) {
  const clang::Expr *X = List->IgnoreParenCasts();
  if (auto *Q = dyn_cast<ConditionalOperator>(X)) {
    ExprP If = exprs().condition(Q->getCond());
    if (ok())
      stmts().branch(
          keeping().pinned(If, "choice"), [&] { waitFor(Q->getTrueExpr(), Count, N); },
          [&] { waitFor(Q->getFalseExpr(), Count, N); }, X->getSourceRange());
    return;
  }
  if (isa<GNUNullExpr>(X) || isa<CXXNullPtrLiteralExpr>(X) ||
      (List->getType()->isScalarType() && List->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull)))
    return;
  auto RequireNone = [&](const std::string &Parameter) {
    require(Parameter + " == 0", "the events that '" + Parameter + "' leads to are not followed");
  };
  Checkpoint Before = stmts().save();
  const Value Number = Count && !Count->HasSideEffects(Ctx) ? exprs().rvalue(Count) : Value();
  if (!ok())
    return;
  if (Count && !N && Number.K != Value::Scalar && !Scanning)
    return refuse(Diag::HostEvents, Count->getSourceRange(), {text(Count)});
  const ExprP Of = N ? N : Number.K == Value::Scalar ? Number.E : constant(sizeType(), 1);
  const bool Object = heldHandle(List->getType()) == ApiType::Event ||
                      handleType(List->getType()) == ApiType::Event; // no list: one event
  const bool Given = Object && List->IgnoreParenImpCasts()->isPRValue(); // by a functor
  Value V = Object && !Given ? Value::pointer(exprs().lvalue(List->IgnoreParenImpCasts()))
                             : exprs().rvalue(Given ? List->IgnoreParenImpCasts() : List);
  if (ok() && (V.K == Value::Null || (Given && V.K == Value::EventV)))
    return;
  const bool Some = ok() && V.K == Value::Pointer && V.P.valid() && isSomeElement(V.P, Objects[V.P.Obj]) &&
                    isApiType(V.P.T, ApiType::Event);
  if (ok() && (V.K == Value::Pointer || V.K == Value::Maybe) && V.P.valid() && !V.P.Or && !Some) {
    const clang::VarDecl *D = Objects[V.P.Obj].D;
    if (heldHandle(V.P.T) != ApiType::None) {
      if (wrappedEvents(V.P, List))
        return;
      if (D && Objects[V.P.Obj].External && ok()) {
        ownEvent(D, List, &V.P);
        if (EntryEvents.count(places().key(V.P))) // none at all would be an error of the call
          EntryEvents.try_emplace(places().key(V.P) + Waited, V.P);
        return;
      }
      if (std::string Parameter = leftOut(V); ok() && !Parameter.empty())
        return RequireNone(Parameter);
      if (ok())
        refuse(Diag::HostEvents, List->getSourceRange(), {text(List)});
      return;
    }
  }
  const bool Pointer = V.K == Value::Pointer || V.K == Value::Maybe, Chosen = Some || indexChooses(List, Ctx);
  if (ok() && Pointer && V.P.valid() && heldHandle(V.P.T) == ApiType::None && !Chosen &&
      (V.P.Or || !Objects[V.P.Obj].External || Objects[V.P.Obj].D ||
       (V.P.Extent && leftOut(V).empty() && elementOf(V.P)) || E.Known.find(places().key(V.P)) != E.Known.end())) {
    auto Wait = [&] { mustBeThere(V.P, Of, List); };
    return V.K == Value::Maybe ? stmts().branch(V.E, Wait, [] {}, X->getSourceRange()) : Wait();
  }
  const std::string Parameter = ok() ? leftOut(V) : "";
  auto Why = std::exchange(Refused, {});
  stmts().restore(std::move(Before));
  if (const VarDecl *D = eventVariable(List); D && ok()) {
    if (!Parameter.empty() && !isOwnEvent(D))
      return RequireNone(Parameter);
    return listMustBeThere(List, Of);
  }
  if (ok() && Given && !Why.empty())
    Refused = std::move(Why); // the command that gives it
  else if (ok())
    refuse(Diag::HostEvents, List->getSourceRange(), {text(List)});
}

void Events::eventStatus(const ApiCall &C) {
  auto Param = constantValue(exprs().scalar(C.arg(ApiArg::Param)));
  Value To = exprs().rvalue(C.arg(ApiArg::Pointer));
  if (!ok())
    return;
  auto T = To.K == Value::Pointer ? places().scalarType(To.P.T) : std::nullopt;
  if (!Param || C.Of->answer(ApiType::Event, *Param) != ApiAnswer::Status || !T || !T->isInteger() || T->Bits != 32)
    return refuse(Diag::HostUnsupportedApi, C.range(), {C.Name, ": it asks for more than the status of a command"});
  waitList(C);
  commands().synchronized();
  leaves().store(To.P, Value::scalar(constant(*T, 0)), C.range()); // CL_COMPLETE
}

void Events::order(const ApiCall &C) {
  commands().queue(C);
  if (const clang::Expr *X = C.arg(ApiArg::WaitFor)) { // clRetainEvent, clReleaseEvent
    if (!Scanning && effects().mentionsHostOnly(X))
      return effects().perform(C.C);
    if (const VarDecl *D = ok() ? eventVariable(X) : nullptr; D && ok())
      return ownEvent(D, X);
    if (Value V = ok() ? exprs().rvalue(X) : Value(); ok() && V.K != Value::EventV)
      refuse(Diag::HostEvents, C.range(), {text(X)});
    return;
  }
  waitList(C);
  event(C);
}

} // namespace persistify::host
