#include "launch.hpp"

void jump(int n) {
again:
  step();
  if (--n > 0)
    goto again;
}
