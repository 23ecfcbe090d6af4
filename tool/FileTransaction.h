//===- FileTransaction.h - several files written at once, or none ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_FILETRANSACTION_H
#define PERSISTIFY_TOOL_FILETRANSACTION_H

#include "persistify/Diagnostics.h"
#include "llvm/Support/Chrono.h"
#include <optional>
#include <string>
#include <vector>

namespace persistify {

/// The file at \p Path gets the time \p T.
void setTime(llvm::StringRef Path, llvm::sys::TimePoint<> T);

/// Writes new contents into a staging folder first and renames the files into
/// place on commit. Whatever fails, the files are as they were before.
class FileTransaction {
public:
  /// The staging folder is made beside \p Root (same file system). When all
  /// targets lie below Root and Root does not exist, it appears complete.
  FileTransaction(llvm::StringRef Root, DiagnosticSink &Sink);
  ~FileTransaction();
  FileTransaction(const FileTransaction &) = delete;

  /// The time of what is written; without it, that of writing.
  void setTime(llvm::sys::TimePoint<> T) { Time = T; }
  /// Target gets Text on commit. A target that has it already is not touched.
  bool add(llvm::StringRef Target, llvm::StringRef Text);
  /// Target goes away on commit.
  void remove(llvm::StringRef Target);
  bool commit();
  /// Whether commit changes anything that exists.
  bool changesFolder() const { return !Steps.empty() && !makesNewFolder(); }

private:
  struct Step {
    std::string Target;
    std::string New; ///< staged contents; empty: remove Target
    std::string Old; ///< where the former Target was moved; empty: there was none
    bool Done = false;
  };
  bool failed(llvm::StringRef Path, std::error_code EC);
  bool apply(Step &S);
  bool makesNewFolder() const;
  bool commitNewFolder();
  bool makeDirectories(llvm::StringRef Directory);
  std::string stagedName();
  void undo();

  DiagnosticSink &Sink;
  std::string Root;
  std::string Staging;
  unsigned NextName = 0;
  std::optional<llvm::sys::TimePoint<>> Time;
  std::vector<Step> Steps;
  std::vector<std::string> NewDirectories; ///< made by us, outermost first
};

} // namespace persistify

#endif // PERSISTIFY_TOOL_FILETRANSACTION_H
