//===- Arguments.cpp - arguments of kernels ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device/Commands.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "effects/LaterText.h"
#include "library/ContainerKinds.h"
#include "library/Containers.h"
#include "persistify/Containment.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace persistify::host {

void Commands::forKernel(const Value &K, Stmt S) {
  const int Handle = R.Slots[R.Kernels[K.Slot].Slot].OneOf;
  bool OneHandle = S.K == Stmt::SetArg && Handle >= 0;
  for (const Value *V = &K; V; V = V->Or.get())
    OneHandle &= R.Slots[R.Kernels[V->Slot].Slot].OneOf == Handle;
  if (OneHandle) {
    for (const Value *V = &K; V; V = V->Or.get()) {
      S.KernelSlot = V->Slot;
      ordering().noteKernel(S);
      Out->push_back(S);
    }
    return;
  }
  StmtList *Saved = Out;
  for (const Value *V = &K; V; V = V->Or.get()) {
    Stmt One = S;
    One.KernelSlot = V->Slot;
    ordering().noteKernel(One);
    if (!V->Or) {
      Out->push_back(std::move(One));
      break;
    }
    Stmt If;
    If.K = Stmt::If;
    If.Range = S.Range;
    If.E = V->E;
    If.Body.push_back(std::move(One));
    Out->push_back(std::move(If));
    Out = &Out->back().Else;
  }
  Out = Saved;
}

std::vector<std::pair<const FieldDecl *, uint64_t>> Commands::membersOf(const RecordDecl *RD) const {
  std::vector<std::pair<const FieldDecl *, uint64_t>> To;
  const ASTRecordLayout &L = Ctx.getASTRecordLayout(RD);
  if (auto *Class = dyn_cast<CXXRecordDecl>(RD); Class && !planted("own-members"))
    for (const CXXBaseSpecifier &B : Class->bases())
      if (auto *Base = B.getType()->getAsCXXRecordDecl(); Base && !B.isVirtual())
        for (auto &[F, At] : membersOf(Base->getDefinition()))
          To.push_back({F, At + L.getBaseClassOffset(Base).getQuantity()});
  for (const FieldDecl *F : RD->fields())
    To.push_back({F, L.getFieldOffset(F->getFieldIndex()) / 8});
  return To;
}

std::optional<Place> Commands::fromMember(Place P) const {
  const FieldDecl *F = P.Fields.empty() ? nullptr : P.Fields.back();
  const std::string Step = F ? "." + F->getNameAsString() : "";
  if (!F || !F->getIdentifier() || P.Of.first != F || !P.Of.second.empty() || !places().scalarType(P.T) || P.Extent ||
      P.Unit || P.BaseAt || !llvm::StringRef(P.Path).ends_with(Step) || planted("members-alone"))
    return std::nullopt;
  P.Path.resize(P.Path.size() - Step.size());
  P.Fields.pop_back();
  if (F->getParent()->isUnion()) { // one of a struct's, without a name
    if (P.Fields.empty() || P.Fields.back()->getIdentifier() ||
        P.Fields.back()->getType()->getAsRecordDecl() != F->getParent())
      return std::nullopt;
    F = P.Fields.back();
    P.Fields.pop_back();
  }
  // Members of a base, or of a struct without a name, have other steps.
  const RecordDecl *Of = F->getParent();
  const QualType Outer = P.Fields.empty() ? Objects[P.Obj].T : P.Fields.back()->getType();
  if (Of->isUnion() || Of->isAnonymousStructOrUnion() || !Ctx.hasSameUnqualifiedType(Outer, Ctx.getRecordType(Of)))
    return std::nullopt;
  P.T = Ctx.getRecordType(Of);
  P.BaseAt = Ctx.getASTRecordLayout(Of).getFieldOffset(F->getFieldIndex()) / 8;
  P.Of = {P.Fields.empty() ? static_cast<const ValueDecl *>(Objects[P.Obj].D) : P.Fields.back(), ""};
  return P;
}

bool Commands::parts(const Place &P, uint64_t Size, uint64_t Offset, std::vector<Leaves::Part> &To) {
  if (Size == 0)
    return true;
  if (P.Or) { // two places with the same layout
    std::vector<Leaves::Part> A, B;
    if (!parts(Keeping::first(P), Size, Offset, A) || !parts(P.Or->Other, Size, Offset, B) || A.size() != B.size())
      return false;
    for (size_t I = 0; I < A.size(); ++I) {
      if (A[I].Offset != B[I].Offset || A[I].Size != B[I].Size || !Ctx.hasSameUnqualifiedType(A[I].P.T, B[I].P.T))
        return false;
      A[I].P = keeping().choose(P.Or->C, A[I].P, B[I].P);
      To.push_back(A[I]);
    }
    return true;
  }
  if (To.size() > 64)
    return false;
  if (P.T.isNull() || P.T->isIncompleteType())
    return false;
  uint64_t Element = Ctx.getTypeSizeInChars(P.T).getQuantity();
  if (Element == 0)
    return false;
  if (Size > Element) { // elements of an array
    if (const auto Around = fromMember(P)) // or that member and the next ones
      return parts(*Around, Size, Offset, To);
    if (P.BaseAt || !P.Extent || Size / Element > 64)
      return false;
    for (uint64_t I = 0; I * Element < Size; ++I) {
      Place El = places().advance(P, constant(sizeType(), I), {});
      auto C = constantValue(El.Index);
      if ((C && *C >= P.Extent) || !parts(El, std::min(Element, Size - I * Element), Offset + I * Element, To))
        return false;
    }
    return true;
  }
  if (places().scalarType(P.T)) {
    To.push_back({P, Offset, unsigned(Size)});
    return true;
  }
  LeafKind K = places().classify(P.T);
  if (K == LeafKind::Array) {
    auto *A = Ctx.getAsConstantArrayType(P.T);
    uint64_t ES = Ctx.getTypeSizeInChars(A->getElementType()).getQuantity();
    for (uint64_t I = 0; I < A->getZExtSize() && I * ES < Size; ++I)
      if (!ok() ||
          !parts(places().element(P, constant(sizeType(), I), {}), std::min(ES, Size - I * ES), Offset + I * ES, To))
        return false;
    return true;
  }
  if (K == LeafKind::Record) {
    auto *RD = P.T->getAsRecordDecl();
    if (const FieldDecl *S = places().vectorMember(P.T))
      return parts(places().field(P, S), Size, Offset, To);
    if (!RD || RD->isUnion() || !RD->isCompleteDefinition() || !P.Lanes.isNull())
      return false;
    // All of it, or one of its bases: no member is cut.
    const uint64_t Begin = P.BaseAt, End = Begin + Size;
    if (End > Element)
      return false;
    for (auto &[F, FO] : membersOf(RD)) {
      uint64_t FS = Ctx.getTypeSizeInChars(F->getType()).getQuantity();
      if (FO >= End || FO + FS <= Begin)
        continue;
      if (F->isPotentiallyOverlapping() || FO < Begin || FO + FS > End ||
          !parts(places().field(P, F), FS, Offset + FO - Begin, To) || !ok())
        return false;
    }
    auto *Class = dyn_cast<CXXRecordDecl>(RD);
    return !Class || !Class->isDynamicClass(); // which has more than members
  }
  // OpenCL vector types (cl_float4) are unions around arrays.
  return false;
}

Place Commands::handleAtBegin(const Place &P, uint64_t Size) {
  if (P.Or) { // of one object, or of another one
    const Place A = handleAtBegin(Keeping::first(P), Size), B = ok() ? handleAtBegin(P.Or->Other, Size) : Place();
    const bool Both = ok() && places().classify(A.T) == LeafKind::Handle && places().classify(B.T) == LeafKind::Handle;
    return Both ? keeping().choose(P.Or->C, A, B) : P;
  }
  Place At = P;
  while (Size == uint64_t(Ctx.getTypeSizeInChars(Ctx.VoidPtrTy).getQuantity()) && !planted("handles-alone")) {
    const LeafKind K = places().classify(At.T);
    const RecordDecl *RD = At.T->getAsRecordDecl();
    if (K == LeafKind::Handle)
      return At;
    if (K == LeafKind::Array)
      At = places().element(At, constant(sizeType(), 0), {});
    else if (K == LeafKind::Record && !At.Or && !At.Unit && RD && !RD->isUnion() && RD->isCompleteDefinition() &&
             objectType(At.T) == ApiType::None && containerOf(At.T) == Container::None)
      if (const auto Members = membersOf(RD); !Members.empty() && Members.front().second == 0)
        At = places().field(At, Members.front().first);
      else
        break;
    else
      break;
    if (!ok())
      break;
  }
  return P;
}

void Commands::setArg(const ApiCall &C) {
  Value K = wrapper().object(C.arg(ApiArg::Kernel));
  ExprP Idx = exprs().scalar(C.arg(ApiArg::Index));
  if (!ok())
    return;
  if (K.K != Value::KernelV)
    return refuse(Diag::HostUnknownKernel, C.arg(ApiArg::Kernel)->getSourceRange(), {text(C.arg(ApiArg::Kernel)), ""});
  const clang::Expr *X = C.arg(ApiArg::Value);
  if (X)
    return wrapper().setArgValue(K, Idx, X, C);
  ExprP Size = exprs().scalar(C.arg(ApiArg::Size));
  X = C.arg(ApiArg::Pointer);
  Value V = exprs().rvalue(X);
  if (ok() && V.P.valid()) // its bytes are looked at
    V.P = Places::existing(V.P);
  if (ok())
    setArgBytes(K, Idx, Size, V, X, C);
}

void Commands::setArgBytes(const Value &K, ExprP Idx, ExprP Size, const Value &V, const clang::Expr *X,
                           const ApiCall &C) {
  clang::SourceRange Rg = C.range();
  if (V.K == Value::Maybe)
    return stmts().branch(
        V.E, [&] { setArgBytes(K, Idx, Size, Value::pointer(V.P), X, C); },
        [&] { setArgBytes(K, Idx, Size, Value::of(Value::Null), X, C); }, Rg);
  std::set<uint64_t> Indices;
  if (!keeping().values(Idx, Indices))
    Idx = entry().settled(Idx);
  if (Indices.empty() && !keeping().values(Idx, Indices))
    entry().wantCounters(Idx);
  if (Indices.empty())
    return refuse(Diag::HostUnsupportedApi, Rg, {C.Name, ": the argument index is not constant"});
  Idx = keeping().pinned(Idx, "index");
  Stmt S = command(C, Stmt::SetArg);
  S.ArgIndex = *Indices.begin();
  S.Arg.Size = Size;
  if (V.K == Value::Null) {
    S.Arg.K = ArgValue::NullPointer;
  } else if (V.K == Value::Pointer && V.P.valid()) {
    S.Arg.Size = Size = entry().settled(Size);
    auto N = Size ? constantValue(Size) : std::nullopt;
    if (!N)
      return refuse(Diag::HostUnsupportedApi, Rg, {C.Name, ": the size is not constant"});
    // A handle, perhaps in a variable of another type: void set(int i, void *mem).
    const Place At = handleAtBegin(V.P, *N);
    bool Handle = places().classify(At.T) == LeafKind::Handle;
    Value H = Handle || At.T->isPointerType() ? leaves().load(At, Rg) : Value();
    if (H.K == Value::Later)
      return effects().useOfTime(X);
    if (Handle || H.K == Value::HandleV) {
      S.Arg.K = ArgValue::HandleValue;
      S.Arg.H = H.H;
    } else {
      std::vector<Leaves::Part> Ps;
      if (!parts(V.P, *N, 0, Ps)) {
        if (ok())
          refuse(Diag::HostUnsupportedApi, Rg, {C.Name, ": the bytes of '" + text(X) + "' cannot be followed"});
        return;
      }
      S.Arg.K = ArgValue::Bytes;
      for (Leaves::Part &P : Ps) {
        Value PV = leaves().load(P.P, Rg);
        if (PV.K == Value::Later)
          effects().useOfTime(X);
        if (!ok() || PV.K != Value::Scalar)
          return;
        S.Arg.Pieces.push_back({unsigned(P.Offset), P.Size, PV.E});
      }
      addGaps(V.P, *N, S.Arg);
    }
  } else {
    return refuse(Diag::HostPointer, Rg, {text(X)});
  }
  if (!ok())
    return;
  if (constantValue(Idx))
    return forKernel(K, std::move(S));
  // One of several: an index that is none of them is the original loop's.
  StmtList *Saved = Out;
  for (uint64_t I : Indices) {
    if (I > 1024)
      continue;
    Stmt If;
    If.K = Stmt::If;
    If.Range = S.Range;
    If.E = binary(Expr::EQ, Idx, constant(Idx->T, I));
    Stmt T = S;
    T.ArgIndex = I;
    Out->push_back(std::move(If));
    StmtList *Else = &Out->back().Else;
    Out = &Out->back().Body;
    forKernel(K, std::move(T));
    Out = Else;
  }
  emit(Stmt::Bail, Rg).What = "another argument index";
  Out = Saved;
}

void Commands::addGaps(const Place &P, uint64_t Size, ArgValue &To) {
  const Object &O = Objects[P.Obj];
  const bool Variable = !P.Or && !P.Index && !P.Hidden && P.Path.empty() && O.External && O.D && O.Behind < 0 &&
                        O.Nameless.empty() && !O.D->getType()->isReferenceType() && P.T->isStructureOrClassType() &&
                        Ctx.hasSameUnqualifiedType(P.T, O.D->getType());
  if (!ok() || Scanning || !Variable || planted("gaps-of-host"))
    return;
  const std::vector<unsigned> Gaps = To.gaps(Size);
  if (Gaps.size() > MaxParts)
    return;
  const ScalarType Byte{ScalarType::Unsigned, 8};
  const std::string Bytes = "((const unsigned char *)&" + places().textOf(P) + ")[";
  for (const unsigned I : Gaps)
    To.Pieces.push_back(
        {I, 1, containers().inputValue(P, "_gap", "unsigned char", Byte, Bytes + std::to_string(I) + "]").E});
  llvm::sort(To.Pieces, [](const ArgValue::Piece &A, const ArgValue::Piece &B) { return A.Offset < B.Offset; });
}

} // namespace persistify::host
