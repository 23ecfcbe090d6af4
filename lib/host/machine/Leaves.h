//===- Leaves.h - variables, handles, loads and stores -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_LEAVES_H
#define PERSISTIFY_LIB_HOST_LEAVES_H

#include "LoweringPart.h"

namespace persistify::host {

class Leaves : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  struct Part { ///< one scalar leaf of a piece of host memory
    Place P;
    uint64_t Offset;
    unsigned Size;
  };
  static clang::QualType referredBy(const Place &P);
  void noteReference(const std::string &Key, const Place &P);
  Variable *scalarLeaf(const Place &P, unsigned &Id);
  std::string accessed(const Place &P, std::string Text) const;
  unsigned newSlot(Slot::Kind K, const Place &P, uint64_t Size);
  void commitOwners();
  ExprP tell(std::map<std::string, unsigned> &Leaves, const std::string &Key, const char *Suffix, ExprP X,
             clang::SourceRange R);
  void dropPointerIndices();
  bool isAtomic(const Place &P);
  bool isAtomic(const clang::CallExpr *C);
  Value load(const Place &P, clang::SourceRange R);
  void store(const Place &P, const Value &V, clang::SourceRange R);
  void copyPart(const Place &To, const Place &From, clang::SourceRange R);
  std::string slotKey(const Place &P) const;
  bool pending(const std::set<std::string> &Keys, const Place &P) const;
  void forget(const Place &P);
  std::set<int> Opaque; ///< objects that the compiler computes
  std::optional<Value> memoryFunction(library::Does What, const clang::CallExpr *C);
  std::map<unsigned, Place> Outside; ///< variable -> the outside scalar or array that it is
  std::map<unsigned, std::string> LeafKeys; ///< variable -> its leaf's key, if it is no array
  std::map<std::string, clang::QualType> ByReference; ///< leaves behind members that are references -> what these name
  std::map<std::string, unsigned> ScalarLeaves, HandleLeaves, OpaqueSlots;
  std::map<std::string, Value> KernelLeaves;
  /// Leaf of a pointer into an array -> variable that holds the element's index: where
  /// ways join on which it points to different elements, it points to that one.
  std::map<std::string, unsigned> PointerAt;
  bool Exchanging = false; ///< the stores of an exchange: nothing is lost in between

private:
  void asItStands(unsigned Slot, const Place &P);
  std::map<unsigned, std::string> PerhapsNone; ///< slots of such elements (Place::Reads) -> how the program names them
  HandleVariable *handleLeaf(const Place &P, unsigned &Id);
  std::string kernelIn(const Place &Functor);
  Value kernelAt(const Place &P);
  std::set<std::string> knownKernels(const Place &P);
  void ofOwner(Slot &S, const std::string &Owner) const;
  void copyRecord(const Place &To, const Place &From, clang::SourceRange R);
  bool stale(const Place &P) const;
  bool setBytes(llvm::ArrayRef<Part> To, uint64_t Byte, clang::SourceRange R);
  bool copyBytes(llvm::ArrayRef<Part> To, llvm::ArrayRef<Part> From, clang::SourceRange R);
  std::map<std::string, clang::QualType> Owners; ///< smart pointers that are exchanged
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LEAVES_H
