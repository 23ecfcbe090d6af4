//===- others.c - buffers that a loop has nothing to do with ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By the plan a loop uses the buffers of its region, and PERSISTIFY=verify compares what both paths leave in these
// (pieces.c). A plan that misses a buffer is wrong about one that is not among them: the original loop changes it, and the persistent
// path does not. Or its kernel writes where it should not. So the other buffers of the context that the program made are
// looked at, too: neither path may change them.
//
// They are not put back. They may be another thread's, or another queue's commands may be under way; then what is found
// is no proof, and is only told. What the host writes to without a command is left out: memory of the program's own
// (CL_MEM_USE_HOST_PTR), and what is mapped.
//
//===----------------------------------------------------------------------===//
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096, CHUNK = 4 << 20 };

typedef struct other {
  cl_mem mem;
  uint64_t number; // of the hold
  size_t bytes;
  uint64_t *sums;      // of each block
  size_t first, last;  // blocks that changed
  const char *changed; // by whom; null: by nobody
} other;

struct pst_others {
  cl_context context;
  cl_command_queue queue;
  other *list;
  uint32_t count, unread;
  unsigned char *bytes;
  cl_mem stage;
};

static uint64_t sum(const unsigned char *bytes, size_t count) {
  uint64_t value = count;
  for (size_t at = 0; at < count; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    memcpy(&word, bytes + at, count - at < sizeof word ? count - at : sizeof word);
    value = (value ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    value ^= value >> 29;
  }
  return value;
}

static void let(other *o) {
  pst_memory_let(o->mem, o->number);
  free(o->sums);
}

// Looks at one; `who` is null the first time. False if it cannot be read.
static bool look(pst_others *all, other *o, const char *who) {
  for (size_t at = 0; at < o->bytes; at += CHUNK) {
    const size_t n = o->bytes - at < CHUNK ? o->bytes - at : CHUNK;
    if (pst_staged_read(all->queue, o->mem, at, all->stage, n, all->bytes) != CL_SUCCESS)
      return false;
    for (size_t from = 0; from < n; from += BLOCK) {
      const size_t block = (at + from) / BLOCK;
      const uint64_t now = sum(all->bytes + from, n - from < BLOCK ? n - from : BLOCK);
      if (who && now != o->sums[block]) {
        o->first = o->changed && o->first < block ? o->first : block;
        o->last = o->changed && o->last > block ? o->last : block;
        o->changed = o->changed ? o->changed : who;
      }
      o->sums[block] = now;
    }
  }
  return true;
}

void pst_others_look(pst_others *all, const char *who) {
  for (uint32_t i = 0; all && i < all->count;) {
    if (look(all, &all->list[i], who)) {
      ++i;
      continue;
    }
    let(&all->list[i]);
    all->list[i] = all->list[--all->count];
    ++all->unread;
  }
}

static bool has(const cl_mem *list, size_t count, cl_mem mem) {
  for (size_t i = 0; i < count; ++i)
    if (list[i] == mem)
      return true;
  return false;
}

// Whether a buffer is looked at, with its size.
static bool looked_at(cl_mem mem, cl_context context, size_t *bytes) {
  cl_mem_object_type type = 0;
  cl_mem_flags flags = 0;
  cl_uint mapped = 1;
  cl_mem whole = NULL;
  cl_context of = NULL;
  return clGetMemObjectInfo(mem, CL_MEM_TYPE, sizeof type, &type, NULL) == CL_SUCCESS && type == CL_MEM_OBJECT_BUFFER &&
         clGetMemObjectInfo(mem, CL_MEM_CONTEXT, sizeof of, &of, NULL) == CL_SUCCESS && of == context &&
         clGetMemObjectInfo(mem, CL_MEM_FLAGS, sizeof flags, &flags, NULL) == CL_SUCCESS && !(flags & CL_MEM_USE_HOST_PTR) &&
         clGetMemObjectInfo(mem, CL_MEM_MAP_COUNT, sizeof mapped, &mapped, NULL) == CL_SUCCESS && mapped == 0 &&
         clGetMemObjectInfo(mem, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole, NULL) == CL_SUCCESS && !whole &&
         clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof *bytes, bytes, NULL) == CL_SUCCESS;
}

pst_others *pst_others_begin(cl_context context, cl_command_queue queue, const cl_mem *own, size_t num_own) {
  const size_t room = pst_memory_known();
  pst_others *all = calloc(1, sizeof *all);
  pst_held *held = calloc(room + 1, sizeof *held);
  cl_mem *wholes = calloc(num_own + 1, sizeof *wholes);
  cl_int status;
  if (all) {
    *all = (pst_others){.context = context, .queue = queue, .list = calloc(room + 1, sizeof *all->list), .bytes = malloc(CHUNK)};
    all->stage = pst_own_buffer(context, CHUNK, &status);
  }
  if (!all || !held || !wholes || !all->list || !all->bytes || !all->stage) {
    free(held);
    free(wholes);
    pst_others_drop(all);
    return NULL;
  }
  for (size_t i = 0; i < num_own; ++i)
    if (own[i])
      clGetMemObjectInfo(own[i], CL_MEM_ASSOCIATED_MEMOBJECT, sizeof *wholes, &wholes[i], NULL);
  const size_t found = pst_memory_hold_all(held, room);
  for (size_t i = 0; i < found; ++i) {
    other o = {.mem = held[i].memory, .number = held[i].number};
    const bool its = has(own, num_own, o.mem) || has(wholes, num_own, o.mem) || !looked_at(o.mem, context, &o.bytes);
    if (its || !(o.sums = calloc(o.bytes / BLOCK + 1, sizeof *o.sums)))
      let(&o);
    else
      all->list[all->count++] = o;
  }
  free(held);
  free(wholes);
  pst_others_look(all, NULL);
  return all;
}

bool pst_others_tell(const pst_others *all, const persistify_region *region, bool *certainly) {
  bool good = true;
  for (uint32_t i = 0; all && i < all->count; ++i) {
    const other *o = &all->list[i];
    if (!o->changed)
      continue;
    const size_t end = (o->last + 1) * BLOCK;
    fprintf(stderr, "persistify: %s:%u: verify: a buffer of %zu bytes that by the plan the loop does not use: %s changed something in bytes %zu to %zu\n",
            region->file, region->line, o->bytes, o->changed, o->first * BLOCK, (end < o->bytes ? end : o->bytes) - 1);
    good = false;
  }
  if (all && all->unread)
    fprintf(stderr, "persistify: %s:%u: verify: %u buffers that the loop does not use could not be read\n", region->file, region->line,
            all->unread);
  // The commands of this queue have ended. Of another's nobody knows.
  *certainly = all && pst_queues_of(all->context) <= 1;
  return good;
}

void pst_others_drop(pst_others *all) {
  if (!all)
    return;
  for (uint32_t i = 0; i < all->count; ++i)
    let(&all->list[i]);
  if (all->stage)
    clReleaseMemObject(all->stage);
  free(all->list);
  free(all->bytes);
  free(all);
}

void pst_others_corrupt(cl_context context, cl_command_queue queue, const cl_mem *own, size_t num_own) {
  pst_others *all = pst_others_begin(context, queue, own, num_own);
  for (uint32_t i = 0; all && i < all->count; ++i) {
    unsigned char byte = 0;
    other *o = &all->list[i];
    if (clEnqueueReadBuffer(queue, o->mem, CL_TRUE, o->bytes - 1, 1, &byte, 0, NULL, NULL) == CL_SUCCESS) {
      byte ^= 0x55;
      clEnqueueWriteBuffer(queue, o->mem, CL_TRUE, o->bytes - 1, 1, &byte, 0, NULL, NULL);
    }
  }
  pst_others_drop(all);
}
