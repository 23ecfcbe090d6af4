//===- HostTrips.cpp - what statements that stay with the host may change ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "effects/HostTrips.h"
#include "program/ApiCall.h"
#include "program/Definition.h"
#include "persistify/AstVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace persistify::host {

using library::Does;

namespace {

/// Kinds of statements and expressions that do what their parts do, and nothing else.
bool isPlainKind(const clang::Stmt *S) {
  switch (S->getStmtClass()) {
  case clang::Stmt::CompoundStmtClass:
  case clang::Stmt::DeclStmtClass:
  case clang::Stmt::NullStmtClass:
  case clang::Stmt::IfStmtClass:
  case clang::Stmt::ForStmtClass:
  case clang::Stmt::WhileStmtClass:
  case clang::Stmt::DoStmtClass:
  case clang::Stmt::SwitchStmtClass:
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass:
  case clang::Stmt::BreakStmtClass:
  case clang::Stmt::ContinueStmtClass:
  case clang::Stmt::ReturnStmtClass:
  case clang::Stmt::CXXForRangeStmtClass:
  case clang::Stmt::CXXTryStmtClass:
  case clang::Stmt::CXXCatchStmtClass:
  case clang::Stmt::IntegerLiteralClass:
  case clang::Stmt::FloatingLiteralClass:
  case clang::Stmt::CharacterLiteralClass:
  case clang::Stmt::StringLiteralClass:
  case clang::Stmt::PredefinedExprClass:
  case clang::Stmt::CXXBoolLiteralExprClass:
  case clang::Stmt::CXXNullPtrLiteralExprClass:
  case clang::Stmt::GNUNullExprClass:
  case clang::Stmt::DeclRefExprClass:
  case clang::Stmt::MemberExprClass:
  case clang::Stmt::CXXThisExprClass:
  case clang::Stmt::ArraySubscriptExprClass:
  case clang::Stmt::ParenExprClass:
  case clang::Stmt::UnaryOperatorClass:
  case clang::Stmt::BinaryOperatorClass:
  case clang::Stmt::CompoundAssignOperatorClass:
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass:
  case clang::Stmt::CXXStaticCastExprClass:
  case clang::Stmt::CXXReinterpretCastExprClass:
  case clang::Stmt::CXXFunctionalCastExprClass:
  case clang::Stmt::InitListExprClass:
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::CXXScalarValueInitExprClass:
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
  case clang::Stmt::CXXConstructExprClass:
  case clang::Stmt::CXXTemporaryObjectExprClass:
  case clang::Stmt::CXXBindTemporaryExprClass:
  case clang::Stmt::MaterializeTemporaryExprClass:
  case clang::Stmt::ExprWithCleanupsClass:
  case clang::Stmt::CXXDefaultArgExprClass:
  case clang::Stmt::SubstNonTypeTemplateParmExprClass:
  case clang::Stmt::CXXNewExprClass:
  case clang::Stmt::CXXDeleteExprClass:
  case clang::Stmt::CXXThrowExprClass:
  case clang::Stmt::GotoStmtClass: // what comes behind its label is the original trip, too
  case clang::Stmt::LabelStmtClass:
  case clang::Stmt::ArrayInitLoopExprClass:
  case clang::Stmt::ArrayInitIndexExprClass:
  case clang::Stmt::OpaqueValueExprClass:
  case clang::Stmt::BinaryConditionalOperatorClass:
  case clang::Stmt::LambdaExprClass: // its body counts where it is called
  case clang::Stmt::CXXConstCastExprClass:
  case clang::Stmt::CXXStdInitializerListExprClass:
  case clang::Stmt::CompoundLiteralExprClass:
  case clang::Stmt::DesignatedInitExprClass: return true;
  default: return false;
  }
}

bool isClass(const CXXRecordDecl *R, library::Class C) {
  const library::ClassRow *Row = library::classRow(R);
  return Row && Row->Is == C;
}

class TripWalk : public AstVisitor {
public:
  TripWalk(ASTContext &Ctx, HostCalls &Calls) : Ctx(Ctx), Calls(Calls) {}

  TripEffects run(llvm::ArrayRef<const clang::Stmt *> L) {
    for (const clang::Stmt *S : L)
      TraverseStmt(const_cast<clang::Stmt *>(S));
    return std::move(Found);
  }

private:
  bool cannot(const llvm::Twine &Why) {
    if (Found.Why.empty())
      Found.Why = Why.str();
    return false;
  }

  /// Who is not seen may do anything with what others reach.
  bool anything(const llvm::Twine &Why) {
    if (Found.Anything.empty())
      Found.Anything = Why.str();
    Found.Through.insert(nullptr);
    return true;
  }

  /// The beginning of what \p S is in the source.
  std::string text(const clang::Stmt *S) const {
    llvm::StringRef Whole = Lexer::getSourceText(CharSourceRange::getTokenRange(S->getSourceRange()),
                                                 Ctx.getSourceManager(), Ctx.getLangOpts());
    llvm::StringRef Line = Whole.take_until([](char C) { return C == '\n'; }).substr(0, 60);
    return Line.empty() ? S->getStmtClassName() : Line.size() < Whole.size() ? (Line + "...").str() : Line.str();
  }

  // ---- places ------------------------------------------------------------------

  /// An object of type \p T behind a pointer changes.
  void through(QualType T) {
    T = Ctx.getBaseElementType(T.getNonReferenceType()).getCanonicalType().getUnqualifiedType();
    Found.Through.insert(T->isScalarType() && !T->isCharType() ? T.getTypePtr() : nullptr);
  }

  /// The object that \p E names changes.
  void changes(const clang::Expr *E) {
    E = E->IgnoreParenCasts();
    if (auto *R = dyn_cast<DeclRefExpr>(E)) {
      auto *V = dyn_cast<VarDecl>(R->getDecl());
      if (!V)
        return through(Ctx.VoidTy); // a binding
      if (V->getType()->isReferenceType())
        return through(V->getType());
      if (!Own.count(V) || !V->hasLocalStorage())
        Found.Writes.insert(V);
      return;
    }
    if (auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->getMemberDecl()->getType()->isReferenceType())
        return through(M->getMemberDecl()->getType());
      if (!isa<FieldDecl>(M->getMemberDecl()) || !isOwn(M))
        Found.Writes.insert(M->getMemberDecl());
      return;
    }
    if (auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      const clang::Expr *Base = A->getBase()->IgnoreParenImpCasts();
      return Base->getType()->isArrayType() ? changes(Base) : through(A->getType());
    }
    if (auto *O = dyn_cast<CXXOperatorCallExpr>(E);
        O && O->getOperator() == OO_Subscript && isOwnContainer(O->getArg(0)))
      return; // an element of a container that is made in here
    if (auto *C = dyn_cast<ConditionalOperator>(E)) {
      changes(C->getTrueExpr());
      return changes(C->getFalseExpr());
    }
    if (isa<MaterializeTemporaryExpr, CXXConstructExpr, CXXTemporaryObjectExpr, CXXBindTemporaryExpr>(E))
      return; // a temporary
    if (auto *O = dyn_cast<CXXOperatorCallExpr>(E); O && HostCalls::isStream(O->getType()) && O->getNumArgs())
      return changes(O->getArg(0)); // out << a << b
    if (auto *R = dyn_cast<UnaryOperator>(E); R && R->isIncrementDecrementOp())
      return changes(R->getSubExpr());
    through(E->getType());
  }

  /// A member of an object that is made, and ends, in here.
  bool isOwn(const clang::Expr *E) const {
    E = E->IgnoreParenCasts();
    while (auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow() || M->getMemberDecl()->getType()->isReferenceType())
        return false;
      E = M->getBase()->IgnoreParenCasts();
    }
    auto *R = dyn_cast<DeclRefExpr>(E);
    auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    return V && Own.count(V) && V->hasLocalStorage() && !V->getType()->isReferenceType();
  }

  /// A container that holds its elements, made in here.
  bool isOwnContainer(const clang::Expr *E) const { return library::is(E->getType(), library::Owns) && isOwn(E); }

  /// Where the elements of such a container begin.
  bool isOwnData(const clang::Expr *X) const {
    auto *M = dyn_cast<CXXMemberCallExpr>(X);
    const Does What = M ? library::whatDoes(M->getMethodDecl()) : Does::Unmodelled;
    return (What == Does::Data || What == Does::CText) && isOwnContainer(M->getImplicitObjectArgument());
  }

  /// What pointer \p E points to changes.
  void changesBehind(const clang::Expr *E) {
    const clang::Expr *X = E->IgnoreParenCasts();
    if (X->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull) || isa<StringLiteral>(X))
      return;
    if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_AddrOf)
      return changes(U->getSubExpr());
    if (X->getType()->isArrayType())
      return changes(X);
    if (isOwnData(X))
      return;
    if (auto *B = dyn_cast<BinaryOperator>(X); B && B->isAdditiveOp() && B->getLHS()->getType()->isPointerType())
      return changesBehind(B->getLHS());
    through(X->getType()->isPointerType() ? X->getType()->getPointeeType() : Ctx.VoidTy);
  }

  // ---- calls -------------------------------------------------------------------

  static bool isNumberPointer(QualType T) {
    return T->getPointeeType()->isIntegerType() &&
           (!T->getPointeeType()->isCharType() || T->getPointeeType()->isSpecificBuiltinType(BuiltinType::SChar));
  }

  /// What pointer \p E points to is made in here.
  bool isOwnMemory(const clang::Expr *E) const {
    const clang::Expr *X = E->IgnoreParenCasts();
    if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_AddrOf)
      return isOwn(U->getSubExpr());
    return isOwnData(X) || (X->getType()->isArrayType() && isOwn(X));
  }

  /// A pointer to something of a library's own, as cl_mem is, and FILE *.
  static bool isHandle(QualType T) {
    return HostCalls::isFile(T) || (T->getPointeeType()->isRecordType() && T->getPointeeType()->isIncompleteType());
  }

  /// The library's \p F, or OpenCL, changes what it is given to change.
  void given(const FunctionDecl *F, const CallExpr *C) {
    const clang::Expr *const *Args = C->getArgs();
    unsigned N = C->getNumArgs();
    const bool Scans = library::is(F, library::Scans);
    if (auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isInstance()) {
      const clang::Expr *Object = nullptr;
      if (auto *MC = dyn_cast<CXXMemberCallExpr>(C))
        Object = MC->getImplicitObjectArgument();
      else if (N)
        Object = Args[0], ++Args, --N;
      if (Object && !M->isConst())
        Object->getType()->isPointerType() ? changesBehind(Object) : changes(Object);
    }
    for (unsigned I = 0; I < N; ++I) {
      const clang::Expr *A = Args[I];
      QualType T = I < F->getNumParams() ? F->getParamDecl(I)->getType() : A->IgnoreParenImpCasts()->getType();
      if (A->IgnoreParenImpCasts()->getType()->isFunctionType() || A->getType()->isFunctionPointerType()) {
        if (!Calls.isQuiet(A))
          anything("'" + F->getNameAsString() + "' may call a function");
      } else if (T->isReferenceType() && !T->getPointeeType().isConstQualified()) {
        if (T->isLValueReferenceType() && !HostCalls::isStream(T))
          changes(A);
      } else if (const bool Further = I >= F->getNumParams(); T->isPointerType() &&
                                                              !T->getPointeeType().isConstQualified() && !isHandle(T) &&
                                                              (!Further || Scans || isNumberPointer(T))) {
        changesBehind(A); // printf only looks at its further arguments, but for %n; scanf sets them
        if (T->isVoidPointerType() && !apiCall(C) && !isOwnMemory(A))
          Found.Through.insert(nullptr); // memcpy() writes objects of any type
      }
    }
  }

  bool call(const FunctionDecl *F, const CallExpr *C) {
    if (!F)
      return anything("which function is called is not known");
    if (ApiCall A =
            apiCall(C)) { // each entry looks at buffers, arguments and objects anew, and whether they are still there
      if (A.A != Api::Unmap)
        given(F, C);
      else if (const clang::Expr *Event = A.arg(ApiArg::Event)) // what is behind the pointer stays
        changesBehind(Event);
      return true;
    }
    auto *M = dyn_cast<CXXMethodDecl>(F);
    if (M && M->isVirtual() && !ofLibrary(M)) {
      auto *By = dyn_cast<CXXMemberCallExpr>(C);
      auto *Named = By ? dyn_cast<MemberExpr>(By->getCallee()->IgnoreParens()) : nullptr;
      return Named && Named->hasQualifier() ? body(F) : anyOverrider(M);
    }
    if (M && M->isVirtual() && !ofStreams(M->getParent()) && !isException(M->getParent()))
      return anything("'" + F->getNameAsString() + "' is virtual");
    if (ofLibrary(F)) {
      if (algorithm(F, C))
        return true;
      const bool Plain = !Calls.of(F).Other ||
                         (M && (ofStreams(M->getParent()) || ofValues(M) || isException(M->getParent()))) ||
                         isArithmetic(F) || (!M && library::is(F, library::Plain));
      if (!Plain)
        anything("what '" + F->getNameAsString() + "' changes is not known");
      given(F, C);
      return true;
    }
    return body(F);
  }

  /// Streams of the library, unless the program has one to which they write.
  bool ofStreams(const CXXRecordDecl *R) {
    const library::ClassRow *Row = library::classRow(R);
    return Row && Row->is(library::Stream) && !hasStreams();
  }
  bool hasStreams() {
    struct Find : AstVisitor {
      bool Found = false;
      bool VisitCXXRecordDecl(CXXRecordDecl *R) override {
        const SourceManager &SM = R->getASTContext().getSourceManager();
        if (R->isThisDeclarationADefinition() && !SM.isInSystemHeader(SM.getExpansionLoc(R->getLocation())))
          for (const CXXBaseSpecifier &B : R->bases())
            if (const CXXRecordDecl *Of = B.getType()->getAsCXXRecordDecl())
              Found |= isClass(Of, library::Class::StreamBuf);
        return !Found;
      }
    };
    if (!Streams) {
      Find F;
      F.TraverseDecl(Ctx.getTranslationUnitDecl());
      Streams = F.Found;
    }
    return *Streams;
  }

  /// Methods that only look at an object, or change it and nothing else.
  bool ofValues(const CXXMethodDecl *M) {
    const library::ClassRow *R = library::classRow(M->getParent());
    return R && (R->is(library::ValueClass) || (R->is(library::ConstValue) && M->isConst()));
  }

  /// A function of std, as sort() and count_if(), changes what its iterators lead to, and calls what it is given. False if \p F
  /// is none.
  bool algorithm(const FunctionDecl *F, const CallExpr *C) {
    if (!F->isInStdNamespace() || isa<CXXMethodDecl>(F) || !F->getIdentifier() || library::is(F, library::Kept) ||
        Calls.callsBack(F))
      return false;
    auto Unknown = [&] {
      anything("what '" + F->getNameAsString() + "' calls is not known");
      return true;
    };
    for (const clang::Expr *A : C->arguments()) {
      const QualType T = A->getType().getNonReferenceType();
      const CXXRecordDecl *R = T->getAsCXXRecordDecl();
      if (T->isFunctionType() || T->isFunctionPointerType()) {
        auto *D = dyn_cast<DeclRefExpr>(A->IgnoreParenImpCasts());
        auto *To = D ? dyn_cast<FunctionDecl>(D->getDecl()) : nullptr;
        if (!To || ofLibrary(To) || !body(To))
          return Unknown();
      } else if (R && R->isLambda()) {
        if (!body(R->getLambdaCallOperator()))
          return Unknown();
      } else if (R && R->isInStdNamespace()) {
        if (calls(R) && !isValueFunction(R)) // std::function, bind
          return Unknown();
        auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R);
        const QualType Of =
            S && S->getTemplateArgs().size() && S->getTemplateArgs()[0].getKind() == TemplateArgument::Type
                ? S->getTemplateArgs()[0].getAsType()
                : QualType();
        if (!isOwnRange(A))
          through(!Of.isNull() && Of->isPointerType() ? Of->getPointeeType() : Ctx.VoidTy);
      } else if (R && (!R->isTriviallyCopyable() || calls(R))) {
        return Unknown();
      }
    }
    given(F, C);
    return true;
  }
  /// Objects of std that are called, and only compare, compute or draw numbers.
  static bool isValueFunction(const CXXRecordDecl *R) {
    const library::ClassRow *Row = library::classRow(R);
    return Row && Row->is(library::Computes);
  }
  /// Whether objects of class \p R can be called.
  static bool calls(const CXXRecordDecl *R) {
    return llvm::any_of(R->methods(), [](const CXXMethodDecl *M) { return M->getOverloadedOperator() == OO_Call; }) ||
           llvm::any_of(R->bases(), [](const CXXBaseSpecifier &B) {
             const CXXRecordDecl *Of = B.getType()->getAsCXXRecordDecl();
             return !Of || calls(Of);
           });
  }
  /// v.begin() of a container that is made in here.
  bool isOwnRange(const clang::Expr *E) const {
    while (true) {
      E = E->IgnoreParenImpCasts();
      if (auto *X = dyn_cast<CXXConstructExpr>(E); X && X->getNumArgs() == 1)
        E = X->getArg(0);
      else if (auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
        E = T->getSubExpr();
      else if (auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
        E = B->getSubExpr();
      else
        break;
    }
    auto *M = dyn_cast<CXXMemberCallExpr>(E);
    return M ? isOwnContainer(M->getImplicitObjectArgument()) : isOwnContainer(E);
  }

  /// Numbers go in, a number comes out; what the library keeps is its own.
  static bool isArithmetic(const FunctionDecl *F) {
    return !isa<CXXMethodDecl>(F) && F->getIdentifier() && !library::is(F, library::Signals) && !F->isVariadic() &&
           (F->getReturnType()->isArithmeticType() || F->getReturnType()->isVoidType()) &&
           llvm::all_of(F->parameters(), [](const ParmVarDecl *P) { return P->getType()->isArithmeticType(); });
  }

  /// What a virtual call may run, if that is all seen: no other file knows the class.
  bool anyOverrider(const CXXMethodDecl *M) {
    const SourceManager &SM = Ctx.getSourceManager();
    const CXXRecordDecl *R = M->getParent();
    if (!R->isInAnonymousNamespace() && !SM.isInMainFile(SM.getExpansionLoc(R->getLocation())))
      return anything("'" + M->getNameAsString() + "' is virtual, and other files may have more of it");
    for (const CXXMethodDecl *D : overriders(Ctx, M))
      if (!D->isPureVirtual() && !body(D))
        return false;
    return true;
  }

  /// std::runtime_error and the like.
  static bool isException(const CXXRecordDecl *R) {
    for (; R && R->hasDefinition() && R->getNumBases() == 1 && R->isInStdNamespace();
         R = R->bases_begin()->getType()->getAsCXXRecordDecl())
      ;
    return R && isClass(R, library::Class::Exception);
  }

  /// The same of what runs when \p F of the program is called.
  bool body(const FunctionDecl *F) {
    const FunctionDecl *Def = definitionThatRuns(F);
    if (!Def)
      return anything("the definition of '" + F->getNameAsString() + "' is not at hand");
    if (!Seen.insert(Def).second)
      return true;
    for (const ParmVarDecl *P : Def->parameters()) {
      Own.insert(P);
      object(P->getType());
    }
    traverseDefinition(*this, Def);
    return true;
  }

  /// An object of type \p T is made, and ends.
  void object(QualType T) {
    if (T->isReferenceType() || T->isPointerType())
      return;
    const CXXRecordDecl *R = Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
    if (!R || !(R = R->getDefinition()) || ofStreams(R) || isException(R))
      return;
    if (HostCalls::isStdType(Ctx.getRecordType(R))) {
      if (Calls.endActs(T) || Calls.extraShows(T))
        anything("they make objects of type '" + T.getAsString() + "'");
    } else if (!R->hasTrivialDestructor() || !R->isTriviallyCopyable()) {
      anything("they make objects of type '" + T.getAsString() + "'");
    }
  }

  bool dataTraverseStmtPre(clang::Stmt *S) override {
    if (!Found.Why.empty())
      return false;
    if (!isPlainKind(S))
      return cannot("what '" + text(S) + "' changes is not known");
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    Own.insert(V);
    object(V->getType());
    if (barringAttribute(V) || V->getType().isVolatileQualified())
      cannot("'" + V->getNameAsString() + "' is volatile or has an attribute");
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) override {
    QualType T = S->getRangeInit()->getType();
    if (!T->isArrayType() && !HostCalls::isStdType(T))
      anything("they go through a '" + T.getAsString() + "'");
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp())
      changes(B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->isIncrementDecrementOp())
      changes(U->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    call(C->getDirectCallee(), C);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    const CXXConstructorDecl *F = C->getConstructor();
    object(C->getType());
    for (const clang::Expr *A : C->arguments())
      if (A->getType()->isFunctionPointerType() || A->getType()->isRecordType())
        if (const CXXRecordDecl *R = A->getType()->getAsCXXRecordDecl(); !R || R->isLambda())
          anything("they keep a function");
    if (F->isUserProvided() && !ofLibrary(F) && !HostCalls::isStdType(C->getType()) && !ofStreams(F->getParent()))
      body(F);
    else if (!F->isTrivial() && !isException(F->getParent()) && !HostCalls::isStdType(C->getType()) &&
             !ofStreams(F->getParent()))
      anything("they make objects of type '" + C->getType().getAsString() + "'");
    return true;
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *D) override { return TraverseStmt(D->getExpr()); }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *T) override {
    object(T->getType());
    return true;
  }
  /// Memory from new is of nobody else; it leads to what is assigned, which is seen.
  bool VisitCXXNewExpr(CXXNewExpr *N) override {
    if (N->getNumPlacementArgs() || !N->getOperatorNew() ||
        !N->getOperatorNew()->isReplaceableGlobalAllocationFunction())
      return anything("which memory 'new' gives is not known");
    object(N->getAllocatedType());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *D) override {
    if (!D->getOperatorDelete() || !D->getOperatorDelete()->isReplaceableGlobalAllocationFunction())
      return anything("what 'delete' does is not known");
    object(D->getDestroyedType());
    return true;
  }
  bool VisitInitListExpr(InitListExpr *L) override {
    object(L->getType());
    return true;
  }

  ASTContext &Ctx;
  HostCalls &Calls;
  TripEffects Found;
  llvm::DenseSet<const VarDecl *> Own; ///< declared in here
  llvm::DenseSet<const FunctionDecl *> Seen;
  std::optional<bool> Streams; ///< hasStreams(), once asked for
};

} // namespace

TripEffects tripEffects(llvm::ArrayRef<const clang::Stmt *> L, ASTContext &Ctx, HostCalls &Calls) {
  return TripWalk(Ctx, Calls).run(L);
}

} // namespace persistify::host
