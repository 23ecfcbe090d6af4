/* Every kind of statement around the launches.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 12
*/
#include "setup.h"

static cl_kernel add_k, raise_k;
static cl_mem data, d_flag;
static size_t global = 64;

static cl_int add(int v) {
  cl_int err = clSetKernelArg(add_k, 0, sizeof data, &data);
  err |= clSetKernelArg(add_k, 1, sizeof v, &v);
  return err | clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}
static int low(int limit) { /* one step; whether something changed */
  int flag = 0;
  clEnqueueWriteBuffer(queue, d_flag, CL_TRUE, 0, sizeof flag, &flag, 0, NULL, NULL);
  clSetKernelArg(raise_k, 0, sizeof data, &data);
  clSetKernelArg(raise_k, 1, sizeof d_flag, &d_flag);
  clSetKernelArg(raise_k, 2, sizeof limit, &limit);
  clEnqueueNDRangeKernel(queue, raise_k, 1, NULL, &global, NULL, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, d_flag, CL_TRUE, 0, sizeof flag, &flag, 0, NULL, NULL);
  return flag;
}

static void do_while(void) {
  int trips = 0;
  do
    trips++;
  while (low(50) && trips < 40);
  printf("do-while %d\n", trips);
}

static void skip(void) { /* continue reaches the step and the test */
  int i, odd = 0;
  for (i = 0; i < 9; i += odd ? 2 : 1) {
    odd = i & 1;
    if (i % 3 == 1)
      continue;
    add(i);
  }
  do {
    odd++;
    if (odd < 3)
      continue;
    add(100);
  } while (odd < 5);
  printf("skip %d %d\n", i, odd);
}

static void nested(void) {
  int outer, inner = 0, sum = 0;
  for (outer = 0; outer < 4; ++outer) {
    for (inner = outer; inner < 4; ++inner) {
      if (inner == 3 && outer == 1)
        break;
      sum += inner * outer;
      add(sum);
    }
    if (outer == 2)
      add(1000);
  }
  printf("nested %d %d %d\n", outer, inner, sum);
}

static void forward(void) { /* goto out of two loops, and over statements */
  int i, j = 0, found = -1;
  for (i = 0; i < 5; i++) {
    for (j = 0; j < 5; j++) {
      if (i * j == 6)
        goto found;
      if (j == 4)
        goto next;
      add(j);
    }
    add(-50);
  next:
    add(7);
    continue;
  found:
    found = i * 10 + j;
    add(found);
    if (found > 0)
      break;
  }
  printf("forward %d %d %d\n", i, j, found);
}

static void cases(void) {
  int state = 0, trips = 0;
  while (trips < 12) {
    trips++;
    switch (state) {
    case 0:
      add(1);
      state = 2;
      break;
    case 1:
      add(10); /* falls through */
    case 2:
      add(100);
      state += trips > 6 ? 1 : -1;
      break;
    default:
      state = -1;
      continue;
    case 3: {
      int again = trips & 1;
      state = again ? 0 : 7;
      if (again)
        break;
      add(1000);
    }
    case -1:
      add(-3);
      state = 0;
    }
    add(state);
  }
  printf("cases %d\n", state);
}

static int leave(int stop) { /* return from the middle, with a message */
  int i, last = 0;
  for (i = 0; i < 10; i++) {
    int now = i * i;
    if (add(now) != CL_SUCCESS)
      return -1;
    last = now;
    if (now > stop) {
      printf("leave at %d with %d\n", i, now);
      clFinish(queue);
      return last + i;
    }
  }
  return last;
}

static void cleanup(void) {
  int i, err = 0, done = 0;
  for (i = 0; i < 10; ++i) {
    err = add(i);
    if (err)
      goto fail;
    if (i == 6) {
      done = i;
      goto end;
    }
  }
  puts("not reached");
end:
  printf("cleanup %d %d %d\n", i, err, done);
  return;
fail:
  exit(1);
}

static void zero_trips(int n) {
  int i, x = 5;
  for (i = 3; i < n; i++) {
    x = 0;
    add(x);
  }
  printf("zero %d %d\n", i, x);
}

static int fact(int n) {
  int p = 1;
  while (n > 1)
    p *= n--;
  return p;
}
static int clamp(int v, int lo, int hi) {
  if (v < lo)
    return lo;
  if (v > hi)
    return hi;
  return v;
}
static void helpers(void) {
  for (int i = 0; i < 7; i++)
    add(clamp(fact(i) + clamp(i, 2, 4), 3, fact(4)));
}

#define REPEAT_UNTIL(c) while (!(c))
#define CHECKED(call)                                                          \
  do {                                                                         \
    cl_int status = (call);                                                    \
    if (status != CL_SUCCESS) {                                                \
      fprintf(stderr, "%s: %d\n", #call, status);                              \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
static void macros(void) {
  int i = 0;
  for (;;) {
    CHECKED(add(i));
    if (++i == 4)
      break;
    {
      int j = 0;
      REPEAT_UNTIL(j == 2) CHECKED(add(j++));
    }
  }
  printf("macros %d\n", i);
}

int main(void) {
  cl_int err;
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", &err);
  raise_k = clCreateKernel(program, "raise", &err);
  data = ints(64, -20);
  d_flag = ints(1, 0);
  do_while();
  skip();
  nested();
  forward();
  cases();
  printf("%d\n", leave(30));
  cleanup();
  zero_trips(2);
  zero_trips(5);
  helpers();
  macros();
  show("data", data);
  return 0;
}
