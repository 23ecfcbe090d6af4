/* Lists of events that are filled in the loop and read behind it, and events that some ways leave null.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 8
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 8 -- 1
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback "line 149: an index that is none of those" -- 1 others
   RUN: env PERSISTIFY_FAULT=last-element not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 9 -- 1 others
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s
   CHECK: note: events of commands in the loop stand for the one launch that replaces them [PST3013]
   CHECK: 9 loops transformed, 0 refused
*/
#include "setup.h"

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;
static cl_command_queue q;
static int odd;

static void launch(int v, cl_event *ev) {
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, ev);
}
static int has_times(cl_event ev) {
  cl_ulong begin = 0, end = 0;
  cl_int err = clGetEventProfilingInfo(ev, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
  err |= clGetEventProfilingInfo(ev, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
  clReleaseEvent(ev);
  return err == CL_SUCCESS && end >= begin;
}

/* An element is counted if the command has set it. */
static void counted(void) {
  cl_event list[100] = {NULL};
  int n = 0, good = 0, i;
  for (i = 0; i < 12; i++) {
    clSetKernelArg(add_k, 0, sizeof data, &data);
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &list[n]);
    if (list[n] != NULL)
      n++;
  }
  clFinish(q);
  for (i = 0; i < 100; i++)
    if (list[i] != NULL)
      good += has_times(list[i]);
  printf("counted: %d, %d good\n", n, good);
}

/* The profile of a program: records with a name, kept by a function that looks at what it is given. */
struct record {
  const char *name;
  int step;
  cl_event ev;
};
static struct record profile[300];
static int records;
static void keep(const char *name, int step, cl_event ev) {
  if (ev == NULL || records >= 300)
    return;
  profile[records].name = name;
  profile[records].step = step;
  profile[records].ev = ev;
  records++;
}
static void recorded(void) {
  int good = 0, adds = 0, steps = 0, i;
  for (i = 0; i < 9; i++) {
    cl_event ev = NULL, none = NULL;
    launch(i, &ev);
    keep("add", i, ev);
    keep("none", i, none);
  }
  clFinish(q);
  for (i = 0; i < records; i++) {
    adds += strcmp(profile[i].name, "add") == 0;
    steps += profile[i].step;
    good += has_times(profile[i].ev);
  }
  printf("recorded: %d, %d adds, steps %d, %d good\n", records, adds, steps, good);
}

/* Some ways set an event, others do not: what is decided by that is in the results. */
static void sometimes(void) {
  int first = 0, second = 0, neither = 0;
  for (int i = 0; i < 13; i++) {
    cl_event a = NULL, b = 0;
    if (i % 3 == 0)
      launch(1, &a);
    if (i % 2 == odd)
      launch(10, &b);
    if (a != NULL)
      first += i;
    if (!b)
      neither += !a;
    else
      second++;
    if (a)
      clReleaseEvent(a);
    if (NULL != b)
      clReleaseEvent(b);
  }
  printf("sometimes: %d %d %d\n", first, second, neither);
}

/* Forgotten again, and handed on. */
static void handed_on(void) {
  int mine = 0, theirs = 0;
  for (int i = 0; i < 8; i++) {
    cl_event a = NULL, last = NULL;
    launch(3, &a);
    if (i & 1) {
      last = a;
      a = NULL;
    }
    mine += a != NULL;
    theirs += last == NULL ? 0 : 1;
    if (a)
      clReleaseEvent(a);
    if (last)
      clReleaseEvent(last);
  }
  printf("handed on: %d %d\n", mine, theirs);
}

/* Of a few, by an index. */
static void few(void) {
  int set = 0, i, k;
  for (i = 0; i < 6; i++) {
    cl_event stage[3] = {NULL, NULL, NULL};
    launch(5, &stage[i % 3]);
    for (k = 0; k < 3; k++) {
      if (stage[k] != NULL)
        set += 1 << k;
    }
    clReleaseEvent(stage[i % 3]);
  }
  printf("few: %d\n", set);
}

/* A test that is about another element than the one that was set: the original loop goes on. */
static void others(void) {
  cl_event list[40] = {NULL};
  int seen = 0, i;
  for (i = 0; i < 7; i++) {
    clSetKernelArg(add_k, 0, sizeof data, &data);
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &list[i]);
    if (list[i + (i == 5)] != NULL)
      seen++;
  }
  for (i = 0; i < 7; i++)
    clReleaseEvent(list[i]);
  printf("others: %d\n", seen);
}

/* In a struct, with a flag that says whether times are taken. */
struct app {
  int profiling, n;
  cl_event events[128];
};
static void in_struct(struct app *app) {
  int good = 0, i;
  for (i = 0; i < 10; i++) {
    clSetKernelArg(add_k, 0, sizeof data, &data);
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, app->profiling ? &app->events[app->n++] : NULL);
  }
  clFinish(q);
  for (i = 0; i < 128; i++)
    if (app->events[i])
      good += has_times(app->events[i]);
  printf("in struct: %d, %d good\n", app->n, good);
}

/* What the last trip left. */
static void left(void) {
  cl_event end = NULL;
  int i, had = 0;
  for (i = 0; i < 5; i++) {
    end = NULL;
    if (i != 4 - odd)
      launch(2, &end);
    if (end != NULL)
      had++;
  }
  printf("left: %d, %s\n", had, end ? "set" : "null");
}

/* Two lists, one after the other. */
static void two(void) {
  cl_event a[20] = {NULL}, b[20] = {NULL};
  int na = 0, nb = 0, good = 0, i;
  for (i = 0; i < 15; i++) {
    if (i % 4 == 1) {
      clSetKernelArg(add_k, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &a[na]);
      na++;
    } else {
      clSetKernelArg(add_k, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &b[nb]);
      if (b[nb])
        ++nb;
    }
  }
  clFinish(q);
  for (i = 0; i < 20; i++)
    good += (a[i] ? has_times(a[i]) : 0) + (b[i] ? has_times(b[i]) : 0);
  printf("two: %d %d, %d good\n", na, nb, good);
}

int main(int argc, char **argv) {
  static struct app app;
  (void)argv;
  odd = argc > 1;
  start("steps.cl", "");
  q = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  add_k = kernel_named("add");
  data = ints(64, 3);
  app.profiling = odd;
  counted();
  recorded();
  sometimes();
  handed_on();
  few();
  if (argc > 2)
    others();
  in_struct(&app);
  left();
  two();
  show("data", data);
  return 0;
}
