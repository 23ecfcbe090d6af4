/* Loops that step over an array of structs by a pointer, or over numbers by one that is declared in front of them.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 13
   RUN: %{check} --entries 13 --host-flag=-DN=15
   Past the end of the array, where no pointer is, but machines compare it:
   RUN: %{check} --host-flag=-DPAST --expect-fallback 'an index that is none of those that the program was seen to use' --allow-kernel add
   RUN: env PERSISTIFY_FAULT=steps-out not %{check} --host-flag=-DPAST --expect-fallback 'an index' --allow-kernel add
   Where it has come to is the program's to know:
   RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DREAD 2>&1 | FileCheck %s
   RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DGOES_ON 2>&1 | FileCheck %s
   RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DNUMBERS 2>&1 | FileCheck %s
   CHECK: 'j' has type '{{job|int}} *', which cannot be carried by the device [PST1004]
*/
#include "setup.h"

#ifndef N
#define N 5
#endif

typedef struct {
  cl_mem on;
  int by;
  struct {
    float f;
    int d[2];
  } in;
} job;

static cl_kernel add;
static void run(cl_mem on, int by) {
  const size_t global = 64;
  clSetKernelArg(add, 0, sizeof on, &on);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
}
static job *taken(job **from) { return (*from)++; }

int main(void) {
  job jobs[N], *j, *const end = jobs + N, *last;
  int numbers[40], *n, sum = 0, k;
  start("steps.cl", "");
  add = kernel_named("add");
  memset(jobs, 0, sizeof jobs);
  for (k = 0; k < N; k++) {
    jobs[k].on = ints(64, 10 * k);
    jobs[k].by = k + 1;
  }
  for (k = 0; k < 40; k++)
    numbers[k] = k * k % 11;
  last = jobs + 3;

#if defined PAST
  k = 0;
  for (job *p = jobs; p < jobs + 5 && k < 40; p += 2, k++) {
    run(p->on, p->by);
    sum += p->by;
  }
#elif defined NUMBERS
  {
    int *j = numbers;
    while (j < numbers + 9)
      run(jobs[0].on, *j++);
  }
#elif defined GOES_ON
  j = jobs;
  while (j < end)
    run(j->on, j++->by);
#elif defined READ
  for (j = jobs; j != end; ++j)
    run(j->on, j->by);
  sum = (int)(j - jobs);
#else
  for (job *p = jobs; p != jobs + N; ++p) { /* of the loop's own */
    run(p->on, p->by);
    p->by += 3;
    p->in.d[sum & 1] = sum;
    sum += p->by;
  }
  for (j = jobs; j != end; ++j) /* declared in front, as its end is */
    run(j->on, j->by++);
  for (j = jobs; j < last; j++) { /* not over all of them */
    if (j->by & 1)
      continue;
    run(j->on, (int)(j - jobs));
  }
  for (j = jobs + N - 1; j > jobs; j--) { /* backwards, left in between */
    run(j->on, j->in.d[0] + j->in.d[1]);
    if (j->by == 6)
      break;
    j->in.f += 0.5f;
  }
  for (job *p = jobs; p - jobs < N; ++p) /* by its distance */
    run(p->on, p->by);
  for (job *p = jobs, *e = jobs + N - 1; p < e; p++, e--) /* both ends */
    run(e->on, p->by * e->by);
  for (job *p = jobs; p != end;) { /* by a function that moves it */
    job *t = taken(&p);
    run(t->on, t->by++);
  }
  for (k = 0, j = jobs; k < N; k++, ++j) /* beside a counter */
    run(j->on, k - j->by);
  for (job *p = jobs, *q = jobs + 1; q != end; p++, q++) /* one behind the other */
    if (p->by < q->by)
      run(p->on, q->by);
    else
      q->by += 2;
  for (n = numbers; n < numbers + 40; n += 7) { /* numbers */
    run(jobs[0].on, *n);
    *n += 2;
    sum += *n;
  }
  for (j = jobs; j < last;) { /* in the body */
    run(j->on, j->by);
    if (j->by & 1)
      j++;
    else
      j += 2;
  }
  for (k = 0; k < 3; k++) /* anew in each trip */
    for (j = jobs; j != end; j++)
      run(j->on, j->by + k);
  for (n = numbers; *n != 9; n++) /* until one is found */
    run(jobs[1].on, *n);
#endif
  for (k = 0; k < N; k++) {
    printf("%d %g %d %d\n", jobs[k].by, jobs[k].in.f, jobs[k].in.d[0], jobs[k].in.d[1]);
    show("on", jobs[k].on);
  }
  printf("%d %d\n", sum, numbers[14]);
  return 0;
}
