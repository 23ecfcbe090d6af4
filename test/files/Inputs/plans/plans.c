#include "plans.h"
#include <stdio.h>
#include <stdlib.h>

enum { KINDS = 20 };

typedef struct plan {
  int set, times;
  size_t local[3];
} plan;

static plan plans[KINDS];
static plan *logged = NULL;
static int used = 0, room = 0;
static cl_command_queue queue;

void plans_start(cl_context c, cl_command_queue q) {
  (void)c;
  queue = q;
}

void plans_set(int kind, size_t local) {
  plans[kind].set = 1;
  plans[kind].local[0] = local;
}

void plans_log(int size) {
  room = size;
  logged = calloc((size_t)size, sizeof *logged);
}

int plans_logged(void) { return used; }

static void note(int kind, const size_t local[3]) {
  if (logged == NULL)
    return;
  if (used >= room) {
    room *= 2;
    logged = realloc(logged, (size_t)room * sizeof *logged);
  }
  logged[used].set = kind;
  logged[used].local[0] = local[0];
  used++;
}

static size_t *local_size(size_t local[3], int kind) {
  if (kind < KINDS && plans[kind].set) {
    local[0] = plans[kind].local[0];
    return local;
  }
  local[0] = 0;
  return NULL;
}

cl_event plans_run(cl_kernel k, int kind, size_t n, const cl_event *after) {
  size_t local[3];
  cl_event done = NULL;
  cl_int err;
  int count = 0;
  if (after != NULL)
    for (; after[count] != NULL; count++)
      ;
  err = clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, local_size(local, kind), (cl_uint)count, after, after != NULL ? &done : NULL);
  if (err != CL_SUCCESS)
    printf("%d\n", (int)err);
  else
    note(kind, local);
  return done;
}
