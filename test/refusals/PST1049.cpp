// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.hpp"

cl::NDRange measured(); // its body is elsewhere

void f(bool flat) {
  cl::NDRange global(64);
  if (!flat)
    global = cl::NDRange(8, 8);
  setup();
  do {
    queue.enqueueNDRangeKernel(step, cl::NullRange, global); // expect PST1049: of the range 'global'
    read_flag();
  } while (!stop);
}

void g() {
  cl::NDRange global = measured();
  setup();
  do {
    queue.enqueueNDRangeKernel(step, cl::NullRange, global); // expect PST1049: of the range 'global'
    read_flag();
  } while (!stop);
}
