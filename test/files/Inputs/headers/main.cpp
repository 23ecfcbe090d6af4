// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define DEEP % 9000
#define LIMIT 150
#include "pond.hpp"
#include <cstdlib>

int more(int trips);

int main(int argc, char **argv) {
  pond::Water water(std::atoi(argv[1]), "waves.cl");
  int trips = water.calm(std::atoi(argv[2]));
  std::printf("%d trips of %d, %ld\n", trips, more(trips), water.sum());
}
