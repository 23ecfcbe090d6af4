/* Trips that the host runs, since they do what cannot move: the region is left in front of them, and entered behind them.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --reason PST3017 --entries any --host-trips --allow-kernel add=71 --allow-kernel map=3
   RUN: env PERSISTIFY_FAULT=trips-alike not %{check} --entries any --host-trips | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=host-reads not %{check} --entries any --host-trips | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=bound-once not %{check} --entries any --host-trips | FileCheck %s
   CHECK: {{standard output differs|launches expected}}
*/
#include "setup.h"
#include <string.h>

enum { N = 64 };
static cl_kernel add;
static cl_mem data, spare;
static size_t items = N;

/* What only the host can do. */
static void save(const int *of, int count, int step) {
  char line[64];
  int k;
  for (k = 0; k < count; k += 21) {
    snprintf(line, sizeof line, "saved %d: %d\n", step, of[k]);
    fwrite(line, 1, strlen(line), stdout);
  }
}

static void step(int by) {
  clSetKernelArg(add, 0, sizeof data, &data);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

/* The usual one. */
static void checkpoints(int trips, int every) {
  int *copy = (int *)malloc(N * sizeof *copy), i;
  cl_int err = 0;
  for (i = 0; i < trips; i++) {
    step(i);
    if (i % 4 == 3) {
      err = clEnqueueReadBuffer(queue, data, CL_TRUE, 0, N * sizeof *copy, copy, 0, NULL, NULL);
      if (err == CL_SUCCESS)
        save(copy, N, i);
    }
  }
  for (i = 0; i < trips; i++) {
    step(2);
    if (every > 0 && i % every == 0) {
      clEnqueueReadBuffer(queue, data, CL_FALSE, 0, N * sizeof *copy, copy, 0, NULL, NULL);
      clFinish(queue);
      save(copy, 22, i);
    }
  }
  free(copy);
}

/* The host changes numbers that the region reads, counts them by other ways, and ends the loop. */
static void changes(void) {
  int by, i, n = 14, seen = 0;
  unsigned *through = (unsigned *)&by;
  cl_mem now, *where = &now;
  for (by = 1, i = 0; i < 12; i++) {
    step(by);
    if (i % 5 == 2) {
      save(&i, 1, by);
      by = 7 + i;
    }
  }
  for (by = 2, i = 0; i < 12; i++) {
    step(by);
    if (i % 5 == 2) {
      save(&i, 1, by);
      *through = 9u + i;
    }
  }
  for (now = data, i = 0; i < 12; i++) { /* refused: another buffer, by a pointer */
    clSetKernelArg(add, 0, sizeof now, &now);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    if (i % 5 == 2) {
      save(&i, 1, by);
      *where = spare;
    }
  }
  while (n-- > 0) {
    step(n);
    if (n == 3) {
      save(&n, 1, -1);
      break;
    }
    if (n % 4 == 1) {
      save(&n, 1, seen);
      seen++;
    }
  }
  i = 0;
  do {
    int twice = 2 * i;
    i++;
    step(twice);
    if (twice % 6 == 4)
      save(&twice, 1, i);
    else if (i > 8)
      save(&i, 1, 0);
  } while (i < 10);
  printf("n %d, seen %d, i %d, by %d\n", n, seen, i, by);
}

/* When it is time is in a struct, or counted behind the branch. */
static struct { int next, every; } when = {2, 5};
static void counts(void) {
  int i, k = 0;
  for (i = 0; i < 12; i++) {
    step(i);
    if (i == when.next) {
      save(&i, 1, when.next);
      when.next += when.every;
    }
  }
  while (k < 12) {
    step(k);
    if (k % 5 == 2)
      save(&k, 1, 0);
    k++;
  }
}

/* What comes behind a way out of the trip, or of a function. */
static void seldom(int i, int every) {
  if (every <= 0 || i % every != 0)
    return;
  save(&i, 1, every);
}
static void skips(void) {
  int i;
  for (i = 0; i < 12; i++) {
    step(i);
    seldom(i, 5);
  }
  for (i = 0; i < 12; i++) {
    step(i + 1);
    if (i % 4)
      continue;
    save(&i, 1, 0);
    save(&i, 1, 1);
  }
}

/* Two buffers in turn, and all that belongs together in a struct. */
static void exchanges(void) {
  cl_kernel map = kernel_named("map");
  cl_mem in = ints(N, 1), out = ints(N, 0), other;
  int i, copy[N];
  for (i = 0; i < 20; i++) {
    clSetKernelArg(map, 0, sizeof in, &in);
    clSetKernelArg(map, 1, sizeof out, &out);
    clSetKernelArg(map, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, map, 1, NULL, &items, NULL, 0, NULL, NULL);
    other = in;
    in = out;
    out = other;
    if (i % 6 == 5) {
      clEnqueueReadBuffer(queue, in, CL_TRUE, 0, sizeof copy, copy, 0, NULL, NULL);
      save(copy, N, i);
    }
  }
  show("in", in);
  show("out", out);
}
struct simulation {
  cl_mem field;
  cl_kernel add;
  size_t items;
  int by, every, *copy;
};
static void simulate(struct simulation *s, int trips) {
  int i;
  for (i = 0; i < trips; i++) {
    clSetKernelArg(s->add, 0, sizeof s->field, &s->field);
    clSetKernelArg(s->add, 1, sizeof s->by, &s->by);
    clEnqueueNDRangeKernel(queue, s->add, 1, NULL, &s->items, NULL, 0, NULL, NULL);
    if (i % s->every == 0) {
      clEnqueueReadBuffer(queue, s->field, CL_TRUE, 0, s->items * sizeof *s->copy, s->copy, 0, NULL, NULL);
      save(s->copy, 22, i);
      s->by++;
    }
  }
}

/* Events are pending between two trips: the branch is left to the original loop, which never comes to it. */
static void never(int i, int n) {
  while (i < n) {
    cl_event done;
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, &done);
    clWaitForEvents(1, &done);
    clReleaseEvent(done);
    if (i == 77)
      save(&i, 1, n);
    i++;
  }
}

/* What leads to numbers is another pointer then: refused. */
static int low[3] = {1, 2, 3}, high[3] = {7, 8, 9}, *table = low;
static void leads(void) {
  int **by = &table, i;
  for (i = 0; i < 12; i++) {
    step((*by)[1]);
    if (i % 4 == 1) {
      save(&i, 1, 5);
      table = table == low ? high : low;
    }
  }
}

/* What the region leaves in a pointer is its own: refused. */
static void remembers(void) {
  static const int table[3] = {5, 6, 7};
  const int *mark = table;
  int i;
  for (i = 0; i < 12; i++) {
    if (i % 4 == 3)
      save(mark, 1, i);
    mark = table + i % 3;
    step(*mark);
  }
}

/* Beside output of the other trips. */
static void prints(void) {
  int i;
  for (i = 0; i < 9; i++) {
    printf("trip %d\n", i);
    step(i);
    if (i % 3 == 1)
      save(&i, 1, 2);
  }
}

int main(int argc, char **argv) {
  (void)argv;
  start("steps.cl", "");
  add = kernel_named("add");
  data = ints(N, 0);
  spare = ints(N, 7);
  checkpoints(12, 5);
  checkpoints(6, 0);
  changes();
  prints();
  remembers();
  counts();
  skips();
  leads();
  never(argc - 1, 12);
  exchanges();
  {
    int copy[N];
    struct simulation s;
    s.field = data, s.add = add, s.items = N, s.by = 2, s.every = 4, s.copy = copy;
    simulate(&s, 12);
  }
  show("data", data);
  show("spare", spare);
  return 0;
}
