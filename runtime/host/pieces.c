//===- pieces.c - what PERSISTIFY=verify looks at, and its images ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a region may change, as verify.c says: buffers, host objects, kernel arguments, and the variables of a loop's
// own that its trips hand on. Images of it are taken, and put back.
//
//===----------------------------------------------------------------------===//
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16 << 20 };

//===- what is looked at --------------------------------------------------===//

static piece *add(pst_verify *v, kind kind, const char *name, uint32_t number, uint32_t element, size_t bytes) {
  piece *p = &v->pieces[v->count++];
  memset(p, 0, sizeof *p);
  p->kind = kind;
  p->name = name;
  p->number = number;
  p->element = element;
  p->bytes = bytes;
  p->at = v->bytes;
  v->bytes += (bytes + 7) / 8 * 8;
  return p;
}

static bool hold(pst_verify *v, cl_mem mem) {
  if (!mem)
    return true;
  if (clRetainMemObject(mem) != CL_SUCCESS)
    return false;
  v->held[v->num_held++] = mem;
  return true;
}

static const char *handle_name(const persistify_region *region, uint32_t handle) {
  if (region->handles[handle].name)
    return region->handles[handle].name;
  for (uint32_t i = 0; i < region->num_slots; ++i)
    if (region->slots[i].kind == PERSISTIFY_BUFFER && region->slots[i].handle == handle)
      return region->slots[i].name;
  return NULL;
}

static bool add_buffers(pst_verify *v, const pst_bound *bound, pst_why *why) {
  for (uint32_t i = 0; i < v->region->num_handles; ++i) {
    cl_mem mem = bound->handles[i];
    uint32_t element = v->region->handles[i].element;
    piece *same = NULL;
    for (uint32_t k = 0; k < v->count; ++k)
      if (v->pieces[k].mem == mem)
        same = &v->pieces[k];
    if (!mem)
      continue;
    if (same) { // under two names; a type on which they disagree is none
      if (!same->element)
        same->element = element;
      else if (element && element != same->element)
        same->element = WORD;
      continue;
    }
    add(v, BUFFER, handle_name(v->region, i), i, element, (size_t)bound->bytes[i])->mem = mem;
    if (!hold(v, mem))
      return pst_fail(why, "invalid buffer handle");
  }
  return true;
}

static bool makes_buffers(const persistify_region *region) {
  for (uint32_t i = 0; i < region->num_slots; ++i)
    if (region->slots[i].kind == PERSISTIFY_CONTEXT)
      return true;
  return false;
}

static bool add_objects(pst_verify *v, void *const *bind, pst_why *why) {
  for (uint32_t i = 0; i < v->region->num_slots; ++i) {
    const persistify_slot *slot = &v->region->slots[i];
    bool left = !(slot->flags & PERSISTIFY_OUT);
    if ((slot->flags & PERSISTIFY_GENERATED) || !bind[i])
      continue;
    size_t bytes = slot->kind == PERSISTIFY_BUFFER ? sizeof(cl_mem) : slot->size;
    bool value = slot->kind == PERSISTIFY_BUFFER || slot->kind == PERSISTIFY_SCALAR || slot->kind == PERSISTIFY_BLOB;
    value |= slot->kind == PERSISTIFY_MIRROR; // of an array of unknown length: pst_verify_arrays
    if (left && (!value || strncmp(slot->name, "persistify", 10) == 0)) // the last: of the generated code
      continue;
    piece *p = add(v, OBJECT, slot->name, i, slot->kind == PERSISTIFY_BUFFER ? sizeof(cl_mem) : slot->element, bytes);
    p->slot = slot;
    p->left = left;
    p->object = bind[i];
    p->gone = slot->kind == PERSISTIFY_BUFFER && makes_buffers(v->region);
    cl_mem mem;
    if ((slot->flags & PERSISTIFY_OWNED) && !hold(v, *(cl_mem *)memcpy(&mem, bind[i], sizeof mem)))
      return pst_fail(why, "invalid buffer handle '%s'", slot->name);
  }
  return true;
}

// Room for more of an array behind those of all other pieces, and what it holds.
static bool widen(pst_verify *v, piece *p, size_t bytes, pst_why *why) {
  const size_t at = v->bytes, all = at + (bytes + 7) / 8 * 8;
  unsigned char *image = realloc(v->image[BEFORE], all + 1);
  if (!image)
    return pst_fail(why, "verify: no host memory for an image of %zu bytes", all);
  v->image[BEFORE] = image;
  memset(image + at, 0, all - at);
  if (!pst_copy_readable(image + at, p->object, bytes))
    return pst_fail(why, "the pointer to '%s' is not good", p->slot->name);
  p->at = at;
  p->bytes = bytes;
  v->bytes = all;
  return true;
}

// An array is written to only when a launch has come to its end: until then it is as in front of the loop.
bool pst_verify_arrays(pst_verify *v, const pst_bound *bound, pst_why *why) {
  bool good = true;
  for (uint32_t i = 0; good && i < v->count; ++i) {
    piece *p = &v->pieces[i];
    if (p->kind != OBJECT || p->slot->kind != PERSISTIFY_MIRROR)
      continue;
    const size_t bytes = (size_t)bound->bytes[p->slot->handle];
    good = bytes <= p->bytes || widen(v, p, bytes, why);
  }
  return good;
}

// Of the kernel that a slot stands for, 0 for other slots.
static cl_uint number_of_arguments(const persistify_region *region, void *const *bind, const pst_bound *bound, uint32_t i) {
  const persistify_slot *slot = &region->slots[i];
  cl_uint number = 0;
  if (slot->kind == PERSISTIFY_KERNEL && !bound->absent[i] && bind[i] && *(cl_kernel *)bind[i])
    clGetKernelInfo(*(cl_kernel *)bind[i], CL_KERNEL_NUM_ARGS, sizeof number, &number, NULL);
  return number;
}

static bool add_arguments(pst_verify *v, void *const *bind, pst_why *why) {
  for (uint32_t i = 0; i < v->region->num_args; ++i) {
    const persistify_arg *arg = &v->region->args[i];
    if (!(arg->flags & PERSISTIFY_ARG_SET))
      continue;
    const persistify_slot *slot = &v->region->slots[arg->kernel];
    size_t room = arg->size > sizeof(cl_mem) ? arg->size : sizeof(cl_mem);
    piece *p = add(v, ARGUMENT, slot->kernel ? slot->kernel : slot->name, arg->index, 0, sizeof(argument) + room);
    p->kernel = *(cl_kernel *)bind[arg->kernel];
    p->buffer = arg->kind == PERSISTIFY_ARG_BUFFER;
    p->members = arg->kind == PERSISTIFY_ARG_VALUE ? arg->members : NULL;
    p->gone = arg->kind == PERSISTIFY_ARG_BUFFER && makes_buffers(v->region);
    p->stale = p->gone && !(arg->flags & PERSISTIFY_ARG_RECORDED);
    pst_recorded old;
    unsigned char nothing;
    if (pst_recorder_get(p->kernel, arg->index, &old, &nothing, 0) && (old.svm || (!old.null && old.size > room)))
      return pst_fail(why, "verify: argument %u of kernel '%s' cannot be put back", arg->index, slot->name);
  }
  return true;
}

// Other arguments of the region's kernels, as far as the recorder knows them. A loop that sets none of them needs nothing
// put back.
static void add_other_arguments(pst_verify *v, void *const *bind, const pst_bound *bound) {
  for (uint32_t i = 0; i < v->region->num_slots; ++i) {
    const persistify_slot *slot = &v->region->slots[i];
    const cl_uint number = number_of_arguments(v->region, bind, bound, i);
    cl_kernel kernel = number ? *(cl_kernel *)bind[i] : NULL;
    for (cl_uint index = 0; index < number && v->count < v->most; ++index) { // asked now, it may say another number
      bool listed = false;
      for (uint32_t k = 0; k < v->count && !listed; ++k)
        listed = v->pieces[k].kernel == kernel && v->pieces[k].number == index;
      pst_recorded old;
      unsigned char nothing;
      bool known = pst_recorder_get(kernel, index, &old, &nothing, 0);
      if (listed || (known && old.svm))
        continue;
      size_t room = known && !old.null && old.size > sizeof(cl_mem) ? old.size : sizeof(cl_mem);
      piece *p = add(v, ARGUMENT, slot->kernel ? slot->kernel : slot->name, index, 0, sizeof(argument) + room);
      p->kernel = kernel;
      p->left = p->stale = true;
      p->gone = makes_buffers(v->region);
    }
  }
}

//===- images -------------------------------------------------------------===//

cl_int pst_staged_read(cl_command_queue queue, cl_mem mem, size_t at, cl_mem stage, size_t bytes, void *host) {
  const cl_int status = clEnqueueCopyBuffer(queue, mem, stage, at, 0, bytes, 0, NULL, NULL);
  return status == CL_SUCCESS ? clEnqueueReadBuffer(queue, stage, CL_TRUE, 0, bytes, host, 0, NULL, NULL) : status;
}

// By way of a buffer of our own: the program's may be closed to the host.
static bool transfer(const pst_verify *v, cl_mem mem, size_t bytes, unsigned char *host, bool back) {
  cl_int status;
  cl_mem stage = pst_own_buffer(v->context, bytes < CHUNK ? bytes : CHUNK, &status);
  if (!stage)
    return false;
  for (size_t at = 0; status == CL_SUCCESS && at < bytes; at += CHUNK) {
    size_t n = bytes - at < CHUNK ? bytes - at : CHUNK;
    if (!back) {
      status = pst_staged_read(v->queue, mem, at, stage, n, host + at);
      continue;
    }
    status = clEnqueueWriteBuffer(v->queue, stage, CL_TRUE, 0, n, host + at, 0, NULL, NULL);
    if (status == CL_SUCCESS)
      status = clEnqueueCopyBuffer(v->queue, stage, mem, 0, at, n, 0, NULL, NULL);
    if (status == CL_SUCCESS)
      status = clFinish(v->queue);
  }
  clReleaseMemObject(stage);
  return status == CL_SUCCESS;
}

static bool recorded(const piece *p, pst_recorded *now, unsigned char *copy) {
  const size_t room = p->bytes - sizeof(argument);
  cl_mem mem;
  if (!p->buffer)
    return pst_recorder_get(p->kernel, p->number, now, copy, room);
  if (!pst_recorder_buffer(p->kernel, p->number, now, &mem))
    return false;
  if (!now->null && room >= sizeof mem)
    memcpy(copy, &mem, sizeof mem);
  return true;
}

// What means the same becomes the same: a null pointer and one to a null handle, and whatever lies between members.
static void take_argument(const piece *p, int which, unsigned char *image) {
  unsigned char *copy = image + sizeof(argument);
  pst_recorded now;
  if (!recorded(p, &now, copy))
    return;
  argument head = {1, now.ended && p->gone && which == FIRST ? ENDED : now.null, now.size};
  cl_mem mem = NULL;
  if (p->buffer && !now.null && now.size == sizeof mem) {
    memcpy(&mem, copy, sizeof mem);
    head.null = mem == NULL;
  }
  for (size_t i = 0; which != BEFORE && p->members && p->members[i]; ++i)
    if (p->members[i] == '-')
      copy[i] = 0;
  memcpy(image, &head, sizeof head);
}

bool pst_verify_take(pst_verify *v, int which, pst_why *why) {
  unsigned char *image = v->image[which] = calloc(1, v->bytes + 1);
  if (!image)
    return pst_fail(why, "verify: no host memory for an image of %zu bytes", v->bytes);
  if (pst_drain(v->queue) != PST_DRAINED)
    return pst_fail(why, "verify: a command of the queue failed, or does not end");
  for (uint32_t i = 0; i < v->count; ++i) {
    const piece *p = &v->pieces[i];
    if (p->kind == OBJECT && p->object)
      memcpy(image + p->at, p->object, p->bytes);
    else if (p->kind == OBJECT) // out of scope
      memcpy(image + p->at, v->image[PERSISTENT] + p->at, p->bytes);
    if (p->kind == BUFFER && !transfer(v, p->mem, p->bytes, image + p->at, false))
      return pst_fail(why, "verify: buffer %u could not be read", p->number);
    if (p->kind == ARGUMENT && pst_recorder_lost(p->kernel))
      return pst_fail(why, "verify: no host memory for the arguments of kernel '%s'", p->name);
    if (p->kind == ARGUMENT)
      take_argument(p, which, image + p->at);
  }
  return true;
}

// What the run changed whose image that is; BEFORE: there is none. Handles: first all that come are retained, then all that go released.
static bool put_objects_back(const pst_verify *v, int run) {
  bool good = true;
  memset(v->old, 0, v->count * sizeof *v->old);
  for (uint32_t i = 0; i < v->count; ++i) {
    const piece *p = &v->pieces[i];
    if (p->kind != OBJECT)
      continue;
    // What did not change may be a constant, or another thread's.
    const unsigned char *before = v->image[BEFORE] + p->at, *now = run == BEFORE ? p->object : v->image[run] + p->at;
    if (memcmp(now, before, p->bytes) == 0)
      continue;
    if (p->slot->flags & PERSISTIFY_OWNED) {
      cl_mem mem;
      memcpy(&v->old[i], p->object, sizeof mem);
      memcpy(&mem, before, sizeof mem);
      if (mem)
        good &= clRetainMemObject(mem) == CL_SUCCESS;
    }
    pst_write_changed(p->object, before, now, p->bytes, p->element & PERSISTIFY_ELEMENT_BYTES);
  }
  for (uint32_t i = 0; i < v->count; ++i)
    if (v->old[i])
      clReleaseMemObject(v->old[i]);
  return good;
}

void pst_verify_objects(const pst_verify *v) {
  for (uint32_t i = 0; i < v->count; ++i) {
    const piece *p = &v->pieces[i];
    if (p->kind == OBJECT && p->object)
      pst_write_changed(p->object, v->image[PERSISTENT] + p->at, v->image[BEFORE] + p->at, p->bytes, p->element & PERSISTIFY_ELEMENT_BYTES);
  }
}

// What fails once may work.
// NOLINTBEGIN(misc-redundant-expression): it is asked once more
static bool put_buffer_back(const pst_verify *v, const piece *p) {
  return transfer(v, p->mem, p->bytes, v->image[BEFORE] + p->at, true) ||
         transfer(v, p->mem, p->bytes, v->image[BEFORE] + p->at, true);
}

static bool put_argument_back(const piece *p, const argument *head, const unsigned char *value) {
  const void *from = head->null ? NULL : value;
  return clSetKernelArg(p->kernel, p->number, (size_t)head->size, from) == CL_SUCCESS ||
         clSetKernelArg(p->kernel, p->number, (size_t)head->size, from) == CL_SUCCESS;
}
// NOLINTEND(misc-redundant-expression)

void pst_verify_put_back(const pst_verify *v, int run) {
  bool good = put_objects_back(v, run);
  for (uint32_t i = 0; i < v->count; ++i) {
    const piece *p = &v->pieces[i];
    unsigned char *from = v->image[BEFORE] + p->at;
    if (p->kind == BUFFER)
      good &= put_buffer_back(v, p);
    argument head;
    memcpy(&head, from, p->kind == ARGUMENT ? sizeof head : 0);
    if (p->kind == ARGUMENT && head.known && !p->stale)
      good &= put_argument_back(p, &head, from + sizeof head);
  }
  if (!good && !pst_queue_dead(v->queue)) { // else the original's first command fails as it does without us
    pst_turn_give();
    fprintf(stderr, "persistify: %s:%u: error: verify cannot put the loop's buffers back\n", v->region->file,
            v->region->line);
    exit(EXIT_FAILURE);
  }
}

//===- one entry ----------------------------------------------------------===//

pst_verify *pst_verify_empty(const persistify_region *region) {
  pst_verify *v = calloc(1, sizeof *v);
  if (v)
    v->region = region;
  return v;
}

static void add_carried(pst_verify *v, void **carried) {
  static const persistify_slot variable = {PERSISTIFY_SCALAR, PERSISTIFY_IN | PERSISTIFY_OUT, 0, 0, 0, NULL, NULL, 0};
  for (uint32_t i = 0; i < v->region->num_carried; ++i) {
    const persistify_carried *c = &v->region->carried[i];
    piece *p = add(v, OBJECT, c->name ? c->name : "variable of the loop", i, c->element, c->size);
    p->slot = &variable;
    p->object = carried[i];
    p->scoped = true;
  }
}

pst_verify *pst_verify_begin(const persistify_region *region, void *const *bind, const pst_bound *bound, void **carried, pst_why *why) {
  if (!region->ends) {
    pst_fail(why, "verify: the program does not call persistify_again behind the loop, so the loop cannot run again");
    return NULL;
  }
  pst_verify *v = pst_verify_empty(region);
  if (v) {
    v->context = bound->context;
    v->queue = bound->queue;
    size_t most = region->num_handles + region->num_slots + region->num_args + region->num_carried + 1;
    for (uint32_t i = 0; i < region->num_slots; ++i)
      most += number_of_arguments(region, bind, bound, i);
    v->most = (uint32_t)most;
    v->pieces = calloc(most, sizeof *v->pieces);
    v->old = calloc(most, sizeof *v->old);
    v->held = calloc(region->num_handles + region->num_slots + 1, sizeof *v->held);
  }
  if (!v || !v->pieces || !v->held || !v->old)
    pst_fail(why, "out of host memory");
  else if (add_buffers(v, bound, why) && add_objects(v, bind, why) && add_arguments(v, bind, why)) {
    if (carried)
      add_carried(v, carried);
    if (region->num_args > 0) // one written by hand need not say anything about arguments
      add_other_arguments(v, bind, bound);
    if (pst_verify_take(v, BEFORE, why))
      return v;
  }
  pst_verify_drop(v);
  return NULL;
}

//===- the planted error --------------------------------------------------===//

void pst_corrupt(const persistify_region *region, void *const *bind, const pst_bound *bound) {
  const char *text = pst_environment()->corrupt, *colon = strrchr(text, ':');
  size_t length = colon ? (size_t)(colon - text) : strlen(text), at = colon ? strtoul(colon + 1, NULL, 0) : 0;
  if (!*text)
    return;
  bool done = strcmp(text, "*") == 0;
  if (done)
    pst_others_corrupt(bound->context, bound->queue, bound->handles, region->num_handles);
  for (uint32_t i = 0; !done && i < region->num_handles; ++i) {
    const char *name = handle_name(region, i);
    cl_mem mem = bound->handles[i];
    bool mirror = false; // its host array is what counts
    for (uint32_t k = 0; k < region->num_slots; ++k)
      mirror |= region->slots[k].kind == PERSISTIFY_MIRROR && region->slots[k].handle == i;
    if (!name || strncmp(name, text, length) != 0 || name[length] || !mem || mirror || at >= bound->bytes[i])
      continue;
    pst_verify v = {.context = bound->context, .queue = bound->queue};
    unsigned char *bytes = malloc((size_t)bound->bytes[i]);
    done = bytes && transfer(&v, mem, (size_t)bound->bytes[i], bytes, false);
    if (done) {
      bytes[at] ^= 0x55;
      done = transfer(&v, mem, (size_t)bound->bytes[i], bytes, true);
    }
    free(bytes);
  }
  for (uint32_t i = 0; !done && i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (slot->kind == PERSISTIFY_BUFFER || !(slot->flags & PERSISTIFY_OUT) || strncmp(slot->name, text, length) != 0 ||
        slot->name[length] || at >= (slot->kind == PERSISTIFY_MIRROR ? bound->bytes[slot->handle] : slot->size))
      continue;
    ((unsigned char *)bind[i])[at] ^= 0x55;
    done = true;
  }
  fprintf(stderr, "persistify: %s:%u: PERSISTIFY_TEST_CORRUPT: '%s' %s\n", region->file, region->line, text,
          done ? "was changed" : "is no buffer or variable of the loop");
}
