// What the host changes behind the region by a pointer that only it has, or as an element of its containers, is not what
// the loop uses under another name.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
// RUN: %{check} --entries 2 -- apart
// RUN: %{check} --expect-fallback "are the same memory"
// RUN: %long env PERSISTIFY_FAULT=behind-times not %{check} --expect-fallback "are the same memory" | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=elements-own not %{check} --expect-fallback "are the same memory" | FileCheck %s
// CHECK: standard output differs
#include "setup.h"
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

static cl_kernel add;
static const size_t items = 64;

static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

struct Stats {
  double sum = 0;
  int calls = 0;
  void add(double t) {
    sum += t;
    ++calls;
  }
};

// Refers to what it reports to.
struct Timer {
  Stats *to;
  double begun = 0;
  void start() { begun = now(); }
  void stop() { to->add(now() - begun); }
};

// Its elements are nobody's who has no reference to one.
class Profile {
  std::map<std::string, Stats> by_name;
  std::vector<Stats> by_number{4};
  std::deque<int> levels;

public:
  Stats &named(const std::string &name) { return by_name[name]; }
  Stats &number(int i) { return by_number[i]; }
  std::deque<int> &history() { return levels; }
  void mark(const char *name) { by_name[name].add(now()); }
  void mark(int i) { by_number[i].add(now()); }
  void push(int level) { levels.push_back(now() > 0 ? level : -1); }
};

struct Log {
  std::vector<double> times;
};

// The elements have an address: the entry looks.
static void logged(double &x, Log &log) {
  for (int i = 0; i < 6; i++) {
    step(i);
    x += i;
    log.times.push_back(now());
  }
}

int main(int argc, char **) {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  Log log, other;
  other.times.assign(2, 1.0);
  log.times.reserve(16);
  log.times.assign(2, 1.0);
  logged(argc > 1 ? other.times[1] : log.times[1], log);
  printf("%g %g\n", log.times[1], other.times[1]);

  std::unique_ptr<Stats> alone(new Stats);
  for (int i = 0; i < 6; i++) {
    step(i);
    alone->add(now());
    alone.get()->add(1);
  }
  printf("alone %d\n", alone->calls);
  if (argc > 1)
    return 0;

  Stats stats;
  Timer timer{&stats};
  for (int i = 0; i < 6; i++) {
    timer.start();
    step(stats.calls);
    timer.stop();
  }
  show("timer", a);

  std::map<int, Stats> table;
  Stats &third = table[3];
  for (int i = 0; i < 6; i++) {
    step(third.calls);
    table[3].add(now());
  }
  show("element", a);

  Profile profile;
  Stats &named = profile.named("x"), &number = profile.number(2);
  for (int i = 0; i < 6; i++) {
    step(named.calls);
    profile.mark("x");
  }
  for (int i = 0; i < 6; i++) {
    step(number.calls);
    profile.mark(2);
  }
  show("member", a);
  profile.history().push_back(3);
  int &first = profile.history().front();
  for (int i = 0; i < 6; i++) {
    step(first);
    profile.push(i);
    first += 2;
  }
  show("front", a);

  std::vector<int> numbers;
  numbers.reserve(64);
  numbers.assign(8, 1);
  int *behind = &numbers[0];
  for (int i = 0; i < 6; i++) {
    numbers.push_back(i);
    step(behind[i + 3]);
  }
  show("grown", a);
  printf("%d %d\n", stats.calls, third.calls + named.calls + number.calls);
  return 0;
}
