//===- persistify/HostMacros.h - how a host file must be compiled ---*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rule H9 for the host: a file means what was analysed if each macro from outside that it
// tests or uses is what it was. "Outside" is the compiler and its options: what holds at the
// beginning of the file. From there on its own text and that of its headers decide.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_HOSTMACROS_H
#define PERSISTIFY_HOSTMACROS_H

#include "persistify/OwnNames.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace persistify {

struct HostFile;

struct HostMacros {
  /// For the preprocessor at the file's beginning, in this order: a condition that holds
  /// only in another build, and what differs then.
  struct Check {
    std::string Condition, Differs;
    std::set<std::string> Names; ///< that it is about
  };
  std::vector<Check> Checks;
  /// Text that a macro's use must expand to as \p Analysed does. Its parameters have no names before name().
  struct Value {
    std::string Name, Use, Analysed;
  };
  std::vector<Value> Values;
  /// Identifiers of the file and of the program's headers that are no macros at its beginning.
  std::set<std::string> Words;
  /// All macros at its beginning, with their definitions.
  std::map<std::string, std::string> Outside;

  /// Whether the program looks at numbers of the file's lines.
  bool Lines = false;
  /// Where #line gives the file's lines other numbers: a line, and the number that it has.
  std::vector<std::pair<unsigned, unsigned>> Numbered;
  /// Where the file has macros that stand for _Pragma only: from, to.
  std::vector<std::pair<unsigned, unsigned>> Pragmas;

  /// Gives the parameters of uses names of generated code.
  void name(const HostNames &Names);
  /// Adds what \p Other depends on, another file of the program, as far as macros are the same there.
  void add(const HostMacros &Other);
};

/// Preprocesses a file as parseHost does, which finds the same for its main file. \p Edited: path of the header of it
/// whose lines count, if they are not its own.
HostMacros hostMacros(const HostFile &File, llvm::StringRef Edited = "");

} // namespace persistify

#endif // PERSISTIFY_HOSTMACROS_H
