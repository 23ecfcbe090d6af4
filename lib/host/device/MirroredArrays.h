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

/// Host arrays that the region needs in device memory.
class MirroredArrays : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// Names the array that P is an element of, the same way on each attempt.
  std::string mirrorName(const Place &P) const;
  /// Whether the array that \p P is in has a mirror.
  bool mirrored(const Place &P) const;
  /// Asks for another attempt in which the array around P has a mirror. The caller
  /// refuses, which ends this attempt. False if that is impossible.
  bool wantMirror(const Place &At);
  /// The first element of a mirrored array, from what a pointer to it designates
  /// or from the array itself.
  Place mirrorStart(Place P);
  /// Member F of a struct in device memory, if its bytes are all that it is.
  std::optional<Place> mirrorMember(const Place &Of, const clang::FieldDecl *F) const;
  /// Reads an element of a mirror.
  Value loadMirror(const Place &P, clang::SourceRange R);
  /// Writes one.
  void storeMirror(const Place &P, const ExprP &X, clang::SourceRange R);
  /// S, a transfer of Bytes at S.H + S.Offset[0], to or from the array at Host.
  void transferMirror(bool Read, Place Host, Stmt S, const ExprP &Bytes);
  /// Copies Bytes bytes of one array to another one, or of the same if they do not overlap.
  void copyMirror(const Place &To, const Place &From, const ExprP &Bytes, llvm::StringRef What, clang::SourceRange R);
  /// Gives Bytes bytes of the array at Host the value Pattern, again and again.
  void setMirror(Place Host, const ExprP &Pattern, const ExprP &Bytes, llvm::StringRef What, clang::SourceRange R);
  /// How large each mirror is on entry: what the transfers of every trip reach to,
  /// as far as that is known then. Host memory is only looked at where the program
  /// itself would; a mirror that turns out too small grows when used.
  void finishMirrors();
  /// Larger arrays that the region reads and writes cannot be single variables.
  void checkArrays();
  /// Refuses work of the host's in \p L, from \p From on. What is behind a condition may be left to the host's trips.
  bool refuseHostWork(const StmtList &L, size_t From);
  /// Loops over elements of mirrors are run by one work-item of each group, where that is enough.
  void soloLoops();
  /// Whether the loop allocated \p Obj.
  bool isHeapArray(int Obj) const;
  /// The array of \p Bytes bytes, elements of type \p T, that \p Site makes; \p Zero: all its bytes are.
  Value makeHeapArray(const clang::Expr *Site, clang::QualType T, ExprP Bytes, bool Zero);
  /// malloc(...) and its like, converted to \p Pointer.
  std::optional<Value> allocated(const clang::Expr *X, clang::QualType Pointer);
  /// new float[n]
  std::optional<Value> allocated(const clang::CXXNewExpr *X);
  /// Whether \p X points to an array that the loop made, or is null: it is gone then.
  bool freed(const clang::Expr *X);

  std::map<unsigned, std::string> ArrayMirrors; ///< array variable -> its mirrorName
  std::map<std::string, unsigned> Mirrors; ///< leaf key -> handle variable of its mirror

private:
  /// The region changes the array that \p P is in, whose mirror is \p H.
  void writes(const Place &P, const Handle &H);
  /// The mirror of the array that \p P is in.
  Handle mirror(const Place &P);
  /// Bytes from one element of the array around P to the next.
  uint64_t mirrorUnit(const Place &P) const;
  /// Bytes in front of the element P.
  ExprP mirrorOffset(const Place &P) const;
  /// A transfer of the element P.
  Stmt mirrorElement(Stmt::Kind K, const Place &P, ScalarType T, clang::SourceRange R);
  /// A statement of the host on arrays in device memory.
  Stmt ofMirrors(llvm::StringRef What, llvm::ArrayRef<Place> Read, const Place &Written, clang::SourceRange R);
  /// The type of an array of \p Bytes bytes, if that is a small number that is known.
  clang::QualType fewOnHeap(clang::QualType T, const ExprP &Bytes) const;
  /// The array \p P of a few elements, which is made now.
  Value fewOnHeap(const Place &P, bool Zero, clang::SourceRange Rg);

  std::map<LoopPlace, int> HeapArrays; ///< by call: its object
  std::map<int, ExprP> HeapBytes; ///< how large each object is
  std::map<unsigned, std::string> VectorBytes; ///< mirror of a vector from outside -> C++ text of its size
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_MIRROREDARRAYS_H
