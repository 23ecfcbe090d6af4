//===- KernelNames.h - names in a persistent kernel -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_EMIT_KERNELNAMES_H
#define PERSISTIFY_LIB_EMIT_KERNELNAMES_H

#include "persistify/OwnNames.h"
#include "persistify/Plan.h"
#include "llvm/ADT/StringSet.h"

namespace persistify::emit {

/// What the things of a plan are called in its persistent kernel: all different, and no name of the kernels' sources.
struct KernelNames {
  explicit KernelNames(const Plan &P);

  /// A name that is free, as are NAME_0, NAME_1, ... of its elements.
  std::string unique(const std::string &Base, uint64_t Elements = 0);
  /// The variable that holds an entry when the region begins.
  std::string entry(unsigned I) const;

  OwnNames Own;                           ///< and the program's, in text of ours
  std::vector<std::string> Vars, Handles; ///< by variable of the region, by handle
  std::vector<std::string> Args;          ///< by argument
  std::vector<std::string> ArgSet;        ///< whether it is set
  std::vector<std::string> ArgUnset;      ///< whether it was not on entry
  std::vector<std::string> Cells;         ///< by rotation
  std::vector<std::string> Turns;         ///< which cell is in use
  std::vector<std::string> Needs;         ///< by handle: bytes that it has no room for
  std::vector<std::string> Entries;       ///< parameters of the persistent kernel

private:
  const Plan &P;
  llvm::StringSet<> Taken;
};

} // namespace persistify::emit

#endif // PERSISTIFY_LIB_EMIT_KERNELNAMES_H
