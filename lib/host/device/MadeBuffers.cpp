//===- MadeBuffers.cpp - buffers that the loop makes --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   cl_mem partial = clCreateBuffer(context, CL_MEM_READ_WRITE, groups * 4, NULL, &err);
//   ... launches, a read ...
//   clReleaseMemObject(partial);
//
// Scratch memory of a trip, often of a helper such as dot(). The runtime makes it before
// the launch, once for each call that makes one and as large as is asked for (as a
// mirror, but of no host array). So a call may make another buffer only when its last one
// is gone: of what such a handle held nobody knows any more then, and to use it is an
// error in the original. When the region is left, none may be there.
//
// Two handles that are exchanged in a loop of the trip hold the same two buffers, each one:
// where ways join, a name stands for the buffer of each handle (Swapped), and when all
// names of a group are released, so are its buffers.
//
//===----------------------------------------------------------------------===//
#include "device/Commands.h"
#include "device/MadeObjects.h"
#include "device/Wrapper.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/Containment.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::host {

bool MadeObjects::isContext(QualType T) const { return handleType(T.getNonReferenceType()) == ApiType::Context; }

bool MadeObjects::isMade(const Handle &H) const { return madeBuffer(H).has_value(); }

std::optional<unsigned> MadeObjects::madeBuffer(const Handle &H) const {
  if (H.K != Handle::Var || H.Index)
    return std::nullopt;
  if (H.V >= FirstSwapped || MadeHandles.count(H.V))
    return H.V;
  for (auto &[Key, Buffer] : E.Buffers)
    if (auto It = leaves().HandleLeaves.find(Key);
        Buffer >= FirstSwapped && It != leaves().HandleLeaves.end() && It->second == H.V)
      return Buffer;
  return std::nullopt;
}

std::set<unsigned> MadeObjects::madeOf(unsigned Buffer) const {
  return Buffer < FirstSwapped ? std::set<unsigned>{Buffer} : SwappedBuffers[Buffer - FirstSwapped]->Of;
}

std::optional<std::set<unsigned>> MadeObjects::permuted(const std::set<unsigned> &Buffers) const {
  std::set<unsigned> Of;
  for (unsigned B : Buffers) {
    if (B >= FirstSwapped &&
        !llvm::all_of(SwappedBuffers[B - FirstSwapped]->All, [&](unsigned Other) { return Buffers.count(Other) != 0; }))
      return std::nullopt;
    const std::set<unsigned> One = madeOf(B);
    Of.insert(One.begin(), One.end());
  }
  return Of.size() == Buffers.size() ? std::optional(Of) : std::nullopt;
}

void MadeObjects::mergeBuffers(const Env &A, const Env &B, Env &To) const {
  To.Unreleased = A.Unreleased;
  To.Unreleased.insert(B.Unreleased.begin(), B.Unreleased.end());
  std::map<std::string, std::pair<unsigned, unsigned>> Differ;
  for (auto &[K, V] : A.Buffers)
    if (auto It = B.Buffers.find(K); It != B.Buffers.end() && It->second == V)
      To.Buffers.insert({K, V});
    else if (It != B.Buffers.end())
      Differ[K] = {V, It->second};
  while (!Differ.empty() && !planted("no-swapped-buffers")) {
    // Leaves that exchanged buffers with each other.
    std::vector<std::string> Keys;
    std::set<unsigned> Made, OfA, OfB;
    auto Take = [&](auto It) {
      for (unsigned V : {It->second.first, It->second.second})
        for (unsigned Of : madeOf(V))
          Made.insert(Of);
      OfA.insert(It->second.first);
      OfB.insert(It->second.second);
      Keys.push_back(It->first);
      Differ.erase(It);
    };
    auto Shares = [&](unsigned V) { return llvm::any_of(madeOf(V), [&](unsigned Of) { return Made.count(Of) != 0; }); };
    Take(Differ.begin());
    for (auto It = Differ.begin(); It != Differ.end();)
      if (Shares(It->second.first) || Shares(It->second.second)) {
        Take(It);
        It = Differ.begin();
      } else {
        ++It;
      }
    auto There = [](const std::set<unsigned> &Of, const Env &On) {
      return llvm::all_of(Of, [&](unsigned V) { return On.Unreleased.count(V) != 0; });
    };
    const auto InA = permuted(OfA), InB = permuted(OfB);
    if (OfA.size() != Keys.size() || OfB.size() != Keys.size() || !InA || InA != InB || !There(OfA, A) ||
        !There(OfB, B))
      continue;
    llvm::sort(Keys);
    std::shared_ptr<Swapped> &Group = SwappedAmong[{Keys, *InA}];
    if (!Group) {
      Group = std::make_shared<Swapped>();
      Group->Of = *InA;
      for (size_t I = 0; I < Keys.size(); ++I) {
        Group->All.push_back(FirstSwapped + unsigned(SwappedBuffers.size()));
        SwappedBuffers.push_back(Group);
      }
    }
    // Another handle of one of them is not followed.
    for (auto It = To.Buffers.begin(); It != To.Buffers.end();)
      It = Shares(It->second) ? To.Buffers.erase(It) : std::next(It);
    for (const std::set<unsigned> *Old : {&OfA, &OfB})
      for (unsigned V : *Old)
        To.Unreleased.erase(V);
    for (size_t I = 0; I < Keys.size(); ++I) {
      To.Buffers[Keys[I]] = Group->All[I];
      To.Unreleased.insert(Group->All[I]);
    }
  }
}

void MadeObjects::ofQueuesContext(const clang::Expr *X, llvm::StringRef Call) {
  Value V;
  if (objectType(X->getType()) == ApiType::Context) {
    if (Place P = wrapper().objectPlace(X); ok())
      V = contextOf(P);
  } else {
    V = exprs().rvalue(X);
  }
  if (!ok())
    return;
  if (V.K != Value::Pointer || !V.P.valid() || V.P.Or || !Objects[V.P.Obj].External ||
      (V.P.Index && !constantValue(V.P.Index)))
    return refuse(Diag::HostResource, X->getSourceRange(), {Call.str()});
  if (Contexts.insert(places().key(V.P)).second)
    leaves().newSlot(Slot::Context, V.P, 0);
}

Value MadeObjects::contextOf(Place P) {
  if (!P.valid() || P.Or || !Objects[P.Obj].External)
    return {};
  P.Wrapped = true;
  return Value::pointer(places().pointee(P, Ctx.VoidTy));
}

Value MadeObjects::makeBuffer(const clang::Stmt *Site, const clang::Expr *Context, const clang::Expr *Flags,
                              const clang::Expr *Bytes, const clang::Expr *Host, const ApiCall &C) {
  clang::SourceRange Rg = Site->getSourceRange();
  const auto Refuse = [&] { refuse(Diag::HostResource, Rg, {C.Name}); };
  if (Scanning)
    return Refuse(), Value();
  ofQueuesContext(Context, C.Name);
  if (!ok())
    return {};
  ExprP F = exprs().scalar(Flags), Size = castTo(sizeType(), exprs().scalar(Bytes));
  Checkpoint Before = stmts().save();
  Value From = Host ? exprs().rvalue(Host) : Value::of(Value::Null);
  auto Kind = ok() ? constantValue(F) : std::nullopt;
  if (!ok())
    return {};
  const ApiMemory Memory = C.Of->memory(Kind.value_or(0));
  if (!Kind || !Memory.Plain)
    return Refuse(), Value();
  const bool Copies = Memory.Copies;
  if (From.K != Value::Null && !Copies) { // an error of the call
    stmts().bail(Rg, Stmt::HostFlags);
    return {};
  }
  auto [It, New] = MadeBuffers.try_emplace(stmts().placeOf(Site), R.Handles.size());
  const unsigned Made = It->second;
  if (New) {
    Slot S;
    S.K = Slot::Mirror;
    S.Range = range(Rg);
    S.Key = "made " + std::to_string(Made);
    HandleVariable Memory, Buffer;
    Buffer.Name = "made";
    Memory.Name = "made_memory";
    Memory.Mirror = true;
    Memory.Slot = int(R.Slots.size());
    R.Slots.push_back(S);
    R.Handles.push_back(Buffer);
    R.Handles.push_back(Memory);
    MadeHandles.insert(Made);
  }
  if (llvm::any_of(E.Unreleased, [&](unsigned V) { return madeOf(V).count(Made) != 0; }))
    return Refuse(), Value();
  E.Unreleased.insert(Made);
  R.Handles[Made].Assigned = true;
  Stmt &S = emit(Stmt::AssignHandle, Rg);
  S.What = C.Name;
  S.Var = Made;
  S.E = Size;
  S.H.K = Handle::Var;
  S.H.V = Made + 1;
  Handle H;
  H.K = Handle::Var;
  H.V = Made;
  if (Copies) {
    ApiCall Write;
    Write.A = Api::Write;
    Write.Name = C.Name;
    Write.Site = Rg;
    commands().transferBytes(Write, H, true, constant(sizeType(), 0), Size, From, Host ? Host : Bytes,
                             std::move(Before));
  }
  return Value::handle(H);
}

void MadeObjects::releaseBuffer(const Handle &H, clang::SourceRange Rg, llvm::StringRef Call) {
  const auto Made = madeBuffer(H);
  if (!Made || !E.Unreleased.erase(*Made))
    return refuse(Diag::HostResource, Rg, {Call.str()});
  for (auto It = E.Buffers.begin(); It != E.Buffers.end();)
    It = It->second == *Made ? E.Buffers.erase(It) : std::next(It);
}

void MadeObjects::holdBuffer(const Place &P, const Handle &H, clang::SourceRange Rg) {
  const std::string Key = places().key(P);
  const auto Made = madeBuffer(H);
  if (P.Index && !constantValue(P.Index)) {
    const std::string Base = std::to_string(P.Obj) + P.Path + "#";
    for (auto It = E.Buffers.lower_bound(Base); It != E.Buffers.end() && llvm::StringRef(It->first).starts_with(Base);)
      It = E.Buffers.erase(It);
  } else {
    E.Buffers.erase(Key);
  }
  if (!Made)
    return;
  const Object &O = Objects[P.Obj];
  if (O.External && (!P.Path.empty() || P.Extent || !O.D || wrapper().isWrapped(P.T)))
    return refuse(Diag::HostResource, Rg, {places().textOf(P)});
  if (wrapper().isWrapped(P.T)) { // which counts references: one variable owns it, and what that is given by
    auto Temporary = [&](int Obj) { return !Objects[Obj].External && !Objects[Obj].Local; };
    bool Owner = O.Local && !isa<ParmVarDecl>(O.Local);
    if (Owner)
      forgetBuffers(Temporary);
    for (auto &[Other, Buffer] : E.Buffers)
      Owner = Owner && Buffer == *Made ? false : Owner;
    if (!P.Path.empty() || P.Extent || (O.Local && !isa<ParmVarDecl>(O.Local) && !Owner))
      return refuse(Diag::HostResource, Rg, {O.Name});
  }
  if (O.External)
    HoldsMade.insert(O.D);
  if (!P.Extent)
    E.Buffers[Key] = *Made;
}

void MadeObjects::endBuffer(const Place &P, clang::SourceRange Rg) {
  auto It = E.Buffers.find(places().key(P));
  Handle H;
  H.K = Handle::Var;
  H.V = It == E.Buffers.end() ? 0 : It->second;
  bool Shared = It == E.Buffers.end() ||
                llvm::any_of(E.Buffers, [&](auto &Other) { return Other.second == H.V && Other.first != It->first; });
  if (Shared)
    return refuse(Diag::HostResource, Rg, {Objects[P.Obj].Name});
  releaseBuffer(H, Rg, Objects[P.Obj].Name);
}

void MadeObjects::forgetBuffers(llvm::function_ref<bool(int)> Of) {
  for (auto It = E.Buffers.begin(); It != E.Buffers.end();)
    It = Of(std::stoi(It->first)) ? E.Buffers.erase(It) : std::next(It);
}

void MadeObjects::checkReleased(clang::SourceRange Rg) {
  if (E.Unreleased.empty() || !ok())
    return;
  if (llvm::any_of(E.Unreleased, [&](unsigned V) { return MadeHandles.count(V) || V >= FirstSwapped; }))
    refuse(Diag::HostResource, Rg, {"a buffer that is not released here"});
  else if (planted("memory-freed")) // of which nobody knows any more
    refuse(Diag::HostUnsupportedExpr, Rg, {"memory that is not freed here"});
}

} // namespace persistify::host
