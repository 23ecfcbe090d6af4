// Kernels in a container of a class, which each trip asks whether they are null: in each round of the analysis it is the same handle.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
// RUN: %long env PERSISTIFY_FAULT=kernels-anew not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
#include "setup.h"
#include <array>
#include <string>
#include <vector>

struct Steps {
  cl_mem from = nullptr, to = nullptr;
  std::vector<cl_kernel> kernels{};

  void init(const std::vector<std::string> &names) {
    for (const auto &n : names) {
      cl_kernel k = clCreateKernel(program, n.c_str(), nullptr);
      kernels.push_back(k);
    }
  }
  void run(int which, int step) {
    cl_kernel kernel = kernels[which];
    if (!kernel)
      throw which;
    size_t items = 64;
    need(clSetKernelArg(kernel, 0, sizeof from, &from), "from");
    need(clSetKernelArg(kernel, 1, sizeof to, &to), "to");
    need(clSetKernelArg(kernel, 2, sizeof step, &step), "step");
    need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
  void all() {
    for (int k = 0; k < int(kernels.size()); k++)
      run(k, 2 * k + 1);
  }
};

// The same handle in trips, and in a branch.
static void turns(Steps &s, int trips) {
  for (int i = 0; i < trips; i++) {
    cl_kernel k = i % 2 ? s.kernels[0] : s.kernels[1];
    if (k == nullptr)
      break;
    size_t items = 32;
    need(clSetKernelArg(k, 0, sizeof s.to, &s.to), "from");
    need(clSetKernelArg(k, 1, sizeof s.from, &s.from), "to");
    need(clSetKernelArg(k, 2, sizeof i, &i), "step");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
}

// An array beside it.
static void plain(const std::array<cl_kernel, 2> &kernels, Steps &s, int trips) {
  for (int i = 0; i < trips; i++)
    for (unsigned k = 0; k < kernels.size(); k++) {
      cl_kernel kernel = kernels[k];
      if (!kernel)
        return;
      size_t items = 16;
      int step = i + int(k);
      need(clSetKernelArg(kernel, 0, sizeof s.from, &s.from), "from");
      need(clSetKernelArg(kernel, 1, sizeof s.to, &s.to), "to");
      need(clSetKernelArg(kernel, 2, sizeof step, &step), "step");
      need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
    }
}

int main() {
  start("steps.cl", "");
  Steps s;
  s.from = ints(64, 1);
  s.to = ints(64, 100);
  s.init({"map", "map_back", "map_twice"});
  s.all();
  show("to", s.to);
  turns(s, 5);
  show("from", s.from);
  plain({s.kernels[0], s.kernels[2]}, s, 3);
  show("to", s.to);
}
