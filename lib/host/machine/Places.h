//===- Places.h - objects, and which part of one an lvalue names ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_PLACES_H
#define PERSISTIFY_LIB_HOST_PLACES_H

#include "LoweringPart.h"

namespace persistify::host {

class Places : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  LeafKind classify(clang::QualType T) const;
  std::optional<ScalarType> scalarType(clang::QualType T) const;
  int newObject(clang::QualType T, std::string Name);
  Place objectOf(const clang::VarDecl *D);
  bool isOpaque(clang::QualType T) const;
  Place pointee(const Place &Pointer, clang::QualType T = {});
  Place thisPlace(clang::QualType T);
  Place field(Place Base, const clang::FieldDecl *F);
  Place element(Place Base, ExprP Index, clang::SourceRange R);
  void unknownElement(const Place &P, clang::SourceRange R);
  Place advance(Place P, ExprP Delta, clang::SourceRange R);
  std::string key(const Place &P) const;
  std::optional<Foresight::Name> seen(const Place &P) const;
  std::string textOf(const Place &P) const;
  bool checkCapture(const Place &P);
  Place temporary(clang::QualType T, const char *Name);
  Place asClass(Place P, const clang::CXXRecordDecl *Is, std::string Class = "");
  uint64_t baseOffset(const clang::CXXRecordDecl *Of, const clang::CXXRecordDecl *Base) const;
  Place toBase(Place P, clang::QualType From, clang::QualType To);
  const Place *localObject(const clang::VarDecl *D) const;
  std::string elementText(const Place &P, uint64_t I) const;
  const clang::FieldDecl *vectorMember(clang::QualType Union) const;
  bool hasMember(const Place &Base, const clang::FieldDecl *F) const;
  Place sameAddress(const Place &P, clang::QualType T);
  std::map<const clang::VarDecl *, int> External;
  std::map<std::string, int> Pointees;
  std::vector<PointerLvalue> Followed; ///< outside pointers whose values on entry are used

private:
  uint64_t leavesOf(clang::QualType T) const;
  std::optional<uint64_t> extentBehind(const Place &P, bool *Guess = nullptr);
  std::optional<Place> anyBuffer(const Place &P, const ExprP &Index, clang::SourceRange R);
  Place unionMember(Place Base, const clang::FieldDecl *F);
  Place lane(Place Base, const clang::FieldDecl *F);
  /// pointers -> elements behind them, and whether that is a guess
  std::map<const clang::VarDecl *, std::pair<std::optional<uint64_t>, bool>> Extents;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_PLACES_H
