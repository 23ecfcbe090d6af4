//===- persistify/OutputLayout.h - where inputs lie in the output ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs keep their places relative to each other: a path in OUT is the path
// relative to the root, the deepest directory that holds all inputs and the headers
// that they reach by quoted includes. Files of one directory thus lie directly in
// OUT, and src/host.cpp with kernels/k.cl become OUT/src/host.cpp and OUT/kernels/k.cl.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_OUTPUTLAYOUT_H
#define PERSISTIFY_OUTPUTLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace persistify {

/// \p Path without "." and "..", absolute; symbolic links stay.
std::string normalPath(llvm::StringRef Path);

/// One name of a file, whatever symbolic links lead to it; of one that is not there its normal path.
std::string realPath(llvm::StringRef Path);

/// What \p Name means in the folder of \p File, without "." and "..".
std::string beside(llvm::StringRef File, llvm::StringRef Name);

/// The folder that holds \p Folder; an empty one is that of the process.
std::string folderAbove(llvm::StringRef Folder);

/// The deepest directory that holds all of \p Paths, absolute.
std::string commonDirectory(llvm::ArrayRef<std::string> Paths);

/// True if \p Path lies in or below \p Directory; both are normal.
bool liesIn(llvm::StringRef Path, llvm::StringRef Directory);

/// For each of \p Paths its path relative to \p Root.
std::vector<std::string> outputPaths(llvm::ArrayRef<std::string> Paths, llvm::StringRef Root);

} // namespace persistify

#endif // PERSISTIFY_OUTPUTLAYOUT_H
