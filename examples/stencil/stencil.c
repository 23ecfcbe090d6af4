/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Heat on a plate: Jacobi steps until no cell moves by more than a tolerance.
 *
 *   stencil [WIDTH HEIGHT [MAX_STEPS]]
 */

#include <CL/cl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TILE 16

#define CL_OK(call)                                                            \
  do {                                                                         \
    cl_int status_ = (call);                                                   \
    if (status_ != CL_SUCCESS) {                                               \
      fprintf(stderr, "stencil.c:%d: OpenCL error %d\n", __LINE__, status_);   \
      exit(2);                                                                 \
    }                                                                          \
  } while (0)

static cl_device_id first_device(void) {
  cl_platform_id platforms[16];
  cl_uint count = 0, i;
  CL_OK(clGetPlatformIDs(16, platforms, &count));
  for (i = 0; i < count && i < 16; i++) {
    cl_device_id device;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS)
      return device;
  }
  fprintf(stderr, "stencil: no OpenCL device\n");
  exit(2);
}

static char *read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  char *text;
  long size;
  if (!file)
    return NULL;
  fseek(file, 0, SEEK_END);
  size = ftell(file);
  rewind(file);
  text = (char *)malloc((size_t)size + 1);
  if (fread(text, 1, (size_t)size, file) != (size_t)size)
    size = 0;
  text[size] = '\0';
  fclose(file);
  return text;
}

/* The kernel file lies beside the program or in the current folder. */
static char *read_kernel(const char *program, const char *name) {
  char path[4096];
  char *text;
  int last = -1, i;
  for (i = 0; program[i]; i++)
    if (program[i] == '/')
      last = i;
  snprintf(path, sizeof path, "%.*s%s", last + 1, program, name);
  text = read_file(path);
  if (!text)
    text = read_file(name);
  if (!text) {
    fprintf(stderr, "stencil: cannot read %s\n", name);
    exit(2);
  }
  return text;
}

static void start_plate(float *plate, int width, int height) {
  int x, y;
  for (y = 0; y < height; y++)
    for (x = 0; x < width; x++)
      plate[y * width + x] = y == 0 ? 100.0f : 0.125f * (float)(x + y);
}

/* The same steps on the CPU; returns their number. */
static int reference(float *plate, int width, int height, float tolerance, int max_steps) {
  float *next = (float *)malloc(sizeof(float) * width * height);
  int moving = 1, steps = 0, x, y;
  while (moving && steps < max_steps) {
    moving = 0;
    for (y = 0; y < height; y++)
      for (x = 0; x < width; x++) {
        const float *at = plate + y * width + x;
        float now = *at;
        if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
          now = 0.25f * (at[-width] + at[width] + at[-1] + at[1]);
          if (fabsf(now - *at) > tolerance)
            moving = 1;
        }
        next[y * width + x] = now;
      }
    for (x = 0; x < width * height; x++)
      plate[x] = next[x];
    steps++;
  }
  free(next);
  return steps;
}

int main(int argc, char **argv) {
  int width = argc > 2 ? atoi(argv[1]) : 70;
  int height = argc > 2 ? atoi(argv[2]) : 50;
  int max_steps = argc > 3 ? atoi(argv[3]) : 1000;
  const float tolerance = 0.05f;
  size_t bytes, global[2], local[2] = {TILE, TILE};
  float *plate, *expected;
  double worst = 0;
  int moving, steps, expected_steps, i;
  const char *source;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernel;
  cl_mem in, out, flag, tmp;
  cl_int err;

  if (width < 1 || height < 1 || max_steps < 0) {
    fprintf(stderr, "usage: stencil [WIDTH HEIGHT [MAX_STEPS]]\n");
    return 2;
  }
  bytes = sizeof(float) * width * height;
  global[0] = (width + TILE - 1) / TILE * TILE;
  global[1] = (height + TILE - 1) / TILE * TILE;
  plate = (float *)malloc(bytes);
  expected = (float *)malloc(bytes);
  start_plate(plate, width, height);
  start_plate(expected, width, height);

  device = first_device();
  source = read_kernel(argv[0], "stencil.cl");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  CL_OK(err);
  queue = clCreateCommandQueue(context, device, 0, &err);
  CL_OK(err);
  program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  CL_OK(err);
  CL_OK(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
  kernel = clCreateKernel(program, "jacobi", &err);
  CL_OK(err);
  in = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, plate, &err);
  CL_OK(err);
  out = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err);
  CL_OK(err);
  flag = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), NULL, &err);
  CL_OK(err);

  CL_OK(clSetKernelArg(kernel, 2, sizeof(int), &width));
  CL_OK(clSetKernelArg(kernel, 3, sizeof(int), &height));
  CL_OK(clSetKernelArg(kernel, 4, sizeof(float), &tolerance));
  CL_OK(clSetKernelArg(kernel, 5, sizeof(cl_mem), &flag));

  moving = 1;
  steps = 0;
  while (moving && steps < max_steps) {
    moving = 0;
    CL_OK(clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof(int), &moving, 0, NULL, NULL));
    CL_OK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &in));
    CL_OK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &out));
    CL_OK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
    CL_OK(clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof(int), &moving, 0, NULL, NULL));
    /* the new temperatures are the next step's old ones */
    tmp = in;
    in = out;
    out = tmp;
    steps++;
  }

  CL_OK(clEnqueueReadBuffer(queue, in, CL_TRUE, 0, bytes, plate, 0, NULL, NULL));

  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseMemObject(flag);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);

  expected_steps = reference(expected, width, height, tolerance, max_steps);
  for (i = 0; i < width * height; i++)
    worst = fmax(worst, fabs((double)plate[i] - expected[i]));
  printf("stencil: %d x %d, %d steps (expected %d), largest difference %g\n", width, height,
         steps, expected_steps, worst);
  free(plate);
  free(expected);
  if (steps != expected_steps || !(worst <= 1e-4)) {
    printf("FAIL\n");
    return 1;
  }
  printf("PASS\n");
  return 0;
}
