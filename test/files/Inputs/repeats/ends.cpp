#include "ways.hpp"

void endss(int n) {
  for (int i = 0; i < n; ++i)
    Ends e;
}
