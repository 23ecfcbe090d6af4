/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All-pairs shortest paths with OpenCL, after Floyd and Warshall: plain or in
 * blocks. */

#include "plain.h"

#define INFINITE 1000000000
#define BLOCK 16

#define CL_DO(call)                                                            \
  do {                                                                         \
    cl_int status_ = (call);                                                   \
    if (status_ != CL_SUCCESS) {                                               \
      fprintf(stderr, "fw: %s: %d\n", #call, status_);                         \
      exit(2);                                                                 \
    }                                                                          \
  } while (0)

#define KERNEL(variable, name)                                                 \
  cl_kernel variable = clCreateKernel(program, name, &err);                    \
  CL_DO(err)

static void plain(cl_command_queue queue, cl_program program, cl_mem dist, int n, size_t wg) {
  cl_int err;
  KERNEL(step, "fw_step");
  size_t local[2] = {wg, 1};
  size_t global[2] = {((size_t)n + wg - 1) / wg * wg, (size_t)n};
  CL_DO(clSetKernelArg(step, 0, sizeof(cl_mem), &dist));
  CL_DO(clSetKernelArg(step, 2, sizeof(int), &n));
  for (int k = 0; k < n; k++) {
    CL_DO(clSetKernelArg(step, 1, sizeof(int), &k));
    CL_DO(clEnqueueNDRangeKernel(queue, step, 2, NULL, global, local, 0, NULL, NULL));
  }
  CL_DO(clFinish(queue));
  clReleaseKernel(step);
}

static void blocked(cl_command_queue queue, cl_program program, cl_mem dist, int n) {
  cl_int err;
  int b, blocks = n / BLOCK;
  KERNEL(diagonal, "fw_diagonal");
  KERNEL(cross, "fw_cross");
  KERNEL(rest, "fw_rest");
  size_t local[2] = {BLOCK, BLOCK};
  size_t one[2] = {BLOCK, BLOCK};
  size_t two_rows[2] = {(size_t)(blocks - 1) * BLOCK, 2 * BLOCK};
  size_t all[2] = {(size_t)(blocks - 1) * BLOCK, (size_t)(blocks - 1) * BLOCK};
  CL_DO(clSetKernelArg(diagonal, 0, sizeof dist, &dist));
  CL_DO(clSetKernelArg(diagonal, 2, sizeof n, &n));
  CL_DO(clSetKernelArg(cross, 0, sizeof dist, &dist));
  CL_DO(clSetKernelArg(cross, 2, sizeof n, &n));
  CL_DO(clSetKernelArg(rest, 0, sizeof dist, &dist));
  CL_DO(clSetKernelArg(rest, 2, sizeof n, &n));
  for (b = 0; b < blocks; b++) {
    CL_DO(clSetKernelArg(diagonal, 1, sizeof b, &b));
    CL_DO(clEnqueueNDRangeKernel(queue, diagonal, 2, NULL, one, local, 0, NULL, NULL));
    if (blocks > 1) {
      CL_DO(clSetKernelArg(cross, 1, sizeof b, &b));
      CL_DO(clEnqueueNDRangeKernel(queue, cross, 2, NULL, two_rows, local, 0, NULL, NULL));
      CL_DO(clSetKernelArg(rest, 1, sizeof b, &b));
      CL_DO(clEnqueueNDRangeKernel(queue, rest, 2, NULL, all, local, 0, NULL, NULL));
    }
  }
  CL_DO(clFinish(queue));
  clReleaseKernel(rest);
  clReleaseKernel(cross);
  clReleaseKernel(diagonal);
}

/* A sparse matrix of arcs, so that many paths have several. */
static void make_arcs(int *arcs, int n, unsigned long long seed) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      unsigned long long dice = next_random(&seed);
      arcs[i * n + j] = i == j ? 0 : dice % n < 4 ? 1 + (int)(dice >> 33) % 1000 : INFINITE;
    }
}

/* Dijkstra's algorithm from each vertex, without a heap. */
static void reference(const int *arcs, int *dist, int n) {
  char *done = (char *)malloc((size_t)n);
  for (int source = 0; source < n; source++) {
    int *d = dist + source * n;
    memset(done, 0, (size_t)n);
    for (int v = 0; v < n; v++)
      d[v] = v == source ? 0 : INFINITE;
    for (;;) {
      int nearest = -1;
      for (int v = 0; v < n; v++)
        if (!done[v] && d[v] < INFINITE && (nearest < 0 || d[v] < d[nearest]))
          nearest = v;
      if (nearest < 0)
        break;
      done[nearest] = 1;
      for (int v = 0; v < n; v++)
        if (arcs[nearest * n + v] < INFINITE && d[nearest] + arcs[nearest * n + v] < d[v])
          d[v] = d[nearest] + arcs[nearest * n + v];
    }
  }
  free(done);
}

/* No arc could shorten a path, and each distance has an arc that explains it. */
static int are_shortest(const int *arcs, const int *dist, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int own = dist[i * n + j], explained = i == j ? own == 0 : own >= INFINITE;
      for (int k = 0; k < n; k++) {
        if (k == j || arcs[k * n + j] >= INFINITE || dist[i * n + k] >= INFINITE)
          continue;
        int through = dist[i * n + k] + arcs[k * n + j];
        if (through < own)
          return 0;
        explained |= through == own;
      }
      if (!explained)
        return 0;
    }
  return 1;
}

int main(int argc, char **argv) {
  options_t options = parse_options(argc, argv);
  int n = (int)input_size(&options, "matrix", "matrix:64", 1, 8192);
  int in_blocks = strcmp(options.form, "blocked") == 0;
  if (*options.form && !in_blocks && strcmp(options.form, "plain") != 0) {
    fprintf(stderr, "fw: forms: plain blocked\n");
    return 2;
  }
  if (in_blocks && n % BLOCK != 0) {
    fprintf(stderr, "fw: in blocks the size is a multiple of %d\n", BLOCK);
    return 2;
  }
  size_t wg = options.wg ? (size_t)options.wg : 64;
  char name[256];
  cl_device_id device;
  if (!find_device(options.device, &device, name)) {
    fprintf(stderr, "no OpenCL device '%s'\n", options.device);
    return 2;
  }
  char *text = load_source(options.kernel, "fw.cl", argv[0]);
  if (!text)
    return 2;

  size_t bytes = sizeof(int) * (size_t)n * (size_t)n;
  int *arcs = (int *)malloc(bytes), *result = (int *)malloc(bytes), *wanted = (int *)malloc(bytes);
  double *seconds = (double *)malloc(sizeof(double) * (size_t)options.repeat);
  if (!arcs || !result || !wanted || !seconds)
    return 2;
  make_arcs(arcs, n, options.seed);

  cl_int err;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  CL_DO(err);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
  CL_DO(err);
  cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &err);
  CL_DO(err);
  err = clBuildProgram(program, 1, &device, "-DBLOCK=16", NULL, NULL);
  if (err != CL_SUCCESS)
    print_build_log(program, device);
  CL_DO(err);
  cl_mem dist = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err);
  CL_DO(err);
  for (long i = 0; i < options.repeat; i++) {
    CL_DO(clEnqueueWriteBuffer(queue, dist, CL_TRUE, 0, bytes, arcs, 0, NULL, NULL));
    double start = seconds_now();
    if (in_blocks)
      blocked(queue, program, dist, n);
    else
      plain(queue, program, dist, n, wg);
    seconds[i] = seconds_now() - start;
    CL_DO(clEnqueueReadBuffer(queue, dist, CL_TRUE, 0, bytes, result, 0, NULL, NULL));
  }
  clReleaseMemObject(dist);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);

  /* Sums of two distances that are infinite stay above it, and do no harm. */
  long long reached = 0;
  for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
    reached += result[i] < INFINITE;
  reference(arcs, wanted, n);
  int matches = memcmp(result, wanted, bytes) == 0;
  int code = print_report(&options, in_blocks ? "fw blocked" : "fw", name,
                          in_blocks ? n / BLOCK : n, "reached pairs", reached, seconds, matches,
                          n > 1024 || are_shortest(arcs, result, n));
  if (options.output) {
    FILE *out = fopen(options.output, "w");
    if (!out)
      return 2;
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
      fprintf(out, "%d\n", result[i]);
    fclose(out);
  }
  free(seconds);
  free(wanted);
  free(result);
  free(arcs);
  free(text);
  return code;
}
