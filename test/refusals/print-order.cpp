// What is printed before a call that prints too, in one statement.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: env PERSISTIFY_FAULT=any-print-order not %refused %S/Inputs/step.cl %s -- -- -std=c++17
#include "Inputs/host.h"
#include <iostream>

static int told(int i) {
  std::cout << "[told]";
  return i * 2;
}

void chain() {
  int stop = 0, i = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    std::cout << "a" << told(i++) << '\n'; // expect PST1051: may come before that
  }
}

void inner() {
  int stop = 0, i = 0;
  for (; !stop; ++i) {
    launch();
    read_flag(&stop);
    std::cout << i << (std::cout << "b", i) << std::endl; // expect PST1051: may come before that
  }
}
