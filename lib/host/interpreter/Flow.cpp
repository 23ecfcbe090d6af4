//===- Flow.cpp - environments, exits and paths that stay on the host ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Walk.h"
#include "device/Events.h"
#include "device/MadeObjects.h"
#include "effects/HostEffects.h"
#include "interpreter/Statements.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Pointers.h"
#include "effects/LaterText.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::host {

/// Drops jumps to the end of a block from where it ends anyway.
static void dropLast(StmtList &L, unsigned Label) {
  while (!L.empty() && L.back().K == Stmt::Leave && L.back().Label == Label)
    L.pop_back();
  if (!L.empty() && (L.back().K == Stmt::If || L.back().K == Stmt::Block)) {
    dropLast(L.back().Body, Label);
    dropLast(L.back().Else, Label);
  }
}

static bool isLeft(const StmtList &L, unsigned Label) {
  return llvm::any_of(L, [&](const Stmt &S) {
    bool Inside = false;
    forEachList(S, [&](const StmtList &Inner) { Inside |= isLeft(Inner, Label); });
    return Inside || (S.K == Stmt::Leave && S.Label == Label);
  });
}

/// Whether both point to elements of the same array.
static bool ofOneArray(const Value &A, const Value &B) {
  return A.K == Value::Pointer && B.K == Value::Pointer && A.P.Obj == B.P.Obj && A.P.Path == B.P.Path &&
         A.P.Unit == B.P.Unit && A.P.Inside == B.P.Inside && !A.P.Or && !B.P.Or && A.P.Index && B.P.Index &&
         A.P.T.getCanonicalType() == B.P.T.getCanonicalType();
}

/// More values than these are any value.
static constexpr size_t MostFew = 8;

Env Statements::merge(const Env &A, const Env &B) const {
  if (!A.Reachable)
    return B;
  if (!B.Reachable)
    return A;
  Env M;
  auto External = [&](const std::string &Key) { return Objects[std::stoul(Key)].External; };
  using Joined = SharedMap<Value>::Joined;
  M.Known =
      SharedMap<Value>::join(A.Known, B.Known, [&](const std::string &K, const Value *V, const Value *W, Value &New) {
        if (!V || !W) {
          if ((V ? V : W)->K == Value::Scalar || !External(K))
            return Joined::None;
          New = Value();
        } else if (events().EventSet.count(K) || V->K == Value::EventV || (V->K == Value::Unknown && V->E)) {
          New = joinedEvents(*V, *W);
        } else if (same(*V, *W)) {
          if (V->Told == W->Told)
            return Joined::First;
          New = *V;
          New.Told = -1;
        } else if (auto Kernel = made().joinedKernels(K, *V, *W)) {
          New = *Kernel;
        } else if (auto At = leaves().PointerAt.find(K); At != leaves().PointerAt.end() && ofOneArray(*V, *W)) {
          New = *V;
          New.P.Index = variable(At->second, sizeType());
        } else if (auto To = pointers().joinedPointers(*V, *W)) {
          New = *To;
        } else if (V->K == Value::Str && W->K == Value::Str) {
          New = Value::of(Value::Str);
        } else if (V->K == Value::Scalar) {
          return Joined::None;
        } else {
          New = Value();
        }
        return Joined::New;
      });
  M.Changed = A.Changed;
  for (auto &[V, When] : B.Changed)
    M.Changed[V] = std::max(M.Changed[V], When);
  M.Reading = A.Reading;
  M.Reading.insert(B.Reading.begin(), B.Reading.end());
  std::set_intersection(A.Written.begin(), A.Written.end(), B.Written.begin(), B.Written.end(),
                        std::inserter(M.Written, M.Written.end()));
  for (auto &[K, V] : A.Few)
    if (auto It = B.Few.find(K); It != B.Few.end()) {
      std::set<uint64_t> Both = V;
      Both.insert(It->second.begin(), It->second.end());
      if (Both.size() <= MostFew)
        M.Few[K] = std::move(Both);
    }
  for (auto &[K, V] : A.Steady)
    if (auto It = B.Steady.find(K); It != B.Steady.end() && same(V, It->second))
      M.Steady.insert({K, V});
  M.Writing = A.Writing;
  M.Writing.insert(B.Writing.begin(), B.Writing.end());
  M.Mapped = A.Mapped;
  M.Mapped.insert(B.Mapped.begin(), B.Mapped.end());
  made().mergeBuffers(A, B, M);
  M.Held = A.Held;
  M.Held.insert(B.Held.begin(), B.Held.end());
  return M;
}

void Statements::joinInto(Env &Into, const std::vector<Env> &From) const {
  for (const Env &X : From)
    Into = merge(Into, X);
}

LeafName Statements::leafName(const std::string &Key) const {
  size_t End = 0;
  const Object &O = Objects[std::stoul(Key, &End)];
  const VarDecl *D = O.Local ? O.Local : O.D;
  return {D, D ? Key.substr(End) : Key};
}

LoopPlace Statements::placeOf(const clang::Stmt *S) const {
  LoopPlace P{S, {}};
  for (const Frame &F : Frames)
    P.second.push_back(F.CallSite.getBegin().getRawEncoding());
  return P;
}

void Statements::lose(Env &Of, const Losses &What) const {
  if (!What.Values.empty()) {
    auto Lost = [&](const auto &Entry) { return What.Values.count(leafName(Entry.first)) != 0; };
    Of.Known.eraseIf([&](const auto &Entry) { return Entry.second.K == Value::Scalar && Lost(Entry); });
    Of.Known.change([&](const auto &Entry) { return Lost(Entry) ? std::optional(Value()) : std::nullopt; });
  }
  for (auto It = Of.Few.begin(); !What.Few.empty() && It != Of.Few.end();) {
    auto Met = What.Few.find(leafName(It->first));
    if (Met != What.Few.end())
      It->second.insert(Met->second.begin(), Met->second.end());
    bool Any = Met != What.Few.end() && Met->second.empty();
    It = Any || It->second.size() > MostFew ? Of.Few.erase(It) : std::next(It);
  }
}

Losses Statements::losses(const Env &Before, const Env &After) const {
  Losses L;
  SharedMap<Value>::compare(Before.Known, After.Known, [&](const std::string &Key, const Value *V, const Value *Now) {
    if (V && (!Now || (Now->K == Value::Unknown && V->K != Value::Unknown)))
      L.Values.insert(leafName(Key));
    return true;
  });
  for (auto &[Key, V] : Before.Few) {
    auto It = After.Few.find(Key);
    if (It == After.Few.end() || It->second != V)
      L.Few[leafName(Key)] = It == After.Few.end() ? std::set<uint64_t>() : It->second;
  }
  return L;
}

void Statements::closeBlock(Stmt Block, bool Left) {
  if (Left)
    dropLast(Block.Body, Block.Label);
  if (Left && isLeft(Block.Body, Block.Label)) {
    Out->push_back(std::move(Block));
    return;
  }
  for (Stmt &S : Block.Body)
    Out->push_back(std::move(S));
}

Checkpoint Statements::save() {
  return {E,
          Frames,
          Targets,
          Jumps,
          Out,
          Out->size(),
          effects().TimeUses.size(),
          effects().LaterReads.size(),
          effects().LaterBehind.size(),
          Live.size(),
          effects().Met.size(),
          ordering().Operands.mark(),
          effects().HostChanges,
          effects().Fronted,
          Refused.size()};
}

void Statements::restore(Checkpoint &&S) {
  Refused.resize(std::min(Refused.size(), S.Refused));
  E = std::move(S.E);
  Frames = std::move(S.Frames);
  Targets = std::move(S.Targets);
  Jumps = std::move(S.Jumps);
  Out = S.Out;
  Out->resize(S.OutSize);
  effects().TimeUses.resize(std::min(effects().TimeUses.size(), S.TimeUses));
  effects().LaterReads.resize(std::min(effects().LaterReads.size(), S.LaterReads));
  effects().LaterBehind.resize(std::min(effects().LaterBehind.size(), S.LaterBehind));
  ordering().Operands.backTo(S.Operands);
  effects().HostChanges = S.HostChanges;
  effects().Fronted = std::move(S.Fronted);
  Live.erase(Live.begin() + std::min(Live.size(), S.Live), Live.end());
  while (effects().Met.size() > S.Met)
    effects().Met.pop_back();
}

void Statements::bail(clang::SourceRange Rg, Stmt::BailReason Why) {
  Stmt &S = emit(Stmt::Bail, Rg);
  S.Why = Why;
  E.Reachable = false;
}

void Statements::bailIf(ExprP C, Stmt::BailReason Why, clang::SourceRange Rg) {
  Stmt &S = emit(Stmt::Bail, Rg);
  S.Why = Why;
  S.E = std::move(C);
}

} // namespace persistify::host
