// Objects behind functions that return one static object, and shared pointers that are
// handed on by value.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
#include "setup.h"
#include <memory>

namespace gpu {
class Device {
public:
  static Device &get() {
    static Device one;
    return one;
  }
  cl_command_queue stream() const { return queue_; }
  cl_kernel add, map;
  int launches = 0;

  void run(cl_kernel k, size_t n) {
    need(clEnqueueNDRangeKernel(queue_, k, 1, nullptr, &n, nullptr, 0, nullptr, nullptr), "run");
    launches++;
  }

private:
  Device() : queue_(queue) {
    cl_int err;
    add = clCreateKernel(program, "add", &err);
    need(err, "add");
    map = clCreateKernel(program, "map", &err);
    need(err, "map");
  }
  cl_command_queue queue_;
};

struct Settings {
  int step = 3;
};
inline Settings *settings() {
  static Settings all;
  return &all;
}
} // namespace gpu

struct Field {
  cl_mem data, other;
  cl_kernel raise;
  int seed;
};
using FieldRef = std::shared_ptr<Field>;

static void add(FieldRef field, int v) {
  auto &device = gpu::Device::get();
  need(clSetKernelArg(device.add, 0, sizeof field->data, &field->data), "arg");
  need(clSetKernelArg(device.add, 1, sizeof v, &v), "arg");
  device.run(device.add, 64);
}
static void map(const FieldRef field, int v) {
  need(clSetKernelArg(gpu::Device::get().map, 0, sizeof field->data, &field->data), "arg");
  need(clSetKernelArg(gpu::Device::get().map, 1, sizeof field->other, &field->other), "arg");
  need(clSetKernelArg(gpu::Device::get().map, 2, sizeof v, &v), "arg");
  gpu::Device::get().run(gpu::Device::get().map, 64);
}

struct Solver {
  FieldRef field;
  void advance(int n) {
    for (int i = 0; i < n; i++) {
      FieldRef mine = field;
      const auto also = mine;
      add(mine, i + also->seed);
      map(field, gpu::settings()->step);
      gpu::settings()->step += i % 2;
    }
  }
};

int main() {
  start("steps.cl", "");
  auto field = std::make_shared<Field>();
  field->data = ints(64, 1);
  field->other = ints(64, 7);
  field->seed = 4;
  gpu::Device::get();
  for (int i = 0; i < 5; i++)
    add(field, i);
  for (int i = 0; i < 4; i++) {
    map(field, i);
    FieldRef again = field;
    again->seed++;
    add(again, again->seed);
  }
  Solver{field}.advance(3);
  Solver solver{field};
  solver.advance(2);
  show("data", field->data);
  show("other", field->other);
  printf("%d launches, step %d, seed %d\n", gpu::Device::get().launches, gpu::settings()->step, field->seed);
}
