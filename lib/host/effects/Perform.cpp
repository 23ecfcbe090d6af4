//===- Perform.cpp - logs what the host performs behind the region ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Later.cpp says which statements these are. Here each becomes a text, with the values
// of the region that the text needs.
//
//===----------------------------------------------------------------------===//
#include "device/Events.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"
#include "names/DeclKeys.h"
#include "effects/LaterText.h"
#include "Walk.h"
#include "persistify/AstVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace persistify::host {

void HostEffects::initArrayLater(const Place &P, const clang::Expr *Init) {
  if (!P.T.isTriviallyCopyableType(Ctx))
    return refuse(Diag::HostTime, Init->getSourceRange(), {Objects[P.Obj].Name});
  metWhole(Init);
  LaterText T(*this);
  if (isa<ImplicitValueInitExpr>(Init)) {
    const std::string To = T.place(P, Init);
    return ok() ? log("__builtin_memset(" + To + ", 0, sizeof(" + To + "));", T.values(), Init->getSourceRange())
                : void();
  }
  const std::string Name = Options.Names("init_" + llvm::Twine(R.Deferred.size()));
  const std::string Value = T.print(Init), To = T.place(P, Init);
  if (ok())
    log("{ " + T.declaration(P.T, Name) + " = " + Value + "; __builtin_memcpy(" + To + ", " + Name + ", sizeof " +
            Name + "); }",
        T.values(), Init->getSourceRange());
}

void HostEffects::storeLater(const Place &P, const Value &V, clang::SourceRange Rg) {
  LaterText T(*this);
  std::string Text = T.place(P, P.Spelled) + " = ";
  if (V.K == Value::Scalar)
    Text += T.typed(P.T, V.E);
  else if (V.K == Value::Later && V.P.valid())
    Text += T.place(V.P, P.Spelled);
  else if (V.K == Value::EventV)
    Text += converted(handleText(ApiType::Event), "persistify_event(&" + logName() + ")");
  else if (V.K == Value::Null && places().classify(P.T) == LeafKind::Event && P.T->isPointerType())
    Text += "0";
  else if (ok())
    refuse(Diag::HostTime, Rg, {Objects[P.Obj].Name});
  if (ok())
    log(Text + ";", T.values(), Rg, {}, P);
  if (ok() && places().classify(P.T) == LeafKind::Event)
    events().setEvent(P, V, Rg);
  if (V.K == Value::EventV)
    remark(Diag::NoteProfiling, Rg);
}

/// Whether an assignment to X goes to one of several elements.
static bool isElement(const clang::Expr *X) {
  X = X->IgnoreParenImpCasts();
  if (auto *C = dyn_cast<CXXMemberCallExpr>(X)) // v.at(i)
    return C->getNumArgs() == 1;
  auto *O = dyn_cast<CXXOperatorCallExpr>(X);
  return isa<ArraySubscriptExpr>(X) || (O && O->getOperator() == OO_Subscript);
}

namespace {
/// What evaluating an expression does, calls of calls included.
/// Whether what X reads of the program's is constant, but for the objects of \p To.
struct OnlyClock : AstVisitor {
  HostCalls &Calls;
  const VarDecl *To;
  bool Found = true;
  OnlyClock(HostCalls &Calls, const clang::Expr *X, const VarDecl *To) : Calls(Calls), To(To) {
    TraverseStmt(const_cast<clang::Expr *>(X));
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) override {
    if (isa<FunctionDecl, EnumConstantDecl>(D->getDecl()))
      return true;
    auto *V = dyn_cast<VarDecl>(D->getDecl());
    const bool Constant = V && HostCalls::isConstant(V) && (V->isConstexpr() || V->hasGlobalStorage());
    return Found &= Constant || (V && To && V->getCanonicalDecl() == To->getCanonicalDecl());
  }
  bool VisitCXXThisExpr(CXXThisExpr *) override { return Found = false; }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *D) override {
    return planted("front-defaults") || TraverseStmt(D->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *) override { return Found = false; }
  bool VisitCallExpr(clang::CallExpr *C) override {
    return Found &= C->getDirectCallee() && Calls.of(C->getDirectCallee()).Reads.empty();
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    return Found &= Calls.of(C->getConstructor()).Reads.empty();
  }
};

struct Effects : AstVisitor {
  HostCalls &Calls;
  bool Clock = false, Output = false, Lasting = false;
  bool Through = false; ///< may change something by a pointer or reference
  Effects(HostCalls &Calls, const clang::Expr *X) : Calls(Calls) { TraverseStmt(const_cast<clang::Expr *>(X)); }
  void does(const FunctionDecl *F) {
    const HostEffect &E = Calls.of(F);
    Lasting |= E.Static || !E.Writes.empty();
    for (const ParmVarDecl *P : F->parameters()) {
      const QualType T = P->getType();
      Through |= !HostCalls::isStream(T) && !HostCalls::isFile(T) &&
                 (T->isPointerType() || T->isLValueReferenceType()) && !T->getPointeeType().isConstQualified();
    }
  }
  bool VisitCallExpr(clang::CallExpr *C) override {
    if (const FunctionDecl *F = C->getDirectCallee()) {
      const HostEffect &E = Calls.of(F);
      Clock |= HostCalls::isClock(F) || E.Clock;
      Output |= E.Output;
      if (HostCalls::isOutput(F))
        return true;
      does(F);
      auto *M = dyn_cast<CXXMethodDecl>(F);
      Through |= M && M->isInstance() && !M->isConst();
    }
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    Clock |= !HostCalls::isStdType(C->getType()) && Calls.of(C->getConstructor()).Clock;
    does(C->getConstructor());
    return true;
  }
};
} // namespace

void HostEffects::perform(const clang::Expr *X, const Place *To, bool Initializes, const clang::Expr *Left,
                          const clang::Expr *Right) {
  metWhole(X);
  llvm::SmallVector<Place, 2> Only = std::exchange(Changed, {});
  if (auto *C = dyn_cast<clang::CallExpr>(X->IgnoreParens()); C && To && planted("call-initializes"))
    Initializes = !C->getType()->isVoidType() && Ctx.hasSameUnqualifiedType(C->getType(), To->T);
  const Effects Does(Calls, X);
  // A clock that is read before the first command is read in front of the region, too.
  bool Starts = Does.Clock && !Does.Output && !Enqueued;
  const std::optional<Env> Before = Starts ? std::optional<Env>(E) : std::nullopt;
  LaterText T(*this);
  const size_t From = Out->size();
  std::string Value = T.print(X);
  Starts &= !Enqueued; // by what is called in it
  const bool Twice = Out->size() != From || (Before && !(E == *Before));
  if (isa<InitListExpr>(X) && Initializes && !Ctx.getLangOpts().CPlusPlus)
    Value = "(" + T.declaration(To->T, "") + ")" + Value;
  if (auto *C = dyn_cast<CXXConstructExpr>(X);
      C && Initializes && !isa<CXXTemporaryObjectExpr>(C) && !C->getConstructor()->isCopyOrMoveConstructor())
    Value = T.declaration(To->T, "") +
            (C->isListInitialization() && !C->isStdInitListInitialization() ? Value : "(" + Value + ")");
  std::string Text = Initializes ? T.place(*To, X) + " = " + Value : Value;
  std::vector<ExprP> Values = T.values();
  if (!ok())
    return;
  const clang::Expr *Kept = Right && isElement(Left) ? Right : nullptr;
  R.TimesTrips |= Kept && (Does.Clock || mentionsHostOnly(Kept));
  if (appendedTo(X)) // where and what
    for (const clang::Expr *A : llvm::cast<clang::CallExpr>(X->IgnoreParens())->arguments())
      R.TimesTrips |= Does.Clock || mentionsHostOnly(A);
  if (Does.Output)
    remark(Diag::NoteOutput, X->getSourceRange());
  // What it is compared with was set in the loop: no time starts here.
  const bool Own = (Right || Initializes) && mentionsHostOnly(Right ? Right : X, /*Clocks=*/false);
  FrontText Front;
  // In front of the region only the clock is what it is here, once the host has changed something.
  const VarDecl *Into = To && !Initializes ? Objects[To->Obj].D : nullptr;
  const bool Same =
      (!HostChanges && Fronted.empty()) || OnlyClock(Calls, Right ? Right : X, Into).Found || planted("front-reads");
  // It may stand under a condition, or in a loop of no trips.
  auto Named = [&](const clang::Expr *Pointer) {
    Checkpoint Before = stmts().save();
    const ::persistify::host::Value V = exprs().rvalue(Pointer);
    const bool Points = ok() && V.K == ::persistify::host::Value::Pointer && V.P.valid() && !V.P.Or &&
                        !LaterText::follows(V.P, places().textOf(V.P));
    stmts().restore(std::move(Before));
    return Points;
  };
  // An assignment changes what stands left of it.
  const bool Through = (Initializes || Right) &&
                       (Right && !planted("front-operators") ? Effects(Calls, Right) : Does).Through &&
                       !planted("front-through");
  const char *Behind = nullptr; // why it is not
  if (!Starts || Own)
    ;
  else if (Does.Lasting)
    Behind = "since the function that reads it changes more";
  else if (Twice || !Values.empty() || Through)
    Behind = "since it is used together with what the trip makes";
  else if (!Same)
    Behind = "since it is used together with what the host changes before";
  else if (Calls.mayFail(X, Named) && !planted("front-fails"))
    Behind = "since what uses it might fail, or not end, where the loop does not come to it";
  else if (Front = front(X, To, Left, Right, Initializes ? Value : ""); Front.Before.empty())
    Behind = "since the statement does more than keep it";
  if (Behind)
    remark(Diag::NoteTimingBehind, X->getSourceRange(), {Behind});
  else if (Does.Clock && llvm::none_of(R.Remarks, [](const Diagnostic &D) { return D.D == Diag::NoteTimingBehind; }))
    remark(Diag::NoteTiming, X->getSourceRange());
  if (!ok())
    return;
  const bool Changes = HostChanges;
  R.LaterClocks |= Does.Clock && !planted("clocks-told");
  if (Initializes && !Does.Output && !Does.Lasting && !Does.Through)
    Only.push_back(*To);
  log(Text + ";", std::move(Values), X->getSourceRange(), Front, Only);
  if (!Does.Output)
    QuietSites.insert(Out->back().Site);
  // What only prints leaves objects as they are, and a front changes one.
  const bool OfOne = !Front.Before.empty() && To && !Initializes;
  if (OfOne)
    Fronted.insert(To->Obj);
  if (OfOne || (Does.Output && !Does.Through && !Does.Lasting))
    HostChanges = Changes;
}

HostEffects::FrontText HostEffects::front(const clang::Expr *X, const Place *To, const clang::Expr *Left,
                                          const clang::Expr *Right, const std::string &Value) {
  LaterText F(*this);
  FrontText Front;
  if (!Value.empty() || Right) {
    QualType T = Value.empty() ? Left->getType() : To->T;
    if (!Calls.extraShows(T))
      Front.Before = F.declaration(T, "@front") + " = " + (Value.empty() ? F.print(Right) : Value) + ";";
    Front.First = (Value.empty() ? F.print(Left) : F.place(*To, X)) + " = @front;";
  } else if (To && To->T.isTriviallyCopyableType(Ctx) && !To->Index &&
             ((!HostChanges && !Fronted.count(To->Obj)) || planted("front-changed"))) {
    auto *C = dyn_cast<clang::CallExpr>(X->IgnoreParens());
    bool Fills = C && C->getDirectCallee() && HostCalls::isClock(C->getDirectCallee());
    std::string Object = F.place(*To, X);
    F.Instead = To;
    F.InsteadText = "@front";
    // Behind a pointer it is the object itself that would change.
    if (const std::string Call = F.print(X); llvm::StringRef(Call).contains("@front") || planted("front-through"))
      Front.Before = F.declaration(To->T, "@front") + (Fills ? "" : " = " + Object) + "; " + Call + ";";
    Front.First = Object + " = @front;";
  }
  return F.values().empty() && (!F.Follows || planted("front-fails")) ? Front : FrontText();
}

/// Two question marks stand in texts only, where they may begin a trigraph.
static void avoidTrigraphs(std::string &Text) {
  for (size_t At = 0; (At = Text.find("??", At)) != std::string::npos && !planted("trigraphs"); ++At)
    Text.insert(At + 1, "\\");
}

/// The number of the oldest of these objects, if all are the loop's own.
static int oldestOwn(llvm::ArrayRef<Place> Only, llvm::ArrayRef<Object> Objects) {
  int Oldest = Only.empty() ? -1 : INT_MAX;
  for (const Place &P : Only)
    Oldest = P.valid() && !P.Or && !Objects[P.Obj].External ? std::min(Oldest, P.Obj) : -1;
  return Oldest;
}

void HostEffects::log(std::string Text, std::vector<ExprP> Values, clang::SourceRange Rg, const FrontText &Front,
                      llvm::ArrayRef<Place> Only) {
  avoidTrigraphs(Text);
  // The same text means something else where other functions were found by its names.
  DeclKeys Keys;
  std::set<std::string> Functions;
  if (!names().TextFunctions.empty())
    for (const Decl *F : *names().TextFunctions.back())
      Functions.insert(Keys.of(F));
  auto [It, New] = Sites.try_emplace(
      Text + "\n" + Front.Before + (planted("any-function") ? "" : llvm::join(Functions, "\n")), R.Deferred.size());
  if (New) {
    DeferredStmt D;
    D.Functions = std::move(Functions);
    D.Range = range(Rg);
    D.Text = std::move(Text);
    if (!Front.Before.empty()) {
      std::string N = Options.Names("front_" + llvm::Twine(It->second + 1));
      auto Name = [&](std::string S) {
        for (size_t At; (At = S.find("@front")) != std::string::npos;)
          S.replace(At, 6, N);
        avoidTrigraphs(S);
        return S;
      };
      D.Before = Name(Front.Before) + " int " + N + "_used = 0;";
      D.Text = "if (" + N + "_used++ == 0)\n  " + Name(Front.First) + "\nelse\n  " + D.Text;
    }
    R.Deferred.push_back(std::move(D));
  }
  ordering().Operands.note({Order::Host, "", std::nullopt, true, oldestOwn(Only, Objects)});
  HostChanges = true;
  Stmt &S = emit(Stmt::Log, Rg);
  S.Site = It->second;
  S.Values = std::move(Values);
}

} // namespace persistify::host
