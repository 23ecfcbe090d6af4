//===- Leaves.cpp - leaves: variables, handles, loads and stores ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Containers.h"
#include "Lowering.h"

using namespace clang;

namespace persistify::host {

/// Names the object behind an outside place, the same way in every function.
std::string Lowering::slotKey(const Place &At) const {
  Place P = At; // however it is reached
  for (size_t B; (B = P.Path.find('{')) != std::string::npos;)
    P.Path.erase(B, P.Path.find('}', B) + 1 - B);
  const VarDecl *D = Objects[P.Obj].D;
  auto Index = P.Index ? constantValue(P.Index) : std::nullopt;
  std::string K = Index ? elementText(P, *Index) : textOf(P);
  return D && D->isLocalVarDeclOrParm() ? Frames.front().F->getNameAsString() + ":" + K : K;
}

/// The handle in a wrapper object is named by the object's operator().
std::string Lowering::accessed(const Place &P, std::string Text) const {
  return P.Wrapped || isWrapped(Ctx.getBaseElementType(P.T)) ? Text + "()" : Text;
}

unsigned Lowering::newSlot(Slot::Kind K, const Place &P, uint64_t Size) {
  const Object &O = Objects[P.Obj];
  clang::SourceRange Rg = P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange();
  if (hostOnly(P) && ok())
    refuse(Diag::HostTime, Rg, {O.Name});
  else if (!O.Nameless.empty() && !Scanning)
    refuse(Diag::HostNotCapturable, Rg, {O.Name, O.Nameless});
  else if (P.Hidden && !Scanning)
    refuse(Diag::HostNotCapturable, Rg, {P.Hidden->getNameAsString(), "it is a private member"});
  Slot S;
  S.K = K;
  S.Text = accessed(P, textOf(P));
  S.Size = Size;
  S.Key = slotKey(P);
  QualType Leaf = Ctx.getBaseElementType(P.T);
  llvm::StringRef Class = wrapperClass(Leaf);
  S.Owned = K == Slot::Buffer && (P.Wrapped || !Class.empty());
  if (Class == "KernelFunctor" || Class == "make_kernel") { // keeps its kernel to itself
    S.Init = textOf(P) + (Class == "make_kernel" ? ".functor_" : "") + ".getKernel()()";
    S.LocalType = "cl_kernel";
    S.Text = "persistify_kernel_" + std::to_string(R.Slots.size());
  }
  if (P.Spelled)
    S.Range = range(P.Spelled->getSourceRange());
  R.Slots.push_back(std::move(S));
  return R.Slots.size() - 1;
}

/// The variable behind a scalar leaf; null (after a refusal) if it has none.
Variable *Lowering::scalarLeaf(const Place &P, unsigned &Id) {
  if (hostOnly(P) && ok())
    refuse(Diag::HostTime, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(), {Objects[P.Obj].Name});
  if (P.Obj >= 0 && P.Obj == ExchangeObj)
    refuse(Diag::HostPointer, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
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
  if (P.Extent)
    ArrayMirrors[Id] = mirrorName(P);
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
      V.Slot = exchangeSlots(P);
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
        R.Slots[S].Text = accessed(P, elementText(P, I));
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
  auto Unknown = [&](const std::string &Text) {
    refuse(Diag::HostUnknownKernel, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(), {Text});
  };
  if (auto It = OpaqueSlots.find(K); It != OpaqueSlots.end()) {
    if (const KernelUse &U = R.Kernels[It->second]; U.Name.empty() && !Scanning)
      Unknown(R.Slots[U.Slot].Text);
    return It->second;
  }
  KernelUse U;
  U.Slot = newSlot(Slot::Kernel, P, 0);
  U.Name = hintedKernel(R.Slots[U.Slot].Text, P.Spelled);
  if (U.Name.empty() && P.Of.first)
    U.Name = Index.kernelName(P.Of);
  if (U.Name.empty() && P.Spelled)
    U.Name = Index.kernelName(P.Spelled);
  if (auto N = U.Name.empty() && Sight ? seen(P) : std::nullopt)
    U.Name = Sight->kernel(LoopStmt, *N);
  if (U.Name.empty() && !Scanning)
    Unknown(textOf(P));
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
  if (hostOnly(P))
    return Value::later(P);
  std::string Key = key(P);
  if (pending(E.Reading, P))
    refuse(Diag::HostPendingTransfer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
  if (P.Extent && K != LeafKind::Array && mirrored(P))
    return loadMirror(P, Rg);
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
  if (P.Obj == ExchangeObj) { // of one object or the other
    refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
    return {};
  }
  if (P.T.isVolatileQualified()) {
    checkCapture(P);
    return {};
  }
  if (K == LeafKind::Kernel)
    return Value::of(Value::KernelV, kernelUse(P));
  if (K == LeafKind::Queue) {
    auto [It, New] = OpaqueSlots.try_emplace("q" + Key, 0);
    if (New) {
      It->second = newSlot(Slot::Queue, P, 0);
      oneQueue(P.Spelled);
    }
    return Value::of(Value::QueueV, It->second);
  }
  if (K == LeafKind::Pointer && P.T->isPointerType() && !P.T->getPointeeType()->isVoidType() &&
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
  if (V.K == Value::Later && !hostOnly(P))
    return makeHostOnly(P); // the lowering starts again
  if (hostOnly(P))
    return storeLater(P, V, Rg);
  std::string Key = key(P);
  if (pending(E.Reading, P) || pending(E.Writing, P))
    refuse(Diag::HostPendingTransfer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
  LeafKind K = classify(P.T);
  if (K == LeafKind::Scalar && P.Extent && mirrored(P) && V.K == Value::Scalar)
    return storeMirror(P, V.E, Rg);
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
    Stored.insert(Key);
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
    if (P.Wrapped) // `buffer() = handle` leaves the counts of both as they are
      return refuse(Diag::HostNotCapturable, Rg, {textOf(P), "the handle inside a wrapper object is assigned"});
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
    return wrapperClass(P.T) == "NDRange" ? storeRange(P, V.P, Rg) : copyRecord(P, V.P, Rg);
  if (K == LeafKind::Pointer && exchange(P, V, Rg))
    return;
  if (Objects[P.Obj].External) {
    if (K == LeafKind::Event) {
      if (Objects[P.Obj].D)
        EventsSet.insert(Objects[P.Obj].D);
      else
        makeHostOnly(P);
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
  Container C = containerOf(To.T);
  if (C == Container::Pair || C == Container::Tuple || C == Container::Array) {
    for (unsigned I = 0, N = *fixedSize(To.T); I < N && ok(); ++I)
      copyPart(tupleElement(To, I, Rg), tupleElement(From, I, Rg), Rg);
    return;
  }
  if (const FieldDecl *S = vectorMember(To.T))
    return copyPart(field(To, S), field(From, S), Rg);
  auto *RD = To.T->getAsRecordDecl();
  auto *CD = dyn_cast_or_null<CXXRecordDecl>(RD);
  if (!RD || RD->isUnion() || (CD && !memberwise(CD))) {
    refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
    return;
  }
  if (CD)
    for (const CXXBaseSpecifier &B : CD->bases())
      for (const FieldDecl *F : B.getType()->getAsCXXRecordDecl()->fields()) {
        if (!B.getType()->getAsCXXRecordDecl()->bases().empty())
          return refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
        copyPart(field(To, F), field(From, F), Rg);
      }
  for (const FieldDecl *F : RD->fields()) {
    if (F->getType()->isReferenceType())
      return refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
    Place A = field(To, F), B = field(From, F);
    copyPart(A, B, Rg);
  }
}

} // namespace persistify::host
