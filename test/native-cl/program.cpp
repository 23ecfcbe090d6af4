//===- program.cpp - programs --------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "native.h"

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace ncl;

namespace {

// A program's binary: this, then a shared object or bitcode.
struct BinaryHead {
  char Magic[4];
  uint32_t Abi, Type;
};
const char Magic[4] = {'N', 'C', 'L', 'B'};

std::string contents(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  std::stringstream Text;
  Text << File.rdbuf();
  return Text.str();
}

cl_program makeProgram(cl_context C) {
  auto *P = new _cl_program;
  P->Context = C;
  hold(C, &Object::Parts);
  return P;
}

// Arguments that build, compile and link have in common.
cl_int checkBuild(const char *Function, cl_uint NumDevices, const cl_device_id *Devices, bool Notify, void *User) {
  if (!NumDevices != !Devices)
    return failed(Function, CL_INVALID_VALUE, "a list of devices without length or a length without list");
  if (!Notify && User)
    return failed(Function, CL_INVALID_VALUE, "user_data without pfn_notify");
  for (cl_uint I = 0; I < NumDevices; ++I)
    if (!known(Devices[I], Kind::Device))
      return failed(Function, CL_INVALID_DEVICE, "not a device");
  return CL_SUCCESS;
}

} // namespace

cl_program clCreateProgramWithSource(cl_context C, cl_uint Count, const char **Texts, const size_t *Lengths,
                                     cl_int *Err) {
  if (!known(C, Kind::Context))
    FAIL_MAKING(CL_INVALID_CONTEXT, "not a context");
  if (!Count || !Texts)
    FAIL_MAKING(CL_INVALID_VALUE, "no source");
  std::string Source;
  for (cl_uint I = 0; I < Count; ++I) {
    if (!Texts[I])
      FAIL_MAKING(CL_INVALID_VALUE, "a part of the source is null");
    if (Lengths && Lengths[I])
      Source.append(Texts[I], Lengths[I]);
    else
      Source += Texts[I];
  }
  cl_program P = makeProgram(C);
  P->FromSource = true;
  P->Source = Source;
  MADE(P);
}

cl_program clCreateProgramWithBinary(cl_context C, cl_uint Count, const cl_device_id *Devices, const size_t *Lengths,
                                     const unsigned char **Binaries, cl_int *Status, cl_int *Err) {
  if (!known(C, Kind::Context))
    FAIL_MAKING(CL_INVALID_CONTEXT, "not a context");
  if (!Devices || Count != 1 || !Lengths || !Binaries || !Lengths[0] || !Binaries[0])
    FAIL_MAKING(CL_INVALID_VALUE, "no devices, or no binaries");
  if (!known(Devices[0], Kind::Device))
    FAIL_MAKING(CL_INVALID_DEVICE, "not a device");
  BinaryHead Head;
  bool Good = Lengths[0] > sizeof Head;
  if (Good) {
    memcpy(&Head, Binaries[0], sizeof Head);
    Good = !memcmp(Head.Magic, Magic, sizeof Magic) && Head.Abi == NCL_ABI;
  }
  if (Status)
    *Status = Good ? CL_SUCCESS : CL_INVALID_BINARY;
  if (!Good)
    FAIL_MAKING(CL_INVALID_BINARY, "not made by this implementation");
  cl_program P = makeProgram(C);
  P->FromBinary = true;
  P->Type = Head.Type;
  std::string Content((const char *)Binaries[0] + sizeof Head, Lengths[0] - sizeof Head);
  P->Binary = keep(Content, Head.Type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE ? ".so" : ".bc");
  MADE(P);
}

cl_program clCreateProgramWithBuiltInKernels(cl_context C, cl_uint Count, const cl_device_id *Devices,
                                             const char *Names, cl_int *Err) {
  if (!known(C, Kind::Context))
    FAIL_MAKING(CL_INVALID_CONTEXT, "not a context");
  (void)Count, (void)Devices, (void)Names;
  FAIL_MAKING(CL_INVALID_VALUE, "no built-in kernels");
}

cl_program clCreateProgramWithIL(cl_context C, const void *, size_t, cl_int *Err) {
  if (!known(C, Kind::Context))
    FAIL_MAKING(CL_INVALID_CONTEXT, "not a context");
  FAIL_MAKING(CL_INVALID_OPERATION, "no intermediate language");
}
cl_int clSetProgramSpecializationConstant(cl_program P, cl_uint, size_t, const void *) {
  if (!known(P, Kind::Program))
    FAIL(CL_INVALID_PROGRAM, "not a program");
  FAIL(CL_INVALID_OPERATION, "no intermediate language");
}
cl_int clSetProgramReleaseCallback(cl_program P, void(CL_CALLBACK *Call)(cl_program, void *), void *User) {
  if (!known(P, Kind::Program))
    FAIL(CL_INVALID_PROGRAM, "not a program");
  if (!Call)
    FAIL(CL_INVALID_VALUE, "no function");
  P->Destructors.push_back({Call, User});
  return CL_SUCCESS;
}

cl_int clRetainProgram(cl_program P) {
  if (!known(P, Kind::Program))
    FAIL(CL_INVALID_PROGRAM, "not a program");
  hold(P, &Object::Refs);
  return CL_SUCCESS;
}
cl_int clReleaseProgram(cl_program P) {
  if (!known(P, Kind::Program))
    FAIL(CL_INVALID_PROGRAM, "not a program");
  drop(P, &Object::Refs);
  return CL_SUCCESS;
}

//===- building -------------------------------------------------------------------------===//

cl_int clBuildProgram(cl_program P, cl_uint NumDevices, const cl_device_id *Devices, const char *Options,
                      void(CL_CALLBACK *Notify)(cl_program, void *), void *User) {
  if (!known(P, Kind::Program))
    FAIL(CL_INVALID_PROGRAM, "not a program");
  if (cl_int Code = checkBuild(__func__, NumDevices, Devices, Notify, User))
    return Code;
  if (P->Parts > 0)
    FAIL(CL_INVALID_OPERATION, "the program has kernels");
  if (!P->FromSource && P->Type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
    FAIL(CL_INVALID_BINARY, "the binary has no executable");
  P->Code.reset();
  P->Log.clear();
  P->Options = Options ? Options : "";
  P->Status = CL_BUILD_ERROR;
  srand(580); // as NVIDIA's driver does: who builds more often than the program must put this right
  cl_int Code = CL_BUILD_PROGRAM_FAILURE;
  std::vector<std::string> Words;
  if (!splitOptions(P->Options, false, Words, P->Log))
    Code = CL_INVALID_BUILD_OPTIONS;
  else if (!P->FromSource || compile(P->Source, Words, {}, false, P->Binary, P->Log))
    P->Code = load(P->Binary, P->Log);
  if (P->Code) {
    P->Status = CL_BUILD_SUCCESS;
    P->Type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    Code = CL_SUCCESS;
  }
  if (Notify)
    Notify(P, User);
  if (Code != CL_SUCCESS)
    FAIL(Code, P->Log.c_str());
  return CL_SUCCESS;
}

cl_int clCompileProgram(cl_program P, cl_uint NumDevices, const cl_device_id *Devices, const char *Options,
                        cl_uint NumHeaders, const cl_program *Headers, const char **Names,
                        void(CL_CALLBACK *Notify)(cl_program, void *), void *User) {
  if (!known(P, Kind::Program))
    FAIL(CL_INVALID_PROGRAM, "not a program");
  if (cl_int Code = checkBuild(__func__, NumDevices, Devices, Notify, User))
    return Code;
  if (!NumHeaders != !Headers || !NumHeaders != !Names)
    FAIL(CL_INVALID_VALUE, "headers and their names do not fit");
  if (P->Parts > 0)
    FAIL(CL_INVALID_OPERATION, "the program has kernels");
  if (!P->FromSource)
    FAIL(CL_INVALID_OPERATION, "the program has no source");
  std::vector<std::pair<std::string, std::string>> Files;
  for (cl_uint I = 0; I < NumHeaders; ++I) {
    if (!known(Headers[I], Kind::Program))
      FAIL(CL_INVALID_PROGRAM, "a header is not a program");
    if (!Names[I] || !*Names[I])
      FAIL(CL_INVALID_VALUE, "a header without name");
    Files.push_back({Names[I], Headers[I]->Source});
  }
  P->Code.reset();
  P->Log.clear();
  P->Options = Options ? Options : "";
  P->Status = CL_BUILD_ERROR;
  cl_int Code = CL_COMPILE_PROGRAM_FAILURE;
  std::vector<std::string> Words;
  if (!splitOptions(P->Options, false, Words, P->Log))
    Code = CL_INVALID_COMPILER_OPTIONS;
  else if (compile(P->Source, Words, Files, true, P->Binary, P->Log)) {
    P->Status = CL_BUILD_SUCCESS;
    P->Type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    Code = CL_SUCCESS;
  }
  if (Notify)
    Notify(P, User);
  if (Code != CL_SUCCESS)
    FAIL(Code, P->Log.c_str());
  return CL_SUCCESS;
}

cl_program clLinkProgram(cl_context C, cl_uint NumDevices, const cl_device_id *Devices, const char *Options,
                         cl_uint NumPrograms, const cl_program *Programs, void(CL_CALLBACK *Notify)(cl_program, void *),
                         void *User, cl_int *Err) {
  if (!known(C, Kind::Context))
    FAIL_MAKING(CL_INVALID_CONTEXT, "not a context");
  if (cl_int Code = checkBuild(__func__, NumDevices, Devices, Notify, User))
    FAIL_MAKING(Code, "the devices");
  if (!NumPrograms || !Programs)
    FAIL_MAKING(CL_INVALID_VALUE, "no programs");
  std::vector<std::string> Objects;
  for (cl_uint I = 0; I < NumPrograms; ++I) {
    if (!known(Programs[I], Kind::Program))
      FAIL_MAKING(CL_INVALID_PROGRAM, "not a program");
    if (Programs[I]->Type != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT &&
        Programs[I]->Type != CL_PROGRAM_BINARY_TYPE_LIBRARY)
      FAIL_MAKING(CL_INVALID_OPERATION, "a program was not compiled");
    Objects.push_back(Programs[I]->Binary);
  }
  std::vector<std::string> Words;
  std::string Log;
  if (!splitOptions(Options ? Options : "", true, Words, Log))
    FAIL_MAKING(CL_INVALID_LINKER_OPTIONS, Log.c_str());
  bool ToLibrary = false;
  for (auto &Word : Words)
    ToLibrary |= Word == "-create-library";
  cl_program P = makeProgram(C);
  P->Options = Options ? Options : "";
  P->Status = CL_BUILD_ERROR;
  bool Good = link(Objects, Words, ToLibrary, P->Binary, P->Log);
  if (Good && !ToLibrary) {
    P->Code = load(P->Binary, P->Log);
    Good = P->Code != nullptr;
  }
  if (Good) {
    P->Status = CL_BUILD_SUCCESS;
    P->Type = ToLibrary ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  }
  if (Notify)
    Notify(P, User);
  if (Err)
    *Err = Good ? CL_SUCCESS : failed(__func__, CL_LINK_PROGRAM_FAILURE, P->Log.c_str());
  return P;
}

//===- questions --------------------------------------------------------------------------===//

cl_int clGetProgramInfo(cl_program P, cl_program_info What, size_t Size, void *Value, size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(P, Kind::Program))
    FAIL(CL_INVALID_PROGRAM, "not a program");
  switch (What) {
  case CL_PROGRAM_REFERENCE_COUNT:
    return A.value<cl_uint>(P->Refs);
  case CL_PROGRAM_CONTEXT:
    return A.value(P->Context);
  case CL_PROGRAM_NUM_DEVICES:
    return A.value<cl_uint>(1);
  case CL_PROGRAM_DEVICES:
    return A.value<cl_device_id>(device());
  case CL_PROGRAM_SOURCE:
    return A.text(P->Source);
  case CL_PROGRAM_IL:
    return A.bytes("", 0);
  case CL_PROGRAM_BINARY_SIZES: {
    size_t Bytes = P->Binary.empty() ? 0 : sizeof(BinaryHead) + contents(P->Binary).size();
    return A.value(Bytes);
  }
  case CL_PROGRAM_BINARIES: {
    if (SizeRet)
      *SizeRet = sizeof(unsigned char *);
    if (!Value)
      return CL_SUCCESS;
    if (Size < sizeof(unsigned char *))
      FAIL(CL_INVALID_VALUE, "param_value_size is too small");
    auto *To = *(unsigned char **)Value;
    if (!To || P->Binary.empty())
      return CL_SUCCESS;
    BinaryHead Head = {{}, NCL_ABI, P->Type};
    memcpy(Head.Magic, Magic, sizeof Magic);
    memcpy(To, &Head, sizeof Head);
    std::string Content = contents(P->Binary);
    std::copy(Content.begin(), Content.end(), To + sizeof Head);
    return CL_SUCCESS;
  }
  case CL_PROGRAM_NUM_KERNELS:
    if (!P->Code)
      FAIL(CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built");
    return A.value<size_t>(P->Code->Module->num_kernels);
  case CL_PROGRAM_KERNEL_NAMES: {
    if (!P->Code)
      FAIL(CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built");
    std::string Names;
    for (unsigned I = 0; I < P->Code->Module->num_kernels; ++I)
      Names += (I ? ";" : "") + std::string(P->Code->Module->kernels[I].name);
    return A.text(Names);
  }
  case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
  case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
    return A.value<cl_bool>(CL_FALSE);
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}

cl_int clGetProgramBuildInfo(cl_program P, cl_device_id D, cl_program_build_info What, size_t Size, void *Value,
                             size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(P, Kind::Program))
    FAIL(CL_INVALID_PROGRAM, "not a program");
  if (!known(D, Kind::Device))
    FAIL(CL_INVALID_DEVICE, "not a device");
  switch (What) {
  case CL_PROGRAM_BUILD_STATUS:
    return A.value(P->Status);
  case CL_PROGRAM_BUILD_OPTIONS:
    return A.text(P->Options);
  case CL_PROGRAM_BUILD_LOG:
    return A.text(P->Log);
  case CL_PROGRAM_BINARY_TYPE:
    return A.value(P->Type);
  case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
    return A.value<size_t>(P->Code ? P->Code->Module->variables : 0);
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}
