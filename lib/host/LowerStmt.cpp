//===- LowerStmt.cpp - host statements ---------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Definition.h"
#include "Containers.h"
#include "Closures.h"
#include "Lowering.h"
#include "persistify/Containment.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

void Lowering::statement(const clang::Stmt *S) {
  if (!S || !ok() || !E.Reachable)
    return;
  met(S);
  if (++Work > 200000)
    return refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"code nested this deeply"});
  switch (S->getStmtClass()) {
  case clang::Stmt::NullStmtClass: return;
  case clang::Stmt::CompoundStmtClass: {
    auto *C = llvm::cast<CompoundStmt>(S);
    std::vector<const clang::Stmt *> Body(C->body_begin(), C->body_end());
    size_t Outside = Live.size();
    compound(Body);
    return endScope(Outside);
  }
  case clang::Stmt::DeclStmtClass:
    for (const Decl *D : llvm::cast<DeclStmt>(S)->decls()) {
      if (auto *V = dyn_cast<VarDecl>(D))
        declare(V);
      else if (!isa<TypedefNameDecl>(D) && !isa<TagDecl>(D) && !isa<StaticAssertDecl>(D) && !isa<EmptyDecl>(D) &&
               !isa<UsingDecl>(D) && !isa<UsingDirectiveDecl>(D))
        refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"this declaration"});
    }
    return;
  case clang::Stmt::IfStmtClass: return ifStmt(llvm::cast<IfStmt>(S));
  case clang::Stmt::WhileStmtClass: {
    auto *W = llvm::cast<WhileStmt>(S);
    LoopParts L;
    L.Whole = S;
    L.CondVar = W->getConditionVariable();
    L.Cond = W->getCond();
    L.Body = W->getBody();
    return loop(L, S == LoopStmt);
  }
  case clang::Stmt::DoStmtClass: {
    auto *D = llvm::cast<DoStmt>(S);
    if (auto C = evaluate(D->getCond()); C && *C == 0 && S != LoopStmt)
      return doOnce(D);
    LoopParts L;
    L.Whole = S;
    L.Cond = D->getCond();
    L.Body = D->getBody();
    L.TestLast = true;
    return loop(L, S == LoopStmt);
  }
  case clang::Stmt::ForStmtClass: {
    auto *F = llvm::cast<ForStmt>(S);
    LoopParts L;
    L.Whole = S;
    L.Init = F->getInit();
    L.CondVar = F->getConditionVariable();
    L.Cond = F->getCond();
    L.Inc = F->getInc();
    L.Body = F->getBody();
    return loop(L, S == LoopStmt);
  }
  case clang::Stmt::CXXForRangeStmtClass: return rangeFor(llvm::cast<CXXForRangeStmt>(S));
  case clang::Stmt::SwitchStmtClass: return switchStmt(llvm::cast<SwitchStmt>(S));
  case clang::Stmt::BreakStmtClass: return breakStmt(S);
  case clang::Stmt::ContinueStmtClass: return continueStmt(S);
  case clang::Stmt::ReturnStmtClass: return returnStmt(llvm::cast<ReturnStmt>(S));
  case clang::Stmt::LabelStmtClass: return statement(llvm::cast<LabelStmt>(S)->getSubStmt());
  case clang::Stmt::AttributedStmtClass: {
    auto *A = llvm::cast<AttributedStmt>(S);
    if (const Attr *Bar = barringAttribute(A))
      return refuse(Diag::HostUnsupportedStmt, S->getSourceRange(),
                    {"a statement with the attribute '" + attributeName(Bar) + "'"});
    return statement(A->getSubStmt());
  }
  case clang::Stmt::GotoStmtClass:
    if (auto It = Jumps.find(llvm::cast<GotoStmt>(S)->getLabel()); It != Jumps.end()) {
      if (Live.size() > It->second.Live) // which of them the jump leaves is not followed
        return refuse(Diag::HostImplicitCall, S->getSourceRange(),
                      {"destructors by 'goto " + It->first->getNameAsString() + "'"});
      It->second.Used = true;
      It->second.From.push_back(E);
      emit(Stmt::Leave, S->getSourceRange()).Label = It->second.Label;
      E.Reachable = false;
      return;
    }
    if (inRegionFunction() && leavesRegion(S))
      return addExit({S});
    refuse(Diag::HostGoto, S->getSourceRange(), {llvm::cast<GotoStmt>(S)->getLabel()->getNameAsString()});
    return;
  case clang::Stmt::CXXTryStmtClass: {
    // Nothing that is moved throws. A throw inside is the original loop's.
    ++Tries;
    statement(llvm::cast<CXXTryStmt>(S)->getTryBlock());
    --Tries;
    return;
  }
  default: break;
  }
  if (auto *X = dyn_cast<clang::Expr>(S)) {
    const clang::Expr *P = X->IgnoreParens();
    if (auto *W = dyn_cast<ExprWithCleanups>(P))
      P = W->getSubExpr()->IgnoreParens();
    if (isa<CXXThrowExpr>(P)) {
      if (inRegionFunction() && leavesRegion(S))
        return addExit({S});
      if (!planted("thrown-unmet")) // the original loop makes the object that is thrown
        metWhole(X);
      return bail(S->getSourceRange(), Stmt::Thrown);
    }
    if (inRegionFunction() && leavesRegion(S))
      return addExit({S});
    effect(X);
    return;
  }
  refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"this statement"});
}

/// A block. What stands in front of a label that is jumped to becomes an IR
/// block, which such a goto leaves.
void Lowering::compound(llvm::ArrayRef<const clang::Stmt *> Body) {
  size_t At = Body.size();
  while (At > 1 && !isa<LabelStmt>(Body[At - 1]))
    --At;
  if (At <= 1)
    return inOrder(Body);
  --At;
  const LabelDecl *L = llvm::cast<LabelStmt>(Body[At])->getDecl();
  Stmt Block;
  Block.K = Stmt::Block;
  Block.Range = range(Body[0]->getSourceRange());
  Block.Label = NextLabel++;
  Jumps[L].Label = Block.Label;
  Jumps[L].Live = Live.size();
  StmtList *Saved = Out;
  Out = &Block.Body;
  compound(Body.slice(0, At));
  Out = Saved;
  Jump J = std::move(Jumps[L]);
  Jumps.erase(L);
  if (!ok())
    return;
  joinInto(E, J.From);
  if (J.Used)
    Out->push_back(std::move(Block));
  else
    for (Stmt &S : Block.Body)
      Out->push_back(std::move(S));
  inOrder(Body.slice(At));
}

static bool returns(const clang::Stmt *S) {
  auto *C = dyn_cast<CompoundStmt>(S);
  return isa<ReturnStmt>(C && C->size() == 1 ? C->body_front() : S);
}

/// Statements in order. Where the rest of the block always leaves the loop and
/// cannot be moved (messages, clean-up, return), it is performed by the host
/// after the region.
void Lowering::inOrder(llvm::ArrayRef<const clang::Stmt *> Body) {
  bool Skipped = false; // by some way
  auto Note = llvm::make_scope_exit([&] { InBranch |= Skipped && !ok(); });
  for (size_t I = 0; I < Body.size(); ++I) {
    if (Scanning) {
      scan(Body[I]);
      continue;
    }
    if (!ok() || !E.Reachable)
      return;
    auto Rest = Body.slice(I);
    const IfStmt *Skips = Rest.size() > 1 ? skipsRest(Body[I]) : nullptr;
    Skipped |= Skips != nullptr;
    if (Skips && Exchanged.AnyTrip) {
      Snapshot Before = save();
      statement(Skips);
      if (Exchanged.ForHost.count(Rest[1]))
        Refused.push_back(Exchanged.ForHost.at(Rest[1]));
      inOrder(Rest.drop_front());
      if (!ok()) {
        auto Why = std::exchange(Refused, {});
        restore(std::move(Before));
        Refused = std::move(Why);
        handOverRest(Skips, Rest.drop_front());
      }
      return;
    }
    if (Skips && !inRegionFunction() && Stays && returns(Skips->getThen())) {
      Snapshot Before = save();
      statement(Skips);
      inOrder(Rest.drop_front());
      if (!ok())
        leaveRest(Skips, Rest.drop_front(), std::move(Before));
      return;
    }
    bool Leaves = false;
    if (inRegionFunction())
      for (const clang::Stmt *S : Rest)
        Leaves |= leavesRegion(S);
    if (!Leaves) {
      statement(Body[I]);
      continue;
    }
    Snapshot Before = save();
    statement(Body[I]);
    if (ok())
      continue;
    auto Why = std::exchange(Refused, {});
    restore(std::move(Before));
    if (!makeExit(Rest) && (Refused.empty() || Refused[0].D != Diag::HostNotCapturable)) // which is what hinders it
      Refused = std::move(Why);
    return;
  }
}

/// Whether V is what it is initialised with whenever it is looked at.
static bool isConstant(const VarDecl *V) {
  QualType T = V->getType();
  return V->getInit() && T->isLiteralType(V->getASTContext()) &&
         V->getASTContext().getBaseElementType(T).isConstantStorage(V->getASTContext(), /*ExcludeCtor=*/true,
                                                                    /*ExcludeDtor=*/true) &&
         !T.isVolatileQualified() && V->getInit()->isConstantInitializer(V->getASTContext(), T->isReferenceType());
}

/// Whether T is an array of so many numbers that they are data: no kernel argument is known by them.
bool Lowering::isData(QualType T) const {
  constexpr uint64_t MostNumbers = 256;
  uint64_t N = 1;
  while (auto *A = Ctx.getAsConstantArrayType(T)) {
    N *= A->getZExtSize();
    T = A->getElementType();
  }
  return N > MostNumbers && T->isArithmeticType();
}

void Lowering::declare(const VarDecl *V) {
  if (V->isLocalExternDecl() && !planted("block-extern")) // `extern int x;` names an object, it makes none
    return;
  V = V->getCanonicalDecl();
  QualType T = V->getType();
  if (!plain(V))
    return;
  if (Frames.size() > 1 && accessorOf(V)) // objectOf names it
    return;
  if (const clang::Expr *Owner = V->getInit() ? sharedWith(T, V->getInit()) : nullptr;
      Owner && !(Scanning && Frames.size() == 1)) {
    met(V->getInit()->IgnoreImplicit());
    Place P = lvalue(Owner);
    if (ok())
      Frames.back().Vars[V] = pinned(P);
    return;
  }
  if (V->isStaticLocal() && !isConstant(V)) {
    if (Frames.size() > 1)
      refuse(Diag::HostNotCapturable, V->getSourceRange(),
             {V->getNameAsString(),
              "it is a static variable of another function, which nothing else can name: declare it outside"});
    else
      refuse(Diag::HostNotCapturable, V->getSourceRange(),
             {V->getNameAsString(), "it is a static variable declared in the loop"});
    return;
  }
  const bool End = !T->isReferenceType() && !endsByItself(T);
  if (End && !endsByOwn(T)) {
    const bool Holds = library::classOf(T) == library::Class::Lock;
    refuse(Diag::HostImplicitCall, V->getSourceRange(),
           {"the destructor of '" + V->getNameAsString() + "'" +
            (Holds ? " (it lets go of a mutex, for which other threads may wait)" : "")});
    return;
  }
  if (T->isReferenceType()) {
    if (!V->getInit()) {
      refuse(Diag::HostUnsupportedStmt, V->getSourceRange(), {"this reference"});
      return;
    }
    if (T.getNonReferenceType().isVolatileQualified()) {
      refuse(Diag::HostNotCapturable, V->getSourceRange(), {V->getNameAsString(), "it is volatile"});
      return;
    }
    Place P = lvalue(V->getInit());
    if (ok())
      Frames.back().Vars[V] = pinned(P);
    bindElements(V);
    return;
  }
  if (T->isVariableArrayType() && (T = knownLength(V)).isNull())
    return;
  if (Scanning && Frames.size() == 1) { // outside the region to come
    if (V->getInit() && !isData(T))
      initialize(objectOf(V), V->getInit());
    return;
  }
  if (auto Made = V->getInit() ? returnedVector(T, V->getInit()) : std::nullopt) {
    Frames.back().Vars[V->getCanonicalDecl()] = *Made;
    return;
  }
  Place P = declareObject(V, T);
  if (isClosure(T) && V->getInit() && isa<LambdaExpr>(bare(V->getInit()))) {
    closure(T, V->getInit());
    return;
  }
  if (ok() && V->getInit()) {
    const bool Constant = V->isUsableInConstantExpressions(Ctx) && !planted("constants-at-run-time");
    llvm::SaveAndRestore In(InConstant, InConstant || Constant);
    initialize(P, V->getInit());
  }
  bindElements(V);
  // One that is declared empty may get a buffer that the region makes.
  auto *Given = V->getInit() ? dyn_cast<CXXConstructExpr>(V->getInit()->IgnoreImplicit()) : nullptr;
  const bool Empty = isWrapped(T) && classify(T) == LeafKind::Handle && Given && !Given->getNumArgs();
  if (ok() && (End || Empty || (isWrapped(T) && E.Buffers.count(key(P)))))
    Live.push_back({P, End, V->getSourceRange()});
}

/// Whether attributes leave a variable, function or member what its declaration says; else refuses it.
bool Lowering::plain(const ValueDecl *D) {
  const Attr *A = barringAttribute(D);
  if (A && ok())
    refuse(Diag::HostNotCapturable, D->getSourceRange(),
           {D->getNameAsString(), "of its attribute '" + attributeName(A) + "'"});
  return !A;
}

/// A new object of the region for a local variable, of type \p T: nothing is known of it.
Place Lowering::declareObject(const VarDecl *V, QualType T) {
  V = V->getCanonicalDecl();
  Place P;
  P.T = T;
  // One object for one declaration in one frame, so that repeated lowering
  // (fixpoint of loops) finds the same leaves again.
  auto [It, New] = LocalObjects.try_emplace({V, Frames.back().Number}, 0);
  if (New)
    It->second = newObject(T, V->getNameAsString());
  P.Obj = It->second;
  if (V->getType()->isVariableArrayType() && !Ctx.hasSameType(Objects[P.Obj].T, T)) // of another length before
    refuse(Diag::HostUnsupportedType, V->getSourceRange(), {V->getNameAsString(), V->getType().getAsString()});
  // What the function returns is made where it is returned.
  if (V->isNRVOVariable() && Frames.size() > 1 && containerOf(T) == Container::Vector &&
      Frames.back().ReturnPlace.valid() && Ctx.hasSameUnqualifiedType(Frames.back().ReturnPlace.T, T))
    P.Obj = Frames.back().ReturnPlace.Obj;
  Objects[P.Obj].Name = V->getNameAsString();
  Objects[P.Obj].Local = V;
  Objects[P.Obj].Id = declarationId(V);
  Frames.back().Vars[V] = P;
  if (T.isVolatileQualified()) {
    refuse(Diag::HostNotCapturable, V->getSourceRange(), {V->getNameAsString(), "it is volatile"});
    return P;
  }
  // A declaration makes a new object on each trip: nothing is known of it.
  std::string Prefix = std::to_string(P.Obj);
  auto Forget = [&](auto &Map) {
    for (auto K = Map.begin(); K != Map.end();) {
      llvm::StringRef Key = K->first;
      bool Mine = Key.consume_front(Prefix) && (Key.empty() || !llvm::isDigit(Key[0]));
      K = Mine ? Map.erase(K) : std::next(K);
    }
  };
  E.Known.eraseRange(Prefix, Prefix + "0");
  forgetBuffers([&](int Obj) { return Obj == P.Obj; });
  Forget(E.Few);
  Forget(E.Steady);
  return P;
}

void Lowering::ifStmt(const IfStmt *S) {
  if (laterIf(S))
    return;
  size_t Outside = Live.size();
  if (S->getInit())
    statement(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  if (Live.size() > Outside && ok()) // lives to the end of the statement
    refuse(Diag::HostImplicitCall, Live.back().R, {"this destructor"});
  if (!ok())
    return;
  std::optional<Snapshot> Front;
  if (Exchanged.AnyTrip)
    Front.emplace(save());
  ExprP C = settledTag(condition(S->getCond()));
  if (!ok())
    return handOverFrom(S, Front ? &*Front : nullptr);
  auto Branch = [&](const clang::Stmt *B) {
    if (!B || (!truth(C) && isForHost({B})))
      return;
    substatement(B);
  };
  auto Then = [&] { Branch(S->getThen()); };
  auto Else = [&] { Branch(S->getElse()); };
  if (Scanning || (!Sight && !Stays)) {
    branch(C, Then, Else, S->getSourceRange());
    InBranch |= !ok();
    return;
  }
  Snapshot Before = save();
  StmtList *To = Out;
  const size_t From = Out->size();
  branch(C, Then, Else, S->getSourceRange());
  if (ok() && Exchanged.AnyTrip && !truth(C))
    refuseHostWork(*To, From);
  InBranch |= !ok();
  if (!ok() && !truth(C))
    leaveBranch(S, C, std::move(Before), Then, Else);
}

void Lowering::branch(ExprP C, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else,
                      clang::SourceRange Rg) {
  if (auto T = truth(C)) {
    if (*T)
      Then();
    else
      Else();
    return;
  }
  Stmt If;
  If.K = Stmt::If;
  If.Range = range(Rg);
  If.E = C;
  StmtList *Saved = Out;
  Env Before = E;
  const bool Changes = !settledByEntry(C);
  Changing += Changes;
  Out = &If.Body;
  Then();
  Env AfterThen = E;
  E = Before;
  Out = &If.Else;
  Else();
  Changing -= Changes;
  Out = Saved;
  E = merge(AfterThen, E);
  if (!If.Body.empty() || !If.Else.empty())
    Out->push_back(std::move(If));
}

/// What a loop does in each trip.
void Lowering::trip(const LoopParts &L) {
  if (L.Enter)
    L.Enter();
  if (L.Body)
    substatement(L.Body);
}

/// What stands behind if, else or the head of a loop is a block, with braces or without: objects end there.
void Lowering::substatement(const clang::Stmt *S) {
  if (isa<CompoundStmt>(S))
    return statement(S);
  const size_t Outside = Live.size();
  compound({S});
  if (!planted("scopes-without-braces"))
    endScope(Outside);
}

/// The loop head's environment is what holds on entry and after every trip:
/// start with what is known on entry and lower again until nothing is lost.
void Lowering::loop(const LoopParts &L, bool IsRegion) {
  size_t Outside = Live.size();
  if (L.Init)
    statement(L.Init);
  if (Live.size() > Outside && ok())
    refuse(Diag::HostImplicitCall, Live.back().R, {"this destructor"});
  if (!ok())
    return;
  LoopPlace Place = placeOf(L.Whole);
  if (LoopDepth == 0)
    Lost.clear();
  Env Head = E;
  lose(Head, Lost[Place]);
  if (IsRegion)
    forgetFirstTrip(Head);
  Snapshot Entry = save();
  llvm::SaveAndRestore Deeper(LoopDepth, LoopDepth + 1);
  std::set<std::string> StoredOutside = std::move(Stored);
  for (unsigned Round = 0;; ++Round) {
    Stored.clear();
    Snapshot Before = save();
    E = Head;
    Stmt S;
    S.K = Stmt::Loop;
    S.Range = range(L.Whole->getSourceRange());
    S.TestLast = L.TestLast;
    StmtList *Saved = Out;
    Targets.push_back({});
    Targets.back().Live = Live.size();
    Targets.back().IsLoop = true;
    Targets.back().IsRegion = IsRegion;
    size_t Mine = Targets.size() - 1;
    if (IsRegion)
      Enqueued = false;

    std::vector<Env> Exits;
    auto Test = [&] {
      if (L.CondVar)
        declare(L.CondVar);
      if (Live.size() > Outside && ok())
        refuse(Diag::HostImplicitCall, Live.back().R, {"this destructor"});
      if ((!L.Cond && !L.Test) || !ok())
        return;
      Out = &S.Before;
      ExprP C = L.Test ? L.Test() : condition(L.Cond);
      if (!ok())
        return;
      auto T = truth(C);
      if (!T || !*T)
        Exits.push_back(E);
      if (T && !*T)
        E.Reachable = false;
      if (!T || !*T)
        S.E = C;
    };
    auto Body = [&] {
      Out = &S.Body;
      trip(L);
      joinInto(E, Targets[Mine].Continues);
    };
    if (L.TestLast) {
      Body();
      Test();
    } else {
      Out = &S.Before;
      Test();
      Body();
    }
    if ((L.Inc || L.Step) && ok() && E.Reachable) {
      Out = &S.Next;
      if (L.Step)
        L.Step();
      else
        effect(L.Inc);
    }
    Out = Saved;
    if (!ok()) {
      Targets.resize(Mine);
      auto Why = std::exchange(Refused, {});
      restore(std::move(Entry));
      if (IsRegion || Scanning || !unroll(L))
        Refused = std::move(Why);
      return;
    }
    Env Back = E;
    std::vector<Env> Breaks = std::move(Targets[Mine].Breaks);
    Targets.resize(Mine);
    Env NewHead = Back.Reachable ? merge(Head, Back) : Head;
    // Chains of values that each trip changes: give up on all of them.
    if (Round >= 3)
      for (const std::string &K : Stored)
        if (!CounterKeys.count(K))
          NewHead.Known.erase(K);
    if (Round > 60) {
      refuse(Diag::HostUnsupportedStmt, L.Whole->getSourceRange(), {"this loop"});
      return;
    }
    if (NewHead == Head) {
      Lost[Place] = losses(Entry.E, Head);
      Out->push_back(std::move(S));
      E = Head;
      E.Reachable = false;
      joinInto(E, Exits);
      joinInto(E, Breaks);
      Stored.insert(StoredOutside.begin(), StoredOutside.end());
      return;
    }
    restore(std::move(Before));
    Head = NewHead;
  }
}

/// do { ... } while (0), the shape of statement macros.
void Lowering::doOnce(const DoStmt *D) {
  Stmt S;
  S.K = Stmt::Block;
  S.Range = range(D->getSourceRange());
  S.Label = NextLabel++;
  StmtList *Saved = Out;
  Targets.push_back({});
  Targets.back().Live = Live.size();
  Targets.back().Label = S.Label;
  Targets.back().ContinueLeaves = true;
  size_t Mine = Targets.size() - 1;
  Out = &S.Body;
  substatement(D->getBody());
  Out = Saved;
  Target T = std::move(Targets[Mine]);
  Targets.resize(Mine);
  joinInto(E, T.Breaks);
  closeBlock(std::move(S), T.LabelUsed);
}

void Lowering::breakStmt(const clang::Stmt *S) {
  if (Targets.empty()) {
    refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"this break"});
    return;
  }
  destroy(Targets.back().Live);
  Target &T = Targets.back();
  T.Breaks.push_back(E);
  if (T.IsLoop) {
    emit(Stmt::Break, S->getSourceRange());
  } else {
    T.LabelUsed = true;
    emit(Stmt::Leave, S->getSourceRange()).Label = T.Label;
  }
  E.Reachable = false;
}

void Lowering::continueStmt(const clang::Stmt *S) {
  for (size_t I = Targets.size(); I-- > 0;) {
    if (!Targets[I].ContinueLabel && !Targets[I].ContinueLeaves && !Targets[I].IsLoop)
      continue;
    destroy(Targets[I].Live);
    Target &T = Targets[I];
    if (T.ContinueLabel) {
      T.Continues.push_back(E);
      emit(Stmt::Leave, S->getSourceRange()).Label = T.ContinueLabel;
    } else if (T.ContinueLeaves) {
      T.Breaks.push_back(E);
      T.LabelUsed = true;
      emit(Stmt::Leave, S->getSourceRange()).Label = T.Label;
    } else {
      T.Continues.push_back(E);
      emit(Stmt::Continue, S->getSourceRange());
    }
    E.Reachable = false;
    return;
  }
  refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"this continue"});
}

void Lowering::returnStmt(const ReturnStmt *S) {
  if (inRegionFunction())
    return addExit({S});
  const FunctionDecl *F = Frames.back().F;
  const VarDecl *Local = S->getNRVOCandidate();
  const Place *Made = Local ? localObject(Local->getCanonicalDecl()) : nullptr;
  const bool IsThere = Made && Made->Obj == Frames.back().ReturnPlace.Obj;
  if (const clang::Expr *X = IsThere ? nullptr : S->getRetValue()) {
    if (F->getReturnType()->isReferenceType()) {
      Place P = lvalue(X);
      if (!ok())
        return;
      if (S != Frames.back().Tail || !Frames.back().ReturnEnvs.empty()) {
        refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"this return of a reference"});
        return;
      }
      Frames.back().ReturnRef = pinned(P);
    } else if (Frames.back().ReturnPlace.valid()) {
      Place Result = Frames.back().ReturnPlace; // the frames may move
      initialize(Result, X);
    } else {
      effect(X);
    }
  }
  if (!ok())
    return;
  destroy(Frames.back().Live);
  Frames.back().ReturnEnvs.push_back(E);
  if (S != Frames.back().Tail) {
    Frames.back().LabelUsed = true;
    emit(Stmt::Leave, S->getSourceRange()).Label = Frames.back().ReturnLabel;
  }
  E.Reachable = false;
}

} // namespace persistify::host
