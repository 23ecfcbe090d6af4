//===- Steady.cpp - elements that an index of the loop names for good ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   while (...) clEnqueueNDRangeKernel(queues[device], ...);
//
// An element of an array of queues, or of objects with a queue, must be the same one
// in all trips. It is where the index is made of integers from outside that the loop
// leaves alone: it is named as the program does then, `queues[device]`.
//
//===----------------------------------------------------------------------===//
#include "device/Commands.h"
#include "entry/EntryValues.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "Walk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

ExprP EntryValues::steady(const ExprP &X) const {
  if (!X || !X->T.isInteger())
    return nullptr;
  switch (X->O) {
  case Expr::Const: return X;
  case Expr::Var: {
    if (auto It = leaves().Outside.find(X->V); It != leaves().Outside.end()) {
      bool Element = !X->Args.empty();
      if (R.Vars[X->V].Assigned || It->second.Or || R.Vars[X->V].IsArray != Element ||
          (Element && !constantValue(X->Args[0])) || !It->second.Reads.empty() ||
          Exchanged.Unsteady.count(places().textOf(It->second)))
        return nullptr;
      return X;
    }
    if (auto It = SteadyPinned.find(X->V); It != SteadyPinned.end())
      return steady(It->second);
    auto K = X->Args.empty() ? leaves().LeafKeys.find(X->V) : leaves().LeafKeys.end();
    auto It = K == leaves().LeafKeys.end() ? E.Steady.end() : E.Steady.find(K->second);
    return It == E.Steady.end() ? nullptr : steady(It->second);
  }
  case Expr::Cast: {
    ExprP A = steady(X->Args[0]);
    return A ? castTo(X->T, A) : nullptr;
  }
  case Expr::LogNot: {
    ExprP A = steady(X->Args[0]);
    return A ? unary(X->O, A) : nullptr;
  }
  case Expr::Add:
  case Expr::Sub:
  case Expr::Mul:
  case Expr::BitAnd:
  case Expr::EQ:
  case Expr::NE:
  case Expr::LT:
  case Expr::GT:
  case Expr::LE:
  case Expr::GE: {
    ExprP A = steady(X->Args[0]), B = A ? steady(X->Args[1]) : nullptr;
    return B ? binary(X->O, A, B) : nullptr;
  }
  case Expr::Div:
  case Expr::Rem: {
    ExprP A = steady(X->Args[0]);
    auto By = constantValue(X->Args[1]);
    return A && By && int64_t(*By) > 0 ? binary(X->O, A, X->Args[1]) : nullptr;
  }
  case Expr::Cond: {
    ExprP C = steady(X->Args[0]), A = C ? steady(X->Args[1]) : nullptr, B = A ? steady(X->Args[2]) : nullptr;
    return B ? conditional(C, A, B) : nullptr;
  }
  default: return nullptr;
  }
}

static std::string typeName(ScalarType T) {
  if (T.K == ScalarType::Bool)
    return "int"; // of which it has a value
  if (T.Bits == 64)
    return T.K == ScalarType::Signed ? "long long" : "unsigned long long";
  return (T.K == ScalarType::Signed ? "" : "unsigned ") + std::string(T.Bits == 32                ? "int"
                                                                      : T.Bits == 16              ? "short"
                                                                      : T.K == ScalarType::Signed ? "signed char"
                                                                                                  : "char");
}

std::string EntryValues::hostText(const ExprP &X) const {
  auto Operand = [&](const ExprP &A) {
    std::string T = hostText(A);
    if (A->O == Expr::Const && A->T.K == ScalarType::Signed)
      return T;
    return "(" + (A->T.K == ScalarType::Signed ? "long long" : typeName(A->T)) + ")" + T;
  };
  auto Infix = [&](const char *Op) { return "(" + Operand(X->Args[0]) + Op + Operand(X->Args[1]) + ")"; };
  switch (X->O) {
  case Expr::Const:
    return X->T.K == ScalarType::Signed ? std::to_string(int64_t(*constantValue(X))) : std::to_string(X->Bits) + "u";
  case Expr::Var: {
    const Place &P = leaves().Outside.at(X->V);
    return X->Args.empty() ? places().textOf(P) : places().elementText(P, *constantValue(X->Args[0]));
  }
  case Expr::Cast: {
    const ScalarType From = X->Args[0]->T;
    std::string T = hostText(X->Args[0]);
    if (X->T.K == ScalarType::Bool)
      return "(" + T + " != 0)";
    const bool Keeps = From.K == ScalarType::Bool || (From.K == X->T.K && From.Bits <= X->T.Bits) ||
                       (From.K == ScalarType::Unsigned && From.Bits < X->T.Bits);
    return Keeps ? T : "(" + typeName(X->T) + ")" + T;
  }
  case Expr::LogNot: return "!" + hostText(X->Args[0]);
  case Expr::Add: return Infix(" + ");
  case Expr::Sub: return Infix(" - ");
  case Expr::Mul: return Infix(" * ");
  case Expr::Div: return Infix(" / ");
  case Expr::Rem: return Infix(" % ");
  case Expr::BitAnd: return Infix(" & ");
  case Expr::EQ: return Infix(" == ");
  case Expr::NE: return Infix(" != ");
  case Expr::LT: return Infix(" < ");
  case Expr::GT: return Infix(" > ");
  case Expr::LE: return Infix(" <= ");
  case Expr::GE: return Infix(" >= ");
  case Expr::Cond:
    return "(" + hostText(X->Args[0]) + " ? " + hostText(X->Args[1]) + " : " + hostText(X->Args[2]) + ")";
  case Expr::Neg:
  case Expr::BitNot:
  case Expr::Shl:
  case Expr::Shr:
  case Expr::BitOr:
  case Expr::BitXor:
  case Expr::LogAnd:
  case Expr::LogOr:
  case Expr::Math: break;
  }
  llvm_unreachable("steady() lets nothing else through");
}

std::string EntryValues::steadyStep(const ExprP &Index, clang::SourceRange Rg) {
  ExprP X = Scanning || planted("steady") ? nullptr : steady(Index);
  if (!X)
    return "";
  while (X->O == Expr::Cast && X->T.Bits == 64) // an index may have any type
    X = X->Args[0];
  forEachVar(X, [&](unsigned V) { SteadyUses.push_back({V, Rg}); });
  auto It = llvm::find_if(SteadyIndices, [&](const ExprP &Other) { return same(X, Other); });
  if (It == SteadyIndices.end())
    It = SteadyIndices.insert(It, X);
  return "[@" + std::to_string(It - SteadyIndices.begin()) + "]";
}

std::string EntryValues::withSteadySteps(std::string Text) const {
  for (size_t At = 0; (At = Text.find("[@", At)) != std::string::npos;) {
    size_t End = Text.find(']', At);
    const ExprP N = SteadyIndices.at(std::stoul(Text.substr(At + 2)));
    std::string X = hostText(N);
    if (N->O != Expr::Cast && N->O != Expr::Var && X.front() == '(')
      X = X.substr(1, X.size() - 2);
    Text.replace(At + 1, End - At - 1, X);
    At += 1 + X.size();
  }
  return Text;
}

/// Whether an object of type T has a command queue in it.
bool EntryValues::hasQueue(QualType T, bool OrKernel, unsigned Depth) const {
  T = Ctx.getBaseElementType(T);
  if (places().classify(T) == LeafKind::Queue || Commands::isDevice(T) ||
      (OrKernel && places().classify(T) == LeafKind::Kernel))
    return true;
  auto *RD = places().classify(T) == LeafKind::Record && Depth < 4 ? T->getAsRecordDecl() : nullptr;
  RD = RD ? RD->getDefinition() : nullptr;
  return RD &&
         llvm::any_of(RD->fields(), [&](const FieldDecl *F) { return hasQueue(F->getType(), OrKernel, Depth + 1); });
}

void EntryValues::checkSteady() {
  for (const auto &[V, Rg] : SteadyUses) {
    staysAsOnEntry(V);
    if (!ok() || !R.Vars[V].Assigned)
      continue;
    const std::string T = places().textOf(leaves().Outside.at(V));
    if (Exchanged.Unsteady.insert(T).second)
      Exchanged.Grown = true;
    refuse(Diag::HostSeveralQueues, Rg, {": the loop changes '" + T + "', which says what queue or device it is"});
  }
}

} // namespace persistify::host
