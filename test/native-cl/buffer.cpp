//===- buffer.cpp - buffers and their guards ----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In front of a buffer and behind it lie guards of a pattern that nobody may
// change. Memory of the program itself (CL_MEM_USE_HOST_PTR) has none.
//
//===----------------------------------------------------------------------===//
#include "native.h"

#include <cstdlib>

using namespace ncl;

namespace {

enum { GUARD = 256, ALIGN = 128 };

unsigned char pattern(size_t At) { return (unsigned char)(0xc5 ^ At * 29); }

void setGuards(cl_mem M) {
  char *Behind = M->Data + M->Size;
  for (size_t I = 0; I < GUARD; ++I) {
    M->Whole[I] = (char)pattern(I);
    Behind[I] = (char)pattern(I);
  }
}

// The first byte that was changed, relative to the buffer's start; 0: none before it.
bool changed(cl_mem M, long &At) {
  const char *Behind = M->Data + M->Size;
  for (size_t I = 0; I < GUARD; ++I)
    if ((unsigned char)Behind[I] != pattern(I)) {
      At = (long)(M->Size + I);
      return true;
    }
  for (size_t I = GUARD; I-- > 0;)
    if ((unsigned char)M->Whole[I] != pattern(I)) {
      At = (long)I - GUARD;
      return true;
    }
  return false;
}

const cl_mem_flags Access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
const cl_mem_flags HostAccess = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
const cl_mem_flags Pointers = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

bool several(cl_mem_flags Flags) { return Flags & (Flags - 1); }

bool valid(cl_mem_flags Flags) {
  if (Flags & ~(Access | HostAccess | Pointers))
    return false;
  if (several(Flags & Access) || several(Flags & HostAccess))
    return false;
  return !((Flags & CL_MEM_USE_HOST_PTR) && (Flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)));
}

} // namespace

cl_mem ncl::makeBuffer(const char *Function, cl_context C, cl_mem_flags Flags, size_t Size, void *Host, cl_int *Err) {
  auto Bad = [&](cl_int Code, const char *Reason) -> cl_mem {
    failed(Function, Code, Reason);
    if (Err)
      *Err = Code;
    return nullptr;
  };
  if (!known(C, Kind::Context))
    return Bad(CL_INVALID_CONTEXT, "not a context");
  if (!valid(Flags))
    return Bad(CL_INVALID_VALUE, "flags that exclude each other, or unknown ones");
  if (!Size || Size > device()->Memory / 4)
    return Bad(CL_INVALID_BUFFER_SIZE, "size 0, or above CL_DEVICE_MAX_MEM_ALLOC_SIZE");
  bool Wanted = Flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  if (Wanted != (Host != nullptr))
    return Bad(CL_INVALID_HOST_PTR, "host_ptr and flags do not fit");
  char *Whole = nullptr;
  if (!(Flags & CL_MEM_USE_HOST_PTR)) {
    void *Place;
    if (posix_memalign(&Place, 4096, Size + 2 * GUARD + ALIGN))
      return Bad(CL_MEM_OBJECT_ALLOCATION_FAILURE, "no memory");
    Whole = (char *)Place;
  }
  auto *M = new _cl_mem;
  M->Context = C;
  M->Flags = Flags & Access ? Flags : Flags | CL_MEM_READ_WRITE;
  M->Size = Size;
  M->Whole = Whole;
  M->Data = Whole ? Whole + GUARD : (char *)Host;
  M->Host = Flags & CL_MEM_USE_HOST_PTR ? Host : nullptr;
  if (Flags & CL_MEM_COPY_HOST_PTR)
    memcpy(M->Data, Host, Size);
  else if (Whole && !settings().Contents.empty())
    memset(M->Data, 0x5a, Size); // what nobody wrote is the same in all runs, and is not what zeros would be
  if (Whole)
    setGuards(M);
  hold(C, &Object::Parts);
  {
    std::lock_guard<std::mutex> G(C->Lock);
    C->Buffers.push_back(M);
  }
  if (Err)
    *Err = CL_SUCCESS;
  return M;
}

void ncl::tellContents(cl_mem M) {
  if (!M->Whole) // of the program itself, which may have freed it
    return;
  unsigned long Hash = 0xcbf29ce484222325ul; // FNV-1a
  for (size_t I = 0; I < M->Size; ++I)
    Hash = (Hash ^ (unsigned char)M->Data[I]) * 0x100000001b3ul;
  if (FILE *Out = fopen(settings().Contents.c_str(), "a")) {
    fprintf(Out, "%lu %016lx\n", M->Number, Hash);
    fclose(Out);
  }
}

void ncl::endMem(cl_mem M) {
  if (M->Parent) {
    drop(M->Parent, &Object::Parts);
    return;
  }
  if (!settings().Contents.empty())
    tellContents(M);
  long At;
  if (M->Whole && changed(M, At))
    report("%s (%zu bytes) was written at byte %ld, outside of it", M->Name.c_str(), M->Size, At);
  {
    std::lock_guard<std::mutex> G(M->Context->Lock);
    auto &List = M->Context->Buffers;
    for (size_t I = 0; I < List.size(); ++I)
      if (List[I] == M) {
        List.erase(List.begin() + (long)I);
        break;
      }
  }
  if (M->Whole) {
    // Who reads it yet sees no old values.
    memset(M->Data, 0xdb, std::min<size_t>(M->Size, 4096));
    free(M->Whole);
  }
  M->Data = nullptr;
  drop(M->Context, &Object::Parts);
}

void ncl::checkGuards(cl_context C, const char *After) {
  std::lock_guard<std::mutex> G(C->Lock);
  for (cl_mem M : C->Buffers) {
    long At;
    if (M->Whole && changed(M, At)) {
      report("kernel '%s' wrote to byte %ld of %s, which has %zu bytes", After, At, M->Name.c_str(), M->Size);
      setGuards(M);
    }
  }
}

cl_mem clCreateBuffer(cl_context C, cl_mem_flags Flags, size_t Size, void *Host, cl_int *Err) {
  return makeBuffer(__func__, C, Flags, Size, Host, Err);
}

cl_mem clCreateBufferWithProperties(cl_context C, const cl_mem_properties *Properties, cl_mem_flags Flags, size_t Size,
                                    void *Host, cl_int *Err) {
  if (Properties && *Properties)
    FAIL_MAKING(CL_INVALID_PROPERTY, "no such property");
  cl_mem M = makeBuffer(__func__, C, Flags, Size, Host, Err);
  if (M && Properties)
    M->Properties = {0};
  return M;
}

cl_mem clCreateSubBuffer(cl_mem P, cl_mem_flags Flags, cl_buffer_create_type Type, const void *Info, cl_int *Err) {
  if (!known(P, Kind::Mem) || P->Parent)
    FAIL_MAKING(CL_INVALID_MEM_OBJECT, "not a buffer, or itself a part of one");
  if ((Flags & ~(Access | HostAccess)) || !valid(Flags))
    FAIL_MAKING(CL_INVALID_VALUE, "flags that a part cannot have");
  if (((P->Flags & CL_MEM_WRITE_ONLY) && (Flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY))) ||
      ((P->Flags & CL_MEM_READ_ONLY) && (Flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY))))
    FAIL_MAKING(CL_INVALID_VALUE, "access that the whole does not give");
  if (((P->Flags & CL_MEM_HOST_WRITE_ONLY) && (Flags & CL_MEM_HOST_READ_ONLY)) ||
      ((P->Flags & CL_MEM_HOST_READ_ONLY) && (Flags & CL_MEM_HOST_WRITE_ONLY)) ||
      ((P->Flags & CL_MEM_HOST_NO_ACCESS) && (Flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY))))
    FAIL_MAKING(CL_INVALID_VALUE, "access by the host that the whole does not give");
  if (Type != CL_BUFFER_CREATE_TYPE_REGION)
    FAIL_MAKING(CL_INVALID_VALUE, "no such buffer_create_type");
  auto *Region = (const cl_buffer_region *)Info;
  if (!Region)
    FAIL_MAKING(CL_INVALID_VALUE, "no region");
  if (!Region->size)
    FAIL_MAKING(CL_INVALID_BUFFER_SIZE, "size 0");
  if (Region->origin > P->Size || Region->size > P->Size - Region->origin)
    FAIL_MAKING(CL_INVALID_VALUE, "the region lies outside of the buffer");
  if (Region->origin % ALIGN)
    FAIL_MAKING(CL_MISALIGNED_SUB_BUFFER_OFFSET, "origin is no multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN");
  auto *M = new _cl_mem;
  M->Context = P->Context;
  M->Parent = P;
  hold(P, &Object::Parts);
  M->Size = Region->size;
  M->Origin = Region->origin;
  M->Data = P->Data + M->Origin;
  M->Host = P->Host ? (char *)P->Host + M->Origin : nullptr;
  M->Flags = (Flags & Access ? Flags & Access : P->Flags & Access) |
             (Flags & HostAccess ? Flags & HostAccess : P->Flags & HostAccess) | (P->Flags & Pointers);
  MADE(M);
}

cl_int clRetainMemObject(cl_mem M) {
  if (!known(M, Kind::Mem))
    FAIL(CL_INVALID_MEM_OBJECT, "not a memory object");
  hold(M, &Object::Refs);
  return CL_SUCCESS;
}

cl_int clReleaseMemObject(cl_mem M) {
  if (!known(M, Kind::Mem))
    FAIL(CL_INVALID_MEM_OBJECT, "not a memory object");
  drop(M, &Object::Refs);
  return CL_SUCCESS;
}

cl_int clSetMemObjectDestructorCallback(cl_mem M, void(CL_CALLBACK *Call)(cl_mem, void *), void *User) {
  if (!known(M, Kind::Mem))
    FAIL(CL_INVALID_MEM_OBJECT, "not a memory object");
  if (!Call)
    FAIL(CL_INVALID_VALUE, "no function");
  M->Destructors.push_back({Call, User});
  return CL_SUCCESS;
}

cl_int clGetMemObjectInfo(cl_mem M, cl_mem_info What, size_t Size, void *Value, size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(M, Kind::Mem))
    FAIL(CL_INVALID_MEM_OBJECT, "not a memory object");
  switch (What) {
  case CL_MEM_TYPE:
    return A.value<cl_mem_object_type>(CL_MEM_OBJECT_BUFFER);
  case CL_MEM_FLAGS:
    return A.value(M->Flags);
  case CL_MEM_SIZE:
    return A.value(M->Size);
  case CL_MEM_HOST_PTR:
    return A.value(M->Host);
  case CL_MEM_MAP_COUNT:
    return A.value<cl_uint>(M->Maps);
  case CL_MEM_REFERENCE_COUNT:
    return A.value<cl_uint>(M->Refs);
  case CL_MEM_CONTEXT:
    return A.value(M->Context);
  case CL_MEM_ASSOCIATED_MEMOBJECT:
    return A.value(M->Parent);
  case CL_MEM_OFFSET:
    return A.value(M->Origin);
  case CL_MEM_USES_SVM_POINTER:
    return A.value<cl_bool>(CL_FALSE);
  case CL_MEM_PROPERTIES:
    return A.list(M->Properties);
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}
