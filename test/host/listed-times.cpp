// Times of the commands in lists of events, as many as the list has: a member, a local list, and one of a class.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 3
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

struct Session {
  cl_context context;
  cl_command_queue queue;
  cl_kernel add;
  std::vector<cl_event> events;
};

static Session session;
static size_t global = 64;

static void open(Session &s, size_t kernels) {
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  s.context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  s.queue = clCreateCommandQueue(s.context, device, CL_QUEUE_PROFILING_ENABLE, nullptr);
  std::ifstream in("steps.cl");
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const char *source = text.c_str();
  cl_program program = clCreateProgramWithSource(s.context, 1, &source, nullptr, nullptr);
  clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  s.add = clCreateKernel(program, "add", nullptr);
  s.events.resize(kernels);
}

static void launch(int v, cl_event *done) {
  clSetKernelArg(session.add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(session.queue, session.add, 1, nullptr, &global, nullptr, 0, nullptr, done);
  clFinish(session.queue);
}

static double length(cl_event e) {
  cl_ulong from = 0, to = 0;
  clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_START, sizeof from, &from, nullptr);
  clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof to, &to, nullptr);
  return (to - from) / 1e6;
}

class Timer {
public:
  Timer() { steps.resize(2); }
  int run(cl_mem data, int least) {
    int got = 0, trips = 0;
    do {
      launch(3, &steps[0]);
      launch(4, &steps[1]);
      if (trips > 0)
        for (size_t i = 0; i < steps.size(); i++) {
          const double took = length(steps.at(i));
          sum += took;
        }
      clEnqueueReadBuffer(session.queue, data, CL_TRUE, 4, sizeof got, &got, 0, nullptr, nullptr);
      trips++;
    } while (got < least);
    return trips;
  }
  bool good() const { return sum >= 0 && sum < 1e9; }

private:
  std::vector<cl_event> steps;
  double sum = 0;
};

int main() {
  open(session, 2);
  cl_int zeros[64] = {0};
  cl_mem data = clCreateBuffer(session.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, nullptr);
  clSetKernelArg(session.add, 0, sizeof data, &data);
  double times[2] = {0, 0};
  int got = 0, trips = 0;
  do {
    launch(1, &session.events[0]);
    launch(2, &session.events[1]);
    for (unsigned i = 0; i < session.events.size(); i++)
      times[i] += length(session.events[i]);
    clEnqueueReadBuffer(session.queue, data, CL_TRUE, 4, sizeof got, &got, 0, nullptr, nullptr);
    trips++;
  } while (got < 50);
  printf("%d %d\n", trips, times[0] >= 0 && times[1] < 1e9);

  std::vector<cl_event> own(3);
  double most = 0;
  for (int i = 0; i < 9; i++) {
    launch(i, &own[i % 3]);
    if (i >= 2)
      for (size_t j = 0; j != own.size(); j++)
        most += length(own[j]);
  }
  printf("%d\n", most >= 0);

  Timer timer;
  trips = timer.run(data, 100);
  printf("%d %d\n", trips, timer.good());
  clEnqueueReadBuffer(session.queue, data, CL_TRUE, 0, sizeof zeros, zeros, 0, nullptr, nullptr);
  printf("%d %d\n", zeros[1], zeros[63]);
}
