//===- persistify/OwnNames.h - names of generated code ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the device library and of generated device code begin with p_, P_ or v_get_.
// Where the program has such names itself, they begin with p1_, P1_ and v1_get_
// in the text that is compiled with it, or with another number.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_OWNNAMES_H
#define PERSISTIFY_OWNNAMES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace persistify {

/// Whether names of C may hold this character.
bool inName(char C);

class OwnNames {
public:
  /// \p Number: 0 for none.
  explicit OwnNames(unsigned Number = 0) : Number(Number) {}
  unsigned number() const { return Number; }

  /// Whether \p Identifier could be one of ours, with that number in it.
  static bool isOne(llvm::StringRef Identifier, unsigned Number = 0);

  /// Text of the program in text of ours: its names are to stay.
  std::string theirs(llvm::StringRef Text) const;
  /// Text of ours in such text of the program, where it is not said of the whole of it.
  std::string ours(llvm::StringRef Text) const;
  /// The text as it is compiled. To be called once, for a whole piece of text.
  std::string settle(llvm::StringRef Text) const;

private:
  unsigned Number;
};

/// Names of generated host text and of persistent kernels begin with persistify_, macros with PERSISTIFY_. Where the
/// program has such names itself, they begin with persistify1_ and PERSISTIFY1_, or with another number. All of them are
/// made here, but those of the runtime's header, which are what they are.
class HostNames {
public:
  /// \p Number: 0 for none.
  explicit HostNames(unsigned Number = 0) : Number(Number) {}

  /// persistify_WHAT
  std::string operator()(const llvm::Twine &What) const;
  /// PERSISTIFY_WHAT
  std::string macro(const llvm::Twine &What) const;
  /// Whether \p Identifier could be one of these.
  bool mayBe(llvm::StringRef Identifier) const;
  /// The next ones.
  HostNames next() const { return HostNames(Number + 1); }

  /// Whether the runtime's header (persistify/runtime.h) declares \p Identifier.
  static bool isRuntimes(llvm::StringRef Identifier);

private:
  unsigned Number;
};

/// Calls \p Do for each word of \p Text.
void forEachWord(llvm::StringRef Text, llvm::function_ref<void(llvm::StringRef)> Do);

} // namespace persistify

#endif // PERSISTIFY_OWNNAMES_H
