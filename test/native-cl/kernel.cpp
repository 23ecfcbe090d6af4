//===- kernel.cpp - kernels, their arguments, launches ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "native.h"

#include <algorithm>

using namespace ncl;

static const size_t LocalMost = 1 << 20, ParameterMost = 1024;

static cl_kernel makeKernel(cl_program P, const ncl_kernel *Entry) {
  auto *K = new _cl_kernel;
  K->Name += std::string(" '") + Entry->name + "'";
  K->Program = P;
  hold(P, &Object::Parts);
  K->Code = P->Code;
  K->Entry = Entry;
  K->Args.resize(Entry->num_args);
  return K;
}

static const char *notBuilt = "the program was not built";

cl_kernel clCreateKernel(cl_program P, const char *Name, cl_int *Err) {
  if (!known(P, Kind::Program))
    FAIL_MAKING(CL_INVALID_PROGRAM, "not a program");
  if (!P->Code)
    FAIL_MAKING(CL_INVALID_PROGRAM_EXECUTABLE, notBuilt);
  if (!Name)
    FAIL_MAKING(CL_INVALID_VALUE, "no name");
  const ncl_module *M = P->Code->Module;
  for (unsigned I = 0; I < M->num_kernels; ++I)
    if (!strcmp(M->kernels[I].name, Name))
      MADE(makeKernel(P, &M->kernels[I]));
  FAIL_MAKING(CL_INVALID_KERNEL_NAME, Name);
}

cl_int clCreateKernelsInProgram(cl_program P, cl_uint Room, cl_kernel *List, cl_uint *Count) {
  if (!known(P, Kind::Program))
    FAIL(CL_INVALID_PROGRAM, "not a program");
  if (!P->Code)
    FAIL(CL_INVALID_PROGRAM_EXECUTABLE, notBuilt);
  const ncl_module *M = P->Code->Module;
  if (List && Room < M->num_kernels)
    FAIL(CL_INVALID_VALUE, "num_kernels is too small");
  for (unsigned I = 0; List && I < M->num_kernels; ++I)
    List[I] = makeKernel(P, &M->kernels[I]);
  if (Count)
    *Count = M->num_kernels;
  return CL_SUCCESS;
}

cl_kernel clCloneKernel(cl_kernel From, cl_int *Err) {
  if (!known(From, Kind::Kernel))
    FAIL_MAKING(CL_INVALID_KERNEL, "not a kernel");
  cl_kernel K = makeKernel(From->Program, From->Entry);
  K->Code = From->Code;
  K->Args = From->Args;
  MADE(K);
}

cl_int clRetainKernel(cl_kernel K) {
  if (!known(K, Kind::Kernel))
    FAIL(CL_INVALID_KERNEL, "not a kernel");
  hold(K, &Object::Refs);
  return CL_SUCCESS;
}
cl_int clReleaseKernel(cl_kernel K) {
  if (!known(K, Kind::Kernel))
    FAIL(CL_INVALID_KERNEL, "not a kernel");
  drop(K, &Object::Refs);
  return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel K, cl_uint Index, size_t Size, const void *Value) {
  if (!known(K, Kind::Kernel))
    FAIL(CL_INVALID_KERNEL, "not a kernel");
  if (Index >= K->Entry->num_args)
    FAIL(CL_INVALID_ARG_INDEX, "the kernel has fewer arguments");
  const ncl_arg &Type = K->Entry->args[Index];
  _cl_kernel::Arg New;
  switch (Type.space) {
  case NCL_LOCAL:
    if (Value)
      FAIL(CL_INVALID_ARG_VALUE, "local memory has no value");
    if (!Size)
      FAIL(CL_INVALID_ARG_SIZE, "local memory of size 0");
    if (Size > LocalMost)
      FAIL(CL_INVALID_ARG_SIZE, "more than CL_DEVICE_LOCAL_MEM_SIZE");
    New.Size = Size;
    break;
  case NCL_GLOBAL:
  case NCL_CONSTANT: {
    if (Size != sizeof(cl_mem))
      FAIL(CL_INVALID_ARG_SIZE, "a memory object is due");
    cl_mem M = Value ? *(const cl_mem *)Value : nullptr;
    if (M && !known(M, Kind::Mem))
      FAIL(CL_INVALID_MEM_OBJECT, "not a memory object");
    if (M && M->Context != K->Program->Context)
      FAIL(CL_INVALID_MEM_OBJECT, "a memory object of another context");
    New.Mem = M;
    break;
  }
  default:
    if (!Value)
      FAIL(CL_INVALID_ARG_VALUE, "no value");
    if (Size != Type.size)
      FAIL(CL_INVALID_ARG_SIZE, "the argument has another size");
    New.Value.assign((const char *)Value, (const char *)Value + Size);
  }
  New.Set = true;
  K->Args[Index] = std::move(New);
  return CL_SUCCESS;
}

cl_int clSetKernelArgSVMPointer(cl_kernel K, cl_uint Index, const void *) {
  if (!known(K, Kind::Kernel))
    FAIL(CL_INVALID_KERNEL, "not a kernel");
  (void)Index;
  FAIL(CL_INVALID_OPERATION, "no shared virtual memory");
}
cl_int clSetKernelExecInfo(cl_kernel K, cl_kernel_exec_info, size_t, const void *) {
  if (!known(K, Kind::Kernel))
    FAIL(CL_INVALID_KERNEL, "not a kernel");
  FAIL(CL_INVALID_OPERATION, "no shared virtual memory");
}

cl_int clGetKernelInfo(cl_kernel K, cl_kernel_info What, size_t Size, void *Value, size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(K, Kind::Kernel))
    FAIL(CL_INVALID_KERNEL, "not a kernel");
  switch (What) {
  case CL_KERNEL_FUNCTION_NAME:
    return A.text(K->Entry->name);
  case CL_KERNEL_NUM_ARGS:
    return A.value<cl_uint>(K->Entry->num_args);
  case CL_KERNEL_REFERENCE_COUNT:
    return A.value<cl_uint>(K->Refs);
  case CL_KERNEL_CONTEXT:
    return A.value(K->Program->Context);
  case CL_KERNEL_PROGRAM:
    return A.value(K->Program);
  case CL_KERNEL_ATTRIBUTES:
    return A.text(K->Entry->attributes);
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}

cl_int clGetKernelArgInfo(cl_kernel K, cl_uint Index, cl_kernel_arg_info What, size_t Size, void *Value,
                          size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(K, Kind::Kernel))
    FAIL(CL_INVALID_KERNEL, "not a kernel");
  if (Index >= K->Entry->num_args)
    FAIL(CL_INVALID_ARG_INDEX, "the kernel has fewer arguments");
  const ncl_arg &Arg = K->Entry->args[Index];
  switch (What) {
  case CL_KERNEL_ARG_ADDRESS_QUALIFIER: {
    static const cl_kernel_arg_address_qualifier Names[] = {CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ADDRESS_GLOBAL,
                                                            CL_KERNEL_ARG_ADDRESS_CONSTANT,
                                                            CL_KERNEL_ARG_ADDRESS_LOCAL};
    return A.value(Names[Arg.space]);
  }
  case CL_KERNEL_ARG_ACCESS_QUALIFIER:
    return A.value<cl_kernel_arg_access_qualifier>(CL_KERNEL_ARG_ACCESS_NONE);
  case CL_KERNEL_ARG_TYPE_NAME:
    return A.text(Arg.type);
  case CL_KERNEL_ARG_TYPE_QUALIFIER: {
    cl_kernel_arg_type_qualifier Q = 0;
    if (strstr(Arg.qualifiers, "const"))
      Q |= CL_KERNEL_ARG_TYPE_CONST;
    if (strstr(Arg.qualifiers, "restrict"))
      Q |= CL_KERNEL_ARG_TYPE_RESTRICT;
    if (strstr(Arg.qualifiers, "volatile"))
      Q |= CL_KERNEL_ARG_TYPE_VOLATILE;
    return A.value(Q);
  }
  case CL_KERNEL_ARG_NAME:
    return A.text(Arg.name);
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}

static size_t localBytes(cl_kernel K) {
  size_t Sum = 0;
  for (unsigned I = 0; I < K->Entry->num_locals; ++I)
    Sum += K->Entry->locals[I].size;
  for (auto &Arg : K->Args)
    Sum += Arg.Size;
  return Sum;
}

cl_int clGetKernelWorkGroupInfo(cl_kernel K, cl_device_id D, cl_kernel_work_group_info What, size_t Size, void *Value,
                                size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(K, Kind::Kernel))
    FAIL(CL_INVALID_KERNEL, "not a kernel");
  if (D && !known(D, Kind::Device))
    FAIL(CL_INVALID_DEVICE, "not a device");
  switch (What) {
  case CL_KERNEL_WORK_GROUP_SIZE:
    return A.value(device()->MaxGroup);
  case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: {
    const uint32_t *R = K->Entry->required;
    return A.list(std::vector<size_t>{R[0], R[1], R[2]});
  }
  case CL_KERNEL_LOCAL_MEM_SIZE:
    return A.value<cl_ulong>(localBytes(K));
  case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return A.value<size_t>(1);
  case CL_KERNEL_PRIVATE_MEM_SIZE:
    return A.value<cl_ulong>(0);
  case CL_KERNEL_GLOBAL_WORK_SIZE:
    FAIL(CL_INVALID_VALUE, "neither a custom device nor a built-in kernel");
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}

cl_int clGetKernelSubGroupInfo(cl_kernel K, cl_device_id, cl_kernel_sub_group_info, size_t, const void *, size_t,
                               void *, size_t *) {
  if (!known(K, Kind::Kernel))
    FAIL(CL_INVALID_KERNEL, "not a kernel");
  FAIL(CL_INVALID_OPERATION, "no sub-groups");
}

//===- launches ------------------------------------------------------------------------===//

// A size of groups for programs that leave it open: a divisor of the global size.
static void chooseLocal(const size_t *Global, unsigned Dims, size_t *Local) {
  size_t Left = std::min<size_t>(device()->MaxGroup, 64);
  for (unsigned D = 0; D < Dims; ++D) {
    size_t Best = 1;
    for (size_t N = 1; N <= Left && N <= Global[D]; ++N)
      if (Global[D] % N == 0)
        Best = N;
    Local[D] = Best;
    Left /= Best;
  }
}

static cl_int prepareArgs(const char *Function, cl_command_queue Q, cl_kernel K, Launch &L,
                          std::vector<Object *> &Uses) {
  size_t Bytes = 0;
  L.Args.resize(K->Args.size());
  L.Pointers.resize(K->Args.size());
  for (unsigned I = 0; I < K->Args.size(); ++I) {
    const _cl_kernel::Arg &Arg = K->Args[I];
    const ncl_arg &Type = K->Entry->args[I];
    if (!Arg.Set) {
      std::string Text =
          "argument " + std::to_string(I) + " ('" + Type.name + "') of '" + K->Entry->name + "' is not set";
      return failed(Function, CL_INVALID_KERNEL_ARGS, Text.c_str());
    }
    Bytes += Type.space == NCL_VALUE ? Type.size : sizeof(cl_mem);
    if (Type.space == NCL_LOCAL) {
      L.LocalArgs.push_back({I, Arg.Size});
    } else if (Type.space == NCL_VALUE) {
      // Aligned for every type.
      std::vector<char> Room(Arg.Value.size() + 256);
      char *At = (char *)(((uintptr_t)Room.data() + 127) & ~(uintptr_t)127);
      memcpy(At, Arg.Value.data(), Arg.Value.size());
      L.Args[I] = At;
      L.Storage.push_back(std::move(Room));
    } else {
      if (Arg.Mem) {
        if (!known(Arg.Mem, Kind::Mem))
          return failed(Function, CL_INVALID_MEM_OBJECT, "an argument was released");
        if (Arg.Mem->Context != Q->Context)
          return failed(Function, CL_INVALID_CONTEXT, "an argument is of another context");
        Uses.push_back(Arg.Mem);
        L.Pointers[I] = Arg.Mem->Data;
        L.Buffers.push_back({Arg.Mem->Data, Arg.Mem->Size, Arg.Mem->Name + " ('" + Type.name + "')"});
      } else {
        L.Pointers[I] = Arg.Pointer;
      }
      L.Args[I] = &L.Pointers[I];
    }
  }
  if (Bytes > ParameterMost)
    return failed(Function, CL_OUT_OF_RESOURCES, "more than CL_DEVICE_MAX_PARAMETER_SIZE");
  if (localBytes(K) > LocalMost)
    return failed(Function, CL_OUT_OF_RESOURCES, "more than CL_DEVICE_LOCAL_MEM_SIZE");
  return CL_SUCCESS;
}

static cl_int launch(const char *Function, cl_command_type Type, cl_command_queue Q, cl_kernel K, cl_uint Dims,
                     const size_t *Offset, const size_t *Global, const size_t *Local, cl_uint NumWaits,
                     const cl_event *Waits, cl_event *Event) {
  if (!known(Q, Kind::Queue))
    return failed(Function, CL_INVALID_COMMAND_QUEUE, "not a queue");
  if (!known(K, Kind::Kernel))
    return failed(Function, CL_INVALID_KERNEL, "not a kernel");
  if (K->Program->Context != Q->Context)
    return failed(Function, CL_INVALID_CONTEXT, "queue and kernel are of different contexts");
  if (Dims < 1 || Dims > 3)
    return failed(Function, CL_INVALID_WORK_DIMENSION, "work_dim is not 1, 2 or 3");
  bool Empty = !Global;
  for (unsigned D = 0; Global && D < Dims; ++D)
    Empty |= !Global[D];
  if (Empty) {
    // Since OpenCL 2.1 such a launch only waits.
    if (settings().Version < 30)
      return failed(Function, CL_INVALID_GLOBAL_WORK_SIZE, "no global size, or one of 0");
    if (cl_int Code = checkWaits(Function, Q->Context, NumWaits, Waits))
      return Code;
    return submit(Function, {Q, Type, NumWaits, Waits, Event}, nullptr);
  }
  auto L = std::make_shared<Launch>();
  L->Held = K->Code;
  L->Entry = K->Entry;
  L->Dims = Dims;
  for (unsigned D = 0; D < 3; ++D) {
    L->Offset[D] = Offset && D < Dims ? Offset[D] : 0;
    L->Global[D] = D < Dims ? Global[D] : 1;
    L->Local[D] = 1;
    if (L->Offset[D] + L->Global[D] < L->Global[D])
      return failed(Function, CL_INVALID_GLOBAL_OFFSET, "offset and size exceed size_t");
  }
  const uint32_t *Required = K->Entry->required;
  if (Local) {
    size_t Items = 1;
    for (unsigned D = 0; D < Dims; ++D) {
      L->Local[D] = Local[D];
      if (!Local[D])
        return failed(Function, CL_INVALID_WORK_GROUP_SIZE, "a local size of 0");
      if (Global[D] % Local[D])
        return failed(Function, CL_INVALID_WORK_GROUP_SIZE, "the global size is no multiple of the local size");
      Items *= Local[D];
    }
    if (Items > device()->MaxGroup)
      return failed(Function, CL_INVALID_WORK_GROUP_SIZE, "more than CL_DEVICE_MAX_WORK_GROUP_SIZE");
  } else if (!Required[0]) {
    chooseLocal(L->Global, Dims, L->Local);
  } else {
    return failed(Function, CL_INVALID_WORK_GROUP_SIZE,
                  "the kernel has reqd_work_group_size, the launch no local size");
  }
  if (Required[0])
    for (unsigned D = 0; D < 3; ++D)
      if (L->Local[D] != Required[D])
        return failed(Function, CL_INVALID_WORK_GROUP_SIZE, "not the reqd_work_group_size of the kernel");
  Command C = {Q, Type, NumWaits, Waits, Event};
  if (cl_int Code = prepareArgs(Function, Q, K, *L, C.Uses))
    return Code;
  if (cl_int Code = checkWaits(Function, Q->Context, NumWaits, Waits))
    return Code;
  C.Uses.push_back(K);
  cl_context Context = Q->Context;
  return submit(Function, std::move(C), [L, Context] {
    execute(*L);
    checkGuards(Context, L->Entry->name);
    return CL_COMPLETE;
  });
}

cl_int clEnqueueNDRangeKernel(cl_command_queue Q, cl_kernel K, cl_uint Dims, const size_t *Offset, const size_t *Global,
                              const size_t *Local, cl_uint NumWaits, const cl_event *Waits, cl_event *Event) {
  return launch(__func__, CL_COMMAND_NDRANGE_KERNEL, Q, K, Dims, Offset, Global, Local, NumWaits, Waits, Event);
}

cl_int clEnqueueTask(cl_command_queue Q, cl_kernel K, cl_uint NumWaits, const cl_event *Waits, cl_event *Event) {
  const size_t One = 1;
  return launch(__func__, CL_COMMAND_TASK, Q, K, 1, nullptr, &One, &One, NumWaits, Waits, Event);
}

cl_int clEnqueueNativeKernel(cl_command_queue Q, void(CL_CALLBACK *Call)(void *), void *Args, size_t Size,
                             cl_uint NumMems, const cl_mem *Mems, const void **Places, cl_uint NumWaits,
                             const cl_event *Waits, cl_event *Event) {
  if (!known(Q, Kind::Queue))
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue");
  if (!Call)
    FAIL(CL_INVALID_VALUE, "no function");
  if ((!Args && (Size || NumMems)) || (Args && !Size) || (!NumMems != !Mems) || (!NumMems != !Places))
    FAIL(CL_INVALID_VALUE, "arguments and memory objects do not fit");
  Command C = {Q, CL_COMMAND_NATIVE_KERNEL, NumWaits, Waits, Event};
  auto Copy = std::make_shared<std::vector<char>>((const char *)Args, (const char *)Args + Size);
  for (cl_uint I = 0; I < NumMems; ++I) {
    if (!known(Mems[I], Kind::Mem))
      FAIL(CL_INVALID_MEM_OBJECT, "not a memory object");
    size_t At = (size_t)((const char *)Places[I] - (const char *)Args);
    memcpy(Copy->data() + At, &Mems[I]->Data, sizeof(void *));
    C.Uses.push_back(Mems[I]);
  }
  if (cl_int Code = checkWaits(__func__, Q->Context, NumWaits, Waits))
    return Code;
  return submit(__func__, std::move(C), [=] {
    Call(Copy->data());
    return CL_COMPLETE;
  });
}
