/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
** Code to implement a d2q9-bgk lattice boltzmann scheme, with two work-group sums:
** the average velocity of every step is kept.
*/
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/opencl.h>

#define NSPEEDS 9
#define OCLFILE "kernels.cl"
#define LX 8
#define LY 4

typedef struct
{
  int    nx, ny, maxIters;
  float density, accel, omega;
} t_param;

typedef struct
{
  cl_device_id      device;
  cl_context        context;
  cl_command_queue  queue;
  cl_program program;
  cl_kernel  accelerate_flow;
  cl_kernel  timestep;
  cl_mem cells;
  cl_mem tmp_cells;
  cl_mem obstacles;
  cl_mem partial_sums;
} t_ocl;

typedef struct { float speeds[NSPEEDS]; } t_speed;

void die(const char* message, const int line, const char* file)
{
  fprintf(stderr, "Error at line %d of file %s:\n", line, file);
  fprintf(stderr, "%s\n", message);
  fflush(stderr);
  exit(EXIT_FAILURE);
}

void checkError(cl_int err, const char *op, const int line)
{
  if (err != CL_SUCCESS)
  {
    fprintf(stderr, "OpenCL error during '%s' on line %d: %d\n", op, line, err);
    fflush(stderr);
    exit(EXIT_FAILURE);
  }
}

static float host_step(const t_param params, t_speed* cells, t_speed* tmp, const int* obstacles)
{
  int jj = params.ny - 2, ii, k;
  float w1 = params.density * params.accel / 9.f, w2 = params.density * params.accel / 36.f;
  double tot_u = 0;
  for (ii = 0; ii < params.nx; ii++)
  {
    t_speed* c = &cells[ii + jj * params.nx];
    if (!obstacles[ii + jj * params.nx] && c->speeds[3] - w1 > 0 && c->speeds[6] - w2 > 0 && c->speeds[7] - w2 > 0)
    {
      c->speeds[1] += w1; c->speeds[5] += w2; c->speeds[8] += w2;
      c->speeds[3] -= w1; c->speeds[6] -= w2; c->speeds[7] -= w2;
    }
  }
  static const int opp[NSPEEDS] = {0, 3, 4, 1, 2, 7, 8, 5, 6}, cx[NSPEEDS] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[NSPEEDS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  for (jj = 0; jj < params.ny; jj++)
    for (ii = 0; ii < params.nx; ii++)
    {
      float f[NSPEEDS], d = 0, ux = 0, uy = 0;
      t_speed* o = &tmp[ii + jj * params.nx];
      for (k = 0; k < NSPEEDS; k++)
        f[k] = cells[(ii - cx[k] + params.nx) % params.nx + (jj - cy[k] + params.ny) % params.ny * params.nx].speeds[k];
      if (obstacles[ii + jj * params.nx])
      {
        for (k = 0; k < NSPEEDS; k++) o->speeds[k] = f[opp[k]];
        continue;
      }
      for (k = 0; k < NSPEEDS; k++) { d += f[k]; ux += cx[k] * f[k]; uy += cy[k] * f[k]; }
      ux /= d; uy /= d;
      for (k = 0; k < NSPEEDS; k++)
      {
        float w = k == 0 ? 4.f / 9.f : k < 5 ? 1.f / 9.f : 1.f / 36.f, u = cx[k] * ux + cy[k] * uy;
        o->speeds[k] = f[k] + params.omega * (w * d * (1 - (ux * ux + uy * uy) * 1.5f + 3 * u + 4.5f * u * u) - f[k]);
      }
      tot_u += sqrt(ux * ux + uy * uy);
    }
  return (float)tot_u;
}

int main(int argc, char* argv[])
{
  t_param  params = {32, 24, argc > 1 ? atoi(argv[1]) : 30, 0.1f, 0.005f, 1.7f};
  t_ocl    ocl;
  cl_int err;
  int tt, tot_cells = 0, i, k;
  int size = params.nx * params.ny;
  t_speed* cells     = malloc(sizeof(t_speed) * size);
  t_speed* tmp_cells = malloc(sizeof(t_speed) * size);
  int*   obstacles = malloc(sizeof(int) * size);
  float* av_vels   = malloc(sizeof(float) * params.maxIters);
  for (i = 0; i < size; i++)
  {
    int x = i % params.nx, y = i / params.nx;
    obstacles[i] = y == 0 || y == params.ny - 1 || (x > 10 && x < 14 && y > 8 && y < 13);
    tot_cells += !obstacles[i];
    for (k = 0; k < NSPEEDS; k++) cells[i].speeds[k] = params.density * (k == 0 ? 4.f / 9.f : k < 5 ? 1.f / 9.f : 1.f / 36.f);
  }
  cl_platform_id platform;
  err = clGetPlatformIDs(1, &platform, NULL);
  checkError(err, "getting platforms", __LINE__);
  err = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &ocl.device, NULL);
  checkError(err, "getting device", __LINE__);
  ocl.context = clCreateContext(NULL, 1, &ocl.device, NULL, NULL, &err);
  checkError(err, "creating context", __LINE__);
  FILE* fp = fopen(OCLFILE, "r");
  if (fp == NULL) die("could not open OpenCL kernel file", __LINE__, __FILE__);
  ocl.queue = clCreateCommandQueue(ocl.context, ocl.device, 0, &err);
  checkError(err, "creating command queue", __LINE__);
  fseek(fp, 0, SEEK_END);
  long ocl_size = ftell(fp) + 1;
  char* ocl_src = malloc(ocl_size);
  memset(ocl_src, 0, ocl_size);
  fseek(fp, 0, SEEK_SET);
  if (fread(ocl_src, 1, ocl_size, fp) == 0) die("empty", __LINE__, __FILE__);
  fclose(fp);
  ocl.program = clCreateProgramWithSource(ocl.context, 1, (const char**)&ocl_src, NULL, &err);
  free(ocl_src);
  checkError(err, "creating program", __LINE__);
  err = clBuildProgram(ocl.program, 1, &ocl.device, "", NULL, NULL);
  checkError(err, "building program", __LINE__);
  ocl.accelerate_flow = clCreateKernel(ocl.program, "accelerate_flow", &err);
  checkError(err, "creating accelerate_flow kernel", __LINE__);
  ocl.timestep = clCreateKernel(ocl.program, "timestep", &err);
  checkError(err, "creating timestep kernel", __LINE__);
  ocl.cells = clCreateBuffer(ocl.context, CL_MEM_READ_WRITE, sizeof(t_speed) * size, NULL, &err);
  checkError(err, "creating cells buffer", __LINE__);
  ocl.tmp_cells = clCreateBuffer(ocl.context, CL_MEM_READ_WRITE, sizeof(t_speed) * size, NULL, &err);
  checkError(err, "creating tmp_cells buffer", __LINE__);
  ocl.obstacles = clCreateBuffer(ocl.context, CL_MEM_READ_ONLY, sizeof(cl_int) * size, NULL, &err);
  checkError(err, "creating obstacles buffer", __LINE__);
  size_t groups = (params.nx / LX) * (params.ny / LY);
  ocl.partial_sums = clCreateBuffer(ocl.context, CL_MEM_WRITE_ONLY, sizeof(float) * groups, NULL, &err);
  checkError(err, "creating sums buffer", __LINE__);
  err = clEnqueueWriteBuffer(ocl.queue, ocl.cells, CL_TRUE, 0, sizeof(t_speed) * size, cells, 0, NULL, NULL);
  checkError(err, "writing cells data", __LINE__);
  err = clEnqueueWriteBuffer(ocl.queue, ocl.obstacles, CL_TRUE, 0, sizeof(cl_int) * size, obstacles, 0, NULL, NULL);
  checkError(err, "writing obstacles data", __LINE__);

  float sums[48];
  if (groups > 48) die("too many groups", __LINE__, __FILE__);
  for (tt = 0; tt < params.maxIters; tt++)
  {
    err = clSetKernelArg(ocl.accelerate_flow, 0, sizeof(cl_mem), &ocl.cells);
    checkError(err, "setting accelerate_flow arg 0", __LINE__);
    err = clSetKernelArg(ocl.accelerate_flow, 1, sizeof(cl_mem), &ocl.obstacles);
    checkError(err, "setting accelerate_flow arg 1", __LINE__);
    err = clSetKernelArg(ocl.accelerate_flow, 2, sizeof(cl_int), &params.nx);
    checkError(err, "setting accelerate_flow arg 2", __LINE__);
    err = clSetKernelArg(ocl.accelerate_flow, 3, sizeof(cl_int), &params.ny);
    checkError(err, "setting accelerate_flow arg 3", __LINE__);
    err = clSetKernelArg(ocl.accelerate_flow, 4, sizeof(cl_float), &params.density);
    checkError(err, "setting accelerate_flow arg 4", __LINE__);
    err = clSetKernelArg(ocl.accelerate_flow, 5, sizeof(cl_float), &params.accel);
    checkError(err, "setting accelerate_flow arg 5", __LINE__);
    size_t global[1] = {params.nx};
    err = clEnqueueNDRangeKernel(ocl.queue, ocl.accelerate_flow, 1, NULL, global, NULL, 0, NULL, NULL);
    checkError(err, "enqueueing accelerate_flow kernel", __LINE__);
    err = clFinish(ocl.queue);
    checkError(err, "waiting for accelerate_flow kernel", __LINE__);

    err  = clSetKernelArg(ocl.timestep, 0, sizeof(cl_mem), &ocl.cells);
    err |= clSetKernelArg(ocl.timestep, 1, sizeof(cl_mem), &ocl.tmp_cells);
    err |= clSetKernelArg(ocl.timestep, 2, sizeof(cl_mem), &ocl.obstacles);
    err |= clSetKernelArg(ocl.timestep, 3, sizeof(cl_int), &params.nx);
    err |= clSetKernelArg(ocl.timestep, 4, sizeof(cl_int), &params.ny);
    err |= clSetKernelArg(ocl.timestep, 5, sizeof(cl_float), &params.omega);
    err |= clSetKernelArg(ocl.timestep, 6, sizeof(cl_float) * LX * LY, NULL);
    err |= clSetKernelArg(ocl.timestep, 7, sizeof(cl_mem), &ocl.partial_sums);
    checkError(err, "setting timestep args", __LINE__);
    size_t global2[2] = {params.nx, params.ny}, local2[2] = {LX, LY};
    err = clEnqueueNDRangeKernel(ocl.queue, ocl.timestep, 2, NULL, global2, local2, 0, NULL, NULL);
    checkError(err, "enqueueing timestep kernel", __LINE__);
    err = clEnqueueReadBuffer(ocl.queue, ocl.partial_sums, CL_TRUE, 0, sizeof(float) * groups, sums, 0, NULL, NULL);
    checkError(err, "reading sums", __LINE__);
    float tot_u = 0.f;
    for (size_t g = 0; g < groups; g++)
      tot_u += sums[g];
    av_vels[tt] = tot_u / (float)tot_cells;
    cl_mem tmp = ocl.cells;
    ocl.cells = ocl.tmp_cells;
    ocl.tmp_cells = tmp;
  }
  t_speed* final = malloc(sizeof(t_speed) * size);
  err = clEnqueueReadBuffer(ocl.queue, ocl.cells, CL_TRUE, 0, sizeof(t_speed) * size, final, 0, NULL, NULL);
  checkError(err, "reading cells data", __LINE__);

  double worst = 0;
  for (tt = 0; tt < params.maxIters; tt++)
  {
    float want = host_step(params, cells, tmp_cells, obstacles) / tot_cells;
    worst = fmax(worst, fabs(want - av_vels[tt]) / want);
    t_speed* s = cells; cells = tmp_cells; tmp_cells = s;
  }
  double diff = 0;
  for (i = 0; i < size; i++) for (k = 0; k < NSPEEDS; k++) diff = fmax(diff, fabs(cells[i].speeds[k] - final[i].speeds[k]));
  printf("==done==\nsteps %d, velocities %s, cells %s\n", params.maxIters, worst < 1e-3 ? "match" : "DIFFER", diff < 1e-5 ? "match" : "DIFFER");
  return worst < 1e-3 && diff < 1e-5 ? EXIT_SUCCESS : EXIT_FAILURE;
}
