//===- Mapping.cpp - mapped parts of buffers ---------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   int *p = clEnqueueMapBuffer(q, flag, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, sizeof(int), ...);
//   if (*p) ...  *p = 0;  clEnqueueUnmapMemObject(q, flag, p, 0, NULL, NULL);
//
// What is mapped is an object of the region's own: read when mapped, written
// back when unmapped (OpenCL 1.2, 5.4.2). Only a few scalars.
//
//===----------------------------------------------------------------------===//
#include "device/Commands.h"
#include "device/Events.h"
#include "device/MirroredArrays.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

void Commands::succeed(const ApiCall &C) {
  const clang::Expr *X = C.arg(ApiArg::Status);
  Value Status = X ? exprs().rvalue(X) : Value::of(Value::Null);
  if (ok() && Status.K == Value::Pointer)
    leaves().store(Status.P, Value::scalar(constant(intType(), 0)), C.range());
}

void Commands::mappedParts(const ApiCall &C, Stmt::Kind K, const Handle &H, const Mapped &M) {
  std::vector<Leaves::Part> Ps;
  if (!parts(M.At, M.Size, 0, Ps))
    return refuse(Diag::HostUnsupportedApi, C.range(), {C.Name, ": its elements are no scalars"});
  for (Leaves::Part &P : Ps) {
    unsigned Id;
    if (!ok() || !leaves().scalarLeaf(P.P, Id))
      return;
    Stmt S = command(C, K);
    S.H = H;
    S.Offset[0] = binary(Expr::Add, M.Offset, constant(sizeType(), P.Offset));
    S.Size = P.Size;
    if (K == Stmt::ReadBack) {
      S.Var = Id;
      S.Index = P.P.Index;
      R.Vars[Id].Assigned = true;
      ordering().noteAccess(P.P, /*Write=*/true);
      leaves().forget(P.P);
      if (!M.Blocking)
        E.Reading.insert(places().key(P.P));
    } else {
      Value Bits = leaves().load(P.P, C.range());
      if (!ok() || Bits.K != Value::Scalar)
        return;
      S.Value = Bits.E;
    }
    Out->push_back(std::move(S));
  }
}

const Commands::Mapped *Commands::largeMapping(int Obj) const {
  auto It = Maps.find(Obj);
  return It != Maps.end() && It->second.Large ? &It->second : nullptr;
}

void Commands::keepMapped(unsigned V, clang::SourceRange Rg) {
  for (int Obj : E.Mapped)
    if (const Mapped *M = largeMapping(Obj); M && M->Of.V == V && ok() && !planted("mapped-may-change"))
      refuse(Diag::HostUnsupportedApi, Rg, {M->Name, ": the variable of the buffer changes while a part is mapped"});
}

Value Commands::map(const ApiCall &C) {
  clang::SourceRange Rg = C.range();
  QualType T = MappedAs;
  queue(C);
  Handle H = buffer(C.arg(ApiArg::Buffer));
  auto Blocking = truth(entry().settled(exprs().scalar(C.arg(ApiArg::Blocking))));
  auto Flags = constantValue(entry().settled(exprs().scalar(C.arg(ApiArg::Flags))));
  ExprP Offset = offset(C, ApiArg::Offset);
  ExprP Bytes = exprs().scalar(C.arg(ApiArg::Size));
  auto Size = ok() ? constantValue(Bytes) : std::nullopt;
  if (!ok())
    return {};
  const ApiMapping How = C.Of->mapping(Flags.value_or(0));
  uint64_t Element = T.isNull() || !places().scalarType(T) ? 0 : Ctx.getTypeSizeInChars(T).getQuantity();
  if (!Blocking || !Flags || Element == 0) {
    refuse(Diag::HostUnsupportedApi, Rg,
           {C.Name, Element ? ": how it maps is not constant" : ": the type of what is mapped is not plain here"});
    return {};
  }
  const bool Large = (!Size || *Size / Element > MaxParts) && !planted("short-mappings");
  if (!Large && (!Size || *Size == 0 || *Size % Element || *Size / Element > MaxParts)) {
    refuse(How.Read ? Diag::HostBulkRead : Diag::HostBulkWrite, Rg, {text(C.C), ""});
    return {};
  }
  // One object for one call in one frame: see declareObject. Two mappings of one
  // call at a time would be one object.
  auto [It, New] = stmts().LocalObjects.try_emplace({C.C, Frames.back().Number}, 0);
  Place P;
  P.T = T.getUnqualifiedType();
  if (!Large)
    P.T = Ctx.getConstantArrayType(P.T, llvm::APInt(64, *Size / Element), nullptr, ArraySizeModifier::Normal, 0);
  if (New)
    It->second = places().newObject(P.T, "mapped");
  P.Obj = It->second;
  if (!E.Mapped.insert(P.Obj).second) {
    refuse(Diag::HostUnsupportedApi, Rg, {C.Name, ": what this call mapped before may still be mapped"});
    return {};
  }
  Mapped M;
  if (Large) {
    Bytes = keeping().pinned(castTo(sizeType(), Bytes), "bytes");
    if (!Size)
      stmts().bailIf(unary(Expr::LogNot, Bytes), Stmt::NoBytes, Rg);
  }
  M.At = Large ? mirrors().mirrorStart(P) : places().element(P, constant(sizeType(), 0), Rg);
  M.Size = Size.value_or(0);
  M.Large = Large;
  M.Of = H;
  M.Name = C.Name;
  if (Large && H.Index)
    M.Of.Index = keeping().pinned(H.Index, "mapped");
  M.Offset = keeping().pinned(Offset, "offset");
  M.Write = How.Write;
  M.Blocking = *Blocking;
  Maps[P.Obj] = M;
  events().waitList(C);
  if (*Blocking)
    synchronized();
  if (Large) { // what a kernel does with a mapped part is undefined, so the buffer itself is looked at
    Place Last = M.At; // else an error of the call
    Last.Index = binary(Expr::Div, binary(Expr::Sub, Bytes, constant(sizeType(), 1)), constant(sizeType(), Element));
    mirrors().loadMirror(Last, Rg);
  } else if (How.Keeps)
    mappedParts(C, Stmt::ReadBack, H, M);
  events().event(C);
  succeed(C);
  return ok() ? Value::pointer(M.At) : Value();
}

void Commands::unmap(const ApiCall &C) {
  queue(C);
  Handle H = buffer(C.arg(ApiArg::Buffer));
  const clang::Expr *X = C.arg(ApiArg::Pointer);
  Value V = exprs().rvalue(X);
  if (!ok())
    return;
  auto It = V.K == Value::Pointer && !V.P.Or ? Maps.find(V.P.Obj) : Maps.end();
  if (It == Maps.end())
    return refuse(Diag::HostPointer, X->getSourceRange(), {text(X)});
  events().waitList(C);
  E.Mapped.erase(It->first);
  if (It->second.Write && !It->second.Large)
    mappedParts(C, Stmt::Upload, H, It->second);
  events().event(C);
}

} // namespace persistify::host
