//===- MirroredArrays.h - host arrays in device memory -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_MIRROREDARRAYS_H
#define PERSISTIFY_LIB_HOST_MIRROREDARRAYS_H

#include "LoweringPart.h"

namespace persistify::host {

class MirroredArrays : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  std::string mirrorName(const Place &P) const;
  bool mirrored(const Place &P) const;
  bool wantMirror(const Place &At);
  Place mirrorStart(Place P);
  std::optional<Place> mirrorMember(const Place &Of, const clang::FieldDecl *F) const;
  Value loadMirror(const Place &P, clang::SourceRange R);
  void storeMirror(const Place &P, const ExprP &X, clang::SourceRange R);
  void transferMirror(bool Read, Place Host, Stmt S, const ExprP &Bytes);
  void copyMirror(const Place &To, const Place &From, const ExprP &Bytes, llvm::StringRef What, clang::SourceRange R);
  void setMirror(Place Host, const ExprP &Pattern, const ExprP &Bytes, llvm::StringRef What, clang::SourceRange R);
  void finishMirrors();
  void checkArrays();
  bool refuseHostWork(const StmtList &L, size_t From);
  void soloLoops();
  bool isHeapArray(int Obj) const;
  std::optional<Value> allocated(const clang::Expr *X, clang::QualType Pointer);
  std::optional<Value> allocated(const clang::CXXNewExpr *X);
  bool freed(const clang::Expr *X);
  std::map<unsigned, std::string> ArrayMirrors; ///< array variable -> its mirrorName
  std::map<std::string, unsigned> Mirrors; ///< leaf key -> handle variable of its mirror

private:
  Handle mirror(const Place &P);
  uint64_t mirrorUnit(const Place &P) const;
  ExprP mirrorOffset(const Place &P) const;
  Stmt mirrorElement(Stmt::Kind K, const Place &P, ScalarType T, clang::SourceRange R);
  Stmt ofMirrors(llvm::StringRef What, llvm::ArrayRef<Place> Read, const Place &Written, clang::SourceRange R);
  clang::QualType fewOnHeap(clang::QualType T, const ExprP &Bytes) const;
  Value fewOnHeap(const Place &P, bool Zero, clang::SourceRange Rg);
  Value makeHeapArray(const clang::Expr *Site, clang::QualType T, ExprP Bytes, bool Zero);
  std::map<LoopPlace, int> HeapArrays; ///< by call: its object
  std::map<int, ExprP> HeapBytes; ///< how large each object is
  std::map<unsigned, std::string> VectorBytes; ///< mirror of a vector from outside -> C++ text of its size
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_MIRROREDARRAYS_H
