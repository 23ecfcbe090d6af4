// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mini-app style: one struct for the settings, one for the OpenCL state, timers.
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

struct settings { int nx, ny, max_iters; float eps; };

struct ocl {
   cl_device_id device; cl_context context; cl_command_queue queue; cl_program program;
   cl_kernel apply, dot, update_ur, update_p;
   cl_mem u, r, p, w, scalar;
};

struct timers { double start, solve; };

static double wtime(void) { struct timeval t; gettimeofday(&t, NULL); return t.tv_sec + 1e-6 * t.tv_usec; }

static void die_(const char *what, int line, cl_int err)
{
   if (err == CL_SUCCESS) return;
   fprintf(stderr, "%s failed on line %d with %d\n", what, line, err);
   exit(EXIT_FAILURE);
}
#define die(what, err) die_(what, __LINE__, err)

static cl_kernel make(struct ocl *o, const char *name)
{
   cl_int err;
   cl_kernel k = clCreateKernel(o->program, name, &err);
   die(name, err);
   return k;
}

static cl_mem alloc(struct ocl *o, size_t bytes)
{
   cl_int err;
   cl_mem m = clCreateBuffer(o->context, CL_MEM_READ_WRITE, bytes, NULL, &err);
   die("clCreateBuffer", err);
   return m;
}

static void setup(struct ocl *o, const struct settings *s)
{
   cl_int err;
   cl_platform_id pl;
   die("platform", clGetPlatformIDs(1, &pl, NULL));
   die("device", clGetDeviceIDs(pl, CL_DEVICE_TYPE_ALL, 1, &o->device, NULL));
   o->context = clCreateContext(NULL, 1, &o->device, NULL, NULL, &err); die("context", err);
   o->queue = clCreateCommandQueue(o->context, o->device, 0, &err); die("queue", err);
   FILE *f = fopen("cg.cl", "r");
   if (!f) { perror("cg.cl"); exit(1); }
   static char text[16384];
   size_t len = fread(text, 1, sizeof text - 1, f);
   fclose(f);
   const char *ptr = text;
   o->program = clCreateProgramWithSource(o->context, 1, &ptr, &len, &err); die("source", err);
   die("build", clBuildProgram(o->program, 1, &o->device, "", NULL, NULL));
   o->apply = make(o, "apply");
   o->dot = make(o, "dot_single");
   o->update_ur = make(o, "update_ur");
   o->update_p = make(o, "update_p");
   size_t bytes = sizeof(float) * s->nx * s->ny;
   o->u = alloc(o, bytes); o->r = alloc(o, bytes); o->p = alloc(o, bytes); o->w = alloc(o, bytes);
   o->scalar = alloc(o, sizeof(float));
}

static void apply(struct ocl *o, const struct settings *s)
{
   size_t global[2] = {(s->nx + 7) / 8 * 8, (s->ny + 7) / 8 * 8}, local[2] = {8, 8};
   die("arg", clSetKernelArg(o->apply, 0, sizeof(cl_mem), &o->p));
   die("arg", clSetKernelArg(o->apply, 1, sizeof(cl_mem), &o->w));
   die("arg", clSetKernelArg(o->apply, 2, sizeof(int), &s->nx));
   die("arg", clSetKernelArg(o->apply, 3, sizeof(int), &s->ny));
   die("apply", clEnqueueNDRangeKernel(o->queue, o->apply, 2, NULL, global, local, 0, NULL, NULL));
}

static float dot(struct ocl *o, cl_mem a, cl_mem b, int n)
{
   size_t one = 64;
   float value;
   die("arg", clSetKernelArg(o->dot, 0, sizeof(cl_mem), &a));
   die("arg", clSetKernelArg(o->dot, 1, sizeof(cl_mem), &b));
   die("arg", clSetKernelArg(o->dot, 2, sizeof(cl_mem), &o->scalar));
   die("arg", clSetKernelArg(o->dot, 3, sizeof(int), &n));
   die("arg", clSetKernelArg(o->dot, 4, one * sizeof(float), NULL));
   die("dot", clEnqueueNDRangeKernel(o->queue, o->dot, 1, NULL, &one, &one, 0, NULL, NULL));
   die("read", clEnqueueReadBuffer(o->queue, o->scalar, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
   return value;
}

static int solve(struct ocl *o, const struct settings *s, float *rro)
{
   const int n = s->nx * s->ny;
   size_t all = (size_t)n;
   int iters;
   for (iters = 0; iters < s->max_iters; iters++) {
      apply(o, s);
      float pw = dot(o, o->p, o->w, n);
      float alpha = *rro / pw;
      die("arg", clSetKernelArg(o->update_ur, 0, sizeof(cl_mem), &o->u));
      die("arg", clSetKernelArg(o->update_ur, 1, sizeof(cl_mem), &o->r));
      die("arg", clSetKernelArg(o->update_ur, 2, sizeof(cl_mem), &o->p));
      die("arg", clSetKernelArg(o->update_ur, 3, sizeof(cl_mem), &o->w));
      die("arg", clSetKernelArg(o->update_ur, 4, sizeof(float), &alpha));
      die("arg", clSetKernelArg(o->update_ur, 5, sizeof(int), &n));
      die("ur", clEnqueueNDRangeKernel(o->queue, o->update_ur, 1, NULL, &all, NULL, 0, NULL, NULL));
      float rrn = dot(o, o->r, o->r, n);
      float beta = rrn / *rro;
      die("arg", clSetKernelArg(o->update_p, 0, sizeof(cl_mem), &o->p));
      die("arg", clSetKernelArg(o->update_p, 1, sizeof(cl_mem), &o->r));
      die("arg", clSetKernelArg(o->update_p, 2, sizeof(float), &beta));
      die("arg", clSetKernelArg(o->update_p, 3, sizeof(int), &n));
      die("p", clEnqueueNDRangeKernel(o->queue, o->update_p, 1, NULL, &all, NULL, 0, NULL, NULL));
      *rro = rrn;
      if (sqrtf(fabsf(*rro)) < s->eps) break;
   }
   return iters;
}

int main(int argc, char **argv)
{
   struct settings s = {argc > 1 ? atoi(argv[1]) : 24, argc > 2 ? atoi(argv[2]) : 17, 400, 1e-3f};
   struct ocl o;
   struct timers t;
   int n = s.nx * s.ny;
   float *b = malloc(n * sizeof *b), *u = calloc(n, sizeof *u), rro = 0;
   for (int i = 0; i < n; i++) { b[i] = (float)((i * 7) % 11) - 5.0f; rro += b[i] * b[i]; }
   setup(&o, &s);
   die("write", clEnqueueWriteBuffer(o.queue, o.u, CL_TRUE, 0, n * sizeof(float), u, 0, NULL, NULL));
   die("write", clEnqueueWriteBuffer(o.queue, o.r, CL_TRUE, 0, n * sizeof(float), b, 0, NULL, NULL));
   die("write", clEnqueueWriteBuffer(o.queue, o.p, CL_TRUE, 0, n * sizeof(float), b, 0, NULL, NULL));
   t.start = wtime();
   int iters = solve(&o, &s, &rro);
   t.solve = wtime() - t.start;
   die("read", clEnqueueReadBuffer(o.queue, o.u, CL_TRUE, 0, n * sizeof(float), u, 0, NULL, NULL));
   double worst = 0;
   for (int y = 0; y < s.ny; y++)
      for (int x = 0; x < s.nx; x++) {
         double v = 4.0 * u[y * s.nx + x];
         if (x > 0) v -= u[y * s.nx + x - 1];
         if (x < s.nx - 1) v -= u[y * s.nx + x + 1];
         if (y > 0) v -= u[(y - 1) * s.nx + x];
         if (y < s.ny - 1) v -= u[(y + 1) * s.nx + x];
         worst = fmax(worst, fabs(v - b[y * s.nx + x]));
      }
   int ok = worst < 2e-2 && iters < s.max_iters && sqrtf(rro) < s.eps;
   fprintf(stderr, "solved in %.3f s, %d iterations, worst %g\n", t.solve, iters, worst);
   printf("cg %dx%d %s\n", s.nx, s.ny, ok ? "PASSED" : "FAILED");
   return ok ? 0 : 1;
}
