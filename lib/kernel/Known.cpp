//===- lib/kernel/Known.cpp ------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Known.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/AST/ASTContext.h"
#include <set>

using namespace clang;

namespace persistify::kernel {

// A new kind in Clang's lists must be looked at.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"

// Long: a row for each kind of statement, which the compiler asks for.
Known known(Stmt::StmtClass Kind) {
  switch (Kind) {
  case Stmt::NullStmtClass:
  case Stmt::CompoundStmtClass:
  case Stmt::DeclStmtClass:
  case Stmt::IfStmtClass:
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
  case Stmt::SwitchStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass:
  case Stmt::ReturnStmtClass:
  case Stmt::GotoStmtClass:
  case Stmt::LabelStmtClass:
  case Stmt::AttributedStmtClass:
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
  case Stmt::SourceLocExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::DeclRefExprClass:
  case Stmt::MemberExprClass:
  case Stmt::ExtVectorElementExprClass:
  case Stmt::ArraySubscriptExprClass:
  case Stmt::OpaqueValueExprClass:
  case Stmt::ParenExprClass:
  case Stmt::UnaryOperatorClass:
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CallExprClass:
  case Stmt::AtomicExprClass:
  case Stmt::AsTypeExprClass:
  case Stmt::ShuffleVectorExprClass:
  case Stmt::ConvertVectorExprClass:
  case Stmt::CompoundLiteralExprClass:
  case Stmt::InitListExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::DesignatedInitExprClass:
  case Stmt::DesignatedInitUpdateExprClass:
  case Stmt::NoInitExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::GenericSelectionExprClass:
  case Stmt::ChooseExprClass:
  case Stmt::TypeTraitExprClass: return Known::Modelled;
  // Not for OpenCL C, or nothing that a phase could do.
  case Stmt::NoStmtClass:
  case Stmt::VAArgExprClass:
  case Stmt::TypoExprClass:
  case Stmt::SubstNonTypeTemplateParmPackExprClass:
  case Stmt::SubstNonTypeTemplateParmExprClass:
  case Stmt::StmtExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::SYCLUniqueStableNameExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::RecoveryExprClass:
  case Stmt::PseudoObjectExprClass:
  case Stmt::ParenListExprClass:
  case Stmt::PackIndexingExprClass:
  case Stmt::PackExpansionExprClass:
  case Stmt::UnresolvedMemberExprClass:
  case Stmt::UnresolvedLookupExprClass:
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
  case Stmt::OMPIteratorExprClass:
  case Stmt::OMPArrayShapingExprClass:
  case Stmt::MatrixSubscriptExprClass:
  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::MSPropertySubscriptExprClass:
  case Stmt::MSPropertyRefExprClass:
  case Stmt::LambdaExprClass:
  case Stmt::ImaginaryLiteralClass:
  case Stmt::GNUNullExprClass:
  case Stmt::FunctionParmPackExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::FixedPointLiteralClass:
  case Stmt::ExpressionTraitExprClass:
  case Stmt::EmbedExprClass:
  case Stmt::DependentScopeDeclRefExprClass:
  case Stmt::DependentCoawaitExprClass:
  case Stmt::CoyieldExprClass:
  case Stmt::CoawaitExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::ObjCBridgedCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXAddrspaceCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::BuiltinBitCastExprClass:
  case Stmt::UserDefinedLiteralClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CUDAKernelCallExprClass:
  case Stmt::CXXUuidofExprClass:
  case Stmt::CXXUnresolvedConstructExprClass:
  case Stmt::CXXTypeidExprClass:
  case Stmt::CXXThrowExprClass:
  case Stmt::CXXThisExprClass:
  case Stmt::CXXStdInitializerListExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::CXXRewrittenBinaryOperatorClass:
  case Stmt::CXXPseudoDestructorExprClass:
  case Stmt::CXXParenListInitExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::CXXNewExprClass:
  case Stmt::CXXInheritedCtorInitExprClass:
  case Stmt::CXXFoldExprClass:
  case Stmt::CXXDependentScopeMemberExprClass:
  case Stmt::CXXDeleteExprClass:
  case Stmt::CXXDefaultInitExprClass:
  case Stmt::CXXDefaultArgExprClass:
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
  case Stmt::CXXBindTemporaryExprClass:
  case Stmt::BlockExprClass:
  case Stmt::ArrayTypeTraitExprClass:
  case Stmt::ArraySectionExprClass:
  case Stmt::ArrayInitLoopExprClass:
  case Stmt::ArrayInitIndexExprClass:
  case Stmt::AddrLabelExprClass:
  case Stmt::SEHTryStmtClass:
  case Stmt::SEHLeaveStmtClass:
  case Stmt::SEHFinallyStmtClass:
  case Stmt::SEHExceptStmtClass:
  case Stmt::OpenACCLoopConstructClass:
  case Stmt::OpenACCComputeConstructClass:
  case Stmt::ObjCForCollectionStmtClass:
  case Stmt::ObjCAutoreleasePoolStmtClass:
  case Stmt::ObjCAtTryStmtClass:
  case Stmt::ObjCAtThrowStmtClass:
  case Stmt::ObjCAtSynchronizedStmtClass:
  case Stmt::ObjCAtFinallyStmtClass:
  case Stmt::ObjCAtCatchStmtClass:
  case Stmt::OMPCanonicalLoopClass:
  case Stmt::MSDependentExistsStmtClass:
  case Stmt::IndirectGotoStmtClass:
  case Stmt::CoroutineBodyStmtClass:
  case Stmt::CoreturnStmtClass:
  case Stmt::CapturedStmtClass:
  case Stmt::CXXTryStmtClass:
  case Stmt::CXXForRangeStmtClass:
  case Stmt::CXXCatchStmtClass:
  case Stmt::MSAsmStmtClass:
  case Stmt::GCCAsmStmtClass:
#define STMT(Type, Base)
#define OMPEXECUTABLEDIRECTIVE(Type, Base) case Stmt::Type##Class:
#define ABSTRACT_STMT(Type)
#include "clang/AST/StmtNodes.inc"
    return Known::Refused;
  }
  return Known::Refused;
}

Known known(Type::TypeClass Kind) {
  switch (Kind) {
  case Type::Builtin:
  case Type::Pointer:
  case Type::ConstantArray:
  case Type::IncompleteArray:
  case Type::ExtVector:
  case Type::Vector:
  case Type::Record:
  case Type::Enum:
  case Type::FunctionProto:
  case Type::FunctionNoProto:
  case Type::Atomic:
  case Type::Adjusted:
  case Type::Decayed:
  case Type::Attributed:
  case Type::Elaborated:
  case Type::MacroQualified:
  case Type::Paren:
  case Type::Typedef:
  case Type::TypeOf:
  case Type::TypeOfExpr:
  case Type::Pipe:
  case Type::BlockPointer:
  case Type::Auto: return Known::Modelled;
  case Type::DependentSizedArray:
  case Type::VariableArray:
  case Type::ArrayParameter:
  case Type::BTFTagAttributed:
  case Type::BitInt:
  case Type::CountAttributed:
  case Type::Complex:
  case Type::Decltype:
  case Type::DeducedTemplateSpecialization:
  case Type::DependentAddressSpace:
  case Type::DependentBitInt:
  case Type::DependentName:
  case Type::DependentSizedExtVector:
  case Type::DependentTemplateSpecialization:
  case Type::DependentVector:
  case Type::InjectedClassName:
  case Type::ConstantMatrix:
  case Type::DependentSizedMatrix:
  case Type::MemberPointer:
  case Type::ObjCObjectPointer:
  case Type::ObjCObject:
  case Type::ObjCInterface:
  case Type::ObjCTypeParam:
  case Type::PackExpansion:
  case Type::PackIndexing:
  case Type::LValueReference:
  case Type::RValueReference:
  case Type::SubstTemplateTypeParmPack:
  case Type::SubstTemplateTypeParm:
  case Type::TemplateSpecialization:
  case Type::TemplateTypeParm:
  case Type::UnaryTransform:
  case Type::UnresolvedUsing:
  case Type::Using: return Known::Refused;
  }
  return Known::Refused;
}

Known known(Decl::Kind Kind) {
  switch (Kind) {
  case Decl::Var:
  case Decl::ParmVar:
  case Decl::Function:
  case Decl::Record:
  case Decl::Field:
  case Decl::IndirectField:
  case Decl::Enum:
  case Decl::EnumConstant:
  case Decl::Typedef:
  case Decl::Label:
  case Decl::Block: return Known::Modelled;
  case Decl::Empty:
  case Decl::StaticAssert: return Known::NoMeaning;
  case Decl::TranslationUnit:
  case Decl::TopLevelStmt:
  case Decl::RequiresExprBody:
  case Decl::LinkageSpec:
  case Decl::ExternCContext:
  case Decl::Export:
  case Decl::Captured:
  case Decl::PragmaDetectMismatch:
  case Decl::PragmaComment:
  case Decl::ObjCPropertyImpl:
  case Decl::OMPThreadPrivate:
  case Decl::OMPRequires:
  case Decl::OMPAllocate:
  case Decl::ObjCMethod:
  case Decl::ObjCProtocol:
  case Decl::ObjCInterface:
  case Decl::ObjCImplementation:
  case Decl::ObjCCategoryImpl:
  case Decl::ObjCCategory:
  case Decl::Namespace:
  case Decl::HLSLBuffer:
  case Decl::OMPDeclareReduction:
  case Decl::OMPDeclareMapper:
  case Decl::UnresolvedUsingValue:
  case Decl::UnnamedGlobalConstant:
  case Decl::TemplateParamObject:
  case Decl::MSGuid:
  case Decl::CXXMethod:
  case Decl::CXXDestructor:
  case Decl::CXXConversion:
  case Decl::CXXConstructor:
  case Decl::CXXDeductionGuide:
  case Decl::VarTemplateSpecialization:
  case Decl::VarTemplatePartialSpecialization:
  case Decl::OMPCapturedExpr:
  case Decl::ImplicitParam:
  case Decl::Decomposition:
  case Decl::NonTypeTemplateParm:
  case Decl::MSProperty:
  case Decl::ObjCIvar:
  case Decl::ObjCAtDefsField:
  case Decl::Binding:
  case Decl::UsingShadow:
  case Decl::ConstructorUsingShadow:
  case Decl::UsingPack:
  case Decl::UsingDirective:
  case Decl::UnresolvedUsingIfExists:
  case Decl::CXXRecord:
  case Decl::ClassTemplateSpecialization:
  case Decl::ClassTemplatePartialSpecialization:
  case Decl::UnresolvedUsingTypename:
  case Decl::TypeAlias:
  case Decl::ObjCTypeParam:
  case Decl::TemplateTypeParm:
  case Decl::TemplateTemplateParm:
  case Decl::VarTemplate:
  case Decl::TypeAliasTemplate:
  case Decl::FunctionTemplate:
  case Decl::ClassTemplate:
  case Decl::Concept:
  case Decl::BuiltinTemplate:
  case Decl::ObjCProperty:
  case Decl::ObjCCompatibleAlias:
  case Decl::NamespaceAlias:
  case Decl::UsingEnum:
  case Decl::Using:
  case Decl::LifetimeExtendedTemporary:
  case Decl::Import:
  case Decl::ImplicitConceptSpecialization:
  case Decl::FriendTemplate:
  case Decl::Friend:
  case Decl::FileScopeAsm:
  case Decl::AccessSpec: return Known::Refused;
  }
  return Known::Refused;
}

#pragma GCC diagnostic pop

Known known(attr::Kind Kind) {
  switch (Kind) {
  case attr::OpenCLKernel:
  case attr::ReqdWorkGroupSize:
  case attr::Overloadable:
  case attr::AlwaysInline:
  case attr::NoInline:
  case attr::Aligned:
  case attr::Packed:
  case attr::MaxFieldAlignment:
  case attr::TransparentUnion:
  case attr::OpenCLUnrollHint:
  case attr::LoopHint:
  case attr::OpenCLAccess: return Known::Modelled;
  // Hints, warnings, and how the compiler goes about it.
  case attr::VecTypeHint:
  case attr::WorkGroupSizeHint:
  case attr::OpenCLIntelReqdSubGroupSize:
  case attr::Unused:
  case attr::Used:
  case attr::Const:
  case attr::Pure:
  case attr::NoThrow:
  case attr::Convergent:
  case attr::NoDuplicate:
  case attr::Deprecated:
  case attr::NonNull:
  case attr::ReturnsNonNull:
  case attr::WarnUnusedResult:
  case attr::Cold:
  case attr::Hot:
  case attr::MayAlias:
  case attr::FallThrough:
  case attr::Format:
  case attr::FormatArg:
  case attr::GNUInline:
  case attr::Flatten:
  case attr::Leaf:
  case attr::Likely:
  case attr::Unlikely:
  case attr::Suppress:
  case attr::NoDebug:
  case attr::NoEscape:
  case attr::Artificial:
  case attr::MinSize:
  case attr::NoMerge:
  case attr::FlagEnum:
  case attr::EnumExtensibility:
  case attr::OpenCLGenericAddressSpace:
  case attr::OpenCLPrivateAddressSpace:
  case attr::OpenCLGlobalAddressSpace:
  case attr::OpenCLLocalAddressSpace:
  case attr::OpenCLConstantAddressSpace:
  case attr::AddressSpace:
  case attr::AvailableOnlyInDefaultEvalMethod:
  case attr::Availability: return Known::NoMeaning;
  // Such as weak and alias, after which another definition may run, section, constructor, cleanup.
  default: return Known::Refused;
  }
}

namespace {

class ValueSearch : public AstVisitor {
public:
  std::optional<Unknown> First;

  bool shouldVisitImplicitCode() const override { return true; }

  bool VisitStmt(Stmt *S) override {
    if (known(S->getStmtClass()) == Known::Refused)
      return refuse(S->getSourceRange(), word(S));
    if (const auto *E = dyn_cast<Expr>(S))
      return E->containsErrors() ? refuse(E->getSourceRange(), "an expression with errors") : type(E->getType(), E);
    return true;
  }
  bool VisitDecl(Decl *D) override {
    if (known(D->getKind()) == Known::Refused)
      return refuse(D->getSourceRange(), std::string("a declaration (") + D->getDeclKindName() + ")");
    if (const auto *V = dyn_cast<ValueDecl>(D); V && !isa<FunctionDecl, LabelDecl>(D) && !typeKnown(V->getType()))
      return First ? false : refuse(D->getSourceRange(), "type '" + V->getType().getAsString() + "'");
    return true;
  }
  bool VisitAttr(Attr *A) override { return attribute(A, A->getRange()); }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    return !isa<VarDecl>(R->getDecl()) || attributesKnown(R->getDecl(), R->getSourceRange());
  }
  /// Of all declarations of \p D: those hold for the definition.
  bool attributesKnown(const Decl *D, clang::SourceRange Where) {
    for (const Decl *One : D->redecls())
      for (const Attr *A : One->attrs())
        if (!attribute(A, Where))
          return false;
    return true;
  }

private:
  bool attribute(const Attr *A, clang::SourceRange Where) {
    return known(A->getKind()) != Known::Refused || refuse(Where, std::string("attribute '") + A->getSpelling() + "'");
  }

  bool refuse(clang::SourceRange R, std::string What) {
    if (!First)
      First = Unknown{R, std::move(What)};
    return false;
  }

  static std::string word(const Stmt *S) {
    switch (S->getStmtClass()) {
    case Stmt::GCCAsmStmtClass:
    case Stmt::MSAsmStmtClass: return "inline assembly";
    case Stmt::BlockExprClass: return "a block";
    case Stmt::StmtExprClass: return "a statement expression";
    case Stmt::IndirectGotoStmtClass:
    case Stmt::AddrLabelExprClass: return "a computed goto";
    case Stmt::VAArgExprClass: return "a list of variable arguments";
    default: return std::string("a ") + S->getStmtClassName();
    }
  }

  bool type(QualType T, const Expr *E) {
    return typeKnown(T) || First || refuse(E->getSourceRange(), "type '" + T.getAsString() + "'");
  }

  /// All that a type is made of; what it is called does not matter.
  bool typeKnown(QualType T) {
    if (T.isNull())
      return true;
    T = T.getCanonicalType();
    if (known(T->getTypeClass()) == Known::Refused)
      return false;
    if (const auto *P = dyn_cast<PointerType>(T))
      return typeKnown(P->getPointeeType());
    if (const auto *A = dyn_cast<ArrayType>(T))
      return typeKnown(A->getElementType());
    if (const auto *A = dyn_cast<AtomicType>(T))
      return typeKnown(A->getValueType());
    if (const auto *R = dyn_cast<RecordType>(T)) {
      if (!Records.insert(R->getDecl()).second)
        return true;
      if (!attributesKnown(R->getDecl(), R->getDecl()->getSourceRange()))
        return false;
      for (const FieldDecl *F : R->getDecl()->fields())
        if (!typeKnown(F->getType()) || !attributesKnown(F, F->getSourceRange()))
          return false;
    }
    return true;
  }

  std::set<const RecordDecl *> Records;
};

} // namespace

std::optional<Unknown> findUnknown(const FunctionDecl *F) {
  if (planted("known"))
    return std::nullopt;
  ValueSearch S;
  if (S.attributesKnown(F, F->getLocation()))
    S.TraverseDecl(const_cast<FunctionDecl *>(F));
  return S.First;
}

} // namespace persistify::kernel
