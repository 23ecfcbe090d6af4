//===- Resources.cpp - files that a parse needs or has read --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lookups.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace clang;

namespace persistify {

static std::string findResourceDir() {
  auto HasHeaders = [](const llvm::Twine &Dir) { return llvm::sys::fs::exists(Dir + "/include/opencl-c-base.h"); };
  static char Anchor;
  std::string Tool = llvm::sys::fs::getMainExecutable(nullptr, &Anchor);
  llvm::SmallString<256> Beside = llvm::sys::path::parent_path(llvm::sys::path::parent_path(Tool));
  llvm::sys::path::append(Beside, "lib", "clang", CLANG_VERSION_MAJOR_STRING);
  if (HasHeaders(Beside))
    return std::string(Beside);
  if (HasHeaders(PERSISTIFY_CLANG_RESOURCE_DIR))
    return PERSISTIFY_CLANG_RESOURCE_DIR;

  Dl_info Info;
  bool (*InClang)(CompilerInvocation &, llvm::ArrayRef<const char *>, DiagnosticsEngine &, const char *) =
      &CompilerInvocation::CreateFromArgs;
  if (!dladdr(reinterpret_cast<void *>(InClang), &Info) || !Info.dli_fname)
    return {};
  // Beside the library's name and beside the file it links to: distributions
  // put links in Clang's own folder.
  llvm::SmallString<256> Real;
  (void)llvm::sys::fs::real_path(Info.dli_fname, Real);
  for (llvm::StringRef Library : {llvm::StringRef(Info.dli_fname), llvm::StringRef(Real)})
    for (const char *Between : {"", "../llvm-" CLANG_VERSION_MAJOR_STRING "/lib"}) {
      llvm::SmallString<256> Dir = llvm::sys::path::parent_path(Library);
      llvm::sys::path::append(Dir, Between, "clang", CLANG_VERSION_MAJOR_STRING);
      if (HasHeaders(Dir))
        return std::string(Dir);
    }
  return {};
}

const std::string &clangResourceDir() {
  static const std::string Dir = findResourceDir();
  return Dir;
}

const char frontend::LookupLog::ID = 0;

llvm::ErrorOr<llvm::vfs::Status> frontend::LookupLog::status(const llvm::Twine &Path) {
  auto Result = ProxyFileSystem::status(Path);
  if (!Result)
    Folders.insert(Path.str());
  return Result;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> frontend::LookupLog::openFileForRead(const llvm::Twine &Path) {
  auto Result = ProxyFileSystem::openFileForRead(Path);
  if (!Result)
    Files.insert(Path.str());
  return Result;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesWithLog() {
  return llvm::makeIntrusiveRefCnt<frontend::LookupLog>();
}

/// \p Name as it is compared; ".." after a symbolic link leads elsewhere than the text says.
/// Empty where nothing is in that folder.
static std::string placeOf(llvm::StringRef Name) {
  if (!Name.contains(".."))
    return normalPath(Name);
  llvm::SmallString<256> Place;
  if (llvm::sys::fs::real_path(llvm::sys::path::parent_path(Name), Place))
    return "";
  llvm::sys::path::append(Place, llvm::sys::path::filename(Name));
  return std::string(Place);
}

void addFilesRead(const SourceManager &SM, std::set<std::string> &Paths) {
  std::set<std::string> Searched; // folders
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
    llvm::StringRef Name = It->first.getName();
    llvm::SmallString<256> Path;
    if (!Name.contains(".."))
      Path = normalPath(Name);
    else if (llvm::sys::fs::real_path(Name, Path))
      continue;
    if (!llvm::sys::fs::exists(Path)) // only in memory
      continue;
    Paths.insert(std::string(Path));
    Searched.insert(llvm::sys::path::parent_path(Path).str());
  }
  if (planted("lookups-forgotten"))
    return;
  SM.getFileManager().getVirtualFileSystem().visit([&](llvm::vfs::FileSystem &FS) {
    auto *Log = llvm::dyn_cast<frontend::LookupLog>(&FS);
    if (!Log)
      return;
    for (const std::string &Name : Log->Files)
      if (std::string Place = placeOf(Name); !Place.empty()) {
        Paths.insert(Place);
        Searched.insert(llvm::sys::path::parent_path(Place).str());
      }
    // "sub/x.h" was looked for where there is no sub. A folder to search that is missing is left alone, as
    // compilers do.
    for (const std::string &Name : Log->Folders)
      if (std::string Place = placeOf(Name); Searched.count(llvm::sys::path::parent_path(Place).str()))
        Paths.insert(Place);
  });
}

} // namespace persistify
