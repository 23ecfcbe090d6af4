//===- LowerFlow.cpp - environments, exits and paths that stay on the host ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device/Events.h"
#include "device/Exchanges.h"
#include "device/MadeObjects.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "machine/Pointers.h"
#include "names/NamesAtLoop.h"
#include "effects/LaterText.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "names/NamedType.h"
#include "Walk.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::host {

/// Whether both point to elements of the same array.
static bool ofOneArray(const Value &A, const Value &B) {
  return A.K == Value::Pointer && B.K == Value::Pointer && A.P.Obj == B.P.Obj && A.P.Path == B.P.Path &&
         A.P.Unit == B.P.Unit && A.P.Inside == B.P.Inside && !A.P.Or && !B.P.Or && A.P.Index && B.P.Index &&
         A.P.T.getCanonicalType() == B.P.T.getCanonicalType();
}

/// More values than these are any value.
static constexpr size_t MostFew = 8;

Env Statements::merge(const Env &A, const Env &B) const {
  if (!A.Reachable)
    return B;
  if (!B.Reachable)
    return A;
  Env M;
  auto External = [&](const std::string &Key) { return Objects[std::stoul(Key)].External; };
  using Joined = SharedMap<Value>::Joined;
  M.Known =
      SharedMap<Value>::join(A.Known, B.Known, [&](const std::string &K, const Value *V, const Value *W, Value &New) {
        if (!V || !W) {
          if ((V ? V : W)->K == Value::Scalar || !External(K))
            return Joined::None;
          New = Value();
        } else if (events().EventSet.count(K) || V->K == Value::EventV) {
          New = Events::joinedEvents(*V, *W);
        } else if (same(*V, *W)) {
          if (V->Told == W->Told)
            return Joined::First;
          New = *V;
          New.Told = -1;
        } else if (auto Kernel = made().joinedKernels(K, *V, *W)) {
          New = *Kernel;
        } else if (auto At = leaves().PointerAt.find(K); At != leaves().PointerAt.end() && ofOneArray(*V, *W)) {
          New = *V;
          New.P.Index = variable(At->second, sizeType());
        } else if (auto To = pointers().joinedPointers(*V, *W)) {
          New = *To;
        } else if (V->K == Value::Str && W->K == Value::Str) {
          New = Value::of(Value::Str);
        } else if (V->K == Value::Scalar) {
          return Joined::None;
        } else {
          New = Value();
        }
        return Joined::New;
      });
  M.Changed = A.Changed;
  for (auto &[V, When] : B.Changed)
    M.Changed[V] = std::max(M.Changed[V], When);
  M.Reading = A.Reading;
  M.Reading.insert(B.Reading.begin(), B.Reading.end());
  std::set_intersection(A.Written.begin(), A.Written.end(), B.Written.begin(), B.Written.end(),
                        std::inserter(M.Written, M.Written.end()));
  for (auto &[K, V] : A.Few)
    if (auto It = B.Few.find(K); It != B.Few.end()) {
      std::set<uint64_t> Both = V;
      Both.insert(It->second.begin(), It->second.end());
      if (Both.size() <= MostFew)
        M.Few[K] = std::move(Both);
    }
  for (auto &[K, V] : A.Steady)
    if (auto It = B.Steady.find(K); It != B.Steady.end() && same(V, It->second))
      M.Steady.insert({K, V});
  M.Writing = A.Writing;
  M.Writing.insert(B.Writing.begin(), B.Writing.end());
  M.Mapped = A.Mapped;
  M.Mapped.insert(B.Mapped.begin(), B.Mapped.end());
  made().mergeBuffers(A, B, M);
  M.Held = A.Held;
  M.Held.insert(B.Held.begin(), B.Held.end());
  return M;
}

void Statements::joinInto(Env &Into, const std::vector<Env> &From) const {
  for (const Env &X : From)
    Into = merge(Into, X);
}

LeafName Statements::leafName(const std::string &Key) const {
  size_t End = 0;
  const Object &O = Objects[std::stoul(Key, &End)];
  const VarDecl *D = O.Local ? O.Local : O.D;
  return {D, D ? Key.substr(End) : Key};
}

LoopPlace Statements::placeOf(const clang::Stmt *S) const {
  LoopPlace P{S, {}};
  for (const Frame &F : Frames)
    P.second.push_back(F.CallSite.getBegin().getRawEncoding());
  return P;
}

void Statements::lose(Env &Of, const Losses &What) const {
  if (!What.Values.empty()) {
    auto Lost = [&](const auto &Entry) { return What.Values.count(leafName(Entry.first)) != 0; };
    Of.Known.eraseIf([&](const auto &Entry) { return Entry.second.K == Value::Scalar && Lost(Entry); });
    Of.Known.change([&](const auto &Entry) { return Lost(Entry) ? std::optional(Value()) : std::nullopt; });
  }
  for (auto It = Of.Few.begin(); !What.Few.empty() && It != Of.Few.end();) {
    auto Met = What.Few.find(leafName(It->first));
    if (Met != What.Few.end())
      It->second.insert(Met->second.begin(), Met->second.end());
    bool Any = Met != What.Few.end() && Met->second.empty();
    It = Any || It->second.size() > MostFew ? Of.Few.erase(It) : std::next(It);
  }
}

Losses Statements::losses(const Env &Before, const Env &After) const {
  Losses L;
  SharedMap<Value>::compare(Before.Known, After.Known, [&](const std::string &Key, const Value *V, const Value *Now) {
    if (V && (!Now || (Now->K == Value::Unknown && V->K != Value::Unknown)))
      L.Values.insert(leafName(Key));
    return true;
  });
  for (auto &[Key, V] : Before.Few) {
    auto It = After.Few.find(Key);
    if (It == After.Few.end() || It->second != V)
      L.Few[leafName(Key)] = It == After.Few.end() ? std::set<uint64_t>() : It->second;
  }
  return L;
}

/// Drops jumps to the end of a block from where it ends anyway.
static void dropLast(StmtList &L, unsigned Label) {
  while (!L.empty() && L.back().K == Stmt::Leave && L.back().Label == Label)
    L.pop_back();
  if (!L.empty() && (L.back().K == Stmt::If || L.back().K == Stmt::Block)) {
    dropLast(L.back().Body, Label);
    dropLast(L.back().Else, Label);
  }
}

static bool isLeft(const StmtList &L, unsigned Label) {
  return llvm::any_of(L, [&](const Stmt &S) {
    bool Inside = false;
    forEachList(S, [&](const StmtList &Inner) { Inside |= isLeft(Inner, Label); });
    return Inside || (S.K == Stmt::Leave && S.Label == Label);
  });
}

void Statements::closeBlock(Stmt Block, bool Left) {
  if (Left)
    dropLast(Block.Body, Block.Label);
  if (Left && isLeft(Block.Body, Block.Label)) {
    Out->push_back(std::move(Block));
    return;
  }
  for (Stmt &S : Block.Body)
    Out->push_back(std::move(S));
}

Snapshot Statements::save() {
  return {E,
          Frames,
          Targets,
          Jumps,
          Out,
          Out->size(),
          effects().TimeUses.size(),
          effects().LaterReads.size(),
          effects().LaterBehind.size(),
          Live.size(),
          effects().Met.size(),
          ordering().Operands.mark(),
          effects().HostChanges,
          effects().Fronted,
          Refused.size()};
}

void Statements::restore(Snapshot &&S) {
  Refused.resize(std::min(Refused.size(), S.Refused));
  E = std::move(S.E);
  Frames = std::move(S.Frames);
  Targets = std::move(S.Targets);
  Jumps = std::move(S.Jumps);
  Out = S.Out;
  Out->resize(S.OutSize);
  effects().TimeUses.resize(std::min(effects().TimeUses.size(), S.TimeUses));
  effects().LaterReads.resize(std::min(effects().LaterReads.size(), S.LaterReads));
  effects().LaterBehind.resize(std::min(effects().LaterBehind.size(), S.LaterBehind));
  ordering().Operands.backTo(S.Operands);
  effects().HostChanges = S.HostChanges;
  effects().Fronted = std::move(S.Fronted);
  Live.erase(Live.begin() + std::min(Live.size(), S.Live), Live.end());
  while (effects().Met.size() > S.Met)
    effects().Met.pop_back();
}

namespace {
/// Whether S holds a break or continue that leaves S, or a goto to a label of
/// the region that stands outside of it.
struct JumpsOut : AstVisitor {
  const std::set<const LabelDecl *> &InRegion;
  bool Breaks = true, Continues = true; ///< those that count
  bool Found = false;
  explicit JumpsOut(const std::set<const LabelDecl *> &InRegion) : InRegion(InRegion) {}
  bool dataTraverseStmtPre(clang::Stmt *S) override {
    if (isa<LambdaExpr>(S))
      return false;
    if (auto *G = dyn_cast<GotoStmt>(S))
      Found |= InRegion.count(G->getLabel()) != 0;
    Found |= (Breaks && !Loops && !Switches && isa<BreakStmt>(S)) || (Continues && !Loops && isa<ContinueStmt>(S));
    Loops += isLoop(S);
    Switches += isa<SwitchStmt>(S);
    return true;
  }
  bool dataTraverseStmtPost(clang::Stmt *S) override {
    Loops -= isLoop(S);
    Switches -= isa<SwitchStmt>(S);
    return true;
  }

private:
  unsigned Loops = 0, Switches = 0; ///< around this point
};
} // namespace

bool Statements::jumpsOut(const clang::Stmt *S, bool Breaks) const {
  std::set<const LabelDecl *> Labels;
  for (auto &[L, J] : Jumps)
    Labels.insert(L);
  JumpsOut J(Labels);
  J.Breaks = Breaks;
  J.TraverseStmt(const_cast<clang::Stmt *>(S));
  return J.Found;
}

bool Statements::leavesRegion(const clang::Stmt *S) const {
  struct Walk {
    const LoweringPart &L;
    bool leaves(const clang::Stmt *S, bool BreakLeaves) const {
      if (!S)
        return false;
      if (isa<ReturnStmt>(S))
        return true;
      if (isa<BreakStmt>(S))
        return BreakLeaves;
      if (auto *G = dyn_cast<GotoStmt>(S)) {
        if (L.stmts().Jumps.count(G->getLabel()))
          return false;
        SourceLocation T = L.Ctx.getSourceManager().getExpansionLoc(
            G->getLabel()->getStmt() ? G->getLabel()->getStmt()->getBeginLoc() : SourceLocation());
        clang::SourceRange R = L.LoopStmt->getSourceRange();
        auto &SM = L.Ctx.getSourceManager();
        return SM.isBeforeInTranslationUnit(T, SM.getExpansionLoc(R.getBegin())) ||
               SM.isBeforeInTranslationUnit(SM.getExpansionLoc(R.getEnd()), T);
      }
      if (auto *C = dyn_cast<CompoundStmt>(S)) {
        for (const clang::Stmt *Sub : C->body())
          if (leaves(Sub, BreakLeaves))
            return true;
        return false;
      }
      if (auto *I = dyn_cast<IfStmt>(S))
        return leaves(I->getThen(), BreakLeaves) && leaves(I->getElse(), BreakLeaves);
      if (auto *D = dyn_cast<DoStmt>(S)) {
        auto C = L.exprs().evaluate(D->getCond());
        return C && *C == 0 && leaves(D->getBody(), false) && !L.stmts().jumpsOut(D->getBody(), true);
      }
      if (auto *A = dyn_cast<LabelStmt>(S))
        return leaves(A->getSubStmt(), BreakLeaves);
      if (auto *X = dyn_cast<clang::Expr>(S)) {
        X = X->IgnoreParenCasts();
        if (auto *W = dyn_cast<ExprWithCleanups>(X))
          X = W->getSubExpr()->IgnoreParenCasts();
        if (isa<CXXThrowExpr>(X))
          return !L.stmts().Tries; // else a handler of the region may take it
        if (auto *C = dyn_cast<clang::CallExpr>(X))
          return !L.stmts().Tries && C->getDirectCallee() && L.Index.neverReturns(C->getDirectCallee());
      }
      return false;
    }
  };
  // Inside a nested loop or switch a break stays in the region.
  bool BreakLeaves = Targets.empty() || (Targets.back().IsLoop && Targets.back().IsRegion);
  return Walk{*this}.leaves(S, BreakLeaves) && !jumpsOut(S, !BreakLeaves);
}

namespace {
/// Names of the loop that an exit's statements use.
struct LocalUses : AstVisitor {
  std::vector<const VarDecl *> Uses;
  std::set<const VarDecl *> Declared;
  const VarDecl *Static = nullptr; ///< which the copy and the original would each have
  std::vector<const BindingDecl *> Bindings;
  std::vector<const Decl *> Others; ///< types, enumerators, functions and what else a text names
  bool VisitVarDecl(VarDecl *V) override {
    Declared.insert(V->getCanonicalDecl());
    if (V->isStaticLocal())
      Static = V;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) override {
    if (auto *V = dyn_cast<VarDecl>(D->getDecl())) {
      if (V->isLocalVarDeclOrParm() && std::find(Uses.begin(), Uses.end(), V->getCanonicalDecl()) == Uses.end())
        Uses.push_back(V->getCanonicalDecl());
    } else if (auto *B = dyn_cast<BindingDecl>(D->getDecl())) {
      Bindings.push_back(B);
    } else {
      Others.push_back(D->getFoundDecl());
    }
    return true;
  }
  bool VisitTagTypeLoc(TagTypeLoc T) override { return other(T.getDecl()); }
  bool VisitTypedefTypeLoc(TypedefTypeLoc T) override { return other(T.getTypedefNameDecl()); }
  bool VisitUsingTypeLoc(UsingTypeLoc T) override { return other(T.getFoundDecl()); }
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc N) override {
    if (const NamespaceAliasDecl *A = N ? N.getNestedNameSpecifier()->getAsNamespaceAlias() : nullptr)
      other(A);
    return AstVisitor::TraverseNestedNameSpecifierLoc(N);
  }
  bool other(const Decl *D) {
    Others.push_back(D);
    return true;
  }
};

/// The statement within \p In that declares \p D, or the type around it.
const DeclStmt *declaring(const clang::Stmt *In, const Decl *D) {
  if (auto *S = dyn_cast<UsingShadowDecl>(D))
    D = S->getIntroducer();
  while (auto *Around = dyn_cast_or_null<TagDecl>(D->getLexicalDeclContext()))
    D = Around;
  struct Find : AstVisitor {
    const Decl *D;
    const DeclStmt *Found = nullptr;
    bool VisitDeclStmt(DeclStmt *S) override {
      if (llvm::is_contained(S->decls(), D))
        Found = S;
      return !Found;
    }
  } F;
  F.D = D;
  F.TraverseStmt(const_cast<clang::Stmt *>(In));
  return F.Found;
}
} // namespace

std::vector<const clang::Stmt *> Statements::exitDeclarations(llvm::ArrayRef<const clang::Stmt *> Stmts) {
  std::vector<const clang::Stmt *> All;
  std::set<const DeclStmt *> Met;
  std::set<std::pair<unsigned, llvm::StringRef>> Names;
  if (planted("exit-names"))
    return All;
  auto Add = [&](auto &Self, const clang::Stmt *Of) -> void {
    LocalUses U;
    U.TraverseStmt(const_cast<clang::Stmt *>(Of));
    for (const Decl *D : U.Others) {
      const DeclStmt *S = declaring(LoopStmt, D);
      if (!S || llvm::any_of(Stmts, [&](const clang::Stmt *Own) { return declaring(Own, D); }) || !Met.insert(S).second)
        continue;
      auto *N = dyn_cast<NamedDecl>(D);
      std::string Name = N ? N->getNameAsString() : "";
      LocalUses Inner;
      Inner.TraverseStmt(const_cast<DeclStmt *>(S));
      bool Variables = Inner.Static || llvm::any_of(S->decls(), [](const Decl *One) { return isa<VarDecl>(One); });
      for (const VarDecl *V : Inner.Uses)
        Variables |= !Inner.Declared.count(V) && declaring(LoopStmt, V);
      if (Variables && ok())
        refuse(Diag::HostNotCapturable, D->getSourceRange(),
               {Name, "it is declared in the loop together with a variable, or by means of one"});
      Self(Self, S);
      All.push_back(S);
      for (const Decl *One : S->decls())
        if (auto *Named = dyn_cast<NamedDecl>(One);
            Named && Named->getIdentifier() && ok() &&
            !Names.insert({One->getIdentifierNamespace(), Named->getName()}).second)
          refuse(Diag::HostNotCapturable, One->getSourceRange(),
                 {Named->getNameAsString(), "the loop declares it twice"});
    }
  };
  for (const clang::Stmt *S : Stmts)
    Add(Add, S);
  return All;
}

std::string Statements::steadyText(const Place &P, std::string &Why) const {
  const Object &O = Objects[P.Obj];
  auto Index = P.Index ? constantValue(P.Index) : std::nullopt;
  if (!O.Nameless.empty())
    Why = O.Nameless;
  else if (P.Hidden)
    Why = "it names a private member";
  else if (P.Or || !O.D || P.Obj == exchanges().ExchangeObj || (P.Index && !Index) ||
           llvm::any_of(P.Path, [](char C) { return !llvm::isAlnum(C) && !llvm::StringRef("_.[]").contains(C); }))
    Why = "it is a reference of the loop, not always to the same object";
  return !Why.empty() ? "" : Index ? places().elementText(P, *Index) : places().textOf(P);
}

/// The way from From to To, by numbers of children. False if there is none.
static bool stepsTo(const clang::Stmt *From, const clang::Stmt *To, std::vector<unsigned> &Steps) {
  if (From == To)
    return true;
  unsigned N = 0;
  for (const clang::Stmt *C : From->children()) {
    Steps.push_back(N++);
    if (C && stepsTo(C, To, Steps))
      return true;
    Steps.pop_back();
  }
  return false;
}

/// The statement that \p S ends with.
static const clang::Stmt *lastPart(const clang::Stmt *S) {
  while (true) {
    const clang::Stmt *Last = nullptr;
    if (auto *If = dyn_cast<IfStmt>(S))
      Last = If->getElse() ? If->getElse() : If->getThen();
    else if (auto *F = dyn_cast<ForStmt>(S))
      Last = F->getBody();
    else if (auto *R = dyn_cast<CXXForRangeStmt>(S))
      Last = R->getBody();
    else if (auto *W = dyn_cast<WhileStmt>(S))
      Last = W->getBody();
    else if (auto *X = dyn_cast<SwitchStmt>(S))
      Last = X->getBody();
    else if (auto *L = dyn_cast<LabelStmt>(S))
      Last = L->getSubStmt();
    if (!Last)
      return S;
    S = Last;
  }
}

bool Statements::readsOther(const clang::Expr *E, size_t From) {
  struct Reads : AstVisitor {
    std::vector<const VarDecl *> Of;
    bool Plain = true;
    bool VisitStmt(clang::Stmt *S) override {
      auto *B = dyn_cast<BinaryOperator>(S);
      auto *U = dyn_cast<UnaryOperator>(S);
      Plain &= isa<DeclRefExpr, ParenExpr, ImplicitCastExpr, CStyleCastExpr, IntegerLiteral, FloatingLiteral,
                   CXXBoolLiteralExpr, ConditionalOperator>(S) ||
               (B && !B->isAssignmentOp()) ||
               (U && !U->isIncrementDecrementOp() && U->getOpcode() != UO_AddrOf && U->getOpcode() != UO_Deref);
      return Plain;
    }
    bool VisitDeclRefExpr(DeclRefExpr *D) override {
      auto *V = dyn_cast<VarDecl>(D->getDecl());
      Plain &= V && V->isLocalVarDeclOrParm() && !V->isStaticLocal() && V->getType()->isArithmeticType() &&
               !V->getType().isVolatileQualified();
      if (Plain)
        Of.push_back(V);
      return Plain;
    }
  } R;
  R.TraverseStmt(const_cast<clang::Expr *>(E));
  bool Apart = R.Plain;
  const llvm::ArrayRef<Stmt> Ended = llvm::ArrayRef(*Out).drop_front(From);
  forEachStmt(Ended, [&](const Stmt &S) {
    auto Key = S.setsVar() ? leaves().LeafKeys.find(S.Var) : leaves().LeafKeys.end();
    Apart &=
        S.setsVar()
            ? Key != leaves().LeafKeys.end() &&
                  llvm::none_of(R.Of,
                                [&](const VarDecl *V) {
                                  return llvm::StringRef(Key->second).starts_with(places().key(places().objectOf(V)));
                                })
            : S.K == Stmt::If || S.K == Stmt::Log;
  });
  return Apart;
}

bool Statements::makeExit(llvm::ArrayRef<const clang::Stmt *> Stmts) {
  addExit(Stmts);
  return ok();
}

void Statements::addExit(llvm::ArrayRef<const clang::Stmt *> Stmts) {
  if (Scanning) {
    E.Reachable = false;
    return;
  }
  for (const clang::Stmt *S : Stmts)
    effects().metWhole(S);
  if (Tries) { // a handler of the region might take what the exit throws
    struct Calls : AstVisitor {
      bool Found = false;
      bool VisitCallExpr(clang::CallExpr *) override { return !(Found = true); }
      bool VisitCXXThrowExpr(CXXThrowExpr *) override { return !(Found = true); }
      bool VisitCXXConstructExpr(CXXConstructExpr *) override { return !(Found = true); }
      bool VisitCXXNewExpr(CXXNewExpr *) override { return !(Found = true); }
    } C;
    for (const clang::Stmt *S : Stmts)
      C.TraverseStmt(const_cast<clang::Stmt *>(S));
    if (C.Found)
      return bail(Stmts.front()->getSourceRange(), Stmt::InTry);
  }
  auto &SM = Ctx.getSourceManager();
  const auto &LO = Ctx.getLangOpts();
  // Up to the statement that leaves; a final break of the region's loop is what
  // the end of the region means anyway.
  std::vector<const clang::Stmt *> Perform;
  for (const clang::Stmt *S : Stmts) {
    Perform.push_back(S);
    if (leavesRegion(S))
      break;
  }
  std::vector<const clang::Stmt *> Flat;
  bool OnlyCompound = Perform.size() == 1 && isa<CompoundStmt>(Perform[0]);
  if (OnlyCompound)
    for (const clang::Stmt *S : llvm::cast<CompoundStmt>(Perform[0])->body())
      Flat.push_back(S);
  else
    Flat = Perform;
  const bool Breaks = !Flat.empty() && isa<BreakStmt>(Flat.back());
  while (!Flat.empty() && isa<BreakStmt>(Flat.back()))
    Flat.pop_back();
  bool StaysSometimes = false;
  for (const clang::Stmt *S : Flat)
    StaysSometimes |= jumpsOut(S, true);
  if (StaysSometimes) {
    refuse(Diag::HostUnsupportedStmt, Stmts.front()->getSourceRange(),
           {"a break or continue in the middle of this exit"});
    return;
  }
  // What a destructor does comes behind the statements that leave: the same only if
  // those look at nothing.
  if (!Live.empty()) {
    size_t Before = Out->size();
    destroy(0);
    bool Plain = llvm::all_of(Flat, [&](const clang::Stmt *S) {
      auto *X = dyn_cast<ReturnStmt>(S);
      return X && (!X->getRetValue() || exprs().evaluate(X->getRetValue()) || readsOther(X->getRetValue(), Before));
    });
    if (ok() && Out->size() > Before && !Plain)
      return bail(Stmts.front()->getSourceRange(), Stmt::Cleanup);
    if (!ok())
      return;
  }
  LocalUses U;
  for (const clang::Stmt *S : Flat)
    U.TraverseStmt(const_cast<clang::Stmt *>(S));
  if (U.Static && !planted("any-exit"))
    return refuse(Diag::HostNotCapturable, U.Static->getSourceRange(),
                  {U.Static->getNameAsString(), "it is a static variable declared in the loop"});
  ExitUses.insert(U.Uses.begin(), U.Uses.end());
  for (const BindingDecl *B : U.Bindings)
    if (!U.Declared.count(llvm::cast<VarDecl>(B->getDecomposedDecl())->getCanonicalDecl()) &&
        declaring(LoopStmt, B->getDecomposedDecl()))
      return refuse(Diag::HostNotCapturable, B->getSourceRange(),
                    {B->getNameAsString(), "it is a structured binding of the loop"});
  std::vector<const clang::Stmt *> Declare = exitDeclarations(Flat);
  if (!ok())
    return;

  unsigned Id;
  const void *KeyStmt = Stmts.front();
  if (auto It = ExitOf.find(KeyStmt); It != ExitOf.end()) {
    Id = It->second;
  } else {
    RegionExit X;
    X.Breaks = Breaks;
    X.Range = range(Stmts.front()->getSourceRange());
    X.Nested = !U.Declared.empty();
    X.Declarations = Declare.size();
    auto Copy = [&](const clang::Stmt *S, std::string &To, std::vector<std::pair<size_t, unsigned>> &Lines) {
      X.Statements.emplace_back();
      stepsTo(LoopStmt, S, X.Statements.back());
      CharSourceRange CR = CharSourceRange::getTokenRange(S->getSourceRange());
      CharSourceRange FR = Lexer::makeFileCharRange(CR, SM, LO);
      std::string T;
      if (FR.isValid()) {
        T = Lexer::getSourceText(FR, SM, LO).str();
        if (!isa<CompoundStmt, DeclStmt, NullStmt>(lastPart(S)))
          T += ";"; // which is no part of the statement
      } else {
        // From a macro: print what it expanded to.
        llvm::raw_string_ostream OS(T);
        S->printPretty(OS, nullptr, PrintingPolicy(LO));
        if (isa<clang::Expr>(S))
          T += ";";
        while (!T.empty() && T.back() == '\n')
          T.pop_back();
      }
      if (!To.empty())
        To += "\n";
      Lines.push_back({To.size(), SM.getPresumedLineNumber(SM.getExpansionLoc(S->getBeginLoc()))});
      To += T;
    };
    for (const clang::Stmt *S : Declare)
      Copy(S, X.Types, X.TypeLines);
    for (const clang::Stmt *S : Flat)
      Copy(S, X.Text, X.Lines);
    R.Exits.push_back(std::move(X));
    Id = R.Exits.size() - 1;
    ExitOf[KeyStmt] = Id;
  }
  // Locals: their values are taken now, into slots that the host redeclares.
  for (const VarDecl *V : U.Uses) {
    auto It = Frames.front().Vars.find(V);
    if (U.Declared.count(V))
      continue;
    const bool OfLoop = declaring(LoopStmt, V);
    auto Without = [&](const std::string &Why) {
      refuse(Diag::HostNotCapturable, V->getSourceRange(), {V->getNameAsString(), Why});
    };
    if (It == Frames.front().Vars.end() || It->second.Obj < 0) {
      if (OfLoop)
        return Without("it is a variable of the loop without a value that could be carried");
      continue;
    }
    Place P = It->second;
    if (OfLoop && V->getType()->isReferenceType()) {
      std::string Why;
      if (!Objects[P.Obj].External)
        Why = "it is a reference to a variable of the loop";
      std::string Of = Why.empty() ? steadyText(P, Why) : "";
      if (!Why.empty())
        return Without(Why);
      if (const VarDecl *D = Objects[P.Obj].D)
        ExitUses.insert(D->getCanonicalDecl());
      std::string Decl = LaterText(*this).declaration(V->getType(), V->getNameAsString());
      if (llvm::none_of(R.Exits[Id].Locals, [&](auto &L) { return L.Decl == Decl; }))
        R.Exits[Id].Locals.push_back({Decl, 0, Of});
      continue;
    }
    if (Objects[P.Obj].External)
      continue;
    if (const TagDecl *T = Ctx.getBaseElementType(V->getType())->getAsTagDecl(); T && declaring(LoopStmt, T))
      return Without("its type is declared in the loop");
    if (effects().hostOnly(P)) {
      std::string Host = effects().hostLocal(P),
                  Decl = LaterText(*this).declaration(V->getType(), V->getNameAsString());
      if (llvm::none_of(R.Exits[Id].Locals, [&](auto &L) { return L.Decl == Decl; }))
        R.Exits[Id].Locals.push_back({Decl, 0, Host});
      continue;
    }
    auto T = places().scalarType(V->getType());
    if (!T) {
      if (places().classify(V->getType()) == LeafKind::Event && !wrapper().isWrapped(V->getType()) && !OfLoop)
        continue;
      refuse(Diag::HostUnsupportedType, Stmts.front()->getSourceRange(),
             {V->getNameAsString(), V->getType().getAsString()});
      return;
    }
    names().means(V->getType());
    const std::string Type = namedType(V->getType(), Ctx);
    if (Type.empty())
      return refuse(Diag::HostUnsupportedType, Stmts.front()->getSourceRange(),
                    {V->getNameAsString(), "an enumeration without a name"});
    std::string Decl = Type + " " + V->getNameAsString();
    unsigned VarId = ~0u;
    for (RegionExit::Local &Loc : R.Exits[Id].Locals)
      if (Loc.Decl == Decl)
        for (unsigned I = 0; I < R.Vars.size(); ++I)
          if (R.Vars[I].Slot == int(Loc.Slot))
            VarId = I;
    if (VarId == ~0u) {
      Slot S;
      S.K = Slot::Scalar;
      S.Size = T->bytes();
      S.LocalType = Type;
      S.Text = Options.Names("left_" + V->getName() + "_" + llvm::Twine(R.Slots.size()));
      S.Range = range(V->getSourceRange());
      R.Slots.push_back(S);
      Variable Var;
      Var.Name = V->getNameAsString() + "_at_exit";
      Var.T = *T;
      Var.Slot = int(R.Slots.size()) - 1;
      Var.Assigned = true;
      R.Vars.push_back(Var);
      VarId = R.Vars.size() - 1;
      R.Exits[Id].Locals.push_back({Decl, unsigned(Var.Slot), ""});
    }
    Stmt &A = emit(Stmt::Assign, Stmts.front()->getSourceRange());
    A.Var = VarId;
    A.E = leaves().load(P, Stmts.front()->getSourceRange()).E;
    if (!ok())
      return;
  }
  made().checkHeld(Stmts.front()->getSourceRange());
  made().checkReleased(Stmts.front()->getSourceRange());
  ordering().Operands.note({Order::Away, "", std::nullopt, true});
  emit(Stmt::Exit, Stmts.front()->getSourceRange()).ExitIndex = Id + 1;
  E.Reachable = false;
}

void Statements::bail(clang::SourceRange Rg, Stmt::BailReason Why) {
  Stmt &S = emit(Stmt::Bail, Rg);
  S.Why = Why;
  E.Reachable = false;
}

void Statements::bailIf(ExprP C, Stmt::BailReason Why, clang::SourceRange Rg) {
  Stmt &S = emit(Stmt::Bail, Rg);
  S.Why = Why;
  S.E = std::move(C);
}

} // namespace persistify::host
