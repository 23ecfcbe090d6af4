/* Branches that stay with the original loop, in the middle of things: behind output and launches of the same trip, with
   returns, breaks and exceptions of their own, in calls and in inner loops.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/own-members.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1 -- 5 0
   RUN: %{check} --expect-fallback "path" -- 5 1
   RUN: %{check} --expect-fallback "path" -- 5 2
   What the loop is left with is done by the host anyway.
   RUN: %{check} --entries 1 -- 5 3
   RUN: %{check} --entries 1 -- 5 4
*/
#include "setup.h"
#include <stdexcept>
#include <string>

static std::string noted;
static int unknown(const char *what, int i) { // input of the host
  FILE *f = fopen("own-members.cl", "r");
  int c = f ? fgetc(f) : 0;
  if (f)
    fclose(f);
  noted += what + std::to_string(i) + (c == '/' ? "/" : "?");
  return c;
}

struct Run {
  cl_kernel mix;
  cl_mem a;
  int mode;

  int launch(int by) {
    size_t n = 64;
    clSetKernelArg(mix, 0, sizeof a, &a);
    clSetKernelArg(mix, 1, sizeof by, &by);
    if (mode == 1)
      return unknown("early", by);
    clEnqueueNDRangeKernel(queue, mix, 1, NULL, &n, NULL, 0, NULL, NULL);
    return by + 1;
  }

  int all(int trips) {
    int sum = 0;
    for (int i = 0; i < trips; i++) {
      printf("trip %d\n", i);
      for (int k = 0; k < 3; k++) {
        sum += launch(i + k);
        if (mode == 2) {
          if (unknown("inner", k) > 0)
            break;
        } else if (mode == 3) {
          throw std::runtime_error("three" + std::to_string(unknown("thrown", i)));
        } else {
          sum += k;
        }
      }
      if (mode > 3)
        return unknown("left", i) + sum;
      printf("sum %d\n", sum);
    }
    return sum;
  }
};

int main(int, char **argv) {
  start("own-members.cl", "");
  Run r = {kernel_named("mix"), ints(64, 3), atoi(argv[2])};
  try {
    printf("%d\n", r.all(atoi(argv[1])));
  } catch (const std::runtime_error &e) {
    printf("%s\n", e.what());
  }
  printf("%s\n", noted.c_str());
  show("a", r.a);
}
