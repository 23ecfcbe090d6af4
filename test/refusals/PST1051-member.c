/* By the address of a member a function may come to what stands beside it, and a pointer to sizes may lead there.
   RUN: %refused %S/Inputs/step.cl %s
   RUN: env PERSISTIFY_FAULT=named-members not %refused %S/Inputs/step.cl %s
*/
#include "Inputs/host.h"
#include <time.h>

struct plan {
  size_t spent, rounds;
  size_t *sizes;
};

static void bump(size_t *sum) { sum[0] += (size_t)clock(); }

static void loop(struct plan *p, int n) {
  int i;
  setup();
  for (i = 0; i < n; i++) {
    clEnqueueNDRangeKernel(queue, step, 1, NULL, p->sizes, NULL, 0, NULL, NULL);
    clFinish(queue);
    bump(&p->spent); // expect PST1051: it changes 'p->spent', which the loop may use as '(*p->sizes)'
  }
}

int main(void) {
  struct plan p = {0, 0, &global};
  loop(&p, 3);
  return (int)p.rounds;
}
