//===- LowerApi.cpp - OpenCL calls -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On the device every modelled call succeeds: what could make it fail is
// checked there first and takes the original loop (rule H4). So the status is
// the constant CL_SUCCESS here, and error paths fold away.
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace persistify::host {

Value Lowering::api(Api A, const clang::CallExpr *C, bool ResultUsed) {
  clang::SourceRange Rg = C->getSourceRange();
  std::string Name = C->getDirectCallee()->getNameAsString();
  Value Success = Value::scalar(constant(intType(), 0));
  switch (A) {
  case Api::Launch:
  case Api::LaunchTask:
    launch(A, C, ResultUsed);
    return Success;
  case Api::SetArg:
    setArg(C);
    return Success;
  case Api::Read:
  case Api::Write:
    transfer(A, C, ResultUsed);
    return Success;
  case Api::Copy:
  case Api::Fill:
    copyOrFill(A, C, ResultUsed);
    return Success;
  case Api::Wait:
    if (Name == "clWaitForEvents" && C->getNumArgs() == 2)
      waitList(C->getArg(0), C->getArg(1));
    synchronized();
    R.Notes.push_back({range(Rg), Name + ": the region's launch is waited for instead"});
    if (Name == "clFinish" && C->getNumArgs() == 1)
      queue(C->getArg(0));
    return Success;
  case Api::Order:
    order(C);
    R.Notes.push_back({range(Rg), Name + ": dropped, the queue is in order"});
    return Success;
  case Api::Program:
    refuse(Diag::HostProgramInLoop, Rg, {Name});
    return {};
  case Api::Resource:
    refuse(Diag::HostResource, Rg, {Name});
    return {};
  default:
    refuse(Diag::HostUnsupportedApi, Rg, {Name, ""});
    return {};
  }
}

void Lowering::queue(const clang::Expr *X) {
  Value V = rvalue(X);
  if (ok() && V.K != Value::QueueV)
    refuse(Diag::HostSeveralQueues, X->getSourceRange());
}

Handle Lowering::buffer(const clang::Expr *X) {
  Value V = rvalue(X);
  if (V.K == Value::HandleV)
    return V.H;
  if (V.K != Value::Null && ok())
    refuse(Diag::HostUnsupportedExpr, X->getSourceRange(), {"the buffer '" + text(X) + "'"});
  return {};
}

/// All pending transfers are complete.
void Lowering::synchronized() {
  E.Reading.clear();
  E.Writing.clear();
}

/// The sizes behind a `const size_t *` argument, read at the call.
bool Lowering::sizes(const clang::Expr *X, unsigned Dim, ExprP (&To)[3]) {
  Value V = rvalue(X);
  if (!ok() || V.K == Value::Null)
    return false;
  if (V.K != Value::Pointer || !V.P.valid()) {
    refuse(Diag::HostPointer, X->getSourceRange(), {text(X)});
    return false;
  }
  for (unsigned I = 0; I < Dim && ok(); ++I) {
    Place P = advance(V.P, constant(sizeType(), I), X->getSourceRange());
    if (!ok())
      return false;
    auto C = P.Index ? constantValue(P.Index) : std::nullopt;
    if (C && P.Extent && *C >= P.Extent) {
      refuse(Diag::HostPointer, X->getSourceRange(), {text(X)});
      return false;
    }
    auto T = scalarType(P.T);
    if (!T || !T->isInteger() || T->Bits != 64) {
      refuse(Diag::HostPointer, X->getSourceRange(), {text(X)});
      return false;
    }
    Value S = load(P, X->getSourceRange());
    To[I] = S.K == Value::Scalar ? host::cast(sizeType(), S.E) : constant(sizeType(), 0);
  }
  return ok();
}

void Lowering::launch(Api A, const clang::CallExpr *C, bool ResultUsed) {
  clang::SourceRange Rg = C->getSourceRange();
  bool Task = A == Api::LaunchTask;
  unsigned Need = Task ? 5 : 9;
  if (C->getNumArgs() != Need)
    return refuse(Diag::HostUnsupportedApi, Rg, {text(C->getCallee()), ""});
  queue(C->getArg(0));
  Value K = rvalue(C->getArg(1));
  if (!ok())
    return;
  if (K.K != Value::KernelV)
    return refuse(Diag::HostUnknownKernel, C->getArg(1)->getSourceRange(), {text(C->getArg(1))});
  Stmt S;
  S.K = Stmt::Launch;
  S.Range = range(Rg);
  S.What = C->getDirectCallee()->getNameAsString();
  S.StatusIgnored = !ResultUsed;
  if (Task) {
    S.Dim = 1;
    S.Global[0] = S.Local[0] = constant(sizeType(), 1);
    S.HasLocal = true;
  } else {
    auto Dim = constantValue(scalar(C->getArg(2)));
    if (!ok())
      return;
    if (!Dim || *Dim < 1 || *Dim > 3)
      return refuse(Diag::HostUnsupportedApi, Rg, {S.What, ": the number of dimensions is not constant"});
    S.Dim = *Dim;
    if (!sizes(C->getArg(3), S.Dim, S.Offset) && !ok())
      return;
    if (!sizes(C->getArg(4), S.Dim, S.Global)) {
      if (ok()) // a null global size is an error of the call
        bail(Rg, "no global size is given");
      return;
    }
    S.HasLocal = sizes(C->getArg(5), S.Dim, S.Local);
  }
  waitList(C->getArg(Need - 3), C->getArg(Need - 2));
  event(C->getArg(Need - 1));
  if (ok())
    forKernel(K, std::move(S));
}

/// A statement about a kernel, of which there may be two.
void Lowering::forKernel(const Value &K, Stmt S) {
  if (!K.Or) {
    S.KernelSlot = K.Slot;
    Out->push_back(std::move(S));
    return;
  }
  Stmt If;
  If.K = Stmt::If;
  If.Range = S.Range;
  If.E = K.E;
  Stmt T = S;
  S.KernelSlot = K.Slot;
  T.KernelSlot = K.Or->Slot;
  If.Body.push_back(std::move(S));
  If.Else.push_back(std::move(T));
  Out->push_back(std::move(If));
}

/// The scalar leaves that make up Size bytes at P.
bool Lowering::parts(const Place &P, uint64_t Size, uint64_t Offset, std::vector<Part> &To) {
  if (Size == 0)
    return true;
  if (P.Or) { // two places with the same layout
    std::vector<Part> A, B;
    if (!parts(first(P), Size, Offset, A) || !parts(P.Or->Other, Size, Offset, B) || A.size() != B.size())
      return false;
    for (size_t I = 0; I < A.size(); ++I) {
      if (A[I].Offset != B[I].Offset || A[I].Size != B[I].Size || !Ctx.hasSameUnqualifiedType(A[I].P.T, B[I].P.T))
        return false;
      A[I].P = choose(P.Or->C, A[I].P, B[I].P);
      To.push_back(A[I]);
    }
    return true;
  }
  if (To.size() > 64)
    return false;
  if (auto T = scalarType(P.T)) {
    if (Size <= T->bytes()) {
      To.push_back({P, Offset, unsigned(Size)});
      return true;
    }
    if (!P.Extent)
      return false;
    // Elements of an array.
    for (uint64_t I = 0; I * T->bytes() < Size; ++I) {
      if (I > 64)
        return false;
      Place El = P;
      El.Index = binary(Expr::Add, P.Index, constant(sizeType(), I));
      auto C = constantValue(El.Index);
      if (C && *C >= P.Extent)
        return false;
      To.push_back({El, Offset + I * T->bytes(), unsigned(std::min<uint64_t>(T->bytes(), Size - I * T->bytes()))});
    }
    return true;
  }
  LeafKind K = classify(P.T);
  if (K == LeafKind::Array) {
    auto *A = Ctx.getAsConstantArrayType(P.T);
    uint64_t ES = Ctx.getTypeSizeInChars(A->getElementType()).getQuantity();
    for (uint64_t I = 0; I < A->getZExtSize() && I * ES < Size; ++I)
      if (!ok() || !parts(element(P, constant(sizeType(), I), {}), std::min(ES, Size - I * ES), Offset + I * ES, To))
        return false;
    return true;
  }
  if (K == LeafKind::Record) {
    auto *RD = P.T->getAsRecordDecl();
    if (!RD || RD->isUnion() || !RD->isCompleteDefinition())
      return false;
    if (Size != uint64_t(Ctx.getTypeSizeInChars(P.T).getQuantity()))
      return false;
    const ASTRecordLayout &L = Ctx.getASTRecordLayout(RD);
    for (const FieldDecl *F : RD->fields()) {
      uint64_t FS = Ctx.getTypeSizeInChars(F->getType()).getQuantity();
      uint64_t FO = L.getFieldOffset(F->getFieldIndex()) / 8;
      if (!parts(field(P, F), FS, Offset + FO, To) || !ok())
        return false;
    }
    return true;
  }
  // OpenCL vector types (cl_float4) are unions around arrays.
  return false;
}

void Lowering::setArg(const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  if (C->getNumArgs() != 4)
    return refuse(Diag::HostUnsupportedApi, Rg, {"clSetKernelArg", ""});
  Value K = rvalue(C->getArg(0));
  ExprP Idx = scalar(C->getArg(1));
  ExprP Size = scalar(C->getArg(2));
  Value V = rvalue(C->getArg(3));
  if (!ok())
    return;
  if (K.K != Value::KernelV)
    return refuse(Diag::HostUnknownKernel, C->getArg(0)->getSourceRange(), {text(C->getArg(0))});
  std::set<uint64_t> Indices;
  if (!values(Idx, Indices))
    return refuse(Diag::HostUnsupportedApi, Rg, {"clSetKernelArg", ": the argument index is not constant"});
  Idx = pinned(Idx, "index");
  Stmt S;
  S.K = Stmt::SetArg;
  S.Range = range(Rg);
  S.What = "clSetKernelArg";
  S.ArgIndex = *Indices.begin();
  S.Arg.Size = Size;
  if (V.K == Value::Null) {
    S.Arg.K = ArgValue::NullPointer;
  } else if (V.K == Value::Pointer && V.P.valid()) {
    auto N = constantValue(Size);
    if (!N)
      return refuse(Diag::HostUnsupportedApi, Rg, {"clSetKernelArg", ": the size is not constant"});
    LeafKind L = classify(V.P.T);
    if (L == LeafKind::Handle) {
      Value H = load(V.P, Rg);
      S.Arg.K = ArgValue::HandleValue;
      S.Arg.H = H.H;
    } else {
      std::vector<Part> Ps;
      if (!parts(V.P, *N, 0, Ps)) {
        if (ok())
          refuse(Diag::HostUnsupportedApi, Rg, {"clSetKernelArg", ": the bytes of '" + text(C->getArg(3)) + "' cannot be followed"});
        return;
      }
      S.Arg.K = ArgValue::Bytes;
      for (Part &P : Ps) {
        Value PV = load(P.P, Rg);
        if (!ok() || PV.K != Value::Scalar)
          return;
        S.Arg.Pieces.push_back({unsigned(P.Offset), P.Size, PV.E});
      }
    }
  } else {
    return refuse(Diag::HostPointer, Rg, {text(C->getArg(3))});
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

void Lowering::transfer(Api A, const clang::CallExpr *C, bool ResultUsed) {
  clang::SourceRange Rg = C->getSourceRange();
  bool Read = A == Api::Read;
  if (C->getNumArgs() != 9)
    return refuse(Diag::HostUnsupportedApi, Rg, {Read ? "clEnqueueReadBuffer" : "clEnqueueWriteBuffer", ""});
  queue(C->getArg(0));
  Handle H = buffer(C->getArg(1));
  ExprP Blocking = scalar(C->getArg(2));
  ExprP Offset = host::cast(sizeType(), scalar(C->getArg(3)));
  ExprP Size = host::cast(sizeType(), scalar(C->getArg(4)));
  if (!ok())
    return;
  Snapshot Before = save();
  Value V = rvalue(C->getArg(5));
  auto N = constantValue(Size);
  std::vector<Part> Ps;
  bool Small = ok() && N && V.K == Value::Pointer && V.P.valid() && !V.P.Or && parts(V.P, *N, 0, Ps) && ok();
  if (!Small) {
    bool Volatile = !Refused.empty() && Refused[0].D == Diag::HostNotCapturable;
    if (!Volatile) {
      Refused.clear();
      restore(std::move(Before));
      refuse(Read ? Diag::HostBulkRead : Diag::HostBulkWrite, Rg, {text(C->getArg(5))});
    }
    return;
  }
  auto B = truth(Blocking);
  if (!B)
    return refuse(Diag::HostUnsupportedApi, Rg, {text(C->getCallee()), ": whether it blocks is not constant"});
  waitList(C->getArg(6), C->getArg(7));
  if (Ps.empty()) { // nothing to move: an error of the call
    if (ResultUsed)
      bail(Rg, "a transfer of no bytes");
    return;
  }
  if (*B)
    synchronized();
  for (Part &P : Ps) {
    unsigned Id;
    if (!scalarLeaf(P.P, Id))
      return;
    Stmt S;
    S.K = Read ? Stmt::ReadBack : Stmt::Upload;
    S.Range = range(Rg);
    S.What = C->getDirectCallee()->getNameAsString();
    S.StatusIgnored = !ResultUsed;
    S.H = H;
    S.Offset[0] = binary(Expr::Add, Offset, constant(sizeType(), P.Offset));
    S.Size = P.Size;
    std::string Key = key(P.P);
    if (Read) {
      if (pending(E.Writing, P.P) || pending(E.Reading, P.P))
        return refuse(Diag::HostPendingTransfer, Rg, {text(C->getArg(5))});
      S.Var = Id;
      S.Index = P.P.Index;
      R.Vars[Id].Assigned = true;
      forget(P.P);
      if (!*B)
        E.Reading.insert(Key);
    } else {
      Value X = load(P.P, Rg);
      if (!ok() || X.K != Value::Scalar)
        return;
      S.Value = X.E;
      if (!*B)
        E.Writing.insert(Key);
    }
    Out->push_back(std::move(S));
  }
  event(C->getArg(8));
}

/// clEnqueueCopyBuffer and clEnqueueFillBuffer.
void Lowering::copyOrFill(Api A, const clang::CallExpr *C, bool ResultUsed) {
  clang::SourceRange Rg = C->getSourceRange();
  Stmt S;
  S.Range = range(Rg);
  S.What = C->getDirectCallee()->getNameAsString();
  S.StatusIgnored = !ResultUsed;
  if (C->getNumArgs() != 9)
    return refuse(Diag::HostUnsupportedApi, Rg, {S.What, ""});
  queue(C->getArg(0));
  S.H = buffer(C->getArg(1));
  if (A == Api::Copy) {
    S.K = Stmt::Copy;
    S.H2 = buffer(C->getArg(2));
    S.Offset[0] = host::cast(sizeType(), scalar(C->getArg(3)));
    S.Offset[1] = host::cast(sizeType(), scalar(C->getArg(4)));
    S.E = host::cast(sizeType(), scalar(C->getArg(5)));
  } else {
    S.K = Stmt::Fill;
    Value P = rvalue(C->getArg(2));
    auto N = constantValue(scalar(C->getArg(3)));
    S.Offset[0] = host::cast(sizeType(), scalar(C->getArg(4)));
    S.E = host::cast(sizeType(), scalar(C->getArg(5)));
    if (!ok())
      return;
    std::vector<Part> Ps;
    bool Good = N && (*N == 1 || *N == 2 || *N == 4 || *N == 8) && P.K == Value::Pointer &&
                P.P.valid() && parts(P.P, *N, 0, Ps) && Ps.size() == 1;
    if (!Good) {
      if (ok())
        refuse(Diag::HostUnsupportedApi, Rg, {S.What, ": the pattern is not one scalar"});
      return;
    }
    S.Size = *N;
    S.Value = load(Ps[0].P, Rg).E;
  }
  waitList(C->getArg(6), C->getArg(7));
  event(C->getArg(8));
  if (ok())
    Out->push_back(std::move(S));
}

} // namespace persistify::host
