#include "../bare/work.h"
#include <CL/cl.h>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace {
cl_command_queue queue;
cl_kernel grow, turn;
cl_mem front, back;
std::size_t items;
int steps;
} // namespace

namespace rings {
static struct {
  cl_mem of[2];
  int at;
} ring;
} // namespace rings

void work_start(int n) {
  std::ifstream in("bare.cl");
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const char *source = text.c_str();
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  queue = clCreateCommandQueue(context, device, 0, nullptr);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  grow = clCreateKernel(program, "grow", nullptr);
  turn = clCreateKernel(program, "turn", nullptr);
  items = n;
  std::vector<int> zero(items);
  const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
  front = clCreateBuffer(context, flags, items * sizeof(int), zero.data(), nullptr);
  back = clCreateBuffer(context, flags, items * sizeof(int), zero.data(), nullptr);
  rings::ring.of[0] = front;
  rings::ring.of[1] = back;
}

void work_step(int by) {
  clSetKernelArg(grow, 0, sizeof front, &front);
  clSetKernelArg(grow, 1, sizeof back, &back);
  clSetKernelArg(grow, 2, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, grow, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  std::swap(front, back);
  steps++;
}

int work_twice(int by) {
  int first = 0;
  auto &r = rings::ring;
  clSetKernelArg(turn, 0, sizeof(cl_mem), &r.of[r.at]);
  clSetKernelArg(turn, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, turn, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue, r.of[r.at], CL_TRUE, 0, sizeof first, &first, 0, nullptr, nullptr);
  r.at = 1 - r.at;
  return first + steps;
}

int work_sum(void) {
  std::vector<int> data(items);
  int sum = 0;
  clEnqueueReadBuffer(queue, front, CL_TRUE, 0, items * sizeof(int), data.data(), 0, nullptr, nullptr);
  for (int x : data)
    sum = sum * 3 + x % 1000;
  return sum % 100000;
}
