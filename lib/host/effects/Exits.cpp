//===- Exits.cpp - ways out of the loop that the host goes on from -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device/Exchanges.h"
#include "device/MadeObjects.h"
#include "device/Wrapper.h"
#include "effects/Exits.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
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

bool Exits::jumpsOut(const clang::Stmt *S, bool Breaks) const {
  const std::set<const LabelDecl *> Labels = stmts().labelsAhead();
  JumpsOut J(Labels);
  J.Breaks = Breaks;
  J.TraverseStmt(const_cast<clang::Stmt *>(S));
  return J.Found;
}

bool Exits::leavesRegion(const clang::Stmt *S) const {
  struct Walk {
    const Exits &L;
    bool leaves(const clang::Stmt *S, bool BreakLeaves) const {
      if (!S)
        return false;
      if (isa<ReturnStmt>(S))
        return true;
      if (isa<BreakStmt>(S))
        return BreakLeaves;
      if (auto *G = dyn_cast<GotoStmt>(S)) {
        if (L.stmts().labelsAhead().count(G->getLabel()))
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
        return C && *C == 0 && leaves(D->getBody(), false) && !L.jumpsOut(D->getBody(), true);
      }
      if (auto *A = dyn_cast<LabelStmt>(S))
        return leaves(A->getSubStmt(), BreakLeaves);
      if (auto *X = dyn_cast<clang::Expr>(S)) {
        X = X->IgnoreParenCasts();
        if (auto *W = dyn_cast<ExprWithCleanups>(X))
          X = W->getSubExpr()->IgnoreParenCasts();
        if (isa<CXXThrowExpr>(X))
          return !L.stmts().inTry(); // else a handler of the region may take it
        if (auto *C = dyn_cast<clang::CallExpr>(X))
          return !L.stmts().inTry() && C->getDirectCallee() && L.Index.neverReturns(C->getDirectCallee());
      }
      return false;
    }
  };
  // Inside a nested loop or switch a break stays in the region.
  bool BreakLeaves = Targets.empty() || (Targets.back().IsLoop && Targets.back().IsRegion);
  return Walk{*this}.leaves(S, BreakLeaves) && !jumpsOut(S, !BreakLeaves);
}

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

std::vector<const clang::Stmt *> Exits::exitDeclarations(llvm::ArrayRef<const clang::Stmt *> Stmts) {
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

std::string Exits::steadyText(const Place &P, std::string &Why) const {
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

bool Exits::readsOther(const clang::Expr *E, size_t From) {
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

bool Exits::makeExit(llvm::ArrayRef<const clang::Stmt *> Stmts) {
  addExit(Stmts);
  return ok();
}

/// Whether something is called in one of them, or thrown.
static bool mayThrow(llvm::ArrayRef<const clang::Stmt *> Stmts) {
  struct Calls : AstVisitor {
    bool Found = false;
    bool VisitCallExpr(clang::CallExpr *) override { return !(Found = true); }
    bool VisitCXXThrowExpr(CXXThrowExpr *) override { return !(Found = true); }
    bool VisitCXXConstructExpr(CXXConstructExpr *) override { return !(Found = true); }
    bool VisitCXXNewExpr(CXXNewExpr *) override { return !(Found = true); }
  } C;
  for (const clang::Stmt *S : Stmts)
    C.TraverseStmt(const_cast<clang::Stmt *>(S));
  return C.Found;
}

std::vector<const clang::Stmt *> Exits::performed(llvm::ArrayRef<const clang::Stmt *> Stmts, bool &Breaks) const {
  std::vector<const clang::Stmt *> Perform, Flat;
  for (const clang::Stmt *S : Stmts) {
    Perform.push_back(S);
    if (leavesRegion(S))
      break;
  }
  if (Perform.size() == 1 && isa<CompoundStmt>(Perform[0]))
    for (const clang::Stmt *S : llvm::cast<CompoundStmt>(Perform[0])->body())
      Flat.push_back(S);
  else
    Flat = Perform;
  Breaks = !Flat.empty() && isa<BreakStmt>(Flat.back());
  while (!Flat.empty() && isa<BreakStmt>(Flat.back()))
    Flat.pop_back();
  return Flat;
}

bool Exits::endObjectsAtExit(llvm::ArrayRef<const clang::Stmt *> Flat, clang::SourceRange Rg) {
  if (Live.empty())
    return true;
  size_t Before = Out->size();
  stmts().destroy(0);
  bool Plain = llvm::all_of(Flat, [&](const clang::Stmt *S) {
    auto *X = dyn_cast<ReturnStmt>(S);
    return X && (!X->getRetValue() || exprs().evaluate(X->getRetValue()) || readsOther(X->getRetValue(), Before));
  });
  if (!ok() || Out->size() == Before || Plain)
    return ok();
  stmts().bail(Rg, Stmt::Cleanup);
  return false;
}

/// The text of a statement of an exit, as a statement of its own.
static std::string textOfStatement(const clang::Stmt *S, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const LangOptions &LO = Ctx.getLangOpts();
  CharSourceRange FR = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(S->getSourceRange()), SM, LO);
  if (FR.isValid()) { // a semicolon is no part of a statement
    std::string T = Lexer::getSourceText(FR, SM, LO).str();
    return isa<CompoundStmt, DeclStmt, NullStmt>(lastPart(S)) ? T : T + ";";
  }
  // From a macro: print what it expanded to.
  std::string T;
  llvm::raw_string_ostream OS(T);
  S->printPretty(OS, nullptr, PrintingPolicy(LO));
  if (isa<clang::Expr>(S))
    T += ";";
  while (!T.empty() && T.back() == '\n')
    T.pop_back();
  return T;
}

unsigned Exits::exitNumber(const ExitParts &Parts, clang::SourceRange Rg, bool Nested) {
  auto [It, New] = ExitOf.try_emplace(Parts.Key, R.Exits.size());
  if (!New)
    return It->second;
  const SourceManager &SM = Ctx.getSourceManager();
  RegionExit X;
  X.Breaks = Parts.Breaks;
  X.Range = range(Rg);
  X.Nested = Nested;
  X.Declarations = Parts.Declare.size();
  auto Copy = [&](const clang::Stmt *S, std::string &To, std::vector<std::pair<size_t, unsigned>> &Lines) {
    X.Statements.emplace_back();
    stepsTo(LoopStmt, S, X.Statements.back());
    std::string T = textOfStatement(S, Ctx);
    if (!To.empty())
      To += "\n";
    Lines.push_back({To.size(), SM.getPresumedLineNumber(SM.getExpansionLoc(S->getBeginLoc()))});
    To += T;
  };
  for (const clang::Stmt *S : Parts.Declare)
    Copy(S, X.Types, X.TypeLines);
  for (const clang::Stmt *S : Parts.Flat)
    Copy(S, X.Text, X.Lines);
  R.Exits.push_back(std::move(X));
  return It->second;
}

void Exits::declareAtExit(unsigned Id, std::string Decl, unsigned Slot, std::string Text) {
  std::vector<RegionExit::Local> &Locals = R.Exits[Id].Locals;
  if (llvm::none_of(Locals, [&](const RegionExit::Local &L) { return L.Decl == Decl; }))
    Locals.push_back({std::move(Decl), Slot, std::move(Text)});
}

void Exits::carryToExit(const VarDecl *V, unsigned Id, clang::SourceRange Rg) {
  const bool OfLoop = declaring(LoopStmt, V);
  auto Without = [&](const std::string &Why) {
    refuse(Diag::HostNotCapturable, V->getSourceRange(), {V->getNameAsString(), Why});
  };
  auto It = Frames.front().Vars.find(V);
  if (It == Frames.front().Vars.end() || It->second.Obj < 0)
    return OfLoop ? Without("it is a variable of the loop without a value that could be carried") : void();
  Place P = It->second;
  auto Declaration = [&] { return LaterText(*this).declaration(V->getType(), V->getNameAsString()); };
  if (OfLoop && V->getType()->isReferenceType()) {
    std::string Why;
    if (!Objects[P.Obj].External)
      Why = "it is a reference to a variable of the loop";
    std::string Of = Why.empty() ? steadyText(P, Why) : "";
    if (!Why.empty())
      return Without(Why);
    if (const VarDecl *D = Objects[P.Obj].D)
      ExitUses.insert(D->getCanonicalDecl());
    return declareAtExit(Id, Declaration(), 0, Of);
  }
  if (Objects[P.Obj].External)
    return;
  if (const TagDecl *T = Ctx.getBaseElementType(V->getType())->getAsTagDecl(); T && declaring(LoopStmt, T))
    return Without("its type is declared in the loop");
  if (effects().hostOnly(P)) {
    std::string Host = effects().hostLocal(P);
    return declareAtExit(Id, Declaration(), 0, Host);
  }
  auto T = places().scalarType(V->getType());
  if (!T) {
    if (places().classify(V->getType()) == LeafKind::Event && !wrapper().isWrapped(V->getType()) && !OfLoop)
      return;
    return refuse(Diag::HostUnsupportedType, Rg, {V->getNameAsString(), V->getType().getAsString()});
  }
  names().means(V->getType());
  const std::string Type = namedType(V->getType(), Ctx);
  if (Type.empty())
    return refuse(Diag::HostUnsupportedType, Rg, {V->getNameAsString(), "an enumeration without a name"});
  const unsigned Var = variableAtExit(V, Id, Type, *T);
  Stmt &A = emit(Stmt::Assign, Rg);
  A.Var = Var;
  A.E = leaves().load(P, Rg).E;
}

unsigned Exits::variableAtExit(const VarDecl *V, unsigned Id, const std::string &Type, ScalarType T) {
  const std::string Decl = Type + " " + V->getNameAsString();
  for (const RegionExit::Local &Loc : R.Exits[Id].Locals)
    if (Loc.Decl == Decl)
      for (unsigned I = R.Vars.size(); I-- > 0;)
        if (R.Vars[I].Slot == int(Loc.Slot))
          return I;
  Slot S;
  S.K = Slot::Scalar;
  S.Size = T.bytes();
  S.LocalType = Type;
  S.Text = Options.Names("left_" + V->getName() + "_" + llvm::Twine(R.Slots.size()));
  S.Range = range(V->getSourceRange());
  R.Slots.push_back(S);
  Variable Var;
  Var.Name = V->getNameAsString() + "_at_exit";
  Var.T = T;
  Var.Slot = int(R.Slots.size()) - 1;
  Var.Assigned = true;
  R.Vars.push_back(Var);
  R.Exits[Id].Locals.push_back({Decl, unsigned(Var.Slot), ""});
  return R.Vars.size() - 1;
}

bool Exits::checkExitUses(const LocalUses &U) {
  if (U.Static && !planted("any-exit")) {
    refuse(Diag::HostNotCapturable, U.Static->getSourceRange(),
           {U.Static->getNameAsString(), "it is a static variable declared in the loop"});
    return false;
  }
  ExitUses.insert(U.Uses.begin(), U.Uses.end());
  for (const BindingDecl *B : U.Bindings)
    if (!U.Declared.count(llvm::cast<VarDecl>(B->getDecomposedDecl())->getCanonicalDecl()) &&
        declaring(LoopStmt, B->getDecomposedDecl())) {
      refuse(Diag::HostNotCapturable, B->getSourceRange(),
             {B->getNameAsString(), "it is a structured binding of the loop"});
      return false;
    }
  return true;
}

void Exits::addExit(llvm::ArrayRef<const clang::Stmt *> Stmts) {
  if (Scanning) {
    E.Reachable = false;
    return;
  }
  const clang::SourceRange Rg = Stmts.front()->getSourceRange();
  for (const clang::Stmt *S : Stmts)
    effects().metWhole(S);
  if (stmts().inTry() && mayThrow(Stmts)) // a handler of the region might take that
    return stmts().bail(Rg, Stmt::InTry);
  ExitParts Parts;
  Parts.Key = Stmts.front();
  Parts.Flat = performed(Stmts, Parts.Breaks);
  if (llvm::any_of(Parts.Flat, [&](const clang::Stmt *S) { return jumpsOut(S, true); }))
    return refuse(Diag::HostUnsupportedStmt, Rg, {"a break or continue in the middle of this exit"});
  LocalUses U;
  if (!endObjectsAtExit(Parts.Flat, Rg))
    return;
  for (const clang::Stmt *S : Parts.Flat)
    U.TraverseStmt(const_cast<clang::Stmt *>(S));
  if (!checkExitUses(U))
    return;
  Parts.Declare = exitDeclarations(Parts.Flat);
  if (!ok())
    return;
  const unsigned Id = exitNumber(Parts, Rg, !U.Declared.empty());
  // Locals: their values are taken now, into slots that the host redeclares.
  for (const VarDecl *V : U.Uses) {
    if (!U.Declared.count(V))
      carryToExit(V, Id, Rg);
    if (!ok())
      return;
  }
  made().checkHeld(Rg);
  made().checkReleased(Rg);
  ordering().Operands.note({Order::Away, "", std::nullopt, true});
  emit(Stmt::Exit, Rg).ExitIndex = Id + 1;
  E.Reachable = false;
}

} // namespace persistify::host
