//===- Inline.cpp - calls that are expanded in place ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "interpreter/Closures.h"
#include "device/MadeObjects.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "machine/Pointers.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

/// Whether an argument is a text that a function of the program makes of numbers and that nothing else depends on.
static bool isMessage(const FunctionDecl *F, const clang::CallExpr *C, const HostEffect &Fx) {
  return F->getReturnType()->isPointerType() && F->getReturnType()->getPointeeType()->isCharType() && !Fx.Other &&
         !Fx.Output && !Fx.Clock && !Fx.Handles && Fx.Reads.empty() && Fx.Writes.empty() &&
         llvm::all_of(C->arguments(), [](const clang::Expr *A) { return A->getType()->isIntegralOrEnumerationType(); });
}

bool Functions::giveOrLeave(const Place &Param, const clang::Expr *X) {
  auto *C = dyn_cast<clang::CallExpr>(bare(X));
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  if (!F || Scanning || isa<CXXMethodDecl>(F) || apiCall(C) || !definitionThatRuns(F) ||
      !isMessage(F, C, Calls.of(F)) || planted("all-arguments"))
    return giveArgument(Param, X);
  Checkpoint Before = stmts().save();
  if (giveArgument(Param, X))
    return true;
  auto Why = std::exchange(Refused, {});
  stmts().restore(std::move(Before));
  if (Calls.of(F).Static)
    effects().perform(C);
  if (!ok())
    Refused = std::move(Why);
  return ok();
}

std::optional<Place> Functions::closureObject(const CXXMethodDecl *M, clang::SourceRange Rg) {
  const Frame *Maker = makerOf(Frames, M);
  auto Outermost = [](const FunctionDecl *F) { // the function that a lambda stands in
    for (auto *L = dyn_cast_or_null<CXXMethodDecl>(F); L && L->getParent()->isLambda();
         L = dyn_cast_or_null<CXXMethodDecl>(F))
      F = dyn_cast<FunctionDecl>(L->getParent()->getDeclContext());
    return F ? F->getCanonicalDecl() : nullptr;
  };
  bool Sibling = Outermost(Frames.front().F) == Outermost(M); // of one method, which has one object
  if (!Maker && !Sibling && capturesThis(M))
    refuse(Diag::HostNotCapturable, Rg, {"this", "the lambda was made by a call that has ended"});
  return Maker ? Maker->This : Frames.front().This;
}

bool Functions::captured(const CXXMethodDecl *M, clang::SourceRange Rg) {
  // Of a reference the lambda holds a copy of what it refers to. If it is made in the loop,
  // that of a parameter is compared in the end, like other objects from outside.
  auto Stays = [&](const VarDecl *V) {
    auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
    const SourceManager &SM = Ctx.getSourceManager();
    bool InLoop = !SM.isBeforeInTranslationUnit(M->getBeginLoc(), LoopStmt->getBeginLoc()) &&
                  SM.isBeforeInTranslationUnit(M->getBeginLoc(), LoopStmt->getEndLoc());
    bool Own = isa<ParmVarDecl>(V) && F && F->getCanonicalDecl() == Frames.front().F->getCanonicalDecl() && InLoop;
    if (!V->getType()->isReferenceType() || Own)
      return Index.neverChanges(V) || (!InLoop && Index.changesOnlyBefore(V, M->getBeginLoc()));
    auto *D = V->isLocalVarDecl() && V->getInit() ? dyn_cast<DeclRefExpr>(bare(V->getInit())) : nullptr;
    auto *To = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    return To && !To->getType()->isReferenceType() && Index.neverChanges(To) && Index.neverChanges(V);
  };
  const auto *Copies = copiesOf(M);
  for (const LambdaCapture &Cap : M->getParent()->captures()) {
    auto *V = Cap.capturesVariable() ? dyn_cast<VarDecl>(Cap.getCapturedVar()) : nullptr;
    if (V && M->isConst() && Copies && Copies->count(V->getCanonicalDecl()))
      continue;
    if (Cap.getCaptureKind() == LCK_StarThis || (V && V->isInitCapture()) ||
        (V && Cap.getCaptureKind() == LCK_ByCopy && !M->isConst())) {
      refuse(Diag::HostNotCapturable, Rg, {V ? V->getNameAsString() : "*this", "a lambda holds a copy of it"});
      return false;
    }
    if (!V || Cap.getCaptureKind() != LCK_ByCopy)
      continue;
    // The copy was taken when the lambda was made: the same only if the
    // variable never changes.
    if (!Stays(V)) {
      refuse(Diag::HostNotCapturable, Rg, {V->getNameAsString(), "a lambda holds a copy of it"});
      return false;
    }
    CopyCaptures.insert(V->getCanonicalDecl());
  }
  return true;
}

bool Functions::giveArgument(const Place &Param, const clang::Expr *X) {
  if (isClosure(Param.T)) // what it captures is looked up when it is called
    return closure(Param.T, X);
  bool Library = Param.T->isRecordType() && containerOf(Param.T) != Container::None && ownsOnlyMemory(Param.T);
  if (auto *RD = Param.T->getAsCXXRecordDecl(); RD && RD->hasDefinition() && !RD->isTrivial() &&
                                                !RD->isTriviallyCopyable() && !wrapper().isWrapped(Param.T) &&
                                                !Library && !wrapper().memberwise(RD)) {
    refuse(Diag::HostImplicitCall, X->getSourceRange(), {"the copy of '" + Objects[Param.Obj].Name + "'"});
    return false;
  }
  // An opaque argument that nothing looks at (a message, an event) is fine.
  LeafKind K = places().classify(Param.T);
  if (Library || effects().hostOnly(Param) || K == LeafKind::Scalar || K == LeafKind::Handle || K == LeafKind::Record ||
      K == LeafKind::Array)
    exprs().initialize(Param, Library ? bare(X) : X);
  else if (Value V = exprs().rvalue(X); V.K == Value::Pointer && K == LeafKind::Pointer && ok())
    leaves().store(Param, V, X->getSourceRange());
  else if (E.Known.set(places().key(Param), keeping().pinned(V)); K == LeafKind::Pointer)
    pointers().holdPointer(places().key(Param), V, X->getSourceRange());
  return ok();
}

const std::map<const VarDecl *, Place> *Functions::copiesOf(const FunctionDecl *Lambda) const {
  auto *M = dyn_cast_or_null<CXXMethodDecl>(Lambda);
  auto It = M ? ClosureCopies.find(M->getParent()->getCanonicalDecl()) : ClosureCopies.end();
  return It == ClosureCopies.end() ? nullptr : &It->second;
}

bool Functions::closure(QualType T, const clang::Expr *X) {
  for (const FieldDecl *F : T->getAsCXXRecordDecl()->fields())
    if (QualType Of = F->getType(); ok() && !Of->isReferenceType() && Of->isRecordType() &&
                                    !Of->getAsCXXRecordDecl()->isTriviallyCopyable() && !HostCalls::isStdType(Of) &&
                                    objectType(Of) == ApiType::None)
      refuse(Diag::HostImplicitCall, X->getSourceRange(), {"the copy of " + Of.getAsString()});
  auto *L = dyn_cast<LambdaExpr>(bare(X));
  if (!L || Scanning)
    return ok();
  auto &Copies = ClosureCopies[L->getLambdaClass()->getCanonicalDecl()];
  Copies.clear();
  for (const LambdaCapture &C : L->captures()) {
    const bool ByCopy = C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy;
    auto *V = ByCopy ? dyn_cast<VarDecl>(C.getCapturedVar()) : nullptr;
    if (!V || !ok() || !places().scalarType(V->getType().getNonReferenceType()) ||
        (!V->isInitCapture() && Index.neverChanges(V)))
      continue;
    Place Copy = places().temporary(V->getType().getNonReferenceType(), "copy");
    if (V->isInitCapture())
      exprs().initialize(Copy, V->getInit());
    else
      leaves().copyPart(Copy, places().objectOf(V), X->getSourceRange());
    Copies[V->getCanonicalDecl()] = Copy;
  }
  return ok();
}

static bool hasLabels(const clang::Stmt *S) {
  return S && (isa<LabelStmt>(S) || llvm::any_of(S->children(), hasLabels));
}

/// How often a function calls itself in what S does.
static unsigned callsOf(const clang::Stmt *S, const FunctionDecl *F) {
  auto *C = dyn_cast_or_null<clang::CallExpr>(S);
  unsigned N = C && C->getDirectCallee() && C->getDirectCallee()->getCanonicalDecl() == F->getCanonicalDecl();
  if (S)
    for (const clang::Stmt *Child : S->children())
      N += callsOf(Child, F);
  return N;
}

std::optional<Value> Functions::tooDeep(const FunctionDecl *F, clang::SourceRange Rg) {
  constexpr unsigned MostDeep = 24, MostCalls = 2, MostFollowed = 2000;
  const bool Deep = Frames.size() > MostDeep;
  if (const size_t Depth = llvm::count_if(Frames, [&](const Frame &Fr) { return Fr.F == F; });
      Depth || (Deep && planted("deep-is-recursive"))) {
    // One that launches is taken in some times. Where the program needs it more often, the original loop runs.
    if (Scanning || Deep || !Index.launches(F) || F == Frames.front().F || hasLabels(F->getBody()) ||
        callsOf(F->getBody(), F) > MostCalls || planted("no-recursion")) {
      refuse(Diag::HostRecursion, Rg, {F->getNameAsString()});
      return Value();
    }
    // As many once more where each call makes one more.
    const size_t MostNested = callsOf(F->getBody(), F) > 1 || planted("few-nested") ? 4 : 8;
    if (Depth >= MostNested) {
      stmts().bail(Rg, Stmt::Path);
      const auto T = places().scalarType(F->getReturnType()); // which nobody sees
      return T ? Value::scalar(constant(*T, 0)) : Value();
    }
  }
  if (!Deep && !(Scanning && ++ScanCalls > MostFollowed))
    return std::nullopt;
  refuse(Diag::HostUnknownCall, Rg,
         {F->getNameAsString(), Deep ? "more than 24 calls stand one within the other" : "too many calls"});
  return Value();
}

void Functions::giveVariadic(Frame &New, unsigned I, const clang::Expr *X) {
  Place More;
  More.T = X->getType();
  More.Obj = places().newObject(More.T, "argument" + std::to_string(I + 1));
  Objects[More.Obj].Id = declarationId(New.F) + "..." + std::to_string(I);
  New.Variadic.push_back(More);
  giveOrLeave(More, X);
}

void Functions::giveParameter(Frame &New, const ParmVarDecl *P, const clang::Expr *X) {
  const bool Reference = P->getType()->isReferenceType();
  const QualType T = P->getType().getNonReferenceType();
  Place &Given = New.Vars[P->getCanonicalDecl()];
  if (Reference && isClosure(T) && isa<LambdaExpr>(bare(X))) {
    Given = places().temporary(T, "lambda");
    closure(T, X);
    return;
  }
  // A std::function that is made for the call.
  if (auto *Made = dyn_cast<MaterializeTemporaryExpr>(X->IgnoreParenNoopCasts(Ctx));
      Made && Reference && containerOf(T) == Container::Function) {
    Given = places().temporary(T.getUnqualifiedType(), "callable");
    exprs().initialize(Given, Made->getSubExpr());
    return;
  }
  if (T.isVolatileQualified()) {
    refuse(Diag::HostNotCapturable, New.CallSite, {P->getNameAsString(), "it is volatile"});
    return;
  }
  if (Reference && T->isFunctionType()) { // as a pointer
    const FunctionDecl *F = callee(X);
    Given = places().temporary(Ctx.getPointerType(T), "function");
    if (ok() && F)
      E.Known.set(places().key(Given), Value::function(F));
    return;
  }
  if (Reference) {
    Given = keeping().pinned(exprs().lvalue(X));
    return;
  }
  if (auto Made = containers().returnedVector(P->getType(), X)) {
    Given = *Made;
    return;
  }
  if (const clang::Expr *Owner = sharedWith(P->getType(), X)) { // one object: no owner is changed
    effects().met(X->IgnoreImplicit());
    Given = keeping().pinned(exprs().lvalue(Owner));
    return;
  }
  Given.T = P->getType();
  Given.Obj = places().newObject(P->getType(), P->getNameAsString());
  Objects[Given.Obj].Id = declarationId(P);
  if (containerOf(Given.T) == Container::Vector)
    Objects[Given.Obj].Local = P; // which may need memory of its own
  llvm::SaveAndRestore Indexed(places().EventsByIndex, pointsToEvents(T) && !planted("events-by-constants"));
  giveOrLeave(Given, X);
}

void Functions::runBody(Frame New, const CompoundStmt *Body, Frame &Done) {
  if (!Body->body_empty())
    New.Tail = Body->body_back();
  New.ReturnLabel = NextLabel++;
  New.Number = ++FramesMade;
  Frames.push_back(std::move(New));
  std::vector<Target> SavedTargets = std::move(Targets);
  Targets.clear();
  const FunctionDecl *F = Frames.back().F;
  effects().Expanded.insert(F);
  Stmt Block;
  Block.K = Stmt::Block;
  Block.Range = range(Frames.back().CallSite);
  Block.Label = Frames.back().ReturnLabel;
  llvm::SaveAndRestore Trip(stmts().EachTrip, Out == stmts().EachTrip ? &Block.Body : stmts().EachTrip);
  StmtList *Saved = std::exchange(Out, &Block.Body);
  if (auto *Ctor = dyn_cast<CXXConstructorDecl>(F))
    exprs().initializeMembers(Ctor);
  stmts().statement(Body);
  Out = Saved;
  Targets = std::move(SavedTargets);
  Done = std::move(Frames.back());
  Frames.pop_back();
  if (!ok())
    return;
  stmts().joinInto(E, Done.ReturnEnvs);
  stmts().closeBlock(std::move(Block), Done.LabelUsed);
}

Value Functions::resultOf(const Frame &Done) {
  Value Result;
  if (!E.Reachable)
    return Result;
  if (Done.ReturnRef)
    Result = Value::pointer(*Done.ReturnRef);
  else if (Done.ReturnPlace.valid() && effects().hostOnly(Done.ReturnPlace))
    Result = Value::later(Done.ReturnPlace);
  else if (Done.ReturnPlace.valid())
    Result = leaves().load(Done.ReturnPlace, Done.CallSite);
  if ((Result.K == Value::Unknown || Result.K == Value::EventV) && Done.ReturnPlace.valid())
    Result.P = Done.ReturnPlace; // an event may be wanted later
  return Result;
}

void Functions::forgetObjects(const Frame &Done, const Value &Result) {
  for (size_t Obj = Done.FirstObject; Obj < Objects.size(); ++Obj)
    if (!Objects[Obj].External && !(Result.K == Value::Record && int(Obj) == Result.P.Obj))
      E.Known.eraseRange(std::to_string(Obj), std::to_string(Obj) + "0");
  made().forgetBuffers([&](int Obj) {
    return size_t(Obj) >= Done.FirstObject && !Objects[Obj].External && Obj != Done.ReturnPlace.Obj;
  });
}

Value Functions::inlineCall(const FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, std::optional<Place> This,
                            clang::SourceRange Rg, const clang::Expr *Left) {
  if (auto Instead = tooDeep(F, Rg))
    return *Instead;
  Frame New;
  New.F = F;
  if (const auto *Copies = copiesOf(F))
    New.Copies = *Copies;
  New.This = This;
  New.FirstObject = Objects.size();
  New.Live = Live.size();
  New.CallSite = Rg;
  New.Args = Args.vec();
  const size_t From = Out->size();
  for (unsigned I = 0; I < Args.size() && ok(); ++I)
    if (I < F->getNumParams())
      giveParameter(New, F->getParamDecl(I), Args[I]);
    else
      giveVariadic(New, I, Args[I]);
  if (Left && ok())
    New.This = exprs().lvalue(Left);
  else if (New.This && ok())
    New.This = keeping().kept(*New.This, From); // where it was before the arguments
  if (!ok())
    return {};
  if (QualType RT = F->getReturnType(); !RT->isVoidType() && !RT->isReferenceType()) {
    New.ReturnPlace = places().temporary(RT, "result");
    Objects[New.ReturnPlace.Obj].Id = declarationId(F) + "@" + std::to_string(Rg.getBegin().getRawEncoding());
    New.FirstObject = std::min<size_t>(New.FirstObject, New.ReturnPlace.Obj);
  }
  auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  if (!Body) {
    refuse(
        Diag::HostUnknownCall, Rg,
        {F->getNameAsString(), isa_and_nonnull<CXXTryStmt>(F->getBody()) ? "its body is a try block" : UnknownEffects});
    return {};
  }
  Frame Done;
  runBody(std::move(New), Body, Done);
  if (!ok())
    return {};
  const Value Result = resultOf(Done);
  forgetObjects(Done, Result);
  return Result;
}

} // namespace persistify::host
