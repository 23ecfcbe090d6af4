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
#include "device/Commands.h"
#include "device/Events.h"
#include "device/Exchanges.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/ContainerKinds.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "program/Closed.h"
#include "program/Definition.h"
#include "effects/HostTrips.h"
#include "effects/LaterText.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {
/// The variable (perhaps an array) in X, which is an event, the address of one
/// or of elements of an array. \p Seen gets each index.
static const VarDecl *namedVariable(const clang::Expr *X, llvm::function_ref<void(const clang::Expr *)> Seen) {
  const clang::Expr *B = X->IgnoreParenCasts(), *Number = nullptr;
  while (true) {
    if (const clang::Expr *Of = containerOfElement(B, Number)) {
      if (Number)
        Seen(Number);
      B = Of->IgnoreParenCasts();
    } else if (auto *U = dyn_cast<UnaryOperator>(B); U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref)) {
      B = U->getSubExpr()->IgnoreParenCasts();
    } else if (auto *S = dyn_cast<ArraySubscriptExpr>(B)) {
      Seen(S->getIdx());
      B = S->getBase()->IgnoreParenCasts();
    } else if (auto *O = dyn_cast<BinaryOperator>(B); O && O->getOpcode() == BO_Add) {
      Seen(O->getRHS());
      B = O->getLHS()->IgnoreParenCasts();
    } else {
      break;
    }
  }
  if (auto *D = dyn_cast<DeclRefExpr>(B))
    return dyn_cast<VarDecl>(D->getDecl());
  return nullptr;
}

const VarDecl *Events::eventVariable(const clang::Expr *X) {
  return namedVariable(X, [&](const clang::Expr *Index) {
    if (Index->HasSideEffects(Ctx))
      exprs().effect(Index);
  });
}

namespace {
/// Names of a variable other than as the address that a command of OpenCL gives its event to.
struct OtherThanGiven : AstVisitor {
  const VarDecl *V;
  llvm::DenseSet<const clang::Expr *> Given;
  bool Other = false;
  explicit OtherThanGiven(const VarDecl *V) : V(V->getCanonicalDecl()) {}
  bool VisitCallExpr(CallExpr *C) override {
    const ApiCall A = apiCall(C);
    const clang::Expr *Event = A ? A.arg(ApiArg::Event) : nullptr;
    auto *U = Event ? dyn_cast<UnaryOperator>(Event->IgnoreParenCasts()) : nullptr;
    if (U && U->getOpcode() == UO_AddrOf)
      Given.insert(U->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    Other |= R->getDecl()->getCanonicalDecl() == V && !Given.count(R);
    return true;
  }
};
} // namespace

bool onlyHandedOut(const VarDecl *V) {
  auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
  if (!V->hasLocalStorage() || V->getType()->isReferenceType() || isa<ParmVarDecl>(V) || !F || !F->getBody() ||
      planted("events-stay"))
    return false;
  OtherThanGiven U(V);
  traverseDefinition(U, F);
  return !U.Other;
}

bool Events::endsWithTrip(const Place &P) const {
  const Object &O = Objects[P.Obj];
  const VarDecl *V = O.External ? O.D : O.Local;
  if (!V || P.Or || planted("events-stay"))
    return false;
  return O.External ? LoopStmt && onlyHandedOut(V) : isOfTrip(V);
}

bool Events::isOfTrip(const VarDecl *V) const {
  const clang::Stmt *Body = LoopStmt ? bodyOf(LoopStmt) : nullptr;
  if (!Body || !V->hasLocalStorage() || V->getType()->isReferenceType()) // what stands in front of a loop is looked at
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  return SM.isPointWithin(SM.getExpansionLoc(V->getLocation()), SM.getExpansionLoc(Body->getBeginLoc()),
                          SM.getExpansionLoc(Body->getEndLoc())) ||
         (V->getDeclContext() != Frames.front().F && !planted("event-of-call"));
}

void Events::event(const ApiCall &C) {
  if (const clang::Expr *X = C.arg(ApiArg::Event); ok() && X)
    eventAt(X);
}

/// The outside variable \p Of that has all the places of which \p P is one.
static const VarDecl *onlyList(const Place &P, const Object &Of) {
  for (const Place *Q = &P; Q->Or; Q = &Q->Or->Other)
    if (Q->Or->Other.Obj != P.Obj || Q->Or->Other.Fields != P.Fields)
      return nullptr;
  return Of.External ? Of.D : nullptr;
}

void Events::eventAt(const clang::Expr *X) {
  if (!ok())
    return;
  if (auto *Q = dyn_cast<ConditionalOperator>(X->IgnoreParenCasts())) {
    ExprP If = exprs().condition(Q->getCond());
    if (ok())
      stmts().branch(
          keeping().pinned(If, "choice"), [&] { eventAt(Q->getTrueExpr()); }, [&] { eventAt(Q->getFalseExpr()); },
          X->getSourceRange());
    return;
  }
  if (!Scanning && effects().mentionsHostOnly(X)) { // the host has it between two trips as well
    if (planted("no-event-between"))
      R.Pending = "events";
    return laterEvent(X);
  }
  if (choosesOfContainer(X, Ctx) && !Scanning)
    return chosenElementAt(X);
  Checkpoint Before = stmts().save();
  Value V = exprs().rvalue(X);
  const bool Ends =
      V.K == Value::Pointer && V.P.valid() && places().classify(V.P.T) == LeafKind::Event && endsWithTrip(V.P);
  if (V.K != Value::Null && !Ends && R.Pending.empty())
    R.Pending = "the event of '" + text(X) + "', which trips hand on";
  Value Own = Value::of(Value::EventV);
  if (ok() && V.K == Value::Pointer && V.P.valid() && places().classify(V.P.T) == LeafKind::Event &&
      (!V.P.Or || tellsEvents())) {
    auto Given = keeping().isObject(V.P) || planted("no-null-event")
                     ? std::nullopt
                     : keeping().given(V); // a parameter that callers leave out
    if (Given)
      return stmts().branch(
          keeping().pinned(*Given, "given"), [&] { leaves().store(V.P, Own, X->getSourceRange()); }, [] {},
          X->getSourceRange());
    leaves().store(V.P, Own, X->getSourceRange());
    return;
  }
  if (ok() && V.K == Value::Null)
    return;
  if (ok() && V.K == Value::Maybe && !V.P.Or && places().classify(V.P.T) == LeafKind::Event)
    return stmts().branch(V.E, [&] { leaves().store(V.P, Own, X->getSourceRange()); }, [] {}, X->getSourceRange());
  // Perhaps an element of an array of events: find the array. What a pointer of the loop points to is another's.
  std::vector<Diagnostic> Why = std::exchange(Refused, {});
  stmts().restore(std::move(Before));
  Checkpoint Again = stmts().save();
  auto Element = listHasEffects(X, Ctx) ? elementAt(X) : std::nullopt; // the one evaluation of its indices
  if (!Element || !ok())
    stmts().restore(std::move(Again)), Element.reset();
  const VarDecl *D = Element ? namedVariable(X, [](const clang::Expr *) {}) : eventVariable(X);
  if (D && ok()) {
    Place P = places().objectOf(D);
    const VarDecl *Of = D;
    if (!Objects[P.Obj].External && D->getType()->isPointerType() && !planted("any-event-pointer")) {
      const bool OneOf = Why.empty() && V.K == Value::Pointer && V.P.Or && !listHasEffects(X, Ctx);
      if (Why.empty() && !OneOf)
        return refuse(Diag::HostEvents, X->getSourceRange(), {text(X)});
      if (!OneOf) {
        Refused = std::move(Why);
        return;
      }
      P = exprs().rvalue(X).P;
      Of = onlyList(P, Objects[P.Obj]);
      if (!Of)
        return leaves().store(P, Own, X->getSourceRange());
    }
    forgetTests();
    if (Objects[P.Obj].External)
      setsOutside(Of, Element ? Element->List : P);
    E.Known.set(std::to_string(P.Obj) + "*", Own);
    if (Of != D) // nobody asks which of a few
      return;
    if (Element)
      setElement(*Element, X->getSourceRange());
    else
      setListed(X);
    return;
  }
  if (auto *U = dyn_cast<UnaryOperator>(X->IgnoreParenCasts()); U && U->getOpcode() == UO_AddrOf && ok()) {
    ownEventList(U->getSubExpr());
    if (effects().mentionsHostOnly(X)) // the lowering starts again
      return;
  }
  if (ok())
    refuse(Diag::HostEvents, X->getSourceRange(), {text(X)});
}

void Events::chosenElementAt(const clang::Expr *X) {
  auto L = elementAt(X);
  const VarDecl *D = ok() && L ? Objects[L->List.Obj].D : nullptr;
  if (ok() && (!L || !L->At || (Objects[L->List.Obj].External && !D)))
    refuse(Diag::HostEvents, X->getSourceRange(), {text(X)});
  if (!ok())
    return;
  if (R.Pending.empty())
    R.Pending = "the event of '" + text(X) + "', which trips hand on";
  forgetTests();
  if (Objects[L->List.Obj].External)
    setsOutside(D, L->List);
  E.Known.set(std::to_string(L->List.Obj) + "*", Value::of(Value::EventV));
  setElement(*L, X->getSourceRange());
}

void Events::laterEvent(const Place &P, const clang::Expr *X) {
  const clang::SourceRange Rg = X->getSourceRange();
  if (P.Or)
    return stmts().branch(P.Or->C, [&] { laterEvent(Keeping::first(P), X); }, [&] { laterEvent(P.Or->Other, X); }, Rg);
  LaterText T(*this);
  const std::string Text = T.place(P, X);
  std::vector<ExprP> Values = T.values();
  if (!ok())
    return;
  effects().log(Text + " = " + converted(handleText(ApiType::Event), "persistify_event(&" + effects().logName() + ")") +
                    ";",
                std::move(Values), Rg);
  effects().remark(Diag::NoteProfiling, Rg);
  setEvent(P, Value::of(Value::EventV), Rg);
}

void Events::laterEvent(const clang::Expr *X) {
  if (Index.asksForEventTypes())
    return refuse(Diag::HostEvents, X->getSourceRange(), {text(X)});
  Checkpoint Start = stmts().save();
  if (Value V = exprs().rvalue(X); ok() && (V.K == Value::Maybe || V.K == Value::Pointer) && V.P.valid()) {
    // One of several has no text of its own, but where an index says which; nor has a pointer of the region's.
    const bool Chosen = (V.P.Or || !isOneLeaf(V.P)) && isa<DeclRefExpr, MemberExpr>(X->IgnoreParenCasts());
    if (V.K == Value::Maybe)
      return stmts().branch(V.E, [&] { laterEvent(V.P, X); }, [] {}, X->getSourceRange());
    if (Chosen && !planted("first-of-events"))
      return laterEvent(V.P, X);
  }
  LaterText T(*this);
  stmts().restore(std::move(Start));
  auto *U = dyn_cast<UnaryOperator>(X->IgnoreParenCasts());
  std::string Text = U && U->getOpcode() == UO_AddrOf ? T.print(U->getSubExpr()) : "*(" + T.print(X) + ")";
  std::vector<ExprP> Values = T.values();
  if (!ok())
    return;
  // A parameter that callers may leave out.
  const clang::Expr *Pointer = X->IgnoreParenCasts();
  const bool Asks =
      isa<DeclRefExpr, MemberExpr>(Pointer) && Pointer->getType()->isPointerType() && !planted("no-null-event");
  effects().log((Asks ? "if (" + Text.substr(1) + ") " : "") + Text + " = " +
                    converted(handleText(ApiType::Event), "persistify_event(&" + effects().logName() + ")") + ";",
                std::move(Values), X->getSourceRange());
  effects().remark(Diag::NoteProfiling, X->getSourceRange());
  // It is the region's own from here on. What X changes has changed already.
  if (!listHasEffects(X, Ctx) || planted("event-index-twice")) {
    Checkpoint Before = stmts().save();
    Value V = exprs().rvalue(X);
    if (ok() && V.K == Value::Pointer && V.P.valid() && (!V.P.Or || tellsEvents())) {
      setEvent(V.P, Value::of(Value::EventV), X->getSourceRange());
      return;
    }
    stmts().restore(std::move(Before));
  }
  const VarDecl *D = planted("event-index-twice") ? eventVariable(X) : namedVariable(X, [](const clang::Expr *) {});
  forgetTests();
  if (D && ok())
    E.Known.set(std::to_string(places().objectOf(D).Obj) + "*", Value::of(Value::EventV));
  setListed(X);
}

void Events::setListed(const clang::Expr *X) {
  if (!ok() || Scanning)
    return;
  Checkpoint Before = stmts().save();
  llvm::SaveAndRestore Done(EffectsDone, true);
  if (auto L = elementAt(X); L && ok())
    return setElement(*L, X->getSourceRange());
  stmts().restore(std::move(Before));
}

void Events::profile(const ApiCall &A) {
  const clang::CallExpr *C = A.C;
  const clang::Expr *X = A.arg(ApiArg::WaitFor), *To = A.arg(ApiArg::Pointer);
  if (A.Wrapper && (To || profiledTime(C))) {
    if (Scanning)
      return;
    Checkpoint Before = stmts().save();
    Place P = wrapper().objectPlace(X);
    if (ok() && (!P.valid() || P.Or))
      return refuse(Diag::HostEvents, C->getSourceRange(), {text(X)});
    effects().makeHostOnly(P);
    if (ok() && To) { // the call is evaluated once more as text
      stmts().restore(std::move(Before));
      effects().giveToHost(To, true);
    }
    if (!ok())
      return;
    R.Profiling = true;
    effects().remark(Diag::NoteProfiling, C->getSourceRange());
    if (To)
      effects().perform(C);
    return;
  }
  if (A.Wrapper)
    return refuse(Diag::HostUnsupportedApi, C->getSourceRange(), {A.Name, ""});
  if (Scanning)
    return;
  Checkpoint Before = stmts().save();
  Place P = exprs().lvalue(X->IgnoreParenCasts());
  const bool Known = ok() && P.valid() && !P.Or;
  stmts().restore(std::move(Before));
  if (Known) {
    effects().giveToHost(X->IgnoreParenCasts(), false);
  } else {
    const VarDecl *D = namedVariable(X, [](const clang::Expr *) {});
    if (!D && !effects().mentionsHostOnly(X))
      return refuse(Diag::HostEvents, C->getSourceRange(), {text(X)});
    if (D)
      effects().makeHostOnly(places().objectOf(D));
  }
  llvm::SmallVector<Place, 2> Changed;
  for (const clang::Expr *Given : {To, A.arg(ApiArg::Length)})
    if (Place P = effects().giveToHost(Given, true);
        P.valid() || !Given->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull))
      Changed.push_back(P);
  if (!ok())
    return;
  // Where a program asks under a condition, its queue may take none as long as that does not hold.
  if (auto Times = commands().takesTimes(C->getSourceRange()))
    stmts().bailIf(unary(Expr::LogNot, *Times), Stmt::NoTimes, C->getSourceRange());
  else
    R.Profiling = true;
  effects().Changed = std::move(Changed);
  effects().perform(C);
  effects().remark(Diag::NoteProfiling, C->getSourceRange());
}

namespace {
/// Where a function speaks of an event, and where it may make a queue's variable, or an array of them, hold other queues.
class QueueChanges : public AstVisitor {
public:
  QueueChanges(const ASTContext &Ctx, const ValueDecl *Event, const ValueDecl *Queue)
      : SM(Ctx.getSourceManager()), Event(Event->getCanonicalDecl()), Queue(Queue->getCanonicalDecl()) {}
  /// Then the one may be another queue's than the variable says later.
  bool behindEvent() const {
    return First.isValid() && !planted("queues-stay") &&
           llvm::any_of(Changes, [&](SourceLocation At) { return SM.isBeforeInTranslationUnit(First, At); });
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) override { return named(D->getDecl(), D->getLocation()); }
  bool VisitMemberExpr(MemberExpr *M) override { return named(M->getMemberDecl(), M->getMemberLoc()); }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp())
      changes(B->getLHS());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if ((apiCall(C) && !isa<CXXOperatorCallExpr>(C)) || library::whatDoes(F) == library::Does::Free)
      return true;
    auto *Operator = dyn_cast<CXXOperatorCallExpr>(C);
    if (Operator && Operator->getOperator() == OO_Equal)
      changes(C->getArg(0));
    const bool Swaps = F && library::isHook(F);
    for (const clang::Expr *X : C->arguments()) {
      X = X->IgnoreParenCasts();
      if (Swaps)
        changes(X);
      auto *Address = dyn_cast<UnaryOperator>(X);
      if ((Address && Address->getOpcode() == UO_AddrOf) || (X->isGLValue() && X->getType()->isArrayType()) ||
          (X->getType()->isPointerType() && !X->getType()->getPointeeType()->isRecordType()))
        changes(Address ? Address->getSubExpr() : X);
    }
    return true;
  }

private:
  bool named(const ValueDecl *D, SourceLocation L) {
    const SourceLocation At = SM.getExpansionLoc(L);
    if (D->getCanonicalDecl() == Event && (First.isInvalid() || SM.isBeforeInTranslationUnit(At, First)))
      First = At;
    return true;
  }
  void changes(const clang::Expr *X) {
    const SourceLocation At = SM.getExpansionLoc(X->getExprLoc());
    for (X = X->IgnoreParenCasts();;) {
      if (auto *A = dyn_cast<ArraySubscriptExpr>(X))
        X = A->getBase()->IgnoreParenCasts();
      else if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_Deref)
        X = U->getSubExpr()->IgnoreParenCasts();
      else
        break;
    }
    if (auto *D = dyn_cast<DeclRefExpr>(X); D && D->getDecl()->getCanonicalDecl() == Queue)
      Changes.push_back(At);
  }
  const SourceManager &SM;
  const Decl *Event, *Queue;
  SourceLocation First;
  std::vector<SourceLocation> Changes;
};
} // namespace

bool Events::isOwnEvent(const ValueDecl *D) const {
  ProgramIndex::Key Q;
  if (!Index.eventQueue(D, Q))
    return false;
  const bool Outside = Q.first->isDefinedOutsideFunctionOrMethod();
  const std::string Key =
      (Outside ? "" : Frames.front().F->getNameAsString() + ":") + Q.first->getNameAsString() + Q.second;
  std::string Behind; // the first of those that a pointer leads to
  if (Q.second == "[0]" && Q.first->getType()->isPointerType() &&
      (Outside || Q.first->getDeclContext() == Frames.front().F))
    Behind = "(*" + Q.first->getNameAsString() + ")";
  QueueChanges Changes(Ctx, D, Q.first);
  Changes.TraverseStmt(const_cast<clang::Stmt *>(Frames.front().F->getBody()));
  return !Changes.behindEvent() && llvm::any_of(R.Slots, [&](const Slot &S) {
    return S.K == Slot::Queue && (S.Key == Key || (!Behind.empty() && S.Key == Behind));
  });
}

} // namespace persistify::host
