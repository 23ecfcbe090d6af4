/* Erosion: as scripts bound to OpenCL do it, each launch makes its kernel by name, gives it a list of
   arguments, and throws it away. */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 37
#define H 23

typedef struct {
  cl_context ctx;
  cl_device_id dev;
  cl_command_queue q;
  cl_program prog;
} ocl_t;

typedef struct {
  size_t size;
  const void *value;
} arg_t;

static void die(const char *where, cl_int e) {
  fprintf(stderr, "%s failed: %d\n", where, e);
  exit(EXIT_FAILURE);
}

static void call(ocl_t *o, const char *name, const size_t *range, int nargs, const arg_t *args) {
  cl_int e;
  cl_kernel k = clCreateKernel(o->prog, name, &e);
  if (e != CL_SUCCESS)
    die(name, e);
  for (int i = 0; i < nargs; ++i)
    if ((e = clSetKernelArg(k, i, args[i].size, args[i].value)) != CL_SUCCESS)
      die("argument", e);
  if ((e = clEnqueueNDRangeKernel(o->q, k, 2, NULL, range, NULL, 0, NULL, NULL)) != CL_SUCCESS)
    die("launch", e);
  clReleaseKernel(k);
}

static void open_device(ocl_t *o) {
  cl_platform_id p;
  cl_int e;
  static char src[8192];
  const char *s = src;
  FILE *f = fopen("erosion.cl", "rb");
  if (!f)
    die("open", 0);
  src[fread(src, 1, sizeof src - 1, f)] = '\0';
  fclose(f);
  if ((e = clGetPlatformIDs(1, &p, NULL)) != CL_SUCCESS)
    die("platform", e);
  if ((e = clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &o->dev, NULL)) != CL_SUCCESS)
    die("device", e);
  o->ctx = clCreateContext(NULL, 1, &o->dev, NULL, NULL, &e);
  o->q = clCreateCommandQueue(o->ctx, o->dev, 0, &e);
  o->prog = clCreateProgramWithSource(o->ctx, 1, &s, NULL, &e);
  if ((e = clBuildProgram(o->prog, 1, &o->dev, "", NULL, NULL)) != CL_SUCCESS)
    die("build", e);
}

static int reference(int *h, int steep) {
  static const int dx[4] = {-1, 1, 0, 0}, dy[4] = {0, 0, -1, 1};
  int rounds = 0, moved = 1, d[W * H];
  for (; moved; ++rounds) {
    moved = 0;
    memset(d, 0, sizeof d);
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x)
        for (int k = 0; k < 4; ++k) {
          int u = x + dx[k], v = y + dy[k];
          if (u >= 0 && u < W && v >= 0 && v < H && h[y * W + x] - h[v * W + u] > steep) {
            d[y * W + x]--;
            d[v * W + u]++;
            moved = 1;
          }
        }
    for (int i = 0; i < W * H; ++i)
      h[i] += d[i];
  }
  return rounds;
}

int main(int argc, char **argv) {
  const int steep = argc > 1 ? atoi(argv[1]) : 4, w = W, rows = H;
  const size_t range[2] = {40, 24}, bytes = sizeof(int) * W * H;
  static int height[W * H], want[W * H];
  ocl_t o;
  cl_int e;
  open_device(&o);
  for (int i = 0; i < W * H; ++i)
    want[i] = height[i] = (i % 7 == 3) * 60 + (i * 31) % 5;
  cl_mem d_height = clCreateBuffer(o.ctx, CL_MEM_COPY_HOST_PTR, bytes, height, &e);
  cl_mem d_slide = clCreateBuffer(o.ctx, CL_MEM_READ_WRITE, bytes, NULL, &e);
  cl_mem d_moved = clCreateBuffer(o.ctx, CL_MEM_READ_WRITE, sizeof(int), NULL, &e);
  int moved, rounds = 0;
  do {
    moved = 0;
    clEnqueueWriteBuffer(o.q, d_moved, CL_TRUE, 0, sizeof moved, &moved, 0, NULL, NULL);
    const arg_t of_slopes[] = {{sizeof d_height, &d_height}, {sizeof d_slide, &d_slide}, {sizeof w, &w},
                               {sizeof rows, &rows}, {sizeof steep, &steep}};
    call(&o, "slopes", range, 5, of_slopes);
    const arg_t of_settle[] = {{sizeof d_height, &d_height}, {sizeof d_slide, &d_slide}, {sizeof w, &w},
                               {sizeof rows, &rows}, {sizeof d_moved, &d_moved}};
    call(&o, "settle", range, 5, of_settle);
    clEnqueueReadBuffer(o.q, d_moved, CL_TRUE, 0, sizeof moved, &moved, 0, NULL, NULL);
    ++rounds;
  } while (moved > 0 && rounds < 1000);
  clEnqueueReadBuffer(o.q, d_height, CL_TRUE, 0, bytes, height, 0, NULL, NULL);
  const int wanted = reference(want, steep);
  printf("%d rounds, %s\n", rounds, rounds == wanted && !memcmp(want, height, bytes) ? "as expected" : "WRONG");
  return rounds != wanted || memcmp(want, height, bytes) != 0;
}
