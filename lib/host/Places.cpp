//===- Places.cpp - objects, places and leaves of the host -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"

using namespace clang;

namespace persistify::host {

static llvm::StringRef pointeeRecord(QualType T) {
  if (auto *P = T.getCanonicalType()->getAs<PointerType>())
    if (auto *RT = P->getPointeeType()->getAs<RecordType>())
      if (RT->getDecl()->getIdentifier())
        return RT->getDecl()->getName();
  return {};
}

std::optional<ScalarType> Lowering::scalarType(QualType T) const {
  T = T.getCanonicalType().getUnqualifiedType();
  if (T->isBooleanType())
    return boolType();
  if (auto *ET = T->getAs<EnumType>()) {
    if (!ET->getDecl()->isComplete())
      return std::nullopt;
    T = ET->getDecl()->getIntegerType().getCanonicalType();
  }
  auto *B = T->getAs<BuiltinType>();
  if (!B || !Ctx.getTypeSizeInChars(T).getQuantity())
    return std::nullopt;
  unsigned Bits = Ctx.getTypeSize(T);
  if (B->isFloatingPoint()) {
    if (B->getKind() == BuiltinType::Float || B->getKind() == BuiltinType::Double)
      return ScalarType{ScalarType::Float, Bits};
    return std::nullopt;
  }
  if (!B->isInteger() || Bits > 64)
    return std::nullopt;
  return ScalarType{B->isSignedInteger() ? ScalarType::Signed : ScalarType::Unsigned, Bits};
}

Lowering::LeafKind Lowering::classify(QualType T) const {
  T = T.getCanonicalType();
  if (scalarType(T))
    return LeafKind::Scalar;
  llvm::StringRef P = pointeeRecord(T);
  if (P == "_cl_mem")
    return LeafKind::Handle;
  if (P == "_cl_kernel")
    return LeafKind::Kernel;
  if (P == "_cl_command_queue")
    return LeafKind::Queue;
  if (P == "_cl_event")
    return LeafKind::Event;
  if (T->isPointerType() || T->isNullPtrType())
    return LeafKind::Pointer;
  if (T->isConstantArrayType())
    return LeafKind::Array;
  if (T->isRecordType())
    return LeafKind::Record;
  return LeafKind::Other;
}

bool same(const Value &A, const Value &B) {
  if (A.K != B.K)
    return false;
  switch (A.K) {
  case Value::Scalar: return same(A.E, B.E);
  case Value::HandleV: return A.H.K == B.H.K && A.H.V == B.H.V && same(A.H.Index, B.H.Index);
  case Value::KernelV: return A.Slot == B.Slot && A.Or == B.Or;
  case Value::QueueV: return A.Slot == B.Slot;
  case Value::Pointer:
  case Value::Record:
    return A.P.Obj == B.P.Obj && A.P.Path == B.P.Path && same(A.P.Index, B.P.Index) && A.P.Or == B.P.Or &&
           A.P.T.getCanonicalType() == B.P.T.getCanonicalType();
  default: return true;
  }
}

bool Env::operator==(const Env &O) const {
  if (Reachable != O.Reachable || Known.size() != O.Known.size() || Reading != O.Reading ||
      Writing != O.Writing || Written != O.Written || Few != O.Few)
    return false;
  for (auto &[K, V] : Known) {
    auto It = O.Known.find(K);
    if (It == O.Known.end() || !same(V, It->second))
      return false;
  }
  return true;
}

int Lowering::newObject(QualType T, std::string Name) {
  Object O;
  O.T = T;
  O.Name = std::move(Name);
  Objects.push_back(std::move(O));
  return int(Objects.size()) - 1;
}

Place Lowering::temporary(QualType T, const char *Name) {
  Place P;
  P.T = T.getUnqualifiedType();
  P.Obj = newObject(P.T, Name);
  return P;
}

/// The object of a variable: a parameter or local of an expanded call, a local
/// of the region, or a variable outside the region.
Place Lowering::objectOf(const VarDecl *D) {
  D = D->getCanonicalDecl();
  if (auto It = Frames.back().Vars.find(D); It != Frames.back().Vars.end())
    return It->second;
  if (auto It = Frames.front().Vars.find(D); It != Frames.front().Vars.end())
    return It->second; // captured by a lambda, or seen from an expanded call
  if (auto It = External.find(D); It != External.end()) {
    Place P;
    P.Obj = It->second;
    P.T = D->getType().getNonReferenceType();
    return P;
  }
  // A reference is what it was bound to.
  if (D->getType()->isReferenceType() && D->isLocalVarDecl() && D->getInit() && stablePath(D->getInit()))
    return lvalue(D->getInit());
  Place P;
  P.T = D->getType().getNonReferenceType();
  P.Obj = newObject(P.T, D->getNameAsString());
  Object &O = Objects[P.Obj];
  O.External = true;
  O.D = D;
  nameObject(O);
  External[D] = P.Obj;
  return P;
}

/// What an outside pointer that the region does not change points to.
Place Lowering::pointee(const Place &Ptr) {
  std::string K = key(Ptr);
  Place P;
  P.T = Ptr.T->getPointeeType();
  if (auto It = Pointees.find(K); It != Pointees.end()) {
    P.Obj = It->second;
    P.T = Objects[P.Obj].T;
    return P;
  }
  std::string T = textOf(Ptr);
  // A parameter declared as an array of known size points to that many.
  if (auto *Parm = dyn_cast_or_null<ParmVarDecl>(Ptr.Path.empty() ? Objects[Ptr.Obj].D : nullptr))
    if (auto *D = Parm->getType()->getAs<DecayedType>())
      if (Ctx.getAsConstantArrayType(D->getOriginalType()) &&
          (scalarType(P.T) || classify(P.T) == LeafKind::Handle))
        P.T = D->getOriginalType();
  P.Obj = newObject(P.T, Objects[Ptr.Obj].Name);
  Objects[P.Obj].External = true;
  Objects[P.Obj].Text = "(*" + T + ")";
  Objects[P.Obj].Nameless = Objects[Ptr.Obj].Nameless;
  P.Hidden = Ptr.Hidden;
  Pointees[K] = P.Obj;
  return P;
}

Place Lowering::thisPlace(const CXXThisExpr *E) {
  // A lambda of the loop's function has that function's object.
  Frame &F = Frames.back().This ? Frames.back() : Frames.front();
  if (!F.This) {
    Place P;
    P.T = E->getType()->getPointeeType();
    P.Obj = newObject(P.T, "this");
    Objects[P.Obj].External = true;
    Objects[P.Obj].Text = "(*this)";
    F.This = P;
  }
  return *F.This;
}

Place Lowering::field(Place Base, const FieldDecl *F) {
  if (F->isBitField())
    refuse(Diag::HostNotCapturable, F->getSourceRange(), {F->getNameAsString(), "it is a bit-field"});
  if (F->getParent()->isUnion())
    refuse(Diag::HostNotCapturable, F->getSourceRange(), {F->getNameAsString(), "it is a union member"});
  // Members of an unnamed struct are named as the enclosing one's. A member of
  // a base class may have the same name as one of the class itself.
  if (F->getIdentifier()) {
    auto *Own = Base.T->getAsRecordDecl();
    auto *Parent = dyn_cast<CXXRecordDecl>(F->getParent());
    bool OfBase = Own && Parent && Parent->getIdentifier() && Own->getCanonicalDecl() != Parent->getCanonicalDecl();
    Base.Path += "." + (OfBase ? Parent->getNameAsString() + "::" : "") + F->getNameAsString();
  }
  if (!mayName(F))
    Base.Hidden = F;
  if (Base.Or) {
    auto C = std::make_shared<Choice>(*Base.Or);
    C->Other = field(C->Other, F);
    Base.Or = C;
  }
  if (Base.T.isVolatileQualified())
    Base.T = F->getType().withVolatile();
  else
    Base.T = F->getType();
  return Base;
}

/// Base[Index], where Base is an array (or what a pointer to its first element
/// designates). Arrays of scalars and handles are leaves with an element index;
/// other arrays need a constant one.
Place Lowering::element(Place Base, ExprP Index, clang::SourceRange Rg) {
  if (Base.Or)
    return choose(Base.Or->C, element(first(Base), Index, Rg), element(Base.Or->Other, Index, Rg));
  const ConstantArrayType *A = Ctx.getAsConstantArrayType(Base.T);
  if (!A) {
    refuse(Diag::HostPointer, Rg, {text(Base.Spelled)});
    return Base;
  }
  uint64_t N = A->getZExtSize();
  QualType ET = A->getElementType();
  Index = cast(sizeType(), Index);
  QualType Leaf = ET;
  while (auto *Sub = Ctx.getAsConstantArrayType(Leaf))
    Leaf = Sub->getElementType();
  LeafKind K = classify(Leaf);
  if (K == LeafKind::Scalar || K == LeafKind::Handle) {
    // Flatten: index of the first scalar of this element.
    if (!Base.Extent) {
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
  if (!C || *C >= N) {
    refuse(Diag::HostPointer, Rg, {text(Base.Spelled)});
    return Base;
  }
  Base.Path += "[" + std::to_string(*C) + "]";
  Base.T = ET;
  return Base;
}

/// Pointer arithmetic: the place Delta elements behind P.
Place Lowering::advance(Place P, ExprP Delta, clang::SourceRange Rg) {
  if (P.Or)
    return choose(P.Or->C, advance(first(P), Delta, Rg), advance(P.Or->Other, Delta, Rg));
  auto C = constantValue(Delta);
  if (C && *C == 0)
    return P;
  if (P.Extent) {
    P.Index = binary(Expr::Add, P.Index, cast(sizeType(), Delta));
    return P;
  }
  // Behind an outside pointer of unknown extent: elements with constant
  // index are leaves of their own.
  if (C && int64_t(*C) > 0 && P.Obj >= 0 && Objects[P.Obj].External && P.Path.empty() &&
      Objects[P.Obj].Text.rfind("(*", 0) == 0) {
    P.Path = "[" + std::to_string(*C) + "]";
    return P;
  }
  refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : Objects[std::max(P.Obj, 0)].Name});
  return P;
}

std::string Lowering::key(const Place &P) const {
  std::string K = std::to_string(P.Obj) + P.Path;
  if (P.Index) {
    auto C = constantValue(P.Index);
    K += C ? "#" + std::to_string(*C) : "#?";
  }
  return K;
}

std::string Lowering::textOf(const Place &P) const {
  const Object &O = Objects[P.Obj];
  std::string T = O.Text;
  llvm::StringRef Path = P.Path;
  // "(*p).f" reads better as "p->f", and "(*p)[2]" means p[2].
  if (T.size() > 3 && T.rfind("(*", 0) == 0 && !Path.empty()) {
    std::string Inner = T.substr(2, T.size() - 3);
    if (Path.starts_with("."))
      T = Inner + "->" + Path.drop_front().str();
    else
      T = Inner + Path.str();
  } else {
    T += Path.str();
  }
  return T;
}

bool Lowering::checkCapture(const Place &P) {
  const Object &O = Objects[P.Obj];
  clang::SourceRange Rg = P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange();
  if (P.T.isVolatileQualified() || O.T.isVolatileQualified()) {
    refuse(Diag::HostNotCapturable, Rg, {textOf(P), "it is volatile"});
    return false;
  }
  if (P.T->isAtomicType()) {
    refuse(Diag::HostNotCapturable, Rg, {textOf(P), "it is atomic"});
    return false;
  }
  if (O.D && O.D->getStorageClass() == SC_Register) {
    refuse(Diag::HostNotCapturable, Rg, {textOf(P), "it is a register variable"});
    return false;
  }
  return true;
}

} // namespace persistify::host
