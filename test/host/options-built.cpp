// Build options that the program puts together, of numbers that its arguments may change: kernels are read with those
// that it has without arguments. Nobody says them on the command line.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/options-built.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17
// RUN: %{check} --entries 1
// RUN: %{check} --entries 1 -- -f 9
// RUN: %{check} --expect-fallback TYPE -- -t uint
// RUN: %persistify %S/options-built.cl %s -o %t -- -I%S/Inputs -std=c++17
// RUN: sed 's/-D ITEMS/-D OTHER/' %s > %t.cpp
// RUN: not %persistify %S/options-built.cl %t.cpp -o %t.other -- -I%S/Inputs -std=c++17 2>&1 | FileCheck %s
// CHECK: options-built.cl:4:{{.*}}undeclared identifier 'ITEMS'
#include "grow.h"
#include <getopt.h>
#include <sstream>
#include <string>

struct Settings {
  int items = 64, factor = 3;
  std::string type = "int";
  static constexpr double shift = 2.5;
};

static Settings read(int argc, char **argv) {
  Settings s;
  for (int c; (c = getopt(argc, argv, "f:t:")) != -1;)
    switch (c) {
    case 'f': s.factor = atoi(optarg); break;
    case 't': s.type = optarg; break;
    default: exit(64);
    }
  return s;
}

int main(int argc, char **argv) {
  const Settings s = read(argc, argv);
  char first[80];
  snprintf(first, sizeof first, "-D ITEMS=%d -D SHIFT=%.2f", s.items, Settings::shift);
  std::ostringstream options;
  options << first << " -DFACTOR=" << s.factor << " -DTYPE=" << s.type;
  start("options-built.cl", options.str().c_str());
  cl_mem m = ints(64, 0);
  cl_kernel k = kernel_named("grow");
  for (int t = 0; t < 6; ++t)
    grow(k, m, t);
  show("grown", m);
}
