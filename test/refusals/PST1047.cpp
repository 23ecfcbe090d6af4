// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <map>
#include <string>

void f(const char *which) {
  std::map<std::string, cl_mem> bufs = {{"a", data}, {"b", data}};
  int stop = 0;
  setup();
  while (!stop) {
    clSetKernelArg(step, 0, sizeof(cl_mem), &bufs[which]); // expect PST1047: the element of 'bufs'
    launch();
    read_flag(&stop);
  }
}
