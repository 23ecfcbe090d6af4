//===- HostCalls.cpp - what calls do that has no place on a device ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Definition.h"
#include "HostCalls.h"
#include "persistify/Containment.h"
#include "persistify/Api.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"

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
  if (!isFree(F))
    return false;
  return named(F->getName(), {"printf", "fprintf", "puts", "fputs", "putchar", "putc", "fputc", "fflush", "vprintf",
                              "vfprintf"});
}

bool HostCalls::isClock(const FunctionDecl *F) {
  if (!F->getIdentifier())
    return false;
  if (inChrono(F))
    return F->getName() == "now";
  return isFree(F) && named(F->getName(), {"clock", "time", "gettimeofday", "clock_gettime", "timespec_get", "ftime",
                                           "times", "getrusage", "omp_get_wtime"});
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

struct Body : RecursiveASTVisitor<Body> {
  HostCalls &Calls;
  ASTContext &Ctx;
  const FunctionDecl *F;
  HostEffect E;
  Body(HostCalls &C, ASTContext &Ctx, const FunctionDecl *F) : Calls(C), Ctx(Ctx), F(F) {}

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
    E.Reads.insert(X.Reads.begin(), X.Reads.end());
    E.Writes.insert(X.Writes.begin(), X.Writes.end());
    return !E.Other;
  }
  /// What is not listed may do anything.
  bool VisitStmt(clang::Stmt *S) {
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
  bool VisitCallExpr(CallExpr *C) { return add(C->getDirectCallee()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) {
    return C->getConstructor()->isTrivial() || HostCalls::isStdType(C->getType()) || add(C->getConstructor());
  }
  bool VisitCXXNewExpr(CXXNewExpr *) { return bad(); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *) { return bad(); }
  bool VisitCXXThrowExpr(CXXThrowExpr *) { return bad(); }
  bool VisitCXXTryStmt(CXXTryStmt *) { return bad(); }
  bool VisitLambdaExpr(LambdaExpr *) { return bad(); }
  bool VisitAsmStmt(AsmStmt *) { return bad(); }
  bool VisitVarDecl(VarDecl *V) {
    if (barringAttribute(V) || V->getType().isVolatileQualified() || V->getType()->isAtomicType())
      return bad();
    const CXXRecordDecl *R = V->getType()->getAsCXXRecordDecl();
    if (R && R->hasDefinition() && !R->hasTrivialDestructor() && !R->isInStdNamespace())
      return bad();
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) {
    auto *V = dyn_cast<VarDecl>(D->getDecl());
    E.Static |= V && V->isStaticLocal();
    if (!V || V->isLocalVarDeclOrParm() || V->getType().isConstQualified() || V->isConstexpr())
      return true;
    V = V->getCanonicalDecl();
    if (V->getType().isVolatileQualified() || V->getType()->isAtomicType())
      return bad();
    if (Ctx.getSourceManager().isInSystemHeader(V->getLocation())) // stdout, std::cout
      return HostCalls::isStream(V->getType()) || named(V->getName(), {"stdout", "stderr"}) || bad();
    if (ExprMutationAnalyzer(*F->getBody(), Ctx).isMutated(V))
      E.Writes.insert(V);
    else
      E.Reads.insert(V);
    return true;
  }
  /// Memory is reached through parameters, locals and the object itself only.
  bool reach(const clang::Expr *Pointer) {
    const clang::Expr *B = Pointer->IgnoreParenCasts();
    if (isa<CXXThisExpr>(B))
      return true;
    if (auto *D = dyn_cast<DeclRefExpr>(B))
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()))
        return isa<ParmVarDecl>(V) || V->getType()->isArrayType() || isLibraryResult(V) || bad();
    if (auto *M = dyn_cast<MemberExpr>(B))
      return M->getType()->isArrayType() || bad();
    if (isa<ArraySubscriptExpr>(B))
      return B->getType()->isArrayType() || bad();
    if (isa<clang::StringLiteral>(B))
      return true;
    return bad();
  }
  /// struct tm *now = localtime(&t);
  static bool isLibraryResult(const VarDecl *V) {
    auto *C = V->getInit() ? dyn_cast<CallExpr>(V->getInit()->IgnoreParenCasts()) : nullptr;
    return C && C->getDirectCallee() && C->getDirectCallee()->getIdentifier() &&
           named(C->getDirectCallee()->getName(), {"localtime", "gmtime", "ctime", "asctime"});
  }
  bool VisitUnaryOperator(UnaryOperator *U) { return U->getOpcode() != UO_Deref || reach(U->getSubExpr()); }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *A) { return reach(A->getBase()); }
  bool VisitMemberExpr(MemberExpr *M) {
    if (M->getType().isVolatileQualified())
      return bad();
    if (auto *V = dyn_cast<VarDecl>(M->getMemberDecl()); V && !V->getType().isConstQualified())
      return bad();
    if (auto *F = dyn_cast<FieldDecl>(M->getMemberDecl()); // may be of anything
        F && F->getType()->isReferenceType() && !HostCalls::isStream(F->getType()))
      return bad();
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
    for (const CXXCtorInitializer *I : C->inits())
      B.TraverseStmt(I->getInit());
  B.TraverseStmt(F->getBody());
  if (auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isInstance())
    B.E.Handles = holdsHandles(M->getThisType());
  for (const ParmVarDecl *P : F->parameters())
    if (P->getType()->isPointerType() || P->getType()->isReferenceType())
      B.E.Handles |= holdsHandles(P->getType());
  return B.E;
}

const HostEffect &HostCalls::of(const FunctionDecl *F) {
  bool Library = Ctx.getSourceManager().isInSystemHeader(Ctx.getSourceManager().getExpansionLoc(F->getLocation()));
  const FunctionDecl *Def = Library ? nullptr : definitionThatRuns(F);
  bool HasBody = Def;
  if (HasBody)
    F = Def;
  if (auto It = Known.find(F); It != Known.end())
    return It->second;
  Known[F].Other = true; // while it is looked at: recursion
  HostEffect E;
  if (Library || F->getBuiltinID() || isClock(F)) // the latter may be declared by the program
    E = library(F);
  else if (HasBody && !F->isDependentContext())
    E = body(F);
  else
    E.Other = true;
  return Known[F] = E;
}

} // namespace persistify::host
