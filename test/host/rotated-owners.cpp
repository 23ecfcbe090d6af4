// Shared pointers that are members, swapped by a function through references, while a lambda makes a
// kernel for each launch.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 1
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>
struct Field { cl::Buffer mem; int hits = 0; };
using Ref = std::shared_ptr<Field>;
static Ref field(int first) {
  std::vector<int> d(64, first);
  auto f = std::make_shared<Field>();
  f->mem = cl::Buffer(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(int) * d.size(), d.data());
  return f;
}
static void rotate(Ref &a, Ref &b, Ref &c) { a.swap(b); std::swap(b, c); }
struct World { Ref past, now, next; };
int main() {
  std::ifstream in("steps.cl");
  cl::Program program(std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()), true);
  cl::CommandQueue queue = cl::CommandQueue::getDefault();
  World w{field(1), field(2), field(3)};
  const Ref keep = w.now;
  auto apply = [&](const char *name, const Ref &from, const Ref &to, int t) {
    cl::Kernel k(program, name);
    k.setArg(0, from->mem);
    k.setArg(1, to->mem);
    k.setArg(2, t);
    queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(64));
    to->hits += t;
  };
  for (int t = 0; t < 11; ++t) {
    apply("map", w.past, w.next, t);
    if (t % 4 == 2)
      apply("map_back", w.now, w.next, t);
    rotate(w.past, w.now, w.next);
  }
  for (const Ref &f : {w.past, w.now, w.next}) {
    unsigned d[64], s = 0;
    queue.enqueueReadBuffer(f->mem, CL_TRUE, 0, 256, d);
    for (unsigned x : d) s = s * 31 + x;
    std::printf("%u %d %d %ld\n", s, f->hits, f == keep, f.use_count());
  }
}
