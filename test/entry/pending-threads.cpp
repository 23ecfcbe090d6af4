// Two threads, each with a queue. The consumer's queue begins with a barrier for an event that the producer sets after
// its own loop; so the consumer's entry must not keep the producer from entering.
// REQUIRES: device
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc
// RUN: %cxx %cl_inc -w %s -o %t/original -lOpenCL -pthread
// RUN: %cxx %cl_inc -w -I%t %t/pending-threads.cpp %runtime_flags -pthread -o %t/program
// RUN: cd %t && %env_device timeout 100 ./original > original.out
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 timeout 100 ./program > on.out 2> on.err && diff original.out on.out
// RUN: FileCheck %s --input-file %t/on.err
// CHECK: original loop: commands before the loop have not ended, and perhaps wait for the program
// CHECK-DAG: persistent=0 fallback=1
// CHECK-DAG: persistent=1 fallback=0
// RUN: cd %t && %env_device PERSISTIFY=off PERSISTIFY_STATS=1 timeout 100 ./program > off.out && diff original.out off.out
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

struct Worker {
  cl::CommandQueue queue;
  cl::Kernel kernel;
  cl::Buffer data, more;
  int trips = 0;
};

static void consume(Worker &w, cl::UserEvent ready) {
  std::vector<cl::Event> wait{ready};
  w.queue.enqueueBarrierWithWaitList(&wait);
  cl_int again;
  do {
    again = 0;
    w.queue.enqueueWriteBuffer(w.more, CL_TRUE, 0, sizeof again, &again);
    w.queue.enqueueNDRangeKernel(w.kernel, cl::NullRange, cl::NDRange(64));
    w.queue.enqueueReadBuffer(w.more, CL_TRUE, 0, sizeof again, &again);
    ++w.trips;
  } while (again);
}

static void produce(Worker &w, cl::UserEvent ready) {
  std::this_thread::sleep_for(std::chrono::milliseconds(200)); // the consumer is at its loop
  cl_int again = 1;
  while (again) {
    again = 0;
    w.queue.enqueueWriteBuffer(w.more, CL_TRUE, 0, sizeof again, &again);
    w.queue.enqueueNDRangeKernel(w.kernel, cl::NullRange, cl::NDRange(64));
    w.queue.enqueueReadBuffer(w.more, CL_TRUE, 0, sizeof again, &again);
    ++w.trips;
  }
  ready.setStatus(CL_COMPLETE);
}

int main() {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
  cl::Context context(devices.at(0));
  std::ifstream in("steps.cl");
  cl::Program program(context, std::string(std::istreambuf_iterator<char>(in), {}));
  program.build(devices);
  Worker workers[2];
  for (int k = 0; k < 2; ++k) {
    std::vector<cl_int> zeros(64);
    workers[k].queue = cl::CommandQueue(context, devices[0]);
    workers[k].kernel = cl::Kernel(program, "grow");
    workers[k].data = cl::Buffer(context, zeros.begin(), zeros.end(), false);
    workers[k].more = cl::Buffer(context, CL_MEM_READ_WRITE, sizeof(cl_int));
    workers[k].kernel.setArg(0, workers[k].data);
    workers[k].kernel.setArg(1, workers[k].more);
    workers[k].kernel.setArg(2, k ? 90 : 40);
  }
  cl::UserEvent ready(context);
  std::thread a(consume, std::ref(workers[0]), ready), b(produce, std::ref(workers[1]), ready);
  a.join();
  b.join();
  for (Worker &w : workers) {
    cl_int v[64];
    w.queue.enqueueReadBuffer(w.data, CL_TRUE, 0, sizeof v, v);
    std::cout << w.trips << ' ' << v[0] << ' ' << v[63] << '\n';
  }
}
