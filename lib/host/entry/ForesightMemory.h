//===- ForesightMemory.h - what a walk over the program knows -------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells by the names of their steps, not by declarations: "7.kernel[2]" means
// the same whichever file's declaration of the struct was used to get there.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_FORESIGHTMEMORY_H
#define PERSISTIFY_LIB_HOST_FORESIGHTMEMORY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class Decl;
} // namespace clang

namespace persistify::host::foresight {

/// Where something is: an object's number, then ".field", ".|field" (of a union), "[2]", "[?]" (some element), "<1>" (of a
/// tuple), ".at(key)" (of a map). "!size", "!usual", "!class", "!has" and "!key" tell about
/// the object in front of them; "!usual" is what "!size" was before some branch may have changed it. "?A|B?" and steps: at A or at B. Empty: somewhere.
using Spot = std::string;

struct Datum {
  enum Kind {
    Unknown,
    Int,
    Text, ///< of a std::string, or what a char pointer points to
    Texts, ///< one of several such, each with a null character behind it
    Null,
    Address, ///< of a spot
    Bound, ///< a reference to a spot
    Kernel,
    Token, ///< some other handle or pointer, not null
    Function,
    Class ///< in "!class" only
  } K = Unknown;
  int64_t I = 0; ///< Int: value. Text: where the pointer stands. Kernel, Token: which one; 0 if not known
  std::string S; ///< Text. Address, Bound: the spot. Kernel: its name or, as Texts, names, if known
  const clang::Decl *D = nullptr; ///< Function, Class

  static Datum integer(int64_t I) { return {Int, I, {}, nullptr}; }
  static Datum text(std::string S) { return {Text, 0, std::move(S), nullptr}; }
  static Datum null() { return {Null, 0, {}, nullptr}; }
  static Datum address(Spot S) { return S.empty() ? Datum() : Datum{Address, 0, std::move(S), nullptr}; }
  static Datum bound(Spot S) { return S.empty() ? Datum() : Datum{Bound, 0, std::move(S), nullptr}; }
  static Datum of(Kind K, const clang::Decl *D) { return {K, 0, {}, D}; }
  bool operator==(const Datum &O) const { return K == O.K && I == O.I && S == O.S && D == O.D; }
  explicit operator bool() const { return K != Unknown; }
  /// What a Text or Texts may be, or the names of a Kernel.
  std::set<std::string> texts() const;
};

/// What holds if either does. A kernel that may not have been made yet counts as made.
Datum join(const Datum &A, const Datum &B);

/// S moved by N elements; empty if that is not known.
Spot moved(const Spot &S, int64_t N);
/// Index of the element that S ends with.
std::optional<int64_t> lastIndex(llvm::StringRef S);
/// The array that S is an element of; S itself if it is none.
Spot withoutIndex(const Spot &S);

class Memory {
public:
  Spot create();
  Datum read(const Spot &S) const;
  /// Whether anything is known of S or its parts.
  bool knows(const Spot &S) const;
  void write(const Spot &S, Datum D);
  /// Forgets S and all its parts.
  void clear(const Spot &S);
  /// Something that is not known may have been stored in S and its parts: handles stay, as a guess.
  void doubt(const Spot &S);
  /// The same for all numbers and texts that there are. How many cells it looked at.
  unsigned doubtAll();
  /// Whether something was known of S once.
  bool wasWritten(const Spot &S) const;
  void copy(const Spot &To, const Spot &From);
  /// Steps that follow S directly and start with Prefix.
  std::vector<std::string> parts(const Spot &S, llvm::StringRef Prefix) const;

  /// The present state alone. Costs nothing: what is not changed afterwards is shared.
  Memory snapshot() const {
    Memory C;
    C.Objects = Objects;
    C.Next = Next;
    return C;
  }
  /// For trying a way and going back.
  using Changes = std::map<Spot, Datum>;
  size_t mark() const { return Journal.size(); }
  /// There is no going back from here.
  void settle() { Journal.clear(); }
  Changes since(size_t Mark) const;
  /// What was there at Mark, of what has changed.
  Changes before(size_t Mark) const;
  void rollback(size_t Mark);
  void apply(const Changes &C);
  /// How many objects were made so far.
  unsigned made() const { return Next; }
  /// Joins the state, reached from Mark, with another one reached from there. \p MadeBefore: made() at Mark. What an
  /// object holds that only one of the ways made stays: who gets there went that way.
  void joinWith(Changes Other, size_t Mark, unsigned MadeBefore);

private:
  /// What is known of one object, by the steps behind its number.
  struct Object {
    std::map<std::string, Datum, std::less<>> Cells;
    bool AnyIndex = false; ///< something was stored at an index that is not known
  };
  /// Objects by number, in pages and chapters that states have in common until one of them changes.
  static constexpr unsigned PageSize = 64, ChapterSize = 64 * PageSize;
  using Page = std::array<std::shared_ptr<Object>, PageSize>;
  using Chapter = std::array<std::shared_ptr<Page>, ChapterSize / PageSize>;
  void unite(Changes &Other, const Changes &Base) const;
  void store(const Spot &S, Datum D);
  void writeBeside(const Spot &S, const Datum &D);
  bool storeInText(const Spot &S, const Datum &D);
  Datum readEach(const std::vector<Spot> &Of) const;
  const Object *object(const Spot &S) const;
  Object &own(const Spot &S);
  const Datum *exact(const Spot &S) const;
  Datum exchange(const Spot &S, Datum D);
  void forEachPart(const Spot &S, llvm::function_ref<void(llvm::StringRef, const Datum &)> F) const;
  std::vector<std::shared_ptr<Chapter>> Objects;
  std::vector<std::pair<Spot, Datum>> Journal; ///< with the old value
  unsigned Next = 1;
};

} // namespace persistify::host::foresight

#endif // PERSISTIFY_LIB_HOST_FORESIGHTMEMORY_H
