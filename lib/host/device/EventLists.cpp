//===- EventLists.cpp - lists of events that an index chooses from ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (int i = 0; i < n; i++)
//     clEnqueueNDRangeKernel(queue, step, 1, NULL, &size, NULL, i ? 1 : 0, i ? &done[i - 1] : NULL, &done[i]);
//
// The region does not tell the elements apart. But a command may wait for one only if it is
// there, and a program may ask whether it is. Programs set neighbours, one behind the other,
// or a few again and again: two numbers for each list say which elements, side by side,
// certainly hold events. Of the others nothing is known, and the original loop goes on
// where one of them is asked for.
//
//===----------------------------------------------------------------------===//
#include "device/Events.h"
#include "effects/HostTrips.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/ContainerKinds.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

bool isSomeElement(const Place &P, const Object &Of) {
  return P.valid() && !P.Or && P.Path.empty() && !P.Index &&
         P.T.getCanonicalType().getUnqualifiedType() != Of.T.getCanonicalType().getUnqualifiedType();
}

bool choosesOfContainer(const clang::Expr *X, const ASTContext &Ctx) {
  const clang::Expr *Index = nullptr;
  X = X->IgnoreParenCasts();
  if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_AddrOf)
    return containerOfElement(U->getSubExpr(), Index) && Index && !Index->isEvaluatable(Ctx);
  auto *B = dyn_cast<BinaryOperator>(X);
  if (!B || !B->isAdditiveOp())
    return false;
  const bool First = B->getLHS()->getType()->isPointerType();
  return containerOfElement(First ? B->getLHS() : B->getRHS(), Index) && !Index &&
         !(First ? B->getRHS() : B->getLHS())->isEvaluatable(Ctx);
}

bool listHasEffects(const clang::Expr *X, const ASTContext &Ctx) {
  const clang::Expr *B = X->IgnoreParenCasts(), *Index = nullptr;
  if (const clang::Expr *Of = containerOfElement(B, Index))
    return listHasEffects(Of, Ctx) || (Index && Index->HasSideEffects(Ctx));
  if (auto *U = dyn_cast<UnaryOperator>(B); U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref))
    return listHasEffects(U->getSubExpr(), Ctx);
  if (auto *O = dyn_cast<BinaryOperator>(B); O && O->isAdditiveOp())
    return listHasEffects(O->getLHS(), Ctx) || listHasEffects(O->getRHS(), Ctx);
  return X->HasSideEffects(Ctx);
}

std::optional<Events::Element> Events::listOf(const Place &P) const {
  if (!isOneLeaf(P) || P.Index || P.Unit || P.Hidden || Objects[P.Obj].Id.empty())
    return std::nullopt;
  return Element{P, Objects[P.Obj].Id + P.Path, std::to_string(P.Obj) + P.Path, nullptr};
}

std::optional<Events::Element> Events::elementOf(const Place &P) const {
  if (P.Index && P.Extent && !P.Or) {
    if (leaves().stale(P))
      return std::nullopt;
    Place List = P;
    List.Index = nullptr;
    List.Extent = 0;
    if (!P.Whole.isNull())
      List.T = P.Whole;
    auto L = handleType(P.T) == ApiType::Event ? listOf(List) : std::nullopt;
    if (L)
      L->At = P.Index;
    return L;
  }
  const auto Last = lastElement(P.Path);
  if (!P.Row || !Last)
    return std::nullopt;
  Place List = P;
  List.Path = Last->Array.str();
  List.Row = 0;
  auto L = listOf(List);
  if (L)
    L->At = constant(sizeType(), Last->At);
  return L;
}

std::optional<Events::Element> Events::elementBehind(const Value &V) const {
  // That to which a pointer of the host's points: where the host changes it, forgetLists() is told.
  if (V.K != Value::Pointer && V.K != Value::Maybe && (V.K != Value::Later || V.E || !V.P.valid()))
    return std::nullopt;
  if (auto L = elementOf(V.P))
    return L;
  auto L = listOf(V.P);
  if (L)
    L->At = constant(sizeType(), 0);
  return L;
}

Value Events::indexOf(const clang::Expr *X) {
  if (!EffectsDone || !X->HasSideEffects(Ctx))
    return exprs().rvalue(X);
  // n++ and the like: what n is now says it.
  auto *U = dyn_cast<UnaryOperator>(X->IgnoreParenImpCasts());
  if (!U || !U->isIncrementDecrementOp() || U->getSubExpr()->HasSideEffects(Ctx))
    return {};
  const Value Now = leaves().load(exprs().lvalue(U->getSubExpr()), U->getSourceRange());
  if (!ok() || Now.K != Value::Scalar || U->isPrefix())
    return Now;
  return Value::scalar(binary(U->isIncrementOp() ? Expr::Sub : Expr::Add, Now.E, constant(Now.E->T, 1)));
}

std::optional<Events::Element> Events::element(const clang::Expr *X) {
  X = X->IgnoreParenImpCasts();
  const clang::Expr *Number = nullptr;
  if (const clang::Expr *Of = containerOfElement(X, Number); Of && Number) {
    const Place P = exprs().lvalue(Of);
    auto L = ok() ? listOf(P) : std::nullopt;
    const Value I = L ? indexOf(Number) : Value();
    if (!ok() || I.K != Value::Scalar)
      return std::nullopt;
    L->At = castTo(sizeType(), I.E);
    return L;
  }
  if (auto *A = dyn_cast<ArraySubscriptExpr>(X)) {
    const clang::Expr *Base = A->getBase()->IgnoreParenImpCasts();
    auto *Row = Ctx.getAsConstantArrayType(Base->getType());
    auto L = Base->getType()->isArrayType() ? element(Base) : elementAt(A->getBase());
    const Value I = ok() && L ? indexOf(A->getIdx()) : Value();
    if (!ok() || I.K != Value::Scalar)
      return std::nullopt;
    ExprP At = castTo(sizeType(), I.E);
    if (L->At && Base->getType()->isArrayType() && !Row)
      return std::nullopt;
    if (L->At && Row)
      At = binary(Expr::Add, binary(Expr::Mul, L->At, constant(sizeType(), Row->getZExtSize())), At);
    else if (L->At && constantValue(L->At) != 0u)
      At = binary(Expr::Add, L->At, At);
    L->At = At;
    return L;
  }
  if (auto *M = dyn_cast<MemberExpr>(X); M && !M->isArrow()) {
    auto L = element(M->getBase());
    if (!ok() || !L)
      return std::nullopt;
    if (L->At) { // of records: each member is a list
      const std::string Step = "." + M->getMemberDecl()->getNameAsString();
      L->Name += Step;
      L->Key += Step;
      return L;
    }
  }
  const Place P = exprs().lvalue(X);
  return ok() ? listOf(P) : std::nullopt;
}

std::optional<Events::Element> Events::elementAt(const clang::Expr *Pointer) {
  const clang::Expr *X = Pointer->IgnoreParenCasts(), *Number = nullptr;
  if (const clang::Expr *Of = containerOfElement(X, Number); Of && !Number) {
    const Place P = exprs().lvalue(Of);
    auto L = ok() ? listOf(P) : std::nullopt;
    if (L)
      L->At = constant(sizeType(), 0);
    return L;
  }
  if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_AddrOf) {
    auto L = element(U->getSubExpr());
    return ok() && L && L->At ? L : std::nullopt;
  }
  if (auto *B = dyn_cast<BinaryOperator>(X); B && B->isAdditiveOp() && B->getType()->isPointerType()) {
    const clang::Expr *Base = B->getLHS(), *Index = B->getRHS();
    if (!Base->IgnoreParenImpCasts()->getType()->isArrayType() && !Base->getType()->isPointerType())
      std::swap(Base, Index);
    auto L = elementAt(Base);
    const Value I = ok() && L ? indexOf(Index) : Value();
    if (!ok() || I.K != Value::Scalar)
      return std::nullopt;
    L->At = binary(B->getOpcode() == BO_Add ? Expr::Add : Expr::Sub, L->At, castTo(sizeType(), I.E));
    return L;
  }
  if (X->getType()->isArrayType()) {
    auto *Row = Ctx.getAsConstantArrayType(X->getType());
    auto L = element(X);
    if (!ok() || !L || (L->At && !Row))
      return std::nullopt;
    L->At = L->At ? binary(Expr::Mul, L->At, constant(sizeType(), Row->getZExtSize())) : constant(sizeType(), 0);
    return L;
  }
  Value V = exprs().rvalue(Pointer);
  exprs().followList(V, Pointer);
  return ok() ? elementBehind(V) : std::nullopt;
}

const VarDecl *Events::variableOf(const Element &L) const {
  const Object &O = Objects[L.List.Obj];
  return O.D || O.Behind < 0 ? O.D : Objects[O.Behind].D;
}

bool Events::hasList(const Element &L, bool Wanted) {
  if (Exchanged.EventLists.count(L.Name))
    return true;
  if (Wanted && !Scanning) {
    Exchanged.EventLists.insert(L.Name);
    Exchanged.Grown = true;
  }
  return false;
}

ExprP Events::listVariable(std::map<std::string, unsigned> &Of, const Element &L) {
  const bool Behind = &Of == &ListTo;
  if (Behind && Objects[L.List.Obj].External && !Of.count(L.Key))
    Listed.push_back(L);
  return variable(leaves().teller(Of, L.Key, Behind ? "_to" : "_from", sizeType()), sizeType());
}

void Events::setsOutside(const VarDecl *D, const Place &P) {
  EventsSet[D->getCanonicalDecl()].insert(declarationId(eventName(P, D)));
}

void Events::setElement(const Element &L, clang::SourceRange Rg) {
  if (!ok() || Scanning || !L.At || !hasList(L, false))
    return;
  const ExprP From = listVariable(ListFrom, L), To = listVariable(ListTo, L);
  const ExprP At = keeping().pinned(L.At, "at"), Behind = binary(Expr::Add, At, constant(sizeType(), 1));
  auto Becomes = [&](std::map<std::string, unsigned> &Of, const ExprP &X) { leaves().tell(Of, L.Key, "", X, Rg); };
  stmts().branch(
      binary(Expr::EQ, At, To), [&] { Becomes(ListTo, Behind); },
      [&] {
        stmts().branch(
            binary(Expr::LogOr, binary(Expr::LT, At, From), binary(Expr::GT, At, To)),
            [&] {
              stmts().branch(binary(Expr::NE, Behind, From), [&] { Becomes(ListTo, Behind); }, [] {}, Rg);
              Becomes(ListFrom, At);
            },
            [] {}, Rg);
      },
      Rg);
}

void Events::elementBecomes(const Place &P, const Value &V, clang::SourceRange Rg) {
  auto L = ok() && !Exchanged.EventLists.empty() ? elementOf(P) : std::nullopt;
  if (L && V.K == Value::EventV && !V.Inside)
    setElement(*L, Rg);
  else
    forgetLists(P.Obj);
}

void Events::forgetLists(int Obj) {
  if (!ok() || Scanning)
    return;
  const clang::SourceRange Rg = LoopStmt->getSourceRange();
  for (auto *Of : {&ListFrom, &ListTo})
    for (auto &[Key, Var] : *Of)
      if (Obj < 0 || std::stoi(Key) == Obj)
        leaves().tell(*Of, Key, "", constant(sizeType(), 0), Rg);
}

void Events::declared(const Place &P) {
  if (!ok() || Scanning || !holdsEvent(P.T))
    return;
  forgetLists(P.Obj);
  if (!tellsEvents())
    return;
  auto *A = Ctx.getAsConstantArrayType(P.T);
  if (handleType(P.T) == ApiType::Event)
    setEvent(P, Value::of(Value::Null), LoopStmt->getSourceRange());
  else if (A && handleType(A->getElementType()) == ApiType::Event && A->getZExtSize() <= Keeping::MostChoices)
    for (uint64_t I = 0; I < A->getZExtSize() && ok(); ++I)
      setEvent(places().element(P, constant(sizeType(), I), LoopStmt->getSourceRange()), Value::of(Value::Null),
               LoopStmt->getSourceRange());
}

void Events::beginLists() {
  constexpr uint64_t Most = 256; // of those in front of the loop
  StmtList Front;
  const clang::SourceRange Rg = LoopStmt->getSourceRange();
  for (const Element &L : Listed) {
    auto *A = Ctx.getAsArrayType(L.List.T);
    auto *Known = Ctx.getAsConstantArrayType(L.List.T);
    const bool Leads = !A && L.List.T->isPointerType() && handleType(L.List.T->getPointeeType()) == ApiType::Event;
    const VarDecl *D = variableOf(L);
    const bool Own = D && isOwnEvent(eventName(L.List, D)); // else nothing counts that stands there
    const bool Plain = Own && L.Key == std::to_string(L.List.Obj) + L.List.Path &&
                       (Leads || handleType(A ? A->getElementType() : L.List.T) == ApiType::Event);
    const std::string Text = places().textOf(L.List);
    const uint64_t N = Known ? std::min(Known->getZExtSize(), Most) : Most;
    auto OnEntry = [&](bool Behind) {
      if (!Plain || Text.empty())
        return constant(sizeType(), 0);
      return containers()
          .inputValue(L.List, Behind ? "_behind" : "_first", "unsigned long long", sizeType(),
                      "persistify_events_at((const void *)" + std::string(A || Leads ? "(" : "&(") + Text + "), " +
                          std::to_string(N) + ", " + (Behind ? "1" : "0") + ")")
          .E;
    };
    for (const bool Behind : {false, true}) {
      const unsigned Var = (Behind ? ListTo : ListFrom).at(L.Key);
      const ExprP X = OnEntry(Behind);
      R.Vars[Var].Looked = true;
      Stmt S;
      S.K = Stmt::Assign;
      S.Range = range(Rg);
      S.Var = Var;
      S.E = X;
      Front.push_back(std::move(S));
    }
  }
  R.Body.insert(R.Body.begin(), std::make_move_iterator(Front.begin()), std::make_move_iterator(Front.end()));
}

ExprP Events::missing(const Element &L, const ExprP &N) {
  const ExprP From = listVariable(ListFrom, L), To = listVariable(ListTo, L);
  return binary(Expr::LogOr, binary(Expr::LT, L.At, From),
                binary(Expr::GT, binary(Expr::Add, L.At, castTo(sizeType(), N)), To));
}

std::optional<ExprP> Events::elementGiven(const clang::Expr *X) {
  const clang::Expr *Number = nullptr;
  if (!ok() || Scanning ||
      !(isa<ArraySubscriptExpr>(X->IgnoreParenImpCasts()) || (containerOfElement(X, Number) && Number)) ||
      handleType(X->IgnoreParenImpCasts()->getType()) != ApiType::Event || listHasEffects(X, Ctx))
    return std::nullopt;
  Checkpoint Before = stmts().save();
  auto L = element(X);
  const bool Sets =
      ok() && L && L->At && !constantValue(L->At) && E.Known.find(std::to_string(L->List.Obj) + "*") != E.Known.end();
  if (Sets && hasList(*L, true) && !planted("last-element"))
    stmts().bailIf(missing(*L, constant(sizeType(), 1)), Stmt::Unseen, X->getSourceRange());
  if (Sets)
    return constant(intType(), 1);
  stmts().restore(std::move(Before));
  return std::nullopt;
}

} // namespace persistify::host
