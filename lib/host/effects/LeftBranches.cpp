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
// that the region counts on. The region is left in front of such a trip, and entered again behind it. That is tried
// where all else has failed (Candidates.cpp).
//
//===----------------------------------------------------------------------===//
#include "program/ApiCall.h"
#include "effects/HostTrips.h"
#include "device/Events.h"
#include "device/Exchanges.h"
#include "device/MadeObjects.h"
#include "device/MirroredArrays.h"
#include "effects/LeftBranches.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Leaves.h"
#include "Walk.h"
#include "persistify/Containment.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace persistify::host {

void LeftBranches::leaveBranch(const IfStmt *S, const ExprP &C, Checkpoint Before, llvm::function_ref<void()> Then,
                               llvm::function_ref<void()> Else) {
  auto Why = std::exchange(Refused, {});
  stmts().restore(std::move(Before));
  bool Left = false;
  if (auto T = truth(entry().settled(C))) {
    *T ? Then() : Else();
    Left = ok();
  } else if (const bool Settled = settledByEntry(C); Settled || Exchanged.AnyTrip) {
    unsigned Stay = 0;
    auto Try = [&](const clang::Stmt *B, llvm::function_ref<void()> Way) {
      if (!ok())
        return; // the other way
      Checkpoint Entry = stmts().save();
      const size_t From = Out->size();
      Way();
      if (ok() && !mirrors().refuseHostWork(*Out, From))
        return;
      const Diagnostic Reason = Refused.front();
      stmts().restore(std::move(Entry));
      const bool Host = handOver({B}, Reason);
      if (!Settled && !Host)
        return Refused.push_back(Reason);
      stmts().bail(B->getSourceRange(), Stmt::Path);
      Out->back().ForHost = Host;
      if (!Host)
        forEachVar(C, [&](unsigned V) { LeftBy.insert(V); });
      WantsHost |=
          Changing && !Exchanged.AnyTrip && !planted("left-in-any-trip"); // some trips come here, others do not
      ++Stay;
    };
    stmts().branch(C, [&] { Try(S->getThen(), Then); }, [&] { Try(S->getElse(), Else); }, S->getSourceRange());
    Left = ok() && Stay == 1;
    // Looked at again, it is not refused: what it was refused for is known by now, in front of it, too. The host runs it all the same.
    if (ok() && Stay == 0 && !S->getElse() && !planted("refused-once"))
      Left = handOver({S->getThen()}, Why.front());
  }
  if (!Left)
    Refused = std::move(Why);
}

bool LeftBranches::settledByEntry(const ExprP &C) {
  bool All = Stays, Any = false;
  forEachVar(C, [&](unsigned V) {
    Any = true;
    const bool Input = llvm::any_of(containers().Inputs, [&](const auto &I) { return I.second == V; });
    All &= (leaves().Outside.count(V) || Input) && !R.Vars[V].Assigned;
  });
  return All && Any;
}

void LeftBranches::forgetFirstTrip(Env &Head) const {
  if (!Exchanged.AnyTrip || planted("trips-alike"))
    return;
  Head.Few.clear();
  Head.Steady.clear();
  Head.Known.eraseIf([&](const auto &Entry) {
    const Object &O = Objects[std::stoul(Entry.first)];
    const bool Own = !O.External;
    const Value::Kind K = Entry.second.K;
    return K == Value::Scalar || K == Value::Str || K == Value::HandleV || K == Value::KernelV ||
           (Own && K == Value::Pointer) ||
           ((K == Value::Null || K == Value::EventV || K == Value::Later) && !O.T.isNull() && holdsEvent(O.T));
  });
}

bool LeftBranches::isForHost(llvm::ArrayRef<const clang::Stmt *> Branch) {
  auto It = Exchanged.ForHost.find(Branch.front());
  if (It == Exchanged.ForHost.end() || !handOver(Branch, Diagnostic(It->second)))
    return false;
  stmts().bail(Branch.front()->getSourceRange(), Stmt::Path);
  Out->back().ForHost = true;
  return true;
}

const IfStmt *LeftBranches::skipsRest(const clang::Stmt *S) const {
  auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable())
    return nullptr;
  const clang::Stmt *Then = If->getThen();
  if (auto *C = dyn_cast<CompoundStmt>(Then); C && C->size() == 1)
    Then = C->body_front();
  auto *Return = dyn_cast<ReturnStmt>(Then);
  return isa<ContinueStmt>(Then) || (Return && !Return->getRetValue() && !stmts().inRegionFunction()) ? If : nullptr;
}

void LeftBranches::handOverRest(const IfStmt *If, llvm::ArrayRef<const clang::Stmt *> Rest) {
  auto Why = std::exchange(Refused, {});
  ExprP C = exprs().condition(If->getCond());
  bool Host = false;
  if (ok() && !truth(C))
    stmts().branch(
        C, [&] { stmts().statement(If->getThen()); },
        [&] { Host = ok() && handOver(Rest, Why.front()) && isForHost(Rest); }, If->getSourceRange());
  if (!ok() || !Host)
    Refused = std::move(Why);
}

void LeftBranches::leaveRest(const IfStmt *If, llvm::ArrayRef<const clang::Stmt *> Rest, Checkpoint Before) {
  auto Why = std::exchange(Refused, {});
  if (planted("rest-stays") || llvm::any_of(Rest, [&](const clang::Stmt *S) { return Index.launches(S); })) {
    Refused = std::move(Why);
    return;
  }
  stmts().restore(std::move(Before));
  ExprP C = exprs().condition(If->getCond());
  bool Left = false;
  if (!ok()) {
  } else if (auto T = truth(entry().settled(C))) {
    if ((Left = *T))
      stmts().statement(If->getThen());
  } else if (settledByEntry(C)) {
    Left = true;
    stmts().branch(
        C, [&] { stmts().statement(If->getThen()); },
        [&] {
          stmts().bail(Rest.front()->getSourceRange(), Stmt::Path);
          forEachVar(C, [&](unsigned V) { LeftBy.insert(V); });
          WantsHost |= Changing && !Exchanged.AnyTrip && !planted("left-in-any-trip");
        },
        If->getSourceRange());
  }
  if (!ok() || !Left)
    Refused = std::move(Why);
}

void LeftBranches::handOverFrom(const IfStmt *S, const Checkpoint *Front) {
  auto *And = dyn_cast<BinaryOperator>(S->getCond()->IgnoreParenImpCasts());
  if (!And || And->getOpcode() != BO_LAnd)
    return;
  InBranch = true;
  if (!Front)
    return;
  auto Why = std::exchange(Refused, {});
  while (And && And->getOpcode() == BO_LAnd) {
    stmts().restore(Checkpoint(*Front));
    Refused.clear();
    const ExprP C = exprs().condition(And->getLHS());
    And = dyn_cast<BinaryOperator>(And->getLHS()->IgnoreParenImpCasts());
    if (!ok())
      continue;
    bool Host = false;
    if (!truth(C))
      stmts().branch(
          C, [&] { Host = handOver({S}, Why.front()) && isForHost({S}); },
          [&] {
            if (S->getElse())
              stmts().statement(S->getElse());
          },
          S->getSourceRange());
    if (ok() && Host)
      return;
    break;
  }
  Refused = std::move(Why);
}

bool LeftBranches::handOver(llvm::ArrayRef<const clang::Stmt *> Branch, const Diagnostic &Reason) {
  if (!Exchanged.AnyTrip)
    return false;
  auto Not = [&](const std::string &Why) {
    NotForHost.push_back({Diag::NoteNoHostTrips, Reason.Range, {Why}});
    return false;
  };
  // Or where no question can be put.
  if (isa<OMPExecutableDirective>(LoopStmt))
    return Not("the loop has a directive of OpenMP");
  TripEffects Does = tripEffects(Branch, Ctx, Calls);
  if (!Does.Why.empty())
    return Not(Does.Why);
  // Once more, without what this one has made of the branch.
  Exchanged.Grown |= Exchanged.ForHost.try_emplace(Branch.front(), Reason).second;
  HandedOver.Branches[Branch.front()] = Branch.vec();
  HandedOver.Writes.insert(Does.Writes.begin(), Does.Writes.end());
  HandedOver.Through.insert(Does.Through.begin(), Does.Through.end());
  if (HandedOver.Anything.empty())
    HandedOver.Anything = Does.Anything;
  return true;
}

/// A number of the host's or an array of them, which each entry reads anew.
static bool isNumber(const ValueDecl *D) {
  const ASTContext &Ctx = D->getASTContext();
  const QualType T = Ctx.getAsConstantArrayType(D->getType()) ? Ctx.getBaseElementType(D->getType()) : D->getType();
  return isa<VarDecl, FieldDecl>(D) && (T->isIntegralOrEnumerationType() || T->isRealFloatingType()) &&
         !T.isVolatileQualified();
}

/// One of OpenCL's handles, or an array of them, which each entry reads anew, too.
static bool isHandle(const ValueDecl *D) {
  const QualType T = D->getASTContext().getBaseElementType(D->getType());
  return isa<VarDecl, FieldDecl>(D) && !T.isVolatileQualified() && isReadHandle(T) && !planted("handles-stay");
}

bool LeftBranches::eventsSet(const ValueDecl *D) const {
  const std::string Id = declarationId(D);
  return llvm::any_of(events().EventsSet, [&](const auto &Set) { return Set.second.count(Id) != 0; });
}

bool LeftBranches::eventsForHost(llvm::function_ref<bool(const VarDecl *)> Seen) {
  bool New = false;
  for (auto &[V, Ids] : events().EventsSet)
    if (!onlyHandedOut(V) && Seen(V))
      for (const std::string &Id : Ids)
        New |= HostsOwn.Keys.insert(Id).second;
  HostsOwn.Grown |= New;
  return New;
}

void LeftBranches::checkHandedOver() {
  const SourceManager &SM = Ctx.getSourceManager();
  std::set<const clang::Stmt *> Branches; // those that are still there
  forEachStmt(R.Body, [&](const persistify::Stmt &S) {
    for (const auto &[First, All] : HandedOver.Branches)
      if (const SourceRange At = range(First->getSourceRange());
          S.ForHost && At.File == S.Range.File && At.Begin == S.Range.Begin && At.End == S.Range.End) {
        Branches.insert(All.begin(), All.end());
        const Diagnostic &Why = Exchanged.ForHost.at(First);
        if (llvm::none_of(R.ForHost,
                          [&](const Diagnostic &D) { return D.Range.Line == Why.Range.Line && D.D == Why.D; }))
          R.ForHost.push_back(Why);
      }
  });
  if (Branches.empty() || eventsForHost([](const VarDecl *) { return true; }))
    return;
  auto Refuse = [&](const llvm::Twine &Why) {
    if (!ok())
      return;
    Refused.push_back(R.ForHost.front());
    NotForHost.push_back({Diag::NoteNoHostTrips, R.ForHost.front().Range, {Why.str()}});
  };
  // What only the region has of the host's variables: events, and what pointers and names of kernels were given. Variables
  // of the loop's header are handed on if trips of the region read them.
  const auto *For = dyn_cast<ForStmt>(LoopStmt);
  for (const clang::Stmt *B : Branches)
    for (const ValueDecl *D : namedBeside(B, {})) {
      auto *V = dyn_cast<VarDecl>(D);
      V = V ? V->getCanonicalDecl() : nullptr;
      if (V && (events().EventsSet.contains(V) || made().HoldsMade.contains(V)) && !planted("host-reads"))
        return Refuse("'" + V->getNameAsString() + "' holds what only the region has");
      const SourceLocation At = D->getLocation();
      if (V && V->hasLocalStorage() && For && For->getInit() &&
          SM.isPointWithin(At, For->getInit()->getBeginLoc(), For->getInit()->getEndLoc()) && !Index.neverChanges(V))
        R.HostReads.insert(V->getName().str());
    }
  const std::set<const ValueDecl *> Beside = namedBeside(LoopStmt, Branches);
  // What the region prints comes out when it is left, in front of such a trip: a stream serves both.
  auto IsStream = [](const ValueDecl *D) { return HostCalls::isStream(D->getType()) && !planted("streams-of-trips"); };
  // An event that the host has: the region looks at each entry whether it is null, and another queue's.
  auto IsEvent = [&](const ValueDecl *D) {
    return handleType(Ctx.getBaseElementType(D->getType())) == ApiType::Event && !eventsSet(D) &&
           !planted("no-event-between");
  };
  for (const ValueDecl *D : HandedOver.Writes)
    if (Beside.count(D) && !isNumber(D) && !isHandle(D) && !IsStream(D) && !IsEvent(D))
      return Refuse("they change '" + D->getNameAsString() + "', which the loop names elsewhere, too");
  const std::string &Anything = HandedOver.Anything;
  if (!Anything.empty() && !planted("all-is-known")) {
    for (const ValueDecl *D : Beside)
      if (mayBecomeAnother(D, Ctx))
        return Refuse(Anything + ", so '" + D->getNameAsString() + "' may be another object then");
    llvm::SetVector<const VarDecl *> Own = made().HoldsMade;
    for (auto &Set : events().EventsSet)
      Own.insert(Set.first);
    for (const VarDecl *V : Own)
      if (!V->hasLocalStorage() || mayBePointedTo(V, Ctx))
        return Refuse(Anything + ", and '" + V->getNameAsString() + "' holds what only the region has");
  }
  // Addresses are bound once: of variables, and of what a pointer leads to that nothing ever changes. What is in a container
  // must stay where it is.
  const bool Pointers = llvm::any_of(HandedOver.Through, [](const clang::Type *T) { return !T || T->isPointerType(); });
  auto KeepsPlace = [&](llvm::StringRef Key) {
    size_t Number = 0;
    Key = Key.drop_until(llvm::isDigit);
    if (Key.consumeInteger(10, Number) || planted("bound-once"))
      return true;
    const Object &O = Objects[Number];
    if (!O.External || (O.Text == "(*this)" && !(Pointers && Key.contains("[]")))) // of a container
      return true;
    const VarDecl *Holder = O.Behind >= 0 ? Objects[O.Behind].D : nullptr;
    if (O.Behind >= 0 || llvm::StringRef(O.Text).starts_with("(*"))
      return Holder && Objects[O.Behind].Behind < 0 && Holder->getType()->isPointerType() && neverSet(Holder, Ctx);
    if (!O.D || !O.D->getType().getNonReferenceType()->isRecordType() || isHandle(O.D))
      return O.D != nullptr;
    return !HandedOver.Writes.contains(O.D) && !O.D->getType()->isReferenceType() &&
           !(Pointers && mayBePointedTo(O.D, Ctx)) && (Anything.empty() || O.D->hasLocalStorage());
  };
  if (exchanges().ExchangeObj >= 0) // by their values on entry
    Refuse("the loop exchanges pointers");
  // What the runtime looks up once more may be elsewhere: not behind pointers, by which the region knows it.
  R.Anew |= !Anything.empty();
  auto Check = [&](const auto &Leaves) {
    for (auto &[Key, Id] : Leaves)
      if (KeepsPlace(Key))
        continue;
      else if (const Object &O = Objects[std::stoul(Key.substr(Key.find_first_of("0123456789")))];
               O.Behind < 0 && !llvm::StringRef(O.Text).starts_with("(*") && !(O.D && HandedOver.Writes.contains(O.D)))
        R.Anew = true;
      else if (O.Text == "(*this)")
        R.Anew = true;
      else
        Refuse("'" + Objects[std::stoul(Key.substr(Key.find_first_of("0123456789")))].Text +
               "' may be another object then");
  };
  for (const auto *Leaves : {&leaves().ScalarLeaves, &leaves().HandleLeaves, &leaves().OpaqueSlots, &mirrors().Mirrors})
    Check(*Leaves);
  Check(leaves().KernelLeaves);
}

} // namespace persistify::host
