// Vectors whose length the program computes: walked over by index, range-for and iterators;
// made by the loop itself, resized, copied, assigned, returned and passed by value.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9 -- 100
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9 --env PERSISTIFY_WG=32 -- 33
// With a vector of another length than on entry, and with one that is empty, the loop stays.
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 \
// RUN:   --expect-fallback "a vector that changes its length" -- 100 grow
// The output is the same each time.
// RUN: %persistify %S/steps.cl %s -o %t.1 -- %cl_inc -I%S/Inputs
// RUN: %persistify %S/steps.cl %s -o %t.2 -- %cl_inc -I%S/Inputs
// RUN: diff -r %t.1 %t.2
#include "setup.h"
#include <array>
#include <string>
#include <vector>

static cl_kernel add, map;

static void run(cl_kernel k, size_t n, cl_mem x, int v) {
  clSetKernelArg(k, 0, sizeof x, &x);
  clSetKernelArg(k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL);
}

static std::vector<int> fetch(cl_mem from, size_t n) {
  std::vector<int> h(n);
  clEnqueueReadBuffer(queue, from, CL_TRUE, 0, n * sizeof(int), h.data(), 0, NULL, NULL);
  return h;
}

template <class T> struct View {
  cl_mem &from;
  size_t n;
  std::vector<T> get() const {
    std::vector<T> h;
    h.resize(n);
    clEnqueueReadBuffer(queue, from, CL_TRUE, 0, n * sizeof(T), &h[0], 0, NULL, NULL);
    return h;
  }
};

static int sum(const std::vector<int> &of) {
  int s = 0;
  for (int x : of)
    s = s * 31 + x + 1;
  return s;
}

static int sumOfCopy(std::vector<int> of) {
  of[0] += 1000;
  return sum(of);
}

class Monitor {
public:
  explicit Monitor(size_t n) : Seen(n) {}
  bool look(cl_mem from, int limit) {
    clEnqueueReadBuffer(queue, from, CL_TRUE, 0, Seen.size() * sizeof(int), Seen.data(), 0, NULL, NULL);
    for (auto it = Seen.cbegin(); it != Seen.cend(); ++it)
      if (*it > limit)
        return false;
    return !Seen.empty();
  }
  std::vector<int> Seen;
};

struct Pair {
  int first;
  short low, high;
};

int main(int argc, char **argv) {
  const size_t n = std::stoul(argv[1]);
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(n, 1), b = ints(n, 2);
  std::vector<int> h(n), old(n, 7);
  int total = 0;

  // One from in front of the loop.
  for (int i = 0; i < 9; i++) {
    run(add, n, a, i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof(int), h.data(), 0, NULL, NULL);
    for (size_t k = 0; k < h.size(); k++)
      total += h[k] * int(k);
    if (h.back() + h.front() + h.at(n / 2) > 100)
      break;
  }
  printf("%d %d %d\n", total, h[0], h[n - 1]);

  // A member of another object, by iterators; the elements are there behind the loop.
  Monitor monitor(n);
  int trips = 0;
  while (monitor.look(a, 90)) {
    run(add, n, a, ++trips);
  }
  printf("%d %d %d\n", trips, monitor.Seen[0], monitor.Seen.back());

  // Vectors of a trip: two at a time by one function, and each trip has its own.
  total = 0;
  for (int i = 0; i < 5 && total >= 0; i++) {
    run(add, n, a, i);
    std::vector<int> x = fetch(a, n), y = fetch(b, n);
    run(add, n, b, x[1] % 7);
    total += sum(x) % 1000 - sum(y) % 900 + sumOfCopy(x) % 50;
    std::vector<int> weights(n, 3);
    for (size_t k = 0; k < n; ++k)
      total = (total + weights[k] * x[k]) % 100000;
  }
  printf("%d\n", total);

  // Half of it is read: the other elements are zeros each time.
  total = 0;
  for (int i = 0; i < 4; i++) {
    run(add, n, a, 1);
    std::vector<int> part(n);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n / 2 * sizeof(int), part.data(), 0, NULL, NULL);
    total += sum(part) % 1000 + sum(View<int>{b, n}.get()) % 100;
    if (i == 1) {
      clEnqueueReadBuffer(queue, b, CL_TRUE, 0, n * sizeof(int), part.data(), 0, NULL, NULL);
      total += sum(part) % 10;
    }
  }
  printf("%d\n", total);

  // Copies and assignments.
  total = 0;
  for (int i = 0; i < 4; i++) {
    run(add, n, a, i);
    std::vector<int> before = old;
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof(int), old.data(), 0, NULL, NULL);
    int changed = 0;
    for (size_t k = 0; k < n; k++)
      changed += before[k] != old[k];
    h = before;
    total = total * 7 + changed + h[n - 1];
    if (changed == 0)
      return 1;
  }
  printf("%d %d %d\n", total, sum(h), sum(old));

  // resize and assign to the length that it has.
  std::vector<int> last(argc > 2 ? n - 1 : n);
  total = 0;
  for (int i = 0; i < 3; i++) {
    run(add, n, a, 1);
    last.resize(n);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 4, (n - 1) * sizeof(int), last.data(), 0, NULL, NULL);
    total += sum(last) % 100;
    last.assign(n, i);
  }
  printf("%d %d\n", total, sum(last));

  // Of larger lengths that are known, and by pointers.
  total = 0;
  for (int i = 0; i < 3; i++) {
    run(add, n, a, 1);
    std::vector<int> part(100, -1);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 30 * sizeof(int), part.data() + 2, 0, NULL, NULL);
    const int *p = part.data();
    for (size_t k = 0; k < part.size(); k++)
      total = total * 3 + p[k];
  }
  printf("%d\n", total);

  // Elements that are structs.
  std::vector<Pair> pairs(n / 2);
  total = 0;
  for (int i = 0; i < 3; i++) {
    run(add, n, a, 70000);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n / 2 * sizeof(Pair), pairs.data(), 0, NULL, NULL);
    for (const Pair &p : pairs)
      total = total * 3 + p.first - p.high * 5 + p.low;
    Pair third = pairs[2];
    total += third.low + pairs[n / 2 - 1].first;
  }
  printf("%d\n", total);

  // What moves away is empty behind it.
  total = 0;
  for (int i = 0; i < 3; i++) {
    run(add, n, a, 1);
    std::vector<int> from = fetch(a, n), to = std::move(from);
    total += sum(to) % 1000 + int(from.size());
    from.resize(n);
    total += sum(from);
    to = std::vector<int>(n / 2, i);
    total += sum(to) % 1000 + int(to.size());
  }
  printf("%d\n", total);
  return 0;
}
