// Parts of a buffer are closed to the host with the whole, mapping is an access, and so are cl:: objects in a container.
// REQUIRES: device
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc
// RUN: %cxx %cl_inc -w %s -o %t/original -lOpenCL
// RUN: %cxx %cl_inc -w -I%t %t/host-access-parts.cpp %runtime_flags -o %t/program
// RUN: cd %t && %env_device ./original > original.out
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program > on.out 2> on.err && diff original.out on.out
// RUN: FileCheck %s --input-file %t/on.err --implicit-check-not="original loop"
// CHECK: original loop: buffer 'flag()' was made with flags that do not let the host read it
// CHECK: original loop: buffer 'flag' was made with flags that do not let the host read it
// CHECK: entries=2 persistent=1 fallback=1
// CHECK: entries=2 persistent=1 fallback=1
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {
cl::Context context;
cl::CommandQueue queue;
cl::Program program;

cl::Buffer part(cl::Buffer &whole, size_t at, size_t bytes) {
  cl_buffer_region r = {at, bytes};
  return whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &r);
}

int until(cl::Kernel &grow, cl::Buffer &flag, int most) {
  int trips = 0, error = 0;
  for (cl_int go = 1; go && trips < most; ++trips) {
    go = 0;
    error |= queue.enqueueWriteBuffer(flag, CL_TRUE, 0, sizeof(cl_int), &go);
    error |= queue.enqueueNDRangeKernel(grow, cl::NullRange, cl::NDRange(64));
    error |= queue.enqueueReadBuffer(flag, CL_TRUE, 0, sizeof(cl_int), &go);
  }
  return error ? -trips : trips;
}

int mapped(cl_command_queue q, cl_kernel grow, cl_mem flag, int most) {
  size_t items = 64;
  int trips = 0;
  cl_int err = CL_SUCCESS;
  while (trips < most) {
    ++trips;
    clEnqueueNDRangeKernel(q, grow, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    int *p = (int *)clEnqueueMapBuffer(q, flag, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, sizeof(int), 0, nullptr, nullptr, &err);
    if (err != CL_SUCCESS)
      break;
    int more = *p;
    *p = 0;
    clEnqueueUnmapMemObject(q, flag, p, 0, nullptr, nullptr);
    if (!more)
      break;
  }
  clFinish(q);
  return err ? err : trips;
}
} // namespace

int main() {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
  context = cl::Context(devices[0]);
  queue = cl::CommandQueue(context, devices[0]);
  std::ifstream in("steps.cl");
  program = cl::Program(context, std::string(std::istreambuf_iterator<char>(in), {}));
  program.build(devices);
  cl::Kernel grow(program, "grow");
  std::vector<cl_int> start(64);
  cl::Buffer a(context, start.begin(), start.end(), false), b(context, start.begin(), start.end(), false);
  cl::Buffer open(context, CL_MEM_READ_WRITE, 4096), closed(context, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, 4096);
  grow.setArg(0, a);
  grow.setArg(2, 30);
  cl::Buffer flag = part(open, 0, 64);
  grow.setArg(1, flag);
  std::printf("%d\n", until(grow, flag, 50));
  flag = part(closed, 0, 64);
  grow.setArg(1, flag);
  std::printf("%d\n", until(grow, flag, 5));
  grow.setArg(0, b);
  grow.setArg(1, open);
  std::printf("%d\n", mapped(queue(), grow(), open(), 50));
  cl::Buffer writable(context, CL_MEM_READ_WRITE | CL_MEM_HOST_WRITE_ONLY, 64);
  grow.setArg(1, writable);
  std::printf("%d\n", mapped(queue(), grow(), writable(), 5));
  cl_int v[64];
  queue.enqueueReadBuffer(a, CL_TRUE, 0, sizeof v, v);
  std::printf("%d %d\n", v[0], v[63]);
  queue.enqueueReadBuffer(b, CL_TRUE, 0, sizeof v, v);
  std::printf("%d %d\n", v[0], v[63]);
}
