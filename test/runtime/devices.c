//===- devices.c - regions of several devices, and devices that end ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each case is a process of its own. Skipped where there is no second device, or none that can be parted.
//
//   apart   a launch on one device stands behind an event; meanwhile a loop of another device takes the persistent path
//   parts   sub-devices of different sizes are made and released, perhaps with the same handle; what is known of them does not grow
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "children.h"
#include "launches.h"
#include "relax.h"

#include "internal.h"

#include <pthread.h>

enum { N = 12, MOST = 8, TURNS = 20, SKIPPED = 77 };

static const char on[] = "PERSISTIFY=on";
static const child cases[] = {{"apart", {on}, 0, NULL, 0}, {"parts", {on}, 0, NULL, 0}};

static persistify_region region;
static cl_event gate;
static int at_gate; // atomic
static _Thread_local int stands;

static cl_int at_launch(cl_command_queue queue) {
  if (stands) {
    stands = 0;
    CL(clEnqueueBarrierWithWaitList(queue, 1, &gate, NULL));
    __atomic_store_n(&at_gate, 1, __ATOMIC_SEQ_CST);
  }
  return CL_SUCCESS;
}

static int enter(const bench *b, relax_app *a) {
  int iter = 0;
  CL(clEnqueueWriteBuffer(b->queue, a->from, CL_TRUE, 0, N * sizeof(int), a->g.dist, 0, NULL, NULL));
  const int taken = relax_run(b, a, &region, &iter);
  relax_check(b, a, iter);
  return taken;
}

static bench open_on(cl_platform_id platform, cl_device_id device) {
  bench b = {.platform = platform, .device = device};
  cl_int status;
  b.context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  CL(status);
  b.queue = clCreateCommandQueue(b.context, device, 0, &status);
  CL(status);
  return b;
}

// Those of different platforms on which the loop takes the persistent path.
static int find_two(bench found[2], relax_app apps[2]) {
  cl_platform_id platforms[MOST];
  cl_uint count = 0;
  int good = 0;
  CL(clGetPlatformIDs(MOST, platforms, &count));
  for (cl_uint i = 0; i < count && i < MOST && good < 2; ++i) {
    cl_device_id device;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
      continue;
    found[good] = open_on(platforms[i], device);
    apps[good] = relax_open(&found[good], N);
    good += enter(&found[good], &apps[good]) == 0;
  }
  return good == 2;
}

static bench two[2];
static relax_app apps[2];

static void *stand(void *unused) {
  (void)unused;
  stands = 1;
  CHECK(enter(&two[0], &apps[0]) == 0);
  return NULL;
}

static int apart(void) {
  pthread_t other;
  setenv("PERSISTIFY_QUIET", "1", 1);
  if (!find_two(two, apps))
    return SKIPPED;
  cl_int status;
  gate = clCreateUserEvent(two[0].context, &status);
  CL(status);
  CHECK(pthread_create(&other, NULL, stand, NULL) == 0);
  while (!__atomic_load_n(&at_gate, __ATOMIC_SEQ_CST))
    usleep(1000);
  CHECK(enter(&two[1], &apps[1]) == 0);
  CL(clSetUserEventStatus(gate, CL_COMPLETE));
  pthread_join(other, NULL);
  return 0;
}

// Adds it, if it is not there.
static int among(const void **those, int count, const void *one) {
  int i = 0;
  while (i < count && those[i] != one)
    ++i;
  those[i] = one;
  return i == count ? count + 1 : count;
}

static int parts(void) {
  cl_platform_id platforms[MOST];
  cl_uint count = 0;
  int tried = 0;
  CL(clGetPlatformIDs(MOST, platforms, &count));
  for (cl_uint i = 0; i < count && i < MOST; ++i) {
    cl_device_id device, part;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
      continue;
    const uint32_t usable = pst_device_get(device)->units;
    const void *handles[TURNS], *entries[TURNS];
    int num_handles = 0, num_entries = 0;
    for (int turn = 0; turn < TURNS && usable >= 2; ++turn) {
      const cl_device_partition_property by[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1 + turn % 2,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
      if (clCreateSubDevices(device, by, 1, &part, NULL) != CL_SUCCESS)
        break;
      ++tried;
      CHECK(pst_device_get(part)->units == 1 + (uint32_t)turn % 2);
      num_handles = among(handles, num_handles, part);
      num_entries = among(entries, num_entries, pst_device_get(part));
      CL(clReleaseDevice(part));
    }
    CHECK(num_entries <= num_handles + 1); // no more than there are handles at once, and sizes
  }
  return tried ? 0 : SKIPPED;
}

int main(int argc, char **argv) {
  static uint64_t hash;
  setenv("PERSISTIFY_GROUPS", "1", 1); // it is not about them
  if (argc < 2) {
    int bad = 0, skipped = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
      const int result = run_child(&cases[i]);
      skipped += result == SKIPPED;
      bad |= result != SKIPPED && result;
    }
    return bad ? bad : skipped == sizeof cases / sizeof *cases ? SKIPPED : 0;
  }
  alarm(60);
  region = relax_region(&hash);
  return strcmp(argv[1], "apart") == 0 ? apart() : parts();
}
