//===- Ordering.cpp - what operands do to each other --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lowering tells about operands (Order.h). Objects are told apart by name: that two
// names do not mean one object is seen when the program runs. Commands in the queue are
// in one order, arguments of kernels are variables, and what the host performs behind the
// region is in one order as well. Objects that an operand makes are no other operand's.
//
//===----------------------------------------------------------------------===//
#include "program/FloatEnvironment.h"
#include "machine/Ordering.h"
#include "machine/Places.h"

using namespace clang;

namespace persistify::host {

Evaluation::Evaluation(LoweringPart &L, const clang::Expr *X) : L(L) {
  L.ordering().Operands.begin(X, unsigned(L.Frames.size()), L.Objects.size());
  if (roundsByPragma(X, L.Ctx.getLangOpts()) && L.ok())
    L.refuse(Diag::HostFloatEnvironment, X->getSourceRange(), {"'" + L.text(X) + "' is rounded as a pragma says"});
}

Evaluation::~Evaluation() {
  auto C = L.ordering().Operands.end(L.Ctx.getLangOpts());
  if (!C || !L.ok() || L.Scanning)
    return;
  auto Written = [](const clang::Expr *X) {
    auto *D = dyn_cast<CXXDefaultArgExpr>(X);
    return D ? D->getExpr() : X;
  };
  L.refuse(Diag::HostOrder, C->A->getSourceRange(),
           {L.text(Written(C->A)), L.text(Written(C->B)), L.ordering().conflictText(*C)});
}

void Ordering::noteAccess(const Place &P, bool Write) {
  if (!P.valid() || Scanning)
    return;
  if (const VarDecl *V = Objects[P.Obj].Local; V && V->isStaticLocal()) // a constant, which each call begins anew
    return;
  Order::Access A{P.Obj, P.Path, P.Index ? constantValue(P.Index) : std::nullopt, Write};
  if (P.Unit && !P.Struct) // which element of a member it is, nobody knows
    A.Path += "+" + std::to_string(P.Inside);
  Operands.note(std::move(A));
}

void Ordering::noteKernel(const Stmt &S) {
  std::string Kernel = std::to_string(S.KernelSlot);
  if (S.K == Stmt::SetArg)
    Operands.note({Order::Arguments, Kernel + "#" + std::to_string(S.ArgIndex), std::nullopt, true});
  else
    Operands.note({Order::Arguments, Kernel, std::nullopt, false});
}

void Ordering::noteCommand(const ApiCall &C) {
  switch (C.A) {
  case Api::Launch:
  case Api::LaunchTask:
  case Api::LaunchFunctor:
  case Api::LaunchCall:
  case Api::Copy:
  case Api::Fill:
  case Api::Map:
  case Api::Unmap: return Operands.note({Order::Queue, "", std::nullopt, true});
  // What has been done, or what is still needed.
  case Api::EventStatus:
  case Api::Wait:
  case Api::Order:
  case Api::ReleaseKernel:
  case Api::ReleaseBuffer: return Operands.note({Order::Queue, "", std::nullopt, false});
  default: return;
  }
}

std::string Ordering::conflictText(const Order::Conflict &C) const {
  switch (C.What.Obj) {
  case Order::Queue:
    return C.Both ? "both give commands to the queue"
                  : "one gives commands to the queue, and the other needs what they do";
  case Order::Arguments: {
    auto [Slot, Argument] = llvm::StringRef(C.What.Path).split('#');
    unsigned Kernel = 0;
    Slot.getAsInteger(10, Kernel);
    return (C.Both ? "both set" : "one sets and the other uses") + std::string(" arguments of kernel '") +
           R.Kernels[Kernel].Name + "'";
  }
  case Order::Host: return "both print, or use what is only kept for printing";
  case Order::Away: return "one of them leaves the loop";
  default: break;
  }
  Place P;
  P.Obj = C.What.Obj;
  P.Path = llvm::StringRef(C.What.Path).split('+').first.str();
  const Object &O = Objects[P.Obj];
  std::string Name = O.Text.empty() ? O.Name + P.Path : places().textOf(P);
  return (C.Both ? "both change '" : "one changes '") + Name + (C.Both ? "'" : "', which the other uses");
}

} // namespace persistify::host
