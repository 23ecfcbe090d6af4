//===- OutputLayout.cpp - where inputs lie in the output -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/OutputLayout.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {

std::string normalPath(StringRef Path) {
  SmallString<256> Absolute(Path);
  (void)sys::fs::make_absolute(Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

std::string realPath(StringRef Path) {
  SmallString<256> Real;
  return sys::fs::real_path(Path, Real) ? normalPath(Path) : Real.str().str();
}

std::string beside(StringRef File, StringRef Name) {
  SmallString<256> Path(sys::path::parent_path(File));
  sys::path::append(Path, Name);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

bool liesIn(StringRef Path, StringRef Directory) {
  return Path.consume_front(Directory) &&
         (Path.empty() || sys::path::is_separator(Path.front()) || sys::path::is_separator(Directory.back()));
}

std::string folderAbove(llvm::StringRef Folder) {
  if (Folder.empty() || llvm::sys::path::filename(Folder) == "..")
    return (Folder + (Folder.empty() ? ".." : "/..")).str();
  return llvm::sys::path::parent_path(Folder).str();
}

std::string commonDirectory(ArrayRef<std::string> Paths) {
  std::string Common;
  for (const std::string &Path : Paths) {
    StringRef Directory = sys::path::parent_path(Path);
    std::string Normal = normalPath(Directory.empty() ? "." : Directory);
    if (Common.empty())
      Common = Normal;
    while (!liesIn(Normal, Common))
      Common = sys::path::parent_path(Common).str();
  }
  return Common;
}

std::vector<std::string> outputPaths(ArrayRef<std::string> Paths, StringRef Root) {
  std::vector<std::string> Result;
  for (const std::string &Path : Paths) {
    std::string Normal = normalPath(Path);
    StringRef Relative = Normal;
    Relative.consume_front(Root);
    Result.push_back(Relative.ltrim('/').str());
  }
  return Result;
}

} // namespace persistify
