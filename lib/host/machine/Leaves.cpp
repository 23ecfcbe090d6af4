//===- Leaves.cpp - leaves: variables, handles, loads and stores ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/Commands.h"
#include "device/Events.h"
#include "device/Exchanges.h"
#include "device/MadeObjects.h"
#include "device/MirroredArrays.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "library/Strings.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "machine/Pointers.h"
#include "names/NamesAtLoop.h"
#include "entry/SwapProof.h"
#include "Walk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

QualType Leaves::referredBy(const Place &P) {
  for (const FieldDecl *F : llvm::reverse(P.Fields))
    if (F->getType()->isReferenceType() && !planted("own-references"))
      return F->getType().getNonReferenceType();
  return QualType();
}

void Leaves::noteReference(const std::string &Key, const Place &P) {
  if (QualType T = referredBy(P); !T.isNull())
    ByReference[Key] = T;
}

Variable *Leaves::scalarLeaf(const Place &P, unsigned &Id) {
  if (effects().hostOnly(P) && ok())
    refuse(Diag::HostTime, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(), {Objects[P.Obj].Name});
  if (P.Obj >= 0 && P.Obj == exchanges().ExchangeObj)
    refuse(Diag::HostPointer, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
  std::string K = std::to_string(P.Obj) + P.Path;
  noteReference(K, P);
  if (auto It = ScalarLeaves.find(K); It != ScalarLeaves.end()) {
    Id = It->second;
    if (R.Vars[Id].Slot >= 0)
      asItStands(R.Vars[Id].Slot, P);
    return &R.Vars[Id];
  }
  QualType T = P.T;
  while (auto *A = Ctx.getAsConstantArrayType(T))
    T = A->getElementType();
  auto ST = places().scalarType(T);
  if (!ST) {
    refuse(Diag::HostUnsupportedType, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {Objects[P.Obj].Name, T.getAsString()});
    return nullptr;
  }
  Variable V;
  V.T = *ST;
  V.Name = Objects[P.Obj].Name;
  for (char C : P.Path)
    V.Name += llvm::isAlnum(C) ? C : '_';
  V.IsArray = P.Extent != 0;
  V.Count = P.Extent ? P.Extent : 1;
  if (Objects[P.Obj].External) {
    if (!places().checkCapture(P))
      return nullptr;
    V.Slot = newSlot(V.IsArray ? Slot::Blob : Slot::Scalar, P, V.Count * V.T.bytes());
  }
  if (V.T.K == ScalarType::Float)
    R.HostFloat = true;
  if (const Object &O = Objects[P.Obj]; V.IsArray && !O.External && O.Local)
    V.OfTrip = events().isOfTrip(O.Local) && !planted("arrays-of-trips");
  R.Vars.push_back(V);
  Id = R.Vars.size() - 1;
  ScalarLeaves[K] = Id;
  if (V.Slot >= 0)
    Outside[Id] = P;
  if (P.Extent)
    mirrors().ArrayMirrors[Id] = mirrors().mirrorName(P);
  if (!P.Extent)
    LeafKeys[Id] = K;
  return &R.Vars[Id];
}

HandleVariable *Leaves::handleLeaf(const Place &P, unsigned &Id) {
  std::string K = std::to_string(P.Obj) + P.Path;
  if (auto It = HandleLeaves.find(K); It != HandleLeaves.end()) {
    Id = It->second;
    if (R.Handles[Id].Slot >= 0)
      asItStands(R.Handles[Id].Slot, P);
    return &R.Handles[Id];
  }
  HandleVariable V;
  V.Name = Objects[P.Obj].Name;
  for (char C : P.Path)
    V.Name += llvm::isAlnum(C) ? C : '_';
  V.IsArray = P.Extent != 0;
  V.Count = P.Extent ? P.Extent : 1;
  if (Objects[P.Obj].External) {
    if (!places().checkCapture(P))
      return nullptr;
    if (P.Obj == exchanges().ExchangeObj) {
      V.Slot = exchanges().exchangeSlots(P);
      R.Handles.push_back(V);
      Id = R.Handles.size() - 1;
      HandleLeaves[K] = Id;
      return &R.Handles[Id];
    }
    if (V.Count > 64) {
      refuse(Diag::HostNotCapturable, P.Spelled->getSourceRange(),
             {places().textOf(P), "it is an array of more than 64 buffers"});
      return nullptr;
    }
    // One slot for each element: elements are handles of their own.
    V.Slot = int(R.Slots.size());
    for (uint64_t I = 0; I < V.Count; ++I) {
      unsigned S = newSlot(Slot::Buffer, P, 0);
      if (V.IsArray) {
        Place El = P;
        El.Index = constant(sizeType(), I);
        if (R.Slots[S].Owner.empty())
          R.Slots[S].Text = accessed(P, places().elementText(P, I));
        else
          ofOwner(R.Slots[S], places().elementText(P, I));
        R.Slots[S].Key = slotKey(El);
      }
    }
  }
  R.Handles.push_back(V);
  Id = R.Handles.size() - 1;
  HandleLeaves[K] = Id;
  return &R.Handles[Id];
}

bool Leaves::isExact(const Place &P, const std::string &Key, const std::set<std::string> &Pending) {
  return !P.Index || (constantValue(P.Index) && Pending.count(Key));
}

bool Leaves::stale(const Place &P) const {
  if (!P.Index || constantValue(P.Index) || planted("stale-places"))
    return false;
  bool Found = false;
  forEachVar(P.Index, [&](unsigned V) {
    auto It = E.Changed.find(V);
    Found |= It != E.Changed.end() && It->second > P.Born && !keeping().PinnedVars.count(V);
  });
  return Found;
}

Value Leaves::scalarAt(const Place &P, const std::string &Key) {
  if (auto It = E.Known.find(Key); It != E.Known.end() && It->second.K == Value::Scalar)
    return It->second;
  if (auto C = names().constantLocal(P))
    return Value::scalar(*C);
  unsigned Id;
  if (Variable *V = scalarLeaf(P, Id))
    return Value::scalar(variable(Id, V->T, P.Index));
  return Value::scalar(constant(intType(), 0));
}

Value Leaves::handleAt(const Place &P, const std::string &Key) {
  unsigned Id;
  Handle H;
  if (auto It = E.Buffers.find(Key); It != E.Buffers.end() && It->second < MadeObjects::FirstSwapped) {
    H.K = Handle::Var;
    H.V = It->second;
  } else if (handleLeaf(P, Id)) {
    H.K = Handle::Var;
    H.V = Id;
    H.Index = P.Index;
  }
  return Value::handle(H);
}

Value Leaves::opaqueAt(const Place &P, const std::string &Key, clang::SourceRange Rg) {
  const LeafKind K = places().classify(P.T);
  if (auto It = E.Known.find(Key); It != E.Known.end()) {
    Value V = It->second;
    if (V.K == Value::OneOf)
      return pointers().oneOfTargets(V);
    V.Told = -1;
    V.Inside |= K == LeafKind::Event && V.K == Value::EventV && P.Index && !constantValue(P.Index);
    if (K == LeafKind::Event && V.K == Value::Unknown) {
      events().ownOnEntry(P);
      if (!V.E)
        events().askEvent(P);
    }
    return V;
  }
  return Objects[P.Obj].External ? opaqueOnEntry(P, Key, Rg) : Value();
}

Value Leaves::opaqueOnEntry(const Place &P, const std::string &Key, clang::SourceRange Rg) {
  const LeafKind K = places().classify(P.T);
  if (P.Obj == exchanges().ExchangeObj) { // of one object or the other
    refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
    return {};
  }
  if (P.T.isVolatileQualified()) {
    places().checkCapture(P);
    return {};
  }
  if (K == LeafKind::Kernel)
    return kernelAt(P);
  if (K == LeafKind::Event) {
    events().ownOnEntry(P);
    events().askEvent(P);
  }
  if (made().isProgram(P.T))
    return Value::program(P);
  if (made().isContext(P.T))
    return Value::pointer(places().pointee(P)); // which nothing looks at
  if (K == LeafKind::Queue) {
    auto [It, New] = OpaqueSlots.try_emplace("q" + Key, 0);
    if (New) {
      It->second = newSlot(Slot::Queue, P, 0);
      commands().oneQueue(P.Spelled);
    }
    return Value::of(Value::QueueV, It->second);
  }
  if (Commands::isDevice(P.T))
    return commands().deviceAt(P);
  if (K == LeafKind::Pointer && P.T->isVoidPointerType()) {
    auto To = entry().foreseenTarget(P);
    if (!ok())
      return {};
    return Value::pointer(To ? *To : places().pointee(P)); // whose use says of what type it is
  }
  if (K == LeafKind::Pointer && P.T->isPointerType() && !P.T->getPointeeType()->isIncompleteType() &&
      !P.T->getPointeeType()->isFunctionType()) {
    const VarDecl *D = P.Path.empty() ? Objects[P.Obj].D : nullptr;
    if (const clang::Expr *Address = D ? names().stableAddress(D) : nullptr)
      return exprs().rvalue(Address);
    if (auto Q = exchanges().exchanged(P, Rg))
      return *Q;
    Place Q = places().pointee(P);
    Q.Spelled = P.Spelled;
    if (Q.T->isConstantArrayType() && !Ctx.hasSameUnqualifiedType(Q.T, P.T->getPointeeType()))
      Q = places().element(Q, constant(sizeType(), 0), Rg);
    return Value::pointer(Q);
  }
  return {};
}

Value Leaves::load(const Place &P, clang::SourceRange Rg) {
  if (!P.valid())
    return {};
  if (P.Or && places().classify(P.T) == LeafKind::Record)
    return Value::record(P); // whose members are looked at
  if (P.Or) {
    Value A = load(Keeping::first(P), Rg), B = load(P.Or->Other, Rg);
    Value V = ok() ? keeping().chosen(P.Or->C, A, B, Rg) : Value();
    if (V.K == Value::Unknown && !V.E && ok())
      refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
    return V;
  }
  LeafKind K = places().classify(P.T);
  if (P.Obj == exchanges().ExchangeObj && K == LeafKind::Scalar && !P.Path.empty() && !effects().hostOnly(P)) {
    Place Q = exchanges().exchangedMember(P, Rg);
    return ok() ? load(Q, Rg) : Value();
  }
  if (stale(P)) {
    refuse(Diag::HostUnsupportedExpr, Rg, {"an element whose index changes while it is used"});
    return {};
  }
  ordering().noteAccess(P, /*Write=*/false);
  if (effects().hostOnly(P)) {
    events().ownOnEntry(P);
    return Value::later(P);
  }
  std::string Key = places().key(P);
  if (pending(E.Reading, P)) // where it may be another element's, the array is named
    refuse(Diag::HostPendingTransfer, Rg,
           {P.Spelled && isExact(P, Key, E.Reading) ? text(P.Spelled) : Objects[P.Obj].Name});
  if (P.Extent && K != LeafKind::Array && K != LeafKind::Record && mirrors().mirrored(P))
    return mirrors().loadMirror(P, Rg);
  switch (K) {
  case LeafKind::Scalar: return scalarAt(P, Key);
  case LeafKind::Handle: return handleAt(P, Key);
  case LeafKind::Record: return Value::record(P);
  case LeafKind::Array: return Value::pointer(P);
  default: break;
  }
  return opaqueAt(P, Key, Rg);
}

unsigned Leaves::teller(std::map<std::string, unsigned> &Leaves, const std::string &Key, const char *Suffix,
                        ScalarType T) {
  auto [It, New] = Leaves.try_emplace(Key, R.Vars.size());
  if (New) {
    Variable V;
    V.Name = Objects[std::stoul(Key)].Name + Suffix;
    V.T = T;
    V.Assigned = true;
    R.Vars.push_back(V);
  }
  return It->second;
}

ExprP Leaves::tell(std::map<std::string, unsigned> &Leaves, const std::string &Key, const char *Suffix, ExprP X,
                   clang::SourceRange Rg) {
  const unsigned Var = teller(Leaves, Key, Suffix, X->T);
  Stmt &S = emit(Stmt::Assign, Rg);
  S.Var = Var;
  S.E = X;
  return variable(Var, X->T);
}

void Leaves::dropPointerIndices() {
  std::set<unsigned> At, Read;
  for (auto *Leaves :
       {&PointerAt, &made().KernelAt, &events().EventSet, &events().ListFrom, &events().ListTo, &pointers().TargetOf})
    for (auto &[Key, Var] : *Leaves)
      At.insert(Var);
  forEachStmt(R.Body, [&](const Stmt &S) {
    forEachOperand(S, [&](const ExprP &X) {
      forEachVar(X, [&](unsigned V) {
        if (S.K != Stmt::Assign || S.Var != V)
          Read.insert(V);
      });
    });
  });
  auto Drop = [&](auto &&Self, StmtList &L) -> void {
    llvm::erase_if(L, [&](const Stmt &S) { return S.K == Stmt::Assign && At.count(S.Var) && !Read.count(S.Var); });
    for (Stmt &S : L)
      forEachList(S, [&](StmtList &Inner) { Self(Self, Inner); });
  };
  Drop(Drop, R.Body);
}

bool Leaves::pending(const std::set<std::string> &Keys, const Place &P) const {
  if (Keys.empty())
    return false;
  if (!P.Index)
    return Keys.count(places().key(P));
  std::string Base = std::to_string(P.Obj) + P.Path + "#";
  if (constantValue(P.Index))
    return Keys.count(places().key(P)) || Keys.count(Base + "?");
  auto It = Keys.lower_bound(Base);
  return It != Keys.end() && llvm::StringRef(*It).starts_with(Base);
}

void Leaves::forget(const Place &P) {
  E.Few.erase(places().key(P));
  E.Steady.erase(places().key(P));
  if (!P.Index || constantValue(P.Index)) {
    E.Known.erase(places().key(P));
    return;
  }
  const std::string Base = std::to_string(P.Obj) + P.Path;
  static_assert('$' == '#' + 1);
  E.Known.eraseRange(Base + "#", Base + "$"); // all keys that begin so
}

void Leaves::copyPart(const Place &To, const Place &From, clang::SourceRange Rg) {
  auto *AT = Ctx.getAsConstantArrayType(To.T);
  if (!AT)
    return store(To, load(From, Rg), Rg);
  for (uint64_t I = 0; I < AT->getZExtSize() && ok(); ++I) {
    ExprP N = constant(sizeType(), I);
    copyPart(places().element(To, N, Rg), places().element(From, N, Rg), Rg);
  }
}

void Leaves::copyRecord(const Place &To, const Place &From, clang::SourceRange Rg) {
  if (Opaque.count(From.Obj) && !Objects[To.Obj].External && To.Path.empty() && !To.Index) {
    Opaque.insert(To.Obj);
    return;
  }
  Container C = containerOf(To.T);
  if (C == Container::Pair || C == Container::Tuple || C == Container::Array) {
    for (unsigned I = 0, N = *fixedSize(To.T); I < N && ok(); ++I)
      copyPart(containers().tupleElement(To, I, Rg), containers().tupleElement(From, I, Rg), Rg);
    return;
  }
  if (C == Container::Vector)
    return containers().copyVector(To, From, Rg);
  if (const FieldDecl *S = places().vectorMember(To.T))
    return copyPart(places().field(To, S), places().field(From, S), Rg);
  auto *RD = To.T->getAsRecordDecl();
  auto *CD = dyn_cast_or_null<CXXRecordDecl>(RD);
  if (!RD || RD->isUnion() || (CD && !wrapper().memberwise(CD) && !(Exchanging && swapExchangesMembers(Ctx, CD)))) {
    refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
    return;
  }
  if (CD)
    for (const CXXBaseSpecifier &B : CD->bases())
      for (const FieldDecl *F : B.getType()->getAsCXXRecordDecl()->fields()) {
        if (F->isUnnamedBitField())
          continue;
        if (!B.getType()->getAsCXXRecordDecl()->bases().empty())
          return refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
        copyPart(places().field(To, F), places().field(From, F), Rg);
      }
  for (const FieldDecl *F : RD->fields()) {
    if (F->isUnnamedBitField())
      continue;
    if (F->getType()->isReferenceType())
      return refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
    Place A = places().field(To, F), B = places().field(From, F);
    copyPart(A, B, Rg);
  }
}

} // namespace persistify::host
