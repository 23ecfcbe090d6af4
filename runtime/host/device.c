//===- device.c - facts about a device ------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ALIGN = 4 * P_LINE }; // of the control block: whole lines

// Processors that this process may run on: affinity, and the quota of its
// control group. A group more than that would wait for a scheduler quantum at
// every barrier.
static uint32_t processors(void) {
  uint32_t count = UINT32_MAX;
#ifdef __linux__
  enum { LEAST = 1024, MOST = 1 << 16 };
  // The kernel's set may be larger than cpu_set_t.
  for (int room = LEAST, known = 0; !known && room <= MOST; room *= 2) {
    const size_t bytes = CPU_ALLOC_SIZE(room);
    cpu_set_t *set = CPU_ALLOC(room);
    if (set && sched_getaffinity(0, bytes, set) == 0 && (known = CPU_COUNT_S(bytes, set)) > 0)
      count = (uint32_t)known;
    CPU_FREE(set);
  }
  long long quota = -1, period = 0;
  FILE *file = fopen("/sys/fs/cgroup/cpu.max", "re");
  if (file) {
    if (fscanf(file, "%lld %lld", &quota, &period) != 2)
      quota = -1;
    fclose(file);
  } else if ((file = fopen("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "re"))) {
    if (fscanf(file, "%lld", &quota) != 1)
      quota = -1;
    fclose(file);
    file = fopen("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "re");
    if (!file || fscanf(file, "%lld", &period) != 1)
      quota = -1;
    if (file)
      fclose(file);
  }
  if (quota > 0 && period > 0) {
    uint32_t whole = (uint32_t)(quota / period);
    if (whole < 1)
      whole = 1;
    if (whole < count)
      count = whole;
  }
#endif
  return count;
}

// What is true of PoCL only.
static void ask_pocl(pst_device *d) {
  cl_platform_id platform = NULL;
  char name[64] = "", version[64] = "";
  d->branches = UINT32_MAX;
  clGetDeviceInfo(d->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
  clGetDeviceInfo(d->id, CL_DRIVER_VERSION, sizeof version - 1, version, NULL);
  if (strcmp(name, "Portable Computing Language") != 0)
    return;
  // It copies what stands behind a barrier in a branch: many of them take its
  // compiler forever, and from version 4 on it fails an assertion on some, which ends
  // the program (test/random found both).
  d->branches = atoi(version) < 4 ? 6 : 0;
  // Asked for a binary, it compiles all kernels once more, for no work-group size in
  // particular: 1.7 s for a loop of two kernels, and the next process gains nothing.
  const char *kept = getenv("POCL_KERNEL_CACHE");
  d->keeps_binaries = !kept || strcmp(kept, "0") != 0;
}

static cl_device_id parent_of(cl_device_id id) {
  cl_device_id parent = NULL;
#ifdef CL_DEVICE_PARENT_DEVICE
  if (clGetDeviceInfo(id, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL) != CL_SUCCESS)
    parent = NULL;
#endif
  return parent;
}

static uint32_t units_of(cl_device_id id) {
  cl_uint units = 1;
  clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  return units ? units : 1;
}

static bool is_true(cl_device_id id, cl_device_info what) {
  cl_bool flag = CL_FALSE;
  return clGetDeviceInfo(id, what, sizeof flag, &flag, NULL) == CL_SUCCESS && flag;
}

static void find_facts(pst_device *d, cl_device_id id) {
  d->id = id;
  d->parent = parent_of(id);
  clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof d->name - 1, d->name, NULL);
  cl_device_type type = 0;
  clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  // A simulator may claim every type; only a plain CPU is known to run each
  // work-group on one thread to its end.
  d->cpu = (type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR)) == CL_DEVICE_TYPE_CPU;
  d->hosted = (type & CL_DEVICE_TYPE_CPU) != 0;
  clGetDeviceInfo(id, CL_DEVICE_VENDOR_ID, sizeof d->vendor, &d->vendor, NULL);
  d->units = d->all_units = units_of(id);
  if (d->cpu) {
    uint32_t cores = processors();
    if (cores < d->units)
      d->units = cores;
  }
  ask_pocl(d);
  char version[128] = "";
  int major = 1, minor = 0;
  clGetDeviceInfo(id, CL_DEVICE_VERSION, sizeof version - 1, version, NULL);
  if (sscanf(version, "OpenCL %d.%d", &major, &minor) == 2)
    d->version = 10 * major + minor;
  d->max_wg = 1;
  clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof d->max_wg, &d->max_wg, NULL);
  cl_uint dims = 0;
  clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, sizeof dims, &dims, NULL);
  size_t sizes[16] = {0};
  if (dims <= 16)
    clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, dims * sizeof *sizes, sizes, NULL);
  memcpy(d->max_items, sizes, sizeof d->max_items);
  clGetDeviceInfo(id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof d->local_bytes, &d->local_bytes, NULL);
  clGetDeviceInfo(id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof d->memory, &d->memory, NULL);
  clGetDeviceInfo(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof d->most_alloc, &d->most_alloc, NULL);
  cl_uint bits = 0;
  clGetDeviceInfo(id, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
  d->align = bits / 8 > LEAST_ALIGN ? bits / 8 : LEAST_ALIGN;
  d->little_endian = is_true(id, CL_DEVICE_ENDIAN_LITTLE);
  d->available = is_true(id, CL_DEVICE_AVAILABLE);
  d->compiler = is_true(id, CL_DEVICE_COMPILER_AVAILABLE);
  cl_device_fp_config doubles = 0;
  d->fp64 = clGetDeviceInfo(id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, NULL) == CL_SUCCESS && doubles;
}

// A sub-device ends, and its handle may become another one's. What is found on one of as many units of the same device holds for
// any; else it is found anew. While a persistent kernel is kept for it the handle is its own.
static bool still_that(const pst_device *d) {
  return !d->parent || (parent_of(d->id) == d->parent && units_of(d->id) == d->all_units);
}

static pst_device *known;

// With the lock held. An entry without an id stays for the next one that is like it: there are no more than there are sizes of
// parts of devices, and handles at once.
static pst_device *find(cl_device_id id) {
  pst_device *d = known;
  while (d && d->id != id)
    d = d->next;
  return d;
}

// With the lock held: one that has ended, of as many units of the same device.
static pst_device *like(const pst_device *fresh) {
  pst_device *d = known;
  while (d && (d->id || !fresh->parent || d->parent != fresh->parent || d->all_units != fresh->all_units))
    d = d->next;
  return d;
}

// Other threads see an entry as soon as it is listed. This is all of it that may change while they do.
static bool is_available(const pst_device *d) { return __atomic_load_n(&d->available, __ATOMIC_RELAXED); }

bool pst_device_works(const pst_device *d) { return is_available(d) && d->compiler; }

pst_device *pst_device_get(cl_device_id id) {
  pst_lock();
  pst_device *d = find(id);
  pst_unlock();
  const bool ended = d && !still_that(d);
  if (d && !ended) {
    if (!is_available(d) && is_true(id, CL_DEVICE_AVAILABLE))
      __atomic_store_n(&d->available, true, __ATOMIC_RELAXED);
    return d;
  }
  pst_device *fresh = calloc(1, sizeof *fresh);
  if (!fresh)
    return NULL;
  find_facts(fresh, id);
  pst_lock();
  if (ended && d->id == id)
    d->id = NULL;
  if ((d = find(id))) { // by another thread, meanwhile, which may read it without the lock
    free(fresh);
  } else if ((d = like(fresh))) { // such a part was there before
    d->id = id;
    free(fresh);
  } else {
    d = fresh;
    d->next = known;
    known = d;
  }
  pst_unlock();
  return d;
}

uint32_t pst_device_groups(const pst_device *device, size_t wg) {
  const uint32_t asked = pst_environment()->groups;
  if (asked)
    return asked < P_MAX_GROUPS ? asked : P_MAX_GROUPS;
  if (device->cpu)
    return device->units;
  // No GPU keeps more than 32 work-groups or 2048 work-items on a compute unit;
  // what is launched beyond residency leaves at discovery.
  size_t each = 2048 / (wg ? wg : 1);
  if (each > 32)
    each = 32;
  if (each < 1)
    each = 1;
  uint64_t groups = (uint64_t)device->units * each;
  return groups < P_MAX_GROUPS ? (uint32_t)groups : P_MAX_GROUPS;
}

const char *pst_backend_name(pst_backend backend) {
  switch (backend) {
  case PST_PTX:
    return "ptx";
  case PST_C11:
    return "c11";
  case PST_CL1:
    return "cl1";
  default:
    return "-";
  }
}

int pst_device_backends(const pst_device *device, pst_backend order[PST_NUM_BACKENDS]) {
  int count = 0, only = pst_environment()->backend;
  if (device->vendor == PST_NVIDIA && (only < 0 || only == PST_PTX))
    order[count++] = PST_PTX;
  if (device->version >= 20 && (only < 0 || only == PST_C11))
    order[count++] = PST_C11;
  if (only < 0 || only == PST_CL1)
    order[count++] = PST_CL1;
  return count;
}

size_t pst_kernel_limit(const pst_device *device, cl_kernel kernel) {
  size_t limit = 0;
  clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit, NULL);
  // NVIDIA says 256 for every kernel, also for one that requires 1024, and runs
  // larger groups as far as their registers go; it refuses others when they are launched.
  return device->vendor == PST_NVIDIA && limit < device->max_wg ? device->max_wg : limit;
}
