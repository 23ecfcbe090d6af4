//===- Keeping.cpp - values that outlive the moment they are computed in -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An ExprP reads its variables where it is finally used. That is right only
// while none of them changes in between. What may be looked at later (an
// element that a pointer or reference designates, the left operand of an
// operator whose right one has side effects) is copied to a temporary.
//
//===----------------------------------------------------------------------===//
#include "device/Commands.h"
#include "device/Events.h"
#include "device/Exchanges.h"
#include "device/MirroredArrays.h"
#include "effects/HostEffects.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

namespace {

struct Changes {
  std::set<unsigned> Vars, Handles;
  void list(const StmtList &L) {
    for (const Stmt &S : L)
      stmt(S);
  }
  void stmt(const Stmt &S) {
    if (S.setsVar())
      Vars.insert(S.Var);
    if (S.K == Stmt::AssignHandle)
      Handles.insert(S.Var);
    list(S.Before);
    list(S.Next);
    list(S.Body);
    list(S.Else);
  }
  bool touch(const ExprP &E) const {
    if (!E)
      return false;
    if (E->O == Expr::Var && Vars.count(E->V))
      return true;
    for (const ExprP &A : E->Args)
      if (touch(A))
        return true;
    return false;
  }
};

Changes since(const StmtList &L, size_t From) {
  Changes C;
  for (size_t I = From; I < L.size(); ++I)
    C.stmt(L[I]);
  return C;
}

} // namespace

unsigned Keeping::pinnedVariable(std::string Name, ScalarType T) {
  Variable V;
  V.Name = std::move(Name);
  V.T = T;
  V.Assigned = true;
  R.Vars.push_back(V);
  unsigned Id = R.Vars.size() - 1;
  PinnedVars.insert(Id);
  return Id;
}

ExprP Keeping::pinned(ExprP X, const char *Name) {
  if (!X || X->O == Expr::Const || (X->O == Expr::Var && X->Args.empty() && PinnedVars.count(X->V)))
    return X;
  unsigned Id = pinnedVariable(Name, X->T);
  if (ExprP Same = entry().steady(X))
    entry().SteadyPinned[Id] = std::move(Same);
  Stmt S;
  S.K = Stmt::Assign;
  S.Var = Id;
  S.E = X;
  Out->push_back(std::move(S));
  return variable(Id, X->T);
}

Place Keeping::pinned(Place P) {
  P.Index = pinned(P.Index, "at");
  P.Born = Moment;
  if (P.Or) {
    auto C = std::make_shared<Choice>(*P.Or);
    C->Other = pinned(C->Other);
    P.Or = C;
  }
  return P;
}

Value Keeping::pinned(Value V) {
  if (V.K == Value::Pointer || V.K == Value::Maybe)
    V.P = pinned(V.P);
  return V;
}

ExprP Keeping::kept(ExprP X, size_t From, const char *Name) {
  if (!X || Out->size() <= From || !since(*Out, From).touch(X))
    return X;
  StmtList Tail(std::make_move_iterator(Out->begin() + From), std::make_move_iterator(Out->end()));
  Out->resize(From);
  X = pinned(X, Name);
  Out->insert(Out->end(), std::make_move_iterator(Tail.begin()), std::make_move_iterator(Tail.end()));
  return X;
}

Place Keeping::kept(Place P, size_t From) {
  P.Index = kept(P.Index, From, "at");
  P.Born = Moment;
  if (P.Or) {
    auto C = std::make_shared<Choice>(*P.Or);
    C->Other = kept(C->Other, From);
    P.Or = C;
  }
  return P;
}

Value Keeping::kept(Value V, size_t From) {
  if (Out->size() <= From)
    return V;
  switch (V.K) {
  case Value::Scalar: V.E = kept(V.E, From); break;
  case Value::Pointer:
  case Value::Maybe:
  case Value::Record: V.P = kept(V.P, From); break;
  case Value::HandleV: {
    Changes C = since(*Out, From);
    if (V.H.K != Handle::Var || (!C.Handles.count(V.H.V) && !C.touch(V.H.Index)))
      break;
    HandleVariable H;
    H.Name = "value";
    H.Assigned = true;
    R.Handles.push_back(H);
    Stmt S;
    S.K = Stmt::AssignHandle;
    S.Var = R.Handles.size() - 1;
    S.H = V.H;
    V.H = Handle();
    V.H.K = Handle::Var;
    V.H.V = S.Var;
    Out->insert(Out->begin() + From, std::move(S));
    break;
  }
  default: break;
  }
  return V;
}

// ---- few values ------------------------------------------------------------------

bool Keeping::values(const ExprP &X, std::set<uint64_t> &To) const {
  if (auto C = constantValue(X))
    return To.insert(*C), true;
  switch (X->O) {
  case Expr::Var: {
    auto K = X->Args.empty() ? leaves().LeafKeys.find(X->V) : leaves().LeafKeys.end();
    auto It = K == leaves().LeafKeys.end() ? E.Few.end() : E.Few.find(K->second);
    if (It == E.Few.end())
      return false;
    To.insert(It->second.begin(), It->second.end());
    return true;
  }
  case Expr::Cast: {
    std::set<uint64_t> Of;
    if (!X->T.isInteger() || !X->Args[0]->T.isInteger() || !values(X->Args[0], Of))
      return false;
    for (uint64_t V : Of)
      To.insert(*constantValue(castTo(X->T, constant(X->Args[0]->T, V))));
    return true;
  }
  case Expr::LogNot:
  case Expr::LT:
  case Expr::GT:
  case Expr::LE:
  case Expr::GE:
  case Expr::EQ:
  case Expr::NE:
  case Expr::LogAnd:
  case Expr::LogOr: return To.insert({0, 1}), true;
  case Expr::Cond: return values(X->Args[1], To) && values(X->Args[2], To);
  case Expr::BitAnd:
  case Expr::Rem: {
    auto C = constantValue(X->Args[1]);
    if (!C || *C > 8)
      return false;
    for (uint64_t I = 0; I < *C + (X->O == Expr::BitAnd); ++I)
      To.insert(I);
    return true;
  }
  case Expr::Add:
  case Expr::Sub:
  case Expr::BitXor: {
    std::set<uint64_t> A, B;
    if (!values(X->Args[0], A) || !values(X->Args[1], B))
      return false;
    for (uint64_t P : A)
      for (uint64_t Q : B) {
        ExprP V = constant(X->T, X->O == Expr::Add ? P + Q : X->O == Expr::Sub ? P - Q : P ^ Q);
        To.insert(*constantValue(V)); // as wide as the type is
      }
    return To.size() <= 16;
  }
  default: return false;
  }
}

// ---- one of several places ----------------------------------------------------

Place Keeping::first(Place P) {
  P.Or = nullptr;
  return P;
}

Place Keeping::choose(ExprP C, const Place &A, const Place &B) {
  auto Refuse = [&] {
    refuse(Diag::HostPointer, A.Spelled ? A.Spelled->getSourceRange() : clang::SourceRange(),
           {A.Spelled ? text(A.Spelled) : Objects[A.Obj].Name});
    return A;
  };
  unsigned N = 0;
  for (const Place *Of : {&A, &B})
    for (const Place *P = Of; P; P = P->Or ? &P->Or->Other : nullptr, ++N)
      if (!Ctx.hasSameUnqualifiedType(A.T, P->T))
        return Refuse();
  if (N > MostChoices)
    return Refuse();
  auto O = std::make_shared<Choice>();
  O->C = A.Or ? binary(Expr::LogAnd, C, A.Or->C) : C;
  O->Other = A.Or ? choose(C, A.Or->Other, B) : B;
  Place P = A;
  P.Or = O;
  return P;
}

Place Keeping::oneOf(const ExprP &Index, uint64_t N, uint64_t Shift, const clang::Expr *Spelled, clang::SourceRange Rg,
                     llvm::function_ref<Place(uint64_t)> At, bool Guess) {
  std::set<uint64_t> Few, Each;
  if (values(Index, Few))
    for (uint64_t I : Few)
      if (I + Shift < N)
        Each.insert(I + Shift);
  ExprP Bare = Index;
  while (Bare->O == Expr::Cast && Bare->T.Bits >= 32)
    Bare = Bare->Args[0];
  // What a remainder or a mask leaves out is no element; else the values are a guess.
  bool Certain = Shift == 0 && !Guess && (Bare->O == Expr::Rem || Bare->O == Expr::BitAnd);
  if (Each.empty() || (!Certain && N <= 4))
    for (uint64_t I = 0; I < std::min<uint64_t>(N, MostChoices + 1); ++I)
      Each.insert(I);
  if (Each.empty() || Each.size() > MostChoices) {
    refuse(Diag::HostPointer, Rg, {Spelled ? text(Spelled) : "one of many"});
    return {};
  }
  ExprP I = pinned(castTo(sizeType(), Index), "at");
  if (!Certain && (Guess || Each.size() < N) && !Scanning) {
    ExprP Seen = constant(intType(), 0);
    for (uint64_t Of : Each)
      Seen = binary(Expr::LogOr, Seen, binary(Expr::EQ, I, constant(sizeType(), Of - Shift)));
    stmts().branch(Seen, [] {}, [&] { stmts().bail(Rg, Stmt::Unseen); }, Rg);
  }
  Place P = At(*Each.rbegin()); // any other index is an error of the program
  for (auto It = std::next(Each.rbegin()); It != Each.rend() && ok(); ++It)
    P = choose(binary(Expr::EQ, I, constant(sizeType(), *It - Shift)), At(*It), P);
  return P;
}

bool Keeping::isObject(const Place &P) const {
  for (const Place *Q = &P; Q; Q = Q->Or ? &Q->Or->Other : nullptr)
    if (!Q->valid() || Q->Obj == exchanges().ExchangeObj || Objects[Q->Obj].Text.rfind("(*", 0) == 0)
      return false;
  return true;
}

/// Whether P is an element of a list of events of which the host knows how long it is.
static bool isListed(const Place &P) { return P.Extent == UnknownExtent && handleType(P.T) == ApiType::Event; }

std::optional<ExprP> Keeping::given(const Value &V) {
  const Place &P = V.P;
  // An element is there if the list is.
  const bool Listed = isListed(P);
  if (V.K != Value::Pointer || Scanning || !P.valid() || P.Or || P.Obj == exchanges().ExchangeObj || !P.Path.empty() ||
      P.Unit || P.Hidden || (P.Index && constantValue(P.Index) != 0 && !Listed))
    return std::nullopt;
  Object &O = Objects[P.Obj];
  llvm::StringRef T = O.Text;
  // What it points to may have no name here.
  if (!O.External || O.Behind < 0 || !O.Plain || !Objects[O.Behind].Nameless.empty() ||
      (effects().hostOnly(P) && !Listed) || !T.consume_front("(*") || !T.consume_back(")"))
    return std::nullopt;
  auto It = Spared.find(P.Obj);
  const std::string Pointer = It == Spared.end() ? T.str() : It->second;
  containers().requireWay(O);
  containers().requireTarget(Objects[O.Behind]);
  Place Of;
  Of.Obj = O.Behind;
  Of.T = planted("places-without-type") ? QualType() : Objects[O.Behind].T;
  if (places().scalarType(O.T) && !leaves().ScalarLeaves.count(std::to_string(P.Obj)) && !mirrors().mirrored(P) &&
      !planted("no-spare") && It == Spared.end()) {
    std::string Spare = Options.Names("none_" + llvm::Twine(Spared.size() + 1));
    std::string Declared = names().typeText(O.T.getUnqualifiedType(), Spare);
    if (!Declared.empty()) {
      Spared[P.Obj] = Pointer;
      R.Spares.push_back(Declared + " = 0;");
      O.Text = "(*(" + Pointer + " ? " + Pointer + " : &" + Spare + "))";
    }
  }
  return containers().inputValue(Of, "_given", "int", intType(), Pointer + " != 0").E;
}

std::optional<ExprP> Keeping::samePlace(const Place &A, const Place &B) const {
  for (auto [X, Y] : {std::pair(&A, &B), std::pair(&B, &A)})
    if (X->Or) {
      auto First = samePlace(first(*X), *Y), Other = samePlace(X->Or->Other, *Y);
      return First && Other ? std::optional<ExprP>(conditional(X->Or->C, *First, *Other)) : std::nullopt;
    }
  auto Reference = [&](const Place &P) {
    const VarDecl *D = Objects[P.Obj].D;
    return D && D->getType()->isReferenceType();
  };
  if (!isObject(A) || !isObject(B) || Reference(A) || Reference(B))
    return std::nullopt;
  if (A.Obj != B.Obj) {
    if ((commands().isMapping(A.Obj) || commands().isMapping(B.Obj)) && !planted("mappings-apart"))
      return std::nullopt; // mapped parts overlap, or lie in memory of the program's
    return constant(intType(), 0);
  }
  if (A.Index || B.Index || A.BaseAt != B.BaseAt || !Ctx.hasSameUnqualifiedType(A.T, B.T))
    return std::nullopt;
  if (A.Path == B.Path)
    return constant(intType(), 1);
  // Elements of one array.
  const auto P = lastElement(A.Path), Q = lastElement(B.Path);
  const bool Siblings = A.Row && A.Row == B.Row && P && Q && P->Array == Q->Array;
  return Siblings ? std::optional<ExprP>(constant(intType(), 0)) : std::nullopt;
}

Value Keeping::pointerOf(const clang::Expr *X) {
  Value V = exprs().rvalue(X);
  if (V.K == Value::Maybe)
    V = Value::pointer(V.P);
  return V;
}

Value Keeping::chosen(ExprP C, const Value &A, const Value &B, clang::SourceRange Rg) {
  if (same(A, B))
    return A;
  if (A.K == Value::Str && B.K == Value::Str) {
    Value V = Value::of(Value::Str);
    if (Scanning)
      return V;
    V.E = pinned(unary(Expr::LogNot, unary(Expr::LogNot, C)), "choice");
    V.Then = std::make_shared<Value>(A);
    V.Or = std::make_shared<Value>(B);
    return V;
  }
  if (A.K == Value::Scalar && B.K == Value::Scalar)
    return Value::scalar(conditional(C, A.E, B.E));
  auto Event = [&](const Value &V) {
    return V.K == Value::EventV || V.K == Value::Null || (V.K == Value::Unknown && V.E) ||
           (V.K == Value::Later && (V.E || (V.P.valid() && places().classify(V.P.T) == LeafKind::Event)));
  };
  if (Event(A) && Event(B) && !(A.K == Value::Null && B.K == Value::Null)) {
    auto First = events().eventGiven(A), Other = events().eventGiven(B);
    if (!First || !Other)
      return A.K == Value::Later || B.K == Value::Later ? Value::later() : Value();
    Value V = Value::of(A.K == Value::Later || B.K == Value::Later ? Value::Later : Value::Unknown);
    V.E = conditional(C, *First, *Other);
    return V;
  }
  auto Buffer = [](const Value &V) { return V.K == Value::HandleV || V.K == Value::Null; };
  if (Buffer(A) && Buffer(B) && (A.K == Value::HandleV || B.K == Value::HandleV)) {
    HandleVariable H;
    H.Name = "choice";
    H.Assigned = true;
    R.Handles.push_back(H);
    Handle T;
    T.K = Handle::Var;
    T.V = R.Handles.size() - 1;
    Stmt If;
    If.K = Stmt::If;
    If.Range = range(Rg);
    If.E = C;
    for (auto [V, To] : {std::pair(&A, &If.Body), std::pair(&B, &If.Else)}) {
      Stmt S;
      S.K = Stmt::AssignHandle;
      S.Range = range(Rg);
      S.Var = T.V;
      S.H = V->K == Value::HandleV ? V->H : Handle();
      To->push_back(std::move(S));
    }
    Out->push_back(std::move(If));
    return Value::handle(T);
  }
  bool Pointers = A.K == Value::Pointer && B.K == Value::Pointer && A.P.valid() && B.P.valid();
  if (Pointers && exprs().withinArray(BO_Sub, A, B)) {
    Value V = A;
    V.P.Index = pinned(conditional(C, castTo(sizeType(), A.P.Index), castTo(sizeType(), B.P.Index)), "at");
    return V;
  }
  if (Pointers)
    return Value::pointer(choose(pinned(C, "choice"), A.P, B.P));
  auto Is = [&](const Value &V) -> std::optional<ExprP> {
    if (V.K == Value::Maybe)
      return V.E;
    if (V.K == Value::Null || (V.K == Value::Pointer && isObject(V.P)))
      return constant(intType(), V.K == Value::Pointer);
    return isListed(V.P) ? given(V) : std::nullopt;
  };
  const auto First = Is(A), Other = First ? Is(B) : std::nullopt;
  if (First && Other) {
    ExprP If = pinned(C, "choice");
    Value V;
    V.K = Value::Maybe;
    V.E = pinned(conditional(If, *First, *Other), "there");
    V.P = A.K == Value::Null ? B.P : B.K == Value::Null ? A.P : choose(If, A.P, B.P);
    return V;
  }
  if (A.K == Value::KernelV && B.K == Value::KernelV) { // those of A while C holds, then those of B
    unsigned N = 0;
    for (const Value *Of : {&A, &B})
      for (const Value *V = Of; V; V = V->Or.get())
        ++N;
    if (N > MostChoices)
      return {};
    ExprP If = pinned(C, "choice");
    Value V = A;
    V.E = A.Or ? binary(Expr::LogAnd, If, A.E) : If;
    V.Or = std::make_shared<Value>(A.Or ? chosen(If, *A.Or, B, Rg) : B);
    return V;
  }
  return {};
}

} // namespace persistify::host
