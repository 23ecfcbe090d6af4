//===- Statements.cpp - host statements ----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "Lowering.h"
#include "persistify/Frontend.h"
#include "library/ContainerKinds.h"
#include "interpreter/Closures.h"
#include "device/Events.h"
#include "device/MadeObjects.h"
#include "device/MirroredArrays.h"
#include "device/Wrapper.h"
#include "effects/Exits.h"
#include "effects/HostEffects.h"
#include "effects/LeftBranches.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

std::set<const LabelDecl *> Statements::labelsAhead() const {
  std::set<const LabelDecl *> Labels;
  for (auto &[L, J] : Jumps)
    Labels.insert(L);
  return Labels;
}

Statements::LoopParts Statements::partsOf(const clang::Stmt *S) {
  LoopParts L;
  L.Whole = S;
  if (auto *W = dyn_cast<WhileStmt>(S)) {
    L.CondVar = W->getConditionVariable();
    L.Cond = W->getCond();
    L.Body = W->getBody();
  } else if (auto *D = dyn_cast<DoStmt>(S)) {
    L.Cond = D->getCond();
    L.Body = D->getBody();
    L.TestLast = true;
  } else {
    auto *F = llvm::cast<ForStmt>(S);
    L.Init = F->getInit();
    L.CondVar = F->getConditionVariable();
    L.Cond = F->getCond();
    L.Inc = F->getInc();
    L.Body = F->getBody();
  }
  return L;
}

void Statements::gotoStmt(const GotoStmt *S) {
  if (auto It = Jumps.find(S->getLabel()); It != Jumps.end()) {
    if (Live.size() > It->second.Live) // which of them the jump leaves is not followed
      return refuse(Diag::HostImplicitCall, S->getSourceRange(),
                    {"destructors by 'goto " + It->first->getNameAsString() + "'"});
    It->second.Used = true;
    It->second.From.push_back(E);
    emit(Stmt::Leave, S->getSourceRange()).Label = It->second.Label;
    E.Reachable = false;
    return;
  }
  if (inRegionFunction() && exits().leavesRegion(S))
    return exits().addExit({S});
  refuse(Diag::HostGoto, S->getSourceRange(), {S->getLabel()->getNameAsString()});
}

void Statements::statement(const clang::Stmt *S) {
  if (!S || !ok() || !E.Reachable)
    return;
  effects().met(S);
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
  case clang::Stmt::DoStmtClass:
    if (auto C = exprs().evaluate(llvm::cast<DoStmt>(S)->getCond()); C && *C == 0 && S != LoopStmt)
      return doOnce(llvm::cast<DoStmt>(S));
    return loop(partsOf(S), S == LoopStmt);
  case clang::Stmt::WhileStmtClass:
  case clang::Stmt::ForStmtClass: return loop(partsOf(S), S == LoopStmt);
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
  case clang::Stmt::GotoStmtClass: return gotoStmt(llvm::cast<GotoStmt>(S));
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
      if (inRegionFunction() && exits().leavesRegion(S))
        return exits().addExit({S});
      if (!planted("thrown-unmet")) // the original loop makes the object that is thrown
        effects().metWhole(X);
      return bail(S->getSourceRange(), Stmt::Thrown);
    }
    if (inRegionFunction() && exits().leavesRegion(S))
      return exits().addExit({S});
    exprs().effect(X);
    return;
  }
  refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"this statement"});
}

void Statements::compound(llvm::ArrayRef<const clang::Stmt *> Body) {
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

void Statements::inOrder(llvm::ArrayRef<const clang::Stmt *> Body) {
  bool Skipped = false; // by some way
  auto Note = llvm::make_scope_exit([&] { branches().InBranch |= Skipped && !ok(); });
  for (size_t I = 0; I < Body.size(); ++I) {
    if (Scanning) {
      scan(Body[I]);
      continue;
    }
    if (!ok() || !E.Reachable)
      return;
    auto Rest = Body.slice(I);
    const IfStmt *Skips = Rest.size() > 1 ? branches().skipsRest(Body[I]) : nullptr;
    Skipped |= Skips != nullptr;
    if (Skips && Exchanged.AnyTrip) {
      Checkpoint Before = save();
      statement(Skips);
      if (Exchanged.ForHost.count(Rest[1]))
        Refused.push_back(Exchanged.ForHost.at(Rest[1]));
      inOrder(Rest.drop_front());
      if (!ok()) {
        auto Why = std::exchange(Refused, {});
        restore(std::move(Before));
        Refused = std::move(Why);
        branches().handOverRest(Skips, Rest.drop_front());
      }
      return;
    }
    if (Skips && !inRegionFunction() && branches().Stays && returns(Skips->getThen())) {
      Checkpoint Before = save();
      statement(Skips);
      inOrder(Rest.drop_front());
      if (!ok())
        branches().leaveRest(Skips, Rest.drop_front(), std::move(Before));
      return;
    }
    bool Leaves = false;
    if (inRegionFunction())
      for (const clang::Stmt *S : Rest)
        Leaves |= exits().leavesRegion(S);
    if (!Leaves) {
      statement(Body[I]);
      continue;
    }
    Checkpoint Before = save();
    statement(Body[I]);
    if (ok())
      continue;
    auto Why = std::exchange(Refused, {});
    restore(std::move(Before));
    if (!exits().makeExit(Rest) &&
        (Refused.empty() || Refused[0].D != Diag::HostNotCapturable)) // which is what hinders it
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

bool Statements::isData(QualType T) const {
  constexpr uint64_t MostNumbers = 256;
  uint64_t N = 1;
  while (auto *A = Ctx.getAsConstantArrayType(T)) {
    N *= A->getZExtSize();
    T = A->getElementType();
  }
  return N > MostNumbers && T->isArithmeticType();
}

void Statements::declare(const VarDecl *V) {
  if (V->isLocalExternDecl() && !planted("block-extern")) // `extern int x;` names an object, it makes none
    return;
  V = V->getCanonicalDecl();
  QualType T = V->getType();
  if (!names().plain(V))
    return;
  if (Frames.size() > 1 && names().accessorOf(V)) // objectOf names it
    return;
  if (const clang::Expr *Owner = V->getInit() ? sharedWith(T, V->getInit()) : nullptr;
      Owner && !(Scanning && Frames.size() == 1)) {
    effects().met(V->getInit()->IgnoreImplicit());
    Place P = exprs().lvalue(Owner);
    if (ok())
      Frames.back().Vars[V] = keeping().pinned(P);
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
  // A stream in memory is the host's, which ends it.
  const bool Hosts = !Scanning && library::is(T, library::InMemory) && !planted("texts-stay");
  const bool End = !T->isReferenceType() && !endsByItself(T) && !Hosts;
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
    Place P = exprs().lvalue(V->getInit());
    if (ok())
      Frames.back().Vars[V] = keeping().pinned(P);
    bindElements(V);
    return;
  }
  if (T->isVariableArrayType() && (T = knownLength(V)).isNull()) // which has seen to it, or refused it
    return;
  if (Scanning && Frames.size() == 1) { // outside the region to come
    if (V->getInit() && !isData(T))
      exprs().initialize(places().objectOf(V), V->getInit());
    return;
  }
  if (auto Made = V->getInit() ? containers().returnedVector(T, V->getInit()) : std::nullopt) {
    Frames.back().Vars[V->getCanonicalDecl()] = *Made;
    return;
  }
  Place P = declareObject(V, T);
  if (ok())
    events().declared(P);
  if (ok() && Hosts)
    effects().makeHostOnly(P);
  if (isClosure(T) && V->getInit() && isa<LambdaExpr>(bare(V->getInit()))) {
    functions().closure(T, V->getInit());
    return;
  }
  auto *Given = V->getInit() ? dyn_cast<CXXConstructExpr>(V->getInit()->IgnoreImplicit()) : nullptr;
  const bool Unset =
      Given && !Given->getNumArgs() && isList(T, Ctx) && !planted("made-lists"); // C++ makes a va_list of nothing
  if (ok() && V->getInit() && !Unset) {
    const bool Constant = V->isUsableInConstantExpressions(Ctx) && !planted("constants-at-run-time");
    llvm::SaveAndRestore In(exprs().InConstant, exprs().InConstant || Constant);
    exprs().initialize(P, V->getInit());
  }
  bindElements(V);
  // One that is declared empty may get a buffer that the region makes.
  const bool Empty =
      wrapper().isWrapped(T) && places().classify(T) == LeafKind::Handle && Given && !Given->getNumArgs();
  if (ok() && (End || Empty || (wrapper().isWrapped(T) && E.Buffers.count(places().key(P)))))
    Live.push_back({P, End, V->getSourceRange()});
}

QualType Statements::knownLength(const VarDecl *V) {
  constexpr uint64_t Most = 64; // elements
  const VariableArrayType *A = Ctx.getAsVariableArrayType(V->getType());
  const bool May = A->getSizeExpr() && !A->getElementType()->isVariablyModifiedType() && !planted("variable-lengths");
  const ExprP Length = May ? castTo(sizeType(), exprs().scalar(A->getSizeExpr())) : nullptr;
  const auto N = Length ? constantValue(Length) : std::nullopt;
  if (ok() && N && *N && *N <= Most)
    return Ctx.getConstantArrayType(A->getElementType(), llvm::APInt(64, *N), nullptr, ArraySizeModifier::Normal, 0);
  // Else it is memory of the trip's, as if it were allocated and nobody had a pointer to it behind its block.
  const QualType Of = A->getElementType().getUnqualifiedType();
  if (ok() && May && !Scanning && places().scalarType(Of) && !Of->isBooleanType() &&
      !A->getElementType().isVolatileQualified() && !planted("no-trip-lengths")) {
    const Place P = declareObject(V, V->getType());
    const ExprP Size = constant(sizeType(), places().scalarType(Of)->bytes());
    const Value First =
        ok() ? mirrors().makeHeapArray(A->getSizeExpr(), Of, binary(Expr::Mul, Length, Size), /*Zero=*/false) : Value();
    if (ok() && First.K == Value::Pointer) {
      Objects[First.P.Obj].Name = V->getNameAsString();
      E.Known.set(places().key(P), First);
    }
    return {};
  }
  refuse(Diag::HostUnsupportedType, V->getSourceRange(), {V->getNameAsString(), V->getType().getAsString()});
  return {};
}

Place Statements::declareObject(const VarDecl *V, QualType T) {
  V = V->getCanonicalDecl();
  Place P;
  P.T = T;
  // One object for one declaration in one frame, so that repeated lowering
  // (fixpoint of loops) finds the same leaves again. A static one is the same in each call, also for who compares its
  // address.
  const size_t Call = V->isStaticLocal() && !planted("statics-of-calls") ? 0 : Frames.back().Number;
  auto [It, New] = LocalObjects.try_emplace({V, Call}, 0);
  if (New)
    It->second = places().newObject(T, V->getNameAsString());
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
  made().forgetBuffers([&](int Obj) { return Obj == P.Obj; });
  Forget(E.Few);
  Forget(E.Steady);
  return P;
}

void Statements::ifStmt(const IfStmt *S) {
  if (effects().laterIf(S))
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
  std::optional<Checkpoint> Front;
  if (Exchanged.AnyTrip)
    Front.emplace(save());
  ExprP C = entry().settledTag(exprs().condition(S->getCond()));
  if (!ok())
    return branches().handOverFrom(S, Front ? &*Front : nullptr);
  auto Branch = [&](const clang::Stmt *B) {
    if (!B || (!truth(C) && branches().isForHost({B})))
      return;
    substatement(B);
  };
  auto Then = [&] { Branch(S->getThen()); };
  auto Else = [&] { Branch(S->getElse()); };
  if (Scanning || (!Sight && !branches().Stays)) {
    branch(C, Then, Else, S->getSourceRange());
    branches().InBranch |= !ok();
    return;
  }
  Checkpoint Before = save();
  StmtList *To = Out;
  const size_t From = Out->size();
  branch(C, Then, Else, S->getSourceRange());
  if (ok() && Exchanged.AnyTrip && !truth(C))
    mirrors().refuseHostWork(*To, From);
  branches().InBranch |= !ok();
  if (!ok() && !truth(C))
    branches().leaveBranch(S, C, std::move(Before), Then, Else);
}

void Statements::branch(ExprP C, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else,
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
  const bool Changes = !branches().settledByEntry(C);
  branches().Changing += Changes;
  Out = &If.Body;
  Then();
  Env AfterThen = E;
  E = Before;
  Out = &If.Else;
  Else();
  branches().Changing -= Changes;
  Out = Saved;
  E = merge(AfterThen, E);
  if (!If.Body.empty() || !If.Else.empty())
    Out->push_back(std::move(If));
}

void Statements::substatement(const clang::Stmt *S) {
  if (isa<CompoundStmt>(S))
    return statement(S);
  const size_t Outside = Live.size();
  compound({S});
  if (!planted("scopes-without-braces"))
    endScope(Outside);
}

void Statements::returnStmt(const ReturnStmt *S) {
  if (inRegionFunction())
    return exits().addExit({S});
  const FunctionDecl *F = Frames.back().F;
  const VarDecl *Local = S->getNRVOCandidate();
  const Place *Made = Local ? places().localObject(Local->getCanonicalDecl()) : nullptr;
  const bool IsThere = Made && Made->Obj == Frames.back().ReturnPlace.Obj;
  if (const clang::Expr *X = IsThere ? nullptr : S->getRetValue()) {
    if (F->getReturnType()->isReferenceType()) {
      Place P = exprs().lvalue(X);
      if (!ok())
        return;
      if (S != Frames.back().Tail || !Frames.back().ReturnEnvs.empty()) {
        refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"this return of a reference"});
        return;
      }
      Frames.back().ReturnRef = keeping().pinned(P);
    } else if (Frames.back().ReturnPlace.valid()) {
      Place Result = Frames.back().ReturnPlace; // the frames may move
      exprs().initialize(Result, X);
    } else {
      exprs().effect(X);
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

void Statements::scan(const clang::Stmt *S) {
  StmtList *To = Out;
  size_t NumFrames = Frames.size(), NumTargets = Targets.size(), NumLive = Live.size();
  statement(S);
  if (ok())
    return;
  Refused.clear();
  Out = To;
  Frames.resize(NumFrames);
  Targets.resize(NumTargets);
  Live.erase(Live.begin() + std::min(Live.size(), NumLive), Live.end());
}

} // namespace persistify::host
