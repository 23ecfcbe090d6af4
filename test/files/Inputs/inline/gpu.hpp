#pragma once
#include <CL/cl.h>

struct Gpu {
  cl_context context;
  cl_device_id device;
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernel;
  void (*made)(Gpu &);
};
// The one object of the program. Nothing else leads from file to file.
inline Gpu gpu;
inline int turns = 5;
