// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef SECOND // a file that has the header too
#define DEEP % 9000
#define LIMIT 150
#include "pond.hpp"
int more(int trips) {
  pond::Water small(64, "waves.cl");
  for (int i = 0; i < 3; ++i)
    small.advance();
  return trips + int(small.sum() % 7) + small.calm(2);
}
#else
int more(int trips) { return trips + 1; }
#endif
