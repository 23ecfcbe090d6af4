// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <vector>

void f(int n) {
  std::vector<cl_mem> bufs(n);
  int stop = 0, cur = 0;
  setup();
  while (!stop) {
    clSetKernelArg(step, 0, sizeof(cl_mem), &bufs[cur]); // expect PST1045: the number of elements of 'bufs'
    launch();
    read_flag(&stop);
    cur = 1 - cur;
  }
}
