/* Quantiles of numbers on the device, by bisection: each probe is a function that allocates what it needs, as
   a library would. */
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define TRY(call) \
  do { \
    cl_int status_ = (call); \
    if (status_ != CL_SUCCESS) { \
      fprintf(stderr, "%s:%d: %s gave %d\n", __FILE__, __LINE__, #call, (int)status_); \
      exit(EXIT_FAILURE); \
    } \
  } while (0)

typedef struct {
  cl_context context;
  cl_command_queue queue;
  cl_kernel count, largest;
  cl_mem values;
  cl_uint n;
} numbers;

enum { GROUPS = 6, GROUP_SIZE = 32 };

static cl_uint count_below(const numbers *of, cl_uint pivot) {
  const size_t local = GROUP_SIZE, global = GROUPS * local;
  cl_uint partial[GROUPS], total = 0;
  cl_int status;
  cl_mem scratch = clCreateBuffer(of->context, CL_MEM_WRITE_ONLY, sizeof partial, NULL, &status);
  TRY(status);
  TRY(clSetKernelArg(of->count, 0, sizeof of->values, &of->values));
  TRY(clSetKernelArg(of->count, 1, sizeof of->n, &of->n));
  TRY(clSetKernelArg(of->count, 2, sizeof pivot, &pivot));
  TRY(clSetKernelArg(of->count, 3, sizeof scratch, &scratch));
  TRY(clSetKernelArg(of->count, 4, local * sizeof(cl_uint), NULL));
  TRY(clEnqueueNDRangeKernel(of->queue, of->count, 1, NULL, &global, &local, 0, NULL, NULL));
  TRY(clEnqueueReadBuffer(of->queue, scratch, CL_TRUE, 0, sizeof partial, partial, 0, NULL, NULL));
  TRY(clReleaseMemObject(scratch));
  for (int g = 0; g < GROUPS; ++g)
    total += partial[g];
  return total;
}

static cl_uint largest_below(const numbers *of, cl_uint pivot) {
  const size_t global = (of->n + 63) / 64 * 64;
  cl_uint found = 0;
  cl_int status;
  cl_mem cell = clCreateBuffer(of->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof found, &found, &status);
  TRY(status);
  TRY(clSetKernelArg(of->largest, 0, sizeof of->values, &of->values));
  TRY(clSetKernelArg(of->largest, 1, sizeof of->n, &of->n));
  TRY(clSetKernelArg(of->largest, 2, sizeof pivot, &pivot));
  TRY(clSetKernelArg(of->largest, 3, sizeof cell, &cell));
  TRY(clEnqueueNDRangeKernel(of->queue, of->largest, 1, NULL, &global, NULL, 0, NULL, NULL));
  TRY(clEnqueueReadBuffer(of->queue, cell, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL));
  TRY(clReleaseMemObject(cell));
  return found;
}

static int ascending(const void *a, const void *b) {
  const cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  numbers of;
  of.n = argc > 1 ? (cl_uint)atoi(argv[1]) : 3001;
  cl_uint *host = malloc(of.n * sizeof *host), random = 12345, bad = 0;
  for (cl_uint i = 0; i < of.n; ++i) {
    random = random * 1664525u + 1013904223u;
    host[i] = random >> 7;
  }

  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  TRY(clGetPlatformIDs(1, &platform, NULL));
  TRY(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  of.context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  TRY(status);
  of.queue = clCreateCommandQueue(of.context, device, 0, &status);
  TRY(status);
  static char text[8192];
  const char *source = text;
  FILE *in = fopen("median.cl", "r");
  if (!in)
    return EXIT_FAILURE;
  text[fread(text, 1, sizeof text - 1, in)] = '\0';
  fclose(in);
  cl_program program = clCreateProgramWithSource(of.context, 1, &source, NULL, &status);
  TRY(status);
  TRY(clBuildProgram(program, 1, &device, "", NULL, NULL));
  of.count = clCreateKernel(program, "count_below", &status);
  TRY(status);
  of.largest = clCreateKernel(program, "largest_below", &status);
  TRY(status);
  of.values = clCreateBuffer(of.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, of.n * sizeof *host, host, &status);
  TRY(status);

  qsort(host, of.n, sizeof *host, ascending);
  for (cl_uint tenth = 1; tenth < 10; tenth += 4) {
    const cl_uint rank = (cl_uint)((uint64_t)of.n * tenth / 10);
    cl_uint low = 0, high = 1u << 25; /* count_below(low) <= rank < count_below(high) */
    int probes = 0;
    while (high - low > 1) {
      const cl_uint middle = low + (high - low) / 2;
      if (count_below(&of, middle) <= rank)
        low = middle;
      else
        high = largest_below(&of, middle) + 1;
      ++probes;
    }
    printf("%u/10: %u after %d probes\n", (unsigned)tenth, (unsigned)low, probes);
    bad += low != host[rank];
  }
  printf(bad ? "WRONG\n" : "right\n");

  TRY(clReleaseMemObject(of.values));
  TRY(clReleaseKernel(of.count));
  TRY(clReleaseKernel(of.largest));
  TRY(clReleaseProgram(program));
  TRY(clReleaseCommandQueue(of.queue));
  TRY(clReleaseContext(of.context));
  free(host);
  return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
