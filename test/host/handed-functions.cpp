// A function of OpenCL's that is handed to one of the program's own, which calls it and looks at the status: a template,
// also by a macro that adds where it was; a class that keeps what it calls; a plain function pointer.
// REQUIRES: device
// RUN: %run-check %S/handed-functions.cl %s --entries 4
// RUN: %long env PERSISTIFY_FAULT=no-handed-functions not %run-check %S/handed-functions.cl %s --entries 4
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

template <typename Function, typename... Given> void checked(Function f, Given &&...given) {
  const cl_int status = f(std::forward<Given>(given)...);
  if (status != CL_SUCCESS)
    throw std::runtime_error("status " + std::to_string(status));
}

template <typename Function, typename... Given>
auto watched(Function &&f, const char *name, int line, Given... given) -> cl_int {
  cl_int status = f(given...);
  if (status) {
    std::fprintf(stderr, "%s in line %d: %d\n", name, line, status);
    std::exit(3);
  }
  return status;
}
#define WATCH(f, ...) watched(f, #f, __LINE__, __VA_ARGS__)

/// Keeps what it calls.
struct Caller {
  cl_command_queue queue;
  cl_int (*const enqueue)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint,
                          const cl_event *, cl_event *) = clEnqueueNDRangeKernel;
  cl_int last = CL_SUCCESS;
  void over(cl_kernel k, size_t items) { last |= enqueue(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr); }
};

struct Device {
  cl_context context;
  cl_command_queue queue;
  cl_program program;
};

Device open() {
  cl_platform_id platform;
  cl_device_id device;
  checked(clGetPlatformIDs, 1u, &platform, nullptr);
  checked(clGetDeviceIDs, platform, cl_device_type(CL_DEVICE_TYPE_ALL), 1u, &device, nullptr);
  Device d{};
  cl_int e = 0;
  d.context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &e);
  d.queue = clCreateCommandQueue(d.context, device, 0, &e);
  std::ifstream in("handed-functions.cl");
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const char *source = text.c_str();
  d.program = clCreateProgramWithSource(d.context, 1, &source, nullptr, &e);
  checked(clBuildProgram, d.program, 1u, &device, "", nullptr, nullptr);
  return d;
}

} // namespace

int main() {
  Device d = open();
  cl_int e = 0;
  const int n = 96;
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i)
    values[i] = i * 7 % 31;
  cl_mem a = clCreateBuffer(d.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(int), values.data(), &e);
  cl_mem b = clCreateBuffer(d.context, CL_MEM_READ_WRITE, n * sizeof(int), nullptr, &e);
  cl_kernel step = clCreateKernel(d.program, "mix", &e), fold = clCreateKernel(d.program, "fold", &e);
  const size_t items = n;

  // A template, with buffers that change places.
  checked(clSetKernelArg, step, 2u, sizeof n, &n);
  for (int trip = 0; trip < 24; ++trip) {
    checked(clSetKernelArg, step, 0u, sizeof(cl_mem), &a);
    checked(clSetKernelArg, step, 1u, sizeof(cl_mem), &b);
    checked(clSetKernelArg, step, 3u, sizeof trip, &trip);
    checked(clEnqueueNDRangeKernel, d.queue, step, 1u, nullptr, &items, nullptr, 0u, nullptr, nullptr);
    std::swap(a, b);
  }

  // By a macro, and a number that decides.
  int odd = 1, trips = 0;
  cl_mem left = clCreateBuffer(d.context, CL_MEM_READ_WRITE, sizeof odd, nullptr, &e);
  do {
    odd = 0;
    WATCH(clEnqueueWriteBuffer, d.queue, left, CL_TRUE, size_t(0), sizeof odd, static_cast<const void *>(&odd), 0u,
          nullptr, nullptr);
    WATCH(clSetKernelArg, fold, 0u, sizeof(cl_mem), static_cast<const void *>(&a));
    WATCH(clSetKernelArg, fold, 1u, sizeof(cl_mem), static_cast<const void *>(&left));
    WATCH(clEnqueueNDRangeKernel, d.queue, fold, 1u, nullptr, &items, nullptr, 0u, nullptr, nullptr);
    WATCH(clEnqueueReadBuffer, d.queue, left, CL_TRUE, size_t(0), sizeof odd, static_cast<void *>(&odd), 0u, nullptr,
          nullptr);
  } while (++trips < 40 && odd);

  // An object that keeps what it calls.
  Caller caller{d.queue};
  for (int trip = 0; trip < 5; ++trip) {
    caller.last |= clSetKernelArg(step, 3, sizeof trip, &trip);
    caller.over(step, items);
  }

  // A variable of the function's own.
  auto set = clSetKernelArg;
  auto enqueue = &clEnqueueNDRangeKernel;
  for (int trip = 9; trip > 2; trip -= 2) {
    e |= set(step, 3, sizeof trip, &trip);
    e |= (*enqueue)(d.queue, step, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }

  for (cl_mem m : {a, b}) {
    checked(clEnqueueReadBuffer, d.queue, m, cl_bool(CL_TRUE), size_t(0), n * sizeof(int), values.data(), 0u, nullptr,
            nullptr);
    long sum = 0;
    for (int v : values)
      sum = (sum * 33 + v) % 1000003;
    std::printf("%ld ", sum);
  }
  std::printf("after %d, %d\n", trips, e | caller.last);
  return 0;
}
