//===- Events.cpp - events, wait lists and calls that only order ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inside one in-order queue an event orders nothing that is not in order
// already, so calls about the region's own events can be dropped. An event that
// comes from elsewhere (another queue, a user event) cannot: rule H8.
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"

using namespace clang;

namespace persistify::host {

/// The variable (perhaps an array) in X, which is an event, the address of one
/// or of elements of an array. Side effects of an index take place.
const VarDecl *Lowering::eventVariable(const clang::Expr *X) {
  const clang::Expr *B = X->IgnoreParenCasts();
  while (true) {
    if (auto *U = dyn_cast<UnaryOperator>(B);
        U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref)) {
      B = U->getSubExpr()->IgnoreParenCasts();
    } else if (auto *S = dyn_cast<ArraySubscriptExpr>(B)) {
      if (S->getIdx()->HasSideEffects(Ctx))
        effect(S->getIdx());
      B = S->getBase()->IgnoreParenCasts();
    } else if (auto *O = dyn_cast<BinaryOperator>(B); O && O->getOpcode() == BO_Add) {
      if (O->getRHS()->HasSideEffects(Ctx))
        effect(O->getRHS());
      B = O->getLHS()->IgnoreParenCasts();
    } else {
      break;
    }
  }
  if (auto *D = dyn_cast<DeclRefExpr>(B))
    return dyn_cast<VarDecl>(D->getDecl());
  return nullptr;
}

/// An event that is handed out only orders one queue; its value is unknown.
void Lowering::event(const clang::Expr *X) {
  if (!ok())
    return;
  Snapshot Before = save();
  Value V = rvalue(X);
  if (ok() && V.K == Value::Pointer && V.P.valid() && !V.P.Or && classify(V.P.T) == LeafKind::Event) {
    store(V.P, Value(), X->getSourceRange());
    if (ok() && Objects[V.P.Obj].External)
      E.Known[key(V.P)] = Value();
    return;
  }
  if (ok() && V.K == Value::Null)
    return;
  // Perhaps an element of an array of events: find the array.
  Refused.clear();
  restore(std::move(Before));
  if (const VarDecl *D = eventVariable(X); D && ok()) {
    Place P = objectOf(D);
    if (Objects[P.Obj].External)
      EventsSet.insert(D->getCanonicalDecl());
    E.Known[std::to_string(P.Obj) + "*"] = Value();
    return;
  }
  if (ok())
    refuse(Diag::HostEvents, X->getSourceRange(), {text(X)});
}

/// Refuses an event that the region may not have made itself, unless only
/// commands of the region's queue ever make it.
void Lowering::ownEvent(const VarDecl *D, const clang::Expr *X) {
  Place P = objectOf(D);
  if (!Objects[P.Obj].External || Scanning)
    return;
  std::string Base = std::to_string(P.Obj);
  for (auto It = E.Known.lower_bound(Base); It != E.Known.end(); ++It) {
    llvm::StringRef K = It->first;
    if (!K.consume_front(Base) || (!K.empty() && llvm::isDigit(K[0])))
      break;
    return; // set in the region on every way here
  }
  const ValueDecl *Q = nullptr;
  if (Index.eventQueue(D, Q))
    for (const Slot &S : R.Slots)
      if (S.K == Slot::Queue && Q && S.Text == Q->getNameAsString())
        return;
  refuse(Diag::HostEvents, X->getSourceRange(), {D->getNameAsString()});
}

void Lowering::waitList(const clang::Expr *Count, const clang::Expr *List) {
  if (!ok())
    return;
  if (Count->HasSideEffects(Ctx))
    effect(Count);
  const clang::Expr *X = List->IgnoreParenCasts();
  if (isa<GNUNullExpr>(X) || isa<CXXNullPtrLiteralExpr>(X) ||
      List->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull))
    return;
  Snapshot Before = save();
  Value V = rvalue(List);
  if (ok() && V.K == Value::Null)
    return;
  if (ok() && V.K == Value::Pointer && V.P.valid() && !V.P.Or) {
    const Object &O = Objects[V.P.Obj];
    if (!O.External || E.Known.count(key(V.P)))
      return;
    if (O.D)
      return ownEvent(O.D, List);
  }
  Refused.clear();
  restore(std::move(Before));
  if (const VarDecl *D = eventVariable(List); D && ok())
    return ownEvent(D, List);
  if (ok())
    refuse(Diag::HostEvents, List->getSourceRange(), {text(List)});
}

/// Markers, barriers, flushes, retain and release: only side effects of their
/// arguments remain.
void Lowering::order(const clang::CallExpr *C) {
  unsigned N = C->getNumArgs();
  llvm::StringRef Name = C->getDirectCallee()->getName();
  auto IsEvent = [&](const clang::Expr *X) { return classify(X->getType()) == LeafKind::Event; };
  if (N == 1 && IsEvent(C->getArg(0))) { // clRetainEvent, clReleaseEvent
    if (const VarDecl *D = eventVariable(C->getArg(0)); D && ok())
      return ownEvent(D, C->getArg(0));
    if (ok())
      refuse(Diag::HostEvents, C->getSourceRange(), {text(C->getArg(0))});
    return;
  }
  if (N >= 1 && ok())
    queue(C->getArg(0));
  if (Name == "clEnqueueWaitForEvents" && N == 3)
    waitList(C->getArg(1), C->getArg(2));
  else if (N == 4) // ...WithWaitList
    waitList(C->getArg(1), C->getArg(2)), event(C->getArg(3));
  else if (N == 2) // clEnqueueMarker
    event(C->getArg(1));
}

} // namespace persistify::host
