//===- odd.c - devices that are not as they should be -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the library asks of OpenCL and of the system goes through this program (it is linked with --wrap), which has a
// device lack something, fail a test, or leave other results. Each case is a process: the loop must be what the
// original is, by the path and for the reason that the case names.
//
//===----------------------------------------------------------------------===//
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "children.h"
#include "relax.h"

#include "internal.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>

enum { N = 40 };
#define ON "PERSISTIFY=on"
#define VERIFY "PERSISTIFY=verify"
#define UNITS "NATIVE_CL_UNITS=4"
#define STATS "PERSISTIFY_STATS=1"

static const child cases[] = {
    // Facts about the device.
    {"big-endian", {ON}, 0, "original loop: device is not little-endian\n", 2},
    {"no-compiler", {ON}, 0, "original loop: device or its compiler not available\n", 2},
    {"away", {ON}, 0, "original loop: device or its compiler not available\n", 1}, // the first time only
    {"no-doubles", {ON}, 0, "original loop: device has no double precision\n", 2},
    {"doubles", {ON}, 0, NULL, 0},
    {"branches 3.1", {ON}, 0, "original loop: 7 barriers under conditions, too many for this device's compiler\n", 2},
    {"branches 4.0", {ON}, 0, "original loop: 1 barriers under conditions, too many for this device's compiler\n", 2},
    {"few-branches", {ON}, 0, NULL, 0},
    {"version-1", {ON}, 0, NULL, 0},
    {"no-backend", {ON, "PERSISTIFY_BACKEND=ptx"}, 0, "original loop: no back end for this device\n", 2},
    {"local", {ON}, 0, "bytes of local memory needed, the device has 8\n", 2},
    {"narrow", {ON}, 0, "original loop: line 12: local size that the launch does not accept\n", 2},
    {"pocl-cache", {ON, STATS, UNITS}, 0, "cached=1", 1},
    // How much of the machine this process has.
    {"quota", {UNITS, "ODD_QUOTA=250000 100000", "ODD_UNITS=2"}, 0, NULL, 0},
    {"quota", {UNITS, "ODD_QUOTA=50000 100000", "ODD_UNITS=1"}, 0, NULL, 0},
    {"quota", {UNITS, "ODD_QUOTA=900000 100000", "ODD_UNITS=4"}, 0, NULL, 0},
    {"quota", {UNITS, "ODD_QUOTA=max 100000", "ODD_UNITS=4"}, 0, NULL, 0},
    {"quota", {UNITS, "ODD_QUOTA_1=300000/100000", "ODD_UNITS=3"}, 0, NULL, 0},
    {"quota", {UNITS, "ODD_QUOTA_1=-1/100000", "ODD_UNITS=4"}, 0, NULL, 0},
    {"quota", {UNITS, "ODD_QUOTA_1=300000/", "ODD_UNITS=4"}, 0, NULL, 0},
    {"affinity", {UNITS, "ODD_UNITS=3"}, 0, NULL, 0},
    // Its tests.
    {"short-loops", {ON}, 0, "original loop: device unfit: it leaves long loops early (70000 of 140000 iterations)\n", 2},
    {"wrong-loops", {ON}, 0, "original loop: device unfit: it leaves long loops early (140000 of 140000 iterations)\n", 2},
    {"stale", {ON}, 0, "original loop: stale data behind the barrier (3 words)\n", 2},
    {"busy", {ON}, 0, "original loop: payload test given up: time budget of a wait spent\n", 2},
    {"some-groups", {ON}, 0, "original loop: payload test ended in 0 of ", 2},
    {"probe-loop", {ON}, 0, "original loop: probe kernel missing\n", 2},
    {"probe-poll", {ON}, 0, "original loop: probe kernel missing\n", 2},
    {"probe-payload", {ON}, 0, "original loop: probe kernel missing\n", 2},
    {"no-empty", {ON}, 0, NULL, 0},
    // What a launch leaves.
    {"unended", {ON}, 0, "original loop: the persistent kernel ended in 0 of ", 2},
    {"no-handle", {ON}, 0, "original loop: the persistent kernel returned a handle that does not exist\n", 2},
    {"unknown-bail", {ON}, 0, "original loop: unknown reason\n", 2},
    {"line-bail", {ON}, 0, "original loop: line 9: division by zero\n", 2},
    {"wants-wg", {ON}, 0, NULL, 0},
    {"wants-arena", {ON}, 0, NULL, 0},
    {"wants-more-arena", {ON}, 0, "original loop: more local memory needed than the device has\n", 2},
    {"wants-nothing", {ON}, 0, "original loop: larger work-group needed than the device allows\n", 2},
    {"wants-always", {ON}, 0, "original loop: no work-group size or local memory size suited the loop in 8 launches\n", 2},
    {"resident", {ON}, 0, "original loop: line 9: kernel 'relax' waits for other work-groups: 65000 groups, 1 resident\n", 2},
    {"late", {ON}, 0, NULL, 0},
    {"too-large", {ON}, 0, NULL, 0},
    {"no-room", {ON}, 0, NULL, 0},
    {"refused", {ON}, 0, "original loop: the persistent launch failed (-30)\n", 2},
    // Buffers that cannot be put back at once, or not at all.
    {"restore-again", {ON}, 0, "original loop: line 9: division by zero\n", 2},
    {"restore-by-host", {ON}, 0, "original loop: line 9: division by zero\n", 2},
    {"restore-late", {ON}, 0, "original loop: line 9: division by zero\n", 2},
    {"restore-not", {ON}, 1, "relax.c:9: error: the launch was given up (division by zero) and its buffers cannot be restored\n", 1},
    {"restore-dead", {ON}, 1, "original loop: the device takes no more commands\n", 1},
    {"snapshot-not", {ON}, 0, "original loop: snapshot failed (-5)\n", 2},
    {"no-marker", {ON}, 0, "original loop: an earlier command of the queue failed\n", 2},
    {"sane", {VERIFY}, 0, "verify: passed", 2},
    {"image-not", {VERIFY}, 0, "original loop: verify: buffer 0 could not be read\n", 2},
    {"back-again", {VERIFY}, 0, "verify: passed", 2},
    {"back-not", {VERIFY}, 1, "relax.c:9: error: verify cannot put the loop's buffers back\n", 1},
    {"argument-again", {VERIFY}, 0, "verify: passed", 2},
    {"argument-not", {VERIFY}, 1, "relax.c:9: error: verify cannot put the loop's buffers back\n", 1},
    {"replay-not", {ON}, 0, "original loop: an argument could not be set\n", 1},
    {"verdict-not", {VERIFY}, 0, "not verified: verify: buffer 0 could not be read\n", 1},
    {"no-image-memory", {VERIFY}, 0, "original loop: verify: no host memory for an image of ", 2},
    // Statistics of an original loop whose commands have not ended when the program does; and where no event tells.
    {"timed", {"PERSISTIFY=off"}, 0, NULL, 0},
    {"timed-late", {"PERSISTIFY=off"}, 0, NULL, 0},
    {"timed-not", {"PERSISTIFY=off"}, 0, NULL, 0},
    // What an earlier process left for the cost gate.
    {"gate-text", {NULL}, 0, NULL, 0},
    // The least number of registers with which the least is kept in memory.
    {"registers 32", {"ODD_PRIVATE=0 0 0"}, 0, NULL, 0},
    {"registers 40", {"ODD_PRIVATE=80 0 0"}, 0, NULL, 0},
    {"registers 40", {"ODD_PRIVATE=80 16 16"}, 0, NULL, 0},
    {"registers 64", {"ODD_PRIVATE=80 16 8"}, 0, NULL, 0},
    {"registers 64", {"ODD_PRIVATE=80 80 8"}, 0, NULL, 0},
    {"registers 32", {"ODD_PRIVATE=80 90 80"}, 0, NULL, 0},
    {"registers 32", {"ODD_PRIVATE=80 x x"}, 0, NULL, 0}, // more are refused
    {"registers -1", {"ODD_PRIVATE=x 0 0"}, 0, NULL, 0},
    {"registers 56", {"ODD_PRIVATE=0 0 0", "ODD_GATHERS=1"}, 0, NULL, 0},
    {"registers 48", {"ODD_PRIVATE=0 0 0", "PERSISTIFY_REGISTERS=48"}, 0, NULL, 0},
    {"registers 0", {"ODD_PRIVATE=0 0 0", "PERSISTIFY_NO_OPT=registers"}, 0, NULL, 0},
};

static const char *name = ""; // of the case, without its argument
static const char *argument = "";

static int is(const char *what) { return strcmp(name, what) == 0; }

//===- what the library asks ------------------------------------------------===//

cl_int __real_clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void *to, size_t *needed);
cl_int __real_clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void *to, size_t *needed);
cl_int __real_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t size,
                                       void *to, size_t *needed);
cl_int __real_clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                             void(CL_CALLBACK *told)(cl_program, void *), void *user);
cl_int __real_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint count, const cl_event *events,
                                     cl_event *event);
cl_int __real_clEnqueueReadBuffer(cl_command_queue queue, cl_mem from, cl_bool wait, size_t at, size_t size, void *to,
                                  cl_uint count, const cl_event *events, cl_event *event);
pst_create_kernel_fn __real_pst_real_create_kernel(void);
cl_int __real_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem to, cl_bool wait, size_t at, size_t size, const void *from,
                                   cl_uint count, const cl_event *events, cl_event *event);
cl_int __real_clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_at, size_t to_at, size_t size,
                                  cl_uint count, const cl_event *events, cl_event *event);
cl_int __real_clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *events, cl_event *event);
cl_int __real_clSetKernelArg(cl_kernel k, cl_uint index, size_t size, const void *value);
cl_int __real_clFinish(cl_command_queue queue);
cl_int __real_clFlush(cl_command_queue queue);
void *__real_calloc(size_t count, size_t size);
FILE *__real_fopen(const char *path, const char *how);
int __real_sched_getaffinity(pid_t process, size_t size, cpu_set_t *set);

static cl_int answer(const void *from, size_t bytes, size_t size, void *to, size_t *needed) {
  if (needed)
    *needed = bytes;
  if (to)
    memcpy(to, from, bytes < size ? bytes : size);
  return CL_SUCCESS;
}

static int asked; // for CL_DEVICE_AVAILABLE

cl_int __wrap_clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void *to, size_t *needed) {
  const cl_bool no = CL_FALSE;
  const cl_ulong none = 0, little = 8;
  const int pocl = is("branches") || is("few-branches") || is("pocl-cache");
  size_t sizes[3];
  if ((what == CL_DEVICE_ENDIAN_LITTLE && is("big-endian")) || (what == CL_DEVICE_COMPILER_AVAILABLE && is("no-compiler")) ||
      (what == CL_DEVICE_AVAILABLE && is("away") && asked++ == 0))
    return answer(&no, sizeof no, size, to, needed);
  if (what == CL_DEVICE_DOUBLE_FP_CONFIG && is("no-doubles"))
    return answer(&none, sizeof none, size, to, needed);
  if (what == CL_DEVICE_LOCAL_MEM_SIZE && is("local"))
    return answer(&little, sizeof little, size, to, needed);
  if (what == CL_DEVICE_VERSION && is("version-1"))
    return answer("OpenCL 1.2 odd", 15, size, to, needed);
  if (what == CL_DRIVER_VERSION && pocl)
    return answer(*argument ? argument : "3.1", 4, size, to, needed);
  if (what == CL_DEVICE_MAX_WORK_ITEM_SIZES && is("narrow")) {
    sizes[0] = sizes[1] = sizes[2] = 32;
    return answer(sizes, sizeof sizes, size, to, needed);
  }
  return __real_clGetDeviceInfo(device, what, size, to, needed);
}

cl_int __wrap_clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void *to, size_t *needed) {
  static const char pocl[] = "Portable Computing Language";
  if (what == CL_PLATFORM_NAME && (is("branches") || is("few-branches") || is("pocl-cache")))
    return answer(pocl, sizeof pocl, size, to, needed);
  return __real_clGetPlatformInfo(platform, what, size, to, needed);
}

// Of "registers": bytes of private memory with 32, 40 and 64 registers, or x where it does not build.
static unsigned registers;
static const char *private_bytes(void) {
  static const unsigned caps[] = {32, 40, 64};
  const char *at = getenv("ODD_PRIVATE");
  for (int i = 0; at && i < 3; ++i, at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
    if (caps[i] == registers)
      return at;
  return "0";
}

cl_int __wrap_clGetKernelWorkGroupInfo(cl_kernel k, cl_device_id device, cl_kernel_work_group_info what, size_t size,
                                       void *to, size_t *needed) {
  if (what == CL_KERNEL_PRIVATE_MEM_SIZE && is("registers")) {
    char options[1024] = "";
    cl_program program;
    CL(clGetKernelInfo(k, CL_KERNEL_PROGRAM, sizeof program, &program, NULL));
    CL(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof options, options, NULL));
    const char *cap = strstr(options, "ODD_REGISTERS=");
    registers = cap ? (unsigned)atoi(cap + 14) : 0;
    const cl_ulong bytes = (cl_ulong)atoi(private_bytes());
    return answer(&bytes, sizeof bytes, size, to, needed);
  }
  return __real_clGetKernelWorkGroupInfo(k, device, what, size, to, needed);
}

cl_int __wrap_clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                             void(CL_CALLBACK *told)(cl_program, void *), void *user) {
  char other[2048];
  static const char cap[] = "-cl-nv-maxrregcount=";
  const char *at = options ? strstr(options, cap) : NULL;
  registers = at ? (unsigned)atoi(at + sizeof cap - 1) : 0;
  if (at && *private_bytes() == 'x')
    return CL_BUILD_PROGRAM_FAILURE;
  if (at) { // an option of one vendor's compilers: another one in its place
    snprintf(other, sizeof other, "%.*s-DODD_REGISTERS=%s", (int)(at - options), options, at + sizeof cap - 1);
    options = other;
  }
  return __real_clBuildProgram(program, count, devices, options, told, user);
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *which, cl_int *status) {
  const char *lacks = is("probe-loop") ? "persistify_probe_loop" : is("probe-poll") ? "persistify_probe_poll"
                      : is("probe-payload") ? "persistify_probe_payload" : is("no-empty") ? "persistify_probe_empty" : "";
  if (strcmp(which, lacks) != 0)
    return __real_pst_real_create_kernel()(program, which, status);
  if (status)
    *status = CL_INVALID_KERNEL_NAME;
  return NULL;
}

pst_create_kernel_fn __wrap_pst_real_create_kernel(void) { return create_kernel; }

FILE *__wrap_fopen(const char *path, const char *how) {
  static const char folder[] = "/sys/fs/cgroup/";
  const char *second = getenv("ODD_QUOTA"), *first = getenv("ODD_QUOTA_1"), *period = first ? strchr(first, '/') : NULL;
  if (!is("quota") || strncmp(path, folder, sizeof folder - 1) != 0)
    return __real_fopen(path, how);
  path += sizeof folder - 1;
  FILE *file = NULL;
  if (second && strcmp(path, "cpu.max") == 0)
    file = fmemopen((void *)second, strlen(second), "r");
  else if (first && strcmp(path, "cpu/cpu.cfs_quota_us") == 0)
    file = fmemopen((void *)first, (size_t)(period - first), "r");
  else if (first && strcmp(path, "cpu/cpu.cfs_period_us") == 0 && period[1])
    file = fmemopen((void *)(period + 1), strlen(period + 1), "r");
  return file;
}

// A kernel that knows more processors than cpu_set_t has.
int __wrap_sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  if (!is("affinity") && !is("quota"))
    return __real_sched_getaffinity(process, size, set);
  if (is("affinity") && size < 4096 / 8) {
    errno = EINVAL;
    return -1;
  }
  CPU_ZERO_S(size, set);
  for (size_t i = 0; i < (is("affinity") ? 3 : 64); ++i)
    CPU_SET_S(i * 7, size, set);
  return 0;
}

//===- what it gets back ------------------------------------------------------===//

static char last[64];  // the kernel that was launched last
static size_t last_local;
static int launches; // of the persistent kernel
static int given_up; // the last one
static int copies; // copies of buffers since the last launch of any kernel

cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel k, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint count, const cl_event *events,
                                     cl_event *event) {
  char which[64] = "";
  clGetKernelInfo(k, CL_KERNEL_FUNCTION_NAME, sizeof which - 1, which, NULL);
  memcpy(last, which, sizeof last);
  given_up &= strcmp(last, "relax") != 0; // the original loop
  copies = 0;
  if (strncmp(last, "persistify_region_", 18) == 0) {
    ++launches;
    last_local = *local;
    if (is("too-large") && *local > 64)
      return CL_INVALID_WORK_GROUP_SIZE;
    if ((is("no-room") && launches == 1) || is("refused"))
      return is("refused") ? CL_INVALID_VALUE : CL_OUT_OF_RESOURCES;
  }
  return __real_clEnqueueNDRangeKernel(queue, k, dimensions, offset, global, local, count, events, event);
}

// Begins with "restore": the kernel has run and gives up.
static int restores(void) { return strncmp(name, "restore-", 8) == 0; }
static int dead(void) { return given_up && is("restore-dead"); }

static int fails_at; // "replay-not": the launch behind which an argument cannot be set

cl_int __wrap_clSetKernelArg(cl_kernel k, cl_uint index, size_t size, const void *value) {
  static int failed;
  const int region_ran = strncmp(last, "persistify_region_", 18) == 0;
  // What comes behind copies is verify's, else the region's.
  if (region_ran && copies && (is("argument-not") || (is("argument-again") && failed != launches))) {
    failed = launches;
    return CL_OUT_OF_RESOURCES;
  }
  if (region_ran && !copies && is("replay-not") && launches == fails_at && index == 4 && failed != launches) {
    failed = launches;
    return CL_OUT_OF_RESOURCES;
  }
  return __real_clSetKernelArg(k, index, size, value);
}

cl_int __wrap_clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_at, size_t to_at, size_t size,
                                  cl_uint count, const cl_event *events, cl_event *event) {
  static int times; // behind a launch that was given up
  const int relaxed = strcmp(last, "relax") == 0;
  ++copies;
  if (dead() || (is("snapshot-not") && !launches) || (is("image-not") && !launches) || (is("verdict-not") && relaxed) ||
      (given_up && (is("restore-by-host") || is("restore-not") || (is("restore-again") && times++ % 3 == 0))))
    return CL_OUT_OF_RESOURCES;
  return __real_clEnqueueCopyBuffer(queue, from, to, from_at, to_at, size, count, events, event);
}

cl_int __wrap_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem to, cl_bool wait, size_t at, size_t size, const void *from,
                                   cl_uint count, const cl_event *events, cl_event *event) {
  static int failed; // behind this launch
  const int region_ran = strncmp(last, "persistify_region_", 18) == 0;
  if (dead() || (region_ran && (is("back-not") || (is("back-again") && failed != launches)))) {
    failed = launches;
    return CL_OUT_OF_RESOURCES;
  }
  return __real_clEnqueueWriteBuffer(queue, to, wait, at, size, from, count, events, event);
}

cl_int __wrap_clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *events, cl_event *event) {
  static int times;
  if (is("timed-not") && ++times == 2)
    return CL_OUT_OF_RESOURCES;
  return dead() || is("no-marker") ? CL_OUT_OF_RESOURCES : __real_clEnqueueMarkerWithWaitList(queue, count, events, event);
}

cl_int __wrap_clFinish(cl_command_queue queue) {
  // "restore-late": it says that it failed, and a marker says that all is done.
  return dead() || (given_up && is("restore-late")) ? CL_OUT_OF_RESOURCES : __real_clFinish(queue);
}

cl_int __wrap_clFlush(cl_command_queue queue) { return dead() ? CL_OUT_OF_RESOURCES : __real_clFlush(queue); }

// An image: five arrays of the loop and more, in words of 8 bytes, and one.
static size_t image_bytes(void) { return (N + 1 + 4 * N + N + N) * sizeof(int); }
void *__wrap_calloc(size_t count, size_t size) {
  return is("no-image-memory") && count == 1 && size % 8 == 1 && size > image_bytes() ? NULL : __real_calloc(count, size);
}

// The control block, and what it says of a launch.
static void spoil(uint32_t *w, unsigned char *state) {
  const uint64_t no_handle = 77;
  uint32_t bail = 0, need = 0, line = 0;
  const int odd = launches % 2, first = launches == 1;
  if (is("unended"))
    w[P_CTL_DONE] = 0;
  else if (is("no-handle"))
    memcpy(state + 80, &no_handle, sizeof no_handle); // of d_from
  else if (is("unknown-bail"))
    bail = 99;
  else if (is("line-bail") || restores())
    bail = P_BAIL_DIV0, line = 9;
  else if (is("wants-wg") && first)
    bail = P_BAIL_WG, need = 200;
  else if (is("wants-arena") && first)
    bail = P_BAIL_ARENA, need = 2000;
  else if (is("wants-more-arena"))
    bail = P_BAIL_ARENA, need = 1u << 30;
  else if (is("wants-nothing"))
    bail = P_BAIL_WG;
  else if (is("wants-always"))
    bail = P_BAIL_WG, need = odd ? 200 : 100;
  else if (is("resident"))
    bail = P_BAIL_RESIDENT, need = 65000, line = 9, w[P_CTL_WHICH] = RELAX_KERNEL, w[P_CTL_COUNT] = 1;
  else if (is("late") && launches <= 2)
    bail = P_BAIL_RESIDENT, need = 1, line = 9, w[P_CTL_WHICH] = RELAX_KERNEL;
  if (bail) {
    given_up = 1;
    w[P_CTL_ABORT] = bail;
    w[P_CTL_NEED] = need;
    w[P_CTL_LINE] = line;
  }
}

cl_int __wrap_clEnqueueReadBuffer(cl_command_queue queue, cl_mem from, cl_bool wait, size_t at, size_t size, void *to,
                                  cl_uint count, const cl_event *events, cl_event *event) {
  const size_t block = (P_CTL_RESULT + P_LINE) * sizeof(uint32_t);
  if (dead() || (given_up && is("restore-not")))
    return CL_OUT_OF_RESOURCES;
  const cl_int status = __real_clEnqueueReadBuffer(queue, from, wait, at, size, to, count, events, event);
  uint32_t *words = to;
  if (strcmp(last, "persistify_probe_loop") == 0 && size == 8) {
    if (is("short-loops"))
      words[1] /= 2;
    if (is("wrong-loops"))
      words[0] ^= 1;
  } else if (strcmp(last, "persistify_probe_payload") == 0) {
    if (size == 4 && is("stale"))
      words[0] = 3;
    if (size == block && is("busy"))
      words[P_CTL_ABORT] = P_BAIL_TIME;
    if (size == block && is("some-groups"))
      words[P_CTL_DONE] = 0;
  } else if (strncmp(last, "persistify_region_", 18) == 0 && size > block) {
    spoil((uint32_t *)(void *)((unsigned char *)to + size - block), to);
  }
  return status;
}

//===- cases --------------------------------------------------------------------===//

static uint64_t hash;
static persistify_region region;

static void check_units(const bench *b) {
  CHECK((int)pst_device_get(b->device)->units == atoi(getenv("ODD_UNITS")));
}

// What the gate reads of a text that is whole, and of others.
static void check_gate_text(const bench *b) {
  enum { TEXTS = 9 };
  static persistify_region copies[TEXTS];
  char text[4096], size[32];
  void *const bind[RELAX_SLOTS] = {NULL};
  pst_class *c;
  pst_gate *g = pst_gate_of(&region, bind, b->queue, &c);
  CHECK(g && c && g->count == 1 && c->arm[PST_ORIGINAL].n == 0 && g->build_ms == 0);
  snprintf(size, sizeof size, "%016llx", (unsigned long long)c->size);
  for (int i = 0; i < TEXTS; ++i) {
    int at = snprintf(text, sizeof text, "persistify-gate %d\nbuild %s load 1.25\n", i == 1 ? 1 : 2, i == 2 ? "-1" : i == 3 ? "nan" : "3.5");
    for (int k = 1; i == 8 && k <= PST_CLASSES + 2; ++k) // more sizes than are told apart
      at += snprintf(text + at, sizeof text - (size_t)at, "size %016d original 3 7.0 persistent 2 4.0 entries 9 spent 11.0\n", k);
    snprintf(text + at, sizeof text - (size_t)at, "size %s original 3 %s persistent 2 4.0 entries 9%s\n", size,
             i == 5 ? "1e300" : i == 6 ? "x" : "7.0", i == 4 ? "" : i == 7 ? " spent -11.0" : " spent 11.0");
    pst_cache_put(&g->key, text, strlen(text));
    copies[i] = region; // the same by what it is, so it has that entry
    pst_gate *its = pst_gate_of(&copies[i], bind, b->queue, &c);
    const int header = i < 1 || i > 3, row = i == 0;
    CHECK(its && its != g && its->build_ms == (header ? 3.5 : 0) && its->load_ms == (header ? 1.25 : 0));
    CHECK(its->count == (i == 8 ? PST_CLASSES : 1) && c == &its->classes[its->count - 1]);
    if (i < 8)
      CHECK(c->arm[PST_ORIGINAL].n == (row ? 3 : 0) && c->arm[PST_ORIGINAL].ms == (row ? 7 : 0) &&
            c->arm[PST_PERSISTENT].n == (row ? 2 : 0) && c->arm[PST_PERSISTENT].ms == (row ? 4 : 0) &&
            c->before == (row ? 9 : 0) && c->spent == (row ? 11 : 0));
  }
}

// An argument that cannot be set takes back those that were set before.
static void check_replay(const bench *b) {
  relax_app a = relax_open(b, N);
  cl_mem is_3 = NULL, was_3 = NULL;
  pst_recorded r;
  int iter = 0, stop = 1, again = 0;
  CHECK(relax_run(b, &a, &region, &iter) == 0);
  relax_check(b, &a, iter);
  CL(clEnqueueWriteBuffer(b->queue, a.to, CL_TRUE, 0, N * sizeof(int), a.g.dist, 0, NULL, NULL));
  CL(clEnqueueWriteBuffer(b->queue, a.from, CL_TRUE, 0, N * sizeof(int), a.g.dist, 0, NULL, NULL));
  CL(clSetKernelArg(a.k, 3, sizeof(cl_mem), &a.row)); // the loop sets another one
  CHECK(pst_recorder_get(a.k, 3, &r, &was_3, sizeof was_3) && was_3 == a.row);
  fails_at = launches + 1;
  void *const bind[RELAX_SLOTS] = {(void *)&b->queue, &a.k, &a.from, &a.to, &stop, &again, &a.g.n};
  CHECK(persistify_run(&region, bind) == PERSISTIFY_ORIGINAL && stop == 1 && again == 0 && launches == fails_at);
  CHECK(pst_recorder_get(a.k, 3, &r, &is_3, sizeof is_3) && is_3 == was_3 && r.size == sizeof is_3 && !r.null);
  relax_loop(b, &a, &stop, &again);
  CHECK(again == iter);
  relax_check(b, &a, again);
}

// A program with one entry, which ends with its queue as it is; and the line that it leaves.
static void check_timed(const char *folder) {
  static char path[128], line[4096];
  snprintf(path, sizeof path, "%s/stats", folder);
  const pid_t other = fork();
  if (other == 0) {
    char value[160];
    snprintf(value, sizeof value, "json:%s", path);
    setenv("PERSISTIFY_STATS", value, 1);
    bench b = open_bench();
    region = relax_region(&hash);
    region.ends = 1;
    relax_app a = relax_open(&b, N);
    int stop = 1, iter = 0;
    void *const bind[RELAX_SLOTS] = {&b.queue, &a.k, &a.from, &a.to, &stop, &iter, &a.g.n};
    if (is("timed-late")) {
      cl_int status;
      cl_event never = clCreateUserEvent(b.context, &status);
      CL(status);
      CL(clEnqueueMarkerWithWaitList(b.queue, 1, &never, NULL));
    }
    CHECK(persistify_run(&region, bind) == PERSISTIFY_ORIGINAL && !persistify_again(&region));
    if (is("timed")) {
      CL(clFinish(b.queue));
      usleep(20000);
    }
    exit(0);
  }
  int status;
  CHECK(waitpid(other, &status, 0) == other && status == 0);
  FILE *file = __real_fopen(path, "r");
  CHECK(file && fgets(line, sizeof line, file) && strchr(line, '\n'));
  CHECK(strstr(line, "\"entry\":1,\"mode\":\"off\",\"path\":\"original\""));
  CHECK((strstr(line, "\"region_ms\":null") != NULL) == !is("timed"));
  CHECK(!fgets(line, sizeof line, file)); // one line for one entry
  fclose(file);
  CHECK(unlink(path) == 0 && rmdir(folder) == 0);
}

// One build of the region with the back end that chooses registers.
static void check_registers(const bench *b) {
  static const char text[] = "";
  pst_device *device = pst_device_get(b->device);
  device->backend[PST_PTX].defines = "-DP_BACKEND_CL1"; // which any device builds
  device->backend[PST_PTX].std = "";
  pst_why why = {.text = ""};
  pst_built built = {.region = &region, .context = b->context, .device = device};
  CHECK(pst_protocol_choose(&built.protocol, device, &why));
  region.lone = 1;
  region.gathers = getenv("ODD_GATHERS") != NULL;
  const int good = pst_build_backend(&built, PST_PTX, relax_source, strlen(relax_source), text), wanted = atoi(argument);
  if (good != (wanted >= 0))
    fprintf(stderr, "registers: %s\n", built.why.text);
  CHECK(good == (wanted >= 0));
  if (!good)
    return;
  CHECK((int)built.registers == wanted);
  // Kernel and program are those of that number.
  cl_program program;
  char options[1024] = "", has[32];
  CL(clGetKernelInfo(built.kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL));
  CHECK(program == built.program);
  CL(clGetProgramBuildInfo(program, b->device, CL_PROGRAM_BUILD_OPTIONS, sizeof options, options, NULL));
  snprintf(has, sizeof has, "-DODD_REGISTERS=%d", wanted);
  CHECK((strstr(options, has) != NULL) == (wanted > 0));
  // An own wish of the program's is left alone.
  pst_built own = {.region = &region, .context = b->context, .device = device, .protocol = built.protocol};
  CHECK(pst_build_backend(&own, PST_PTX, relax_source, strlen(relax_source), "-DX=maxrregcount") && own.registers == 0);
}

// Two entries: what the path is, and the results.
static void check_loop(const bench *b, const int *taken) {
  relax_app a = relax_open(b, N);
  if (strncmp(name, "argument-", 9) == 0) { // there is something to put back
    CL(clSetKernelArg(a.k, 3, sizeof(cl_mem), &a.from));
    CL(clSetKernelArg(a.k, 4, sizeof(cl_mem), &a.to));
  }
  for (int entry = 0; entry < 2; ++entry) {
    int iter = 0;
    CL(clEnqueueWriteBuffer(b->queue, a.from, CL_TRUE, 0, N * sizeof(int), a.g.dist, 0, NULL, NULL));
    CHECK((relax_run(b, &a, &region, &iter) == 0) == taken[entry]);
    relax_check(b, &a, iter);
  }
}

// Whether the folder, which goes, holds the tests of the device and an entry of a program whose binary the compiler keeps.
static int only_a_word(const char *folder) {
  int files = 0, words = 0;
  DIR *open = opendir(folder);
  CHECK(open);
  for (struct dirent *d; (d = readdir(open));) {
    static char bytes[1 << 20], path[512];
    static const char word[] = "built";
    if (*d->d_name == '.')
      continue;
    snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
    FILE *file = __real_fopen(path, "rb");
    CHECK(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    words += size >= sizeof word && memcmp(bytes + size - sizeof word, word, sizeof word) == 0;
    ++files;
    CHECK(unlink(path) == 0);
  }
  closedir(open);
  CHECK(rmdir(folder) == 0);
  return files == 2 && words == 1;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return run_children(cases, sizeof cases / sizeof *cases);
  static char words[64];
  snprintf(words, sizeof words, "%s", argv[1]);
  name = strtok(words, " ");
  const char *more = strtok(NULL, " ");
  argument = more ? more : "";
  // What tests of the device find is kept for no other test.
  static const char *const as_it_is[] = {"unended", "no-handle", "unknown-bail", "line-bail", "wants-wg", "wants-arena",
                                         "wants-more-arena", "wants-nothing", "wants-always", "resident", "late", "sane",
                                         "restore-again", "restore-by-host", "restore-late", "restore-not", "restore-dead",
                                         "snapshot-not", "no-marker", "image-not", "back-again", "back-not", "verdict-not",
                                         "no-image-memory"};
  int odd_device = 1;
  for (size_t i = 0; i < sizeof as_it_is / sizeof *as_it_is; ++i)
    odd_device &= !is(as_it_is[i]);
  if (odd_device)
    setenv("PERSISTIFY_CACHE_DIR", "", 1);
  // An earlier process fills the cache.
  static char folder[] = "/tmp/persistify-odd-XXXXXX";
  if (strncmp(name, "timed", 5) == 0) {
    CHECK(mkdtemp(folder));
    check_timed(folder);
    return 0;
  }
  if (is("pocl-cache") || is("gate-text")) {
    CHECK(mkdtemp(folder));
    setenv("PERSISTIFY_CACHE_DIR", folder, 1);
  }
  if (is("pocl-cache")) {
    const pid_t other = fork();
    if (other == 0) {
      const int both[2] = {1, 1};
      bench b = open_bench();
      region = relax_region(&hash);
      setenv("PERSISTIFY_STATS", "0", 1);
      check_loop(&b, both);
      exit(0);
    }
    int status;
    CHECK(waitpid(other, &status, 0) == other && status == 0);
  }
  bench b = open_bench();
  region = relax_region(&hash);
  if (is("quota") || is("affinity")) {
    check_units(&b);
    return 0;
  }
  if (is("replay-not")) {
    check_replay(&b);
    return 0;
  }
  if (is("gate-text")) {
    check_gate_text(&b);
    only_a_word(folder);
    _exit(0); // a gate writes at the end
  }
  if (is("registers")) {
    check_registers(&b);
    return 0;
  }
  region.ends = strcmp(pst_mode_name(), "verify") == 0;
  region.needs_fp64 = is("no-doubles") || is("doubles");
  region.branched = is("few-branches") ? 6 : is("branches") ? (*argument == '3' ? 7 : 1) : 0;
  static const char *const taken_both[] = {"doubles", "few-branches", "version-1", "no-empty", "pocl-cache", "wants-wg", "wants-arena", "late",
                                           "too-large", "no-room"};
  int taken[2] = {0, is("away")};
  for (size_t i = 0; i < sizeof taken_both / sizeof *taken_both; ++i)
    if (is(taken_both[i]))
      taken[0] = taken[1] = 1;
  check_loop(&b, taken);
  const pst_stats *stats = pst_stats_of(&region);
  if (is("pocl-cache"))
    CHECK(stats->loaded && only_a_word(folder));
  if (is("version-1"))
    CHECK(strcmp(stats->backend, "cl1") == 0);
  if (is("doubles"))
    CHECK(strcmp(stats->backend, "c11") == 0);
  if (is("wants-wg")) // of powers of two the next
    CHECK(stats->retries == 1 && stats->wg == 256 && launches == 3);
  if (is("wants-arena"))
    CHECK(stats->retries == 1 && launches == 3);
  if (is("late"))
    CHECK(stats->retries == 2 && launches == 4);
  if (is("too-large"))
    CHECK(stats->wg == 64 && last_local == 64);
  if (is("no-room")) // what is refused once is tried once more as it is
    CHECK(launches == 3);
  if (is("wants-always"))
    CHECK(launches == 16);
  return 0;
}
