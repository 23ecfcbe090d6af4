#ifndef STATE_H
#define STATE_H
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#define SLOTS 3
typedef struct State { int slots[SLOTS]; cl_command_queue q; cl_program p; cl_mem v; } State;
int steps(State *s, int n);
#endif
