//===- Resources.cpp - files that a parse needs or has read --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
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
  auto HasHeaders = [](const llvm::Twine &Dir) {
    return llvm::sys::fs::exists(Dir + "/include/opencl-c-base.h");
  };
  static char Anchor;
  std::string Tool = llvm::sys::fs::getMainExecutable(nullptr, &Anchor);
  llvm::SmallString<256> Beside = llvm::sys::path::parent_path(llvm::sys::path::parent_path(Tool));
  llvm::sys::path::append(Beside, "lib", "clang", CLANG_VERSION_MAJOR_STRING);
  if (HasHeaders(Beside))
    return std::string(Beside);
  if (HasHeaders(PERSISTIFY_CLANG_RESOURCE_DIR))
    return PERSISTIFY_CLANG_RESOURCE_DIR;

  Dl_info Info;
  bool (*InClang)(CompilerInvocation &, llvm::ArrayRef<const char *>, DiagnosticsEngine &,
                  const char *) = &CompilerInvocation::CreateFromArgs;
  if (!dladdr(reinterpret_cast<void *>(InClang), &Info) || !Info.dli_fname)
    return {};
  // Beside the library's name and beside the file it links to: distributions
  // put links in Clang's own folder.
  llvm::SmallString<256> Real;
  llvm::sys::fs::real_path(Info.dli_fname, Real);
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

void addFilesRead(const SourceManager &SM, std::set<std::string> &Paths) {
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
    llvm::StringRef Name = It->first.getName();
    llvm::SmallString<256> Path;
    // ".." behind a symbolic link leads elsewhere than the text says.
    if (!Name.contains(".."))
      Path = normalPath(Name);
    else if (llvm::sys::fs::real_path(Name, Path))
      continue;
    if (llvm::sys::fs::exists(Path)) // not what is only in memory
      Paths.insert(std::string(Path));
  }
}

} // namespace persistify
