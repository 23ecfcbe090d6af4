//===- Order.cpp - operands that the language does not order -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "machine/Order.h"
#include "persistify/Containment.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::host {

/// Operators whose operands C++17 gave an order, which before and in C they have not.
static bool orderedSince17(OverloadedOperatorKind K) {
  switch (K) {
  case OO_LessLess:
  case OO_GreaterGreater:
  case OO_ArrowStar:
  case OO_Subscript:
  case OO_Comma:
  case OO_AmpAmp:
  case OO_PipePipe: // as functions
  case OO_Equal:
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
  case OO_PercentEqual:
  case OO_CaretEqual:
  case OO_AmpEqual:
  case OO_PipeEqual:
  case OO_LessLessEqual:
  case OO_GreaterGreaterEqual: return true;
  default: return false;
  }
}

/// Whether the value is a call's own, converted perhaps.
static bool isCalls(const clang::Expr *X) {
  X = X->IgnoreParenCasts();
  if (auto *C = dyn_cast<AbstractConditionalOperator>(X))
    return isCalls(C->getTrueExpr()) || isCalls(C->getFalseExpr());
  if (auto *B = dyn_cast<BinaryOperator>(X); B && (B->isCommaOp() || B->isAssignmentOp()))
    return isCalls(B->getRHS());
  return isa<CallExpr, CXXConstructExpr>(X);
}

/// Assignments of numbers and of bytes, whose right side C++17 puts first. GCC does not always (12, at any level):
/// the left side comes first if the right one is a call, or if it is compound and the right one has no effect.
static bool gccOrders(const clang::Expr *X) {
  if (planted("gcc-orders"))
    return true;
  if (auto *B = dyn_cast<BinaryOperator>(X))
    return B->getOpcode() == BO_Assign && !isCalls(B->getRHS());
  auto *M = dyn_cast_or_null<CXXMethodDecl>(llvm::cast<CXXOperatorCallExpr>(X)->getDirectCallee());
  return !M || !M->isTrivial();
}

std::vector<const clang::Expr *> unorderedOperands(const clang::Expr *X, const LangOptions &LO) {
  const bool Since17 = LO.CPlusPlus17;
  if (auto *B = dyn_cast<BinaryOperator>(X)) {
    if (B->isLogicalOp() || B->isCommaOp())
      return {};
    if (Since17 && ((B->isAssignmentOp() && gccOrders(B)) || B->isShiftOp() || B->isPtrMemOp()))
      return {};
    return {B->getLHS(), B->getRHS()};
  }
  if (auto *A = dyn_cast<ArraySubscriptExpr>(X)) {
    if (Since17)
      return {};
    return {A->getLHS(), A->getRHS()};
  }
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(X)) {
    if (Since17 && orderedSince17(O->getOperator()) && gccOrders(O))
      return {};
    const unsigned Callee = O->getOperator() == OO_Call && Since17; // comes first
    return {O->arg_begin() + Callee, O->arg_end()};
  }
  if (auto *C = dyn_cast<CallExpr>(X)) {
    std::vector<const clang::Expr *> Ops(C->arg_begin(), C->arg_end());
    if (!Since17)
      Ops.push_back(C->getCallee()); // with the object
    return Ops;
  }
  if (auto *C = dyn_cast<CXXConstructExpr>(X)) {
    if (C->isListInitialization())
      return {};
    return {C->arg_begin(), C->arg_end()};
  }
  if (auto *L = dyn_cast<InitListExpr>(X)) {
    if (LO.CPlusPlus)
      return {};
    if (L->getSemanticForm())
      L = L->getSemanticForm();
    return {L->inits().begin(), L->inits().end()};
  }
  return {};
}

void Order::begin(const clang::Expr *X, unsigned Depth, size_t Objects) {
  Open.push_back({X, Depth, int(Objects), mark(), Open.empty() || Open.back().Depth != Depth});
}

std::optional<Order::Conflict> Order::end(const LangOptions &LO) {
  const Begun B = Open.back();
  Open.pop_back();
  if (Trace.size() > B.At.Trace)
    Done.push_back({B.X, {B.At.Trace, Trace.size()}});
  if (!B.Full)
    return std::nullopt;
  std::optional<Conflict> Found;
  const auto Writes = [](const Access &A) { return A.Write; };
  if (std::any_of(Trace.begin() + B.At.Trace, Trace.end(), Writes) && !planted("any-order"))
    Found = conflict(B, LO);
  Done.resize(B.At.Done);
  // For the expression around it, once is enough.
  if (Open.empty()) {
    Trace.clear();
  } else if (Trace.size() - B.At.Trace > 64) {
    std::sort(Trace.begin() + B.At.Trace, Trace.end());
    Trace.erase(std::unique(Trace.begin() + B.At.Trace, Trace.end()), Trace.end());
  }
  return Found;
}

void Order::backTo(Mark M) {
  Trace.resize(std::min(Trace.size(), M.Trace));
  Done.resize(std::min(Done.size(), M.Done));
}

/// Whether one path leads to a part of what the other one leads to.
static bool overlap(llvm::StringRef A, llvm::StringRef B) {
  if (A.size() > B.size())
    std::swap(A, B);
  return B.consume_front(A) && (B.empty() || llvm::StringRef(".[<{+#").contains(B.front()));
}

static bool meet(const Order::Access &A, const Order::Access &B) {
  // A way out: nothing may have been done, or not yet.
  if (A.Obj == Order::Away || B.Obj == Order::Away)
    return A.Write && B.Write;
  return A.Obj == B.Obj && (A.Write || B.Write) && (!A.Index || !B.Index || *A.Index == *B.Index) &&
         overlap(A.Path, B.Path);
}

/// What meets, something that both write rather than anything else.
const Order::Access *Order::meets(const std::vector<Interval> &A, const std::vector<Interval> &B, int Objects,
                                  bool &Both) const {
  auto Inner = [&](const Access &X) { return X.Oldest >= Objects && !planted("made-in-operands"); };
  const Access *Found = nullptr;
  std::multimap<int, const Access *> Of;
  for (const Interval &I : B)
    for (size_t N = I.Begin; N < I.End; ++N)
      Of.insert({Trace[N].Obj, &Trace[N]});
  for (const Interval &I : A)
    for (size_t N = I.Begin; N < I.End; ++N) {
      const bool Any = Trace[N].Obj == Away || Of.count(Away);
      auto [From, To] = Any ? std::make_pair(Of.begin(), Of.end()) : Of.equal_range(Trace[N].Obj);
      for (; From != To; ++From)
        if (!Inner(Trace[N]) && !Inner(*From->second) && meet(Trace[N], *From->second) && !Both) {
          Both = Trace[N].Write && From->second->Write;
          Found = Trace[N].Obj == Away ? &Trace[N] : From->second;
        }
    }
  return Found;
}

std::optional<Order::Conflict> Order::conflict(const Begun &Of, const LangOptions &LO) const {
  std::map<const clang::Stmt *, std::vector<Interval>> Own;
  for (size_t I = Of.At.Done; I < Done.size(); ++I)
    Own[Done[I].X->IgnoreParens()].push_back(Done[I].I);
  // What was done for an expression or something in it. Wrappers of it may have been skipped.
  std::map<const clang::Stmt *, std::vector<Interval>> Within;
  std::optional<Conflict> Found;
  // \p Around: when what is around S was evaluated.
  auto Gather = [&](auto &&Self, const clang::Stmt *S,
                    const std::vector<Interval> *Around) -> const std::vector<Interval> & {
    auto [It, New] = Within.try_emplace(S);
    if (!New || !S)
      return It->second;
    std::vector<Interval> All;
    auto Add = [&](const std::vector<Interval> &More) { All.insert(All.end(), More.begin(), More.end()); };
    if (auto Mine = Own.find(S); Mine != Own.end()) {
      Add(Mine->second);
      Around = &Mine->second;
    }
    // One expression for all calls: here it is what was done in this one.
    auto AddOf = [&](const clang::Expr *Shared) {
      llvm::copy_if(Self(Self, Shared, nullptr), std::back_inserter(All), [&](const Interval &I) {
        return !Around || planted("shared-defaults") ||
               llvm::any_of(*Around, [&](const Interval &A) { return A.Begin <= I.Begin && I.End <= A.End; });
      });
    };
    if (auto *D = dyn_cast<CXXDefaultArgExpr>(S))
      AddOf(D->getExpr());
    if (auto *D = dyn_cast<CXXDefaultInitExpr>(S))
      AddOf(D->getExpr());
    if (auto *L = dyn_cast<InitListExpr>(S); L && L->getSemanticForm() && L->getSemanticForm() != L)
      Add(Self(Self, L->getSemanticForm(), Around));
    else if (auto *O = dyn_cast<OpaqueValueExpr>(S); O && O->getSourceExpr())
      Add(Self(Self, O->getSourceExpr(), Around));
    else
      for (const clang::Stmt *C : S->children())
        if (C)
          Add(Self(Self, C, Around));
    auto *E = dyn_cast<clang::Expr>(S);
    const auto Operands = E ? unorderedOperands(E, LO) : std::vector<const clang::Expr *>();
    for (size_t I = 0; I < Operands.size() && !Found; ++I)
      for (size_t J = I + 1; J < Operands.size() && !Found; ++J) {
        bool Both = false;
        if (const Access *A = meets(Self(Self, Operands[I], Around), Self(Self, Operands[J], Around), Of.Objects, Both))
          Found = Conflict{Operands[I], Operands[J], *A, Both};
      }
    return Within[S] = std::move(All);
  };
  Gather(Gather, Of.X, nullptr);
  return Found;
}

} // namespace persistify::host
