#include "launch.hpp"

void again(int n) {
  step();
  if (n > 0)
    again(n - 1);
}
