/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sum of an array with OpenCL: passes over an array that shrinks, between two
 * buffers, until one number is left. */

#include "plain.h"

typedef struct {
  cl_context context;
  cl_command_queue queue;
  cl_kernel pass;
  cl_mem numbers, even, odd; /* the input stays as it is */
} reducer;

static int failed(cl_int err, const char *call) {
  if (err != CL_SUCCESS)
    fprintf(stderr, "reduce: %s: error %d\n", call, err);
  return err != CL_SUCCESS;
}

/* Adds up `n` numbers; gives the number of passes, 0 after an error. */
static int reduce(reducer *r, int n, size_t wg, cl_long *sum) {
  int passes = 0;
  cl_mem from = r->numbers;
  cl_mem to = r->even;
  cl_int err = clSetKernelArg(r->pass, 2, sizeof(cl_long) * wg, NULL);
  do {
    size_t groups = ((size_t)n + 2 * wg - 1) / (2 * wg);
    size_t global = groups * wg;
    err |= clSetKernelArg(r->pass, 0, sizeof(cl_mem), &from);
    err |= clSetKernelArg(r->pass, 1, sizeof(cl_mem), &to);
    err |= clSetKernelArg(r->pass, 3, sizeof(int), &n);
    if (failed(err, "clSetKernelArg"))
      return 0;
    err = clEnqueueNDRangeKernel(r->queue, r->pass, 1, NULL, &global, &wg, 0, NULL, NULL);
    if (failed(err, "clEnqueueNDRangeKernel"))
      return 0;
    from = to;
    to = to == r->even ? r->odd : r->even;
    n = (int)groups;
    passes++;
  } while (n > 1);
  err = clEnqueueReadBuffer(r->queue, from, CL_TRUE, 0, sizeof(cl_long), sum, 0, NULL, NULL);
  return failed(err, "clEnqueueReadBuffer") ? 0 : passes;
}

int main(int argc, char **argv) {
  options_t options = parse_options(argc, argv);
  int n = (int)input_size(&options, "numbers", "numbers:100000", 1, 1 << 28);
  size_t wg = options.wg ? (size_t)options.wg : 64;
  if (wg & (wg - 1)) {
    fprintf(stderr, "reduce: the local size is a power of two\n");
    return 2;
  }
  char name[256];
  cl_device_id device;
  if (!find_device(options.device, &device, name)) {
    fprintf(stderr, "no OpenCL device '%s'\n", options.device);
    return 2;
  }
  char *text = load_source(options.kernel, "reduce.cl", argv[0]);
  cl_long *numbers = malloc(sizeof(cl_long) * (size_t)n);
  double *seconds = malloc(sizeof(double) * (size_t)options.repeat);
  if (!text || !numbers || !seconds)
    return 2;
  unsigned long long seed = options.seed;
  cl_long wanted = 0, least = 0, most = 0;
  for (int i = 0; i < n; i++) {
    numbers[i] = (cl_long)(next_random(&seed) >> 24) - (1ll << 39);
    wanted += numbers[i];
    *(numbers[i] < 0 ? &least : &most) += numbers[i];
  }

  cl_int err;
  reducer r;
  r.context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  if (failed(err, "clCreateContext"))
    return 2;
  r.queue = clCreateCommandQueue(r.context, device, 0, &err);
  if (failed(err, "clCreateCommandQueue"))
    return 2;
  cl_program program = clCreateProgramWithSource(r.context, 1, (const char **)&text, NULL, &err);
  if (failed(err, "clCreateProgramWithSource"))
    return 2;
  if (failed(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "clBuildProgram")) {
    print_build_log(program, device);
    return 2;
  }
  r.pass = clCreateKernel(program, "reduce_pass", &err);
  if (failed(err, "clCreateKernel"))
    return 2;
  size_t bytes = sizeof(cl_long) * (size_t)n;
  r.numbers = clCreateBuffer(r.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, numbers, &err);
  if (failed(err, "clCreateBuffer"))
    return 2;
  r.even = clCreateBuffer(r.context, CL_MEM_READ_WRITE, bytes, NULL, &err);
  if (failed(err, "clCreateBuffer"))
    return 2;
  r.odd = clCreateBuffer(r.context, CL_MEM_READ_WRITE, bytes, NULL, &err);
  if (failed(err, "clCreateBuffer"))
    return 2;

  cl_long sum = 0;
  int passes = 0;
  for (long i = 0; i < options.repeat; i++) {
    double start = seconds_now();
    passes = reduce(&r, n, wg, &sum);
    seconds[i] = seconds_now() - start;
    if (!passes)
      return 2;
  }
  clReleaseMemObject(r.numbers);
  clReleaseMemObject(r.even);
  clReleaseMemObject(r.odd);
  clReleaseKernel(r.pass);
  clReleaseProgram(program);
  clReleaseCommandQueue(r.queue);
  clReleaseContext(r.context);

  /* By the definition a sum lies between those of the negative and the positive
   * numbers, and has the parity of the number of odd ones. */
  cl_long odd = 0;
  for (int i = 0; i < n; i++)
    odd ^= numbers[i] & 1;
  int valid = sum >= least && sum <= most && (sum & 1) == odd;
  int code = print_report(&options, "reduce", name, passes, "sum", sum, seconds, sum == wanted, valid);
  if (options.output) {
    FILE *out = fopen(options.output, "w");
    if (!out)
      return 2;
    fprintf(out, "%lld\n", (long long)sum);
    fclose(out);
  }
  free(seconds);
  free(numbers);
  free(text);
  return code;
}
