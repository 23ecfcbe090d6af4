//===- EventNames.cpp - other names of a program's events ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where commands of several queues store events, it matters which of them an array or variable of events may hold. What
// is stored by its own name is collected with the program (Collect.cpp). Here each use of it is asked what it is: its value
// is read, a call of the API gets it, it is assigned, or a pointer that is followed is set to it. Any other use may be
// another name.
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "program/ApiCall.h"
#include "program/Definition.h"
#include "program/ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Library.h"

using namespace clang;

namespace persistify::host {

bool pointsToEvents(QualType T) { return T->isPointerType() && handleType(T->getPointeeType()) == ApiType::Event; }

bool clearsBytes(const CallExpr *C, const ASTContext &Ctx) {
  if (library::whatDoes(C->getDirectCallee()) != library::Does::SetBytes)
    return false;
  auto With = C->getArg(1)->getIntegerConstantExpr(Ctx);
  return With && *With == 0;
}

const ParmVarDecl *parameterOf(const CallExpr *C, unsigned I) {
  const FunctionDecl *F = C->getDirectCallee(), *Def = F ? definitionThatRuns(F) : nullptr;
  auto *M = dyn_cast_or_null<CXXMethodDecl>(Def);
  const bool Known = Def && !isa<CXXOperatorCallExpr>(C) && !(M && M->isVirtual()) && I < Def->getNumParams();
  return Known ? Def->getParamDecl(I) : nullptr;
}

namespace {
/// Events of C, arrays of them and pointers to them.
bool areEvents(QualType T) {
  T = T.getNonReferenceType().getCanonicalType();
  while (T->isArrayType() || (T->isPointerType() && handleType(T) != ApiType::Event))
    T = T->isArrayType() ? QualType(T->getArrayElementTypeNoTypeQual(), 0) : T->getPointeeType();
  const Container Kind = containerOf(T);
  return handleType(T) == ApiType::Event ||
         ((Kind == Container::Vector || Kind == Container::Array) && handleType(elementType(T)) == ApiType::Event);
}
struct EventUses : AstVisitor {
  const ASTContext &Ctx;
  explicit EventUses(const ASTContext &Ctx) : Ctx(Ctx) {}
  std::set<const clang::Expr *> Told; ///< uses of which it is known what they are
  std::set<const clang::Expr *> Given; ///< to functions of the program
  std::map<const ValueDecl *, std::vector<const clang::Expr *>> Uses;

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return false; }
  bool TraverseDecl(Decl *D) override {
    auto *F = llvm::dyn_cast_or_null<FunctionDecl>(D);
    if (F && (F->getASTContext().getSourceManager().isInSystemHeader(F->getLocation()) || inWrapper(F)))
      return true;
    return AstVisitor::TraverseDecl(D);
  }

  /// The name in \p X, which designates events, or is their address, is followed from here.
  void told(const clang::Expr *X) { told(X, Told); }
  void told(const clang::Expr *X, std::set<const clang::Expr *> &Told) {
    const clang::Expr *Index = nullptr;
    while (X) {
      X = X->IgnoreParenCasts();
      Told.insert(X);
      if (const clang::Expr *Of = containerOfElement(X, Index))
        X = Of;
      else if (auto *Q = dyn_cast<ConditionalOperator>(X)) {
        told(Q->getTrueExpr(), Told);
        X = Q->getFalseExpr();
      } else if (auto *A = dyn_cast<ArraySubscriptExpr>(X))
        X = A->getBase();
      else if (auto *U = dyn_cast<UnaryOperator>(X))
        X = U->getSubExpr();
      else if (auto *B = dyn_cast<BinaryOperator>(X); B && B->isAdditiveOp())
        X = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
      else
        return;
    }
  }
  bool named(const clang::Expr *X, const ValueDecl *D) {
    if (areEvents(D->getType()))
      Uses[canonical(D)].push_back(X);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override { return named(R, R->getDecl()); }
  bool VisitMemberExpr(MemberExpr *M) override { return named(M, M->getMemberDecl()); }
  bool VisitImplicitCastExpr(ImplicitCastExpr *C) override {
    const bool Read = C->getCastKind() == CK_LValueToRValue && handleType(C->getType()) == ApiType::Event;
    if (Read || C->getCastKind() == CK_PointerToBoolean)
      told(C->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    const ApiCall A = C->getDirectCallee() ? apiCall(C) : ApiCall();
    if (library::whatDoes(C->getDirectCallee()) == library::Does::Free || clearsBytes(C, Ctx))
      told(C->getArg(0));
    if (A && A.A != Api::Other) // not what a callback gets
      for (ApiArg Role : {ApiArg::Event, ApiArg::WaitList})
        if (const clang::Expr *X = A.arg(Role))
          told(X);
    if (auto *M = dyn_cast<CXXMemberCallExpr>(C); M && library::whatDoes(M->getMethodDecl()) == library::Does::Size)
      told(M->getImplicitObjectArgument());
    for (unsigned I = 0; !A && I < C->getNumArgs(); ++I)
      if (const ParmVarDecl *To = parameterOf(C, I); To && pointsToEvents(To->getType()))
        told(C->getArg(I), Given);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    const clang::Expr *L = B->getLHS()->IgnoreParens();
    const bool Name = isa<DeclRefExpr>(L) || isa<MemberExpr>(L);
    const bool Pointer = B->getOpcode() == BO_Assign && Name && pointsToEvents(L->getType());
    if (B->isComparisonOp() || Pointer || (B->getOpcode() == BO_Assign && handleType(L->getType()) == ApiType::Event))
      told(L);
    if (B->isComparisonOp() || Pointer)
      told(B->getRHS());
    if (B->isLogicalOp()) {
      told(L);
      told(B->getRHS());
    }
    return true;
  }
  /// Whether there is an event, or any list.
  bool VisitConditionalOperator(ConditionalOperator *Q) override { return told(Q->getCond()), true; }
  bool VisitIfStmt(IfStmt *S) override { return told(S->getCond()), true; }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->getOpcode() == UO_LNot)
      told(U->getSubExpr());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    const bool List = containerOf(V->getType().getNonReferenceType()) != Container::None; // by another name
    if (V->getInit() && (pointsToEvents(V->getType()) || (V->getType()->isReferenceType() && !List)))
      told(V->getInit());
    return true;
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *S) override {
    if (!S->isArgumentType())
      told(S->getArgumentExpr());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *D) override {
    told(D->getArgument());
    return true;
  }
};
} // namespace

bool ProgramIndex::haveOtherNames(const std::set<const ValueDecl *> &Events, bool ButGiven) const {
  if (planted("names-of-events"))
    return false;
  if (!OtherNames) {
    OtherNames.emplace();
    EventUses U(Ctx);
    U.TraverseDecl(Ctx.getTranslationUnitDecl());
    for (auto &[D, Uses] : U.Uses) {
      if (llvm::any_of(Uses, [&](const clang::Expr *X) { return !U.Told.count(X); }))
        OtherNames->first.insert(D);
      if (llvm::any_of(Uses, [&](const clang::Expr *X) { return !U.Told.count(X) && !U.Given.count(X); }))
        OtherNames->second.insert(D);
    }
  }
  auto &Found = ButGiven ? OtherNames->second : OtherNames->first;
  return llvm::any_of(Events, [&](const ValueDecl *D) { return Found.count(D) != 0; });
}

bool ProgramIndex::eventsOfOthers(const Key &Queue) const {
  return llvm::any_of(EventQueues,
                      [&](auto &Of) { return llvm::any_of(Of.second, [&](const Key &K) { return K != Queue; }); });
}

namespace {
/// Whether the program asks events what their commands are: those that stand for the
/// loop's commands are of other types. A query of a kind that is not constant counts.
struct AsksForType : AstVisitor {
  ASTContext &Ctx;
  std::set<const clang::Expr *> Callees;
  bool Found = false;
  explicit AsksForType(ASTContext &Ctx) : Ctx(Ctx) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }

  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) && Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
      return true;
    return AstVisitor::TraverseDecl(D);
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (const ApiCall A = apiCall(C); asksEvent(A))
      Found |= askedOfEvent(A, Ctx).value_or(ApiAnswer::CommandType) == ApiAnswer::CommandType;
    Callees.insert(C->getCallee()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) override { // a function that may be called by a pointer
    auto *F = dyn_cast<FunctionDecl>(D->getDecl());
    const ApiRow *Row = F && F->getIdentifier() && !Callees.count(D) ? apiRow(F->getName()) : nullptr;
    Found |= Row && (Row->A == Api::EventStatus || Row->A == Api::EventInfo);
    return true;
  }
};
} // namespace

bool ProgramIndex::asksForEventTypes() const {
  if (!AsksForEventTypes) {
    AsksForType V(Ctx);
    V.TraverseDecl(Ctx.getTranslationUnitDecl());
    AsksForEventTypes = V.Found && !planted("any-event-type");
  }
  return *AsksForEventTypes;
}

} // namespace persistify::host
