#include "ways.hpp"

void endeds(int n) {
  for (int i = 0; i < n; ++i)
    std::unique_ptr<Ends> e(new Ends());
}
