//===- copies.c - snapshots by a kernel, and by copy commands ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers of odd sizes, more than one launch takes: what is restored is what was
// there, whoever copied, in one buffer and in several.
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include "measure.h"

enum { BUFFERS = 7, MOST = 100003 };
static const uint64_t sizes[BUFFERS] = {1, 17, 4096, MOST, 16, 15, 70000};

static unsigned char byte(int buffer, uint64_t i, int when) {
  return (unsigned char)(i * 31 + i / 251 + (uint64_t)buffer * 7 + (uint64_t)when * 101);
}

static void fill(const pst_bound *bound, int when) {
  static unsigned char bytes[MOST];
  for (int k = 0; k < BUFFERS; ++k) {
    for (uint64_t i = 0; i < sizes[k]; ++i)
      bytes[i] = byte(k, i, when);
    CL(clEnqueueWriteBuffer(bound->queue, bound->handles[k], CL_TRUE, 0, sizes[k], bytes, 0, NULL, NULL));
  }
}

static void check(const pst_bound *bound, int when) {
  static unsigned char bytes[MOST];
  for (int k = 0; k < BUFFERS; ++k) {
    CL(clEnqueueReadBuffer(bound->queue, bound->handles[k], CL_TRUE, 0, sizes[k], bytes, 0, NULL, NULL));
    for (uint64_t i = 0; i < sizes[k]; ++i)
      CHECK(bytes[i] == byte(k, i, when));
  }
}

static void round_trip(const pst_bound *bound, cl_kernel copier, uint32_t chunks) {
  persistify_handle handles[BUFFERS + 1] = {0};
  for (int k = 0; k < BUFFERS; ++k)
    handles[k].written = 1;
  const persistify_region region = {.handles = handles, .num_handles = BUFFERS + 1}; // the last is null
  pst_snapshot snapshot = {0};
  pst_why why = {.text = ""};
  fill(bound, 1);
  CHECK(pst_snapshot_take(&snapshot, &region, bound, copier, &why));
  CHECK(snapshot.count == BUFFERS && snapshot.num_chunks == chunks);
  fill(bound, 2);
  check(bound, 2);
  CHECK(pst_snapshot_restore(&snapshot, UINT32_MAX, bound->queue));
  check(bound, 1);
  pst_snapshot_free(&snapshot);
}

int main(void) {
  bench b = open_bench();
  measure m = {0};
  pst_why why = {.text = ""};
  pst_protocol protocol;
  CHECK(measure_open(&m, b.context, b.device, &why));
  CHECK(pst_protocol_choose(&protocol, m.device, &why));
  CHECK(measure_build(&m, &protocol, NULL, NULL, &why));
  cl_kernel copier = kernel(m.program, "p_copies");

  cl_mem handles[BUFFERS + 1] = {NULL};
  uint64_t bytes[BUFFERS + 1] = {0};
  for (int k = 0; k < BUFFERS; ++k) {
    handles[k] = buffer(&b, sizes[k], NULL);
    bytes[k] = sizes[k];
  }
  pst_device device = *m.device;
  pst_bound bound = {.queue = b.queue, .context = b.context, .device = &device, .handles = handles, .bytes = bytes};
  round_trip(&bound, copier, 1);
  round_trip(&bound, NULL, 1);
  device.most_alloc = 100608; // the largest buffer, rounded up, fits alone
  round_trip(&bound, copier, 3);
  // One that kernels must not read goes by commands, and the others with it.
  cl_int status;
  clReleaseMemObject(handles[1]);
  handles[1] = clCreateBuffer(b.context, CL_MEM_WRITE_ONLY, sizes[1], NULL, &status);
  CL(status);
  round_trip(&bound, copier, 3);

  for (int k = 0; k < BUFFERS; ++k)
    clReleaseMemObject(handles[k]);
  clReleaseKernel(copier);
  measure_close(&m);
  printf("%d buffers restored\n", BUFFERS);
  return 0;
}
