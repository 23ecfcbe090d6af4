#include <relax.hpp>
#include <cstdio>

int main() {
  relax::Grid grid;
  std::printf("slots %zu, %s\n", grid.slots.size(), relax::run(grid, 3) == sizeof grid ? "same" : "DIFFERENT");
}
