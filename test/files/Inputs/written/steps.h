#include <CL/cl.h>
#include <cstdio>

struct Device {
  cl_context context;
  cl_command_queue queue;
  cl_program program;
};

long elsewhere(Device &d, cl_mem a); // other.cpp

// Its functions are made in main.cpp, which other.cpp relies on.
template <class T> long total(Device &d, cl_mem a, T first, int trips);
