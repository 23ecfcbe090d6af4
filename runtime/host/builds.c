//===- builds.c - persistent kernels that are kept ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A region's program is built once per context, device, source, options and forms of the protocols, all of which are compared
// whole. It goes when the program leaves the context (contexts.c); and there are never more than MOST, of which the
// one goes that was not used for longest. One that an entry uses goes behind that. Its program keeps the
// context, so the handle stays the context's.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST = 64,
  KEPT_PART = 64, // of the device's memory: the most that one keeps of host arrays
  LOG_BYTES = 1 << 20 // of a region's first entry
};

static pst_built *all;
static unsigned count;
static uint64_t uses;

bool pst_builds_fork(void) {
  const bool any = all != NULL;
  all = NULL;
  count = 0;
  return any;
}

static void free_built(pst_built *b) {
  for (uint32_t i = 0; b->mirrors && i < b->num_mirrors; ++i)
    if (b->mirrors[i])
      clReleaseMemObject(b->mirrors[i]);
  free(b->mirrors);
  free(b->mirror_room);
  pst_control_free(&b->ctl);
  if (b->state)
    clReleaseMemObject(b->state);
  if (b->copier)
    pst_real_release_kernel()(b->copier);
  if (b->kernel)
    pst_real_release_kernel()(b->kernel);
  if (b->program)
    clReleaseProgram(b->program);
  pst_text_done(b->text);
  free(b->options);
  free(b);
}

// With the lock held: takes it out of the list. Returns what is to be freed without the lock, linked to `more`.
static pst_built *unlink_at(pst_built **at, pst_built *more) {
  pst_built *b = *at;
  *at = b->next;
  --count;
  b->ended = true;
  if (b->users)
    return more;
  b->next = more;
  return b;
}

static void free_all(pst_built *those) {
  while (those) {
    pst_built *next = those->next;
    free_built(those);
    those = next;
  }
}

// With the device's turn: host arrays that take much of its memory are copied to other buffers the next time.
static void drop_large(pst_built *b) {
  uint64_t left = b->device->memory / KEPT_PART;
  for (uint32_t i = 0; b->mirrors && b->mirror_room && i < b->num_mirrors; ++i) {
    if (b->mirrors[i] && b->mirror_room[i] > left) {
      clReleaseMemObject(b->mirrors[i]);
      b->mirrors[i] = NULL; // how large it was is still known
    }
    left -= b->mirrors[i] ? b->mirror_room[i] : 0;
  }
}

void pst_built_done(pst_built *b) {
  if (!b)
    return;
  drop_large(b);
  pst_lock();
  const bool last = --b->users == 0 && b->ended;
  pst_unlock();
  if (last)
    free_built(b);
}

void pst_built_abandon(pst_built *b) {
  pst_lock();
  for (pst_built **at = &all; *at; at = &(*at)->next)
    if (*at == b) {
      unlink_at(at, NULL); // in use, so it is kept
      break;
    }
  pst_unlock();
}

void pst_builds_end(cl_context context) {
  pst_built *those = NULL;
  pst_lock();
  for (pst_built **at = &all; *at;)
    if ((*at)->context == context)
      those = unlink_at(at, those);
    else
      at = &(*at)->next;
  pst_unlock();
  free_all(those);
}

static bool same_text(const pst_text *a, const pst_text *b) {
  return a == b || (a->hash == b->hash && a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0);
}

static bool same_protocol(const pst_protocol *a, const pst_protocol *b) {
  return a->barrier == b->barrier && a->discovery == b->discovery && a->backoff == b->backoff && a->few == b->few;
}

// With the lock held.
static pst_built *find(const persistify_region *region, const pst_bound *bound, const pst_protocol *protocol) {
  pst_built *b = all;
  while (b && !(b->region == region && b->context == bound->context && b->device == bound->device &&
                same_protocol(&b->protocol, protocol) && strcmp(b->options, bound->options) == 0 &&
                same_text(b->text, bound->text)))
    b = b->next;
  return b;
}

static void insert(pst_built *b) {
  pst_built *those = NULL;
  pst_lock();
  b->used_at = ++uses;
  b->next = all;
  all = b;
  if (++count > MOST) {
    pst_built **oldest = NULL;
    for (pst_built **at = &all; *at; at = &(*at)->next)
      if (!(*at)->users && (!oldest || (*at)->used_at < (*oldest)->used_at))
        oldest = at;
    if (oldest)
      those = unlink_at(oldest, NULL);
  }
  pst_unlock();
  free_all(those);
}

bool pst_state_buffer(pst_built *built, size_t log_bytes, pst_why *why) {
  cl_int status;
  size_t bytes = built->region->state_bytes + log_bytes;
  cl_mem buffer = pst_own_buffer(built->context, bytes ? bytes : 8, &status);
  if (!buffer)
    return pst_fail_by(status, why, "no memory for a log of %zu bytes (%d)", log_bytes, status);
  if (built->state)
    clReleaseMemObject(built->state);
  built->state = buffer;
  built->log_bytes = log_bytes;
  return true;
}

// What belongs to a program that has been built.
static bool finish(pst_built *b) {
  const persistify_region *region = b->region;
  b->limit_wg = b->kernel_wg = pst_kernel_limit(b->device, b->kernel);
  clGetKernelWorkGroupInfo(b->kernel, b->device->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof b->local_bytes, &b->local_bytes,
                           NULL);
  if (!b->device->hosted) {
    char *copies = region->names ? pst_renamed("p_copies", region->names) : NULL;
    b->copier = pst_real_create_kernel()(b->program, copies ? copies : "p_copies", NULL);
    free(copies);
  }
  if (region->state_bytes && !region->log) {
    b->ctl.front = (region->state_bytes + b->device->align - 1) / b->device->align * b->device->align;
    return true;
  }
  return pst_state_buffer(b, region->log ? LOG_BYTES : 0, &b->why);
}

static bool make(pst_built *b) {
  double from = pst_now_ms();
  pst_backend order[PST_NUM_BACKENDS];
  int number = pst_device_backends(b->device, order);
  pst_fail(&b->why, "no back end for this device");
  bool good = false, tried = false, passing = false;
  // Not another form for good because of a moment without memory.
  for (int i = 0; i < number && !good && !b->differs && !passing; ++i) {
    // Why a form of atomics that works does not build says more than that another one does not work.
    pst_why unfit;
    const bool fit = pst_qualify(b->device, b->context, order[i], tried ? &unfit : &b->why);
    if (b->why.later)
      return false;
    if (!fit)
      continue;
    tried = true;
    good = pst_build_backend(b, order[i], b->text->bytes, b->text->length, b->options);
    passing = !good && b->why.passing;
    if (b->why.later)
      return false;
  }
  b->build_ms = pst_now_ms() - from - (b->loaded ? 0 : b->load_ms);
  if (b->loaded)
    b->load_ms = b->build_ms;
  if (good && (good = finish(b)))
    b->why = (pst_why){.text = ""};
  if (!good && b->why.passing)
    b->again_at = pst_try_again_at(pst_now_ms() - from);
  pst_trace("build", b->region, from, "from", PST_TRACE_TEXT, b->loaded ? "cache" : "source", "failed", PST_TRACE_TEXT,
            good ? "" : b->why.text, NULL);
  return good;
}

static _Thread_local bool only_cached;

bool pst_build_only_cached(void) { return only_cached; }

// Where another process builds, its work is not waited for. False with `why` `later`, or as make().
static bool make_or_wait(pst_built *b, bool hurry) {
  const bool aside = pst_builder_on();
  only_cached = aside;
  bool good = make(b);
  only_cached = false;
  if (good || !b->why.later)
    return good;
  // Where there is none, which was not known, it is another question when it pays to build here.
  if (pst_builder_works(b->region, b->device) || pst_builder_start(b, hurry) || !pst_builder_on())
    return false;
  b->why = (pst_why){.text = ""};
  return make(b);
}

bool pst_build_here(const persistify_region *region, cl_context context, pst_device *device, const pst_protocol *protocol, bool single,
                    const char *options, const char *text, size_t length) {
  pst_built *b = calloc(1, sizeof *b);
  if (!b || !(b->text = calloc(1, sizeof *b->text + length + 1)))
    return false;
  b->text->length = length;
  memcpy(b->text->bytes, text, length);
  b->region = region;
  b->context = context;
  b->device = device;
  b->protocol = *protocol;
  b->single = single;
  b->options = strdup(options);
  return b->options && make(b);
}

static bool choose_protocol(const persistify_region *region, const pst_bound *bound, pst_protocol *protocol,
                            pst_why *why) {
  if (!pst_protocol_choose(protocol, bound->device, why))
    return false;
  // Only a local size that the program asks for makes so many groups that stripes pay;
  // to know how many costs 0.1 us at each barrier of an H200.
  if (!region->num_local && !pst_environment()->wg)
    protocol->few = UINT32_MAX;
  return true;
}

pst_built *pst_build(const persistify_region *region, const pst_bound *bound, pst_why *why) {
  if (!bound->text || !bound->options) {
    pst_fail(why, "the program has no source (binary, IL or linked)");
    return NULL;
  }
  pst_protocol protocol;
  if (!choose_protocol(region, bound, &protocol, why))
    return NULL;
  pst_built *gone = NULL;
  pst_lock();
  pst_built *b = find(region, bound, &protocol);
  if (b && !b->good && b->why.passing && pst_now_ms() >= b->again_at) {
    pst_built **at = &all;
    while (*at != b)
      at = &(*at)->next;
    gone = unlink_at(at, NULL);
    b = NULL;
  }
  if (b && b->good) {
    ++b->users;
    b->used_at = ++uses;
  } else if (b) {
    *why = b->why;
  }
  pst_unlock();
  free_all(gone);
  if (b)
    return b->good ? b : NULL;
  if (pst_builder_works(region, bound->device)) {
    if (bound->hurry)
      pst_builder_hurry(region, bound->device);
    pst_fail_later(why);
    return NULL;
  }
  // The driver reads included files now; the program may have been built long ago.
  if (!pst_check_includes(region, bound, why))
    return NULL;
  if (!(b = calloc(1, sizeof *b)) || !(b->options = strdup(bound->options))) {
    free(b);
    pst_fail_now(why, "out of host memory");
    return NULL;
  }
  b->region = region;
  b->num_mirrors = region->num_handles;
  b->context = bound->context;
  b->device = bound->device;
  b->text = bound->text;
  pst_lock();
  ++b->text->users;
  pst_unlock();
  b->single = region->lone && b->device->cpu && !pst_environment()->wg;
  b->protocol = protocol;
  b->good = make_or_wait(b, bound->hurry);
  const bool later = !b->good && b->why.later;
  if (later)
    *why = b->why;
  if (later || !pst_check_includes(region, bound, why)) {
    free_built(b);
    return NULL;
  }
  b->users = b->good;
  if (!b->good && clRetainProgram(bound->program) == CL_SUCCESS)
    b->program = bound->program; // keeps the context
  *why = b->why;
  insert(b);
  return b->good ? b : NULL;
}
