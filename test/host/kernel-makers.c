/* Kernels that the program's own functions make, in C: returned, set by pointer, in
   loops over tables, with names put together, behind statement expressions. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
#include "setup.h"

enum { MAP, ADD, KINDS };
static const char *const names[] = {[MAP] = "map", [ADD] = "add"};
struct engine {
  cl_kernel k[KINDS];
  struct { cl_kernel first, second; } own;
  cl_mem a, b;
};
static const size_t items = 64;

static cl_kernel make(const char *name) {
  cl_int err;
  cl_kernel k = clCreateKernel(program, name, &err);
  if (err != CL_SUCCESS) {
    printf("no kernel %s\n", name);
    exit(4);
  }
  return k;
}
static int get(const char *prefix, const char *rest, cl_kernel *to) {
  char name[32];
  cl_int err;
  snprintf(name, sizeof name, "%s%s", prefix, rest);
  *to = clCreateKernel(program, name, &err);
  if (err)
    return 0;
  return 1;
}
#define MUST(call) ({ cl_int err_ = CL_SUCCESS; __typeof__(call) it_ = (call); need(err_, #call); it_; })

static void map(cl_kernel k, cl_mem in, cl_mem out, int v) {
  need(clSetKernelArg(k, 0, sizeof in, &in), "arg");
  need(clSetKernelArg(k, 1, sizeof out, &out), "arg");
  need(clSetKernelArg(k, 2, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
}
static void add(cl_kernel k, cl_mem a, int v) {
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  need(clSetKernelArg(k, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
}
static struct engine create(void) {
  struct engine e;
  for (int i = 0; i < KINDS; i++)
    e.k[i] = make(names[i]);
  e.own.second = e.own.first = NULL;
  if (!get("m", "ap", &e.own.first) || !get("", "add", &e.own.second))
    exit(5);
  e.a = ints(64, 1);
  e.b = ints(64, 7);
  return e;
}
static void table(struct engine *e) {
  for (int i = 0; i < 5; i++) {
    map(e->k[MAP], e->a, e->b, i);
    add(e->k[ADD], e->a, 2);
  }
}
static void nested(struct engine *e) {
  for (int i = 0; i < 5; i++) {
    map(e->own.first, e->a, e->b, i);
    add(e->own.second, e->b, 1);
  }
}

int main(int argc, char **argv) {
  (void)argv;
  start("steps.cl", "");
  struct engine e = create();
  table(&e);
  nested(&e);
  /* by statement expression, and swapped */
  cl_kernel one = MUST(clCreateKernel(program, "add", &err_)), two = MUST(clCreateKernel(program, "map", &err_)), t;
  t = one;
  one = two;
  two = t;
  for (int i = 0; i < 4; i++) {
    map(one, e.b, e.a, i);
    add(two, e.b, i);
  }
  /* in memory that is asked for, through a pointer into it */
  cl_kernel *heap = malloc(2 * sizeof *heap), *at = heap;
  *at++ = make("map");
  *at = make("add");
  for (int i = 0; i < 4; i++) {
    map(heap[0], e.a, e.b, 3);
    add(heap[1], e.a, i);
  }
  /* for one of two reasons the same */
  cl_kernel either = NULL;
  if (argc > 5)
    either = make("add");
  else
    either = clCreateKernel(program, "add", NULL);
  for (int i = 0; i < 4; i++)
    add(either, e.a, i);
  show("a", e.a);
  show("b", e.b);
  return 0;
}
