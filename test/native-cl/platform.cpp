//===- platform.cpp - platform and device ------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "native.h"

#include <unistd.h>

using namespace ncl;

#define EXPORT extern "C" __attribute__((visibility("default")))

static bool isNew() { return settings().Version >= 30; }
static const char *version() { return isNew() ? "OpenCL 3.0 native-cl" : "OpenCL 1.2 native-cl"; }
static cl_version numeric() { return isNew() ? CL_MAKE_VERSION(3, 0, 0) : CL_MAKE_VERSION(1, 2, 0); }

_cl_platform_id *ncl::platform() {
  static auto *P = new _cl_platform_id;
  return P;
}

_cl_device_id::_cl_device_id() : Object(Kind::Device) {
  MaxGroup = settings().MaxGroup;
  Units = settings().Units;
  Memory = (cl_ulong)sysconf(_SC_PHYS_PAGES) * (cl_ulong)sysconf(_SC_PAGESIZE) / 4 * 3;
}

_cl_device_id *ncl::device() {
  static auto *D = new _cl_device_id;
  return D;
}

static const char Extensions[] =
    "cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics "
    "cl_khr_int64_extended_atomics cl_khr_fp64";

static cl_name_version named(const char *Name, cl_version Version) {
  cl_name_version N = {};
  N.version = Version;
  strncpy(N.name, Name, sizeof N.name - 1);
  return N;
}

EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint Room, cl_platform_id *List, cl_uint *Count) {
  if ((!List && !Count) || (List && !Room))
    FAIL(CL_INVALID_VALUE, "neither a list nor a place for its length");
  if (List)
    List[0] = platform();
  if (Count)
    *Count = 1;
  return CL_SUCCESS;
}

cl_int clGetPlatformIDs(cl_uint Room, cl_platform_id *List, cl_uint *Count) {
  return clIcdGetPlatformIDsKHR(Room, List, Count);
}

EXPORT cl_int clGetPlatformInfo(cl_platform_id P, cl_platform_info What, size_t Size, void *Value, size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (P && !known(P, Kind::Platform))
    FAIL(CL_INVALID_PLATFORM, "not a platform");
  switch (What) {
  case CL_PLATFORM_PROFILE:
    return A.text("FULL_PROFILE");
  case CL_PLATFORM_VERSION:
    return A.text(version());
  case CL_PLATFORM_NUMERIC_VERSION:
    return A.value(numeric());
  case CL_PLATFORM_NAME:
    return A.text("native-cl");
  case CL_PLATFORM_VENDOR:
    return A.text("persistify");
  case CL_PLATFORM_EXTENSIONS:
    return A.text("cl_khr_icd");
  case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
    return A.value(named("cl_khr_icd", CL_MAKE_VERSION(1, 0, 0)));
  case CL_PLATFORM_ICD_SUFFIX_KHR:
    return A.text("NATIVE");
  case CL_PLATFORM_HOST_TIMER_RESOLUTION:
    return A.value<cl_ulong>(1);
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}

EXPORT void *clGetExtensionFunctionAddress(const char *Name) {
  if (Name && !strcmp(Name, "clIcdGetPlatformIDsKHR"))
    return (void *)clIcdGetPlatformIDsKHR;
  if (Name && !strcmp(Name, "clGetPlatformInfo"))
    return (void *)clGetPlatformInfo;
  return nullptr;
}
void *clGetExtensionFunctionAddressForPlatform(cl_platform_id P, const char *Name) {
  return known(P, Kind::Platform) ? clGetExtensionFunctionAddress(Name) : nullptr;
}

cl_int clGetDeviceIDs(cl_platform_id P, cl_device_type Type, cl_uint Room, cl_device_id *List, cl_uint *Count) {
  if (P && !known(P, Kind::Platform))
    FAIL(CL_INVALID_PLATFORM, "not a platform");
  const cl_device_type All = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                             CL_DEVICE_TYPE_CUSTOM | CL_DEVICE_TYPE_DEFAULT;
  if (Type != CL_DEVICE_TYPE_ALL && (!Type || (Type & ~All)))
    FAIL(CL_INVALID_DEVICE_TYPE, "no such device_type");
  if ((!List && !Count) || (List && !Room))
    FAIL(CL_INVALID_VALUE, "neither a list nor a place for its length");
  const cl_device_type Mine = settings().Gpu ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
  if (!(Type & (Mine | CL_DEVICE_TYPE_DEFAULT))) {
    if (Count)
      *Count = 0;
    FAIL(CL_DEVICE_NOT_FOUND, settings().Gpu ? "the only device is a GPU" : "the only device is a CPU");
  }
  if (List)
    List[0] = device();
  if (Count)
    *Count = 1;
  return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id D, cl_device_info What, size_t Size, void *Value, size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(D, Kind::Device))
    FAIL(CL_INVALID_DEVICE, "not a device");
  auto Uint = [&](cl_uint N) { return A.value(N); };
  auto Bool = [&](bool N) { return A.value<cl_bool>(N); };
  auto Long = [&](cl_ulong N) { return A.value(N); };
  auto Bytes = [&](size_t N) { return A.value(N); };
  const cl_device_fp_config Floats = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA |
                                     CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF;
  switch (What) {
  case CL_DEVICE_TYPE:
    return A.value<cl_device_type>(settings().Gpu ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU);
  case CL_DEVICE_VENDOR_ID:
    return Uint(0);
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return Uint(D->Units);
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
    return Uint(3);
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return Bytes(D->MaxGroup);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    return A.list(std::vector<size_t>(3, D->MaxGroup));
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    return Uint(16);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    return Uint(16);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    return Uint(8);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    return Uint(4);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    return Uint(0);
  case CL_DEVICE_MAX_CLOCK_FREQUENCY:
    return Uint(1000);
  case CL_DEVICE_ADDRESS_BITS:
    return Uint(64);
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    return Long(D->Memory / 4);
  case CL_DEVICE_IMAGE_SUPPORT:
    return Bool(false);
  case CL_DEVICE_MAX_READ_IMAGE_ARGS:
  case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_SAMPLERS:
  case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
  case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    return Uint(0);
  case CL_DEVICE_IMAGE2D_MAX_WIDTH:
  case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_WIDTH:
  case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_DEPTH:
  case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
  case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    return Bytes(0);
  case CL_DEVICE_MAX_PARAMETER_SIZE:
    return Bytes(1024);
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
    return Uint(1024);
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
    return Uint(128);
  case CL_DEVICE_SINGLE_FP_CONFIG:
    return A.value<cl_device_fp_config>(Floats | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
  case CL_DEVICE_DOUBLE_FP_CONFIG:
    return A.value(Floats);
  case CL_DEVICE_HALF_FP_CONFIG:
    return A.value<cl_device_fp_config>(0);
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
    return A.value<cl_device_mem_cache_type>(CL_READ_WRITE_CACHE);
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
    return Uint(64);
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    return Long(1 << 20);
  case CL_DEVICE_GLOBAL_MEM_SIZE:
    return Long(D->Memory);
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
    return Long(1 << 20);
  case CL_DEVICE_MAX_CONSTANT_ARGS:
    return Uint(8);
  case CL_DEVICE_LOCAL_MEM_TYPE:
    return A.value<cl_device_local_mem_type>(CL_GLOBAL);
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return Long(1 << 20);
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    return Bool(false);
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
  case CL_DEVICE_ENDIAN_LITTLE:
  case CL_DEVICE_AVAILABLE:
  case CL_DEVICE_COMPILER_AVAILABLE:
  case CL_DEVICE_LINKER_AVAILABLE:
  case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
    return Bool(true);
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
    return Bytes(1);
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return A.value<cl_device_exec_capabilities>(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL);
  case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
    return A.value<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  case CL_DEVICE_BUILT_IN_KERNELS:
  case CL_DEVICE_IL_VERSION:
    return A.text("");
  case CL_DEVICE_PLATFORM:
    return A.value<cl_platform_id>(platform());
  case CL_DEVICE_NAME:
    return A.text("native-cl");
  case CL_DEVICE_VENDOR:
    return A.text("persistify");
  case CL_DRIVER_VERSION:
    return A.text("1." + toolsVersion());
  case CL_DEVICE_PROFILE:
    return A.text("FULL_PROFILE");
  case CL_DEVICE_VERSION:
    return A.text(version());
  case CL_DEVICE_NUMERIC_VERSION:
    return A.value(numeric());
  case CL_DEVICE_OPENCL_C_VERSION:
    return A.text("OpenCL C 1.2 native-cl");
  case CL_DEVICE_EXTENSIONS:
    return A.text(Extensions);
  case CL_DEVICE_EXTENSIONS_WITH_VERSION: {
    std::vector<cl_name_version> List;
    std::string Rest = Extensions;
    for (size_t At = 0, End; At < Rest.size(); At = End + 1) {
      End = std::min(Rest.find(' ', At), Rest.size());
      List.push_back(named(Rest.substr(At, End - At).c_str(), CL_MAKE_VERSION(1, 0, 0)));
    }
    return A.list(List);
  }
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS: {
    std::vector<cl_name_version> List;
    for (unsigned Minor : {0, 1, 2})
      List.push_back(named("OpenCL C", CL_MAKE_VERSION(1, Minor, 0)));
    if (isNew())
      List.push_back(named("OpenCL C", CL_MAKE_VERSION(3, 0, 0)));
    return A.list(List);
  }
  case CL_DEVICE_OPENCL_C_FEATURES: {
    std::vector<cl_name_version> List;
    for (const char *Name : {"__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_order_seq_cst",
                             "__opencl_c_atomic_scope_device", "__opencl_c_atomic_scope_all_devices",
                             "__opencl_c_generic_address_space", "__opencl_c_program_scope_global_variables",
                             "__opencl_c_int64", "__opencl_c_fp64"})
      List.push_back(named(Name, CL_MAKE_VERSION(3, 0, 0)));
    return A.list(List);
  }
  case CL_DEVICE_ILS_WITH_VERSION:
  case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    return A.bytes("", 0);
  case CL_DEVICE_PRINTF_BUFFER_SIZE:
    return Bytes(1 << 24);
  case CL_DEVICE_PARENT_DEVICE:
    return A.value<cl_device_id>(nullptr);
  case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    return Uint(0);
  case CL_DEVICE_PARTITION_PROPERTIES:
    return A.value<cl_device_partition_property>(0);
  case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    return A.value<cl_device_affinity_domain>(0);
  case CL_DEVICE_PARTITION_TYPE:
    return A.bytes("", 0);
  case CL_DEVICE_REFERENCE_COUNT:
    return Uint(1);
  case CL_DEVICE_SVM_CAPABILITIES:
    return A.value<cl_device_svm_capabilities>(0);
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
    return A.value<cl_device_atomic_capabilities>(
        CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
        CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES |
        (What == CL_DEVICE_ATOMIC_FENCE_CAPABILITIES ? CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM : 0));
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    return Bool(true);
  case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
  case CL_DEVICE_PIPE_SUPPORT:
    return Bool(false);
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return Bytes(1);
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
  case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
  case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
  case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
  case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
  case CL_DEVICE_MAX_PIPE_ARGS:
  case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
  case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
  case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
    return Uint(0);
  case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    return A.value<cl_command_queue_properties>(0);
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    return A.value<cl_device_device_enqueue_capabilities>(0);
  case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
  case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
    return Bytes(1 << 20);
  case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
    return A.text("");
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}

cl_int clCreateSubDevices(cl_device_id D, const cl_device_partition_property *Properties, cl_uint Room,
                          cl_device_id *List, cl_uint *) {
  if (!known(D, Kind::Device))
    FAIL(CL_INVALID_DEVICE, "not a device");
  (void)Properties, (void)Room, (void)List;
  FAIL(CL_INVALID_VALUE, "the device cannot be partitioned");
}
cl_int clRetainDevice(cl_device_id D) {
  if (!known(D, Kind::Device))
    FAIL(CL_INVALID_DEVICE, "not a device");
  return CL_SUCCESS;
}
cl_int clReleaseDevice(cl_device_id D) {
  if (!known(D, Kind::Device))
    FAIL(CL_INVALID_DEVICE, "not a device");
  return CL_SUCCESS;
}
cl_int clUnloadCompiler(void) { return CL_SUCCESS; }
cl_int clUnloadPlatformCompiler(cl_platform_id P) {
  if (!known(P, Kind::Platform))
    FAIL(CL_INVALID_PLATFORM, "not a platform");
  return CL_SUCCESS;
}
cl_int clGetDeviceAndHostTimer(cl_device_id D, cl_ulong *Device, cl_ulong *Host) {
  if (!known(D, Kind::Device))
    FAIL(CL_INVALID_DEVICE, "not a device");
  if (!Device || !Host)
    FAIL(CL_INVALID_VALUE, "no place for a time");
  *Device = *Host = now();
  return CL_SUCCESS;
}
cl_int clGetHostTimer(cl_device_id D, cl_ulong *Host) {
  cl_ulong Other;
  return clGetDeviceAndHostTimer(D, &Other, Host);
}
cl_int clSetDefaultDeviceCommandQueue(cl_context, cl_device_id, cl_command_queue) {
  FAIL(CL_INVALID_OPERATION, "no queues on the device");
}

//===- context -----------------------------------------------------------------===//

static cl_context makeContext(const char *Function, const cl_context_properties *Properties, cl_int *Err) {
  auto Bad = [&](cl_int Code, const char *Reason) -> cl_context {
    failed(Function, Code, Reason);
    if (Err)
      *Err = Code;
    return nullptr;
  };
  std::vector<cl_context_properties> Copy;
  bool Named = false;
  for (const cl_context_properties *P = Properties; P && *P; P += 2) {
    if (*P == CL_CONTEXT_PLATFORM) {
      if (Named)
        return Bad(CL_INVALID_PROPERTY, "a property stands there twice");
      Named = true;
      if (!known((void *)P[1], Kind::Platform))
        return Bad(CL_INVALID_PLATFORM, "CL_CONTEXT_PLATFORM is not a platform");
    } else if (*P != CL_CONTEXT_INTEROP_USER_SYNC) {
      return Bad(CL_INVALID_PROPERTY, "no such property");
    }
    Copy.push_back(P[0]);
    Copy.push_back(P[1]);
  }
  if (Properties)
    Copy.push_back(0);
  auto *C = new _cl_context;
  C->Properties = Copy;
  if (Err)
    *Err = CL_SUCCESS;
  return C;
}

cl_context clCreateContext(const cl_context_properties *Properties, cl_uint Count, const cl_device_id *Devices,
                           void(CL_CALLBACK *Notify)(const char *, const void *, size_t, void *), void *User,
                           cl_int *Err) {
  if (!Devices || !Count)
    FAIL_MAKING(CL_INVALID_VALUE, "no devices");
  if (!Notify && User)
    FAIL_MAKING(CL_INVALID_VALUE, "user_data without pfn_notify");
  for (cl_uint I = 0; I < Count; ++I)
    if (!known(Devices[I], Kind::Device))
      FAIL_MAKING(CL_INVALID_DEVICE, "not a device");
  cl_context C = makeContext(__func__, Properties, Err);
  if (C) {
    C->Notify = Notify;
    C->User = User;
  }
  return C;
}

cl_context clCreateContextFromType(const cl_context_properties *Properties, cl_device_type Type,
                                   void(CL_CALLBACK *Notify)(const char *, const void *, size_t, void *), void *User,
                                   cl_int *Err) {
  if (!Notify && User)
    FAIL_MAKING(CL_INVALID_VALUE, "user_data without pfn_notify");
  cl_device_id D;
  cl_int Code = clGetDeviceIDs(platform(), Type, 1, &D, nullptr);
  if (Code != CL_SUCCESS)
    FAIL_MAKING(Code, "no device of this type");
  cl_context C = makeContext(__func__, Properties, Err);
  if (C) {
    C->Notify = Notify;
    C->User = User;
  }
  return C;
}

cl_int clRetainContext(cl_context C) {
  if (!known(C, Kind::Context))
    FAIL(CL_INVALID_CONTEXT, "not a context");
  hold(C, &Object::Refs);
  return CL_SUCCESS;
}
cl_int clReleaseContext(cl_context C) {
  if (!known(C, Kind::Context))
    FAIL(CL_INVALID_CONTEXT, "not a context");
  drop(C, &Object::Refs);
  return CL_SUCCESS;
}
cl_int clGetContextInfo(cl_context C, cl_context_info What, size_t Size, void *Value, size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(C, Kind::Context))
    FAIL(CL_INVALID_CONTEXT, "not a context");
  switch (What) {
  case CL_CONTEXT_REFERENCE_COUNT:
    return A.value<cl_uint>(C->Refs);
  case CL_CONTEXT_NUM_DEVICES:
    return A.value<cl_uint>(1);
  case CL_CONTEXT_DEVICES:
    return A.value<cl_device_id>(device());
  case CL_CONTEXT_PROPERTIES:
    return A.list(C->Properties);
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}
cl_int clSetContextDestructorCallback(cl_context C, void(CL_CALLBACK *Call)(cl_context, void *), void *User) {
  if (!known(C, Kind::Context))
    FAIL(CL_INVALID_CONTEXT, "not a context");
  if (!Call)
    FAIL(CL_INVALID_VALUE, "no function");
  C->Destructors.push_back({Call, User});
  return CL_SUCCESS;
}
