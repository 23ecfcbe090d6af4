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

/// Loads and stores of leaves, and what stands for each outside one.
class Leaves : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  struct Part { ///< one scalar leaf of a piece of host memory
    Place P;
    uint64_t Offset;
    unsigned Size;
  };

  /// The type of what the last member of P that is a reference names; null if there is none.
  static clang::QualType referredBy(const Place &P);
  /// Remembers what the members of \p P that are references name, by the leaf's key.
  void noteReference(const std::string &Key, const Place &P);
  /// The variable behind a scalar leaf; null (after a refusal) if it has none.
  Variable *scalarLeaf(const Place &P, unsigned &Id);
  /// The handle in a wrapper object is named by the object's operator().
  std::string accessed(const Place &P, std::string Text) const;
  /// A new slot of the region (Region::Slots) that the host fills from \p P; \p Size in bytes.
  unsigned newSlot(Slot::Kind K, const Place &P, uint64_t Size);
  /// Behind the region smart pointers that it exchanged own what they shall hold.
  void commitOwners();
  /// The number of the variable of \p Leaves (PointerAt, KernelAt, TargetOf, EventSet, ListFrom or ListTo) that tells of the leaf with
  /// this key. It is made the first time.
  unsigned teller(std::map<std::string, unsigned> &Leaves, const std::string &Key, const char *Suffix, ScalarType T);
  /// What that variable tells becomes \p X.
  ExprP tell(std::map<std::string, unsigned> &Leaves, const std::string &Key, const char *Suffix, ExprP X,
             clang::SourceRange R);
  /// Drops what tells of pointers, kernels and events, where it stayed known.
  void dropPointerIndices();
  /// Refuses a variable that other threads may look at.
  bool isAtomic(const Place &P);
  /// The same for a call of one of its functions.
  bool isAtomic(const clang::CallExpr *C);
  /// What \p P holds now; Unknown after a refusal.
  Value load(const Place &P, clang::SourceRange R);
  /// Stores \p V in \p P: as a statement of the region, or in what is known.
  void store(const Place &P, const Value &V, clang::SourceRange R);
  /// Copies any part of an object, arrays by elements.
  void copyPart(const Place &To, const Place &From, clang::SourceRange R);
  /// Names the object behind an outside place, the same way in every function.
  std::string slotKey(const Place &P) const;
  /// Whether a transfer in flight may involve this leaf.
  bool pending(const std::set<std::string> &Keys, const Place &P) const;
  /// What was known of a scalar leaf that changes: of any element, if it is one
  /// with a computed index.
  void forget(const Place &P);
  /// None if this is no such call, or the memory is nothing that can be followed.
  std::optional<Value> memoryFunction(library::Does What, const clang::CallExpr *C);

  std::set<int> Opaque; ///< objects that the compiler computes
  std::map<unsigned, Place> Outside; ///< variable -> the outside scalar or array that it is
  std::map<unsigned, std::string> LeafKeys; ///< variable -> its leaf's key, if it is no array
  std::map<std::string, clang::QualType> ByReference; ///< leaves behind members that are references -> what these name
  /// Variables, handles and slots of outside leaves, by key.
  std::map<std::string, unsigned> ScalarLeaves, HandleLeaves, OpaqueSlots;
  /// Kernels in outside handles, by key.
  std::map<std::string, Value> KernelLeaves;
  /// Leaf of a pointer into an array -> variable that holds the element's index: where
  /// ways join on which it points to different elements, it points to that one.
  std::map<std::string, unsigned> PointerAt;
  bool Exchanging = false; ///< the stores of an exchange: nothing is lost in between

  /// Whether a variable that the index of \p P reads was set since: it would name another element. Who uses a place behind a
  /// store of the same statement keeps it (kept, pinned). What tells of pointers and pinned values is set where it is made.
  bool stale(const Place &P) const;

private:
  /// What was perhaps none is named by the loop itself, too: then it is there.
  void asItStands(unsigned Slot, const Place &P);
  /// The handle of a buffer behind a leaf; null (after a refusal) if it has none.
  HandleVariable *handleLeaf(const Place &P, unsigned &Id);
  /// The handle in a functor.
  std::string kernelIn(const Place &Functor);
  /// The kernel in an outside handle. Of several that it may be, the program is asked
  /// in front of the region which it is; each has a slot.
  Value kernelAt(const Place &P);
  /// Whether \p P itself, whose key is \p Key, is one of \p Pending, not only perhaps.
  static bool isExact(const Place &P, const std::string &Key, const std::set<std::string> &Pending);
  /// What the scalar \p P with key \p Key holds here.
  Value scalarAt(const Place &P, const std::string &Key);
  /// What the buffer handle \p P holds here.
  Value handleAt(const Place &P, const std::string &Key);
  /// What another leaf holds here: opaque leaves live in the environment, untouched ones from outside have their value on entry.
  Value opaqueAt(const Place &P, const std::string &Key, clang::SourceRange R);
  /// What the opaque leaf \p P from outside holds on entry.
  Value opaqueOnEntry(const Place &P, const std::string &Key, clang::SourceRange R);
  /// The scalar leaf \p P with key \p Key becomes \p V.
  void storeScalar(const Place &P, const std::string &Key, const Value &V, clang::SourceRange R);
  /// The buffer handle \p P becomes \p V.
  void storeHandle(const Place &P, const Value &V, clang::SourceRange R);
  /// Pointers, kernels, events and the like become \p V.
  void storeOpaque(const Place &P, const std::string &Key, const Value &V, clang::SourceRange R);
  /// Whether the region may set \p P, an opaque leaf from outside; refuses otherwise.
  bool storableOutside(const Place &P, const std::string &Key, const Value &V, clang::SourceRange R);
  /// Kernels of the sources that take what the program sets on this handle, which nothing names.
  std::set<std::string> knownKernels(const Place &P);
  /// A smart pointer gives a copy of the handle that it owns.
  void ofOwner(Slot &S, const std::string &Owner) const;
  /// Copies an object of a class, member by member.
  void copyRecord(const Place &To, const Place &From, clang::SourceRange R);
  /// memset of the scalars To.
  bool setBytes(llvm::ArrayRef<Part> To, uint64_t Byte, clang::SourceRange R);
  /// memmove of the scalars From to To: all are read before any is written.
  bool copyBytes(llvm::ArrayRef<Part> To, llvm::ArrayRef<Part> From, clang::SourceRange R);

  std::map<unsigned, std::string> PerhapsNone; ///< slots of such elements (Place::Reads) -> how the program names them
  std::map<std::string, clang::QualType> Owners; ///< smart pointers that are exchanged
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LEAVES_H
