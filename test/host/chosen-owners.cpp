// What smart pointers own, one of them named by an index of the loop: in arrays, vectors and members.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 4 --allow-kernel add -- 7
#include "setup.h"
#include <array>
#include <memory>
#include <vector>

struct Field {
  cl_mem mem;
  int weight;
  explicit Field(int w) : mem(ints(64, 0)), weight(w) {}
  ~Field() { clReleaseMemObject(mem); }
};

static cl_kernel k;

static void raise(Field &f, int by) {
  size_t items = 64;
  int all = by * f.weight;
  clSetKernelArg(k, 0, sizeof f.mem, &f.mem);
  clSetKernelArg(k, 1, sizeof all, &all);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

class Rings {
  std::array<std::unique_ptr<Field>, 3> ring;
  unsigned now = 0;

public:
  Rings() {
    int w = 2;
    for (auto &r : ring)
      r = std::make_unique<Field>(w++);
  }
  void turn() {
    raise(*ring[now], 5);
    now = (now + 1) % ring.size();
    ring[now]->weight += 1;
  }
  void print() {
    for (auto &r : ring) {
      printf("%d ", r->weight);
      show("ring", r->mem);
    }
  }
};

int main(int argc, char **argv) {
  const int trips = atoi(argv[argc - 1]);
  start("steps.cl", "");
  k = kernel_named("add");
  Rings rings;
  for (int t = 0; t < trips; ++t)
    rings.turn();
  rings.print();

  std::vector<std::shared_ptr<Field>> shared;
  for (int i = 0; i < 2; ++i)
    shared.push_back(std::make_shared<Field>(i + 3));
  shared.insert(shared.begin(), std::make_shared<Field>(9));
  for (int t = 0; t < trips; ++t)
    raise(*shared[t % 3], t);
  for (auto &s : shared)
    show("shared", s->mem);

  // Where an element stands in a local variable.
  std::unique_ptr<Field> pair[2] = {std::make_unique<Field>(1), std::make_unique<Field>(10)};
  for (int t = 0; t < trips; ++t) {
    Field *which = pair[t & 1].get();
    raise(*which, 1);
    which->weight++;
  }
  printf("%d %d\n", pair[0]->weight, pair[1]->weight);
  show("pair", pair[0]->mem);
  show("pair", pair[1]->mem);

  // One of them owns nothing, and is not named.
  std::array<std::unique_ptr<Field>, 3> some{std::make_unique<Field>(1), std::make_unique<Field>(2), nullptr};
  for (int t = 0; t < trips; ++t)
    raise(*some[t % 2], t);
  show("some", some[0]->mem);
}
