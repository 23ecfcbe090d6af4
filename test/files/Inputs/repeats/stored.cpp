#include "ways.hpp"

void storeds(int n) {
  for (int i = 0; i < n; ++i)
    stored();
}
