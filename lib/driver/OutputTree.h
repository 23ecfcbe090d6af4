//===- OutputTree.h - which files the output's files include --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_DRIVER_OUTPUTTREE_H
#define PERSISTIFY_LIB_DRIVER_OUTPUTTREE_H

#include "Pipeline.h"

namespace persistify::driver {

/// A file of the output that would not include what it includes now.
struct OutputFault {
  std::string What;            ///< for the user; empty: there is none
  std::set<std::string> Files; ///< those that stand in between, perhaps, by their real paths
};

/// What the output will have.
struct OutputPlan {
  llvm::ArrayRef<KernelSource> Kernels;
  std::vector<HostFile> &Hosts;       ///< given ones, then headers that will be changed
  std::vector<std::string> &OutPaths; ///< of kernels and hosts
  llvm::ArrayRef<std::string> AllInputs;
  std::string Root, Out;
  std::set<std::string> &Uncopied; ///< real paths of headers that are found without a copy

  /// Files that are copied: path, place.
  std::vector<std::pair<std::string, std::string>> companions() const;

  /// Leaves out what stands in the way of the files' own includes. \p Units: of the given hosts.
  OutputFault settle(llvm::ArrayRef<std::unique_ptr<clang::ASTUnit>> Units);
};

} // namespace persistify::driver

#endif // PERSISTIFY_LIB_DRIVER_OUTPUTTREE_H
