//===- barrier_bench.c - time of a barrier and of discovery -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Per work-group size and number of groups: nanoseconds per barrier with
// payload (each item stores before, reads a word of another group after, all
// checked), timed by the device's events. Then, for a grid four times what can
// be resident: groups found in each of 50 launches and the whole kernel's time.
//
//   barrier_bench [rounds] [launches]
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include "internal.h"

static const char text[] =
    "__kernel void persistify_bench(__global uint *p_ctl, __global uchar *p_state, __local uchar *p_arena,\n"
    "                               __global uint *data, __global uint *out, uint rounds) {\n"
    "  __local p_shared p_sh;\n"
    "  p_env p_e;\n"
    "  if (!p_enter(&p_e, p_ctl, p_state, p_arena, &p_sh))\n"
    "    return;\n"
    "  uint wrong = 0, all = p_get_global_size(), me = p_get_global_id();\n"
    "  uint other = me + p_e.wg;\n"
    "  if (other >= all) other -= all;\n"
    "  for (uint round = 1; round <= rounds; ++round) {\n"
    "    __global uint *now = data + (round & 1) * all;\n"
    "    now[me] = round;\n"
    "    P_BARRIER();\n"
    "    wrong += now[other] != round;\n"
    "  }\n"
    "  if (wrong) p_a_add(out, wrong);\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

static bench b;
static pst_device *device;
static pst_qualified *q;
static cl_command_queue timed;
static cl_kernel bench_kernel;
static cl_mem ctl_mem, data, out;

typedef struct figures {
  uint32_t count, abort, wrong;
  double us;
} figures;

static figures run(size_t wg, uint32_t launched, uint32_t bound, uint32_t rounds) {
  static uint32_t ctl[P_CTL_WORDS];
  pst_limits limits = {.groups = launched, .bound = bound, .wg = wg, .arena = 16};
  pst_limits_time(&limits, device, q->poll_ns, 2000.0);
  pst_control_fill(ctl, device, &limits);
  figures f = {0};
  CL(clEnqueueWriteBuffer(timed, ctl_mem, CL_TRUE, 0, sizeof ctl, ctl, 0, NULL, NULL));
  CL(clEnqueueWriteBuffer(timed, out, CL_TRUE, 0, 4, &f.wrong, 0, NULL, NULL));
  CL(clSetKernelArg(bench_kernel, 5, 4, &rounds));
  size_t global = wg * launched;
  cl_event event;
  CL(clEnqueueNDRangeKernel(timed, bench_kernel, 1, NULL, &global, &wg, 0, NULL, &event));
  CL(clFinish(timed));
  cl_ulong from = 0, to = 0;
  CL(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof from, &from, NULL));
  CL(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL));
  clReleaseEvent(event);
  CL(clEnqueueReadBuffer(timed, ctl_mem, CL_TRUE, 0, (P_CTL_RESULT + P_LINE) * 4, ctl, 0, NULL, NULL));
  CL(clEnqueueReadBuffer(timed, out, CL_TRUE, 0, 4, &f.wrong, 0, NULL, NULL));
  f.count = ctl[P_CTL_COUNT];
  f.abort = ctl[P_CTL_ABORT];
  f.us = (double)(to - from) * 1e-3;
  return f;
}

static int by_us(const void *x, const void *y) {
  double a = ((const figures *)x)->us, c = ((const figures *)y)->us;
  return (a > c) - (a < c);
}

int main(int argc, char **argv) {
  uint32_t rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : 2000;
  int launches = argc > 2 ? atoi(argv[2]) : 50, bad = 0;
  b = open_bench();
  device = pst_device_get(b.device);
  CHECK(device);
  pst_backend order[PST_NUM_BACKENDS], used = PST_CL1;
  int count = pst_device_backends(device, order);
  pst_why why;
  for (int i = 0; i < count && !q; ++i)
    if (pst_qualify(device, b.context, order[i], &why)) {
      used = order[i];
      q = &device->backend[order[i]];
    } else {
      printf("# %s: %s\n", pst_backend_name(order[i]), why.text);
    }
  if (!q) {
    printf("device unfit: %s\n", why.text);
    return 77;
  }
  char options[256];
  int always = pst_environment()->striped == 1;
  snprintf(options, sizeof options, "%s%s%s %s", q->defines, device->cpu && !always ? "" : " -DP_STRIPED",
           always ? " -DP_STRIPED_ALWAYS" : "", q->std);
  const char *texts[2] = {persistify_device_text, text};
  cl_int status;
  cl_program program = clCreateProgramWithSource(b.context, 2, texts, NULL, &status);
  CL(status);
  CL(clBuildProgram(program, 1, &b.device, options, NULL, NULL));
  bench_kernel = kernel(program, "persistify_bench");
  timed = clCreateCommandQueue(b.context, b.device, CL_QUEUE_PROFILING_ENABLE, &status);
  CL(status);
  ctl_mem = buffer(&b, P_CTL_WORDS * 4, NULL);
  cl_mem state = buffer(&b, 64, NULL);
  data = buffer(&b, (size_t)device->units * 2048 * 8 + (1 << 20), NULL);
  out = buffer(&b, 64, NULL);
  CL(clSetKernelArg(bench_kernel, 0, sizeof(cl_mem), &ctl_mem));
  CL(clSetKernelArg(bench_kernel, 1, sizeof(cl_mem), &state));
  CL(clSetKernelArg(bench_kernel, 2, 16, NULL));
  CL(clSetKernelArg(bench_kernel, 3, sizeof(cl_mem), &data));
  CL(clSetKernelArg(bench_kernel, 4, sizeof(cl_mem), &out));
  size_t limit = 1;
  CL(clGetKernelWorkGroupInfo(bench_kernel, b.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit, NULL));
  printf("# backend %s, %u units, poll %.1f ns, options %s\n", pst_backend_name(used), device->units, q->poll_ns, options);
  printf("# barrier: wg groups found ns/barrier wrong abort\n");
  static const size_t sizes[] = {32, 128, 256, 512, 1024};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
    size_t wg = sizes[s];
    if (wg > limit)
      break;
    uint32_t most = pst_device_groups(device, wg);
    for (uint32_t groups = device->units; groups <= most; groups *= 2) {
      run(wg, groups, groups, 10);
      // The difference of two lengths, each the best of five: without discovery.
      figures many = {0};
      double few_us = 1e30, many_us = 1e30;
      for (int again = 0; again < 5; ++again) {
        figures few = run(wg, groups, groups, rounds / 10);
        many = run(wg, groups, groups, rounds + rounds / 10);
        few_us = few.us < few_us ? few.us : few_us;
        many_us = many.us < many_us ? many.us : many_us;
        bad += many.wrong != 0 || many.abort != 0;
      }
      double best = (many_us - few_us) * 1e3 / rounds;
      printf("barrier %4zu %5u %5u %8.0f %u %u\n", wg, groups, many.count, best, many.wrong, many.abort);
      fflush(stdout);
    }
  }
  printf("# discovery: wg launched min..max found, median us, max us; then exact launch us\n");
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
    size_t wg = sizes[s];
    if (wg > limit)
      break;
    uint32_t launched = pst_device_groups(device, wg) * (device->cpu ? 1 : 4), low = UINT32_MAX, high = 0;
    if (launched > device->units * 128)
      launched = device->units * 128;
    figures *f = calloc((size_t)launches, sizeof *f);
    run(wg, launched, device->cpu ? launched : 0, 0);
    for (int i = 0; i < launches; ++i) {
      f[i] = run(wg, launched, device->cpu ? launched : 0, 0);
      low = f[i].count < low ? f[i].count : low;
      high = f[i].count > high ? f[i].count : high;
    }
    qsort(f, (size_t)launches, sizeof *f, by_us);
    double median = f[launches / 2].us, worst = f[launches - 1].us;
    for (int i = 0; i < launches; ++i)
      f[i] = run(wg, high, 0, 0);
    qsort(f, (size_t)launches, sizeof *f, by_us);
    printf("discovery %4zu %6u %5u..%u %8.1f %8.1f %8.1f\n", wg, launched, low, high, median, worst, f[launches / 2].us);
    free(f);
  }
  return bad != 0;
}
