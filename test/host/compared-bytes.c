/* memcmp where only whether the bytes are the same is asked: arrays read back, parts of them, memory of a length that only the run knows,
   members, characters, numbers of floating point by their bits. Which is less is not told.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 5
   RUN: %{check} --entries 5 -- 37
   RUN: env PERSISTIFY_FAULT=numbers-as-bytes not %{check} --entries 5
   A length that is no number of elements:
   RUN: %{check} --host-flag=-DODD --expect-fallback 'an index that is none of those that the program was seen to use' --allow-kernel raise
   RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DLESS 2>&1 | FileCheck %s
   CHECK: call of 'memcmp' inside the loop: there is no model of this use of the library for the device [PST1001]
*/
#include "setup.h"

typedef struct {
  int at[4];
  float weight[4];
} state;

static cl_kernel raise_kernel;
static cl_mem a;
static void raise(int limit) {
  const size_t global = 64;
  clSetKernelArg(raise_kernel, 2, sizeof limit, &limit);
  clEnqueueNDRangeKernel(queue, raise_kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
}
static void get(int first, size_t bytes, void *to) {
  clEnqueueReadBuffer(queue, a, CL_TRUE, first * sizeof(int), bytes, to, 0, NULL, NULL);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 64, i, same = 0, now[64], before[64] = {0}, *part, *last;
  char x[3] = {1, 2, 3}, y[3] = {1, 2, 3};
  state s, t;
  cl_mem flag;
  memset(&s, 0, sizeof s);
  memset(&t, 0, sizeof t);
  start("steps.cl", "");
  raise_kernel = kernel_named("raise");
  a = ints(64, 1);
  flag = ints(1, 0);
  clSetKernelArg(raise_kernel, 0, sizeof a, &a);
  clSetKernelArg(raise_kernel, 1, sizeof flag, &flag);
  part = (int *)calloc(n, sizeof *part);
  last = (int *)calloc(n, sizeof *last);

#if defined ODD
  for (i = 0; i < 4; i++) {
    raise(70);
    get(0, sizeof now, now);
    same += !memcmp(now, before, n - 1);
  }
#elif defined LESS
  for (i = 0; i < 4; i++) {
    raise(70);
    get(0, sizeof now, now);
    same += memcmp(now, before, sizeof now) < 0;
  }
#else
  for (i = 0; i < 40; i++) { /* until nothing changes */
    raise(70);
    get(0, sizeof now, now);
    if (memcmp(now, before, sizeof now) == 0)
      break;
    memcpy(before, now, sizeof before);
  }
  printf("%d %d\n", i, before[7]);
  for (i = 0; i < 40; i++) { /* of an unknown length */
    raise(90);
    get(0, n * sizeof *part, part);
    if (i && !memcmp(part, last, n * sizeof *part))
      break;
    memcpy(last, part, n * sizeof *part);
  }
  printf("%d %d\n", i, last[5]);
  for (i = 0; i < 9; i++) { /* members, parts, in other conditions */
    raise(93 + i);
    get(0, sizeof s.at, s.at);
    s.weight[i & 3] = i == 4 ? -0.0f : (float)(i / 4 * 4);
    same += memcmp(s.at, t.at, sizeof s.at) ? 1 : 100;
    if (memcmp(s.weight, t.weight, sizeof s.weight) != 0)
      same += 1000;
    if (!memcmp(s.at + 1, t.at + 1, 2 * sizeof(int)) && i > 2)
      same -= 7;
    if (i & 1)
      t = s;
    else
      memcpy(t.at, s.at, 2 * sizeof(int));
  }
  printf("%d\n", same);
  for (i = 0; i < 6; i++) { /* characters */
    raise(99);
    y[i % 3] ^= 1;
    same += memcmp(now, before, sizeof now) && memcmp((unsigned *)now, before, 8) ? 2 : 3;
    while (memcmp(x, y, sizeof x)) {
      x[i % 3] = y[i % 3];
      same += 5;
    }
  }
  for (i = 0; i < 3; i++) { /* what is no number is the same as itself, zero is not minus zero */
    raise(99);
    s.weight[0] = s.weight[1] - s.weight[1];
    s.weight[0] = s.weight[0] / s.weight[0];
    t.weight[0] = s.weight[0];
    same += memcmp(s.weight, t.weight, sizeof(float)) == 0;
    s.weight[2] = 0;
    t.weight[2] = -s.weight[2];
    same += memcmp(&s.weight[2], t.weight + 2, sizeof(float)) ? 10 : 0;
  }
#endif
  printf("%d %d\n", same, now[3]);
  show("a", a);
  return 0;
}
