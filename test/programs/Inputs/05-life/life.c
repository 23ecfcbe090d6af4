/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CS 418, assignment 3: Game of Life on the GPU */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif

#define WIDTH 48
#define HEIGHT 40

/* global variables */
cl_device_id device;
cl_context context;
cl_command_queue commands;
cl_program program;
cl_kernel kernel;
cl_mem world[2];
int current = 0;
int err;
unsigned char host[WIDTH * HEIGHT];
unsigned char check[WIDTH * HEIGHT];
size_t global[2] = {WIDTH, HEIGHT};

void readSource(char* buf, int size) {
  FILE* f = fopen("life.cl", "r");
  if (f == NULL) {
    printf("no life.cl\n");
    exit(1);
  }
  int n = fread(buf, 1, size - 1, f);
  buf[n] = 0;
  fclose(f);
}

void setup() {
  char source[4096];
  const char* p = source;
  cl_platform_id platform;
  clGetPlatformIDs(1, &platform, NULL);
  err = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  if (err != CL_SUCCESS) {
    printf("Error: Failed to create a device group!\n");
    exit(1);
  }
  context = clCreateContext(0, 1, &device, NULL, NULL, &err);
  commands = clCreateCommandQueue(context, device, 0, &err);
  readSource(source, 4096);
  program = clCreateProgramWithSource(context, 1, &p, NULL, &err);
  err = clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
  if (err != CL_SUCCESS) {
    printf("Error: Failed to build program executable!\n");
    exit(1);
  }
  kernel = clCreateKernel(program, "nextGen", &err);
  world[0] = clCreateBuffer(context, CL_MEM_READ_WRITE, WIDTH * HEIGHT, NULL, NULL);
  world[1] = clCreateBuffer(context, CL_MEM_READ_WRITE, WIDTH * HEIGHT, NULL, NULL);
}

void step() {
  err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &world[current]);
  err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &world[1 - current]);
  if (err != CL_SUCCESS) {
    printf("Error: Failed to set kernel arguments! %d\n", err);
    exit(1);
  }
  err = clEnqueueNDRangeKernel(commands, kernel, 2, NULL, global, NULL, 0, NULL, NULL);
  if (err) {
    printf("Error: Failed to execute kernel!\n");
    exit(1);
  }
  clFinish(commands);
  current = 1 - current;
}

void cpuStep() {
  static unsigned char next[WIDTH * HEIGHT];
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      int n = 0;
      for (int k = 0; k < 9; k++)
        if (k != 4)
          n += check[(y + k / 3 - 1 + HEIGHT) % HEIGHT * WIDTH + (x + k % 3 - 1 + WIDTH) % WIDTH];
      next[y * WIDTH + x] = n == 3 || (n == 2 && check[y * WIDTH + x]);
    }
  memcpy(check, next, sizeof next);
}

int main(int argc, char** argv) {
  int generations = 75;
  int i, alive = 0;
  if (argc > 1) generations = atoi(argv[1]);
  srand(1);
  for (i = 0; i < WIDTH * HEIGHT; i++)
    host[i] = check[i] = (i * 7919 % 13) < 4;
  setup();
  err = clEnqueueWriteBuffer(commands, world[current], CL_TRUE, 0, sizeof(host), host, 0, NULL, NULL);
  for (i = 0; i < generations; i++)
    step();
  err = clEnqueueReadBuffer(commands, world[current], CL_TRUE, 0, sizeof(host), host, 0, NULL, NULL);
  for (i = 0; i < generations; i++)
    cpuStep();
  for (i = 0; i < WIDTH * HEIGHT; i++)
    alive += host[i];
  printf("%d alive after %d generations: %s\n", alive, generations, memcmp(host, check, sizeof host) ? "WRONG" : "right");
  return memcmp(host, check, sizeof host) != 0;
}
