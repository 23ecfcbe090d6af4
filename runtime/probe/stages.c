//===- stages.c - facts, qualification, discovery, barriers, litmus, soak ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===- devices --------------------------------------------------------------===//

static const char *type_name(cl_device_type type) {
  return type & CL_DEVICE_TYPE_GPU ? "gpu" : type & CL_DEVICE_TYPE_CPU ? "cpu" : "other";
}

// Calls `visit` for each device until it returns true.
static bool each_device(bool (*visit)(int, int, cl_platform_id, cl_device_id, void *), void *data) {
  cl_platform_id platforms[16];
  cl_uint platform_count = 0;
  clGetPlatformIDs(16, platforms, &platform_count);
  for (cl_uint i = 0; i < platform_count && i < 16; ++i) {
    cl_device_id devices[32];
    cl_uint count = 0;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 32, devices, &count) != CL_SUCCESS)
      continue;
    for (cl_uint k = 0; k < count && k < 32; ++k)
      if (visit((int)i, (int)k, platforms[i], devices[k], data))
        return true;
  }
  return false;
}

static void names_of(cl_platform_id platform, cl_device_id device, char maker[256], char name[256], cl_device_type *type) {
  maker[0] = name[0] = '\0';
  *type = 0;
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, 255, maker, NULL);
  clGetDeviceInfo(device, CL_DEVICE_NAME, 255, name, NULL);
  clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof *type, type, NULL);
}

static bool list_one(int p, int d, cl_platform_id platform, cl_device_id device, void *data) {
  (void)data;
  char maker[256], name[256], id[32];
  cl_device_type type;
  cl_uint units = 0;
  names_of(platform, device, maker, name, &type);
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  snprintf(id, sizeof id, "%d:%d", p, d);
  record_begin("devices");
  record_text("id", id);
  record_text("type", type_name(type));
  record_number("compute_units", units);
  record_text("platform", maker);
  record_text("device", name);
  record_end();
  return false;
}

void list_devices(void) { each_device(list_one, NULL); }

typedef struct wish {
  const char *wanted;
  cl_platform_id *platform;
  cl_device_id *device;
} wish;

static bool pick_one(int p, int d, cl_platform_id platform, cl_device_id device, void *data) {
  wish *w = data;
  char maker[256], name[256], id[32];
  cl_device_type type;
  names_of(platform, device, maker, name, &type);
  snprintf(id, sizeof id, "%d:%d", p, d);
  const char *s = w->wanted;
  if (strcmp(s, id) != 0 && strcmp(s, "any") != 0 && strcmp(s, type_name(type)) != 0 && !strstr(name, s) &&
      !strstr(maker, s))
    return false;
  *w->platform = platform;
  *w->device = device;
  return true;
}

bool pick_device(const char *wanted, cl_platform_id *platform, cl_device_id *device) {
  wish w = {wanted, platform, device};
  return each_device(pick_one, &w);
}

//===- facts ----------------------------------------------------------------===//

static void fact_text(cl_device_id device, cl_device_info what, const char *key) {
  char text[512] = "";
  if (clGetDeviceInfo(device, what, sizeof text - 1, text, NULL) == CL_SUCCESS && *text)
    record_text(key, text);
}

static void fact_number(cl_device_id device, cl_device_info what, size_t size, const char *key) {
  cl_ulong value = 0;
  if (clGetDeviceInfo(device, what, size, &value, NULL) == CL_SUCCESS)
    record_number(key, (double)value);
}

bool stage_facts(probe_target *t, pst_why *why) {
  (void)why;
  cl_device_id d = t->device;
  char text[256] = "";
  record_begin("facts");
  clGetPlatformInfo(t->platform, CL_PLATFORM_NAME, sizeof text - 1, text, NULL);
  record_text("platform", text);
  fact_text(d, CL_DEVICE_NAME, "device");
  fact_text(d, CL_DEVICE_VENDOR, "vendor");
  fact_text(d, CL_DEVICE_VERSION, "version");
  fact_text(d, CL_DRIVER_VERSION, "driver");
  fact_text(d, CL_DEVICE_OPENCL_C_VERSION, "opencl_c");
  cl_device_type type = 0;
  clGetDeviceInfo(d, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  record_text("type", type_name(type));
  fact_number(d, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(cl_uint), "compute_units");
  record_number("usable_units", pst_device_get(d)->units); // what this process may use
  fact_number(d, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t), "max_work_group_size");
  fact_number(d, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong), "local_mem_bytes");
  fact_number(d, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong), "global_mem_bytes");
  fact_number(d, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, sizeof(cl_uint), "cacheline_bytes");
  fact_number(d, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof(cl_uint), "clock_mhz");
  cl_bitfield caps = 0;
  if (clGetDeviceInfo(d, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof caps, &caps, NULL) == CL_SUCCESS) {
    record_flag("reports_acq_rel_atomics", (caps & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) != 0);
    record_flag("reports_device_scope_atomics", (caps & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0);
  }
  // cl_nv_device_attribute_query; also tells that the extension is there.
  enum { NV_MAJOR = 0x4000, NV_MINOR = 0x4001, NV_REGISTERS = 0x4002, NV_WARP = 0x4003 };
  fact_number(d, NV_MAJOR, sizeof(cl_uint), "nv_compute_major");
  fact_number(d, NV_MINOR, sizeof(cl_uint), "nv_compute_minor");
  fact_number(d, NV_REGISTERS, sizeof(cl_uint), "nv_registers_per_block");
  fact_number(d, NV_WARP, sizeof(cl_uint), "nv_warp_size");
  record_end();
  return true;
}

//===- the library's own qualification ----------------------------------------===//

// Commands of which OpenCL says that a size of 0 is an error.
static void transfers_of_size_zero(probe_target *t) {
  cl_int status;
  cl_command_queue queue = clCreateCommandQueue(t->context, t->device, 0, &status);
  cl_mem from = clCreateBuffer(t->context, CL_MEM_READ_WRITE, 64, NULL, &status);
  cl_mem to = clCreateBuffer(t->context, CL_MEM_READ_WRITE, 64, NULL, &status);
  uint32_t word = 0;
  if (queue && from && to) {
    const struct {
      const char *key;
      cl_int status;
    } commands[] = {
        {"copy_of_size_zero", clEnqueueCopyBuffer(queue, from, to, 0, 0, 0, 0, NULL, NULL)},
        {"fill_of_size_zero", clEnqueueFillBuffer(queue, to, &word, sizeof word, 0, 0, 0, NULL, NULL)},
        {"read_of_size_zero", clEnqueueReadBuffer(queue, from, CL_TRUE, 0, 0, &word, 0, NULL, NULL)},
        {"write_of_size_zero", clEnqueueWriteBuffer(queue, to, CL_TRUE, 0, 0, &word, 0, NULL, NULL)},
    };
    bool done = clFinish(queue) == CL_SUCCESS;
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; ++i)
      record_flag(commands[i].key, done && commands[i].status == CL_SUCCESS);
  }
  if (to)
    clReleaseMemObject(to);
  if (from)
    clReleaseMemObject(from);
  if (queue)
    clReleaseCommandQueue(queue);
}

bool stage_backends(probe_target *t, pst_why *why) {
  pst_device *device = pst_device_get(t->device);
  pst_backend order[PST_NUM_BACKENDS];
  int count = device ? pst_device_backends(device, order) : 0;
  bool any = false;
  for (int i = 0; i < count; ++i) {
    pst_why each = {.text = ""};
    bool fit = pst_qualify(device, t->context, order[i], &each);
    const pst_qualified *q = &device->backend[order[i]];
    record_begin("backends");
    record_text("name", pst_backend_name(order[i]));
    record_flag("fit", fit);
    record_flag("used", fit && !any);
    record_number("poll_ns", q->poll_ns);
    record_number("groups", q->groups);
    record_text("options", q->std ? q->std : "");
    record_text("reason", each.text);
    record_end();
    any |= fit;
    if (!any)
      *why = each;
  }
  record_begin("sanity");
  record_flag("long_loops", device && device->sane == PST_FIT);
  record_flag("launch_of_size_zero", device && device->zero_size);
  transfers_of_size_zero(t);
  record_end();
  return any;
}

//===- discovery, barriers, litmus, soak--------------------------------------------===//

static const size_t sizes[] = {32, 64, 128, 256, 512, 1024};
enum { SIZES = sizeof sizes / sizeof *sizes };

static bool open_default(measure *m, probe_target *t, pst_protocol *p, pst_why *why) {
  return measure_open(m, t->context, t->device, why) && pst_protocol_choose(p, m->device, why) &&
         measure_build(m, p, NULL, NULL, why);
}

// Work-group sizes to measure: a simulator's times say nothing, and take it minutes.
static int sizes_of(const measure *m) { return m->device->hosted && !m->device->cpu ? 1 : SIZES; }

bool stage_discovery(probe_target *t, pst_why *why) {
  measure m;
  pst_protocol p;
  if (!open_default(&m, t, &p, why))
    return false;
  for (int s = 0; s < sizes_of(&m) && sizes[s] <= m.limit; ++s)
    for (uint32_t arena = 16; arena + 1024 <= m.device->local_bytes && arena <= 32768; arena = arena == 16 ? 32768 : arena * 2) {
      uint32_t bound, most = pst_device_groups(m.device, sizes[s]);
      measure_discovery d;
      measure_launch l = {.wg = sizes[s], .groups = m.device->cpu ? most : 4 * most, .arena = arena,
                          .bound = m.device->cpu ? most : 0};
      if (!measure_bound(&m, sizes[s], arena, most, &bound, why) ||
          !measure_discoveries(&m, &l, t->options->quick ? 5 : 50, 1000, &d, why))
        return false;
      if (d.abort)
        return pst_fail(why, "given up: %s", pst_bail_text(d.abort));
      record_begin("discovery");
      record_number("wg", (double)sizes[s]);
      record_number("local_bytes", arena);
      record_number("bound", bound);
      record_number("launched", d.launched);
      record_number("found_least", d.least);
      record_number("found_most", d.most);
      record_number("recall_percent", bound ? 100.0 * d.least / bound : 0);
      record_number("launches", d.launches);
      record_number("median_us", d.median_us);
      record_number("worst_us", d.worst_us);
      record_number("exact_us", d.exact_us);
      record_end();
      if (t->options->quick)
        break;
    }
  measure_close(&m);
  return true;
}

bool stage_barriers(probe_target *t, pst_why *why) {
  measure m;
  pst_protocol p;
  if (!open_default(&m, t, &p, why))
    return false;
  for (int s = 0; s < sizes_of(&m) && sizes[s] <= m.limit; s += t->options->quick ? 3 : 1) {
    uint32_t most = pst_device_groups(m.device, sizes[s]);
    for (uint32_t groups = m.device->units; groups <= most; groups *= 2) {
      measure_barrier b;
      if (!measure_barriers(&m, sizes[s], groups, t->options->quick ? 1 : 4, 5, &b, why))
        return false;
      record_begin("barriers");
      record_text("form", p.barrier->name);
      record_number("wg", (double)sizes[s]);
      record_number("groups", b.found);
      record_number("ns", b.ns.median);
      record_flag("right", b.wrong == 0 && b.abort == 0);
      record_end();
      if (b.found < groups) // no more are resident
        break;
    }
  }
  measure_close(&m);
  return true;
}

// Microseconds of one of `count` launches; with `waits` the host waits for each.
static double one_launch(cl_command_queue queue, cl_kernel kernel, int count, bool waits, cl_int *status) {
  const size_t global = 64;
  const double from = pst_now_ms();
  for (int i = 0; i < count && *status == CL_SUCCESS; ++i) {
    *status = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    if (waits && *status == CL_SUCCESS)
      *status = clFinish(queue);
  }
  if (*status == CL_SUCCESS)
    *status = clFinish(queue);
  return (pst_now_ms() - from) * 1e3 / count;
}

bool stage_launches(probe_target *t, pst_why *why) {
  enum { RUNS = 5 };
  const char *text = "__kernel void nothing(__global int *a) { if (get_global_id(0) > 64) a[0] = 1; }";
  const int count = t->options->quick ? 50 : 200;
  double queued[RUNS], waited[RUNS];
  cl_int status;
  cl_command_queue queue = clCreateCommandQueue(t->context, t->device, 0, &status);
  cl_program program = status == CL_SUCCESS ? clCreateProgramWithSource(t->context, 1, &text, NULL, &status) : NULL;
  if (status == CL_SUCCESS)
    status = clBuildProgram(program, 1, &t->device, "", NULL, NULL);
  cl_kernel kernel = status == CL_SUCCESS ? clCreateKernel(program, "nothing", &status) : NULL;
  cl_mem mem = status == CL_SUCCESS ? clCreateBuffer(t->context, CL_MEM_READ_WRITE, 64, NULL, &status) : NULL;
  if (status == CL_SUCCESS)
    status = clSetKernelArg(kernel, 0, sizeof mem, &mem);
  one_launch(queue, kernel, 10, true, &status); // the first ones are slow
  for (int i = 0; i < RUNS && status == CL_SUCCESS; ++i) {
    queued[i] = one_launch(queue, kernel, count, false, &status);
    waited[i] = one_launch(queue, kernel, count, true, &status);
  }
  if (mem)
    clReleaseMemObject(mem);
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
  if (queue)
    clReleaseCommandQueue(queue);
  if (status != CL_SUCCESS)
    return pst_fail(why, "launches of an empty kernel failed (%d)", status);
  record_begin("launches");
  record_number("queued_us", measure_median(queued, RUNS));
  record_number("waited_us", measure_median(waited, RUNS));
  record_end();
  return true;
}

bool stage_litmus(probe_target *t, pst_why *why) {
  measure m;
  measure_litmus r;
  if (!measure_open(&m, t->context, t->device, why))
    return false;
  for (int i = 0; i < MEASURE_LITMUS * MEASURE_FENCES; ++i) {
    if (!measure_litmus_test(&m, i / MEASURE_FENCES, i % MEASURE_FENCES, t->options->quick ? 50 : 300, &r, why))
      return false;
    record_begin("litmus");
    record_text("test", r.test);
    record_text("fence", r.fence);
    record_text("weak_outcome", r.weak_outcome);
    record_number("instances", r.instances);
    record_number("weak", r.weak);
    record_number("per_100000", measure_per_100000(&r));
    record_end();
  }
  measure_close(&m);
  return true;
}

bool stage_soak(probe_target *t, pst_why *why) {
  measure m;
  pst_protocol p;
  if (!open_default(&m, t, &p, why))
    return false;
  double from = pst_now_ms(), barriers = 0, wrong = 0;
  uint32_t runs = 0, aborts = 0, least = UINT32_MAX, rounds = 500;
  for (int s = 0; pst_now_ms() - from < t->options->soak_s * 1e3; s = (s + 1) % SIZES) {
    size_t wg = sizes[s] < m.limit ? sizes[s] : m.limit;
    uint32_t most = pst_device_groups(m.device, wg);
    // All that fit, of a grid that is too large; so each run has other groups.
    measure_launch l = {.wg = wg, .groups = m.device->cpu ? most : most * 2, .bound = m.device->cpu ? most : 0, .rounds = rounds};
    measure_figures f;
    double at = pst_now_ms();
    if (!measure_run(&m, &l, &f, why))
      return false;
    if (pst_now_ms() - at < 100 && rounds < 1000000)
      rounds *= 2;
    else if (pst_now_ms() - at > 400 && rounds > 100)
      rounds /= 2;
    ++runs;
    barriers += f.o.barriers;
    aborts += f.o.abort != 0;
    wrong += f.wrong;
    least = f.o.count < least ? f.o.count : least;
  }
  record_begin("soak");
  record_number("seconds", (pst_now_ms() - from) / 1e3);
  record_number("launches", runs);
  record_number("barriers", barriers);
  record_number("fewest_groups", runs ? least : 0);
  record_number("given_up", aborts);
  record_number("wrong_words", wrong);
  record_end();
  measure_close(&m);
  return true;
}
