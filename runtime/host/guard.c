//===- guard.c - what must hold before a persistent launch ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The guards (docs/contract.md, docs/rules.md). Nothing here changes anything; the first
// guard that fails names itself.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>
#include <string.h>

// Memory that a handle stands for: bytes [offset, offset + size) of a root
// object, which may in turn be host memory (rule K7, "distinct").
typedef struct extent {
  cl_mem root;
  size_t offset, size;
  const char *host; // first byte in host memory, null unless CL_MEM_USE_HOST_PTR
  uint32_t closed;  // PERSISTIFY_HOST_*: what the API refuses the host
} extent;

static bool meet(const char *a, size_t a_size, const char *b, size_t b_size) {
  return (uintptr_t)a < (uintptr_t)b + b_size && (uintptr_t)b < (uintptr_t)a + a_size;
}

static bool check_not_mapped(cl_mem mem, pst_why *why) {
  cl_uint maps = 0;
  if (clGetMemObjectInfo(mem, CL_MEM_MAP_COUNT, sizeof maps, &maps, NULL) != CL_SUCCESS)
    return pst_fail(why, "invalid buffer handle");
  return maps == 0 || pst_fail(why, "a buffer is mapped");
}

// CL_MEM_HOST_*; a part of a buffer allows no more than the whole.
static uint32_t closed_to_host(cl_mem mem) {
  cl_mem_flags flags = 0;
  clGetMemObjectInfo(mem, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
  return (flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS) ? PERSISTIFY_HOST_READS : 0) |
         (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS) ? PERSISTIFY_HOST_WRITES : 0);
}

static bool examine(cl_mem mem, cl_context context, extent *out, pst_why *why) {
  cl_mem_object_type type = 0;
  cl_context owner = NULL;
  cl_mem parent = NULL;
  cl_mem_flags flags = 0;
  out->offset = 0;
  out->host = NULL;
  if (clGetMemObjectInfo(mem, CL_MEM_TYPE, sizeof type, &type, NULL) != CL_SUCCESS ||
      clGetMemObjectInfo(mem, CL_MEM_CONTEXT, sizeof owner, &owner, NULL) != CL_SUCCESS ||
      clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof out->size, &out->size, NULL) != CL_SUCCESS)
    return pst_fail(why, "invalid buffer handle");
  if (type != CL_MEM_OBJECT_BUFFER)
    return pst_fail(why, "a memory object is not a buffer");
  if (owner != context)
    return pst_fail(why, "a buffer belongs to another context");
  if (clGetMemObjectInfo(mem, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL) != CL_SUCCESS)
    parent = NULL;
  if (parent)
    clGetMemObjectInfo(mem, CL_MEM_OFFSET, sizeof out->offset, &out->offset, NULL);
  out->root = parent ? parent : mem;
  out->closed = closed_to_host(mem) | closed_to_host(out->root);
  if (!check_not_mapped(mem, why) || (parent && !check_not_mapped(parent, why)))
    return false;
#ifdef CL_MEM_USES_SVM_POINTER
  cl_bool svm = CL_FALSE;
  if (clGetMemObjectInfo(out->root, CL_MEM_USES_SVM_POINTER, sizeof svm, &svm, NULL) == CL_SUCCESS && svm)
    return pst_fail(why, "a buffer uses shared virtual memory");
#endif
  clGetMemObjectInfo(out->root, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
  if (flags & CL_MEM_USE_HOST_PTR) {
    void *host = NULL;
    clGetMemObjectInfo(out->root, CL_MEM_HOST_PTR, sizeof host, &host, NULL);
    if (host)
      out->host = (const char *)host + out->offset;
  }
  return true;
}

static bool overlap(const extent *a, const extent *b) {
  if (a->root == b->root)
    return a->offset < b->offset + b->size && b->offset < a->offset + a->size;
  return a->host && b->host && meet(a->host, a->size, b->host, b->size);
}

//===- queue, kernels, program --------------------------------------------===//

static bool check_queue(const persistify_region *region, void *const *bind, pst_bound *b, pst_why *why) {
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    if (region->slots[i].kind != PERSISTIFY_QUEUE)
      continue;
    cl_command_queue queue = *(cl_command_queue *)bind[i];
    if (!queue)
      return pst_fail(why, "queue '%s' is null", region->slots[i].name);
    if (b->queue && b->queue != queue)
      return pst_fail(why, "the loop uses more than one queue");
    b->queue = queue;
  }
  if (!b->queue)
    return pst_fail(why, "no queue");
  cl_command_queue_properties properties = 0;
  cl_device_id device = NULL;
  if (clGetCommandQueueInfo(b->queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL) != CL_SUCCESS ||
      clGetCommandQueueInfo(b->queue, CL_QUEUE_CONTEXT, sizeof b->context, &b->context, NULL) != CL_SUCCESS ||
      clGetCommandQueueInfo(b->queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) != CL_SUCCESS)
    return pst_fail(why, "invalid queue");
  for (uint32_t i = 0; i < region->num_slots; ++i)
    if (region->slots[i].kind == PERSISTIFY_CONTEXT && bind[i] != b->context)
      return pst_fail(why, "'%s' is not the context of the queue", region->slots[i].name);
  if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
    return pst_fail(why, "the queue is out of order");
  b->device = pst_device_get(device);
  if (!b->device)
    return pst_fail_now(why, "out of host memory");
  if (!pst_device_works(b->device))
    return pst_fail(why, "device or its compiler not available");
  if (!b->device->little_endian)
    return pst_fail(why, "device is not little-endian");
  if (!region->lone && region->branched > b->device->branches)
    return pst_fail(why, "%u barriers under conditions, too many for this device's compiler", region->branched);
  if (region->needs_fp64 && !b->device->fp64)
    return pst_fail(why, "device has no double precision");
  return true;
}

uint64_t persistify_larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

int persistify_is_readable(const void *from, persistify_u64 bytes) { return pst_readable(from, bytes); }

// How far an array may go, if it is the C library's memory; a guess, which keeps buffers of the next array out.
static uint64_t room_of(const void *array) {
  enum { WORD = sizeof(uint64_t), LEAST = 32, MOST = 1 << 20 };
  uint64_t size = 0, next = 0;
  if (sizeof(void *) != WORD || (uintptr_t)array % (2 * WORD) != 0 || !pst_copy_readable(&size, (const char *)array - WORD, WORD))
    return UINT64_MAX;
  size &= ~(uint64_t)7;
  const bool good = size >= LEAST && size <= MOST && size % (2 * WORD) == 0 &&
                    pst_copy_readable(&next, (const char *)array - WORD + size, WORD) && (next & 1) && (next & ~(uint64_t)7) >= LEAST;
  return good ? size - WORD : UINT64_MAX;
}

persistify_u64 persistify_buffers_at(const void *array, persistify_u64 most) {
  enum { MOST = 64 };
  cl_mem each[MOST];
  const uint64_t room = room_of(array) / sizeof *each;
  uint64_t there = 0, since;
  most = most < room ? most : room;
  for (; there < most && there < MOST; ++there) {
    if (!pst_copy_readable(&each[there], (const cl_mem *)array + there, sizeof *each) || pst_memory_life(each[there], &since) != PST_LIVES)
      break;
    for (uint64_t i = 0; i < there; ++i)
      if (each[i] == each[there])
        return there;
  }
  return there;
}

void *persistify_buffer_at(const void *array, persistify_u64 index) {
  void *is = NULL;
  if (persistify_buffers_at(array, index + 1) > index && !pst_copy_readable(&is, (void *const *)array + index, sizeof is))
    return NULL;
  return is;
}

int persistify_is_kernel(const void *kernel, const char *name) {
  char is[512] = "";
  return kernel && !pst_gone((cl_kernel)kernel) && (pst_recorder_has((cl_kernel)kernel) || pst_is_any_object(kernel)) &&
         clGetKernelInfo((cl_kernel)kernel, CL_KERNEL_FUNCTION_NAME, sizeof is - 1, is, NULL) == CL_SUCCESS &&
         strcmp(is, name) == 0;
}

int persistify_is_own_event(const void *event, const void *queue) {
  cl_int status = -1;
  cl_command_queue of = NULL;
  if (!event)
    return 1;
  return pst_is_any_object(event) &&
         clGetEventInfo((cl_event)event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) == CL_SUCCESS &&
         (status == CL_COMPLETE ||
          (status > CL_COMPLETE && queue && clGetEventInfo((cl_event)event, CL_EVENT_COMMAND_QUEUE, sizeof of, &of, NULL) == CL_SUCCESS &&
           of == (cl_command_queue)queue));
}

static bool event_at(const void *array, uint64_t index) {
  void *event = NULL;
  return pst_copy_readable(&event, (void *const *)array + index, sizeof event) && pst_is_any_object(event);
}

persistify_u64 persistify_events_at(const void *array, persistify_u64 most, int ends) {
  enum { APART = 16 };
  uint64_t first = 0;
  while (first < most && first < APART && !event_at(array, first))
    ++first;
  if (first == most || first == APART)
    return 0;
  uint64_t last = first;
  while (last + 1 < most && event_at(array, last + 1))
    ++last;
  return ends ? last + 1 : first;
}

const void *persistify_queue_device(const void *queue) {
  cl_device_id device = NULL;
  if (!queue || clGetCommandQueueInfo((cl_command_queue)queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) != CL_SUCCESS)
    return NULL;
  return device;
}

// Bytes of the answer, at most those of a number; 0 if there is none.
static size_t info(const void *queue, const void *kernel, const void *device, cl_uint what, persistify_u64 *answer) {
  size_t bytes = 0;
  cl_int err = queue    ? clGetCommandQueueInfo((cl_command_queue)queue, what, sizeof *answer, answer, &bytes)
               : kernel ? clGetKernelWorkGroupInfo((cl_kernel)kernel, (cl_device_id)device, what, sizeof *answer, answer, &bytes)
               : device ? clGetDeviceInfo((cl_device_id)device, what, sizeof *answer, answer, &bytes)
                        : CL_INVALID_VALUE;
  return err == CL_SUCCESS ? bytes : 0;
}

persistify_u64 persistify_info(const void *queue, const void *kernel, const void *device, unsigned what) {
  persistify_u64 answer = 0;
  return info(queue, kernel, device, what, &answer) ? answer : 0;
}

int persistify_has_info(const void *queue, const void *kernel, const void *device, unsigned what, persistify_u64 bytes) {
  persistify_u64 answer = 0;
  return info(queue, kernel, device, what, &answer) == bytes;
}

// Of the slots for one handle one has its kernel's name.
static bool check_choices(const persistify_region *region, void *const *bind, const pst_bound *b, pst_why *why) {
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (slot->kind != PERSISTIFY_KERNEL || slot->size != i + 1)
      continue;
    bool any = false;
    for (uint32_t k = i; k < region->num_slots; ++k)
      any |= region->slots[k].kind == PERSISTIFY_KERNEL && region->slots[k].size == slot->size && !b->absent[k];
    if (!any) {
      char name[512] = "";
      clGetKernelInfo(*(cl_kernel *)bind[i], CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL);
      return pst_fail(why, "'%s' is kernel '%s', none of those that were analysed", slot->name, name);
    }
  }
  return true;
}

// All kernels of a region are of one program, or of that which the slot says.
static bool of_program(const persistify_slot *slot, pst_bound *b, cl_program program, pst_why *why) {
  const uint32_t i = slot->kind == PERSISTIFY_KERNEL && slot->handle != PERSISTIFY_NONE ? slot->handle : 0;
  if (i >= PST_PROGRAMS || (b->programs[i] && b->programs[i] != program))
    return pst_fail(why, "kernels come from different programs");
  b->programs[i] = program;
  if (i >= b->num_programs)
    b->num_programs = i + 1;
  b->program = b->programs[0];
  return true;
}

// Source and options of the programs; joined where there are several, which must be built alike.
static bool read_programs(pst_bound *b, pst_why *why) {
  for (uint32_t i = 0; i < b->num_programs; ++i) {
    cl_context owner = NULL;
    if (!b->programs[i])
      return pst_fail(why, "no kernel of one of the programs");
    if (clGetProgramInfo(b->programs[i], CL_PROGRAM_CONTEXT, sizeof owner, &owner, NULL) != CL_SUCCESS || owner != b->context)
      return pst_fail(why, "program and queue belong to different contexts");
  }
  b->options = pst_program_options(b->program, b->device->id);
  for (uint32_t i = 1; i < b->num_programs; ++i) {
    char *options = pst_program_options(b->programs[i], b->device->id);
    const bool same = options && b->options && strcmp(options, b->options) == 0;
    free(options);
    if (!same)
      return pst_fail(why, "the programs of the kernels are built with different options");
  }
  b->text = pst_programs_source(b->programs, b->num_programs, b->context);
  return true;
}

static void tell_limit(const persistify_slot *slot, pst_bound *b, cl_kernel kernel) {
  if (slot->state != PERSISTIFY_NONE) {
    uint64_t cell = pst_kernel_limit(b->device, kernel);
    memcpy(b->state + slot->state, &cell, 8);
  }
}

// A kernel that the loop would make: whether it could.
static bool check_program(const persistify_slot *slot, cl_program program, pst_bound *b, pst_why *why) {
  if (!program)
    return pst_fail(why, "program '%s' is null", slot->name);
  if (!pst_is_object(program, b->queue))
    return pst_fail(why, "'%s' is not a program", slot->name);
  cl_kernel kernel = pst_real_create_kernel()(program, slot->kernel, NULL);
  if (!kernel)
    return pst_fail(why, "no kernel '%s' can be made of '%s'", slot->kernel, slot->name);
  tell_limit(slot, b, kernel);
  clReleaseKernel(kernel);
  return of_program(slot, b, program, why);
}

// The host program is compiled with the macros that it was analysed with.
static bool check_host_build(const persistify_region *region, pst_why *why) {
  const persistify_host *host = region->host;
  if (host && host->differs)
    return pst_fail(why, "not compiled as analysed: %s", host->differs);
  for (uint32_t i = 0; host && i < host->num_macros; ++i)
    if (strcmp(host->macros[i].built, host->macros[i].analysed) != 0)
      return pst_fail(why, "not compiled as analysed: %s is '%.60s', not '%.60s'", host->macros[i].name,
                      host->macros[i].built, host->macros[i].analysed);
  return true;
}

/** Whether the calling thread rounds as a device does, and as the tool folded constants. No
 *  <fenv.h>: its functions are in another library than C's. */
static bool rounds_to_nearest(void) {
  const volatile double one = 1.0, tiny = 0x1p-60;
  return one + tiny == one && one - tiny == one && -one - tiny == -one;
}

/** Whether it keeps numbers that are too small to be normal, as operands and as results. */
static bool keeps_denormals(void) {
  const volatile double least = 2.2250738585072014e-308;
  const volatile double part = least / 4;
  return part * 4 == least;
}

static bool check_kernels(const persistify_region *region, void *const *bind, pst_bound *b, pst_why *why) {
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (slot->kind == PERSISTIFY_PROGRAM && !check_program(slot, *(cl_program *)bind[i], b, why))
      return false;
    if (slot->kind != PERSISTIFY_KERNEL)
      continue;
    cl_kernel kernel = *(cl_kernel *)bind[i];
    if (!kernel)
      return pst_fail(why, "kernel '%s' is null", slot->name);
    if (!pst_is_kernel(kernel, b->queue) && pst_is_object(kernel, b->queue))
      return pst_fail(why, "'%s' was given back, as far as this runtime saw", slot->name);
    if (!pst_is_kernel(kernel, b->queue))
      return pst_fail(why, "'%s' is not a kernel", slot->name);
    if (pst_recorder_reaches_svm(kernel))
      return pst_fail(why, "'%s' was told to reach shared virtual memory", slot->name);
    for (uint32_t k = 0; k < i; ++k)
      if (region->slots[k].kind == PERSISTIFY_KERNEL && *(cl_kernel *)bind[k] == kernel &&
          (!slot->size || slot->size != region->slots[k].size))
        return pst_fail(why, "kernels '%s' and '%s' are the same object", region->slots[k].name, slot->name);
    char name[512] = "";
    cl_program program = NULL;
    if (clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL) != CL_SUCCESS ||
        clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL) != CL_SUCCESS)
      return pst_fail(why, "invalid kernel '%s'", slot->name);
    b->absent[i] = slot->kernel && strcmp(name, slot->kernel) != 0;
    if (b->absent[i] && !slot->size)
      return pst_fail(why, "'%s' is kernel '%s', not '%s'", slot->name, name, slot->kernel);
    if (!(b->absent[i] && slot->handle != PERSISTIFY_NONE) && !of_program(slot, b, program, why))
      return false;
    tell_limit(slot, b, kernel);
  }
  if (!b->num_programs)
    return pst_fail(why, "no kernel");
  if (!read_programs(b, why))
    return false;
  if (!check_host_build(region, why) || !pst_check_source(region, b, why))
    return false;
  if ((region->fp_control & 2) && !rounds_to_nearest())
    return pst_fail(why, "the program's floating-point arithmetic does not round to nearest");
  if ((region->fp_control & 4) && !keeps_denormals())
    return pst_fail(why, "the program's floating-point arithmetic makes very small numbers zero");
  if ((region->fp_control & 1) && (!b->options || pst_options_relaxed(b->options)))
    return pst_fail(why, "floating point decides control, and the program is built with relaxed mathematics");
  return true;
}

//===- arguments and buffers ----------------------------------------------===//

static bool bind_handle(pst_bound *b, unsigned char *bound, uint32_t index, cl_mem mem, const char *what, pst_why *why) {
  if (bound[index] && b->handles[index] != mem)
    return pst_fail(why, "%s differs from the buffer it was when analysed", what);
  bound[index] = 1;
  b->handles[index] = mem;
  return true;
}

static bool check_arg(const persistify_region *region, void *const *bind, uint32_t i, pst_bound *b,
                      unsigned char *bound, pst_why *why) {
  const persistify_arg *arg = &region->args[i];
  if (!(arg->flags & PERSISTIFY_ARG_RECORDED))
    return true;
  const persistify_slot *slot = &region->slots[arg->kernel];
  if (b->absent[arg->kernel]) // nothing looks at it
    return arg->kind != PERSISTIFY_ARG_BUFFER || bind_handle(b, bound, arg->handle, NULL, "", why);
  cl_kernel kernel = *(cl_kernel *)bind[arg->kernel];
  pst_recorded value;
  cl_mem mem = NULL;
  bool buffer = arg->kind == PERSISTIFY_ARG_BUFFER;
  bool known = buffer ? pst_recorder_buffer(kernel, arg->index, &value, &mem)
                      : pst_recorder_get(kernel, arg->index, &value,
                                         arg->kind == PERSISTIFY_ARG_VALUE ? b->state + arg->state : NULL,
                                         arg->kind == PERSISTIFY_ARG_VALUE ? arg->size : 0);
  if (arg->flags & PERSISTIFY_ARG_SET) {
    // Perhaps each launch comes behind a setting: the kernel looks.
    uint64_t unset = !known;
    memcpy(b->state + arg->set_state, &unset, 8);
    if (!known)
      return !buffer || bind_handle(b, bound, arg->handle, NULL, "a kernel argument", why);
  }
  if (!known)
    return pst_fail(why, "argument %u of kernel '%s' was not recorded", arg->index, slot->name);
  if (value.svm)
    return pst_fail(why, "argument %u of kernel '%s' is shared virtual memory", arg->index, slot->name);
  switch (arg->kind) {
  case PERSISTIFY_ARG_BUFFER:
    if (value.size != sizeof(cl_mem))
      return pst_fail(why, "argument %u of kernel '%s' is not a buffer", arg->index, slot->name);
    if (value.unseen && pst_is_object(mem, b->queue))
      return pst_fail(why, "argument %u of kernel '%s' is a buffer that was not seen to be made, and may have ended",
                      arg->index, slot->name);
    value.null |= value.unseen; // it has ended, long ago
    return bind_handle(b, bound, arg->handle, value.null ? NULL : mem, "a kernel argument", why);
  case PERSISTIFY_ARG_VALUE:
    if (value.null || value.size != arg->size)
      return pst_fail(why, "argument %u of kernel '%s' has %zu bytes, not %u", arg->index, slot->name, value.size,
                      arg->size);
    return true;
  case PERSISTIFY_ARG_LOCAL: {
    if (!value.null)
      return pst_fail(why, "argument %u of kernel '%s' is not local memory", arg->index, slot->name);
    uint64_t cell = value.size;
    memcpy(b->state + arg->state, &cell, 8);
    return true;
  }
  }
  return pst_fail(why, "unknown kind of argument");
}

static uint64_t slot_bytes(const persistify_region *region, const pst_bound *b, const persistify_slot *slot) {
  if (slot->kind == PERSISTIFY_MIRROR)
    return pst_mirror_bytes(region, b, slot);
  return slot->kind == PERSISTIFY_SCALAR || slot->kind == PERSISTIFY_BLOB ? slot->size : sizeof(void *);
}

// Host objects that the region writes must be what they seem: separate objects,
// and no buffer's memory (rule H6).
static bool check_host_objects(const persistify_region *region, void *const *bind, const extent *extents,
                               const pst_bound *b, pst_why *why) {
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *one = &region->slots[i];
    if (one->kind == PERSISTIFY_QUEUE || one->kind == PERSISTIFY_KERNEL || !bind[i])
      continue;
    for (uint32_t k = 0; k < region->num_slots; ++k) {
      const persistify_slot *other = &region->slots[k];
      if (k == i || !bind[k] || !((one->flags | other->flags) & PERSISTIFY_OUT))
        continue;
      if (meet(bind[i], slot_bytes(region, b, one), bind[k], slot_bytes(region, b, other)))
        return pst_fail(why, "'%s' and '%s' are the same memory", one->name, other->name);
    }
    for (uint32_t h = 0; h < region->num_handles; ++h) {
      if (!b->handles[h] || !extents[h].host)
        continue;
      if (one->kind == PERSISTIFY_MIRROR && !one->size && one->state == PERSISTIFY_NONE)
        return pst_fail(why, "'%s' may lie in a buffer's host memory", one->name);
      if (meet(bind[i], slot_bytes(region, b, one), extents[h].host, extents[h].size))
        return pst_fail(why, "'%s' lies in a buffer's host memory", one->name);
    }
  }
  return true;
}

bool pst_check_memory(const persistify_region *region, void *const *bind, const pst_bound *b, uint32_t i,
                      uint64_t bytes, pst_why *why) {
  for (uint32_t k = 0; k < region->num_slots; ++k) {
    const persistify_slot *other = &region->slots[k];
    if (k != i && bind[i] && bind[k] && ((region->slots[i].flags | other->flags) & PERSISTIFY_OUT) &&
        meet(bind[i], bytes, bind[k], slot_bytes(region, b, other)))
      return pst_fail(why, "'%s' and '%s' are the same memory", region->slots[i].name, other->name);
  }
  for (uint32_t h = 0; h < region->num_handles; ++h)
    if (b->handles[h] && b->host[h] && meet(bind[i], bytes, b->host[h], b->bytes[h]))
      return pst_fail(why, "'%s' lies in a buffer's host memory", region->slots[i].name);
  return true;
}

static bool check_buffers(const persistify_region *region, void *const *bind, pst_bound *b, pst_why *why) {
  unsigned char *bound = calloc(region->num_handles + 1, 1);
  extent *extents = calloc(region->num_handles + 1, sizeof *extents);
  bool good = (bound && extents) || pst_fail_now(why, "out of host memory");
  for (uint32_t i = 0; good && i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (slot->kind == PERSISTIFY_BUFFER && (slot->flags & PERSISTIFY_IN)) {
      cl_mem mem = *(cl_mem *)bind[i];
      if (mem && !pst_is_buffer(mem, b->queue)) {
        // An element that the program has not set yet, and that the loop leaves alone: if
        // it uses it all the same, that is an error for the original.
        if ((slot->flags & PERSISTIFY_OUT) || region->handles[slot->handle].id_state != PERSISTIFY_NONE)
          good = pst_fail(why, pst_is_object(mem, b->queue)
                                   ? "'%s' is a buffer that was not seen to be made, and may have ended"
                                   : "'%s' is not a buffer", slot->name);
        mem = NULL;
      }
      good = good && bind_handle(b, bound, slot->handle, mem, slot->name, why);
    } else if (slot->kind == PERSISTIFY_MIRROR) // made before each launch
      bound[slot->handle] = 1;
  }
  for (uint32_t i = 0; good && i < region->num_args; ++i)
    good = check_arg(region, bind, i, b, bound, why);
  for (uint32_t i = 0; good && i < region->num_handles; ++i) {
    if (!bound[i]) {
      good = pst_fail(why, "buffer handle %u has no source", i);
      break;
    }
    if (b->handles[i] && pst_memory_hold(b->handles[i], &b->held[i]) == PST_ENDED) { // by another thread, just now
      good = pst_fail(why, "invalid buffer handle");
      break;
    }
    if (b->handles[i] && !(good = examine(b->handles[i], b->context, &extents[i], why)))
      break;
    b->host[i] = extents[i].host;
    if (b->handles[i] && (extents[i].closed & region->handles[i].host)) {
      good = pst_fail(why, "buffer '%s' was made with flags that do not let the host %s it",
                      region->handles[i].name ? region->handles[i].name : "",
                      extents[i].closed & region->handles[i].host & PERSISTIFY_HOST_READS ? "read" : "write");
      break;
    }
    b->bytes[i] = b->handles[i] ? extents[i].size : 0;
    if (region->handles[i].size_state != PERSISTIFY_NONE)
      memcpy(b->state + region->handles[i].size_state, &b->bytes[i], 8);
    if (region->handles[i].id_state) {
      uint64_t first = 0;
      while (b->handles[first] != b->handles[i])
        ++first;
      memcpy(b->state + region->handles[i].id_state, &first, 8);
    }
  }
  for (uint32_t i = 0; good && i < region->num_distinct; ++i) {
    uint32_t x = region->distinct[i].a, y = region->distinct[i].b;
    if (b->handles[x] && b->handles[y] && overlap(&extents[x], &extents[y]))
      good = pst_fail(why, "two buffers of the loop overlap (handles %u and %u)", x, y);
  }
  good = good && check_host_objects(region, bind, extents, b, why);
  free(bound);
  free(extents);
  return good;
}

//===- all of it ----------------------------------------------------------===//

bool pst_guard(const persistify_region *region, void *const *bind, pst_bound *b, pst_why *why) {
  memset(b, 0, sizeof *b);
  b->num_handles = region->num_handles;
  b->handles = calloc(region->num_handles + 1, sizeof *b->handles);
  b->held = calloc(region->num_handles + 1, sizeof *b->held);
  b->host = calloc(region->num_handles + 1, sizeof *b->host);
  b->image = calloc(region->num_handles + 1, sizeof *b->image);
  b->bytes = calloc(region->num_handles + 1, sizeof *b->bytes);
  b->state = calloc(1, region->state_bytes + 8);
  b->mirror = calloc(region->num_handles + 1, sizeof *b->mirror);
  b->absent = calloc(region->num_slots + 1, 1);
  if (!b->handles || !b->held || !b->host || !b->image || !b->bytes || !b->state || !b->mirror || !b->absent)
    return pst_fail_now(why, "out of host memory");
  if (pst_environment()->strict && !pst_check_layout(region, why))
    return false;
  if (pst_environment()->strict)
    memset(b->state, PST_PATTERN, region->state_bytes);
  for (uint32_t i = 0; i < region->num_args; ++i) // a struct may have gaps
    if (region->args[i].kind == PERSISTIFY_ARG_VALUE && region->args[i].size > 4)
      memset(b->state + region->args[i].state, 0, region->args[i].size);
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if ((slot->kind == PERSISTIFY_SCALAR || slot->kind == PERSISTIFY_BLOB) && (slot->flags & PERSISTIFY_IN)) {
      memset(b->state + slot->state + slot->size / 8 * 8, 0, slot->size % 8 ? 8 : 0); // the rest of a cell
      memcpy(b->state + slot->state, bind[i], slot->size);
    }
  }
  if (pst_vendor_call())
    return pst_fail(why, "the program has '%s', which sets arguments that are not seen", pst_vendor_call());
  return check_queue(region, bind, b, why) && check_kernels(region, bind, b, why) &&
         check_choices(region, bind, b, why) && check_buffers(region, bind, b, why);
}

void pst_bound_free(pst_bound *b) {
  if (b->text)
    pst_text_done(b->text);
  for (uint32_t i = 0; b->handles && b->held && i < b->num_handles; ++i)
    if (b->held[i])
      pst_memory_let(b->handles[i], b->held[i]);
  for (uint32_t i = 0; b->image && i < b->num_handles; ++i)
    free(b->image[i]);
  free(b->options);
  free(b->handles);
  free(b->held);
  free(b->host);
  free(b->image);
  free(b->bytes);
  free(b->state);
  free(b->mirror);
  free(b->absent);
}
