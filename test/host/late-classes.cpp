// The loop stands in a base class, or in a function that is given one, and calls what classes behind it define.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 1
// RUN: %{check} --entries 1 --compiler-flag=-O2 --host-flag=-DMANY
// RUN: %{check} --entries 1 --host-flag=-DSEVERAL
// RUN: %{check} --entries 1 --host-flag=-DPRINTS
// RUN: %{check} --host-flag=-DOTHER --entries 1
// RUN: %{check} --host-flag=-DOTHER --expect-fallback "'(*this)' is no Relax" -- unforeseen
// RUN: %{check} --host-flag=-DNESTED --no-persist --reason PST1053
// RUN: %{check} --host-flag=-DVIRTUAL --no-persist --reason PST1
// RUN: %{check} --host-flag=-DNAMED --entries 1
// RUN: %{check} --host-flag=-DNULLED --expect-exit 3 --expect-fallback "is null"
// RUN: %long env CHECK_BUILDS= PERSISTIFY_FAULT=late-offset not %{check} --entries 1
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs %cl_inc -DSEVERAL
// RUN: %cxx -Wall -Wextra -Werror -Wshadow -fsyntax-only -isystem %S/Inputs %runtime_flags %cl_inc -DSEVERAL %t/late-classes.cpp
// RUN: %clang -x c++ -std=c++11 -Wall -Werror -Wno-unused-function -Wno-unused-command-line-argument -fsyntax-only -I%S/Inputs %runtime_flags %cl_inc -DSEVERAL %t/late-classes.cpp
#include "setup.h"

struct Pair {
  cl_mem at[2];
  int turn;
};

class Solver {
public:
  virtual ~Solver() {}
  int run(int n) {
    begin();
    int i = 0;
    for (; i < n && !done(); ++i) {
      step(steps_);
      steps_ += 2;
      if (i % 2)
        report(i);
    }
    return i;
  }

protected:
  virtual void begin() = 0;
  virtual void step(int by) = 0;
  virtual bool done() const { return false; }
  virtual void report(int) {}
  int steps_ = 1;
};


struct Named {
  virtual ~Named() {}
  const char *name = "solver";
  int asked = 0;
};

#ifdef SEVERAL
namespace app {
namespace {
struct Middle : Solver {
  int limit = 40, steps_ = 7;
  cl_mem extra[3];
  bool done() const override { return steps_ > limit; }
};
#elif defined VIRTUAL
struct Middle : virtual Solver {};
#else
struct Middle : Solver {};
#endif

#ifdef MANY
class Relax : public Named, public Middle {
#else
class Relax : public Middle, private Named {
#endif
public:
  explicit Relax(int items) : items_(items) {}
  void show_all() const {
    show("first", pair_.at[0]);
    show("second", pair_.at[1]);
    printf("%d %d %d\n", pair_.turn, asked, counts_[1]);
  }

protected:
  void begin() override {
    add_ = kernel_named("add");
    map_ = kernel_named("map");
#ifdef NULLED
    map_ = nullptr;
#endif
    pair_.at[0] = ints(64, 1);
    pair_.at[1] = ints(64, 9);
  }
  void step(int by) override {
    cl_mem &a = pair_.at[pair_.turn & 1], &b = pair_.at[~pair_.turn & 1];
    need(clSetKernelArg(add_, 0, sizeof a, &a), "arg");
    need(clSetKernelArg(add_, 1, sizeof by, &by), "arg");
    launch(add_);
    need(clSetKernelArg(map_, 0, sizeof a, &a), "arg");
    need(clSetKernelArg(map_, 1, sizeof b, &b), "arg");
    need(clSetKernelArg(map_, 2, sizeof counts_[1], &counts_[1]), "arg");
    launch(map_);
    pair_.turn++;
    counts_[pair_.turn & 1] += by;
    asked++;
#ifdef SEVERAL
    steps_ += Solver::steps_;
#endif
#ifdef NESTED
    inner_.value++;
#endif
  }
#ifdef PRINTS
  void report(int i) override { printf("%s %d: %d of %d\n", name, i, counts_[0], items_); }
#endif

private:
  void launch(cl_kernel k) {
    const size_t n = items_;
    need(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &n, nullptr, 0, nullptr, nullptr), "launch");
  }
#ifdef NESTED
  struct Inner {
    int value = 0;
  } inner_;
#endif
  int items_, counts_[2] = {3, 4};
  cl_kernel add_, map_;
  Pair pair_ = {};
};

#ifdef OTHER
struct Quiet : Relax {
  Quiet() : Relax(32) {}
  void report(int) override { steps_++; }
};
#endif
#ifdef SEVERAL
} // namespace
} // namespace app
using app::Relax;
#endif

int main(int argc, char **argv) {
  (void)argc, (void)argv;
  start("steps.cl", "");
#ifdef OTHER
  Relax *relax = new Relax(64);
  Solver *s = relax;
  try {
    if (argc > 1)
      throw argv[1];
  } catch (...) {
    s = relax = new Quiet;
  }
  printf("%d\n", s->run(5));
  relax->show_all();
#elif defined NAMED
  Solver *s = new Relax(48);
  printf("%d\n", s->run(6 + argc));
  static_cast<Relax *>(s)->show_all();
  delete s;
#else
  Relax r(64);
  printf("%d\n", r.run(8));
  r.show_all();
#endif
  return 0;
}
