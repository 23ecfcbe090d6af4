//===- AlgorithmCall.cpp - one call of an algorithm over elements ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Those of <algorithm> and <numeric> that go through their elements once, one after the
// other: the loop that the standard describes, lowered like one of the program's. With
// few elements, whose number is known, trip by trip.
//
//===----------------------------------------------------------------------===//
#include "library/AlgorithmCall.h"
#include "device/MirroredArrays.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "library/ContainerKinds.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "Walk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

using library::Does;

std::optional<Value> AlgorithmCall::result() {
  if (const CXXRecordDecl *RD = bare(arg(0))->getType()->getAsCXXRecordDecl(); // an execution policy
      RD && RD->getIdentifier() && RD->getName().ends_with("_policy"))
    return std::nullopt;
  std::optional<Value> Answer;
  if (!findElements(Answer))
    return Answer;
  switch (What) {
  case Does::Accumulate:
  case Does::Reduce:
  case Does::InnerProduct:
  case Does::TransformReduce:
  case Does::Count:
  case Does::CountIf: return fold();
  case Does::AnyOf:
  case Does::AllOf:
  case Does::NoneOf:
  case Does::Find:
  case Does::FindIf:
  case Does::FindIfNot:
  case Does::Equal: return firstWhere();
  case Does::MaxElement:
  case Does::MinElement:
  case Does::MinMaxElement: return best();
  case Does::ForEach: return forEach();
  case Does::Transform:
  case Does::Generate:
  case Does::Replace:
  case Does::ReplaceIf: return transform();
  case Does::Fill:
  case Does::FillN: return fill();
  case Does::Iota: return iota();
  case Does::IsSorted:
  case Does::IsSortedUntil: return sortedUntil();
  case Does::Copy:
  case Does::CopyN:
  case Does::SwapRanges: return copy();
  case Does::PartialSum:
  case Does::InclusiveScan:
  case Does::ExclusiveScan: return scan();
  default: return std::nullopt;
  }
}

// ---- what an algorithm asks ------------------------------------------------------------

bool AlgorithmCall::findElements(std::optional<Value> &Answer) {
  if (!is({Does::FillN, Does::CopyN})) {
    auto R = elementRange(arg(0), arg(1));
    if (R) {
      Of = *R;
      return true;
    }
    if (ok())
      refuse(Diag::HostContainerLength, Rg, {text(arg(0))});
    Answer = Value();
    return false;
  }
  Value A = containers().operand(arg(0));
  if (ok() && A.K == Value::Pointer && A.P.valid() && !A.P.Extent && !A.P.Or)
    mirrors().wantMirror(A.P);
  ExprP Count = ok() && A.K == Value::Pointer && A.P.Extent ? exprs().scalar(arg(1)) : nullptr;
  if (!ok() || !Count) {
    Answer = ok() ? std::nullopt : std::optional(Value());
    return false;
  }
  // A negative number means none.
  if (Count->T.K == ScalarType::Signed)
    Count = conditional(binary(Expr::LT, Count, constant(Count->T, 0)), constant(Count->T, 0), Count);
  Of = {keeping().pinned(A.P), keeping().pinned(castTo(sizeType(), Count), "count")};
  return true;
}

std::optional<Algorithms::Range> AlgorithmCall::elementRange(const clang::Expr *First, const clang::Expr *Last) {
  Value A = containers().operand(First), B = ok() ? containers().operand(Last) : Value();
  auto Count = ok() ? exprs().withinArray(BO_Sub, B, A) : std::nullopt;
  if (!Count)
    return std::nullopt;
  auto I = constantValue(A.P.Index), J = constantValue(B.P.Index);
  const bool None = I && J && *I == *J; // also of {}, which has no extent
  if (!None && (!A.P.Extent || (I && J && (*J < *I || *J > A.P.Extent))))
    return std::nullopt;
  Range R;
  R.Count = I && J ? constant(sizeType(), *J - *I) : keeping().pinned(castTo(sizeType(), *Count), "count");
  R.First = keeping().pinned(A.P);
  return R;
}

void AlgorithmCall::forElements(const ExprP &Count, llvm::function_ref<void(const ExprP &)> Do) {
  Place At = places().temporary(Ctx.getSizeType(), "at");
  auto Start = [&] { leaves().store(At, Value::scalar(constant(sizeType(), 0)), Rg); };
  Statements::LoopParts L;
  L.Whole = C;
  L.Test = [&] { return binary(Expr::LT, leaves().load(At, Rg).E, Count); };
  L.Enter = [&] { Do(leaves().load(At, Rg).E); };
  L.Step = [&] {
    leaves().store(At, Value::scalar(binary(Expr::Add, leaves().load(At, Rg).E, constant(sizeType(), 1))), Rg);
  };
  if (!ok())
    return;
  Start();
  if (auto N = constantValue(Count); N && *N <= 64) {
    Checkpoint Before = stmts().save();
    if (stmts().unroll(L))
      return;
    stmts().restore(std::move(Before));
    Start();
  }
  stmts().loop(L, false);
}

bool AlgorithmCall::actsSince(size_t From) const {
  const StmtList Since(Out->begin() + From, Out->end());
  bool Acts = false;
  forEachStmt(Since, [&](const Stmt &S) {
    Acts |= S.setsVar() ? R.Vars[S.Var].Slot >= 0
                        : S.K != Stmt::If && S.K != Stmt::Block && S.K != Stmt::Leave && S.K != Stmt::Bail;
  });
  return Acts;
}

std::optional<Value> AlgorithmCall::unknown() {
  if (ok())
    refuse(Diag::HostUnknownCall, Rg,
           {"std::" + std::string(Row.Name), "there is no model of this use of the library for the device"});
  return Value();
}

ExprP AlgorithmCall::scalarAt(const Place &P) {
  Value V = ok() ? leaves().load(P, Rg) : Value();
  if (ok() && V.K != Value::Scalar)
    unknown();
  return ok() ? V.E : constant(intType(), 0);
}

ExprP AlgorithmCall::scalar(unsigned I) {
  Value V = ok() ? containers().operand(arg(I)) : Value();
  if (ok() && V.K != Value::Scalar)
    unknown();
  return ok() ? keeping().pinned(V.E, "value") : constant(intType(), 0);
}

Place AlgorithmCall::other(unsigned I) {
  Value V = ok() ? containers().operand(arg(I)) : Value();
  if (ok() && V.K == Value::Pointer && V.P.valid() && !V.P.Extent && !V.P.Or)
    mirrors().wantMirror(V.P); // the lowering starts again
  if (ok() && (V.K != Value::Pointer || !V.P.valid() || !V.P.Extent))
    unknown();
  return ok() ? keeping().pinned(V.P) : Place();
}

const Algorithms::Callable *AlgorithmCall::function(unsigned I) {
  if (I >= C->getNumArgs() || !ok())
    return nullptr;
  auto F = functions().callable(arg(I), C->getDirectCallee());
  if (!F) {
    unknown();
    return nullptr;
  }
  Calls.push_back(*F);
  return &Calls.back();
}

ExprP AlgorithmCall::call(const Callable &F, std::initializer_list<Operand> Ops) {
  ExprP V = ok() ? functions().invoke(F, Ops, Rg) : nullptr;
  if (!V && ok())
    unknown();
  return V ? V : constant(intType(), 0);
}

void AlgorithmCall::set(const Place &P, const ExprP &V) {
  if (ok())
    leaves().store(P, Value::scalar(castTo(places().scalarType(P.T).value_or(V->T), V)), Rg);
}

std::optional<Value> AlgorithmCall::pointerTo(const ExprP &I) {
  if (!ok())
    return Value();
  Place P = Of.First;
  return Value::pointer(places().advance(P, I, Rg));
}

ExprP AlgorithmCall::bytes() const {
  uint64_t Size = Ctx.getTypeSizeInChars(Of.First.T).getQuantity();
  return binary(Expr::Mul, Of.Count, constant(sizeType(), Size));
}

// ---- the algorithms --------------------------------------------------------------------

std::optional<Value> AlgorithmCall::fold() {
  const unsigned Args = C->getNumArgs();
  // All of them fold something of each element.
  const bool Counts = is({Does::Count, Does::CountIf}),
             Two = What == Does::InnerProduct || (What == Does::TransformReduce && (Args == 4 || Args == 6)),
             One = What == Does::TransformReduce && !Two;
  const unsigned Init = Two ? 3 : 2;
  auto T = places().scalarType(C->getType());
  if (!T)
    return unknown();
  Place Sum = places().temporary(C->getType(), "sum");
  Place Second = Two ? other(2) : Place();
  set(Sum, Counts || Init >= Args ? constant(*T, 0) : scalar(Init));
  ExprP Sought = What == Does::Count ? scalar(2) : nullptr;
  const Callable *Folds = Counts ? nullptr : function(Init + 1);
  const Callable *Of1 = What == Does::CountIf ? function(2) : One || Two ? function(Init + 2) : nullptr;
  auto Part = [&](const ExprP &I) -> Operand {
    if (Sought)
      return usually(Expr::EQ, scalarAt(element(I)), Sought);
    if (Two)
      return Of1 ? call(*Of1, {element(I), places().advance(Second, I, Rg)})
                 : usually(Expr::Mul, scalarAt(element(I)), scalarAt(places().advance(Second, I, Rg)));
    return Of1 ? Operand(call(*Of1, {element(I)})) : Operand(element(I));
  };
  auto Fold = [&](Operand A, Operand B) -> ExprP {
    if (Folds)
      return call(*Folds, {A, B});
    ExprP X = A.P.valid() ? scalarAt(A.P) : A.E, Y = B.P.valid() ? scalarAt(B.P) : B.E;
    return usually(Expr::Add, X, Counts ? binary(Expr::NE, Y, constant(Y->T, 0)) : Y);
  };
  ExprP Done = constant(sizeType(), 0);
  if (is({Does::Reduce,
          Does::TransformReduce})) { // four at a time: in this order libstdc++ adds what may be added in any
    auto Four = [&](const ExprP &I, unsigned K) { return Part(binary(Expr::Add, I, constant(sizeType(), K))); };
    auto Kept = [&](const ExprP &X) -> Operand {
      Place P = places().temporary(C->getType(), "part");
      set(P, X);
      return P;
    };
    ExprP By = constant(sizeType(), 4);
    ExprP Fours = keeping().pinned(binary(Expr::Div, Of.Count, By), "fours");
    forElements(Fours, [&](const ExprP &Nth) {
      ExprP I = keeping().pinned(binary(Expr::Mul, Nth, By), "at");
      const size_t From = Out->size();
      const auto First = Four(I, 0), Second = Four(I, 1); // in this order, whoever compiles this
      Operand A = Kept(Fold(First, Second));
      const auto Third = Four(I, 2), Fourth = Four(I, 3);
      Operand B = Kept(Fold(Third, Fourth));
      if (actsSince(From)) // in which order is the library's affair
        return refuse(Diag::HostUnsupportedExpr, Rg, {"'" + text(C) + "', whose operation does more than compute,"});
      Operand Both = Kept(Fold(A, B));
      set(Sum, Fold(Sum, Both));
    });
    Done = keeping().pinned(binary(Expr::Mul, Fours, By), "done");
  }
  forElements(keeping().pinned(binary(Expr::Sub, Of.Count, Done), "left"), [&](const ExprP &I) {
    Operand X = Part(binary(Expr::Add, Done, I));
    set(Sum, Fold(Sum, X));
  });
  return ok() ? leaves().load(Sum, Rg) : Value();
}

std::optional<Value> AlgorithmCall::firstWhere() {
  // The first element for which something holds, or does not hold.
  const bool Not = is({Does::AllOf, Does::FindIfNot, Does::Equal}),
             Finds = is({Does::Find, Does::FindIf, Does::FindIfNot});
  Place Where = places().temporary(Ctx.getSizeType(), "where"), Second = What == Does::Equal ? other(2) : Place();
  set(Where, Of.Count);
  ExprP Sought = What == Does::Find ? scalar(2) : nullptr;
  const Callable *F = Sought ? nullptr : function(What == Does::Equal ? 3 : 2);
  forElements(Of.Count, [&](const ExprP &I) {
    ExprP X;
    if (What == Does::Equal)
      X = F ? call(*F, {element(I), places().advance(Second, I, Rg)})
            : usually(Expr::EQ, scalarAt(element(I)), scalarAt(places().advance(Second, I, Rg)));
    else
      X = Sought ? usually(Expr::EQ, scalarAt(element(I)), Sought) : call(*F, {element(I)});
    if (!ok())
      return;
    X = keeping().pinned(binary(Not ? Expr::EQ : Expr::NE, X, constant(X->T, 0)), "found");
    stmts().branch(
        X,
        [&] {
          set(Where, I);
          if (ok())
            stmts().breakStmt(C);
        },
        [] {}, Rg);
  });
  if (!ok())
    return Value();
  ExprP At = keeping().pinned(leaves().load(Where, Rg).E, "where");
  if (Finds)
    return pointerTo(At);
  ExprP Any = binary(Expr::LT, At, Of.Count);
  return Value::scalar(castTo(boolType(), What == Does::AnyOf ? Any : unary(Expr::LogNot, Any)));
}

ExprP AlgorithmCall::same(const Place &A, const Place &B, const ExprP &Count) {
  Of = {A, Count};
  Place Where = places().temporary(Ctx.getSizeType(), "where");
  set(Where, Count);
  auto Compared = [&](ExprP X) { // the bits of what is no number, too
    const bool Bits = What == Does::CompareBytes && !planted("numbers-as-bytes");
    return Bits ? bitsOf(X, {ScalarType::Unsigned, X->T.Bits}) : X;
  };
  forElements(Count, [&](const ExprP &I) {
    const ExprP First = Compared(scalarAt(element(I)));
    ExprP X = usually(Expr::NE, First, Compared(scalarAt(places().advance(B, I, Rg))));
    if (!ok())
      return;
    stmts().branch(
        keeping().pinned(X, "found"),
        [&] {
          set(Where, I);
          if (ok())
            stmts().breakStmt(C);
        },
        [] {}, Rg);
  });
  return ok() ? binary(Expr::EQ, keeping().pinned(leaves().load(Where, Rg).E, "where"), Count) : nullptr;
}

std::optional<Value> AlgorithmCall::best() {
  // The first of the largest (smallest) ones; of both the last of the largest.
  const bool Both = What == Does::MinMaxElement;
  const Callable *Less = function(2);
  struct Best {
    Place At, Value;
    bool Most;
  };
  std::vector<Best> Bests;
  QualType T = Of.First.T.getNonReferenceType();
  for (bool Most : {false, true})
    if (Both || (What == Does::MaxElement) == Most)
      Bests.push_back({places().temporary(Ctx.getSizeType(), "best"), places().temporary(T, "most"), Most});
  for (Best &B : Bests) {
    set(B.At, constant(sizeType(), 0));
    set(B.Value, constant(places().scalarType(B.Value.T).value_or(intType()), 0));
  }
  forElements(Of.Count, [&](const ExprP &I) {
    ExprP V = keeping().pinned(scalarAt(element(I)), "one");
    for (Best &B : Bests) {
      ExprP Takes;
      const size_t From = Out->size();
      auto LessThan = [&](const ExprP &A, const ExprP &B) {
        return Less ? call(*Less, {A, B}) : binary(Expr::LT, A, B);
      };
      if (Both && B.Most)
        Takes = unary(Expr::LogNot, LessThan(V, scalarAt(B.Value)));
      else
        Takes = B.Most ? LessThan(scalarAt(B.Value), V) : LessThan(V, scalarAt(B.Value));
      if (!ok())
        return;
      // The first one is compared with nothing, and of both the library compares fewer pairs: a comparison must only look.
      if (Less && actsSince(From))
        return refuse(Diag::HostUnsupportedExpr, Rg, {"'" + text(C) + "', whose comparison does more than compare,"});
      Takes = binary(Expr::LogOr, binary(Expr::EQ, I, constant(sizeType(), 0)), Takes);
      stmts().branch(
          keeping().pinned(Takes, "takes"),
          [&] {
            set(B.Value, V);
            set(B.At, I);
          },
          [] {}, Rg);
    }
  });
  if (!ok())
    return Value();
  if (!Both)
    return pointerTo(keeping().pinned(leaves().load(Bests[0].At, Rg).E, "best"));
  Place Pair = places().temporary(C->getType(), "ends");
  for (unsigned I = 0; I < 2 && ok(); ++I)
    if (auto V = pointerTo(keeping().pinned(leaves().load(Bests[I].At, Rg).E, "best")); ok())
      leaves().store(containers().tupleElement(Pair, I, Rg), *V, Rg);
  return Value::record(Pair);
}

std::optional<Value> AlgorithmCall::forEach() {
  const Callable *F = function(2);
  forElements(Of.Count, [&](const ExprP &I) { functions().invoke(*F, {Operand(element(I))}, Rg); });
  if (ok() && F->This && C->getType()->isRecordType() && Ctx.hasSameUnqualifiedType(F->This->T, C->getType()))
    return Value::record(*F->This); // what it has gathered
  return Value();
}

std::optional<Value> AlgorithmCall::transform() {
  const unsigned Args = C->getNumArgs();
  const bool Two = What == Does::Transform && Args == 5, Replaces = is({Does::Replace, Does::ReplaceIf});
  Place Second = Two ? other(2) : Place(), To = What == Does::Transform ? other(Args - 2) : Of.First;
  for (unsigned I : {2u, 3u}) // by reference: an element may change half-way
    if (const clang::Expr *X = Replaces ? bare(arg(I)) : nullptr;
        ok() && X && X->isGLValue() && places().scalarType(X->getType()))
      if (Place P = exprs().lvalue(X); ok() && P.Obj == Of.First.Obj && P.Path == Of.First.Path)
        return unknown();
  ExprP Old = What == Does::Replace ? scalar(2) : nullptr, New = Replaces ? scalar(3) : nullptr;
  const Callable *F = Old ? nullptr : function(Replaces ? 2 : Args - 1);
  forElements(Of.Count, [&](const ExprP &I) {
    Place Into = places().advance(To, I, Rg);
    if (!Replaces)
      return set(Into, Two                      ? call(*F, {element(I), places().advance(Second, I, Rg)})
                       : What == Does::Generate ? call(*F, {})
                                                : call(*F, {element(I)}));
    ExprP X = Old ? usually(Expr::EQ, scalarAt(element(I)), Old) : call(*F, {element(I)});
    if (ok())
      stmts().branch(keeping().pinned(castTo(boolType(), X), "replaces"), [&] { set(Into, New); }, [] {}, Rg);
  });
  return What == Does::Transform && ok() ? Value::pointer(places().advance(To, Of.Count, Rg)) : Value();
}

std::optional<Value> AlgorithmCall::fill() {
  Value V = containers().operand(arg(2));
  if (ok() && V.K == Value::Scalar)
    V.E = keeping().pinned(V.E, "value"); // the elements may be part of it
  if (auto T = places().scalarType(Of.First.T); ok() && T && V.K == Value::Scalar && mirrors().mirrored(Of.First)) {
    mirrors().setMirror(Of.First, castTo(*T, V.E), bytes(), Row.Name, Rg);
    return What == Does::FillN && ok() ? pointerTo(Of.Count) : Value();
  }
  forElements(Of.Count, [&](const ExprP &I) { leaves().store(element(I), V, Rg); });
  return What == Does::FillN ? pointerTo(Of.Count) : Value();
}

std::optional<Value> AlgorithmCall::iota() {
  Place Next = places().temporary(arg(2)->getType().getNonReferenceType(), "next"); // ++ each time, with its rounding
  set(Next, scalar(2));
  forElements(Of.Count, [&](const ExprP &I) {
    set(element(I), scalarAt(Next));
    set(Next, usually(Expr::Add, scalarAt(Next), constant(intType(), 1)));
  });
  return Value();
}

std::optional<Value> AlgorithmCall::sortedUntil() {
  // The first element that is less than the one before it.
  const Callable *Less = function(2);
  Place Where = places().temporary(Ctx.getSizeType(), "where");
  set(Where, Of.Count);
  forElements(Of.Count, [&](const ExprP &I) {
    ExprP First = binary(Expr::EQ, I, constant(sizeType(), 0)), Before = binary(Expr::Sub, I, constant(sizeType(), 1));
    stmts().branch(
        First, [] {},
        [&] {
          Place One = element(I), Other = element(Before);
          ExprP Falls = Less ? call(*Less, {One, Other}) : usually(Expr::LT, scalarAt(One), scalarAt(Other));
          if (ok())
            stmts().branch(
                keeping().pinned(castTo(boolType(), Falls), "falls"),
                [&] {
                  set(Where, I);
                  if (ok())
                    stmts().breakStmt(C);
                },
                [] {}, Rg);
        },
        Rg);
  });
  if (!ok())
    return Value();
  ExprP At = keeping().pinned(leaves().load(Where, Rg).E, "where");
  return What == Does::IsSorted ? Value::scalar(castTo(boolType(), binary(Expr::EQ, At, Of.Count))) : *pointerTo(At);
}

std::optional<Value> AlgorithmCall::copy() {
  Place To = other(2);
  const bool Same = ok() && To.Obj == Of.First.Obj && To.Path == Of.First.Path;
  if (ok() && What != Does::SwapRanges && !Same && mirrors().mirrored(Of.First) && mirrors().mirrored(To) &&
      Ctx.hasSameUnqualifiedType(To.T, Of.First.T)) {
    mirrors().copyMirror(To, Of.First, bytes(), Row.Name, Rg);
    return ok() ? Value::pointer(places().advance(To, Of.Count, Rg)) : Value();
  }
  forElements(Of.Count, [&](const ExprP &I) {
    Place Into = places().advance(To, I, Rg);
    if (What == Does::SwapRanges)
      return functions().swapPlaces(element(I), Into, Rg);
    if (ok())
      leaves().store(Into, leaves().load(element(I), Rg), Rg);
  });
  return ok() ? Value::pointer(places().advance(To, Of.Count, Rg)) : Value();
}

std::optional<Value> AlgorithmCall::scan() {
  const bool Exclusive = What == Does::ExclusiveScan;
  Place To = other(2),
        Sum = places().temporary(Exclusive ? C->getArg(3)->getType().getNonReferenceType() : Of.First.T, "sum");
  set(Sum, Exclusive ? scalar(3) : constant(places().scalarType(Sum.T).value_or(intType()), 0));
  const Callable *F = function(Exclusive ? 4 : 3);
  forElements(Of.Count, [&](const ExprP &I) {
    ExprP X = keeping().pinned(scalarAt(element(I)), "one");
    auto Add = [&] { set(Sum, F ? call(*F, {Sum, X}) : usually(Expr::Add, scalarAt(Sum), X)); };
    if (Exclusive)
      set(places().advance(To, I, Rg), scalarAt(Sum));
    if (Exclusive) {
      Add();
    } else { // the first one is taken as it is
      stmts().branch(
          keeping().pinned(binary(Expr::EQ, I, constant(sizeType(), 0)), "first"), [&] { set(Sum, X); }, Add, Rg);
    }
    if (!Exclusive)
      set(places().advance(To, I, Rg), scalarAt(Sum));
  });
  return ok() ? Value::pointer(places().advance(To, Of.Count, Rg)) : Value();
}

} // namespace persistify::host
