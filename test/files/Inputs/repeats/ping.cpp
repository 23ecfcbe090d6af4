#include "launch.hpp"

void ping(int n) {
  step();
  if (n > 0)
    pong(n - 1);
}
