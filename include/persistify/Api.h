//===- persistify/Api.h - which calls are OpenCL ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_API_H
#define PERSISTIFY_API_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace persistify {

/// Classes of OpenCL host calls, by what they mean for a region.
enum class Api {
  None,   ///< not OpenCL
  Launch, ///< clEnqueueNDRangeKernel
  LaunchTask,
  SetArg,
  Read,
  Write,
  Copy,
  Fill,
  Wait,     ///< the host waits for the queue: pending transfers are complete
  Order,    ///< only orders commands of one in-order queue: nothing to do
  Program,  ///< makes programs or kernels
  Resource, ///< makes or releases other objects
  Other     ///< an OpenCL call without a model
};

Api apiOf(llvm::StringRef Function);

/// Standard C functions that write or read the outside world.
bool isOutputFunction(llvm::StringRef Function);
bool isInputFunction(llvm::StringRef Function);

} // namespace persistify

#endif // PERSISTIFY_API_H
