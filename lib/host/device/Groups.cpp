//===- Groups.cpp - launches of functions, in groups ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   hipLaunchKernelGGL(relax, dim3(n / 64), dim3(64), 0, 0, in, out, n);
//
// One call names the kernel's function, says how many groups there are and how large one is,
// and gives all arguments. In a region these are settings of arguments and a launch.
//
//===----------------------------------------------------------------------===//
#include "device/Commands.h"
#include "device/Wrapper.h"
#include "interpreter/Expressions.h"
#include "machine/Leaves.h"
#include "machine/Places.h"

using namespace clang;

namespace persistify::host {

Value Commands::functionKernel(const FunctionDecl *F, clang::SourceRange Rg) {
  const std::string Name = F->getNameAsString();
  auto [It, New] = leaves().KernelLeaves.try_emplace("function " + Name, Value::of(Value::KernelV, R.Kernels.size()));
  if (New) {
    Slot S;
    S.K = Slot::Kernel;
    S.Text = S.KernelName = Name;
    S.Key = F->getQualifiedNameAsString();
    S.Range = range(Rg);
    R.Slots.push_back(std::move(S));
    R.Kernels.push_back({unsigned(R.Slots.size() - 1), Name, {}});
  }
  return It->second;
}

bool Commands::groupSizes(const ApiCall &C, Stmt &S) {
  auto PlaceOf = [&](ApiArg Which) {
    const clang::Expr *X = C.arg(Which);
    if (X->isGLValue())
      return exprs().lvalue(X);
    Place P = places().temporary(X->getType(), "size");
    exprs().initialize(P, X);
    return P;
  };
  const Place Groups = PlaceOf(ApiArg::Groups), Local = PlaceOf(ApiArg::Local);
  for (unsigned I = 0; I < 3 && ok(); ++I) {
    auto In = [&](const Place &P) {
      const RecordDecl *RD = P.T->getAsRecordDecl();
      const FieldDecl *F = RD ? C.Of->size(RD, I) : nullptr;
      Value V = F ? leaves().load(places().field(P, F), C.range()) : Value();
      if (ok() && V.K != Value::Scalar)
        refuse(Diag::HostLaunchArgs, C.range(), {P.Spelled ? text(P.Spelled) : "its size"});
      return ok() ? castTo(sizeType(), V.E) : constant(sizeType(), 1);
    };
    const ExprP N = In(Groups);
    S.Local[I] = In(Local);
    S.Global[I] = binary(Expr::Mul, N, S.Local[I]);
    if (constantValue(S.Global[I]).value_or(0) != 1)
      S.Dim = I + 1;
  }
  S.Dim = std::max(S.Dim, 1u);
  for (unsigned I = S.Dim; I < 3; ++I)
    S.Global[I] = S.Local[I] = nullptr;
  S.HasLocal = true;
  return ok();
}

void Commands::launchCall(const ApiCall &C) {
  queue(C);
  const clang::Expr *Named = C.arg(ApiArg::Kernel);
  auto *D = dyn_cast<DeclRefExpr>(Named->IgnoreParenImpCasts());
  auto *F = D ? dyn_cast<FunctionDecl>(D->getDecl()) : nullptr;
  if (!F && ok())
    refuse(Diag::HostUnknownKernel, Named->getSourceRange(), {text(Named), ""});
  Stmt S = command(C, Stmt::Launch);
  if (!ok() || !groupSizes(C, S))
    return;
  const Value K = functionKernel(F, Named->getSourceRange());
  const unsigned First = C.Row->arity();
  for (unsigned I = First; I < C.Args.size() && ok(); ++I) {
    const clang::Expr *X = C.Args[I];
    auto *Read = dyn_cast<ImplicitCastExpr>(X);
    const bool Variable = Read && Read->getCastKind() == CK_LValueToRValue;
    Place P = Variable ? exprs().lvalue(Read->getSubExpr()) : places().temporary(X->getType(), "argument");
    if (!Variable)
      exprs().initialize(P, X);
    if (ok())
      wrapper().setArgPlace(K, constant(intType(), I - First), P, X, C);
  }
  if (ok())
    forKernel(K, std::move(S));
}

} // namespace persistify::host
