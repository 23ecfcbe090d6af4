//===- persistify/Api.h - what calls of a device's interface mean -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words in which the host model speaks of a programming interface for devices. Which
// function, class or handle of OpenCL they stand for is known to one file of lib/api
// for each interface (DeviceApi.h), and to nobody else.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_API_H
#define PERSISTIFY_API_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace persistify {

/// Classes of host calls, by what they mean for a region.
enum class Api {
  None,   ///< not of the interface
  Launch, ///< clEnqueueNDRangeKernel
  LaunchTask,
  LaunchFunctor, ///< sets all arguments and launches
  LaunchCall,    ///< the same of a kernel that is a function, in groups
  SetArg,
  Read,
  Write,
  CopyIn,  ///< cl::copy of host elements to a buffer
  CopyOut, ///< ... and back
  Copy,
  Fill,
  Map,
  Unmap,
  Wait,        ///< the host waits for the queue: pending transfers are complete
  Profile,     ///< asks for the times of an event
  EventStatus, ///< asks how far a command is
  EventInfo,   ///< asks an event for more: has no model
  Query,       ///< asks a device, kernel or queue for what it always is
  Order,       ///< only orders commands of one in-order queue: nothing to do
  RawHandle,   ///< the handle inside a wrapper object
  DefaultQueue,
  LocalSize, ///< cl::Local
  MakeKernel,
  ReleaseKernel,
  MakeBuffer,
  ReleaseBuffer,
  Program,  ///< makes programs, or kernels in other ways
  Resource, ///< makes or releases other objects
  Other     ///< a call without a model
};

constexpr bool isLaunch(Api A) {
  return A == Api::Launch || A == Api::LaunchTask || A == Api::LaunchFunctor || A == Api::LaunchCall;
}

/// What an argument of a call is. Where a call has none of a kind, it is the usual one: the whole of a
/// transfer is done when the call returns, it begins at the start of the buffer, the queue is the default one.
enum class ApiArg : unsigned char {
  None,
  Ignored,
  Object, ///< the wrapper object of RawHandle
  Queue,
  Kernel,
  Program,
  Name,    ///< of a kernel function
  Texts,   ///< sources of a program: their number and an array of them
  NumTexts,
  Options, ///< with which a program is built
  Context,
  Buffer, ///< the one transferred; source of a copy
  To,     ///< destination of a copy
  Dim,
  Offset, ///< of a launch (an address or a range), or in Buffer
  ToOffset,
  Global,
  Groups, ///< their number in each dimension, in place of Global
  Local,
  Enqueue, ///< an object with queue, events and ranges
  Index,
  Size,
  Pointer,
  Param, ///< what is asked for
  Device,
  Length, ///< gets the size of an answer
  Value,  ///< what Pointer would point to, of its own size
  Begin,  ///< iterators of cl::copy
  End,
  Blocking,
  Flags,      ///< of a mapping or a buffer
  Properties, ///< of a buffer: none, or an empty list
  Pattern,
  PatternSize,
  Count,    ///< of WaitList, if that is an array
  WaitList, ///< an array, or a vector of events by address or reference
  WaitFor,  ///< one event
  Event,    ///< gets the command's event
  Status,   ///< gets the status
  Rest      ///< Value of each further argument
};

/// What an object of the interface is, whether the program has a handle of it or an
/// object of a class that holds one.
enum class ApiType : unsigned char {
  None,
  Queue,
  Kernel,
  Buffer,
  Event,
  Program,
  Context,
  Device,
  Platform,
  Functor,    ///< holds a kernel, and launches it when it is called
  EventList,  ///< a vector of events
  Range,      ///< sizes in each dimension
  LaunchArgs, ///< queue, events and ranges of a launch
  LocalSize,  ///< an argument that is local memory
  Other       ///< anything else of the interface: an image, a sampler, ...
};

/// Members of Range, LaunchArgs and LocalSize.
enum class ApiMember : unsigned char { None, Dimensions, Sizes, Queue, Events, Offset, Global, Local, Bytes };

/// What a call does to the number of references to an object.
enum class ApiCount : unsigned char {
  None,
  Makes,    ///< gives a new object
  Retains,  ///< its only argument
  Releases, ///< its only argument
};

/// What is known of a call beside its kind.
struct ApiEffect {
  ApiCount Count = ApiCount::None;
  ApiType Of = ApiType::None; ///< what it makes, retains or releases
  bool Asks = false;          ///< only answers, by what its arguments point to
  const char *Hint = nullptr; ///< what a program can do instead, where there is no model
};

/// One function of the interface: what it means, and its arguments in order. The
/// object of a method counts as its first argument.
struct ApiRow {
  const char *Class; ///< that has the method; "cl" for the wrapper's free functions; null: a function of C
  const char *Name;
  Api A;
  ApiArg Args[10];
  ApiEffect Effect = {};

  unsigned arity() const;
  bool variadic() const;
  /// Position of an argument, or -1.
  int find(ApiArg Arg) const;
  bool has(ApiArg Arg) const { return find(Arg) >= 0; }
  bool launches() const { return isLaunch(A); }
  bool makes(ApiType T) const { return Effect.Count == ApiCount::Makes && Effect.Of == T; }
};

/// The row of a function of C, null if it is none of the interface's. Calls are asked
/// for by apiCall() (DeviceApi.h); this is for names that are no calls yet.
const ApiRow *apiRow(llvm::StringRef Function);

/// The first function of OpenCL's C functions of a kind.
const char *functionOf(Api A);

/// Words of which a text that launches kernels has one.
std::vector<std::string> launchWords();
/// The same of headers that it includes.
std::vector<std::string> headerWords();
/// Whether by this macro headers choose what to declare: what is declared means the same.
bool isVersionMacro(llvm::StringRef Name);
/// The type of a handle in generated code, which is C.
std::string handleText(ApiType T);

/// Whether the program is taken to use the interface \p Name ("opencl" at first); false if there is none of that name.
bool useApi(llvm::StringRef Name);
/// Whether what it means is only looked at so far: nothing can be generated.
bool isSketch();

} // namespace persistify

#endif // PERSISTIFY_API_H
