#include "ways.hpp"

void pointers(int n) {
  for (int i = 0; i < n; ++i)
    pointer();
}
