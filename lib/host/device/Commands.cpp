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
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "effects/LaterText.h"
#include "Walk.h"
#include "persistify/Containment.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace persistify::host {

Value Commands::api(ApiCall C, bool ResultUsed) {
  clang::SourceRange Rg = C.range();
  Value Success = Value::scalar(constant(intType(), 0));
  C.StatusIgnored = !ResultUsed && !(C.Wrapper && wrapperThrows(Ctx));
  effects().Enqueued = true;
  ordering().noteCommand(C);
  switch (C.A) {
  case Api::Launch:
  case Api::LaunchTask: launch(C); return Success;
  case Api::LaunchFunctor: return wrapper().functor(C);
  case Api::LaunchCall: launchCall(C); return Success;
  case Api::SetArg: setArg(C); return Success;
  case Api::Read:
  case Api::Write: transfer(C); return Success;
  case Api::CopyIn:
  case Api::CopyOut: wrapper().copyElements(C); return Success;
  case Api::Copy:
  case Api::Fill: copyOrFill(C); return Success;
  case Api::Map: return map(C);
  case Api::Unmap: unmap(C); return Success;
  case Api::EventStatus: events().eventStatus(C); return Success;
  case Api::Query: query(C); return Success;
  case Api::Wait:
    events().waitList(C);
    synchronized();
    R.Notes.push_back({range(Rg), C.Name + ": the region's launch is waited for instead"});
    queue(C, /*Default=*/false);
    return Success;
  case Api::Order:
    events().order(C);
    R.Notes.push_back({range(Rg), C.Name + ": dropped, the queue is in order"});
    return Success;
  case Api::RawHandle: return wrapper().rawHandle(C);
  case Api::DefaultQueue: return wrapper().defaultQueue(Rg);
  case Api::LocalSize: return wrapper().localSize(C);
  case Api::Profile: events().profile(C); return ok() && profiledTime(C.C) ? Value::later() : Success;
  case Api::MakeKernel: {
    Value V = made().makeKernel(C.C, C.arg(ApiArg::Program), C.arg(ApiArg::Name), C.Name);
    succeed(C);
    return V;
  }
  case Api::ReleaseKernel: made().releaseKernel(C); return Success;
  case Api::MakeBuffer: {
    if (const clang::Expr *X = C.arg(ApiArg::Properties); X && !isEmptyList(X))
      return refuse(Diag::HostResource, Rg, {C.Name}), Value();
    Value V = made().makeBuffer(C.C, C.arg(ApiArg::Context), C.arg(ApiArg::Flags), C.arg(ApiArg::Size),
                                C.arg(ApiArg::Pointer), C);
    succeed(C);
    return V;
  }
  case Api::ReleaseBuffer:
    if (Handle H = buffer(C.arg(ApiArg::Buffer)); ok())
      made().releaseBuffer(H, Rg, C.Name);
    return Success;
  case Api::Program: refuse(Diag::HostProgramInLoop, Rg, {C.Name}); return {};
  case Api::Resource: refuse(Diag::HostResource, Rg, {C.Name}); return {};
  default:
    refuse(Diag::HostUnsupportedApi, Rg, {C.Name, C.Row && C.Row->Effect.Hint ? C.Row->Effect.Hint : ""});
    return {};
  }
}

bool Commands::isEmptyList(const clang::Expr *X) {
  Value V = exprs().rvalue(X);
  if (!ok() || V.K == Value::Null)
    return ok();
  if (V.K != Value::Pointer || !V.P.valid())
    return false;
  Value First = leaves().load(V.P, X->getSourceRange());
  auto N = ok() && First.K == Value::Scalar ? constantValue(First.E) : std::nullopt;
  return N && *N == 0;
}

void Commands::queue(const ApiCall &C, bool Default) {
  const clang::Expr *X = C.arg(ApiArg::Queue);
  const bool Has = C.Of && C.Of->defaultQueue();
  if (X && Has && X->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull))
    X = nullptr;
  if (!X && !(Default && Has))
    return;
  Value V = X ? wrapper().object(X) : wrapper().defaultQueue(C.range());
  const clang::Expr *Of = X ? peel(X) : nullptr;
  while (auto *M = dyn_cast_or_null<MemberExpr>(Of))
    Of = peel(M->getBase());
  bool Chosen = Of && isa<ArraySubscriptExpr>(Of) && !Refused.empty() && Refused[0].D == Diag::HostPointer;
  if (Chosen && !Scanning) // by an index that the loop computes
    Refused.clear();
  if (ok() && V.K != Value::QueueV)
    refuse(Diag::HostSeveralQueues, X ? X->getSourceRange() : C.range(),
           {X ? ": '" + text(X) + "' is not seen to be the same one all the time" : ""});
}

void Commands::oneQueue(const clang::Expr *X) {
  for (const clang::Expr *Other : Queues)
    if (Index.differentQueues(X, Other) && !Scanning && ok())
      refuse(Diag::HostSeveralQueues, X->getSourceRange(),
             {": '" + text(X) + "' and '" + text(Other) + "' were each given one of their own"});
  if (X)
    Queues.push_back(X);
}

Handle Commands::buffer(const clang::Expr *X) {
  Value V = wrapper().object(X);
  if (V.K == Value::HandleV)
    return V.H;
  if (V.K != Value::Null && ok())
    refuse(Diag::HostUnsupportedExpr, X->getSourceRange(), {"the buffer '" + text(X) + "'"});
  return {};
}

void Commands::synchronized() {
  E.Reading.clear();
  E.Writing.clear();
}

bool Commands::sizes(const clang::Expr *X, unsigned Dim, ExprP (&To)[3], ExprP *Given) {
  // One number by its address: what else would be read is not what the program means.
  if (auto *U = dyn_cast<UnaryOperator>(X->IgnoreParenCasts()); U && U->getOpcode() == UO_AddrOf)
    if (const QualType T = U->getSubExpr()->getType();
        isa<DeclRefExpr, MemberExpr>(U->getSubExpr()->IgnoreParens()) && T->isIntegerType()) {
      const uint64_t Bytes = Ctx.getTypeSizeInChars(T).getQuantity(),
                     Each = Ctx.getTypeSizeInChars(Ctx.getSizeType()).getQuantity();
      if (Bytes == Each && Dim <= 1)
        return sizesBehind(X, Dim, To, Given);
      refuse(Diag::HostUnsupportedApi, X->getSourceRange(),
             {text(X), Bytes != Each ? ": a size is read as a number of " + std::to_string(Each) +
                                           " bytes, and this has " + std::to_string(Bytes)
                                     : ": a launch in " + std::to_string(Dim) +
                                           " dimensions reads as many sizes, and this is one"});
      return false;
    }
  return sizesBehind(X, Dim, To, Given);
}

bool Commands::sizesBehind(const clang::Expr *X, unsigned Dim, ExprP (&To)[3], ExprP *Given) {
  Value V = exprs().rvalue(X);
  if (V.K == Value::Maybe && Given) {
    *Given = V.E;
    V = Value::pointer(V.P);
  } else if (Given && !planted("local-sizes-given")) { // a parameter that calls leave out, say
    if (std::optional<ExprP> There = keeping().given(V))
      *Given = *There;
  }
  if (!ok() || V.K == Value::Null)
    return false;
  if (V.K != Value::Pointer || !V.P.valid()) {
    refuse(Diag::HostPointer, X->getSourceRange(), {text(X)});
    return false;
  }
  for (unsigned I = 0; I < Dim && ok(); ++I) {
    Place P = places().advance(V.P, constant(sizeType(), I), X->getSourceRange());
    if (!ok())
      return false;
    auto C = P.Index ? constantValue(P.Index) : std::nullopt;
    if (C && P.Extent && *C >= P.Extent) {
      refuse(Diag::HostPointer, X->getSourceRange(), {text(X)});
      return false;
    }
    auto T = places().scalarType(P.T);
    if (!T || !T->isInteger() || T->Bits != 64) {
      refuse(Diag::HostPointer, X->getSourceRange(), {text(X)});
      return false;
    }
    if (I > 0 && (!Dimensions.empty() || keeping().Spared.count(P.Obj))) // perhaps there is none
      sizeIfThere(P, I, X->getSourceRange());
    if (!ok())
      return false;
    Value S = leaves().load(P, X->getSourceRange());
    if (S.K == Value::Later)
      effects().useOfTime(X);
    To[I] = S.K == Value::Scalar ? castTo(sizeType(), S.E) : constant(sizeType(), 0);
  }
  return ok();
}

void Commands::sizeIfThere(Place &P, unsigned I, clang::SourceRange Rg) {
  const Object &O = Objects[P.Obj];
  if (!O.External || P.Extent || planted("sizes-behind"))
    return;
  llvm::StringRef T = O.Text;
  if (O.Behind < 0 || !O.Nameless.empty() || O.Elsewhere || P.Hidden || P.Or ||
      P.Path != "[" + std::to_string(I) + "]" || !T.consume_front("(*") || !T.consume_back(")"))
    return places().unknownElement(P, Rg);
  auto Spare = keeping().Spared.find(P.Obj);
  const std::string Array = Spare == keeping().Spared.end() ? T.str() : Spare->second;
  const std::string There = (Dimensions.empty() ? "" : "(" + Dimensions + ") > " + std::to_string(I) + " && ") +
                            "persistify_is_readable((const void *)(" + Array + "), " +
                            std::to_string((I + 1) * Ctx.getTypeSizeInChars(P.T).getQuantity()) + ")";
  P.Reads = "(" + There + " ? (" + Array + ")[" + std::to_string(I) + "] : 0)";
}

bool Commands::launchSizes(const ApiCall &C, Stmt &S) {
  const clang::Expr *Offset = C.arg(ApiArg::Offset), *Global = C.arg(ApiArg::Global), *Local = C.arg(ApiArg::Local);
  if (C.A == Api::LaunchTask) {
    S.Dim = 1;
    S.Global[0] = S.Local[0] = constant(sizeType(), 1);
    S.HasLocal = true;
    return true;
  }
  if (C.Wrapper)
    return wrapper().ranges(exprs().lvalue(Offset), exprs().lvalue(Global), exprs().lvalue(Local), S, C.range());
  if (!sizes(Offset, S.Dim, S.Offset) && !ok())
    return false;
  if (!sizes(Global, S.Dim, S.Global)) {
    if (ok()) // a null global size is an error of the call
      stmts().bail(C.range(), Stmt::NoSize);
    return false;
  }
  S.HasLocal = sizes(Local, S.Dim, S.Local, &S.E);
  return ok();
}

Stmt Commands::command(const ApiCall &C, Stmt::Kind K) {
  Stmt S;
  S.K = K;
  S.Range = range(C.range());
  S.What = C.Name;
  S.StatusIgnored = C.StatusIgnored;
  return S;
}

void Commands::launch(const ApiCall &C) {
  queue(C);
  Value K = kernel(C);
  if (!ok())
    return;
  Stmt S = command(C, Stmt::Launch);
  if (!C.Wrapper && C.A != Api::LaunchTask) {
    const ExprP Dim = entry().settled(exprs().scalar(C.arg(ApiArg::Dim)));
    const auto N = ok() ? constantValue(Dim) : std::nullopt;
    if (!ok())
      return;
    if (!N)
      return launchInAny(C, K, S, Dim);
    if (*N < 1 || *N > 3)
      return refuse(Diag::HostUnsupportedApi, C.range(),
                    {S.What, ": no launch has " + std::to_string(*N) + " dimensions"});
    S.Dim = *N;
  }
  if (!launchSizes(C, S))
    return;
  events().waitList(C);
  events().event(C);
  if (ok())
    launchOne(C, K, std::move(S));
}

void Commands::launchInAny(const ApiCall &C, const Value &K, const Stmt &Launch, const ExprP &Dim) {
  const ExprP Number = Scanning || planted("constant-dimensions") ? nullptr : entry().steady(Dim);
  if (!Number)
    return refuse(Diag::HostUnsupportedApi, C.range(),
                  {Launch.What, ": the number of dimensions is neither constant nor known in front of the loop"});
  forEachVar(Number, [&](unsigned V) {
    entry().SteadyUses.push_back({V, C.range()});
    containers().requireTarget(Objects[leaves().Outside.at(V).Obj]);
  });
  const ExprP Is = keeping().pinned(Dim, "dimensions");
  std::optional<Stmt> In[3];
  for (unsigned N = 1; N <= 3 && ok(); ++N) {
    Stmt S = Launch;
    S.Dim = N;
    Snapshot Before = stmts().save();
    Dimensions = entry().hostText(Number);
    const bool Good = launchSizes(C, S);
    Dimensions.clear();
    if (Good) {
      In[N - 1] = std::move(S);
    } else if (N > 1 && !ok()) { // there are not as many sizes
      stmts().restore(std::move(Before));
      Refused.clear();
      break;
    }
  }
  if (!ok() || !E.Reachable)
    return;
  events().waitList(C);
  events().event(C);
  std::function<void(unsigned)> Next = [&](unsigned N) {
    if (N > 3 || !In[N - 1])
      return stmts().bail(C.range(), Stmt::Unseen);
    stmts().branch(
        binary(Expr::EQ, Is, constant(Is->T, N)), [&] { launchOne(C, K, std::move(*In[N - 1])); }, [&] { Next(N + 1); },
        C.range());
  };
  if (ok())
    Next(1);
}

void Commands::launchOne(const ApiCall &C, const Value &K, Stmt S) {
  if (!S.E)
    return forKernel(K, std::move(S));
  // A local size that is given under a condition: one launch with it, one without.
  ExprP Given = std::move(S.E);
  Stmt Without = S;
  Without.HasLocal = false;
  for (ExprP &L : Without.Local)
    L = nullptr;
  stmts().branch(Given, [&] { forKernel(K, std::move(S)); }, [&] { forKernel(K, std::move(Without)); }, C.range());
}

Value Commands::kernel(const ApiCall &C) {
  const clang::Expr *X = C.arg(ApiArg::Kernel);
  Value K = wrapper().object(X);
  if (ok() && K.K != Value::KernelV)
    refuse(Diag::HostUnknownKernel, X->getSourceRange(), {text(X), ""});
  return K;
}

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
    bool Handle = places().classify(V.P.T) == LeafKind::Handle;
    Value H = Handle || V.P.T->isPointerType() ? leaves().load(V.P, Rg) : Value();
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

ExprP Commands::offset(const ApiCall &C, ApiArg Which) {
  const clang::Expr *X = C.arg(Which);
  return X ? castTo(sizeType(), exprs().scalar(X)) : constant(sizeType(), 0);
}

void Commands::transfer(const ApiCall &C) {
  queue(C);
  Handle H = buffer(C.arg(ApiArg::Buffer));
  const clang::Expr *Blocks = C.arg(ApiArg::Blocking);
  ExprP Blocking = Blocks ? exprs().scalar(Blocks) : constant(intType(), 1);
  ExprP Offset = offset(C, ApiArg::Offset);
  ExprP Size = castTo(sizeType(), exprs().scalar(C.arg(ApiArg::Size)));
  if (!ok())
    return;
  const clang::Expr *X = C.arg(ApiArg::Pointer);
  Snapshot Before = stmts().save();
  transferBytes(C, H, truth(Blocking), Offset, Size, exprs().rvalue(X), X, std::move(Before));
}

void Commands::transferBytes(const ApiCall &C, const Handle &H, std::optional<bool> Blocking, ExprP Offset, ExprP Size,
                             const Value &V, const clang::Expr *X, Snapshot Before) {
  clang::SourceRange Rg = C.range();
  auto N = constantValue(Size);
  if (ok() && V.K == Value::Pointer && V.P.valid() && V.P.Or &&
      (N || exchanges().exchangesNumbers())) { // of one place, or another one
    stmts().branch(
        V.P.Or->C,
        [&] { transferBytes(C, H, Blocking, Offset, Size, Value::pointer(Keeping::first(V.P)), X, stmts().save()); },
        [&] { transferBytes(C, H, Blocking, Offset, Size, Value::pointer(V.P.Or->Other), X, stmts().save()); }, Rg);
    return;
  }
  bool Read = C.A == Api::Read || C.A == Api::CopyOut;
  std::vector<Leaves::Part> Ps;
  bool Place = ok() && V.K == Value::Pointer && V.P.valid() && !V.P.Or;
  bool Bulk = Place && Size && mirrors().mirrored(V.P);
  bool Small = !Bulk && Place && N && parts(V.P, *N, 0, Ps) && ok() && Ps.size() <= MaxParts;
  // What lies between members comes and goes with them: the bytes of an object of the program's are all taken.
  uint64_t Taken = 0;
  for (const Leaves::Part &P : Ps)
    Taken += P.Size;
  if (Small && Taken < *N && Objects[V.P.Obj].External && !planted("padding"))
    Small = false;
  if (!Small && !Bulk) {
    bool Volatile = !Refused.empty() && Refused[0].D == Diag::HostNotCapturable;
    if (!Volatile) {
      stmts().restore(std::move(Before));
      if (Place)
        mirrors().wantMirror(V.P);
      std::string Why; // a bool for a cl_bool, say
      if (auto T = Place && N && !V.P.Extent ? places().scalarType(V.P.T) : std::nullopt; T && T->bytes() < *N)
        Why = ": these are " + std::to_string(*N) + " bytes, and it has " + std::to_string(T->bytes());
      refuse(Read ? Diag::HostBulkRead : Diag::HostBulkWrite, Rg, {text(X), Why});
    }
    return;
  }
  if (!Blocking)
    return refuse(Diag::HostUnsupportedApi, Rg, {C.Name, ": whether it blocks is not constant"});
  if (C.C) // a blocking read leaves no trace in the queue; a new buffer is nobody else's
    ordering().Operands.note({Order::Queue, "", std::nullopt, !Read || !*Blocking});
  events().waitList(C);
  if (Bulk) {
    if (*Blocking)
      synchronized();
    // The queue performs a read of the same place behind the one that is pending.
    if (leaves().pending(Read ? E.Writing : E.Reading, V.P))
      return refuse(Diag::HostPendingTransfer, Rg, {text(X)});
    Stmt S = command(C, Stmt::Copy);
    S.H = H;
    S.Offset[0] = Offset;
    mirrors().transferMirror(Read, V.P, std::move(S), Size);
    if (!*Blocking && ok()) // any element of it
      (Read ? E.Reading : E.Writing).insert(std::to_string(V.P.Obj) + V.P.Path + "#?");
    return events().event(C);
  }
  if (Ps.empty()) { // nothing to move: an error of the call
    if (!C.StatusIgnored)
      stmts().bail(Rg, Stmt::NoBytes);
    return;
  }
  if (*Blocking)
    synchronized();
  // Where a part comes from and goes to may stand in one that is read: &a[a[0]], a[0] * 4.
  const size_t Begin = Out->size();
  for (Leaves::Part &P : Ps) {
    if (!planted("places-again")) {
      P.P = keeping().kept(P.P, Begin);
      Offset = keeping().kept(Offset, Begin, "offset");
    }
    unsigned Id;
    if (!leaves().scalarLeaf(P.P, Id))
      return;
    Stmt S = command(C, Read ? Stmt::ReadBack : Stmt::Upload);
    S.H = H;
    S.Offset[0] = binary(Expr::Add, Offset, constant(sizeType(), P.Offset));
    S.Size = P.Size;
    std::string Key = places().key(P.P);
    if (Read) {
      if (leaves().pending(E.Writing, P.P)) // behind a read that is pending the queue performs this one
        return refuse(Diag::HostPendingTransfer, Rg, {P.P.Index ? Objects[P.P.Obj].Name : text(X)});
      S.Var = Id;
      S.Index = P.P.Index;
      R.Vars[Id].Assigned = true;
      ordering().noteAccess(P.P, /*Write=*/true);
      leaves().forget(P.P);
      if (!Scanning)
        E.Changed[Id] = ++Moment;
      if (!*Blocking)
        E.Reading.insert(Key);
    } else {
      Value Bits = leaves().load(P.P, Rg);
      if (!ok() || Bits.K != Value::Scalar)
        return;
      S.Value = Bits.E;
      if (!*Blocking)
        E.Writing.insert(Key);
    }
    Out->push_back(std::move(S));
  }
  events().event(C);
}

void Commands::copyOrFill(const ApiCall &C) {
  Stmt S = command(C, C.A == Api::Copy ? Stmt::Copy : Stmt::Fill);
  queue(C);
  S.H = buffer(C.arg(ApiArg::Buffer));
  if (C.A == Api::Copy)
    S.H2 = buffer(C.arg(ApiArg::To));
  Value P;
  std::optional<uint64_t> N;
  if (C.A == Api::Fill) {
    const clang::Expr *X = C.arg(ApiArg::Pattern);
    if (C.Wrapper) { // by value, of its own size
      Place T = places().temporary(X->getType(), "pattern");
      exprs().initialize(T, X);
      P = Value::pointer(T);
      N = Ctx.getTypeSizeInChars(X->getType()).getQuantity();
    } else {
      P = exprs().rvalue(X);
      N = constantValue(exprs().scalar(C.arg(ApiArg::PatternSize)));
    }
  }
  S.Offset[0] = offset(C, ApiArg::Offset);
  if (C.A == Api::Copy)
    S.Offset[1] = offset(C, ApiArg::ToOffset);
  S.E = castTo(sizeType(), exprs().scalar(C.arg(ApiArg::Size)));
  if (C.A == Api::Fill && ok()) {
    std::vector<Leaves::Part> Ps;
    bool Good = N && (*N == 1 || *N == 2 || *N == 4 || *N == 8) && P.K == Value::Pointer && P.P.valid() &&
                parts(P.P, *N, 0, Ps) && Ps.size() == 1;
    if (!Good) {
      if (ok())
        refuse(Diag::HostUnsupportedApi, C.range(),
               {S.What, N ? ": the pattern is not one scalar" : ": the size of the pattern is not known"});
      return;
    }
    S.Size = *N;
    Value Pattern = leaves().load(Ps[0].P, C.range());
    if (Pattern.K != Value::Scalar) { // only the host has it
      if (ok())
        refuse(Diag::HostUnsupportedApi, C.range(), {S.What, ": its pattern is known only after the loop"});
      return;
    }
    S.Value = Pattern.E;
  }
  events().waitList(C);
  events().event(C);
  if (ok())
    Out->push_back(std::move(S));
}

} // namespace persistify::host
