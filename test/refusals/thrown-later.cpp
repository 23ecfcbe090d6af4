// What throws leaves the loop at its trip, where somebody catches it: here that may be a function that is not seen.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: env PERSISTIFY_FAULT=thrown-behind not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=any-expression not %refused %S/Inputs/step.cl %s -- -- -std=c++17
#include "Inputs/host.h"
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

static std::string name;
static std::ofstream file;

void open() { file.exceptions(std::ios::badbit); }

void thrown() {
  double longest = 0;
  for (int i = 0; i < 9; i++) {
    launch();
    const double t = double(clock());
    longest = t > longest && i < 8 ? t : throw i; // expect PST1051: 'throw i' cannot be followed
  }
}

void rest() {
  for (int i = 0; i < 9; i++) {
    launch();
    printf("%s\n", name.substr(i).c_str()); // expect PST1046: substr
  }
}

void end() {
  for (int i = 0; i < 9; i++) {
    launch();
    printf("%s\n", std::string(name, i).c_str()); // expect PST1051: cannot be followed
  }
}

void stream() {
  for (int i = 0; i < 9; i++) {
    launch();
    file << i; // expect PST1001: this use of the library
  }
}
