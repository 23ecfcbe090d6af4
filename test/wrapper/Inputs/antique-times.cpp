// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times of launches, if somebody asks for them.
#include <CL/cl.hpp>
#include <cstdio>
#include <fstream>
#include <sstream>

struct Wishes {
  bool times;
  int rounds;
};

static double work(const cl::Context &context, const cl::CommandQueue &queue, cl::Kernel kernel, const cl::Buffer &data, const Wishes *w) {
  double total = 0;
  kernel.setArg(0, data);
  kernel.setArg(1, 64);
  for (int r = 0; r < w->rounds; ++r) {
    kernel.setArg(2, r);
    if (w->times) {
      cl::Event event;
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64), cl::NullRange, NULL, &event);
      event.wait();
      cl_ulong from, to;
      event.getProfilingInfo(CL_PROFILING_COMMAND_START, &from);
      event.getProfilingInfo(CL_PROFILING_COMMAND_END, &to);
      total += double(to - from);
    } else {
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64), cl::NullRange);
    }
  }
  return total;
}

int main(int argc, char **) {
  cl::Context context(CL_DEVICE_TYPE_ALL);
  cl::CommandQueue queue(context, context.first(), CL_QUEUE_PROFILING_ENABLE);
  std::ifstream in("antique-times.cl");
  std::stringstream text;
  text << in.rdbuf();
  cl::Program program(context, text.str());
  program.build();
  std::vector<int> v(64);
  for (int i = 0; i < 64; i++)
    v[i] = i * 31 % 17;
  cl::Buffer data(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(int) * 64, &v[0]);
  Wishes w = {argc > 1, 9};
  double t = work(context, queue, cl::Kernel(program, "shift"), data, &w);
  queue.enqueueReadBuffer(data, CL_TRUE, 0, sizeof(int) * 64, &v[0]);
  std::printf("%d %d %d, %s\n", v[0], v[31], v[63], t >= 0 ? "times" : "no times");
  return 0;
}
