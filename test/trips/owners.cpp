// What trips of the host may do to what others use: objects that end, containers that grow, steps that throw, and jumps.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file log.txt --reason PST3017 --entries 37 --allow-kernel add=71
#include "setup.h"
#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>
static const int N = 80;
static cl_kernel add;
static cl_mem data;
static size_t items = N;
static void step(int by) {
  clSetKernelArg(add, 0, sizeof data, &data);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static void log(const std::string &text) { std::ofstream("log.txt", std::ios::app) << text << '\n'; }

struct Box {
  int *value;
  explicit Box(int v) : value(new int(v)) {}
  ~Box() { delete value; }
};

// Another number lies where the pointer leads.
static void moves() {
  int *by = new int(3);
  for (int i = 0; i < 12; ++i) {
    step(*by);
    if (i % 4 == 2) {
      log("moves");
      delete by;
      by = new int(i);
    }
  }
  delete by;
}
// The numbers of a vector that grows.
static void grows() {
  std::vector<int> steps(1, 4);
  for (int i = 0; i < 12; ++i) {
    step(steps[0]);
    if (i % 4 == 2) {
      log("grows");
      for (int k = 0; k < 50; ++k)
        steps.push_back(k);
      steps[0] += 5;
    }
  }
}
// Random numbers of the host's, sorted.
static void draws() {
  std::mt19937 random(5);
  std::vector<int> all;
  int by = 0;
  for (int i = 0; i < 15; ++i) {
    step(by);
    if (i % 5 == 1) {
      all.push_back(int(random() % 97));
      std::sort(all.begin(), all.end());
      by = *std::max_element(all.begin(), all.end());
      log(std::to_string(by));
    }
  }
  printf("%zu %d\n", all.size(), by);
}
// A step that fails is thrown out of the loop, and caught around it or in it.
static int fails(int at) {
  int i = 0, caught = 0;
  try {
    for (; i < 20; ++i) {
      step(i);
      if (i % 6 == 5) {
        log("fails");
        if (i > at)
          throw std::runtime_error("too late");
      }
    }
  } catch (const std::exception &e) {
    log(e.what());
    ++caught;
  }
  for (int k = 0; k < 10; ++k) {
    step(k);
    if (k % 3 == 2) {
      try {
        log("in it");
        if (k == 5)
          throw k;
      } catch (int n) {
        caught += n;
      }
    }
  }
  return 100 * i + caught;
}
// Behind a label of the same trip, and out of two loops.
static int jumps() {
  int done = 0;
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < 10; ++i) {
      step(i + k);
      if (i % 4 == 3) {
        log("jumps");
        if (k && i == 7)
          goto out;
        done += i;
      }
    }
out:
  return done;
}
// Back to the begin of the trip.
static int backwards(int n) {
  int sum = 0;
  for (int i = 0; i < 6; ++i) {
  again:
    step(i);
    sum += n;
    if (--n > 3)
      goto again;
  }
  return sum;
}
// A function object that exchanges handles: each entry looks which ones they are.
static cl_mem spare;
struct Exchanging {
  bool operator()(int a, int b) const {
    if (a == 3 && b == 1)
      std::swap(data, spare);
    return a < b;
  }
};
static void sorts() {
  for (int i = 0; i < 8; ++i) {
    step(i);
    if (i % 4 == 3) {
      int some[4] = {3, 1, 2, i};
      std::sort(some, some + 4, Exchanging());
      log(std::to_string(some[0]) + std::to_string(std::accumulate(some, some + 4, 0, Exchanging())));
    }
  }
}
// The same behind std::function.
static void for_each(const std::function<void(int)> &tell) {
  for (int i = 0; i < 8; ++i) {
    step(i);
    if (i % 4 == 3) {
      int some[3] = {3, 1, i};
      std::for_each(some, some + 3, tell);
    }
  }
}
// A handle behind a base class.
struct Step {
  virtual ~Step() {}
  virtual void after(int i) = 0;
};
struct Exchange : Step {
  void after(int i) override {
    log("exchange");
    if (i == 3)
      std::swap(data, spare);
  }
};
struct Counts : Step {
  int n = 0;
  void after(int) override {
    log("counts");
    ++n;
  }
};
static void through(Step *s) {
  for (int i = 0; i < 8; ++i) {
    step(i);
    if (i % 4 == 3)
      s->after(i);
  }
}
// By a function that is given.
static int by = 2;
template <typename F> static void repeat(F tell) {
  for (int i = 0; i < 9; ++i) {
    step(by);
    if (i % 3 == 1)
      tell(i);
  }
}
int main() {
  start("steps.cl", "");
  remove("log.txt");
  add = kernel_named("add");
  data = ints(N, 0), spare = ints(N, 5);
  moves();
  grows();
  draws();
  printf("%d %d\n", fails(50), fails(8));
  printf("%d\n", jumps());
  printf("%d\n", backwards(6));
  Counts counts;
  Exchange exchange;
  sorts();
  for_each([](int n) {
    log("each");
    if (n == 3)
      std::swap(data, spare);
  });
  through(&counts);
  through(&exchange);
  Box box(4);
  repeat([&](int i) { log("tell"), *box.value += i; });
  repeat([&](int i) { log("by"), by += i; });
  printf("%d %d %d\n", counts.n, *box.value, by);
  show("data", data);
  show("spare", spare);
}
