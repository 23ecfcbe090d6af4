//===- Later.cpp - statements that the host performs behind the region ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Output and timing have no place on a device. The region logs that it came by
// such a statement, with the scalars that the statement uses, and the host
// performs the statements in that order when the region has succeeded. What they
// assign (times, text buffers, counters of a timer) is the host's own: the
// region may carry it nowhere, and decide nothing by it.
//
// A clock that is read in front of the loop's first command is read in front of
// the region the first time, so that the sum of all times is that of the region.
//
//===----------------------------------------------------------------------===//
#include "device/Events.h"
#include "device/MirroredArrays.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "machine/Keeping.h"
#include "machine/Places.h"
#include "persistify/Containment.h"
#include "library/ContainerKinds.h"
#include "program/Definition.h"
#include "effects/LaterText.h"
#include "persistify/AstVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::host {

/// Whether objects of class \p R refer to others, which the region looks at by their own
/// names: such an object is seen through, and only its times are the host's.
static bool refersToOthers(const CXXRecordDecl *R) {
  return llvm::any_of(R->fields(), [](const FieldDecl *F) {
    return F->getType()->isReferenceType() && !HostCalls::isStream(F->getType());
  });
}

// ---- what is the host's own --------------------------------------------------

bool HostEffects::hostOnly(const Place &P) const {
  if (P.Obj < 0 || (HostsOwn.Keys.empty() && LaterStored.empty()))
    return false;
  const std::string &Id = Objects[P.Obj].Id;
  if (!Id.empty() && HostsOwn.Keys.count(Id))
    return true;
  if (!LaterStored.empty() && LaterStored.count(P.Obj))
    return true;
  return llvm::any_of(P.Fields, [&](const FieldDecl *F) { return HostsOwn.Keys.count(declarationId(F)) != 0; });
}

void HostEffects::makeHostOnly(const Place &P) {
  if (hostOnly(P) || P.Obj < 0)
    return;
  // Of a list of arguments the host has nothing once its function has returned.
  if (Ctx.getCanonicalType(Objects[P.Obj].T) == Ctx.getCanonicalType(Ctx.getBuiltinVaListType())) {
    if (ok())
      refuse(Diag::HostUnsupportedExpr, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
             {"'" + Objects[P.Obj].Name + "'"});
    return;
  }
  if (mirrors().isHeapArray(P.Obj)) { // which the region has
    if (ok())
      refuse(Diag::HostTime, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(), {Objects[P.Obj].Name});
    return;
  }
  // The region has buffers and kernels itself.
  const LeafKind Kind = places().classify(P.T);
  if ((Kind == LeafKind::Handle || Kind == LeafKind::Kernel || Kind == LeafKind::Queue) && !planted("any-handle")) {
    if (ok())
      refuse(Diag::HostTime, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(), {Objects[P.Obj].Name});
    return;
  }
  // Choices within one variable, or of one member, go together.
  for (const Place *Q = &P; Q->Or; Q = &Q->Or->Other)
    if (const Place &O = Q->Or->Other; O.Obj != P.Obj || O.Fields != P.Fields) {
      if (ok())
        refuse(Diag::HostDeferred, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
               {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name,
                "which of several objects, or members, it changes is the loop's choice"});
      return;
    }
  const std::string &Id = Objects[P.Obj].Id;
  if (P.Fields.empty() && Id.empty())
    LaterStored.insert(P.Obj);
  else if (HostsOwn.Keys.insert(P.Fields.empty() ? Id : declarationId(P.Fields.back())).second)
    HostsOwn.Grown = true;
}

Place HostEffects::giveToHost(const clang::Expr *X, bool Pointed) {
  Checkpoint Before = stmts().save();
  Place P;
  bool Nowhere = false; // that has a name
  if (!Pointed) {
    P = exprs().lvalue(X);
  } else {
    Value V = exprs().rvalue(X);
    if (V.K == Value::Pointer)
      P = V.P;
    Nowhere = !P.valid() && V.K != Value::Null && V.K != Value::Str && !planted("behind-times");
  }
  const bool Gives = ok() && P.valid() && !HostCalls::isStream(P.T);
  if (Gives)
    makeHostOnly(P);
  if (Gives && P.Path.find('{') != std::string::npos && !planted("any-cast"))
    TakenForMore.insert(P.Obj);
  // A pointer that steps on may be known in the environment alone.
  const bool Acts = Out->size() > Before.OutSize || !(E == Before.E);
  const bool Back = ok() && Acts && !planted("effects-twice");
  if (Back)
    stmts().restore(std::move(Before));
  if (Nowhere && ok()) { // a pointer that only the host has
    const clang::Expr *Of = X->IgnoreParenCasts();
    QualType To = Of->getType()->isPointerType() ? Of->getType()->getPointeeType() : X->getType()->getPointeeType();
    LaterBehind.push_back({To, text(X), X, true});
  }
  if (Back)
    return Place();
  return Gives ? P : Place();
}

void HostEffects::useOfTime(const clang::Expr *X) {
  // What a parameter was given says more than its name does.
  for (const Frame &F : llvm::reverse(Frames)) {
    const clang::Expr *In = X->IgnoreParenCasts();
    if (auto *U = dyn_cast<UnaryOperator>(In); U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref))
      In = U->getSubExpr()->IgnoreParenCasts();
    auto *D = dyn_cast<DeclRefExpr>(In);
    auto *P = D ? dyn_cast<ParmVarDecl>(D->getDecl()) : nullptr;
    if (!P || !F.F || P->getFunctionScopeIndex() >= F.Args.size() || F.F->getParamDecl(P->getFunctionScopeIndex()) != P)
      break;
    X = F.Args[P->getFunctionScopeIndex()];
  }
  TimeUses.push_back(X);
}

/// snprintf and its like: what they write is printed, as a rule.
static bool writesText(const FunctionDecl *F) {
  const library::Does What = library::whatDoes(F);
  return What == library::Does::Format || What == library::Does::FormatPart;
}

namespace {
struct Mentions : AstVisitor {
  llvm::function_ref<bool(const clang::Expr *)> Is;
  const ProgramIndex &Index;
  bool Found = false;
  Mentions(llvm::function_ref<bool(const clang::Expr *)> Is, const ProgramIndex &Index) : Is(Is), Index(Index) {}
  bool TraverseLambdaExpr(LambdaExpr *) override { return true; }
  /// The status of an OpenCL call is known, whatever the call is about; and a function
  /// that launches runs in the region, whoever has the event that it sets.
  bool TraverseCallExpr(clang::CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (F && Index.launches(F))
      return !(Found |= Is(C));
    return apiCall(C) || AstVisitor::TraverseCallExpr(C);
  }
  bool TraverseCXXMemberCallExpr(CXXMemberCallExpr *C) override {
    if (C->getMethodDecl() && Index.launches(C->getMethodDecl()))
      return !(Found |= Is(C));
    return (apiCall(C).launches() && !planted("launches-of-methods")) || AstVisitor::TraverseCXXMemberCallExpr(C);
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override { return true; }
  bool VisitExpr(clang::Expr *X) override { return !(Found |= Is(X)); }
};
} // namespace

bool HostEffects::mentionsHostOnly(const clang::Stmt *S, bool Clocks) {
  auto Is = [&](const clang::Expr *X) -> bool {
    if (!Clocks && isa<clang::CallExpr, CXXConstructExpr>(X))
      return false;
    if (auto *C = dyn_cast<clang::CallExpr>(X)) {
      const FunctionDecl *F = C->getDirectCallee();
      return F && (HostCalls::isClock(F) || profiledTime(C) || writesText(F) || Calls.of(F).time());
    }
    if (auto *C = dyn_cast<CXXConstructExpr>(X))
      return !C->getConstructor()->isTrivial() && !HostCalls::isStdType(C->getType()) &&
             !refersToOthers(C->getConstructor()->getParent()) && Calls.of(C->getConstructor()).time();
    if (HostsOwn.Keys.empty() && LaterStored.empty())
      return false;
    if (auto *M = dyn_cast<MemberExpr>(X))
      return isa<FieldDecl>(M->getMemberDecl()) && HostsOwn.Keys.count(declarationId(M->getMemberDecl()));
    if (auto *T = dyn_cast<CXXThisExpr>(X))
      return hostOnly(places().thisPlace(T->getType()->getPointeeType()));
    auto *D = dyn_cast<DeclRefExpr>(X);
    auto *V = D ? dyn_cast<VarDecl>(D->getDecl()->getCanonicalDecl()) : nullptr;
    if (auto *B = D ? dyn_cast<BindingDecl>(D->getDecl()) : nullptr; B && !planted("any-binding"))
      V = dyn_cast_or_null<VarDecl>(B->getDecomposedDecl()); // a part of that
    if (!V)
      return false;
    if (HostsOwn.Keys.count(declarationId(V)))
      return true;
    if (const Place *P = places().localObject(V)) {
      if (hostOnly(*P))
        return true;
      auto K = E.Known.find(places().key(*P));
      return K != E.Known.end() && (K->second.K == Value::Pointer || K->second.K == Value::Maybe) &&
             hostOnly(K->second.P);
    }
    return V->getType()->isPointerType() && HostsOwn.Keys.count("*" + V->getNameAsString());
  };
  Mentions M(Is, Index);
  M.TraverseStmt(const_cast<clang::Stmt *>(S));
  return M.Found;
}

bool HostEffects::ofHeader(const VarDecl *V) const {
  const SourceManager &SM = Ctx.getSourceManager();
  const clang::Stmt *Body = bodyOf(LoopStmt);
  const SourceLocation At = SM.getExpansionLoc(V->getLocation());
  return !Body || SM.isBeforeInTranslationUnit(At, SM.getExpansionLoc(Body->getBeginLoc())) ||
         SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Body->getEndLoc()), At);
}

// ---- statements ---------------------------------------------------------------

void HostEffects::remark(Diag D, clang::SourceRange Rg, std::vector<std::string> Args) {
  for (const Diagnostic &X : R.Remarks)
    if (X.D == D && (D != Diag::NoteOutputDropped || X.Range.Line == range(Rg).Line))
      return;
  R.Remarks.push_back({D, range(Rg), std::move(Args)});
}

const ValueDecl *appendedTo(const clang::Stmt *S) {
  auto *M = dyn_cast<CXXMemberCallExpr>(S);
  if (!M || !library::is(M->getMethodDecl(), library::Appends))
    return nullptr;
  const clang::Expr *X = M->getImplicitObjectArgument()->IgnoreParenImpCasts();
  if (auto *D = dyn_cast<DeclRefExpr>(X))
    return D->getDecl();
  auto *Member = dyn_cast<MemberExpr>(X);
  return Member ? Member->getMemberDecl() : nullptr;
}

const clang::CallExpr *HostEffects::commandOf(const clang::Expr *X) {
  while (true) {
    X = X->IgnoreParenImpCasts();
    if (auto *E = dyn_cast<ExprWithCleanups>(X))
      X = E->getSubExpr();
    else if (auto *B = dyn_cast<CXXBindTemporaryExpr>(X))
      X = B->getSubExpr();
    else if (auto *M = dyn_cast<MaterializeTemporaryExpr>(X))
      X = M->getSubExpr();
    else if (auto *C = dyn_cast<CXXConstructExpr>(X);
             C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
      X = C->getArg(0);
    else
      break;
  }
  auto *C = dyn_cast<clang::CallExpr>(X);
  if (!C || places().classify(C->getType()) != LeafKind::Event)
    return nullptr;
  if (heldHandle(C->getType()) == ApiType::Event && apiCall(C).launches())
    return C;
  const FunctionDecl *F = C->getDirectCallee();
  return F && F->hasBody() && !ofLibrary(F) && !inWrapper(F) && Calls.of(F).Other && !planted("performed-launch")
             ? C
             : nullptr;
}

void HostEffects::storeEvent(const Place &P, const clang::CallExpr *Command) {
  Value V = exprs().rvalue(Command);
  if (!ok())
    return;
  const clang::SourceRange Rg = Command->getSourceRange();
  if (V.K == Value::Unknown && V.E) // some ways of a function have a command, and some none
    return stmts().branch(
        keeping().pinned(V.E, "set"), [&] { storeLater(P, Value::of(Value::EventV), Rg); },
        [&] { storeLater(P, Value::of(Value::Null), Rg); }, Rg);
  if (V.K != Value::EventV && V.K != Value::Null && (V.K != Value::Later || !V.P.valid()))
    return refuse(Diag::HostEvents, Rg, {text(Command)});
  storeLater(P, V, Rg);
  if (V.K == Value::EventV)
    events().setEvent(P, V, Rg);
}

const clang::Expr *listBehind(const clang::Expr *X) {
  X = X->IgnoreParens();
  while (true)
    if (auto *A = dyn_cast<ArraySubscriptExpr>(X))
      X = A->getBase()->IgnoreParenImpCasts();
    else if (auto *M = dyn_cast<MemberExpr>(X);
             M && !M->isArrow() && isa<ArraySubscriptExpr>(M->getBase()->IgnoreParenImpCasts()))
      X = M->getBase()->IgnoreParenImpCasts();
    else
      return X;
}

bool HostEffects::growsOwnList(const clang::CallExpr *C) {
  if (!ok() || !appendedTo(C) || planted("lists-of-host"))
    return false;
  Checkpoint Before = stmts().save();
  const Place P = exprs().lvalue(cast<CXXMemberCallExpr>(C)->getImplicitObjectArgument());
  const bool Own = ok() && P.valid() && !P.Or && !Objects[P.Obj].External && objectType(P.T) == ApiType::EventList;
  Refused.clear();
  stmts().restore(std::move(Before));
  return Own;
}

bool HostEffects::laterCall(const clang::CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (!F)
    return false;
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(C); O && O->getOperator() == OO_Equal)
    if (const clang::CallExpr *Command = commandOf(O->getArg(1)); Command && mentionsHostOnly(O->getArg(0))) {
      Place P = exprs().lvalue(O->getArg(0));
      P.Spelled = O->getArg(0);
      if (ok())
        storeEvent(P, Command);
      return true;
    }
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(C);
      O && (O->isAssignmentOp() || O->getOperator() == OO_PlusPlus || O->getOperator() == OO_MinusMinus)) {
    if (!mentionsHostOnly(C))
      return false;
    giveToHost(O->getArg(0), false);
    if (ok())
      perform(C, nullptr, false, O->getOperator() == OO_Equal ? O->getArg(0) : nullptr,
              O->getOperator() == OO_Equal ? O->getArg(1) : nullptr);
    return true;
  }
  const HostEffect &Fx = Calls.of(F);
  if (Fx.Other)
    return false;
  if (HostCalls::isOutput(F)) {
    if (mayPrint(C))
      perform(C);
    return true;
  }
  if (Fx.Handles && Fx.Clock && !Fx.Output)
    return false;
  if (Fx.Output && (!Fx.Clock || Fx.Handles)) {
    // What can be seen through is: a message that is never printed vanishes.
    Checkpoint Before = stmts().save();
    functions().call(C, /*ResultUsed=*/false);
    if (ok() && TimeUses.size() == Before.TimeUses)
      return true;
    auto Why = std::exchange(Refused, {});
    stmts().restore(std::move(Before));
    if (!mayPrint(C))
      return true;
    std::vector<Place> Own = ownArguments(C);
    if (ok())
      perform(C);
    if (!ok() && !Why.empty())
      Refused = std::move(Why);
    return true;
  }
  // A container that collects events: they are the host's then, but for a list that the region makes to wait for.
  if (auto *M = dyn_cast<CXXMethodDecl>(F);
      M && M->isInstance() && HostCalls::isStdType(M->getThisType()) && !growsOwnList(C))
    for (const clang::Expr *A : C->arguments())
      if (places().classify(A->getType()) == LeafKind::Event)
        if (auto *D = dyn_cast<DeclRefExpr>(A->IgnoreParenCasts()); D && isa<VarDecl>(D->getDecl()))
          makeHostOnly(exprs().lvalue(D));
  const bool Writes = writesText(F);
  if (!Fx.Clock && !mentionsHostOnly(C) && !collects(C))
    return false;
  // all.push_back(launch(...)): the command runs in the region, and the host appends an event of its own.
  if (const clang::CallExpr *Command = appendedTo(C) && C->getNumArgs() == 1 ? commandOf(C->getArg(0)) : nullptr) {
    Place Own = places().temporary(Command->getType().getNonReferenceType(), "event");
    Own.Spelled = Command;
    makeHostOnly(Own);
    if (ok())
      storeEvent(Own, Command);
    CommandEvents[Command] = Own;
  }
  if (!ok())
    return true;
  if (Writes && !printsNothingElse(C))
    return true;
  if (Fx.Output && !mayPrint(C))
    return true;
  std::vector<Place> Own = ownArguments(C);
  if (ok())
    perform(C, Own.size() == 1 ? &Own.front() : nullptr);
  return true;
}

/// Whether \p Of is a pointer to events that becomes \p From, or steps by that: the region knows where it leads, whoever has them.
static bool leadsToEvents(const Object &Of, const clang::Expr *From, const ASTContext &Ctx) {
  return !Of.External && pointsToEvents(Of.T) && !(From && From->HasSideEffects(Ctx)) &&
         !planted("events-by-constants");
}

bool HostEffects::laterChange(const clang::Expr *X) {
  const clang::Expr *To = nullptr, *From = nullptr, *By = nullptr;
  if (auto *B = dyn_cast<BinaryOperator>(X); B && B->isAssignmentOp()) {
    To = B->getLHS();
    By = B->getRHS();
    if (B->getOpcode() == BO_Assign)
      From = By;
  } else if (auto *U = dyn_cast<UnaryOperator>(X); U && U->isIncrementDecrementOp()) {
    To = U->getSubExpr();
  }
  if (To)
    events().ownEventList(To);
  auto *Name = To ? dyn_cast<DeclRefExpr>(To->IgnoreParens()) : nullptr;
  auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  const Place *Own = V ? places().localObject(V) : nullptr;
  if (!To || !mentionsHostOnly(X) || (Own && leadsToEvents(Objects[Own->Obj], By, Ctx)))
    return false;
  if (const clang::CallExpr *Command = From ? commandOf(From) : nullptr) {
    Place P = exprs().lvalue(To);
    P.Spelled = To;
    if (ok())
      storeEvent(P, Command);
    return true;
  }
  if (auto *D = dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts());
      D && isa<BindingDecl>(D->getDecl()) && !planted("any-binding")) {
    refuse(Diag::HostTime, To->getSourceRange(), {text(To)}); // a part of a copy that has no name
    return true;
  }
  Checkpoint Before = stmts().save();
  Place P = giveToHost(To, false);
  const bool Element = !ok();
  if (Element) { // of an array that the region does not know
    stmts().restore(std::move(Before));
    P = giveToHost(listBehind(To), false);
  }
  if (ok())
    perform(X, nullptr, false, To, From);
  P.valid() ? events().eventBecomes(P, Element ? nullptr : From) : events().forgetEvents();
  return true;
}

bool HostEffects::later(const clang::Expr *X) {
  if (Scanning || !ok())
    return false;
  X = X->IgnoreParens();
  auto *C = dyn_cast<clang::CallExpr>(X);
  return C ? laterCall(C) : laterChange(X);
}

bool HostEffects::makesTimer(const clang::Expr *Init) {
  auto *C = dyn_cast<CXXConstructExpr>(Init);
  if (!C || C->getConstructor()->isTrivial() || HostCalls::isStdType(C->getType()) || inWrapper(C->getConstructor()) ||
      refersToOthers(C->getConstructor()->getParent()) || Calls.of(C->getConstructor()).Other)
    return false;
  return llvm::any_of(C->getConstructor()->getParent()->methods(), [&](const CXXMethodDecl *M) {
    return !M->isImplicit() && !isa<CXXConstructorDecl>(M) && !Calls.of(M).Other && Calls.of(M).Clock;
  });
}

/// Whether an object of type T, made without arguments, is a time of the library's, or times and nothing else.
static bool isTimes(QualType T) {
  auto *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || RD->isUnion())
    return false;
  if (RD->isInStdNamespace() || HostCalls::isStdType(T))
    return library::is(T, library::Time) ||
           (containerOf(T) == Container::Pair && llvm::all_of(elements(T), [](const TemplateArgument &A) {
              return A.getKind() == TemplateArgument::Type && isTimes(A.getAsType());
            }));
  return !RD->hasUserDeclaredConstructor() && !RD->hasUserDeclaredDestructor() && RD->getNumBases() == 0 &&
         !RD->field_empty() && llvm::all_of(RD->fields(), [](const FieldDecl *F) {
           return !F->hasInClassInitializer() && isTimes(F->getType());
         });
}

bool HostEffects::laterInit(const Place &P, const clang::Expr *Init) {
  if (Scanning || !P.valid())
    return false;
  if (!hostOnly(P)) {
    if (P.Path.empty() && leadsToEvents(Objects[P.Obj], Init, Ctx))
      return false;
    auto *C = dyn_cast<CXXConstructExpr>(Init);
    const bool Times = C && !C->getConstructor()->isTrivial() && writtenArguments(C) == 0 && isTimes(C->getType());
    if (!Times &&
        ((C && refersToOthers(C->getConstructor()->getParent())) || (!mentionsHostOnly(Init) && !makesTimer(Init))))
      return false;
    makeHostOnly(P);
  }
  if (auto *C = dyn_cast<CXXConstructExpr>(Init); C && C->getConstructor()->isTrivial() && C->getNumArgs() == 0)
    return true;
  if (const clang::CallExpr *Command = commandOf(Init)) {
    Place To = P;
    To.Spelled = Init;
    storeEvent(To, Command);
    return true;
  }
  if (isa<clang::CallExpr>(Init) && !planted("initial-calls")) // of a call within it the text sees to that
    ownArguments(Init);
  if (P.T->isArrayType())
    initArrayLater(P, Init);
  else
    perform(Init, &P, /*Initializes=*/true);
  events().eventBecomes(P, Init);
  return true;
}

bool HostEffects::ownAll(const clang::Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return true;
  if (auto *B = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(B->body(), [&](const clang::Stmt *Sub) { return ownAll(Sub); });
  if (auto *I = dyn_cast<IfStmt>(S))
    return !I->getInit() && !I->getConditionVariable() && !I->getCond()->HasSideEffects(Ctx) && ownAll(I->getThen()) &&
           ownAll(I->getElse());
  auto *X = dyn_cast<clang::Expr>(S);
  if (!X)
    return false;
  X = X->IgnoreParens();
  const clang::Expr *To = nullptr;
  if (auto *B = dyn_cast<BinaryOperator>(X); B && B->isAssignmentOp()) {
    if (B->getRHS()->HasSideEffects(Ctx))
      return false;
    To = B->getLHS();
  } else if (auto *U = dyn_cast<UnaryOperator>(X); U && U->isIncrementDecrementOp()) {
    To = U->getSubExpr();
  }
  if (To) {
    if (To->HasSideEffects(Ctx)) // of which the region would know nothing
      return false;
    Place P = exprs().lvalue(To);
    makeHostOnly(P);
    events().eventBecomes(P, nullptr);
    return ok();
  }
  auto *C = dyn_cast<clang::CallExpr>(X);
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  if (!F)
    return false;
  for (const clang::Expr *A : C->arguments())
    if (A->HasSideEffects(Ctx))
      return false;
  if (apiCall(C).releases(ApiType::Event))
    return true;
  const HostEffect &Fx = Calls.of(F);
  if (!Fx.any() || (Fx.Output && (Options.Output != OutputMode::Replay || !mayPrint(C))))
    return false;
  ownArguments(C);
  return ok();
}

bool HostEffects::laterIf(const IfStmt *S) {
  if (Scanning || !ok())
    return false;
  // `if (event) clReleaseEvent(event);`
  const clang::Expr *Tested = S->getCond()->IgnoreParenImpCasts();
  if (auto *B = dyn_cast<BinaryOperator>(Tested); B && B->isEqualityOp())
    Tested = B->getLHS()->IgnoreParenImpCasts();
  if (auto *D = dyn_cast<DeclRefExpr>(Tested); D && places().classify(D->getType()) == LeafKind::Event)
    makeHostOnly(exprs().lvalue(D));
  if (places().classify(Tested->getType()) == LeafKind::Event) {
    if (events().elementGiven(Tested))
      return false; // the branch is taken
    events().ownEventList(Tested);
  }
  if (!mentionsHostOnly(S->getCond()))
    return false;
  Checkpoint Before = stmts().save();
  if (ownAll(S) && Out->size() == Before.OutSize) {
    LaterText T(*this);
    std::string Text = T.print(S);
    std::vector<ExprP> Values = T.values();
    if (ok()) {
      while (!Text.empty() && Text.back() == '\n')
        Text.pop_back();
      log(Text, std::move(Values), S->getSourceRange());
      return true;
    }
  }
  stmts().restore(std::move(Before));
  return false;
}

} // namespace persistify::host
