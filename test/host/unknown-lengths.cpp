// Arrays of buffers whose length only the run knows, in classes: behind private members, in the function of a base; by way of a container.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
// RUN: %long env PERSISTIFY_FAULT=no-unknown-lengths not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
#include "setup.h"
#include <vector>

static const size_t global = 64;

class Levels {
public:
  explicit Levels(unsigned n) : n(n), all(new cl_mem[n]) {
    for (unsigned i = 0; i < n; i++)
      all[i] = ints(64, int(3 * i));
    map = kernel_named("map");
  }
  ~Levels() {
    for (unsigned i = 0; i < n; i++)
      clReleaseMemObject(all[i]);
    delete[] all;
  }
  Levels(const Levels &) = delete;
  Levels &operator=(const Levels &) = delete;
  // As a scan goes up.
  void up() {
    int v = 1;
    for (unsigned i = 0; i + 1 < n; i++) {
      clSetKernelArg(map, 0, sizeof(cl_mem), &all[i]);
      clSetKernelArg(map, 1, sizeof(cl_mem), static_cast<void *>(&all[i + 1]));
      clSetKernelArg(map, 2, sizeof v, &v);
      need(clEnqueueNDRangeKernel(queue, map, 1, nullptr, &global, nullptr, 0, nullptr, nullptr), "up");
      v += 4;
    }
  }
  void print() const {
    for (unsigned i = 0; i < n; i++)
      show("level", all[i]);
  }

protected:
  cl_mem at(unsigned i) const { return all[i]; }
  unsigned n;

private:
  cl_mem *all;
  cl_kernel map;
};

struct Turns : Levels {
  using Levels::Levels;
  cl_kernel add = kernel_named("add");
  void turn(int times) {
    unsigned from = 0;
    while (times-- > 0) {
      cl_mem one = at(from);
      clSetKernelArg(add, 0, sizeof one, &one);
      clSetKernelArg(add, 1, sizeof times, &times);
      clEnqueueNDRangeKernel(queue, add, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
      from = from + 2 < n ? from + 2 : 0;
    }
  }
};

static void pairs(cl_mem *of, unsigned count) {
  cl_kernel twice = kernel_named("map_twice");
  for (unsigned i = count; i-- > 1;) {
    const int k = int(i);
    clSetKernelArg(twice, 0, sizeof(cl_mem), of + i);
    clSetKernelArg(twice, 1, sizeof(cl_mem), &of[i - 1]);
    clSetKernelArg(twice, 2, sizeof k, &k);
    clEnqueueNDRangeKernel(queue, twice, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  }
}

int main(int argc, char **) {
  start("steps.cl", "");
  Turns levels(unsigned(argc) + 4);
  levels.up();
  levels.turn(7);
  levels.print();
  std::vector<cl_mem> own;
  for (int i = 0; i < argc + 2; i++)
    own.push_back(ints(64, i));
  pairs(own.data(), unsigned(own.size()));
  pairs(own.data(), argc + 1);
  for (cl_mem b : own)
    show("own", b);
  return 0;
}
