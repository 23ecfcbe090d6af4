#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include "shape.hh"
#include <cstdio>
unsigned long waves(Shape &, cl_command_queue, cl_program, cl_mem);
unsigned long other();

int main() {
  Shape shape;
  std::printf("slots %d, %s\n", slots,
              waves(shape, 0, 0, 0) == sizeof shape && other() == sizeof shape ? "same" : "DIFFERENT");
}
