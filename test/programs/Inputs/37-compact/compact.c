/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kept numbers are copied back with a length that comes from the device and ends at 0;
   arguments for the next trip are set behind the launch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <CL/cl.h>

static cl_int status;
static void ensure(const char *step)
{
  if (status != CL_SUCCESS) {
    fprintf(stderr, "compact: %s: %d\n", step, status);
    exit(EXIT_FAILURE);
  }
}

static unsigned reference(unsigned v)
{
  unsigned n = 0;
  while (v != 1) {
    v = v % 2 ? 3 * v + 1 : v / 2;
    n++;
  }
  return n;
}

int main(int argc, char *argv[])
{
  cl_uint many = argc > 1 ? (cl_uint)atoi(argv[1]) : 500, i, wrong = 0, longest = 0;
  cl_uint *pairs = malloc(many * 2 * sizeof(cl_uint)), *steps = calloc(many, sizeof(cl_uint));
  cl_platform_id platform;
  cl_device_id device;
  FILE *in = fopen("compact.cl", "r");
  char program_text[2000];
  size_t length = in ? fread(program_text, 1, sizeof program_text, in) : 0;
  const char *texts[1];
  texts[0] = program_text;
  if (in)
    fclose(in);
  for (i = 0; i < many; i++) {
    pairs[2 * i] = i;
    pairs[2 * i + 1] = i + 2;
  }
  status = clGetPlatformIDs(1, &platform, NULL); ensure("platform");
  status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL); ensure("device");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status); ensure("context");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status); ensure("queue");
  cl_program program = clCreateProgramWithSource(context, 1, texts, &length, &status); ensure("source");
  status = clBuildProgram(program, 0, NULL, NULL, NULL, NULL); ensure("build");
  cl_kernel advance = clCreateKernel(program, "advance", &status); ensure("kernel");
  cl_mem live = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, many * 2 * sizeof(cl_uint), pairs, &status); ensure("live");
  cl_mem kept = clCreateBuffer(context, CL_MEM_READ_WRITE, many * 2 * sizeof(cl_uint), NULL, &status); ensure("kept");
  cl_mem counts = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, many * sizeof(cl_uint), steps, &status); ensure("steps");
  cl_mem tally = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, &status); ensure("tally");
  size_t size = many;
  unsigned long trips = 0;
  cl_uint nothing = 0, left = many;
  status = clSetKernelArg(advance, 0, sizeof live, &live);
  status |= clSetKernelArg(advance, 1, sizeof kept, &kept);
  status |= clSetKernelArg(advance, 2, sizeof counts, &counts);
  status |= clSetKernelArg(advance, 3, sizeof tally, &tally);
  status |= clSetKernelArg(advance, 4, sizeof(cl_uint), &size);
  ensure("arguments");
  for (;;) {
    status = clEnqueueWriteBuffer(queue, tally, CL_TRUE, 0, sizeof nothing, &nothing, 0, NULL, NULL); ensure("clear");
    status = clEnqueueNDRangeKernel(queue, advance, 1, NULL, &size, NULL, 0, NULL, NULL); ensure("launch");
    status = clEnqueueReadBuffer(queue, tally, CL_TRUE, 0, sizeof left, &left, 0, NULL, NULL); ensure("read");
    trips++;
    if (left == 0)
      break;
    status = clEnqueueCopyBuffer(queue, kept, live, 0, 0, left * 2 * sizeof(cl_uint), 0, NULL, NULL); ensure("copy");
    size = left;
    status = clSetKernelArg(advance, 4, sizeof(cl_uint), &size); ensure("count");
  }
  status = clEnqueueReadBuffer(queue, counts, CL_TRUE, 0, many * sizeof(cl_uint), steps, 0, NULL, NULL); ensure("result");
  for (i = 0; i < many; i++) {
    unsigned want = reference(i + 2);
    wrong += steps[i] != want;
    if (want > longest)
      longest = want;
  }
  printf("%lu trips, longest %u, last range %lu, wrong %u\n", trips, longest, (unsigned long)size, wrong);
  return wrong || trips != longest;
}
