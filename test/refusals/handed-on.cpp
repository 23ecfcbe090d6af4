// A function of OpenCL's that only a function of the library calls: the loop launches, and is told of.
// RUN: not %persistify %S/../host/handed-functions.cl %s -o %t -- %cl_inc 2>&1 | FileCheck %s
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <functional>
#include <utility>

template <typename Function, typename... Given> cl_int called(Function f, Given &&...given) {
  // CHECK: [[@LINE+1]]:{{.*}}: warning: call of 'std::invoke' inside the loop
  return std::invoke(f, std::forward<Given>(given)...);
}

struct Step {
  cl_command_queue queue;
  cl_kernel kernel;
  cl_int over(size_t items) {
    return called(clEnqueueNDRangeKernel, queue, kernel, 1u, static_cast<const size_t *>(nullptr), &items,
                  static_cast<const size_t *>(nullptr), 0u, static_cast<const cl_event *>(nullptr),
                  static_cast<cl_event *>(nullptr));
  }
};

void steps(Step step, int trips) {
  // CHECK: [[@LINE+1]]:{{.*}}: note: this loop is left as it is
  for (int t = 0; t < trips; ++t) {
    clSetKernelArg(step.kernel, 3, sizeof t, &t);
    step.over(64);
  }
}
