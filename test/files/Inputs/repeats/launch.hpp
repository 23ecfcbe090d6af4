#ifndef LAUNCH_HPP
#define LAUNCH_HPP
#include <CL/cl.h>

extern cl_command_queue queue;
extern cl_kernel kernel;
void step();
void pong(int n);
#endif
