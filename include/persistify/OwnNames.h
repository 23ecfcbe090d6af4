//===- persistify/OwnNames.h - names of generated code ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the device library and of generated code begin with p_, P_ or v_get_.
// Where the program has such names itself, they begin with p1_, P1_ and v1_get_
// in the text that is compiled with it, or with another number.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_OWNNAMES_H
#define PERSISTIFY_OWNNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace persistify {

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

} // namespace persistify

#endif // PERSISTIFY_OWNNAMES_H
