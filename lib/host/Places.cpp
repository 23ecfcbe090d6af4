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

/// Names the object behind an outside place, the same way in every function.
std::string Lowering::slotKey(const Place &P) const {
  const VarDecl *D = Objects[P.Obj].D;
  std::string K = textOf(P);
  auto Index = P.Index ? constantValue(P.Index) : std::nullopt;
  if (Index)
    K += "[" + std::to_string(*Index) + "]";
  return D && D->isLocalVarDeclOrParm() ? Frames.front().F->getNameAsString() + ":" + K : K;
}

unsigned Lowering::newSlot(Slot::Kind K, const Place &P, uint64_t Size) {
  const Object &O = Objects[P.Obj];
  clang::SourceRange Rg = P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange();
  if (!O.Nameless.empty() && !Scanning)
    refuse(Diag::HostNotCapturable, Rg, {O.Name, O.Nameless});
  else if (P.Hidden && !Scanning)
    refuse(Diag::HostNotCapturable, Rg, {P.Hidden->getNameAsString(), "it is a private member"});
  Slot S;
  S.K = K;
  S.Text = textOf(P);
  S.Size = Size;
  S.Key = slotKey(P);
  if (P.Spelled)
    S.Range = range(P.Spelled->getSourceRange());
  R.Slots.push_back(std::move(S));
  return R.Slots.size() - 1;
}

/// The variable behind a scalar leaf; null (after a refusal) if it has none.
Variable *Lowering::scalarLeaf(const Place &P, unsigned &Id) {
  std::string K = std::to_string(P.Obj) + P.Path;
  if (auto It = ScalarLeaves.find(K); It != ScalarLeaves.end()) {
    Id = It->second;
    return &R.Vars[Id];
  }
  QualType T = P.T;
  while (auto *A = Ctx.getAsConstantArrayType(T))
    T = A->getElementType();
  auto ST = scalarType(T);
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
    if (!checkCapture(P))
      return nullptr;
    Place Whole = P;
    V.Slot = newSlot(V.IsArray ? Slot::Blob : Slot::Scalar, Whole, V.Count * V.T.bytes());
  }
  if (V.T.K == ScalarType::Float)
    R.HostFloat = true;
  R.Vars.push_back(V);
  Id = R.Vars.size() - 1;
  ScalarLeaves[K] = Id;
  if (!P.Extent)
    LeafKeys[Id] = K;
  return &R.Vars[Id];
}

HandleVariable *Lowering::handleLeaf(const Place &P, unsigned &Id) {
  std::string K = std::to_string(P.Obj) + P.Path;
  if (auto It = HandleLeaves.find(K); It != HandleLeaves.end()) {
    Id = It->second;
    return &R.Handles[Id];
  }
  HandleVariable V;
  V.Name = Objects[P.Obj].Name;
  for (char C : P.Path)
    V.Name += llvm::isAlnum(C) ? C : '_';
  V.IsArray = P.Extent != 0;
  V.Count = P.Extent ? P.Extent : 1;
  if (Objects[P.Obj].External) {
    if (!checkCapture(P))
      return nullptr;
    if (P.Obj == ExchangeObj) {
      V.Slot = exchangeSlots();
      R.Handles.push_back(V);
      Id = R.Handles.size() - 1;
      HandleLeaves[K] = Id;
      return &R.Handles[Id];
    }
    if (V.Count > 64) {
      refuse(Diag::HostNotCapturable, P.Spelled->getSourceRange(),
             {textOf(P), "it is an array of more than 64 buffers"});
      return nullptr;
    }
    // One slot for each element: elements are handles of their own.
    V.Slot = int(R.Slots.size());
    for (uint64_t I = 0; I < V.Count; ++I) {
      unsigned S = newSlot(Slot::Buffer, P, 0);
      if (V.IsArray) {
        Place El = P;
        El.Index = constant(sizeType(), I);
        std::string T = R.Slots[S].Text;
        if (T.rfind("(*", 0) == 0 && P.Path.empty()) // an array parameter
          T = T.substr(2, T.size() - 3);
        R.Slots[S].Text = T + "[" + std::to_string(I) + "]";
        R.Slots[S].Key = slotKey(El);
      }
    }
  }
  R.Handles.push_back(V);
  Id = R.Handles.size() - 1;
  HandleLeaves[K] = Id;
  return &R.Handles[Id];
}

unsigned Lowering::kernelUse(const Place &P) {
  std::string K = "k" + key(P);
  if (auto It = OpaqueSlots.find(K); It != OpaqueSlots.end())
    return It->second;
  KernelUse U;
  U.Slot = newSlot(Slot::Kernel, P, 0);
  U.Name = P.Spelled ? Index.kernelName(P.Spelled) : "";
  if (U.Name.empty() && !Scanning)
    refuse(Diag::HostUnknownKernel, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {R.Slots[U.Slot].Text});
  R.Slots[U.Slot].KernelName = U.Name;
  R.Kernels.push_back(U);
  return OpaqueSlots[K] = R.Kernels.size() - 1;
}

Value Lowering::load(const Place &P, clang::SourceRange Rg) {
  if (!P.valid())
    return {};
  if (P.Or) {
    Value A = load(first(P), Rg), B = load(P.Or->Other, Rg);
    Value V = ok() ? chosen(P.Or->C, A, B, Rg) : Value();
    if (V.K == Value::Unknown && ok())
      refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
    return V;
  }
  LeafKind K = classify(P.T);
  std::string Key = key(P);
  if (pending(E.Reading, P))
    refuse(Diag::HostPendingTransfer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
  switch (K) {
  case LeafKind::Scalar: {
    if (auto It = E.Known.find(Key); It != E.Known.end() && It->second.K == Value::Scalar)
      return It->second;
    if (auto C = constantLocal(P))
      return Value::scalar(*C);
    unsigned Id;
    if (Variable *V = scalarLeaf(P, Id))
      return Value::scalar(variable(Id, V->T, P.Index));
    return Value::scalar(constant(intType(), 0));
  }
  case LeafKind::Handle: {
    unsigned Id;
    Handle H;
    if (handleLeaf(P, Id)) {
      H.K = Handle::Var;
      H.V = Id;
      H.Index = P.Index;
    }
    return Value::handle(H);
  }
  case LeafKind::Record: return Value::record(P);
  case LeafKind::Array: return Value::pointer(P);
  default: break;
  }
  // Opaque leaves live in the environment; untouched outside ones have their
  // value on entry.
  if (auto It = E.Known.find(Key); It != E.Known.end())
    return It->second;
  if (!Objects[P.Obj].External)
    return {};
  if (P.T.isVolatileQualified()) {
    checkCapture(P);
    return {};
  }
  if (K == LeafKind::Kernel)
    return Value::of(Value::KernelV, kernelUse(P));
  if (K == LeafKind::Queue) {
    auto [It, New] = OpaqueSlots.try_emplace("q" + Key, 0);
    if (New)
      It->second = newSlot(Slot::Queue, P, 0);
    return Value::of(Value::QueueV, It->second);
  }
  if (K == LeafKind::Pointer && !P.T->getPointeeType()->isVoidType() &&
      !P.T->getPointeeType()->isIncompleteType() && !P.T->getPointeeType()->isFunctionType()) {
    const VarDecl *D = P.Path.empty() ? Objects[P.Obj].D : nullptr;
    if (const clang::Expr *Address = D ? stableAddress(D) : nullptr)
      return rvalue(Address);
    if (auto Q = exchanged(P, Rg))
      return *Q;
    Place Q = pointee(P);
    Q.Spelled = P.Spelled;
    if (Q.T->isConstantArrayType() && !P.T->getPointeeType()->isArrayType())
      Q = element(Q, constant(sizeType(), 0), Rg);
    return Value::pointer(Q);
  }
  return {};
}

void Lowering::store(const Place &P, const Value &V, clang::SourceRange Rg) {
  if (!P.valid() || !ok())
    return;
  if (P.Or) {
    branch(P.Or->C, [&] { store(first(P), V, Rg); }, [&] { store(P.Or->Other, V, Rg); }, Rg);
    return;
  }
  std::string Key = key(P);
  if (pending(E.Reading, P) || pending(E.Writing, P))
    refuse(Diag::HostPendingTransfer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
  LeafKind K = classify(P.T);
  if (K == LeafKind::Scalar) {
    unsigned Id;
    Variable *Var = scalarLeaf(P, Id);
    if (!Var)
      return;
    if (V.K != Value::Scalar) {
      refuse(Diag::HostUnsupportedExpr, Rg, {"the value stored here"});
      return;
    }
    ExprP X = host::cast(Var->T, V.E);
    if (auto It = E.Known.find(Key); It != E.Known.end() && It->second.K == Value::Scalar &&
                                     same(It->second.E, X))
      return; // it holds this constant already
    Var->Assigned = true;
    Stmt &S = emit(Stmt::Assign, Rg);
    S.Var = Id;
    S.Index = P.Index;
    S.E = X;
    std::set<uint64_t> Few;
    bool AreFew = !P.Extent && Var->T.isInteger() && values(X, Few) && Few.size() <= 8;
    forget(P);
    if (AreFew)
      E.Few[Key] = std::move(Few);
    if (X->O == Expr::Const && (!P.Index || constantValue(P.Index)))
      E.Known[Key] = Value::scalar(X);
    return;
  }
  if (K == LeafKind::Handle) {
    unsigned Id;
    HandleVariable *Var = handleLeaf(P, Id);
    if (!Var)
      return;
    Handle H;
    if (V.K == Value::HandleV)
      H = V.H;
    else if (V.K != Value::Null) {
      refuse(Diag::HostUnsupportedExpr, Rg, {"the buffer handle stored here"});
      return;
    }
    Var->Assigned = true;
    Stmt &S = emit(Stmt::AssignHandle, Rg);
    S.Var = Id;
    S.Index = P.Index;
    S.H = H;
    return;
  }
  if (K == LeafKind::Record && V.K == Value::Record)
    return copyRecord(P, V.P, Rg);
  if (K == LeafKind::Pointer && exchange(P, V, Rg))
    return;
  if (Objects[P.Obj].External) {
    if (K == LeafKind::Event) {
      if (Objects[P.Obj].D)
        EventsSet.insert(Objects[P.Obj].D);
      else
        refuse(Diag::HostEvents, Rg, {textOf(P)});
    } else if (K == LeafKind::Kernel) {
      refuse(Diag::HostKernelAssigned, Rg, {textOf(P)});
    } else {
      refuse(Diag::HostUnsupportedType, Rg, {textOf(P), P.T.getAsString()});
    }
    if (!ok())
      return;
  }
  E.Known[Key] = pinned(V);
}

/// Whether a transfer in flight may involve this leaf.
bool Lowering::pending(const std::set<std::string> &Keys, const Place &P) const {
  if (Keys.empty())
    return false;
  if (!P.Index)
    return Keys.count(key(P));
  std::string Base = std::to_string(P.Obj) + P.Path + "#";
  if (constantValue(P.Index))
    return Keys.count(key(P)) || Keys.count(Base + "?");
  auto It = Keys.lower_bound(Base);
  return It != Keys.end() && llvm::StringRef(*It).starts_with(Base);
}

/// What was known of a scalar leaf that changes: of any element, if it is one
/// with a computed index.
void Lowering::forget(const Place &P) {
  E.Few.erase(key(P));
  if (!P.Index || constantValue(P.Index)) {
    E.Known.erase(key(P));
    return;
  }
  std::string Base = std::to_string(P.Obj) + P.Path + "#";
  for (auto It = E.Known.lower_bound(Base);
       It != E.Known.end() && llvm::StringRef(It->first).starts_with(Base);)
    It = E.Known.erase(It);
}

/// Copies any part of an object, arrays by elements.
void Lowering::copyPart(const Place &To, const Place &From, clang::SourceRange Rg) {
  auto *AT = Ctx.getAsConstantArrayType(To.T);
  if (!AT)
    return store(To, load(From, Rg), Rg);
  for (uint64_t I = 0; I < AT->getZExtSize() && ok(); ++I) {
    ExprP N = constant(sizeType(), I);
    copyPart(element(To, N, Rg), element(From, N, Rg), Rg);
  }
}

void Lowering::copyRecord(const Place &To, const Place &From, clang::SourceRange Rg) {
  auto *RD = To.T->getAsRecordDecl();
  if (!RD || RD->isUnion() || (isa<CXXRecordDecl>(RD) && !llvm::cast<CXXRecordDecl>(RD)->isTriviallyCopyable())) {
    refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
    return;
  }
  for (const FieldDecl *F : RD->fields()) {
    Place A = field(To, F), B = field(From, F);
    copyPart(A, B, Rg);
  }
}

} // namespace persistify::host
