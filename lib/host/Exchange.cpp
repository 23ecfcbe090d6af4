//===- Exchange.cpp - pointers to buffer handles that a loop exchanges -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   cl_mem x, y, *a = &x, *b = &y;      while (...) { ...; swap a and b }
//
// All that such pointers may point to becomes one array of handles, and each
// pointer an index into it. After the region the host sets the pointers.
//
//===----------------------------------------------------------------------===//
#include "Containers.h"
#include "Lowering.h"

using namespace clang;

namespace persistify::host {

/// An outside pointer variable to a buffer handle, or to an object with some.
bool Lowering::exchanges(const Place &P) const {
  if (Scanning || P.Obj < 0 || P.Or || !P.Path.empty() || !Objects[P.Obj].External || !Objects[P.Obj].D)
    return false;
  QualType T = P.T->getPointeeType();
  return !T.isNull() && !T.isConstQualified() &&
         (classify(T) == LeafKind::Handle || (T->isRecordType() && containerOf(T) == Container::None &&
                                              classify(T) == LeafKind::Record && !T->isIncompleteType()));
}

/// Index variable of a pointer, in a local variable of the generated code.
unsigned Lowering::exchangeIndex(const VarDecl *D) {
  auto [It, New] = ExchangeVars.try_emplace(D, 0);
  if (!New)
    return It->second;
  Slot S;
  S.K = Slot::Scalar;
  S.Size = 4;
  S.LocalType = "unsigned";
  S.Text = "persistify_" + D->getNameAsString() + "_target";
  S.Range = range(D->getSourceRange());
  R.Slots.push_back(S);
  Variable V;
  V.Name = D->getNameAsString() + "_target";
  V.T = {ScalarType::Unsigned, 32};
  V.Slot = int(R.Slots.size()) - 1;
  V.Assigned = true;
  R.Vars.push_back(V);
  return It->second = R.Vars.size() - 1;
}

/// The handles, or those that a member of the objects is, as slots.
unsigned Lowering::exchangeSlots(const Place &P) {
  unsigned First = R.Slots.size();
  if (P.Hidden)
    refuse(Diag::HostNotCapturable, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {P.Hidden->getNameAsString(), "it is a private member"});
  for (const std::string &T : Exchanged.Targets) {
    Place Of = P;
    Of.Index = nullptr;
    Of.Obj = newObject(P.T, T);
    Objects[Of.Obj].Text = T;
    Slot S;
    S.K = Slot::Buffer;
    S.Text = accessed(P, textOf(Of));
    S.Owned = isWrapped(P.T);
    S.Key = Frames.front().F->getNameAsString() + ":" + slotKey(Of);
    S.Range = range(LoopStmt->getSourceRange());
    R.Slots.push_back(S);
  }
  return First;
}

/// A scalar member of the object that a pointer of the exchange points to: of one
/// target, or another one.
Place Lowering::exchangedMember(const Place &P, clang::SourceRange Rg) {
  auto Of = [&](uint64_t I) {
    const std::string &T = Exchanged.Targets[I];
    auto [It, New] = ExchangeObjects.try_emplace(T, 0);
    if (New) {
      It->second = newObject(Exchanged.Pointers[0]->getType()->getPointeeType(), "target" + std::to_string(I));
      Objects[It->second].Text = T;
      Objects[It->second].External = true;
    }
    Place Q = P;
    Q.Obj = It->second;
    Q.Index = nullptr;
    Q.Extent = 0;
    return Q;
  };
  return oneOf(P.Index, Exchanged.Targets.size(), 0, P.Spelled, Rg, Of);
}

/// What a pointer of the exchange points to now.
std::optional<Value> Lowering::exchanged(const Place &P, clang::SourceRange Rg) {
  if (!exchanges(P) || !llvm::is_contained(Exchanged.Pointers, Objects[P.Obj].D))
    return std::nullopt;
  const VarDecl *D = Objects[P.Obj].D;
  if (!E.Written.count(key(P))) { // perhaps its value on entry
    std::string T = "(*" + textOf(P) + ")";
    if (!llvm::is_contained(Exchanged.Targets, T)) {
      Exchanged.Targets.push_back(T);
      Exchanged.Grown = true;
      refuse(Diag::HostPointer, Rg, {textOf(P)});
      return Value();
    }
  }
  if (ExchangeObj < 0) {
    ExchangeObj = newObject(P.T->getPointeeType(), "target");
    Objects[ExchangeObj].External = true;
    Objects[ExchangeObj].Text = "target";
  }
  Place Q;
  Q.Obj = ExchangeObj;
  Q.T = P.T->getPointeeType();
  Q.Extent = Exchanged.Targets.size();
  Q.Index = host::cast(sizeType(), variable(exchangeIndex(D), {ScalarType::Unsigned, 32}));
  Q.Spelled = P.Spelled;
  return Value::pointer(Q);
}

/// Number of the target that P is, as an expression; null if it is none.
ExprP Lowering::targetOf(const Place &P, clang::SourceRange Rg) {
  ScalarType U32{ScalarType::Unsigned, 32};
  if (P.Or) {
    ExprP A = targetOf(first(P), Rg), B = targetOf(P.Or->Other, Rg);
    return A && B ? conditional(P.Or->C, A, B) : nullptr;
  }
  if (P.Obj == ExchangeObj)
    return host::cast(U32, P.Index);
  auto C = P.Index ? constantValue(P.Index) : std::optional<uint64_t>(0);
  const Object &O = Objects[P.Obj];
  QualType To = Exchanged.Pointers[0]->getType()->getPointeeType();
  if (!O.External || !C || P.Wrapped || !Ctx.hasSameUnqualifiedType(P.T, To))
    return nullptr;
  if (!O.Nameless.empty() || P.Hidden) {
    refuse(Diag::HostNotCapturable, Rg, {O.Name, O.Nameless.empty() ? "it is a private member" : O.Nameless});
    return nullptr;
  }
  std::string T = P.Index ? elementText(P, *C) : textOf(P);
  auto It = llvm::find(Exchanged.Targets, T);
  if (It == Exchanged.Targets.end()) {
    Exchanged.Targets.push_back(T);
    Exchanged.Grown = true;
    refuse(Diag::HostPointer, Rg, {T});
    return nullptr;
  }
  return constant(U32, It - Exchanged.Targets.begin());
}

/// Pointer P of the exchange gets value V. False if it is no such pointer.
bool Lowering::exchange(const Place &P, const Value &V, clang::SourceRange Rg) {
  if (!exchanges(P) || V.K != Value::Pointer || !V.P.valid())
    return false;
  const VarDecl *D = Objects[P.Obj].D;
  if (!llvm::is_contained(Exchanged.Pointers, D)) {
    if (Exchanged.Pointers.size() >= 8 || D->getType().isVolatileQualified() ||
        (!Exchanged.Pointers.empty() &&
         !Ctx.hasSameUnqualifiedType(D->getType(), Exchanged.Pointers[0]->getType())))
      return false;
    Exchanged.Pointers.push_back(D);
    Exchanged.Grown = true;
    refuse(Diag::HostPointer, Rg, {textOf(P)});
    return true;
  }
  ExprP T = targetOf(V.P, Rg);
  if (!T)
    return !ok();
  Stmt &S = emit(Stmt::Assign, Rg);
  S.Var = exchangeIndex(D);
  S.E = T;
  E.Written.insert(key(P));
  return true;
}

void Lowering::beginExchange() {
  for (const VarDecl *D : Exchanged.Pointers) {
    Place P = objectOf(D);
    auto It = llvm::find(Exchanged.Targets, "(*" + textOf(P) + ")");
    Stmt &S = emit(Stmt::Assign, LoopStmt->getSourceRange());
    S.Var = exchangeIndex(D); // behind the last target: leave the pointer alone
    S.E = constant({ScalarType::Unsigned, 32}, It - Exchanged.Targets.begin());
  }
}

void Lowering::endExchange() {
  if (Exchanged.Pointers.empty() || Exchanged.Targets.empty())
    return;
  std::string N = std::to_string(Exchanged.Targets.size());
  QualType To = Exchanged.Pointers[0]->getType()->getPointeeType();
  std::string Type = isWrapped(To) ? "cl::" + wrapperClass(To).str() : "cl_mem";
  if (classify(To) == LeafKind::Record)
    Type = To.getUnqualifiedType().getAsString(PrintingPolicy(Ctx.getLangOpts()));
  R.Commit = Type + " *const persistify_targets[] = {";
  for (size_t I = 0; I < Exchanged.Targets.size(); ++I) {
    llvm::StringRef T = Exchanged.Targets[I];
    bool Deref = T.consume_front("(*");
    R.Commit += (I ? ", " : "") + (Deref ? T.drop_back().str() : "&" + T.str());
  }
  R.Commit += "};";
  for (const VarDecl *D : Exchanged.Pointers) {
    std::string P = textOf(objectOf(D)), T = R.Slots[R.Vars[exchangeIndex(D)].Slot].Text;
    R.Commit += "\nif (" + T + " < " + N + ")\n  " + P + " = persistify_targets[" + T + "];";
  }
}

} // namespace persistify::host
