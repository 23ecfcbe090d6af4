// The same in C++: vectors of queues, of wrapper objects, of classes, by members and parameters.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 -- 2
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4..6 -- 0
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include "setup.h"
#include <array>
#include <vector>

static cl::Buffer buffer;

static void vector_of_handles(const std::vector<cl_command_queue> &queues, size_t dev, cl_mem a, int n) {
  cl_kernel add = kernel_named("add");
  const size_t items = 64;
  for (int i = 0; i < n; ++i) {
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queues[dev], add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    clFinish(queues.at(dev));
  }
}

static void vector_of_objects(std::vector<cl::CommandQueue> &queues, int dev, cl::Kernel &add, int n) {
  for (int i = 0; i < n; ++i) {
    add.setArg(0, buffer);
    add.setArg(1, i);
    queues[dev].enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    queues[dev].finish();
  }
}

class engine {
  struct unit {
    int number = 0;
    cl_command_queue q = nullptr;
  };
  cl_kernel k = kernel_named("add");
  std::vector<unit> units;
  std::array<cl_command_queue, 3> spare;
  int active = 0;
  static constexpr int first = 0;

public:
  explicit engine(int count, int chosen) : units(count), active(chosen) {
    for (unit &u : units)
      u.q = queue;
    spare.fill(queue);
  }
  int current() const { return active; }
  void run(cl_mem a, int n) {
    size_t items = 64;
    for (int i = 0; i < n; ++i) {
      clSetKernelArg(k, 0, sizeof a, &a);
      clSetKernelArg(k, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(units[active].q, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    }
  }
  void run_spare(cl_mem a, int n) {
    size_t items = 64;
    for (int i = 0; i < n; ++i) {
      auto q = spare[current() % 3 == 2 ? 1 : first];
      clSetKernelArg(k, 0, sizeof a, &a);
      clSetKernelArg(k, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(spare[active > 1], k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      clFlush(spare[first]);
    }
  }
};

template <class Q> static void of_template(Q *all, unsigned at, cl_mem a, int n) {
  cl_kernel add = kernel_named("add");
  const size_t items = 64;
  for (int i = 0; i < n; ++i) {
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(all[at + 1], add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    clFinish(all[1 + at]);
  }
}

// Two references, of which one is the index. Where they name one variable, the runtime finds out.
static void changed_elsewhere(std::vector<cl_command_queue> &queues, int &dev, int &other, cl_mem a, int n) {
  cl_kernel add = kernel_named("add");
  const size_t items = 64;
  for (int i = 0; i < n; ++i) {
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queues[dev], add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    other = (other + 1) % 3;
  }
}

int main(int argc, char **argv) {
  int dev = argc > 1 ? atoi(argv[1]) : 0, other = 1, n = 4;
  start("steps.cl", "");
  cl_mem a = ints(64, 5);
  std::vector<cl_command_queue> queues(dev + 2, queue);
  vector_of_handles(queues, dev, a, n);
  {
    cl::Context c(context, true);
    cl::Program p(program, true);
    std::vector<cl::CommandQueue> all;
    for (int i = 0; i <= dev; ++i)
      all.push_back(cl::CommandQueue(queue, true));
    cl::Kernel add(p, "add");
    buffer = cl::Buffer(a, true);
    vector_of_objects(all, dev, add, n);
  }
  engine e(4, dev);
  cl_mem b = ints(64, 6);
  e.run(b, n);
  e.run_spare(a, n);
  of_template(queues.data(), dev, a, n);
  std::vector<cl_command_queue> more(5, queue);
  changed_elsewhere(more, dev, other, a, n);
  show("a", a);
  show("b", b);
  printf("%d\n", other);
  return 0;
}
