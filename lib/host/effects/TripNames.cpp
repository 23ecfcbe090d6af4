//===- TripNames.cpp - what a loop names, and who else may reach it -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/ApiCall.h"
#include "program/Definition.h"
#include "effects/HostTrips.h"
#include "persistify/AstVisitor.h"

using namespace clang;

namespace persistify::host {
namespace {

/// Names of a loop, but for a part of it.
struct NamesThere : AstVisitor {
  const std::set<const clang::Stmt *> &Except;
  std::set<const ValueDecl *> All;
  llvm::DenseSet<const FunctionDecl *> Seen;
  llvm::DenseSet<const CXXRecordDecl *> Ended;

  explicit NamesThere(const std::set<const clang::Stmt *> &Except) : Except(Except) {}
  bool dataTraverseStmtPre(clang::Stmt *S) override { return !Except.count(S); }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    All.insert(R->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *M) override {
    All.insert(M->getMemberDecl());
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (const FunctionDecl *F = C->getDirectCallee(); F && !ofLibrary(F))
      into(F);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    into(C->getConstructor());
    ends(C->getType());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    ends(V->getType());
    return true;
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *D) override { return TraverseStmt(D->getExpr()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *D) override { return TraverseStmt(D->getExpr()); }
  void into(const FunctionDecl *F) {
    const FunctionDecl *Def = nullptr;
    if (F->hasBody(Def) && Seen.insert(Def).second)
      traverseDefinition(*this, Def);
  }
  /// An object of type \p T ends, and its parts.
  void ends(QualType T) {
    while (T->isArrayType())
      T = QualType(T->getArrayElementTypeNoTypeQual(), 0);
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (!R || !(R = R->getDefinition()) || !Ended.insert(R).second)
      return;
    if (const CXXDestructorDecl *D = R->getDestructor())
      into(D);
    for (const FieldDecl *F : R->fields())
      ends(F->getType());
    for (const CXXBaseSpecifier &B : R->bases())
      ends(B.getType());
  }
};

/// Uses of a variable or member by which nobody keeps where it is.
struct UsesOf : AstVisitor {
  const Decl *D;
  llvm::DenseSet<const clang::Expr *> Fine;
  bool Other = false;
  bool Set = false; ///< the variable itself

  explicit UsesOf(const ValueDecl *D) : D(D->getCanonicalDecl()) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }

  /// Where \p E, a part of it perhaps, names it.
  const clang::Expr *name(const clang::Expr *E) const {
    for (;;) {
      E = E->IgnoreParens();
      auto *M = dyn_cast<MemberExpr>(E);
      if (M && M->getMemberDecl()->getCanonicalDecl() == D)
        return M;
      if (M && !M->isArrow())
        E = M->getBase();
      else if (auto *A = dyn_cast<ArraySubscriptExpr>(E))
        E = A->getBase()->IgnoreParenImpCasts();
      else
        break;
    }
    auto *R = dyn_cast<DeclRefExpr>(E);
    return R && R->getDecl()->getCanonicalDecl() == D ? R : nullptr;
  }
  void fine(const clang::Expr *E) {
    if (const clang::Expr *Name = name(E))
      Fine.insert(Name);
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *C) override {
    if (C->getCastKind() == CK_LValueToRValue)
      fine(C->getSubExpr());
    return true;
  }
  void set(const clang::Expr *E) {
    fine(E);
    auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
    Set |= R && R->getDecl()->getCanonicalDecl() == D;
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp())
      set(B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->isIncrementDecrementOp())
      set(U->getSubExpr());
    return true;
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *S) override {
    if (!S->isArgumentType())
      fine(S->getArgumentExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (!apiCall(C))
      return true;
    for (const clang::Expr *A : C->arguments()) {
      auto *U = dyn_cast<UnaryOperator>(A->IgnoreParenCasts());
      fine(U && U->getOpcode() == UO_AddrOf ? U->getSubExpr() : A->IgnoreParenCasts());
    }
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    if (R->getDecl()->getCanonicalDecl() == D)
      Other |= !Fine.count(R);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *M) override {
    if (M->getMemberDecl()->getCanonicalDecl() == D)
      Other |= !Fine.count(M);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *L) override {
    for (const LambdaCapture &C : L->captures())
      Other |= C.capturesVariable() && C.getCapturedVar()->getCanonicalDecl() == D && C.getCaptureKind() == LCK_ByRef;
    return true;
  }
};

} // namespace

std::set<const ValueDecl *> namedBeside(const clang::Stmt *Loop, const std::set<const clang::Stmt *> &Branches) {
  NamesThere N(Branches);
  N.TraverseStmt(const_cast<clang::Stmt *>(Loop));
  return std::move(N.All);
}

/// Goes through all that may name \p D; false if there is more.
static bool lookAt(UsesOf &U, const ValueDecl *D, ASTContext &Ctx) {
  auto *V = dyn_cast<VarDecl>(D);
  if (V && V->hasExternalFormalLinkage())
    return false; // in a file that is not seen
  if (V && V->isLocalVarDeclOrParm()) {
    auto *F = dyn_cast<FunctionDecl>(D->getDeclContext());
    if (!F || !F->getBody())
      return false;
    traverseDefinition(U, F);
    return true;
  }
  const SourceManager &SM = Ctx.getSourceManager();
  for (Decl *Top : Ctx.getTranslationUnitDecl()->decls())
    if (Top->getLocation().isValid() && !SM.isInSystemHeader(SM.getExpansionLoc(Top->getLocation())))
      U.TraverseDecl(Top);
  return true;
}

bool mayBePointedTo(const ValueDecl *D, ASTContext &Ctx) {
  UsesOf U(D);
  return !lookAt(U, D, Ctx) || U.Other;
}

bool isReadHandle(QualType T) {
  const ApiType Held = heldHandle(T), H = Held == ApiType::None ? handleType(T) : Held;
  return H == ApiType::Buffer || H == ApiType::Kernel || H == ApiType::Queue;
}

/// Whether what it has is read anew at each entry, from where it is: numbers, handles, and objects made of them.
static bool isReadAnew(QualType T, const ASTContext &Ctx, unsigned Depth = 0) {
  T = Ctx.getBaseElementType(T);
  if (T->isArithmeticType() || T->isEnumeralType() || isReadHandle(T) ||
      llvm::is_contained({ApiType::Range, ApiType::Context, ApiType::Program, ApiType::Device}, objectType(T)))
    return true;
  if (T->isFunctionPointerType()) // which one it is, preconditions say
    return true;
  if (HostCalls::isStream(T) || HostCalls::isFile(T)) // that the host writes to, in the order of the trips
    return true;
  const CXXRecordDecl *C = T->getAsCXXRecordDecl();
  if (llvm::is_contained({ApiType::Context, ApiType::Program, ApiType::Device, ApiType::Platform}, handleType(T)))
    return true; // the runtime asks the queue and the kernels for them
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R || !(R = R->getDefinition()) || Depth > 8)
    return false;
  if (R->isInStdNamespace()) {
    auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R);
    return library::classOf(T) == library::Class::Function || // whether there is one
           (S && library::is(T, library::Anew) &&
            llvm::all_of(S->getTemplateArgs().asArray().take_front(library::is(T, library::Entries) ? 2 : 1),
                         [&](const TemplateArgument &A) {
                           return A.getKind() == TemplateArgument::Type && isReadAnew(A.getAsType(), Ctx, Depth + 1);
                         }));
  }
  // Its members, too, count where they are named.
  return objectType(T) == ApiType::None && (!C || !C->isLambda());
}

bool mayBecomeAnother(const ValueDecl *D, ASTContext &Ctx) {
  const QualType T = D->getType();
  if (!isa<VarDecl, FieldDecl>(D) || T.isConstQualified() || isReadAnew(T.getNonReferenceType(), Ctx))
    return false;
  if (T->isReferenceType())
    return true;
  auto *V = dyn_cast<VarDecl>(D);
  if (!V || V->hasLocalStorage())
    return !V || mayBePointedTo(V, Ctx);
  UsesOf U(V);
  return !lookAt(U, V, Ctx) || U.Other || U.Set;
}

bool neverSet(const VarDecl *D, ASTContext &Ctx) {
  UsesOf U(D);
  return D->isLocalVarDeclOrParm() && lookAt(U, D, Ctx) && !U.Other && !U.Set;
}

} // namespace persistify::host
