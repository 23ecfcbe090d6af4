//===- native.h - the objects of the implementation ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef NATIVE_CL_NATIVE_H
#define NATIVE_CL_NATIVE_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS

#include "abi.h"

#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ncl {

//===- objects --------------------------------------------------------------===//

enum class Kind { Platform, Device, Context, Queue, Mem, Program, Kernel, Event };

/// The head of every object that a handle means. The loader reads the table.
struct Object {
  const cl_icd_dispatch *Table;
  Kind Is;
  std::atomic<int> Refs{1};   // by the program
  std::atomic<int> Parts{0};  // by objects for which the handle stays good
  std::atomic<int> Inner{0};  // by commands: memory stays, the handle does not
  bool Dead = false;          // memory is only kept to know the handle again
  unsigned long Number;       // of its kind, from 1
  std::string Name;           // for messages
  explicit Object(Kind Is);
};

/// Whether a handle means a living object of this kind. One that was released is reported. Never reads through a
/// handle that is not known.
bool known(const void *Handle, Kind Is);

/// Counts down; the last one ends the object (end() of its kind) and leaves a name to be recognised by.
void drop(Object *O, std::atomic<int> Object::*Count);
inline void hold(Object *O, std::atomic<int> Object::*Count) { ++(O->*Count); }

} // namespace ncl

struct _cl_platform_id : ncl::Object {
  _cl_platform_id() : Object(ncl::Kind::Platform) {}
};

struct _cl_device_id : ncl::Object {
  _cl_device_id();
  size_t MaxGroup; // work-items
  unsigned Units;
  cl_ulong Memory;
};

struct _cl_context : ncl::Object {
  _cl_context() : Object(ncl::Kind::Context) {}
  std::vector<cl_context_properties> Properties;
  void(CL_CALLBACK *Notify)(const char *, const void *, size_t, void *) = nullptr;
  void *User = nullptr;
  std::mutex Lock;
  std::vector<cl_mem> Buffers; // all that live, for the check of their guards
  std::vector<std::pair<void(CL_CALLBACK *)(cl_context, void *), void *>> Destructors;
};

struct _cl_command_queue : ncl::Object {
  _cl_command_queue() : Object(ncl::Kind::Queue) {}
  cl_context Context = nullptr;
  cl_command_queue_properties Properties = 0;
  std::vector<cl_queue_properties> Given; // as they were passed
  bool WithProperties = false;
  std::vector<cl_event> Open;   // commands that have not ended, in order
  cl_event Barrier = nullptr;   // all later ones wait for it
  bool inOrder() const { return !(Properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }
};

struct _cl_mem : ncl::Object {
  _cl_mem() : Object(ncl::Kind::Mem) {}
  cl_context Context = nullptr;
  cl_mem_flags Flags = 0;
  size_t Size = 0, Origin = 0;
  char *Data = nullptr;
  char *Whole = nullptr; // what was allocated, guards included; null: the program's own memory
  void *Host = nullptr;  // CL_MEM_HOST_PTR
  cl_mem Parent = nullptr;
  std::atomic<int> Maps{0};
  struct Mapping {
    void *At;
    size_t Offset, Size;
    cl_map_flags Flags;
  };
  std::vector<Mapping> Mappings; // under Context->Lock
  std::vector<cl_mem_properties> Properties;
  std::vector<std::pair<void(CL_CALLBACK *)(cl_mem, void *), void *>> Destructors;
};

namespace ncl {
/// Compiled code in memory.
struct Code {
  void *Library = nullptr;
  const ncl_module *Module = nullptr;
  ~Code();
};
} // namespace ncl

struct _cl_program : ncl::Object {
  _cl_program() : Object(ncl::Kind::Program) {}
  cl_context Context = nullptr;
  bool FromSource = false, FromBinary = false;
  std::string Source, Options, Log, Binary;
  cl_build_status Status = CL_BUILD_NONE;
  cl_program_binary_type Type = CL_PROGRAM_BINARY_TYPE_NONE;
  bool Optimised = true;
  std::shared_ptr<ncl::Code> Code;
  std::vector<std::pair<void(CL_CALLBACK *)(cl_program, void *), void *>> Destructors;
};

struct _cl_kernel : ncl::Object {
  _cl_kernel() : Object(ncl::Kind::Kernel) {}
  cl_program Program = nullptr;
  std::shared_ptr<ncl::Code> Code;
  const ncl_kernel *Entry = nullptr;
  struct Arg {
    bool Set = false;
    size_t Size = 0;         // of local memory
    cl_mem Mem = nullptr;
    void *Pointer = nullptr; // of SVM
    bool Svm = false;
    std::vector<char> Value; // with room to be aligned
  };
  std::vector<Arg> Args;
};

struct _cl_event : ncl::Object {
  _cl_event() : Object(ncl::Kind::Event) {}
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr; // null: a user event
  cl_command_type Type = 0;
  cl_int Status = CL_QUEUED;
  cl_ulong Times[4] = {}; // queued, submitted, started, ended
  unsigned Waits = 0;     // events that have not ended
  bool Failed = false;    // one of them ended with an error
  std::vector<cl_event> Next;
  std::function<cl_int()> Work;
  struct Callback {
    cl_int At;
    void(CL_CALLBACK *Call)(cl_event, cl_int, void *);
    void *User;
  };
  std::vector<Callback> Callbacks;
  std::vector<ncl::Object *> Uses; // held until it ends
};

// The work-item that runs on this thread. Compiled kernels read it.
extern "C" __attribute__((visibility("default"), tls_model("initial-exec"))) thread_local ncl_item *__ncl_self;

namespace ncl {

extern cl_icd_dispatch Dispatch __asm__("ncl_dispatch");
_cl_platform_id *platform();
_cl_device_id *device();

//===- settings: environment variables, read once -----------------------------===//

struct Settings {
  bool Strict;         // NATIVE_CL_STRICT: exit status 87 after a report
  bool Errors;         // NATIVE_CL_ERRORS: every error of the API with its reason
  bool Leaks;          // NATIVE_CL_LEAKS: objects that live at the end
  unsigned long Kept;  // NATIVE_CL_KEPT: dead objects that are remembered
  unsigned Groups;     // NATIVE_CL_GROUPS: resident at once
  bool Gpu;            // NATIVE_CL_GPU: the device says to be one
  bool Turns;          // NATIVE_CL_TURNS: these share one thread
  unsigned Version;    // NATIVE_CL_VERSION: 12 or 30
  unsigned Units;      // NATIVE_CL_UNITS
  size_t MaxGroup;     // NATIVE_CL_GROUP_SIZE
  unsigned Level;      // NATIVE_CL_LEVEL: how much kernels are optimised, 0 to 2
  size_t Stack;        // NATIVE_CL_STACK: bytes of a work-item that may wait
  unsigned Races;      // NATIVE_CL_RACES: looks for data races; more than 1: a word remembers so many accesses
  unsigned long Seed;  // NATIVE_CL_SEED: 0 is the plain order
  std::string Cache;   // NATIVE_CL_CACHE
  std::string Contents; // NATIVE_CL_CONTENTS: file for a hash of what each buffer held at its end
};
const Settings &settings();

/// For NATIVE_CL_CONTENTS: what a buffer holds, now that nobody uses it any more.
void tellContents(cl_mem M);

/// A rule that the program broke: to standard error, and for NATIVE_CL_STRICT.
void report(const char *Format, ...) __attribute__((format(printf, 1, 2)));

/// An error of an API function with its reason. Gives the code back.
cl_int failed(const char *Function, cl_int Code, const char *Reason);
#define FAIL(Code, Reason) return ncl::failed(__func__, Code, Reason)
/// The same in a function that makes an object.
#define FAIL_MAKING(Code, Reason) \
  do { \
    cl_int TheCode = ncl::failed(__func__, Code, Reason); \
    if (Err) \
      *Err = TheCode; \
    return nullptr; \
  } while (0)
#define MADE(Object) \
  do { \
    if (Err) \
      *Err = CL_SUCCESS; \
    return Object; \
  } while (0)

//===- answers of clGet*Info ---------------------------------------------------===//

struct Answer {
  size_t Size;
  void *Value;
  size_t *SizeRet;
  const char *Function;
  cl_int bytes(const void *From, size_t Count) const {
    if (Value && Size < Count)
      return failed(Function, CL_INVALID_VALUE, "param_value_size is too small");
    if (Value && Count)
      memcpy(Value, From, Count);
    if (SizeRet)
      *SizeRet = Count;
    return CL_SUCCESS;
  }
  template <class T> cl_int value(const T &From) const { return bytes(&From, sizeof From); }
  template <class T> cl_int list(const std::vector<T> &From) const {
    return bytes(From.data(), From.size() * sizeof(T));
  }
  cl_int text(const std::string &From) const { return bytes(From.c_str(), From.size() + 1); }
};
#define ANSWER(Size, Value, SizeRet) const ncl::Answer A = {Size, Value, SizeRet, __func__}

//===- commands -------------------------------------------------------------------===//

/// A command: what is checked by all enqueueing functions, and the event that stands for it.
struct Command {
  cl_command_queue Queue;
  cl_command_type Type;
  cl_uint NumWaits;
  const cl_event *Waits;
  cl_event *Event;
  bool Blocking = false;
  bool Fence = false;    // later commands wait for it
  bool WaitsAll = false; // for all earlier ones
  std::vector<Object *> Uses = {};
};
cl_int checkWaits(const char *Function, cl_context Context, cl_uint NumWaits, const cl_event *Waits);
cl_int submit(const char *Function, Command &&C, std::function<cl_int()> Work);
cl_int wait(cl_event E);
/// Lets commands run without anybody who waits.
void flush();
cl_ulong now();

//===- the rest -------------------------------------------------------------------===//

void endMem(cl_mem M);
/// Reports what was written outside of buffers.
void checkGuards(cl_context Context, const char *After);

cl_mem makeBuffer(const char *Function, cl_context Context, cl_mem_flags Flags, size_t Size, void *Host, cl_int *Err);

struct Launch {
  std::shared_ptr<Code> Held;
  const ncl_kernel *Entry;
  unsigned Dims;
  size_t Offset[3], Global[3], Local[3];
  std::vector<void *> Args;                   // null for local memory
  std::vector<std::pair<unsigned, size_t>> LocalArgs; // argument, bytes
  std::vector<std::vector<char>> Storage;
  std::vector<void *> Pointers;
  struct Buffer {
    const char *Data;
    size_t Size;
    std::string Name;
  };
  std::vector<Buffer> Buffers; // for messages
};
/// Runs all work-groups.
void execute(Launch &L);

/// Options of a program as words; false, with a log, if one is not known.
bool splitOptions(const std::string &Options, bool ForLink, std::vector<std::string> &Words, std::string &Log);
/// Source to a shared object or, with \p ToObject, to bitcode: \p Result is its path. Through the cache.
bool compile(const std::string &Source, const std::vector<std::string> &Options,
             const std::vector<std::pair<std::string, std::string>> &Headers, bool ToObject, std::string &Result,
             std::string &Log);
/// Files of bitcode to a shared object, or to one file of bitcode.
bool link(const std::vector<std::string> &Objects, const std::vector<std::string> &Options, bool ToLibrary,
          std::string &Result, std::string &Log);
/// Puts a file into the cache; gives its path.
std::string keep(const std::string &Content, const char *Ending);
/// Names the compiler, the pass and the builtin functions; caches of others may tell versions by it.
std::string toolsVersion();
std::shared_ptr<Code> load(const std::string &Library, std::string &Log);

} // namespace ncl

#endif
