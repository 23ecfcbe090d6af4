//===- SameStatements.cpp - what each class of statements has of its own ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SameWalk.h"

using namespace clang;

namespace persistify {

// A new kind of statement in Clang must be looked at.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"

/// What the classes have besides that, and what is below. Each class of Clang's list has its case.
// Long: a case for each kind of statement, which the compiler asks for.
bool SameWalk::own(const Stmt *A, const Stmt *B) {
  const SourceLocation At = A->getBeginLoc();
#define BOTH(Class)                                                                                                    \
  const auto *X = cast<Class>(A), *Y = cast<Class>(B);                                                                 \
  (void)X;                                                                                                             \
  (void)Y
#define SAME(Property)                                                                                                 \
  check(X->Property == Y->Property, At, "a " + llvm::Twine(A->getStmtClassName()) + " is another one there")

  switch (A->getStmtClass()) {
  case Stmt::NoStmtClass: return unknown(A);

  // ---- statements
  case Stmt::NullStmtClass:
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass: return true;
  case Stmt::DoStmtClass:
  case Stmt::DefaultStmtClass: return children(A, B);
  case Stmt::ReturnStmtClass: {
    BOTH(ReturnStmt);
    return children(A, B);
  }
  case Stmt::CompoundStmtClass: {
    BOTH(CompoundStmt);
    const FPOptions Default(Ctx.getLangOpts());
    return check(X->getStoredFPFeaturesOrDefault().applyOverrides(Default) ==
                     Y->getStoredFPFeaturesOrDefault().applyOverrides(Default),
                 At, "floating-point arithmetic has other options there") &&
           children(A, B);
  }
  case Stmt::DeclStmtClass: {
    BOTH(DeclStmt);
    auto I = Y->decl_begin();
    for (const Decl *D : X->decls()) {
      if (I == Y->decl_end() || !declarations(D, *I))
        return I == Y->decl_end() ? differ(At, "a declaration is missing there") : false;
      ++I;
    }
    return check(I == Y->decl_end(), At, "there is one more declaration there");
  }
  case Stmt::IfStmtClass: {
    BOTH(IfStmt);
    return SAME(getStatementKind()) && SAME(hasInitStorage()) && SAME(hasVarStorage()) && SAME(hasElseStorage()) &&
           children(A, B);
  }
  case Stmt::SwitchStmtClass: {
    BOTH(SwitchStmt);
    return SAME(hasInitStorage()) && SAME(hasVarStorage()) && SAME(isAllEnumCasesCovered()) && children(A, B);
  }
  case Stmt::CaseStmtClass: {
    BOTH(CaseStmt);
    return SAME(caseStmtIsGNURange()) && values(X->getLHS(), Y->getLHS()) &&
           (!X->getRHS() || values(X->getRHS(), Y->getRHS())) && children(A, B);
  }
  case Stmt::WhileStmtClass: {
    BOTH(WhileStmt);
    return SAME(hasVarStorage()) && children(A, B);
  }
  case Stmt::ForStmtClass: return children(A, B);
  case Stmt::LabelStmtClass: {
    BOTH(LabelStmt);
    Stands.insert(X->getDecl());
    return check(Locals.pair(X->getDecl(), Y->getDecl()), At, "a label is another one there") &&
           attributes(X->getDecl(), Y->getDecl()) && children(A, B);
  }
  case Stmt::GotoStmtClass: {
    BOTH(GotoStmt);
    return labels(X->getLabel(), Y->getLabel(), At);
  }
  case Stmt::IndirectGotoStmtClass: return children(A, B);
  case Stmt::AttributedStmtClass: {
    BOTH(AttributedStmt);
    return attributes(X->getAttrs(), Y->getAttrs(), At) && children(A, B);
  }
  case Stmt::GCCAsmStmtClass: {
    BOTH(GCCAsmStmt);
    if (!SAME(isSimple()) || !SAME(isVolatile()) || !SAME(getNumOutputs()) || !SAME(getNumInputs()) ||
        !SAME(getNumClobbers()) || !SAME(getNumLabels()) || !SAME(getAsmString()->getBytes()))
      return false;
    for (unsigned I = 0; I < X->getNumOutputs(); ++I)
      if (!SAME(getOutputConstraint(I)) || !SAME(getOutputName(I)))
        return false;
    for (unsigned I = 0; I < X->getNumInputs(); ++I)
      if (!SAME(getInputConstraint(I)) || !SAME(getInputName(I)))
        return false;
    for (unsigned I = 0; I < X->getNumClobbers(); ++I)
      if (!SAME(getClobber(I)))
        return false;
    for (unsigned I = 0; I < X->getNumLabels(); ++I)
      if (!SAME(getLabelName(I)))
        return false;
    return children(A, B);
  }
  case Stmt::CXXTryStmtClass: return children(A, B);
  case Stmt::CXXCatchStmtClass: {
    BOTH(CXXCatchStmt);
    const VarDecl *VA = X->getExceptionDecl(), *VB = Y->getExceptionDecl();
    return check(!VA == !VB, At, "a handler is another one there") && (!VA || variables(VA, VB)) && children(A, B);
  }
  case Stmt::CXXForRangeStmtClass: return children(A, B);

  // ---- values
  case Stmt::IntegerLiteralClass: {
    BOTH(IntegerLiteral);
    return check(X->getValue() == Y->getValue(), At, "a number is another one there");
  }
  case Stmt::FixedPointLiteralClass: {
    BOTH(FixedPointLiteral);
    return SAME(getValue()) && SAME(getScale());
  }
  case Stmt::FloatingLiteralClass: {
    BOTH(FloatingLiteral);
    return check(&X->getSemantics() == &Y->getSemantics() && X->getValue().bitwiseIsEqual(Y->getValue()), At,
                 "a number is another one there");
  }
  case Stmt::ImaginaryLiteralClass: return children(A, B);
  case Stmt::CharacterLiteralClass: {
    BOTH(CharacterLiteral);
    return SAME(getValue()) && SAME(getKind());
  }
  case Stmt::StringLiteralClass: {
    BOTH(StringLiteral);
    return SAME(getBytes()) && SAME(getKind());
  }
  case Stmt::PredefinedExprClass: {
    BOTH(PredefinedExpr);
    return check(X->getFunctionName() && Y->getFunctionName() &&
                     X->getFunctionName()->getBytes() == Y->getFunctionName()->getBytes(),
                 At, "'" + X->getIdentKindName() + "' is another text there");
  }
  case Stmt::SourceLocExprClass: {
    BOTH(SourceLocExpr);
    if (!SAME(getIdentKind()))
      return false;
    APValue VA = X->EvaluateInContext(Ctx, nullptr), VB = Y->EvaluateInContext(Ctx, nullptr);
    return check(VA.isInt() && VB.isInt() && VA.getInt() == VB.getInt(), At,
                 "'" + X->getBuiltinStr() + "' depends on the place");
  }
  case Stmt::CXXBoolLiteralExprClass: {
    BOTH(CXXBoolLiteralExpr);
    return SAME(getValue());
  }
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::NoInitExprClass:
  case Stmt::ArrayInitIndexExprClass: return true; // the type says it
  case Stmt::CXXScalarValueInitExprClass: return true;
  case Stmt::ConstantExprClass: return children(A, B);

  // ---- names
  case Stmt::DeclRefExprClass: {
    BOTH(DeclRefExpr);
    return references(X->getDecl(), Y->getDecl(), At) && SAME(refersToEnclosingVariableOrCapture()) &&
           SAME(isNonOdrUse());
  }
  case Stmt::MemberExprClass: {
    BOTH(MemberExpr);
    return references(X->getMemberDecl(), Y->getMemberDecl(), X->getMemberLoc()) && SAME(isArrow()) &&
           SAME(isNonOdrUse()) &&
           check(X->performsVirtualDispatch(Ctx.getLangOpts()) == Y->performsVirtualDispatch(Ctx.getLangOpts()), At,
                 "a call is virtual in one place only") &&
           children(A, B);
  }
  case Stmt::ExtVectorElementExprClass: {
    BOTH(ExtVectorElementExpr);
    llvm::SmallVector<uint32_t, 16> EA, EB;
    X->getEncodedElementAccess(EA);
    Y->getEncodedElementAccess(EB);
    return check(EA == EB, At, "other elements of a vector are meant there") && SAME(isArrow()) && children(A, B);
  }
  case Stmt::AddrLabelExprClass: {
    BOTH(AddrLabelExpr);
    return labels(X->getLabel(), Y->getLabel(), At);
  }
  case Stmt::OpaqueValueExprClass: {
    BOTH(OpaqueValueExpr);
    return !X->getSourceExpr() && !Y->getSourceExpr() ? unknown(A) : statements(X->getSourceExpr(), Y->getSourceExpr());
  }
  case Stmt::SubstNonTypeTemplateParmExprClass: {
    BOTH(SubstNonTypeTemplateParmExpr);
    return statements(X->getReplacement(), Y->getReplacement());
  }
  case Stmt::CXXThisExprClass:
    return true; // of one type

  // ---- operators
  case Stmt::ParenExprClass:
  case Stmt::ArraySubscriptExprClass:
  case Stmt::MatrixSubscriptExprClass:
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
  case Stmt::VAArgExprClass:
  case Stmt::StmtExprClass: return children(A, B);
  case Stmt::UnaryOperatorClass: {
    BOTH(UnaryOperator);
    return SAME(getOpcode()) && SAME(canOverflow()) && children(A, B);
  }
  case Stmt::BinaryOperatorClass: {
    BOTH(BinaryOperator);
    return SAME(getOpcode()) && children(A, B);
  }
  case Stmt::CompoundAssignOperatorClass: {
    BOTH(CompoundAssignOperator);
    return SAME(getOpcode()) && types(X->getComputationLHSType(), Y->getComputationLHSType(), At) &&
           types(X->getComputationResultType(), Y->getComputationResultType(), At) && children(A, B);
  }
  case Stmt::UnaryExprOrTypeTraitExprClass: {
    BOTH(UnaryExprOrTypeTraitExpr);
    if (!SAME(getKind()) || !SAME(isArgumentType()))
      return false;
    if (X->isArgumentType() && !types(X->getArgumentType(), Y->getArgumentType(), At))
      return false;
    Expr::EvalResult VA, VB; // not of an array of variable length
    bool KA = X->EvaluateAsInt(VA, Ctx), KB = Y->EvaluateAsInt(VB, Ctx);
    return check(KA == KB && (!KA || VA.Val.getInt() == VB.Val.getInt()), At, "a size is another one there") &&
           children(A, B);
  }
  case Stmt::OffsetOfExprClass: {
    BOTH(OffsetOfExpr);
    return types(X->getTypeSourceInfo()->getType(), Y->getTypeSourceInfo()->getType(), At) &&
           SAME(getNumComponents()) && values(X, Y);
  }
  case Stmt::GenericSelectionExprClass: {
    BOTH(GenericSelectionExpr);
    return SAME(getResultIndex()) && statements(X->getResultExpr(), Y->getResultExpr());
  }
  case Stmt::ChooseExprClass: {
    BOTH(ChooseExpr);
    return SAME(isConditionTrue()) && children(A, B);
  }
  case Stmt::ShuffleVectorExprClass:
  case Stmt::ConvertVectorExprClass:
  case Stmt::AsTypeExprClass: return children(A, B);
  case Stmt::AtomicExprClass: {
    BOTH(AtomicExpr);
    return SAME(getOp()) && SAME(isVolatile()) && children(A, B);
  }

  // ---- conversions
  case Stmt::ImplicitCastExprClass: {
    BOTH(ImplicitCastExpr);
    return SAME(getCastKind()) && SAME(path_size()) && children(A, B);
  }
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXAddrspaceCastExprClass:
  case Stmt::BuiltinBitCastExprClass: {
    BOTH(ExplicitCastExpr);
    if (!SAME(getCastKind()) || !SAME(path_size()) || !types(X->getTypeAsWritten(), Y->getTypeAsWritten(), At))
      return false;
    if (X->getCastKind() == CK_UserDefinedConversion &&
        !references(X->getConversionFunction(), Y->getConversionFunction(), At))
      return false;
    return children(A, B);
  }

  // ---- calls
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::UserDefinedLiteralClass: {
    BOTH(CallExpr);
    return SAME(getNumArgs()) && children(A, B);
  }
  case Stmt::CXXOperatorCallExprClass: {
    BOTH(CXXOperatorCallExpr);
    return SAME(getOperator()) && SAME(getNumArgs()) && children(A, B);
  }
  case Stmt::CXXRewrittenBinaryOperatorClass: {
    BOTH(CXXRewrittenBinaryOperator);
    return SAME(isReversed()) && SAME(getOpcode()) && statements(X->getSemanticForm(), Y->getSemanticForm());
  }
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass: {
    BOTH(CXXConstructExpr);
    return references(X->getConstructor(), Y->getConstructor(), At) && SAME(isElidable()) &&
           SAME(isListInitialization()) && SAME(isStdInitListInitialization()) && SAME(requiresZeroInitialization()) &&
           SAME(getConstructionKind()) && SAME(getNumArgs()) && children(A, B);
  }
  case Stmt::CXXInheritedCtorInitExprClass: {
    BOTH(CXXInheritedCtorInitExpr);
    return references(X->getConstructor(), Y->getConstructor(), At) && SAME(constructsVBase());
  }
  case Stmt::CXXDefaultArgExprClass: {
    BOTH(CXXDefaultArgExpr);
    // It is evaluated in the call: one that asks for the place sees another one.
    struct Places {
      static bool in(const Stmt *S) {
        if (!S)
          return false;
        if (isa<SourceLocExpr>(S))
          return true;
        if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
          return in(D->getExpr());
        return llvm::any_of(S->children(), in);
      }
    };
    if (Places::in(X->getExpr()) || Places::in(Y->getExpr()))
      return differ(At, "a default argument depends on the place");
    return X->getExpr() == Y->getExpr() || statements(X->getExpr(), Y->getExpr());
  }
  case Stmt::CXXDefaultInitExprClass: {
    BOTH(CXXDefaultInitExpr);
    return references(X->getField(), Y->getField(), At) &&
           (X->getExpr() == Y->getExpr() || statements(X->getExpr(), Y->getExpr()));
  }
  case Stmt::CXXNewExprClass: {
    BOTH(CXXNewExpr);
    if (!SAME(isArray()) || !SAME(getNumPlacementArgs()) || !SAME(getInitializationStyle()) || !SAME(passAlignment()) ||
        !SAME(doesUsualArrayDeleteWantSize()) || !types(X->getAllocatedType(), Y->getAllocatedType(), At))
      return false;
    return same(X->getOperatorNew(), Y->getOperatorNew()) && same(X->getOperatorDelete(), Y->getOperatorDelete())
               ? children(A, B)
               : differ(At, "'operator new' is another function there");
  }
  case Stmt::CXXDeleteExprClass: {
    BOTH(CXXDeleteExpr);
    return SAME(isArrayForm()) && SAME(doesUsualArrayDeleteWantSize()) && SAME(isGlobalDelete()) &&
           check(same(X->getOperatorDelete(), Y->getOperatorDelete()), At,
                 "'operator delete' is another function there") &&
           types(X->getDestroyedType(), Y->getDestroyedType(), At) && children(A, B);
  }
  case Stmt::CXXThrowExprClass: {
    BOTH(CXXThrowExpr);
    return SAME(isThrownVariableInScope()) && children(A, B);
  }
  case Stmt::CXXPseudoDestructorExprClass: {
    BOTH(CXXPseudoDestructorExpr);
    return SAME(isArrow()) && types(X->getDestroyedType(), Y->getDestroyedType(), At) && children(A, B);
  }
  case Stmt::CXXTypeidExprClass: {
    BOTH(CXXTypeidExpr);
    if (!SAME(isTypeOperand()))
      return false;
    return X->isTypeOperand() ? types(X->getTypeOperand(Ctx), Y->getTypeOperand(Ctx), At)
                              : SAME(isPotentiallyEvaluated()) && children(A, B);
  }
  case Stmt::LambdaExprClass: return lambdas(cast<LambdaExpr>(A), cast<LambdaExpr>(B));

  // ---- objects
  case Stmt::CompoundLiteralExprClass: {
    BOTH(CompoundLiteralExpr);
    return SAME(isFileScope()) && children(A, B);
  }
  case Stmt::InitListExprClass: {
    const auto *X = cast<InitListExpr>(A), *Y = cast<InitListExpr>(B);
    if (!X->isSemanticForm() && X->getSemanticForm())
      X = X->getSemanticForm();
    if (!Y->isSemanticForm() && Y->getSemanticForm())
      Y = Y->getSemanticForm();
    const FieldDecl *UA = X->getInitializedFieldInUnion(), *UB = Y->getInitializedFieldInUnion();
    if (!SAME(getNumInits()) || !SAME(hasArrayFiller()) ||
        !check(!UA == !UB, At, "an initialiser is another one there") || (UA && !references(UA, UB, At)))
      return false;
    for (unsigned I = 0; I < X->getNumInits(); ++I)
      if (!statements(X->getInit(I), Y->getInit(I)))
        return false;
    return !X->hasArrayFiller() || statements(X->getArrayFiller(), Y->getArrayFiller());
  }
  case Stmt::CXXParenListInitExprClass: {
    BOTH(CXXParenListInitExpr);
    if (X->getInitializedFieldInUnion() || Y->getInitializedFieldInUnion())
      return unknown(A);
    return children(A, B) && statements(X->getArrayFiller(), Y->getArrayFiller());
  }
  case Stmt::DesignatedInitUpdateExprClass:
  case Stmt::CXXStdInitializerListExprClass: return children(A, B);
  case Stmt::ArrayInitLoopExprClass: {
    BOTH(ArrayInitLoopExpr);
    return SAME(getArraySize()) && children(A, B);
  }
  case Stmt::MaterializeTemporaryExprClass: {
    BOTH(MaterializeTemporaryExpr);
    const ValueDecl *EA = X->getExtendingDecl(), *EB = Y->getExtendingDecl();
    return SAME(getStorageDuration()) && check(!EA == !EB, At, "a temporary lives for another time there") &&
           (!EA || references(EA, EB, At)) && children(A, B);
  }
  case Stmt::CXXBindTemporaryExprClass: {
    BOTH(CXXBindTemporaryExpr);
    return references(X->getTemporary()->getDestructor(), Y->getTemporary()->getDestructor(), At) && children(A, B);
  }
  case Stmt::ExprWithCleanupsClass: {
    BOTH(ExprWithCleanups);
    return SAME(getNumObjects()) && SAME(cleanupsHaveSideEffects()) && children(A, B);
  }

  // ---- constants that types and functions give
  case Stmt::CXXNoexceptExprClass: {
    BOTH(CXXNoexceptExpr);
    return SAME(getValue());
  }
  case Stmt::TypeTraitExprClass: {
    BOTH(TypeTraitExpr);
    return SAME(getTrait()) && SAME(getValue());
  }
  case Stmt::ArrayTypeTraitExprClass: {
    BOTH(ArrayTypeTraitExpr);
    return SAME(getTrait()) && SAME(getValue());
  }
  case Stmt::ExpressionTraitExprClass: {
    BOTH(ExpressionTraitExpr);
    return SAME(getTrait()) && SAME(getValue());
  }
  case Stmt::SizeOfPackExprClass: {
    BOTH(SizeOfPackExpr);
    return SAME(getPackLength());
  }
  case Stmt::ConceptSpecializationExprClass: {
    BOTH(ConceptSpecializationExpr);
    return SAME(isSatisfied());
  }
  case Stmt::RequiresExprClass: {
    BOTH(RequiresExpr);
    return SAME(isSatisfied());
  }

  // ---- not compared: blocks, pseudo objects, coroutines, code in templates, errors, other languages
  case Stmt::BlockExprClass:
  case Stmt::CapturedStmtClass:
  case Stmt::PseudoObjectExprClass:
  case Stmt::EmbedExprClass:
  case Stmt::ArraySectionExprClass:
  case Stmt::CoroutineBodyStmtClass:
  case Stmt::CoreturnStmtClass:
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass:
  case Stmt::DependentCoawaitExprClass:
  case Stmt::TypoExprClass:
  case Stmt::RecoveryExprClass:
  case Stmt::ParenListExprClass:
  case Stmt::DesignatedInitExprClass:
  case Stmt::PackIndexingExprClass:
  case Stmt::PackExpansionExprClass:
  case Stmt::UnresolvedMemberExprClass:
  case Stmt::UnresolvedLookupExprClass:
  case Stmt::SubstNonTypeTemplateParmPackExprClass:
  case Stmt::FunctionParmPackExprClass:
  case Stmt::DependentScopeDeclRefExprClass:
  case Stmt::CXXUnresolvedConstructExprClass:
  case Stmt::CXXDependentScopeMemberExprClass:
  case Stmt::CXXFoldExprClass:
  case Stmt::SYCLUniqueStableNameExprClass:
  case Stmt::CUDAKernelCallExprClass:
  case Stmt::CXXUuidofExprClass:
  case Stmt::MSPropertyRefExprClass:
  case Stmt::MSPropertySubscriptExprClass:
  case Stmt::MSDependentExistsStmtClass:
  case Stmt::MSAsmStmtClass:
  case Stmt::SEHTryStmtClass:
  case Stmt::SEHLeaveStmtClass:
  case Stmt::SEHFinallyStmtClass:
  case Stmt::SEHExceptStmtClass:
  case Stmt::OpenACCComputeConstructClass:
  case Stmt::OpenACCLoopConstructClass:
  case Stmt::OMPArrayShapingExprClass:
  case Stmt::OMPIteratorExprClass:
  case Stmt::OMPCanonicalLoopClass:
#define STMT(Type, Base)
#define OMPEXECUTABLEDIRECTIVE(Type, Base) case Stmt::Type##Class:
#define ABSTRACT_STMT(Type)
#include "clang/AST/StmtNodes.inc"
  case Stmt::ObjCSubscriptRefExprClass:
  case Stmt::ObjCStringLiteralClass:
  case Stmt::ObjCSelectorExprClass:
  case Stmt::ObjCProtocolExprClass:
  case Stmt::ObjCPropertyRefExprClass:
  case Stmt::ObjCMessageExprClass:
  case Stmt::ObjCIvarRefExprClass:
  case Stmt::ObjCIsaExprClass:
  case Stmt::ObjCIndirectCopyRestoreExprClass:
  case Stmt::ObjCEncodeExprClass:
  case Stmt::ObjCDictionaryLiteralClass:
  case Stmt::ObjCBoxedExprClass:
  case Stmt::ObjCBoolLiteralExprClass:
  case Stmt::ObjCAvailabilityCheckExprClass:
  case Stmt::ObjCArrayLiteralClass:
  case Stmt::ObjCBridgedCastExprClass:
  case Stmt::ObjCForCollectionStmtClass:
  case Stmt::ObjCAutoreleasePoolStmtClass:
  case Stmt::ObjCAtTryStmtClass:
  case Stmt::ObjCAtThrowStmtClass:
  case Stmt::ObjCAtSynchronizedStmtClass:
  case Stmt::ObjCAtFinallyStmtClass:
  case Stmt::ObjCAtCatchStmtClass: return unknown(A);
  }
  return unknown(A);
#undef BOTH
#undef SAME
}

#pragma GCC diagnostic pop

} // namespace persistify
