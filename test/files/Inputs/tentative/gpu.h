#include <CL/cl.h>

/* Of C before C11's habits: every file defines them, and the linker makes one of each (-fcommon). */
cl_context context;
cl_device_id device;
cl_command_queue queue;
cl_kernel kernel;
int turns;
