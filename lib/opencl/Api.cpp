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
struct Row {
  const char *Name;
  Api A;
};

// One row per function: the one place to add a call.
const Row Table[] = {
    {"clEnqueueNDRangeKernel", Api::Launch},
    {"clEnqueueTask", Api::LaunchTask},
    {"clSetKernelArg", Api::SetArg},
    {"clEnqueueReadBuffer", Api::Read},
    {"clEnqueueWriteBuffer", Api::Write},
    {"clEnqueueCopyBuffer", Api::Copy},
    {"clEnqueueFillBuffer", Api::Fill},
    {"clFinish", Api::Wait},
    {"clWaitForEvents", Api::Wait},
    {"clFlush", Api::Order},
    {"clEnqueueBarrier", Api::Order},
    {"clEnqueueMarker", Api::Order},
    {"clEnqueueWaitForEvents", Api::Order},
    {"clEnqueueBarrierWithWaitList", Api::Order},
    {"clEnqueueMarkerWithWaitList", Api::Order},
    {"clReleaseEvent", Api::Order},
    {"clRetainEvent", Api::Order},
    {"clCreateKernel", Api::Program},
    {"clCreateKernelsInProgram", Api::Program},
    {"clCloneKernel", Api::Program},
    {"clCreateProgramWithSource", Api::Program},
    {"clCreateProgramWithBinary", Api::Program},
    {"clBuildProgram", Api::Program},
    {"clCompileProgram", Api::Program},
    {"clLinkProgram", Api::Program},
    {"clCreateBuffer", Api::Resource},
    {"clCreateSubBuffer", Api::Resource},
    {"clCreateImage", Api::Resource},
    {"clReleaseMemObject", Api::Resource},
    {"clRetainMemObject", Api::Resource},
    {"clReleaseKernel", Api::Resource},
    {"clReleaseProgram", Api::Resource},
    {"clReleaseCommandQueue", Api::Resource},
    {"clReleaseContext", Api::Resource},
    {"clCreateCommandQueue", Api::Resource},
    {"clCreateCommandQueueWithProperties", Api::Resource},
    {"clCreateContext", Api::Resource},
    {"clCreateUserEvent", Api::Resource},
};
} // namespace

Api persistify::apiOf(llvm::StringRef Function) {
  static const llvm::StringMap<Api> Map = [] {
    llvm::StringMap<Api> M;
    for (const Row &R : Table)
      M[R.Name] = R.A;
    return M;
  }();
  auto It = Map.find(Function);
  if (It != Map.end())
    return It->second;
  // Anything else that is spelled like the API is known to be one we do not model.
  if (Function.starts_with("cl") && Function.size() > 2 && llvm::isUpper(Function[2]))
    return Api::Other;
  return Api::None;
}

bool persistify::isOutputFunction(llvm::StringRef F) {
  static const char *const Names[] = {"printf", "fprintf", "puts", "fputs", "putchar", "putc",
                                      "fputc", "perror", "fflush", "vprintf", "vfprintf", "fwrite"};
  for (const char *N : Names)
    if (F == N)
      return true;
  return false;
}

bool persistify::isInputFunction(llvm::StringRef F) {
  static const char *const Names[] = {"scanf", "fscanf", "getchar", "fgets", "getc", "fgetc",
                                      "fread", "getline", "gets", "read"};
  for (const char *N : Names)
    if (F == N)
      return true;
  return false;
}
