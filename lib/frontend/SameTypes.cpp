//===- SameTypes.cpp - types in lockstep ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SameWalk.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace persistify {

bool SameWalk::types(QualType A, QualType B, SourceLocation At) {
  Layout.clear();
  if (sameType(A, B))
    return true;
  if (A.isNull())
    return differ(At, "a type is missing");
  std::string Name = A.getAsString(PrintingPolicy(Ctx.getLangOpts()));
  return differ(At, Layout.empty() ? "the type '" + Name + "' is another one there" : Layout);
}

static bool hasLayout(QualType T) {
  return !T->isDependentType() && !T->isFunctionType() && !T->isUndeducedType() && !T->isIncompleteType() &&
         !T->isPlaceholderType() && !T->isReferenceType();
}

bool SameWalk::sameType(QualType A, QualType B) {
  if (A.isNull() || B.isNull())
    return A.isNull() && B.isNull();
  // Of typedefs, too, which the canonical types do not show.
  if (hasLayout(A) && hasLayout(B)) {
    TypeInfo IA = Ctx.getTypeInfo(A), IB = Ctx.getTypeInfo(B);
    if (IA.Width != IB.Width || IA.Align != IB.Align) {
      if (Layout.empty())
        Layout = "the type '" + A.getAsString(PrintingPolicy(Ctx.getLangOpts())) + "' has " +
                 (IA.Width != IB.Width
                      ? std::to_string(IB.Width / 8) + " in place of " + std::to_string(IA.Width / 8) + " bytes there"
                      : "another alignment there");
      return false;
    }
  }
  CanQualType CA = Ctx.getCanonicalType(A), CB = Ctx.getCanonicalType(B);
  if (CA == CB)
    return true;
  if (CA.getQualifiers() != CB.getQualifiers() || CA->getTypeClass() != CB->getTypeClass())
    return false;
  return sameStructure(CA.getTypePtr(), CB.getTypePtr());
}

/// Arrays of one class.
bool SameWalk::sameArray(const ArrayType *A, const ArrayType *B) {
  if (A->getSizeModifier() != B->getSizeModifier())
    return false;
  if (const auto *CA = dyn_cast<ConstantArrayType>(A)) {
    const auto *CB = cast<ConstantArrayType>(B);
    if (CA->getSize() != CB->getSize() || CA->getIndexTypeQualifiers() != CB->getIndexTypeQualifiers())
      return false;
  }
  if (!sameType(A->getElementType(), B->getElementType()))
    return false;
  const auto *VA = dyn_cast<VariableArrayType>(A);
  return !VA || statements(VA->getSizeExpr(), cast<VariableArrayType>(B)->getSizeExpr());
}

bool SameWalk::sameSignature(const FunctionProtoType *A, const FunctionProtoType *B) {
  if (A->getNumParams() != B->getNumParams() || A->isVariadic() != B->isVariadic() ||
      !(A->getExtInfo() == B->getExtInfo()) || A->getMethodQuals() != B->getMethodQuals() ||
      A->getRefQualifier() != B->getRefQualifier() || A->canThrow() != B->canThrow() || A->hasExtParameterInfos() ||
      B->hasExtParameterInfos() || !sameType(A->getReturnType(), B->getReturnType()))
    return false;
  for (unsigned I = 0; I < A->getNumParams(); ++I)
    if (!sameType(A->getParamType(I), B->getParamType(I)))
      return false;
  return true;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"

/// Two canonical types that are not one: they may still differ only in types that the pieces declare themselves.
bool SameWalk::sameStructure(const Type *A, const Type *B) {
#define BOTH(Class) const auto *X = cast<Class>(A), *Y = cast<Class>(B)
  switch (A->getTypeClass()) {
  case Type::Complex: {
    BOTH(ComplexType);
    return sameType(X->getElementType(), Y->getElementType());
  }
  case Type::Pointer: {
    BOTH(PointerType);
    return sameType(X->getPointeeType(), Y->getPointeeType());
  }
  case Type::LValueReference:
  case Type::RValueReference: {
    BOTH(ReferenceType);
    return sameType(X->getPointeeType(), Y->getPointeeType());
  }
  case Type::MemberPointer: {
    BOTH(MemberPointerType);
    return sameType(X->getPointeeType(), Y->getPointeeType()) &&
           sameType(QualType(X->getClass(), 0), QualType(Y->getClass(), 0));
  }
  case Type::ConstantArray:
  case Type::IncompleteArray:
  case Type::VariableArray: return sameArray(cast<ArrayType>(A), cast<ArrayType>(B));
  case Type::Vector:
  case Type::ExtVector: {
    BOTH(VectorType);
    return X->getNumElements() == Y->getNumElements() && X->getVectorKind() == Y->getVectorKind() &&
           sameType(X->getElementType(), Y->getElementType());
  }
  case Type::FunctionNoProto: {
    BOTH(FunctionNoProtoType);
    return X->getExtInfo() == Y->getExtInfo() && sameType(X->getReturnType(), Y->getReturnType());
  }
  case Type::FunctionProto: return sameSignature(cast<FunctionProtoType>(A), cast<FunctionProtoType>(B));
  case Type::Record: {
    BOTH(RecordType);
    return sameRecord(X->getDecl(), Y->getDecl());
  }
  case Type::Enum: {
    BOTH(EnumType);
    return sameEnum(X->getDecl(), Y->getDecl());
  }
  case Type::Atomic: {
    BOTH(AtomicType);
    return sameType(X->getValueType(), Y->getValueType());
  }
  // One type for each meaning: two are different.
  case Type::Builtin:
  case Type::BitInt:
  case Type::Pipe:
  case Type::ConstantMatrix:
  // Not compared.
  case Type::BlockPointer:
  case Type::ArrayParameter:
  case Type::ObjCObject:
  case Type::ObjCInterface:
  case Type::ObjCObjectPointer:
  case Type::ObjCTypeParam:
  // In templates, or not canonical.
  case Type::Adjusted:
  case Type::Decayed:
  case Type::Attributed:
  case Type::BTFTagAttributed:
  case Type::CountAttributed:
  case Type::Auto:
  case Type::Decltype:
  case Type::DeducedTemplateSpecialization:
  case Type::DependentAddressSpace:
  case Type::DependentBitInt:
  case Type::DependentName:
  case Type::DependentSizedArray:
  case Type::DependentSizedExtVector:
  case Type::DependentSizedMatrix:
  case Type::DependentTemplateSpecialization:
  case Type::DependentVector:
  case Type::Elaborated:
  case Type::InjectedClassName:
  case Type::MacroQualified:
  case Type::PackExpansion:
  case Type::PackIndexing:
  case Type::Paren:
  case Type::SubstTemplateTypeParm:
  case Type::SubstTemplateTypeParmPack:
  case Type::TemplateSpecialization:
  case Type::TemplateTypeParm:
  case Type::Typedef:
  case Type::TypeOf:
  case Type::TypeOfExpr:
  case Type::UnaryTransform:
  case Type::UnresolvedUsing:
  case Type::Using: return false;
  }
  return false;
#undef BOTH
}

#pragma GCC diagnostic pop

bool SameWalk::sameArguments(llvm::ArrayRef<TemplateArgument> A, llvm::ArrayRef<TemplateArgument> B) {
  if (A.size() != B.size())
    return false;
  for (size_t I = 0; I < A.size(); ++I) {
    if (A[I].structurallyEquals(B[I]))
      continue;
    if (A[I].getKind() != B[I].getKind())
      return false;
    switch (A[I].getKind()) {
    case TemplateArgument::Type:
      if (!sameType(A[I].getAsType(), B[I].getAsType()))
        return false;
      break;
    case TemplateArgument::Pack:
      if (!sameArguments(A[I].pack_elements(), B[I].pack_elements()))
        return false;
      break;
    case TemplateArgument::Null:
    case TemplateArgument::Declaration:
    case TemplateArgument::NullPtr:
    case TemplateArgument::Integral:
    case TemplateArgument::StructuralValue:
    case TemplateArgument::Template:
    case TemplateArgument::TemplateExpansion:
    case TemplateArgument::Expression: return false;
    }
  }
  return true;
}

/// Only what stands in functions can be there twice.
static bool inFunction(const Decl *D) { return D->getParentFunctionOrMethod() != nullptr; }

bool SameWalk::sameLayout(const RecordDecl *A, const RecordDecl *B) {
  if (A->isInvalidDecl() || B->isInvalidDecl() || A->isDependentContext() || B->isDependentContext())
    return false;
  const ASTRecordLayout &LA = Ctx.getASTRecordLayout(A), &LB = Ctx.getASTRecordLayout(B);
  bool Same = LA.getSize() == LB.getSize() && LA.getAlignment() == LB.getAlignment() &&
              LA.getDataSize() == LB.getDataSize() && LA.getFieldCount() == LB.getFieldCount();
  for (unsigned I = 0; Same && I < LA.getFieldCount(); ++I)
    Same = LA.getFieldOffset(I) == LB.getFieldOffset(I);
  if (!Same && Layout.empty())
    Layout = "'" + A->getNameAsString() + "' has another layout there";
  return Same;
}

bool SameWalk::sameRecord(const RecordDecl *A, const RecordDecl *B) {
  if (const Decl *P = Locals.partner(A->getCanonicalDecl()))
    return P == B->getCanonicalDecl();
  if (A->getCanonicalDecl() == B->getCanonicalDecl())
    return !Locals.taken(B->getCanonicalDecl());
  const auto *TA = dyn_cast<ClassTemplateSpecializationDecl>(A), *TB = dyn_cast<ClassTemplateSpecializationDecl>(B);
  if (TA || TB)
    return TA && TB && TA->getSpecializationKind() == TSK_ImplicitInstantiation &&
           TB->getSpecializationKind() == TSK_ImplicitInstantiation &&
           TA->getSpecializedTemplate()->getCanonicalDecl() == TB->getSpecializedTemplate()->getCanonicalDecl() &&
           sameArguments(TA->getTemplateArgs().asArray(), TB->getTemplateArgs().asArray());
  if (!inFunction(A) || !inFunction(B) || A->isLambda() != B->isLambda() || A->getName() != B->getName() ||
      A->getTagKind() != B->getTagKind() || !Locals.pair(A, B))
    return false;
  if (A->isLambda()) { // whose expression is still to come
    Lambdas.push_back({cast<CXXRecordDecl>(A), A->getLocation()});
    return true;
  }
  const RecordDecl *DA = A->getDefinition(), *DB = B->getDefinition();
  if (!DA || !DB)
    return !DA && !DB;
  return sameLayout(DA, DB) ? sameMembers(DA, DB)
                            : differ(A->getLocation(), Layout.empty() ? "a type has another layout there" : Layout);
}

bool SameWalk::sameMembers(const RecordDecl *A, const RecordDecl *B) {
  if (!attributes(A, B))
    return false;
  const auto *CA = dyn_cast<CXXRecordDecl>(A), *CB = dyn_cast<CXXRecordDecl>(B);
  if (CA && CB) {
    if (CA->getNumBases() != CB->getNumBases() || CA->getDescribedClassTemplate() || CB->getDescribedClassTemplate())
      return false;
    for (auto IA = CA->bases_begin(), IB = CB->bases_begin(); IA != CA->bases_end(); ++IA, ++IB)
      if (IA->isVirtual() != IB->isVirtual() || !sameType(IA->getType(), IB->getType()))
        return false;
  }
  std::vector<std::pair<const Decl *, const Decl *>> Members;
  auto Explicit = [](const RecordDecl *R) {
    std::vector<const Decl *> Out;
    for (const Decl *D : R->decls())
      if (!D->isImplicit() || isa<FieldDecl>(D))
        Out.push_back(D);
    return Out;
  };
  std::vector<const Decl *> MA = Explicit(A), MB = Explicit(B);
  if (MA.size() != MB.size())
    return false;
  // Bodies may use what stands after them.
  for (size_t I = 0; I < MA.size(); ++I)
    if (MA[I]->getKind() != MB[I]->getKind() || (isa<FieldDecl, FunctionDecl>(MA[I]) && !Locals.pair(MA[I], MB[I])))
      return false;
  for (size_t I = 0; I < MA.size(); ++I) {
    if (const auto *FA = dyn_cast<FieldDecl>(MA[I])) {
      const auto *FB = cast<FieldDecl>(MB[I]);
      if (FA->getName() != FB->getName() || FA->isBitField() != FB->isBitField() ||
          (FA->isBitField() && FA->getBitWidthValue(Ctx) != FB->getBitWidthValue(Ctx)) ||
          FA->isMutable() != FB->isMutable() || !sameType(FA->getType(), FB->getType()) || !attributes(FA, FB) ||
          FA->hasInClassInitializer() != FB->hasInClassInitializer() ||
          (FA->hasInClassInitializer() && !statements(FA->getInClassInitializer(), FB->getInClassInitializer())))
        return false;
    } else if (const auto *FA = dyn_cast<CXXMethodDecl>(MA[I])) {
      const auto *FB = cast<CXXMethodDecl>(MB[I]);
      if (FA->isVirtual() != FB->isVirtual() || FA->isStatic() != FB->isStatic() ||
          FA->isDefaulted() != FB->isDefaulted() || FA->isDeleted() != FB->isDeleted() ||
          FA->getMethodQualifiers() != FB->getMethodQualifiers() || FA->getRefQualifier() != FB->getRefQualifier() ||
          FA->hasBody() != FB->hasBody() ||
          !(FA->hasBody() && !FA->isDefaulted() ? functions(FA, FB, true) : parameters(FA, FB)))
        return false;
    } else if (isa<TypedefNameDecl, RecordDecl, EnumDecl, StaticAssertDecl>(MA[I])) {
      if (!declarations(MA[I], MB[I]))
        return false;
    } else if (!isa<AccessSpecDecl, EmptyDecl>(MA[I])) {
      return false;
    }
  }
  return true;
}

bool SameWalk::sameEnum(const EnumDecl *A, const EnumDecl *B) {
  if (const Decl *P = Locals.partner(A->getCanonicalDecl()))
    return P == B->getCanonicalDecl();
  if (A->getCanonicalDecl() == B->getCanonicalDecl())
    return !Locals.taken(B->getCanonicalDecl());
  if (!inFunction(A) || !inFunction(B) || A->getName() != B->getName() || !Locals.pair(A, B))
    return false;
  const EnumDecl *DA = A->getDefinition(), *DB = B->getDefinition();
  if (!DA || !DB || DA->isScoped() != DB->isScoped() || DA->isFixed() != DB->isFixed() ||
      !sameType(DA->getIntegerType(), DB->getIntegerType()) || !attributes(DA, DB))
    return false;
  auto IA = DA->enumerator_begin(), IB = DB->enumerator_begin();
  for (; IA != DA->enumerator_end() && IB != DB->enumerator_end(); ++IA, ++IB)
    if (IA->getName() != IB->getName() || IA->getInitVal() != IB->getInitVal() || !Locals.pair(*IA, *IB))
      return false;
  return IA == DA->enumerator_end() && IB == DB->enumerator_end();
}

} // namespace persistify
