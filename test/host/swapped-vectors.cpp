// Vectors of numbers that change places in the loop, and are ends of its transfers. Pointers to their elements stay with the elements.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 2
// RUN: %{check} --entries 2 -- 3
// RUN: %{check} --entries 1 --host-flag=-DMEMBERS
// RUN: %{check} --entries 1 --host-flag=-DSIZES
// RUN: %{check} --entries 2 --host-flag=-DREFERENCES
// RUN: %{check} --host-flag=-DREFERENCES --expect-fallback "are the same pointer" -- same
// RUN: %{check} --entries 1 --host-flag=-DTHREE
// RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DCOPIED 2>&1 | FileCheck %s
// CHECK: call of '=' on 'last' inside the loop cannot be moved to the device [PST1046]
// RUN: %long env PERSISTIFY_FAULT=vectors-stay not %{check} --entries 2
// RUN: %long env PERSISTIFY_FAULT=this-of-callee not %{check} --entries 1 --host-flag=-DMEMBERS
#include "setup.h"
#include <utility>
#include <vector>

static void report(const char *name, const std::vector<int> &v) {
  unsigned sum = 0;
  for (int x : v)
    sum = sum * 31 + x;
  printf("%s: %zu, %u\n", name, v.size(), sum);
}

struct Ends {
  cl_kernel k = kernel_named("map");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  void launch(int v) const {
    const size_t global = 64;
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof b, &b);
    clSetKernelArg(k, 2, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  }
  void write(const std::vector<int> &from) const {
    clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, from.size() * sizeof from[0], from.data(), 0, nullptr, nullptr);
  }
  void read(std::vector<int> &to) const { clEnqueueReadBuffer(queue, b, CL_TRUE, 0, to.size() * sizeof(int), &to[0], 0, nullptr, nullptr); }
};

#ifdef MEMBERS
class Solver {
public:
  explicit Solver(size_t n) : now(n, 3), next(n) {}
  void run(const Ends &e, int trips) {
    for (int i = 0; i < trips; i++) {
      e.write(now);
      e.launch(i);
      e.read(next);
      now.swap(next);
      if (now[5] > 5000)
        break;
    }
  }
  void show() const {
    report("now", now);
    report("next", next);
  }

private:
  std::vector<int> now, next;
};
#endif

#ifdef REFERENCES
static void run(const Ends &e, std::vector<int> &from, std::vector<int> &to, int trips) {
  for (int i = 0; i < trips; i++) {
    e.write(from);
    e.launch(i);
    e.read(to);
    using std::swap;
    swap(from, to);
    from[i % 3] += i;
  }
}
#endif

int main(int argc, char **argv) {
  start("steps.cl", "");
  const Ends e;
#if defined MEMBERS
  Solver s(64);
  s.run(e, 9);
  s.show();
#elif defined REFERENCES
  std::vector<int> one(64, 2), two(64, 4);
  run(e, one, argc > 1 ? one : two, 3);
  run(e, two, one, 4);
  report("one", one);
  report("two", two);
#elif defined SIZES
  std::vector<int> one(64, 2), two(32, 4);
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 3; i++) {
      e.write(one);
      e.launch(i);
      e.read(two);
      std::swap(one, two);
      if (one.size() < two.size())
        one[1]++;
    }
  report("one", one);
  report("two", two);
#elif defined THREE
  std::vector<int> old(64, 1), now(64, 2), next(64);
  for (int i = 0; i < 5; i++) {
    e.write(now);
    e.launch(old[7]);
    e.read(next);
    std::swap(old, now);
    std::swap(now, next);
  }
  report("old", old);
  report("now", now);
  report("next", next);
#else
  const size_t n = argc > 1 ? (size_t)atoi(argv[1]) * 20 : 64;
  std::vector<int> in(n, 3), out(n), last;
  const int *const first = in.data();
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 3 + round; i++) {
      e.write(in);
      e.launch(i);
      e.read(out);
      std::swap(in, out);
#ifdef COPIED
      last = in;
#endif
    }
    printf("%d %d\n", first == in.data(), first[n - 1]);
  }
  report("in", in);
  report("out", out);
  report("last", last);
#endif
}
