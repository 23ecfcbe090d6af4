// Times of two kernels are added up in an object, by its methods; now and then the host maps the buffer, with an event that the object has, too.
// REQUIRES: device
// ROWS: host-trips
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file seen.txt --reason PST3017 --entries 6
// RUN: %{check} --allow-kernel add=5 --allow-kernel map=5
// RUN: %long env PERSISTIFY_FAULT=no-event-between not %{check} --allow-kernel add=5 --allow-kernel map=5
// RUN: %long env PERSISTIFY_FAULT=event-owner not %{check} --allow-kernel add=5 --allow-kernel map=5
#include "setup.h"
#include <fstream>

namespace {
constexpr int N = 40;
class Stages {
public:
  Stages(cl_kernel add, cl_kernel map, cl_mem a, cl_mem b) : add(add), map(map), a(a), b(b) {}
  void step(int i) {
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    run(add, first);
    clSetKernelArg(map, 0, sizeof a, &a);
    clSetKernelArg(map, 1, sizeof b, &b);
    clSetKernelArg(map, 2, sizeof i, &i);
    run(map, second);
    ++steps;
  }
  void look(std::ostream &to) {
    int *p = (int *)clEnqueueMapBuffer(queue, b, CL_FALSE, CL_MAP_READ, 0, N * sizeof(int), 0, NULL, &done, NULL);
    clWaitForEvents(1, &done);
    to << steps << ": " << p[0] << " " << p[N - 1] << "\n";
    clEnqueueUnmapMemObject(queue, b, p, 0, NULL, NULL);
    clReleaseEvent(done);
  }
  bool timed() const { return first >= 0 && second >= 0; }

private:
  void run(cl_kernel k, double &took) {
    const size_t n = N;
    cl_ulong t[2];
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, &done);
    clWaitForEvents(1, &done);
    clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_START, sizeof t[0], &t[0], NULL);
    clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, sizeof t[1], &t[1], NULL);
    took += (t[1] - t[0]) * 1e-6;
    clReleaseEvent(done);
  }
  cl_kernel add, map;
  cl_mem a, b;
  cl_event done = nullptr;
  double first = 0, second = 0;
  int steps = 0;
};
} // namespace

int main() {
  start("steps.cl", "");
  clReleaseCommandQueue(queue);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  cl_mem a = ints(N, 5), b = ints(N, 0);
  Stages stages(kernel_named("add"), kernel_named("map"), a, b);
  for (int i = 1; i <= 32; ++i) {
    stages.step(i);
    if (i % 6 == 0) {
      std::ofstream out("seen.txt", i == 6 ? std::ios::out : std::ios::app);
      stages.look(out);
    }
  }
  show("a", a);
  show("b", b);
  puts(stages.timed() ? "timed" : "not timed");
}
