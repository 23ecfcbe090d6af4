// Kernels in a vector filled from a list of names, buffers in an array of
// pairs, indices by enumerator.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1
#include "setup.h"
#include <array>
#include <string>
#include <utility>
#include <vector>

enum Which { Map, Raise, Add };
class Runner {
public:
  Runner() {
    for (const std::string name : {"map", "raise", "add"})
      table.push_back(clCreateKernel(program, name.c_str(), nullptr));
    sides = {std::make_pair(ints(64, 1), 2), std::make_pair(ints(64, 5), 3)};
  }
  int solve(int limit) {
    int rounds = 0;
    do {
      auto &[in, step] = sides[0];
      auto &[out, other] = sides[1];
      set(table[Map], in, out, step + other);
      launch(Map);
      std::array<int, 1> more{};
      clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof more, more.data(), 0, nullptr, nullptr);
      set(table.at(Raise), out, flag, limit);
      launch(Raise);
      clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof(int), more.data(), 0, nullptr, nullptr);
      std::swap(sides[0], sides[1]);
      step += rounds;
      if (!more[0])
        break;
    } while (++rounds < 6);
    return rounds;
  }
  void print() {
    for (auto &s : sides) {
      show("side", s.first);
      printf("%d\n", s.second);
    }
  }

private:
  void set(cl_kernel k, cl_mem a, cl_mem b, int v) {
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof b, &b);
    clSetKernelArg(k, 2, sizeof v, &v);
  }
  void launch(Which w) {
    const std::vector<size_t> global = {items}, local = {items / 4};
    clEnqueueNDRangeKernel(queue, table[w], 1, nullptr, global.data(), local.data(), 0, nullptr, nullptr);
  }
  std::vector<cl_kernel> table;
  std::array<std::pair<cl_mem, int>, 2> sides;
  cl_mem flag = ints(1, 0);
  size_t items = 64;
};

int main() {
  start("steps.cl", "");
  Runner r;
  printf("%d\n", r.solve(3000));
  r.print();
}
