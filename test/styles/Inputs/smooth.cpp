// Handles in std::unique_ptr with a deleter made of the release function; launches by a
// variadic template with sizes in braces; the residual by std::max_element; two fields that
// std::swap exchanges; the kernel is chosen when it is created.
#include <CL/cl.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace ocl {
template <typename T, cl_int (*Release)(T)> struct Deleter {
  void operator()(T handle) const { Release(handle); }
};
template <typename T, cl_int (*Release)(T)>
using Handle = std::unique_ptr<std::remove_pointer_t<T>, Deleter<T, Release>>;
using Context = Handle<cl_context, clReleaseContext>;
using Queue = Handle<cl_command_queue, clReleaseCommandQueue>;
using Program = Handle<cl_program, clReleaseProgram>;
using Kernel = Handle<cl_kernel, clReleaseKernel>;
using Buffer = Handle<cl_mem, clReleaseMemObject>;

inline void check(cl_int status, const char *what) {
  if (status != CL_SUCCESS) {
    std::fprintf(stderr, "%s: %d\n", what, status);
    std::exit(1);
  }
}

struct Local {
  size_t bytes;
};
inline void set(cl_kernel k, cl_uint i, const Local &l) { check(clSetKernelArg(k, i, l.bytes, nullptr), "local"); }
inline void set(cl_kernel k, cl_uint i, const Buffer &b) {
  cl_mem mem = b.get();
  check(clSetKernelArg(k, i, sizeof mem, &mem), "buffer");
}
template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value>>
void set(cl_kernel k, cl_uint i, T value) {
  check(clSetKernelArg(k, i, sizeof value, &value), "value");
}

struct Device {
  Context context;
  Queue queue;
  Program program;

  explicit Device(const std::string &source) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, nullptr), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
    context.reset(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status));
    check(status, "context");
    queue.reset(clCreateCommandQueue(context.get(), device, 0, &status));
    check(status, "queue");
    const char *text = source.c_str();
    program.reset(clCreateProgramWithSource(context.get(), 1, &text, nullptr, &status));
    check(status, "program");
    check(clBuildProgram(program.get(), 1, &device, nullptr, nullptr, nullptr), "build");
  }

  Buffer alloc(size_t n, const float *data = nullptr) const {
    cl_int status;
    Buffer b(clCreateBuffer(context.get(), CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), n * sizeof(float),
                            const_cast<float *>(data), &status));
    check(status, "buffer");
    return b;
  }
  Kernel kernel(const char *name) const {
    cl_int status;
    Kernel k(clCreateKernel(program.get(), name, &status));
    check(status, name);
    return k;
  }
  template <typename... Arguments>
  void launch(const Kernel &k, std::initializer_list<size_t> global, std::initializer_list<size_t> local,
              const Arguments &...arguments) const {
    cl_uint i = 0;
    (set(k.get(), i++, arguments), ...);
    size_t g[3] = {1, 1, 1}, l[3] = {1, 1, 1};
    std::copy(global.begin(), global.end(), g);
    std::copy(local.begin(), local.end(), l);
    const size_t *chosen = local.size() ? l : nullptr;
    check(clEnqueueNDRangeKernel(queue.get(), k.get(), (cl_uint)global.size(), nullptr, g, chosen, 0, nullptr, nullptr),
          "launch");
  }
};
} // namespace ocl

int main(int argc, char **argv) {
  std::ifstream in("smooth.cl");
  ocl::Device device(std::string(std::istreambuf_iterator<char>(in), {}));
  const int w = 36, h = 20;
  const float tolerance = argc > 1 ? std::strtof(argv[1], nullptr) : 0.01f;
  const bool damped = argc > 2;
  std::vector<float> grid(w * h), parts(8);
  for (int i = 0; i < w * h; i++)
    grid[i] = (float)(i * 7919 % 97) / 16;
  std::vector<float> now = grid, next = grid;

  auto a = device.alloc(grid.size(), grid.data()), b = device.alloc(grid.size()), change = device.alloc(grid.size()),
       part = device.alloc(parts.size());
  auto step = device.kernel(damped ? "smooth_damped" : "smooth"), largest = device.kernel("largest");
  int steps = 0;
  float residual = 0;
  do {
    device.launch(step, {size_t(w), size_t(h)}, {}, a, b, change, w, h);
    device.launch(largest, {128}, {16}, change, part, ocl::Local{16 * sizeof(float)}, w * h);
    ocl::check(clEnqueueReadBuffer(device.queue.get(), part.get(), CL_TRUE, 0, parts.size() * sizeof(float),
                                   parts.data(), 0, nullptr, nullptr),
               "read");
    residual = *std::max_element(parts.begin(), parts.end());
    std::swap(a, b);
  } while (++steps < 300 && residual > tolerance);
  ocl::check(clEnqueueReadBuffer(device.queue.get(), a.get(), CL_TRUE, 0, grid.size() * sizeof(float), grid.data(), 0,
                                 nullptr, nullptr),
             "read");

  for (int s = 0; s < steps; s++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        const float *p = &now[y * w + x];
        float around = p[-1] + p[1] + p[-w] + p[w];
        next[y * w + x] = damped ? 0.5f * *p + 0.125f * around : 0.25f * around;
      }
    std::swap(now, next);
  }
  for (int i = 0; i < w * h; i++)
    if (std::fabs(grid[i] - now[i]) > 1e-4f) {
      std::printf("%d: %f, not %f\n", i, grid[i], now[i]);
      return 1;
    }
  std::printf("%d steps, residual %.9g of", steps, residual);
  for (float each : parts)
    std::printf(" %.9g", each);
  std::printf("\n");
  return 0;
}
