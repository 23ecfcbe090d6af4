//===- Algorithms.cpp - algorithms over the elements of arrays ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Those of <algorithm> and <numeric> that go through their elements once, one after the
// other: the loop that the standard describes, lowered like one of the program's. With
// few elements, whose number is known, trip by trip.
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/MirroredArrays.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "library/Algorithms.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "Walk.h"

using namespace clang;

namespace persistify::host {

using library::Does;

bool Algorithms::actsSince(size_t From) const {
  const StmtList Since(Out->begin() + From, Out->end());
  bool Acts = false;
  forEachStmt(Since, [&](const Stmt &S) {
    Acts |= S.setsVar() ? R.Vars[S.Var].Slot >= 0
                        : S.K != Stmt::If && S.K != Stmt::Block && S.K != Stmt::Leave && S.K != Stmt::Bail;
  });
  return Acts;
}

std::optional<Algorithms::Range> Algorithms::elementRange(const clang::Expr *First, const clang::Expr *Last) {
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

void Algorithms::forElements(const ExprP &Count, const clang::CallExpr *C, llvm::function_ref<void(const ExprP &)> Do) {
  clang::SourceRange Rg = C->getSourceRange();
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

std::optional<Value> Algorithms::stepOrDistance(Does What, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  const bool Two = C->getNumArgs() == 2;
  Value A = containers().operand(C->getArg(0)), B;
  if (What == Does::Distance) {
    B = ok() ? containers().operand(C->getArg(1)) : Value();
    auto X = ok() ? exprs().withinArray(BO_Sub, B, A) : std::nullopt;
    return X ? std::optional(Value::scalar(*X)) : std::nullopt;
  }
  if (!ok() || A.K != Value::Pointer)
    return std::nullopt;
  const bool Next = What == Does::NextOf;
  if (!Two)
    return Value::pointer(places().advance(A.P, constant({ScalarType::Signed, 64}, Next ? 1 : ~uint64_t(0)), Rg));
  ExprP By = exprs().scalar(C->getArg(1));
  if (!ok() || !By)
    return std::nullopt;
  return Value::pointer(places().advance(A.P, Next ? By : unary(Expr::Neg, By), Rg));
}

std::optional<Value> Algorithms::algorithm(const library::Row &Row, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  const unsigned Args = C->getNumArgs();
  const Does What = Row.What;
  auto Arg = [&](unsigned I) { return C->getArg(I); };
  auto Is = [&](std::initializer_list<Does> Some) { return llvm::is_contained(Some, What); };
  if (What < Does::Rotate || !C->getDirectCallee())
    return std::nullopt;
  if (Is({Does::Rotate, Does::Reverse}))
    return rearranged(What, C);
  if (Is({Does::NextOf, Does::PreviousOf, Does::Distance}))
    return stepOrDistance(What, C);
  if (const CXXRecordDecl *RD = bare(Arg(0))->getType()->getAsCXXRecordDecl(); // an execution policy
      RD && RD->getIdentifier() && RD->getName().ends_with("_policy"))
    return std::nullopt;
  Range Of;
  if (Is({Does::FillN, Does::CopyN})) {
    Value A = containers().operand(Arg(0));
    if (ok() && A.K == Value::Pointer && A.P.valid() && !A.P.Extent && !A.P.Or)
      mirrors().wantMirror(A.P);
    ExprP Count = ok() && A.K == Value::Pointer && A.P.Extent ? exprs().scalar(Arg(1)) : nullptr;
    if (!ok() || !Count)
      return ok() ? std::nullopt : std::optional(Value());
    // A negative number means none.
    if (Count->T.K == ScalarType::Signed)
      Count = conditional(binary(Expr::LT, Count, constant(Count->T, 0)), constant(Count->T, 0), Count);
    Of = {keeping().pinned(A.P), keeping().pinned(castTo(sizeType(), Count), "count")};
  } else if (auto R = elementRange(Arg(0), Arg(1))) {
    Of = *R;
  } else {
    if (ok())
      refuse(Diag::HostContainerLength, Rg, {text(Arg(0))});
    return Value();
  }
  auto El = [&](const ExprP &I) { return elementAt(Of, I, Rg); };
  auto Unknown = [&]() -> std::optional<Value> {
    if (ok())
      refuse(Diag::HostUnknownCall, Rg,
             {"std::" + std::string(Row.Name), "there is no model of this use of the library for the device"});
    return Value();
  };
  /// The scalar at P.
  auto At = [&](const Place &P) -> ExprP {
    Value V = ok() ? leaves().load(P, Rg) : Value();
    if (ok() && V.K != Value::Scalar)
      Unknown();
    return ok() ? V.E : constant(intType(), 0);
  };
  /// Argument I, a scalar, as it is now.
  auto Scalar = [&](unsigned I) -> ExprP {
    Value V = ok() ? containers().operand(Arg(I)) : Value();
    if (ok() && V.K != Value::Scalar)
      Unknown();
    return ok() ? keeping().pinned(V.E, "value") : constant(intType(), 0);
  };
  /// The elements of another range that starts at argument I.
  auto Other = [&](unsigned I) -> Place {
    Value V = ok() ? containers().operand(Arg(I)) : Value();
    if (ok() && V.K == Value::Pointer && V.P.valid() && !V.P.Extent && !V.P.Or)
      mirrors().wantMirror(V.P); // the lowering starts again
    if (ok() && (V.K != Value::Pointer || !V.P.valid() || !V.P.Extent))
      Unknown();
    return ok() ? keeping().pinned(V.P) : Place();
  };
  /// A function object in argument I; none, if there is no such argument.
  std::vector<Callable> Calls;
  Calls.reserve(4);
  auto Function = [&](unsigned I) -> const Callable * {
    if (I >= Args || !ok())
      return nullptr;
    auto F = functions().callable(Arg(I), C->getDirectCallee());
    if (!F) {
      Unknown();
      return nullptr;
    }
    Calls.push_back(*F);
    return &Calls.back();
  };
  auto Call = [&](const Callable &F, std::initializer_list<Operand> Ops) -> ExprP {
    ExprP V = ok() ? functions().invoke(F, Ops, Rg) : nullptr;
    if (!V && ok())
      Unknown();
    return V ? V : constant(intType(), 0);
  };
  auto Set = [&](const Place &P, const ExprP &V) {
    if (ok())
      leaves().store(P, Value::scalar(castTo(places().scalarType(P.T).value_or(V->T), V)), Rg);
  };
  auto Result = [&](const ExprP &I) -> std::optional<Value> {
    if (!ok())
      return Value();
    Place P = Of.First;
    return Value::pointer(places().advance(P, I, Rg));
  };

  if (Is({Does::Accumulate, Does::Reduce, Does::InnerProduct, Does::TransformReduce, Does::Count, Does::CountIf})) {
    // All of them fold something of each element.
    const bool Counts = Is({Does::Count, Does::CountIf}),
               Two = What == Does::InnerProduct || (What == Does::TransformReduce && (Args == 4 || Args == 6)),
               One = What == Does::TransformReduce && !Two;
    const unsigned Init = Two ? 3 : 2;
    auto T = places().scalarType(C->getType());
    if (!T)
      return Unknown();
    Place Sum = places().temporary(C->getType(), "sum");
    Place Second = Two ? Other(2) : Place();
    Set(Sum, Counts || Init >= Args ? constant(*T, 0) : Scalar(Init));
    ExprP Sought = What == Does::Count ? Scalar(2) : nullptr;
    const Callable *Folds = Counts ? nullptr : Function(Init + 1);
    const Callable *Of1 = What == Does::CountIf ? Function(2) : One || Two ? Function(Init + 2) : nullptr;
    auto Part = [&](const ExprP &I) -> Operand {
      if (Sought)
        return usually(Expr::EQ, At(El(I)), Sought);
      if (Two)
        return Of1 ? Call(*Of1, {El(I), places().advance(Second, I, Rg)})
                   : usually(Expr::Mul, At(El(I)), At(places().advance(Second, I, Rg)));
      return Of1 ? Operand(Call(*Of1, {El(I)})) : Operand(El(I));
    };
    auto Fold = [&](Operand A, Operand B) -> ExprP {
      if (Folds)
        return Call(*Folds, {A, B});
      ExprP X = A.P.valid() ? At(A.P) : A.E, Y = B.P.valid() ? At(B.P) : B.E;
      return usually(Expr::Add, X, Counts ? binary(Expr::NE, Y, constant(Y->T, 0)) : Y);
    };
    ExprP Done = constant(sizeType(), 0);
    if (Is({Does::Reduce,
            Does::TransformReduce})) { // four at a time: in this order libstdc++ adds what may be added in any
      auto Four = [&](const ExprP &I, unsigned K) { return Part(binary(Expr::Add, I, constant(sizeType(), K))); };
      auto Kept = [&](const ExprP &X) -> Operand {
        Place P = places().temporary(C->getType(), "part");
        Set(P, X);
        return P;
      };
      ExprP By = constant(sizeType(), 4);
      ExprP Fours = keeping().pinned(binary(Expr::Div, Of.Count, By), "fours");
      forElements(Fours, C, [&](const ExprP &Nth) {
        ExprP I = keeping().pinned(binary(Expr::Mul, Nth, By), "at");
        const size_t From = Out->size();
        const auto First = Four(I, 0), Second = Four(I, 1); // in this order, whoever compiles this
        Operand A = Kept(Fold(First, Second));
        const auto Third = Four(I, 2), Fourth = Four(I, 3);
        Operand B = Kept(Fold(Third, Fourth));
        if (actsSince(From)) // in which order is the library's affair
          return refuse(Diag::HostUnsupportedExpr, Rg, {"'" + text(C) + "', whose operation does more than compute,"});
        Operand Both = Kept(Fold(A, B));
        Set(Sum, Fold(Sum, Both));
      });
      Done = keeping().pinned(binary(Expr::Mul, Fours, By), "done");
    }
    forElements(keeping().pinned(binary(Expr::Sub, Of.Count, Done), "left"), C, [&](const ExprP &I) {
      Operand X = Part(binary(Expr::Add, Done, I));
      Set(Sum, Fold(Sum, X));
    });
    return ok() ? leaves().load(Sum, Rg) : Value();
  }
  if (Is({Does::AnyOf, Does::AllOf, Does::NoneOf, Does::Find, Does::FindIf, Does::FindIfNot, Does::Equal})) {
    // The first element for which something holds, or does not hold.
    const bool Not = Is({Does::AllOf, Does::FindIfNot, Does::Equal}),
               Finds = Is({Does::Find, Does::FindIf, Does::FindIfNot});
    Place Where = places().temporary(Ctx.getSizeType(), "where"), Second = What == Does::Equal ? Other(2) : Place();
    Set(Where, Of.Count);
    ExprP Sought = What == Does::Find ? Scalar(2) : nullptr;
    const Callable *F = Sought ? nullptr : Function(What == Does::Equal ? 3 : 2);
    forElements(Of.Count, C, [&](const ExprP &I) {
      ExprP X;
      if (What == Does::Equal)
        X = F ? Call(*F, {El(I), places().advance(Second, I, Rg)})
              : usually(Expr::EQ, At(El(I)), At(places().advance(Second, I, Rg)));
      else
        X = Sought ? usually(Expr::EQ, At(El(I)), Sought) : Call(*F, {El(I)});
      if (!ok())
        return;
      X = keeping().pinned(binary(Not ? Expr::EQ : Expr::NE, X, constant(X->T, 0)), "found");
      stmts().branch(
          X,
          [&] {
            Set(Where, I);
            if (ok())
              stmts().breakStmt(C);
          },
          [] {}, Rg);
    });
    if (!ok())
      return Value();
    ExprP At = keeping().pinned(leaves().load(Where, Rg).E, "where");
    if (Finds)
      return Result(At);
    ExprP Any = binary(Expr::LT, At, Of.Count);
    return Value::scalar(castTo(boolType(), What == Does::AnyOf ? Any : unary(Expr::LogNot, Any)));
  }
  if (Is({Does::MaxElement, Does::MinElement, Does::MinMaxElement})) {
    // The first of the largest (smallest) ones; of both the last of the largest.
    const bool Both = What == Does::MinMaxElement;
    const Callable *Less = Function(2);
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
      Set(B.At, constant(sizeType(), 0));
      Set(B.Value, constant(places().scalarType(B.Value.T).value_or(intType()), 0));
    }
    forElements(Of.Count, C, [&](const ExprP &I) {
      ExprP V = keeping().pinned(At(El(I)), "one");
      for (Best &B : Bests) {
        ExprP Takes;
        const size_t From = Out->size();
        auto LessThan = [&](const ExprP &A, const ExprP &B) {
          return Less ? Call(*Less, {A, B}) : binary(Expr::LT, A, B);
        };
        if (Both && B.Most)
          Takes = unary(Expr::LogNot, LessThan(V, At(B.Value)));
        else
          Takes = B.Most ? LessThan(At(B.Value), V) : LessThan(V, At(B.Value));
        if (!ok())
          return;
        // The first one is compared with nothing, and of both the library compares fewer pairs: a comparison must only look.
        if (Less && actsSince(From))
          return refuse(Diag::HostUnsupportedExpr, Rg, {"'" + text(C) + "', whose comparison does more than compare,"});
        Takes = binary(Expr::LogOr, binary(Expr::EQ, I, constant(sizeType(), 0)), Takes);
        stmts().branch(
            keeping().pinned(Takes, "takes"),
            [&] {
              Set(B.Value, V);
              Set(B.At, I);
            },
            [] {}, Rg);
      }
    });
    if (!ok())
      return Value();
    if (!Both)
      return Result(keeping().pinned(leaves().load(Bests[0].At, Rg).E, "best"));
    Place Pair = places().temporary(C->getType(), "ends");
    for (unsigned I = 0; I < 2 && ok(); ++I)
      if (auto V = Result(keeping().pinned(leaves().load(Bests[I].At, Rg).E, "best")); ok())
        leaves().store(containers().tupleElement(Pair, I, Rg), *V, Rg);
    return Value::record(Pair);
  }
  if (What == Does::ForEach) {
    const Callable *F = Function(2);
    forElements(Of.Count, C, [&](const ExprP &I) { functions().invoke(*F, {Operand(El(I))}, Rg); });
    if (ok() && F->This && C->getType()->isRecordType() && Ctx.hasSameUnqualifiedType(F->This->T, C->getType()))
      return Value::record(*F->This); // what it has gathered
    return Value();
  }
  if (Is({Does::Transform, Does::Generate, Does::Replace, Does::ReplaceIf})) {
    const bool Two = What == Does::Transform && Args == 5, Replaces = Is({Does::Replace, Does::ReplaceIf});
    Place Second = Two ? Other(2) : Place(), To = What == Does::Transform ? Other(Args - 2) : Of.First;
    for (unsigned I : {2u, 3u}) // by reference: an element may change half-way
      if (const clang::Expr *X = Replaces ? bare(Arg(I)) : nullptr;
          ok() && X && X->isGLValue() && places().scalarType(X->getType()))
        if (Place P = exprs().lvalue(X); ok() && P.Obj == Of.First.Obj && P.Path == Of.First.Path)
          return Unknown();
    ExprP Old = What == Does::Replace ? Scalar(2) : nullptr, New = Replaces ? Scalar(3) : nullptr;
    const Callable *F = Old ? nullptr : Function(Replaces ? 2 : Args - 1);
    forElements(Of.Count, C, [&](const ExprP &I) {
      Place Into = places().advance(To, I, Rg);
      if (!Replaces)
        return Set(Into, Two                      ? Call(*F, {El(I), places().advance(Second, I, Rg)})
                         : What == Does::Generate ? Call(*F, {})
                                                  : Call(*F, {El(I)}));
      ExprP X = Old ? usually(Expr::EQ, At(El(I)), Old) : Call(*F, {El(I)});
      if (ok())
        stmts().branch(keeping().pinned(castTo(boolType(), X), "replaces"), [&] { Set(Into, New); }, [] {}, Rg);
    });
    return What == Does::Transform && ok() ? Value::pointer(places().advance(To, Of.Count, Rg)) : Value();
  }
  auto Bytes = [&] {
    uint64_t Size = Ctx.getTypeSizeInChars(Of.First.T).getQuantity();
    return binary(Expr::Mul, Of.Count, constant(sizeType(), Size));
  };
  if (Is({Does::Fill, Does::FillN})) {
    Value V = containers().operand(Arg(2));
    if (ok() && V.K == Value::Scalar)
      V.E = keeping().pinned(V.E, "value"); // the elements may be part of it
    if (auto T = places().scalarType(Of.First.T); ok() && T && V.K == Value::Scalar && mirrors().mirrored(Of.First)) {
      mirrors().setMirror(Of.First, castTo(*T, V.E), Bytes(), Row.Name, Rg);
      return What == Does::FillN && ok() ? Result(Of.Count) : Value();
    }
    forElements(Of.Count, C, [&](const ExprP &I) { leaves().store(El(I), V, Rg); });
    return What == Does::FillN ? Result(Of.Count) : Value();
  }
  if (What == Does::Iota) {
    Place Next = places().temporary(Arg(2)->getType().getNonReferenceType(), "next"); // ++ each time, with its rounding
    Set(Next, Scalar(2));
    forElements(Of.Count, C, [&](const ExprP &I) {
      Set(El(I), At(Next));
      Set(Next, usually(Expr::Add, At(Next), constant(intType(), 1)));
    });
    return Value();
  }
  if (Is({Does::IsSorted, Does::IsSortedUntil})) {
    // The first element that is less than the one before it.
    const Callable *Less = Function(2);
    Place Where = places().temporary(Ctx.getSizeType(), "where");
    Set(Where, Of.Count);
    forElements(Of.Count, C, [&](const ExprP &I) {
      ExprP First = binary(Expr::EQ, I, constant(sizeType(), 0)),
            Before = binary(Expr::Sub, I, constant(sizeType(), 1));
      stmts().branch(
          First, [] {},
          [&] {
            Place One = El(I), Other = El(Before);
            ExprP Falls = Less ? Call(*Less, {One, Other}) : usually(Expr::LT, At(One), At(Other));
            if (ok())
              stmts().branch(
                  keeping().pinned(castTo(boolType(), Falls), "falls"),
                  [&] {
                    Set(Where, I);
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
    return What == Does::IsSorted ? Value::scalar(castTo(boolType(), binary(Expr::EQ, At, Of.Count))) : *Result(At);
  }
  if (Is({Does::Copy, Does::CopyN}) || What == Does::SwapRanges) {
    Place To = Other(2);
    const bool Same = ok() && To.Obj == Of.First.Obj && To.Path == Of.First.Path;
    if (ok() && What != Does::SwapRanges && !Same && mirrors().mirrored(Of.First) && mirrors().mirrored(To) &&
        Ctx.hasSameUnqualifiedType(To.T, Of.First.T)) {
      mirrors().copyMirror(To, Of.First, Bytes(), Row.Name, Rg);
      return ok() ? Value::pointer(places().advance(To, Of.Count, Rg)) : Value();
    }
    forElements(Of.Count, C, [&](const ExprP &I) {
      Place Into = places().advance(To, I, Rg);
      if (What == Does::SwapRanges)
        return functions().swapPlaces(El(I), Into, Rg);
      if (ok())
        leaves().store(Into, leaves().load(El(I), Rg), Rg);
    });
    return ok() ? Value::pointer(places().advance(To, Of.Count, Rg)) : Value();
  }
  // Running sums.
  const bool Exclusive = What == Does::ExclusiveScan;
  Place To = Other(2),
        Sum = places().temporary(Exclusive ? C->getArg(3)->getType().getNonReferenceType() : Of.First.T, "sum");
  Set(Sum, Exclusive ? Scalar(3) : constant(places().scalarType(Sum.T).value_or(intType()), 0));
  const Callable *F = Function(Exclusive ? 4 : 3);
  forElements(Of.Count, C, [&](const ExprP &I) {
    ExprP X = keeping().pinned(At(El(I)), "one");
    auto Add = [&] { Set(Sum, F ? Call(*F, {Sum, X}) : usually(Expr::Add, At(Sum), X)); };
    if (Exclusive)
      Set(places().advance(To, I, Rg), At(Sum));
    if (Exclusive) {
      Add();
    } else { // the first one is taken as it is
      stmts().branch(
          keeping().pinned(binary(Expr::EQ, I, constant(sizeType(), 0)), "first"), [&] { Set(Sum, X); }, Add, Rg);
    }
    if (!Exclusive)
      Set(places().advance(To, I, Rg), At(Sum));
  });
  return ok() ? Value::pointer(places().advance(To, Of.Count, Rg)) : Value();
}

std::optional<Value> Algorithms::rearranged(Does What, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  std::vector<Place> Els, Middle;
  const bool Rotate = What == Does::Rotate;
  if (C->getNumArgs() != (Rotate ? 3u : 2u))
    return std::nullopt;
  if (!containers().elementsBetween(C->getArg(0), C->getArg(Rotate ? 2 : 1), Els) ||
      (Rotate && !containers().elementsBetween(C->getArg(0), C->getArg(1), Middle))) {
    if (ok())
      refuse(Diag::HostContainerLength, Rg, {text(C->getArg(0))});
    return Value();
  }
  std::vector<Place> Old;
  for (const Place &P : Els) {
    Old.push_back(places().temporary(P.T, "old"));
    if (ok())
      leaves().store(Old.back(), leaves().load(P, Rg), Rg);
  }
  size_t Size = Els.size(), By = Rotate ? Middle.size() : 0;
  for (size_t I = 0; I < Size && ok(); ++I)
    leaves().store(Els[I], leaves().load(Old[Rotate ? (I + By) % Size : Size - 1 - I], Rg), Rg);
  return Value();
}

} // namespace persistify::host
