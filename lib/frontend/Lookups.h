//===- Lookups.h - where a parse looked for files ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_FRONTEND_LOOKUPS_H
#define PERSISTIFY_LIB_FRONTEND_LOOKUPS_H

#include "llvm/Support/VirtualFileSystem.h"
#include <set>
#include <string>

namespace persistify::frontend {

/// The real file system of one parse, which remembers what was not there: a file
/// that appears at such a place may change what the text means.
class LookupLog : public llvm::RTTIExtends<LookupLog, llvm::vfs::ProxyFileSystem> {
public:
  static const char ID;
  LookupLog() : RTTIExtends(llvm::vfs::getRealFileSystem()) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override;

  std::set<std::string> Files;   ///< could not be opened
  std::set<std::string> Folders; ///< had no status: folders in front of a file's name, mostly
};

} // namespace persistify::frontend

#endif // PERSISTIFY_LIB_FRONTEND_LOOKUPS_H
