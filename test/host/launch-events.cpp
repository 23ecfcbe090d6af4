// A cl::EnqueueArgs of the loop with an event: of the trip before, which the host looks at later, or of a command in front of the
// loop. It keeps the events that there are when it is made. Another queue's event is waited for by the original.
// REQUIRES: device
// DEFINE: %{all} = %run-check %S/steps.cl %s
// RUN: %{all} --entries 4 --allow-kernel add
// RUN: %long env PERSISTIFY_FAULT=events-at-launch not %{all} --entries 4 --allow-kernel add
// RUN: %long env PERSISTIFY_FAULT=only-bare-events not %{all} --entries 4 --allow-kernel add
// RUN: %{all} --host-flag=-DFOREIGN --expect-fallback "is another queue's, or not of OpenCL"
// RUN: %{all} --host-flag=-DNONE --expect-fallback "there is no event 'last' to wait for"
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using Add = cl::KernelFunctor<cl::Buffer, int>;

class Chain {
public:
  Chain(cl::CommandQueue &queue, const cl::Program &program) : queue(queue), add(program, "add") {}
  // Named, with a member for the queue; all events are the host's.
  void named(cl::Buffer &a, cl::CommandQueue &before) {
    cl::NDRange items(64);
    cl::EnqueueArgs args(before, items, 8);
#ifdef NONE
    cl::Event last;
    try {
#else
    cl::Event last = add(args, a, 1);
#endif
    for (int i = 0; i < 7; i++) {
      cl::EnqueueArgs step(queue, last, items, 8);
      last = add(step, a, i);
      all.push_back(last);
    }
    last.wait();
#ifdef NONE
    } catch (const cl::Error &e) {
      std::cout << e.err() << "\n";
    }
#endif
  }
  // In place, the event of two trips before.
  void two(cl::Buffer &a) {
    cl::Event last = add(cl::EnqueueArgs(queue, cl::NDRange(64)), a, 2), former = last;
    for (int i = 0; i < 7; i++) {
      const cl::Event now = add(cl::EnqueueArgs(queue, former, cl::NDRange(64)), a, 2 * i);
      former = last;
      last = now;
    }
    last.wait();
  }
  // Lists, copied and passed on.
  void list(cl::Buffer &a) {
    for (int i = 0; i < 7; i++) {
      std::vector<cl::Event> first{add(cl::EnqueueArgs(queue, cl::NDRange(64)), a, i)};
      const cl::EnqueueArgs after(queue, first, cl::NDRange(64), cl::NDRange(16));
      launch(after, a, i);
    }
  }
  // Made in front of what changes the event that it is made of.
  void before(cl::Buffer &a) {
    cl::Event last = add(cl::EnqueueArgs(queue, cl::NDRange(64)), a, 3);
    for (int i = 0; i < 7; i++) {
      cl::EnqueueArgs later(queue, last, cl::NDRange(32));
      last = add(cl::EnqueueArgs(queue, cl::NDRange(64)), a, i);
      last = add(later, a, i + 5);
    }
    last.wait();
  }
  void tell() const {
    cl_ulong ns = 0;
    for (const cl::Event &e : all)
      ns += e.getProfilingInfo<CL_PROFILING_COMMAND_END>() - e.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    std::cout << all.size() << " " << (ns < 1000000000000u) << "\n";
  }

private:
  void launch(const cl::EnqueueArgs &args, cl::Buffer &a, int i) { add(args, a, -i); }

  cl::CommandQueue &queue;
  Add add;
  std::vector<cl::Event> all;
};

int main() {
  std::ifstream in("steps.cl");
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  cl::Platform platform = cl::Platform::getDefault();
  std::vector<cl::Device> devices;
  platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
  cl::Context context(devices[0]);
  cl::CommandQueue queue(context, devices[0], CL_QUEUE_PROFILING_ENABLE);
  cl::Program program(context, text);
  program.build();
  std::vector<int> data(64, 1);
  cl::Buffer a(context, data.begin(), data.end(), false);
  Chain chain(queue, program);
#ifdef FOREIGN
  cl::CommandQueue other(context, devices[0]);
  chain.named(a, other);
#else
  chain.named(a, queue);
#endif
#if !defined(FOREIGN) && !defined(NONE)
  chain.two(a);
  chain.list(a);
  chain.before(a);
#endif
  chain.tell();
  queue.finish();
  cl::copy(queue, a, data.begin(), data.end());
  std::cout << data[0] << " " << data[40] << " " << data[63] << "\n";
}
