//===- OpenCl.cpp - OpenCL's functions for C ------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A front end (DeviceApi.h): the table of calls, the structs behind handles, and the
// numbers of CL/cl.h.
//
//===----------------------------------------------------------------------===//
#include "OpenCl.h"
#include "persistify/Planted.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

using namespace clang;

namespace persistify {
namespace {

namespace opencl_c {
constexpr ApiEffect makes(ApiType T) { return {ApiCount::Makes, T}; }
constexpr ApiEffect retains(ApiType T) { return {ApiCount::Retains, T}; }
constexpr ApiEffect releases(ApiType T) { return {ApiCount::Releases, T}; }
constexpr ApiEffect Asks = {ApiCount::None, ApiType::None, true};
constexpr auto Ignored = ApiArg::Ignored, Queue = ApiArg::Queue, Kernel = ApiArg::Kernel, Buffer = ApiArg::Buffer,
               To = ApiArg::To, Dim = ApiArg::Dim, Offset = ApiArg::Offset, ToOffset = ApiArg::ToOffset,
               Global = ApiArg::Global, Local = ApiArg::Local, Index = ApiArg::Index, Size = ApiArg::Size,
               Pointer = ApiArg::Pointer, Blocking = ApiArg::Blocking, Param = ApiArg::Param, Flags = ApiArg::Flags,
               Status = ApiArg::Status, Pattern = ApiArg::Pattern, PatternSize = ApiArg::PatternSize,
               Count = ApiArg::Count, WaitList = ApiArg::WaitList, WaitFor = ApiArg::WaitFor, Event = ApiArg::Event,
               Program = ApiArg::Program, Name = ApiArg::Name, Context = ApiArg::Context, Options = ApiArg::Options,
               Texts = ApiArg::Texts, NumTexts = ApiArg::NumTexts, Device = ApiArg::Device, Length = ApiArg::Length,
               Properties = ApiArg::Properties;

// One row per function: the one place to add a call.
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
    {nullptr, "clEnqueueReadBufferRect", Api::Other, {}, RowsOneByOne},
    {nullptr, "clEnqueueWriteBufferRect", Api::Other, {}, RowsOneByOne},
    {nullptr, "clEnqueueCopyBufferRect", Api::Other, {}, RowsOneByOne},
    {nullptr, "clFinish", Api::Wait, {Queue}},
    {nullptr, "clWaitForEvents", Api::Wait, {Count, WaitList}},
    {nullptr, "clGetEventInfo", Api::EventStatus, {WaitFor, Param, Size, Pointer, Ignored}, Asks},
    {nullptr, "clGetKernelWorkGroupInfo", Api::Query, {Kernel, Device, Param, Size, Pointer, Length}, Asks},
    {nullptr, "clGetDeviceInfo", Api::Query, {Device, Param, Size, Pointer, Length}, Asks},
    {nullptr, "clGetCommandQueueInfo", Api::Query, {Queue, Param, Size, Pointer, Length}, Asks},
    {nullptr, "clFlush", Api::Order, {Queue}},
    {nullptr, "clEnqueueBarrier", Api::Order, {Queue}},
    {nullptr, "clEnqueueMarker", Api::Order, {Queue, Event}},
    {nullptr, "clEnqueueWaitForEvents", Api::Order, {Queue, Count, WaitList}},
    {nullptr, "clEnqueueBarrierWithWaitList", Api::Order, {Queue, Count, WaitList, Event}},
    {nullptr, "clEnqueueMarkerWithWaitList", Api::Order, {Queue, Count, WaitList, Event}},
    // Where a buffer lies: one device has it anyway.
    {nullptr, "clEnqueueMigrateMemObjects", Api::Order, {Queue, Ignored, Ignored, Ignored, Count, WaitList, Event}},
    {nullptr, "clReleaseEvent", Api::Order, {WaitFor}, releases(ApiType::Event)},
    {nullptr, "clRetainEvent", Api::Order, {WaitFor}, retains(ApiType::Event)},
    {nullptr, "clGetEventProfilingInfo", Api::Profile, {WaitFor, Param, Size, Pointer, Length}, Asks},
    {nullptr, "clCreateKernel", Api::MakeKernel, {Program, Name, Status}, makes(ApiType::Kernel)},
    {nullptr, "clReleaseKernel", Api::ReleaseKernel, {Kernel}, releases(ApiType::Kernel)},
    {nullptr, "clCreateKernelsInProgram", Api::Program, {}},
    {nullptr, "clCloneKernel", Api::Program, {Kernel, Status}, makes(ApiType::Kernel)},
    {nullptr,
     "clCreateProgramWithSource",
     Api::Program,
     {Context, NumTexts, Texts, Ignored, Status},
     makes(ApiType::Program)},
    {nullptr, "clCreateProgramWithBinary", Api::Program, {}, makes(ApiType::Program)},
    {nullptr, "clBuildProgram", Api::Program, {Program, Ignored, Ignored, Options, Ignored, Ignored}},
    {nullptr,
     "clCompileProgram",
     Api::Program,
     {Program, Ignored, Ignored, Options, Ignored, Ignored, Ignored, Ignored, Ignored}},
    {nullptr, "clLinkProgram", Api::Program, {}, makes(ApiType::Program)},
    {nullptr, "clCreateBuffer", Api::MakeBuffer, {Context, Flags, Size, Pointer, Status}, makes(ApiType::Buffer)},
    {nullptr,
     "clCreateBufferWithProperties",
     Api::MakeBuffer,
     {Context, Properties, Flags, Size, Pointer, Status},
     makes(ApiType::Buffer)},
    {nullptr, "clCreateSubBuffer", Api::Resource, {}, makes(ApiType::Buffer)},
    {nullptr, "clCreateImage", Api::Resource, {}, makes(ApiType::Other)},
    {nullptr, "clReleaseMemObject", Api::ReleaseBuffer, {Buffer}, releases(ApiType::Buffer)},
    {nullptr, "clRetainMemObject", Api::Resource, {Buffer}, retains(ApiType::Buffer)},
    {nullptr, "clReleaseProgram", Api::Resource, {Program}, releases(ApiType::Program)},
    {nullptr, "clReleaseCommandQueue", Api::Resource, {Queue}, releases(ApiType::Queue)},
    {nullptr, "clReleaseContext", Api::Resource, {Context}, releases(ApiType::Context)},
    {nullptr, "clCreateCommandQueue", Api::Resource, {}, makes(ApiType::Queue)},
    {nullptr, "clCreateCommandQueueWithProperties", Api::Resource, {}, makes(ApiType::Queue)},
    {nullptr, "clCreateContext", Api::Resource, {}, makes(ApiType::Context)},
    {nullptr, "clCreateUserEvent", Api::Resource, {}, makes(ApiType::Event)},
    {nullptr, "clRetainKernel", Api::Other, {Kernel}, retains(ApiType::Kernel)},
    {nullptr, "clRetainProgram", Api::Other, {Program}, retains(ApiType::Program)},
    {nullptr, "clRetainCommandQueue", Api::Other, {Queue}, retains(ApiType::Queue)},
    {nullptr, "clRetainContext", Api::Other, {Context}, retains(ApiType::Context)},
    {nullptr, "clRetainDevice", Api::Other, {Device}, retains(ApiType::Device)},
    {nullptr, "clReleaseDevice", Api::Other, {Device}, releases(ApiType::Device)},
    {nullptr, "clRetainSampler", Api::Other, {Ignored}, retains(ApiType::Other)},
    {nullptr, "clReleaseSampler", Api::Other, {Ignored}, releases(ApiType::Other)},

};

// Anything else that is spelled like the interface is known to be a call that has no model.
const ApiRow Unmodelled = {nullptr, "", Api::Other, {}};
const ApiRow UnmodelledAnswer = {nullptr, "", Api::Other, {}, Asks};
} // namespace opencl_c

class OpenClC final : public OpenClNumbers {
public:
  llvm::ArrayRef<ApiRow> rows() const override { return opencl_c::Table; }

  const ApiRow *function(llvm::StringRef Name) const override {
    static const llvm::StringMap<const ApiRow *> Map = [] {
      llvm::StringMap<const ApiRow *> M;
      for (const ApiRow &R : opencl_c::Table)
        M[R.Name] = &R;
      return M;
    }();
    if (auto It = Map.find(Name); It != Map.end())
      return It->second;
    if (Name.starts_with("clGet"))
      return &opencl_c::UnmodelledAnswer;
    return Name.starts_with("cl") && Name.size() > 2 && llvm::isUpper(Name[2]) ? &opencl_c::Unmodelled : nullptr;
  }

  ApiCall call(const CallExpr *C) const override {
    ApiCall R;
    const FunctionDecl *F = C->getDirectCallee();
    if (!F || isa<CXXMethodDecl>(F) || !F->getIdentifier() || inWrapper(F))
      return R;
    R.Row = F->hasBody() && !planted("any-name") ? nullptr : function(F->getName()); // the program's own otherwise
    if (!R.Row)
      return R;
    R.C = C;
    R.Of = this;
    R.A = R.Row->A;
    R.Name = F->getNameAsString();
    R.Args.assign(C->arg_begin(), C->arg_end());
    if (R.Row->arity() && R.Row->arity() != R.Args.size())
      R.A = Api::Other;
    return R;
  }

  ApiType handleBehind(QualType Pointee) const override {
    const RecordDecl *R = Pointee->getAsRecordDecl();
    llvm::StringRef Name = R && R->getIdentifier() ? R->getName() : "";
    return llvm::StringSwitch<ApiType>(Name)
        .Case("_cl_command_queue", ApiType::Queue)
        .Case("_cl_kernel", ApiType::Kernel)
        .Case("_cl_mem", ApiType::Buffer)
        .Case("_cl_event", ApiType::Event)
        .Case("_cl_program", ApiType::Program)
        .Case("_cl_context", ApiType::Context)
        .Case("_cl_device_id", ApiType::Device)
        .Case("_cl_platform_id", ApiType::Platform)
        .StartsWith("_cl_", ApiType::Other)
        .Default(ApiType::None);
  }
};
} // namespace

const DeviceApi &openClC() {
  static const OpenClC One;
  return One;
}

// ---- numbers ------------------------------------------------------------------------

ApiAnswer OpenClNumbers::answer(ApiType Of, uint64_t Param) const {
  switch (Of) {
  case ApiType::Queue:
    return Param == CL_QUEUE_DEVICE       ? ApiAnswer::Device
           : Param == CL_QUEUE_PROPERTIES ? ApiAnswer::Fixed
                                          : ApiAnswer::Varies;
  case ApiType::Kernel: // its local memory changes with its arguments
    return Param >= CL_KERNEL_WORK_GROUP_SIZE && Param <= CL_KERNEL_PRIVATE_MEM_SIZE &&
                   Param != CL_KERNEL_LOCAL_MEM_SIZE
               ? ApiAnswer::Fixed
               : ApiAnswer::Varies;
  case ApiType::Device: {
    constexpr uint64_t Last = 0x1075; // of what is known
    return Param >= CL_DEVICE_TYPE && Param <= Last && Param != CL_DEVICE_AVAILABLE &&
                   Param != CL_DEVICE_REFERENCE_COUNT
               ? ApiAnswer::Fixed
               : ApiAnswer::Varies;
  }
  case ApiType::Event:
    return Param == CL_EVENT_COMMAND_EXECUTION_STATUS ? ApiAnswer::Status
           : Param == CL_EVENT_COMMAND_TYPE           ? ApiAnswer::CommandType
                                                      : ApiAnswer::Varies;
  default: return ApiAnswer::Varies;
  }
}

ApiMapping OpenClNumbers::mapping(uint64_t Flags) const {
  return {(Flags & CL_MAP_READ) != 0, (Flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0,
          (Flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0};
}

ApiMemory OpenClNumbers::memory(uint64_t Flags) const {
  // What the host may not do with it, or what lies in the host's memory, is not plain.
  constexpr uint64_t Access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  const uint64_t Given = Flags & Access;
  return {(Flags & ~(Access | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) == 0 && (Given & (Given - 1)) == 0,
          (Flags & CL_MEM_COPY_HOST_PTR) != 0};
}

QueueTimes queueTimes() { return {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE}; }

const char *functionOf(Api A) {
  for (const ApiRow &R : opencl_c::Table)
    if (R.A == A)
      return R.Name;
  return "";
}

// ---- text ---------------------------------------------------------------------------

bool isVersionMacro(llvm::StringRef Name) {
  return Name == "CL_TARGET_OPENCL_VERSION" || Name.starts_with("CL_USE_DEPRECATED_");
}

std::vector<std::string> headerWords() { return {"CL/cl", "CL/opencl", "OpenCL/opencl.h", "OpenCL/cl.h"}; }

std::string OpenClNumbers::handleText(ApiType T) const {
  switch (T) {
  case ApiType::Queue: return "cl_command_queue";
  case ApiType::Kernel: return "cl_kernel";
  case ApiType::Buffer: return "cl_mem";
  case ApiType::Event: return "cl_event";
  default: return "";
  }
}

} // namespace persistify
