//===- MadeKernels.cpp - kernels that the loop makes --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `cl_kernel k = clCreateKernel(program, "relax", &err)` in the loop, with a release
// at the end of the trip: what the persistent kernel needs is the function's name,
// and that each new kernel has no arguments. Each call that makes one has one kernel
// of the region, so that an older one of the same call may no longer be used.
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include "persistify/Frontend.h"
#include "device/Commands.h"
#include "device/MadeObjects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Leaves.h"

using namespace clang;

namespace persistify::host {

bool MadeObjects::isProgram(QualType T) const {
  T = T.getNonReferenceType();
  if (const auto *P = T->getAs<PointerType>())
    T = P->getPointeeType();
  else
    return objectType(T) == ApiType::Program;
  return handleBehind(T) == ApiType::Program;
}

bool MadeObjects::isMade(const Value &V) const {
  return V.K == Value::KernelV && !V.Or && R.Slots[R.Kernels[V.Slot].Slot].Made;
}

Value MadeObjects::makeKernel(const clang::Stmt *Site, const clang::Expr *Program, const clang::Expr *Name,
                              llvm::StringRef Call) {
  bool Object = objectType(Program->getType()) != ApiType::None;
  Value P = Object ? Value() : exprs().rvalue(Program);
  if (Place At = Object ? exprs().lvalue(Program) : Place(); ok() && Object)
    P = leaves().load(At, Program->getSourceRange());
  Value N = containers().stringValue(Name);
  if (!ok())
    return {};
  if (Scanning || P.K != Value::ProgramV || N.K != Value::Str || !N.Text) {
    refuse(Diag::HostProgramInLoop, Site->getSourceRange(), {Call.str()});
    return {};
  }
  auto [It, New] = MadeKernels.try_emplace({stmts().placeOf(Site), *N.Text}, R.Kernels.size());
  if (New) {
    Slot &S = R.Slots[leaves().newSlot(Slot::Kernel, P.P, 0)];
    S.Made = true;
    S.KernelName = *N.Text;
    S.Key += "#" + std::to_string(It->second); // no other object
    if (objectType(P.P.T) != ApiType::None)
      S.Text += "()";
    R.Kernels.push_back({unsigned(&S - R.Slots.data()), *N.Text, Index.programSources(Program)});
  }
  forgetKernel(It->second);
  emit(Stmt::MakeKernel, Site->getSourceRange()).KernelSlot = It->second;
  return Value::of(Value::KernelV, It->second);
}

Value MadeObjects::oneOfKernels(const std::set<unsigned> &Kernels, unsigned At) const {
  std::optional<Value> Rest;
  for (unsigned K : Kernels) {
    Value V = Value::of(Value::KernelV, K);
    if (Rest) {
      V.E = binary(Expr::EQ, variable(At, sizeType()), constant(sizeType(), K));
      V.Or = std::make_shared<Value>(std::move(*Rest));
    }
    Rest = std::move(V);
  }
  return *Rest;
}

static std::set<unsigned> kernelsOf(const Value &V) {
  std::set<unsigned> All;
  for (const Value *One = &V; One; One = One->Or.get())
    All.insert(One->Slot);
  return All;
}

Value MadeObjects::heldKernel(const std::string &Key, const Value &V, clang::SourceRange Rg) {
  auto Which = [&](auto &&Self, const Value &One) -> ExprP {
    ExprP N = constant(sizeType(), One.Slot);
    return One.Or ? conditional(One.E, N, Self(Self, *One.Or)) : N;
  };
  leaves().tell(KernelAt, Key, "_is", Which(Which, V), Rg);
  return V.Or ? oneOfKernels(kernelsOf(V), KernelAt.at(Key)) : V;
}

std::optional<Value> MadeObjects::joinedKernels(const std::string &Key, const Value &A, const Value &B) const {
  auto At = KernelAt.find(Key);
  if (A.K != Value::KernelV || B.K != Value::KernelV || At == KernelAt.end())
    return std::nullopt;
  std::set<unsigned> All = kernelsOf(A);
  All.merge(kernelsOf(B));
  return All.size() <= 8 ? std::optional<Value>(oneOfKernels(All, At->second)) : std::nullopt;
}

void MadeObjects::forgetKernel(unsigned Kernel) {
  E.Known.change([&](const auto &Entry) -> std::optional<Value> {
    for (const Value *Of = &Entry.second; Of; Of = Of->Or.get())
      if (Of->K == Value::KernelV && Of->Slot == Kernel)
        return Value();
    return std::nullopt;
  });
}

void MadeObjects::releaseKernel(const ApiCall &C) {
  Value K = commands().kernel(C);
  if (!ok())
    return;
  if (!isMade(K))
    return refuse(Diag::HostResource, C.range(), {C.Name});
  for (auto &[Key, V] : E.Known)
    if (V.K == Value::KernelV && V.Slot == K.Slot)
      E.Held.erase(Key);
  forgetKernel(K.Slot);
}

void MadeObjects::checkHeld(clang::SourceRange Rg) {
  if (!E.Held.empty() && ok())
    refuse(Diag::HostKernelAssigned, Rg, {Objects[std::stoul(*E.Held.begin())].Name});
}

} // namespace persistify::host
