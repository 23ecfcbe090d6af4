// A program around one loop, with the C++ wrapper; it is parsed, not run.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

static cl::Context context;
static cl::CommandQueue queue;
static cl::Program program;
static cl::Buffer data, flag;
static cl::Kernel step(program, "step");
static int stop;

static void setup() {
  step.setArg(0, data);
  step.setArg(1, flag);
}
static void launch() { queue.enqueueNDRangeKernel(step, cl::NullRange, cl::NDRange(64), cl::NDRange(16)); }
static void read_flag() { queue.enqueueReadBuffer(flag, CL_TRUE, 0, sizeof stop, &stop); }
