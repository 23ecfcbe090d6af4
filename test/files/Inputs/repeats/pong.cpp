#include "launch.hpp"

void ping(int n);

void pong(int n) {
  if (n > 0)
    ping(n - 1);
}
