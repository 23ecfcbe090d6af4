#include "ways.hpp"

void virtually(Stage &s, int n) {
  for (int i = 0; i < n; ++i)
    s.run();
}
