//===- Api.cpp - the OpenCL host API, as a table ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Api.h"
#include "llvm/ADT/StringMap.h"

using namespace persistify;

namespace {
constexpr auto Ignored = ApiArg::Ignored, Object = ApiArg::Object, Queue = ApiArg::Queue, Kernel = ApiArg::Kernel,
               Buffer = ApiArg::Buffer, To = ApiArg::To, Dim = ApiArg::Dim, Offset = ApiArg::Offset,
               ToOffset = ApiArg::ToOffset, Global = ApiArg::Global, Local = ApiArg::Local, Enqueue = ApiArg::Enqueue,
               Index = ApiArg::Index, Size = ApiArg::Size, Pointer = ApiArg::Pointer, Value = ApiArg::Value,
               Begin = ApiArg::Begin, End = ApiArg::End, Blocking = ApiArg::Blocking, Param = ApiArg::Param,
               Flags = ApiArg::Flags, Status = ApiArg::Status, Pattern = ApiArg::Pattern,
               PatternSize = ApiArg::PatternSize, Count = ApiArg::Count, WaitList = ApiArg::WaitList,
               WaitFor = ApiArg::WaitFor, Event = ApiArg::Event, Program = ApiArg::Program, Name = ApiArg::Name,
               Context = ApiArg::Context, Rest = ApiArg::Rest, Device = ApiArg::Device, Length = ApiArg::Length,
               Properties = ApiArg::Properties;

// One row per function and arity: the one place to add a call.
const ApiRow Table[] = {
    {nullptr,
     "clEnqueueNDRangeKernel",
     Api::Launch,
     {Queue, Kernel, Dim, Offset, Global, Local, Count, WaitList, Event}},
    {nullptr, "clEnqueueTask", Api::LaunchTask, {Queue, Kernel, Count, WaitList, Event}},
    {nullptr, "clSetKernelArg", Api::SetArg, {Kernel, Index, Size, Pointer}},
    {nullptr,
     "clEnqueueReadBuffer",
     Api::Read,
     {Queue, Buffer, Blocking, Offset, Size, Pointer, Count, WaitList, Event}},
    {nullptr,
     "clEnqueueWriteBuffer",
     Api::Write,
     {Queue, Buffer, Blocking, Offset, Size, Pointer, Count, WaitList, Event}},
    {nullptr, "clEnqueueCopyBuffer", Api::Copy, {Queue, Buffer, To, Offset, ToOffset, Size, Count, WaitList, Event}},
    {nullptr,
     "clEnqueueFillBuffer",
     Api::Fill,
     {Queue, Buffer, Pattern, PatternSize, Offset, Size, Count, WaitList, Event}},
    {nullptr,
     "clEnqueueMapBuffer",
     Api::Map,
     {Queue, Buffer, Blocking, Flags, Offset, Size, Count, WaitList, Event, Status}},
    {nullptr, "clEnqueueUnmapMemObject", Api::Unmap, {Queue, Buffer, Pointer, Count, WaitList, Event}},
    {nullptr, "clFinish", Api::Wait, {Queue}},
    {nullptr, "clWaitForEvents", Api::Wait, {Count, WaitList}},
    {nullptr, "clGetEventInfo", Api::EventStatus, {WaitFor, Param, Size, Pointer, Ignored}},
    {nullptr, "clGetKernelWorkGroupInfo", Api::Query, {Kernel, Device, Param, Size, Pointer, Length}},
    {nullptr, "clGetDeviceInfo", Api::Query, {Device, Param, Size, Pointer, Length}},
    {nullptr, "clGetCommandQueueInfo", Api::Query, {Queue, Param, Size, Pointer, Length}},
    {nullptr, "clFlush", Api::Order, {Queue}},
    {nullptr, "clEnqueueBarrier", Api::Order, {Queue}},
    {nullptr, "clEnqueueMarker", Api::Order, {Queue, Event}},
    {nullptr, "clEnqueueWaitForEvents", Api::Order, {Queue, Count, WaitList}},
    {nullptr, "clEnqueueBarrierWithWaitList", Api::Order, {Queue, Count, WaitList, Event}},
    {nullptr, "clEnqueueMarkerWithWaitList", Api::Order, {Queue, Count, WaitList, Event}},
    // Where a buffer lies: one device has it anyway.
    {nullptr, "clEnqueueMigrateMemObjects", Api::Order, {Queue, Ignored, Ignored, Ignored, Count, WaitList, Event}},
    {nullptr, "clReleaseEvent", Api::Order, {WaitFor}},
    {nullptr, "clRetainEvent", Api::Order, {WaitFor}},
    {nullptr, "clGetEventProfilingInfo", Api::Profile, {}},
    {nullptr, "clCreateKernel", Api::MakeKernel, {Program, Name, Status}},
    {nullptr, "clReleaseKernel", Api::ReleaseKernel, {Kernel}},
    {nullptr, "clCreateKernelsInProgram", Api::Program, {}},
    {nullptr, "clCloneKernel", Api::Program, {}},
    {nullptr, "clCreateProgramWithSource", Api::Program, {}},
    {nullptr, "clCreateProgramWithBinary", Api::Program, {}},
    {nullptr, "clBuildProgram", Api::Program, {}},
    {nullptr, "clCompileProgram", Api::Program, {}},
    {nullptr, "clLinkProgram", Api::Program, {}},
    {nullptr, "clCreateBuffer", Api::MakeBuffer, {Context, Flags, Size, Pointer, Status}},
    {nullptr, "clCreateBufferWithProperties", Api::MakeBuffer, {Context, Properties, Flags, Size, Pointer, Status}},
    {nullptr, "clCreateSubBuffer", Api::Resource, {}},
    {nullptr, "clCreateImage", Api::Resource, {}},
    {nullptr, "clReleaseMemObject", Api::ReleaseBuffer, {Buffer}},
    {nullptr, "clRetainMemObject", Api::Resource, {}},
    {nullptr, "clReleaseProgram", Api::Resource, {}},
    {nullptr, "clReleaseCommandQueue", Api::Resource, {}},
    {nullptr, "clReleaseContext", Api::Resource, {}},
    {nullptr, "clCreateCommandQueue", Api::Resource, {}},
    {nullptr, "clCreateCommandQueueWithProperties", Api::Resource, {}},
    {nullptr, "clCreateContext", Api::Resource, {}},
    {nullptr, "clCreateUserEvent", Api::Resource, {}},

    // The C++ wrapper (CL/opencl.hpp, CL/cl2.hpp, CL/cl.hpp).
    {"CommandQueue", "enqueueNDRangeKernel", Api::Launch, {Queue, Kernel, Offset, Global, Local, WaitList, Event}},
    {"CommandQueue", "enqueueTask", Api::LaunchTask, {Queue, Kernel, WaitList, Event}},
    {"KernelFunctor", "operator()", Api::LaunchFunctor, {Kernel, Enqueue, Rest}},
    {"make_kernel", "operator()", Api::LaunchFunctor, {Kernel, Enqueue, Rest}},
    {"functionImplementation_", "operator()", Api::LaunchFunctor, {Kernel, Enqueue, Rest}}, // of CL/cl.hpp's
    {"Kernel", "setArg", Api::SetArg, {Kernel, Index, Value}},
    {"Kernel", "setArg", Api::SetArg, {Kernel, Index, Size, Pointer}},
    {"CommandQueue", "enqueueReadBuffer", Api::Read, {Queue, Buffer, Blocking, Offset, Size, Pointer, WaitList, Event}},
    {"CommandQueue",
     "enqueueWriteBuffer",
     Api::Write,
     {Queue, Buffer, Blocking, Offset, Size, Pointer, WaitList, Event}},
    {"CommandQueue", "enqueueCopyBuffer", Api::Copy, {Queue, Buffer, To, Offset, ToOffset, Size, WaitList, Event}},
    {"CommandQueue", "enqueueFillBuffer", Api::Fill, {Queue, Buffer, Pattern, Offset, Size, WaitList, Event}},
    {"cl", "enqueueReadBuffer", Api::Read, {Buffer, Blocking, Offset, Size, Pointer, WaitList, Event}},
    {"cl", "enqueueWriteBuffer", Api::Write, {Buffer, Blocking, Offset, Size, Pointer, WaitList, Event}},
    {"cl", "enqueueCopyBuffer", Api::Copy, {Buffer, To, Offset, ToOffset, Size, WaitList, Event}},
    {"CommandQueue",
     "enqueueMapBuffer",
     Api::Map,
     {Queue, Buffer, Blocking, Flags, Offset, Size, WaitList, Event, Status}},
    {"CommandQueue", "enqueueUnmapMemObject", Api::Unmap, {Queue, Buffer, Pointer, WaitList, Event}},
    // The way that cl::copy goes is told by its types.
    {"cl", "copy", Api::CopyIn, {Begin, End, Buffer}},
    {"cl", "copy", Api::CopyIn, {Queue, Begin, End, Buffer}},
    {"cl", "copy(Buffer)", Api::CopyOut, {Buffer, Begin, End}},
    {"cl", "copy(Buffer)", Api::CopyOut, {Queue, Buffer, Begin, End}},
    {"CommandQueue", "finish", Api::Wait, {Queue}},
    {"cl", "finish", Api::Wait, {}},
    {"Event", "wait", Api::Wait, {WaitFor}},
    {"Event", "getProfilingInfo", Api::Profile, {WaitFor, Status}},
    {"Event", "getProfilingInfo", Api::Profile, {WaitFor, Param, Pointer}},
    {"Event", "waitForEvents", Api::Wait, {WaitList}},
    {"cl", "WaitForEvents", Api::Wait, {WaitList}},
    {"CommandQueue", "flush", Api::Order, {Queue}},
    {"cl", "flush", Api::Order, {}},
    {"CommandQueue", "enqueueBarrierWithWaitList", Api::Order, {Queue, WaitList, Event}},
    {"CommandQueue", "enqueueMarkerWithWaitList", Api::Order, {Queue, WaitList, Event}},
    {"CommandQueue", "enqueueBarrier", Api::Order, {Queue}},
    {"CommandQueue", "enqueueMarker", Api::Order, {Queue, Event}},
    {"CommandQueue", "enqueueMigrateMemObjects", Api::Order, {Queue, Ignored, Ignored, WaitList, Event}},
    {"CommandQueue", "enqueueWaitForEvents", Api::Order, {Queue, WaitList}},
    {"Wrapper", "operator()", Api::RawHandle, {Object}},
    {"Wrapper", "get", Api::RawHandle, {Object}},
    {"CommandQueue", "getDefault", Api::DefaultQueue, {Ignored}},
    {"cl", "Local", Api::LocalSize, {Size}},
    {"Program", "build", Api::Program, {Rest}},
    {"Program", "compile", Api::Program, {Rest}},
    {"Program", "createKernels", Api::Program, {Rest}},
    {"cl", "linkProgram", Api::Program, {Rest}},
    {"Buffer", "createSubBuffer", Api::Resource, {Rest}},
};

const ApiRow Unmodelled = {nullptr, "", Api::Other, {}};
} // namespace

unsigned ApiRow::arity() const {
  unsigned N = 0;
  while (N < std::size(Args) && Args[N] != ApiArg::None && Args[N] != ApiArg::Rest)
    ++N;
  return N;
}

bool ApiRow::variadic() const { return find(ApiArg::Rest) >= 0; }

int ApiRow::find(ApiArg Arg) const {
  for (unsigned I = 0; I < std::size(Args); ++I)
    if (Args[I] == Arg)
      return int(I);
  return -1;
}

const ApiRow *persistify::apiRow(llvm::StringRef Function) {
  static const llvm::StringMap<const ApiRow *> Map = [] {
    llvm::StringMap<const ApiRow *> M;
    for (const ApiRow &R : Table)
      if (!R.Class)
        M[R.Name] = &R;
    return M;
  }();
  if (auto It = Map.find(Function); It != Map.end())
    return It->second;
  // Anything else that is spelled like the API is known to be one we do not model.
  if (Function.starts_with("cl") && Function.size() > 2 && llvm::isUpper(Function[2]))
    return &Unmodelled;
  return nullptr;
}

const ApiRow *persistify::apiRow(llvm::StringRef Class, llvm::StringRef Function, unsigned Arity) {
  for (const ApiRow &R : Table)
    if (R.Class && Class == R.Class && Function == R.Name &&
        (Arity == R.arity() || (R.variadic() && Arity > R.arity())))
      return &R;
  return &Unmodelled;
}
