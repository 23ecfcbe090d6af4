// Options that classes and functions that are templates make, of what their arguments say: kernels are read with those of the
// instance that builds. By a temporary text, by one that grows, for the class of the wrapper and for the plain function.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/template-options.cl %s --host-flag=-std=c++17
// RUN: %{check} --entries 1
// RUN: %{check} --host-flag=-DGROWING --entries 1
// RUN: %{check} --host-flag=-DPLAIN --entries 1
// RUN: %long env PERSISTIFY_FAULT=only-plain-builds not %{check} --entries 1
// RUN: %long env PERSISTIFY_FAULT=only-plain-builds not %{check} --host-flag=-DGROWING --entries 1
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static void need(cl_int err, const char *what) {
  if (err != CL_SUCCESS)
    printf("%s: %d\n", what, err), exit(3);
}

template <typename T> struct name;
template <> struct name<int> { static constexpr const char *value = "int"; };
template <> struct name<cl_long> { static constexpr const char *value = "long"; };

template <typename T> class Summer {
  cl::Program built_;
  cl::Kernel add_;
  std::vector<T> data_;
  cl::Buffer buffer_;

public:
  explicit Summer(int n) : built_(program, true), data_(n) {
#ifdef GROWING
    std::string options = "-DBY=8 -DREAL=";
    options += name<T>::value;
    built_.build(options.c_str());
#elif defined(PLAIN)
    need(clBuildProgram(program, 0, nullptr, (std::string("-DBY=8 -DREAL=") + name<T>::value).c_str(), nullptr, nullptr), "build");
#else
    built_.build((std::string("-DBY=8 -DREAL=") + name<T>::value).c_str());
#endif
    add_ = cl::Kernel(built_, "add");
    buffer_ = cl::Buffer(cl::Context(context, true), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(T), data_.data());
  }
  T run(int trips) {
    cl::CommandQueue q(queue, true);
    for (int t = 0; t < trips; ++t) {
      const T by = T(t) << 3;
      add_.setArg(0, buffer_);
      add_.setArg(1, by);
      q.enqueueNDRangeKernel(add_, cl::NullRange, cl::NDRange(data_.size()));
    }
    q.enqueueReadBuffer(buffer_, CL_TRUE, 0, data_.size() * sizeof(T), data_.data());
    return data_.back();
  }
};

int main() {
  char text[1024] = {0};
  const char *source = text;
  cl_platform_id platform;
  cl_device_id device;
  cl_int err;
  FILE *in = fopen("template-options.cl", "r");
  if (!in || !fread(text, 1, sizeof text - 1, in))
    return 2;
  fclose(in);
  need(clGetPlatformIDs(1, &platform, nullptr), "platform");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &err);
  queue = clCreateCommandQueue(context, device, 0, &err);
  program = clCreateProgramWithSource(context, 1, &source, nullptr, &err);
  need(err, "program");
  Summer<cl_long> sum(64);
  printf("%lld\n", (long long)sum.run(5));
}
