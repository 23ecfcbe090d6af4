//===- Commands.cpp - OpenCL calls ---------------------------------------===//
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
#include "device/MadeObjects.h"
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
  case Api::Query: return query(C);
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
  bool Chosen = isa_and_nonnull<ArraySubscriptExpr>(Of) && !Refused.empty() && Refused[0].D == Diag::HostPointer;
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
  // Each gets a phase of its own, and all are compared with all: helpers that double what they launch would take hours.
  constexpr unsigned MostLaunches = 512;
  if (K == Stmt::Launch && ++Launches > MostLaunches && !planted("any-launches"))
    refuse(Diag::HostUnsupportedStmt, C.range(), {"more than 512 launches, each call of a function with its own,"});
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
    Checkpoint Before = stmts().save();
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

} // namespace persistify::host
