/* A kernel file, a kernel and build options by names that the command line gives. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEMS 256

static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem front, back;

static char *load(const char *name) {
  static char text[8192];
  FILE *in = fopen(name, "rb");
  if (!in)
    exit(2);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  return text;
}

static void start(const char *file, const char *variant, int tile) {
  char name[128], options[256];
  const char *text, *debug = getenv("VARIANTS_DEBUG") ? "-DDEBUG=1" : "";
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_program program;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, 0, NULL);
  sprintf(name, "kernels/%s.cl", file);
  text = load(name);
  program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  sprintf(options, "-DITEMS=%d -DTILE=%d -DFACTOR=%d -DWORD=%s -DVARIANT_%s %s", ITEMS, tile, tile / 5, "int", file, debug);
  if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS)
    exit(3);
  sprintf(name, "%s_%s", file, variant);
  kernel = clCreateKernel(program, name, NULL);
  front = clCreateBuffer(context, CL_MEM_READ_WRITE, ITEMS * sizeof(int), NULL, NULL);
  back = clCreateBuffer(context, CL_MEM_READ_WRITE, ITEMS * sizeof(int), NULL, NULL);
}

static void compute(int trips, size_t tile) {
  const size_t global = ITEMS;
  int t;
  for (t = 0; t < trips; t++) {
    cl_mem was = front;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &front);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &back);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &tile, 0, NULL, NULL);
    front = back;
    back = was;
  }
}

int main(int argc, char **argv) {
  int data[ITEMS], i, tile = argc > 3 ? atoi(argv[3]) : 16;
  unsigned sum = 0;
  if (argc < 3)
    return 2;
  start(argv[1], argv[2], tile);
  for (i = 0; i < ITEMS; i++)
    data[i] = i * i % 37;
  clEnqueueWriteBuffer(queue, front, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
  compute(9, tile);
  clEnqueueReadBuffer(queue, front, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
  for (i = 0; i < ITEMS; i++)
    sum = sum * 31 + (unsigned)data[i];
  printf("%d %d ... %u\n", data[0], data[1], sum);
  return 0;
}
