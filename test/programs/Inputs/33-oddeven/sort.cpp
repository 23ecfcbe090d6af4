// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Odd-even transposition sort behind an interface; sorted when neither half swapped.
#include <CL/cl.h>
#include <algorithm>
#include <iostream>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

class Sorter {
public:
  virtual ~Sorter() {}
  virtual int sort(std::vector<int> &v) = 0;
};

class ClSorter : public Sorter {
public:
  ClSorter();
  ~ClSorter() override;
  int sort(std::vector<int> &v) override;

protected:
  bool half(int first, int n);
  cl_context ctx_;
  cl_command_queue queue_;
  cl_program prog_;
  cl_kernel pairs_;
  cl_mem data_, flag_;
};

ClSorter::ClSorter() {
  cl_platform_id p;
  cl_device_id d;
  clGetPlatformIDs(1, &p, nullptr);
  clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr);
  ctx_ = clCreateContext(nullptr, 1, &d, nullptr, nullptr, nullptr);
  queue_ = clCreateCommandQueue(ctx_, d, 0, nullptr);
  std::ostringstream text;
  text << std::ifstream("sort.cl").rdbuf();
  std::string s = text.str();
  const char *c = s.c_str();
  prog_ = clCreateProgramWithSource(ctx_, 1, &c, nullptr, nullptr);
  clBuildProgram(prog_, 1, &d, nullptr, nullptr, nullptr);
  pairs_ = clCreateKernel(prog_, "pairs", nullptr);
  data_ = nullptr;
  flag_ = clCreateBuffer(ctx_, CL_MEM_READ_WRITE, sizeof(cl_uchar), nullptr, nullptr);
}

ClSorter::~ClSorter() {
  clReleaseMemObject(flag_);
  clReleaseKernel(pairs_);
  clReleaseProgram(prog_);
  clReleaseCommandQueue(queue_);
  clReleaseContext(ctx_);
}

bool ClSorter::half(int first, int n) {
  cl_uchar swapped = 0;
  clEnqueueWriteBuffer(queue_, flag_, CL_TRUE, 0, sizeof swapped, &swapped, 0, nullptr, nullptr);
  clSetKernelArg(pairs_, 0, sizeof data_, &data_);
  clSetKernelArg(pairs_, 1, sizeof first, &first);
  clSetKernelArg(pairs_, 2, sizeof n, &n);
  clSetKernelArg(pairs_, 3, sizeof flag_, &flag_);
  std::size_t items = n / 2;
  if (clEnqueueNDRangeKernel(queue_, pairs_, 1, nullptr, &items, nullptr, 0, nullptr, nullptr) != CL_SUCCESS)
    throw std::string("launch");
  clEnqueueReadBuffer(queue_, flag_, CL_TRUE, 0, sizeof swapped, &swapped, 0, nullptr, nullptr);
  return swapped != 0;
}

int ClSorter::sort(std::vector<int> &v) {
  const int n = int(v.size());
  data_ = clCreateBuffer(ctx_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(int), v.data(), nullptr);
  int rounds = 0;
  bool any = true;
  while (any) {
    any = half(0, n);
    any |= half(1, n);
    ++rounds;
  }
  clEnqueueReadBuffer(queue_, data_, CL_TRUE, 0, n * sizeof(int), v.data(), 0, nullptr, nullptr);
  clReleaseMemObject(data_);
  return rounds;
}

int main(int argc, char **argv) {
  std::vector<int> v(argc > 1 ? std::stoi(argv[1]) : 150);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = int(i * 7919 % 1009);
  std::vector<int> w(v);
  std::sort(w.begin(), w.end());
  try {
    std::unique_ptr<Sorter> sorter(new ClSorter);
    int rounds = sorter->sort(v);
    std::cout << v.size() << " numbers, " << rounds << " rounds, " << (v == w ? "sorted" : "unsorted") << "\n";
  } catch (const std::string &what) {
    std::cerr << what << "\n";
    return 2;
  }
  return v != w;
}
