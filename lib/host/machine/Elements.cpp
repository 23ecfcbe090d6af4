//===- Elements.cpp - elements of arrays, and pointer arithmetic ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/Exchanges.h"
#include "device/MirroredArrays.h"
#include "entry/EntryValues.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Places.h"
#include "persistify/Containment.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace clang;

namespace persistify::host {

bool Places::pastEnd(const Place &P) {
  const auto Last = lastElement(P.Path);
  return P.Row && !P.Extent && Last && Last->At >= P.Row;
}

Place Places::existing(Place P) {
  while (P.Or && pastEnd(P))
    P = Place(P.Or->Other);
  if (!P.Or)
    return P;
  Place Other = existing(P.Or->Other);
  std::shared_ptr<Choice> C;
  if (Other.Or || !pastEnd(Other)) {
    C = std::make_shared<Choice>(*P.Or);
    C->Other = std::move(Other);
  }
  P.Or = std::move(C);
  return P;
}

Place Places::element(Place Base, ExprP Index, clang::SourceRange Rg) {
  if (Base.Or)
    return keeping().choose(Base.Or->C, element(Keeping::first(Base), Index, Rg), element(Base.Or->Other, Index, Rg));
  // An array in one object or the other. The index of that place is the number of a target, not of an element.
  if (Base.valid() && Base.Obj == exchanges().ExchangeObj && !Base.Path.empty() && !planted("exchanged-elements")) {
    Place P = exchanges().exchangedMember(Base, Rg);
    return ok() && P.valid() ? element(std::move(P), Index, Rg) : Base;
  }
  const ConstantArrayType *A = Ctx.getAsConstantArrayType(Base.T);
  if (!A) {
    refuse(Diag::HostPointer, Rg, {text(Base.Spelled)});
    return Base;
  }
  uint64_t N = A->getZExtSize();
  QualType ET = A->getElementType();
  Index = castTo(sizeType(), Index);
  if (Base.Unit) { // an array in a struct
    auto C = constantValue(Index);
    const uint64_t Size = Ctx.getTypeSizeInChars(ET).getQuantity(), Step = std::gcd(Base.Unit, Size);
    if (C && *C < N) {
      Base.Inside += *C * Size;
    } else if (!C && Size && mirrors().mirrored(Base) && !planted("constant-elements")) {
      // One index for both: of steps that structs and elements consist of.
      if (constantValue(Base.Index))
        Base.Born = Moment;
      Base.Struct = Base.Struct ? Base.Struct : Base.Unit;
      Base.Index =
          binary(Expr::Add, binary(Expr::Mul, castTo(sizeType(), Base.Index), constant(sizeType(), Base.Unit / Step)),
                 binary(Expr::Mul, Index, constant(sizeType(), Size / Step)));
      Base.Unit = Step;
    } else {
      refuse(Diag::HostPointer, Rg, {Base.Spelled ? text(Base.Spelled) : textOf(Base)});
    }
    Base.T = ET;
    return Base;
  }
  QualType Leaf = ET;
  while (auto *Sub = Ctx.getAsConstantArrayType(Leaf))
    Leaf = Sub->getElementType();
  LeafKind K = classify(Leaf);
  if (!Base.Index || constantValue(Base.Index))
    Base.Born = Moment;
  // Of many events it makes no difference which one a command sets.
  const bool Events = handleType(Leaf) == ApiType::Event && EventsByIndex &&
                      (Base.Index || (!constantValue(Index) && N > Keeping::MostChoices));
  if (K == LeafKind::Scalar || K == LeafKind::Handle || Events || mirrors().mirrored(Base)) {
    // Flatten: index of the first scalar of this element.
    if (!Base.Extent) {
      Base.Whole = Base.T;
      Base.Extent = Ctx.getTypeSize(Base.T) / std::max<uint64_t>(Ctx.getTypeSize(Leaf), 1);
      Base.Index = constant(sizeType(), 0);
    }
    uint64_t Stride = Ctx.getTypeSize(ET) / std::max<uint64_t>(Ctx.getTypeSize(Leaf), 1);
    ExprP Step = binary(Expr::Mul, Index, constant(sizeType(), Stride));
    auto Zero = constantValue(Base.Index);
    Base.Index = Zero && *Zero == 0 ? Step : binary(Expr::Add, Base.Index, Step);
    Base.T = ET;
    return Base;
  }
  auto C = constantValue(Index);
  if (!C && (entry().hasQueue(ET) ||
             (N > Keeping::MostChoices && (entry().hasQueue(ET, /*OrKernel=*/true) || Leaf->isRecordType()))))
    if (std::string Step = entry().steadyStep(Index, Rg); !Step.empty()) {
      std::string All = textOf(Base);
      Base.Path += Step;
      containers().requireOf(
          Base, "(unsigned long long)(" + entry().hostText(entry().steady(Index)) + ") < " + std::to_string(N),
          "'" + textOf(Base) + "' is none of the elements of '" + All + "'");
      Base.Of.second += "[]";
      Base.T = ET;
      Base.Row = 0;
      return Base;
    }
  // Some that take turns. Names in a table are the host's to print, as they are written.
  bool Text = (Leaf->isPointerType() && Leaf->getPointeeType()->isCharType()) || containerOf(Leaf) == Container::String;
  if (!C && (N == 2 || !Text))
    return keeping().oneOf(Index, N, 0, Base.Spelled, Rg,
                           [&](uint64_t I) { return element(Base, constant(sizeType(), I), Rg); });
  if (!C || *C >= N) {
    refuse(Diag::HostPointer, Rg, {text(Base.Spelled)});
    return Base;
  }
  Base.Path += "[" + std::to_string(*C) + "]";
  Base.Of.second += "[" + std::to_string(*C) + "]";
  Base.T = ET;
  Base.Row = N;
  return Base;
}

uint64_t Places::leavesOf(QualType T) const {
  uint64_t N = 1;
  while (const ConstantArrayType *A = Ctx.getAsConstantArrayType(T)) {
    N *= A->getZExtSize();
    T = A->getElementType();
  }
  return N;
}

void Places::unknownElement(const Place &P, clang::SourceRange Rg) {
  const std::string Name = P.Spelled ? text(P.Spelled) : Objects[std::max(P.Obj, 0)].Name;
  if (P.Spelled && P.Spelled->getType()->isRecordType())
    refuse(Diag::HostUnsupportedExpr, Rg, {"the element of '" + Name + "' by this index"});
  else
    refuse(Diag::HostPointer, Rg, {Name});
}

Place Places::advance(Place P, ExprP Delta, clang::SourceRange Rg) {
  if (P.Or)
    return keeping().choose(P.Or->C, advance(Keeping::first(P), Delta, Rg), advance(P.Or->Other, Delta, Rg));
  auto C = constantValue(Delta);
  if (C && *C == 0)
    return P;
  if (!P.Reads.empty()) { // it is perhaps none, and another one may be, too
    unknownElement(P, Rg);
    return P;
  }
  if (P.valid() && P.Obj == exchanges().ExchangeObj) { // its index is the number of a target, not of an element
    unknownElement(P, Rg);
    return P;
  }
  if (P.Unit) { // a pointer to a member
    unknownElement(P, Rg);
    return P;
  }
  if (P.Extent) {
    auto Zero = constantValue(P.Index);
    if (Zero)
      P.Born = Moment;
    Delta = castTo(sizeType(), Delta);
    if (uint64_t Row = leavesOf(P.T); Row > 1)
      Delta = binary(Expr::Mul, Delta, constant(sizeType(), Row));
    P.Index = Zero && *Zero == 0 ? Delta : binary(Expr::Add, P.Index, Delta);
    return P;
  }
  // Behind an outside pointer of unknown extent: elements with constant
  // index are leaves of their own.
  if (C && int64_t(*C) > 0 && P.Obj >= 0 && Objects[P.Obj].External && P.Path.empty() &&
      Objects[P.Obj].Text.rfind("(*", 0) == 0) {
    P.Path = "[" + std::to_string(*C) + "]";
    P.Of.second += P.Path;
    return P;
  }
  if (!C && P.valid() && Objects[P.Obj].External && P.Path.empty() && Objects[P.Obj].Text.rfind("(*", 0) == 0 &&
      handleType(P.T) == ApiType::Event && EventsByIndex) {
    P.Index = castTo(sizeType(), Delta);
    P.Extent = UnknownExtent;
    P.Born = Moment;
    return P;
  }
  bool Guess = false;
  if (!C && P.Obj >= 0 && Objects[P.Obj].External && P.Path.empty() && Objects[P.Obj].Text.rfind("(*", 0) == 0 &&
      (entry().hasQueue(P.T) || (entry().hasQueue(P.T, /*OrKernel=*/true) && !extentBehind(P, &Guess))))
    if (std::string Step = entry().steadyStep(Delta, Rg); !Step.empty()) {
      P.Path = Step;
      P.Of.second += "[]";
      return P;
    }
  // From one element of an array of such leaves to another one.
  const auto Last = lastElement(P.Path);
  if (C && Last && (P.Row || !Last->Array.ends_with("[]"))) { // of a container whose length is known, too
    const int64_t At = int64_t(Last->At) + int64_t(*C);
    if (P.Row && (At < 0 || uint64_t(At) > P.Row)) {
      unknownElement(P, Rg);
      return P;
    }
    auto *A = Last->Array.empty() ? Ctx.getAsConstantArrayType(Objects[P.Obj].T) : nullptr;
    llvm::StringRef Step = llvm::StringRef(P.Path).drop_front(Last->Array.size()), Of = P.Of.second;
    if (At >= 0 && Of.ends_with(Step) && !(A && uint64_t(At) > A->getZExtSize())) {
      std::string New = "[" + std::to_string(At) + "]";
      P.Of.second = Of.drop_back(Step.size()).str() + New;
      P.Path = Last->Array.str() + New;
      return P;
    }
  }
  if (!C && P.Row > Keeping::MostChoices && Last && handleType(P.T) == ApiType::Event && EventsByIndex) {
    P.Extent = P.Row;
    P.Whole = Ctx.getConstantArrayType(P.T, llvm::APInt(64, P.Row), nullptr, ArraySizeModifier::Normal, 0);
    P.Index = castTo(sizeType(), Delta);
    if (Last->At)
      P.Index = binary(Expr::Add, constant(sizeType(), Last->At), P.Index);
    P.Born = Moment;
    P.Path = Last->Array.str();
    P.Row = 0;
    return P;
  }
  if (!C && P.Path.empty() && !scalarType(P.T))
    if (auto N = extentBehind(P, &Guess))
      return keeping().oneOf(
          Delta, *N, 0, P.Spelled, Rg, [&](uint64_t I) { return advance(P, constant(sizeType(), I), Rg); }, Guess);
  if (!C && P.Row && Last && Last->At < P.Row)
    return keeping().oneOf(Delta, P.Row, Last->At, P.Spelled, Rg,
                           [&](uint64_t I) { return advance(P, constant(sizeType(), I - Last->At), Rg); });
  if (!C)
    if (auto Any = anyBuffer(P, Delta, Rg))
      return *Any;
  if (P.Obj >= 0 && Objects[P.Obj].External && (scalarType(P.T) || classify(P.T) == LeafKind::Record))
    mirrors().wantMirror(P);
  unknownElement(P, Rg);
  return P;
}

std::string Places::elementText(const Place &P, uint64_t I) const {
  std::string Step;
  for (const ConstantArrayType *A = P.Whole.isNull() ? nullptr : Ctx.getAsConstantArrayType(P.Whole);
       A && A->getElementType()->isConstantArrayType(); A = Ctx.getAsConstantArrayType(A->getElementType())) {
    const uint64_t Row = leavesOf(A->getElementType());
    Step += "[" + std::to_string(I / Row) + "]";
    I %= Row;
  }
  Step += "[" + std::to_string(I) + "]";
  Place Whole = P;
  if (llvm::StringRef(P.Path).ends_with("[]")) {
    Whole.Path.resize(P.Path.size() - 2);
    return textOf(Whole) + Step;
  }
  std::string T = textOf(P);
  if (T.rfind("(*", 0) == 0 && P.Path.empty()) // an array parameter
    T = T.substr(2, T.size() - 3);
  return T + Step;
}

} // namespace persistify::host
