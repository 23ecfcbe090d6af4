//===- persistify/Join.h - several files of a program as one unit -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_JOIN_H
#define PERSISTIFY_JOIN_H

#include "persistify/Frontend.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <set>

namespace persistify {

/// A text of a joined unit with the names as the program has them: those that two
/// files use for different things are told apart there.
std::string plainNames(std::string Text);
/// The file whose own the variables of a file of a joined unit are.
std::string ownFile(llvm::StringRef Path);

/// A unit of several files, with the texts that it refers to.
struct JoinedUnit {
  FileTexts Texts; ///< of the other files
  std::unique_ptr<clang::ASTUnit> Unit;
  /// What other files define and could not be joined: the function, or nothing for all of it, the file, and what Clang
  /// said, if anything.
  struct Left {
    std::string Function, File, Why;
    bool operator<(const Left &O) const { return std::tie(File, Function, Why) < std::tie(O.File, O.Function, O.Why); }
  };
  std::set<Left> NotJoined;
};

namespace frontend {
struct FileSummary;
struct NamedCalls;
} // namespace frontend

/// The files of a program, and what leads from one to the other: a unit may be
/// had for each in which the functions of the others have their bodies too.
class FileJoiner {
public:
  FileJoiner();
  ~FileJoiner();

  /// A file that was parsed on its own. It must outlive this.
  void add(const HostFile &File, clang::ASTUnit &Unit);
  /// Whether a text that was not parsed yet may define what the files use, or
  /// use what they define.
  bool mayLead(llvm::StringRef Text) const;

  /// File number \p File as it is, and behind its text those of the other files that
  /// define what it uses or use what it defines, and so on. What cannot be shown to
  /// mean the same there as in its own file is left out: a function's body, or a
  /// file. No unit when nothing was joined. Can be called from several threads.
  JoinedUnit join(unsigned File) const;

  /// Whether anything in the file, or in a header of the program that it includes, may be done again and again: by loops
  /// and the like, or by functions of other files that come back to it, and launch by what it names. Nothing else of it
  /// can be a loop that launches.
  bool repeats(unsigned File) const;

private:
  struct Part;
  class Try;
  bool uses(unsigned A, unsigned B) const;
  std::set<unsigned> below(unsigned File) const;
  std::set<unsigned> connected(unsigned File) const;
  Part prepare(unsigned Other, const std::map<std::string, bool> &Taken,
               const std::map<std::string, unsigned> &Having) const;
  unsigned definers(const std::string &Entity) const;

  std::vector<const HostFile *> Files;
  std::vector<frontend::FileSummary> Of;
  std::vector<bool> Repeats; ///< whether anything in it may be done again and again
  std::vector<frontend::NamedCalls> Calls;
  std::vector<std::string> Paths; ///< absolute
  std::set<unsigned> OfOthers; ///< files of other programs
};

} // namespace persistify

#endif // PERSISTIFY_JOIN_H
