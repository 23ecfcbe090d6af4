//===- LeftBranches.cpp - branches that cannot move -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if (debugging) ...`, with something that only the host can do. Where the program is seen to take the other
// way, that is the loop, and a guard says so. Else, where the loop does not change what decides, the branch is
// left to the original loop: if the loop does come to it, then in the first trip, and little is lost.
//
// `if (step % 100 == 0) save(step);`: else the host runs the trips that come to the branch, if it changes nothing
// that the region counts on. The region is left in front of such a trip, and entered again behind it.
//
//===----------------------------------------------------------------------===//
#include "HostTrips.h"
#include "Lowering.h"
#include "Walk.h"
#include "persistify/Containment.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace persistify::host {

/// \p Before: the state at the condition \p C, to which a way that was refused returns.
void Lowering::leaveBranch(const IfStmt *S, const ExprP &C, Snapshot Before, llvm::function_ref<void()> Then,
                           llvm::function_ref<void()> Else) {
  auto Why = std::exchange(Refused, {});
  restore(std::move(Before));
  bool Left = false;
  if (auto T = truth(settled(C))) {
    *T ? Then() : Else();
    Left = ok();
  } else if (const bool Settled = settledByEntry(C); Settled || Stays) {
    unsigned Stay = 0;
    auto Try = [&](const clang::Stmt *B, llvm::function_ref<void()> Way) {
      if (!ok())
        return; // the other way
      Snapshot Entry = save();
      Way();
      if (ok())
        return;
      const Diagnostic Reason = Refused.front();
      restore(std::move(Entry));
      if (!Settled && !handOver(B, Reason))
        return Refused.push_back(Reason);
      bail(B->getSourceRange(), Stmt::Path);
      Out->back().ForHost = !Settled;
      ++Stay;
    };
    branch(C, [&] { Try(S->getThen(), Then); }, [&] { Try(S->getElse(), Else); }, S->getSourceRange());
    Left = ok() && Stay == 1;
    if (Left && !Settled)
      forgetWritten();
  }
  if (!Left)
    Refused = std::move(Why);
}

/// Whether nothing that the region has done so far changes the value of C.
bool Lowering::settledByEntry(const ExprP &C) {
  bool All = Stays, Any = false;
  forEachVar(C, [&](unsigned V) {
    Any = true;
    All &= Outside.count(V) && !R.Vars[V].Assigned;
  });
  return All && Any;
}

/// Makes the trips that come to \p Branch the host's. False if it may change what the region counts on.
bool Lowering::handOver(const clang::Stmt *Branch, const Diagnostic &Reason) {
  const SourceManager &SM = Ctx.getSourceManager();
  // Where no question can be put.
  if (isa<OMPExecutableDirective>(LoopStmt) ||
      Lexer::getSourceText(CharSourceRange::getTokenRange(LoopStmt->getSourceRange()), SM, Ctx.getLangOpts()).contains("\n#"))
    return false;
  TripEffects Does = tripEffects(Branch, Ctx, Calls);
  if (!Does.Why.empty())
    return false;
  HandedOver.Branches.insert(Branch);
  HandedOver.Writes.insert(Does.Writes.begin(), Does.Writes.end());
  HandedOver.Through.insert(Does.Through.begin(), Does.Through.end());
  if (llvm::none_of(R.ForHost, [&](const Diagnostic &D) { return D.Range.Line == Reason.Range.Line && D.D == Reason.D; }))
    R.ForHost.push_back(Reason);
  return true;
}

/// A number of the host's or the loop's own, which is read anew behind the host's trips.
static const VarDecl *isNumber(const ValueDecl *D) {
  auto *V = dyn_cast<VarDecl>(D);
  return V && V->getType()->isArithmeticType() && !V->getType().isVolatileQualified() ? V : nullptr;
}

/// The host may have set these, where it ran a trip.
void Lowering::forgetWritten() {
  for (const ValueDecl *D : HandedOver.Writes) {
    const VarDecl *V = isNumber(D);
    if (!V || planted("written-by-host"))
      continue;
    const Place P = objectOf(V);
    if (!P.valid())
      continue;
    const std::string K = key(P);
    E.Known.erase(K);
    E.Few.erase(K);
    E.Steady.erase(K);
    if (auto It = ScalarLeaves.find(K); It != ScalarLeaves.end())
      E.Changed[It->second] = ++Moment;
  }
}

/// What the host's trips change must be no object that the loop names elsewhere, but for numbers. And what they change
/// through pointers nothing that the region knows by a name, nor what leads to such a thing.
void Lowering::checkHandedOver() {
  std::set<const clang::Stmt *> Branches;
  forEachStmt(R.Body, [&](const persistify::Stmt &S) {
    for (const clang::Stmt *B : HandedOver.Branches)
      if (const SourceRange At = range(B->getSourceRange());
          S.ForHost && At.File == S.Range.File && At.Begin == S.Range.Begin && At.End == S.Range.End)
        Branches.insert(B);
  });
  if (Branches.empty()) {
    R.ForHost.clear();
    return;
  }
  auto Refuse = [&] {
    if (ok())
      Refused.push_back(R.ForHost.front());
  };
  const std::set<const ValueDecl *> Beside = namedBeside(LoopStmt, Branches);
  for (const ValueDecl *D : HandedOver.Writes)
    if (Beside.count(D) && !isNumber(D))
      return Refuse();
  const auto &Through = HandedOver.Through;
  const bool Pointers = llvm::any_of(Through, [](const clang::Type *T) { return !T || T->isPointerType(); });
  if (planted("reached-by-host") || Through.empty())
    return;
  auto Direct = [&](size_t Number) {
    const Object &O = Objects[Number];
    return O.D && O.Behind < 0 && !llvm::StringRef(O.Text).starts_with("(*") && !O.D->getType()->isReferenceType();
  };
  // Handles, kernels and queues, and the objects that are found by pointers.
  for (const auto *Leaves : {&HandleLeaves, &OpaqueSlots})
    for (auto &[K, Id] : *Leaves) {
      size_t Number = 0;
      llvm::StringRef Key = llvm::StringRef(K).drop_until(llvm::isDigit);
      if (Pointers && !Key.consumeInteger(10, Number) && Objects[Number].External)
        if (!Direct(Number) || mayBePointedTo(Objects[Number].D, Ctx))
          Refuse();
    }
  for (auto &[Key, V] : KernelLeaves) {
    size_t Number = std::stoul(Key);
    if (Pointers && Objects[Number].External && (!Direct(Number) || mayBePointedTo(Objects[Number].D, Ctx)))
      Refuse();
  }
  for (auto &[Id, P] : Outside) {
    const QualType T = Ctx.getBaseElementType(P.T).getCanonicalType().getUnqualifiedType();
    if (!Direct(P.Obj) && Pointers && Objects[P.Obj].Text != "(*this)")
      Refuse();
    else if (!Through.contains(nullptr) && !Through.contains(T.getTypePtr()))
      continue;
    else if (!P.Fields.empty() ? mayBePointedTo(P.Fields.back(), Ctx) : !Direct(P.Obj) || mayBePointedTo(Objects[P.Obj].D, Ctx))
      Refuse();
  }
}

} // namespace persistify::host
