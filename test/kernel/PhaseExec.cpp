//===- test/kernel/PhaseExec.cpp - runs a kernel and its phase -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The OpenCL half of PhaseRunner: PhaseExec JOB. Prints what differs; nothing
// and exit code 0 when the buffers are equal.
//
//===----------------------------------------------------------------------===//
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

struct Arg {
  uint64_t Kind; // 0 value, 1 buffer, 2 local
  std::string Data;
  uint64_t LocalSize = 0;
};

struct Job {
  std::string Original, Fused, Kernel, Options;
  uint64_t Surplus, ItemStride;
  std::vector<size_t> Global, Local, Offset;
  std::vector<Arg> Args;
};

struct Reader {
  FILE *F;
  std::string bytes() const {
    uint64_t N = 0;
    if (fread(&N, sizeof(N), 1, F) != 1)
      exit(2);
    std::string S(N, 0);
    if (N && fread(S.data(), 1, N, F) != N)
      exit(2);
    return S;
  }
  uint64_t number() const {
    uint64_t V = 0;
    std::string S = bytes();
    memcpy(&V, S.data(), sizeof(V));
    return V;
  }
};

cl_device_id Device;
cl_context Context;
cl_command_queue Queue;

bool open() {
  cl_platform_id Platforms[8];
  cl_uint N = 0;
  if (clGetPlatformIDs(8, Platforms, &N) != CL_SUCCESS)
    return false;
  const char *Wanted = getenv("PERSISTIFY_TEST_PLATFORM");
  for (cl_uint I = 0; I < N && I < 8 && !Device; ++I) {
    char Name[256] = "";
    clGetPlatformInfo(Platforms[I], CL_PLATFORM_NAME, sizeof(Name), Name, nullptr);
    if (strstr(Name, Wanted ? Wanted : "Portable Computing Language"))
      clGetDeviceIDs(Platforms[I], CL_DEVICE_TYPE_ALL, 1, &Device, nullptr);
  }
  if (!Device)
    return false;
  Context = clCreateContext(nullptr, 1, &Device, nullptr, nullptr, nullptr);
  Queue = clCreateCommandQueue(Context, Device, 0, nullptr);
  return Queue != nullptr;
}

[[noreturn]] void fail(const std::string &Why) {
  fputs(Why.c_str(), stdout);
  exit(1);
}

cl_program build(const std::string &Text, const std::string &Options) {
  const char *Source = Text.c_str();
  cl_program P = clCreateProgramWithSource(Context, 1, &Source, nullptr, nullptr);
  if (clBuildProgram(P, 1, &Device, Options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    std::vector<char> Log(1 << 16);
    clGetProgramBuildInfo(P, Device, CL_PROGRAM_BUILD_LOG, Log.size(), Log.data(), nullptr);
    fail("build failed: " + std::string(Log.data()));
  }
  return P;
}

std::vector<std::string> launch(cl_program P, const char *Name, const Job &J, bool Wrapper) {
  cl_int Err;
  cl_kernel K = clCreateKernel(P, Name, &Err);
  if (!K)
    fail(std::string("no kernel ") + Name);
  std::vector<cl_mem> Mems;
  cl_uint I = 0;
  for (const Arg &A : J.Args) {
    if (A.Kind == 2) {
      Err = clSetKernelArg(K, I++, A.LocalSize, nullptr);
    } else if (A.Kind == 1) {
      cl_mem M = clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, A.Data.size(),
                                const_cast<char *>(A.Data.data()), &Err);
      Mems.push_back(M);
      Err = clSetKernelArg(K, I++, sizeof(M), &M);
    } else {
      Err = clSetKernelArg(K, I++, A.Data.size(), A.Data.data());
    }
    if (Err != CL_SUCCESS)
      fail("argument " + std::to_string(I - 1) + " was not taken");
  }
  size_t Items = 1;
  for (size_t L : J.Local)
    Items *= L ? L : 1;
  bool HasLocal = J.Local[0] != 0;
  if (Wrapper) {
    cl_uint Dim = J.Global.size();
    cl_uint G[4] = {1, 1, 1, 0}, L[4] = {1, 1, 1, 0}, O[4] = {0, 0, 0, 0};
    for (size_t X = 0; X < J.Global.size(); ++X) {
      G[X] = J.Global[X];
      L[X] = HasLocal ? J.Local[X] : 1;
      O[X] = J.Offset[X];
    }
    clSetKernelArg(K, I++, 4, &Dim);
    clSetKernelArg(K, I++, 16, G);
    clSetKernelArg(K, I++, 16, L);
    clSetKernelArg(K, I++, 16, O);
    size_t Local = J.Surplus ? J.Surplus : J.ItemStride ? 32 : Items, Global = Local * 3;
    Err = clEnqueueNDRangeKernel(Queue, K, 1, nullptr, &Global, &Local, 0, nullptr, nullptr);
  } else {
    Err = clEnqueueNDRangeKernel(Queue, K, J.Global.size(), J.Offset.data(), J.Global.data(),
                                 HasLocal ? J.Local.data() : nullptr, 0, nullptr, nullptr);
  }
  if (Err != CL_SUCCESS)
    fail(std::string(Name) + ": launch failed with " + std::to_string(Err));
  clFinish(Queue);
  std::vector<std::string> Out;
  size_t M = 0;
  for (const Arg &A : J.Args)
    if (A.Kind == 1) {
      Out.emplace_back(A.Data.size(), 0);
      clEnqueueReadBuffer(Queue, Mems[M], CL_TRUE, 0, A.Data.size(), Out.back().data(), 0, nullptr, nullptr);
      clReleaseMemObject(Mems[M++]);
    }
  clReleaseKernel(K);
  return Out;
}

} // namespace

int main(int argc, char **argv) {
  FILE *F = argc == 2 ? fopen(argv[1], "rb") : nullptr;
  if (!F)
    return 2;
  Reader R{F};
  Job J;
  J.Original = R.bytes();
  J.Fused = R.bytes();
  J.Kernel = R.bytes();
  J.Options = R.bytes();
  J.Surplus = R.number();
  J.ItemStride = R.number();
  for (uint64_t N = R.number(); N; --N) {
    J.Global.push_back(R.number());
    J.Local.push_back(R.number());
    J.Offset.push_back(R.number());
  }
  for (uint64_t N = R.number(); N; --N) {
    Arg A;
    A.Kind = R.number();
    if (A.Kind == 2)
      A.LocalSize = R.number();
    else
      A.Data = R.bytes();
    J.Args.push_back(A);
  }
  if (!open())
    fail("skipped");
  std::vector<std::string> Before = launch(build(J.Original, J.Options), J.Kernel.c_str(), J, false);
  std::vector<std::string> After = launch(build(J.Fused, J.Options), "p_wrapper", J, true);
  bool Changed = false;
  size_t B = 0;
  for (const Arg &A : J.Args) {
    if (A.Kind != 1)
      continue;
    Changed |= Before[B] != A.Data;
    for (size_t At = 0; At < A.Data.size(); ++At)
      if (Before[B][At] != After[B][At])
        fail("buffer " + std::to_string(B) + " differs at byte " + std::to_string(At));
    ++B;
  }
  if (!Changed)
    fail("the kernel changed nothing: the test shows nothing");
  return 0;
}
