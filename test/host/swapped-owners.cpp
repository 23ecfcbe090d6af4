// std::unique_ptr and std::shared_ptr to objects with buffers, as variables and members, that
// change places: by std::swap, by their own swap, under conditions.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 4
// RUN: %run-check %S/steps.cl %s --expect-fallback "'this->next_' is null" -- null
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

static int alive = 0;

struct Grid {
  cl::Buffer mem;
  int n, age = 0;
  Grid(int first, int n) : n(n) {
    std::vector<int> data(n, first);
    mem = cl::Buffer(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, data.size() * sizeof(int), data.data());
    ++alive;
  }
  ~Grid() { --alive; }
  Grid(const Grid &) = delete;
  Grid &operator=(const Grid &) = delete;
};

static void show(const char *name, cl::CommandQueue &queue, const Grid &g) {
  std::vector<unsigned> data(g.n);
  queue.enqueueReadBuffer(g.mem, CL_TRUE, 0, data.size() * sizeof(int), data.data());
  unsigned sum = 0;
  for (unsigned x : data)
    sum = sum * 31 + x;
  std::printf("%s: %u, age %d\n", name, sum, g.age);
}

class Solver {
public:
  explicit Solver(cl::Program &program) : kernel_(program, "map") {}
  void empty() { next_.reset(); }
  void run(int from, int to) {
    for (int t = from; t < to; ++t) {
      launch(t);
      std::swap(cur_, next_);
      cur_->age++;
    }
  }
  void runOften(int trips) {
    for (int t = 0; t < trips; ++t) {
      launch(t);
      if (t % 3 != 1)
        cur_.swap(next_);
    }
  }
  void show() {
    ::show("cur", queue_, *cur_);
    ::show("next", queue_, *next_);
  }

private:
  void launch(int t) {
    kernel_.setArg(0, cur_->mem);
    kernel_.setArg(1, next_->mem);
    kernel_.setArg(2, t);
    queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(cur_->n), cl::NullRange);
  }
  cl::CommandQueue queue_ = cl::CommandQueue::getDefault();
  cl::Kernel kernel_;
  std::unique_ptr<Grid> cur_ = std::make_unique<Grid>(2, 64), next_ = std::make_unique<Grid>(7, 64);
};

static void run(bool null) {
  std::ifstream in("steps.cl");
  cl::Program program(std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()), true);
  Solver solver(program);
  solver.run(0, 7);
  solver.show();
  solver.runOften(8);
  solver.show();

  cl::CommandQueue queue = cl::CommandQueue::getDefault();
  cl::Kernel map(program, "map");
  auto a = std::make_shared<Grid>(1, 64), b = std::make_shared<Grid>(5, 64), c = std::make_shared<Grid>(9, 64);
  const auto first = a;
  for (int t = 0; t < 8; ++t) {
    map.setArg(0, a->mem);
    map.setArg(1, b->mem);
    map.setArg(2, t);
    queue.enqueueNDRangeKernel(map, cl::NullRange, cl::NDRange(64));
    std::swap(a, b);
    std::swap(b, c);
  }
  show("a", queue, *a);
  show("b", queue, *b);
  show("c", queue, *c);
  std::printf("%ld %ld %ld, first is %s\n", a.use_count(), b.use_count(), c.use_count(),
              first == a ? "a" : first == b ? "b" : "c");
  if (null) {
    solver.empty();
    solver.run(3, 3);
  } else {
    solver.run(2, 5);
    solver.show();
  }
  std::printf("%d alive\n", alive);
}

int main(int argc, char **) {
  run(argc > 1);
  std::printf("%d alive\n", alive);
}
