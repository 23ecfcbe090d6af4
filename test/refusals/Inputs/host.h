/* A program around one loop; it is parsed, not run. */
#include <CL/cl.h>

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_program program;
static cl_kernel step;
static cl_mem data, flag;
static size_t global = 64, local = 16;

static void setup(void) {
  step = clCreateKernel(program, "step", NULL);
  clSetKernelArg(step, 0, sizeof(cl_mem), &data);
  clSetKernelArg(step, 1, sizeof(cl_mem), &flag);
}

/* What a usual loop does: launch, and read the stop flag. */
static void launch(void) {
  clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, &local, 0, NULL, NULL);
}
static void read_flag(int *stop) {
  clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof *stop, stop, 0, NULL, NULL);
}
