//===- addresses.c - memory and objects that are perhaps none -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop may not come by a pointer that is null, or a handle that was never set; so what a region binds is looked at by calls
// of the system, which fail, before anything reads it.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { P_NO_ADDRESS = 65536 }; // a member behind a null pointer has such an address

// The first word of what stands at p, which may be anywhere.
static bool first_word(const void *p, void **word) {
  struct iovec to = {word, sizeof *word}, from = {(void *)p, sizeof *word};
  if ((uintptr_t)p % sizeof *word != 0)
    return false;
  if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)sizeof *word)
    return true;
  int ends[2]; // where that call is not allowed
  if (errno == EFAULT || pipe2(ends, O_CLOEXEC) != 0)
    return false;
  bool good = write(ends[1], p, sizeof *word) == (ssize_t)sizeof *word && read(ends[0], word, sizeof *word) > 0;
  close(ends[0]);
  close(ends[1]);
  return good;
}

// Memory that is read at once, to see whether it can be.
enum { PROBES = 64 };
typedef struct probes {
  struct iovec from[PROBES];
  uint32_t slot[PROBES];
  uint32_t count;
  char bytes[2 * PROBES];
} probes;

static bool all_readable(probes *p, const persistify_region *region, pst_why *why) {
  const uint32_t count = p->count;
  struct iovec to = {p->bytes, count};
  p->count = 0;
  const ssize_t done = count ? process_vm_readv(getpid(), &to, 1, p->from, count, 0) : 0;
  if (done == (ssize_t)count || (done < 0 && errno != EFAULT)) // or that call is not allowed
    return true;
  return pst_fail(why, "the pointer to '%s' is not good", region->slots[p->slot[done < 0 ? 0 : done]].name);
}

static bool probe(probes *p, const persistify_region *region, uint32_t slot, const char *at, pst_why *why) {
  if (p->count == PROBES && !all_readable(p, region, why))
    return false;
  p->from[p->count] = (struct iovec){(void *)at, 1};
  p->slot[p->count++] = slot;
  return true;
}

bool pst_readable(const void *from, size_t bytes) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), end = (uintptr_t)from + bytes;
  char one[PROBES];
  struct iovec at[PROBES];
  if (end < (uintptr_t)from) // round the end of memory
    return false;
  for (uintptr_t next = (uintptr_t)from; next < end;) {
    size_t count = 0;
    for (; count < PROBES && next < end; next = (next / page + 1) * page)
      at[count++] = (struct iovec){(void *)next, 1};
    struct iovec to = {one, count};
    const ssize_t done = process_vm_readv(getpid(), &to, 1, at, count, 0);
    if (done != (ssize_t)count)
      return done < 0 && errno != EFAULT; // that call is not allowed
  }
  return true;
}

bool pst_copy_readable(void *to, const void *from, size_t bytes) {
  enum { AT_ONCE = 1 << 30 };
  for (size_t at = 0; at < bytes;) {
    const size_t some = bytes - at < AT_ONCE ? bytes - at : AT_ONCE;
    struct iovec here = {(char *)to + at, some}, there = {(char *)from + at, some};
    const ssize_t done = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
    if (done < 0 && errno != EFAULT) { // that call is not allowed
      memcpy((char *)to + at, (const char *)from + at, bytes - at);
      return true;
    }
    if (done <= 0)
      return false;
    at += (size_t)done;
  }
  return true;
}

//===- queues that this runtime did not see made ------------------------------===//

// With installable client drivers (cl_khr_icd) all objects of a driver begin with the same word, its platform too.
enum { PLATFORMS = 64 };
static const void *beginnings[PLATFORMS];
static uint32_t num_beginnings;
static bool others; // there may be objects that begin otherwise
static pthread_once_t beginnings_once = PTHREAD_ONCE_INIT;

static bool by_icd(cl_platform_id platform) {
  size_t size = 0;
  if (clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, 0, NULL, &size) != CL_SUCCESS)
    return false;
  char *names = calloc(1, size + 1);
  const bool good = names && clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, size, names, NULL) == CL_SUCCESS && strstr(names, "cl_khr_icd");
  free(names);
  return good;
}

static void find_beginnings(void) {
  cl_platform_id ids[PLATFORMS];
  cl_uint count = 0;
  others = clGetPlatformIDs(PLATFORMS, ids, &count) != CL_SUCCESS || count > PLATFORMS;
  for (cl_uint i = 0; !others && i < count; ++i) {
    others = !by_icd(ids[i]);
    memcpy(&beginnings[num_beginnings++], ids[i], sizeof *beginnings);
  }
}

static bool begins_an_object(const void *word) {
  pthread_once(&beginnings_once, find_beginnings);
  for (uint32_t i = 0; i < num_beginnings; ++i)
    if (word == beginnings[i])
      return true;
  return others;
}

// Without a queue that could be compared with.
bool pst_is_any_object(const void *handle) {
  void *word = NULL;
  return first_word(handle, &word) && begins_an_object(pst_watch_original(word));
}

// Of one that begins with `word`. The variable may never have been set: then that is anything, or an object of another kind.
static bool may_be_queue(cl_command_queue queue, const void *word) {
  uint64_t since;
  if (pst_queue_lives(queue))
    return true;
  if (pst_is_context(queue) || pst_recorder_has((cl_kernel)(void *)queue) || pst_memory_life((cl_mem)(void *)queue, &since) == PST_LIVES)
    return false;
  return begins_an_object(word);
}

bool pst_check_addresses(const persistify_region *region, void *const *bind, pst_why *why) {
  probes p = {.count = 0};
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    const bool value = slot->kind == PERSISTIFY_SCALAR || slot->kind == PERSISTIFY_BLOB;
    const uint32_t bytes = value || slot->kind == PERSISTIFY_MIRROR ? slot->size : sizeof(void *);
    const char *at = bind[i];
    if (slot->kind == PERSISTIFY_CONTEXT || (slot->kind == PERSISTIFY_MIRROR && (!at || !bytes)))
      continue; // not behind an address; null, or how much is used is not known yet
    if ((uintptr_t)at < P_NO_ADDRESS)
      return pst_fail(why, "the pointer to '%s' is null", slot->name);
    if (bytes && (!probe(&p, region, i, at, why) || !probe(&p, region, i, at + bytes - 1, why)))
      return false;
  }
  if (!all_readable(&p, region, why))
    return false;
  // An element of an array, perhaps none that the program ever set: it is asked things before all else is checked.
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    void *word = NULL, *queue = NULL;
    if (region->slots[i].kind == PERSISTIFY_QUEUE)
      memcpy(&queue, bind[i], sizeof queue);
    if (queue && pst_queue_ended(queue))
      return pst_fail(why, "'%s' was given back, as far as this runtime saw", region->slots[i].name);
    if (queue && !(first_word(queue, &word) && may_be_queue(queue, word)))
      return pst_fail(why, "'%s' is not a queue", region->slots[i].name);
  }
  return true;
}

bool pst_is_object(const void *handle, cl_command_queue queue) {
  void *word = NULL, *of_queue = NULL, *of_context = NULL;
  cl_context context = NULL;
  if (!first_word(handle, &word))
    return false;
  if (clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL) != CL_SUCCESS)
    return true;
  memcpy(&of_queue, queue, sizeof of_queue);
  memcpy(&of_context, context, sizeof of_context);
  return of_queue != of_context || pst_watch_original(word) == of_queue;
}

// Short loops would feel a call of the system for each.
bool pst_is_buffer(cl_mem memory, cl_command_queue queue) {
  uint64_t since;
  const pst_life life = pst_memory_life(memory, &since);
  return life == PST_LIVES || (life == PST_UNSEEN && pst_is_object(memory, queue));
}

bool pst_is_kernel(cl_kernel kernel, cl_command_queue queue) {
  return pst_recorder_has(kernel) || (!pst_gone(kernel) && pst_is_object(kernel, queue));
}
