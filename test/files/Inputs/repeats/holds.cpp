#include "ways.hpp"

void holdss(int n) {
  for (int i = 0; i < n; ++i)
    std::make_unique<Holds>();
}
