//===- mirror.c - host arrays in device memory ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A host array that the region transfers in bulk has a buffer of its own, its
// mirror. How many bytes of host memory belong to an array behind a pointer is
// not known: the mirror starts with what the program's own transfers reach to,
// and grows to what the device asks for, in the end to four times as much; host memory beyond is never touched.
// The copy begins with what the array holds, and only what the loop changed is
// written back: the rest may be other threads', or not be written to at all.
// Buffers that the loop makes lie in mirrors of no array.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Arrays that the host reads element by element: beyond, one work-item of a GPU
// is slower than the host, and the original loop is the better one.
enum { SCAN_LIMIT = 65536 };
// Memory that only the region has begins with as much, if its size is not known.
enum { OWN_LEAST = 65536 };
// A host array that needed more several times gets as much, if there is memory.
enum { SOON_LEAST = 4096 };
enum { LARGE = 64 << 20, PART = 4 }; // bytes; at least this part of such an array is in memory

uint64_t pst_mirror_bytes(const persistify_region *region, const pst_bound *bound, const persistify_slot *slot) {
  (void)region;
  uint64_t bytes = slot->size;
  if (!bytes && slot->state != PERSISTIFY_NONE)
    memcpy(&bytes, bound->state + slot->state, 8);
  return bound->mirror[slot->handle] > bytes ? bound->mirror[slot->handle] : bytes;
}

// Whether a large array is one that nobody uses most of: a copy would take memory that the program does not.
static bool mostly_absent(const void *array, uint64_t bytes) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)array / page * page;
  if (bytes < LARGE)
    return false;
  const size_t pages = ((uintptr_t)array + bytes - first + page - 1) / page;
  unsigned char *in = malloc(pages);
  size_t there = 0;
  const bool known = in && mincore((void *)first, pages * page, in) == 0;
  for (size_t i = 0; known && i < pages; ++i)
    there += in[i] & 1;
  free(in);
  return known && there < pages / PART;
}

static bool make_room(const persistify_region *region, pst_bound *bound, pst_built *built, uint32_t handle,
                      uint64_t bytes, pst_why *why) {
  if (!built->mirrors)
    built->mirrors = calloc(region->num_handles + 1, sizeof *built->mirrors);
  if (!built->mirror_room)
    built->mirror_room = calloc(region->num_handles + 1, sizeof *built->mirror_room);
  if (!built->mirrors || !built->mirror_room)
    return pst_fail_now(why, "out of host memory");
  if (built->mirrors[handle] && built->mirror_room[handle] >= bytes)
    return true;
  if (built->mirrors[handle])
    clReleaseMemObject(built->mirrors[handle]);
  cl_int status = CL_SUCCESS;
  built->mirror_room[handle] = 0;
  built->mirrors[handle] = pst_own_buffer(bound->context, (size_t)bytes, &status);
  if (!built->mirrors[handle])
    return pst_fail(why, "no device memory for a host array of %zu bytes (%d)", (size_t)bytes, status);
  built->mirror_room[handle] = bytes;
  return true;
}

static bool copy_in(pst_bound *bound, const persistify_slot *slot, const void *array, uint64_t bytes, pst_why *why) {
  const void *from = array;
  bool good;
  if (slot->flags & PERSISTIFY_OUT) {
    free(bound->image[slot->handle]);
    unsigned char *image = bound->image[slot->handle] = malloc((size_t)bytes);
    if (!image)
      return pst_fail_now(why, "out of host memory");
    good = pst_copy_readable(image, array, (size_t)bytes);
    from = image;
  } else {
    good = pst_readable(array, (size_t)bytes);
  }
  if (!good)
    return pst_fail(why, "the pointer to '%s' is not good", slot->name);
  const cl_int status = clEnqueueWriteBuffer(bound->queue, bound->handles[slot->handle], CL_TRUE, 0, (size_t)bytes, from, 0,
                                             NULL, NULL);
  return status == CL_SUCCESS || pst_fail(why, "a host array could not be copied (%d)", status);
}

bool pst_mirrors_fill(const persistify_region *region, void *const *bind, pst_bound *bound, pst_built *built,
                      pst_why *why) {
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (slot->kind != PERSISTIFY_MIRROR)
      continue;
    uint64_t bytes = pst_mirror_bytes(region, bound, slot);
    bool outside = slot->flags & PERSISTIFY_IN;
    if (outside && !bind[i])
      bytes = 0;
    // Of no host array, so it may have more: what an earlier entry needed, and enough for most.
    if (!outside && !slot->size && bytes < OWN_LEAST)
      bytes = OWN_LEAST;
    if (!outside && built->mirror_room && built->mirror_room[slot->handle] > bytes)
      bytes = built->mirror_room[slot->handle];
    if ((slot->flags & PERSISTIFY_SCANNED) && bytes > SCAN_LIMIT)
      return pst_fail(why, "the host reads %zu bytes of '%s' one by one", (size_t)bytes, slot->name);
    if (outside && bytes && mostly_absent(bind[i], bytes))
      return pst_fail(why, "a host array of %zu bytes is mostly not in memory", (size_t)bytes);
    bound->handles[slot->handle] = NULL;
    if (bytes) {
      if (!make_room(region, bound, built, slot->handle, bytes, why) ||
          (outside && !pst_check_memory(region, bind, bound, i, bytes, why)))
        return false;
      bound->handles[slot->handle] = built->mirrors[slot->handle];
      if (outside && !copy_in(bound, slot, bind[i], bytes, why))
        return false;
    }
    bound->bytes[slot->handle] = bytes;
    if (region->handles[slot->handle].size_state != PERSISTIFY_NONE)
      memcpy(bound->state + region->handles[slot->handle].size_state, &bytes, 8);
  }
  return true;
}

bool pst_mirrors_grow(const persistify_region *region, void *const *bind, pst_bound *bound, uint32_t handle, uint64_t bytes,
                      bool soon) {
  if (handle >= region->num_handles || bytes <= bound->bytes[handle])
    return false;
  bool outside = false;
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (slot->kind != PERSISTIFY_MIRROR || slot->handle != handle)
      continue;
    outside = slot->flags & PERSISTIFY_IN;
    // What is read behind the array is not looked at, nor written: the device asks before it goes on.
    pst_why why = {0};
    const uint64_t most = slot->flags & PERSISTIFY_SCANNED ? SCAN_LIMIT : LARGE;
    uint64_t more = bytes < SOON_LEAST / 4 ? SOON_LEAST : 4 * bytes;
    for (more = more < most ? more : most; outside && soon && more > bytes; more = bytes + (more - bytes) / 2)
      if (bind[i] && pst_readable(bind[i], (size_t)more) && pst_check_memory(region, bind, bound, i, more, &why)) {
        bytes = more;
        break;
      }
  }
  // Of no host array: the loop may make ever larger ones.
  bound->mirror[handle] = !outside && bytes < 2 * bound->bytes[handle] ? 2 * bound->bytes[handle] : bytes;
  return true;
}

bool pst_mirrors_read(const persistify_region *region, pst_bound *bound, unsigned char **from, pst_why *why) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < region->num_slots; ++i)
    if (region->slots[i].kind == PERSISTIFY_MIRROR && (region->slots[i].flags & PERSISTIFY_OUT))
      all += bound->bytes[region->slots[i].handle];
  *from = NULL;
  if (!all)
    return true;
  *from = malloc((size_t)all);
  if (!*from)
    return pst_fail_now(why, "out of host memory");
  unsigned char *to = *from;
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    uint64_t bytes = slot->kind == PERSISTIFY_MIRROR && (slot->flags & PERSISTIFY_OUT) ? bound->bytes[slot->handle] : 0;
    if (!bytes)
      continue;
    cl_int status = clEnqueueReadBuffer(bound->queue, bound->handles[slot->handle], CL_TRUE, 0, (size_t)bytes, to, 0,
                                        NULL, NULL);
    if (status != CL_SUCCESS)
      return pst_fail(why, "a host array could not be read back (%d)", status);
    to += bytes;
  }
  return true;
}

void pst_mirrors_commit(const persistify_region *region, void *const *bind, const pst_bound *bound,
                        const unsigned char *from) {
  for (uint32_t i = 0; from && i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (slot->kind != PERSISTIFY_MIRROR || !(slot->flags & PERSISTIFY_OUT))
      continue;
    const size_t bytes = (size_t)bound->bytes[slot->handle];
    const unsigned char *before = bound->image[slot->handle];
    if (bytes && before)
      pst_write_changed(bind[i], from, before, bytes, slot->element & PERSISTIFY_ELEMENT_BYTES);
    else if (bytes) // nothing came in
      memcpy(bind[i], from, bytes);
    from += bytes;
  }
}
