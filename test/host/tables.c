/* Launches by tables that the program filled in front of the loop: sizes and addresses of
   arguments, their number, handles in variables of type void *. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
#include "setup.h"

struct item { size_t size; const void *value; };
struct stage {
  const char *name;
  cl_kernel k;
  size_t global, local;
  unsigned count;
  struct item items[4];
};
static cl_mem a, b, found;
static int limit = 100, step;
static struct stage stages[] = {
  {"map", NULL, 64, 0, 3, {{sizeof(cl_mem), &a}, {sizeof(cl_mem), &b}, {sizeof step, &step}}},
  {"add", NULL, 64, 16, 2, {{sizeof(cl_mem), &a}, {sizeof step, &step}}},
  {"raise", NULL, 64, 8, 3, {{sizeof(cl_mem), &b}, {sizeof(cl_mem), &found}, {sizeof limit, &limit}}},
};
enum { STAGES = sizeof stages / sizeof *stages };

static void run(const struct stage *s) {
  for (unsigned i = 0; i < s->count; i++)
    need(clSetKernelArg(s->k, i, s->items[i].size, s->items[i].value), s->name);
  need(clEnqueueNDRangeKernel(queue, s->k, 1, NULL, &s->global, s->local ? &s->local : NULL, 0, NULL, NULL), s->name);
}

static void enqueue(cl_kernel k, int count, void **values, const size_t *sizes) {
  const size_t global = 64;
  for (int i = 0; i < count; i++)
    need(clSetKernelArg(k, (cl_uint)i, sizes[i], values[i]), "enqueue");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
}

/* handles without their type, and scalars by address, told apart by the size */
static void give(cl_kernel k, int *at, void *what, size_t size) {
  cl_int err = size ? clSetKernelArg(k, (cl_uint)(*at)++, size, what) : clSetKernelArg(k, (cl_uint)(*at)++, sizeof what, &what);
  need(err, "give");
}

static cl_mem choose(int which) { return which ? b : a; }

int main(void) {
  start("steps.cl", "");
  a = ints(64, 1);
  b = ints(64, 7);
  found = ints(1, 3);
  for (unsigned i = 0; i < STAGES; i++) {
    cl_int err;
    stages[i].k = clCreateKernel(program, stages[i].name, &err);
    need(err, stages[i].name);
  }

  int more = 1;
  for (step = 0; more && step < 20; step++) {
    more = 0;
    need(clEnqueueWriteBuffer(queue, found, CL_TRUE, 0, sizeof more, &more, 0, NULL, NULL), "write");
    for (unsigned i = 0; i < STAGES; i++)
      run(&stages[i]);
    need(clEnqueueReadBuffer(queue, found, CL_TRUE, 0, sizeof more, &more, 0, NULL, NULL), "read");
    limit += 10;
  }

  int by = 5;
  void *values[] = {&b, &a, &by};
  size_t sizes[] = {sizeof b, sizeof a, sizeof by};
  for (int i = 0; i < 6; i++) {
    by += i + 1;
    enqueue(stages[0].k, 3, values, sizes);
  }

  struct { void *p; size_t n; } pairs[2] = {{&a, sizeof a}, {&by, sizeof by}};
  for (int i = 0; i < 4; i++) {
    const size_t global = 64;
    by = 2 * by - i;
    for (int j = 0; j < 2; j++)
      need(clSetKernelArg(stages[1].k, (cl_uint)j, pairs[j].n, pairs[j].p), "pairs");
    need(clEnqueueNDRangeKernel(queue, stages[1].k, 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
  }

  for (int i = 0; i < 5; i++) {
    const size_t global = 64;
    int at = 0;
    give(stages[0].k, &at, choose(i & 1), 0);
    give(stages[0].k, &at, i & 1 ? a : b, 0);
    give(stages[0].k, &at, &i, sizeof i);
    need(clEnqueueNDRangeKernel(queue, stages[0].k, 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
  }

  int other = 1; /* of two tables that differ */
  struct item sets[2][2] = {{{sizeof a, &a}, {sizeof by, &by}}, {{sizeof b, &b}, {sizeof other, &other}}};
  for (int i = 0; i < 3; i++) {
    const size_t global = 64;
    other += by;
    for (int s = 0; s < 2; s++) {
      const struct item *one = sets[s];
      need(clSetKernelArg(stages[1].k, 0, one->size, one->value), "first");
      one++;
      need(clSetKernelArg(stages[1].k, 1, one->size, one->value), "second");
      need(clEnqueueNDRangeKernel(queue, stages[1].k, 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
    }
  }
  show("a", a);
  show("b", b);
  printf("%d\n", limit);
  return 0;
}
