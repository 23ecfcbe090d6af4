/* Lists of events that functions fill, and what the program reads of them behind the loop: two lists in one loop, one of two, by another
   name of the memory, a row of a table, lists that are members and count themselves, one that is given whole, pointers of the trip.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 12
   RUN: env PERSISTIFY_FAULT=events-by-constants not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 12
*/
#include "setup.h"

enum { N = 15, ROOM = 20 };
static cl_kernel add;
static cl_mem data;
static const size_t global = 64;

static void launch(int v, cl_event *done) {
  clSetKernelArg(add, 0, sizeof data, &data);
  clSetKernelArg(add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, done);
}

/* How many have times, and which, so that no two lists give the same. */
static void report(const char *what, const cl_event *list, int n) {
  int good = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    cl_ulong from = 0, to = 0;
    if (!list[i])
      continue;
    clWaitForEvents(1, &list[i]);
    if (!clGetEventProfilingInfo(list[i], CL_PROFILING_COMMAND_START, sizeof from, &from, NULL) &&
        !clGetEventProfilingInfo(list[i], CL_PROFILING_COMMAND_END, sizeof to, &to, NULL) && to >= from) {
      good++;
      sum += (i + 1) * (i + 1);
    }
    clReleaseEvent(list[i]);
  }
  printf("%s: %d, %d\n", what, good, sum);
}

static void two(void) {
  cl_event a[ROOM] = {NULL}, b[ROOM] = {NULL};
  int na = 0, nb = 0;
  for (int i = 0; i < N; i++) {
    if (i % 4 == 1) {
      launch(i, &a[na]);
      na++;
    } else {
      launch(i, &b[nb]);
      if (b[nb])
        ++nb;
    }
  }
  report("first", a, ROOM);
  report("second", b, ROOM);
}

static void one_of_two(void) {
  cl_event odd[ROOM] = {NULL}, even[ROOM] = {NULL};
  for (int i = 0; i < N; i++)
    launch(i, i % 2 ? &odd[i] : &even[i]);
  report("odd", odd, ROOM);
  report("even", even, ROOM);
}

static void other_names(void) {
  cl_event *all = (cl_event *)calloc(2 * ROOM, sizeof *all), *list;
  list = all;
  for (int i = 0; i < N; i++)
    launch(i, list + i);
  report("memory", all, 2 * ROOM);
  free(all);
  cl_event pool[2 * ROOM] = {NULL}, *behind = pool + 10;
  for (int i = 0; i < N; i++)
    launch(i, &behind[i]);
  report("part", pool, 2 * ROOM);
}

static void row_of_table(void) {
  cl_event rows[8][4], *row = rows[3];
  memset(rows, 0, sizeof rows);
  for (int i = 0; i < N; i++)
    launch(i, row + i % 4);
  report("row", &rows[0][0], 32);
}

struct times {
  int used;
  cl_event each[ROOM];
};

static void step(struct times *t, int i) {
  launch(i, &t->each[i]);
  t->used++;
}

static void members(void) {
  struct times t;
  memset(&t, 0, sizeof t);
  for (int i = 0; i < N; i++)
    step(&t, i);
  report("members", t.each, t.used);
}

static void twice(int i, cl_event *list) {
  launch(i, &list[i]);
  if (i % 3 == 2)
    launch(1, list + i - 1);
}

static void whole(void) {
  cl_event list[ROOM] = {NULL};
  for (int i = 0; i < N; i++)
    twice(i, list);
  report("whole", list, ROOM);
}

/* Members and their counter behind a pointer, and in memory that a member leads to. */
static struct times known;
static void counted(void) {
  struct times *t = &known;
  for (int i = 0; i < N; i++) {
    launch(i, &t->each[t->used]);
    t->used++;
  }
  report("counted", t->each, t->used);
}

struct log {
  int used;
  cl_event *each;
};
static void logged(void) {
  struct log log = {0, (cl_event *)calloc(2 * ROOM, sizeof(cl_event))};
  cl_event *all = log.each;
  for (int i = 0; i < N; i++)
    launch(i, &log.each[log.used++]);
  report("logged", all, 2 * ROOM);
  free(all);
}

/* A short list beside one in memory: nobody asks which element. */
static void beside(int n) {
  cl_event *each = (cl_event *)malloc(n * sizeof *each), few[16];
  for (int i = 0; i < n; i++) {
    launch(i, &each[i]);
    launch(2, &few[i]);
  }
  report("memory", each, n);
  report("few", few, n);
  free(each);
}

/* By pointers of the trip. */
static void by_pointers(void) {
  cl_event a[2 * ROOM] = {NULL}, b[2 * ROOM] = {NULL};
  for (int i = 0; i < N; i++) {
    cl_event *at = &a[i], *one = i % 3 ? a : b, *next;
    launch(i, at);
    launch(2, &one[ROOM + i]);
    next = b;
    next += i;
    launch(3, next);
  }
  report("a", a, 2 * ROOM);
  report("b", b, 2 * ROOM);
}

/* Elements by turns, released in between. */
static void turns(void) {
  cl_event list[ROOM] = {NULL};
  for (int i = 0; i < N; i++) {
    launch(i, &list[i % 12]);
    clWaitForEvents(1, &list[i % 12]);
    clReleaseEvent(list[i % 12]);
    list[i % 12] = NULL;
  }
  report("turns", list, ROOM);
}

int main(void) {
  start("steps.cl", "");
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  add = kernel_named("add");
  data = ints(64, 3);
  two();
  one_of_two();
  other_names();
  row_of_table();
  members();
  whole();
  turns();
  counted();
  logged();
  beside(12);
  by_pointers();
  show("data", data);
  return 0;
}
