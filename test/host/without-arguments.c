/* What a program does with its arguments may hide what it does without any.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1
   RUN: %{check} --entries 1 -- -n 4
*/
#define _GNU_SOURCE
#include <getopt.h>
#include "setup.h"

static const size_t global = 64;
static int rounds = 3, only_names;

static const struct option options[] = {{"n", required_argument, 0, 'n'}, {"list", no_argument, 0, 'l'}, {"help", no_argument, 0, 'h'}, {0, 0, 0, 0}};

static int number(const char *text) {
  int n = atoi(text);
  if (n <= 0)
    exit(64);
  return n;
}

void wrong(const char *what, ...) {
  puts(what);
  exit(1);
}

static cl_kernel made(const char *name) {
  cl_int err;
  cl_kernel k = clCreateKernel(program, name, &err);
  if (err != CL_SUCCESS)
    wrong(name, err);
  return k;
}

static void turn(cl_kernel *ways, cl_mem *cells) {
  int i;
  for (i = 0; i < rounds; i++) {
    clSetKernelArg(ways[i % 2], 0, sizeof(cl_mem), &cells[i % 2]);
    clSetKernelArg(ways[i % 2], 1, sizeof(cl_mem), &cells[(i + 1) % 2]);
    clSetKernelArg(ways[i % 2], 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, ways[i % 2], 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

int main(int argc, char **argv) {
  static const char *const names[] = {"", "_back"};
  cl_kernel ways[2];
  cl_mem cells[2];
  char name[20];
  int c, i;
  while ((c = getopt_long_only(argc, argv, "", options, 0)) != -1)
    switch (c) {
    case 'n':
      rounds = number(optarg);
      break;
    case 'l':
      only_names = 1;
      break;
    case 'h':
      puts("options: -n rounds");
      exit(0);
    default:
      exit(64);
    }
  start("steps.cl", "");
  for (i = 0; i < 2; i++) {
    snprintf(name, sizeof name, "map%s", names[i]);
    if (only_names)
      puts(name);
    ways[i] = made(name);
    cells[i] = ints(64, i);
  }
  if (only_names)
    exit(0);
  turn(ways, cells);
  show("first", cells[0]);
  show("second", cells[1]);
  return 0;
}
