#include "util.h"

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel k;
static cl_mem data;

static void need(cl_int err) {
  if (err) {
    printf("error %d\n", (int)err);
    exit(1);
  }
}

void ocl_open(const char *file, int talk) {
  static char text[4096];
  const char *source = text;
  cl_platform_id platform;
  cl_device_id device;
  cl_int err;
  FILE *in = fopen(file, "r");
  if (!in || !fread(text, 1, sizeof text - 1, in))
    exit(2);
  fclose(in);
  verbose = talk;
  label = "ocl";
  need(clGetPlatformIDs(1, &platform, NULL));
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  queue = clCreateCommandQueue(context, device, 0, &err);
  program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  need(clBuildProgram(program, 1, &device, "", NULL, NULL));
  k = clCreateKernel(program, KERNEL, &err);
  need(err);
  int zeros[64] = {0};
  data = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &err);
  need(clSetKernelArg(k, 0, sizeof data, &data));
  if (verbose)
    printf("%s: open, %d\n", label, verbose);
}

void ocl_step(int v) {
  size_t items = 64;
  need(clSetKernelArg(k, 1, sizeof v, &v));
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL));
  verbose += v & 1; /* another one than that of main.c */
  scale[1] += 2;
}

int ocl_first(void) {
  int v = 0;
  need(clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof v, &v, 0, NULL, NULL));
  return v;
}

int ocl_counted(void) { return count() * 100 + limit; }

void ocl_close(void) {
  printf("%s: %d steps seen, scale %g\n", label, verbose, scale[1]);
  clReleaseMemObject(data);
  clReleaseKernel(k);
}
