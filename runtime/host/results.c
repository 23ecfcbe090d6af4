//===- results.c - what the program has behind the loop ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host variables, buffer handles and kernel arguments, from the state block that the persistent kernel left. All that
// can fail comes before the first variable changes.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static uint64_t cell(const unsigned char *state, uint32_t offset) {
  uint64_t value;
  memcpy(&value, state + offset, 8);
  return value;
}

// The buffer behind a final handle id, *mem itself for PERSISTIFY_KEEP and for what only the
// region had; false for an id that does not exist.
static bool handle_of(const persistify_region *region, const pst_bound *bound, uint64_t id, cl_mem *mem) {
  if (id == PERSISTIFY_NONE) {
    *mem = NULL;
    return true;
  }
  if (id == PERSISTIFY_KEEP)
    return true;
  if (id >= region->num_handles)
    return false;
  for (uint32_t i = 0; i < region->num_slots; ++i)
    if (region->slots[i].kind == PERSISTIFY_MIRROR && region->slots[i].handle == id)
      return true; // made by the loop, and gone
  *mem = bound->handles[id];
  return true;
}

// Whether nobody wrote this number, for tests: all of it is what was there. Of one or two bytes that says nothing.
static bool is_untouched(const unsigned char *at, uint32_t size) {
  const uint64_t pattern = PST_UNTOUCHED;
  return size >= 4 && size <= sizeof pattern && pst_environment()->strict && memcmp(at, &pattern, size) == 0;
}

bool pst_results_good(const persistify_region *region, const pst_bound *bound, const unsigned char *state) {
  cl_mem mem;
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (!(slot->flags & PERSISTIFY_OUT))
      continue;
    if (slot->kind == PERSISTIFY_BUFFER && !handle_of(region, bound, cell(state, slot->state), &mem))
      return false;
    if (slot->kind == PERSISTIFY_SCALAR && is_untouched(state + slot->state, slot->size))
      return false;
  }
  for (uint32_t i = 0; i < region->num_args; ++i) {
    const persistify_arg *arg = &region->args[i];
    if (!(arg->flags & PERSISTIFY_ARG_SET))
      continue;
    const uint64_t set = cell(state, arg->set_state);
    if (is_untouched(state + arg->set_state, sizeof set) ||
        (set && arg->kind == PERSISTIFY_ARG_BUFFER && !handle_of(region, bound, cell(state, arg->state), &mem)))
      return false;
  }
  return true;
}

// The handle that a slot gets. False: it is not to be stored, as the loop assigned none, or the one that was there, and
// another thread may have assigned it meanwhile.
static bool stored(const persistify_region *region, void *const *bind, const pst_bound *bound, uint32_t slot,
                   const unsigned char *state, cl_mem *before, cl_mem *mem) {
  const persistify_slot *s = &region->slots[slot];
  const bool known = s->flags & PERSISTIFY_IN;
  memcpy(before, known ? (const void *)&bound->handles[s->handle] : bind[slot], sizeof *before);
  *mem = *before;
  handle_of(region, bound, cell(state, s->state), mem);
  return *mem != *before;
}

static cl_int set_one(const persistify_region *region, void *const *bind, const pst_bound *bound,
                      const persistify_arg *arg, const unsigned char *state) {
  cl_kernel kernel = *(cl_kernel *)bind[arg->kernel];
  if (arg->kind == PERSISTIFY_ARG_VALUE)
    return clSetKernelArg(kernel, arg->index, arg->size, state + arg->state);
  if (arg->kind == PERSISTIFY_ARG_LOCAL)
    return clSetKernelArg(kernel, arg->index, (size_t)cell(state, arg->state), NULL);
  cl_mem mem = NULL;
  handle_of(region, bound, cell(state, arg->state), &mem);
  return clSetKernelArg(kernel, arg->index, sizeof mem, &mem);
}

// An argument as it was before the region, to take back a replay.
typedef struct undo {
  bool known, null;
  size_t size;
  unsigned char *bytes;
} undo;

// Replays the arguments that the region set (rule H2): all of them or none.
bool pst_replay(const persistify_region *region, void *const *bind, const pst_bound *bound,
                   const unsigned char *state) {
  undo *before = calloc(region->num_args + 1, sizeof *before);
  bool good = before != NULL;
  uint32_t done = 0;
  for (; good && done < region->num_args; ++done) {
    const persistify_arg *arg = &region->args[done];
    if (!(arg->flags & PERSISTIFY_ARG_SET) || !cell(state, arg->set_state) || bound->absent[arg->kernel])
      continue;
    size_t room = arg->size > sizeof(cl_mem) ? arg->size : sizeof(cl_mem);
    if (!(before[done].bytes = malloc(room))) {
      good = false;
      break;
    }
    pst_recorded old;
    cl_kernel kernel = *(cl_kernel *)bind[arg->kernel];
    cl_mem mem;
    if (pst_recorder_get(kernel, arg->index, &old, before[done].bytes, room) && !old.svm &&
        (old.null || old.size <= room) &&
        (arg->kind != PERSISTIFY_ARG_BUFFER || (pst_recorder_buffer(kernel, arg->index, &old, &mem) && !old.unseen))) {
      before[done].known = true;
      before[done].null = old.null;
      before[done].size = old.size;
    }
    good = set_one(region, bind, bound, arg, state) == CL_SUCCESS;
  }
  for (uint32_t i = 0; before && i < region->num_args; ++i) {
    const persistify_arg *arg = &region->args[i];
    if (!good && i < done && before[i].known)
      clSetKernelArg(*(cl_kernel *)bind[arg->kernel], arg->index, before[i].size,
                     before[i].null ? NULL : before[i].bytes);
    free(before[i].bytes);
  }
  free(before);
  return good;
}

void pst_release_owned(const persistify_region *region, cl_mem *those) {
  for (uint32_t i = 0; those && i < region->num_slots; ++i)
    if (those[i])
      clReleaseMemObject(those[i]);
  free(those);
}

// Objects that own their handles exchange them: first all new ones are retained, then (write_back)
// all old ones released, so that none that only moves is freed in between. Null: nothing is retained.
cl_mem *pst_retain_owned(const persistify_region *region, void *const *bind, const pst_bound *bound,
                            const unsigned char *state) {
  cl_mem *fresh = calloc(region->num_slots + 1, sizeof *fresh);
  for (uint32_t i = 0; fresh && i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (slot->kind != PERSISTIFY_BUFFER || !(slot->flags & PERSISTIFY_OUT) || !(slot->flags & PERSISTIFY_OWNED))
      continue;
    cl_mem before, mem;
    if (!stored(region, bind, bound, i, state, &before, &mem) || !mem)
      continue;
    if (clRetainMemObject(mem) != CL_SUCCESS) {
      pst_release_owned(region, fresh);
      return NULL;
    }
    fresh[i] = mem;
  }
  return fresh;
}

void pst_write_changed(void *to, const void *now, const void *before, size_t bytes, uint32_t step) {
  enum { BLOCK = 256 };
  unsigned char *out = to;
  const unsigned char *a = now, *b = before;
  if (step != 2 && step != 4 && step != 8)
    step = 1;
  for (size_t at = 0; at < bytes; at += BLOCK) {
    const size_t end = bytes - at < BLOCK ? bytes : at + BLOCK;
    if (memcmp(a + at, b + at, end - at) == 0)
      continue;
    for (size_t i = at, n; i < end; i += n) {
      n = step < end - i ? step : end - i;
      if (memcmp(a + i, b + i, n) != 0)
        memcpy(out + i, a + i, n);
    }
  }
}

// \p owned: as from retain_owned; this frees it.
void pst_write_back(const persistify_region *region, void *const *bind, const pst_bound *bound,
                       const unsigned char *state, cl_mem *owned) {
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (!(slot->flags & PERSISTIFY_OUT))
      continue;
    if (slot->kind == PERSISTIFY_SCALAR || slot->kind == PERSISTIFY_BLOB) {
      if (slot->flags & PERSISTIFY_IN)
        pst_write_changed(bind[i], state + slot->state, bound->state + slot->state, slot->size,
                          slot->kind == PERSISTIFY_SCALAR ? slot->size : slot->element & PERSISTIFY_ELEMENT_BYTES);
      else // all of it was assigned
        memcpy(bind[i], state + slot->state, slot->size);
    } else if (slot->kind == PERSISTIFY_BUFFER) {
      cl_mem before, mem;
      const bool other = stored(region, bind, bound, i, state, &before, &mem);
      owned[i] = (slot->flags & PERSISTIFY_OWNED) && other ? before : NULL; // the new one is retained
      if (other)
        memcpy(bind[i], &mem, sizeof mem);
    }
  }
  pst_release_owned(region, owned);
}
