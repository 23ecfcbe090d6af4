/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A pile of sand settles:  settle [CELLS]
 */
#include "settle.h"

#include <stdio.h>
#include <stdlib.h>

static struct device first_device(void) {
  struct device result = {0};
  cl_platform_id platforms[8];
  cl_device_id id = NULL;
  cl_uint count = 0, i;
  static char text[1 << 14];
  const char *source = text;
  FILE *file = fopen("kernels/settle.cl", "r");
  if (!file) {
    fprintf(stderr, "settle: no kernels/settle.cl here\n");
    exit(2);
  }
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  clGetPlatformIDs(8, platforms, &count);
  for (i = 0; i < count && i < 8; i++)
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &id, NULL) == CL_SUCCESS)
      break;
  result.context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
  result.queue = clCreateCommandQueue(result.context, id, 0, NULL);
  result.program = clCreateProgramWithSource(result.context, 1, &source, NULL, NULL);
  if (!result.program || clBuildProgram(result.program, 1, &id, "-Ikernels", NULL, NULL)) {
    fprintf(stderr, "settle: no usable OpenCL device\n");
    exit(2);
  }
  return result;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 500, rounds, i, steep = 0;
  long before = 0, after = 0;
  int *height = calloc(count, sizeof *height);
  for (i = 0; i < count; i++)
    before += height[i] = i % 61 == 7 ? 90 : i % 3;
  rounds = settle(first_device(), height, count);
  for (i = 0; i < count; i++) {
    after += height[i];
    steep += i && abs(height[i] - height[i - 1]) >= 2;
  }
  printf("%d rounds, %ld grains, %d steep\n", rounds, after, steep);
  puts(rounds > 0 && after == before && !steep ? "PASS" : "FAIL");
  return !(rounds > 0 && after == before && !steep);
}
