//===- layout.c - whether the tables of a region agree ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests (PERSISTIFY_TEST_STRICT). The rows of slots, handles and arguments
// have cells of the state block one behind the other: none has two rows, and none
// is left out in between, but in front of vectors, which are aligned, and for
// arguments of kernels that the loop makes itself. Results repeat the block.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>

enum { FREE, TAKEN, ALIGNED };

typedef struct layout {
  unsigned char *taken; // by cell
  uint32_t end, cells;
  bool good;
} layout;

static void take(layout *l, uint32_t at, uint32_t bytes, bool shared) {
  for (uint32_t cell = at / 8; cell < (at + bytes + 7) / 8; ++cell) {
    if (cell >= l->cells || (l->taken[cell] && !shared)) {
      l->good = false;
      return;
    }
    l->taken[cell] = cell == at / 8 && bytes > 8 ? ALIGNED : TAKEN;
    l->end = cell + 1 > l->end ? cell + 1 : l->end;
  }
}

static void take_slot(layout *l, const persistify_slot *slot) {
  bool value = slot->kind == PERSISTIFY_SCALAR || slot->kind == PERSISTIFY_BLOB;
  if (slot->state == PERSISTIFY_NONE || slot->kind == PERSISTIFY_QUEUE || slot->kind == PERSISTIFY_CONTEXT)
    return;
  uint32_t element = slot->element & PERSISTIFY_ELEMENT_BYTES;
  if (value && element && (slot->kind == PERSISTIFY_SCALAR ? slot->size != element : slot->size % element != 0))
    l->good = false;
  take(l, slot->state, value ? slot->size : 8, false);
}

bool pst_check_layout(const persistify_region *region, pst_why *why) {
  layout l = {calloc(region->results / 8 + 1, 1), 0, region->results / 8, true};
  if (!l.taken)
    return pst_fail_now(why, "out of host memory");
  for (uint32_t i = 0; i < region->num_slots; ++i)
    if (region->slots[i].kind != PERSISTIFY_MIRROR)
      take_slot(&l, &region->slots[i]);
  for (uint32_t i = 0; i < region->num_handles; ++i) {
    const persistify_handle *h = &region->handles[i];
    if (h->size_state != PERSISTIFY_NONE)
      take(&l, h->size_state, 8, false);
    if (h->id_state)
      take(&l, h->id_state, 8, false);
  }
  for (uint32_t i = 0; i < region->num_args; ++i) {
    const persistify_arg *arg = &region->args[i];
    if (arg->state != PERSISTIFY_NONE)
      take(&l, arg->state, arg->kind == PERSISTIFY_ARG_VALUE ? arg->size : 8, false);
    if (arg->flags & PERSISTIFY_ARG_SET)
      take(&l, arg->set_state, 8, false);
  }
  for (uint32_t i = 0; i < region->num_slots; ++i) // arrays share their cell with a variable for their size
    if (region->slots[i].kind == PERSISTIFY_MIRROR && region->slots[i].state != PERSISTIFY_NONE)
      take(&l, region->slots[i].state, 8, true);
  for (uint32_t i = 0; i < 4 && region->limits_state != PERSISTIFY_NONE && region->limits_state / 8 + i < l.cells; ++i)
    l.taken[region->limits_state / 8 + i] = TAKEN;
  if (region->noted)
    take(&l, region->noted, 8, false);
  if (region->between)
    take(&l, region->between, 16, false);
  for (uint32_t i = 0; i < region->num_carried; ++i)
    take(&l, region->carried[i].state, 8, false);
  bool makes_kernels = false;
  for (uint32_t i = 0; i < region->num_slots; ++i)
    makes_kernels |= region->slots[i].kind == PERSISTIFY_PROGRAM;
  // Then those of slots, which come before all others.
  uint32_t end = l.end;
  if (makes_kernels)
    end = region->num_handles && region->handles[0].size_state != PERSISTIFY_NONE ? region->handles[0].size_state / 8 : 0;
  bool aligned = false; // the next cell that is taken is an aligned one's first
  for (uint32_t cell = end; cell > 0; --cell) {
    aligned = l.taken[cell] == FREE ? aligned : l.taken[cell] == ALIGNED;
    l.good &= l.taken[cell - 1] != FREE || aligned;
  }
  l.good &= region->state_bytes == 2 * region->results;
  free(l.taken);
  return l.good || pst_fail(why, "the tables of the region do not agree");
}
