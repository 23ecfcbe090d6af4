// See event-types.c: by the wrapper's getInfo, and by a helper that is given what to ask for.
// RUN: %refused %S/steps.cl %s -- -- -DCL_TARGET_OPENCL_VERSION=120
// RUN: %refused %S/steps.cl %s -- -- -DCL_TARGET_OPENCL_VERSION=120 -DHELPER
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <iostream>
#include <vector>

static std::vector<cl::Event> done;

static void keep(cl::CommandQueue &queue, cl::Program &program) {
  cl::Kernel add(program, "add");
  for (int t = 0; t < 8; ++t) {
    cl::Event e;
    add.setArg(1, t);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64), cl::NullRange, nullptr, &e); // expect PST1013: event '&e'
    done.push_back(e);
  }
}

#ifdef HELPER
static cl_uint ask(const cl::Event &e, cl_event_info what) {
  cl_uint value = 0;
  clGetEventInfo(e(), what, sizeof value, &value, nullptr);
  return value;
}
#endif

void all(cl::CommandQueue &queue, cl::Program &program) {
  keep(queue, program);
  for (cl::Event &e : done)
#ifdef HELPER
    std::cout << ask(e, CL_EVENT_COMMAND_TYPE) << '\n';
#else
    std::cout << e.getInfo<CL_EVENT_COMMAND_TYPE>() << '\n';
#endif
}
