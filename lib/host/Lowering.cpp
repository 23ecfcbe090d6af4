//===- Lowering.cpp - lowering one loop, and what must hold around it --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device/Wrapper.h"
#include "library/Algorithms.h"
#include "library/Containers.h"
#include "interpreter/Expressions.h"
#include "machine/Ordering.h"
#include "machine/Pointers.h"
#include "machine/Keeping.h"
#include "names/DeclKeys.h"
#include "program/DeadBehind.h"
#include "program/FloatEnvironment.h"
#include "effects/HostTrips.h"
#include "Lowering.h"
#include "device/Commands.h"
#include "device/Events.h"
#include "device/Exchanges.h"
#include "device/MadeObjects.h"
#include "device/MirroredArrays.h"
#include "effects/Exits.h"
#include "effects/HostEffects.h"
#include "effects/LeftBranches.h"
#include "entry/EntryValues.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "library/Strings.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "names/UserHints.h"
#include "Prune.h"
#include "Walk.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Join.h"
#include "persistify/Frontend.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace persistify::host {

/// One lowering's state and its parts.
struct Lowering::Owned {
  LoweringState State;
#define PART(Class, Accessor) host::Class Class{State};
#include "Parts.def"
  Owned(ASTContext &Ctx, const ProgramIndex &Index, HostCalls &Calls, const HostOptions &Options, HintRefs Hints)
      : State(Ctx, Index, Calls, Options, std::move(Hints)) {
#define PART(Class, Accessor) State.Parts.Class = &Class;
#include "Parts.def"
  }
};

Lowering::Lowering(ASTContext &Ctx, const ProgramIndex &Index, HostCalls &Calls, const HostOptions &Options,
                   HintRefs Hints)
    : Lowering(std::make_unique<Owned>(Ctx, Index, Calls, Options, std::move(Hints))) {}
Lowering::Lowering(std::unique_ptr<Owned> All) : LoweringPart(All->State), All(std::move(All)) {}
Lowering::~Lowering() = default;

/// Whether the last token of a statement is in its range: no semicolon follows.
static bool endsWithToken(const clang::Stmt *S) {
  if (auto *L = dyn_cast<ForStmt>(S))
    return endsWithToken(L->getBody());
  if (auto *L = dyn_cast<WhileStmt>(S))
    return endsWithToken(L->getBody());
  if (auto *L = dyn_cast<CXXForRangeStmt>(S))
    return endsWithToken(L->getBody());
  if (auto *I = dyn_cast<IfStmt>(S))
    return endsWithToken(I->getElse() ? I->getElse() : I->getThen());
  if (auto *W = dyn_cast<SwitchStmt>(S))
    return endsWithToken(W->getBody());
  if (auto *L = dyn_cast<LabelStmt>(S))
    return endsWithToken(L->getSubStmt());
  if (auto *L = dyn_cast<SwitchCase>(S))
    return endsWithToken(L->getSubStmt());
  if (auto *A = dyn_cast<AttributedStmt>(S))
    return endsWithToken(A->getSubStmt());
  return isa<CompoundStmt, CXXTryStmt, NullStmt, DeclStmt>(S);
}

namespace {
/// Jumps into the loop from outside, which the generated code cannot offer.
struct JumpsInto : AstVisitor {
  std::set<const LabelDecl *> Labels;
  std::vector<std::pair<const LabelDecl *, SourceLocation>> Gotos;
  bool VisitLabelStmt(LabelStmt *L) override {
    Labels.insert(L->getDecl());
    return true;
  }
  bool VisitGotoStmt(GotoStmt *G) override {
    Gotos.push_back({G->getLabel(), G->getGotoLoc()});
    return true;
  }
};
struct OutsideUses : AstVisitor {
  const llvm::SetVector<const VarDecl *> &Set;
  const SourceManager &SM;
  clang::SourceRange Loop;
  llvm::SetVector<const VarDecl *> Found;
  OutsideUses(const llvm::SetVector<const VarDecl *> &S, const SourceManager &SM, clang::SourceRange L)
      : Set(S), SM(SM), Loop(L) {}
  bool VisitDeclRefExpr(DeclRefExpr *D) override {
    auto *V = dyn_cast<VarDecl>(D->getDecl());
    if (!V || !Set.count(V->getCanonicalDecl()))
      return true;
    SourceLocation L = SM.getExpansionLoc(D->getLocation());
    bool Inside = !SM.isBeforeInTranslationUnit(L, SM.getExpansionLoc(Loop.getBegin())) &&
                  !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Loop.getEnd()), L);
    if (!Inside)
      Found.insert(V->getCanonicalDecl());
    return true;
  }
};
} // namespace

void Lowering::checkLabels(const clang::Stmt *Loop, const FunctionDecl *F) {
  JumpsInto In, All;
  In.TraverseStmt(const_cast<clang::Stmt *>(Loop));
  All.TraverseStmt(F->getBody());
  std::set<SourceLocation> Mine;
  for (auto &G : In.Gotos)
    Mine.insert(G.second);
  for (auto &[L, Loc] : All.Gotos)
    if (In.Labels.count(L) && !Mine.count(Loc))
      refuse(Diag::HostGoto, clang::SourceRange(Loc), {L->getNameAsString()});
}

bool contains(const clang::Stmt *S, const clang::Stmt *What) {
  if (S == What)
    return true;
  if (S)
    for (const clang::Stmt *C : S->children())
      if (contains(C, What))
        return true;
  return false;
}

void Lowering::scanArgs(ASTContext &Ctx, const ProgramIndex &Index, HostCalls &Calls, const FunctionDecl *F,
                        const clang::Stmt *Until, ArgSets &Into) {
  const HostOptions Options;
  Lowering L(Ctx, Index, Calls, Options);
  L.Scanning = true;
  L.LoopStmt = F->getBody();
  L.begin(F);
  // Statements in front of Until, in each block that encloses it.
  auto Scan = [&](auto &&Self, const clang::Stmt *S) -> void {
    if (!S || S == Until)
      return;
    bool Last = Until && contains(S, Until);
    if (Last || isa<CompoundStmt>(S)) {
      for (const clang::Stmt *C : S->children()) {
        if (!isa<CompoundStmt>(S) && isa_and_nonnull<clang::Expr>(C))
          continue; // a condition or step, not a statement
        Self(Self, C);
        if (Last && contains(C, Until))
          return;
      }
      return;
    }
    L.stmts().scan(S);
    L.E.Reachable = true;
  };
  Scan(Scan, F->getBody());
  // What parameters and other locals of the functions that were followed hold.
  std::map<unsigned, std::set<std::string>> Locals;
  auto Held = [&](const Handle &Of) -> std::set<std::string> {
    if (Of.K != Handle::Var)
      return {};
    const HandleVariable &H = L.R.Handles[Of.V];
    auto C = Of.Index ? constantValue(Of.Index) : std::optional<uint64_t>(0);
    if (H.Slot >= 0 && C && *C < H.Count)
      return {L.R.Slots[H.Slot + *C].Key};
    auto It = Locals.find(Of.V);
    return It == Locals.end() || H.IsArray ? std::set<std::string>{"?"} : It->second; // some buffer
  };
  auto Walk = [&](auto &&Self, const StmtList &B, bool Always) -> void {
    for (const Stmt &S : B) {
      if (S.K == Stmt::SetArg && S.Arg.K == ArgValue::HandleValue && S.Arg.H.K == Handle::Var)
        Into[{L.R.Slots[L.R.Kernels[S.KernelSlot].Slot].Key, S.ArgIndex}].merge(Held(S.Arg.H));
      if (S.K == Stmt::AssignHandle && L.R.Handles[S.Var].Slot < 0) {
        std::set<std::string> Now = Held(S.H);
        if (Always)
          Locals[S.Var].clear();
        Locals[S.Var].merge(Now);
      }
      Self(Self, S.Before, false);
      Self(Self, S.Next, false);
      Self(Self, S.Body, Always && S.K == Stmt::Block);
      Self(Self, S.Else, false);
    }
  };
  Walk(Walk, L.R.Body, true);
}

/// Whether \p S is a loop; else it is a launch by itself, which may stand in the macro
/// of an error check as long as the text covers all of it.
static bool repeats(const clang::Stmt *S, ASTContext &Ctx) {
  clang::Expr::EvalResult R;
  if (auto *D = dyn_cast<DoStmt>(S))
    return !D->getCond()->EvaluateAsInt(R, Ctx) || R.Val.getInt() != 0;
  return isa<ForStmt, WhileStmt, CXXForRangeStmt>(S);
}

Region Lowering::lower(const clang::Stmt *Loop, const FunctionDecl *F) {
  LoopStmt = Loop;
  R = Region();
  R.Range = range(Loop->getSourceRange());
  R.InMacro = Loop->getBeginLoc().isMacroID();
  R.Ends = endsWithToken(Loop);
  R.Names = Options.Names;
  R.Function = F->getNameAsString();
  const SourceManager &SM = Ctx.getSourceManager();
  for (SourceLocation At : {SM.getExpansionLoc(Loop->getBeginLoc()), SM.getExpansionLoc(Loop->getEndLoc())})
    if (!inEdited(SM, At) && !planted("included-loops")) {
      refuse(Diag::HostMacroLoop, Loop->getSourceRange(),
             {"the included file '" + llvm::sys::path::filename(SM.getFilename(At)).str() + "'"});
      return R;
    }
  if ((Loop->getBeginLoc().isMacroID() && repeats(Loop, Ctx)) ||
      !Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Loop->getSourceRange()), SM, Ctx.getLangOpts())
           .isValid()) {
    SourceLocation At = Loop->getBeginLoc().isMacroID() ? Loop->getBeginLoc() : Loop->getEndLoc();
    refuse(Diag::HostMacroLoop, Loop->getSourceRange(),
           {"macro '" + Lexer::getImmediateMacroName(At, SM, Ctx.getLangOpts()).str() + "'"});
    return R;
  }
  checkLabels(Loop, F);
  begin(F);
  exchanges().beginExchange();
  entry().beginCounters();
  events().beginEvents();
  stmts().statement(Loop);
  exchanges().endExchange();
  finish(Loop, F);
  hints().hintedDistinct();
  effects().checkDeferred();
  effects().checkSkipped();
  if (ok())
    mirrors().checkArrays();
  if (ok())
    mirrors().soloLoops();
  if (ok()) {
    mirrors().finishMirrors();
    leaves().dropPointerIndices();
    nameBetweenTrips();
    pruneRegion(R);
    joinChoices(R);
    branches().checkHandedOver();
    checkApart();
    leaves().commitOwners();
    strings().commitTexts();
  }
  R.Accessors = std::move(names().Accessors);
  DeclKeys Keys;
  for (const Decl *D : names().MeantDecls)
    if (ok())
      R.Meant.insert(Keys.of(D));
  return std::move(R);
}

/// Objects of the host that the region changes are apart: the runtime looks, on entry (rule H6). Where two are the same
/// memory by what the program calls them, no entry would pass.
void Lowering::checkApart() {
  std::set<int> Changed; // slots
  for (const Variable &V : R.Vars)
    if (V.Assigned)
      Changed.insert(V.Slot);
  for (const HandleVariable &H : R.Handles)
    if (H.Assigned)
      Changed.insert(H.Slot);
  // An element of something, by a constant.
  struct Element {
    llvm::StringRef Of;
    uint64_t At = 0;
  };
  auto ElementOf = [](const Slot &S) {
    Element E;
    auto [Of, Index] = llvm::StringRef(S.Text).rsplit('[');
    if (Index.consume_back("]") && !Index.getAsInteger(10, E.At))
      E.Of = Of;
    return E;
  };
  auto Moved = [&](const Slot &S) {
    uint64_t Bytes = S.Size;
    llvm::StringRef Init = S.SizeSlot < 0 ? "" : llvm::StringRef(R.Slots[S.SizeSlot].Init);
    return Init.consume_back("ull") && !Init.getAsInteger(10, Bytes) ? Bytes : S.Size;
  };
  auto Bytes = [](const Slot &S) { return S.K == Slot::Scalar || S.K == Slot::Blob || S.K == Slot::Mirror; };
  for (size_t I = 0; I < R.Slots.size() && ok(); ++I)
    for (size_t K = I + 1; K < R.Slots.size() && ok(); ++K) {
      const Slot &A = R.Slots[I], &B = R.Slots[K];
      if (!Bytes(A) || !Bytes(B) || !A.LocalType.empty() || !B.LocalType.empty() || A.Text.empty() ||
          (!Changed.count(int(I)) && !Changed.count(int(K))))
        continue;
      bool Same = A.Text == B.Text;
      // Of one scalar and what is moved as bytes.
      const Slot &One = A.K == Slot::Mirror ? B : A, &Many = A.K == Slot::Mirror ? A : B;
      const Element O = ElementOf(One), M = ElementOf(Many);
      if (One.K == Slot::Scalar && Many.K == Slot::Mirror && !O.Of.empty() && O.Of == M.Of && One.Size)
        Same |= O.At >= M.At && (O.At - M.At) * One.Size < Moved(Many);
      if (Same && !planted("never-apart"))
        refuse(Diag::HostTwice, LoopStmt->getSourceRange(),
               {One.Text, Many.K == Slot::Mirror ? "what a command reads or writes at '" + Many.Text + "'"
                                                 : "what a pointer leads to"});
    }
}

/// Where the condition of for (;;) would stand: in front of its second semicolon. Not valid in a macro.
static SourceLocation behindFirstSemicolon(const ForStmt &For, const SourceManager &SM, const LangOptions &LO) {
  const clang::Stmt *Init = For.getInit();
  const SourceLocation At = Init ? Init->getEndLoc() : For.getLParenLoc();
  if (At.isMacroID() || For.getLParenLoc().isMacroID())
    return SourceLocation();
  if (isa_and_nonnull<DeclStmt>(Init)) // ends with it
    return Lexer::getLocForEndOfToken(At, 0, SM, LO);
  return Lexer::findLocationAfterToken(At, tok::semi, SM, LO, false);
}

/// Where the loop's condition is, or would be. False if nothing can be put there.
bool Lowering::findTest() {
  const SourceManager &SM = Ctx.getSourceManager();
  const LangOptions &LO = Ctx.getLangOpts();
  auto *For = dyn_cast<ForStmt>(LoopStmt);
  auto *While = dyn_cast<WhileStmt>(LoopStmt);
  const clang::Expr *Test = testOf(LoopStmt);
  const bool Declares = (For && For->getConditionVariable()) || (While && While->getConditionVariable());
  if (Declares || R.InMacro)
    return false;
  if (For && !Test) {
    const SourceLocation At = behindFirstSemicolon(*For, SM, LO);
    R.NoTest = At.isValid() && SM.getFileID(At) == SM.getFileID(SM.getExpansionLoc(LoopStmt->getBeginLoc()));
    if (R.NoTest)
      R.TestBegin = R.TestEnd = SM.getFileOffset(At);
    return R.NoTest;
  }
  if (!Test)
    return false;
  // The question is joined to it by &&, which may be the program's for such an operand.
  const QualType Written = Test->IgnoreUnlessSpelledInSource()->IgnoreParens()->getType();
  if (LO.CPlusPlus && (Written->isRecordType() || Written->isEnumeralType()) && !planted("any-condition"))
    return false;
  // A macro at its begin or end, such as a number with a name, must be whole, and none be given all of it: what is given to
  // a macro may stand in its text several times.
  CharSourceRange Rg = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Test->getSourceRange()), SM, LO);
  const SourceLocation Begin = SM.getExpansionLoc(Test->getBeginLoc());
  if (planted("half-macros"))
    Rg = CharSourceRange::getCharRange(Begin,
                                       Lexer::getLocForEndOfToken(SM.getExpansionLoc(Test->getEndLoc()), 0, SM, LO));
  if (Rg.isInvalid() || Rg.getBegin() != Begin ||
      SM.getFileID(Begin) != SM.getFileID(SM.getExpansionLoc(LoopStmt->getBeginLoc())))
    return false;
  R.TestBegin = SM.getFileOffset(Rg.getBegin());
  R.TestEnd = SM.getFileOffset(Rg.getEnd());
  R.TestActs = Test->HasSideEffects(Ctx);
  return true;
}

/// What the loop's condition can name of the region's own variables, and where it stands: there the host may ask
/// whether the rest of the loop is to run on the device.
void Lowering::nameBetweenTrips() {
  const SourceManager &SM = Ctx.getSourceManager();
  const FileID Here = SM.getFileID(SM.getExpansionLoc(LoopStmt->getBeginLoc()));
  const auto *For = dyn_cast<ForStmt>(LoopStmt);
  if (!findTest())
    return;
  if (auto *Declared = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr)
    for (const Decl *D : Declared->decls()) {
      if (auto *N = dyn_cast<NamedDecl>(D); N && N->getIdentifier())
        R.HeaderNames.insert(N->getName().str());
      if (auto *Enum = dyn_cast<EnumDecl>(D))
        for (const EnumConstantDecl *C : Enum->enumerators())
          R.HeaderNames.insert(C->getName().str());
      if (auto *Parts = dyn_cast<DecompositionDecl>(D))
        for (const BindingDecl *B : Parts->bindings())
          R.HeaderNames.insert(B->getName().str());
    }
  R.Directives = Lexer::getSourceText(CharSourceRange::getTokenRange(LoopStmt->getSourceRange()), SM, Ctx.getLangOpts())
                     .contains("\n#");
  const clang::Stmt *Body = bodyOf(LoopStmt);
  if (Body->getBeginLoc().isFileID() && Body->getEndLoc().isFileID() && SM.getFileID(Body->getBeginLoc()) == Here) {
    SourceLocation End = Lexer::getLocForEndOfToken(Body->getEndLoc(), 0, SM, Ctx.getLangOpts());
    if (!isa<CompoundStmt>(Body)) // such an end stands in front of a semicolon, or not
      End = Lexer::findLocationAfterToken(Body->getEndLoc(), tok::semi, SM, Ctx.getLangOpts(), false);
    if (End.isValid() && SM.getFileID(End) == Here) {
      R.BodyBegin = SM.getFileOffset(Body->getBeginLoc());
      R.BodyEnd = SM.getFileOffset(End);
    }
  }
  auto Inside = [&](SourceLocation At, const clang::Stmt *S) {
    return S && !SM.isBeforeInTranslationUnit(At, S->getBeginLoc()) &&
           !SM.isBeforeInTranslationUnit(S->getEndLoc(), At);
  };
  for (auto &[Id, Key] : leaves().LeafKeys) {
    unsigned Number;
    llvm::StringRef Path = Key;
    if (R.Vars[Id].Slot >= 0 || R.Vars[Id].IsArray || Path.consumeInteger(10, Number) || !Path.empty())
      continue;
    const Object &O = Objects[Number];
    const VarDecl *D = O.Local ? O.Local : O.D;
    if (!D || !D->getIdentifier() || D->getDeclContext() != Frames.front().F || !D->hasLocalStorage() ||
        D->isInitCapture() || D->getStorageClass() == SC_Register) // which has no address
      continue;
    if (D->getType().isVolatileQualified() || D->getType()->isReferenceType() || !places().scalarType(D->getType()))
      continue;
    const SourceLocation At = D->getLocation();
    if (At.isFileID() && (!Inside(At, LoopStmt) || Inside(At, For ? For->getInit() : nullptr))) {
      R.Vars[Id].Here = D->getName().str();
      names().means(D);
    }
  }
}

/// F is the function around the loop.
void Lowering::begin(const FunctionDecl *F) {
  Frame Base;
  Base.F = F;
  Frames.push_back(std::move(Base));
  Out = &R.Body;
  auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->getParent()->isLambda())
    for (const LambdaCapture &C : M->getParent()->captures())
      if (auto *V = C.capturesVariable() ? dyn_cast<VarDecl>(C.getCapturedVar()) : nullptr)
        names().Captures[V->getCanonicalDecl()] = C.getCaptureKind();
}

/// Whether E computes in floating point, rather than to move a value.
static bool computesFloat(const ExprP &E) {
  auto Float = [](const ExprP &X) { return X->T.K == ScalarType::Float; };
  const bool Moves = E->O == Expr::Const || E->O == Expr::Var;
  return (!Moves && (Float(E) || llvm::any_of(E->Args, [&](const ExprP &A) { return A && Float(A); }))) ||
         llvm::any_of(E->Args, [](const ExprP &A) { return A && computesFloat(A); });
}

/// Exception flags, which arithmetic on a device does not raise.
void Lowering::checkFloatFlags() {
  bool Computes = false;
  if (R.HostFloat)
    forEachStmt(R.Body, [&](const Stmt &S) {
      forEachOperand(S, [&](const ExprP &X) { Computes = Computes || computesFloat(X); });
    });
  const clang::Expr *Finds = Computes ? Index.findsFloatExceptions() : nullptr;
  if (!Finds)
    return;
  const persistify::SourceRange At = range(Finds->getSourceRange());
  refuse(Diag::HostFloatEnvironment, LoopStmt->getSourceRange(),
         {"'" + text(Finds) + "' in line " + std::to_string(At.Line) + " looks for exceptions that it raises"});
}

/// How many operators stand one on the other.
static unsigned depthOf(const Expr &E, std::map<const Expr *, unsigned> &Known) {
  if (auto It = Known.find(&E); It != Known.end())
    return It->second;
  unsigned Depth = 0;
  for (const ExprP &A : E.Args)
    if (A)
      Depth = std::max(Depth, depthOf(*A, Known));
  return Known[&E] = Depth + 1;
}

/// Each operator gets parentheses, and compilers take 256 one within the other.
void Lowering::checkDepth() {
  constexpr unsigned Most = 240;
  std::map<const Expr *, unsigned> Known;
  const Stmt *Deep = nullptr;
  forEachStmt(R.Body, [&](const Stmt &S) {
    forEachOperand(S, [&](const ExprP &X) {
      if (!Deep && X && depthOf(*X, Known) > Most && !planted("any-depth"))
        Deep = &S;
    });
  });
  if (Deep)
    Refused.push_back({Diag::HostUnsupportedExpr,
                       Deep->Range.valid() ? Deep->Range : range(LoopStmt->getSourceRange()),
                       {"an expression of more than 240 operators, one on the other,"}});
}

/// The queue that the statement behind the loop waits for: clFinish(queue). Null if it does something else.
static const clang::Expr *finishedBehind(ASTContext &Ctx, const clang::Stmt *Loop) {
  auto Parents = Ctx.getParents(*Loop);
  auto *Block = Parents.empty() ? nullptr : Parents[0].get<CompoundStmt>();
  if (!Block)
    return nullptr;
  auto It = llvm::find(Block->body(), Loop);
  auto *Next = It == Block->body_end() || ++It == Block->body_end() ? nullptr : dyn_cast<clang::Expr>(*It);
  if (auto *Whole = dyn_cast_or_null<ExprWithCleanups>(Next))
    Next = Whole->getSubExpr();
  if (auto *Assign = Next ? dyn_cast<BinaryOperator>(Next->IgnoreParenCasts()) : nullptr;
      Assign && Assign->getOpcode() == BO_Assign && isa<DeclRefExpr>(Assign->getLHS()))
    Next = Assign->getRHS();
  auto *Call = Next ? dyn_cast<clang::CallExpr>(Next->IgnoreParenCasts()) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Ctx.getSourceManager().isInSystemHeader(Callee->getLocation()))
    return nullptr;
  const ApiCall A = apiCall(Call);
  const clang::Expr *Queue = A.A == Api::Wait ? A.arg(ApiArg::Queue) : nullptr;
  return Queue && isa<DeclRefExpr, MemberExpr>(Queue->IgnoreParenImpCasts()) ? Queue : nullptr;
}

void Lowering::finish(const clang::Stmt *Loop, const FunctionDecl *F) {
  if (!ok())
    return;
  checkFloatFlags();
  checkDepth();
  hints().checkDropped();
  entry().checkSettled();
  entry().checkSteady();
  events().requireOwnEvents();
  events().beginLists();
  if (!ok())
    return;
  // Events of the region that the rest of the program looks at.
  llvm::SetVector<const VarDecl *> LookedAt;
  for (auto &Set : events().EventsSet)
    if (!onlyHandedOut(Set.first))
      LookedAt.insert(Set.first);
  if (!LookedAt.empty()) {
    OutsideUses U(LookedAt, Ctx.getSourceManager(), Loop->getSourceRange());
    bool Global = false;
    for (const VarDecl *V : LookedAt) // or of the function around a lambda
      Global |= !V->isLocalVarDeclOrParm() || V->getDeclContext() != F;
    if (Global)
      U.TraverseDecl(Ctx.getTranslationUnitDecl());
    else
      U.TraverseStmt(F->getBody());
    branches().eventsForHost([&](const VarDecl *V) { return U.Found.count(V) != 0; });
  }
  // A lambda's copies were taken when it was made: the originals must not change.
  for (const VarDecl *V : functions().CopyCaptures)
    if (auto It = places().External.find(V); It != places().External.end())
      for (auto &Leaves : {std::cref(leaves().ScalarLeaves), std::cref(leaves().HandleLeaves)})
        for (auto &[K, Id] : Leaves.get())
          if (std::stoul(K) == unsigned(It->second) &&
              (&Leaves.get() == &leaves().ScalarLeaves ? R.Vars[Id].Assigned : R.Handles[Id].Assigned))
            refuse(Diag::HostNotCapturable, V->getSourceRange(), {V->getNameAsString(), "a lambda holds a copy of it"});
  made().checkHeld(Loop->getSourceRange());
  made().checkReleased(Loop->getSourceRange());
  if (!E.Mapped.empty()) // at the end of a trip
    R.Pending = "mapped memory";
  // What the original leaves in a handle or pointer, the name of a released kernel, nobody may look at.
  llvm::SetVector<const VarDecl *> Held = made().HoldsMade;
  Held.remove_if([&](const VarDecl *V) {
    return places().classify(V->getType()) == LeafKind::Pointer && deadBehind(V, F, Loop, Ctx) &&
           (!exits().ExitUses.count(V->getCanonicalDecl()) || planted("exits-look"));
  });
  OutsideUses U(Held, Ctx.getSourceManager(), Loop->getSourceRange());
  for (const VarDecl *V : Held)
    if (!V->isLocalVarDeclOrParm() || V->getDeclContext() != F || V->getType()->isReferenceType() ||
        exits().ExitUses.count(V->getCanonicalDecl()))
      U.Found.insert(V);
  if (!Held.empty())
    U.TraverseStmt(F->getBody());
  for (const VarDecl *V : U.Found)
    if (places().classify(V->getType()) == LeafKind::Kernel)
      refuse(Diag::HostKernelAssigned, Loop->getSourceRange(), {V->getNameAsString()});
    else
      refuse(Diag::HostUnsupportedType, Loop->getSourceRange(), {V->getNameAsString(), V->getType().getAsString()});
  const clang::Expr *Finished = E.Reading.empty() ? nullptr : finishedBehind(Ctx, Loop);
  bool Covered = Finished && llvm::none_of(commands().Queues,
                                           [&](const clang::Expr *Q) { return Index.differentQueues(Finished, Q); });
  if (!E.Reading.empty() && !Covered)
    refuse(Diag::HostPendingTransfer, Loop->getSourceRange(), {"the destination of a non-blocking read"});
}

bool MadeObjects::assignedBehind(const Place &P) {
  const VarDecl *D = Objects[P.Obj].D;
  if (Scanning || !D || !P.Path.empty() || P.Index || !LoopStmt || exits().ExitUses.count(D->getCanonicalDecl()))
    return false;
  auto [It, New] = DeadBehind.try_emplace(D->getCanonicalDecl());
  if (New)
    It->second = deadBehind(D, Frames.front().F, LoopStmt, Ctx);
  return It->second;
}

bool MadeObjects::onlyInLoop(const Place &P) {
  const VarDecl *D = Objects[P.Obj].D;
  if (Scanning || !D || !P.Path.empty() || P.Index || !LoopStmt)
    return false;
  D = D->getCanonicalDecl();
  auto [It, New] = OnlyInLoop.try_emplace(D);
  if (New) {
    llvm::SetVector<const VarDecl *> Just(&D, &D + 1);
    OutsideUses U(Just, Ctx.getSourceManager(), LoopStmt->getSourceRange());
    const FunctionDecl *F = Frames.front().F;
    It->second = D->hasLocalStorage() && !isa<ParmVarDecl>(D) && D->getDeclContext() == F &&
                 !D->getType()->isReferenceType() && !D->getType().isVolatileQualified();
    U.TraverseStmt(F->getBody());
    It->second = It->second && U.Found.empty();
  }
  return It->second;
}

} // namespace persistify::host
