//===- LaterText.cpp - a statement as the host performs it behind the region ===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "effects/LaterText.h"
#include "library/Literals.h"
#include "Walk.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace persistify::host {

/// Whether X tells where it stands: __builtin_LINE() and its like.
static bool namesPlace(const clang::Expr *X) {
  struct Places : AstVisitor {
    bool Found = false;
    bool VisitSourceLocExpr(SourceLocExpr *) override { return !(Found = true); }
  } P;
  P.TraverseStmt(const_cast<clang::Expr *>(X));
  return P.Found;
}

/// Whether one of the statements changes more than variables that are new.
static bool changesMore(llvm::ArrayRef<Stmt> List, size_t Vars) {
  bool More = false;
  forEachStmt(List, [&](const Stmt &S) {
    static constexpr Stmt::Kind Harmless[] = {Stmt::If,    Stmt::Block,    Stmt::Leave, Stmt::Loop,
                                              Stmt::Break, Stmt::Continue, Stmt::Bail};
    More |= S.K == Stmt::Assign ? S.Var < Vars : !llvm::is_contained(Harmless, S.K);
  });
  return More;
}

namespace {
/// The types that a statement spells out, which its text names as well.
struct SpelledTypes : AstVisitor {
  llvm::function_ref<void(const Decl *)> Means;
  explicit SpelledTypes(llvm::function_ref<void(const Decl *)> Means) : Means(Means) {}
  bool VisitTagTypeLoc(TagTypeLoc T) override {
    Means(T.getDecl());
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc T) override {
    Means(T.getTypedefNameDecl());
    return true;
  }
  bool VisitExpr(clang::Expr *X) override {
    if (const TagDecl *D = X->getType()->getAsTagDecl())
      Means(D);
    return true;
  }
};
} // namespace

bool profiledTime(const clang::CallExpr *C) {
  ApiCall A = apiCall(C);
  return A.A == Api::Profile && A.Wrapper && A.Args.size() == 2 && isa<CXXDefaultArgExpr>(A.Args[1]);
}

bool LaterText::fail(const clang::Expr *X) {
  if (L.ok())
    L.refuse(Diag::HostDeferred, X ? X->getSourceRange() : clang::SourceRange(),
             {L.text(Root), "'" + L.text(X ? X : Root) + "' cannot be followed"});
  return true;
}

/// Notes the expressions that are statements of S, which may be null.
void LaterText::statements(const clang::Stmt *S, bool UnderCondition) {
  if (auto *I = dyn_cast_or_null<IfStmt>(S)) {
    statements(I->getThen(), true);
    statements(I->getElse(), true);
  } else if (auto *C = dyn_cast_or_null<CompoundStmt>(S)) {
    for (const clang::Stmt *B : C->body())
      statements(B, UnderCondition);
  } else if (isa_and_nonnull<clang::Expr>(S) && !planted("quiet-branches")) {
    Whole.insert(S);
    if (UnderCondition)
      Sometimes.insert(S);
  }
}

std::string LaterText::print(const clang::Stmt *X) {
  if (!Root) {
    Root = X;
    statements(X, /*UnderCondition=*/false);
    SpelledTypes([&](const Decl *D) { L.names().means(D); }).TraverseStmt(const_cast<clang::Stmt *>(X));
  }
  std::string T;
  llvm::raw_string_ostream OS(T);
  X->printPretty(OS, this, Policy, 0, "\n", &L.Ctx);
  return T;
}

/// The logs in \p List, and whether one of them may print.
static std::pair<size_t, bool> logs(llvm::ArrayRef<Stmt> List, const std::set<unsigned> &Quiet) {
  std::pair<size_t, bool> Found(0, false);
  forEachStmt(List, [&](const Stmt &S) {
    Found.first += S.K == Stmt::Log;
    Found.second |= S.K == Stmt::Log && !Quiet.count(S.Site);
  });
  return Found;
}

static bool within(const clang::Stmt *Outer, const clang::Stmt *S) {
  return Outer && (Outer == S || llvm::any_of(Outer->children(), [&](const clang::Stmt *C) { return within(C, S); }));
}

/// X prints, or reads or changes what the host has.
void LaterText::meets(const clang::Expr *X, bool OnlyPrints) {
  L.ordering().Operands.note({Order::Host, "", std::nullopt, false});
  Moments.push_back({X, L.Out->size(), OnlyPrints});
}

/// `p[] = {total, step(i)}` reads total before step(), of which the host performs something, too, in front of this text.
void LaterText::checkOrder() {
  for (const Moment &M : Moments)
    for (const Inner &I : Inners)
      if (L.ok() && I.From >= M.At && (!M.Prints || I.Prints) && !within(M.X, I.X) && !planted("any-print-order"))
        L.refuse(Diag::HostDeferred, I.X->getSourceRange(),
                 {L.text(Root), "the host performs a part of '" + L.text(I.X) + "' by itself, and '" + L.text(M.X) +
                                    "' may come before that"});
}

std::vector<ExprP> LaterText::values() {
  checkOrder();
  for (size_t I = Values.size(); I-- > 0;) // the last first: earlier moments stay where they are
    Values[I].E = L.keeping().kept(Values[I].E, Values[I].From, "logged");
  std::vector<ExprP> Es;
  for (const Logged &V : Values)
    Es.push_back(V.E);
  return Es;
}

bool LaterText::handledStmt(clang::Stmt *S, llvm::raw_ostream &OS) {
  auto *X = dyn_cast<clang::Expr>(S);
  if (!X)
    return false;
  Evaluation Now(L, X->IgnoreParens());
  const size_t From = L.Out->size(), Vars = L.R.Vars.size();
  const auto Known = [&] {
    size_t N = 0;
    for (const Inner &I : Inners)
      N += I.Logs;
    return N;
  };
  const size_t Before = Known();
  if (Elements.count(X) && L.ok() && L.effects().mentionsHostOnly(X, /*Clocks=*/false))
    meets(X);
  if (auto *List = dyn_cast<InitListExpr>(X))
    Elements.insert(List->begin(), List->end());
  const bool Handled = !L.ok() || expression(X, OS) || (!hasText(X) && fail(X));
  const llvm::ArrayRef<Stmt> Done = llvm::ArrayRef(*L.Out).drop_front(std::min(From, L.Out->size()));
  if (auto [Logs, Prints] = logs(Done, L.effects().QuietSites); Logs > Known() - Before)
    Inners.push_back({X, From, Logs - (Known() - Before), Prints});
  // The region does what is in the text in any case, and the text chooses.
  if (Sometimes.count(X)) {
    if (L.ok() && changesMore(Done, Vars) && !planted("either-way"))
      return fail(X);
    if (!Handled)
      Sometimes.insert(X->child_begin(), X->child_end());
  }
  if (auto *Q = dyn_cast<AbstractConditionalOperator>(X); Q && !Handled)
    Sometimes.insert({Q->getTrueExpr(), Q->getFalseExpr()});
  else if (auto *B = dyn_cast<BinaryOperator>(X); B && B->isLogicalOp() && !Handled)
    Sometimes.insert(B->getRHS());
  return Handled;
}

/// A scalar that the region has, without the conversions that the host repeats.
bool LaterText::scalar(const clang::Expr *X, llvm::raw_ostream &OS) {
  const clang::Expr *In = X;
  while (auto *C = dyn_cast<ImplicitCastExpr>(In)) {
    const clang::Expr *Sub = C->getSubExpr();
    if ((C->getCastKind() != CK_IntegralCast && C->getCastKind() != CK_FloatingCast) ||
        !L.places().scalarType(Sub->getType()) || Sub->getType()->isEnumeralType())
      break;
    In = Sub;
  }
  const clang::Expr *Plain = In->IgnoreParens();
  auto *Character = dyn_cast<CharacterLiteral>(Plain);
  if (Character && Plain->getType()->isSpecificBuiltinType(BuiltinType::Int)) { // in C, and of several characters
    OS << int32_t(Character->getValue());
    return true;
  }
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr>(Plain)) {
    Plain->printPretty(OS, nullptr, Policy, 0, "\n", &L.Ctx);
    return true;
  }
  Value V;
  if (In->isGLValue()) {
    Place P = L.exprs().lvalue(In);
    V = L.ok() ? L.leaves().load(P, In->getSourceRange()) : Value();
  } else {
    V = L.exprs().rvalue(In);
  }
  if (V.K != Value::Scalar)
    return value(V, In, OS);
  OS << typed(In->getType(), V.E);
  return true;
}

/// What an opaque value is called at the loop.
bool LaterText::value(const Value &V, const clang::Expr *X, llvm::raw_ostream &OS) {
  if (!L.ok())
    return true;
  switch (V.K) {
  case Value::Scalar: OS << typed(X->getType(), V.E); return true;
  case Value::Str:
    if (V.Then) {
      OS << "(" << typed(L.Ctx.IntTy, V.E) << " ? ";
      if (!value(*V.Then, X, OS))
        return false;
      OS << " : ";
      if (!value(*V.Or, X, OS))
        return false;
      OS << ")";
    } else if (V.Lit) {
      V.Lit->outputString(OS);
    } else if (V.Text && V.Text->find('\0') == std::string::npos) { // a std::string
      bool Object = X->getType().getNonReferenceType()->isRecordType();
      OS << (Object ? "std::string(\"" : "\"");
      OS.write_escaped(*V.Text);
      OS << (Object ? "\")" : "\"");
    } else {
      return fail(X);
    }
    return true;
  case Value::EventV:
  case Value::Unknown: // an event that a function of the program returns
    if (!V.P.valid() || L.places().classify(V.P.T) != LeafKind::Event)
      return fail(X);
    OS << place(V.P, X);
    return true;
  case Value::Null: OS << (L.Ctx.getLangOpts().CPlusPlus ? "nullptr" : "NULL"); return true;
  case Value::Later:
    if (!V.P.valid())
      return fail(X);
    OS << place(V.P, X);
    return true;
  case Value::Pointer:
    if (!V.P.valid())
      return fail(X);
    around(V.P, X);
    if (std::string To = place(V.P, X);
        isa<CallExpr>(X) && X->isGLValue()) // a function of the library's returns it by a reference
      OS << (planted("address-of-reference") ? "&" : "") << To;
    else if (V.P.T->isVoidType() && llvm::StringRef(To).starts_with("(*"))
      OS << To.substr(2, To.size() - 3); // there is nothing to take the address of
    else
      OS << "&" << To;
    return true;
  default: return fail(X);
  }
}

void LaterText::function(const FunctionDecl *F, llvm::raw_ostream &OS) {
  std::string N = F->getNameAsString();
  L.names().means(F);
  if (!L.names().inFrontOfLoop(F->getFirstDecl()->getLocation()) && !L.names().declaredInFront(F)) {
    L.refuse(Diag::HostDeferred, clang::SourceRange(), {L.text(Root), "'" + N + "' is not declared at the loop"});
    return;
  }
  if (!L.Ctx.getLangOpts().CPlusPlus) {
    if (L.names().hiddenAtLoop(F))
      L.refuse(Diag::HostDeferred, clang::SourceRange(),
               {L.text(Root), "another declaration hides '" + N + "' at the loop"});
    OS << N;
    return;
  }
  if (auto Member = L.names().instanceText(F)) {
    if (Member->empty())
      L.refuse(Diag::HostDeferred, clang::SourceRange(),
               {L.text(Root), "'" + N + "' is a member of an instance of a template"});
    OS << *Member;
    return;
  }
  for (const DeclContext *C = F->getDeclContext(); C; C = C->getParent())
    if (auto *NS = dyn_cast<NamespaceDecl>(C)) {
      if (!NS->isAnonymousNamespace() && !NS->isInline())
        N = NS->getNameAsString() + "::" + N;
    } else if (auto *T = dyn_cast<TagDecl>(C)) {
      L.names().means(T);
      N = T->getNameAsString() + "::" + N;
    }
  OS << "::" << N;
}

/// Whether a default argument is the same wherever and whenever the call is.
static bool isSteady(const clang::Expr *X, llvm::function_ref<bool(const clang::Expr *)> Constant) {
  X = X->IgnoreParenImpCasts();
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, clang::StringLiteral, CXXBoolLiteralExpr,
          CXXNullPtrLiteralExpr, GNUNullExpr>(X))
    return true;
  return !namesPlace(X) && Constant(X);
}

/// What a call of F that the host performs later looks at must be what it was, calls of
/// calls included; what it changes is the host's. Its default arguments are evaluated
/// later as well: the text has them where they depend on the moment. True if \p OS has
/// the text of the call then.
bool LaterText::performed(const FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, const clang::Expr *X,
                          llvm::raw_ostream &OS) {
  if (planted("late-values"))
    return false;
  L.names().means(F);
  // A value stands in the text for a variable of the region's: of several functions another one may suit that better.
  if (!ofLibrary(F) && !planted("any-overload") &&
      (F->isTemplateInstantiation() || !llvm::hasSingleElement(F->getDeclContext()->lookup(F->getDeclName()))))
    for (size_t I = 0; I < Args.size(); ++I) {
      const size_t Skip = isa<CXXOperatorCallExpr>(X) && isa<CXXMethodDecl>(F);
      if (I < Skip || I - Skip >= F->getNumParams() || !F->getParamDecl(I - Skip)->getType()->isReferenceType())
        continue;
      if (Args[I]->isGLValue() && !isa<MaterializeTemporaryExpr>(Args[I]) &&
          L.places().scalarType(Args[I]->getType()) && !L.effects().mentionsHostOnly(Args[I]))
        return fail(X);
    }
  if (!llvm::all_of(Args, [&](const clang::Expr *A) { return L.Calls.isQuiet(A); }))
    return fail(X);
  if (auto *C = dyn_cast<CallExpr>(X);
      C && (F->isVariadic() || formatOf(F)) && !planted("outer-prints-only") && !L.effects().printsNothingElse(C))
    return true;
  if (!isWhole(X) || !isa<clang::CallExpr>(X)) // whose caller did it
    if (!planted("outer-calls-only"))
      L.effects().ownArguments(X);
  const HostEffect &Fx = L.Calls.of(F);
  // Among each other such calls keep the order that the program's compiler gives them.
  const bool Uses =
      Fx.Static || !Fx.Writes.empty() || !Fx.Reads.empty() ||
      llvm::any_of(Args, [&](const clang::Expr *A) { return L.effects().mentionsHostOnly(A, /*Clocks=*/false); });
  if (Uses || Fx.Output)
    meets(X, !Uses);
  else if (Fx.Clock || llvm::any_of(Args, [&](const clang::Expr *A) { return L.effects().mentionsHostOnly(A); }))
    L.ordering().Operands.note({Order::Host, "", std::nullopt, false});
  const SourceManager &SM = L.Ctx.getSourceManager();
  if (SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation()))) // depends on nothing of the program's
    return false;
  auto Moment = [&](const clang::Expr *A) {
    auto *D = dyn_cast<CXXDefaultArgExpr>(A);
    return D && !isSteady(D->getExpr(), [&](const clang::Expr *C) { return L.exprs().evaluate(C).has_value(); });
  };
  if (llvm::none_of(Args, Moment))
    return false;
  auto Places = [](const clang::Expr *A) { // it would be another
    auto *D = dyn_cast<CXXDefaultArgExpr>(A);
    return D && namesPlace(D->getExpr()) && !planted("any-place");
  };
  if (llvm::any_of(Args, Places))
    return fail(X);
  auto *C = dyn_cast<CallExpr>(X);
  if (!C || isa<CXXOperatorCallExpr>(C))
    return fail(X);
  OS << print(C->getCallee()) << "(";
  for (size_t I = 0; I < Args.size(); ++I) {
    auto *D = dyn_cast<CXXDefaultArgExpr>(Args[I]);
    OS << (I ? ", " : "") << print(D ? D->getExpr() : Args[I]);
  }
  OS << ")";
  return true;
}

/// The object that a method is called for, which has the type T: that at P or, if that is null, what a pointer points to. The name that it has at the loop may be
/// one of a derived class, or const where T is not, so that another method is called.
std::string LaterText::object(std::string Text, QualType T, const CXXMethodDecl *M, const Place *P) {
  if (HostCalls::isStdType(T) || planted("any-method"))
    return Text;
  const bool One = llvm::hasSingleElement(M->getParent()->lookup(M->getDeclName()));
  const bool Named = P && P->valid() && P->Path.empty() && L.Ctx.hasSameUnqualifiedType(L.Objects[P->Obj].T, T);
  if (One && P && (Named || !P->valid() || !P->Path.empty())) // else the identity check tells
    return Text;
  const std::string Type = L.names().typeText(T, "");
  if (Type.empty())
    fail(nullptr);
  return "static_cast<" +
         std::string(T.isConstQualified() && !llvm::StringRef(Type).contains("const") ? "const " : "") + Type + " &>(" +
         Text + ")";
}

bool LaterText::call(const CallExpr *C, llvm::raw_ostream &OS) {
  if (auto It = L.effects().CommandEvents.find(C); It != L.effects().CommandEvents.end()) {
    OS << place(It->second, C);
    return true;
  }
  const FunctionDecl *F = C->getDirectCallee();
  if (!F)
    return fail(C);
  // The handle in a wrapper object, ev(): the host has the object.
  const ApiCall A = apiCall(C);
  const clang::Expr *Object = A.arg(ApiArg::Object);
  if (Object && !isWhole(C) && heldHandle(Object->IgnoreParenImpCasts()->getType()) == ApiType::Event)
    return false;
  // Calls about events: of the API they are handed over as a whole.
  if (isWhole(C) && (A.retains(ApiType::Event) || A.releases(ApiType::Event) || (A.A == Api::Profile && !A.Wrapper)))
    return false;
  if (profiledTime(C)) {
    L.R.Profiling = true;
    L.effects().remark(Diag::NoteProfiling, C->getSourceRange());
    return false;
  }
  if (isWhole(C) && A.A == Api::Profile)
    return false;
  if (formatOf(F) && C->getNumArgs() && isList(C->getArg(C->getNumArgs() - 1)->IgnoreParenImpCasts()->getType(), L.Ctx))
    return listed(C, OS);
  // What can be seen through is: an object with handles is the region's as well.
  const HostEffect &Fx = L.Calls.of(F);
  auto *M = dyn_cast<CXXMethodDecl>(F);
  if ((!Fx.Other && !(Fx.Handles && (!isWhole(C) || !Fx.Output))) ||
      (M && HostCalls::isStdType(M->getThisType()) && planted("library-alone")))
    return performed(F, llvm::ArrayRef(C->getArgs(), C->getNumArgs()), C, OS);
  return value(L.functions().call(C, /*ResultUsed=*/true), C, OS);
}

/// `({ int n = count(); n > 0 ? n : 1; })`: the statements are performed in front of the text, the value is in it.
bool LaterText::block(const StmtExpr *X, llvm::raw_ostream &OS) {
  const CompoundStmt *Body = X->getSubStmt();
  auto *Last = Body->body_empty() ? nullptr : dyn_cast<clang::Expr>(Body->body_back());
  if (!Last || planted("no-blocks"))
    return fail(X);
  L.effects().met(X);
  L.effects().met(Body);
  const size_t Live = L.Live.size();
  for (const clang::Stmt *S : llvm::ArrayRef(Body->body_begin(), Body->size() - 1)) {
    L.stmts().statement(S);
    if (!L.ok() || !L.E.Reachable)
      return !L.ok() || fail(X);
  }
  if (L.Live.size() > Live) // ends behind the value
    return fail(X);
  OS << "(";
  Last->printPretty(OS, this, Policy);
  OS << ")";
  return true;
}

bool LaterText::method(const MemberExpr *M, const CXXMethodDecl *Method, llvm::raw_ostream &OS) {
  if (M->isImplicitAccess() || isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())) {
    auto *This = dyn_cast<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts());
    if (!This || M->hasExplicitTemplateArgs())
      return fail(M);
    Place P = L.places().thisPlace(This->getType()->getPointeeType());
    std::string T = place(P, M);
    OS << (T == "(*this)" ? "this->" : object(T, This->getType()->getPointeeType(), Method, &P) + ".")
       << Method->getNameAsString();
    return true;
  }
  if (M->hasExplicitTemplateArgs())
    return false;
  if (M->hasQualifier()) {
    const clang::Type *In = M->getQualifier()->getAsType();
    if (!In)
      return fail(M);
    OS << print(M->getBase()) << (M->isArrow() ? "->" : ".") << spelled(QualType(In, 0))
       << "::" << Method->getNameAsString();
    return true;
  }
  const QualType T = M->isArrow() ? M->getBase()->getType()->getPointeeType() : M->getBase()->getType();
  std::string Base = print(M->getBase()); // the address of an object whose name is known
  if (!M->isArrow()) {
    Place P;
    if (!HostCalls::isStdType(T)) { // its effects are in the text already
      Checkpoint Before = L.stmts().save();
      P = tryPlace(M->getBase());
      if (L.ok())
        L.stmts().restore(std::move(Before));
    }
    OS << object(Base, T, Method, &P) << "." << Method->getNameAsString();
  } else {
    const bool Known = llvm::StringRef(Base).starts_with("&");
    OS << (Known ? object(Base.substr(1), T, Method, nullptr) + "." : Base + "->") << Method->getNameAsString();
  }
  return true;
}

std::optional<bool> LaterText::change(const clang::Expr *X, llvm::raw_ostream &OS) {
  auto *Assigned = dyn_cast<BinaryOperator>(X);
  auto *Stepped = dyn_cast<UnaryOperator>(X);
  Assigned = Assigned && Assigned->isAssignmentOp() ? Assigned : nullptr;
  Stepped = Stepped && Stepped->isIncrementDecrementOp() ? Stepped : nullptr;
  if (!isWhole(X) && (Assigned || Stepped)) {
    meets(X);
    L.effects().giveToHost(Assigned ? Assigned->getLHS() : Stepped->getSubExpr(), false);
    if (!L.ok())
      return true;
  }
  // C++17 evaluates the right side first.
  const bool RightFirst = L.Ctx.getLangOpts().CPlusPlus17 && !planted("left-text-first");
  if (auto *B = dyn_cast<BinaryOperator>(X); B && B->isAssignmentOp() && RightFirst) {
    const std::string Right = print(B->getRHS());
    OS << print(B->getLHS()) << " " << B->getOpcodeStr() << " " << Right;
    return true;
  }
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(X); O && O->isAssignmentOp() && O->getNumArgs() == 2 && RightFirst) {
    if (call(O, OS))
      return true;
    const std::string Right = print(O->getArg(1));
    OS << print(O->getArg(0)) << " " << getOperatorSpelling(O->getOperator()) << " " << Right;
    return true;
  }
  return std::nullopt;
}

bool LaterText::expression(const clang::Expr *X, llvm::raw_ostream &OS) {
  if (auto *S = dyn_cast<StmtExpr>(X))
    return block(S, OS);
  if (auto *P = dyn_cast<PredefinedExpr>(X)) {
    if (!hasOneText(P) && !planted("any-text")) {
      L.refuse(Diag::HostDeferred, P->getSourceRange(),
               {L.text(Root), "'" + L.text(P) + "' has another text with each compiler"});
      return true;
    }
    P->getFunctionName()->outputString(OS);
    return true;
  }
  if (isa<ImplicitValueInitExpr>(X)) { // of a member that an initialiser leaves out
    const std::string T = declaration(X->getType(), "");
    const bool Cpp = L.Ctx.getLangOpts().CPlusPlus, Record = X->getType()->isRecordType();
    OS << (!Record ? "0" : !Cpp ? "(" + T + "){0}" : T + "()");
    return true;
  }
  if (auto *B = dyn_cast<CXXBindTemporaryExpr>(X); B && L.Calls.endActs(B->getType()) && !planted("quiet-ends"))
    return fail(X);
  if (isa<clang::StringLiteral>(X) || isa<CXXDefaultArgExpr>(X) || isa<ParenExpr>(X) || isa<CXXNullPtrLiteralExpr>(X) ||
      isa<GNUNullExpr>(X) || isa<LambdaExpr>(X))
    return false;
  if (auto *D = dyn_cast<DeclRefExpr>(X)) {
    if (auto *F = dyn_cast<FunctionDecl>(D->getDecl())) {
      if (F->isOverloadedOperator())
        return false;
      function(F, OS);
      return !D->hasExplicitTemplateArgs() || templateArguments(F, D->getNumTemplateArgs(), OS) || fail(X);
    }
  }
  auto *M = dyn_cast<MemberExpr>(X);
  if (auto *Method = M ? dyn_cast<CXXMethodDecl>(M->getMemberDecl()) : nullptr)
    return method(M, Method, OS);
  if (isa<CXXThisExpr>(X)) {
    std::string T = place(L.places().thisPlace(X->getType()->getPointeeType()), X);
    OS << (T == "(*this)" ? "this" : "&" + T);
    return true;
  }
  if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_AddrOf) {
    const clang::Expr *Sub = U->getSubExpr()->IgnoreParens();
    if (Place P = tryPlace(Sub); P.valid()) {
      around(P, Sub);
      OS << "&" << place(P, Sub);
      return true;
    }
    return false;
  }
  if (auto *C = dyn_cast<ImplicitCastExpr>(X);
      C && C->getCastKind() == CK_LValueToRValue && L.effects().mentionsHostOnly(X))
    meets(X);
  // Constants of the compiler keep the value they have here.
  if (!isWhole(X) && L.places().scalarType(X->getType()) && !L.effects().mentionsHostOnly(X))
    return scalar(X, OS);
  if (auto Changed = change(X, OS))
    return *Changed;
  if (auto *C = dyn_cast<CallExpr>(X))
    return call(C, OS);
  if (auto *C = dyn_cast<CXXConstructExpr>(X); C && !C->getConstructor()->isTrivial() &&
                                               !inWrapper(C->getConstructor()) &&
                                               L.Calls.of(C->getConstructor()).Other && !planted("any-construction"))
    return fail(X);
  if (auto *C = dyn_cast<CXXConstructExpr>(X))
    return performed(C->getConstructor(), llvm::ArrayRef(C->getArgs(), C->getNumArgs()), C, OS) || conversion(C, OS);
  // What is chosen, without the types by which it is.
  if (auto *G = dyn_cast<GenericSelectionExpr>(X); G && !G->isResultDependent()) {
    OS << "(" << print(G->getResultExpr()) << ")";
    return true;
  }
  if (auto *C = dyn_cast<ChooseExpr>(X)) {
    OS << "(" << print(C->getChosenSubExpr()) << ")";
    return true;
  }
  if (conversion(X, OS))
    return true;
  bool Designates = isa<DeclRefExpr>(X) || isa<MemberExpr>(X) || isa<ArraySubscriptExpr>(X);
  if (auto *U = dyn_cast<UnaryOperator>(X))
    Designates |= U->getOpcode() == UO_Deref;
  if (Designates && X->isGLValue())
    return pointer(X, OS);
  return false;
}

} // namespace persistify::host
