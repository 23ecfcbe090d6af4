// Smooths the inside of a volume until nothing moves by more than a hundredth.
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  size_t org[3], ext[3];
} box_t;
static box_t interior(size_t w, size_t h, size_t d) {
  box_t b = {{1, 1, 1}, {w - 2, h - 2, d - 2}};
  return b;
}
#define OK(x)                                                                                                \
  do {                                                                                                       \
    cl_int e_ = (x);                                                                                         \
    if (e_) {                                                                                                \
      fprintf(stderr, "%s:%d: %d\n", __FILE__, __LINE__, e_);                                                \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)
static char *slurp(const char *n) {
  static char t[4096];
  FILE *f = fopen(n, "r");
  t[fread(t, 1, 4095, f)] = 0;
  fclose(f);
  return t;
}
int main(void) {
  enum { W = 13, H = 7, D = 9 };
  cl_platform_id p;
  cl_device_id dev;
  cl_int e;
  OK(clGetPlatformIDs(1, &p, 0));
  OK(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &dev, 0));
  cl_context c = clCreateContext(0, 1, &dev, 0, 0, &e);
  cl_command_queue q = clCreateCommandQueue(c, dev, 0, &e);
  const char *src = slurp("volume.cl");
  cl_program pr = clCreateProgramWithSource(c, 1, &src, 0, &e);
  OK(clBuildProgram(pr, 0, 0, "", 0, 0));
  float *init = malloc(sizeof(float) * W * H * D);
  for (int i = 0; i < W * H * D; i++)
    init[i] = (float)(i * 37 % 101);
  cl_mem m[2];
  for (int i = 0; i < 2; i++)
    m[i] = clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(float) * W * H * D, init, &e);
  cl_mem flag = clCreateBuffer(c, CL_MEM_READ_WRITE, 4, 0, &e);
  cl_kernel k = clCreateKernel(pr, "smooth", &e);
  cl_uint w = W, h = H, d = D;
  OK(clSetKernelArg(k, 2, 4, &w));
  OK(clSetKernelArg(k, 3, 4, &h));
  OK(clSetKernelArg(k, 4, 4, &d));
  OK(clSetKernelArg(k, 5, sizeof flag, &flag));
  const box_t in = interior(W, H, D);
  int it = 0, moved;
  do {
    moved = 0;
    OK(clEnqueueWriteBuffer(q, flag, CL_TRUE, 0, 4, &moved, 0, 0, 0));
    OK(clSetKernelArg(k, 0, sizeof(cl_mem), &m[it & 1]));
    OK(clSetKernelArg(k, 1, sizeof(cl_mem), &m[!(it & 1)]));
    OK(clEnqueueNDRangeKernel(q, k, 3, in.org, in.ext, 0, 0, 0, 0));
    OK(clEnqueueReadBuffer(q, flag, CL_TRUE, 0, 4, &moved, 0, 0, 0));
  } while (moved && ++it < 500);
  OK(clEnqueueReadBuffer(q, m[it & 1], CL_TRUE, 0, sizeof(float) * W * H * D, init, 0, 0, 0));
  double s = 0;
  for (int i = 0; i < W * H * D; i++)
    s += init[i] * (i % 7 + 1);
  printf("%d %.7g\n", it, s);
  return 0;
}
