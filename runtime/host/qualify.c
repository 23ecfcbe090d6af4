//===- qualify.c - may this device run persistent kernels? ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decided by running, never by feature macros: NVIDIA compiles
// C11 device-scope atomics that it does not report; OpenCL 1.x polling compiles
// everywhere and gives stale data on NVIDIA; Rusticl on llvmpipe cuts long loops
// short without an error. All probe kernels are named persistify_probe_*.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Iterations of the long loop: more than 2^16 in one loop, and in the sum.
enum { LOOP_OUTER = 2, LOOP_INNER = 70000 };
enum { PAYLOAD_WG = 256, PAYLOAD_ROUNDS = 24, PAYLOAD_BYTES = 16 << 20 };
static const double probe_spin_ms = 2000.0;

typedef struct probe {
  cl_context context;
  pst_device *device;
  cl_command_queue queue;
  cl_program program;
  pst_protocol protocol;
  pst_control ctl;
  cl_mem out, state, data;
} probe;

static void close_probe(probe *p) {
  if (p->out)
    clReleaseMemObject(p->out);
  pst_control_free(&p->ctl);
  if (p->state)
    clReleaseMemObject(p->state);
  if (p->data)
    clReleaseMemObject(p->data);
  if (p->program)
    clReleaseProgram(p->program);
  if (p->queue)
    clReleaseCommandQueue(p->queue);
}

static bool open_probe(probe *p, cl_context context, pst_device *device, const pst_protocol *protocol,
                       const char *options, pst_why *why) {
  memset(p, 0, sizeof *p);
  p->context = context;
  p->device = device;
  p->protocol = *protocol;
  cl_int status;
  p->queue = clCreateCommandQueue(context, device->id, 0, &status);
  if (!p->queue)
    return pst_fail_by(status, why, "no queue for the device's probes (%d)", status);
  const char *texts[2] = {persistify_device_text, persistify_probe_text};
  p->program = clCreateProgramWithSource(context, 2, texts, NULL, &status);
  if (!p->program)
    return pst_fail_by(status, why, "no program for the device's probes (%d)", status);
  status = pst_build_program(&p->program, device->id, options);
  if (status == PST_COMPILER_STUCK)
    return pst_fail_now(why, "the device's compiler does not come to its end");
  if (status != CL_SUCCESS)
    return pst_fail_by(status, why, "device library does not build (%d, options '%s')", status, options);
  p->out = pst_own_buffer(context, 64, &status);
  p->state = pst_own_buffer(context, 64, &status);
  if (!p->out || !p->state)
    return pst_fail_now(why, "no memory for the device's probes");
  return true;
}

static cl_kernel probe_kernel(probe *p, const char *name) {
  cl_int status;
  pst_create_kernel_fn create = pst_real_create_kernel();
  return create ? create(p->program, name, &status) : NULL;
}

// Launches one group of one work-item and reads two words back.
static bool run_one(probe *p, cl_kernel kernel, size_t global, uint32_t result[2], double *ms) {
  uint32_t none[2] = {0xdeadbeef, 0xdeadbeef};
  size_t local = 1;
  if (clEnqueueWriteBuffer(p->queue, p->out, CL_TRUE, 0, sizeof none, none, 0, NULL, NULL) != CL_SUCCESS)
    return false;
  double from = pst_now_ms();
  if (clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) != CL_SUCCESS ||
      clFinish(p->queue) != CL_SUCCESS)
    return false;
  *ms = pst_now_ms() - from;
  return clEnqueueReadBuffer(p->queue, p->out, CL_TRUE, 0, 8, result, 0, NULL, NULL) == CL_SUCCESS;
}

static bool probe_loop(probe *p, pst_why *why) {
  cl_kernel kernel = probe_kernel(p, "persistify_probe_loop");
  if (!kernel)
    return pst_fail(why, "probe kernel missing");
  pst_set_arg_fn set = pst_real_set_arg();
  uint32_t outer = LOOP_OUTER, inner = LOOP_INNER, result[2] = {0, 0};
  double ms;
  bool ran = set(kernel, 0, sizeof p->out, &p->out) == CL_SUCCESS && set(kernel, 1, 4, &outer) == CL_SUCCESS &&
             set(kernel, 2, 4, &inner) == CL_SUCCESS && run_one(p, kernel, 1, result, &ms);
  pst_real_release_kernel()(kernel);
  if (!ran)
    return pst_fail_now(why, "device's loop probe did not run");
  uint32_t x = 1;
  for (uint32_t i = 0; i < outer * inner; ++i)
    x = x * 1664525u + (1013904223u ^ (x >> 13));
  if (result[1] != outer * inner || result[0] != x)
    return pst_fail(why, "device unfit: it leaves long loops early (%u of %u iterations)", result[1], outer * inner);
  return true;
}

static void probe_zero_size(probe *p) {
  cl_kernel kernel = probe_kernel(p, "persistify_probe_empty");
  if (!kernel)
    return;
  size_t zero = 0;
  p->device->zero_size = pst_real_set_arg()(kernel, 0, sizeof p->out, &p->out) == CL_SUCCESS &&
                         clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &zero, NULL, 0, NULL, NULL) == CL_SUCCESS &&
                         clFinish(p->queue) == CL_SUCCESS;
  pst_real_release_kernel()(kernel);
}

// One wait of so many polls, alone.
static bool time_polls(probe *p, cl_kernel kernel, uint32_t polls, double *ms, pst_why *why) {
  pst_limits limits = {.groups = 1, .wg = 1, .budget = polls};
  uint32_t result[2];
  if (!pst_control_fill(&p->ctl, p->context, p->device, &p->protocol, &limits, why))
    return false;
  p->ctl.words[P_CTL_COUNTER] = 0;
  return pst_real_set_arg()(kernel, 0, sizeof(cl_mem), &p->ctl.mem) == CL_SUCCESS &&
         pst_control_write(&p->ctl, p->queue) == CL_SUCCESS && run_one(p, kernel, 1, result, ms) &&
         result[0] == P_BAIL_TIME;
}

// Time of one poll: longer and longer waits until they take a millisecond. Somebody may stop this process for an hour
// at any point: what takes long is measured once more, and no empty wait takes longer than one that is not.
static bool probe_poll(probe *p, double *poll_ns, pst_why *why) {
  cl_kernel kernel = probe_kernel(p, "persistify_probe_poll");
  if (!kernel)
    return pst_fail(why, "probe kernel missing");
  bool ran = pst_real_set_arg()(kernel, 1, sizeof p->out, &p->out) == CL_SUCCESS;
  double base = 0, ms = 0, again;
  // The first launch may compile, the second measures an empty wait.
  for (int turn = 0; ran && turn < 12; ++turn) {
    uint32_t polls = turn < 2 ? 1 : 512u << 2 * (turn - 2);
    ran = time_polls(p, kernel, polls, &ms, why);
    if (ran && turn >= 2 && ms > base + 1.0) {
      ran = time_polls(p, kernel, polls, &again, why);
      ms = again < ms ? again : ms;
    }
    if (turn < 2 || ms < base)
      base = ms;
    *poll_ns = ms > base ? (ms - base) * 1e6 / polls : 0.5;
    if (turn >= 2 && ms > base + 1.0)
      break;
  }
  pst_real_release_kernel()(kernel);
  return ran || pst_fail_now(why, "device's poll probe did not run");
}

// One payload run; *groups is how many took part.
static bool run_payload(probe *p, cl_kernel kernel, size_t wg, uint32_t launched, uint32_t words, uint32_t rounds,
                        double poll_ns, uint32_t *groups, pst_why *why) {
  pst_limits limits = {.groups = launched, .wg = wg, .arena = 16, .bound = p->device->cpu ? launched : 0};
  pst_limits_time(&limits, p->device, poll_ns, probe_spin_ms);
  if (!pst_control_fill(&p->ctl, p->context, p->device, &p->protocol, &limits, why))
    return false;
  pst_outcome o;
  uint32_t none[2] = {0, 0}, wrong = 0;
  size_t global = wg * launched;
  pst_set_arg_fn set = pst_real_set_arg();
  bool good = set(kernel, 0, sizeof(cl_mem), &p->ctl.mem) == CL_SUCCESS &&
              pst_control_write(&p->ctl, p->queue) == CL_SUCCESS &&
              clEnqueueWriteBuffer(p->queue, p->out, CL_TRUE, 0, sizeof none, none, 0, NULL, NULL) == CL_SUCCESS &&
              set(kernel, 5, 4, &words) == CL_SUCCESS && set(kernel, 6, 4, &rounds) == CL_SUCCESS &&
              clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &global, &wg, 0, NULL, NULL) == CL_SUCCESS &&
              clFinish(p->queue) == CL_SUCCESS &&
              pst_control_read(&p->ctl, p->queue, &o) == CL_SUCCESS &&
              clEnqueueReadBuffer(p->queue, p->out, CL_TRUE, 0, 4, &wrong, 0, NULL, NULL) == CL_SUCCESS;
  if (!good)
    return pst_fail_now(why, "payload test did not run");
  *groups = o.count;
  pst_limits_came(p->device, &limits, o.count);
  if (o.abort)
    return pst_fail_now(why, "payload test given up: %s", pst_bail_text(o.abort)); // by a busy machine, perhaps
  if (o.done != *groups || *groups == 0)
    return pst_fail(why, "payload test ended in %u of %u groups", o.done, *groups);
  if (wrong)
    return pst_fail(why, "stale data behind the barrier (%u words)", wrong);
  return true;
}

static bool probe_payload(probe *p, pst_qualified *q, pst_why *why) {
  cl_kernel kernel = probe_kernel(p, "persistify_probe_payload");
  if (!kernel)
    return pst_fail(why, "probe kernel missing");
  size_t wg = PAYLOAD_WG, limit = 1;
  clGetKernelWorkGroupInfo(kernel, p->device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit, NULL);
  if (p->device->cpu || p->device->units == 1)
    wg = 32;
  if (wg > limit)
    wg = limit;
  uint32_t launched = pst_device_groups(p->device, wg);
  if (!p->device->cpu && p->device->units == 1 && launched > 8)
    launched = 8; // a simulator, most likely
  size_t bytes = PAYLOAD_BYTES;
  uint32_t most = (uint32_t)(bytes / 4 / launched);
  cl_int status;
  p->data = pst_own_buffer(p->context, bytes, &status);
  pst_set_arg_fn set = pst_real_set_arg();
  bool good = p->data && set(kernel, 1, sizeof p->state, &p->state) == CL_SUCCESS && set(kernel, 2, 16, NULL) == CL_SUCCESS &&
              set(kernel, 3, sizeof p->data, &p->data) == CL_SUCCESS &&
              set(kernel, 4, sizeof p->out, &p->out) == CL_SUCCESS;
  if (!good)
    pst_fail_now(why, "payload test did not run");
  static const uint32_t sizes[] = {1, 7, 32, 256, 2048};
  double from = pst_now_ms();
  for (unsigned i = 0; good && i < sizeof sizes / sizeof *sizes; ++i) {
    uint32_t groups = 0, words = sizes[i] < most ? sizes[i] : most;
    good = run_payload(p, kernel, wg, launched, words, PAYLOAD_ROUNDS, q->poll_ns, &groups, why);
    // A busy machine may start one group only; then the run tests nothing.
    for (int again = 0; good && groups < 2 && launched > 1 && again < 2; ++again)
      good = run_payload(p, kernel, wg, launched, words, PAYLOAD_ROUNDS, q->poll_ns, &groups, why);
    if (groups > q->groups)
      q->groups = groups;
    if (pst_now_ms() - from > 1000.0 && i >= 2)
      break; // a simulator: three sizes will do
  }
  pst_real_release_kernel()(kernel);
  return good;
}

// Builds the probes with the first options that the device takes, and runs them.
static bool run_tests(pst_device *device, cl_context context, pst_qualified *q, const pst_protocol *protocol,
                      const char *const *defines, const char *const *stds) {
  probe p;
  bool built = false;
  for (const char *const *define = defines; *define && !built; ++define)
    for (const char *const *std = stds; *std && !built; ++std) {
      char options[384], forms[256];
      pst_protocol_options(protocol, forms, sizeof forms);
      snprintf(options, sizeof options, "%s %s%s%s", *define, forms, **std ? " " : "", *std);
      if (q->why.passing)
        break;
      built = open_probe(&p, context, device, protocol, options, &q->why);
      if (!built)
        close_probe(&p);
      q->defines = *define;
      q->std = *std;
    }
  bool fit = built;
  if (built) {
    q->why.text[0] = '\0';
    if (device->sane == PST_UNKNOWN) {
      device->sane = probe_loop(&p, &device->why) ? PST_FIT : device->why.passing ? PST_UNKNOWN : PST_UNFIT;
      if (device->sane == PST_FIT)
        probe_zero_size(&p);
      else
        q->why = device->why;
    }
    fit = device->sane == PST_FIT && probe_poll(&p, &q->poll_ns, &q->why) && probe_payload(&p, q, &q->why);
    close_probe(&p);
  }
  return fit;
}

// What a passed test found, as it is kept on disk; a failure may be due to a busy
// machine, and is not.
typedef struct found {
  uint32_t std, define, groups, zero_size;
  double poll_ns;
} found;

static uint32_t index_of(const char *const *list, const char *word) {
  uint32_t i = 0;
  while (list[i] && strcmp(list[i], word) != 0)
    ++i;
  return i;
}

static void test_key(pst_key *key, const pst_device *device, pst_backend backend, const pst_protocol *protocol) {
  char forms[256];
  uint64_t numbers[] = {backend, pst_environment()->groups};
  pst_protocol_options(protocol, forms, sizeof forms);
  pst_key_add(key, "tests", 5);
  pst_key_device(key, device);
  pst_key_add(key, forms, strlen(forms));
  pst_key_add(key, (const char *)numbers, sizeof numbers);
  pst_key_add(key, persistify_device_text, strlen(persistify_device_text));
  pst_key_add(key, persistify_probe_text, strlen(persistify_probe_text));
}

static bool tested_before(const pst_key *key, pst_device *device, pst_qualified *q, const char *const *defines,
                          const char *const *stds) {
  size_t bytes = 0;
  found f;
  unsigned char *content = pst_cache_get(key, &bytes);
  bool good = content && bytes == sizeof f;
  if (good)
    memcpy(&f, content, sizeof f);
  free(content);
  uint32_t most_defines = 0, most_stds = 0;
  while (defines[most_defines])
    ++most_defines;
  while (stds[most_stds])
    ++most_stds;
  if (!good || f.define >= most_defines || f.std >= most_stds)
    return false;
  q->defines = defines[f.define];
  q->std = stds[f.std];
  q->groups = f.groups;
  q->poll_ns = f.poll_ns;
  device->sane = PST_FIT;
  device->zero_size = f.zero_size != 0;
  return true;
}

bool pst_qualify(pst_device *device, cl_context context, pst_backend backend, pst_why *why) {
  pst_qualified *q = &device->backend[backend];
  if (device->sane == PST_UNFIT) {
    *why = device->why;
    return false;
  }
  // A busy machine may have started one group only, so that nothing was tested.
  const bool alone = q->verdict == PST_FIT && q->groups < 2 && !device->cpu;
  if ((q->verdict != PST_UNKNOWN && !alone) || pst_now_ms() < q->again_at) {
    *why = q->why;
    return q->verdict == PST_FIT;
  }
  const double from = pst_now_ms();
  q->why = (pst_why){.text = ""};
  static const char *const ptx[] = {"-DP_BACKEND_PTX", "-DP_BACKEND_PTX -DP_PTX_OLD_FENCE", NULL};
  static const char *const c11[] = {"-DP_BACKEND_C11", NULL};
  static const char *const plain[] = {"-DP_BACKEND_CL1", NULL};
  static const char *const raised[] = {"", "-cl-std=CL3.0", "-cl-std=CL2.0", NULL};
  static const char *const as_is[] = {"", NULL};
  const char *const *defines = backend == PST_PTX ? ptx : backend == PST_C11 ? c11 : plain;
  const char *const *stds = backend == PST_C11 ? raised : as_is;

  // The qualification is that of the back end, with the forms in use.
  pst_protocol protocol;
  if (!pst_protocol_choose(&protocol, device, why))
    return false;
  pst_key key = {0};
  if (pst_cache_on())
    test_key(&key, device, backend, &protocol);
  bool before = pst_cache_on() && tested_before(&key, device, q, defines, stds);
  if (!before && pst_cache_on() && pst_build_only_cached()) {
    pst_key_free(&key);
    return pst_fail_later(why);
  }
  bool fit = before || run_tests(device, context, q, &protocol, defines, stds);
  // A busy machine may have started one group only, and tested nothing.
  if (fit && !before && q->groups >= 2) {
    found f = {.std = index_of(stds, q->std), .define = index_of(defines, q->defines), .groups = q->groups,
               .zero_size = device->zero_size, .poll_ns = q->poll_ns};
    pst_cache_put(&key, &f, sizeof f);
  }
  pst_key_free(&key);
  pst_trace("test of the device", NULL, from, "atomics", PST_TRACE_TEXT, pst_backend_name(backend), "fit", PST_TRACE_TEXT,
            fit ? "yes" : "no", "from", PST_TRACE_TEXT, before ? "cache" : "tests", NULL);
  q->verdict = fit ? PST_FIT : q->why.passing ? PST_UNKNOWN : PST_UNFIT;
  if (q->verdict == PST_UNKNOWN || q->groups < 2)
    q->again_at = pst_try_again_at(pst_now_ms() - from);
  const locale_t programs = pst_point_begin();
  if (pst_environment()->stats)
    fprintf(stderr, "persistify: probe: backend=%s %s%s poll_ns=%.1f groups=%u std=%s %s\n", pst_backend_name(backend),
            fit ? "fit" : "unfit", before ? " (cached)" : "", q->poll_ns, q->groups, *q->std ? q->std : "-", q->why.text);
  pst_point_end(programs);
  *why = q->why;
  return fit;
}
