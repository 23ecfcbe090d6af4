#include <CL/cl.h>

struct cells;
void loop(struct cells *c, cl_command_queue queue, cl_program program, cl_mem cells);
