#include "ways.hpp"

void beginss(int n) {
  for (int i = 0; i < n; ++i)
    Begins b;
}
