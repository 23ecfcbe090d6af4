//===- transfer.cpp - commands that move the contents of buffers ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "native.h"

#include <algorithm>

using namespace ncl;

// What all of them check first.
#define CHECK_QUEUE(Q) \
  if (!known(Q, Kind::Queue)) \
  FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue")
#define CHECK_MEM(Q, M) \
  do { \
    if (!known(M, Kind::Mem)) \
      FAIL(CL_INVALID_MEM_OBJECT, "not a memory object"); \
    if ((M)->Context != (Q)->Context) \
      FAIL(CL_INVALID_CONTEXT, "queue and memory object are of different contexts"); \
  } while (0)
#define CHECK_WAITS(Q) \
  if (cl_int Code = checkWaits(__func__, (Q)->Context, NumWaits, Waits)) \
  return Code
#define WAITS cl_uint NumWaits, const cl_event *Waits, cl_event *Event

static const cl_mem_flags NoRead = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
static const cl_mem_flags NoWrite = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

static bool inside(cl_mem M, size_t Offset, size_t Size) { return Offset <= M->Size && Size <= M->Size - Offset; }

// OpenCL 1.2 forbids to read or write nothing (5.2.2), 3.0 does not.
static bool emptyIsWrong(size_t Size) { return !Size && settings().Version < 30; }

cl_int clEnqueueReadBuffer(cl_command_queue Q, cl_mem M, cl_bool Blocking, size_t Offset, size_t Size, void *To,
                           WAITS) {
  CHECK_QUEUE(Q);
  CHECK_MEM(Q, M);
  if (!To || emptyIsWrong(Size) || !inside(M, Offset, Size))
    FAIL(CL_INVALID_VALUE, "no memory of the host, size 0, or a region outside of the buffer");
  CHECK_WAITS(Q);
  if (M->Flags & NoRead)
    FAIL(CL_INVALID_OPERATION, "the host must not read this buffer");
  Command C = {Q, CL_COMMAND_READ_BUFFER, NumWaits, Waits, Event, Blocking != CL_FALSE, false, false, {M}};
  return submit(__func__, std::move(C), [=] {
    memmove(To, M->Data + Offset, Size);
    return CL_COMPLETE;
  });
}

cl_int clEnqueueWriteBuffer(cl_command_queue Q, cl_mem M, cl_bool Blocking, size_t Offset, size_t Size,
                            const void *From, WAITS) {
  CHECK_QUEUE(Q);
  CHECK_MEM(Q, M);
  if (!From || emptyIsWrong(Size) || !inside(M, Offset, Size))
    FAIL(CL_INVALID_VALUE, "no memory of the host, size 0, or a region outside of the buffer");
  CHECK_WAITS(Q);
  if (M->Flags & NoWrite)
    FAIL(CL_INVALID_OPERATION, "the host must not write this buffer");
  Command C = {Q, CL_COMMAND_WRITE_BUFFER, NumWaits, Waits, Event, Blocking != CL_FALSE, false, false, {M}};
  return submit(__func__, std::move(C), [=] {
    memmove(M->Data + Offset, From, Size);
    return CL_COMPLETE;
  });
}

static bool sameMemory(cl_mem A, cl_mem B) { return (A->Parent ? A->Parent : A) == (B->Parent ? B->Parent : B); }

cl_int clEnqueueCopyBuffer(cl_command_queue Q, cl_mem From, cl_mem To, size_t FromOffset, size_t ToOffset, size_t Size,
                           WAITS) {
  CHECK_QUEUE(Q);
  CHECK_MEM(Q, From);
  CHECK_MEM(Q, To);
  if (!Size || !inside(From, FromOffset, Size) || !inside(To, ToOffset, Size))
    FAIL(CL_INVALID_VALUE, "size 0, or a region outside of a buffer");
  CHECK_WAITS(Q);
  if (sameMemory(From, To)) {
    const char *A = From->Data + FromOffset, *B = To->Data + ToOffset;
    if (A < B + Size && B < A + Size)
      FAIL(CL_MEM_COPY_OVERLAP, "the regions overlap");
  }
  Command C = {Q, CL_COMMAND_COPY_BUFFER, NumWaits, Waits, Event, false, false, false, {From, To}};
  return submit(__func__, std::move(C), [=] {
    memmove(To->Data + ToOffset, From->Data + FromOffset, Size);
    return CL_COMPLETE;
  });
}

cl_int clEnqueueFillBuffer(cl_command_queue Q, cl_mem M, const void *Pattern, size_t PatternSize, size_t Offset,
                           size_t Size, WAITS) {
  CHECK_QUEUE(Q);
  CHECK_MEM(Q, M);
  if (!inside(M, Offset, Size) || !Size)
    FAIL(CL_INVALID_VALUE, "size 0, or a region outside of the buffer");
  if (!Pattern || !PatternSize || PatternSize > 128 || (PatternSize & (PatternSize - 1)))
    FAIL(CL_INVALID_VALUE, "no pattern, or a size of it that is no power of two up to 128");
  if (Offset % PatternSize || Size % PatternSize)
    FAIL(CL_INVALID_VALUE, "offset and size must be multiples of the pattern's size");
  CHECK_WAITS(Q);
  std::string Copy((const char *)Pattern, PatternSize);
  Command C = {Q, CL_COMMAND_FILL_BUFFER, NumWaits, Waits, Event, false, false, false, {M}};
  return submit(__func__, std::move(C), [=] {
    for (size_t At = 0; At < Size; At += PatternSize)
      memcpy(M->Data + Offset + At, Copy.data(), PatternSize);
    return CL_COMPLETE;
  });
}

//===- boxes -------------------------------------------------------------------------===//

namespace {
struct Box {
  size_t Start, Row, Slice; // offset of the first byte, pitches
  size_t End;               // behind the last byte
};
} // namespace

static bool makeBox(const size_t *Origin, const size_t *Region, size_t Row, size_t Slice, Box &B) {
  B.Row = Row ? Row : Region[0];
  if (B.Row < Region[0])
    return false;
  B.Slice = Slice ? Slice : Region[1] * B.Row;
  if (B.Slice < Region[1] * B.Row || (Slice && Slice % B.Row))
    return false;
  B.Start = Origin[2] * B.Slice + Origin[1] * B.Row + Origin[0];
  B.End = B.Start + (Region[2] - 1) * B.Slice + (Region[1] - 1) * B.Row + Region[0];
  return true;
}

static void copyBox(char *To, const Box &T, const char *From, const Box &F, const size_t Region[3]) {
  for (size_t Z = 0; Z < Region[2]; ++Z)
    for (size_t Y = 0; Y < Region[1]; ++Y)
      memmove(To + T.Start + Z * T.Slice + Y * T.Row, From + F.Start + Z * F.Slice + Y * F.Row, Region[0]);
}

static cl_int moveRect(const char *Function, bool Read, cl_command_queue Q, cl_mem M, cl_bool Blocking,
                       const size_t *Origin, const size_t *HostOrigin, const size_t *Region, size_t Row, size_t Slice,
                       size_t HostRow, size_t HostSlice, char *Host, WAITS) {
  if (!known(Q, Kind::Queue))
    return failed(Function, CL_INVALID_COMMAND_QUEUE, "not a queue");
  if (!known(M, Kind::Mem))
    return failed(Function, CL_INVALID_MEM_OBJECT, "not a memory object");
  if (M->Context != Q->Context)
    return failed(Function, CL_INVALID_CONTEXT, "queue and memory object are of different contexts");
  if (!Origin || !HostOrigin || !Region || !Host)
    return failed(Function, CL_INVALID_VALUE, "a null pointer");
  if (!Region[0] || !Region[1] || !Region[2])
    return failed(Function, CL_INVALID_VALUE, "an empty region");
  Box B, H;
  if (!makeBox(Origin, Region, Row, Slice, B) || !makeBox(HostOrigin, Region, HostRow, HostSlice, H))
    return failed(Function, CL_INVALID_VALUE, "a pitch that is smaller than the region");
  if (B.End > M->Size)
    return failed(Function, CL_INVALID_VALUE, "the region lies outside of the buffer");
  if (cl_int Code = checkWaits(Function, Q->Context, NumWaits, Waits))
    return Code;
  if (M->Flags & (Read ? NoRead : NoWrite))
    return failed(Function, CL_INVALID_OPERATION, "the host has no such access to this buffer");
  Command C = {Q,     (cl_command_type)(Read ? CL_COMMAND_READ_BUFFER_RECT : CL_COMMAND_WRITE_BUFFER_RECT),
               NumWaits, Waits, Event, Blocking != CL_FALSE, false, false, {M}};
  size_t X = Region[0], Y = Region[1], Z = Region[2];
  return submit(Function, std::move(C), [=] {
    const size_t Size[3] = {X, Y, Z};
    if (Read)
      copyBox(Host, H, M->Data, B, Size);
    else
      copyBox(M->Data, B, Host, H, Size);
    return CL_COMPLETE;
  });
}

cl_int clEnqueueReadBufferRect(cl_command_queue Q, cl_mem M, cl_bool Blocking, const size_t *Origin,
                               const size_t *HostOrigin, const size_t *Region, size_t Row, size_t Slice, size_t HostRow,
                               size_t HostSlice, void *Host, WAITS) {
  return moveRect(__func__, true, Q, M, Blocking, Origin, HostOrigin, Region, Row, Slice, HostRow, HostSlice,
                  (char *)Host, NumWaits, Waits, Event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue Q, cl_mem M, cl_bool Blocking, const size_t *Origin,
                                const size_t *HostOrigin, const size_t *Region, size_t Row, size_t Slice,
                                size_t HostRow, size_t HostSlice, const void *Host, WAITS) {
  return moveRect(__func__, false, Q, M, Blocking, Origin, HostOrigin, Region, Row, Slice, HostRow, HostSlice,
                  (char *)const_cast<void *>(Host), NumWaits, Waits, Event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue Q, cl_mem From, cl_mem To, const size_t *FromOrigin,
                               const size_t *ToOrigin, const size_t *Region, size_t FromRow, size_t FromSlice,
                               size_t ToRow, size_t ToSlice, WAITS) {
  CHECK_QUEUE(Q);
  CHECK_MEM(Q, From);
  CHECK_MEM(Q, To);
  if (!FromOrigin || !ToOrigin || !Region)
    FAIL(CL_INVALID_VALUE, "a null pointer");
  if (!Region[0] || !Region[1] || !Region[2])
    FAIL(CL_INVALID_VALUE, "an empty region");
  Box F, T;
  if (!makeBox(FromOrigin, Region, FromRow, FromSlice, F) || !makeBox(ToOrigin, Region, ToRow, ToSlice, T))
    FAIL(CL_INVALID_VALUE, "a pitch that is smaller than the region");
  if (F.End > From->Size || T.End > To->Size)
    FAIL(CL_INVALID_VALUE, "a region lies outside of its buffer");
  CHECK_WAITS(Q);
  if (From == To && (F.Row != T.Row || F.Slice != T.Slice))
    FAIL(CL_INVALID_VALUE, "pitches must be the same within a buffer");
  size_t X = Region[0], Y = Region[1], Z = Region[2];
  if (sameMemory(From, To))
    for (size_t A = 0; A < Z; ++A)
      for (size_t B = 0; B < Y; ++B) {
        // Rows of the source that meet a row of the destination.
        const char *Row = From->Data + F.Start + A * F.Slice + B * F.Row;
        for (size_t D = 0; D < Z; ++D)
          for (size_t E = 0; E < Y; ++E) {
            const char *Other = To->Data + T.Start + D * T.Slice + E * T.Row;
            if (Row < Other + X && Other < Row + X)
              FAIL(CL_MEM_COPY_OVERLAP, "the regions overlap");
          }
      }
  Command C = {Q, CL_COMMAND_COPY_BUFFER_RECT, NumWaits, Waits, Event, false, false, false, {From, To}};
  return submit(__func__, std::move(C), [=] {
    const size_t Size[3] = {X, Y, Z};
    copyBox(To->Data, T, From->Data, F, Size);
    return CL_COMPLETE;
  });
}

//===- mapping -------------------------------------------------------------------------===//

void *clEnqueueMapBuffer(cl_command_queue Q, cl_mem M, cl_bool Blocking, cl_map_flags Flags, size_t Offset, size_t Size,
                         cl_uint NumWaits, const cl_event *Waits, cl_event *Event, cl_int *Err) {
  if (!known(Q, Kind::Queue))
    FAIL_MAKING(CL_INVALID_COMMAND_QUEUE, "not a queue");
  if (!known(M, Kind::Mem))
    FAIL_MAKING(CL_INVALID_MEM_OBJECT, "not a memory object");
  if (M->Context != Q->Context)
    FAIL_MAKING(CL_INVALID_CONTEXT, "queue and memory object are of different contexts");
  const cl_map_flags Writing = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  if ((Flags & ~(CL_MAP_READ | Writing)) ||
      ((Flags & CL_MAP_WRITE_INVALIDATE_REGION) && (Flags & (CL_MAP_READ | CL_MAP_WRITE))))
    FAIL_MAKING(CL_INVALID_VALUE, "no such map_flags");
  if (!Size || !inside(M, Offset, Size))
    FAIL_MAKING(CL_INVALID_VALUE, "size 0, or a region outside of the buffer");
  if (cl_int Code = checkWaits(__func__, Q->Context, NumWaits, Waits))
    FAIL_MAKING(Code, "the wait list");
  if (((Flags & CL_MAP_READ) && (M->Flags & NoRead)) || ((Flags & Writing) && (M->Flags & NoWrite)))
    FAIL_MAKING(CL_INVALID_OPERATION, "the host has no such access to this buffer");
  char *At = M->Data + Offset;
  {
    std::lock_guard<std::mutex> G(M->Context->Lock);
    M->Mappings.push_back({At, Offset, Size, Flags});
    ++M->Maps;
  }
  Command C = {Q, CL_COMMAND_MAP_BUFFER, NumWaits, Waits, Event, Blocking != CL_FALSE, false, false, {M}};
  cl_int Code = submit(__func__, std::move(C), nullptr);
  if (Code != CL_SUCCESS)
    FAIL_MAKING(Code, "the command failed");
  MADE(At);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue Q, cl_mem M, void *At, WAITS) {
  CHECK_QUEUE(Q);
  CHECK_MEM(Q, M);
  CHECK_WAITS(Q);
  {
    std::lock_guard<std::mutex> G(M->Context->Lock);
    auto &List = M->Mappings;
    size_t I = 0;
    while (I < List.size() && List[I].At != At)
      ++I;
    if (I == List.size())
      FAIL(CL_INVALID_VALUE, "nothing is mapped there");
    List.erase(List.begin() + (long)I);
  }
  Command C = {Q, CL_COMMAND_UNMAP_MEM_OBJECT, NumWaits, Waits, Event, false, false, false, {M}};
  return submit(__func__, std::move(C), [=] {
    --M->Maps;
    return CL_COMPLETE;
  });
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue Q, cl_uint Count, const cl_mem *List, cl_mem_migration_flags Flags,
                                  WAITS) {
  CHECK_QUEUE(Q);
  if (!Count || !List)
    FAIL(CL_INVALID_VALUE, "no memory objects");
  if (Flags & ~(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
    FAIL(CL_INVALID_VALUE, "no such flags");
  Command C = {Q, CL_COMMAND_MIGRATE_MEM_OBJECTS, NumWaits, Waits, Event};
  for (cl_uint I = 0; I < Count; ++I) {
    CHECK_MEM(Q, List[I]);
    C.Uses.push_back(List[I]);
  }
  CHECK_WAITS(Q);
  return submit(__func__, std::move(C), nullptr);
}
