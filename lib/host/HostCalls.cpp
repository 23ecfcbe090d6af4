//===- HostCalls.cpp - what calls do that has no place on a device ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ApiCall.h"
#include "Definition.h"
#include "HostCalls.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Api.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

static bool named(llvm::StringRef N, std::initializer_list<const char *> Names) {
  for (const char *X : Names)
    if (N == X)
      return true;
  return false;
}

static const CXXRecordDecl *recordOf(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  return T->getAsCXXRecordDecl();
}

bool HostCalls::isStream(QualType T) {
  const CXXRecordDecl *R = recordOf(T);
  if (!R || !R->isInStdNamespace() || !R->getIdentifier())
    return false;
  return named(R->getName(), {"basic_ostream", "basic_ofstream", "basic_ios", "ios_base"});
}

bool HostCalls::isFile(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const RecordDecl *R = T->getAsRecordDecl();
  return R && R->getName().contains("FILE") &&
         (planted("any-file-name") || R->getASTContext().getSourceManager().isInSystemHeader(R->getLocation()));
}

static bool inChrono(const Decl *D) {
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (auto *N = dyn_cast<NamespaceDecl>(C); N && N->getIdentifier() && N->getName() == "chrono")
      return N->isInStdNamespace();
  return false;
}

bool HostCalls::isStdType(QualType T) {
  const CXXRecordDecl *R = recordOf(T);
  return R && (R->isInStdNamespace() || inChrono(R));
}

static bool isFree(const FunctionDecl *F) {
  return F->getIdentifier() && !isa<CXXMethodDecl>(F) &&
         (F->getDeclContext()->getRedeclContext()->isTranslationUnit() || F->isInStdNamespace() || F->isExternC());
}

bool HostCalls::isOutput(const FunctionDecl *F) {
  if (auto *M = dyn_cast<CXXMethodDecl>(F))
    return M->isInstance() && isStream(M->getThisType()) && !M->isVirtual() &&
           (M->getOverloadedOperator() == OO_LessLess ||
            (M->getIdentifier() && named(M->getName(), {"put", "write", "flush", "precision", "width", "fill", "setf",
                                                        "unsetf", "copyfmt"})));
  if (F->getOverloadedOperator() == OO_LessLess)
    return F->isInStdNamespace() && F->getNumParams() == 2 && isStream(F->getParamDecl(0)->getType());
  if (!isFree(F) || !ofLibrary(F))
    return false;
  return named(F->getName(), {"printf", "fprintf", "puts", "fputs", "putchar", "putc", "fputc", "fflush", "vprintf",
                              "vfprintf"});
}

bool HostCalls::isClock(const FunctionDecl *F) {
  if (!F->getIdentifier())
    return false;
  if (inChrono(F))
    return F->getName() == "now";
  if (!isFree(F))
    return false;
  if (F->getName() == "omp_get_wtime") // which programs declare themselves, to do without <omp.h>
    return ofLibrary(F) || (!F->hasBody() && F->getReturnType()->isRealFloatingType() && F->getNumParams() == 0);
  return ofLibrary(F) && named(F->getName(), {"clock", "time", "gettimeofday", "clock_gettime", "timespec_get", "ftime",
                                              "times", "getrusage"});
}

/// Library functions that may also run later: formatting, arithmetic, containers.
HostEffect HostCalls::library(const FunctionDecl *F) const {
  HostEffect E;
  E.Output = isOutput(F);
  E.Clock = isClock(F);
  if (E.Output || E.Clock)
    return E;
  if (inChrono(F))
    return E;
  if (auto *M = dyn_cast<CXXMethodDecl>(F)) {
    const CXXRecordDecl *R = M->getParent();
    E.Other = !(R->isInStdNamespace() && R->getIdentifier() &&
                named(R->getName(), {"vector", "basic_string", "array", "pair", "deque", "list", "map", "set", "less",
                                     "unordered_map", "unordered_set", "multimap", "multiset",
                                     "basic_string_view", "allocator", "initializer_list", "__normal_iterator"}));
    return E;
  }
  if (F->isOverloadedOperator()) {
    E.Other = !F->isInStdNamespace();
    for (const ParmVarDecl *P : F->parameters())
      if (const CXXRecordDecl *R = recordOf(P->getType());
          R && R->getIdentifier() && R->getName().contains("stream"))
        E.Other = true;
    return E;
  }
  if (!isFree(F)) {
    E.Other = true;
    return E;
  }
  if (named(F->getName(), {"localtime", "gmtime", "ctime", "asctime"}) && !planted("shared-times"))
    E.Shared.insert(F->getReturnType()->getPointeeType().getTypePtr());
  E.Other = !named(F->getName(),
                   {"endl", "flush", "ends", "setw", "setprecision", "setfill", "setbase", "setiosflags",
                    "resetiosflags", "hex", "dec", "oct", "fixed", "scientific", "defaultfloat", "hexfloat", "boolalpha",
                    "noboolalpha", "showpos", "noshowpos", "showpoint", "noshowpoint", "showbase", "noshowbase",
                    "uppercase", "nouppercase", "left", "right", "internal", "unitbuf", "nounitbuf", "to_string",
                    "snprintf", "sprintf", "vsnprintf", "vsprintf", "strcpy", "strcat", "strlen", "memset", "strftime",
                    "localtime", "localtime_r", "gmtime", "gmtime_r", "ctime", "asctime", "difftime", "min", "max",
                    "abs", "fabs", "fabsf", "sqrt", "sqrtf", "pow", "log", "log2", "log10", "exp", "floor", "ceil",
                    "round", "fmin", "fmax", "move", "forward", "accumulate", "begin", "end", "make_pair", "swap",
                    "__builtin_va_start", "__builtin_va_end", "__builtin_expect"});
  return E;
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
      else if (auto *U = M ? dyn_cast<UnaryOperator>(M->getBase()->IgnoreParens()) : nullptr; U && U->getOpcode() == UO_AddrOf)
        X = U->getSubExpr()->IgnoreParens();
      else if (auto *A = dyn_cast<ArraySubscriptExpr>(X); A && A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
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
    return isa<clang::Expr>(Root) || ExprMutationAnalyzer(*Root, Ctx).isMutated(V);
  }

  // A range-for's begin(), ++ and !=, members made by default: they run, too.
  bool shouldVisitImplicitCode() const override { return !planted("explicit-only"); }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *D) override { return planted("explicit-only") || walk(D->getExpr()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *D) override { return planted("explicit-only") || walk(D->getExpr()); }
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
    if (auto *X = dyn_cast<clang::Expr>(S); X && !X->getType().isNull() && isHandle(X->getType()) && !planted("any-handle"))
      return bad();
    switch (S->getStmtClass()) {
    case clang::Stmt::DeclStmtClass: case clang::Stmt::CompoundStmtClass: case clang::Stmt::NullStmtClass:
    case clang::Stmt::IfStmtClass: case clang::Stmt::WhileStmtClass: case clang::Stmt::DoStmtClass:
    case clang::Stmt::ForStmtClass: case clang::Stmt::CXXForRangeStmtClass: case clang::Stmt::SwitchStmtClass:
    case clang::Stmt::CaseStmtClass: case clang::Stmt::DefaultStmtClass: case clang::Stmt::BreakStmtClass:
    case clang::Stmt::ContinueStmtClass: case clang::Stmt::ReturnStmtClass: case clang::Stmt::LabelStmtClass:
    case clang::Stmt::GotoStmtClass:
    case clang::Stmt::DeclRefExprClass: case clang::Stmt::MemberExprClass: case clang::Stmt::ArraySubscriptExprClass:
    case clang::Stmt::IntegerLiteralClass: case clang::Stmt::FloatingLiteralClass:
    case clang::Stmt::CharacterLiteralClass: case clang::Stmt::StringLiteralClass:
    case clang::Stmt::CXXBoolLiteralExprClass: case clang::Stmt::CXXNullPtrLiteralExprClass:
    case clang::Stmt::GNUNullExprClass: case clang::Stmt::ParenExprClass: case clang::Stmt::UnaryOperatorClass:
    case clang::Stmt::BinaryOperatorClass: case clang::Stmt::CompoundAssignOperatorClass:
    case clang::Stmt::ConditionalOperatorClass: case clang::Stmt::BinaryConditionalOperatorClass:
    case clang::Stmt::OpaqueValueExprClass: case clang::Stmt::CXXRewrittenBinaryOperatorClass:
    case clang::Stmt::ImplicitCastExprClass: case clang::Stmt::CStyleCastExprClass:
    case clang::Stmt::CXXStaticCastExprClass: case clang::Stmt::CXXConstCastExprClass:
    case clang::Stmt::CXXReinterpretCastExprClass: case clang::Stmt::CXXFunctionalCastExprClass:
    case clang::Stmt::CallExprClass: case clang::Stmt::CXXMemberCallExprClass:
    case clang::Stmt::CXXOperatorCallExprClass: case clang::Stmt::UserDefinedLiteralClass:
    case clang::Stmt::CXXConstructExprClass: case clang::Stmt::CXXTemporaryObjectExprClass:
    case clang::Stmt::CXXBindTemporaryExprClass: case clang::Stmt::MaterializeTemporaryExprClass:
    case clang::Stmt::ExprWithCleanupsClass: case clang::Stmt::CXXDefaultArgExprClass:
    case clang::Stmt::CXXDefaultInitExprClass: case clang::Stmt::CXXThisExprClass:
    case clang::Stmt::InitListExprClass: case clang::Stmt::DesignatedInitExprClass:
    case clang::Stmt::ImplicitValueInitExprClass: case clang::Stmt::CXXScalarValueInitExprClass:
    case clang::Stmt::CXXStdInitializerListExprClass: case clang::Stmt::CompoundLiteralExprClass:
    case clang::Stmt::ArrayInitLoopExprClass: case clang::Stmt::ArrayInitIndexExprClass:
    case clang::Stmt::UnaryExprOrTypeTraitExprClass: case clang::Stmt::OffsetOfExprClass:
    case clang::Stmt::TypeTraitExprClass: case clang::Stmt::CXXNoexceptExprClass:
    case clang::Stmt::SizeOfPackExprClass: case clang::Stmt::ConstantExprClass:
    case clang::Stmt::SubstNonTypeTemplateParmExprClass: case clang::Stmt::PredefinedExprClass:
    case clang::Stmt::SourceLocExprClass: case clang::Stmt::VAArgExprClass: case clang::Stmt::StmtExprClass:
    case clang::Stmt::GenericSelectionExprClass: case clang::Stmt::ChooseExprClass:
      return true;
    case clang::Stmt::AttributedStmtClass: return !barringAttribute(cast<AttributedStmt>(S)) || bad();
    default: return planted("any-statement") || bad();
    }
  }
  bool VisitCallExpr(CallExpr *C) override {
    return given(llvm::ArrayRef(C->getArgs(), C->getNumArgs())) && handsOn(llvm::ArrayRef(C->getArgs(), C->getNumArgs())) &&
           add(C->getDirectCallee());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    return given(llvm::ArrayRef(C->getArgs(), C->getNumArgs())) && handsOn(llvm::ArrayRef(C->getArgs(), C->getNumArgs())) &&
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
      if (llvm::StringRef C = wrapperClass(T); !C.empty() && C != "Event" && C != "vector")
        return true;
      if (auto *R = T->getAsRecordDecl(); R && R->getName().starts_with("_cl_") && R->getName() != "_cl_event")
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
      else if (auto *A = dyn_cast<ArraySubscriptExpr>(X); A && A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        X = A->getBase();
      else
        break;
    }
    auto *D = dyn_cast<DeclRefExpr>(X);
    auto *P = D ? dyn_cast<ParmVarDecl>(D->getDecl()) : nullptr;
    return P && P->getType()->isReferenceType() && (P->getType().getNonReferenceType().isConstQualified() || P->getType()->isRValueReferenceType()) &&
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
    if (B->getOpcode() != BO_Assign || !B->getType()->isPointerType() || B->getType()->getPointeeType()->isAnyCharacterType() ||
        B->getRHS()->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull) || planted("kept-temporaries"))
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
    const bool Anything = A->isVoidType() || B->isVoidType() || A->isAnyCharacterType() || B->isAnyCharacterType() ||
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
    if (!V || V->getType().isConstQualified() || V->isConstexpr())
      return true;
    if (V->isStaticLocal()) { // which others reach by what is returned
      QualType To = F->getReturnType();
      To = To->isReferenceType() || To->isPointerType() ? To->getPointeeType() : QualType();
      return To.isNull() || To.isConstQualified() || bad();
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
      return HostCalls::isStream(V->getType()) || named(V->getName(), {"stdout", "stderr"}) || bad();
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
    if (auto *Sum = dyn_cast<BinaryOperator>(B); Sum && Sum->isAdditiveOp() && Sum->getLHS()->getType()->isPointerType())
      return reach(Sum->getLHS());
    if (isa<CXXThisExpr>(B))
      return true;
    if (auto *U = dyn_cast<UnaryOperator>(B); U && U->getOpcode() == UO_AddrOf) // (&t)->tv_sec, of timersub()
      return true;
    if (isLibraryResult(B))
      return true;
    if (auto *D = dyn_cast<DeclRefExpr>(B))
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()))
        return (isa<ParmVarDecl>(V) && (planted("any-parameter") || !goesElsewhere(V))) || V->getType()->isArrayType() ||
               isLibraryResult(V) ||
               (V->isLocalVarDecl() && !isa<ParmVarDecl>(V) && V->getInit() && !V->isStaticLocal() && !goesElsewhere(V) &&
                V->getType()->isPointerType() && reach(V->getInit())) ||
               bad();
    if (auto *M = dyn_cast<MemberExpr>(B))
      return M->getType()->isArrayType() || bad();
    if (isa<ArraySubscriptExpr>(B))
      return B->getType()->isArrayType() || bad();
    if (isa<clang::StringLiteral>(B))
      return true;
    return bad();
  }
  /// struct tm *now = localtime(&t);
  static bool isLibraryResult(const VarDecl *V) { return V->getInit() && isLibraryResult(V->getInit()); }
  static bool isLibraryResult(const clang::Expr *X) {
    auto *C = dyn_cast<CallExpr>(X->IgnoreParenCasts());
    return C && C->getDirectCallee() && ofLibrary(C->getDirectCallee()) && C->getDirectCallee() && C->getDirectCallee()->getIdentifier() &&
           named(C->getDirectCallee()->getName(), {"localtime", "gmtime", "ctime", "asctime"});
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
    auto *P = FT->isPointerType() ? FT->getPointeeType()->getAsRecordDecl() : nullptr;
    if ((P && P->getName().starts_with("_cl_")) || (!FT->isPointerType() && holdsHandles(FT, Depth + 1)))
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
      if (I->isAnyMemberInitializer() && I->getAnyMember()->getType()->isReferenceType() && Body::temporary(I->getInit()))
        B.E.Other = true;
      B.walk(I->getInit());
    }
  B.walk(F->getBody());
  if (auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isInstance())
    B.E.Handles = holdsHandles(M->getThisType());
  for (const ParmVarDecl *P : F->parameters())
    if (P->getType()->isPointerType() || P->getType()->isReferenceType())
      B.E.Handles |= holdsHandles(P->getType());
  return B.E;
}

const HostEffect &HostCalls::of(const FunctionDecl *F) {
  const bool Library = ofLibrary(F);
  const FunctionDecl *Def = Library ? nullptr : definitionThatRuns(F);
  bool HasBody = Def;
  if (HasBody)
    F = Def;
  if (auto It = Known.find(F); It != Known.end())
    return It->second;
  Known[F].Other = true; // while it is looked at: recursion
  HostEffect E;
  if (Library || isClock(F)) {
    E = library(F);
    E.Other |= callsBack(F);
    E.Other |= E.Output && !streamsInMemory().empty();
  } else if (HasBody && !F->isDependentContext())
    E = body(F);
  else
    E.Other = true;
  return Known[F] = E;
}

// ---- what the library calls of the program's -----------------------------------

bool HostCalls::acts(const FunctionDecl *F) {
  const HostEffect &E = of(F);
  return E.Other || E.Clock || !E.Reads.empty() || !E.Writes.empty();
}

namespace {
/// Classes and functions of the program that the library calls without being given them.
struct Survey : AstVisitor {
  ASTContext &Ctx;
  std::map<const TagDecl *, std::vector<const FunctionDecl *>> &Operators;
  std::string InMemory;
  Survey(ASTContext &Ctx, std::map<const TagDecl *, std::vector<const FunctionDecl *>> &Operators)
      : Ctx(Ctx), Operators(Operators) {}

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (isa<CXXMethodDecl>(F) || !(F->isOverloadedOperator() || (F->getIdentifier() && F->getName() == "swap")))
      return true;
    for (const ParmVarDecl *P : F->parameters()) {
      QualType T = P->getType().getNonReferenceType();
      const TagDecl *D = T->getAsTagDecl();
      if (D || T->isDependentType())
        Operators[D ? D->getCanonicalDecl() : nullptr].push_back(F);
    }
    return true;
  }
  bool VisitCXXRecordDecl(CXXRecordDecl *R) override {
    if (R->isThisDeclarationADefinition() && !R->isDependentType() && isBuffer(R))
      InMemory = R->getNameAsString();
    return true;
  }
  static bool isBuffer(const CXXRecordDecl *R) {
    return llvm::any_of(R->bases(), [](const CXXBaseSpecifier &B) {
      const CXXRecordDecl *D = B.getType()->getAsCXXRecordDecl();
      return D && D->hasDefinition() &&
             ((D->isInStdNamespace() && D->getIdentifier() && D->getName() == "basic_streambuf") || isBuffer(D));
    });
  }
  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F || !F->getIdentifier())
      return true;
    const llvm::StringRef N = F->getName();
    const bool Makes = named(N, {"fmemopen", "open_memstream", "open_wmemstream", "fopencookie", "funopen"});
    const unsigned At = N == "pubsetbuf" ? 0 : 1;
    const bool Gives = named(N, {"setvbuf", "setbuf", "setbuffer", "pubsetbuf"}) && C->getNumArgs() > At &&
                       !C->getArg(At)->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull);
    if (Makes || Gives)
      InMemory = N.str();
    return true;
  }
};
} // namespace

void HostCalls::survey() {
  if (std::exchange(Surveyed, true))
    return;
  Survey S(Ctx, Operators);
  const SourceManager &SM = Ctx.getSourceManager();
  for (Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (D->getLocation().isValid() && !SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      S.TraverseDecl(D);
  InMemory = std::move(S.InMemory);
}

const std::string &HostCalls::streamsInMemory() {
  survey();
  static const std::string None;
  return planted("streams-elsewhere") ? None : InMemory;
}

bool HostCalls::isQuiet(const clang::Expr *A) {
  QualType T = A->getType();
  if (!T->isFunctionPointerType() && !T->isFunctionType())
    return true;
  auto *D = dyn_cast<DeclRefExpr>(A->IgnoreParenImpCasts());
  if (auto *U = dyn_cast<UnaryOperator>(A->IgnoreParenImpCasts()); U && U->getOpcode() == UO_AddrOf)
    D = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParens());
  auto *F = D ? dyn_cast<FunctionDecl>(D->getDecl()) : nullptr;
  return F ? !acts(F) : A->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull);
}

/// Whether the library's \p F may run something of the program's that acts: it handles
/// objects of the program's classes.
bool HostCalls::callsBack(const FunctionDecl *F) {
  if (planted("library-alone"))
    return false;
  if (const TemplateArgumentList *Args = F->getTemplateSpecializationArgs())
    if (llvm::any_of(Args->asArray(), [&](const TemplateArgument &A) { return mayAct(A, false); }))
      return true;
  auto *M = dyn_cast<CXXMethodDecl>(F);
  return M && mayAct(Ctx.getRecordType(M->getParent()), false);
}

/// The same for a template argument; the types of a pack are elements.
bool HostCalls::mayAct(const TemplateArgument &A, bool All) {
  if (A.getKind() == TemplateArgument::Pack)
    return llvm::any_of(A.pack_elements(), [&](const TemplateArgument &P) { return mayAct(P, false); });
  return A.getKind() == TemplateArgument::Type && mayAct(A.getAsType(), All);
}

/// \p All: whatever methods it has may be called: an allocator, a comparison. Else those
/// that an element has to have.
bool HostCalls::mayAct(QualType T, bool All) {
  T = T.getNonReferenceType().getCanonicalType();
  while (T->isPointerType() || T->isArrayType())
    T = T->isPointerType() ? T->getPointeeType() : QualType(T->getArrayElementTypeNoTypeQual(), 0);
  if (T->isFunctionType())
    return false; // the function that is given is looked at
  const TagDecl *D = T->getAsTagDecl();
  if (!D)
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  const bool System = SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
  survey();
  if (!System)
    for (const TagDecl *For : {D->getCanonicalDecl(), static_cast<const TagDecl *>(nullptr)})
      if (auto It = Operators.find(For); It != Operators.end())
        for (const FunctionDecl *F : It->second)
          if (F->isDependentContext() || acts(F))
            return true;
  auto *R = dyn_cast<CXXRecordDecl>(D);
  if (!R)
    return false;
  if (System) {
    auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R);
    if (!S)
      return false;
    const llvm::StringRef N = S->getName();
    const unsigned Elements = named(N, {"map", "multimap", "unordered_map", "unordered_multimap", "pair"}) ? 2 : 1;
    for (unsigned I = 0; I < S->getTemplateArgs().size(); ++I)
      if (mayAct(S->getTemplateArgs()[I], I >= Elements))
        return true;
    return false;
  }
  return classActs(R, All);
}

bool HostCalls::classActs(const CXXRecordDecl *R, bool All) {
  R = R->getDefinition();
  if (!R)
    return true;
  auto [It, New] = Acts.try_emplace({R, All}, false); // of itself: nothing more
  if (!New)
    return It->second;
  bool Found = false;
  for (const Decl *D : R->decls()) {
    auto *M = dyn_cast<CXXMethodDecl>(D);
    if (isa<FunctionTemplateDecl>(D) && (All || isa<CXXConstructorDecl>(llvm::cast<FunctionTemplateDecl>(D)->getTemplatedDecl())))
      Found = true;
    if (!M || M->isDeleted() || M->isTrivial() || M->isPureVirtual())
      continue;
    if (isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(M) || M->isOverloadedOperator() || All)
      Found |= (M->isUserProvided() || M->hasBody()) && acts(M);
  }
  for (const CXXBaseSpecifier &B : R->bases())
    Found = Found || mayAct(B.getType(), All);
  for (const FieldDecl *F : R->fields())
    Found = Found || (F->getType()->isRecordType() || F->getType()->isArrayType() ? mayAct(F->getType(), false) : false) ||
            (F->hasInClassInitializer() && !F->getInClassInitializer()->isConstantInitializer(Ctx, false));
  return Acts[{R, All}] = Found;
}

bool HostCalls::extraShows(QualType T) {
  const CXXRecordDecl *R = T->isReferenceType() || T->isPointerType() ? nullptr : Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
  if (!R || !(R = R->getDefinition()) || planted("extra-objects"))
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  if (SM.isInSystemHeader(SM.getExpansionLoc(R->getLocation())))
    return mayAct(T, false);
  auto Shows = [&](const FunctionDecl *F) {
    const HostEffect &E = of(F);
    return E.Other || E.Output || E.Static || !E.Writes.empty();
  };
  for (const CXXMethodDecl *M : R->methods()) {
    auto *C = dyn_cast<CXXConstructorDecl>(M);
    if (!M->isDeleted() && M->isUserProvided() &&
        ((C && C->isDefaultConstructor()) || isa<CXXDestructorDecl>(M) || M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) &&
        Shows(M))
      return true;
  }
  for (const FieldDecl *F : R->fields()) {
    if (extraShows(F->getType()))
      return true;
    auto *C = F->hasInClassInitializer() ? dyn_cast_or_null<CallExpr>(F->getInClassInitializer()->IgnoreImplicit()) : nullptr;
    if (F->hasInClassInitializer() && F->getInClassInitializer()->HasSideEffects(Ctx) &&
        !(C && C->getNumArgs() == 0 && C->getDirectCallee() && !Shows(C->getDirectCallee())))
      return true;
  }
  return llvm::any_of(R->bases(), [&](const CXXBaseSpecifier &B) { return extraShows(B.getType()); });
}

bool HostCalls::endActs(QualType T) {
  if (planted("explicit-only") || T->isReferenceType() || T->isPointerType())
    return false;
  const CXXRecordDecl *R = Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || R->hasTrivialDestructor())
    return false;
  return mayAct(T, false);
}

} // namespace persistify::host
