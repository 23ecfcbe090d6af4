// Constant tables of functions, in C++: methods, lambdas, templates.
#include "setup.h"
#include <cstdio>

namespace sim {
struct Grid {
  cl_command_queue q = nullptr;
  cl_kernel kernel = nullptr;
  int state = 1;
  void step(int v) {
    std::size_t items = 64;
    clSetKernelArg(kernel, 1, sizeof(int), &v);
    clEnqueueNDRangeKernel(q, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    state += v;
  }
};
using Pass = void (*)(Grid &, int);
template <int By> void shifted(Grid &g, int v) { g.step(v + By); }
static void plain(Grid &g, int v) { g.step(v); }
static constexpr Pass passes[] = {plain, shifted<3>, &shifted<-2>, [](Grid &g, int v) { g.step(v * 10); }};

int rounds(Grid &grid, int n) {
  for (int i = 0; i < n; ++i)
    passes[(i * 7 + grid.state) & 3](grid, i);
  return grid.state;
}
// A local table, and a choice of what is added up.
double weighted(Grid &grid, int n) {
  using Weight = double (*)(double);
  const Weight weights[] = {[](double x) { return x / 2; }, [](double x) -> double { return 1 - x; }};
  double state = 0.75;
  for (int i = 0; i < n; i++) {
    state = weights[state > 0.3](state);
    grid.step(static_cast<int>(state * 16));
  }
  return state;
}
enum class Kind : unsigned char { One, Two };
int kinds(Grid &grid) {
  static bool (*const stops[2])(int){[](int x) { return x > 40; }, [](int x) { return x % 9 == 0; }};
  auto kind = Kind::One;
  int state = 5;
  do {
    grid.step(state);
    state += 3;
    kind = state & 2 ? Kind::Two : Kind::One;
  } while (!stops[static_cast<int>(kind)](state));
  return state;
}
} // namespace sim

int main() {
  start("steps.cl", nullptr);
  sim::Grid grid;
  grid.q = queue;
  grid.kernel = kernel_named("add");
  cl_mem a = ints(64, 5);
  clSetKernelArg(grid.kernel, 0, sizeof a, &a);
  std::printf("%d\n", sim::rounds(grid, 9));
  std::printf("%g\n", sim::weighted(grid, 6));
  std::printf("%d\n", sim::kinds(grid));
  show("a", a);
  return 0;
}
