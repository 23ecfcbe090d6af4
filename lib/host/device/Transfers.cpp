//===- Transfers.cpp - reads, writes, copies and fills of buffers --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device/Commands.h"
#include "device/Events.h"
#include "device/Exchanges.h"
#include "device/MirroredArrays.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "effects/LaterText.h"
#include "persistify/Containment.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace persistify::host {

ExprP Commands::offset(const ApiCall &C, ApiArg Which) {
  const clang::Expr *X = C.arg(Which);
  return X ? castTo(sizeType(), exprs().scalar(X)) : constant(sizeType(), 0);
}

void Commands::transfer(const ApiCall &C) {
  queue(C);
  Handle H = buffer(C.arg(ApiArg::Buffer));
  const clang::Expr *Blocks = C.arg(ApiArg::Blocking);
  ExprP Blocking = Blocks ? exprs().scalar(Blocks) : constant(intType(), 1);
  ExprP Offset = offset(C, ApiArg::Offset);
  ExprP Size = castTo(sizeType(), exprs().scalar(C.arg(ApiArg::Size)));
  if (!ok())
    return;
  if (!planted("blocking-alone"))
    Blocking = entry().settled(Blocking);
  if (!truth(Blocking) && !planted("blocking-alone"))
    Blocking = keeping().pinned(Blocking, "blocks");
  const clang::Expr *X = C.arg(ApiArg::Pointer);
  Checkpoint Before = stmts().save();
  Value V = exprs().rvalue(X);
  if (ok() && V.P.valid()) // its bytes are looked at
    V.P = Places::existing(V.P);
  if (truth(Blocking) || !ok() || planted("blocking-alone"))
    return transferBytes(C, H, truth(Blocking), Offset, Size, V, X, std::move(Before));
  stmts().branch( // one or the other
      Blocking, [&] { transferBytes(C, H, true, Offset, Size, V, X, stmts().save()); },
      [&] { transferBytes(C, H, false, Offset, Size, V, X, stmts().save()); }, C.range());
}

std::string Commands::otherSize(const Place &P, uint64_t Bytes) const { // a bool for a cl_bool, say
  auto T = P.Extent ? std::nullopt : places().scalarType(P.T);
  return !T || T->bytes() >= Bytes
             ? ""
             : ": these are " + std::to_string(Bytes) + " bytes, and it has " + std::to_string(T->bytes());
}

void Commands::transferBytes(const ApiCall &C, const Handle &H, std::optional<bool> Blocking, ExprP Offset, ExprP Size,
                             const Value &V, const clang::Expr *X, Checkpoint Before) {
  clang::SourceRange Rg = C.range();
  auto N = constantValue(Size);
  if (ok() && V.K == Value::Pointer && V.P.valid() && V.P.Or &&
      (N || exchanges().exchangesNumbers())) { // of one place, or another one
    stmts().branch(
        V.P.Or->C,
        [&] { transferBytes(C, H, Blocking, Offset, Size, Value::pointer(Keeping::first(V.P)), X, stmts().save()); },
        [&] { transferBytes(C, H, Blocking, Offset, Size, Value::pointer(V.P.Or->Other), X, stmts().save()); }, Rg);
    return;
  }
  bool Read = C.A == Api::Read || C.A == Api::CopyOut;
  std::vector<Leaves::Part> Ps;
  bool Place = ok() && V.K == Value::Pointer && V.P.valid() && !V.P.Or;
  bool Bulk = Place && Size && mirrors().mirrored(V.P);
  bool Small = !Bulk && Place && N && parts(V.P, *N, 0, Ps) && ok() && Ps.size() <= MaxParts;
  // What lies between members comes and goes with them: the bytes of an object of the program's are all taken.
  uint64_t Taken = 0;
  for (const Leaves::Part &P : Ps)
    Taken += P.Size;
  if (Small && Taken < *N && Objects[V.P.Obj].External && !planted("padding"))
    Small = false;
  if (!Small && !Bulk) {
    if (!Refused.empty() && Refused[0].D == Diag::HostNotCapturable) // it is volatile
      return;
    stmts().restore(std::move(Before));
    if (Place)
      mirrors().wantMirror(V.P);
    refuse(Read ? Diag::HostBulkRead : Diag::HostBulkWrite, Rg, {text(X), Place && N ? otherSize(V.P, *N) : ""});
    return;
  }
  if (!Blocking)
    return refuse(Diag::HostUnsupportedApi, Rg, {C.Name, ": whether it blocks is not constant"});
  if (C.C) // a blocking read leaves no trace in the queue; a new buffer is nobody else's
    ordering().Operands.note({Order::Queue, "", std::nullopt, !Read || !*Blocking});
  events().waitList(C);
  if (Bulk) {
    if (*Blocking)
      synchronized();
    // Whatever is pending there, the queue performs this one behind it.
    Stmt S = command(C, Stmt::Copy);
    S.H = H;
    S.Offset[0] = Offset;
    mirrors().transferMirror(Read, V.P, std::move(S), Size);
    if (!*Blocking && ok()) // any element of it
      (Read ? E.Reading : E.Writing).insert(std::to_string(V.P.Obj) + V.P.Path + "#?");
    return events().event(C);
  }
  if (Ps.empty()) { // nothing to move: an error of the call
    if (!C.StatusIgnored)
      stmts().bail(Rg, Stmt::NoBytes);
    return;
  }
  if (*Blocking)
    synchronized();
  // Where a part comes from and goes to may stand in one that is read: &a[a[0]], a[0] * 4.
  const size_t Begin = Out->size();
  for (Leaves::Part &P : Ps) {
    if (!planted("places-again")) {
      P.P = keeping().kept(P.P, Begin);
      Offset = keeping().kept(Offset, Begin, "offset");
    }
    unsigned Id;
    if (!leaves().scalarLeaf(P.P, Id))
      return;
    Stmt S = command(C, Read ? Stmt::ReadBack : Stmt::Upload);
    S.H = H;
    S.Offset[0] = binary(Expr::Add, Offset, constant(sizeType(), P.Offset));
    S.Size = P.Size;
    std::string Key = places().key(P.P);
    if (Read) { // the queue performs it behind what is pending there
      S.Var = Id;
      S.Index = P.P.Index;
      R.Vars[Id].Assigned = true;
      ordering().noteAccess(P.P, /*Write=*/true);
      leaves().forget(P.P);
      if (!Scanning)
        E.Changed[Id] = ++Moment;
      if (!*Blocking)
        E.Reading.insert(Key);
    } else {
      Value Bits = leaves().load(P.P, Rg);
      if (!ok() || Bits.K != Value::Scalar)
        return;
      S.Value = Bits.E;
      if (!*Blocking)
        E.Writing.insert(Key);
    }
    Out->push_back(std::move(S));
  }
  events().event(C);
}

void Commands::fillPattern(const ApiCall &C, const Value &P, std::optional<uint64_t> N, Stmt &S) {
  constexpr uint64_t Longest = 128, Word = 8;
  auto Refuse = [&](const char *Why) {
    if (ok())
      refuse(Diag::HostUnsupportedApi, C.range(), {S.What, Why});
  };
  if (!N)
    return Refuse(": the size of the pattern is not known");
  std::vector<Leaves::Part> Ps;
  if (*N == 0 || *N > Longest || (*N & (*N - 1)) || P.K != Value::Pointer || !P.P.valid() || !parts(P.P, *N, 0, Ps))
    return Refuse(": the pattern is not made of numbers");
  const ScalarType U64{ScalarType::Unsigned, 64};
  std::vector<ExprP> Words(std::max(*N / Word, uint64_t(1)));
  uint64_t Told = 0;
  for (const Leaves::Part &Of : Ps) {
    Value V = leaves().load(Of.P, C.range());
    if (ok() && V.K != Value::Scalar) // only the host has it
      return Refuse(": its pattern is known only after the loop");
    if (ok() && Ps.size() == 1) {
      S.Size = *N;
      S.Value = V.E;
      return;
    }
    ExprP Bits = ok() ? bitsOf(V.E, {ScalarType::Unsigned, V.E->T.Bits}) : nullptr;
    if (!Bits)
      return Refuse(": the pattern is not made of numbers");
    Told += Of.Size;
    ExprP &To = Words[Of.Offset / Word];
    Bits = binary(Expr::Shl, castTo(U64, Bits), constant(U64, Of.Offset % Word * 8));
    To = To ? binary(Expr::BitOr, To, Bits) : Bits;
  }
  if (Told != *N)
    return Refuse(": the pattern has bytes between its members, whose values are not known");
  S.Size = std::min(*N, Word);
  S.Value = keeping().pinned(castTo({ScalarType::Unsigned, unsigned(S.Size * 8)}, Words[0]), "pattern");
  if (*N <= Word)
    return;
  // A longer one that is eight bytes again and again. A length that is none of such patterns is made one of no word.
  ExprP Other = constant(U64, 0);
  for (const ExprP &X : Words)
    Other = binary(Expr::BitOr, Other, same(X, Words[0]) ? constant(U64, 0) : binary(Expr::BitXor, X, Words[0]));
  if (auto Known = constantValue(Other); Known && *Known)
    return Refuse(": the pattern is longer than 8 bytes, and not the same 8 bytes again and again");
  S.E = keeping().pinned(S.E, "bytes");
  stmts().bailIf(binary(Expr::NE, Other, constant(U64, 0)), Stmt::Path, C.range());
  ExprP Off = binary(Expr::BitAnd, binary(Expr::BitOr, S.Offset[0], S.E), constant(U64, *N - 1));
  S.E = conditional(
      binary(Expr::LogAnd, binary(Expr::NE, S.E, constant(U64, 0)), binary(Expr::NE, Off, constant(U64, 0))),
      binary(Expr::BitOr, S.E, constant(U64, 1)), S.E);
}

void Commands::copyOrFill(const ApiCall &C) {
  Stmt S = command(C, C.A == Api::Copy ? Stmt::Copy : Stmt::Fill);
  queue(C);
  S.H = buffer(C.arg(ApiArg::Buffer));
  if (C.A == Api::Copy)
    S.H2 = buffer(C.arg(ApiArg::To));
  Value P;
  std::optional<uint64_t> N;
  if (C.A == Api::Fill) {
    const clang::Expr *X = C.arg(ApiArg::Pattern);
    if (C.Wrapper) { // by value, of its own size
      Place T = places().temporary(X->getType(), "pattern");
      exprs().initialize(T, X);
      P = Value::pointer(T);
      N = Ctx.getTypeSizeInChars(X->getType()).getQuantity();
    } else {
      P = exprs().rvalue(X);
      N = constantValue(exprs().scalar(C.arg(ApiArg::PatternSize)));
    }
  }
  S.Offset[0] = offset(C, ApiArg::Offset);
  if (C.A == Api::Copy)
    S.Offset[1] = offset(C, ApiArg::ToOffset);
  S.E = castTo(sizeType(), exprs().scalar(C.arg(ApiArg::Size)));
  if (C.A == Api::Fill && ok()) {
    fillPattern(C, P, N, S);
    if (!ok())
      return;
  }
  events().waitList(C);
  events().event(C);
  if (ok())
    Out->push_back(std::move(S));
}

} // namespace persistify::host
