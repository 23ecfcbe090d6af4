// The same in C++: functors and members. Only the loops whose floats decide are left alone.
// REQUIRES: device
// RUN: rm -rf %t && %persistify %S/floats.cl %s -o %t --quiet -- %cl_inc
// RUN: %cxx %cl_inc -w %s -o %t/original -lOpenCL
// RUN: %cxx %cl_inc -w -I%t %t/float-control.cpp %runtime_flags -o %t/program
// RUN: cd %t && %env_device ./original > original.out
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program > on.out 2> on.err && diff original.out on.out
// RUN: FileCheck %s --input-file %t/on.err
// anneal: CHECK: persistent=1 fallback=0
// march:  CHECK: persistent=0 fallback=1
// settle: CHECK: persistent=0 fallback=1
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

class Field {
public:
  explicit Field(const std::string &source, int n) : n(n) {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::vector<cl::Device> devices;
    platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
    context = cl::Context(devices[0]);
    queue = cl::CommandQueue(context, devices[0]);
    program = cl::Program(context, source);
    program.build("-cl-unsafe-math-optimizations");
    std::vector<cl_float> zeros(n);
    values = cl::Buffer(context, zeros.begin(), zeros.end(), false);
    most = cl::Buffer(context, CL_MEM_READ_WRITE, sizeof(cl_float));
    blend = cl::Kernel(program, "blend");
    largest = cl::Kernel(program, "largest");
    blend.setArg(0, values);
    largest.setArg(0, values);
    largest.setArg(1, most);
    largest.setArg(2, n);
  }

  /// A schedule in closed form: each trip's weight depends on its number only.
  void anneal(int trips, float hot) {
    for (int t = 0; t < trips; ++t) {
      const float weight = std::fmax(hot - 0.25f * t, 0.25f);
      blend.setArg(1, weight);
      queue.enqueueNDRangeKernel(blend, cl::NullRange, cl::NDRange(n));
    }
    print("anneal");
  }
  /// Time goes on by steps.
  void march(float end, float dt) {
    float t = 0;
    while (t < end) {
      blend.setArg(1, dt);
      queue.enqueueNDRangeKernel(blend, cl::NullRange, cl::NDRange(n));
      t += dt;
    }
    print("march");
  }
  /// Ends when it is large enough.
  void settle(float enough) {
    for (int t = 0; t < 50; ++t) {
      queue.enqueueNDRangeKernel(blend, cl::NullRange, cl::NDRange(n));
      queue.enqueueNDRangeKernel(largest, cl::NullRange, cl::NDRange(1));
      cl_float now;
      queue.enqueueReadBuffer(most, CL_TRUE, 0, sizeof now, &now);
      if (now > enough)
        break;
    }
    print("settle");
  }

private:
  void print(const char *name) {
    std::vector<cl_float> v(n);
    queue.enqueueReadBuffer(values, CL_TRUE, 0, n * sizeof(cl_float), v.data());
    float sum = 0;
    for (float x : v)
      sum += x;
    std::printf("%s %g %g\n", name, v[n - 1], sum);
  }
  int n;
  cl::Context context;
  cl::CommandQueue queue;
  cl::Program program;
  cl::Buffer values, most;
  cl::Kernel blend, largest;
};

int main() {
  std::ifstream in("floats.cl");
  Field f(std::string(std::istreambuf_iterator<char>(in), {}), 128);
  f.anneal(9, 2);
  f.march(2, 0.125f);
  f.settle(100);
}
