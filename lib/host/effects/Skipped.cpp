//===- Skipped.cpp - nothing that acts is passed over --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lowering looks into expressions in many ways: it ignores casts, takes a call's
// object by its name, drops arguments that do not matter on a device. What acts - a
// call, an assignment, an object made - must not be lost on such a way. So after the
// lowering each body that it went through is walked once more, as the language
// evaluates it, and what acts must have been met. All kinds of statements that Clang has
// stand in a table.
//
//===----------------------------------------------------------------------===//
#include "effects/HostEffects.h"
#include "persistify/Containment.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace persistify::host {

namespace {

/// What a statement or expression itself does, beside its parts.
enum class OwnEffect {
  Nothing,  ///< its parts are evaluated, each of them
  Choose,   ///< the first part is evaluated, the others perhaps
  Declare,
  Stands,   ///< for another expression
  Asleep,   ///< its parts are not evaluated, or not here
  Call,     ///< what is called may act
  Act,
};

// A kind that a new Clang has does not compile here.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"

// Long: a row for each kind of statement, which the compiler asks for.
OwnEffect does(clang::Stmt::StmtClass Kind) {
  switch (Kind) {
  case clang::Stmt::NoStmtClass:
  // Jumps, literals and names.
  case clang::Stmt::NullStmtClass:
  case clang::Stmt::BreakStmtClass:
  case clang::Stmt::ContinueStmtClass:
  case clang::Stmt::GotoStmtClass:
  case clang::Stmt::ReturnStmtClass:
  case clang::Stmt::IntegerLiteralClass:
  case clang::Stmt::FloatingLiteralClass:
  case clang::Stmt::FixedPointLiteralClass:
  case clang::Stmt::ImaginaryLiteralClass:
  case clang::Stmt::CharacterLiteralClass:
  case clang::Stmt::StringLiteralClass:
  case clang::Stmt::CXXBoolLiteralExprClass:
  case clang::Stmt::CXXNullPtrLiteralExprClass:
  case clang::Stmt::GNUNullExprClass:
  case clang::Stmt::PredefinedExprClass:
  case clang::Stmt::SourceLocExprClass:
  case clang::Stmt::EmbedExprClass:
  case clang::Stmt::DeclRefExprClass:
  case clang::Stmt::CXXThisExprClass:
  case clang::Stmt::AddrLabelExprClass:
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::CXXScalarValueInitExprClass:
  case clang::Stmt::NoInitExprClass:
  case clang::Stmt::ArrayInitIndexExprClass:
  case clang::Stmt::SubstNonTypeTemplateParmPackExprClass:
  case clang::Stmt::FunctionParmPackExprClass:
  // Operators and conversions that compute a value.
  case clang::Stmt::ParenExprClass:
  case clang::Stmt::MemberExprClass:
  case clang::Stmt::ArraySubscriptExprClass:
  case clang::Stmt::MatrixSubscriptExprClass:
  case clang::Stmt::ExtVectorElementExprClass:
  case clang::Stmt::ShuffleVectorExprClass:
  case clang::Stmt::ConvertVectorExprClass:
  case clang::Stmt::AsTypeExprClass:
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass:
  case clang::Stmt::CXXStaticCastExprClass:
  case clang::Stmt::CXXReinterpretCastExprClass:
  case clang::Stmt::CXXDynamicCastExprClass:
  case clang::Stmt::CXXConstCastExprClass:
  case clang::Stmt::CXXAddrspaceCastExprClass:
  case clang::Stmt::CXXFunctionalCastExprClass:
  case clang::Stmt::BuiltinBitCastExprClass:
  case clang::Stmt::CXXPseudoDestructorExprClass:
  case clang::Stmt::CXXTypeidExprClass:
  case clang::Stmt::SubstNonTypeTemplateParmExprClass:
  // Objects: what constructs them is a part.
  case clang::Stmt::InitListExprClass:
  case clang::Stmt::ParenListExprClass:
  case clang::Stmt::CXXParenListInitExprClass:
  case clang::Stmt::DesignatedInitExprClass:
  case clang::Stmt::DesignatedInitUpdateExprClass:
  case clang::Stmt::CompoundLiteralExprClass:
  case clang::Stmt::CXXStdInitializerListExprClass:
  case clang::Stmt::ArrayInitLoopExprClass:
  case clang::Stmt::MaterializeTemporaryExprClass:
  case clang::Stmt::CXXBindTemporaryExprClass:
  case clang::Stmt::ExprWithCleanupsClass: return OwnEffect::Nothing;

  case clang::Stmt::CompoundStmtClass: // control may leave it at once
  case clang::Stmt::IfStmtClass:
  case clang::Stmt::WhileStmtClass:
  case clang::Stmt::DoStmtClass:
  case clang::Stmt::ForStmtClass:
  case clang::Stmt::CXXForRangeStmtClass:
  case clang::Stmt::SwitchStmtClass:
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass:
  case clang::Stmt::LabelStmtClass:
  case clang::Stmt::AttributedStmtClass:
  case clang::Stmt::CXXTryStmtClass:
  case clang::Stmt::CXXCatchStmtClass:
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::BinaryConditionalOperatorClass: return OwnEffect::Choose;

  case clang::Stmt::DeclStmtClass: return OwnEffect::Declare;

  case clang::Stmt::CXXDefaultArgExprClass:
  case clang::Stmt::CXXDefaultInitExprClass:
  case clang::Stmt::GenericSelectionExprClass:
  case clang::Stmt::ChooseExprClass:
  case clang::Stmt::OpaqueValueExprClass:
  case clang::Stmt::CXXRewrittenBinaryOperatorClass: return OwnEffect::Stands;

  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::OffsetOfExprClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::ArrayTypeTraitExprClass:
  case clang::Stmt::ExpressionTraitExprClass:
  case clang::Stmt::SizeOfPackExprClass:
  case clang::Stmt::CXXNoexceptExprClass:
  case clang::Stmt::RequiresExprClass:
  case clang::Stmt::ConceptSpecializationExprClass:
  case clang::Stmt::LambdaExprClass: // its body runs where it is called
  case clang::Stmt::BlockExprClass: return OwnEffect::Asleep;

  case clang::Stmt::UnaryOperatorClass: // by what they are
  case clang::Stmt::BinaryOperatorClass:
  case clang::Stmt::CompoundAssignOperatorClass:
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
  case clang::Stmt::UserDefinedLiteralClass:
  case clang::Stmt::CUDAKernelCallExprClass:
  case clang::Stmt::CXXConstructExprClass:
  case clang::Stmt::CXXTemporaryObjectExprClass:
  case clang::Stmt::CXXInheritedCtorInitExprClass: return OwnEffect::Call;

  case clang::Stmt::CXXNewExprClass:
  case clang::Stmt::CXXDeleteExprClass:
  case clang::Stmt::CXXThrowExprClass:
  case clang::Stmt::StmtExprClass:
  case clang::Stmt::VAArgExprClass:
  case clang::Stmt::AtomicExprClass:
  case clang::Stmt::PseudoObjectExprClass:
  case clang::Stmt::GCCAsmStmtClass:
  case clang::Stmt::MSAsmStmtClass:
  case clang::Stmt::IndirectGotoStmtClass:
  case clang::Stmt::CapturedStmtClass:
  case clang::Stmt::CoroutineBodyStmtClass:
  case clang::Stmt::CoreturnStmtClass:
  case clang::Stmt::CoawaitExprClass:
  case clang::Stmt::CoyieldExprClass:
  case clang::Stmt::DependentCoawaitExprClass:
  // Of templates that are not instantiated, and of code with errors.
  case clang::Stmt::TypoExprClass:
  case clang::Stmt::RecoveryExprClass:
  case clang::Stmt::PackIndexingExprClass:
  case clang::Stmt::PackExpansionExprClass:
  case clang::Stmt::CXXFoldExprClass:
  case clang::Stmt::UnresolvedMemberExprClass:
  case clang::Stmt::UnresolvedLookupExprClass:
  case clang::Stmt::DependentScopeDeclRefExprClass:
  case clang::Stmt::CXXDependentScopeMemberExprClass:
  case clang::Stmt::CXXUnresolvedConstructExprClass:
  case clang::Stmt::MSDependentExistsStmtClass:
  // Of other languages.
  case clang::Stmt::CXXUuidofExprClass:
  case clang::Stmt::MSPropertyRefExprClass:
  case clang::Stmt::MSPropertySubscriptExprClass:
  case clang::Stmt::SEHTryStmtClass:
  case clang::Stmt::SEHLeaveStmtClass:
  case clang::Stmt::SEHFinallyStmtClass:
  case clang::Stmt::SEHExceptStmtClass:
  case clang::Stmt::SYCLUniqueStableNameExprClass:
  case clang::Stmt::OpenACCLoopConstructClass:
  case clang::Stmt::OpenACCComputeConstructClass:
  case clang::Stmt::OMPCanonicalLoopClass:
  case clang::Stmt::OMPIteratorExprClass:
  case clang::Stmt::OMPArrayShapingExprClass:
  case clang::Stmt::ArraySectionExprClass:
  case clang::Stmt::ObjCSubscriptRefExprClass:
  case clang::Stmt::ObjCStringLiteralClass:
  case clang::Stmt::ObjCSelectorExprClass:
  case clang::Stmt::ObjCProtocolExprClass:
  case clang::Stmt::ObjCPropertyRefExprClass:
  case clang::Stmt::ObjCMessageExprClass:
  case clang::Stmt::ObjCIvarRefExprClass:
  case clang::Stmt::ObjCIsaExprClass:
  case clang::Stmt::ObjCIndirectCopyRestoreExprClass:
  case clang::Stmt::ObjCEncodeExprClass:
  case clang::Stmt::ObjCDictionaryLiteralClass:
  case clang::Stmt::ObjCBoxedExprClass:
  case clang::Stmt::ObjCBridgedCastExprClass:
  case clang::Stmt::ObjCBoolLiteralExprClass:
  case clang::Stmt::ObjCAvailabilityCheckExprClass:
  case clang::Stmt::ObjCArrayLiteralClass:
  case clang::Stmt::ObjCForCollectionStmtClass:
  case clang::Stmt::ObjCAutoreleasePoolStmtClass:
  case clang::Stmt::ObjCAtTryStmtClass:
  case clang::Stmt::ObjCAtThrowStmtClass:
  case clang::Stmt::ObjCAtSynchronizedStmtClass:
  case clang::Stmt::ObjCAtFinallyStmtClass:
  case clang::Stmt::ObjCAtCatchStmtClass:
#define STMT(Type, Base)
#define OMPEXECUTABLEDIRECTIVE(Type, Base) case clang::Stmt::Type##Class:
#define ABSTRACT_STMT(Type)
#include "clang/AST/StmtNodes.inc"
    return OwnEffect::Act;
  }
  return OwnEffect::Act;
}

#pragma GCC diagnostic pop

class Search {
public:
  Search(const ASTContext &Ctx, HostCalls &Calls, const llvm::MapVector<const clang::Stmt *, bool> &Met)
      : Ctx(Ctx), Calls(Calls), Met(Met) {}

  const clang::Stmt *Found = nullptr; ///< acts, and was not met

  /// \p MayNotRun: control need not come to \p S; if nobody met it, it does not.
  void walk(const clang::Stmt *S, bool MayNotRun) {
    if (!S || Found)
      return;
    auto It = Met.find(S);
    if (It != Met.end() ? It->second : MayNotRun)
      return;
    if (It == Met.end() && acts(S))
      Found = S;
    else
      parts(S);
  }

private:
  void parts(const clang::Stmt *S) {
    auto *B = dyn_cast<clang::BinaryOperator>(S);
    switch (does(S->getStmtClass())) {
    case OwnEffect::Choose: return choice(S, firstOf(S));
    case OwnEffect::Declare:
      for (const Decl *D : llvm::cast<DeclStmt>(S)->decls())
        if (auto *V = dyn_cast<VarDecl>(D); V && !V->isStaticLocal())
          walk(V->getInit(), false);
      return;
    case OwnEffect::Stands: return walk(instead(S), false);
    case OwnEffect::Asleep: return;
    case OwnEffect::Nothing:
    case OwnEffect::Call:
    case OwnEffect::Act:
      if (B && B->isLogicalOp())
        return choice(S, B->getLHS());
      for (const clang::Stmt *C : S->children())
        walk(C, false);
    }
  }

  void choice(const clang::Stmt *S, const clang::Stmt *First) {
    walk(First, false);
    for (const clang::Stmt *C : S->children())
      if (C != First)
        walk(C, true);
  }
  /// What is evaluated in any case where control comes to \p S.
  static const clang::Stmt *firstOf(const clang::Stmt *S) {
    if (auto *I = dyn_cast<IfStmt>(S))
      return I->hasInitStorage() ? I->getInit() : I->getCond();
    if (auto *W = dyn_cast<SwitchStmt>(S))
      return W->hasInitStorage() ? W->getInit() : W->getCond();
    if (auto *W = dyn_cast<WhileStmt>(S))
      return W->getCond();
    if (auto *F = dyn_cast<ForStmt>(S))
      return F->getInit() ? F->getInit() : F->getCond();
    if (auto *F = dyn_cast<CXXForRangeStmt>(S))
      return F->getRangeStmt();
    if (auto *C = dyn_cast<BinaryConditionalOperator>(S))
      return C->getCommon();
    if (auto *C = dyn_cast<ConditionalOperator>(S))
      return C->getCond();
    return nullptr;
  }
  static const clang::Stmt *instead(const clang::Stmt *S) {
    if (auto *D = dyn_cast<CXXDefaultArgExpr>(S))
      return D->getExpr();
    if (auto *D = dyn_cast<CXXDefaultInitExpr>(S))
      return D->getExpr();
    if (auto *G = dyn_cast<GenericSelectionExpr>(S))
      return G->getResultExpr();
    if (auto *C = dyn_cast<ChooseExpr>(S))
      return C->getChosenSubExpr();
    if (auto *O = dyn_cast<OpaqueValueExpr>(S))
      return O->getSourceExpr();
    return llvm::cast<CXXRewrittenBinaryOperator>(S)->getSemanticForm();
  }

  /// Whether S itself does more than compute a value.
  bool acts(const clang::Stmt *S) {
    OwnEffect D = does(S->getStmtClass());
    if (D != OwnEffect::Call)
      return D == OwnEffect::Act;
    if (auto *B = dyn_cast<clang::BinaryOperator>(S))
      return B->isAssignmentOp();
    if (auto *U = dyn_cast<UnaryOperator>(S))
      return U->isIncrementDecrementOp() || U->getOpcode() == UO_Coawait;
    if (auto *C = dyn_cast<CXXConstructExpr>(S))
      return !C->getConstructor()->isTrivial() && acts(C->getConstructor());
    auto *C = dyn_cast<clang::CallExpr>(S);
    if (!C)
      return true;
    clang::Expr::EvalResult R;
    if (!C->isValueDependent() && !C->getType()->isVoidType() && C->EvaluateAsRValue(R, Ctx) && !R.HasSideEffects)
      return false;
    return !C->getDirectCallee() || acts(C->getDirectCallee());
  }
  bool acts(const FunctionDecl *F) {
    const HostEffect &Fx = Calls.of(F);
    return Fx.Other || Fx.Output || Fx.Clock || !Fx.Writes.empty();
  }

  const ASTContext &Ctx;
  HostCalls &Calls;
  const llvm::MapVector<const clang::Stmt *, bool> &Met;
};

} // namespace

void HostEffects::checkSkipped() {
  if (!ok() || planted("skipped"))
    return;
  Search S(Ctx, Calls, Met);
  S.walk(LoopStmt, false);
  for (const FunctionDecl *F : Expanded) {
    if (!Met.count(F->getBody())) // a trial that was given up
      continue;
    S.walk(F->getBody(), false);
    if (auto *C = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *I : C->inits())
        S.walk(I->getInit(), false);
  }
  if (S.Found)
    refuse(Diag::HostSkipped, S.Found->getSourceRange(), {text(S.Found)});
}

} // namespace persistify::host
