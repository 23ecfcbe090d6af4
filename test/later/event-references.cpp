// Events, times and a local size that a function has by reference or by pointer: their times are added up behind the loop.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
// RUN: %{check} --entries 1
// RUN: %{check} --entries 1 --host-flag=-DPOINTERS
// RUN: %{check} --entries 1 --host-flag=-DMEMBER
// RUN: %long env PERSISTIFY_FAULT=places-without-type not %{check} --entries 1
#include "setup.h"

static bool positive(double t) { return t >= 0; }

static void elapsed(double &time, cl_event of) {
  cl_ulong from = 0, to = 0;
  clGetEventProfilingInfo(of, CL_PROFILING_COMMAND_START, sizeof from, &from, nullptr);
  clGetEventProfilingInfo(of, CL_PROFILING_COMMAND_END, sizeof to, &to, nullptr);
  time = (to - from) * 1e-9;
}

#if defined POINTERS
static void rounds(cl_kernel k, cl_mem *a, size_t *local, cl_event *done, int *trips, double *spent) {
  const size_t global = 64;
  double time = 0;
  for (int i = 0; i < 4; i++) {
    clSetKernelArg(k, 0, sizeof *a, a);
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, local, 0, nullptr, done);
    clFinish(queue);
    elapsed(time, *done);
    *spent += time;
    ++*trips;
  }
}
#elif defined MEMBER
class Steps {
public:
  Steps(cl_kernel k, double &spent) : kernel(k), total(spent) {}
  void rounds(cl_mem &a, cl_event &done) {
    const size_t global = 64;
    double time = 0;
    int i = 0;
    do {
      clSetKernelArg(kernel, 0, sizeof a, &a);
      clSetKernelArg(kernel, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, &done);
      clFinish(queue);
      elapsed(time, done);
      total += time;
      count++;
    } while (++i < 4);
  }
  int trips() const { return count; }

private:
  cl_kernel kernel;
  double &total;
  int count = 0;
};
#else
static void rounds(cl_kernel raise, bool *&kept, cl_mem &a, cl_mem &flag, cl_event &done, size_t *local,
                   int &trips, double &spent) {
  const size_t global = 64;
  const int limit = 40;
  double time = 0;
  int again;
  clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof(bool), &kept[1], 0, nullptr, &done);
  do {
    again = 0;
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof again, &again, 0, nullptr, &done);
    clFinish(queue);
    elapsed(time, done);
    spent += time;
    clSetKernelArg(raise, 0, sizeof a, &a);
    clSetKernelArg(raise, 1, sizeof flag, &flag);
    clSetKernelArg(raise, 2, sizeof limit, &limit);
    printf("raise\n");
    cl_int err = clEnqueueNDRangeKernel(queue, raise, 1, nullptr, &global, local, 0, nullptr, &done);
    clFinish(queue);
    elapsed(time, done);
    spent += time;
    if (err != CL_SUCCESS)
      printf("error %d\n", err);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof again, &again, 0, nullptr, &done);
    clFinish(queue);
    elapsed(time, done);
    spent += time;
    trips++;
  } while (again);
}
#endif

int main() {
  start("steps.cl", "");
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, nullptr);
  cl_mem a = ints(64, 1), flag = ints(1, 0);
  bool *kept = new bool[4]();
  cl_event done = nullptr;
  double spent = 0;
  int trips = 0;
  size_t local = 16;
#if defined POINTERS
  rounds(kernel_named("add"), &a, nullptr, &done, &trips, &spent);
#elif defined MEMBER
  Steps s(kernel_named("add"), spent);
  s.rounds(a, done);
  trips = s.trips();
#else
  rounds(kernel_named("raise"), kept, a, flag, done, &local, trips, spent);
#endif
  show("a", a);
  printf("%d trips, %s, %d\n", trips, positive(spent) ? "some time" : "none", kept[1] + (flag == nullptr) + (local != 16));
}
