// Handles in smart pointers: deleters of every kind, members, lists of them, and two that
// the loop exchanges. What each owns is released once.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 -- 5
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 --min-groups 1 -- 0
#include "setup.h"
#include <array>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

static int released;

// By type of what is pointed to, with a class of functions.
struct Release {
  void operator()(cl_mem m) const { clReleaseMemObject(m), ++released; }
  void operator()(cl_kernel k) const { clReleaseKernel(k); }
  void operator()(cl_command_queue q) const { clReleaseCommandQueue(q); }
};
template <typename Handle> using Unique = std::unique_ptr<std::remove_pointer_t<Handle>, Release>;

// The handle itself as the pointer type.
struct MemDeleter {
  using pointer = cl_mem;
  void operator()(cl_mem m) { clReleaseMemObject(m), ++released; }
};
using Mem = std::unique_ptr<cl_mem, MemDeleter>;

static const size_t items = 64;

static void run(cl_kernel k, cl_mem in, cl_mem out, int v) {
  need(clSetKernelArg(k, 0, sizeof in, &in), "arg");
  need(clSetKernelArg(k, 1, sizeof out, &out), "arg");
  need(clSetKernelArg(k, 2, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "run");
}

static Unique<cl_kernel> kernel(const char *name) {
  cl_int err;
  Unique<cl_kernel> k(clCreateKernel(program, name, &err));
  need(err, name);
  return k;
}

static void plain(int n) {
  auto k = kernel("map");
  Unique<cl_mem> a(ints(64, 1)), b(ints(64, 2));
  for (int i = 0; i < n; ++i)
    i % 2 ? run(k.get(), b.get(), a.get(), i) : run(k.get(), a.get(), b.get(), i);
  show("plain a", a.get());
  show("plain b", b.get());
}

static void exchanged(int n) {
  auto k = kernel("map");
  Mem from(ints(64, 1)), to(ints(64, 2)), spare;
  for (int i = 0; i < n; ++i) {
    run(k.get(), from.get(), to.get(), i);
    std::swap(from, to);
    if (i == 2)
      spare.swap(to);
    else if (i == 3)
      to.swap(spare);
    if (!to)
      spare.swap(to);
  }
  printf("exchanged %d %d %d\n", from != nullptr, to != nullptr, spare == nullptr);
  show("exchanged from", from.get());
  show("exchanged to", to.get());
}

struct Field {
  std::shared_ptr<_cl_mem> now, next;
};
static void shared(Field &f, const std::unique_ptr<_cl_kernel, cl_int (*)(cl_kernel)> &k, int n) {
  for (int i = 0; i < n; ++i) {
    run(k.get(), f.now.get(), f.next.get(), i);
    f.now.swap(f.next);
  }
}

static void list(int n) {
  auto k = kernel("map_twice");
  std::array<Unique<cl_mem>, 3> ring{Unique<cl_mem>(ints(64, 1)), Unique<cl_mem>(ints(64, 2)), Unique<cl_mem>(ints(64, 3))};
  int at = 0;
  for (int i = 0; i < n; ++i, at = (at + 1) % 3)
    run(k.get(), ring[at].get(), ring[(at + 1) % 3].get(), i);
  for (const auto &b : ring)
    show("list", b.get());
}

class Solver {
public:
  Solver() : step_(kernel("map_back")) {
    for (int i = 0; i < 2; ++i)
      levels_.emplace_back(ints(64, i));
  }
  int iterate(int n) {
    int i = 0;
    for (; i < n; ++i) {
      run(step_.get(), levels_[0].get(), levels_[1].get(), i);
      std::swap(levels_[0], levels_[1]);
    }
    return i;
  }
  void print() const { show("solver", levels_.front().get()); }

private:
  Unique<cl_kernel> step_;
  std::vector<Unique<cl_mem>> levels_;
};

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5;
  start("steps.cl", "");
  plain(n);
  exchanged(n);
  {
    std::unique_ptr<_cl_kernel, cl_int (*)(cl_kernel)> k(clCreateKernel(program, "map_twice", nullptr), clReleaseKernel);
    auto end = [](cl_mem m) { clReleaseMemObject(m), ++released; };
    Field f = {{ints(64, 1), end}, {ints(64, 7), end}};
    std::shared_ptr<_cl_mem> also = f.now;
    shared(f, k, n);
    printf("shared %ld %ld %d\n", f.now.use_count(), f.next.use_count(), also == f.now);
    show("shared now", f.now.get());
    show("shared next", f.next.get());
    auto other = kernel("map_back");
    for (int i = 0; i < 3; ++i)
      if (f.now == also) {
        run(other.get(), f.now.get(), f.next.get(), i);
        run(other.get(), f.next.get(), f.now.get(), i);
      } else {
        run(k.get(), f.next.get(), f.now.get(), i);
        run(k.get(), f.now.get(), f.next.get(), i);
      }
    show("shared now", f.now.get());
  }
  list(n);
  {
    Solver s;
    printf("%d\n", s.iterate(n));
    s.print();
  }
  printf("released %d\n", released);
  return 0;
}
