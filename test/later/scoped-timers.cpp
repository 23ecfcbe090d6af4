/* Objects that take the time of a scope and add it to something that they refer to.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 4 --no-verified
*/
#include "setup.h"
#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <string>
#include <vector>

static cl_kernel addKernel;
static cl_mem data;
static std::size_t global = 64;

static void launch(int v) {
  clSetKernelArg(addKernel, 0, sizeof data, &data);
  clSetKernelArg(addKernel, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, addKernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  clFinish(queue);
}

using Clock = std::chrono::steady_clock;

/* Into an object that keeps all of them. */
class Laps {
public:
  void add(double t) {
    all.push_back(t);
    best = std::min(best, t);
  }
  double mean() const { return std::accumulate(all.begin(), all.end(), 0.0) / all.size(); }
  std::vector<double> all;
  double best = 1e30;
};
class Lap {
public:
  explicit Lap(Laps &to) : to(to) {}
  ~Lap() { to.add(std::chrono::duration<double, std::milli>(Clock::now() - from).count()); }

private:
  Clock::time_point from = Clock::now();
  Laps &to;
};
static void laps() {
  Laps laps;
  for (int i = 0; i < 20; i++) {
    Lap lap(laps);
    launch(i);
  }
  std::printf("laps: %zu, %s\n", laps.all.size(), laps.best <= laps.mean() ? "plausible" : "odd");
}

/* Into two numbers, one of which decides. */
struct Timer {
  double &seconds;
  int &scopes;
  Clock::time_point from;
  Timer(double &seconds, int &scopes) : seconds(seconds), scopes(scopes), from(Clock::now()) {}
  ~Timer() {
    std::chrono::duration<double> spent = Clock::now() - from;
    seconds += spent.count();
    ++scopes;
  }
};
static void step(int i, double &seconds, int &scopes) {
  Timer timer(seconds, scopes);
  if (i == 11)
    return;
  launch(i);
}
static void numbers() {
  double seconds = 0;
  int scopes = 0;
  auto begin = Clock::now();
  for (int i = 0; i < 20; i++) {
    step(i, seconds, scopes);
    if (scopes > 15)
      break;
  }
  double all = std::chrono::duration<double>(Clock::now() - begin).count();
  std::printf("numbers: %d, %s\n", scopes, seconds > 0 && seconds <= all ? "plausible" : "odd");
}

/* Two at once, of the members of an object, left by continue and break. */
struct Report {
  double outer = 0, inner = 0;
  int outers = 0, inners = 0;
};
static void nested() {
  Report report;
  for (int i = 0; i < 9; i++) {
    Timer outer(report.outer, report.outers);
    if (i % 4 == 2)
      continue;
    {
      Timer inner(report.inner, report.inners);
      launch(2 * i);
    }
    if (i == 7)
      break;
  }
  std::printf("nested: %d %d, %s\n", report.outers, report.inners,
              report.inner <= report.outer ? "plausible" : "odd");
}

/* Under a name. */
struct Named {
  std::map<std::string, double> &sums;
  Clock::time_point from = Clock::now();
  explicit Named(std::map<std::string, double> &sums) : sums(sums) {}
  ~Named() { sums["step"] += std::chrono::duration<double>(Clock::now() - from).count(); }
};
static void named() {
  std::map<std::string, double> sums;
  for (int i = 0; i < 5; i++) {
    Named timer(sums);
    launch(i);
  }
  std::printf("named: %zu, %s\n", sums.size(), sums["step"] >= 0 ? "plausible" : "odd");
}

int main() {
  start("steps.cl", "");
  addKernel = kernel_named("add");
  data = ints(64, 3);
  laps();
  numbers();
  nested();
  named();
  show("data", data);
}
