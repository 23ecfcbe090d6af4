/* A checkpoint in a file of its own each so many steps, errors by goto.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file state-010.raw --output-file state-040.raw --reason PST3017 --entries 5 --allow-kernel heat=4
*/
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#define W 32
#define H 32
static float host[W * H];
static cl_command_queue q;
static int save(cl_mem from, int step) {
  char name[32];
  FILE *f;
  size_t done;
  cl_int err = clEnqueueReadBuffer(q, from, CL_TRUE, 0, sizeof host, host, 0, NULL, NULL);
  if (err != CL_SUCCESS)
    return -1;
  sprintf(name, "state-%03d.raw", step);
  f = fopen(name, "wb");
  if (!f) {
    perror(name);
    return -1;
  }
  done = fwrite(host, sizeof *host, W * H, f);
  fclose(f);
  return done == W * H ? 0 : -1;
}
int main(void) {
  cl_platform_id p;
  cl_device_id d;
  cl_context c;
  cl_program prog;
  cl_kernel heat;
  cl_mem a = NULL, b = NULL, t;
  size_t global[2] = {W, H};
  int i, w = W, h = H, err, step, rc = 1;
  float rate = 0.2f;
  static char text[8192];
  const char *src = text;
  FILE *f = fopen("heat.cl", "r");
  if (!f)
    return 2;
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  clGetPlatformIDs(1, &p, NULL);
  clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL);
  c = clCreateContext(NULL, 1, &d, NULL, NULL, &err);
  q = clCreateCommandQueue(c, d, 0, &err);
  prog = clCreateProgramWithSource(c, 1, &src, NULL, &err);
  if (clBuildProgram(prog, 1, &d, "", NULL, NULL) != CL_SUCCESS)
    goto out;
  heat = clCreateKernel(prog, "heat", &err);
  for (i = 0; i < W * H; i++)
    host[i] = (float)(i % 17);
  a = clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof host, host, &err);
  b = clCreateBuffer(c, CL_MEM_READ_WRITE, sizeof host, NULL, &err);
  if (!a || !b)
    goto out;
  for (step = 1; step <= 40; step++) {
    err = clSetKernelArg(heat, 0, sizeof a, &a);
    err |= clSetKernelArg(heat, 1, sizeof b, &b);
    err |= clSetKernelArg(heat, 2, sizeof w, &w);
    err |= clSetKernelArg(heat, 3, sizeof h, &h);
    err |= clSetKernelArg(heat, 4, sizeof rate, &rate);
    if (err)
      goto out;
    err = clEnqueueNDRangeKernel(q, heat, 2, NULL, global, NULL, 0, NULL, NULL);
    if (err != CL_SUCCESS) {
      fprintf(stderr, "launch: %d\n", err);
      goto out;
    }
    t = a, a = b, b = t;
    if (step % 10 == 0 && save(a, step) != 0)
      goto out;
  }
  clFinish(q);
  clEnqueueReadBuffer(q, a, CL_TRUE, 0, sizeof host, host, 0, NULL, NULL);
  printf("%.6f %.6f\n", host[W + 1], host[W * H / 2 + 3]);
  rc = 0;
out:
  if (a) clReleaseMemObject(a);
  if (b) clReleaseMemObject(b);
  return rc;
}
