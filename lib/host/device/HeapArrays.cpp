//===- HeapArrays.cpp - arrays that the loop makes in host memory --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   float *sums = malloc(groups * sizeof *sums);
//   clEnqueueReadBuffer(queue, partial, CL_TRUE, 0, groups * sizeof *sums, sums, 0, NULL, NULL);
//   for (int g = 0; g < groups; g++) total += sums[g];
//   free(sums);
//
// Numbers of a trip, in memory that the trip gives back. They live in device memory, as a
// host array's mirror does (Mirrors.cpp), which grows with what is asked of it. Each call
// that makes an array has one such memory. So it may make another only when its last one
// is gone: freed, or nobody has a pointer to it any more. When the region is left, the
// loop's own pointers are gone, and outside ones that anybody looks at have none to it.
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "device/MirroredArrays.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

using library::Does;

/// Among Env::Unreleased, behind the numbers of handles: objects.
static constexpr unsigned FirstHeapArray = 1u << 29;

bool MirroredArrays::isHeapArray(int Obj) const {
  return Obj >= 0 && llvm::StringRef(Objects[Obj].Id).starts_with("heap ");
}

/// Whether V may lead to the object.
static bool leadsTo(const Value &V, int Obj) {
  if (V.K == Value::OneOf)
    return true;
  if (V.K != Value::Pointer && V.K != Value::Maybe && V.K != Value::Record)
    return false;
  for (const Place *P = &V.P; P; P = P->Or ? &P->Or->Other : nullptr)
    if (P->Obj == Obj)
      return true;
  return false;
}

/// Whether a pointer to the object may be left. Of what the loop does not know what it holds it uses nothing.
static bool isReached(const Env &E, int Obj) {
  return llvm::any_of(E.Known, [&](const auto &Entry) { return leadsTo(Entry.second, Obj); });
}

QualType MirroredArrays::fewOnHeap(QualType T, const ExprP &Bytes) const {
  constexpr uint64_t Most = 16;
  const auto N = constantValue(Bytes);
  const uint64_t Size = places().scalarType(T)->bytes();
  if (!N || *N == 0 || *N % Size || *N / Size > Most || planted("few-on-heap"))
    return {};
  return Ctx.getConstantArrayType(T, llvm::APInt(64, *N / Size), nullptr, ArraySizeModifier::Normal, 0);
}

Value MirroredArrays::fewOnHeap(const Place &P, bool Zero, clang::SourceRange Rg) {
  if (!E.Unreleased.insert(FirstHeapArray + unsigned(P.Obj)).second && isReached(E, P.Obj) &&
      !planted("heap-arrays-meet")) {
    refuse(Diag::HostUnsupportedExpr, Rg, {"memory of which another piece may still be there"});
    return {};
  }
  if (Zero)
    containers().valueInitialise(P, Rg);
  Place First = places().element(P, constant(sizeType(), 0), Rg);
  return ok() ? Value::pointer(First) : Value();
}

Value MirroredArrays::makeHeapArray(const clang::Expr *Site, QualType T, ExprP Bytes, bool Zero) {
  const clang::SourceRange Rg = Site->getSourceRange();
  auto [It, New] = HeapArrays.try_emplace(stmts().placeOf(Site), -1);
  std::string Id = "heap";
  for (unsigned At : stmts().placeOf(Site).second)
    Id += " " + std::to_string(At);
  Id += " " + std::to_string(Site->getBeginLoc().getRawEncoding());
  const QualType Few = fewOnHeap(T, Bytes);
  const bool Large = Exchanged.Mirrors.count("made " + Id) || Exchanged.Mirrors.count("made " + Id + "[]");
  if (New) {
    It->second = places().newObject(Few.isNull() || Large ? T : Few, "memory");
    Objects[It->second].Id = Id;
  }
  Place P;
  P.Obj = It->second;
  P.Spelled = Site;
  if (!Few.isNull() && !Large && Ctx.hasSameType(Objects[P.Obj].T, Few)) {
    P.T = Few;
    return fewOnHeap(P, Zero, Rg);
  }
  P.Path = "[]";
  P.T = T;
  if (!mirrored(P)) { // the lowering starts again
    wantMirror(P);
    refuse(Diag::HostUnsupportedExpr, Rg, {"'" + text(Site) + "'"});
    return {};
  }
  if (!E.Unreleased.insert(FirstHeapArray + unsigned(P.Obj)).second && isReached(E, P.Obj) &&
      !planted("heap-arrays-meet")) {
    refuse(Diag::HostUnsupportedExpr, Rg, {"memory of which another piece may still be there"});
    return {};
  }
  HeapBytes[P.Obj] = Bytes;
  Place First = mirrorStart(P);
  for (auto *Pending : {&E.Reading, &E.Writing}) // that was of another array
    Pending->erase(std::to_string(P.Obj) + P.Path + "#?");
  if (Zero && ok()) {
    const ScalarType Of = *places().scalarType(T);
    ExprP Size = constant(sizeType(), Of.bytes());
    setMirror(First, constant(Of, 0), keeping().pinned(binary(Expr::Mul, binary(Expr::Div, Bytes, Size), Size), "size"),
              "memory", Rg);
  }
  return ok() ? Value::pointer(First) : Value();
}

std::optional<Value> MirroredArrays::allocated(const clang::Expr *X, QualType Pointer) {
  auto *C = dyn_cast<clang::CallExpr>(X->IgnoreParenImpCasts());
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  const QualType T = Pointer->isPointerType() ? Pointer->getPointeeType() : QualType();
  if (Scanning || T.isNull() || !places().scalarType(T) || T.isVolatileQualified() || T->isBooleanType() ||
      planted("no-heap-arrays"))
    return std::nullopt;
  const Does What = library::whatDoes(F);
  const bool Zero = What == Does::AllocateZero, Aligned = What == Does::AllocateAligned;
  if (!Zero && !Aligned && What != Does::Allocate)
    return std::nullopt;
  effects().met(C);
  if (Aligned)
    exprs().effect(C->getArg(0));
  ExprP Bytes = castTo(sizeType(), exprs().scalar(C->getArg(Aligned)));
  if (Zero && ok())
    Bytes = binary(Expr::Mul, Bytes, castTo(sizeType(), exprs().scalar(C->getArg(1))));
  return ok() ? makeHeapArray(C, T.getUnqualifiedType(), Bytes, Zero) : Value();
}

std::optional<Value> MirroredArrays::allocated(const CXXNewExpr *X) {
  const QualType T = X->getAllocatedType();
  const clang::Expr *Init = X->getInitializer();
  const bool Empty = !Init || isa<ImplicitValueInitExpr>(Init) ||
                     (isa<ParenListExpr>(Init) && llvm::cast<ParenListExpr>(Init)->getNumExprs() == 0);
  if (Scanning || !X->isArray() || !X->getArraySize() || !*X->getArraySize() || X->getNumPlacementArgs() ||
      !places().scalarType(T) || T.isVolatileQualified() || T->isBooleanType() || !Empty || planted("no-heap-arrays") ||
      !X->getOperatorNew() || !X->getOperatorNew()->isReplaceableGlobalAllocationFunction() ||
      X->getOperatorNew()->hasBody())
    return std::nullopt;
  ExprP N = castTo(sizeType(), exprs().scalar(*X->getArraySize()));
  if (!ok())
    return Value();
  return makeHeapArray(X, T.getUnqualifiedType(),
                       binary(Expr::Mul, N, constant(sizeType(), places().scalarType(T)->bytes())), Init != nullptr);
}

bool MirroredArrays::freed(const clang::Expr *X) {
  if (Scanning)
    return false;
  Checkpoint Before = stmts().save();
  X = X->IgnoreParens();
  for (auto *C = dyn_cast<CastExpr>(X); C && (C->getCastKind() == CK_BitCast || C->getCastKind() == CK_NoOp);
       C = dyn_cast<CastExpr>(X)) {
    effects().met(C);
    X = C->getSubExpr()->IgnoreParens();
  }
  Value V = exprs().rvalue(X);
  if (ok() && V.K == Value::Null)
    return true;
  if (ok() && V.K == Value::Pointer && !V.P.Or && isHeapArray(V.P.Obj) && V.P.Index && constantValue(V.P.Index) == 0 &&
      E.Unreleased.erase(FirstHeapArray + unsigned(V.P.Obj)))
    return true;
  stmts().restore(std::move(Before));
  Refused.clear();
  return false;
}

} // namespace persistify::host
