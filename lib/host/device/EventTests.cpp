//===- EventTests.cpp - whether an event is null ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that take times of some commands only set events to null first, and ask
// later which of them a command has set. Where ways join on which an event was set and
// was not, a variable of the region tells.
//
//===----------------------------------------------------------------------===//
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
#include "effects/HostTrips.h"
#include "effects/LaterText.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {
namespace {

bool isEvent(QualType T) { return handleType(T) == ApiType::Event; }

/// Whether the program asks if an event is null.
struct Tests : AstVisitor {
  ASTContext &Ctx;
  bool Found = false;
  explicit Tests(ASTContext &Ctx) : Ctx(Ctx) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) && Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
      return true;
    return AstVisitor::TraverseDecl(D);
  }
  bool test(const clang::Expr *X) { return !(Found |= X && isEvent(X->IgnoreParenImpCasts()->getType())); }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    return !(B->isEqualityOp() || B->isLogicalOp()) || (test(B->getLHS()) && test(B->getRHS()));
  }
  bool VisitUnaryOperator(UnaryOperator *U) override { return U->getOpcode() != UO_LNot || test(U->getSubExpr()); }
  bool VisitIfStmt(IfStmt *S) override { return test(S->getCond()); }
  bool VisitWhileStmt(WhileStmt *S) override { return test(S->getCond()); }
  bool VisitDoStmt(DoStmt *S) override { return test(S->getCond()); }
  bool VisitForStmt(ForStmt *S) override { return test(S->getCond()); }
  bool VisitConditionalOperator(ConditionalOperator *C) override { return test(C->getCond()); }
  bool VisitImplicitCastExpr(ImplicitCastExpr *C) override {
    return C->getCastKind() != CK_PointerToBoolean || test(C->getSubExpr());
  }
};

} // namespace

const ValueDecl *eventName(const Place &P, const VarDecl *D) {
  return P.Fields.empty() || planted("event-owner") ? static_cast<const ValueDecl *>(D) : P.Fields.back();
}

bool isOneLeaf(const Place &P) { return P.valid() && !P.Or && (!P.Index || constantValue(P.Index)); }

bool Events::tellsEvents() const { return Index.testsEvents() || Exchanged.EventsAsked; }

bool ProgramIndex::testsEvents() const {
  if (!TestsEvents) {
    Tests V(Ctx);
    V.TraverseDecl(Ctx.getTranslationUnitDecl());
    TestsEvents = V.Found;
  }
  return *TestsEvents;
}

void Events::askEvent(const Place &P) {
  if (Scanning || !isOneLeaf(P) || P.Obj == exchanges().ExchangeObj || P.Unit || P.Hidden || !isEvent(P.T) ||
      !Objects[P.Obj].External || !tellsEvents() || planted("events-unasked"))
    return;
  keepInMind(Exchanged.Events, P);
}

bool Events::keepInMind(std::map<std::string, Exchange::Event> &Of, const Place &P) {
  const Object &O = Objects[P.Obj];
  const bool Named = (O.D || O.Text == "(*this)") && O.Nameless.empty() && P.Path.find('@') == std::string::npos;
  if (Named)
    Exchanged.Grown |= Of.try_emplace(places().textOf(P), Exchange::Event{P, O.D, O.T}).second;
  return Named;
}

Place Events::ofEvent(const Exchange::Event &Asked, const std::string &Name) {
  Place P = Asked.P;
  const Place Root = Asked.Root ? places().objectOf(Asked.Root) : places().thisPlace(Asked.Of);
  if (!ok() || !Root.valid() || !Root.Path.empty() || !Objects[Root.Obj].External)
    return {};
  P.Obj = Root.Obj;
  return places().textOf(P) == Name ? P : Place();
}

void Events::beginEvents() {
  for (auto &[Name, Asked] : Exchanged.Events) {
    const Place P = ofEvent(Asked, Name);
    if (!P.valid())
      continue;
    Value Given = containers().inputValue(P, "_given", "int", intType(), "(" + Name + " != 0)");
    if (!ok())
      return;
    Value V;
    V.E = leaves().tell(EventSet, places().key(P), "_set", Given.E, LoopStmt->getSourceRange());
    R.Vars[EventSet.at(places().key(P))].Looked = !planted("looked-in-front"); // where trips set it, the host has it
    E.Known.set(places().key(P), V);
  }
  for (auto &[Name, Waited] : Exchanged.EventsThere)
    if (const Place P = ofEvent(Waited, Name); P.valid() && ok())
      beThereOnEntry(P);
}

/// The record of which an object of type \p T, or its elements, are.
static const RecordDecl *recordIn(QualType T) {
  while (const clang::ArrayType *A = T->getAsArrayTypeUnsafe())
    T = A->getElementType();
  const RecordDecl *R = T->getAsRecordDecl();
  return R ? cast<RecordDecl>(R->getCanonicalDecl()) : nullptr;
}

/// Whether an object of record \p R may be an \p S, or have one in it.
static bool holdsRecord(const RecordDecl *R, const RecordDecl *S) {
  const RecordDecl *Def = R->getDefinition();
  if (R == S || !Def)
    return true;
  auto *Class = dyn_cast<CXXRecordDecl>(Def);
  return (Class && llvm::any_of(Class->bases(),
                                [&](const CXXBaseSpecifier &B) {
                                  const RecordDecl *Base = recordIn(B.getType());
                                  return !Base || holdsRecord(Base, S);
                                })) ||
         llvm::any_of(Def->fields(), [&](const FieldDecl *F) {
           const RecordDecl *Part = recordIn(F->getType());
           return Part && holdsRecord(Part, S);
         });
}

bool Events::hidesEvents(int Obj) const {
  auto Unnamed = [&](int O) { return !Objects[O].D; };
  auto Same = [&](int O) { // may be
    if (O == Obj || !Objects[O].External || (!Unnamed(Obj) && !Unnamed(O)))
      return false;
    const RecordDecl *A = recordIn(Objects[Obj].T), *B = recordIn(Objects[O].T);
    if (!A == !B)
      return !A || holdsRecord(A, B) || holdsRecord(B, A);
    return Unnamed(A ? O : Obj); // a pointer to an event leads into a record
  };
  if (!Objects[Obj].External)
    return false;
  for (auto &[Key, V] : E.Known)
    if ((V.K == Value::EventV || (V.K == Value::Unknown && V.E)) && Same(std::stoi(Key)))
      return true;
  return llvm::any_of(ListTo, [&](auto &List) { return Same(std::stoi(List.first)); });
}

void Events::setEvent(const Place &P, Value V, clang::SourceRange Rg) {
  if (!P.valid() || !ok())
    return;
  if (P.Or)
    return stmts().branch(
        P.Or->C, [&] { setEvent(Keeping::first(P), V, Rg); }, [&] { setEvent(P.Or->Other, V, Rg); }, Rg);
  if (isSomeElement(P, Objects[P.Obj]) && !isEvent(Objects[P.Obj].T))
    return forgetEvents(P);
  const std::string Key = places().key(P);
  if (!isEvent(P.T)) { // a wrapper's object
    E.Known.set(Key, V);
    return;
  }
  auto Given = eventGiven(V);
  if (V.K == Value::Later) { // what it holds, if it is known that a command made it
    const Place From = V.P;
    auto It = isOneLeaf(From) ? E.Known.find(places().key(From)) : E.Known.end();
    V = It != E.Known.end() ? It->second : Value();
    const VarDecl *D = From.valid() ? Objects[From.Obj].D : nullptr;
    if (V.K == Value::Unknown && D && changesUnseen(D, Ctx).empty() &&
        ownOnEntry(From)) // the host's: the runtime looks
      V.K = Value::EventV;
  }
  V.E = nullptr;
  V.Inside = !Given || constantValue(*Given) != 1u;
  if (auto L = V.K == Value::EventV && !V.Inside && !isOneLeaf(P) ? elementOf(P) : std::nullopt) {
    forgetTests(); // the region does not tell it from others
    E.Known.set(std::to_string(L->List.Obj) + "*", V);
    return setElement(*L, Rg);
  }
  if ((V.K != Value::EventV || V.Inside) && ok() && !Scanning && hidesEvents(P.Obj) && !planted("one-name-of-events"))
    stmts().bailIf(constant(intType(), 1), Stmt::Path, Rg);
  if (!isOneLeaf(P)) { // some element
    forgetEvents(P);
    V.Inside = true;
  } else {
    elementBecomes(P, V, Rg);
    if (Given && !Scanning && tellsEvents())
      V.E = leaves().tell(EventSet, Key, "_set", castTo(intType(), *Given), Rg);
  }
  E.Known.set(Key, V);
}

/// \p V, an event, of which it is not known any more whether it is null.
static Value perhapsNull(Value V) {
  V.Inside = true;
  V.E = nullptr;
  return V;
}

void Events::forgetEvents(const Place &P) {
  const SharedMap<Value> Before = E.Known;
  for (auto &[K, V] : ofObject(Before, P.Obj))
    if (V.K == Value::EventV)
      E.Known.set(K, perhapsNull(V));
    else if (V.K == Value::Null || V.K == Value::Unknown)
      E.Known.set(K, Value());
  forgetLists(P.Obj);
}

void Events::forgetTests() {
  for (auto &[K, Var] : EventSet)
    if (auto It = E.Known.find(K); It != E.Known.end())
      E.Known.set(K, It->second.K == Value::EventV ? perhapsNull(It->second) : Value());
}

void Events::forgetEvents() {
  forgetTests();
  forgetLists(-1);
}

void Events::eventBecomes(const Place &P, const clang::Expr *X) {
  if (!ok() || !P.valid())
    return;
  X = X ? X->IgnoreParenImpCasts() : nullptr;
  if (P.Or || !isEvent(P.T)) {
    auto *List = dyn_cast_or_null<InitListExpr>(X);
    auto *A = P.Or || !P.T->isArrayType() ? nullptr : Ctx.getAsConstantArrayType(P.T);
    for (const Place *Q = &P; Q; Q = Q->Or ? &Q->Or->Other : nullptr)
      forgetEvents(*Q);
    if (!List || !A || !isEvent(A->getElementType()) || A->getZExtSize() > Keeping::MostChoices)
      return;
    for (uint64_t I = 0; I < A->getZExtSize() && ok(); ++I)
      if (Place At = places().element(P, constant(sizeType(), I), X->getSourceRange()); ok())
        eventBecomes(At, I < List->getNumInits() ? List->getInit(I) : List->getArrayFiller());
    return;
  }
  Value V;
  if (X && (isa<ImplicitValueInitExpr>(X) || X->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull))) {
    V = Value::of(Value::Null);
  } else if (X && X->isLValue() && !X->HasSideEffects(Ctx)) {
    Checkpoint Before = stmts().save();
    Place From = exprs().lvalue(X);
    if (ok() && isOneLeaf(From)) {
      V = Value::later(From);
      ownOnEntry(From);
    } else {
      stmts().restore(std::move(Before));
    }
  }
  setEvent(P, V, P.Spelled ? P.Spelled->getSourceRange() : LoopStmt->getSourceRange());
}

std::optional<ExprP> Events::eventGiven(const Value &V) {
  const Value *Of = &V;
  if (V.K == Value::Later && !V.E) {
    auto It = isOneLeaf(V.P) && isEvent(V.P.T) ? E.Known.find(places().key(V.P)) : E.Known.end();
    if (It == E.Known.end() || (It->second.K == Value::Unknown && !It->second.E))
      askEvent(V.P);
    if (It == E.Known.end())
      return std::nullopt;
    Of = &It->second;
  }
  if (Of->K == Value::EventV && !Of->Inside)
    return constant(intType(), 1);
  if (Of->K == Value::Null)
    return constant(intType(), 0);
  if ((Of->K == Value::Unknown || Of->K == Value::Later || Of->K == Value::EventV) && Of->E)
    return Of->E;
  return std::nullopt;
}

bool holdsEvent(QualType T) {
  while (const clang::ArrayType *A = T->getAsArrayTypeUnsafe())
    T = A->getElementType();
  if (isEvent(T))
    return true;
  auto *R = T->getAsRecordDecl();
  return R && R->getDefinition() &&
         llvm::any_of(R->getDefinition()->fields(), [](const FieldDecl *F) { return holdsEvent(F->getType()); });
}

void Events::ownEventList(const clang::Expr *X) {
  const clang::Expr *List = listBehind(X);
  if (Scanning || !ok() || List == X->IgnoreParens() || !isa<DeclRefExpr, MemberExpr>(List) ||
      effects().mentionsHostOnly(List))
    return;
  auto *A = Ctx.getAsConstantArrayType(List->getType());
  if (!A || A->getZExtSize() <= Keeping::MostChoices || !holdsEvent(A->getElementType()))
    return;
  Checkpoint Before = stmts().save();
  Place P = exprs().lvalue(List);
  if (ok() && P.valid() && !P.Or && Objects[P.Obj].External)
    return effects().makeHostOnly(P);
  stmts().restore(std::move(Before));
}

Value joinedEvents(const Value &A, const Value &B) {
  if (A.E && B.E && same(A.E, B.E) && (A.K != B.K || A.K == Value::Unknown)) {
    Value V; // set or not: the variable says it
    V.E = A.E;
    return V;
  }
  auto There = [](const Value &V) { return V.K == Value::EventV ? !V.Inside : V.E && constantValue(V.E) == 1u; };
  if (A.K != B.K && There(A) && There(B)) { // of the region's queue on one way
    Value V;
    V.E = constant(intType(), 1);
    return V;
  }
  if (A.K != B.K)
    return Value();
  Value V = A;
  V.Inside |= B.Inside;
  if (!A.E || !B.E || !same(A.E, B.E))
    V.E = nullptr;
  return V;
}

bool Events::emptyList(const clang::Expr *List, const clang::Expr *Count) {
  auto *Data = dyn_cast<CXXMemberCallExpr>(List->IgnoreParenCasts());
  if ((Data && (!Count || library::whatDoes(Data->getMethodDecl()) != library::Does::Data)) ||
      (!Data && objectType(List->getType()->getPointeeType()) != ApiType::EventList) ||
      effects().mentionsHostOnly(List) || planted("any-list-of-events"))
    return false;
  Checkpoint Before = stmts().save();
  const clang::Expr *Object = Data ? Data->getImplicitObjectArgument() : nullptr;
  Value V = !Data || Object->getType()->isPointerType() ? exprs().rvalue(Data ? Object : List)
                                                        : Value::pointer(exprs().lvalue(Object));
  Value N = ok() && Data ? exprs().rvalue(Count) : Value();
  const bool None = !Data || (N.K == Value::Scalar && constantValue(N.E) == 0u);
  if (ok() && None && V.K == Value::Pointer && E.Known.find(places().key(V.P)) == E.Known.end() &&
      (!Data || handleType(elementType(V.P.T)) == ApiType::Event) && containers().emptyOnEntry(V.P, Data))
    return true;
  Refused.clear();
  stmts().restore(std::move(Before));
  return false;
}

} // namespace persistify::host
