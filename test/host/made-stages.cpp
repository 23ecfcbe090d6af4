// Objects of derived classes that std::make_unique and std::make_shared make with constructors that are templates: which class a
// pointer in front of the loop points to is seen from them.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17
// RUN: %{check} --entries 3
// RUN: %long env PERSISTIFY_FAULT=plain-constructors not %{check} --entries 3
#include "setup.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Stage {
  virtual ~Stage() = default;
  virtual void enqueue(cl_command_queue q) = 0;
};

// Arguments of any number
class Fixed : public Stage {
  cl_kernel k;
  size_t items;

public:
  template <class... A> Fixed(const char *name, size_t n, const A &...a) : k(kernel_named(name)), items(n) {
    cl_uint i = 0;
    (need(clSetKernelArg(k, i++, sizeof a, &a), "arg"), ...);
  }
  void enqueue(cl_command_queue q) override {
    need(clEnqueueNDRangeKernel(q, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "stage");
  }
};

// One of some type
class Raising : public Stage {
  cl_kernel k;
  cl_mem m;
  int by = 0;

public:
  template <class T> Raising(cl_mem m, T first) : k(kernel_named("add")), m(m), by(int(first)) {}
  void enqueue(cl_command_queue q) override {
    const size_t n = 64;
    need(clSetKernelArg(k, 0, sizeof m, &m), "arg");
    need(clSetKernelArg(k, 1, sizeof by, &by), "arg");
    need(clEnqueueNDRangeKernel(q, k, 1, nullptr, &n, nullptr, 0, nullptr, nullptr), "stage");
    ++by;
  }
};

int main() {
  start("steps.cl", "");
  cl_mem a = ints(64, 0), b = ints(64, 3);
  std::vector<std::unique_ptr<Stage>> stages;
  stages.push_back(std::make_unique<Fixed>("add", 64, a, 2));
  stages.push_back(std::make_unique<Fixed>("map", 64, a, b, 5));
  for (int t = 0; t < 4; ++t)
    for (auto &stage : stages)
      stage->enqueue(queue);

  std::shared_ptr<Stage> raise = std::make_shared<Raising>(b, 2.5f);
  for (int t = 0; t < 5; ++t)
    raise->enqueue(queue);

  std::map<std::string, std::unique_ptr<Stage>> named;
  named.emplace("raise", std::make_unique<Raising>(a, 7L));
  named["add"] = std::make_unique<Fixed>("add", 32, b, 1);
  for (int t = 0; t < 3; ++t) {
    named["raise"]->enqueue(queue);
    named.at("add")->enqueue(queue);
  }
  show("a", a);
  show("b", b);
}
