//===- Pointers.cpp - pointers that ways set otherwise -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   cl_mem *in = &a, *out = &b;
//   while (n > 1) {
//     reduce(in, out);
//     cl_mem *was = in; in = out; out = was;
//   }
//
// A pointer of the region's own points to objects that are known where it is set. Each
// has a number, and a variable beside the pointer holds that of its target (0: null), so
// that ways on which it differs can join. Who reads the pointer there gets one of several
// places, by what the variable holds at that moment.
//
//===----------------------------------------------------------------------===//
#include "device/Exchanges.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "machine/Pointers.h"
#include "persistify/Containment.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::host {

/// The variable that says which element a pointer leads to; of events, pointers to any element have one number.
static std::optional<unsigned> toldBy(const Place &P, const std::map<std::string, unsigned> &PointerAt) {
  if (!P.Index || P.Index->O != Expr::Var || !P.Index->Args.empty() || handleType(P.T) != ApiType::Event)
    return std::nullopt;
  const bool Told = llvm::any_of(PointerAt, [&](const auto &At) { return At.second == P.Index->V; });
  return Told ? std::optional(P.Index->V) : std::nullopt;
}

ExprP Pointers::targetNumber(const Place &P) {
  if (!P.valid() || P.Obj == exchanges().ExchangeObj || P.T.isNull())
    return nullptr;
  const auto At = toldBy(P, leaves().PointerAt);
  if (P.Index && !constantValue(P.Index) && !At)
    return nullptr;
  const std::string Key = (At ? std::to_string(*At) + " " : "") + places().key(P) + " " +
                          std::to_string(reinterpret_cast<uintptr_t>(P.T.getCanonicalType().getAsOpaquePtr())) + " " +
                          std::to_string(P.Unit) + " " + std::to_string(P.BaseAt) + " " + std::to_string(P.Extent);
  auto [It, New] = TargetNumbers.try_emplace(Key, PointerTargets.size() + 1);
  if (New)
    PointerTargets.push_back(Keeping::first(P));
  ExprP N = constant(sizeType(), It->second);
  if (!P.Or)
    return N;
  ExprP Other = targetNumber(P.Or->Other);
  return Other ? conditional(P.Or->C, N, Other) : nullptr;
}

ExprP Pointers::targetNumber(const Value &V) {
  if (V.K == Value::Null)
    return constant(sizeType(), 0);
  ExprP N = V.K == Value::Pointer || V.K == Value::Maybe ? targetNumber(V.P) : nullptr;
  return N && V.K == Value::Maybe ? conditional(V.E, N, constant(sizeType(), 0)) : N;
}

void Pointers::holdPointer(const std::string &Key, const Value &V, clang::SourceRange Rg) {
  ExprP N = Scanning || !ok() || planted("no-targets") ? nullptr : targetNumber(V);
  if (!N)
    return;
  leaves().tell(TargetOf, Key, "_to", N, Rg);
  auto It = E.Known.find(Key);
  Value Held = It != E.Known.end() ? It->second : Value();
  Held.Told = int(TargetOf.at(Key));
  E.Known.set(Key, std::move(Held));
}

static void numbersIn(const ExprP &N, std::set<unsigned> &To) {
  if (N->O == Expr::Cond) {
    numbersIn(N->Args[1], To);
    numbersIn(N->Args[2], To);
  } else if (auto C = constantValue(N)) {
    To.insert(unsigned(*C));
  }
}

std::optional<Value> Pointers::joinedPointers(const Value &A, const Value &B) const {
  if (A.Told < 0 || A.Told != B.Told)
    return std::nullopt;
  Value V;
  V.K = Value::OneOf;
  V.Told = A.Told;
  for (const Value *Of : {&A, &B})
    if (Of->K == Value::OneOf)
      V.Targets.insert(Of->Targets.begin(), Of->Targets.end());
    else // it was told, so its targets have numbers
      numbersIn(const_cast<Pointers *>(this)->pointers().targetNumber(*Of), V.Targets);
  if (V.Targets.size() > Keeping::MostChoices)
    return std::nullopt;
  const Place *First = nullptr;
  for (unsigned N : V.Targets) {
    if (!N)
      continue;
    const Place &P = PointerTargets[N - 1];
    if (!First)
      First = &P;
    // Of a pointer that may be null, and of what another one points to, it is not known whether that is.
    if (!Ctx.hasSameUnqualifiedType(First->T, P.T) || (V.Targets.count(0) && !keeping().isObject(P)))
      return std::nullopt;
  }
  return V;
}

Value Pointers::oneOfTargets(const Value &V) {
  ExprP N = keeping().pinned(variable(V.Told, sizeType()), "to");
  Value To;
  To.K = V.Targets.count(0) ? Value::Maybe : Value::Pointer;
  bool Any = false;
  for (unsigned T : V.Targets) {
    if (!T)
      continue;
    const Place &P = PointerTargets[T - 1];
    To.P = Any ? keeping().choose(binary(Expr::EQ, N, constant(sizeType(), T)), P, To.P) : P;
    Any = true;
  }
  if (!Any)
    return Value::of(Value::Null);
  if (To.K == Value::Maybe)
    To.E = keeping().pinned(binary(Expr::NE, N, constant(sizeType(), 0)), "there");
  return To;
}

} // namespace persistify::host
