//===- HostBody.cpp - what a function of the program's own does ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A closed world: a function can be called behind the region only if all that stands in it
// is known here, and reaches nothing but what it is given, its own, and globals by name.
//
//===----------------------------------------------------------------------===//
#include "program/ApiCall.h"
#include "program/Definition.h"
#include "effects/HostCalls.h"
#include "library/Literals.h"
#include "program/Mutation.h"
#include "program/ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Api.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

bool HostCalls::isConstant(const VarDecl *V) {
  const QualType T = V->getASTContext().getBaseElementType(V->getType());
  if (!T.isConstQualified() && !V->isConstexpr())
    return false;
  if (T->isArithmeticType() || T->isEnumeralType() || planted("constant-names"))
    return true;
  // Of what it leads to nobody knows, unless its initialiser says it.
  struct Leads : AstVisitor {
    bool Found = false;
    bool VisitDeclRefExpr(DeclRefExpr *D) override {
      auto *V = dyn_cast<VarDecl>(D->getDecl());
      return !(Found |= V && !HostCalls::isConstant(V));
    }
    bool VisitCallExpr(CallExpr *) override { return !(Found = true); }
    bool VisitCXXThisExpr(CXXThisExpr *) override { return !(Found = true); }
    bool VisitCXXNewExpr(CXXNewExpr *) override { return !(Found = true); }
  } Finds;
  const clang::Expr *Init = V->getAnyInitializer();
  if (!Init)
    return false;
  Finds.TraverseStmt(const_cast<clang::Expr *>(Init));
  return !Finds.Found;
}

namespace {

struct Body : AstVisitor {
  HostCalls &Calls;
  ASTContext &Ctx;
  const FunctionDecl *F;
  HostEffect E;
  std::set<const clang::Expr *> Loaded; ///< lvalues that are only read
  std::optional<std::set<const ValueDecl *>> Elsewhere; ///< goesElsewhere(), once asked for
  const clang::Stmt *Root = nullptr; ///< the body, or one of the initialisers that go with it
  Body(HostCalls &C, ASTContext &Ctx, const FunctionDecl *F) : Calls(C), Ctx(Ctx), F(F) {}

  bool walk(clang::Stmt *S) {
    llvm::SaveAndRestore<const clang::Stmt *> Back(Root, S);
    return TraverseStmt(S);
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *C) override {
    if (C->getCastKind() != CK_LValueToRValue)
      return true;
    const clang::Expr *X = C->getSubExpr()->IgnoreParens();
    while (true)
      if (auto *M = dyn_cast<MemberExpr>(X); M && !M->isArrow())
        X = M->getBase()->IgnoreParens();
      else if (auto *U = M ? dyn_cast<UnaryOperator>(M->getBase()->IgnoreParens()) : nullptr;
               U && U->getOpcode() == UO_AddrOf)
        X = U->getSubExpr()->IgnoreParens();
      else if (auto *A = dyn_cast<ArraySubscriptExpr>(X);
               A && A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        X = A->getBase()->IgnoreParenImpCasts();
      else
        break;
    Loaded.insert(X);
    return true;
  }
  /// Whether what \p D names changes. An initialiser has few forms: only what is loaded stays.
  bool changes(const DeclRefExpr *D, const VarDecl *V) {
    if (Loaded.count(D))
      return false;
    return isa<clang::Expr>(Root) || mayBeMutated(*Root, V, Ctx);
  }

  // A range-for's begin(), ++ and !=, members made by default: they run, too.
  bool shouldVisitImplicitCode() const override { return !planted("explicit-only"); }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *D) override { return planted("explicit-only") || walk(D->getExpr()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *D) override {
    return planted("explicit-only") || walk(D->getExpr());
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *B) override {
    return planted("explicit-only") || !Calls.endActs(B->getType()) || bad();
  }

  bool bad() {
    E.Other = true;
    return false;
  }
  bool add(const FunctionDecl *Callee) {
    if (!Callee)
      return bad();
    const HostEffect &X = Calls.of(Callee);
    E.Output |= X.Output;
    E.Clock |= X.Clock;
    E.Other |= X.Other;
    E.Static |= X.Static;
    E.Shared.insert(X.Shared.begin(), X.Shared.end());
    E.Reads.insert(X.Reads.begin(), X.Reads.end());
    E.Writes.insert(X.Writes.begin(), X.Writes.end());
    return !E.Other;
  }
  /// What is not listed may do anything; and what the region hands to kernels, it has itself.
  bool VisitStmt(clang::Stmt *S) override {
    // A static_assert's text has no type.
    if (auto *X = dyn_cast<clang::Expr>(S);
        X && !X->getType().isNull() && isHandle(X->getType()) && !planted("any-handle"))
      return bad();
    switch (S->getStmtClass()) {
    case clang::Stmt::DeclStmtClass:
    case clang::Stmt::CompoundStmtClass:
    case clang::Stmt::NullStmtClass:
    case clang::Stmt::IfStmtClass:
    case clang::Stmt::WhileStmtClass:
    case clang::Stmt::DoStmtClass:
    case clang::Stmt::ForStmtClass:
    case clang::Stmt::CXXForRangeStmtClass:
    case clang::Stmt::SwitchStmtClass:
    case clang::Stmt::CaseStmtClass:
    case clang::Stmt::DefaultStmtClass:
    case clang::Stmt::BreakStmtClass:
    case clang::Stmt::ContinueStmtClass:
    case clang::Stmt::ReturnStmtClass:
    case clang::Stmt::LabelStmtClass:
    case clang::Stmt::GotoStmtClass:
    case clang::Stmt::DeclRefExprClass:
    case clang::Stmt::MemberExprClass:
    case clang::Stmt::ArraySubscriptExprClass:
    case clang::Stmt::IntegerLiteralClass:
    case clang::Stmt::FloatingLiteralClass:
    case clang::Stmt::CharacterLiteralClass:
    case clang::Stmt::StringLiteralClass:
    case clang::Stmt::CXXBoolLiteralExprClass:
    case clang::Stmt::CXXNullPtrLiteralExprClass:
    case clang::Stmt::GNUNullExprClass:
    case clang::Stmt::ParenExprClass:
    case clang::Stmt::UnaryOperatorClass:
    case clang::Stmt::BinaryOperatorClass:
    case clang::Stmt::CompoundAssignOperatorClass:
    case clang::Stmt::ConditionalOperatorClass:
    case clang::Stmt::BinaryConditionalOperatorClass:
    case clang::Stmt::OpaqueValueExprClass:
    case clang::Stmt::CXXRewrittenBinaryOperatorClass:
    case clang::Stmt::ImplicitCastExprClass:
    case clang::Stmt::CStyleCastExprClass:
    case clang::Stmt::CXXStaticCastExprClass:
    case clang::Stmt::CXXConstCastExprClass:
    case clang::Stmt::CXXReinterpretCastExprClass:
    case clang::Stmt::CXXFunctionalCastExprClass:
    case clang::Stmt::CallExprClass:
    case clang::Stmt::CXXMemberCallExprClass:
    case clang::Stmt::CXXOperatorCallExprClass:
    case clang::Stmt::UserDefinedLiteralClass:
    case clang::Stmt::CXXConstructExprClass:
    case clang::Stmt::CXXTemporaryObjectExprClass:
    case clang::Stmt::CXXBindTemporaryExprClass:
    case clang::Stmt::MaterializeTemporaryExprClass:
    case clang::Stmt::ExprWithCleanupsClass:
    case clang::Stmt::CXXDefaultArgExprClass:
    case clang::Stmt::CXXDefaultInitExprClass:
    case clang::Stmt::CXXThisExprClass:
    case clang::Stmt::InitListExprClass:
    case clang::Stmt::DesignatedInitExprClass:
    case clang::Stmt::ImplicitValueInitExprClass:
    case clang::Stmt::CXXScalarValueInitExprClass:
    case clang::Stmt::CXXStdInitializerListExprClass:
    case clang::Stmt::CompoundLiteralExprClass:
    case clang::Stmt::ArrayInitLoopExprClass:
    case clang::Stmt::ArrayInitIndexExprClass:
    case clang::Stmt::UnaryExprOrTypeTraitExprClass:
    case clang::Stmt::OffsetOfExprClass:
    case clang::Stmt::TypeTraitExprClass:
    case clang::Stmt::CXXNoexceptExprClass:
    case clang::Stmt::SizeOfPackExprClass:
    case clang::Stmt::ConstantExprClass:
    case clang::Stmt::SubstNonTypeTemplateParmExprClass:
    case clang::Stmt::PredefinedExprClass:
    case clang::Stmt::SourceLocExprClass:
    case clang::Stmt::VAArgExprClass:
    case clang::Stmt::StmtExprClass:
    case clang::Stmt::GenericSelectionExprClass:
    case clang::Stmt::ChooseExprClass: return true;
    case clang::Stmt::AttributedStmtClass: return !barringAttribute(cast<AttributedStmt>(S)) || bad();
    default: return planted("any-statement") || bad();
    }
  }
  bool VisitCallExpr(CallExpr *C) override {
    const std::optional<unsigned> Format = C->getDirectCallee() ? formatOf(C->getDirectCallee()) : std::nullopt;
    if (Format && *Format < C->getNumArgs() && printsErrno(C->getArg(*Format), Ctx) && !planted("later-errno"))
      return bad();
    return given(llvm::ArrayRef(C->getArgs(), C->getNumArgs())) &&
           handsOn(llvm::ArrayRef(C->getArgs(), C->getNumArgs())) && add(C->getDirectCallee());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    return given(llvm::ArrayRef(C->getArgs(), C->getNumArgs())) &&
           handsOn(llvm::ArrayRef(C->getArgs(), C->getNumArgs())) &&
           (C->getConstructor()->isTrivial() || add(C->getConstructor()));
  }
  /// Functions that are handed over may be called.
  bool given(llvm::ArrayRef<clang::Expr *> Args) {
    return llvm::all_of(Args, [&](const clang::Expr *A) { return Calls.isQuiet(A); }) || bad();
  }
  /// A buffer, kernel, queue and so on, or what points to one.
  static bool isHandle(QualType T) {
    T = T.getNonReferenceType();
    for (int Depth = 0; Depth < 3; ++Depth) {
      while (auto *A = T->getAsArrayTypeUnsafe())
        T = A->getElementType();
      if (const ApiType C = objectType(T); C != ApiType::None && C != ApiType::Event)
        return true;
      if (const ApiType H = handleBehind(T); H != ApiType::None && H != ApiType::Event)
        return Depth > 0;
      if (!T->isPointerType())
        return false;
      T = T->getPointeeType();
    }
    return false;
  }
  /// The parameter that X is a place in, if a temporary may have been made for it.
  static const ParmVarDecl *temporary(const clang::Expr *X) {
    while (true) {
      X = X->IgnoreParenImpCasts();
      if (auto *M = dyn_cast<MemberExpr>(X); M && !M->isArrow())
        X = M->getBase();
      else if (auto *A = dyn_cast<ArraySubscriptExpr>(X);
               A && A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        X = A->getBase();
      else
        break;
    }
    auto *D = dyn_cast<DeclRefExpr>(X);
    auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    if (V && V->isLocalVarDecl() && V->getType()->isReferenceType() && V->getInit()) // another name of it
      return temporary(V->getInit());
    auto *P = dyn_cast_or_null<ParmVarDecl>(V);
    return P && P->getType()->isReferenceType() &&
                   (P->getType().getNonReferenceType().isConstQualified() || P->getType()->isRValueReferenceType()) &&
                   !planted("kept-temporaries")
               ? P
               : nullptr;
  }
  /// Nothing is returned that ends with the statement.
  bool VisitReturnStmt(ReturnStmt *R) override {
    return !F->getReturnType()->isReferenceType() || !R->getRetValue() || !temporary(R->getRetValue()) || bad();
  }
  /// Addresses are kept in variables of the function's own, texts but for.
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isPtrMemOp())
      return bad();
    if (B->getOpcode() != BO_Assign || !B->getType()->isPointerType() ||
        B->getType()->getPointeeType()->isAnyCharacterType() ||
        B->getRHS()->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull) ||
        planted("kept-temporaries"))
      return true;
    auto *D = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
    auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    return (V && V->isLocalVarDeclOrParm() && !V->isStaticLocal() && !V->getType()->isReferenceType()) || bad();
  }
  /// What is const stays as it is only if nothing takes that away. An object is what its type says, and what is around it
  /// is not of it.
  bool VisitExplicitCastExpr(ExplicitCastExpr *C) override {
    auto Behind = [](QualType T) { return T->isPointerType() ? T->getPointeeType() : T.getNonReferenceType(); };
    QualType To = C->getTypeAsWritten(), From = C->getSubExprAsWritten()->getType();
    if (!To->isPointerType() && !To->isReferenceType())
      return true;
    if (Behind(From).isConstQualified() && !Behind(To).isConstQualified() && !planted("const-kept"))
      return bad();
    const QualType A = Behind(From).getUnqualifiedType(), B = Behind(To).getUnqualifiedType();
    const bool Anything =
        A->isVoidType() || B->isVoidType() || A->isAnyCharacterType() || B->isAnyCharacterType() ||
        C->getSubExprAsWritten()->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull);
    auto *Class = A->getAsCXXRecordDecl(), *Base = B->getAsCXXRecordDecl();
    const bool Up = Class && Base && Class->hasDefinition() && Base->hasDefinition() && Class->isDerivedFrom(Base);
    return Anything || Up || Ctx.hasSameType(A, B) || planted("any-cast") || bad();
  }
  bool VisitCXXNewExpr(CXXNewExpr *) override { return bad(); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *) override { return bad(); }
  bool VisitCXXThrowExpr(CXXThrowExpr *) override { return bad(); }
  bool VisitCXXTryStmt(CXXTryStmt *) override { return bad(); }
  bool VisitLambdaExpr(LambdaExpr *) override { return bad(); }
  bool VisitAsmStmt(AsmStmt *) override { return bad(); }
  bool VisitVarDecl(VarDecl *V) override {
    if (barringAttribute(V) || V->getType().isVolatileQualified() || V->getType()->isAtomicType())
      return bad();
    return !Calls.endActs(V->getType()) || bad();
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) override {
    if (auto *B = dyn_cast<BindingDecl>(D->getDecl())) { // of a function's own variable, or of anything
      auto *Of = dyn_cast_or_null<VarDecl>(B->getDecomposedDecl());
      return (Of && Of->isLocalVarDecl()) || bad();
    }
    auto *V = dyn_cast<VarDecl>(D->getDecl());
    E.Static |= V && V->isStaticLocal();
    if (!V || HostCalls::isConstant(V))
      return true;
    if (V->isStaticLocal()) { // which others reach by what is returned
      QualType To = F->getReturnType();
      To = To->isReferenceType() || To->isPointerType() ? To->getPointeeType() : QualType();
      const bool Leads =
          V->getType().isConstQualified() || V->getASTContext().getBaseElementType(V->getType()).isConstQualified();
      return ((To.isNull() || To.isConstQualified()) && !Leads) || bad();
    }
    if (V->isLocalVarDeclOrParm() && !V->isLocalExternDecl())
      return true;
    const VarDecl *Named = V; // of several declarations that of this place
    V = V->getCanonicalDecl();
    if (planted("first-declaration"))
      Named = V;
    if (V->getType().isVolatileQualified() || V->getType()->isAtomicType() || hasOtherName(V))
      return bad();
    if (Ctx.getSourceManager().isInSystemHeader(V->getLocation())) // stdout, std::cout
      return HostCalls::isStream(V->getType()) || V->getName() == "stdout" || V->getName() == "stderr" || bad();
    if (changes(D, Named))
      E.Writes.insert(V);
    else
      E.Reads.insert(V);
    return true;
  }
  /// Whether a pointer is set to something else than a place of what it points into: the next of a list.
  bool goesElsewhere(const VarDecl *V) {
    if (!Elsewhere) {
      struct Finder : AstVisitor {
        std::set<const ValueDecl *> Found;
        void note(const clang::Expr *X) {
          if (auto *D = dyn_cast<DeclRefExpr>(X->IgnoreParenImpCasts()))
            Found.insert(D->getDecl());
        }
        bool VisitBinaryOperator(BinaryOperator *B) override {
          if (B->getOpcode() == BO_Assign)
            note(B->getLHS());
          return true;
        }
        bool VisitUnaryOperator(UnaryOperator *U) override {
          if (U->getOpcode() == UO_AddrOf)
            note(U->getSubExpr());
          return true;
        }
      } Finds;
      Finds.TraverseStmt(F->getBody());
      Elsewhere = std::move(Finds.Found);
    }
    return V->getType()->isReferenceType() || Elsewhere->count(V);
  }
  /// What a function is given by pointers, it may reach.
  bool handsOn(llvm::ArrayRef<clang::Expr *> Args) {
    return planted("handed-on") || llvm::all_of(Args, [&](const clang::Expr *A) {
             const clang::Expr *P = A->IgnoreParenCasts();
             const QualType T = P->getType(), To = T->isPointerType() ? T->getPointeeType() : QualType();
             return To.isNull() || !A->getType()->isPointerType() || To->isFunctionType() || To->isIncompleteType() ||
                    HostCalls::isFile(T) || (To->isAnyCharacterType() && To.isConstQualified()) ||
                    A->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull) || reach(A);
           });
  }
  /// Memory is reached through parameters, locals and the object itself only.
  bool reach(const clang::Expr *Pointer) {
    const clang::Expr *B = Pointer->IgnoreParenCasts();
    if (auto *Sum = dyn_cast<BinaryOperator>(B);
        Sum && Sum->isAdditiveOp() && Sum->getLHS()->getType()->isPointerType())
      return reach(Sum->getLHS());
    if (isa<CXXThisExpr>(B))
      return true;
    if (auto *U = dyn_cast<UnaryOperator>(B); U && U->getOpcode() == UO_AddrOf) // (&t)->tv_sec, of timersub()
      return true;
    if (isLibraryResult(B))
      return true;
    if (auto *D = dyn_cast<DeclRefExpr>(B))
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()))
        return (isa<ParmVarDecl>(V) && (planted("any-parameter") || !goesElsewhere(V))) ||
               V->getType()->isArrayType() || isLibraryResult(V) ||
               (V->isLocalVarDecl() && !isa<ParmVarDecl>(V) && V->getInit() && !V->isStaticLocal() &&
                !goesElsewhere(V) && V->getType()->isPointerType() && reach(V->getInit())) ||
               bad();
    if (auto *M = dyn_cast<MemberExpr>(B))
      return M->getType()->isArrayType() || bad();
    if (isa<ArraySubscriptExpr>(B))
      return B->getType()->isArrayType() || bad();
    if (isa<clang::StringLiteral>(B))
      return true;
    return bad();
  }
  /// struct tm *now = localtime(&t), or the same by an assignment: nothing else is ever stored there.
  bool isLibraryResult(const VarDecl *V) const {
    if (!V->isLocalVarDecl() || V->isStaticLocal() || !V->getType()->isPointerType())
      return false;
    struct Finder : AstVisitor {
      const VarDecl *V;
      std::set<const clang::Expr *> Fine; ///< names of V that only load it, or store such a pointer
      bool Any = false, Other = false;
      bool VisitImplicitCastExpr(ImplicitCastExpr *C) override {
        if (C->getCastKind() == CK_LValueToRValue)
          Fine.insert(C->getSubExpr()->IgnoreParens());
        return true;
      }
      bool VisitBinaryOperator(BinaryOperator *B) override {
        if (B->getOpcode() == BO_Assign && isLibraryResult(B->getRHS())) {
          Fine.insert(B->getLHS()->IgnoreParens());
          auto *D = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
          Any |= D && D->getDecl() == V;
        }
        return true;
      }
      bool VisitDeclRefExpr(DeclRefExpr *D) override {
        Other |= D->getDecl() == V && !Fine.count(D);
        return true;
      }
    } Finds;
    Finds.V = V;
    if (const clang::Expr *I = V->getInit()) {
      Finds.Any = isLibraryResult(I);
      Finds.Other = !Finds.Any && !I->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull);
    }
    if (!Finds.Any || !planted("any-result"))
      Finds.TraverseStmt(F->getBody());
    return Finds.Any && !Finds.Other;
  }
  static bool isLibraryResult(const clang::Expr *X) {
    auto *C = dyn_cast<CallExpr>(X->IgnoreParenCasts());
    return C && C->getDirectCallee() && ofLibrary(C->getDirectCallee()) &&
           HostCalls::returnsItsOwn(C->getDirectCallee());
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->getOpcode() == UO_AddrOf)
      return !temporary(U->getSubExpr()) || bad();
    return U->getOpcode() != UO_Deref || reach(U->getSubExpr());
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *A) override { return reach(A->getBase()); }
  bool VisitMemberExpr(MemberExpr *M) override {
    if (M->getType().isVolatileQualified())
      return bad();
    if (auto *V = dyn_cast<VarDecl>(M->getMemberDecl()); V && !V->getType().isConstQualified())
      return bad();
    if (auto *F = dyn_cast<FieldDecl>(M->getMemberDecl()); // may be of anything
        F && F->getType()->isReferenceType() && !HostCalls::isStream(F->getType()))
      return bad();
    if (auto *F = dyn_cast<FieldDecl>(M->getMemberDecl()); F && F->isMutable() && !planted("const-kept"))
      return bad(); // const methods change it
    return !M->isArrow() || reach(M->getBase());
  }
};

} // namespace

namespace {
/// Finds what may fail, or not end, where the program would not have evaluated it.
struct Failing : AstVisitor {
  HostCalls &Calls;
  ASTContext &Ctx;
  const clang::Stmt *Body; ///< of the function, whose parameters the caller answers for; null for a statement
  llvm::function_ref<bool(const clang::Expr *)> Named;
  bool Found = false;
  Failing(HostCalls &Calls, ASTContext &Ctx, const clang::Stmt *Body,
          llvm::function_ref<bool(const clang::Expr *)> Named)
      : Calls(Calls), Ctx(Ctx), Body(Body), Named(Named) {}
  bool shouldVisitImplicitCode() const override { return true; }
  bool fails() { return !(Found = true); }
  /// Whether a pointer points to an object.
  bool points(const clang::Expr *Pointer) {
    const clang::Expr *X = Pointer->IgnoreParenCasts();
    if (isa<CXXThisExpr, clang::StringLiteral>(X) || X->getType()->isArrayType())
      return true;
    if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_AddrOf)
      return true;
    auto *D = dyn_cast<DeclRefExpr>(X);
    auto *P = D ? dyn_cast<ParmVarDecl>(D->getDecl()) : nullptr;
    return (P && Body && !mayBeMutated(*Body, P, Ctx)) || (Named && Named(Pointer));
  }
  bool VisitStmt(clang::Stmt *S) override {
    return !isa<WhileStmt, DoStmt, ForStmt, CXXForRangeStmt, LabelStmt, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr,
                CXXDynamicCastExpr, CXXTypeidExpr>(S) ||
           (isOnce(S, Ctx) && !planted("front-macros")) || fails();
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    return U->getOpcode() != UO_Deref || points(U->getSubExpr()) || fails();
  }
  bool VisitMemberExpr(MemberExpr *M) override { return !M->isArrow() || points(M->getBase()) || fails(); }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *A) override {
    auto *Array = Ctx.getAsConstantArrayType(A->getBase()->IgnoreParenImpCasts()->getType());
    const std::optional<llvm::APSInt> At = A->getIdx()->getIntegerConstantExpr(Ctx);
    return (Array && At && At->isNonNegative() && Array->getSize().ugt(At->getZExtValue())) || fails();
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    const auto Op = B->getOpcode();
    if ((Op != BO_Div && Op != BO_Rem && Op != BO_DivAssign && Op != BO_RemAssign) || !B->getType()->isIntegerType())
      return true;
    const std::optional<llvm::APSInt> By = B->getRHS()->getIntegerConstantExpr(Ctx);
    return (By && !By->isZero()) || fails();
  }
  bool calls(const FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args) {
    auto Points = [&](const clang::Expr *A) {
      return !A->getType()->isPointerType() ||
             A->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull) || points(A);
    };
    return (F && llvm::all_of(Args, Points) && !Calls.mayFail(F)) || fails();
  }
  bool VisitCallExpr(CallExpr *C) override {
    return calls(C->getDirectCallee(), llvm::ArrayRef(C->getArgs(), C->getNumArgs()));
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    return C->getConstructor()->isTrivial() ||
           calls(C->getConstructor(), llvm::ArrayRef(C->getArgs(), C->getNumArgs()));
  }
};
} // namespace

bool HostCalls::mayFail(const FunctionDecl *F) {
  if (ofLibrary(F) || isClock(F)) {
    auto Number = [](const ParmVarDecl *P) { return P->getType()->isArithmeticType(); };
    return !isClock(F) && !library::inChrono(F) && (isa<CXXMethodDecl>(F) || !llvm::all_of(F->parameters(), Number));
  }
  const FunctionDecl *Def = definitionThatRuns(F);
  if (!Def || !Def->hasBody())
    return true;
  auto [It, New] = Fails.try_emplace(Def, true); // while it is looked at: recursion
  if (!New)
    return It->second;
  Failing Finds(*this, Ctx, Def->getBody(), nullptr);
  traverseDefinition(Finds, Def);
  return Fails[Def] = Finds.Found;
}

bool HostCalls::mayFail(const clang::Expr *X, llvm::function_ref<bool(const clang::Expr *)> Named) {
  Failing Finds(*this, Ctx, nullptr, Named);
  Finds.TraverseStmt(const_cast<clang::Expr *>(X));
  return Finds.Found;
}

/// A struct that keeps times beside queues and buffers: better seen through.
static bool holdsHandles(QualType T, unsigned Depth = 0) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  while (auto *A = T->getAsArrayTypeUnsafe())
    T = A->getElementType();
  auto *R = T->getAsRecordDecl();
  if (!R || !R->getDefinition() || Depth > 4)
    return false;
  for (const FieldDecl *F : R->getDefinition()->fields()) {
    QualType FT = F->getType().getCanonicalType();
    while (auto *A = FT->getAsArrayTypeUnsafe())
      FT = A->getElementType();
    if (handleType(FT) != ApiType::None || (!FT->isPointerType() && holdsHandles(FT, Depth + 1)))
      return true;
  }
  return false;
}

HostEffect HostCalls::body(const FunctionDecl *F) {
  Body B(*this, Ctx, F);
  if (auto *M = dyn_cast<CXXMethodDecl>(F); M && (M->isVirtual() || M->getParent()->isLambda()))
    B.E.Other = true;
  if (auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits()) {
      if (I->isAnyMemberInitializer() && I->getAnyMember()->getType()->isReferenceType() &&
          Body::temporary(I->getInit()))
        B.E.Other = true;
      B.walk(I->getInit());
    }
  if (!planted("quiet-ends"))
    for (const ParmVarDecl *P : F->parameters())
      B.E.Other |= endActs(P->getType());
  B.walk(F->getBody());
  if (auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isInstance())
    B.E.Handles = holdsHandles(M->getThisType());
  for (const ParmVarDecl *P : F->parameters())
    if (P->getType()->isPointerType() || P->getType()->isReferenceType())
      B.E.Handles |= holdsHandles(P->getType());
  return B.E;
}

} // namespace persistify::host
