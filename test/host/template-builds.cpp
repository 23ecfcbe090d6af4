// The only place that builds a program is a template: its options are put together of a type's name and of numbers.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-std=c++17 --entries 2
// RUN: %long env PERSISTIFY_FAULT=only-plain-builds not %run-check %S/steps.cl %s --host-flag=-std=c++17 --entries 2
#include <CL/cl.h>
#include <cstdio>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

template <typename T> constexpr const char *name();
template <> constexpr const char *name<int>() { return "int"; }
template <> constexpr const char *name<unsigned>() { return "uint"; }

struct Kernels {
  cl_kernel step = nullptr;
  size_t local = 0;
  explicit operator bool() const { return step; }
};

class Machine {
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  cl_command_queue queue = nullptr;
  std::unordered_map<std::string, Kernels> known;

  static std::string source() {
    return R"(
__kernel void advance_by(__global TYPE *a, uint count, TYPE t) {
  size_t i = get_global_id(0);
  if (i < count && a[i] < MOST)
    a[i] += t + LOCAL;
}
)";
  }
  template <typename T> Kernels build() {
    size_t most;
    clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, nullptr);
    auto local = most < 16 ? most : 16;
    auto text = std::string("// ") + name<T>() + source();
    auto options = std::string(" -DTYPE=") + name<T>() + " -DLOCAL=" + std::to_string(local) +
                   " -DMOST=" + std::to_string(std::numeric_limits<T>::max() / 2);
    auto from = text.c_str();
    auto program = clCreateProgramWithSource(context, 1, &from, nullptr, nullptr);
    auto err = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
    if (err != CL_SUCCESS)
      throw err;
    auto step = clCreateKernel(program, "advance_by", nullptr);
    clReleaseProgram(program);
    return {step, local};
  }

public:
  Machine() {
    cl_platform_id platform;
    clGetPlatformIDs(1, &platform, nullptr);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueue(context, device, 0, nullptr);
  }
  template <typename T> const Kernels &kernels() {
    auto &found = known[name<T>()];
    if (!found)
      found = build<T>();
    return found;
  }
  template <typename T> void run(std::vector<T> &data, int trips) {
    auto k = kernels<T>();
    auto buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, data.size() * sizeof(T), data.data(), nullptr);
    cl_uint count = data.size();
    clSetKernelArg(k.step, 0, sizeof buffer, &buffer);
    clSetKernelArg(k.step, 1, sizeof count, &count);
    for (T t = 0; t < T(trips); ++t) {
      clSetKernelArg(k.step, 2, sizeof t, &t);
      size_t global = data.size();
      clEnqueueNDRangeKernel(queue, k.step, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    }
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, data.size() * sizeof(T), data.data(), 0, nullptr, nullptr);
    clReleaseMemObject(buffer);
  }
};

int main() {
  Machine m;
  std::vector<int> a(64, 3);
  m.run(a, 7);
  m.run(a, 5);
  printf("%d %d\n", a[0], a[63]);
}
