//===- gate.c - which path PERSISTIFY=auto takes ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/cost-gate.md. What is known of a region on a device: how long its original
// loop and its persistent path take for entries of about the same size, and what
// the persistent kernel costs before its first use in a process. Kept from one
// process to the next in the cache folder.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  SAMPLES = 2,      // measurements of a path before it is out of the running: the first one is cold
  SAMPLE_EVERY = 16, // entries: then the original is measured again
  UNLIKELY = 32      // more than any loop gains by being persistent
};
// Of a persistent kernel, tests of the device included, before one was built: on a GPU, and where the host's cores compile
// for themselves.
static const double BUILD_MS = 400, BUILD_MS_CPU = 1000;
static const double EXPLORING = 0.02;  // share of the time that goes into the slower path

static pst_gate *all;

void pst_gates_fork(void) { all = NULL; }

//===- sizes of entries ---------------------------------------------------===//

// Magnitudes, so that entries of about the same size (a factor of 4) meet.
static uint64_t add_magnitude(uint64_t hash, uint64_t value) {
  unsigned bits = 0;
  for (; value; value >>= 1)
    ++bits;
  return (hash ^ (bits / 2 + 1)) * UINT64_C(0x100000001b3);
}

static uint64_t add_buffer(uint64_t hash, cl_mem mem) {
  size_t bytes = 0;
  uint64_t number = 0; // another thread may give it back
  if (mem && pst_memory_hold(mem, &number) != PST_ENDED)
    clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
  if (number)
    pst_memory_let(mem, number);
  return add_magnitude(hash, bytes);
}

static uint64_t size_of_entry(const persistify_region *region, void *const *bind, cl_command_queue queue) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325), value;
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    const persistify_slot *slot = &region->slots[i];
    if (!bind[i] || !(slot->flags & PERSISTIFY_IN))
      continue;
    if (slot->kind == PERSISTIFY_BUFFER) {
      cl_mem mem = *(cl_mem *)bind[i]; // perhaps never set
      hash = add_buffer(hash, mem && pst_is_buffer(mem, queue) ? mem : NULL);
    } else if (slot->kind == PERSISTIFY_SCALAR && slot->size <= sizeof value) {
      value = 0;
      memcpy(&value, bind[i], slot->size);
      hash = add_magnitude(hash, value);
    }
  }
  for (uint32_t i = 0; i < region->num_args; ++i) {
    const persistify_arg *arg = &region->args[i];
    cl_kernel kernel = bind[arg->kernel] ? *(cl_kernel *)bind[arg->kernel] : NULL;
    pst_recorded old;
    cl_mem mem;
    value = 0;
    if (!(arg->flags & PERSISTIFY_ARG_RECORDED) || !kernel || !pst_is_kernel(kernel, queue))
      continue;
    if (arg->kind == PERSISTIFY_ARG_BUFFER) {
      if (pst_recorder_buffer(kernel, arg->index, &old, &mem) && !old.svm)
        hash = add_buffer(hash, old.null || old.unseen || old.size != sizeof mem ? NULL : mem);
    } else if (pst_recorder_get(kernel, arg->index, &old, &value, sizeof value) && !old.svm) {
      hash = add_magnitude(hash, old.null ? old.size : value);
    }
  }
  return hash;
}

static pst_class *class_of(pst_gate *g, uint64_t size) {
  for (uint32_t i = 0; i < g->count; ++i)
    if (g->classes[i].size == size)
      return &g->classes[i];
  // More sizes than that are not worth telling apart: they share the last one.
  if (g->count == PST_CLASSES)
    return &g->classes[PST_CLASSES - 1];
  pst_class *c = &g->classes[g->count++];
  memset(c, 0, sizeof *c);
  c->size = size;
  return c;
}

//===- on disk ------------------------------------------------------------===//

// What the times depend on, but for the sizes.
static void make_key(pst_gate *g, cl_device_id id) {
  const persistify_region *r = g->region;
  const pst_env *env = pst_environment();
  pst_device *device = pst_device_get(id);
  pst_key_add(&g->key, "gate", 4);
  pst_key_add(&g->key, r->entry, strlen(r->entry));
  pst_key_add(&g->key, r->file, strlen(r->file));
  pst_key_add(&g->key, (const char *)&r->line, sizeof r->line);
  pst_key_add(&g->key, (const char *)r->hashes, r->num_hashes * sizeof *r->hashes);
  pst_key_add(&g->key, r->device_code, strlen(r->device_code));
  for (int i = 0; i < PST_NUM_CHOICES; ++i)
    pst_key_add(&g->key, env->choice[i], strlen(env->choice[i]));
  uint32_t sizes[] = {env->groups, env->wg, (uint32_t)env->backend, env->snapshot, env->no_opt};
  pst_key_add(&g->key, (const char *)sizes, sizeof sizes);
  if (device)
    pst_key_device(&g->key, device);
  else
    g->key.failed = true;
}

static bool plain(double ms) { return ms >= 0 && ms < 1e12; }

// Nothing of a text that is not as it should be.
static void read_text(pst_gate *g, const char *text) {
  int length = 0;
  if (sscanf(text, "persistify-gate 2\nbuild %lf load %lf\n%n", &g->build_ms, &g->load_ms, &length) != 2 || !length ||
      !plain(g->build_ms) || !plain(g->load_ms)) {
    g->build_ms = g->load_ms = 0;
    return;
  }
  for (text += length; *text && g->count < PST_CLASSES; text += length) {
    pst_class c = {0};
    pst_arm *o = &c.arm[PST_ORIGINAL], *p = &c.arm[PST_PERSISTENT];
    length = 0;
    if (sscanf(text, "size %" SCNx64 " original %" SCNu32 " %lf persistent %" SCNu32 " %lf entries %lu spent %lf\n%n",
               &c.size, &o->n, &o->ms, &p->n, &p->ms, &c.before, &c.spent, &length) != 7 ||
        !length || !plain(o->ms) || !plain(p->ms) || !plain(c.spent))
      return;
    g->classes[g->count++] = c;
  }
}

static void write_text(pst_gate *g) {
  enum { LINE = 200 };
  char text[(PST_CLASSES + 1) * LINE];
  int length = snprintf(text, LINE, "persistify-gate 2\nbuild %.6f load %.6f\n", g->build_ms, g->load_ms);
  for (uint32_t i = 0; i < g->count; ++i) {
    const pst_class *c = &g->classes[i];
    const pst_arm *o = &c->arm[PST_ORIGINAL], *p = &c->arm[PST_PERSISTENT];
    length += snprintf(text + length, LINE,
                       "size %016" PRIx64 " original %" PRIu32 " %.6f persistent %" PRIu32 " %.6f entries %lu spent %.6f\n",
                       c->size, o->n, o->ms, c->cheap ? 0 : p->n, c->cheap ? 0 : p->ms,
                       c->entries ? c->entries : c->before, c->spent);
  }
  pst_cache_put(&g->key, text, (size_t)length);
}

static void write_all(void) {
  if (!pst_lock_at_exit())
    return;
  const locale_t before = pst_point_begin();
  for (pst_gate *g = all; g; g = g->next)
    if (g->changed)
      write_text(g);
  pst_point_end(before);
  pst_unlock();
}

// With the lock held.
static pst_gate *find(const persistify_region *region, cl_device_id device) {
  pst_gate *g = all;
  while (g && !(g->region == region && g->device == device))
    g = g->next;
  return g;
}

// With what an earlier process left.
static pst_gate *make(const persistify_region *region, cl_device_id device) {
  pst_gate *g = calloc(1, sizeof *g);
  if (!g)
    return NULL;
  g->region = region;
  g->device = device;
  cl_device_type type = 0;
  clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  g->cpu = type & CL_DEVICE_TYPE_CPU;
  if (pst_cache_on()) {
    make_key(g, device);
    size_t bytes = 0;
    char *text = (char *)pst_cache_get(&g->key, &bytes);
    char *whole = text ? realloc(text, bytes + 1) : NULL;
    if (whole) {
      whole[bytes] = '\0';
      const locale_t before = pst_point_begin();
      read_text(g, whole);
      pst_point_end(before);
      text = whole;
    }
    free(text);
  }
  return g;
}

pst_gate *pst_gate_of(const persistify_region *region, void *const *bind, cl_command_queue queue, pst_class **c) {
  static bool registered;
  cl_device_id device = NULL;
  if (clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) != CL_SUCCESS)
    return NULL;
  const uint64_t size = size_of_entry(region, bind, queue);
  pst_lock();
  pst_gate *g = find(region, device);
  pst_unlock();
  pst_gate *fresh = g ? NULL : make(region, device);
  if (!g && !fresh)
    return NULL;
  pst_lock();
  if (!g && !(g = find(region, device))) { // nor by another thread, meanwhile
    g = fresh;
    fresh = NULL;
    if (!registered)
      registered = atexit(write_all) == 0;
    g->next = all;
    all = g;
  }
  *c = class_of(g, size);
  pst_unlock();
  if (fresh)
    pst_key_free(&fresh->key);
  free(fresh);
  return g;
}

//===- the decision -------------------------------------------------------===//

static double build_ms(const pst_gate *g) {
  const double forced = pst_environment()->costs[PST_BUILD_COST];
  return g->build_ms > 0 ? g->build_ms : forced >= 0 ? forced : g->cpu ? BUILD_MS_CPU : BUILD_MS;
}

// The persistent kernel's cost before its first use in this process. Another process that builds it beside this one costs some of
// the processors' time, and keeps the driver busy: HURRY. When this one has ended it costs nobody anything, but the next process may
// come already: NEXT.
enum { HURRY = 4, NEXT = 8 }; // parts of a build
static double start_ms(const pst_gate *g) {
  if (g->ready)
    return 0;
  return g->load_ms > 0 && pst_cache_on() ? g->load_ms : build_ms(g) / (pst_builder_on() ? NEXT : 1);
}

// What a path takes at least: a single measurement may hold the compilation of
// kernels, which is no more than that of the persistent one.
static double surely(const pst_gate *g, const pst_arm *arm) {
  return arm->n >= SAMPLES ? arm->ms : arm->ms - build_ms(g);
}

static bool again(const pst_gate *g, const pst_class *c) {
  const pst_arm *p = &c->arm[PST_PERSISTENT];
  return p->n < SAMPLES && surely(g, p) < c->arm[PST_ORIGINAL].ms;
}

static pst_path best(const pst_gate *g, pst_class *c) {
  pst_arm *o = &c->arm[PST_ORIGINAL], *p = &c->arm[PST_PERSISTENT];
  double start = start_ms(g), least = surely(g, o);
  // Entries that are still to come, if this process is like the last one; and as
  // many to come as there were, which costs twice the best at most.
  double times = c->before > c->entries ? (double)(c->before - c->entries) : 0;
  if (times < (double)c->originals)
    times = (double)c->originals;
  if (o->n == 0)
    return c->originals < SAMPLES ? PST_ORIGINAL : PST_PERSISTENT; // its end does not come by
  // The persistent path for the first time, or once more: when the original has taken, or is going to take, as
  // long as that costs. Some trips show whether it pays, if it can be left again.
  if (g->region->between && (p->n == 0 || p->ms >= o->ms))
    return PST_ORIGINAL;
  if (p->n == 0)
    return least >= 0 && (c->spent >= start || least * times >= start) ? PST_PERSISTENT : PST_ORIGINAL;
  if (p->ms >= o->ms)
    return again(g, c) && (g->ready || c->spent >= start + p->ms - o->ms) ? PST_PERSISTENT : PST_ORIGINAL;
  // Once more, to be sure: it may have been compilation, or a driver that only then
  // gave memory to the buffers.
  if (p->ms >= least || (o->n < SAMPLES && o->ms > UNLIKELY * p->ms))
    return PST_ORIGINAL;
  return (least - p->ms) * times >= start ? PST_PERSISTENT : PST_ORIGINAL;
}

bool pst_crowd(const char *text, long processors) {
  const char *run = strchr(text, '/'); // of "0.31 0.20 0.15 2/345 6789": what runs or could, of all
  if (!run)
    return false;
  while (run > text && run[-1] >= '0' && run[-1] <= '9')
    --run;
  return strtol(run, NULL, 10) > processors;
}

// With the lock held. Whether more threads could run just now than there are processors. Groups on a CPU that wait for each other
// then take much longer than those of the original's launches, of which each ends by itself.
static bool crowded(const pst_gate *g) {
  enum { KEPT_MS = 20 };
  static double when;
  static bool so;
  const double *forced = pst_environment()->costs;
  if (!g->cpu || forced[PST_ORIGINAL] >= 0 || forced[PST_PERSISTENT] >= 0)
    return false;
  if (when > 0 && pst_now_ms() - when < KEPT_MS)
    return so;
  char text[128];
  const int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  const ssize_t bytes = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  text[bytes > 0 ? bytes : 0] = '\0';
  when = pst_now_ms();
  return so = pst_crowd(text, sysconf(_SC_NPROCESSORS_ONLN));
}

pst_path pst_gate_choose(pst_gate *g, pst_class *c, bool *measure, bool *first) {
  pst_lock();
  pst_arm *o = &c->arm[PST_ORIGINAL], *p = &c->arm[PST_PERSISTENT];
  pst_path path = best(g, c), other = path == PST_ORIGINAL ? PST_PERSISTENT : PST_ORIGINAL;
  *measure = true;
  if (o->n < SAMPLES || p->n < SAMPLES) {
    c->since = 0;
  } else {
    double more = c->arm[other].ms - c->arm[path].ms + (other == PST_PERSISTENT ? start_ms(g) : 0);
    if (c->since * EXPLORING >= (more > 0 ? more : 0)) {
      c->since = 0;
      path = other;
    }
  }
  if (path == PST_PERSISTENT && (crowded(g) || (!g->ready && pst_now_ms() < g->again_at)))
    path = PST_ORIGINAL;
  if (path == PST_ORIGINAL && o->n >= SAMPLES)
    *measure = c->entries % SAMPLE_EVERY == 0;
  ++c->entries;
  c->originals += path == PST_ORIGINAL;
  c->kept = c->spent;
  c->spent = path == PST_PERSISTENT ? 0 : c->spent + (*measure ? 0 : o->ms);
  c->since += c->arm[path].ms;
  g->changed = pst_cache_on() && !pst_tracing(); // with a timeline it takes longer
  *first = c->arm[PST_PERSISTENT].n == 0;
  const double original = o->n ? o->ms : -1, persistent = p->n ? p->ms : -1, start = start_ms(g);
  pst_unlock();
  pst_trace("decision", g->region, -1, "path", PST_TRACE_TEXT, path == PST_ORIGINAL ? "original" : "persistent", "original_ms",
            PST_TRACE_MS, original, "persistent_ms", PST_TRACE_MS, persistent, "start_ms", PST_TRACE_MS, start, NULL);
  return path;
}

void pst_gate_later(pst_gate *g, pst_class *c) {
  enum { AGAIN_MS = 20 };
  pst_lock();
  g->again_at = pst_now_ms() + AGAIN_MS;
  c->spent = c->kept;
  ++c->originals;
  pst_unlock();
}

static void add_sample(pst_arm *arm, double ms) {
  if (arm->n == 0 || (arm->n < SAMPLES && ms < arm->ms))
    arm->ms = ms;
  else if (arm->n >= SAMPLES) // a disturbance does not count for more than it is likely to
    arm->ms += ms < arm->ms ? (ms - arm->ms) / 2 : ((ms < 2 * arm->ms ? ms : 2 * arm->ms) - arm->ms) / 4;
  arm->n += arm->n < SAMPLES;
}

void pst_gate_told(const pst_gate *g, pst_class *c, pst_path path, double ms) {
  enum { COLD = 2 }; // builds: so long a loop's first run may compile its kernels, which is no time that another path saves
  const double *forced = pst_environment()->costs;
  pst_lock();
  ms = forced[path] >= 0 ? forced[path] : ms;
  const double cold = c->arm[path].n == 0 ? COLD * build_ms(g) : 0;
  add_sample(&c->arm[path], ms);
  if (path == PST_ORIGINAL)
    c->spent += ms > cold ? ms - cold : 0;
  c->cheap &= path != PST_PERSISTENT;
  pst_unlock();
}

void pst_gate_failed(pst_class *c, double ms) {
  pst_arm *p = &c->arm[PST_PERSISTENT];
  const pst_arm *o = &c->arm[PST_ORIGINAL];
  pst_lock();
  const double forced = pst_environment()->costs[PST_ORIGINAL];
  const double twice = 2 * (o->n ? o->ms : forced >= 0 ? forced : ms);
  c->cheap = ms <= twice;
  add_sample(p, ms > twice ? ms : twice);
  p->n = SAMPLES; // not tried again only to be sure
  pst_unlock();
}

// Entered in the middle, a loop may end at once: then it cost this much of its time more.
static const double DUE = 4;

bool pst_gate_may_be_due(const pst_gate *g, const pst_class *c) {
  pst_lock();
  const pst_arm *o = &c->arm[PST_ORIGINAL], *p = &c->arm[PST_PERSISTENT];
  const bool yes = p->n == 0 || (o->n && p->ms < o->ms) || again(g, c);
  pst_unlock();
  return yes;
}

double pst_gate_expected(const pst_class *c) {
  pst_lock();
  const double ms = c->arm[PST_PERSISTENT].n ? c->arm[PST_PERSISTENT].ms : 0;
  pst_unlock();
  return ms;
}

bool pst_gate_due(const pst_gate *g, const pst_class *c, double ms) {
  pst_lock();
  const double start = start_ms(g);
  const bool beside = !g->ready && pst_builder_on(); // the loop goes on meanwhile
  const bool yes = ms / (beside ? 1 : DUE) + c->spent >= start; // in this loop; in earlier entries and processes
  pst_unlock();
  return yes;
}

bool pst_gate_hurry(const pst_gate *g, const pst_class *c, double ms) {
  pst_lock();
  const double spent = c->spent > c->kept ? c->spent : c->kept;
  const bool yes = ms + spent >= build_ms(g) / HURRY;
  pst_unlock();
  return yes;
}

double pst_gate_spent(const pst_class *c) {
  pst_lock();
  const double ms = c ? c->spent : 0;
  pst_unlock();
  return ms;
}

void pst_gate_built(pst_gate *g, const pst_built *built) {
  const double *forced = pst_environment()->costs;
  pst_lock();
  if (!g->ready && !built->loaded)
    g->build_ms = forced[PST_BUILD_COST] >= 0 ? forced[PST_BUILD_COST] : built->build_ms;
  const double took = g->ready || !built->loaded ? 0 : pst_builder_took(built->region, built->device);
  if (took > 0)
    g->build_ms = forced[PST_BUILD_COST] >= 0 ? forced[PST_BUILD_COST] : took;
  if (!g->ready && built->load_ms > 0)
    g->load_ms = forced[PST_LOAD_COST] >= 0 ? forced[PST_LOAD_COST] : built->load_ms;
  g->ready = true;
  pst_unlock();
}
