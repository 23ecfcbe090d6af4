//===- snapshot.c - copies of what the region may write -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "Changes nothing" when a launch is given up: every buffer that the region may
// write is copied on the device before the launch and copied back after an
// abort. All copies of a snapshot stand in one buffer where the device has such
// large ones: drivers take long to give memory and to take it back. The last
// one is kept for the next entry, if it is a small part of the device's memory.
// On a GPU one kernel makes several copies: each command is some 10 us.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>

enum { ALIGN = 256, KEPT_PART = 64 }; // bytes; of the device's memory

static pst_chunk spare; // empty: no buffer

void pst_snapshots_fork(void) { spare = (pst_chunk){0}; }

bool pst_snapshots_end(cl_context context) {
  pst_chunk old = {0};
  pst_lock();
  if (spare.mem && spare.context == context) {
    old = spare;
    spare = (pst_chunk){0};
  }
  pst_unlock();
  if (old.mem)
    clReleaseMemObject(old.mem);
  return old.mem != NULL;
}

static pst_chunk take_spare(cl_context context, uint64_t bytes) {
  pst_chunk taken = {0};
  pst_lock();
  if (spare.mem && spare.context == context && spare.room >= bytes) {
    taken = spare;
    spare = (pst_chunk){0};
  }
  pst_unlock();
  return taken;
}

static void give(pst_chunk chunk) {
  pst_lock();
  if (chunk.keep && chunk.room > spare.room) {
    pst_chunk other = spare;
    spare = chunk;
    chunk = other;
  }
  pst_unlock();
  if (chunk.mem)
    clReleaseMemObject(chunk.mem);
}

static bool make_chunk(pst_chunk *chunk, const pst_bound *bound, pst_why *why) {
  uint64_t bytes = chunk->room;
  *chunk = take_spare(bound->context, bytes);
  if (chunk->mem)
    return true;
  cl_int status;
  chunk->mem = pst_own_buffer(bound->context, (size_t)bytes, &status);
  chunk->context = bound->context;
  chunk->room = chunk->mem ? bytes : 0;
  chunk->keep = chunk->mem && bytes <= bound->device->memory / KEPT_PART;
  return chunk->mem || pst_fail_by(status, why, "no memory for a snapshot of %zu bytes (%d)", (size_t)bytes, status);
}

// Which buffers are copied, and where to.
static void place(pst_snapshot *s, const persistify_region *region, const pst_bound *bound, uint64_t most) {
  for (uint32_t i = 0; i < region->num_handles; ++i) {
    cl_mem from = bound->handles[i];
    if (!region->handles[i].written || !from)
      continue;
    // Of no note: put back in any case.
    const uint32_t notes = region->noted && region->handles[i].written == 2 && i < 32 ? 1u << i : UINT32_MAX;
    bool seen = false;
    for (uint32_t k = 0; !seen && k < s->count; ++k)
      if (s->copies[k].from == from) {
        s->copies[k].notes |= notes;
        seen = true;
      }
    if (seen)
      continue;
    uint64_t bytes = bound->bytes[i], room = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (s->num_chunks == 0 || s->chunks[s->num_chunks - 1].room + room > most)
      ++s->num_chunks;
    pst_chunk *chunk = &s->chunks[s->num_chunks - 1];
    s->copies[s->count++] = (pst_copy){from, s->num_chunks - 1, (size_t)chunk->room, (size_t)bytes, notes};
    chunk->room += room;
  }
}

// Copies from `first` on, as many as one launch takes; their number goes to `done`.
static cl_int copy_some(const pst_snapshot *s, uint32_t first, const pst_bound *bound, cl_kernel copier, uint32_t *done) {
  enum { ITEMS = 256, PER_UNIT = 4 };
  const uint32_t chunk = s->copies[first].chunk;
  pst_set_arg_fn set = pst_real_set_arg();
  cl_int status = set(copier, 0, sizeof(cl_mem), &s->chunks[chunk].mem);
  uint64_t most = 0;
  uint32_t count = 0;
  for (cl_uint i = 0; status == CL_SUCCESS && i < P_COPIES; ++i) {
    const uint32_t k = first + count;
    const bool there = count == i && k < s->count && s->copies[k].chunk == chunk;
    const cl_ulong at = there ? s->copies[k].at : 0, bytes = there ? s->copies[k].bytes : 0;
    status = set(copier, 1 + 3 * i, sizeof(cl_mem), there ? &s->copies[k].from : NULL);
    if (status == CL_SUCCESS)
      status = set(copier, 2 + 3 * i, sizeof at, &at);
    if (status == CL_SUCCESS)
      status = set(copier, 3 + 3 * i, sizeof bytes, &bytes);
    count += there;
    most = bytes > most ? bytes : most;
  }
  *done = count;
  const uint64_t groups = most / 16 / ITEMS + 1, full = (uint64_t)PER_UNIT * bound->device->units;
  const size_t local = ITEMS, global = (size_t)(groups < full ? groups : full) * ITEMS;
  if (status == CL_SUCCESS)
    status = clEnqueueNDRangeKernel(bound->queue, copier, 1, NULL, &global, &local, 0, NULL, NULL);
  return status;
}

// A kernel must not read a buffer that was made for writing only.
static bool readable(const pst_snapshot *s) {
  for (uint32_t k = 0; k < s->count; ++k) {
    cl_mem_flags flags = CL_MEM_WRITE_ONLY;
    clGetMemObjectInfo(s->copies[k].from, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    if (flags & CL_MEM_WRITE_ONLY)
      return false;
  }
  return true;
}

static cl_int copy_all(const pst_snapshot *s, const pst_bound *bound, cl_kernel copier) {
  cl_int status = CL_SUCCESS;
  if (copier && s->count > 1 && readable(s)) {
    for (uint32_t k = 0, done = 0; status == CL_SUCCESS && k < s->count; k += done)
      status = copy_some(s, k, bound, copier, &done);
    return status;
  }
  for (uint32_t k = 0; status == CL_SUCCESS && k < s->count; ++k) {
    const pst_copy *c = &s->copies[k];
    status = clEnqueueCopyBuffer(bound->queue, c->from, s->chunks[c->chunk].mem, 0, c->at, c->bytes, 0, NULL, NULL);
  }
  return status;
}

bool pst_snapshot_take(pst_snapshot *s, const persistify_region *region, const pst_bound *bound, cl_kernel copier,
                       pst_why *why) {
  s->copies = calloc(region->num_handles + 1, sizeof *s->copies);
  s->chunks = calloc(region->num_handles + 1, sizeof *s->chunks);
  if (!s->copies || !s->chunks)
    return pst_fail(why, "out of host memory");
  place(s, region, bound, bound->device->most_alloc);
  if (!pst_environment()->snapshot) {
    s->missing = s->count != 0;
    s->count = s->num_chunks = 0;
    return true;
  }
  for (uint32_t k = 0; k < s->num_chunks; ++k)
    if (!make_chunk(&s->chunks[k], bound, why)) {
      s->count = 0;
      return false;
    }
  const cl_int status = copy_all(s, bound, copier);
  if (status != CL_SUCCESS) {
    clFinish(bound->queue); // before another entry gets the chunks
    return pst_fail(why, "snapshot failed (%d)", status);
  }
  return true;
}

// Through the host, for which a device may have resources when it has none for a copy of its own.
static bool restore_by_host(const pst_snapshot *s, const pst_copy *c, cl_command_queue queue) {
  unsigned char *bytes = malloc(c->bytes);
  const bool good =
      bytes &&
      clEnqueueReadBuffer(queue, s->chunks[c->chunk].mem, CL_TRUE, c->at, c->bytes, bytes, 0, NULL, NULL) == CL_SUCCESS &&
      clEnqueueWriteBuffer(queue, c->from, CL_TRUE, 0, c->bytes, bytes, 0, NULL, NULL) == CL_SUCCESS;
  free(bytes);
  return good;
}

static bool restore(const pst_snapshot *s, uint32_t noted, cl_command_queue queue, bool by_host) {
  bool good = true;
  for (uint32_t k = 0; k < s->count; ++k) {
    const pst_copy *c = &s->copies[k];
    if (c->notes != UINT32_MAX && !(c->notes & noted))
      continue;
    good &= by_host ? restore_by_host(s, c, queue)
                    : clEnqueueCopyBuffer(queue, s->chunks[c->chunk].mem, c->from, c->at, 0, c->bytes, 0, NULL, NULL) ==
                          CL_SUCCESS;
  }
  return pst_finish(queue) && good;
}

// A copy twice does no harm, and what fails once may work.
bool pst_snapshot_restore(const pst_snapshot *s, uint32_t noted, cl_command_queue queue) {
  // NOLINTNEXTLINE(misc-redundant-expression): it is tried once more
  return !s->missing && (restore(s, noted, queue, false) || restore(s, noted, queue, false) || restore(s, noted, queue, true));
}

void pst_snapshot_free(pst_snapshot *s) {
  for (uint32_t k = 0; k < s->num_chunks; ++k)
    give(s->chunks[k]);
  free(s->copies);
  free(s->chunks);
}
