//===- Unions.cpp - OpenCL's vector types on the host ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   cl_float4 v;  v.s[1] = 2;  v.x += v.s1;
//
// A union whose members are all made of one scalar type is an array of it: a
// member is some of the array's elements. Members of another type (the
// compiler's own vectors) are not looked at. One of numbers of one type alone,
//
//   struct vec2 { union { float x, r; }; union { float y, g; }; };
//
// is one number with several names. Any other union is refused.
//
//===----------------------------------------------------------------------===//
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace persistify::host {

const FieldDecl *Places::vectorMember(QualType Union) const {
  auto *RD = Union->getAsRecordDecl();
  if (!RD || !RD->isUnion() || !RD->isCompleteDefinition())
    return nullptr;
  for (const FieldDecl *F : RD->fields())
    if (auto *A = Ctx.getAsConstantArrayType(F->getType()))
      if (F->getIdentifier() && scalarType(A->getElementType()) &&
          Ctx.getTypeSize(F->getType()) == Ctx.getTypeSize(Union))
        return F;
  const FieldDecl *First = RD->field_empty() || planted("unions-of-numbers") ? nullptr : *RD->field_begin();
  return First && llvm::all_of(RD->fields(),
                               [&](const FieldDecl *F) {
                                 const auto A = scalarType(F->getType()), B = scalarType(First->getType());
                                 return F->getIdentifier() && A && B && *A == *B && !F->isBitField() &&
                                        !F->getType().isVolatileQualified() && names().mayName(F);
                               })
             ? First
             : nullptr;
}

Place Places::unionMember(Place Base, const FieldDecl *F) {
  const FieldDecl *S = vectorMember(Base.T);
  QualType T = F->getType();
  auto Refuse = [&] {
    refuse(Diag::HostNotCapturable, F->getSourceRange(),
           {F->getNameAsString().empty() ? "this" : F->getNameAsString(), "it is a union member"});
    return Base;
  };
  if (!S || Base.Or || F->isBitField())
    return Refuse();
  if (scalarType(S->getType())) {
    if (!scalarType(T))
      return Refuse();
    Base.Path += "." + S->getNameAsString();
    Base.Fields.push_back(S);
    Base.Of = {S, ""};
    Base.T = Base.T.isVolatileQualified() ? T.withVolatile() : T;
    return Base;
  }
  QualType ET = Ctx.getAsConstantArrayType(S->getType())->getElementType();
  auto Elements = [&] { // as the array
    Place P = Base;
    P.Path += "." + S->getNameAsString();
    P.Of = {S, ""};
    P.T = Base.T.isVolatileQualified() ? S->getType().withVolatile() : S->getType();
    return P;
  };
  if (F == S)
    return Elements();
  if (auto A = scalarType(T), B = scalarType(ET); A && B && *A == *B)
    return element(Elements(), constant(sizeType(), 0), F->getSourceRange());
  // struct { x, y, z, w }: its members are looked up in the array.
  auto *RD = T->getAsRecordDecl();
  auto *Class = dyn_cast_or_null<CXXRecordDecl>(RD);
  if (!RD || RD->isUnion() || (Class && Class->getNumBases()))
    return Refuse();
  for (const FieldDecl *M : RD->fields()) {
    auto A = scalarType(M->getType()), B = scalarType(ET);
    if (!A || !B || *A != *B || M->isBitField())
      return Refuse();
  }
  Place P = Elements();
  P.T = T;
  P.Lanes = S->getType();
  return P;
}

Place Places::lane(Place Base, const FieldDecl *F) {
  Base.T = Base.Lanes;
  Base.Lanes = QualType();
  uint64_t At =
      Ctx.getASTRecordLayout(F->getParent()).getFieldOffset(F->getFieldIndex()) / Ctx.getTypeSize(F->getType());
  return element(Base, constant(sizeType(), At), F->getSourceRange());
}

} // namespace persistify::host
