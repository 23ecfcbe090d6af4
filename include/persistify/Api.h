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
  LaunchFunctor, ///< sets all arguments and launches
  SetArg,
  Read,
  Write,
  CopyIn,  ///< cl::copy of host elements to a buffer
  CopyOut, ///< ... and back
  Copy,
  Fill,
  Map,
  Unmap,
  Wait,      ///< the host waits for the queue: pending transfers are complete
  Profile,   ///< asks for the times of an event
  EventStatus, ///< asks how far a command is
  Query,     ///< asks a device, kernel or queue for what it always is
  Order,     ///< only orders commands of one in-order queue: nothing to do
  RawHandle, ///< the handle inside a wrapper object
  DefaultQueue,
  LocalSize, ///< cl::Local
  MakeKernel,
  ReleaseKernel,
  MakeBuffer,
  ReleaseBuffer,
  Program,   ///< makes programs, or kernels in other ways
  Resource,  ///< makes or releases other objects
  Other      ///< an OpenCL call without a model
};

/// What an argument of an OpenCL call is.
enum class ApiArg : unsigned char {
  None,
  Ignored,
  Object, ///< the wrapper object of RawHandle
  Queue,
  Kernel,
  Program,
  Name,   ///< of a kernel function
  Context,
  Buffer, ///< the one transferred; source of a copy
  To,     ///< destination of a copy
  Dim,
  Offset, ///< of a launch (an address or cl::NDRange), or in Buffer
  ToOffset,
  Global,
  Local,
  Enqueue, ///< cl::EnqueueArgs
  Index,
  Size,
  Pointer,
  Param, ///< what is asked for
  Device,
  Length, ///< gets the size of an answer
  Value, ///< what Pointer would point to, of its own size
  Begin, ///< iterators of cl::copy
  End,
  Blocking,
  Flags, ///< of a mapping or a buffer
  Properties, ///< of a buffer: none, or an empty list
  Pattern,
  PatternSize,
  Count,    ///< of WaitList, if that is an array
  WaitList, ///< an array, or cl::vector<cl::Event> by address or reference
  WaitFor,  ///< one event
  Event,    ///< gets the command's event
  Status,   ///< gets the status
  Rest      ///< Value of each further argument
};

/// One function of the API: what it means, and its arguments in order. The
/// object of a method counts as its first argument.
struct ApiRow {
  const char *Class; ///< of the C++ wrapper; "cl" for its free functions; null: C API
  const char *Name;
  Api A;
  ApiArg Args[10];
  unsigned arity() const;
  bool variadic() const;
  /// Position of an argument, or -1.
  int find(ApiArg Arg) const;
};

/// The row of a C function (null if it is not OpenCL's), or of a method of the
/// C++ wrapper called with so many arguments, its object included; "copy(Buffer)"
/// is the cl::copy that reads.
const ApiRow *apiRow(llvm::StringRef Function);
const ApiRow *apiRow(llvm::StringRef Class, llvm::StringRef Function, unsigned Arity);

} // namespace persistify

#endif // PERSISTIFY_API_H
