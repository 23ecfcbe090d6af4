//===- Vectors.cpp - vectors of any length --------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   std::vector<float> sums(groups);
//   queue.enqueueReadBuffer(d_sums, CL_TRUE, 0, sums.size() * sizeof(float), sums.data());
//   for (float s : sums) total += s;
//
// Vectors of scalars and plain structs whose length the program computes are arrays in
// device memory (Mirrors.cpp), with a length that is a value like others: on entry that of
// a vector from outside, which the loop does not change; of the region's own what they were
// made with. Short ones of a known length are single variables (Containers.cpp).
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/Exchanges.h"
#include "device/MirroredArrays.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

using library::Does;

void Containers::makeElements(const Place &V, const ExprP &Count, const Place &Other, const clang::Expr *X,
                              clang::SourceRange Rg) {
  ScalarType T = *places().scalarType(elementType(V.T));
  ExprP Pattern = constant(T, 0);
  if (X) {
    Value G = operand(X);
    if (ok() && G.K != Value::Scalar)
      refuse(Diag::HostContainerLength, Rg, {Objects[V.Obj].Name});
    if (!ok())
      return;
    Pattern = keeping().pinned(castTo(T, G.E), "value");
  }
  ordering().noteAccess(V, /*Write=*/true);
  ExprP Size = keeping().pinned(Count, "size");
  E.Known.set(places().key(V) + ".size()", Value::scalar(Size));
  Place First = firstElement(V, Rg), From = Other.valid() && ok() ? firstElement(Other, Rg) : Place();
  if (!ok())
    return;
  E.Reading.erase(std::to_string(First.Obj) + First.Path + "#?"); // that was of another object
  E.Writing.erase(std::to_string(First.Obj) + First.Path + "#?");
  ExprP Bytes = binary(Expr::Mul, Size, constant(sizeType(), T.bytes()));
  if (From.valid())
    mirrors().copyMirror(First, From, Bytes, "copy of " + Objects[Other.Obj].Name, Rg);
  else
    mirrors().setMirror(First, Pattern, Bytes, Objects[V.Obj].Name, Rg);
}

Place Containers::firstElement(const Place &V, clang::SourceRange Rg) {
  if (Place Now = exchanges().vectorNow(V); Now.valid() && Now.Or && ok()) {
    Place One = firstElement(Keeping::first(Now), Rg), Other = ok() ? firstElement(Now.Or->Other, Rg) : Place();
    return ok() ? keeping().choose(Now.Or->C, One, Other) : Place();
  }
  if (Place A = contents(V); A.valid() || !ok()) {
    if (ok() && !mirrors().mirrored(A))
      mirrors().wantMirror(A);
    if (ok() && !mirrors().mirrored(A))
      refuse(Diag::HostContainerLength, Rg, {V.Spelled ? text(V.Spelled) : Objects[V.Obj].Name});
    return ok() ? mirrors().mirrorStart(A) : Place();
  }
  Place P = V;
  P.Path += "[]";
  P.T = elementType(V.T);
  if (!mirrors().mirrored(P)) { // the lowering starts again, if it can be one
    if (!P.T->isBooleanType()) // single bits
      mirrors().wantMirror(P);
    if (ok())
      refuse(Diag::HostContainerLength, Rg, {V.Spelled ? text(V.Spelled) : Objects[V.Obj].Name});
    return {};
  }
  if (Objects[V.Obj].External) {
    std::string T = places().textOf(V);
    requireOf(V, T + ".size() > 0", "'" + T + "' has not more than 0 elements");
  }
  if (V.T.isConstQualified())
    P.T = P.T.withConst();
  return mirrors().mirrorStart(P);
}

bool Containers::keepsLength(const Place &V, uint64_t N) const {
  std::string Leaf = std::to_string(V.Obj) + V.Path + "[]";
  auto Keeps = [&](auto &Leaves, auto &Vars) {
    auto It = Leaves.find(Leaf);
    return It == Leaves.end() || Vars[It->second].Count == N;
  };
  return Keeps(leaves().ScalarLeaves, R.Vars) && Keeps(leaves().HandleLeaves, R.Handles);
}

std::optional<Place> Containers::returnedVector(QualType T, const clang::Expr *X) {
  const auto *Call = containerOf(T) == Container::Vector ? dyn_cast<clang::CallExpr>(bare(X)) : nullptr;
  if (!Call || Call->isGLValue() || !Ctx.hasSameUnqualifiedType(Call->getType(), T))
    return std::nullopt;
  Value V = exprs().rvalue(Call);
  if (ok() && (V.K != Value::Record || Objects[V.P.Obj].External))
    refuse(Diag::HostContainerLength, X->getSourceRange(), {text(X)});
  return ok() ? V.P : Place();
}

void Containers::copyVector(const Place &To, const Place &From, clang::SourceRange Rg) {
  if (!ok())
    return;
  if (exchanges().isExchangedVector(To) || exchanges().isExchangedVector(From))
    return refuse(Diag::HostContainerCall, Rg, {To.Spelled ? text(To.Spelled) : Objects[To.Obj].Name, "="});
  Value Size = containerSize(From, Rg);
  if (!ok())
    return;
  auto N = constantValue(Size.E);
  if (N && *N <= 64 && !To.Or && !Objects[To.Obj].External && keepsLength(To, *N)) { // single variables
    E.Known.set(places().key(To) + ".size()", Size);
    Place A = contents(To), B = contents(From);
    for (uint64_t I = 0; I < *N && ok() && A.valid() && B.valid(); ++I)
      leaves().copyPart(places().element(A, constant(sizeType(), I), Rg),
                        places().element(B, constant(sizeType(), I), Rg), Rg);
    if (A.valid() && B.valid())
      return;
  }
  const bool Own = !Objects[To.Obj].External || planted("short-copies");
  if (!places().scalarType(elementType(To.T)) || To.Or || From.Or || (Own && N && *N <= 64)) {
    refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
    return;
  }
  if (!Objects[To.Obj].External)
    return makeElements(To, Size.E, From, nullptr, Rg);
  Value Old = containerSize(To, Rg);
  Place First = ok() ? firstElement(To, Rg) : Place(), Source = ok() ? firstElement(From, Rg) : Place();
  if (!ok())
    return;
  stmts().bailIf(binary(Expr::NE, Size.E, Old.E), Stmt::Length, Rg);
  ExprP Each = constant(sizeType(), Ctx.getTypeSizeInChars(Source.T).getQuantity());
  if (First.Obj != Source.Obj || First.Path != Source.Path)
    mirrors().copyMirror(First, Source, binary(Expr::Mul, Size.E, Each), "copy of " + Objects[From.Obj].Name, Rg);
}

bool Containers::resize(const Place &V, Does What, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceRange Rg) {
  const bool External = Objects[V.Obj].External;
  if (V.Or || Args.empty() || !Args[0]->getType()->isIntegerType())
    return false;
  if (What == Does::Reserve) {
    exprs().effect(Args[0]);
    return !External;
  }
  const bool Values = What == Does::AssignAll;
  if (Args.size() != (Values ? 2u : 1u) || !places().scalarType(elementType(V.T)))
    return false;
  ExprP Size = castTo(sizeType(), exprs().scalar(Args[0]));
  auto L = ok() ? length(V) : std::nullopt;
  const clang::Expr *X = Values ? Args[1] : nullptr;
  if (!ok())
    return true;
  if (!External && (X || (L && *L == 0))) {
    makeElements(V, Size, {}, X, Rg);
    return true;
  }
  Value Old = containerSize(V, Rg);
  if (!ok())
    return true;
  stmts().bailIf(binary(Expr::NE, Size, Old.E), Stmt::Length, Rg);
  if (!X)
    return true;
  Value G = operand(X);
  if (!ok() || G.K != Value::Scalar)
    return false;
  ScalarType T = *places().scalarType(elementType(V.T));
  ExprP Pattern = keeping().pinned(castTo(T, G.E), "value");
  Place First = firstElement(V, Rg);
  if (ok())
    mirrors().setMirror(First, Pattern, binary(Expr::Mul, Size, constant(sizeType(), T.bytes())), "assign", Rg);
  return true;
}

} // namespace persistify::host
