//===- run.c - the persistent path of an entry ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guards, build, snapshot, launch, and either all of the results or none.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  ATTEMPTS = 8,          // launches of one entry, each with more of what the last one lacked
  LATE_ATTEMPTS = 5,     // of these, because threads of a CPU came late,
  LATE_ENTRIES = 4,      // in so many entries of a kernel
  LOG_GROWS = 16,        // a log that was full becomes that much larger ...
  LOG_MOST = 1 << 28,    // ... up to this many bytes
  TIMEOUTS_ALLOWED = 2,  // in a row, per region and program
  LIMIT_MS = 1000,       // what was refused is tried again after fifty times as long
  LEAST_LIMIT = 64,     // groups of so many work-items are never too large
  WG_GPU = 512,          // item-stride regions: 512 to 1024 items won on an H200
  WG_GATHERS = 256,      // with 56 registers a unit holds more groups of these
  WG_GPU_MIN = 128,
  WG_CPU = 128,
  WG_CPU_LEAST = 4
};

//===- sizes --------------------------------------------------------------===//

static uint64_t cell(const unsigned char *state, uint32_t offset) {
  uint64_t value;
  memcpy(&value, state + offset, 8);
  return value;
}

static uint64_t entry_value(const persistify_region *region, void *const *bind, uint32_t slot, uint64_t offset) {
  uint64_t value = 0, size = region->slots[slot].size;
  if (offset < size)
    memcpy(&value, (const char *)bind[slot] + offset, size - offset < 8 ? size - offset : 8);
  return value;
}

// The largest size up to `limit` that the hints foresee, 0 without hints. One that is zero, or too
// large, is that of a launch that is not made, or says nothing of what it will be then.
static uint64_t hinted(const persistify_region *region, void *const *bind, const persistify_hint *hints,
                       uint32_t count, uint64_t limit) {
  uint64_t most = 0;
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t product = 1;
    for (int k = 0; k < 3; ++k) {
      uint32_t slot = hints[i].slot[k];
      uint64_t factor = slot == PERSISTIFY_NONE ? hints[i].value[k] : entry_value(region, bind, slot, hints[i].value[k]);
      if (factor == 0 || (factor < INT32_MAX && product < INT32_MAX))
        product *= factor;
    }
    if (product > most && product <= limit)
      most = product;
  }
  return most;
}

// Work-group size of item-stride regions on a GPU: the fewest groups (cheap
// barriers) that still give every compute unit its share of the work. Uneven loops
// wait for one load after the other, which a cache that more work-items share helps
// more than a unit of their own: colouring rmat:14 takes 16.4 ms on 32 units of an
// H200, 19.7 on all of them.
static uint64_t spread(const persistify_region *region, const pst_device *device, uint64_t items) {
  uint64_t wg = WG_GPU_MIN, most = region->gathers ? WG_GATHERS : WG_GPU;
  if (!pst_uses(PST_OPT_WorkGroup))
    return wg;
  if (region->uneven && !region->gathers)
    return most;
  while (wg < most && items && wg * device->units < items)
    wg *= 2;
  return items ? wg : most;
}

static bool choose_sizes(const persistify_region *region, void *const *bind, pst_built *built,
                         const unsigned char *state, pst_limits *limits, pst_why *why) {
  const pst_device *device = built->device;
  if (built->limit_wg < built->kernel_wg && pst_now_ms() >= built->again_wg)
    built->limit_wg = built->kernel_wg;
  uint64_t limit = built->limit_wg;
  if (device->max_items[0] && device->max_items[0] < limit)
    limit = device->max_items[0];
  uint64_t wg = hinted(region, bind, region->local, region->num_local, limit);
  limits->items = hinted(region, bind, region->items, region->num_items, UINT64_MAX);
  bool free_choice = wg == 0;
  if (built->single)
    wg = 1;
  else if (free_choice)
    wg = pst_environment()->wg ? pst_environment()->wg : device->cpu ? WG_CPU : spread(region, device, limits->items);
  if (built->need_wg && (region->uniform_local || built->need_wg > wg)) {
    wg = built->need_wg;
    free_choice = false;
  }
  if (wg > limit) {
    if (!free_choice)
      return pst_fail(why, "work-group of %zu items needed, the persistent kernel allows %zu", (size_t)wg,
                      (size_t)limit);
    wg = limit;
  }
  // PoCL 3.1 lays out the work-items of such small groups side by side, and where barriers stand
  // under conditions that ends the program (an assertion of its ParallelRegion).
  if (device->cpu && !built->single && region->branched && wg < WG_CPU_LEAST) {
    if (region->uniform_local)
      return pst_fail(why, "work-groups of %zu items and barriers under conditions, which this device's compiler cannot take",
                      (size_t)wg);
    wg = WG_CPU_LEAST;
  }
  // Static local memory, and the __local arguments that were set before.
  uint64_t arena = region->arena_bytes;
  for (uint32_t i = 0; i < region->num_args; ++i)
    if (region->args[i].kind == PERSISTIFY_ARG_LOCAL && (region->args[i].flags & PERSISTIFY_ARG_RECORDED))
      arena += (cell(state, region->args[i].state) + 15) / 16 * 16;
  if (arena + built->local_bytes > device->local_bytes || built->need_arena > arena)
    arena = built->need_arena > region->arena_bytes ? built->need_arena : region->arena_bytes;
  arena = (arena + 15) / 16 * 16;
  if (arena == 0)
    arena = 16;
  if (arena + built->local_bytes > device->local_bytes)
    return pst_fail(why, "%zu bytes of local memory needed, the device has %zu", (size_t)(arena + built->local_bytes),
                    (size_t)device->local_bytes);
  limits->wg = (size_t)wg;
  limits->arena = (uint32_t)arena;
  return true;
}

//===- one launch ---------------------------------------------------------===//

// \p begun: the device may have done something, whatever the calls said.
static bool launch(pst_built *built, const pst_bound *bound, const pst_limits *limits, unsigned char *state,
                   pst_outcome *out, pst_tick *from, pst_tick *to, cl_event *event, bool *begun, pst_why *why) {
  const persistify_region *region = built->region;
  *begun = false;
  if (!pst_control_fill(&built->ctl, built->context, built->device, &built->protocol, limits, why))
    return false;
  pst_set_arg_fn set = pst_real_set_arg();
  cl_int status = set(built->kernel, 0, sizeof(cl_mem), &built->ctl.mem);
  if (status == CL_SUCCESS)
    status = set(built->kernel, 1, sizeof(cl_mem), built->state ? &built->state : &built->ctl.state);
  if (status == CL_SUCCESS)
    status = set(built->kernel, 2, limits->arena, NULL);
  for (uint32_t i = 0; status == CL_SUCCESS && i < region->num_handles; ++i)
    status = set(built->kernel, 3 + i, sizeof(cl_mem), bound->handles[i] ? &bound->handles[i] : NULL);
  if (status != CL_SUCCESS)
    return pst_fail(why, "arguments of the persistent kernel (%d)", status);
  if (!built->state)
    memcpy(built->ctl.bytes, bound->state, region->state_bytes);
  if (status == CL_SUCCESS)
    status = pst_control_write(&built->ctl, bound->queue);
  if (status == CL_SUCCESS && built->state && region->state_bytes)
    status = clEnqueueWriteBuffer(bound->queue, built->state, CL_FALSE, 0, region->state_bytes, bound->state, 0, NULL,
                                  NULL);
  size_t global = (size_t)limits->groups * limits->wg, local = limits->wg;
  *from = pst_tick_first();
  *begun = status == CL_SUCCESS;
  if (status == CL_SUCCESS)
    status = clEnqueueNDRangeKernel(bound->queue, built->kernel, 1, NULL, &global, &local, 0, NULL, event);
  built->too_many = status == CL_INVALID_WORK_GROUP_SIZE;
  built->refused = status == CL_OUT_OF_RESOURCES ? built->refused + 1 : 0;
  // One wait for all: each is some 10 us on a GPU.
  if (status == CL_SUCCESS && built->state && region->state_bytes)
    status = clEnqueueReadBuffer(bound->queue, built->state, CL_FALSE, 0, region->state_bytes, state, 0, NULL, NULL);
  if (status == CL_SUCCESS)
    status = pst_control_read(&built->ctl, bound->queue, out);
  if (status != CL_SUCCESS)
    clFinish(bound->queue); // the host's blocks are read and written until here, whatever happened
  *to = pst_tick_last();
  if (status != CL_SUCCESS)
    return pst_fail_by(status, why, "the persistent launch failed (%d)", status);
  if (!built->state)
    memcpy(state, built->ctl.bytes, region->state_bytes);
  return true;
}

//===- one entry ----------------------------------------------------------===//

// After an abort: restores, and says whether another attempt makes sense.
static bool try_again(const persistify_region *region, void *const *bind, pst_built *built, pst_bound *bound,
                      const pst_outcome *o, const pst_limits *limits, int attempt, bool verified, double ms, pst_why *why) {
  switch (o->abort) {
  case P_BAIL_RESIDENT:
    // Launched for less work than that many groups do, or threads of a CPU came late.
    if (o->need <= pst_device_groups(built->device, limits->wg)) {
      bool more = o->need > built->need_groups && o->need > limits->groups;
      bool late = built->device->cpu && o->need <= limits->groups && attempt < LATE_ATTEMPTS && built->late < LATE_ENTRIES;
      built->need_groups = o->need;
      if (late) // other work has the processors, which passes: 1, 4, 16, 64 ms and no more
        nanosleep(&(struct timespec){0, 1000000L << 2 * (attempt < 3 ? attempt : 3)}, NULL);
      if (more || late)
        return true;
      ++built->late;
    }
    return pst_fail(why, "line %u: kernel '%s' waits for other work-groups: %u groups, %u resident", o->line,
                    o->which < region->num_slots ? region->slots[o->which].kernel : "", o->need, o->count);
  case P_BAIL_MIRROR:
    // An index that is data may ask for a bit more each time. (Verified is the array alone: what is behind it may change.)
    if (!pst_mirrors_grow(region, bind, bound, o->which, (uint64_t)o->need_hi << 32 | o->need, attempt >= 2 && !verified))
      break;
    return true;
  case P_BAIL_WG:
    if (o->need == 0 || o->need == limits->wg)
      break;
    // Sizes that grow from trip to trip: not one more launch for each.
    built->need_wg = o->need;
    for (uint32_t wg = 1; !region->uniform_local && wg <= built->limit_wg; wg *= 2)
      if (wg >= o->need) {
        built->need_wg = wg;
        break;
      }
    return true;
  case P_BAIL_ARENA:
    if (o->need <= limits->arena || o->need > built->device->local_bytes) // of this entry: not to be kept
      break;
    // Twice what was asked for, so that growing needs end soon.
    built->need_arena = o->need;
    if (2 * (uint64_t)o->need + built->local_bytes <= built->device->local_bytes)
      built->need_arena = 2 * o->need;
    return true;
  case P_BAIL_LOG:
    if (built->log_bytes >= LOG_MOST)
      break;
    return pst_state_buffer(built, built->log_bytes * LOG_GROWS, why);
  case P_BAIL_TIME:
    if (++built->timeouts >= TIMEOUTS_ALLOWED)
      built->again_at = pst_try_again_at(ms + LIMIT_MS);
    break;
  default:
    break;
  }
  if (o->line)
    return pst_fail(why, "line %u: %s", o->line, pst_bail_text(o->abort));
  return pst_fail(why, "%s", pst_bail_text(o->abort));
}

static void fill_limits(const persistify_region *region, pst_bound *bound) {
  if (region->limits_state == PERSISTIFY_NONE)
    return;
  uint64_t cells[4] = {bound->device->max_items[0], bound->device->max_items[1], bound->device->max_items[2],
                       bound->device->zero_size};
  memcpy(bound->state + region->limits_state, cells, sizeof cells);
}

static bool run_launches(const persistify_region *region, void *const *bind, pst_bound *bound, pst_built *built,
                         pst_snapshot *snapshot, unsigned char *all, pst_stats *stats, int *exit_number,
                         persistify_later *later, pst_verify *verify, pst_why *why) {
  const unsigned char *state = all + region->results;
  const persistify_size logged = later->cells;
  bool grows = false;
  for (int attempt = 0; attempt < ATTEMPTS; ++attempt) {
    pst_limits limits = {0};
    if (!choose_sizes(region, bind, built, bound->state, &limits, why))
      return false;
    pst_limits_groups(&limits, built);
    double scale = built->timeouts ? 2.0 : 1.0; // doubled after an abort
    pst_limits_time(&limits, built->device, built->device->backend[built->backend].poll_ns,
                    pst_environment()->spin_ms * scale);
    double from = pst_now_ms();
    if (!pst_mirrors_fill(region, bind, bound, built, why) || (verify && !pst_verify_arrays(verify, bound, why)) ||
        (attempt == 0 && !pst_snapshot_take(snapshot, region, bound, built->copier, why)))
      return false;
    pst_trace("copies before", region, from, NULL);
    if (region->log) {
      uint64_t room = built->log_bytes;
      memcpy(bound->state + region->log, &room, sizeof room);
      if (!pst_later_begin(built, bound->queue, why))
        return false;
    }
    pst_outcome o = {0};
    pst_tick first = {0}, last = {0};
    if (later->event)
      clReleaseEvent((cl_event)later->event);
    cl_event event = NULL;
    bool begun, ran = launch(built, bound, &limits, all, &o, &first, &last, region->log ? &event : NULL, &begun, why);
    const double ms = last.ms - first.ms;
    const uint32_t noted = ran && region->noted ? (uint32_t)cell(all, region->noted) : UINT32_MAX;
    later->queue = bound->queue;
    later->event = event;
    later->events = 0;
    pst_trace("launch", region, begun ? first.ms : pst_now_ms(), "groups", PST_TRACE_COUNT, (uint64_t)o.count, "launched", PST_TRACE_COUNT,
              (uint64_t)limits.groups, "wg", PST_TRACE_COUNT, (uint64_t)limits.wg, "barriers", PST_TRACE_COUNT,
              (uint64_t)o.barriers, "given_up", PST_TRACE_TEXT, o.abort ? pst_bail_text(o.abort) : ran ? "" : why->text, NULL);
    if (ran)
      pst_timeline_tell(region, built, limits.groups, &first, &last, bound->queue);
    ++built->launches;
    if (ran)
      pst_limits_came(built->device, &limits, o.count);
    from = pst_now_ms();
    if (ran && o.abort == 0 && (o.done == 0 || o.done != o.count))
      ran = pst_fail(why, "the persistent kernel ended in %u of %u groups", o.done, o.count);
    if (ran && o.abort == 0 && !pst_results_good(region, bound, state))
      ran = pst_fail(why, "the persistent kernel returned a handle that does not exist");
    if (ran && o.abort == 0)
      built->timeouts = 0;
    unsigned char *arrays = NULL;
    if (ran && o.abort == 0)
      ran = pst_mirrors_read(region, bound, &arrays, why);
    if (ran && o.abort == 0 && region->log)
      ran = pst_later_fetch(later, bound->queue, built->state, region->state_bytes,
                            (size_t)cell(state, region->log), why);
    cl_mem *owned = NULL;
    if (ran && o.abort == 0 && !(owned = pst_retain_owned(region, bind, bound, state)))
      ran = pst_fail(why, "a buffer could not be retained");
    if (ran && o.abort == 0 && !pst_replay(region, bind, bound, state))
      ran = pst_fail(why, "an argument could not be set");
    if (ran && o.abort == 0)
      pst_mirrors_commit(region, bind, bound, arrays);
    free(arrays);
    if (ran && o.abort == 0) {
      pst_write_back(region, bind, bound, state, owned);
      pst_corrupt(region, bind, bound);
      pst_limits_learn(&limits, built, o.count);
      stats->groups = o.count;
      stats->launched = limits.groups;
      stats->wg = limits.wg;
      stats->barrier = built->protocol.barrier->name;
      stats->discovery = built->protocol.discovery->name;
      stats->barriers += o.barriers;
      stats->run_ms += ms;
      *exit_number = o.exit;
      pst_trace("results", region, from, NULL);
      return true;
    }
    pst_release_owned(region, owned);
    later->cells = logged;
    if (ran && o.abort == P_BAIL_TIME)
      pst_hang_tell(region, built, &limits, o.count, pst_environment()->spin_ms * scale, bound->queue);
    const bool restored = !begun || pst_snapshot_restore(snapshot, noted, bound->queue);
    pst_trace("restoring", region, from, NULL);
    if (!restored && pst_queue_dead(bound->queue)) // the original's first command fails as it does without us
      return pst_fail(why, "the device takes no more commands");
    if (!restored) {
      // Going on would compute with half-changed buffers. What runs at the end may come by here again.
      pst_turn_give();
      fprintf(stderr, "persistify: %s:%u: error: the launch was given up (%s) and its buffers cannot be restored%s\n",
              region->file, region->line, ran ? pst_bail_text(o.abort) : why->text,
              pst_environment()->snapshot ? "" : ": PERSISTIFY_SNAPSHOT=off");
      exit(EXIT_FAILURE);
    }
    // The device says only now what it allows; or others have its memory just now, which passes.
    if (!ran && built->refused == 1)
      continue;
    if (!ran && (built->too_many || built->refused) && limits.wg > LEAST_LIMIT && limits.wg > built->need_wg) {
      if (built->limit_wg == built->kernel_wg)
        built->again_wg = pst_try_again_at(LIMIT_MS);
      built->limit_wg = limits.wg / 2;
      continue;
    }
    if (!ran || !try_again(region, bind, built, bound, &o, &limits, attempt, verify != NULL, ms, why))
      return false;
    grows = o.abort == P_BAIL_MIRROR;
    ++stats->retries;
  }
  return pst_fail(why, grows ? "a host array turned out to be larger in each of %d launches"
                             : "no work-group size or local memory size suited the loop in %d launches", ATTEMPTS);
}

bool pst_check_entry(const persistify_region *region, void *const *bind, pst_bound *bound, pst_why *why) {
  if (!pst_guard(region, bind, bound, why))
    return false;
  cl_command_queue_properties properties = 0;
  if (region->profiling &&
      (clGetCommandQueueInfo(bound->queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL) != CL_SUCCESS ||
       !(properties & CL_QUEUE_PROFILING_ENABLE)))
    return pst_fail(why, "the queue takes no times");
  return true;
}

// The turn of the device, and what the region captures behind it: the loop that had it before may have changed that.
static bool capture(const persistify_region *region, void *const *bind, const void *here, pst_bound *bound, bool *turn, pst_why *why) {
  const uint64_t before = pst_turns();
  *turn = false;
  if (!pst_check_entry(region, bind, bound, why) || !pst_turn_take(bound->device, here, why))
    return false;
  *turn = true;
  if (pst_turns() == before + 1)
    return true;
  const pst_device *device = bound->device;
  pst_bound_free(bound);
  return pst_check_entry(region, bind, bound, why) && (bound->device == device || pst_fail(why, "invalid queue"));
}

static void fill_between(const persistify_region *region, pst_bound *bound, const pst_between *between) {
  if (!region->between)
    return;
  const bool inside = between && !between->front;
  const uint64_t cells[2] = {inside, between && between->trips ? between->trips : UINT64_MAX};
  memcpy(bound->state + region->between, cells, sizeof cells);
  for (uint32_t i = 0; i < region->num_carried; ++i) {
    uint64_t value = 0; // which a loop from its beginning on does not read
    if (inside)
      memcpy(&value, between->carried[i], region->carried[i].size);
    else if (pst_environment()->strict)
      memset(&value, PST_PATTERN, region->carried[i].size);
    memcpy(bound->state + region->carried[i].state, &value, sizeof value);
  }
}

static void take_between(const persistify_region *region, const unsigned char *state, int exit_number, pst_between *between) {
  const uint64_t left = cell(state, region->between + 8), limit = between->trips ? between->trips : UINT64_MAX;
  for (uint32_t i = 0; !between->front && i < region->num_carried; ++i) // what may be const has not changed
    if (memcmp(between->carried[i], state + region->carried[i].state, region->carried[i].size) != 0)
      memcpy(between->carried[i], state + region->carried[i].state, region->carried[i].size);
  between->left = exit_number == PERSISTIFY_BETWEEN;
  between->for_host = between->left && left != UINT64_MAX;
  between->done = limit - left - 1; // the last question was answered with no
  // For tests, as nothing but the cost gate depends on it.
  if (pst_environment()->strict &&
      (left == PST_UNTOUCHED || between->done > limit || (between->for_host && !region->for_host)))
    abort();
}

// Results begin as what comes in; for tests only those with gaps, which nobody writes.
static void begin_results(const persistify_region *region, unsigned char *state) {
  unsigned char *to = state + region->results;
  if (!pst_environment()->strict) {
    memcpy(to, state, region->results);
    return;
  }
  for (uint32_t i = 0; i < region->num_slots; ++i)
    if (region->slots[i].kind == PERSISTIFY_BLOB)
      memcpy(to + region->slots[i].state, state + region->slots[i].state, region->slots[i].size);
  for (uint32_t i = 0; i < region->num_args; ++i)
    if (region->args[i].kind == PERSISTIFY_ARG_VALUE && region->args[i].size > 4)
      memcpy(to + region->args[i].state, state + region->args[i].state, region->args[i].size);
}

// The region's program, and its state block as it is before the launch. The
// entry's clock stands still meanwhile.
static pst_built *ready(const persistify_region *region, pst_bound *bound, pst_entry *entry, unsigned char **state,
                        bool *told, pst_why *why) {
  double from = pst_now_ms();
  pst_built *built = pst_build(region, bound, why);
  entry->built_ms += pst_now_ms() - from;
  if (!built)
    return NULL;
  if (!built->loaded && pst_now_ms() - from > built->build_ms) // built now: how long loading takes was tried, too
    entry->stats.learn_ms += built->load_ms;
  if (entry->gate)
    pst_gate_built(entry->gate, built);
  *state = malloc(region->state_bytes + 8);
  const bool late = built->timeouts >= TIMEOUTS_ALLOWED && pst_now_ms() < built->again_at;
  if (late) {
    pst_fail(why, "time budget of a wait spent in earlier entries");
    *told = built->told;
    built->told = true;
  }
  if (late || (!*state && !pst_fail_now(why, "out of host memory"))) {
    pst_built_done(built);
    return NULL;
  }
  entry->stats.backend = pst_backend_name(built->backend);
  entry->stats.device = built->device->name;
  entry->stats.build_ms = built->build_ms;
  entry->stats.loaded = built->loaded;
  entry->stats.registers = built->registers;
  pst_turn_launches(built);
  fill_limits(region, bound);
  fill_between(region, bound, entry->between);
  begin_results(region, bound->state);
  return built;
}

// Not inlined: who has a turn is looked for among the callers (locks.c).
__attribute__((noinline)) bool pst_run_region(pst_entry *entry, void *const *bind, int *exit_number, persistify_later *later, pst_why *why,
                    bool *told) {
  const persistify_region *region = entry->region;
  pst_bound bound;
  unsigned char *state = NULL;
  pst_snapshot snapshot = {0};
  pst_verify *verify = NULL;
  pst_built *built = NULL;
  bool turn;
  bool good = capture(region, bind, __builtin_frame_address(0), &bound, &turn, why) && (bound.hurry = entry->hurry, built = ready(region, &bound, entry, &state, told, why)) != NULL;
  if (good && pst_environment()->mode == PST_VERIFY)
    good = (verify = pst_verify_begin(region, bind, &bound, entry->between ? entry->between->carried : NULL, why)) != NULL;
  if (verify && (!entry->probe || region->for_host))
    pst_verify_others(verify, &bound);
  if (good)
    good = run_launches(region, bind, &bound, built, &snapshot, state, &entry->stats, exit_number, later, verify, why);
  if (good && entry->between)
    take_between(region, state + region->results, *exit_number, entry->between);
  if (verify && good && entry->probe) {
    pst_later_free(later);
    if ((good = pst_verify_kept(verify, why)))
      *entry->probe = verify;
  } else if (verify && good) {
    good = pst_verify_taken(verify, *exit_number, later, why);
    *exit_number = PERSISTIFY_ORIGINAL;
  } else {
    pst_verify_drop(verify);
  }
  pst_snapshot_free(&snapshot);
  pst_built_done(built);
  if (turn)
    pst_turn_give();
  pst_bound_free(&bound);
  free(state);
  return good;
}
