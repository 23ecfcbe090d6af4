/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ./rings [ROUNDS] [shared]: with `shared` the words of one barrier lie in one buffer. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1500, SWEEPS = 3, WG_SMOOTH = 8, WG_SETTLE = 32 };

static cl_context context;
static cl_command_queue queue;

static cl_mem ints(int count, const int *from)
{
  return clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * sizeof(int), (void *)from, NULL);
}

static void set(cl_kernel k, int i, size_t size, const void *value)
{
  if (clSetKernelArg(k, i, size, value) != CL_SUCCESS)
    exit(3);
}

static int heat[N], want[N], tmp[N];

int main(int argc, char **argv)
{
  int rounds = argc > 1 ? atoi(argv[1]) : 12, shared = argc > 2 && !strcmp(argv[2], "shared");
  int n = N, sweeps = SWEEPS, zero[64] = {0}, words[2], turns[2], bad = 0, hottest = 1 << 20, round = 0, sum;
  cl_platform_id platform;
  cl_device_id device;
  cl_uint units;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  int groups = (int)units;
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, 0, NULL);
  char text[9000] = "";
  const char *source = text;
  FILE *f = fopen("rings.cl", "r");
  if (!f || !fread(text, 1, sizeof text - 1, f))
    return 1;
  fclose(f);
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
    return 1;
  for (int i = 0; i < N; i++)
    heat[i] = want[i] = i % 97 == 0 ? 4000 + i : 7 * (i % 13);

  cl_kernel smooth = clCreateKernel(program, "smooth", NULL), settle = clCreateKernel(program, "settle", NULL);
  cl_kernel top = clCreateKernel(program, "top", NULL);
  cl_mem d_heat = ints(N, heat), d_next = ints(N, heat), d_state = ints(2, zero), d_come = ints(2, zero);
  cl_mem d_turn = shared ? d_come : ints(2, zero), d_sum = ints(64, zero), d_hot = ints(1, zero);
  set(smooth, 0, sizeof d_heat, &d_heat);
  set(smooth, 1, sizeof d_next, &d_next);
  set(smooth, 2, sizeof d_state, &d_state);
  set(smooth, 3, sizeof n, &n);
  set(smooth, 4, sizeof sweeps, &sweeps);
  set(smooth, 5, sizeof groups, &groups);
  set(settle, 0, sizeof d_heat, &d_heat);
  set(settle, 1, sizeof d_sum, &d_sum);
  set(settle, 2, sizeof d_come, &d_come);
  set(settle, 3, sizeof d_turn, &d_turn);
  set(settle, 4, WG_SETTLE * sizeof(int), NULL);
  set(settle, 5, sizeof n, &n);
  set(top, 0, sizeof d_heat, &d_heat);
  set(top, 1, sizeof d_hot, &d_hot);
  set(top, 2, sizeof n, &n);
  size_t wide = WG_SMOOTH * groups, one = WG_SETTLE, few = WG_SMOOTH, items = N;
  while (round < rounds && hottest > 60) {
    int none = 0;
    clEnqueueNDRangeKernel(queue, smooth, 1, NULL, &wide, &few, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, settle, 1, NULL, &one, &one, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, d_hot, CL_TRUE, 0, sizeof none, &none, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, top, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_hot, CL_TRUE, 0, sizeof hottest, &hottest, 0, NULL, NULL);
    round++;
  }
  clEnqueueReadBuffer(queue, d_heat, CL_TRUE, 0, sizeof heat, heat, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, d_state, CL_TRUE, 0, sizeof words, words, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, d_turn, CL_TRUE, 0, sizeof turns, turns, 0, NULL, NULL);
  for (int r = 0; r < round; r++) {
    for (int s = 0; s < SWEEPS; s++) {
      for (int i = 0; i < N; i++)
        tmp[i] = (want[(i + N - 1) % N] + 2 * want[i] + want[(i + 1) % N]) / 4;
      memcpy(want, tmp, sizeof want);
    }
    sum = 0;
    for (int i = 0; i < N; i++)
      sum += want[i];
    for (int i = 0; i < N; i++)
      if (want[i] > 2 * (sum / N))
        want[i] -= 1 + want[i] % 3;
  }
  for (int i = 0; i < N; i++)
    bad += heat[i] != want[i];
  bad += words[0] != 0 || words[1] != groups * 2 * SWEEPS * round;
  bad += turns[0] != 0 || turns[1] != round;
  printf("%d rounds, hottest %d, %d bad\n", round, hottest, bad);
  return bad != 0;
}
