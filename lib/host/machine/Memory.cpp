//===- Memory.cpp - memset, memcpy and memmove ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   memset(sums, 0, sizeof sums);   memcpy(&error, &bits, sizeof error);
//
// Of scalars they are assignments; a copy between types of the same size takes the
// bits. Of arrays in device memory (Mirrors.cpp) they are fills and copies.
//
//===----------------------------------------------------------------------===//
#include "device/Commands.h"
#include "device/MirroredArrays.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

using library::Does;

bool Leaves::setBytes(llvm::ArrayRef<Part> To, uint64_t Byte, clang::SourceRange Rg) {
  const size_t Begin = Out->size();
  for (const Part &P : To) {
    auto T = places().scalarType(P.P.T);
    if (!T || P.Size != T->bytes() || (T->K == ScalarType::Bool && Byte > 1))
      return false;
    uint64_t Bits = (Byte & 0xff) * 0x0101010101010101u;
    if (T->K == ScalarType::Bool)
      Bits = Byte;
    else if (T->Bits < 64)
      Bits &= (uint64_t(1) << T->Bits) - 1;
    ExprP X = constant({T->K == ScalarType::Float ? ScalarType::Float : ScalarType::Unsigned, T->Bits}, Bits);
    store(keeping().kept(P.P, Begin), Value::scalar(T->K == ScalarType::Float ? X : castTo(*T, X)), Rg);
    if (!ok())
      return false;
  }
  return true;
}

bool Leaves::copyBytes(llvm::ArrayRef<Part> To, llvm::ArrayRef<Part> From, clang::SourceRange Rg) {
  if (To.size() != From.size())
    return false;
  std::vector<ExprP> Values;
  for (size_t I = 0; I < To.size(); ++I) {
    auto T = places().scalarType(To[I].P.T), F = places().scalarType(From[I].P.T);
    if (!T || !F || To[I].Offset != From[I].Offset || To[I].Size != T->bytes() || From[I].Size != F->bytes())
      return false;
    Value V = load(From[I].P, Rg);
    ExprP X = ok() && V.K == Value::Scalar ? bitsOf(V.E, *T) : nullptr;
    if (!X)
      return false;
    Values.push_back(keeping().pinned(X, "copied"));
  }
  const size_t Begin = Out->size(); // where a part is may stand in another one: memcpy(&a[a[0]], t, 8)
  for (size_t I = 0; I < To.size() && ok(); ++I)
    store(planted("places-again") ? To[I].P : keeping().kept(To[I].P, Begin), Value::scalar(Values[I]), Rg);
  return ok();
}

std::optional<Value> Leaves::memoryFunction(Does What, const clang::CallExpr *C) {
  const bool Set = What == Does::SetBytes;
  if (!Set && What != Does::CopyBytes)
    return std::nullopt;
  llvm::StringRef N = C->getDirectCallee()->getName();
  N.consume_front("__builtin_");
  clang::SourceRange Rg = C->getSourceRange();
  Checkpoint Before = stmts().save();
  Value To = keeping().pointerOf(C->getArg(0)), From;
  ExprP Byte;
  if (Set)
    Byte = exprs().scalar(C->getArg(1));
  else
    From = keeping().pointerOf(C->getArg(1));
  ExprP Size = ok() ? castTo(sizeType(), exprs().scalar(C->getArg(2))) : nullptr;
  auto Of = [&](const Value &V) { return V.K == Value::Pointer && V.P.valid() && !effects().hostOnly(V.P); };
  bool Places = ok() && Of(To) && (Set || Of(From));
  auto Bytes = Places ? constantValue(Size) : std::nullopt;
  auto Constant = Places && Set ? constantValue(Byte) : std::nullopt;
  bool ToMirror = Places && mirrors().mirrored(To.P), FromMirror = Places && !Set && mirrors().mirrored(From.P);
  if (ToMirror && (Set ? bool(Constant) : FromMirror)) {
    if (Set)
      mirrors().setMirror(To.P, constant({ScalarType::Unsigned, 8}, *Constant & 0xff), Size, N, Rg);
    else
      mirrors().copyMirror(To.P, From.P, Size, N, Rg);
    return To;
  }
  std::vector<Part> A, B;
  if (Bytes && commands().parts(To.P, *Bytes, 0, A) && ok() &&
      (Set ? Constant && setBytes(A, *Constant & 0xff, Rg)
           : commands().parts(From.P, *Bytes, 0, B) && ok() && copyBytes(A, B, Rg)))
    return To;
  if (!ok())
    return Value();
  stmts().restore(std::move(Before));
  // What is too large for variables: the next attempt has both sides in device memory.
  if (Places && (!Set || Constant)) {
    mirrors().wantMirror(To.P);
    if (!Set)
      mirrors().wantMirror(From.P);
  }
  return std::nullopt;
}

static bool isAtomicType(QualType T) {
  return !T.isNull() && (T->isAtomicType() || library::classOf(T) == library::Class::Atomic);
}

bool Leaves::isAtomic(const Place &P) {
  if (!isAtomicType(P.T))
    return false;
  refuse(Diag::HostNotCapturable, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
         {P.Spelled ? text(P.Spelled) : places().textOf(P), "it is atomic"});
  return true;
}

bool Leaves::isAtomic(const clang::CallExpr *C) {
  const clang::Expr *Obj = nullptr;
  if (auto *MC = dyn_cast<CXXMemberCallExpr>(C))
    Obj = MC->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(C) && C->getNumArgs())
    Obj = C->getArg(0);
  if (Obj)
    Obj = Obj->IgnoreParenImpCasts();
  if (!Obj || !isAtomicType(Obj->getType()))
    return false;
  refuse(Diag::HostNotCapturable, C->getSourceRange(), {text(Obj), "it is atomic"});
  return true;
}

} // namespace persistify::host
