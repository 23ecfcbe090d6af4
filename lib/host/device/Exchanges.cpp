//===- Exchanges.cpp - pointers to buffer handles that a loop exchanges --===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   cl_mem x, y, *a = &x, *b = &y;      while (...) { ...; swap a and b }
//
// All that such pointers may point to becomes one array of handles, and each
// pointer an index into it. After the region the host sets the pointers. They may
// be variables or members, and std::unique_ptr or std::shared_ptr to objects with
// handles, which only swaps exchange: no object changes its number of owners.
//
//   float *from, *to;      while (...) { read into to; ...; swap from and to }
//
// Pointers to arrays of numbers of the host's: each is one of those that such pointers lead to on entry.
//
//   std::vector<float> from, to;      while (...) { read into to; ...; std::swap(from, to); }
//
// A vector's elements are those of one of the vectors on entry. Behind the region the host moves the vectors, not their elements:
// pointers to elements stay with them.
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/Exchanges.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "persistify/AstVisitor.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "persistify/Containment.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

/// What T points to, if it is a pointer or owns an object.
static QualType pointedAt(QualType T) {
  bool Owner = containerOf(T) == Container::Smart && ownedHandle(T) == ApiType::None;
  return Owner ? elementType(T) : T->getPointeeType();
}

QualType Exchanges::exchangedType() const {
  const QualType T = Exchanged.Pointers[0].T;
  return containerOf(T) == Container::Vector ? elementType(T) : pointedAt(T);
}

bool Exchanges::isExchanged(const std::string &Pointer) const {
  return llvm::any_of(Exchanged.Pointers, [&](auto &P) { return P.Text == Pointer; });
}

bool Exchanges::exchanges(const Place &P) const {
  if (Scanning || P.Obj < 0 || P.Or || P.Index || P.Extent || P.Obj == ExchangeObj || P.Wrapped ||
      !Objects[P.Obj].External || P.T.isVolatileQualified())
    return false;
  QualType T = pointedAt(P.T);
  // What is printed is printed later, by the name that the stream has there.
  if (!T.isNull() && (HostCalls::isFile(T) || HostCalls::isStream(T)) && !planted("streams-exchanged"))
    return false;
  return !T.isNull() && !T.isConstQualified() &&
         ((P.T->isPointerType() && places().scalarType(T) && !T->isAnyCharacterType() && !T->isBooleanType() &&
           !T.isVolatileQualified() && !planted("numbers-stay")) ||
          places().classify(T) == LeafKind::Handle ||
          (T->isRecordType() && containerOf(T) == Container::None && places().classify(T) == LeafKind::Record &&
           !T->isIncompleteType()));
}

unsigned Exchanges::exchangeIndex(const std::string &Pointer) {
  auto [It, New] = ExchangeVars.try_emplace(Pointer, 0);
  if (!New)
    return It->second;
  std::string Name;
  for (char C : Pointer)
    if (llvm::isAlnum(C) || C == '_')
      Name += C;
    else if (!Name.empty() && Name.back() != '_')
      Name += '_';
  if (Name != Pointer) // s.a_b and s.a.b
    Name += "_" + std::to_string(ExchangeVars.size());
  Slot S;
  S.K = Slot::Scalar;
  S.Size = 4;
  S.LocalType = "unsigned";
  // Each entry begins with where it points to; behind the last target: it is left alone.
  S.Init = std::to_string(llvm::find(Exchanged.Targets, "(*" + Pointer + ")") - Exchanged.Targets.begin());
  S.Text = Options.Names("to_" + Name + "_target");
  S.Range = range(LoopStmt->getSourceRange());
  R.Slots.push_back(S);
  Variable V;
  V.Name = Name + "_target";
  V.T = {ScalarType::Unsigned, 32};
  V.Slot = int(R.Slots.size()) - 1;
  V.Assigned = true;
  R.Vars.push_back(V);
  return It->second = R.Vars.size() - 1;
}

unsigned Exchanges::exchangeSlots(const Place &P) {
  unsigned First = R.Slots.size();
  if (P.Hidden)
    refuse(Diag::HostNotCapturable, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {P.Hidden->getNameAsString(), "it is a private member"});
  for (const std::string &T : Exchanged.Targets) {
    Place Of = P;
    Of.Index = nullptr;
    Of.Obj = places().newObject(P.T, T);
    Objects[Of.Obj].Text = T;
    Slot S;
    S.K = Slot::Buffer;
    S.Text = leaves().accessed(P, places().textOf(Of));
    S.Owned = wrapper().isWrapped(P.T);
    S.Key = Frames.front().F->getNameAsString() + ":" + leaves().slotKey(Of);
    S.Range = range(LoopStmt->getSourceRange());
    R.Slots.push_back(S);
  }
  return First;
}

Place Exchanges::exchangedMember(const Place &P, clang::SourceRange Rg) {
  auto Of = [&](uint64_t I) {
    const std::string &T = Exchanged.Targets[I];
    auto [It, New] = ExchangeObjects.try_emplace(T, 0);
    if (New) {
      It->second = places().newObject(exchangedType(), "target" + std::to_string(I));
      Objects[It->second].Text = T;
      Objects[It->second].External = true;
    }
    Place Q = P;
    Q.Obj = It->second;
    Q.Index = nullptr;
    Q.Extent = 0;
    return Q;
  };
  return keeping().oneOf(P.Index, Exchanged.Targets.size(), 0, P.Spelled, Rg, Of);
}

std::optional<Value> Exchanges::exchanged(const Place &P, clang::SourceRange Rg) {
  std::string Pointer = exchanges(P) ? places().textOf(P) : "";
  if (Pointer.empty() || !isExchanged(Pointer))
    return std::nullopt;
  if (!E.Written.count(places().key(P))) { // perhaps its value on entry
    std::string T = "(*" + Pointer + ")";
    containers().requireOf(P, Pointer + (Ctx.getLangOpts().CPlusPlus ? " != nullptr" : " != NULL"),
                           "'" + Pointer + "' is null");
    if (exchangesNumbers())
      Exchanged.Arrays.try_emplace(T, Exchange::Event{P, Objects[P.Obj].D, Objects[P.Obj].T});
    if (!llvm::is_contained(Exchanged.Targets, T)) {
      Exchanged.Targets.push_back(T);
      Exchanged.Grown = true;
      refuse(Diag::HostPointer, Rg, {places().textOf(P)});
      return Value();
    }
  }
  if (exchangesNumbers()) {
    const ExprP Index = castTo(sizeType(), variable(exchangeIndex(Pointer), {ScalarType::Unsigned, 32}));
    Place Q = keeping().oneOf(Index, Exchanged.Targets.size(), 0, P.Spelled, Rg,
                              [&](uint64_t I) { return targetArray(Exchanged.Targets[I], Rg); });
    return ok() ? Value::pointer(Q) : Value();
  }
  if (ExchangeObj < 0) {
    ExchangeObj = places().newObject(pointedAt(P.T), "target");
    Objects[ExchangeObj].External = true;
    Objects[ExchangeObj].Text = "target";
  }
  Place Q;
  Q.Obj = ExchangeObj;
  Q.T = pointedAt(P.T);
  Q.Extent = Exchanged.Targets.size();
  Q.Index = castTo(sizeType(), variable(exchangeIndex(Pointer), {ScalarType::Unsigned, 32}));
  Q.Spelled = P.Spelled;
  return Value::pointer(Q);
}

bool Exchanges::exchangesNumbers() const { return !Exchanged.Pointers.empty() && places().scalarType(exchangedType()); }

std::string Exchanges::arrayTarget(const Place &P) {
  const Object &O = Objects[P.Obj];
  if (!O.External || P.Or || !P.Path.empty() || P.Unit || P.Wrapped || P.BaseAt ||
      (P.Index && constantValue(P.Index) != 0) || !Ctx.hasSameUnqualifiedType(P.T, exchangedType()))
    return "";
  if (Exchanged.Arrays.count(O.Text))
    return O.Text;
  if (O.Behind < 0 || !O.Plain)
    return "";
  const Object &Pointer = Objects[O.Behind];
  llvm::StringRef T = O.Text;
  if (Pointer.External && !Pointer.D && T.consume_front("(*") && T.consume_back(")") && !isExchanged(T.str()) &&
      Exchanged.Pointers.size() < 8) {
    // A member: where it is read, its place is known. So it takes part, too.
    Exchanged.Pointers.push_back({T.str(), Exchanged.Pointers[0].T, true});
    Exchanged.Grown = true;
    refuse(Diag::HostPointer, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(), {T.str()});
    return "";
  }
  if (!Pointer.External || !Pointer.D || O.Text != "(*" + Pointer.Text + ")" || !Pointer.T->isPointerType())
    return "";
  Place Ptr;
  Ptr.Obj = O.Behind;
  Ptr.T = Pointer.T;
  Ptr.Of = {Pointer.D, ""};
  Exchanged.Arrays.try_emplace(O.Text, Exchange::Event{Ptr, Pointer.D, Pointer.T});
  return O.Text;
}

Place Exchanges::rootOf(const Exchange::Event &E) {
  if (E.Root)
    return places().objectOf(E.Root);
  if (Frames.size() == 1 || planted("this-of-callee"))
    return places().thisPlace(E.Of);
  llvm::SaveAndRestore Callee(Frames.back().This, std::optional<Place>()); // a method of another object
  return places().thisPlace(E.Of);
}

Place Exchanges::targetArray(const std::string &Target, clang::SourceRange Rg) {
  auto It = Exchanged.Arrays.find(Target);
  Place P = It == Exchanged.Arrays.end() ? Place() : It->second.P;
  const Place Root = P.valid() ? rootOf(It->second) : P;
  if (Root.valid() && Root.Path.empty() && Objects[Root.Obj].External) {
    P.Obj = Root.Obj;
    if ("(*" + places().textOf(P) + ")" == Target)
      return places().pointee(P);
  }
  refuse(Diag::HostPointer, Rg, {Target});
  return {};
}

ExprP Exchanges::targetOf(const Place &P, clang::SourceRange Rg) {
  ScalarType U32{ScalarType::Unsigned, 32};
  if (P.Or) {
    ExprP A = targetOf(Keeping::first(P), Rg), B = targetOf(P.Or->Other, Rg);
    return A && B ? conditional(P.Or->C, A, B) : nullptr;
  }
  if (P.Obj == ExchangeObj)
    return castTo(U32, P.Index);
  if (exchangesNumbers()) {
    const std::string T = P.valid() ? arrayTarget(P) : "";
    auto It = llvm::find(Exchanged.Targets, T);
    if (T.empty() || It != Exchanged.Targets.end())
      return T.empty() ? nullptr : constant(U32, It - Exchanged.Targets.begin());
    Exchanged.Targets.push_back(T);
    Exchanged.Grown = true;
    refuse(Diag::HostPointer, Rg, {T});
    return nullptr;
  }
  auto C = P.Index ? constantValue(P.Index) : std::optional<uint64_t>(0);
  const Object &O = Objects[P.Obj];
  QualType To = exchangedType();
  if (!O.External || !C || P.Wrapped || P.Unit || !Ctx.hasSameUnqualifiedType(P.T, To))
    return nullptr;
  if (!O.Nameless.empty() || P.Hidden) {
    refuse(Diag::HostNotCapturable, Rg, {O.Name, O.Nameless.empty() ? "it is a private member" : O.Nameless});
    return nullptr;
  }
  std::string T = P.Index ? places().elementText(P, *C) : places().textOf(P);
  auto It = llvm::find(Exchanged.Targets, T);
  if (It == Exchanged.Targets.end()) {
    Exchanged.Targets.push_back(T);
    Exchanged.Grown = true;
    refuse(Diag::HostPointer, Rg, {T});
    return nullptr;
  }
  return constant(U32, It - Exchanged.Targets.begin());
}

namespace {
/// Whether a loop steps over an array by the pointer V.
struct Steps : AstVisitor {
  const VarDecl *V;
  bool Found = false;
  explicit Steps(const VarDecl *V) : V(V->getCanonicalDecl()) {}

  bool is(const clang::Expr *X) const {
    auto *R = dyn_cast<DeclRefExpr>(X->IgnoreParenImpCasts());
    return R && R->getDecl()->getCanonicalDecl() == V;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    Found |= U->isIncrementDecrementOp() && is(U->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    auto *Sum = dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
    Found |= B->isAssignmentOp() && is(B->getLHS()) &&
             (B->isCompoundAssignmentOp() || (Sum && Sum->isAdditiveOp() && (is(Sum->getLHS()) || is(Sum->getRHS()))));
    return true;
  }
};
} // namespace

bool Exchanges::exchange(const Place &P, const Value &V, clang::SourceRange Rg) {
  if (!exchanges(P) || V.K != Value::Pointer || !V.P.valid())
    return false;
  std::string Pointer = places().textOf(P);
  if (!isExchanged(Pointer)) {
    if (Objects[P.Obj].D) {
      Steps S(Objects[P.Obj].D);
      S.TraverseStmt(const_cast<clang::Stmt *>(LoopStmt));
      if (S.Found && (V.P.Row || V.P.Extent)) // Pointers.cpp knows to which element it has come
        return false;
      if (S.Found &&
          (!places().scalarType(pointedAt(P.T)) || Objects[V.P.Obj].Behind == P.Obj)) { // from where it is on entry
        refuse(Diag::HostUnsupportedType, Rg, {Pointer, P.T.getAsString()});
        return true;
      }
    }
    for (const Place *Q = P.T->isPointerType() && places().scalarType(P.T->getPointeeType()) ? &V.P : nullptr; Q;
         Q = Q->Or ? &Q->Or->Other : nullptr)
      if (const Object &O = Objects[Q->Obj];
          !O.External || O.Behind < 0 || !O.Plain || !Q->Path.empty() || (Q->Index && constantValue(Q->Index) != 0))
        return false; // an array that the loop makes, another element
    if (Exchanged.Pointers.size() >= 8 ||
        (!Exchanged.Pointers.empty() && !Ctx.hasSameUnqualifiedType(P.T, Exchanged.Pointers[0].T)))
      return false;
    if (const Object &O = Objects[P.Obj]; !O.Nameless.empty() || P.Hidden) {
      refuse(Diag::HostNotCapturable, Rg,
             {P.Hidden ? P.Hidden->getNameAsString() : O.Name, P.Hidden ? "it is a private member" : O.Nameless});
      return true;
    }
    Exchanged.Pointers.push_back(pointerLvalue(P));
    Exchanged.Grown = true;
    refuse(Diag::HostPointer, Rg, {places().textOf(P)});
    return true;
  }
  ExprP T = targetOf(V.P, Rg);
  if (!T)
    return !ok();
  ordering().noteAccess(P, /*Write=*/true);
  Stmt &S = emit(Stmt::Assign, Rg);
  S.Var = exchangeIndex(Pointer);
  S.E = T;
  E.Written.insert(places().key(P));
  return true;
}

void Exchanges::beginExchange() {
  for (auto &[Pointer, T, Reference] : Exchanged.Pointers) {
    auto It = llvm::find(Exchanged.Targets, "(*" + Pointer + ")");
    Stmt &S = emit(Stmt::Assign, LoopStmt->getSourceRange());
    S.Var = exchangeIndex(Pointer); // behind the last target: leave the pointer alone
    S.E = constant({ScalarType::Unsigned, 32}, It - Exchanged.Targets.begin());
  }
}

void Exchanges::endExchange() {
  if (Exchanged.Pointers.empty() || Exchanged.Targets.empty())
    return;
  std::string N = std::to_string(Exchanged.Targets.size());
  const std::string &First = Exchanged.Pointers[0].Text;
  const Container Kind = containerOf(Exchanged.Pointers[0].T);
  const bool Owners = Kind == Container::Smart || Kind == Container::Vector;
  const std::string Targets = Options.Names("targets");
  // Its type may have no name here, or a private one.
  R.Commit =
      (Owners ? "std::decay<decltype(" + First + ")>::type " : "__typeof__(" + First + ") ") + Targets + "[] = {";
  for (size_t I = 0; I < Exchanged.Targets.size(); ++I) {
    llvm::StringRef T = Exchanged.Targets[I];
    bool Deref = T.consume_front("(*");
    std::string P = Deref ? T.drop_back().str() : T.str();
    if (Owners && !isExchanged(P) && ok())
      refuse(Diag::HostPointer, LoopStmt->getSourceRange(), {P});
    R.Commit += (I ? ", " : "") + (Owners ? "std::move(" + P + ")" : Deref ? P : "&" + P);
  }
  R.Commit += "};";
  R.CommitsAgain = !planted("commits-once");
  for (auto &[Pointer, Ty, Reference] : Exchanged.Pointers) {
    std::string T = R.Slots[R.Vars[exchangeIndex(Pointer)].Slot].Text;
    R.Commit += "\nif (" + T + " < " + N + ")\n  " + Pointer + " = " +
                (Owners ? "std::move(" + Targets + "[" + T + "]);" : Targets + "[" + T + "];");
  }
  checkPointers();
}

PointerLvalue Exchanges::pointerLvalue(const Place &P) const {
  const VarDecl *D = Objects[P.Obj].D;
  return {places().textOf(P), P.T, !D || D->getType()->isReferenceType()};
}

void Exchanges::checkPointers() {
  auto ObjectOf = [](llvm::StringRef P) { return P.take_front(P.find_last_of(".>") + 1); };
  auto Apart = [&](const PointerLvalue &A, const PointerLvalue &B) {
    llvm::StringRef Of = ObjectOf(A.Text);
    if (A.Text == B.Text || !(A.Reference || B.Reference) || !Ctx.hasSameUnqualifiedType(A.T, B.T) ||
        (!Of.empty() && Of == ObjectOf(B.Text)))
      return;
    require("(const void *)&" + A.Text + " != (const void *)&" + B.Text,
            "'" + A.Text + "' and '" + B.Text + "' are the same pointer");
  };
  for (auto &A : Exchanged.Pointers) {
    for (auto &B : Exchanged.Pointers) {
      llvm::StringRef Of = ObjectOf(A.Text);
      if (&A != &B && (Of.contains("(*" + B.Text + ")") || Of.contains(B.Text + "->")) && ok())
        refuse(Diag::HostPointer, LoopStmt->getSourceRange(), {A.Text});
      if (&A < &B)
        Apart(A, B);
    }
    for (auto &B : places().Followed)
      if (!isExchanged(B.Text))
        Apart(A, B);
  }
}

bool Exchanges::swapOwners(const Place &A, const Place &B, clang::SourceRange Rg) {
  if (containerOf(A.T) != Container::Smart || !exchanges(A) || !exchanges(B) || !Ctx.hasSameUnqualifiedType(A.T, B.T))
    return false;
  Place OfA = containers().smartPointee(A, Rg);
  if (ok())
    OfA = keeping().pinned(OfA);
  Place OfB = containers().smartPointee(B, Rg);
  if (ok())
    OfB = keeping().pinned(OfB);
  return !ok() || (exchange(A, Value::pointer(OfB), Rg) && (!ok() || exchange(B, Value::pointer(OfA), Rg)));
}

bool Exchanges::exchangesVector(const Place &P) const {
  if (Scanning || !P.valid() || P.Or || P.Index || P.Extent || !Objects[P.Obj].External || OnEntry.count(P.Obj) ||
      P.T.isVolatileQualified() || P.T.isConstQualified() || containerOf(P.T) != Container::Vector)
    return false;
  const QualType T = elementType(P.T);
  return places().scalarType(T) && !T->isBooleanType() && !planted("vectors-stay");
}

bool Exchanges::isExchangedVector(const Place &P) const {
  return !Exchanged.Pointers.empty() && exchangesVector(P) && isExchanged(places().textOf(P));
}

bool Exchanges::hasTarget(const Place &V) {
  const std::string Pointer = places().textOf(V), T = "(*" + Pointer + ")";
  Exchanged.Arrays.try_emplace(T, Exchange::Event{V, Objects[V.Obj].D, Objects[V.Obj].T});
  if (llvm::is_contained(Exchanged.Targets, T))
    return true;
  Exchanged.Targets.push_back(T);
  Exchanged.Grown = true;
  refuse(Diag::HostPointer, V.Spelled ? V.Spelled->getSourceRange() : LoopStmt->getSourceRange(), {Pointer});
  return false;
}

Place Exchanges::targetVector(const std::string &Target, clang::SourceRange Rg) {
  auto It = Exchanged.Arrays.find(Target);
  Place P = It == Exchanged.Arrays.end() ? Place() : It->second.P;
  const Place Root = P.valid() ? rootOf(It->second) : P;
  if (Root.valid() && Root.Path.empty() && Objects[Root.Obj].External) {
    P.Obj = Root.Obj;
    if ("(*" + places().textOf(P) + ")" == Target) {
      auto [Of, New] = ExchangeObjects.try_emplace(Target, 0);
      if (New) {
        Object O = Objects[Root.Obj];
        O.Id += " " + Target;
        Objects.push_back(std::move(O));
        Of->second = int(Objects.size()) - 1;
        OnEntry.insert(Of->second);
      }
      P.Obj = Of->second;
      return P;
    }
  }
  refuse(Diag::HostPointer, Rg, {Target});
  return {};
}

Place Exchanges::vectorNow(const Place &V) {
  if (!isExchangedVector(V) || !hasTarget(V))
    return V;
  const clang::SourceRange Rg = V.Spelled ? V.Spelled->getSourceRange() : LoopStmt->getSourceRange();
  const ExprP Index = castTo(sizeType(), variable(exchangeIndex(places().textOf(V)), {ScalarType::Unsigned, 32}));
  Place Now = keeping().oneOf(Index, Exchanged.Targets.size(), 0, V.Spelled, Rg,
                              [&](uint64_t I) { return targetVector(Exchanged.Targets[I], Rg); });
  return ok() ? Now : V;
}

bool Exchanges::swapVectors(const Place &A, const Place &B, clang::SourceRange Rg) {
  if (!exchangesVector(A) || !exchangesVector(B) || !Ctx.hasSameUnqualifiedType(A.T, B.T) || effects().hostOnly(A) ||
      effects().hostOnly(B))
    return false;
  for (const Place *P : {&A, &B}) {
    const std::string Text = places().textOf(*P);
    if (isExchanged(Text))
      continue;
    if (Exchanged.Pointers.size() >= 8 || !Objects[P->Obj].Nameless.empty() || P->Hidden ||
        (!Exchanged.Pointers.empty() && !Ctx.hasSameUnqualifiedType(P->T, Exchanged.Pointers[0].T)))
      return false;
    Exchanged.Pointers.push_back(pointerLvalue(*P));
    Exchanged.Grown = true;
    refuse(Diag::HostPointer, Rg, {Text});
    return true;
  }
  if (!hasTarget(A) || !hasTarget(B))
    return true;
  auto Index = [&](const Place &P) { return exchangeIndex(places().textOf(P)); };
  auto Now = [&](const Place &P) {
    return keeping().pinned(variable(Index(P), {ScalarType::Unsigned, 32}), "swapped");
  };
  const ExprP OfA = Now(A), OfB = Now(B);
  for (const auto &[P, Of] : {std::pair(&A, OfB), std::pair(&B, OfA)}) {
    ordering().noteAccess(*P, /*Write=*/true);
    Stmt &S = emit(Stmt::Assign, Rg);
    S.Var = Index(*P);
    S.E = Of;
    E.Written.insert(places().key(*P));
  }
  return true;
}

} // namespace persistify::host
