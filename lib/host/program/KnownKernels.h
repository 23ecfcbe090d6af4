//===- KnownKernels.h - kernels by the arguments that they take ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A handle whose kernel nothing in the file names, as where a function is given it, may hold those kernels of the sources
// that take the arguments which the program sets on it. That is a guess: the name of the kernel is compared when the
// program runs, and with another one the original loop runs.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_KNOWNKERNELS_H
#define PERSISTIFY_LIB_HOST_KNOWNKERNELS_H

#include "program/ApiCall.h"
#include "persistify/Host.h"
#include <optional>
#include <set>

namespace persistify::host {

/// What a call that sets an argument says of it, as far as it is constant.
struct GivenArgument {
  std::optional<uint64_t> Index, Bytes;
  bool Null = false; ///< memory of the work-group
};

GivenArgument givenArgument(const ApiCall &Set, clang::ASTContext &Ctx);

/// The kernels that take all these arguments; those that have no others, where there are such.
std::set<std::string> kernelsThatTake(llvm::ArrayRef<GivenArgument> Given, llvm::ArrayRef<KnownKernel> Kernels);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_KNOWNKERNELS_H
