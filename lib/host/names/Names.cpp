//===- Names.cpp - what the code at the loop can name --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated code binds host objects by name where the loop stands. An
// object met in an expanded function may be hidden there by a local variable
// of the same name, private, or not declared yet. References and pointers that
// never change are what they were initialised with.
//
//===----------------------------------------------------------------------===//
#include "interpreter/Closures.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"
#include "program/Definition.h"
#include "interpreter/Expressions.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace persistify::host {

namespace {

/// Names declared in the scopes around Loop, in front of it; inner ones win.
struct Scopes {
  const clang::Stmt *Loop;
  std::map<std::string, const Decl *> &Names;

  void add(const Decl *D) {
    if (auto *X = dyn_cast_or_null<DecompositionDecl>(D))
      for (const BindingDecl *B : X->bindings())
        add(B);
    if (auto *U = dyn_cast_or_null<UsingDirectiveDecl>(D))
      Names["using namespace"] = U;
    if (auto *E = dyn_cast_or_null<EnumDecl>(D); E && !E->isScoped())
      for (const EnumConstantDecl *C : E->enumerators())
        add(C);
    auto *N = dyn_cast_or_null<NamedDecl>(D);
    if (N && N->getIdentifier())
      Names[N->getName().str()] = N->getCanonicalDecl();
  }
  void add(const clang::Stmt *S) {
    while (auto *L = dyn_cast_or_null<LabelStmt>(S))
      S = L->getSubStmt();
    if (auto *D = dyn_cast_or_null<DeclStmt>(S))
      for (const Decl *X : D->decls())
        add(X);
  }
  bool has(const clang::Stmt *S) const {
    if (S == Loop)
      return true;
    if (S)
      for (const clang::Stmt *C : S->children())
        if (has(C))
          return true;
    return false;
  }
  void walk(const clang::Stmt *S) {
    if (!S || S == Loop)
      return;
    if (auto *F = dyn_cast<CXXForRangeStmt>(S))
      add(F->getLoopVariable());
    if (auto *C = dyn_cast<CXXCatchStmt>(S))
      add(C->getExceptionDecl());
    for (const clang::Stmt *C : S->children()) {
      if (has(C))
        return walk(C);
      add(C);
    }
  }
};

/// Why a variable is not named of which the lambda around the loop has a copy.
const char *mutableCopy() { return "a mutable lambda holds a copy of it"; }

/// Whether lambda F, in whatever function, names D in its text.
bool namedInLambda(const FunctionDecl *F, const VarDecl *D) {
  struct Uses : AstVisitor {
    const VarDecl *D = nullptr;
    bool Found = false;
    bool VisitDeclRefExpr(DeclRefExpr *R) override { return !(Found |= R->getDecl()->getCanonicalDecl() == D); }
  } U;
  U.D = D->getCanonicalDecl();
  auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->getParent()->isLambda())
    U.TraverseStmt(F->getBody());
  return U.Found;
}

std::string qualified(const NamedDecl *D) {
  std::string Q = D->getNameAsString();
  if (auto *V = dyn_cast<VarTemplateSpecializationDecl>(D); V && !planted("bare-templates")) {
    PrintingPolicy Policy(D->getASTContext().getLangOpts());
    Policy.SuppressUnwrittenScope = true;
    Policy.PrintCanonicalTypes = true;
    llvm::raw_string_ostream OS(Q);
    printTemplateArgumentList(OS, V->getTemplateArgs().asArray(), Policy);
  }
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (auto *N = dyn_cast<NamespaceDecl>(C)) {
      if (!N->isAnonymousNamespace() && !N->isInline())
        Q = N->getNameAsString() + "::" + Q;
    } else if (auto *T = dyn_cast<TagDecl>(C); T && T->getIdentifier()) {
      Q = T->getNameAsString() + "::" + Q;
    }
  return Q;
}

/// The outermost instance of a class template around D.
const ClassTemplateSpecializationDecl *instanceAround(const Decl *D) {
  const ClassTemplateSpecializationDecl *Found = nullptr;
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (auto *T = dyn_cast<ClassTemplateSpecializationDecl>(C))
      Found = T;
  return Found;
}

} // namespace

std::optional<std::string> NamesAtLoop::instanceText(const NamedDecl *D) {
  const ClassTemplateSpecializationDecl *In = instanceAround(D);
  if (!In)
    return std::nullopt;
  std::string Rest = D->getNameAsString();
  for (const DeclContext *C = D->getDeclContext(); C != In; C = C->getParent())
    if (auto *T = dyn_cast<TagDecl>(C))
      Rest = T->getNameAsString() + "::" + Rest;
  if (instanceAround(Frames.front().F) != In) {
    std::string Type = typeText(Ctx.getRecordType(In), "");
    return Type.empty() ? Type : Type + "::" + Rest;
  }
  findVisible();
  return Visible.count(In->getNameAsString()) ? "" : In->getNameAsString() + "::" + Rest;
}

void NamesAtLoop::findVisible() {
  if (VisibleKnown)
    return;
  VisibleKnown = true;
  const FunctionDecl *F = Frames.front().F;
  for (const ParmVarDecl *P : F->parameters())
    Visible[P->getNameAsString()] = P->getCanonicalDecl();
  if (!Scanning)
    Scopes{LoopStmt, Visible}.walk(F->getBody());
}

bool NamesAtLoop::hiddenAtLoop(const NamedDecl *D) {
  findVisible();
  auto It = Visible.find(D->getNameAsString());
  return !Scanning && It != Visible.end() && It->second != D->getCanonicalDecl();
}

void NamesAtLoop::nameBinding(Object &O, const BindingDecl *B) {
  findVisible();
  means(B);
  O.External = true;
  O.Text = B->getNameAsString();
  auto It = Visible.find(O.Text);
  if (!Scanning && (It == Visible.end() || It->second != B->getCanonicalDecl()))
    O.Nameless = "another declaration hides it at the loop";
}

const FunctionDecl *NamesAtLoop::accessorOf(const VarDecl *D) const {
  auto *F = D->isStaticLocal() ? dyn_cast<FunctionDecl>(D->getDeclContext()) : nullptr;
  auto *Body = F && F->getNumParams() == 0 ? dyn_cast_or_null<CompoundStmt>(F->getBody()) : nullptr;
  auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  if (!Body || Body->size() != 2 || (M && !M->isStatic()) || F->getTemplateSpecializationArgs())
    return nullptr;
  auto *Return = dyn_cast<ReturnStmt>(Body->body_back());
  const clang::Expr *X = Return && Return->getRetValue() ? Return->getRetValue()->IgnoreParenImpCasts() : nullptr;
  auto *Address = dyn_cast_or_null<UnaryOperator>(X);
  if (Address)
    X = Address->getOpcode() == UO_AddrOf ? Address->getSubExpr()->IgnoreParenImpCasts() : nullptr;
  auto *Of = dyn_cast_or_null<DeclRefExpr>(X);
  bool Plain = F->getReturnType()->isReferenceType() ? !Address : Address != nullptr;
  return isa<DeclStmt>(Body->body_front()) && Of && Of->getDecl()->getCanonicalDecl() == D->getCanonicalDecl() && Plain
             ? F
             : nullptr;
}

void NamesAtLoop::nameObject(Object &O) {
  const VarDecl *D = O.D;
  const FunctionDecl *F = Frames.front().F;
  auto *Method = dyn_cast<CXXMethodDecl>(F);
  const bool InLambda = Method && Method->getParent()->isLambda();
  findVisible();
  means(D);
  for (const DeclContext *C = D->getDeclContext(); isa<TagDecl>(C); C = C->getParent())
    means(llvm::cast<Decl>(C)); // it may be qualified
  O.Text = D->getNameAsString();
  if (hasOtherName(D))
    O.Nameless = "an attribute makes it another name of something";
  auto Named = [&](const TemplateArgument &A) {
    return (A.getKind() == TemplateArgument::Type && !typeText(A.getAsType(), "").empty()) ||
           (A.getKind() == TemplateArgument::Integral && A.getIntegralType().getCanonicalType()->isBuiltinType());
  };
  if (auto *V = dyn_cast<VarTemplateSpecializationDecl>(D);
      V && !llvm::all_of(V->getTemplateArgs().asArray(), Named) && !planted("any-template"))
    O.Nameless = "it is an instance of a template, for what has no name here";
  auto It = Visible.find(O.Text);
  if (D->isLocalVarDeclOrParm() && !D->isLocalExternDecl()) {
    const FunctionDecl *Accessor = D->getDeclContext() != F ? accessorOf(D) : nullptr;
    auto Text = Accessor ? functionText(Accessor) : std::nullopt;
    if (std::string Call = !Accessor ? "" : Text ? *Text + "()" : hiddenCall(Accessor); !Call.empty()) {
      O.Text = Accessor->getReturnType()->isReferenceType() ? (Text ? Call : "(" + Call + ")") : "(*" + Call + ")";
      if (!Scanning && !madeBefore(D, Accessor))
        O.Nameless =
            "'" + Accessor->getNameAsString() + "' makes it when it is called first, perhaps not before the loop";
    } else if (auto C = Captures.find(D->getCanonicalDecl()); C != Captures.end())
      O.Nameless = It != Visible.end() ? "another declaration hides it at the loop"
                   : C->second == LCK_ByCopy && !llvm::cast<CXXMethodDecl>(F)->isConst() ? mutableCopy()
                                                                                         : "";
    else if (D->getDeclContext() != F && !(D->isStaticLocal() && It == Visible.end() && namedInLambda(F, D)))
      O.Nameless = D->isStaticLocal()
                       ? "it is a static variable of another function, which nothing else can name: declare it outside"
                   : InLambda ? "the lambda around the loop does not capture it"
                              : "it is a variable of another function, whose lambda the loop calls";
    else if (D->getDeclContext() == F && !Scanning && (It == Visible.end() || It->second != D->getCanonicalDecl()))
      O.Nameless = "another declaration hides it at the loop";
    return;
  }
  if (!D->isStaticDataMember() && LoopStmt && !inFrontOfLoop(D->getFirstDecl()->getLocation())) {
    O.Elsewhere = isElsewhere(D);
    if (!O.Elsewhere)
      O.Nameless = "it is declared behind the loop";
    else
      O.Text = (Ctx.getLangOpts().CPlusPlus ? "::" : "") + qualified(D);
    return;
  }
  bool Hidden = It != Visible.end() && It->second != D->getCanonicalDecl();
  if (!Ctx.getLangOpts().CPlusPlus) {
    if (Hidden)
      O.Nameless = "another declaration hides it at the loop";
    return;
  }
  std::optional<std::string> Member = instanceText(D);
  if (Member && Member->empty() && !Scanning)
    O.Nameless = "it is a member of an instance of a template";
  std::string Q = Member ? *Member : qualified(D);
  bool Inside = isa<CXXMethodDecl>(F) || !F->getDeclContext()->getRedeclContext()->isTranslationUnit();
  if (!Member && (Hidden || Inside || Visible.count("using namespace") || Visible.count(Q.substr(0, Q.find(':')))))
    Q = "::" + Q;
  O.Text = Q;
  if (D->isStaticDataMember() && D->getAccess() != AS_public && D->getAccess() != AS_none) {
    auto *M = dyn_cast<CXXMethodDecl>(F);
    if (!M || M->getParent()->getCanonicalDecl() != llvm::cast<CXXRecordDecl>(D->getDeclContext())->getCanonicalDecl())
      O.Nameless = "it is a private member";
  }
}

bool NamesAtLoop::inFrontOfLoop(SourceLocation L) const {
  const SourceManager &SM = Ctx.getSourceManager();
  return SM.isBeforeInTranslationUnit(SM.getExpansionLoc(L), SM.getExpansionLoc(LoopStmt->getBeginLoc()));
}

bool NamesAtLoop::mayName(const FieldDecl *F) const {
  if (F->getAccess() == AS_public || F->getAccess() == AS_none)
    return true;
  auto *M = dyn_cast<CXXMethodDecl>(Frames.front().F);
  while (M && M->getParent()->isLambda()) // which may name what the function around it may
    M = dyn_cast<CXXMethodDecl>(M->getParent()->getDeclContext());
  auto *Owner = dyn_cast<CXXRecordDecl>(F->getParent());
  return M && Owner && M->getParent()->getCanonicalDecl() == Owner->getCanonicalDecl();
}

std::optional<ExprP> NamesAtLoop::constantLocal(const Place &P) {
  const VarDecl *D = Objects[P.Obj].D;
  if (!D || !P.Path.empty() || P.Index || !D->isLocalVarDecl() || !D->getInit() || D->isStaticLocal() ||
      D->getType().isVolatileQualified() || Objects[P.Obj].Nameless == mutableCopy())
    return std::nullopt;
  auto T = places().scalarType(D->getType());
  if (!T || !T->isInteger())
    return std::nullopt;
  auto [It, New] = Constants.try_emplace(D);
  if (New)
    if (auto V = exprs().evaluate(D->getInit()); V && Index.neverChanges(D))
      It->second = V;
  return It->second ? std::optional<ExprP>(constant(*T, *It->second)) : std::nullopt;
}

bool NamesAtLoop::stablePath(const clang::Expr *X) const {
  X = X->IgnoreParens();
  if (auto *C = dyn_cast<ImplicitCastExpr>(X); C && C->getCastKind() == CK_NoOp)
    return stablePath(C->getSubExpr());
  if (auto *D = dyn_cast<DeclRefExpr>(X))
    return isa<VarDecl>(D->getDecl());
  if (auto *M = dyn_cast<MemberExpr>(X))
    return isa<FieldDecl>(M->getMemberDecl()) && !M->isArrow() && stablePath(M->getBase());
  if (auto *A = dyn_cast<ArraySubscriptExpr>(X)) {
    auto *B = dyn_cast<CastExpr>(A->getBase()->IgnoreParens());
    return exprs().evaluate(A->getIdx()) && B && B->getCastKind() == CK_ArrayToPointerDecay &&
           stablePath(B->getSubExpr());
  }
  return false;
}

const clang::Expr *NamesAtLoop::stableAddress(const VarDecl *D) const {
  const clang::Expr *I = D->getInit();
  if (!I || !D->isLocalVarDecl() || D->isStaticLocal() || D->getType().isVolatileQualified() ||
      Captures.count(D->getCanonicalDecl()))
    return nullptr;
  const clang::Expr *X = I->IgnoreParens();
  while (auto *C = dyn_cast<CastExpr>(X)) {
    if (C->getCastKind() != CK_NoOp)
      break;
    X = C->getSubExpr()->IgnoreParens();
  }
  bool Address = false;
  if (auto *U = dyn_cast<UnaryOperator>(X))
    Address = U->getOpcode() == UO_AddrOf && stablePath(U->getSubExpr());
  else if (auto *C = dyn_cast<CastExpr>(X))
    Address = C->getCastKind() == CK_ArrayToPointerDecay && stablePath(C->getSubExpr());
  return Address && Index.neverChanges(D) ? I : nullptr;
}

bool NamesAtLoop::plain(const ValueDecl *D) {
  const Attr *A = barringAttribute(D);
  if (A && ok())
    refuse(Diag::HostNotCapturable, D->getSourceRange(),
           {D->getNameAsString(), "of its attribute '" + attributeName(A) + "'"});
  return !A;
}

} // namespace persistify::host
