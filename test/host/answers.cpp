// What a device, a queue and kernels say of themselves, asked in each trip by methods of the C++ wrapper.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 4
// RUN: %run-check %S/steps.cl %s --entries 4 --host-flag=-DTHROWS
// RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc -DREFUSED 2>&1 | FileCheck %s
// RUN: env PERSISTIFY_FAULT=any-query %persistify %S/steps.cl %s -o %t -- %cl_inc -DREFUSED 2>&1 | not FileCheck %s
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#ifdef THROWS
#define CL_HPP_ENABLE_EXCEPTIONS
#endif
#include <CL/opencl.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <vector>

// a class that knows its device, and rounds sizes for each launch
class Runner {
  cl::Device device;
  cl::CommandQueue queue;

public:
  Runner(const cl::Device &d, const cl::CommandQueue &q) : device(d), queue(q) {}
  void operator()(const cl::Kernel &k, size_t items) const {
    const size_t local = std::min<size_t>(k.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device), 16);
    queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange((items + local - 1) / local * local), cl::NDRange(local));
  }
  unsigned units() const { return device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>(); }
};

// a function that is given all, and asks for the status as well
static size_t most(const cl::Kernel &kernel, const cl::Device &d, cl_int *status) {
  size_t step = kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(d, status);
  size_t size = 0;
  if (*status == CL_SUCCESS)
    *status = kernel.getWorkGroupInfo(d, CL_KERNEL_WORK_GROUP_SIZE, &size);
  return step > 0 ? size : 0;
}

int main() {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
  cl::Context context(devices[0]);
  cl::CommandQueue queue(context, devices[0]);
  std::ifstream file("steps.cl");
  std::stringstream text;
  text << file.rdbuf();
  cl::Program program(context, text.str());
  program.build({devices[0]});
  cl::Kernel map(program, "map"), add(program, "add");
  std::vector<int> first(64, 1), second(64, 7);
  cl::Buffer a(context, first.begin(), first.end(), false), b(context, second.begin(), second.end(), false);
  cl::Device device = devices[0];
  Runner run(device, queue);

  for (int i = 0; i < 6; i++) {
    map.setArg(0, i % 2 ? b : a);
    map.setArg(1, i % 2 ? a : b);
    map.setArg(2, i);
    run(map, 64);
  }
  cl_int status = -1, sum = 0;
  for (int i = 0; i < 4; i++) { // numbers that the kernel gets
    int more = most(add, device, &status) > 0 ? i + 1 : 0;
    more += status == CL_SUCCESS;
    more += run.units() > 0 ? 4 : 2;
    add.setArg(0, a);
    add.setArg(1, more);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    sum += more;
  }
  for (int i = 0; i < 3; i++) { // the one that a pointer leads to
    const cl::Device *of = &devices.front();
    cl_ulong bytes = 0;
    of->getInfo(CL_DEVICE_LOCAL_MEM_SIZE, &bytes);
    add.setArg(0, b);
    add.setArg(1, int(bytes > 100) + i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
  }
  for (int i = 0; i < 3; i++) { // properties of the queue
    add.setArg(1, queue.getInfo<CL_QUEUE_PROPERTIES>() == 0 ? 5 : 6);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
  }
#ifdef REFUSED
  // CHECK: [[@LINE+2]]:{{[0-9]+}}: warning: 'cl::CommandQueue::getInfo' inside the loop is not supported: the answer may be another one each time [PST1008]
  for (int i = 0; i < 3; i++) {
    add.setArg(1, int(queue.getInfo<CL_QUEUE_REFERENCE_COUNT>()));
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
  }
  // CHECK: [[@LINE+2]]:{{[0-9]+}}: warning: call of 'operator=' inside the loop: its effects are unknown [PST1001]
  for (int i = 0; i < 3; i++) { // another device in each trip
    device = devices[i % devices.size()];
    add.setArg(1, int(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()));
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
  }
  // CHECK: [[@LINE+4]]:{{[0-9]+}}: warning: the number of elements of 'devices' is not known
  for (int i = 0; i < 3; i++) { // in an object that is assigned
    add.setArg(1, int(run.units()));
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    run = Runner(devices[i % devices.size()], queue);
  }
  Runner spare(devices.back(), queue);
  // CHECK: [[@LINE+4]]:{{[0-9]+}}: warning: 'run.device' has type 'cl::Device'
  for (int i = 0; i < 3; i++) {
    add.setArg(1, int(run.units()));
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    std::swap(run, spare);
  }
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: note: this loop is left as it is
  for (int i = 0; i < 3; i++) {
    add.setArg(1, int(run.units()));
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    run = spare;
  }
  // CHECK: 4 loops transformed, 5 refused
#endif
  queue.enqueueReadBuffer(a, CL_TRUE, 0, 64 * sizeof(int), first.data());
  queue.enqueueReadBuffer(b, CL_TRUE, 0, 64 * sizeof(int), second.data());
  for (int i = 0; i < 64; i += 9)
    std::printf("%d %d\n", first[i], second[i]);
  std::printf("%d %d\n", sum, status);
}
